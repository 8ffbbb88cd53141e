"""Rule 11.2: the monk's movement."""

from __future__ import annotations

from .log import Event
from .paths import take_monk_card
from .sight import check_come_into_sight, is_in_sight, novices_in, take_seen, view
from .table import MONK, Table, Watcher

MOST = 4
LEAST = 3


def monk_moves(table: Table) -> None:
    """11.2 He walks 3-4 dots along his paths after the guards; back on 84 he stops and leaves the game."""
    monk = table.monk
    if monk is None or (table.is_last_turn and not _is_his(table.log.peek())):
        return
    table.shown |= {novice.number for novice in table.active if is_in_sight(table, novice)}
    if not monk.path:
        take_monk_card(table, monk)
    steps, done = 0, False
    while not table.log.is_next("guard_stopped"):
        early = _take_early(table)
        if done or steps == MOST:
            table.log.lost("the monk's stop", "11.2")
        event = table.log.expect("guard_stepped", "11.2", "the monk's next step", guard=MONK)
        _step(table, monk, event, early)
        steps += 1
        done = _reach_end(table, monk)
    _stop(table, steps, done)


def _is_his(event: Event | None) -> bool:
    return event is not None and (event.raw.get("guard") == MONK or (event.name == "novice_seen" and MONK in event.owners("by")))


def _take_early(table: Table) -> list[Event]:
    """What he sees by turning, before he steps; a turn of his own may be told, but need not be."""
    early: list[Event] = []
    while table.log.is_next("novice_seen") or table.log.is_next("guard_turned", guard=MONK):
        event = table.log.take()
        if event.name == "novice_seen":
            early.append(event)
    return early


def _step(table: Table, monk: Watcher, event: Event, early: list[Event]) -> None:
    """9.3, 6.3 The next dot of his path; he turns and looks, steps and looks again."""
    nxt = monk.path[monk.path.index(monk.dot) + 1]
    if event.num("from") != monk.dot or event.num("to") != nxt or event.flag("free"):
        table.fault(event, f"the monk follows his path from {monk.dot} to {nxt}, not free, got {event}", "11.2")
    is_first = monk.facing is None
    before = novices_in(table, view(table, monk))
    monk.facing = (monk.dot, nxt)
    fresh = novices_in(table, view(table, monk)) - before
    required = set() if is_first and table.options.has("sight", "arc") else fresh - table.shown
    if early or not is_first:
        check_come_into_sight(table, MONK, fresh, required, early)
    before = novices_in(table, view(table, monk)) if early or not is_first else before
    monk.dot = nxt
    fresh = novices_in(table, view(table, monk)) - before
    check_come_into_sight(table, MONK, fresh, fresh - table.shown, take_seen(table, fresh))


def _reach_end(table: Table, monk: Watcher) -> bool:
    """11.2 At the end of a path he takes the next at once; true when he is back on 84 from the last."""
    if monk.dot != monk.path[-1]:
        return False
    if monk.dot == table.convent.monk_start:
        return True
    monk.visited.add(monk.dot)
    take_monk_card(table, monk)
    return False


def _stop(table: Table, steps: int, done: bool) -> None:
    event = table.log.expect("guard_stopped", "11.2", "the monk's stop", guard=MONK)
    if event.text("gait") != "walk" or event.num("steps") != steps:
        table.fault(event, f"a walk of {steps} was expected of the monk, got {event.text('gait')} {event.num('steps')}", "11.2")
    if not done and steps < LEAST:
        table.fault(event, f"the monk walks {LEAST}-{MOST} dots, got {steps}", "11.2")
    if done:
        table.monk = None
