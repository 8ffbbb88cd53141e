"""Which faces of a die come to the same: those by which the same guards hear the same novices.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import Board
from nuns.rules.noise import FACES, is_heard_by
from nuns.rules.state import State
from nuns.rules.words import GUARDS

FACE_BITS = 3


def alike_faces(board: Board, game: State, owner: int) -> int:
    """Returns for each face of a die the lowest face with the same effect, ``FACE_BITS`` each, face 1 first."""
    alike = 0
    for face in range(1, FACES + 1):
        lowest = 1
        while heard_by_face(board, game, owner, lowest) != heard_by_face(board, game, owner, face):
            lowest += 1
        alike |= lowest << FACE_BITS * (face - 1)
    return alike


def heard_by_face(board: Board, game: State, owner: int, face: int) -> int:
    """Returns who would hear whom if a die showed that face, as bits; the state is left as it was."""
    rolled, heard = game.dice[owner] + 0, 0
    game.dice[owner] = face
    for novice in game.novices:
        for guard in game.guards:
            if is_heard_by(board, game, novice, guard, 0):
                heard |= 1 << (novice.figure * GUARDS + guard.number)
    game.dice[owner] = rolled
    return heard
