"""Studies run by hand: each says what it can do, and those that no other test runs are run on a small sample."""

from importlib import import_module
from pathlib import Path

import pytest

import research
from nuns.rules.options import EDITIONS
from research import checkouts, growth, value_calibration
from research.study import Study, play_all

MODULES = sorted(path.stem for path in Path(research.__file__).parent.glob("*.py") if "\ndef main(" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", MODULES)
def test_a_study_says_what_it_can_do(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if name == "mini_value":
        pytest.importorskip("pyspiel")
    with pytest.raises(SystemExit) as left:
        import_module(f"research.{name}").main(["--help"])
    assert left.value.code == 0
    assert f"usage: python -m research.{name} " in capsys.readouterr().out


def test_the_costs_of_a_game_are_printed_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("GAMES", 8), ("ROUNDS", 1), ("SIZES", (1, 2))):
        monkeypatch.setattr(growth, name, value)
    monkeypatch.setattr(growth, "games_per_second", lambda options, novices, size=8: 100.0 * novices / size)
    growth.main([str(tmp_path / "growth.svg")])
    assert "| games in a batch | 1 | 2 |" in capsys.readouterr().out
    assert "<svg" in (tmp_path / "growth.svg").read_text(encoding="utf-8")


@pytest.mark.full  # compiles
def test_games_a_second_are_measured_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("GAMES", 8), ("ROUNDS", 1)):
        monkeypatch.setattr(growth, name, value)
    assert growth.games_per_second(EDITIONS["mayfair"], 1, 4) > 0


@pytest.mark.full  # compiles
def test_the_value_model_is_measured_on_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_calibration, "LINEUPS", (("greedy", "greedy"), ("greedy", "random")))
    page, drawn = tmp_path / "page.md", tmp_path / "plot.svg"
    words = ["--nights", "48", "--rollout-nights", "0", "--drift-nights", "0", "--page", str(page), "--picture", str(drawn)]
    value_calibration.main(words)
    assert page.read_text(encoding="utf-8").strip().endswith("<!-- value ends -->")
    assert "| search / greedy |" in page.read_text(encoding="utf-8")
    assert "<svg" in drawn.read_text(encoding="utf-8")


def tripled(number: int) -> int:
    return 3 * number


@pytest.mark.parametrize("workers", [1, 2])
def test_pieces_come_back_in_their_order(workers: int) -> None:
    assert play_all(tripled, [(number,) for number in (3, 1, 2)], workers) == [9, 3, 6]


def test_a_part_of_a_document_is_replaced_or_added(tmp_path: Path) -> None:
    page, study = tmp_path / "page.md", Study("module", "mark")
    study.publish("first", page)
    study.publish("second", page)
    assert page.read_text(encoding="utf-8").strip() == f"{study.begin}\n\nsecond\n\n{study.end}"


def test_checkouts_are_compared_by_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "src" / "nuns").mkdir(parents=True)
    monkeypatch.setattr(checkouts, "nights_of", lambda place: {"a/b": 3.0 if place == checkouts.HERE else 2.0})
    checkouts.main(["bots", str(tmp_path), "2"])
    assert capsys.readouterr().out.count("before 2.00, now 3.00 nights a second; ratio 1.5") == 2
    with pytest.raises(SystemExit):
        checkouts.main(["bots", str(tmp_path / "src")])
    assert f"expected a checkout with a folder src/nuns; got {tmp_path / 'src'}" in capsys.readouterr().err


@pytest.mark.full  # compiles
def test_the_nights_of_a_checkout_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkouts, "PAIRS", (("greedy", "greedy"),))
    monkeypatch.setattr(checkouts, "nights_to_play", lambda guards, novices: 1)
    assert checkouts.nights_of(checkouts.HERE)["greedy/greedy"] > 0
