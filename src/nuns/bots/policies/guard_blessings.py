"""How a guard who keeps a belief plays her blessing in a noise step (rules 10.2-10.4).

Written in the subset of Python that the kernel compiles. ``likely`` in the workspace must say where the novices are believed to be.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.policies.imagined_movement import worth_if_moving
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.copies import copied
from nuns.rules.blessings import first_die
from nuns.rules.noise import FACES, can_hear, is_in_earshot
from nuns.rules.state import State
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, GUARDS, NOWHERE, PASS, PLACE, PLAY, Blessing, NoiseStep, Status

ENOUGH = 0.25  # how many more novices must be heard, on average
EVERY_WAY = 0b1111  # the four places beside one guard, as bits
LEAVE = 0.3  # how much more a movement off her path must be worth, in captures


def guard_blessing(board: Board, known: State, figure: int, space: Workspace) -> int:
    """Returns the best answer, or PASS; a card is played if they hear more by it, or if it lets her leave her path for something."""
    allowed, card = legal(board, known, figure), known.blessings[figure]
    if card == Blessing.FALSE_NOISE:
        return false_noise(board, known, allowed, space)
    best, chosen = ENOUGH, PASS
    for action in range(PLAY, PLACE):
        if allowed >> action & 1:
            owner = first_die(known) + action - PLAY
            face = known.dice[owner] + 0
            now, then = heard_with(board, known, owner, face, space), 0.0
            if card == Blessing.NOISE_RANGE:
                then = heard_with(board, known, owner, face + 1, space)
            else:
                for other in range(1, FACES + 1):
                    then += heard_with(board, known, owner, other, space) / FACES
            if then - now > best:
                best, chosen = then - now, action
    return chosen


def heard_with(board: Board, known: State, owner: int, face: int, space: Workspace) -> float:
    """Returns how many novices are heard on average if that die shows so much (7.1, 7.3)."""
    die, heard = face + known.shifts[owner], 0.0
    for novice in known.novices:
        is_measured = known.noise_step == NoiseStep.LISTENING or novice.figure == owner
        if is_measured and novice.status == Status.ON_THE_RUN:
            for dot in range(1, DOTS):
                chance = space.answers.likely[novice.figure, dot]
                if chance > 0 and is_heard_there(board, known, owner, die, novice.gait, dot):
                    heard += chance
    return heard


def is_heard_there(board: Board, known: State, owner: int, die: int, gait: int, dot: int) -> bool:
    """Tells whether a novice with that gait is heard on that dot if the die shows so much (7.1, 7.3)."""
    for guard in known.guards:
        if known.noise_step == NoiseStep.LISTENING:
            listens = ABBESS + guard.number == owner
        else:
            listens = guard.dot != NOWHERE and can_hear(known, guard)
        if listens and is_in_earshot(known, known.noise_step, die, gait, board.distance[guard.dot][dot]):
            return True
    return False


def false_noise(board: Board, known: State, allowed: int, space: Workspace) -> int:
    """Returns where a false noise is worth most, or PASS; the guard beside whom it lies may leave her path (9.6, 10.4)."""
    best, beside = 0.0, -1
    for number in range(GUARDS):
        guard = known.guards[number]
        if allowed >> (PLACE + 4 * number) & EVERY_WAY and guard.chases and not guard.tokens:
            gain = worth_with(board, known, number, 1, space) - worth_with(board, known, number, 0, space)
            if beside < 0 or gain > best:
                best, beside = gain, number
    if beside < 0 or best < LEAVE:
        return PASS
    return PLACE + 4 * beside + way_to_most(board, known.guards[beside].dot + 0, space)


def way_to_most(board: Board, here: int, space: Workspace) -> int:
    """Returns the neighbour towards which the novices are likeliest."""
    best, chosen = -1.0, 0
    for way in range(board.degree[here]):
        towards = 0.0
        for dot in range(1, DOTS):
            if board.first_steps[here][dot] >> way & 1:
                towards += space.walks.believed[dot]
        if towards > best:
            best, chosen = towards, way
    return chosen


def worth_with(board: Board, known: State, guard: int, tokens: int, space: Workspace) -> float:
    """Returns the worth of her best movement if it began now, with so many tokens beside her."""
    space.imagined[0] = copied(known)
    hers = space.imagined[0].guards[guard]
    hers.tokens = tokens
    hers.tokens_at = hers.dot if tokens else NOWHERE
    return worth_if_moving(board, guard, space)
