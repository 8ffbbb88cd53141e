"""Puzzles that ask for a decision: moments at which one plan, or one movement of a guard, is clearly better than the others.

Each moment is looked at with a few roll-outs first, and those that promise something with more and more. The best choice is then chosen in
some worlds, and what is kept of a puzzle is measured in others, so that being found and being chosen flatter nobody.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import msgspec

from nuns.analysis.candidates import propose
from nuns.analysis.replayed_minds import NightPosition, NightStep, replay_night
from nuns.analysis.trials import BATCH, Trial
from nuns.analysis.values import WHOLE, Evaluator
from nuns.lab.mining.continuation import after_choice
from nuns.lab.mining.night import Budget, MinedNight
from nuns.lab.mining.rating import rate_choices
from nuns.lessons.check_puzzles import puzzle_faults
from nuns.lessons.puzzle import Grade, Puzzle, PuzzleChoice
from nuns.referee.actions import Plan
from nuns.referee.events import GuardStepped, GuardStopped, Noise, NoviceCaught, NoviceSeen, NoviceVanished
from nuns.referee.record import replay_record
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES, NOVICE_SEATS, Seat
from nuns.rules.words import ABBESS, NOVICES, Ask, Stage, Status

FIRST_TURN = 3
LOOKED_AT = 8  # moments of a night, for each side
PROPOSED = 10  # choices that are compared
NEAR = 8  # steps: a guard within so many makes a novice's decision one
LOOKS = ((2, 0.2), (6, 0.12))  # batches of worlds, and the least drop after one of the best that promises something
FIRST_SHARE, FIRST_DROP = 4, 0.06  # a quarter as many roll-outs choose the best, and the first quarter says whether the rest is worth while
BEST = 3  # so many choices at most may be the best or its equals
HOPELESS = 0.2  # a choice that gives away so much is not measured any further
CLEAR = 0.06  # the least gap
SURE = 1.96  # standard errors of a 95 % interval
DIGITS = 4
MomentsOf = Callable[[Sequence[NightStep]], Iterator["DecisionMoment"]]
MOVED = (NoviceSeen, NoviceVanished, Noise, NoviceCaught)  # what gives a guard something to decide


class DecisionMoment(NamedTuple):
    """A moment at which a figure decides, and the place of its step in the night."""

    position: NightPosition
    seat: Seat
    figure: int
    place: int


def plan_puzzles(night: MinedNight, budget: Budget) -> Iterator[Puzzle]:
    """Yields the puzzles of a night in which a novice plans."""
    yield from decision_puzzles(night, budget, plan_moments)


def movement_puzzles(night: MinedNight, budget: Budget) -> Iterator[Puzzle]:
    """Yields the puzzles of a night in which a guard moves."""
    yield from decision_puzzles(night, budget, movement_moments)


def decision_puzzles(night: MinedNight, budget: Budget, moments_of: MomentsOf) -> Iterator[Puzzle]:
    """Yields the puzzles among a few of the moments, drawn by the seed."""
    if night.record.setup.guard_players != 1 or night.record.beginning is not None:
        return
    steps = list(replay_night(replay_record(night.record)))
    found = list(moments_of(steps))
    Random(f"{budget.seed} {night.record.check}").shuffle(found)
    evaluator = Evaluator(night.record.setup, WHOLE, seed=budget.seed)
    for moment in found[:LOOKED_AT]:
        puzzle = mined_moment(night, steps, moment, evaluator, budget)
        if puzzle is not None:
            yield puzzle


def plan_moments(steps: Sequence[NightStep]) -> Iterator[DecisionMoment]:
    """Yields where a novice who is not alone with herself writes a plan: before the first plan of all."""
    asked = 0
    for place, step in enumerate(steps):
        if step.before is None or step.before.truth.ask != Ask.PLAN or step.before.truth.turn == asked:
            continue
        state, asked = step.before.truth, step.before.truth.turn
        for novice in state.novices:
            steps_away = [step.before.setup.board.distance[guard.dot][novice.dot] for guard in state.guards[:2]]
            if asked >= FIRST_TURN and novice.status == Status.ON_THE_RUN and min(steps_away) <= NEAR:
                yield DecisionMoment(step.before, NOVICE_SEATS[novice.figure], novice.figure, place)


def movement_moments(steps: Sequence[NightStep]) -> Iterator[DecisionMoment]:
    """Yields where a guard begins to move, in turns in which something of a novice was noticed."""
    begun, noticed = set[tuple[int, int]](), 0
    for place, step in enumerate(steps):
        state = step.before.truth if step.before is not None else None
        if step.before is not None and state is not None and state.ask in (Ask.PATH, Ask.STEP) and state.stage != Stage.FIRST_PATHS:
            key, guard = (state.turn, state.guard), state.guard
            if key not in begun and guard < len(GUARD_NAMES) - 1 and noticed == state.turn >= FIRST_TURN:
                yield DecisionMoment(step.before, Seat.GUARDS, ABBESS + guard, place)
            begun.add(key)
        for event in step.events:
            noticed = event.turn if isinstance(event, MOVED) else noticed


def mined_moment(
    night: MinedNight, steps: Sequence[NightStep], moment: DecisionMoment, evaluator: Evaluator, budget: Budget
) -> Puzzle | None:
    """Returns the puzzle of a moment, or None if no choice is clearly the best."""
    candidates = propose(moment.position, moment.figure, evaluator.space, PROPOSED, budget.seed)
    if len(candidates) < BEST:
        return None
    trial, alive = Trial(evaluator, moment.position, moment.seat, candidates, budget.seed), range(len(candidates))
    for batches, drop in LOOKS:
        trial.play(alive, batches)
        if largest_drop([trial.mean(place) for place in alive]) < drop:
            return None
    choices = measured(trial, LOOKS[-1][0], max(1, budget.rollouts // BATCH))
    if choices is None:
        return None
    return clear_puzzle(night, steps, moment, choices, budget)


def largest_drop(means: Sequence[float]) -> float:
    """Returns the largest difference between one of the best choices and the next."""
    order = sorted(means, reverse=True)
    return max(one - two for one, two in pairwise(order[: BEST + 1]))


def measured(trial: Trial, first: int, batches: int) -> list[PuzzleChoice] | None:
    """Returns all choices with their measured values, the best first, or None if the differences are small or another choice proves best.

    The best is chosen in worlds from batch ``first`` on, and the values are measured in later batches that had no part in the choice.
    """
    places = range(len(trial.candidates))
    measured_from = first + max(1, batches // FIRST_SHARE)
    best = trial.rank(places, measured_from, first)[0]
    if largest_drop([trial.mean(place, first) for place in places]) < FIRST_DROP:
        return None
    alive = list(places)
    for share in (FIRST_SHARE, 2, 1):
        trial.play(alive, measured_from + max(1, batches // share))
        means = [trial.mean(place, measured_from) for place in places]
        if largest_drop(means) < FIRST_DROP:
            return None
        alive = [place for place in alive if place == best or means[best] - means[place] < HOPELESS]
    others = [place for place in trial.rank(places, measured_from, measured_from) if place != best]
    choices = [valued(trial, best, place, measured_from) for place in (best, *others)]
    return None if any(choice.high < 0 for choice in choices) else choices


def valued(trial: Trial, best: int, place: int, first: int) -> PuzzleChoice:
    """Returns one choice with what it gives away against the best."""
    candidate, apart = trial.candidates[place], trial.difference(best, place, first)
    low, high = apart.mean - SURE * apart.error, apart.mean + SURE * apart.error
    grade: Grade = "best" if place == best else "worse" if low > 0 else "equal"
    figures = (0.0, 0.0, 0.0) if place == best else (apart.mean, low, high)
    loss, low, high = (round(max(-1.0, min(1.0, each)), DIGITS) for each in figures)
    return PuzzleChoice(
        actions=candidate.actions,
        route=candidate.route,
        gait=candidate.gait,
        grade=grade,
        chance=round(trial.mean(place, first), DIGITS),
        loss=loss,
        low=low,
        high=high,
    )


def clear_puzzle(
    night: MinedNight, steps: Sequence[NightStep], moment: DecisionMoment, choices: list[PuzzleChoice], budget: Budget
) -> Puzzle | None:
    """Returns the puzzle if its gap is clear, its solution and trap stand before the referee, and few choices are the best's equals."""
    worse = [choice for choice in choices if choice.grade == "worse"]
    if len(choices) - len(worse) > BEST or not worse:
        return None
    next_best = min(worse, key=lambda choice: choice.loss)
    if next_best.loss < CLEAR or any(choice.low <= 0 for choice in worse):
        return None
    played = played_end(steps, moment)
    trap = next((choice for choice in worse if end_of(choice) == played), next_best)
    state = moment.position.truth
    told = {"best", "equal"}
    told_choices = tuple(
        msgspec.structs.replace(choice, after=after_choice(night, moment.position.moment, choice.actions, budget.seed))
        if choice.grade in told or choice is trap
        else choice
        for choice in choices
    )
    puzzle = Puzzle(
        kind="plan" if moment.figure < NOVICES else "movement",
        side="novices" if moment.figure < NOVICES else "guards",
        seat=moment.seat,
        figure=FIGURE_NAMES[moment.figure],
        turn=state.turn,
        rating=rate_choices(told_choices, was_missed=any(end_of(choice) == played for choice in worse)),
        gap=next_best.loss,
        low=next_best.low,
        high=next_best.high,
        rollouts=budget.rollouts // BATCH * BATCH,
        choices=told_choices,
        trap=trap.actions,
        **night.common(moment.position.moment, budget),
    )
    return None if any(puzzle_faults([puzzle])) else puzzle


def end_of(choice: PuzzleChoice) -> tuple[str, int]:
    """Returns the card and the last dot of a choice."""
    return choice.gait, choice.route[-1]


def played_end(steps: Sequence[NightStep], moment: DecisionMoment) -> tuple[str, int]:
    """Returns the card and the last dot of what was played in the night."""
    name, dot = FIGURE_NAMES[moment.figure], 0
    for step in steps[moment.place :]:
        if moment.figure < NOVICES:
            if isinstance(step.action, Plan) and step.action.novice == moment.figure + 1:
                return step.action.gait, step.action.route[-1]
            continue
        for event in step.events:
            if isinstance(event, GuardStepped) and event.guard == name:
                dot = event.to
            if isinstance(event, GuardStopped) and event.guard == name:
                return "", dot
    return "", dot
