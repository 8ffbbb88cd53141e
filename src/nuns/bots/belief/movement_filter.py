"""A novice's movement, for one who sees her gait card and the dots on which she was seen (rules 5, 6.6, 6.7, 8.4).

A route leaves a trace: *seen* on a dot, *vanished* towards a dot, *shown* on a dot. The movement is followed one step at a time over
every hidden state at once, and only what leaves just the trace that was observed remains; ``at`` says how much of it was left so far.
"""

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.bots.belief.motion_model import GAITS, KEY, NO_KEY, PHASES, WISH, MotionModel, Numbers, Whole
from nuns.bots.belief.step_model import DisobeyingSteps, ObeyingSteps, ObservedMovement, RunningSteps, SightMasks, Sign, StepModel
from nuns.rules.choices import CaughtShown
from nuns.rules.words import NOWHERE, Gait

CARDS = np.arange(WISH_CARDS)


class MovementFilter:
    """One movement from all the states in which it may begin: what is left of them after each step, by how much of the trace was left."""

    def __init__(self, course: StepModel, sights: SightMasks, movement: ObservedMovement, *, whole: bool = False) -> None:
        self.course, self.sights = course, sights
        self.trace, self.caught_on, self.whole = movement.trace, movement.caught_on, whole
        self.on_the_run = not movement.obeys
        self.in_sight = np.flatnonzero(sights.seen)

    def end(self, start: Numbers) -> tuple[Numbers, Numbers]:
        """Where she ends, having moved or been caught; and where, not having moved."""
        moved, still = np.zeros_like(start), np.zeros_like(start)
        at = self._begin(start)
        for steps in range(self.course.most + 1):
            if steps:
                at = self._step(at)
            if self.on_the_run and (steps or self.course.most == 0):
                self._meet(at, steps, moved)
            ended = self._stop(at, steps)
            if ended is not None and not self.caught_on:
                to = moved if steps else still
                to += ended
        return self.course.ended(moved), self.course.ended(still)

    def _begin(self, start: Numbers) -> dict[int, Numbers]:
        """6.6 She is checked on the dot where she starts."""
        at = {0: start.copy()}
        at[0][self.in_sight] = 0
        if self.trace:
            sign, dot = self.trace[0]
            if sign is Sign.SEEN and self.sights.seen[dot]:
                add(at, 1, only(start, dot))
        return at

    def _step(self, at: dict[int, Numbers]) -> dict[int, Numbers]:
        """6.6, 6.7 A step leaves the next sign of the trace, or none."""
        new: dict[int, Numbers] = {}
        for place, mass in at.items():
            if not self._leaves_a_sign(place):
                unseen = self.course.step(mass)
                unseen[self.in_sight] = 0
                new[place] = new[place] + unseen if place in new else unseen
            if place < len(self.trace):
                dot = self.trace[place][1]
                arrived = np.zeros_like(mass)
                arrived[dot] = self.course.arrive(mass, dot)
                add(new, place + 1, arrived)
        return new

    def _leaves_a_sign(self, place: int) -> bool:
        """6.7, 8.4 Whether her next step leaves one wherever it leads: from a dot where she is seen, or shown to the last."""
        if self.whole:
            return True
        return self.on_the_run and place > 0 and self.trace[place - 1][0] is Sign.SEEN

    def _meet(self, at: dict[int, Numbers], steps: int, moved: Numbers) -> None:
        """5.5 On a guard's dot she is caught, if that is what happened; a guard sees her there, so it is in the trace."""
        if self.caught_on and len(self.trace) in at:
            moved += self.course.cut_short(only(at[len(self.trace)], self.caught_on), steps, self.caught_on)
        if self.trace:
            for mass in at.values():
                mass[self.sights.stands] = 0

    def _stop(self, at: dict[int, Numbers], steps: int) -> Numbers | None:
        """5.1 Some end here, having left the whole trace; the others go on."""
        place = len(self.trace)
        if steps == self.course.most:
            return at.get(place)
        chances = self.course.stops(steps, next(iter(at.values())).shape[3]) if at else None
        if chances is None:
            return None
        ended = None
        for each in at:
            stopping = at[each] * chances
            ended = stopping if each == place else ended
            at[each] -= stopping
        return ended


def walked(model: MotionModel, novice: int, start: Numbers, movement: ObservedMovement, sights: SightMasks) -> Numbers:
    """The hidden states after a movement, given those before it and all that was seen of it."""
    phases = 1 + max(phase for phase in range(PHASES) if phase == 0 or start[:, :, phase].any())
    begin = start[:, None, :, :phases]
    moved, still = (obeyed if movement.obeys else ran)(model, novice, begin, movement, sights)
    ended = np.zeros(start.shape)
    ended[:, :, :phases] = moved
    if movement.caught_on:
        lose_wish(ended)
    else:
        if not movement.obeys or model.options.caught_takes_wish:
            take(ended, model.wish_dots, KEY, WISH)
        take(ended, model.key_dots, NO_KEY, KEY)
    ended[:, :, :phases] += still
    return at_home(ended, model.board.cell[novice - 1], is_home=movement.is_home)


def obeyed(model: MotionModel, novice: int, start: Numbers, movement: ObservedMovement, sights: SightMasks) -> tuple[Numbers, Numbers]:
    """8.4 A walk home; in one edition shown to its last dot if it began in sight."""
    course = ObeyingSteps(model, novice, movement)
    if model.options.caught_shown != CaughtShown.WHOLE_MOVE:
        return MovementFilter(course, sights, movement).end(start)
    seen = sights.seen[:, None, None, None, None]
    shown = MovementFilter(course, sights, movement, whole=True).end(np.where(seen, start, 0))
    hidden = MovementFilter(course, sights, movement).end(np.where(seen, 0, start))
    return shown[0] + hidden[0], shown[1] + hidden[1]


def ran(model: MotionModel, novice: int, start: Numbers, movement: ObservedMovement, sights: SightMasks) -> tuple[Numbers, Numbers]:
    """5 A movement of one on the run: most have a goal, some wander."""
    aiming: Numbers | float = 1 - model.motion.wander
    wandering = model.motion.wander
    if movement.chosen:
        gaits = model.gaits(novice, model.doubled(movement.turn))[movement.gait - 1]
        aiming = aiming * gaits[:, None, None, : start.shape[3]]
        wandering /= len(GAITS)
    lanes = [start * aiming, start * wandering]
    is_walk_home_barred = movement.disobeys and movement.gait == Gait.WALK
    if is_walk_home_barred:
        lanes += [np.zeros_like(start)] * 2
    begin = np.concatenate(lanes, axis=1)
    if movement.disobeys and not model.options.disobey_in_sight:
        begin[sights.watched] = 0  # 8.5
    course = (DisobeyingSteps if is_walk_home_barred else RunningSteps)(model, novice, movement)
    return MovementFilter(course, sights, movement).end(begin)


def take(mass: Numbers, dots: Whole, before: int, after: int) -> None:
    """5.4 She ends on the dot of her key, or of her wish."""
    for layer in range(mass.shape[1]):
        hers = mass[:, layer]
        hers[dots, after, CARDS] += hers[dots, before, CARDS]
        hers[dots, before, CARDS] = 0


def lose_wish(mass: Numbers) -> None:
    """8.3."""
    mass[:, :, KEY] += mass[:, :, WISH]
    mass[:, :, WISH] = 0


def at_home(mass: Numbers, cell: int, *, is_home: bool) -> Numbers:
    """5.7 In her cell with her wish she is home, which all are told; on the board's plan she is then nowhere."""
    if is_home:
        gone = np.zeros_like(mass)
        gone[NOWHERE, :, WISH] = mass[cell, :, WISH]
        return gone
    mass[cell, :, WISH] = 0
    return mass


def add(to: dict[int, Numbers], place: int, mass: Numbers) -> None:
    if mass.any():
        to[place] = to[place] + mass if place in to else mass


def only(mass: Numbers, dot: int) -> Numbers:
    """What of it is on one dot."""
    kept = np.zeros_like(mass)
    kept[dot] = mass[dot]
    return kept
