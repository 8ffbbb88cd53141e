"""Chapter 8: captures, obedience, and being on the run again."""

from __future__ import annotations

from itertools import pairwise

from .log import Event
from .sight import guards_seeing
from .table import Novice, Table

GAIT_OF_OBEDIENCE = "walk"


def is_safe(table: Table, novice: Novice, dot: int) -> bool:
    """8.9 With ``safe-cell`` nobody is caught in her own cell."""
    return table.options.on("safe-cell") and dot == novice.cell


def catch(table: Table, novice: Novice) -> None:
    """8.2, 8.3 One point for the guards, counted for the novice; she loses her wish and keeps her key."""
    novice.caught = True
    novice.captures += 1
    novice.has_wish = False
    novice.slipped = False
    table.points += 1


def obeys(table: Table, novice: Novice, gait: str, route: list[int], blessed: bool) -> bool:
    """8.4 A walk of 3-4 dots (5 with one more step; fewer only to end in the cell), all on a shortest way home."""
    far = table.convent.homeward(novice.cell, novice.has_key)
    steps = len(route) - 1
    doors = table.convent.around if novice.has_key else table.convent.around_keyless
    fits = 1 <= steps <= (5 if blessed else 4) and (steps >= 3 or route[-1] == novice.cell)
    nearer = all(b in doors[a] and b in far and a in far and far[b] == far[a] - 1 for a, b in pairwise(route))
    return gait == GAIT_OF_OBEDIENCE and fits and nearer


def must_obey(table: Table, dot: int) -> bool:
    """8.5 Tested once, on the dot where her movement starts, and with the guards' eyes alone."""
    return not table.options.on("disobey-in-sight") and bool(guards_seeing(table, dot))


def note_out_of_sight(table: Table, novice: Novice) -> None:
    """8.6 A caught novice no guard sees at this moment is on the run again when the turn ends."""
    if table.options.has("caught-until", "out-of-sight") and novice.caught and not guards_seeing(table, novice.dot):
        novice.slipped = True


def check_captures(table: Table, guard: str, dot: int, events: list[Event]) -> None:
    """8.1, 8.4, 8.9 Everyone on the run on the guard's dot is caught, and nobody else."""
    due = {novice.number for novice in table.on_the_run if novice.dot == dot and not is_safe(table, novice, dot)}
    for event in events:
        novice = table.novice(event)
        if novice.number not in due:
            rule = "8.4" if novice.caught else "8.9" if is_safe(table, novice, novice.dot) and novice.dot == dot else "8.1"
            table.fault(event, f"{guard} on {dot} catches {sorted(due) or 'nobody'}, got novice {novice.number}", rule)
            continue
        due.discard(novice.number)
        if event.text("guard") != guard or event.num("dot") != dot:
            table.fault(event, f"a capture by {guard} on {dot} was expected, got {event}", "8.1")
        catch(table, novice)
    if due and not (table.goal_reached and table.log.is_next("game_over")):
        table.log.fault(table.log.line, f"{guard} on {dot} catches novices {sorted(due)}, got no novice_caught", "8.1")
        for number in due:
            catch(table, table.novices[number])


def free_at_turn_end(table: Table, *, optional: bool = False) -> None:
    """8.6, 8.7 Just before the turn ends: those who slipped out of sight, and those in their own cells."""
    due = {novice.number for novice in table.active if novice.caught and (novice.slipped or novice.dot == novice.cell)}
    named: set[int] = set()
    while table.log.is_next("novice_freed"):
        event = table.log.take()
        novice = table.novice(event)
        if novice.number in named or (novice.number not in due and not (novice.home and novice.caught)):
            rule = "8.7" if table.options.has("caught-until", "disobedience") else "8.6"
            table.fault(event, f"novices {sorted(due - named) or 'none'} are on the run again, got novice {novice.number}", rule)
        named.add(novice.number)
        novice.caught = False
    missing = due - named
    if missing and (named or not optional):
        for number in sorted(missing):
            rule = "8.7" if table.novices[number].dot == table.novices[number].cell else "8.6"
            table.log.fault(table.log.line, f"novice {number} is on the run again when the turn ends, got no novice_freed", rule)
    for number in due:
        table.novices[number].caught = False
    for novice in table.novices.values():
        novice.slipped = False
