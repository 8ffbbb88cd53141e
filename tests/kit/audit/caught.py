"""Chapter 8: captures, obedience, and being on the run again."""

from __future__ import annotations

from itertools import pairwise

from .log import Event
from .sight import guards_seeing, is_in_sight
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
    steps = len(route) - 1
    fits = 1 <= steps <= (5 if blessed else 4) and (steps >= 3 or route[-1] == novice.cell)
    return gait == GAIT_OF_OBEDIENCE and fits and _is_homeward(table, novice, route)


def _is_homeward(table: Table, novice: Novice, route: list[int]) -> bool:
    """8.4 Every dot is on a shortest way home through doors she may open."""
    far = table.convent.homeward(novice.cell, novice.has_key)
    doors = table.convent.around if novice.has_key else table.convent.around_keyless
    return all(b in doors[a] and b in far and a in far and far[b] == far[a] - 1 for a, b in pairwise(route))


def caught_part(table: Table, novice: Novice, route: list[int]) -> int | None:
    """8.5 The place on her route up to which a caught novice who disobeys still counts as caught: -1 for none of it.

    None if she may not disobey so. Only the guards' eyes count (11.2). With ``once-unseen`` a movement that begins
    in sight must reach a dot on which no guard sees her, by a shortest way home.
    """
    if table.options.on("disobey-in-sight") or not guards_seeing(table, route[0]):
        return -1
    unseen = next((i for i, dot in enumerate(route) if not guards_seeing(table, dot)), None)
    if not table.options.has("disobey-in-sight", "once-unseen") or unseen is None:
        return None
    return unseen if _is_homeward(table, novice, route[: unseen + 1]) else None


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


def take_removed(table: Table) -> list[Event]:
    """The ``token_removed`` events that stand next."""
    got: list[Event] = []
    while table.log.is_next("token_removed"):
        got.append(table.log.take())
    return got


def check_removed(table: Table, got: list[Event], *, optional: bool = False) -> None:
    """6.9, 8.4 When all have moved, the tokens of caught novices whom nobody sees any more leave the board."""
    if table.options.is_before:
        return
    due = {novice.number for novice in table.active if novice.caught and novice.number in table.shown and not is_in_sight(table, novice)}
    named: set[int] = set()
    for event in got:
        novice = table.novice(event)
        if novice.number in named or (novice.number not in due and not (novice.home and novice.caught)):
            text = f"the tokens of {sorted(due - named) or 'no caught novices'} leave the board, got novice {novice.number}"
            table.fault(event, text, "8.4" if is_in_sight(table, novice) or not novice.caught else "6.9")
        named.add(novice.number)
    if named or not optional:
        for number in sorted(due - named):
            table.log.fault(table.log.line, f"nobody sees caught novice {number} any more, got no token_removed", "6.9")


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
