"""Chapter 5 with 4.1 and 4.2: one movement of the novices, resolved novice by novice.

The movements of one phase do not touch each other, so the events of several novices may be interleaved; each
novice's own events must stand in the order of 4.2.
"""

from __future__ import annotations

from dataclasses import dataclass

from .blessings import ONE_MORE_STEP, spend
from .caught import catch, caught_part, note_out_of_sight, obeys
from .log import CONTRACT, Event
from .routes import check_length, check_ways, cut_at, is_two_phases, may_be_cut
from .sight import check_seers, lost_sight, seeing
from .table import Novice, Table, Vanished

RULE = {
    "novice_seen": "6.6",
    "novice_vanished": "6.7",
    "token_removed": "8.4",
    "key_taken": "5.4",
    "wish_taken": "5.4",
    "novice_caught": "5.5",
}
"""The events a movement leaves in the log, and the rule of each."""
HEAD = ("novice_moved", "novice_freed", "blessing_played")


@dataclass(frozen=True)
class Mark:
    """One event that her movement should leave in the log."""

    name: str
    where: tuple[int, ...] = ()
    guard: str | None = None
    """6.7 The guard for whom a vanished token is placed, if for one alone."""
    seers: frozenset[str] = frozenset()
    optional: bool = False

    def explains(self, event: Event) -> bool:
        """Whether this is the event; one that is optional, because nobody sees her there, names nobody."""
        same = (self.name, self.where) == _key(event) and not (self.optional and event.owners("by"))
        return same and (self.name != "novice_vanished" or self.guard == event.raw.get("guard"))

    def __str__(self) -> str:
        where = f" on {', '.join(map(str, self.where))}" if self.where else ""
        return f"{self.name}{where}{f' for {self.guard}' if self.guard else ''}"


def novices_move(table: Table, phase: int) -> list[Novice]:
    """4.1, 5 All movements of one phase; returns the novices who got home with their wish (5.7)."""
    block = _take_block(table, phase)
    extras: list[Event] = []
    for novice in list(table.novices.values()):
        mine = [event for event in block if _whose(event) == novice.number]
        if novice.home:
            for event in mine:
                table.fault(event, f"novice {novice.number} is home and out of the game, got {event}", "11.3")
        else:
            extras += _resolve(table, novice, phase, mine)
    for event in block:
        if _whose(event) not in table.novices:
            table.fault(event, f"a novice of this game was expected, got novice {_whose(event)}", CONTRACT)
    _hand_on(table, block, extras)
    return [novice for novice in table.active if novice.has_wish and novice.dot == novice.cell]


def _whose(event: Event) -> int:
    return event.num("by" if event.name == "blessing_played" else "novice")


def _take_block(table: Table, phase: int) -> list[Event]:
    """The events of this phase: everything up to its dice."""
    block: list[Event] = []
    moved: set[int] = set()
    if not table.log.is_next(*HEAD):
        table.log.lost("the novices' movement", "4.1" if table.turn == 1 else "4")
    while (event := table.log.peek()) is not None and event.name in (*RULE, *HEAD):
        if event.name == "blessing_played" and (event.text("blessing") != ONE_MORE_STEP or not isinstance(event.owner("by"), int)):
            break
        if event.name == "novice_moved":
            if event.num("novice") in moved and phase == 1 and event.num("phase") == 2 and is_two_phases(table):
                break
            moved.add(event.num("novice"))
        block.append(table.log.take())
    return block


def _hand_on(table: Table, block: list[Event], extras: list[Event]) -> None:
    """Sightings right before a guard's step, with no dice between, are hers to explain (6.9); the rest are faults."""
    tail: list[Event] = []
    if table.log.is_next("guard_stepped", "guard_turned"):
        while block and block[-1] in extras and block[-1].name == "novice_seen":
            tail.append(block.pop())
    table.log.at -= len(tail)
    for event in extras:
        if event not in tail:
            table.fault(event, f"no such event follows from novice {_whose(event)}'s movement, got {event}", RULE[event.name])


def _resolve(table: Table, novice: Novice, phase: int, mine: list[Event]) -> list[Event]:
    """One novice's movement against her events; returns the events it does not explain."""
    moves = [event for event in mine if event.name == "novice_moved"]
    for event in moves[1:]:
        table.fault(event, f"one movement of novice {novice.number} was expected in this phase, got another", "4.1")
    if not moves:
        table.log.fault(table.log.line, f"a movement of novice {novice.number} was expected in this phase, got none", "4")
        return [event for event in mine if event.name in RULE]
    moved = moves[0]
    _check_head(table, novice, mine, moved)
    for dot in moved.dots("route"):
        if dot not in table.convent.at:
            table.log.go_back_to(moved)
            table.log.lost("a route over dots of the board", "5.2")
    caught_to = _settle_status(table, novice, mine, moved)
    route = moved.dots("route")
    check_ways(table, novice, moved)
    cut = cut_at(table, novice, route, caught_to)
    if cut is not None and cut < len(route) - 1:
        table.fault(moved, f"novice {novice.number} is caught on {route[cut]} and her movement ends there, got {route}", "5.5")
        route = route[: cut + 1]
    if not novice.caught:
        check_length(table, novice, moved, is_cut=cut is not None)
    _check_gait_card(table, novice, moved, phase)
    novice.dot, novice.gait = route[-1], moved.text("gait")
    return _match(table, novice, route, caught_to, cut is not None, [event for event in mine if event.name in RULE])


def _check_head(table: Table, novice: Novice, mine: list[Event], moved: Event) -> None:
    """10.1, 8.6 Her card and her being on the run stand just before or after her movement."""
    last = max(at for at, event in enumerate(mine) if event.name in HEAD)
    for event in mine[:last]:
        if event.name not in HEAD:
            table.fault(event, f"novice {novice.number}'s novice_moved was expected before what follows from it, got {event}", "4.2")
    plays = [event for event in mine if event.name == "blessing_played"]
    for event in plays:
        spend(table, event)
    if moved.flag("blessing") and not plays:
        table.fault(moved, f"blessing_played of novice {novice.number} was expected beside her movement, got none", "10.1")
    for event in plays[1:] if moved.flag("blessing") else plays:
        table.fault(event, f"novice {novice.number}'s movement has no such card, got {event}", "10.1")


def _check_gait_card(table: Table, novice: Novice, moved: Event, phase: int) -> None:
    """4.1 The phase's number, and on turn 1 the same gait card for both movements."""
    if moved.num("phase") != phase:
        table.fault(moved, f"phase {phase} was expected, got {moved.num('phase')}", "4.1")
    if phase == 2 and moved.text("gait") != novice.gait:
        table.fault(moved, f"the gait of her first movement, {novice.gait}, was expected, got {moved.text('gait')}", "4.1")


def _settle_status(table: Table, novice: Novice, mine: list[Event], moved: Event) -> int:
    """8.4 - 8.6 One who obeys stays caught, one who disobeys is on the run.

    Returns the place of the last dot of her route on which she counts as caught, -1 if there is none.
    """
    freed = [event for event in mine if event.name == "novice_freed"]
    route, caught_to = moved.dots("route"), -1
    if novice.caught:
        part = caught_part(table, novice, route)
        obeying = obeys(table, novice, moved.text("gait"), route, moved.flag("blessing"))
        if obeying and freed and part is not None and any(event.name == "novice_caught" for event in mine):
            obeying = not may_be_cut(table, novice, moved, part)
        if obeying:
            caught_to = len(route) - 1
        else:
            if part is None:
                table.fault(moved, f"novice {novice.number} is seen on {route[0]} and must obey, got {moved}", "8.5")
            if not freed:
                table.fault(moved, f"novice {novice.number} disobeys and is on the run again, got no novice_freed", "8.6")
            caught_to = -1 if part is None else part
            novice.caught = False
            freed = freed[1:]
    for event in freed:
        table.fault(event, f"novice {novice.number} does not come to be on the run by this movement, got novice_freed", "8.6")
    return caught_to


def _match(table: Table, novice: Novice, route: list[int], caught_to: int, is_cut: bool, got: list[Event]) -> list[Event]:
    """6.6, 6.7, 8.4, 5.4, 5.5 The marks her route leaves, in order; returns those it does not explain."""
    marks = _marks(table, novice, route, caught_to, is_cut)
    extras = _match_capture(table, novice, route[-1], got) if is_cut else []
    if not is_cut:
        marks += _pick_ups(table, novice, route)
    at = 0
    for event in got:
        if event.name == "novice_caught":
            extras += [] if is_cut else [event]
            continue
        found = next((i for i in range(at, len(marks)) if marks[i].explains(event)), None)
        if found is None:
            extras.append(event)
            continue
        _report_missing(table, novice, marks[at:found], event.line)
        if event.name == "novice_seen":
            check_seers(table, event, set(marks[found].seers))
        at = found + 1
    _report_missing(table, novice, marks[at:], table.log.line)
    if is_cut:
        catch(table, novice)
    note_out_of_sight(table, novice)
    return extras


def _key(event: Event) -> tuple[str, tuple[int, ...]]:
    if event.name == "token_removed":
        return event.name, ()
    where = event.dots("between") if event.name == "novice_vanished" else [event.num("dot")]
    return event.name, tuple(where)


def _report_missing(table: Table, novice: Novice, marks: list[Mark], line: int) -> None:
    for mark in marks:
        if not mark.optional:
            by = f" by {', '.join(sorted(mark.seers))}" if mark.seers else ""
            table.log.fault(line, f"{mark}{by} was expected for novice {novice.number}, got none", RULE[mark.name])


def _marks(table: Table, novice: Novice, route: list[int], caught_to: int, is_cut: bool) -> list[Mark]:
    """6.6, 6.7, 8.4 Each dot on which she is seen, the first included, and what each step out of sight does."""
    seers = [frozenset(seeing(table, dot)) for dot in route]
    whole = novice.caught and table.options.has("caught-shown", "whole-move") and bool(seers[0])
    if whole:
        table.shown.add(novice.number)  # her token stands where she stopped, seen or not
    marks: list[Mark] = []
    for i, dot in enumerate(route):
        if seers[i] or whole:
            marks.append(Mark("novice_seen", (dot,), seers=seers[i], optional=not seers[i]))
        if i == 0 or (is_cut and i == len(route) - 1):
            continue  # 4.2, 6.7 her capture comes before the vanished token of that step, and a caught novice places none
        if i > caught_to:
            marks += _vanish(table, route[i - 1], dot, lost_sight(table, seers[i - 1], seers[i]))
        elif seers[i - 1] and not seers[i] and not whole and not table.options.is_before:
            marks.append(Mark("token_removed"))
    return marks


def _vanish(table: Table, last: int, following: int, guards: list[str | None]) -> list[Mark]:
    """6.7 Vanished tokens between two dots are laid on the board."""
    table.vanished += [Vanished(last, guard) for guard in guards]
    table.tokens += len(guards)
    return [Mark("novice_vanished", (last, following), guard) for guard in guards]


def _match_capture(table: Table, novice: Novice, dot: int, got: list[Event]) -> list[Event]:
    """5.5, 8.1 One capture on the last dot; only the sighting on that dot may follow it."""
    captures = [event for event in got if event.name == "novice_caught"]
    if not captures:
        table.log.fault(table.log.line, f"novice {novice.number} steps onto a guard on {dot} and is caught, got no novice_caught", "5.5")
        return []
    guards = [guard.name for guard in table.guards.values() if guard.dot == dot]
    if captures[0].text("guard") not in guards or captures[0].num("dot") != dot:
        table.fault(captures[0], f"a capture by {' or '.join(guards)} on {dot} was expected, got {captures[0]}", "5.5")
    for event in got[got.index(captures[0]) + 1 :]:
        if event.name != "novice_caught" and _key(event) != ("novice_seen", (dot,)):
            table.fault(event, f"her movement ends with her capture, got {event} after it", "4.2")
    return captures[1:]


def _pick_ups(table: Table, novice: Novice, route: list[int]) -> list[Mark]:
    """5.4 Her key, or with the key her wish, where a movement of at least one dot ends."""
    end = route[-1]
    if len(route) > 1 and end == novice.key_dot and not novice.has_key:
        novice.has_key = True
        return [Mark("key_taken", (end,))]
    may_take = not novice.caught or table.options.on("caught-takes-wish")
    if len(route) > 1 and end == novice.wish_dot and novice.has_key and not novice.has_wish and may_take:
        novice.has_wish = True
        return [Mark("wish_taken", (end,))]
    return []
