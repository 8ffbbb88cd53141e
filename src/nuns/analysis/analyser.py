"""A finished night analysed: first a draft, then better ones, as long as the budget lasts."""

import time
from collections.abc import Iterator

from nuns.analysis.advice import UNITS
from nuns.analysis.curve import Curve
from nuns.analysis.findings import ANALYSIS_VERSION, Analysis
from nuns.analysis.ledger import ledger_of
from nuns.analysis.night_decisions import decisions_of
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.reviews import Review, most_urgent
from nuns.analysis.story import certainty_of, story_of
from nuns.analysis.turning_points import turning_points
from nuns.analysis.values import PLANS, WHOLE, Evaluator
from nuns.kernel.units import entries_of
from nuns.referee.game import Game

BUDGET = 60.0  # seconds of one processor
RESERVE = 0.9  # of them are planned: the last work may take some seconds longer
FIRST_DRAFT = 8.0  # seconds after which the first draft is handed out, whatever is not tried yet
DRAFTS = 8  # how often a better draft is handed out
PLANS_COST = 15.0  # what the ledger takes that waits for all plans, as a multiple of the quick one
CURVE_SHARE = 0.25  # of the time after the first draft
SHORT_TURNS = 2


class NotAnalysed(ValueError):
    """Raised for a night that cannot be analysed; the message says why."""


def check_finished(game: Game) -> None:
    """Raises NotAnalysed unless the night was played from its deal to its end: nothing is analysed before it is over."""
    if not game.is_over:
        raise NotAnalysed("this night is not over, and nothing is analysed before it is")
    if game.is_abandoned:
        raise NotAnalysed("this night was abandoned, so there is no result to explain")
    if game.start is not None:
        raise NotAnalysed("this game begins in the middle of a night, so nobody can say what its seats knew")


def analyse(game: Game, check: str = "", budget: float = BUDGET, seed: int = 0, *, rollouts: int | None = None) -> Iterator[Analysis]:
    """Yields drafts of a night's analysis, each better than the last; the last one is complete.

    ``budget`` is in seconds of one processor; machine code that must be compiled first does not count. With ``rollouts`` it is spent when
    so many are played, however long they take, and the same night always has the same analysis.
    """
    check_finished(game)
    return NightAnalysis(game, check, budget, seed, rollouts).drafts()


def compile_units() -> None:
    """Compiles what an analysis needs, the same as advice; the compiler takes several times the memory that the analysis does."""
    for unit in UNITS:
        entries_of(unit)


class NightAnalysis:
    """The analysis of one night while it is being made."""

    def __init__(self, game: Game, check: str = "", budget: float = BUDGET, seed: int = 0, rollouts: int | None = None) -> None:
        self.game, self.check, self.budget, self._seed, self._rollouts = game, check, budget, seed, rollouts
        self._short = Evaluator(game.setup, SHORT_TURNS, seed=seed)
        self._whole = Evaluator(game.setup, WHOLE, seed=seed)
        self._model = Evaluator(game.setup, seed=seed)
        self._began = time.thread_time()
        self.steps = list(replay_night(game))
        self.certainty = certainty_of(self.steps)
        before = self.spent
        self.luck = ledger_of(game, self.steps, self._model)  # a quick one, for the first draft
        self._spent_on_ledger = self.spent - before
        self.curve = Curve(self.steps, self._model)
        self.reviews = [Review(decision, self._short, self._whole, seed) for decision in decisions_of(self.steps)]
        self._spent_on_curve = 0.0

    @property
    def spent(self) -> float:
        """Seconds that were used so far; with a budget of roll-outs, the same share of the seconds as was played of these."""
        if self._rollouts is None:
            return time.thread_time() - self._began
        return self.budget * self.played / self._rollouts

    @property
    def played(self) -> int:
        """How many roll-outs were played so far."""
        return self._short.played + self._whole.played

    def drafts(self) -> Iterator[Analysis]:
        """Yields the drafts: the first once every decision was tried that cannot wait, or it is due; the last when the budget is spent."""
        end = RESERVE * self.budget
        for review in self.reviews:
            if self.spent < min(end, FIRST_DRAFT) and not review.is_late:
                review.improve()
        first = self.spent
        for draft in range(1, DRAFTS):
            if self.spent >= end:
                break
            yield self.analysis(complete=False)
            if draft == 1 and first + PLANS_COST * self._spent_on_ledger < end:
                self.luck = ledger_of(self.game, self.steps, Evaluator(self.game.setup, plans=PLANS, seed=self._seed))
            self._improve_until(first + (end - first) * draft / (DRAFTS - 1), first)
        yield self.analysis(complete=True)

    def _improve_until(self, deadline: float, first: float) -> None:
        """Plays on where it matters most, with a fixed share of the time for the curve."""
        while (now := self.spent) < deadline:
            review = most_urgent(self.reviews)
            if review is None or self._spent_on_curve < CURVE_SHARE * (now - first):
                self.curve.improve(self._whole)
                self._spent_on_curve += self.spent - now
            else:
                review.improve()

    def analysis(self, *, complete: bool) -> Analysis:
        """Returns everything that is known by now."""
        points = self.curve.points()
        decisions = [review.finding() for review in self.reviews if review.is_decision]
        return Analysis(
            version=ANALYSIS_VERSION,
            check=self.check,
            budget=self.budget,
            rollouts=self.played,
            complete=complete,
            curve=points,
            decisions=decisions,
            luck=self.luck,
            turning_points=turning_points(points, self.steps, decisions),
            story=story_of(self.steps, points, self.certainty, self.luck),
            certainty=self.certainty,
        )
