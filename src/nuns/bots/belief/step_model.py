"""How one movement goes on: the weights of its steps and of its end (rules 5.1-5.3, 8.4, 8.6)."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.belief.motion_model import Flags, MotionModel, Numbers, StepMatrix, reach_of
from nuns.rules.caught import OBEYING
from nuns.rules.words import Gait


class Sign(Enum):
    """What a step of hers may leave."""

    SEEN = 1
    VANISHED = 2
    SHOWN = 3


@dataclass
class ObservedMovement:
    """What is known of one movement."""

    turn: int
    gait: int
    longer: bool
    chosen: bool  # her gait is her choice of this movement
    was_caught: bool  # when it began
    disobeys: bool  # 8.6 and was freed by it
    trace: list[tuple[Sign, int]] = field(default_factory=list)
    caught_on: int = 0
    is_home: bool = False

    @property
    def obeys(self) -> bool:
        return self.was_caught and not self.disobeys


@dataclass(frozen=True)
class SightMasks:
    """What guards see while the novices move."""

    seen: Flags  # by any guard, or the monk
    watched: Flags  # by one who counts in 8.5 and 8.6
    stands: Flags  # where one stands who would catch her


class StepModel(ABC):
    """How one movement goes on: the weights of its steps and of its end. Lanes that have none of their own go side by side."""

    def __init__(self, kernel: StepMatrix, least: int, most: int) -> None:
        self.kernel, self.least, self.most = kernel, least, most

    def step(self, mass: Numbers) -> Numbers:
        return self.kernel.step(mass)

    def arrive(self, mass: Numbers, dot: int) -> Numbers:
        return self.kernel.arrive(mass, dot)

    @abstractmethod
    def stops(self, steps: int, phases: int) -> Numbers | None:
        """How likely it ends after so many steps, before the last; None where it cannot."""

    def cut_short(self, mass: Numbers, steps: int, dot: int) -> Numbers:
        """5.5 Caught on this dot: what she had planned beyond is never known, and she had planned something."""
        return mass

    def ended(self, mass: Numbers) -> Numbers:
        """All lanes together."""
        return np.asarray(mass[:, 0] if mass.shape[1] == 1 else mass[:, 0] + mass[:, 1])


class ObeyingSteps(StepModel):
    """8.4 A walk home: no end before three dots but in her cell, and there she must."""

    def __init__(self, model: MotionModel, novice: int, movement: ObservedMovement) -> None:
        super().__init__(model.obeying(novice), OBEYING, reach_of(model.options, Gait.WALK, 1)[1] + movement.longer)
        self.cell = model.board.cell[novice - 1]

    def stops(self, steps: int, phases: int) -> Numbers | None:
        chances = np.zeros((DOTS, 1, 1, 1, 1))
        if steps >= self.least:
            chances[:] = 1 / (self.most - steps + 1)
        chances[self.cell] = 1
        return chances


class RunningSteps(StepModel):
    """5 On the run: one lane has a goal, the other wanders."""

    def __init__(self, model: MotionModel, novice: int, movement: ObservedMovement) -> None:
        least, most = reach_of(model.options, movement.gait, model.doubled(movement.turn))
        super().__init__(model.running(novice), least, most + movement.longer)
        self.model, self.novice = model, novice

    def stops(self, steps: int, phases: int) -> Numbers | None:
        return self.model.stops(self.novice, self.most - steps, phases) if steps >= self.least else None


class DisobeyingSteps(RunningSteps):
    """8.6 A walk that must leave the shortest way home: two more lanes have left it, and only there may it end."""

    def __init__(self, model: MotionModel, novice: int, movement: ObservedMovement) -> None:
        super().__init__(model, novice, movement)
        home, weights = model.homeward(novice), self.kernel.weights
        self.kept = StepMatrix(model.beside, [weights[:, :, lane] * home for lane in range(2)])
        self.left = StepMatrix(model.beside, [weights[:, :, lane] * (1 - home) for lane in range(2)])

    def step(self, mass: Numbers) -> Numbers:
        on, off = mass[:, :2], mass[:, 2:]
        return np.concatenate([self.kept.step(on), self.left.step(on) + self.kernel.step(off)], axis=1)

    def arrive(self, mass: Numbers, dot: int) -> Numbers:
        on, off = mass[:, :2], mass[:, 2:]
        return np.concatenate([self.kept.arrive(on, dot), self.left.arrive(on, dot) + self.kernel.arrive(off, dot)])

    def stops(self, steps: int, phases: int) -> Numbers | None:
        chances = super().stops(steps, phases)
        return None if chances is None else np.concatenate([chances, chances], axis=1)

    def cut_short(self, mass: Numbers, steps: int, dot: int) -> Numbers:
        """5.5 One caught while still on the way home had planned to leave it."""
        cut = np.zeros_like(mass)
        cut[dot, 2:] = mass[dot, 2:] + mass[dot, :2] * self._leaving(steps, dot, mass.shape[3])
        return cut

    def _leaving(self, steps: int, dot: int, phases: int) -> Numbers:
        """How likely the rest of a plan leaves the way home, by lane, layer, phase and card."""
        found = np.zeros((2, 1, phases, WISH_CARDS))
        for lane in range(2):
            mass = np.zeros((DOTS, 4, 1, phases, WISH_CARDS))
            mass[dot, lane] = 1
            for done in range(steps, self.most + 1):
                mass = self.step(mass) if done > steps else mass
                chances = self.stops(done, phases) if done < self.most else np.ones(1)
                if chances is not None:
                    found[lane] += (mass * chances)[:, 2:].sum(axis=(0, 1))
                    mass = mass * (1 - chances)
        return found

    def ended(self, mass: Numbers) -> Numbers:
        return super().ended(mass[:, 2:])
