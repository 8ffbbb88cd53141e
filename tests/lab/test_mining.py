"""Mining: the same nights, seed and budget give the same puzzles, in one go or in two; what cannot be mined is said."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from nuns.analysis.candidates import Candidate
from nuns.analysis.trials import BATCH, Trial
from nuns.analysis.values import PARTIES, CandidateAnswer
from nuns.lab.mining.decisions import largest_drop, measured, movement_moments, plan_moments
from nuns.lab.mining.night import Budget, MinedNight
from nuns.lab.mining.rating import LEAST, MOST, rate_choices, rate_odds
from nuns.lab.mining.run import JOURNAL, MINERS, BadMine, Mine, Wanted, checked_files, choose_puzzles, mine_file
from nuns.lab.pool import SerialPool
from nuns.lessons.check_puzzles import puzzle_faults
from nuns.lessons.puzzle import Puzzle, all_puzzles, read_puzzle
from nuns.referee.record import replay_record
from nuns.referee.seats import Seat
from nuns.rules.words import Ask

NIGHTS = Path(__file__).parents[1] / "data/nights"
SMALL = Budget(seed=3, rollouts=4 * BATCH)
MANY = Wanted(most=20, from_one=20)


def mined(folder: Path, out: Path, kinds: tuple[str, ...] = ("where",), budget: Budget = SMALL) -> dict[str, str]:
    Mine(folder, out, budget, kinds).run(SerialPool(), 1, MANY, lambda _: None)
    return {path.name: path.read_text(encoding="utf-8") for path in out.iterdir()}


def test_two_nights_give_puzzles_that_stand_before_the_referee(tmp_path: Path) -> None:
    found = mined(NIGHTS, tmp_path / "out")
    assert found
    assert JOURNAL not in found
    puzzles = [read_puzzle(name, text) for name, text in found.items()]
    assert list(puzzle_faults(puzzles)) == []
    assert {each.source.record for each in puzzles} <= {path.name for path in NIGHTS.iterdir()}
    assert {(each.source.seed, each.source.budget) for each in puzzles} == {(SMALL.seed, SMALL.rollouts)}


def test_decisions_are_mined_again_as_they_were(tmp_path: Path) -> None:
    """What is found is the same each time, and each of it holds; how much there is depends on the bots."""
    night = MinedNight.read(NIGHTS / "one-novice.nuns")
    for kind in ("plan", "movement"):
        one, two = ([msgspec.json.encode(each) for each in MINERS[kind](night, SMALL)] for _ in range(2))
        assert one == two
        assert list(puzzle_faults(msgspec.json.decode(each, type=Puzzle) for each in one)) == []


def test_mining_that_was_broken_off_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole, out, played = mined(NIGHTS, tmp_path / "whole"), tmp_path / "out", list[str]()

    class BrokenOff(SerialPool):
        def submit(self, play: Callable[..., Any], /, *piece: Any) -> Any:
            if played:
                raise KeyboardInterrupt
            played.append(piece[0])
            return super().submit(play, *piece)

    with pytest.raises(KeyboardInterrupt):
        Mine(NIGHTS, out, SMALL, ("where",)).run(BrokenOff(), 1, MANY, lambda _: None)
    with (out / JOURNAL).open("ab") as journal:
        journal.write(b'{"check": "half a li')
    again = Mine(NIGHTS, out, SMALL, ("where",))
    assert [path for path, *_ in again.left] == [str(path) for path, _ in again.files if str(path) not in played]
    assert len(again.left) == 1
    assert mined(NIGHTS, out) == whole


@pytest.mark.parametrize(
    "folder, said",
    [
        ("none", "expected a folder of game files"),
        ("empty", r"expected game files, named \*\.nuns"),
        ("bad", "bad.nuns: line 1"),
    ],
)
def test_a_folder_that_cannot_be_mined_is_refused(tmp_path: Path, folder: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad/bad.nuns").write_text("nuns", encoding="utf-8")
    with pytest.raises(BadMine, match=said):
        Mine(tmp_path / folder, tmp_path / "out", SMALL, ("where",))


def test_what_was_mined_otherwise_is_not_mixed_in(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "note.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadMine, match="expected an empty folder"):
        Mine(NIGHTS, out, SMALL, ("where",))
    (out / "note.txt").unlink()
    (out / JOURNAL).write_bytes(msgspec.json.encode({"seed": 9, "rollouts": 32, "kinds": ["where"], "version": "0"}) + b"\n")
    with pytest.raises(BadMine, match="the same seed, budget, kinds and version"):
        Mine(NIGHTS, out, SMALL, ("where",))


def test_a_night_that_is_there_twice_is_mined_once_and_an_altered_one_is_noticed(tmp_path: Path) -> None:
    for name in ("a.nuns", "b.nuns"):
        shutil.copy(NIGHTS / "one-novice.nuns", tmp_path / name)
    (path, check), *more = checked_files(tmp_path)
    assert (path.name, more) == ("a.nuns", [])
    shutil.copy(NIGHTS / "two-novices.nuns", path)
    with pytest.raises(BadMine, match="as it was when mining began"):
        mine_file(str(path), check, SMALL, ("where",))


def test_decisions_are_looked_for_where_something_is_at_stake() -> None:
    from nuns.analysis.replayed_minds import replay_night

    steps = list(replay_night(replay_record(MinedNight.read(NIGHTS / "two-novices.nuns").record)))
    plans, walks = list(plan_moments(steps)), list(movement_moments(steps))
    assert plans
    assert walks
    assert all(each.position.truth.ask == Ask.PLAN and each.position.truth.turn >= 3 for each in plans)
    assert all(each.position.truth.ask in (Ask.PATH, Ask.STEP) and each.seat == Seat.GUARDS for each in walks)
    assert len({(each.position.truth.turn, each.figure) for each in walks}) == len(walks)


class SetChances:
    """Roll-outs whose results are known: candidate ``n`` is won as often as its chance says, the same worlds first."""

    first_squares = 2.0

    def __init__(self, chances: Sequence[float]) -> None:
        self.chances, self.played = chances, 0

    def play_worlds(self, worlds: Any, answer: CandidateAnswer, first: int = 0) -> Any:
        self.played += BATCH
        results = np.zeros((BATCH, PARTIES))
        results[:, 0] = (np.arange(first, first + BATCH) * 0.618034) % 1 < self.chances[answer.figure]
        return results


def trial_of(*chances: float) -> Trial:
    candidates = [Candidate(CandidateAnswer(place), (f"abbess {place}-1",), (place, 1)) for place in range(len(chances))]
    trial = Trial(SetChances(chances), SimpleNamespace(), Seat.GUARDS, candidates)  # type: ignore[arg-type]
    trial.worlds = lambda batch: None  # type: ignore[assignment, method-assign, return-value]
    return trial


def test_choices_are_measured_against_the_best_in_worlds_of_their_own() -> None:
    trial = trial_of(0.3, 0.7, 0.699, 0.45)
    choices = measured(trial, first=2, batches=100)
    assert choices is not None
    assert [(choice.route[0], choice.grade) for choice in choices] == [(1, "best"), (2, "equal"), (3, "worse"), (0, "worse")]
    assert choices[2].loss == pytest.approx(0.25, abs=0.02)
    assert 0 < choices[2].low < choices[2].loss < choices[2].high
    assert len(trial.results[1]) == 127
    assert len(trial.results[0]) < 127, "what is hopeless is not measured any further"


class LuckyAtFirst(SetChances):
    """Roll-outs with which candidate 0 does better than it is, but only in the worlds in which the best is chosen."""

    def __init__(self, chances: Sequence[float], lucky: float, until: int) -> None:
        super().__init__(chances)
        self.lucky, self.until = lucky, until

    def play_worlds(self, worlds: Any, answer: CandidateAnswer, first: int = 0) -> Any:
        chance = self.lucky if answer.figure == 0 and first < self.until * BATCH else self.chances[answer.figure]
        results = np.zeros((BATCH, PARTIES))
        results[:, 0] = (np.arange(first, first + BATCH) * 0.618034) % 1 < chance
        return results


def test_being_chosen_flatters_no_choice() -> None:
    """Its luck in the worlds in which it was chosen is in none of its figures."""
    trial = trial_of(0.6, 0.5, 0.3)
    trial.evaluator = LuckyAtFirst((0.6, 0.5, 0.3), 0.9, until=27)  # type: ignore[assignment]
    choices = measured(trial, first=2, batches=100)
    assert choices is not None
    assert choices[0].route[0] == 0
    assert choices[0].chance == pytest.approx(0.6, abs=0.02)
    assert [choice.loss for choice in choices[1:]] == pytest.approx([0.1, 0.3], abs=0.02)


def test_a_choice_that_was_only_lucky_is_no_best() -> None:
    trial = trial_of(0.3, 0.6, 0.1)
    trial.evaluator = LuckyAtFirst((0.3, 0.6, 0.1), 0.9, until=27)  # type: ignore[assignment]
    assert measured(trial, first=2, batches=100) is None


def test_a_moment_without_a_clear_best_is_given_up_early() -> None:
    trial = trial_of(0.5, 0.5, 0.49, 0.48, 0.48)
    assert measured(trial, first=0, batches=100) is None
    assert max(map(len, trial.results)) == 25
    assert largest_drop([0.9, 0.2, 0.85, 0.8, 0.1]) == pytest.approx(0.6)


def test_a_puzzle_is_rated_by_how_easily_it_is_missed() -> None:
    plain, subtle = trial_of(0.9, 0.2, 0.1), trial_of(0.6, 0.5, 0.5)
    easy, hard = measured(plain, 0, 400), measured(subtle, 0, 400)
    assert easy is not None
    assert hard is not None
    assert LEAST <= rate_choices(tuple(easy), was_missed=False) < rate_choices(tuple(hard), was_missed=False) <= MOST
    assert rate_choices(tuple(hard), was_missed=True) > rate_choices(tuple(hard), was_missed=False)
    assert rate_odds(0.5) == 1500
    assert (rate_odds(0.0), rate_odds(1.0)) == (2298, 702)


def test_puzzles_are_chosen_from_all_ratings_and_not_all_from_one_night() -> None:
    found = [each for each in all_puzzles().values() if each.kind == "where"]
    chosen = choose_puzzles(found, Wanted(most=4, from_one=1))
    assert [each.id for each in chosen] == ["where-01", "where-02", "where-03", "where-04"]
    assert len({each.source.check for each in chosen}) == 4
    ratings = [each.rating // 100 for each in chosen]
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == 4
    same = [msgspec.structs.replace(each, source=found[0].source) for each in found]
    assert len(choose_puzzles(same, Wanted(most=9, from_one=2))) == 2
