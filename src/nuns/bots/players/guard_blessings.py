"""How a guard who keeps a belief plays her blessing in a noise step (rules 10.2-10.4)."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from nuns.board.shape import copy_of
from nuns.board.tables import DOTS, Board
from nuns.rules.blessings import first_die
from nuns.rules.noise import FACES, can_hear, is_in_earshot
from nuns.rules.state import State
from nuns.rules.turn import legal, proceed
from nuns.rules.words import ABBESS, NOWHERE, PASS, PLACE, PLAY, Ask, Blessing, NoiseStep, Stage

ENOUGH = 0.25  # how many more novices must be heard, on average
EVERY_WAY = 0b1111  # the four places beside one guard, as bits
LEAVE = 0.3  # how much more a movement off her path must be worth, in captures
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Dots = Mapping[int, Numbers]  # by novice on the run: how likely she is on each dot
Worth = Callable[[State, int], float]  # the worth of a guard's best movement, in captures


def guard_blessing(board: Board, known: State, figure: int, dots: Dots, worth: Worth) -> int:
    """Returns the best answer, or PASS; a card is played if they hear more by it, or if it lets her leave her path for something."""
    allowed, card = legal(board, known, figure), known.blessings[figure]
    if card == Blessing.FALSE_NOISE:
        return false_noise(board, known, allowed, dots, worth)
    best, chosen = ENOUGH, PASS
    for action in range(PLAY, PLACE):
        if allowed >> action & 1:
            owner = first_die(known) + action - PLAY
            face, now = known.dice[owner], heard_with(board, known, owner, known.dice[owner], dots)
            if card == Blessing.NOISE_RANGE:
                gain = heard_with(board, known, owner, face + 1, dots) - now
            else:
                gain = sum(heard_with(board, known, owner, other, dots) for other in range(1, FACES + 1)) / FACES - now
            if gain > best:
                best, chosen = gain, action
    return chosen


def heard_with(board: Board, known: State, owner: int, face: int, dots: Dots) -> float:
    """Returns how many novices are heard on average if that die shows so much (7.1, 7.3)."""
    die = face + known.shifts[owner]
    if known.noise_step == NoiseStep.LISTENING:
        measured, ears = list(dots), [known.guards[owner - ABBESS]]
    else:
        measured = [owner + 1] if owner + 1 in dots else []
        ears = [guard for guard in known.guards if guard.dot != NOWHERE and can_hear(known, guard)]
    heard = 0.0
    for novice in measured:
        gait = known.novices[novice - 1].gait
        in_earshot = [is_in_earshot(known, known.noise_step, die, gait, steps) for steps in range(DOTS)]
        away = np.array([board.distance[guard.dot] for guard in ears], dtype=np.intp).reshape(len(ears), DOTS)
        heard += float(dots[novice][np.array(in_earshot)[away].any(axis=0)].sum())
    return heard


def false_noise(board: Board, known: State, allowed: int, dots: Dots, worth: Worth) -> int:
    """Returns where a false noise is worth most, or PASS; the guard beside whom it lies may leave her path (9.6, 10.4)."""
    gains = {
        guard.number: worth_with(board, known, guard.number, 1, worth) - worth_with(board, known, guard.number, 0, worth)
        for guard in known.guards
        if allowed >> (PLACE + 4 * guard.number) & EVERY_WAY and guard.chases and not guard.tokens
    }
    beside = max(gains, key=lambda number: gains[number], default=None)
    if beside is None or gains[beside] < LEAVE:
        return PASS
    return PLACE + 4 * beside + way_to_most(board, known.guards[beside].dot, dots)


def way_to_most(board: Board, here: int, dots: Dots) -> int:
    """Returns the neighbour towards which the novices are likeliest."""
    total = np.sum(list(dots.values()), axis=0)
    ways = range(board.degree[here])
    towards = [sum(total[dot] for dot in range(1, len(total)) if board.first_steps[here][dot] >> way & 1) for way in ways]
    return int(np.argmax(towards))


def worth_with(board: Board, known: State, guard: int, tokens: int, worth: Worth) -> float:
    """Returns the worth of her best movement if it began now, with so many tokens beside her."""
    imagined = copy_of(known)
    imagined.guards[guard].tokens = tokens
    imagined.guards[guard].tokens_at = imagined.guards[guard].dot if tokens else NOWHERE
    return worth_if_moving(board, imagined, guard, worth)


def worth_if_moving(board: Board, imagined: State, guard: int, worth: Worth) -> float:
    """Returns the worth of that guard's movement if it began in this state, which is used up (4)."""
    imagined.stage, imagined.ask, imagined.asked, imagined.guard = Stage.MOVEMENT, Ask.ORDER, 0, guard
    proceed(board, imagined)
    return worth(imagined, guard) if imagined.asked >> (ABBESS + guard) & 1 else 0.0
