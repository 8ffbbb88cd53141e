"""The ladder: played in pieces, kept as it goes, gone on with where it stopped, and written as a page."""

import signal
import time
from pathlib import Path

import pytest

from nuns.lab import ladder
from nuns.lab.ceiling import CEILING
from nuns.lab.fingerprint import SOURCES, code_of
from nuns.lab.ladder import BotFailed, play_ladder, play_pairing
from nuns.lab.ladder_report import BEGIN, END, differences, insert_page, page, picture
from nuns.lab.results import BadResults, Pairing, Results, fingerprint, open_results, read_results

PAIRING = Pairing("greedy", "random", 1)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def climbed(path: Path, wanted: dict[Pairing, int], done: list[int]) -> Results:
    results = read_results(path)
    play_ladder(path, results, wanted, workers=1, progress=done.append)
    return results


def test_what_is_missing_is_played_and_nothing_twice(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "COMPILED", 20)
    done: list[int] = []
    first = climbed(results, {PAIRING: 40}, done)
    assert len(first.wins[PAIRING]) == 40
    assert done == [20, 20]
    lines = results.read_text(encoding="utf-8").splitlines()
    results.write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")  # as if it had been stopped after the first piece
    assert len(read_results(results).wins[PAIRING]) == 20
    done.clear()
    assert climbed(results, {PAIRING: 45}, done).cells()[0].games == 45
    assert done == [20, 5]
    assert climbed(results, {PAIRING: 40}, done).wins[PAIRING].items() >= first.wins[PAIRING].items()
    assert done == [20, 5]


def first_alone(pairing: Pairing, piece: range) -> list[bool]:
    """In a worker: the first piece is played, the others take long."""
    time.sleep(100 if piece.start else 0)
    return [True] * len(piece)


def test_who_is_interrupted_leaves_at_once_with_all_that_is_done(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "play_pairing", first_alone)
    monkeypatch.setattr(ladder, "COMPILED", 2)
    began, hearing = time.monotonic(), signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            play_ladder(results, Results(), {PAIRING: 9}, workers=1, progress=lambda _: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, hearing)
    assert time.monotonic() - began < 90
    assert read_results(results).wins == {PAIRING: {0: True, 1: True}}


def first_fails(pairing: Pairing, piece: range) -> list[bool]:
    """In a worker."""
    if piece.start == 0:
        time.sleep(1)
        raise BotFailed("no idea")
    return [True] * len(piece)


def test_where_a_bot_fails_the_rest_is_kept(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "play_pairing", first_fails)
    monkeypatch.setattr(ladder, "COMPILED", 2)
    with pytest.raises(BotFailed, match="no idea"):
        play_ladder(results, Results(), {PAIRING: 4}, workers=2)
    assert read_results(results).wins == {PAIRING: {2: True, 3: True}}


def test_games_that_are_missing_in_between_are_played_alone() -> None:
    found = Results()
    found.add(PAIRING, 2, [True, False])
    found.add(PAIRING, 9, [True])
    assert list(found.missing(PAIRING, 12, 3)) == [range(2), range(4, 7), range(7, 9), range(10, 12)]


def test_a_line_that_was_left_half_written_is_played_again(results: Path) -> None:
    done: list[int] = []
    first = climbed(results, {PAIRING: 4}, done)
    whole = results.read_bytes()
    results.write_bytes(whole[:-9])
    assert read_results(results) == Results()
    assert climbed(results, {PAIRING: 4}, done) == first
    assert results.read_bytes() == whole


def test_guards_who_know_the_truth_win_more_than_those_who_believe() -> None:
    truth, belief = (play_pairing(Pairing(guards, "careful", 1), range(8)) for guards in (CEILING, "belief"))
    assert sum(truth) > sum(belief)


def test_remarks_do_not_count_as_other_bots() -> None:
    plain = 'def play(name: str) -> str:\n    return f"# {name}"'
    told = (
        '"""A chapter,\nover two lines."""\n\n\ndef play(name: str) -> str:  # by name\n'
        '    """9.1 Plays."""\n    # as it is\n    return f"# {name}"\n'
    )
    assert code_of(told) == code_of(plain)
    assert code_of(plain.replace("return", "yield")) != code_of(plain)
    assert len(fingerprint()) == 16


def test_everything_that_decides_a_game_is_told_apart() -> None:
    root = Path(ladder.__file__).parents[1]
    assert all(list(root.glob(pattern)) for pattern in SOURCES)
    assert {"board/convent.json", "lab/ceiling.py", "lab/lineup.py", "lab/simulate.py", "referee/*.py"} <= set(SOURCES)


def test_results_of_other_bots_are_refused(results: Path) -> None:
    results.write_text('{"sources": "0123456789abcdef"}\n', encoding="utf-8")
    with pytest.raises(BadResults, match=r"expected results of these bots in .*; got results of other bots"):
        read_results(results)


GOOD = '{"guards":"greedy","novices":"random","count":1,"first":0,"wins":"01"}'


@pytest.mark.parametrize("junk", [b"", b"no results\n", b'{"sources": 3}\n', b"[]\n", b"\xff\n", b'{"sour', b"a line of somebody's"])
def test_what_is_no_file_of_results_is_refused_and_left_as_it_is(results: Path, junk: bytes) -> None:
    results.write_bytes(junk)
    with pytest.raises(BadResults, match=r"expected a file of ladder results; got .*results.jsonl, which does not begin as one"):
        read_results(results)
    assert results.read_bytes() == junk


BAD_LINES = [
    (GOOD.replace("greedy", "kasparov"), "expected bots among random, .*, truth; got 'kasparov' and 'random'"),
    (GOOD.replace("random", "truth"), "got 'greedy' and 'truth'"),
    (GOOD.replace('"count":1', '"count":"1"'), "Expected `int`, got `str`"),
    (GOOD.replace('"count":1', '"count":7'), "Expected `int` <= 6"),
    (GOOD.replace('"first":0', '"first":-1'), "Expected `int` >= 0"),
    (GOOD.replace('"01"', '""'), "Expected `str` matching"),
    (GOOD.replace('"01"', '"02"'), "Expected `str` matching"),
    (GOOD[:-9], "truncated"),
    ("", "truncated"),
]


@pytest.mark.parametrize("line, fault", BAD_LINES, ids=[fault for _, fault in BAD_LINES])
def test_a_bad_line_of_results_is_named(results: Path, line: str, fault: str) -> None:
    open_results(results)
    results.write_text(results.read_text(encoding="utf-8") + f"{GOOD}\n{line}\n{GOOD}\n", encoding="utf-8")
    with pytest.raises(BadResults, match=rf"expected a file of ladder results; got .*results.jsonl, line 3: .*{fault}"):
        read_results(results)


def test_results_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match=f"got {tmp_path}: Is a directory"):
        read_results(tmp_path)


def test_a_difference_is_taken_on_the_games_that_both_have_played() -> None:
    found, one, two = Results(), Pairing("search", "careful", 1), Pairing("belief", "careful", 1)
    found.add(one, 0, [True] * 60 + [False] * 40)
    found.add(two, 0, [True] * 50 + [False] * 50 + [True] * 100)
    mean, low, high, games = found.difference(one, two)
    assert mean == pytest.approx(0.1)
    assert games == 100
    assert 0.03 < low < 0.1 < high < 0.17
    with pytest.raises(ValueError, match="expected games that both pairings have played"):
        found.difference(one, Pairing("greedy", "careful", 3))


def test_of_few_games_no_interval_is_told_and_of_none_no_difference() -> None:
    found, one, two = Results(), Pairing("search", "careful", 1), Pairing("belief", "careful", 1)
    found.add(one, 0, [False] * 9)
    found.add(two, 0, [True] * 9)
    assert "| search / careful against belief / careful | 1 | -100.0 | - | 9 |" in differences(found, [(one, two)])
    found.add(one, 9, [True])
    found.add(two, 9, [True])
    assert "| -90.0 | -100.0 to -41.3 | 10 |" in differences(found, [(one, two)])
    found.add(three := Pairing("greedy", "careful", 1), 10, [True])
    assert differences(found, [(one, three)]).count("\n") == 1


def test_the_page_has_every_pairing_and_goes_between_its_marks() -> None:
    found = Results()
    for guards, wins in (("greedy", 30), ("belief", 70)):
        for novices in ("greedy", "careful"):
            found.add(Pairing(guards, novices, 3), 0, [True] * wins + [False] * (100 - wins))
    written = page(found, [(Pairing("belief", "careful", 3), Pairing("greedy", "careful", 3))])
    assert "| belief | 70.0% (60%-78%, 100) | 70.0% (60%-78%, 100) |" in written
    assert "| belief / careful against greedy / careful | 3 | +40.0 |" in written
    assert picture(found.cells()).count("<use ") == 4 + 2  # a point for each pairing, and the two guards below the panel
    once = insert_page("# Bots\n\ntext\n", written)
    twice = insert_page(once.replace("text", "other text") + "\nafter\n", "new")
    assert once.startswith("# Bots\n\ntext\n")
    assert twice == f"# Bots\n\nother text\n\n{BEGIN}\n\nnew\n\n{END}\n\nafter\n"
