"""Reads the tape of a game for a seat: what the seat learns of each action, and nothing else (rules 3)."""

from nuns.board.tables import Board
from nuns.bots.filter.observation import ACTION_ENDED, DOT_TOLD, observe
from nuns.bots.filter.records import BeliefRecord, FilterScratch, MotionTables
from nuns.rules.knowledge import is_told, shares_dots
from nuns.rules.state import State
from nuns.rules.tape import FIRST, SECOND, WHO
from nuns.rules.words import NOVICES, Event

KIND, FIGURE, SMALL = (1 << WHO) - 1, (1 << FIRST - WHO) - 1, (1 << SECOND - FIRST) - 1


def read_tape(board: Board, model: MotionTables, belief: BeliefRecord, game: State, scratch: FilterScratch) -> int:
    """Tells a belief what its seat learns of the last action; returns the kinds of event that it was told, as bits."""
    kinds = 0
    for place in range(game.said):
        entry = game.tape[place] + 0
        what, who, first, second = entry & KIND, entry >> WHO & FIGURE, entry >> FIRST & SMALL, entry >> SECOND
        if is_told(belief.seat, what, who, first):
            if what == Event.MOVED:
                first = 0  # the dot where she starts
            elif what == Event.NOISE:
                second = second & ~1  # whether it is real
            elif what == Event.TURN_ENDED and shares_dots(game) and belief.seat < NOVICES:
                for novice in game.novices:
                    if novice.told_dot:
                        observe(board, model, belief, scratch, DOT_TOLD, novice.figure, novice.told_dot, 0)
            observe(board, model, belief, scratch, what, who, first, second)
            kinds |= 1 << what
    observe(board, model, belief, scratch, ACTION_ENDED, 0, 0, 0)
    return kinds
