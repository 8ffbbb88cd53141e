"""The danger to a novice from the guards' next movement: chances in thousandths, from what is public and her own.

To foresee a guard's walk, the guard in the state is moved along and put back.
"""

from collections.abc import Sequence

from nuns.board.tables import PATHS, Board
from nuns.rules.caught import is_safe_on
from nuns.rules.guards import WALKS, fitting_paths, is_on_duty, most_run
from nuns.rules.noise import FACES, can_hear, faces_heard
from nuns.rules.novices import moves_again
from nuns.rules.sight import sees
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import NOWHERE, Card, NoiseStep

Weights = Sequence[int]
SURE = 1000
# How likely a guard on patrol is feared to take that many steps, in thousandths: three at least, mostly four, and often more (9.1).
PATROLS = (1000, 1000, 1000, 1000, 900, 700, 600)
# The places of the weights in their row (careful.py).
HASTE, HURRY, CAUGHT, GIVEN_AWAY, HEARD, LISTENED, SPOTTED, HUNTED, COMFORT, CARD, SPREAD = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
LOUD, QUIET = 11, 12


def signed(number: int) -> int:
    """Returns a small unsigned number of a record as one that may be subtracted and passed on."""
    return number + 0


def steps_apart(board: Board, here: int, there: int) -> int:
    """Returns how many steps apart two dots are."""
    return signed(board.distance[here][there])


def nearness(far: int, reach: int) -> int:
    """Returns how near a guard is, in thousandths: 1000 beside her, 0 where she cannot get in one movement."""
    return min(max(reach + 1 - far, 0) * SURE // reach, SURE)


def danger_at(board: Board, game: State, novice: Novice, gait: int, here: int, tokens: int, weights: Weights) -> int:
    """Returns how likely she is caught in the guards' next movement if hers ends here with so many vanished tokens, in thousandths."""
    if is_safe_on(game, novice, here):
        return 0
    safe = SURE
    for guard in game.guards:
        if guard.chases:
            safe = safe * (SURE - danger_from(board, game, guard, gait, here, tokens, weights)) // SURE
    return SURE - safe


def danger_from(board: Board, game: State, guard: Guard, gait: int, here: int, tokens: int, weights: Weights) -> int:
    """Returns the same for one guard: seen, she is chased; otherwise she may be met, come into sight, be heard, or be given away."""
    far, reach = steps_apart(board, guard.dot, here), most_run(game)
    soon = not moves_again(game)
    if sees(board, game, guard, here) and soon:
        return SURE if far <= reach else weights[SPOTTED]
    near = nearness(far, reach)
    alarm = 0
    if can_hear(game, guard):
        alarm = weights[HEARD] * faces_heard(game, NoiseStep.MAKING, gait, far) // FACES
    if tokens:
        alarm = max(alarm, weights[GIVEN_AWAY])
    alarm = alarm * near // SURE
    if guard.tokens:
        hunted = weights[HUNTED] * near // SURE
    elif far > 2 * reach or not soon:
        hunted = 0
    else:
        hunted = patrol_danger(board, game, guard, gait, here, weights)
    return SURE - (SURE - alarm) * (SURE - hunted) // SURE


def patrol_danger(board: Board, game: State, guard: Guard, gait: int, here: int, weights: Weights) -> int:
    """Returns the danger from a guard without a reason, who follows her path and at its end takes any card that fits (9.3)."""
    dot, outlook, path, heading = guard.dot, guard.outlook, guard.path, guard.heading
    steps = 0
    danger = -1
    if path != NOWHERE:
        danger = danger_along(board, game, guard, gait, here, 0, weights)
        steps = -1 - danger
    if danger < 0:
        corner, corner_outlook = guard.dot, guard.outlook
        cards = fitting_paths(board, game, guard, Card.REMAINING)
        count, total = 0, 0
        for card in range(1, PATHS + 1):
            if cards >> card & 1:
                guard.path = card
                guard.heading = 1 if board.place[card][corner] == 0 else -1
                count += 1
                total += max(danger_along(board, game, guard, gait, here, steps, weights), 0)
                guard.dot = corner
                guard.outlook = corner_outlook
        danger = total // count if count else 0
    guard.dot = dot
    guard.outlook = outlook
    guard.path = path
    guard.heading = heading
    return danger


def danger_along(board: Board, game: State, guard: Guard, gait: int, here: int, steps: int, weights: Weights) -> int:
    """Returns the danger along her path after so many steps, or -1 - steps where the path ends before her movement does."""
    reach = most_run(game)
    heard = 0
    while steps < reach:
        way = way_on(board, guard)
        if way < 0:
            return -1 - steps
        guard.outlook = board.turned[guard.dot][way]
        if sees(board, game, guard, here):
            return spotted_danger(steps_apart(board, guard.dot, here), reach - steps, PATROLS[steps + 1], weights)
        guard.dot = board.next[guard.dot][way]
        guard.outlook += 1
        steps += 1
        if sees(board, game, guard, here):
            return spotted_danger(steps_apart(board, guard.dot, here), reach - steps, PATROLS[steps], weights)
        if steps == WALKS:
            heard = weights[LISTENED] * faces_heard(game, NoiseStep.LISTENING, gait, steps_apart(board, guard.dot, here)) // FACES
    return heard


def spotted_danger(far: int, reach: int, likely: int, weights: Weights) -> int:
    """Returns the danger once she is seen: she is caught if the guard can still reach her, otherwise in the open (6.9)."""
    return (SURE if far <= reach else weights[SPOTTED]) * likely // SURE


def way_on(board: Board, guard: Guard) -> int:
    """Returns the next step of a guard on duty, or -1 at the end of her path (9.3, 9.7)."""
    for way in range(signed(board.degree[guard.dot])):
        if is_on_duty(board, guard, board.next[guard.dot][way]):
            return way
    return -1
