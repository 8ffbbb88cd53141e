"""Counts the game tree with its events, as a table to compare other implementations of the rules with."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from nuns.board.shape import copy_of
from nuns.referee.actions import Deal, DealtNovice
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import BLESSING_NAMES, ENDING_NAMES, GameSetup
from nuns.referee.tape_events import entries
from nuns.rules.setup import deals_blessings
from nuns.rules.state import State
from nuns.rules.turn import apply as apply_number
from nuns.rules.turn import legal, next_figure
from nuns.rules.words import Event, Stage

UNCOUNTED = (Event.DEALT, Event.STEPPED, Event.NOISE_OVER)


@dataclass
class Row:
    """One depth: the number of sequences of that many small actions, how many ended the game, and the events of their last action."""

    depth: int
    nodes: int = 0
    over: int = 0
    events: Counter[str] = field(default_factory=Counter)


def first_deal(table: GameSetup) -> Game:
    """Returns a game after the first deal: novices 1, 2 and so on, wish cards and blessings in their order."""
    game = seat_game(table)
    cards = [name for name in BLESSING_NAMES[1:] for _ in range(2)] if deals_blessings(game.state) else [None] * 8
    numbers = list(table.convent.cells)[: table.novices]
    novices = tuple(DealtNovice(number, key, cards[key - 1]) for key, number in enumerate(numbers, 1))  # type: ignore[arg-type]
    apply(game, Deal(novices, cards[table.novices], cards[table.novices + 1]))  # type: ignore[arg-type]
    return game


def perft(table: GameSetup, depth: int, progress: Callable[[], None] = lambda: None) -> list[Row]:
    """Returns a row for every depth up to ``depth``; chance counts like any figure, and figures asked at once answer in order."""
    rows = [Row(level) for level in range(depth + 1)]
    rows[0].nodes = 1
    _descend(table, first_deal(table).state, 1, rows, progress)
    return rows[1:]


def _descend(table: GameSetup, state: State, level: int, rows: list[Row], progress: Callable[[], None]) -> None:
    if level >= len(rows) or state.stage == Stage.OVER:
        return
    figure = next_figure(state)
    allowed = legal(table.board, state, figure)
    row = rows[level]
    for number in range(16):
        if allowed >> number & 1:
            child = copy_of(state)
            apply_number(table.board, child, figure, number)
            row.nodes += 1
            row.over += child.stage == Stage.OVER
            for what, _, first, _ in entries(child):
                if what == Event.OVER:
                    row.events[ENDING_NAMES[first]] += 1
                elif what not in UNCOUNTED:
                    row.events[Event(what).name.lower().replace("_", "-")] += 1
            _descend(table, child, level + 1, rows, progress)
            if level == 1:
                progress()
