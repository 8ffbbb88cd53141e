"""What a figure is after, in words, for bots that say afterwards why they moved."""

from nuns.board.tables import Board
from nuns.bots.policies.greedy import chased_dot
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import NOWHERE


def wanted_by(novice: Novice) -> str:
    """Returns what a novice wants next: her key, then her wish, then her cell (1.2)."""
    if not novice.has_key:
        return f"her key on {novice.key_dot}"
    return f"her cell {novice.cell}" if novice.has_wish else f"her wish on {novice.wish_dot}"


def chased_by(board: Board, game: State, guard: Guard) -> str:
    """Returns what a greedy guard goes after (9.6)."""
    chased = chased_dot(board, game, guard) if guard.leave else NOWHERE
    return f"goes after what she noticed at {chased}" if chased != NOWHERE else "walks her path"
