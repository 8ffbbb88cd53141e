"""Chapters 1 and 4: the turns of the night, and how it ends."""

from __future__ import annotations

from typing import NoReturn

from .caught import check_removed, free_at_turn_end, take_removed
from .guards import guards_move
from .log import Owner
from .monk import monk_moves
from .noise import LISTEN, NOISE, noise_step
from .novices import novices_move
from .paths import set_up_paths
from .routes import is_two_phases
from .table import Novice, Table


class Over(Exception):
    """The game is over, and the log with it."""


def play(table: Table) -> None:
    """Follow the whole night; the log must end with the game."""
    set_up_paths(table)
    try:
        for turn in range(1, table.options.number("turns") + 1):
            table.log.turn = turn
            _play_turn(table)
    except Over:
        for event in table.log.events[table.log.at :]:
            table.fault(event, f"nothing was expected after game_over, got {event}", "1.3")


def _play_turn(table: Table) -> None:
    """4 Novices, guards, monk, tokens, listening, the turn marker."""
    table.shown.clear()
    for phase in (1, 2) if is_two_phases(table) else (1,):
        _check_ending(table, novices_move(table, phase))
        noise_step(table, NOISE)
    if guards_move(table):
        _end(table, "captures", ["guards"])
    monk_moves(table)
    if table.is_last_turn:
        _dawn(table)
    _clear_tokens(table)
    noise_step(table, LISTEN)
    free_at_turn_end(table)
    table.log.expect("turn_ended", "4", "the end of the turn")


def _check_ending(table: Table, home: list[Novice]) -> None:
    """5.7, 1.4, 11.3 After all movements of the phase: who is home wins, before the capture goal."""
    if table.options.on("all-or-nun"):
        for novice in home:
            novice.home = True
        if not table.active:
            _end(table, "home", list(table.novices))
    elif home:
        fewest = min(novice.captures for novice in home)
        _end(table, "home", [novice.number for novice in home if novice.captures == fewest])
    if table.goal_reached:
        _end(table, "captures", ["guards"])


def _clear_tokens(table: Table) -> None:
    """9.8 All noise and vanished tokens leave the board before listening; 6.9 so do those of caught novices out of sight."""
    removed = take_removed(table)
    if table.log.is_next("tokens_cleared"):
        table.log.take()
    elif table.tokens:
        table.log.lost("tokens_cleared", "9.8")
    check_removed(table, removed + take_removed(table))
    table.vanished.clear()
    table.tokens = 0
    for guard in table.guards.values():
        guard.noise = 0


def _dawn(table: Table) -> NoReturn:
    """1.3, 4 After the guards' movement of the last turn nobody listens, the night is over."""
    removed = take_removed(table)
    if table.log.is_next("tokens_cleared"):
        table.log.take()
    check_removed(table, removed + take_removed(table), optional=True)
    free_at_turn_end(table, optional=True)
    if table.log.is_next("turn_ended"):
        table.log.take()
    _end(table, "dawn", ["guards"])


def _end(table: Table, reason: str, winners: list[Owner] | list[int] | list[str]) -> NoReturn:
    """1.2 - 1.4 The game is over here, for this reason, with these winners."""
    rule = {"home": "5.7", "captures": "1.3", "dawn": "1.3"}[reason]
    event = table.log.expect("game_over", rule, f"game_over ({reason})")
    if event.text("reason") != reason:
        table.fault(event, f"the game ends by {reason}, got {event.text('reason')}", rule)
    got = event.owners("winners")
    if sorted(map(str, got)) != sorted(map(str, winners)):
        rule = "1.4" if reason == "home" else "1.3"
        rule = "11.3" if table.options.on("all-or-nun") and reason == "home" else rule
        table.fault(event, f"winners {winners} were expected, got {got}", rule)
    raise Over
