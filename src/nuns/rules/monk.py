"""The monk (rules 11.2): a third guard, who catches nobody, keeps to his own paths and leaves the game when he has walked them."""

from nuns.board.tables import PATHS, Board
from nuns.rules.state import Guard
from nuns.rules.words import NOWHERE


def other_end(board: Board, path: int, dot: int) -> int:
    """Returns the other end of a path from one of its ends."""
    return board.path[path][0] + board.path[path][board.path_length[path] - 1] - dot


def note_visit(board: Board, guard: Guard) -> None:
    """Notes the end of a path that the monk has reached; the other guards need no such note (11.2)."""
    if not guard.chases:
        guard.visited |= board.end_bit[guard.dot]


def has_visited_all(board: Board, guard: Guard) -> bool:
    """Tells whether the monk has been to each of his three destinations (11.2)."""
    return guard.visited & board.monk_tour[0] == board.monk_tour[0]


def may_take_monk(board: Board, guard: Guard) -> int:
    """Returns the monk's own cards that lead to an end he has not visited, as bits; after the last, those that lead back (11.2)."""
    allowed = 0
    for path in range(1, PATHS + 1):
        if board.monks[path] and board.is_end[path][guard.dot]:
            end = other_end(board, path, guard.dot)
            goes_home = end == board.monk_start[0]
            if goes_home == has_visited_all(board, guard) and not guard.visited & board.end_bit[end]:
                allowed |= 1 << path
    return allowed


def has_finished(board: Board, guard: Guard) -> bool:
    """Tells whether the monk is back where he began and has visited everything (11.2)."""
    if guard.chases or guard.path != NOWHERE:
        return False
    return guard.dot == board.monk_start[0] and has_visited_all(board, guard)


def leave_game(guard: Guard) -> None:
    """Takes the monk off the board; he sees and hears nothing from now on (11.2)."""
    guard.dot = NOWHERE
    guard.sees = 0
    guard.hears = 0
