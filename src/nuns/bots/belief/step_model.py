"""How one movement goes on: the weights of its steps and of its end (rules 5.1-5.3, 8.4-8.6)."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.belief.motion_model import MotionModel, StepLimits, StepMatrix
from nuns.bots.belief.rule_tables import Flags, Numbers
from nuns.rules.caught import is_obeying_length
from nuns.rules.state import Novice

PAIR = 2  # lanes: one with a goal, one that wanders


class Sign(Enum):
    """What a step of hers may leave."""

    SEEN = 1
    VANISHED = 2
    SHOWN = 3
    REMOVED = 4


@dataclass
class ObservedMovement:
    """What is known of one movement."""

    gait: int
    least: int
    most: int
    limits: StepLimits
    chosen: bool  # her gait is her choice of this movement
    was_caught: bool  # when it began
    disobeys: bool  # 8.6 and was freed by it
    trace: list[tuple[Sign, int]] = field(default_factory=list)  # each sign and its dot; REMOVED tells no dot
    caught_on: int = 0
    is_home: bool = False

    @property
    def obeys(self) -> bool:
        return self.was_caught and not self.disobeys


class StepModel(ABC):
    """The weights of the steps and the end of one movement. Lanes, several kinds of mover, go side by side.

    In the first ``caught_lanes`` lanes she counts as caught: she passes guards and places no vanished token (8.4, 8.5).
    """

    caught_lanes = 0

    def __init__(self, matrix: StepMatrix, novice: Novice, movement: ObservedMovement) -> None:
        self.matrix, self.novice, self.least, self.most = matrix, novice, movement.least, movement.most

    def step(self, mass: Numbers) -> Numbers:
        return self.matrix.step(mass)

    def arrive(self, mass: Numbers, dot: int) -> Numbers:
        return self.matrix.arrive(mass, dot)

    @abstractmethod
    def stops(self, steps: int, phases: int) -> Numbers | None:
        """Returns how likely it ends after so many steps, before the last; None where it cannot."""

    def cut_short(self, mass: Numbers, steps: int, dot: int) -> Numbers:
        """Returns the weights of those caught on this dot: what they had planned beyond is never known (5.5)."""
        return mass

    def ended(self, mass: Numbers) -> Numbers:
        """Returns the lanes in which a movement may end, together."""
        return np.asarray(mass[:, -1] if mass.shape[1] == 1 else mass[:, -2] + mass[:, -1])


class ObeyingSteps(StepModel):
    """A walk home by a shortest way (8.4)."""

    caught_lanes = 1

    def __init__(self, model: MotionModel, novice: Novice, movement: ObservedMovement) -> None:
        super().__init__(model.obeying(novice), novice, movement)
        self.model = model

    def stops(self, steps: int, phases: int) -> Numbers | None:
        return self.model.obeying_stops(self.novice, steps, self.most - steps)[..., :phases, :]


class RunningSteps(StepModel):
    """A movement of one on the run: one lane has a goal, the other wanders (5)."""

    def __init__(self, model: MotionModel, novice: Novice, movement: ObservedMovement) -> None:
        super().__init__(model.running(novice), novice, movement)
        self.model = model

    def stops(self, steps: int, phases: int) -> Numbers | None:
        return self.model.stops(self.novice, self.most - steps, phases) if steps >= self.least else None


class DisobeyingSteps(RunningSteps):
    """A movement of one who was caught and does not obey (8.5, 8.6). Its lanes come in pairs, and it may end in the last pair only.

    With ``hides`` the first pair is bound home until no guard sees her. With a gait that could obey the next pair is still on a shortest
    way home and must leave it, for a walk that does not is obeying.
    """

    def __init__(self, model: MotionModel, novice: Novice, movement: ObservedMovement, watched: Flags, *, hides: bool) -> None:
        super().__init__(model, novice, movement)
        self.homewards, self.astray = model.leaving(novice)
        self.watched, self.hides = watched.astype(float), hides
        self.must_leave = is_obeying_length(novice, movement.gait, 0, novice.cell)
        self.pairs = 1 + self.hides + self.must_leave
        self.caught_lanes = PAIR if hides else 0

    def begin(self, start: Numbers, hiding: Flags) -> Numbers:
        """Returns the lanes at the start, given the pair of them, and the dots from which she must hide first."""
        lanes = np.zeros((DOTS, PAIR * self.pairs, *start.shape[2:]))
        if self.hides:
            lanes[hiding, :PAIR] = start[hiding]
        lanes[~hiding, self.caught_lanes : self.caught_lanes + PAIR] = start[~hiding]
        return lanes

    def step(self, mass: Numbers) -> Numbers:
        if self.pairs == 1:
            return super().step(mass)
        watched = self.watched[:, None, None, None, None]
        return np.concatenate(self._moved(mass, watched, lambda matrix, pair: matrix.step(pair)), axis=1)

    def arrive(self, mass: Numbers, dot: int) -> Numbers:
        return np.concatenate(self._moved(mass, self.watched[dot], lambda matrix, pair: matrix.arrive(pair, dot)))

    def _moved(self, mass: Numbers, watched: Numbers | np.float64, move: Callable[[StepMatrix, Numbers], Numbers]) -> list[Numbers]:
        """Each pair after one step."""
        pairs = [mass[:, lane : lane + PAIR] for lane in range(0, mass.shape[1], PAIR)]
        moved, hidden = [], None
        if self.hides:
            home = move(self.homewards, pairs[0])
            moved.append(home * watched)
            hidden = home * (1 - watched)
        if self.must_leave:
            moved.append(move(self.homewards, pairs[-2]))
            moved.append(move(self.astray, pairs[-2]) + move(self.matrix, pairs[-1]))
        else:
            moved.append(move(self.matrix, pairs[-1]))
        if hidden is not None:
            moved[1] = moved[1] + hidden
        return moved

    def stops(self, steps: int, phases: int) -> Numbers | None:
        chances = super().stops(steps, phases)
        return None if chances is None else np.concatenate([chances] * self.pairs, axis=1)

    def cut_short(self, mass: Numbers, steps: int, dot: int) -> Numbers:
        """Returns the weights of those caught; one who was still on the way home had planned to leave it (5.5)."""
        if not self.must_leave:
            return mass
        cut = np.zeros_like(mass)
        cut[dot, -PAIR:] = mass[dot, -PAIR:] + mass[dot, -2 * PAIR : -PAIR] * self._leaving(steps, dot, mass.shape[3])
        return cut

    def _leaving(self, steps: int, dot: int, phases: int) -> Numbers:
        """How likely the rest of a plan leaves the way home, by lane, layer, phase and card."""
        lanes = PAIR * self.pairs
        found = np.zeros((PAIR, 1, phases, WISH_CARDS))
        for lane in range(PAIR):
            mass = np.zeros((DOTS, lanes, 1, phases, WISH_CARDS))
            mass[dot, lanes - 2 * PAIR + lane] = 1
            for done in range(steps, self.most + 1):
                mass = self.step(mass) if done > steps else mass
                chances = self.stops(done, phases) if done < self.most else np.ones(1)
                if chances is not None:
                    found[lane] += (mass * chances)[:, -PAIR:].sum(axis=(0, 1))
                    mass = mass * (1 - chances)
        return found
