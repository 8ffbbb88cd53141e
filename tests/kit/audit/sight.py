"""Chapter 6: who sees what."""

from __future__ import annotations

from .log import Event
from .table import GUARDS, MONK, Novice, Table, Watcher

Thing = tuple[str, int]
"""Something that gives leave when seen: a novice not caught, or a vanished token by its last dot seen."""

ARC = 93.0
TOWER = frozenset((67, 68))


def view(table: Table, eye: Watcher) -> frozenset[int]:
    """Every dot this guard or monk sees now."""
    if eye.name == MONK and table.options.has("monk", "frederick"):
        return frozenset((eye.dot,))
    key = (eye.dot, eye.facing)
    if key not in table.views:
        table.views[key] = _look(table, eye.dot, eye.facing)
    return table.views[key]


def _look(table: Table, eye: int, facing: tuple[int, int] | None) -> frozenset[int]:
    if table.options.has("sight", "room"):
        return table.convent.room[eye] | {eye}  # 6.5, 6.0
    if facing is None:
        return frozenset((eye,))  # 6.2
    return frozenset(dot for dot in table.convent.at if dot == eye or _in_arc(table, eye, facing, dot))


def _in_arc(table: Table, eye: int, facing: tuple[int, int], dot: int) -> bool:
    """6.1 A line of sight, near enough, and ahead or beside."""
    pair = frozenset((eye, dot))
    has_line = pair in table.convent.lines or (pair == TOWER and table.options.on("tower-seen"))
    near = table.convent.distance[eye][dot] <= table.options.number("sight-range")
    return has_line and near and table.convent.angle(facing, eye, dot) <= ARC


def guards_seeing(table: Table, dot: int) -> set[str]:
    """8.5, 8.6, 9.6 The guards alone: what the monk sees does not count there (11.2)."""
    return {guard.name for guard in table.guards.values() if dot in view(table, guard)}


def seeing(table: Table, dot: int) -> set[str]:
    """6.6, 6.7, 6.9 Everyone who sees a dot, the monk included (11.2)."""
    seers = guards_seeing(table, dot)
    if table.monk is not None and dot in view(table, table.monk):
        seers.add(MONK)
    return seers


def novices_in(table: Table, dots: frozenset[int]) -> set[int]:
    """The novices, caught or not, who stand on one of these dots."""
    return {novice.number for novice in table.active if novice.dot in dots}


def things(table: Table, guard: Watcher) -> set[Thing]:
    """6.3, 6.7, 6.8, 8.8 What this guard sees now that can be new to her and gives her leave."""
    dots = view(table, guard)
    novices = {("novice", novice.number) for novice in table.on_the_run if novice.dot in dots}
    hers = [token for token in table.vanished if token.guard in (None, guard.name)]
    return novices | {("vanished", token.dot) for token in hers if token.dot in dots}


def lost_sight(table: Table, before: frozenset[str], after: frozenset[str]) -> list[str | None]:
    """6.7 For whom a step out of sight leaves vanished tokens: guards by name, none for everyone; in the order of the log."""
    is_gone = bool(before) and not after
    if table.options.has("vanish-marks", "unseen"):
        return [None] if is_gone else []
    return [*(guard for guard in GUARDS if guard in before - after), *([None] if MONK in before and is_gone else [])]


def has_reason(table: Table, guard: Watcher) -> bool:
    """9.6 She sees a novice not caught or a vanished token, or a noise token is hers."""
    return guard.noise > 0 or bool(things(table, guard))


def check_seers(table: Table, event: Event, seers: set[str], mover: str | None = None) -> None:
    """6.6, 6.9 Those named in ``by`` are those who see her; a mover may name herself alone."""
    got = set(map(str, event.owners("by")))
    if mover is not None:
        right = mover in got and got <= seers
    else:
        right = got == seers or (got == seers - {MONK} and bool(got))
    if not right or len(event.owners("by")) != len(got):
        text = f"novice {event.num('novice')} is seen by {sorted(seers) or 'nobody'}, got by {event.raw['by']}"
        table.fault(event, text, "6.9" if mover else "6.6")


def check_come_into_sight(table: Table, mover: str, fresh: set[int], required: set[int], got: list[Event]) -> None:
    """6.9 A turn or step brings ``fresh`` novices into this guard's sight; those of ``required`` must be in the log."""
    named: set[int] = set()
    for event in got:
        novice = table.novice(event)
        if novice.number not in fresh or novice.number in named:
            table.fault(event, f"{mover} brings {sorted(fresh - named) or 'no novice'} into sight here, got novice {novice.number}", "6.9")
            continue
        named.add(novice.number)
        if event.num("dot") != novice.dot:
            table.fault(event, f"novice {novice.number} is seen on {novice.dot}, got {event.num('dot')}", "6.9")
        check_seers(table, event, seeing(table, novice.dot), mover)
    for number in sorted(required - named):
        text = f"{mover} brings novice {number} on {table.novices[number].dot} into sight, got no novice_seen"
        table.log.fault(table.log.line, text, "6.9")
    table.shown |= fresh


def take_seen(table: Table, fresh: set[int]) -> list[Event]:
    """The ``novice_seen`` events that stand next and belong to this look."""
    got: list[Event] = []
    while (event := table.log.peek()) is not None and event.name == "novice_seen" and event.num("novice") in fresh:
        if any(event.num("novice") == other.num("novice") for other in got):
            break
        got.append(table.log.take())
    return got


def is_in_sight(table: Table, novice: Novice) -> bool:
    """6.6 Her token stands on the board."""
    return bool(seeing(table, novice.dot))
