"""The convent for a browser as data, and what guards see from every dot."""

import msgspec

from nuns.board.convent import the_convent
from nuns.board.picture import BoardPlan, board_plan, weld
from nuns.referee.board_queries import guard_sights
from nuns.referee.options import Options, parse_options
from nuns.server.web.api.board_values import (
    ConventPlan,
    PlanDot,
    PlanEdge,
    PlanNovice,
    PlanPath,
    PlanRoom,
    Plate,
    Sights,
)


def convent_plan() -> ConventPlan:
    """Returns everything that is printed on the board, with its place."""
    convent, plan = the_convent(), board_plan()
    room_of = {dot: number for number, room in enumerate(convent.rooms) for dot in room.dots}
    plates = _plates(plan)
    return ConventPlan(
        name=convent.name,
        view_box=plan.view_box,
        dots=tuple(PlanDot(dot=dot, x=x, y=y, room=room_of[dot]) for dot, (x, y) in sorted(convent.dots.items())),
        edges=tuple(
            PlanEdge(one=edge.one, two=edge.two, kind=edge.kind, door=plan.doors.get((edge.one, edge.two))) for edge in convent.edges
        ),
        rooms=tuple(
            PlanRoom(name=room.name, floor=room.floor, dots=room.dots, shape=tuple(weld(plan.shapes[room.name])), plate=plates[room.name])
            for room in convent.rooms
        ),
        marks=plan.marks,
        paths=_paths(),
        path_ends=dict(convent.path_ends),
        novices=tuple(
            PlanNovice(novice=number, cell=cell, emblem=emblem, colour=colour)  # type: ignore[arg-type]
            for (number, cell), (emblem, colour) in zip(sorted(convent.cells.items()), plan.novices, strict=True)
        ),
        keys=dict(convent.keys),
        wish_cards=dict(convent.wish_cards),
        tower=convent.tower,
        guard_start=convent.guard_start,
        monk_start=convent.monk_start,
    )


def _plates(plan: BoardPlan) -> dict[str, Plate]:
    return {
        each.room: Plate(lines=each.lines, size=each.size, x=each.x, y=each.y, angle=each.angle, width=each.width, height=each.height)
        for each in plan.plates
    }


def _paths() -> tuple[PlanPath, ...]:
    """Returns the path cards, with ``dash`` as the drawing tells those of one colour apart."""
    found: list[PlanPath] = []
    for name, dots in the_convent().paths.items():
        colour = name.partition("-")[0]
        dash = sum(path.colour == colour for path in found)
        found.append(PlanPath(name=name, colour=colour, dash=dash, dots=dots))  # type: ignore[arg-type]
    return tuple(found)


def encoded_sights(options: str) -> bytes:
    return msgspec.json.encode(sights(parse_options(options)))


def sights(options: Options) -> Sights:
    """Returns what a guard sees on every dot, in every direction and in none yet (6)."""
    return Sights(options=str(options), outlooks=tuple(guard_sights(options)))
