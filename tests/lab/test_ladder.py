"""The ladder: played in pieces, kept as it goes, gone on with where it stopped, and written as a page."""

from pathlib import Path

import pytest

from nuns.lab import ladder
from nuns.lab.ceiling import CEILING
from nuns.lab.ladder import BadResults, Pairing, Results, climb, code_of, fingerprint, play_pairing, read_results
from nuns.lab.ladder_report import BEGIN, END, page, picture, put_into

PAIRING = Pairing("greedy", "random", 1)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def test_what_is_missing_is_played_and_nothing_twice(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "COMPILED", 20)
    done: list[int] = []
    first = climb(results, {PAIRING: 40}, workers=1, progress=done.append)
    assert len(first.wins[PAIRING]) == 40
    assert sum(done) == 40
    lines = results.read_text(encoding="utf-8").splitlines()
    results.write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")  # as if it had been stopped after the first piece
    assert len(read_results(results).wins[PAIRING]) == 20
    done.clear()
    again = climb(results, {PAIRING: 40}, workers=1, progress=done.append)
    assert again == first
    assert done == [20, 20]


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


def test_results_of_other_bots_or_of_nothing_are_refused(results: Path) -> None:
    results.write_text('{"sources": "0123456789abcdef"}\n', encoding="utf-8")
    with pytest.raises(BadResults, match=r"expected results of these bots in .*; got those of others"):
        read_results(results)
    results.write_text("no results\n", encoding="utf-8")
    with pytest.raises(BadResults, match="expected a file of ladder results; got"):
        read_results(results)


def test_a_difference_is_taken_on_the_games_that_both_have_played() -> None:
    found, one, two = Results(), Pairing("search", "careful", 1), Pairing("belief", "careful", 1)
    found.add(one, 0, [True] * 60 + [False] * 40)
    found.add(two, 0, [True] * 50 + [False] * 50 + [True] * 100)
    mean, low, high, games = found.difference(one, two)
    assert mean == pytest.approx(0.1)
    assert games == 100
    assert 0.04 < low < 0.1 < high < 0.16
    with pytest.raises(ValueError, match="expected games that both pairings have played"):
        found.difference(one, Pairing("greedy", "careful", 3))


def test_the_page_has_every_pairing_and_goes_between_its_marks() -> None:
    found = Results()
    for guards, wins in (("greedy", 30), ("belief", 70)):
        for novices in ("greedy", "careful"):
            found.add(Pairing(guards, novices, 3), 0, [True] * wins + [False] * (100 - wins))
    written = page(found, [(Pairing("belief", "careful", 3), Pairing("greedy", "careful", 3))])
    assert "| belief | 70.0% (60%-78%, 100) | 70.0% (60%-78%, 100) |" in written
    assert "| belief / careful against greedy / careful | 3 | +40.0 |" in written
    assert picture(found.cells()).count("<circle") == 4
    once = put_into("# Bots\n\ntext\n", written)
    twice = put_into(once.replace("text", "other text") + "\nafter\n", "new")
    assert once.startswith("# Bots\n\ntext\n")
    assert twice == f"# Bots\n\nother text\n\n{BEGIN}\n\nnew\n\n{END}\n\nafter\n"
