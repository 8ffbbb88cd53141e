"""The story of a night as codes with values: what happened to whom, how close it was, and how sure the guards were."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from nuns.analysis.findings import Account, Certainty, Ledger, Point, StoryLine
from nuns.analysis.replayed_minds import NightPosition, NightStep
from nuns.bots.filter.machine_code import QUERIES
from nuns.bots.filter.queries import weigh_model, work_out_deals
from nuns.bots.filter.records import FilterAnswers
from nuns.bots.policies.nights import GUARDS_MIND
from nuns.kernel.entries import new_record
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee.seats import GUARD_NAMES, NOVICE_SEATS
from nuns.rules.state import Guard, Novice
from nuns.rules.words import Ending, NoiseStep, Stage, Status

NEAR = 4  # steps: a guard who ends her movement so near to a novice shadows her
LONG = 3  # turns in a row that are worth telling
IN_SIGHT = 0.999  # more than this is seen, and no guess
SURE, UNSURE = 0.5, 0.15  # how sure the guards must be, or never be, of a novice's dot to be told of
WORTH_TELLING = 0.08  # luck, as a share of a win


class GuardStop(NamedTuple):
    """Where a guard ended her movement, and who was near."""

    turn: int
    guard: str
    novice: str
    steps: int
    moment: int


def story_of(steps: Sequence[NightStep], points: Sequence[Point], certainty: Sequence[Certainty], luck: Ledger) -> list[StoryLine]:
    """Returns the lines of a night; ``points`` is its curve."""
    found = [*ending_line(steps[-1].after), *lead_line(points), *shadow_lines(guard_stops(steps))]
    return [*found, *certainty_lines(certainty), *luck_lines(luck.accounts)]


def ending_line(last: NightPosition) -> Iterable[StoryLine]:
    """Yields how the night ended."""
    state = last.truth
    if state.ending == Ending.HOME:
        for novice in state.novices:
            if state.winners >> novice.figure & 1:
                yield StoryLine("ended-home", {"turn": state.turn, "novice": NOVICE_SEATS[novice.figure].value}, last.moment)
    elif state.ending == Ending.CAPTURES:
        yield StoryLine("ended-captures", {"turn": state.turn, "captures": state.captures}, last.moment)
    elif state.ending == Ending.DAWN:
        yield StoryLine("ended-dawn", {"turn": state.turn}, last.moment)


def lead_line(points: Sequence[Point]) -> Iterable[StoryLine]:
    """Yields how often the lead changed, or since when the winners had it; a lead within its error is nobody's."""
    clear = [point for point in points if abs(point.guards - 0.5) > point.error]
    changes = [after for before, after in pairwise(clear) if (before.guards > 0.5) != (after.guards > 0.5)]
    if len(changes) > 1:
        yield StoryLine("lead-changed", {"times": len(changes)})
    elif clear:
        yield StoryLine("lead-kept", {"turn": (changes or clear)[0].turn})


def guard_stops(steps: Sequence[NightStep]) -> Iterable[GuardStop]:
    """Yields, for every turn, where the guards ended their movements and how far each novice was."""
    for step in steps:
        before, after = step.before, step.after
        if before is None or before.truth.stage == Stage.FIRST_PATHS:
            continue
        for guard, now in zip(before.truth.guards, after.truth.guards, strict=True):
            if now.chases and has_stopped(before, after, guard, now):
                for novice in after.truth.novices:
                    if novice.status in (Status.ON_THE_RUN, Status.CAUGHT):
                        yield stop_near(before, after, now, novice)


def has_stopped(before: NightPosition, after: NightPosition, guard: Guard, now: Guard) -> bool:
    """Tells whether a guard's movement ended between two positions."""
    was_moving = before.truth.stage == Stage.STEPS and before.truth.guard == guard.number and before.truth.noise_step == NoiseStep.MAKING
    return was_moving and (now.moved > guard.moved or after.truth.guard != guard.number or after.truth.noise_step != NoiseStep.MAKING)


def stop_near(before: NightPosition, after: NightPosition, guard: Guard, novice: Novice) -> GuardStop:
    """Returns how far a guard stopped from a novice."""
    steps = after.setup.board.distance[guard.dot][novice.dot]
    return GuardStop(before.truth.turn, GUARD_NAMES[guard.number], NOVICE_SEATS[novice.figure].value, steps, after.moment)


def shadow_lines(stops: Iterable[GuardStop]) -> Iterable[StoryLine]:
    """Yields for each guard the novice near whom she stayed for the most turns in a row."""
    ordered = sorted(stops, key=lambda stop: (stop.guard, stop.novice, stop.turn))
    longest: dict[str, tuple[int, GuardStop]] = {}
    for (guard, _), group in groupby(ordered, key=lambda stop: (stop.guard, stop.novice)):
        row: list[GuardStop] = []
        for stop in group:
            row = [*row, stop] if stop.steps <= NEAR and (not row or row[-1].turn + 1 == stop.turn) else [stop] * (stop.steps <= NEAR)
            if len(row) > longest.get(guard, (0, stop))[0]:
                longest[guard] = len(row), row[0]
    for guard, (turns, first) in sorted(longest.items()):
        if turns >= LONG:
            yield StoryLine("shadowed", {"guard": guard, "novice": first.novice, "turns": turns, "turn": first.turn}, first.moment)


def certainty_of(steps: Sequence[NightStep]) -> list[Certainty]:
    """Returns how sure the guards were of each novice at the end of each turn: what they gave to the dot where she was."""
    found: dict[int, tuple[list[int], list[float]]] = {}
    answers = new_record(FilterAnswers)
    for step in steps:
        if step.before is not None and (step.after.truth.turn > step.before.truth.turn or step.after.truth.stage == Stage.OVER):
            for figure, sure in sure_of(step.before, answers).items():
                turns, values = found.setdefault(figure, ([], []))
                turns.append(step.before.truth.turn)
                values.append(round(sure, 4))
    return [Certainty(NOVICE_SEATS[figure].value, *rows) for figure, rows in sorted(found.items())]


def sure_of(position: NightPosition, answers: Record) -> dict[int, float]:
    """Returns by novice on the board the probability that the guards give to her dot."""
    belief = position.mind(GUARDS_MIND)["belief"]
    entry_of(QUERIES, work_out_deals)(belief, answers)
    found = {}
    for novice in position.truth.novices:
        if novice.status in (Status.ON_THE_RUN, Status.CAUGHT):
            entry_of(QUERIES, weigh_model)(belief, answers, novice.figure)
            found[novice.figure] = 1.0 if novice.shown else float(answers["likely"][0][novice.figure][novice.dot])
    return found


def certainty_lines(certainty: Sequence[Certainty]) -> Iterable[StoryLine]:
    """Yields of whom the guards were surest, and of whom they never knew anything."""
    best = [(max(zip(each.sure, each.turns, strict=True)), each.seat) for each in certainty if each.sure]
    guessed = [(sure, turn, each.seat) for each in certainty for sure, turn in zip(each.sure, each.turns, strict=True) if sure < IN_SIGHT]
    if guessed:
        sure, turn, seat = max(guessed)
        if sure >= SURE:
            yield StoryLine("guards-sure", {"novice": seat, "turn": turn, "percent": min(99, round(100 * sure))})
    (least, _), unseen = min(best, default=((1.0, 0), ""))
    if least <= UNSURE:
        yield StoryLine("guards-unsure", {"novice": unseen, "percent": max(1, round(100 * least))})


def luck_lines(accounts: Sequence[Account]) -> Iterable[StoryLine]:
    """Yields who had the most luck, and who the least, where it was much."""
    if not accounts:
        return
    most, least = max(accounts, key=lambda each: each.luck), min(accounts, key=lambda each: each.luck)
    if most.luck >= WORTH_TELLING:
        yield StoryLine("lucky", {"who": most.seat, "points": round(100 * most.luck)})
    if least.luck <= -WORTH_TELLING:
        yield StoryLine("unlucky", {"who": least.seat, "points": round(-100 * least.luck)})
