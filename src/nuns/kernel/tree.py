"""The game tree, counted: only for machine code, where assigning a record copies it."""

from typing import Any

from nuns.rules.tape import WHO
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import Stage


def count_tree(boards: Any, stack: Any, level: int, nodes: Any, over: Any, events: Any) -> None:
    """All sequences of small actions below ``stack[level]``; the last row of the stack is the last level."""
    if level + 1 < len(stack) and stack[level].stage != Stage.OVER:
        figure = next_figure(stack[level])
        allowed = legal(boards[0], stack[level], figure)
        for number in range(16):
            if allowed >> number & 1:
                stack[level + 1] = stack[level]
                apply(boards[0], stack[level + 1], figure, number)
                count_node(stack, level + 1, nodes, over, events)
                count_tree(boards, stack, level + 1, nodes, over, events)


def count_node(stack: Any, level: int, nodes: Any, over: Any, events: Any) -> None:
    """One sequence, whether it ended the night, and what its last action said."""
    game = stack[level]
    nodes[level] += 1
    if game.stage == Stage.OVER:
        over[level] += 1
    for said in range(game.said):
        events[level, game.tape[said] & ((1 << WHO) - 1)] += 1


def count_tree_of(boards: Any, stack: Any, nodes: Any, over: Any, events: Any) -> None:
    """The whole tree below ``stack[0]``."""
    count_tree(boards, stack, 0, nodes, over, events)
