"""The story of a night as codes with values: what happened to whom, how close it was, and how sure the guards were."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from nuns.analysis.findings import Account, Certainty, Ledger, Point, StoryLine
from nuns.analysis.replayed_minds import NightPosition, NightStep
from nuns.bots.filter.machine_code import QUERIES
from nuns.bots.filter.queries import weigh_model, work_out_deals
from nuns.bots.filter.records import FilterAnswers
from nuns.bots.policies.nights import GUARDS_MIND
from nuns.kernel.entries import new_record
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee.seats import NOVICE_SEATS
from nuns.rules.words import Ending, Stage, Status

IN_SIGHT = 0.999  # more than this is seen, and no guess
SURE, UNSURE = 0.5, 0.15  # how sure the guards must be, or never be, of a novice's dot to be told of
WORTH_TELLING = 0.08  # luck, as a share of a win


def story_of(steps: Sequence[NightStep], points: Sequence[Point], certainty: Sequence[Certainty], luck: Ledger) -> list[StoryLine]:
    """Returns the lines of a night; ``points`` is its curve."""
    return [*ending_line(steps[-1].after), *lead_line(points), *certainty_lines(certainty), *luck_lines(luck.accounts)]


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
