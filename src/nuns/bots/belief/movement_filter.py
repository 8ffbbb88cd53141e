"""A novice's movement, for one who sees her gait card and the dots on which she was seen (rules 5, 6.6, 6.7, 8.4, 8.5).

A route leaves a trace of signs: *seen* on a dot, *vanished* towards a dot, *shown* on a dot, and *removed*, when a caught novice's token
leaves the board. The movement is followed one step at a time over every hidden state at once, and only what leaves just the trace that
was observed remains. Weights are kept by place: how much of the trace was left so far.
"""

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.shape import shallow_copy_of
from nuns.board.tables import DOTS
from nuns.bots.belief.guard_tracker import GuardTracker
from nuns.bots.belief.motion_model import MotionModel
from nuns.bots.belief.rule_tables import KEY, NO_KEY, PHASES, WISH, Numbers, Whole
from nuns.bots.belief.step_model import DisobeyingSteps, ObeyingSteps, ObservedMovement, RunningSteps, Sign, StepModel
from nuns.rules.caught import must_hide_first, must_obey
from nuns.rules.novices import is_shown_whole, may_take_wish
from nuns.rules.state import Novice
from nuns.rules.words import NOWHERE, Status

CARDS = np.arange(WISH_CARDS)
ANYONE = 1  # guards who see her, as bits: somebody does


class MovementFilter:
    """One movement from all the states in which it may begin: what is left of them after each step, by how much of the trace was left."""

    def __init__(self, steps: StepModel, guards: GuardTracker, novice: Novice, movement: ObservedMovement, *, whole: bool = False) -> None:
        self.steps, self.whole = steps, whole
        self.trace, self.caught_on = movement.trace, movement.caught_on
        self.may_be_caught = not movement.obeys
        self.seen = guards.masks().seen
        self.in_sight = np.flatnonzero(self.seen)
        self.capture_dots = guards.capture_dots(novice)

    def end(self, start: Numbers) -> tuple[Numbers, Numbers]:
        """Returns where she ends, having moved or been caught; and where, not having moved."""
        moved, still = np.zeros_like(start), np.zeros_like(start)
        at = self._begin(start)
        for steps in range(self.steps.most + 1):
            if steps:
                at = self._step(at)
            if self.may_be_caught and (steps or self.steps.most == 0):
                self._meet(at, steps, moved)
            ended = self._stop(at, steps)
            if ended is not None and not self.caught_on:
                to = moved if steps else still
                to += ended
        return self.steps.ended(moved), self.steps.ended(still)

    def _begin(self, start: Numbers) -> dict[int, Numbers]:
        """She is checked on the dot where she starts (6.6)."""
        at = {0: start.copy()}
        at[0][self.in_sight] = 0
        if self.trace:
            sign, dot = self.trace[0]
            if sign is Sign.SEEN and self.seen[dot]:
                add(at, 1, only(start, dot))
        return at

    def _step(self, at: dict[int, Numbers]) -> dict[int, Numbers]:
        """A step leaves the next sign of the trace, or none (6.6, 6.7, 8.4, 8.5)."""
        new: dict[int, Numbers] = {}
        for place, mass in at.items():
            sign, dot = self.trace[place] if place < len(self.trace) else (None, NOWHERE)
            if not self._must_leave_sign(place):
                unseen = self.steps.step(mass)
                unseen[self.in_sight] = 0
                new[place] = new[place] + unseen if place in new else unseen
                if sign is Sign.SEEN:
                    add(new, place + 1, self._arrived(mass, dot))
            elif sign is Sign.REMOVED:
                caught = np.zeros_like(mass)
                caught[:, : self.steps.caught_lanes] = mass[:, : self.steps.caught_lanes]
                unseen = self.steps.step(caught)
                unseen[self.in_sight] = 0
                add(new, place + 1, unseen)
            elif sign is Sign.VANISHED:
                on_the_run = mass.copy()
                on_the_run[:, : self.steps.caught_lanes] = 0
                add(new, place + 1, self._arrived(on_the_run, dot))
            elif sign is not None:
                add(new, place + 1, self._arrived(mass, dot))
        return new

    def _must_leave_sign(self, place: int) -> bool:
        """Tells whether her next step leaves a sign wherever it leads: from a dot where she is seen, or shown to the last (6.7, 8.4)."""
        return self.whole or (place > 0 and self.trace[place - 1][0] is Sign.SEEN)

    def _arrived(self, mass: Numbers, dot: int) -> Numbers:
        """What of it comes to one dot."""
        arrived = np.zeros_like(mass)
        arrived[dot] = self.steps.arrive(mass, dot)
        return arrived

    def _meet(self, at: dict[int, Numbers], steps: int, moved: Numbers) -> None:
        """On a guard's dot she is caught, if that is what happened; a guard sees her there, so it is in the trace (5.5)."""
        on_the_run = slice(self.steps.caught_lanes, None)
        if self.caught_on and len(self.trace) in at:
            met = np.zeros_like(moved)
            met[self.caught_on, on_the_run] = at[len(self.trace)][self.caught_on, on_the_run]
            moved += self.steps.cut_short(met, steps, self.caught_on)
        if self.trace:
            for mass in at.values():
                mass[self.capture_dots, on_the_run] = 0

    def _stop(self, at: dict[int, Numbers], steps: int) -> Numbers | None:
        """Some end here, having left the whole trace; the others go on (5.1)."""
        place = len(self.trace)
        if steps == self.steps.most:
            return at.get(place)
        chances = self.steps.stops(steps, next(iter(at.values())).shape[3]) if at else None
        if chances is None:
            return None
        ended = None
        for each in at:
            stopping = at[each] * chances
            ended = stopping if each == place else ended
            at[each] -= stopping
        return ended


def walked(model: MotionModel, guards: GuardTracker, novice: Novice, start: Numbers, movement: ObservedMovement) -> Numbers:
    """Returns the hidden states after a movement, given those before it and all that was seen of it; ``novice`` is as she was before."""
    phases = 1 + max(phase for phase in range(PHASES) if phase == 0 or start[:, :, phase].any())
    begin = start[:, None, :, :phases]
    moved, still = (obeyed if movement.obeys else ran)(model, guards, novice, begin, movement)
    ended = np.zeros(start.shape)
    ended[:, :, :phases] = moved
    if movement.caught_on:
        lose_wish(ended)
    else:
        if may_take_wish(guards.state, Status.CAUGHT if movement.obeys else Status.ON_THE_RUN):
            take(ended, model.tables.wish_dots, KEY, WISH)
        take(ended, model.tables.key_dots, NO_KEY, KEY)
    ended[:, :, :phases] += still
    return at_home(ended, novice.cell, is_home=movement.is_home)


def obeyed(model: MotionModel, guards: GuardTracker, novice: Novice, start: Numbers, movement: ObservedMovement) -> tuple[Numbers, Numbers]:
    """Returns where a walk home ends; it may be shown to its last dot if it began in sight (8.4)."""
    steps = ObeyingSteps(model, novice, movement)
    if not is_shown_whole(guards.state, novice, ANYONE):
        return MovementFilter(steps, guards, novice, movement).end(start)
    seen = guards.masks().seen[:, None, None, None, None]
    shown = MovementFilter(steps, guards, novice, movement, whole=True).end(np.where(seen, start, 0))
    hidden = MovementFilter(steps, guards, novice, movement).end(np.where(seen, 0, start))
    return shown[0] + hidden[0], shown[1] + hidden[1]


def ran(model: MotionModel, guards: GuardTracker, novice: Novice, start: Numbers, movement: ObservedMovement) -> tuple[Numbers, Numbers]:
    """Returns where a movement of one on the run ends: most have a goal, some wander (5)."""
    aiming: Numbers | float = 1 - model.motion.wander
    wandering = model.motion.wander
    if movement.chosen:
        aiming = aiming * model.gaits(novice, movement.limits)[movement.gait - 1][:, None, None, : start.shape[3]]
        wandering = model.wandering_gait()
    begin = np.concatenate([start * aiming, start * wandering], axis=1)
    if not movement.disobeys:
        return MovementFilter(RunningSteps(model, novice, movement), guards, novice, movement).end(begin)
    hiding = np.zeros(DOTS, dtype=bool)
    standing = shallow_copy_of(novice)
    for dot in np.flatnonzero(begin.any(axis=(1, 2, 3, 4))).tolist():
        standing.dot = dot
        hiding[dot] = must_hide_first(model.board, guards.state, standing)
        if must_obey(model.board, guards.state, standing):
            begin[dot] = 0
    steps = DisobeyingSteps(model, novice, movement, guards.masks().watched, hides=bool(hiding.any()))
    return MovementFilter(steps, guards, novice, movement).end(steps.begin(begin, hiding))


def take(mass: Numbers, dots: Whole, before: int, after: int) -> None:
    """She ends on the dot of her key, or of her wish (5.4)."""
    for layer in range(mass.shape[1]):
        hers = mass[:, layer]
        hers[dots, after, CARDS] += hers[dots, before, CARDS]
        hers[dots, before, CARDS] = 0


def lose_wish(mass: Numbers) -> None:
    """She is caught: with the wish she goes back to having the key (8.3)."""
    mass[:, :, KEY] += mass[:, :, WISH]
    mass[:, :, WISH] = 0


def at_home(mass: Numbers, cell: int, *, is_home: bool) -> Numbers:
    """In her cell with her wish she is home, which all are told; she is then on dot 0 (5.7)."""
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
    """Returns what of it is on one dot."""
    kept = np.zeros_like(mass)
    kept[dot] = mass[dot]
    return kept
