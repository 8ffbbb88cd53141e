"""A finished night analysed: drafts that get better, decisions with marks, a curve, a ledger and a story; and advice."""

import random

import msgspec
import numpy as np
import pytest

from nuns.analysis.advice import advise, advise_in
from nuns.analysis.analyser import DRAFTS, NotAnalysed, analyse
from nuns.analysis.curve import milestones
from nuns.analysis.findings import Analysis, Certainty, DecisionReview, Ledger, Point, ValuedMove
from nuns.analysis.night_decisions import decisions_of
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.reviews import BLUNDER, Estimate, Review, mark_of
from nuns.analysis.story import certainty_lines, lead_line, story_of
from nuns.analysis.turning_points import FOR_GUARDS, FOR_NOVICES, turning_point, turning_points
from nuns.analysis.values import PARTIES, CandidateAnswer, Evaluator, Results
from nuns.analysis.worlds import Worlds
from nuns.kernel.entries import record_of
from nuns.kernel.records import without_tape
from nuns.lab.report.night_words import sentence_of, texts
from nuns.referee.actions import Plan, Step, Stop
from nuns.referee.events import Noise
from nuns.referee.game import Game, abandon, apply, refusal, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.notation import read, written
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.rules.state import State
from nuns.rules.words import Ask
from tests.analysis.nights import TABLES, a_night, adds_up, positions, twin


def cut(game: Game, actions: int) -> Game:
    """The same night when so many actions were done."""
    other = seat_game(game.setup)
    for action in game.actions[:actions]:
        apply(other, action)
    return other


def analysed(game: Game, rollouts: int) -> list[Analysis]:
    """All drafts of a night by a budget of roll-outs, so that no test depends on speed."""
    return list(analyse(game, "abc", seed=1, rollouts=rollouts))


@pytest.fixture(scope="module")
def drafts() -> list[Analysis]:
    return analysed(a_night("mayfair", 2, 1), 1000)


def test_drafts_get_better_until_one_is_complete(drafts: list[Analysis]) -> None:
    """Each has everything; the last alone is complete, and more was played for it."""
    assert 2 <= len(drafts) <= DRAFTS
    assert [draft.complete for draft in drafts] == [False] * (len(drafts) - 1) + [True]
    played = [draft.rollouts for draft in drafts]
    assert played == sorted(played)
    assert played[0] > 0
    assert drafts[-1].curve[0].error < drafts[0].curve[0].error
    assert drafts[0].check == "abc"
    for draft in drafts:
        assert msgspec.json.decode(msgspec.json.encode(draft), type=Analysis) == draft


def test_the_curve_goes_through_every_part_of_every_turn(drafts: list[Analysis]) -> None:
    """It ends with the result, from the truth and for all seats; chances add up."""
    game, curve = a_night("mayfair", 2, 1), drafts[-1].curve
    assert (curve[0].part, curve[-1].part) == ("deal", "end")
    assert [point.moment for point in curve] == sorted({point.moment for point in curve})
    assert {point.turn for point in curve} == set(range(1, game.turn + 1))
    assert {"novices", "noise", "guards", "listening"} <= {point.part for point in curve}
    assert game.outcome is not None
    assert curve[-1].guards == float(game.outcome.winners == game.setup.guard_seats)
    assert set(curve[-1].known.values()) == {curve[-1].guards}
    assert all(set(point.known) == {seat.value for seat in game.seats} for point in curve)
    assert all(0 <= point.guards <= 1 and (point.error > 0) == (point.part != "end") for point in curve)
    assert curve[-1].moment == len(game.actions)


def test_every_decision_can_be_decided_otherwise(drafts: list[Analysis]) -> None:
    """At its moment both the answer that was given and the better one are legal, and the cost is what lies between them."""
    game = a_night("mayfair", 2, 1)
    assert {review.ask for review in drafts[-1].decisions} >= {"plan", "step"}
    for review in drafts[-1].decisions:
        there = cut(game, review.moment)
        for choice in (review.played, review.best):
            if choice is not None:
                assert refusal(there, read(choice.actions[0])) is None
        assert 0 <= review.low <= review.cost <= review.high
        if review.best is not None:
            assert review.best.chance >= review.played.chance
        else:
            assert review.cost == 0
        assert there.turn == review.turn


def test_the_ledger_adds_up_and_the_story_has_words(drafts: list[Analysis]) -> None:
    """Whatever the value function says."""
    last = drafts[-1]
    assert adds_up(last.luck)
    assert last.luck.result == last.curve[-1].guards
    assert {f"analysis.story.{line.code}" for line in last.story} <= texts().keys()
    assert any(line.code.startswith("ended-") for line in last.story)
    assert all("{" not in sentence_of(line) for line in last.story)
    assert len(last.turning_points) <= 3
    assert {each.seat for each in last.certainty} == {seat.value for seat in a_night("mayfair", 2, 1).seats if seat in NOVICE_SEATS}


@pytest.mark.parametrize("name, novices, guard_players", TABLES[1:])
def test_nights_of_all_kinds_are_analysed(name: str, novices: int, guard_players: int) -> None:
    """With a monk, together, with two guard players; even where the budget is spent by the first decision."""
    last = analysed(a_night(name, novices, guard_players), 1)[-1]
    assert last.complete
    assert last.curve[-1].part == "end"
    assert len(last.luck.accounts) == novices + guard_players


def test_nothing_is_analysed_before_it_is_over() -> None:
    """A night that goes on, one that was given up, and one that begins in the middle are refused at once."""
    game = a_night()
    going_on = cut(game, 20)
    with pytest.raises(NotAnalysed, match="not over"):
        analyse(going_on)
    abandon(going_on)
    with pytest.raises(NotAnalysed, match="abandoned"):
        analyse(going_on)
    with pytest.raises(NotAnalysed, match="begins in the middle"):
        analyse(Game(game.setup, game.state, start=game.state))


# -- decisions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_all_plans_and_walks_of_a_night_are_decisions(name: str, novices: int, guard_players: int) -> None:
    """Each plan stands in the position before anybody had written one; the walks of a guard join to what she did."""
    game = a_night(name, novices, guard_players)
    found = decisions_of(list(replay_night(game)))
    plans = [each for each in found if each.ask == "plan"]
    assert len(plans) == sum(isinstance(action, Plan) for action in game.actions)
    for each in plans:
        waiting = [novice.figure for novice in each.position.truth.novices if each.position.truth.asked >> novice.figure & 1]
        assert each.figure in waiting
        assert not any(novice.steps for novice in each.position.truth.novices if novice.figure in waiting)
    walked = [line for each in found if each.played.answer.is_walk for line in each.played.actions]
    moved = [written(action) for action in game.actions if isinstance(action, Step | Stop) and action.guard != "monk"]
    assert [line for line in walked if " takes " not in line] == moved


def test_marks_need_an_interval_that_is_clear() -> None:
    """A large cost that is not certain is no mistake."""
    assert mark_of(Estimate(0.3, 0.02, is_fair=True)) == "blunder"
    assert mark_of(Estimate(BLUNDER, 0.06, is_fair=True)) == "mistake"
    assert mark_of(Estimate(0.3, 0.13, is_fair=True)) == "unclear"
    assert mark_of(Estimate(0.3, 0.02, is_fair=False)) == "unclear"
    assert mark_of(Estimate(0.06, 0.01, is_fair=True)) == "inaccuracy"
    assert mark_of(Estimate(0.01, 0.02, is_fair=True)) == "good"
    assert mark_of(Estimate(-0.01, 0.02, is_fair=True)) == "best"


class Oracle(Evaluator):
    """Roll-outs with known chances: those of one answer are worse by ``cost``, and the luck of a world is the same for all."""

    def __init__(self, setup: GameSetup, worse: CandidateAnswer, cost: float) -> None:
        super().__init__(setup)
        self.worse, self.cost = worse, cost

    def play_worlds(self, worlds: Worlds, answer: CandidateAnswer, first: int = 0) -> Results:
        """Returns results that differ from world to world, and by the answer."""
        self.played += len(worlds.states)
        luck = np.random.default_rng(first).normal(0, 0.1, len(worlds.states))
        chance = 0.6 + luck - (self.cost if answer == self.worse else 0.0)
        return np.repeat(chance[:, None], PARTIES, axis=1)


@pytest.mark.parametrize("cost, marks", [(0.4, ("blunder",)), (0.15, ("mistake", "blunder")), (0.0, ("best", "good")), (-0.2, ("best",))])
def test_what_is_worse_is_found_and_what_is_not_is_not_blamed(cost: float, marks: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that is worse than the others by so much, judged by short roll-outs and by whole nights; the best bot would not write it."""
    monkeypatch.setattr("nuns.analysis.reviews.is_repeated", lambda *given: False)
    game = a_night("mayfair", 3, 1)
    played = next(each for each in decisions_of(list(replay_night(game))) if each.ask == "plan")
    evaluator = Oracle(game.setup, played.played.answer, cost)
    review = Review(played, evaluator, evaluator)
    while review.is_needed:
        review.improve()
    found = review.finding()
    assert found.mark in marks
    assert found.low <= max(0.0, cost) <= found.high
    assert (found.best is None) == (cost <= 0)


def test_a_turning_point_names_what_happened() -> None:
    """The greatest changes of the curve, in order, with the event that explains them."""
    steps = list(replay_night(a_night("mayfair", 3, 1)))
    marks = list(milestones(steps))
    flat = [Point(each.position.moment, each.turn, each.part, 0.5, 0.01, {}, {}) for each in marks]
    assert turning_points(flat, steps, []) == []
    unsure = [msgspec.structs.replace(point, guards=0.5 + 0.1 * (place % 2), error=0.08) for place, point in enumerate(flat)]
    assert turning_points(unsure, steps, []) == []
    assert len(turning_points([msgspec.structs.replace(point, error=0.06) for point in unsure], steps, [])) == 3
    caught = next(step for step in steps if any(event.__class__.__name__ == "NoviceCaught" for event in step.events))
    place = next(at for at, point in enumerate(flat) if point.moment >= caught.after.moment)
    told = [msgspec.structs.replace(point, guards=0.9) if at >= place else point for at, point in enumerate(flat)]
    (found,) = turning_points(told, steps, [])
    assert (found.reason, found.before, found.after) == ("caught", 0.5, 0.9)
    assert found.moment == caught.after.moment


def test_a_turning_point_without_an_event_names_the_choice_that_lost_by_it() -> None:
    """The costliest of the side that lost; one of the other side explains nothing."""
    steps = list(replay_night(a_night("mayfair", 3, 1)))
    marks = list(milestones(steps))
    at = next(place for place, mark in enumerate(marks) if mark.part == "novices" and mark.turn == 3)
    point = marks[at - 1].position.moment
    move = ValuedMove(["novice-1 sneak 1"], [1, 2], "sneak", 0.5, 0.01)

    def slip(figure: str, cost: float, moment: int = point) -> DecisionReview:
        return DecisionReview(moment, 3, figure, figure, "plan", move, move, cost, cost / 2, 0.9, "mistake")

    reviews = [slip("novice-1", 0.1), slip("novice-2", 0.2), slip("abbess", 0.3), slip("novice-3", 0.9, moment=0)]
    for after, figure in ((0.9, "novice-2"), (0.1, "abbess")):
        told = [
            Point(each.position.moment, each.turn, each.part, after if place >= at else 0.5, 0.01, {}, {})
            for place, each in enumerate(marks)
        ]
        found = turning_point(told[at - 1], told[at], [each for each in steps if not each.events], reviews)
        assert (found.reason, found.seat, found.moment, found.after) == ("slip", figure, point + 1, after)


def test_where_nothing_happened_a_turning_point_names_what_was_done() -> None:
    """Novices who move are never told of as the guards, and nobody is said to be unheard who was heard."""
    steps = list(replay_night(a_night("mayfair", 3, 1)))
    marks = list(milestones(steps))
    may = {
        "novices": {"risked", "stole"},
        "noise": {"die", "unheard"},
        "guards": {"closing", "searched", "decision"},
        "listening": {"die", "unheard"},
    }
    reasons = set()
    for at, mark in enumerate(marks[1:-1], 1):
        for before, after in ((0.3, 0.8), (0.8, 0.3)):
            told = [
                Point(each.position.moment, each.turn, each.part, after if place >= at else before, 0.01, {}, {})
                for place, each in enumerate(marks)
            ]
            (found,) = turning_points(told, steps, [])
            if found.reason not in (*FOR_GUARDS, *FOR_NOVICES):
                assert found.reason in may[mark.part]
                assert (found.seat == "guards") == (mark.part != "novices")
                reasons.add(found.reason)
            heard = [event for step in steps if told[at - 1].moment < step.after.moment <= mark.position.moment for event in step.events]
            assert found.reason != "unheard" or not any(isinstance(event, Noise) and event.novice for event in heard)
    assert reasons >= {"risked", "stole", "unheard", "searched", "closing"}


def test_the_story_tells_the_lead_and_how_sure_the_guards_were() -> None:
    """Changes of the lead are counted; a novice in sight is no guess."""

    def told(*points: tuple[int, float, float]) -> list[dict[str, str | int]]:
        return [line.values for line in lead_line([Point(0, turn, "novices", guards, error, {}, {}) for turn, guards, error in points])]

    assert told((1, 0.6, 0.05), (2, 0.4, 0.05), (3, 0.6, 0.05)) == [{"times": 2}]
    assert told((1, 0.6, 0.05), (2, 0.4, 0.11), (3, 0.6, 0.05)) == [{"turn": 1}], "a lead within its error is nobody's"
    assert told((1, 0.6, 0.05), (2, 0.45, 0.08), (4, 0.4, 0.05), (5, 0.0, 0.0)) == [{"turn": 4}]
    assert told((1, 0.5, 0.1)) == []
    sure = [Certainty("novice-1", [1, 2], [1.0, 0.7]), Certainty("novice-2", [1, 2], [0.01, 0.04])]
    assert [(line.code, line.values) for line in certainty_lines(sure)] == [
        ("guards-sure", {"novice": "novice-1", "turn": 2, "percent": 70}),
        ("guards-unsure", {"novice": "novice-2", "percent": 4}),
    ]
    steps = list(replay_night(a_night("mayfair", 3, 1)))
    ended, *_ = story_of(steps, [], [], Ledger(0, [], 0, []))
    assert ended.code.startswith("ended-")
    assert f"urn {steps[-1].after.truth.turn}" in sentence_of(ended)


def test_a_state_without_its_tape_is_the_same() -> None:
    position = positions()[30]
    assert without_tape(position.state).tobytes() == record_of(position.truth, State).tobytes()


# -- advice ---------------------------------------------------------------------------------------------------------------


def test_advice_is_for_those_who_are_asked() -> None:
    """Three legal answers, the best first; nothing for the others, and nothing when the night is over."""
    game = a_night("mayfair", 3, 1)
    asked = next(at for at, action in enumerate(game.actions) if at > 20 and isinstance(action, Plan))
    running = cut(game, asked)
    seat = running.waiting[0]
    advice = advise(running, seat, budget=0.1)
    assert len(advice) == 3
    assert [each.chance for each in advice] == sorted((each.chance for each in advice), reverse=True)
    assert all(refusal(running, read(choice.actions[0]), seat) is None for choice in advice)
    assert advise(running, Seat.GUARDS, budget=0.1) == []
    assert advise(game, seat, budget=0.1) == []


def test_advice_tells_nothing_that_the_seat_does_not_know() -> None:
    """The same advice in a night with other secrets and other minds."""
    rng, found = random.Random(4), positions("mayfair", 3, 1)
    for ask in (Ask.PLAN, Ask.STEP):
        position = [each for each in found if each.truth.ask == ask][3]
        seat = Game(position.setup, position.truth).waiting[0]
        assert advise_in(position, seat, rollouts=16) == advise_in(twin(position, seat, rng), seat, rollouts=16)
