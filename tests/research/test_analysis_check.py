"""The check of the analysis: blunders are planted where they cost much, and what one analysis says of them is counted once."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nuns.analysis.candidates import propose
from nuns.analysis.night_decisions import decisions_of
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.values import Evaluator
from nuns.referee.action_codec import figure_of
from nuns.referee.actions import Plan, Step, Stop, Take
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import FIGURE_NAMES
from nuns.rules.options import EDITIONS
from nuns.rules.sight import seen_by
from nuns.rules.words import ABBESS, NOVICES, Gait
from research import analysis_check, planted_blunders
from research.analysis_check import LOOKS, find_blunder, find_repeats, look_at, main, nights_to_play, review_turn, time_drafts
from research.planted_blunders import NEAR, REACH, PlantedNight, cost_of_decision, plant_blunder, real_cost
from tests.analysis.nights import a_night

pytestmark = pytest.mark.full  # a study of the authors

MAYFAIR = GameSetup("mayfair", EDITIONS["mayfair"], 2)


@pytest.fixture
def any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blunders are planted whatever they cost."""
    monkeypatch.setattr(planted_blunders, "real_cost", lambda *given: 1.0)


def planted(kind: str) -> PlantedNight:
    """The first night in which a blunder fits."""
    return next(night for index in range(50) if (night := plant_blunder(kind, MAYFAIR, analysis_check.PLANTED_AMONG, 3, index)))


@pytest.mark.usefixtures("any_cost")
def test_a_novice_runs_into_sight_for_nothing() -> None:
    """One plan is a run that ends close to a guard and in her sight; the night is played to its end."""
    game, turn, (figure,) = planted("novice")
    assert game.is_over
    assert figure < NOVICES
    plans = [each for each in replay_night(game) if each.before and each.before.truth.turn == turn and isinstance(each.action, Plan)]
    mine = [each for each in plans if each.action.novice - 1 == figure]  # type: ignore[union-attr]
    (step,) = mine[:1]
    assert step.before is not None
    state, board = step.before.truth, game.setup.board
    assert step.action.gait == Gait.RUN.name.lower()  # type: ignore[union-attr]
    end = step.action.route[-1]  # type: ignore[union-attr]
    assert min(board.distance[guard.dot][end] for guard in state.guards) <= NEAR
    assert seen_by(board, state, end)


@pytest.mark.usefixtures("any_cost")
def test_a_guard_turns_away_from_a_novice_in_sight() -> None:
    """In the turn that is spoilt she ends no nearer to the novice whom she saw within reach."""
    game, turn, (figure,) = planted("guards")
    assert game.is_over
    board, place = game.setup.board, figure - ABBESS
    asked = [step for step in replay_night(game) if step.before and step.before.truth.turn == turn]
    walked = [step for step in asked if isinstance(step.action, Take | Step | Stop) and figure_of(step.action) == figure]
    states = [step.before.truth for step in walked if step.before]
    seen = [(state.guards[place].dot, novice.dot) for state in states for novice in state.novices if novice.shown]
    near = [(board.distance[guard][novice], novice) for guard, novice in seen]
    far, fled = next(each for each in near if each[0] <= REACH)  # she may have to choose a path before she sees her
    assert board.distance[walked[-1].after.truth.guards[place].dot][fled] >= far


def test_what_a_planted_decision_costs_is_measured_against_the_bots_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the bots would do costs nothing; of a turn the worst decision of the figures that were spoilt counts, and of no others."""
    monkeypatch.setattr(planted_blunders, "FIRST_BATCHES", 1)
    monkeypatch.setattr(planted_blunders, "ALL_BATCHES", 1)
    game = a_night("mayfair", 3, 1)
    decisions = decisions_of(list(replay_night(game)))
    space = Evaluator(game.setup).space
    plans = [each for each in decisions if each.ask == "plan"]
    own = next(each for each in plans if propose(each.position, each.figure, space, most=1)[0].actions == each.played.actions)
    assert cost_of_decision(own) == 0
    monkeypatch.setattr(planted_blunders, "cost_of_decision", lambda each: 0.1 * each.figure)
    plans = [each for each in plans if each.position.truth.turn == 2]
    assert real_cost(game, 2, {each.figure for each in plans}) == pytest.approx(0.1 * max(each.figure for each in plans))
    assert real_cost(game, 99, {0}) == 0


def test_a_blunder_that_costs_little_is_not_planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same night counts where the blunder costs much, and not where it costs little."""
    monkeypatch.setattr(planted_blunders, "real_cost", lambda *given: 1.0)
    index = next(index for index in range(50) if plant_blunder("novice", MAYFAIR, analysis_check.PLANTED_AMONG, 3, index))
    monkeypatch.setattr(planted_blunders, "real_cost", lambda *given: planted_blunders.LEAST_COST - 0.01)
    assert plant_blunder("novice", MAYFAIR, analysis_check.PLANTED_AMONG, 3, index) is None


# -- counting -------------------------------------------------------------------------------------------------------------


def review(turn: int, figure: str, mark: str) -> Any:
    """A review that says this."""
    found = SimpleNamespace(turn=turn, figure=figure, mark=mark, cost=0.3, low=0.2, high=0.4, moment=1)
    return SimpleNamespace(is_decision=True, finding=lambda: found, decision=SimpleNamespace(played="this"))


@pytest.mark.parametrize("whole", [False, True])
def test_found_comes_from_one_analysis_alone(whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other way is not even tried; and only marks of the spoilt decision count."""
    night = PlantedNight(a_night(), 3, (0,))
    monkeypatch.setattr(analysis_check, "plant_blunder", lambda *given: night)
    said = {False: [review(3, FIGURE_NAMES[0], "inaccuracy"), review(3, FIGURE_NAMES[1], "blunder"), review(2, FIGURE_NAMES[0], "blunder")]}
    said[True] = [review(3, FIGURE_NAMES[0], "mistake")]
    asked = list[bool]()

    def reviewed(is_whole: bool) -> Any:
        asked.append(is_whole)
        return said[is_whole]

    monkeypatch.setattr(analysis_check, "review_turn", lambda *given: reviewed(False))
    monkeypatch.setattr(analysis_check, "review_night", lambda *given: reviewed(True))
    found = find_blunder(0, 2, 1, 1.0, whole=whole)
    assert asked == [whole]
    assert (found["found"], found["noticed"], found["planted"]) == (whole, True, True)


def test_marks_of_what_the_best_bot_repeats_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it cannot be asked about counts nowhere."""
    monkeypatch.setattr(analysis_check, "play_bot_game", lambda *given: (a_night(), []))
    monkeypatch.setattr(
        analysis_check, "review_turn", lambda *given: [review(1, "x", mark) for mark in ("best", "mistake", "good", "blunder")]
    )
    answers = iter(["this", "this", "that", None])
    monkeypatch.setattr(analysis_check, "best_answer", lambda *given: next(answers))
    monkeypatch.setattr(analysis_check, "is_same", lambda one, other: one == other)
    found = find_repeats(0, 2, 1, 1.0, whole=False)
    assert found["repeated"] == {"best": 1, "mistake": 1}
    assert found["not repeated"] == {"good": 1}
    assert len(found["bad"]) == 1


def test_a_turn_is_reviewed_in_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All decisions of the turn and no others; without time nothing is tried."""
    reviews = review_turn(a_night(), 2, 0.0, 1)
    assert reviews
    assert {each.decision.position.truth.turn for each in reviews} == {2}
    assert not any(each.is_decision for each in reviews)


def test_nights_without_a_place_for_a_blunder_are_made_up_for() -> None:
    """So many count, from the first on; what is known already is not played again."""
    assert nights_to_play({}, 5, 3) == [5, 6, 7]
    known = {5: {"planted": True}, 6: {"planted": False}}
    assert nights_to_play(known, 5, 3) == [7, 8]
    assert nights_to_play(known | {7: {"planted": True}, 8: {"planted": False}}, 5, 3) == [9]
    assert nights_to_play({0: {}, 1: {}}, 0, 2) == []


def test_a_page_is_written_and_results_are_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of six nights two have no place; three of the four others are found. The second time no night is played."""
    played = list[int]()

    def told(what: str, number: int, *rest: Any) -> dict[str, Any]:
        played.append(number)
        if number in (1, 4):
            return {"night": number, "kind": "guards", "planted": False}
        kind = "novice" if number % 2 else "guards"
        return {"night": number, "kind": kind, "planted": True, "found": number != 3, "noticed": True}

    monkeypatch.setattr(analysis_check, "look_at", told)
    page, results = tmp_path / "page.md", tmp_path / "results.jsonl"
    page.write_text("before\n\n<!-- blunders: written by python -m research.analysis_check -->\nold\n<!-- blunders ends -->\n\nafter\n")
    words = ["blunders", "--whole", "--nights", "4", "--results", str(results), "--page", str(page)]
    main(words)
    assert sorted(played) == [0, 1, 2, 3, 4, 5]
    written = page.read_text()
    assert written.startswith("before")
    assert written.endswith("after\n")
    assert "| all | 4 | 3 (30% to 95%) | 4 |" in written
    assert "| novices who run into sight | 2 | 1 (9% to 91%) | 2 |" in written
    assert "old" not in written
    main(words)
    assert len(played) == 6
    assert page.read_text() == written
    assert len(results.read_text().splitlines()) == 7
    with pytest.raises(SystemExit, match="has results of"):
        main([*words, "--seed", "5"])
    monkeypatch.setattr(analysis_check, "hash_analysis", lambda: "other sources")
    with pytest.raises(SystemExit, match="has results of"):
        main(words)


def test_the_page_has_the_marks_of_what_would_be_repeated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    marks = [({"best": 3, "mistake": 1}, {"good": 2}), ({"unclear": 6}, {})]
    nights = [{"night": number, "repeated": one, "not repeated": other} for number, (one, other) in enumerate(marks)]
    monkeypatch.setattr(analysis_check, "look_at", lambda what, number, *rest: nights[number])
    main(["repeats", "--nights", "2", "--page", str(tmp_path / "page.md")])
    written = (tmp_path / "page.md").read_text()
    assert "| would be repeated | 10 | 1 (1.8% to 40.4%) | 3 | 0 | 6 | 0 | 1 | 0 |" in written
    assert "| would not | 2 | 0 (0.0% to 65.8%) | 0 | 2 | 0 | 0 | 0 | 0 |" in written


def test_one_function_looks_at_every_kind_of_night(monkeypatch: pytest.MonkeyPatch) -> None:
    for what, name in (("blunders", "find_blunder"), ("repeats", "find_repeats"), ("drafts", "time_drafts")):
        monkeypatch.setitem(LOOKS, what, lambda *given, whole, name=name: {"by": name, "whole": whole})
    assert look_at("blunders", 0, 3, 1, 1.0, True) == {"by": "find_blunder", "whole": True}
    assert look_at("repeats", 0, 3, 1, 1.0, False) == {"by": "find_repeats", "whole": False}
    assert look_at("drafts", 0, 3, 1, 1.0, True) == {"by": "time_drafts", "whole": True}


def test_every_draft_of_a_night_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """By processor time, with the budget that was asked for."""
    monkeypatch.setattr(analysis_check, "play_bot_game", lambda *given: (a_night(), []))
    found = time_drafts(4, 2, 1, 0.5, whole=True)
    assert found["night"] == 4
    assert found["turns"] == a_night().state.turn
    assert found["seconds"] == sorted(found["seconds"])
    assert len(found["seconds"]) > 0


def test_the_page_has_the_seconds_of_the_first_draft_and_the_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seconds = [[2.0, 30.0, 57.0], [8.5, 56.0], [4.0, 59.0]]
    monkeypatch.setattr(analysis_check, "look_at", lambda what, number, *rest: {"night": number, "seconds": seconds[number]})
    main(["drafts", "--nights", "3", "--page", str(tmp_path / "page.md")])
    written = (tmp_path / "page.md").read_text()
    assert "| the first draft | 4.0 | 8.5 |" in written
    assert "| the last | 57.0 | 59.0 |" in written
