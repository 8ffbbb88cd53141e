"""What a guard who keeps a belief does with her blessing while dice lie on the table (rules 10.2-10.4)."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from nuns.board.shape import copy_of
from nuns.board.tables import DOTS
from nuns.referee.table import Table
from nuns.rules.blessings import first_die
from nuns.rules.noise import FACES, can_hear, is_in_earshot
from nuns.rules.state import State
from nuns.rules.turn import legal, proceed
from nuns.rules.words import ABBESS, NOWHERE, PASS, PLACE, PLAY, Ask, Blessing, NoiseStep, Stage

ENOUGH = 0.25  # so many more novices must be heard, on average
LEAVE = 0.3  # so much more must a movement off her path be worth, in captures
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Dots = Mapping[int, Numbers]  # by novice on the run: how likely she is on each dot
Worth = Callable[[State, int], float]  # of a guard's best movement


def guard_blessing(table: Table, position: State, figure: int, dots: Dots, worth: Worth) -> int:
    """The answer worth most, or PASS: a card is played where it lets them hear more, or lets her leave her path for something."""
    allowed, card = legal(table.board, position, figure), position.blessings[figure]
    if card == Blessing.FALSE_NOISE:
        return false_noise(table, position, figure - ABBESS, allowed, dots, worth)
    best, chosen = ENOUGH, PASS
    for action in range(PLAY, PLACE):
        if allowed >> action & 1:
            owner = first_die(position) + action - PLAY
            face, now = position.dice[owner], heard_with(table, position, owner, position.dice[owner], dots)
            if card == Blessing.NOISE_RANGE:
                gain = heard_with(table, position, owner, face + 1, dots) - now
            else:
                gain = sum(heard_with(table, position, owner, other, dots) for other in range(1, FACES + 1)) / FACES - now
            if gain > best:
                best, chosen = gain, action
    return chosen


def heard_with(table: Table, position: State, owner: int, face: int, dots: Dots) -> float:
    """7.1, 7.3 How many novices are heard, on average, if that die shows so much."""
    die = face + position.shifts[owner]
    if position.noise_step == NoiseStep.LISTENING:
        measured, ears = list(dots), [position.guards[owner - ABBESS]]
    else:
        measured = [owner + 1] if owner + 1 in dots else []
        ears = [guard for guard in position.guards if guard.dot != NOWHERE and can_hear(position, guard)]
    heard = 0.0
    for novice in measured:
        gait = position.novices[novice - 1].gait
        in_earshot = [is_in_earshot(position, position.noise_step, die, gait, steps) for steps in range(DOTS)]
        away = np.array([table.board.distance[guard.dot] for guard in ears], dtype=np.intp).reshape(len(ears), DOTS)
        heard += float(dots[novice][np.array(in_earshot)[away].any(axis=0)].sum())
    return heard


def false_noise(table: Table, position: State, guard: int, allowed: int, dots: Dots, worth: Worth) -> int:
    """9.6, 10.4 Her own noise gives her leave to quit her path; it lies on the way to where the novices are likeliest."""
    board, here = table.board, position.guards[guard].dot
    ways = [way for way in range(board.degree[here]) if allowed >> (PLACE + 4 * guard + way) & 1]
    if (
        not ways
        or position.guards[guard].tokens
        or worth_with(table, position, guard, 1, worth) < LEAVE + worth_with(table, position, guard, 0, worth)
    ):
        return PASS
    total = np.sum(list(dots.values()), axis=0)
    towards = [sum(total[dot] for dot in range(1, len(total)) if board.first_steps[here][dot] >> way & 1) for way in ways]
    return PLACE + 4 * guard + ways[int(np.argmax(towards))]


def worth_with(table: Table, position: State, guard: int, tokens: int, worth: Worth) -> float:
    """What her best movement is worth if it begins now, with so many tokens beside her."""
    imagined = copy_of(position)
    imagined.guards[guard].tokens = tokens
    imagined.guards[guard].tokens_at = imagined.guards[guard].dot if tokens else NOWHERE
    return worth_if_moving(table, imagined, guard, worth)


def worth_if_moving(table: Table, imagined: State, guard: int, worth: Worth) -> float:
    """4 A position, which is used up, in which that guard's movement begins."""
    imagined.stage, imagined.ask, imagined.asked, imagined.guard = Stage.MOVEMENT, Ask.ORDER, 0, guard
    proceed(table.board, imagined)
    return worth(imagined, guard) if imagined.asked >> (ABBESS + guard) & 1 else 0.0
