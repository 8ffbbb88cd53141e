"""What a guard's movement would be worth if it began now. Written in the subset of Python that the kernel compiles."""

from nuns.board.tables import Board
from nuns.bots.policies.patrol import plan_movement
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.copies import copied
from nuns.rules.turn import proceed
from nuns.rules.words import ABBESS, Ask, Stage


def worth_if_moving(board: Board, guard: int, space: Workspace) -> float:
    """Returns the worth of that guard's movement if it began in ``imagined[0]``, which is used up (4); ``best`` is where it ends."""
    imagined = space.imagined[0]
    imagined.stage = Stage.MOVEMENT
    imagined.ask = Ask.ORDER
    imagined.asked = 0
    imagined.guard = guard
    space.best = -1
    proceed(board, imagined)
    if imagined.asked >> (ABBESS + guard) & 1 == 0:
        return 0.0
    space.walks.stack[0] = copied(imagined)
    space.best = plan_movement(board, space.walks, guard)
    return space.walks.worths[space.best] if space.best >= 0 else 0.0
