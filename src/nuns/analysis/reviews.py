"""What a decision cost: the answer that was given against the best other one, by what its seat knew.

Short roll-outs find the best few alternatives, and measure the best in worlds of its own; they have little spread, but trust the value
model. Where a mistake seems possible, whole nights are played, which trust nobody: first with each of these few, which may find another
to be the best, then with that one in worlds of its own. Both kinds are weighed by their errors. What they call a mistake the best bot is
asked about too, and of what costs less: where it would do the same, the question stays open.
"""

from collections.abc import Iterable
from math import erfc, sqrt
from typing import NamedTuple

import msgspec

from nuns.analysis.candidates import propose, with_played
from nuns.analysis.findings import SLIPS, DecisionReview, Mark
from nuns.analysis.night_decisions import PlayedDecision, is_repeated
from nuns.analysis.trials import NO_DIFFERENCE, Difference, Trial
from nuns.analysis.values import Evaluator
from nuns.rules.words import Stage

PLAYED, FAVOURITE = 0, 1  # places of the answer that was given, and of the plan or walk that the bots like best, or second best
SCREENED, SHORTLISTED, MEASURED = 1, 4, 8  # batches of short roll-outs: for all, for the best few, and for the best one
SHORTLIST = 3
WHOLE_BATCHES = 4  # of whole nights that are played at a time
# What the next step takes, in batches of whole nights: to try the best few, to measure the best; to choose by whole nights; to play on.
STEP_COSTS, CHOICE_COST, NIGHTS_COST = (1.0, 1.0, 0.6), 3.0, 1.5
SUSPECT, SETTLED = 3.0, 0.3  # how much more a decision matters that may be a mistake, and one whose mark is clear
LEAST_CHANCE = 0.02  # that a decision is given to be a mistake, so that nothing is forgotten
DEAR = 10.0  # times as long a roll-out takes in which the other guard still chooses her first path
MOST_WHOLE = 48  # batches of whole nights for one decision
OPINIONS = 2  # how often the best bot is asked, each time with other luck
WIDTH = 2.4  # standard errors on either side: 95 % for an interval at which nights are stopped by what they show (a test simulates that)
# How far a difference by short roll-outs may be from that by whole nights, as a standard deviation: so much, more for a guard's walk, and
# as much again as the difference is large by either kind, up to a limit; by decisions that were tried in both ways (decision 32).
MODEL_ERROR, WALK_ERROR, MOST_MODEL_SHARE = 0.02, 0.06, 0.12
BAD: tuple[Mark, ...] = ("mistake", "blunder")
SLIGHT, INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10, 0.20  # in chance


class Estimate(NamedTuple):
    """What an alternative would have gained, with its standard error; ``is_fair`` once it was measured apart from being chosen."""

    mean: float
    error: float
    is_fair: bool

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - WIDTH * self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + WIDTH * self.error


class Review:
    """One decision under review, which gets more exact with every ``improve``."""

    def __init__(self, decision: PlayedDecision, short: Evaluator, whole: Evaluator, seed: int = 0) -> None:
        self.decision, self._short_evaluator, self._whole_evaluator, self._seed = decision, short, whole, seed
        self.stage, self.best = 0, -1  # the best alternative so far, -1 where there is none
        self._listed = list[int]()  # places of the best few, in the order in which whole nights are played with them
        self.short: Trial | None = None
        self.whole: Trial | None = None
        self._is_defended: bool | None = None

    @property
    def is_dear(self) -> bool:
        """Whether its roll-outs take long, since guards choose their first paths in them."""
        return self.decision.position.truth.stage == Stage.FIRST_PATHS

    @property
    def is_late(self) -> bool:
        """Whether it can wait until the first draft is made: roll-outs that take long, and the many blessings that were kept."""
        return self.is_dear or self.decision.is_pass

    @property
    def is_needed(self) -> bool:
        """Whether more roll-outs could change what is said; what the best bot would do too stays open, whatever they show."""
        if self._is_defended:
            return False
        if self.stage < 3:
            return self.stage == 0 or self.best >= 0
        done = len(self.whole.results[0]) if self.whole else 0
        found = self.estimate()
        return found.high >= INACCURACY and found.low < BLUNDER and found.error > 0.015 and done < MOST_WHOLE

    @property
    def urgency(self) -> float:
        """How much the next roll-outs matter: all are screened first; then what is least certain and may have cost most."""
        if not self.is_needed:
            return 0.0
        if self.stage == 0:
            return 1.0
        found = self.estimate()
        weight = SETTLED if self.whole and mark_of(found) in BAD else SUSPECT if found.mean >= MISTAKE else 1.0
        chance = max(LEAST_CHANCE, erfc((MISTAKE - found.mean) / found.error / sqrt(2)) / 2)  # that it was a mistake
        return weight * found.error * chance / (self._step_cost * (DEAR if self.is_dear else 1.0))

    @property
    def _step_cost(self) -> float:
        """What the next roll-outs take."""
        if self.stage < 3:
            return STEP_COSTS[self.stage]
        return CHOICE_COST if self.whole is None else NIGHTS_COST

    def improve(self) -> None:
        """Plays the next few roll-outs."""
        if self.stage == 0:
            self._screen()
        elif self.stage == 1:
            self._shortlist()
        elif self.stage == 2:
            self._measure()
        else:
            self._play_whole_nights()
        self.stage = min(self.stage + 1, 3)
        if self.stage == 3 and self.estimate().mean >= MISTAKE:
            self.is_defended()  # to ask is quicker than to settle what would stay open

    def _screen(self) -> None:
        """Tries all proposals in a few worlds."""
        decision = self.decision
        proposals = propose(decision.position, decision.figure, self._short_evaluator.space, seed=self._seed)
        candidates = with_played(proposals, decision.played)
        self.short = Trial(self._short_evaluator, decision.position, decision.seat, candidates, self._seed)
        if len(candidates) > 1:
            self._rank(list(range(1, len(candidates))), SCREENED)

    def _rank(self, alive: list[int], batches: int) -> list[int]:
        """Tries the given answer and some others, and returns these, the best first."""
        assert self.short is not None
        ranked = [place for place in self.short.rank((PLAYED, *alive), batches) if place != PLAYED]
        self.best = ranked[0]
        return ranked

    def _shortlist(self) -> None:
        """Tries the best few, and what the bots like best, in more worlds."""
        assert self.short is not None
        others = self.short.rank(range(1, len(self.short.candidates)), SCREENED)
        if others.index(FAVOURITE) >= SHORTLIST:
            others.insert(SHORTLIST - 1, FAVOURITE)
        self._listed = self._rank(others[:SHORTLIST], SHORTLISTED)

    def _measure(self) -> None:
        """Measures the best alternative in worlds that had no part in its choice."""
        assert self.short is not None
        self.short.play((PLAYED, self.best), MEASURED)

    def _play_whole_nights(self) -> None:
        """Plays whole nights with the given answer and the shortlist; then, in other worlds, with the best of that alone."""
        assert self.short is not None
        if self.whole is None:
            answers = [self.short.candidates[place] for place in (PLAYED, *self._listed)]
            self.whole = Trial(self._whole_evaluator, self.decision.position, self.decision.seat, answers, self._seed + 1)
            self.whole.play(range(len(answers)), WHOLE_BATCHES)
            self.best = max(self._listed, key=self._gain_while_choosing)
            self.short.play((self.best,), MEASURED)
        else:
            batches = len(self.whole.results[PLAYED]) + WHOLE_BATCHES
            self.whole.play((PLAYED, self._place_in_whole(self.best)), batches)

    def _place_in_whole(self, place: int) -> int:
        """Returns where an answer of the shortlist stands among those with which whole nights are played."""
        return 1 + self._listed.index(place)

    def _gain_while_choosing(self, place: int) -> float:
        """Returns what an alternative gains by the roll-outs of both kinds that choose the best, and not by those that measure it."""
        assert self.short is not None
        assert self.whole is not None
        whole = self.whole.difference(self._place_in_whole(place), PLAYED, end=WHOLE_BATCHES)
        return self._combined(self.short.difference(place, PLAYED, end=SHORTLISTED), whole)[0]

    def estimate(self) -> Estimate:
        """Returns what the best alternative would have gained, by the worlds that had no part in its choice once there are any."""
        if self.short is None or self.best < 0:
            return Estimate(0.0, 0.0, is_fair=True)
        is_fair = self.stage >= 3
        by_model = self.short.difference(self.best, PLAYED, first=SHORTLISTED if is_fair else 0)
        nights = self.whole.difference(self._place_in_whole(self.best), PLAYED, first=WHOLE_BATCHES) if self.whole else NO_DIFFERENCE
        return Estimate(*self._combined(by_model, nights), is_fair)

    def _combined(self, by_model: Difference, nights: Difference) -> tuple[float, float]:
        return combined(by_model, nights, WALK_ERROR if self.decision.played.answer.is_walk else MODEL_ERROR)

    @property
    def is_decision(self) -> bool:
        """Whether it is known that there was anything to decide."""
        return self.short is not None and self.best >= 0

    def is_defended(self) -> bool:
        """Tells whether the best bot would do the same; it is asked once, when that first matters."""
        if self._is_defended is None:
            space = self._whole_evaluator.space
            self._is_defended = any(is_repeated(self.decision, space, self._seed + each) for each in range(OPINIONS))
        return self._is_defended

    def finding(self) -> DecisionReview:
        """Returns what is said of the decision now."""
        decision, found = self.decision, self.estimate()
        mark, low = mark_of(found), found.low
        if mark in SLIPS and self.is_defended():
            mark, low = "unclear", 0.0
        assert self.short is not None, "every decision is screened first"
        played = (self.whole or self.short).choice(PLAYED)
        most = 1 - played.chance  # that anything may gain
        cost, high = min(max(0.0, found.mean), most), min(max(0.0, found.high), most)
        better = msgspec.structs.replace(self.short.choice(self.best), chance=round(played.chance + cost, 4))
        return DecisionReview(
            moment=decision.position.moment,
            turn=decision.position.truth.turn,
            seat=decision.seat.value,
            figure=decision.figure_name,
            ask=decision.ask,
            played=played,
            best=better if found.mean > 0 else None,
            cost=round(cost, 4),
            low=round(min(max(0.0, low), cost), 4),
            high=round(high, 4),
            mark=mark,
        )


def combined(by_model: Difference, nights: Difference, model_error: float = MODEL_ERROR) -> tuple[float, float]:
    """Returns a difference by short roll-outs and by whole nights, weighed by their errors, and its standard error."""
    large = max(abs(by_model.mean), abs(nights.mean) if nights.worlds else 0.0)
    weight = 1 / (by_model.error**2 + (model_error + min(large, MOST_MODEL_SHARE)) ** 2)
    mean = by_model.mean * weight
    if nights.worlds:
        mean += nights.mean / nights.error**2
        weight += 1 / nights.error**2
    return mean / weight, weight**-0.5


def most_urgent(reviews: Iterable[Review]) -> Review | None:
    """Returns the review that needs its next roll-outs most; None where no more could change what is said."""
    first = max(reviews, key=lambda review: review.urgency, default=None)
    return first if first is not None and first.urgency > 0 else None


def mark_of(found: Estimate) -> Mark:
    """Returns what a cost is called: something bad only if the whole interval lies clear of what is good.

    A decision that seems to cost as much as a big mistake, and is not clearly even a mistake, is too uncertain for a small slip.
    """
    if found.is_fair:
        if found.mean >= BLUNDER and found.low > MISTAKE:
            return "blunder"
        if found.mean >= MISTAKE and found.low > INACCURACY:
            return "mistake"
        if BLUNDER > found.mean >= INACCURACY and found.low > SLIGHT:
            return "inaccuracy"
    if found.mean <= 0 and found.high < MISTAKE:
        return "best"
    return "good" if found.high < MISTAKE else "unclear"
