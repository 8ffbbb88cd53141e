"""The curve of a night: the chances after every part of a turn, from the truth and as each seat had to expect them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from nuns.analysis.branches import expected_chances
from nuns.analysis.evaluator import Chances, Evaluator, Results, RolloutEvaluator
from nuns.analysis.findings import Part, Point
from nuns.analysis.replayed_minds import NightPosition, NightStep
from nuns.referee.seats import NOVICE_SEATS, Seat, guard_seats, knowledge_seat
from nuns.rules.words import Ask, NoiseStep, Stage, Status

BATCH = 8  # roll-outs of one improvement
# How far the value model may be from whole nights, as a standard deviation: from the truth, and in worlds that a seat imagines.
TRUTH_DOUBT, SEAT_DOUBT = 0.15, 0.2
SPREAD = 0.25  # the most that the variance of one result can be


@dataclass(frozen=True)
class Milestone:
    """The end of one part of a turn."""

    position: NightPosition
    turn: int
    part: Part


def milestones(steps: Sequence[NightStep]) -> Iterator[Milestone]:
    """Yields the end of the deal, and of every part of every turn."""
    doing: tuple[int, int, str] | None = None
    for step in steps:
        now = what_is_done(step.after)
        if now is None or now == doing:
            continue
        turn = step.before.truth.turn if step.before is not None and doing is not None else 1
        yield Milestone(step.after, turn, ended_part(doing, now))
        doing = now


def what_is_done(position: NightPosition) -> tuple[int, int, str] | None:
    """Returns the turn, the movement, and what is being done; None while the set-up goes on."""
    state = position.truth
    if state.stage == Stage.OVER:
        return state.turn, state.phase, "end"
    if state.stage in (Stage.DEAL, Stage.FIRST_PATHS):
        return None
    if state.ask == Ask.PLAN:
        return state.turn, state.phase, "plans"
    if state.ask in (Ask.ROLL, Ask.BLESSING, Ask.DIRECTION):
        return state.turn, state.phase, "making" if state.noise_step == NoiseStep.MAKING else "listening"
    return state.turn, 1, "guards"


def ended_part(before: tuple[int, int, str] | None, now: tuple[int, int, str]) -> Part:
    """Returns the part of a turn that is over."""
    if now[2] == "end":
        return "end"
    if before is None:
        return "deal"
    parts: dict[str, Part] = {"plans": "novices", "making": "noise", "guards": "guards", "listening": "listening"}
    return parts[before[2]]


@dataclass(eq=False)
class Reading:
    """One value of the curve: what the model says, and the whole nights that were played from there."""

    position: NightPosition
    seat: int | None  # None for the truth
    model: Chances
    results: list[Results] = field(default_factory=list)

    @property
    def rollouts(self) -> int:
        """How many nights were played."""
        return BATCH * len(self.results)

    @property
    def _weights(self) -> tuple[float, float]:
        """The weights of the model and of the nights, by their errors."""
        doubt = (TRUTH_DOUBT if self.seat is None else SEAT_DOUBT) ** 2 + self.model.error**2
        spread = max(SPREAD / 4, min(SPREAD, 2 * self.model.guards * (1 - self.model.guards)))
        nights = self.rollouts / spread
        return 1 / doubt, nights

    @property
    def error(self) -> float:
        """The standard error of the guards' chance."""
        return 0.0 if self.is_over else float(sum(self._weights) ** -0.5)

    @property
    def is_over(self) -> bool:
        """Whether the result is known."""
        return self.position.truth.stage == Stage.OVER

    @property
    def chances(self) -> tuple[float, ...]:
        """The chances of the guards and of the novices by figure, by both together."""
        model = np.array([self.model.guards, *self.model.novices])
        if self.is_over or not self.results:
            return tuple(model.tolist())
        by_model, by_nights = self._weights
        found = (model * by_model + np.concatenate(self.results).mean(axis=0) * by_nights) / (by_model + by_nights)
        return tuple(found.tolist())

    def improve(self, evaluator: RolloutEvaluator) -> None:
        """Plays a few more nights."""
        self.results.append(evaluator.results(self.position, self.seat, BATCH, first=self.rollouts))


def model_chances(position: NightPosition, view: int | None, model: Evaluator) -> Chances:
    """Returns what the model says from the truth, or in worlds that a seat imagines."""
    return expected_chances(position, model) if view is None else model.chances(position, view)


class Curve:
    """All values of a night's curve, which get more exact with every ``improve``."""

    def __init__(self, steps: Sequence[NightStep], model: Evaluator) -> None:
        self.milestones = list(milestones(steps))
        last = steps[-1].after
        self._novices = [novice.figure for novice in last.truth.novices if novice.status != Status.ABSENT]
        self._seats = (*guard_seats(last.setup.guard_players), *(NOVICE_SEATS[figure] for figure in self._novices))
        views = [None, *sorted({knowledge_seat(seat) for seat in self._seats})]
        self.readings = [
            {view: Reading(each.position, view, model_chances(each.position, view, model)) for view in views} for each in self.milestones
        ]

    def improve(self, evaluator: RolloutEvaluator) -> None:
        """Plays a few nights where the curve is least certain; the truth counts double."""
        every = [reading for row in self.readings for reading in row.values() if not reading.is_over]
        if every:
            max(every, key=lambda reading: reading.error * (2 if reading.seat is None else 1)).improve(evaluator)

    def points(self) -> list[Point]:
        """Returns the curve as it is now."""
        return [self._point(each, row) for each, row in zip(self.milestones, self.readings, strict=True)]

    def _point(self, milestone: Milestone, row: dict[int | None, Reading]) -> Point:
        guards, *novices = row[None].chances
        by_seat = {seat.value: row[knowledge_seat(Seat(seat))] for seat in self._seats}
        return Point(
            moment=milestone.position.moment,
            turn=milestone.turn,
            part=milestone.part,
            guards=round(guards, 4),
            error=round(row[None].error, 4),
            novices={NOVICE_SEATS[figure].value: round(novices[figure], 4) for figure in self._novices},
            known={seat: round(reading.chances[0], 4) for seat, reading in by_seat.items()},
            known_errors={seat: round(reading.error, 4) for seat, reading in by_seat.items()},
        )
