"""Rules 2.4, 2.5 and 9.3 to 9.5: the path cards."""

from __future__ import annotations

from .log import Event
from .table import GUARDS, MONK, Table, Watcher

ABOUT_TURN = "about-turn"
MONK_ENDS = (84, 101, 122, 147)


def ends_at(path: tuple[int, ...], dot: int) -> bool:
    """9.3 One of the path's two ends is this dot."""
    return dot in (path[0], path[-1])


def complete(table: Table, guard: Watcher) -> None:
    """9.3 Her path is completed: the card is discarded and she takes another at once."""
    event = table.log.expect("path_taken", "9.3", f"a new path card for {guard.name} at the end of hers", guard=guard.name)
    table.discarded.add(guard.card)
    if event.text("path") == ABOUT_TURN:
        _about_turn(table, guard, event)
        return
    done = guard.card
    fitting = {card for card, path in table.convent.paths.items() if ends_at(path, guard.dot)}
    choice, rule = fitting & table.remaining, "9.3"
    if not choice:
        choice, rule = (fitting & table.discarded) - {done} or {done}, "9.5"
    take_card(table, guard, event, choice, rule)


def _about_turn(table: Table, guard: Watcher, event: Event) -> None:
    """9.4 The same path the other way; two such cards, and the path's card stays with her."""
    if table.about_turns == 0:
        table.fault(event, "both About Turn cards are spent, got another", "9.4")
    table.about_turns -= 1
    table.discarded.discard(guard.card)
    guard.path = guard.path[::-1]
    if event.dots("dots") != list(guard.path):
        table.fault(event, f"the same path the other way {list(guard.path)} was expected, got {event.dots('dots')}", "9.4")


def take_card(table: Table, guard: Watcher, event: Event, choice: set[str], rule: str) -> None:
    """9.3 A card of the shared remainder, one of whose two ends is her dot; walked towards the other."""
    card = event.text("path")
    if card not in choice:
        table.fault(event, f"{guard.name} on {guard.dot} chooses among {sorted(choice)}, got {card}", rule)
    table.remaining.discard(card)
    table.discarded.discard(card)
    _lay(table, guard, event, card)


def _lay(table: Table, guard: Watcher, event: Event, card: str) -> None:
    """The card lies before her, its dots in walking order from where she stands."""
    path = table.convent.paths.get(card)
    if path is None:
        table.log.at -= 1
        table.log.lost(f"a path card of the board for {guard.name}", "9.3")
    walked = path if path[0] == guard.dot else path[::-1]
    if event.dots("dots") != list(walked):
        table.fault(event, f"{card} from {guard.dot} is {list(walked)}, got {event.dots('dots')}", "9.3")
    guard.card, guard.path = card, walked


def first_paths(table: Table, *, with_monk: bool) -> None:
    """2.5 The first path of each guard (and the monk, 11.2) who has none yet, as the log gives them."""
    while (event := table.log.peek()) is not None and event.name == "path_taken":
        watcher = table.guards.get(event.text("guard"))
        if watcher is not None and not watcher.path:
            fitting = {card for card, path in table.convent.paths.items() if ends_at(path, watcher.dot)}
            take_card(table, watcher, table.log.take(), fitting & table.remaining, "9.3")
        elif with_monk and event.text("guard") == MONK and table.monk is not None and not table.monk.path:
            take_monk_card(table, table.monk)
        else:
            return


def set_up_paths(table: Table) -> None:
    """2.5 First paths at set-up are chosen by all before the novices' first move, otherwise by nobody."""
    if table.options.has("first-paths", "set-up"):
        first_paths(table, with_monk=True)
        everyone = [table.guards[name] for name in GUARDS] + ([table.monk] if table.monk is not None else [])
        for watcher in everyone:
            if not watcher.path:
                table.log.lost(f"the first path of {watcher.name} before the novices' first move", "2.5")
    elif table.log.is_next("path_taken"):
        table.log.lost("the novices' first move before any path is chosen", "2.5")


def take_monk_card(table: Table, monk: Watcher) -> None:
    """11.2 One of his own six paths, to a place not yet visited; when all are, back to 84."""
    event = table.log.expect("path_taken", "11.2", "a path card for the monk", guard=MONK)
    start = table.convent.monk_start
    goals = {end for end in MONK_ENDS if end != start and end not in monk.visited} or {start}
    choice = {
        card
        for card, path in table.convent.paths.items()
        if ends_at(path, monk.dot) and {path[0], path[-1]} - {monk.dot} <= goals and {path[0], path[-1]} <= set(MONK_ENDS)
    }
    if event.text("path") not in choice:
        table.fault(event, f"the monk on {monk.dot} chooses among {sorted(choice)}, got {event.text('path')}", "11.2")
    _lay(table, monk, event, event.text("path"))
