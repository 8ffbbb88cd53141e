"""What may be played, and on what: editions, levels, the convent, sight and the ruler. The same for everybody."""

from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from nuns.board.convent import the_convent
from nuns.board.drawing import Survey, draw_ground, ground_box, room_shapes, survey
from nuns.board.drawing.emblems import EMBLEMS
from nuns.board.drawing.palette import FAMILIES, NOVICES, THEMES
from nuns.board.drawing.plates import Plate as LaidPlate
from nuns.board.tables import the_board
from nuns.bots.registry import BOTS, LEVELS
from nuns.referee.explain import shortest_way
from nuns.referee.table import Table
from nuns.rules.options import (
    CHARACTER,
    EDITIONS,
    NAMES,
    BadOption,
    Options,
    choices_of,
    help_of,
    nearest_edition,
    parsed,
    rule_of,
    spelt,
    words_of,
)
from nuns.rules.sight import sees
from nuns.rules.state import Game as State
from nuns.server.api.answers import Asking, answers, refusals
from nuns.server.api.values import (
    ConventPlan,
    EditionInfo,
    Editions,
    LevelInfo,
    Measure,
    Option,
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
    Theme,
    Value,
)
from nuns.server.documents import Document
from nuns.server.refusal import NOT_SO, Refusal
from nuns.server.site import Site, TheSite

JSON, SVG = "application/json", "image/svg+xml"
PLAN = "plan"
OptionsName = Annotated[str, QueryParameter(max_length=1000, description="options by their canonical name, such as dutch(blessings=on)")]
DotNumber = Annotated[int, QueryParameter(ge=1, le=len(the_convent().dots))]


@get("/api/editions", responses=answers(Editions), summary="Editions, options and levels of bots")
async def get_editions(request: Asking, site: TheSite) -> Response[bytes]:
    return (await site.kept.get("editions", _editions_document)).answer(request)


async def _editions_document() -> Document:
    return Document(msgspec.json.encode(editions()), JSON)


def editions() -> Editions:
    """From the one declaration."""
    return Editions(
        editions=tuple(
            EditionInfo(name=name, character=CHARACTER[name], options=spelt(options))  # type: ignore[arg-type]
            for name, options in EDITIONS.items()
        ),
        options=tuple(Option(name=name, rule=rule_of(name), help=help_of(name), values=_values(name)) for name in NAMES),
        levels=tuple(LevelInfo(level=level, bot=bot, thinks=BOTS[bot].thinks) for level, bot in LEVELS.items()),  # type: ignore[arg-type]
    )


def _values(name: str) -> tuple[Value, ...]:
    return tuple(Value(value=each.word, help=each.help) for each in choices_of(name)) or tuple(
        Value(value=int(word)) for word in words_of(name)
    )


@get("/api/convent", responses=answers(ConventPlan), summary="Everything printed on the table")
async def get_convent(request: Asking, site: TheSite) -> Response[bytes]:
    return (await ground(site, PLAN)).answer(request)


@get("/api/convent/plan.svg", responses=answers(str, media_type=SVG), media_type=SVG, summary="The plan, as it lies under a game")
async def get_plan(request: Asking, site: TheSite, theme: FromQuery[Theme] = "night") -> Response[bytes]:
    return (await ground(site, theme)).answer(request)


async def ground(site: Site, name: str) -> Document:
    """The plan as data, by night or on vellum: all three are made at once, for measuring the convent takes longest."""

    async def make() -> dict[str, Document]:
        made = await site.workshop.make(grounds)
        return {name: Document(body, JSON if name == PLAN else SVG) for name, body in made.items()}

    return (await site.kept.get("ground", make))[name]


def grounds() -> dict[str, bytes]:
    """Takes two seconds: every name is laid where it is in nobody's way."""
    measured = survey(the_convent())
    drawn: dict[str, bytes] = {theme: draw_ground(measured, theme=theme).encode() for theme in THEMES}
    return {PLAN: msgspec.json.encode(convent_plan(measured)), **drawn}


def convent_plan(measured: Survey) -> ConventPlan:
    """Everything that is printed, and where it goes."""
    convent = measured.convent
    shapes, plates = room_shapes(convent), {plate.room: plate for plate in measured.plates}
    room_of = {dot: number for number, room in enumerate(convent.rooms) for dot in room.dots}
    return ConventPlan(
        name=convent.name,
        view_box=ground_box(measured),
        dots=tuple(PlanDot(dot=dot, x=x, y=y, room=room_of[dot]) for dot, (x, y) in sorted(convent.dots.items())),
        edges=tuple(PlanEdge(one=edge.one, two=edge.two, kind=edge.kind) for edge in convent.edges),
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


def _plate(laid: LaidPlate | None) -> Plate | None:
    if laid is None:
        return None
    box = {"x": laid.x, "y": laid.y, "angle": laid.angle, "width": laid.width, "height": laid.height}
    return Plate(lines=laid.lines, size=laid.size, **box)


def _paths() -> tuple[PlanPath, ...]:
    """As the drawing tells those of one colour apart."""
    found: list[PlanPath] = []
    for name, dots in the_convent().paths.items():
        colour = name.partition("-")[0]
        dash = sum(path.colour == colour for path in found)
        assert colour in FAMILIES
        found.append(PlanPath(name=name, colour=colour, dash=dash, dots=dots))  # type: ignore[arg-type]
    return tuple(found)


@get("/api/sights", responses=answers(Sights, 422), summary="What guards see under some options, from everywhere")
async def get_sights(request: Asking, site: TheSite, options: OptionsName = "mayfair") -> Response[bytes]:
    chosen = _options(options)

    async def make() -> Document:
        return Document(await site.workshop.make(encoded_sights, str(chosen)), JSON)

    return (await site.kept.get(f"sights {chosen}", make)).answer(request)


def encoded_sights(options: str) -> bytes:
    return msgspec.json.encode(sights(parsed(options)))


def sights(options: Options) -> Sights:
    """6 Asked of the rules for a guard in every place and facing."""
    board, game = the_board(), State(options=options)
    guard = game.guards[0]
    guard.sees = 1
    found = []
    for outlook, facing in enumerate(board.facing):
        if outlook == 0 or not facing[0]:
            continue
        guard.outlook = outlook
        guard.dot = facing[1] if board.turned[facing[0]][board.next[facing[0]].index(facing[1])] != outlook else facing[0]
        seen = tuple(dot for dot in the_convent().dots if sees(board, game, guard, dot))
        found.append(Outlook(dot=guard.dot, facing=(facing[0], facing[1]), seen=seen))
    return Sights(options=str(options), outlooks=tuple(found))


@get("/api/ruler", responses=refusals(422), summary="The ruler between two dots, laid in private")
async def get_ruler(one: DotNumber, two: DotNumber, options: OptionsName = "mayfair") -> Measure:
    """3.5 Nobody is told of it."""
    chosen = _options(options)
    table = Table(nearest_edition(chosen), chosen)
    return Measure(line=table.is_line(one, two), steps=table.board.distance[one][two], way=shortest_way(table, one, two))


def _options(name: str) -> Options:
    try:
        return parsed(name)
    except BadOption as fault:
        raise Refusal(NOT_SO, str(fault)[:300]) from None
