"""Counts the game tree, in machine code only, where assigning a record copies it."""

from typing import Any

from nuns.board.tables import Board
from nuns.rules.bits import lowest_bit
from nuns.rules.state import State
from nuns.rules.tape import WHO
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import Stage


def count_node(stack: Any, level: int, nodes: Any, over: Any, events: Any) -> None:
    """Counts one sequence, whether it ended the game, and the events of its last action."""
    game = stack[level]
    nodes[level] += 1
    if game.stage == Stage.OVER:
        over[level] += 1
    for said in range(game.said):
        events[level, game.tape[said] & ((1 << WHO) - 1)] += 1


def count_tree_of(boards: Any, stack: Any, left: Any, nodes: Any, over: Any, events: Any) -> None:
    """Counts all sequences of small actions below ``stack[0]``; ``left`` has the actions that are still to be tried on each level, as bits.

    It is a loop because recursive machine code has crashed when loaded from Numba's cache.
    """
    level, last = 0, len(stack) - 1
    left[0] = to_try(boards[0], stack[0], 0, last)
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        number = lowest_bit(left[level])
        left[level] &= left[level] - 1
        stack[level + 1] = stack[level]
        apply(boards[0], stack[level + 1], next_figure(stack[level]), number)
        level += 1
        count_node(stack, level, nodes, over, events)
        left[level] = to_try(boards[0], stack[level], level, last)


def to_try(board: Board, game: State, level: int, last: int) -> int:
    """Returns what may be done next, as bits; nothing on the last level or when the game is over."""
    if level == last or game.stage == Stage.OVER:
        return 0
    return legal(board, game, next_figure(game))
