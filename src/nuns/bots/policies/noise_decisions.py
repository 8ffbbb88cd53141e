"""A careful novice's decisions in a noise step: whether to play her blessing, and where to place a token (rules 7, 10)."""

from nuns.board.tables import Board
from nuns.bots.policies.danger import signed, steps_apart
from nuns.rules.blessings import first_die
from nuns.rules.chance import pick_action
from nuns.rules.noise import die_for, faces_heard, guard_of_slot, is_heard_by, is_measured, unmarked_slot
from nuns.rules.sight import sees
from nuns.rules.state import Novice, State
from nuns.rules.words import NOWHERE, PASS, PLACE, PLAY, Blessing, Status

CLOSE = 6  # a guard at most so many dots away is worth a false noise
SMALL_CHANCE = 3  # a die is rolled again if at most so many of its faces are heard


def is_heard_with(board: Board, game: State, novice: Novice, owner: int, shift: int) -> bool:
    """Tells whether any guard hears her by the die of that owner."""
    for guard in game.guards:
        if die_for(game, novice, guard) == owner and is_heard_by(board, game, novice, guard, shift):
            return True
    return False


def careful_blessing(board: Board, game: State, novice: Novice, allowed: int) -> int:
    """Returns an answer that plays her card if it keeps her from being heard or misleads a guard who is close, else PASS (10.2-10.4)."""
    card = game.blessings[novice.figure]
    if novice.status != Status.ON_THE_RUN:
        return PASS
    if card == Blessing.FALSE_NOISE:
        return misleading_place(board, game, novice, allowed)
    for action in range(PLAY, PLACE):
        if allowed >> action & 1:
            owner = first_die(game) + action - PLAY
            if is_heard_with(board, game, novice, owner, 0):
                if card == Blessing.NOISE_RANGE and not is_heard_with(board, game, novice, owner, -1):
                    return action
                if card == Blessing.ROLL_AGAIN and faces_against(board, game, novice, owner) <= SMALL_CHANCE:
                    return action
    return PASS


def faces_against(board: Board, game: State, novice: Novice, owner: int) -> int:
    """Returns how many faces of that die, rolled again, would be heard."""
    worst = 0
    for guard in game.guards:
        if die_for(game, novice, guard) == owner and is_measured(game, novice, guard):
            worst = max(worst, faces_heard(game, game.noise_step, novice.gait, steps_apart(board, guard.dot, novice.dot)))
    return worst


def misleading_place(board: Board, game: State, novice: Novice, allowed: int) -> int:
    """Returns a place beside a close guard who neither sees nor hears her, towards the way that leads farthest from her, or PASS (10.4)."""
    best, chosen = 0, PASS
    for guard in game.guards:
        if guard.chases and guard.dot != NOWHERE:
            far = steps_apart(board, guard.dot, novice.dot)
            if far <= CLOSE and not sees(board, game, guard, novice.dot) and not is_heard_by(board, game, novice, guard, 0):
                for way in range(signed(board.degree[guard.dot])):
                    away = steps_apart(board, board.next[guard.dot][way], novice.dot) - far
                    action = PLACE + 4 * guard.number + way
                    if allowed >> action & 1 and away * 16 + CLOSE - far > best and away > 0:
                        best, chosen = away * 16 + CLOSE - far, action
    return chosen


def careful_mark(board: Board, game: State, novice: Novice, allowed: int) -> int:
    """Returns which of the equally near dots she marks, if possible one from which the guard would not see her (7.4)."""
    guard = game.guards[guard_of_slot(novice, unmarked_slot(novice))]
    hidden = 0
    outlook, dot = guard.outlook, guard.dot
    for way in range(signed(board.degree[dot])):
        guard.outlook = board.turned[dot][way] + 1
        guard.dot = board.next[dot][way]
        if allowed >> (1 << way) & 1 and not sees(board, game, guard, novice.dot):
            hidden |= 1 << (1 << way)
    guard.outlook = outlook
    guard.dot = dot
    return pick_action(game, hidden if hidden else allowed)
