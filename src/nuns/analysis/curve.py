"""The curve of a night: the chances after every part of a turn, from the truth and as each seat had to expect them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nuns.analysis.branches import expected_chances
from nuns.analysis.findings import Part, Point
from nuns.analysis.replayed_minds import NightPosition, NightStep
from nuns.analysis.values import Chances, Evaluator, Results, ValueFunction
from nuns.referee.seats import NOVICE_SEATS, Seat, guard_seats, knowledge_seat
from nuns.rules.words import Ask, NoiseStep, Stage, Status

BATCH = 8  # roll-outs of one improvement
# How far the value model may be from whole nights, as a standard deviation: from the truth, and in worlds that a seat imagines.
TRUTH_DOUBT, SEAT_DOUBT = 0.2, 0.2
LIKENESS = 0.8  # how far the model is wrong in the same way after the next part of a turn, as a correlation
LEAST = 0.005  # an estimate is never certain
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


class Readings:
    """The chances after every part of a turn, from the truth or from one seat: what the model says, corrected by whole nights.

    Where the model is wrong about a position it is wrong in much the same way about the next. So the nights that are played from one
    correct its neighbours too, and two values that follow each other do not differ by the luck of their nights alone.
    """

    def __init__(self, positions: Sequence[NightPosition], seat: int | None, model: ValueFunction) -> None:
        self.seat = seat  # None for the truth
        self.model = [model_chances(each, seat, model) for each in positions]
        self.results: list[list[Results]] = [[] for _ in positions]
        self._positions = positions
        self.open_places = [place for place, each in enumerate(positions) if each.truth.stage != Stage.OVER]
        self._fitted: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None = None

    @property
    def chances(self) -> np.ndarray[Any, Any]:
        """The chances by place: of the guards, and of the novices by figure."""
        return self._fit()[0]

    @property
    def errors(self) -> np.ndarray[Any, Any]:
        """The standard errors of the guards' chance by place; 0 where the result is known."""
        return self._fit()[1]

    def rollouts(self, place: int) -> int:
        """Returns how many nights were played from there."""
        return BATCH * len(self.results[place])

    def improve(self, place: int, evaluator: Evaluator) -> None:
        """Plays a few more nights from there."""
        first = self.rollouts(place)
        self.results[place].append(evaluator.results(self._positions[place], self.seat, BATCH, first=first))
        self._fitted = None

    def _fit(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Returns chances and errors by everything that was played (kriging of what the model is wrong by)."""
        if self._fitted is None:
            chances = np.array([[each.guards, *each.novices] for each in self.model])
            errors, places = np.zeros(len(chances)), np.array(self.open_places, int)
            if len(places):
                doubt = TRUTH_DOUBT if self.seat is None else SEAT_DOUBT
                prior = doubt**2 * LIKENESS ** np.abs(places[:, None] - places)
                prior += np.diag([self.model[place].error ** 2 for place in places])
                played = np.flatnonzero([bool(self.results[place]) for place in places])
                noise = [self._spread(place) / self.rollouts(place) for place in places[played]]
                shares = np.linalg.solve(prior[np.ix_(played, played)] + np.diag(noise), prior[played]).T
                nights = np.array([np.concatenate(self.results[place]).mean(axis=0) for place in places[played]])
                if len(played):
                    chances[places] = np.clip(chances[places] + shares @ (nights - chances[places[played]]), LEAST, 1 - LEAST)
                errors[places] = np.sqrt(np.diag(prior) - (shares * prior[:, played]).sum(axis=1))
            self._fitted = chances, errors
        return self._fitted

    def _spread(self, place: int) -> float:
        """Returns the variance of the result of one night, by the model; never small, since the model may be wrong."""
        guards = self.model[place].guards
        return max(SPREAD / 4, min(SPREAD, 2 * guards * (1 - guards)))


def model_chances(position: NightPosition, view: int | None, model: ValueFunction) -> Chances:
    """Returns what the model says from the truth, or in worlds that a seat imagines."""
    return expected_chances(position, model) if view is None else model.chances(position, view)


class Curve:
    """All values of a night's curve, which get more exact with every ``improve``."""

    def __init__(self, steps: Sequence[NightStep], model: ValueFunction) -> None:
        self.milestones = list(milestones(steps))
        last = steps[-1].after
        self._novices = [novice.figure for novice in last.truth.novices if novice.status != Status.ABSENT]
        self._seats = (*guard_seats(last.setup.guard_players), *(NOVICE_SEATS[figure] for figure in self._novices))
        views = [None, *sorted({knowledge_seat(seat) for seat in self._seats})]
        positions = [each.position for each in self.milestones]
        self.readings = {view: Readings(positions, view, model) for view in views}

    def improve(self, evaluator: Evaluator) -> None:
        """Plays a few nights where the curve is least certain; the truth counts double."""
        doubts = [
            (error * (2 if view is None else 1), -place, readings)
            for view, readings in self.readings.items()
            for place, error in enumerate(readings.errors)
        ]
        worst, place, readings = max(doubts, key=lambda doubt: doubt[:2])
        if worst > 0:
            readings.improve(-place, evaluator)

    def points(self) -> list[Point]:
        """Returns the curve as it is now."""
        return [self._point(place, each) for place, each in enumerate(self.milestones)]

    def _point(self, place: int, milestone: Milestone) -> Point:
        truth = self.readings[None]
        guards, *novices = map(float, truth.chances[place])
        by_seat = {seat.value: self.readings[knowledge_seat(Seat(seat))] for seat in self._seats}
        return Point(
            moment=milestone.position.moment,
            turn=milestone.turn,
            part=milestone.part,
            guards=round(guards, 4),
            error=round(float(truth.errors[place]), 4),
            novices={NOVICE_SEATS[figure].value: round(novices[figure], 4) for figure in self._novices},
            known={seat: round(float(readings.chances[place][0]), 4) for seat, readings in by_seat.items()},
            known_errors={seat: round(float(readings.errors[place]), 4) for seat, readings in by_seat.items()},
        )
