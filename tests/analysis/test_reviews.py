"""What a decision cost: which alternative it is measured by, when whole nights settle it, and what the best bot would do too."""

from typing import Any

import numpy as np
import pytest

from nuns.analysis.candidates import CARD_PLAYS, FIRST_PATHS, known_by, propose
from nuns.analysis.night_decisions import PlayedDecision, best_answer, decisions_of, is_repeated
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.reviews import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    MODEL_ERROR,
    MOST_MODEL_SHARE,
    MOST_WHOLE,
    WALK_ERROR,
    WHOLE_BATCHES,
    WIDTH,
    Estimate,
    Review,
    combined,
    mark_of,
)
from nuns.analysis.trials import BATCH, NO_DIFFERENCE, Difference, Trial
from nuns.analysis.values import NIGHT_SQUARES, PARTIES, WHOLE, CandidateAnswer, Evaluator, Results
from nuns.analysis.worlds import Worlds
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.entries import new_record
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.referee.action_codec import figure_of
from nuns.referee.actions import Pass
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS
from nuns.rules.turn import legal
from nuns.rules.words import PASS, Ask
from tests.analysis.nights import a_night, positions


class ToldShortRollouts(Evaluator):
    """Short roll-outs in which each answer has a chance of its own, the same in every world."""

    def __init__(self, setup: GameSetup, chances: dict[CandidateAnswer, float]) -> None:
        super().__init__(setup)
        self.told = chances

    def play_worlds(self, worlds: Worlds, answer: CandidateAnswer, first: int = 0) -> Results:
        """Returns that chance for everybody."""
        self.played += len(worlds.states)
        return np.full((len(worlds.states), PARTIES), self.told.get(answer, 0.0))


class ToldNights(Evaluator):
    """Whole nights of which each answer wins a share of its own: the first worlds of every ten."""

    def __init__(self, setup: GameSetup, chances: dict[CandidateAnswer, float]) -> None:
        super().__init__(setup, WHOLE)
        self.told = chances

    def play_worlds(self, worlds: Worlds, answer: CandidateAnswer, first: int = 0) -> Results:
        """Returns 0 or 1 for everybody."""
        self.played += len(worlds.states)
        wins = (first + np.arange(len(worlds.states))) * 0.7 % 1 < self.told.get(answer, 0.0)
        return np.repeat(wins[:, None].astype(float), PARTIES, axis=1)


def a_plan() -> PlayedDecision:
    return next(each for each in decisions_of(list(replay_night(a_night("mayfair", 3, 1)))) if each.ask == "plan")


def reviewed(decision: PlayedDecision, short: dict[CandidateAnswer, float], whole: dict[CandidateAnswer, float]) -> Review:
    setup = decision.position.setup
    review = Review(decision, ToldShortRollouts(setup, short), ToldNights(setup, whole))
    while review.is_needed:
        review.improve()
    return review


def test_whole_nights_may_find_another_answer_to_be_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short roll-outs like one answer best; whole nights say that it is no better than what was played, and that another is."""
    monkeypatch.setattr("nuns.analysis.reviews.is_repeated", lambda *given: False)
    decision = a_plan()
    played = decision.played.answer
    first, second, *_ = [
        each.answer
        for each in propose(decision.position, decision.figure, Evaluator(decision.position.setup).space)
        if each.answer != played
    ]
    review = reviewed(decision, {played: 0.3, first: 0.5, second: 0.45}, {played: 0.2, first: 0.2, second: 0.6})
    assert review.short is not None
    assert review.short.candidates[review.best].answer == second
    found = review.finding()
    assert (found.mark, found.best is not None) == ("blunder", True)
    assert found.low > MISTAKE
    assert found.cost >= BLUNDER


def test_a_few_whole_nights_with_equal_results_settle_nothing() -> None:
    """In 32 worlds nothing came of a difference that may be there in one of ten."""
    position = next(position for position in positions("mayfair", 3, 1) if position.truth.ask == Ask.ORDER)
    answers = propose(position, 9, Evaluator(position.setup).space)[:2]
    trial = Trial(ToldNights(position.setup, {}), position, Seat.GUARDS, answers)
    trial.play(range(2), 4)
    found = trial.difference(0, 1)
    assert (found.mean, found.worlds) == (0, 4 * BATCH)
    assert found.error > 0.04
    assert combined(Difference(0.15, 0.01, 96), found)[0] > 0.005


def test_the_more_exact_of_two_differences_counts_for_more() -> None:
    mean, error = combined(Difference(0.1, 0.01, 96), Difference(0.3, 0.02, 400))
    assert 0.2 < mean < 0.3
    assert error < 0.02
    assert combined(Difference(0.1, 0.01, 96), NO_DIFFERENCE)[0] == pytest.approx(0.1)


def test_what_the_best_bot_would_do_too_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is too close to call, however much the roll-outs say it cost; the bot is asked once."""
    asked = list[int]()

    def repeated(decision: PlayedDecision, space: Any, seed: int) -> bool:
        asked.append(seed)
        return seed == 1

    monkeypatch.setattr("nuns.analysis.reviews.is_repeated", repeated)
    decision = a_plan()
    proposed = propose(decision.position, decision.figure, Evaluator(decision.position.setup).space)
    better = {each.answer: 0.8 for each in proposed if each.answer != decision.played.answer}
    review = reviewed(decision, better, better)
    found = review.finding()
    assert (found.mark, found.low, review.finding().mark) == ("unclear", 0.0, "unclear")
    assert found.cost > BLUNDER
    assert asked == [0, 1]
    assert review.whole is None, "no more is tried once that is known"
    assert review.urgency == 0


def test_the_best_bot_is_asked_as_soon_as_something_looks_like_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifteen points are not settled for long; once the bot has defended the decision no whole night is played."""
    monkeypatch.setattr("nuns.analysis.reviews.is_repeated", lambda *given: True)
    decision = a_plan()
    proposed = propose(decision.position, decision.figure, Evaluator(decision.position.setup).space)
    better = {each.answer: 0.45 for each in proposed if each.answer != decision.played.answer} | {decision.played.answer: 0.3}
    review = reviewed(decision, better, better)
    assert review.whole is None
    assert review.finding().mark == "unclear"


def test_nothing_that_the_best_bot_would_do_is_called_a_slip_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve points that are not clearly ten would be a small slip."""
    for is_defended, mark in ((False, "inaccuracy"), (True, "unclear")):
        monkeypatch.setattr("nuns.analysis.reviews.is_repeated", lambda *given, told=is_defended: told)
        decision = a_plan()
        proposed = propose(decision.position, decision.figure, Evaluator(decision.position.setup).space)
        better = {each.answer: 0.5 for each in proposed if each.answer != decision.played.answer} | {decision.played.answer: 0.3}
        review = reviewed(decision, better, better)
        monkeypatch.setattr(review, "estimate", lambda: Estimate(0.12, 0.036, is_fair=True))
        assert review.finding().mark == mark


@pytest.mark.parametrize(
    ("mean", "low", "mark"),
    [
        (0.07, 0.03, "inaccuracy"),
        (0.07, 0.01, "unclear"),
        (0.19, 0.03, "inaccuracy"),
        (0.19, 0.06, "mistake"),
        (0.30, 0.06, "mistake"),
        (0.30, 0.11, "blunder"),
        (0.20, 0.05, "unclear"),  # as dear as a big mistake, but not clearly a mistake
        (0.48, 0.05, "unclear"),
    ],
)
def test_a_mark_needs_what_was_measured_and_the_lower_end(mean: float, low: float, mark: str) -> None:
    assert mark_of(Estimate(mean, (mean - low) / WIDTH, is_fair=True)) == mark


def looks_at(cost: float, model_error: float, count: int) -> tuple[float, float]:
    """How often an interval holds the true cost, and how often its lower end is not above it, if nights are stopped as in a review."""
    luck = np.random.default_rng(7)
    error = luck.normal(0, model_error + min(cost, MOST_MODEL_SHARE), count)
    short = cost + error + luck.normal(0, 0.01, count)
    losses = max(0.0, 0.065 - cost / 2)  # a standard deviation of 0.36, as in nights that were measured (decision 32)
    wins, held, below = cost + losses, 0, 0
    for each in range(count):
        results = luck.choice([1.0, 0.0, -1.0], p=[wins, 1 - wins - losses, losses], size=MOST_WHOLE * BATCH)
        batches, night = 0, WHOLE_BATCHES * BATCH
        while True:
            seen = results[: batches * night]
            spread = (float(((seen - seen.mean()) ** 2).sum()) + NIGHT_SQUARES) / (len(seen) + 2) if len(seen) else 1.0
            nights = Difference(float(seen.mean()), (spread / len(seen)) ** 0.5, len(seen)) if len(seen) else NO_DIFFERENCE
            mean, error_now = combined(Difference(short[each], 0.01, 64), nights, model_error)
            low, high = mean - WIDTH * error_now, mean + WIDTH * error_now
            if high < INACCURACY or low >= BLUNDER or error_now <= 0.015 or batches * WHOLE_BATCHES >= MOST_WHOLE - WHOLE_BATCHES:
                break
            batches += 1
        held += low <= cost <= high
        below += low <= cost
    return held / count, below / count


@pytest.mark.parametrize("model_error", [MODEL_ERROR, WALK_ERROR])
@pytest.mark.parametrize("cost", [0.0, 0.05, 0.1, 0.15, 0.25])
def test_nine_in_ten_intervals_and_more_hold_the_true_cost(cost: float, model_error: float) -> None:
    """Nights are stopped by what they show, after up to eleven looks; the width of the interval allows for that (decision 33)."""
    held, below = looks_at(cost, model_error, 800)
    assert held > 0.93, "95 % less what 800 of them leave open"
    assert below > 0.96


def test_a_large_difference_by_whole_nights_shakes_the_trust_in_the_model() -> None:
    """Where short roll-outs saw nothing and whole nights did, the nights count."""
    mean, _ = combined(Difference(0.0, 0.01, 64), Difference(0.3, 0.06, 32))
    assert mean > 0.2
    assert combined(Difference(0.0, 0.01, 64), Difference(0.02, 0.06, 32))[0] < 0.01


def test_what_looks_like_a_mistake_is_settled_before_the_rest() -> None:
    """A plan that short roll-outs call bad comes before one that they know little of, and before one whose mark is clear."""
    decision = a_plan()
    proposed = propose(decision.position, decision.figure, Evaluator(decision.position.setup).space)

    def screened(gain: float) -> Review:
        chances = {each.answer: 0.3 + gain for each in proposed if each.answer != decision.played.answer}
        chances[decision.played.answer] = 0.3
        setup = decision.position.setup
        review = Review(decision, ToldShortRollouts(setup, chances), ToldNights(setup, chances))
        review.improve()
        return review

    suspect, unknown = screened(0.15), screened(0.02)
    assert suspect.urgency > 3 * unknown.urgency


@pytest.mark.parametrize("name", ["reference", "italian"])
def test_blessings_that_were_kept_are_reviewed_where_one_could_gain_by_them(name: str) -> None:
    """Every pass of a guard with a card that could be played, and of a novice who is heard or has a false noise; and no other."""
    steps = list(replay_night(a_night(name, 3, 1)))
    kept = [each for each in decisions_of(steps) if each.is_pass]
    may = [each for each in kept if legal(each.position.setup.board, known_by(each.position, each.figure), each.figure) != 1 << PASS]
    assert kept == may
    passes = [(step.before, figure_of(step.action)) for step in steps if isinstance(step.action, Pass) and step.before is not None]
    could = [figure for before, figure in passes if legal(before.setup.board, before.truth, figure) != 1 << PASS]
    assert len(kept) <= len(could) < len(passes)
    if name == "reference":
        space = new_record(Workspace)
        assert {each.figure_name.partition("-")[0] for each in kept} == {"novice", "abbess"}
        assert all(best_answer(each, space, 1) is not None for each in kept)


def test_a_blessing_that_should_have_been_played_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing it wins far more often than keeping it; such a review waits for the first draft."""
    monkeypatch.setattr("nuns.analysis.reviews.is_repeated", lambda *given: False)
    kept = next(each for each in decisions_of(list(replay_night(a_night("reference", 3, 1)))) if each.is_pass)
    proposed = propose(kept.position, kept.figure, Evaluator(kept.position.setup).space)
    assert 1 < len(proposed) <= 1 + CARD_PLAYS
    chances = {each.answer: 0.7 for each in proposed if each.answer != kept.played.answer} | {kept.played.answer: 0.3}
    review = reviewed(kept, chances, chances)
    assert review.is_late
    found = review.finding()
    assert (found.ask, found.mark, found.played.actions[0].split()[1]) == ("blessing", "blunder", "pass")
    assert found.best is not None
    assert found.best.actions[0].split()[1] != "pass"


def test_search_repeats_most_of_what_search_has_decided() -> None:
    """In a night between search bots; a plan that nobody would write is not repeated."""
    game, faults = play_bot_game(GameSetup("mayfair", EDITIONS["mayfair"], 1), 8, 0, LineUp("search", ("search",)))
    assert not faults
    space, decisions = new_record(Workspace), decisions_of(list(replay_night(game)))
    searched = [each for each in decisions if best_answer(each, space, 5) is not None]
    again = [is_repeated(each, space, 5) for each in searched]
    assert len(searched) > 10
    assert len(searched) / 2 < sum(again)
    assert {each.ask for each in searched} >= {"plan", "step"}


def test_first_paths_are_tried_last_and_few_of_them() -> None:
    """A roll-out in which a guard still chooses her first path takes ten times as long as any other."""
    decisions = decisions_of(list(replay_night(a_night("reference(all-or-nun=on)", 2, 1))))
    setup = decisions[0].position.setup
    short, whole = ToldShortRollouts(setup, {}), ToldNights(setup, {})
    first = [each for each in decisions if Review(each, short, whole).is_dear]
    assert {each.ask for each in first} == {"path"}
    assert all(1 < len(propose(each.position, each.figure, whole.space)) < 2 * FIRST_PATHS for each in first)
    review, other = Review(first[0], short, whole), Review(next(each for each in decisions if each not in first), short, whole)
    for each in (review, other):
        each.improve()
    assert 0 < review.urgency < other.urgency
