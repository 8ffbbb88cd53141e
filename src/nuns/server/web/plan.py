"""The convent for a browser: as data, as pictures under a game, and what guards see from every dot."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from nuns.board import drawing
from nuns.board.convent import the_convent
from nuns.board.drawing import Survey, draw_ground, ground_box, room_shapes, survey
from nuns.board.drawing.emblems import EMBLEMS
from nuns.board.drawing.palette import FAMILIES, NOVICES, THEMES
from nuns.board.drawing.plates import NamePlate
from nuns.kernel.cache import cache_home
from nuns.referee.board_queries import guard_sights
from nuns.referee.options import Options, parse_options
from nuns.server.web.api import board_values
from nuns.server.web.api.board_values import (
    ConventPlan,
    Outlook,
    PlanDot,
    PlanEdge,
    PlanMark,
    PlanNovice,
    PlanPath,
    PlanRoom,
    PlanWish,
    Plate,
    Sights,
)

PLAN = "plan"
CACHED_FILES = 4  # files of older sources that stay in the cache


def cached_grounds() -> dict[str, bytes] | None:
    """Returns the convent as it is in the cache; None if it is not."""
    try:
        return msgspec.msgpack.decode(_cache_file().read_bytes(), type=dict[str, bytes])
    except (OSError, RuntimeError, msgspec.MsgspecError):
        return None


def draw_grounds() -> dict[str, bytes]:
    """Returns the convent as data, by night and on vellum, and caches it: placing every name clear of the rest takes two seconds."""
    made = grounds()
    with suppress(OSError, RuntimeError):
        place = _cache_file()
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_suffix(f".{os.getpid()}")
        beside.write_bytes(msgspec.msgpack.encode(made))
        beside.replace(place)
        for old in sorted(place.parent.glob("ground-*"), key=lambda file: file.stat().st_mtime, reverse=True)[CACHED_FILES:]:
            old.unlink()
    return made


def _cache_file() -> Path:
    """Returns the file in the user's cache, with a name that is a hash of all sources."""
    folder, seen = Path(drawing.__file__).parents[1], sha256()
    for source in (*sorted(folder.rglob("*.py")), folder / "convent.json", Path(__file__), Path(board_values.__file__)):
        seen.update(source.name.encode() + source.read_bytes())
    return cache_home() / f"ground-{seen.hexdigest()[:16]}"


def grounds() -> dict[str, bytes]:
    measured = survey(the_convent())
    drawn: dict[str, bytes] = {theme: draw_ground(measured, theme=theme).encode() for theme in THEMES}
    return {PLAN: msgspec.json.encode(convent_plan(measured)), **drawn}


def convent_plan(measured: Survey) -> ConventPlan:
    """Returns everything that is printed on the board, with its place."""
    convent = measured.convent
    shapes, plates = room_shapes(convent), {plate.room: plate for plate in measured.plates}
    room_of = {dot: number for number, room in enumerate(convent.rooms) for dot in room.dots}
    return ConventPlan(
        name=convent.name,
        view_box=ground_box(measured),
        dots=tuple(PlanDot(dot=dot, x=x, y=y, room=room_of[dot]) for dot, (x, y) in sorted(convent.dots.items())),
        edges=_edges(measured),
        rooms=tuple(
            PlanRoom(name=room.name, floor=room.floor, dots=room.dots, shape=tuple(shapes[room.name]), plate=_plate(plates.get(room.name)))
            for room in convent.rooms
        ),
        marks=tuple(PlanMark(kind=mark.kind, dot=mark.dot, label=mark.label, x=mark.x, y=mark.y) for mark in measured.marks),
        paths=_paths(),
        path_ends=dict(convent.path_ends),
        novices=tuple(
            PlanNovice(novice=number, cell=cell, emblem=EMBLEMS[number - 1], colour=NOVICES[number - 1])  # type: ignore[arg-type]
            for number, cell in sorted(convent.cells.items())
        ),
        keys=dict(convent.keys),
        wish_cards={
            deck: tuple(PlanWish(key=card.key, key_dot=card.key_dot, wish_dot=card.wish_dot, thing=card.thing) for card in cards)
            for deck, cards in convent.wish_cards.items()
        },
        tower=convent.tower,
        guard_start=convent.guard_start,
        monk_start=convent.monk_start,
    )


def _edges(measured: Survey) -> tuple[PlanEdge, ...]:
    doors = {(way.edge.one, way.edge.two): (way.x, way.y, way.tilt) for way in measured.ways if way.edge.kind != "open"}
    return tuple(
        PlanEdge(one=edge.one, two=edge.two, kind=edge.kind, door=doors.get((edge.one, edge.two))) for edge in measured.convent.edges
    )


def _plate(laid: NamePlate | None) -> Plate | None:
    if laid is None:
        return None
    box = {"x": laid.x, "y": laid.y, "angle": laid.angle, "width": laid.width, "height": laid.height}
    return Plate(lines=laid.lines, size=laid.size, **box)


def _paths() -> tuple[PlanPath, ...]:
    """Returns the path cards, with ``dash`` as the drawing tells those of one colour apart."""
    found: list[PlanPath] = []
    for name, dots in the_convent().paths.items():
        colour = name.partition("-")[0]
        dash = sum(path.colour == colour for path in found)
        assert colour in FAMILIES
        found.append(PlanPath(name=name, colour=colour, dash=dash, dots=dots))  # type: ignore[arg-type]
    return tuple(found)


def encoded_sights(options: str) -> bytes:
    return msgspec.json.encode(sights(parse_options(options)))


def sights(options: Options) -> Sights:
    """Returns what a guard sees on every dot, in every direction and in none yet (6)."""
    outlooks = tuple(Outlook(dot=sight.dot, facing=sight.facing, seen=sight.seen) for sight in guard_sights(options))
    return Sights(options=str(options), outlooks=outlooks)
