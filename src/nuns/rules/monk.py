"""The monk (rules 11.2): a third guard who catches nobody, keeps to his own paths, and goes home."""

from nuns.board.tables import PATHS, Board
from nuns.rules.state import Guard
from nuns.rules.words import NOWHERE


def other_end(board: Board, path: int, dot: int) -> int:
    return board.path[path][0] + board.path[path][board.path_length[path] - 1] - dot


def note_visit(board: Board, guard: Guard) -> None:
    """11.2 An end he has been to; guards need not remember theirs."""
    if not guard.chases:
        guard.visited |= board.end_bit[guard.dot]


def has_visited_all(board: Board, guard: Guard) -> bool:
    return guard.visited & board.monk_tour[0] == board.monk_tour[0]


def may_take_monk(board: Board, guard: Guard) -> int:
    """11.2 Of his own cards, those that lead to an end not yet visited; at last the way back to where he began."""
    allowed = 0
    for path in range(1, PATHS + 1):
        if board.monks[path] and board.is_end[path][guard.dot]:
            end = other_end(board, path, guard.dot)
            goes_home = end == board.monk_start[0]
            if goes_home == has_visited_all(board, guard) and not guard.visited & board.end_bit[end]:
                allowed |= 1 << path
    return allowed


def has_finished(board: Board, guard: Guard) -> bool:
    """11.2 Back where he began, with everything visited; he stops there."""
    if guard.chases or guard.path != NOWHERE:
        return False
    return guard.dot == board.monk_start[0] and has_visited_all(board, guard)


def leave_game(guard: Guard) -> None:
    """11.2."""
    guard.dot = NOWHERE
    guard.sees = 0
    guard.hears = 0
