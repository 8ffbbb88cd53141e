"""Win rates without the luck: as true as the raw ones, and less uncertain where luck explains anything."""

import json
from pathlib import Path

import numpy as np
import pytest

from nuns.lab.ladder import knows_luck, pieces_of, play_ladder, play_lucky_pairing, play_pairing
from nuns.lab.ladder_report import luck_table, page
from nuns.lab.luck_adjustment import FEWEST, adjust, without_luck
from nuns.lab.results import BadResults, Pairing, Results, fingerprint, read_results

PAIRING = Pairing("greedy", "greedy", 1)


def made_up(games: int, seed: int) -> tuple[list[bool], list[tuple[float, ...]]]:
    """Games that the guards win by half plus their luck, beside luck that explains nothing."""
    rng = np.random.default_rng(seed)
    luck = rng.uniform(-0.45, 0.45, games)
    return list(rng.random(games) < 0.5 + luck), [
        (float(one), float(other)) for one, other in zip(luck, rng.normal(size=games), strict=True)
    ]


def test_what_luck_explains_is_taken_off() -> None:
    found = adjust(*made_up(4000, 1))
    assert found.variance_left == pytest.approx(1 - 0.45**2 / 3 / 0.25, abs=0.03)
    assert found.high - found.low == pytest.approx(2 * 1.96 * (0.25 * found.variance_left / 4000) ** 0.5, rel=0.02)


@pytest.mark.full
def test_the_adjusted_rate_is_right_on_average_and_its_interval_as_often_as_it_says() -> None:
    found = [adjust(*made_up(200, seed)) for seed in range(400)]
    rates = [each.rate for each in found]
    assert np.mean(rates) == pytest.approx(0.5, abs=4 * float(np.std(rates)) / 20)
    assert np.mean([each.low < 0.5 < each.high for each in found]) == pytest.approx(0.95, abs=0.04)


def test_no_game_is_adjusted_by_what_was_fitted_on_itself() -> None:
    wins, luck = made_up(100, 3)
    results = np.array(wins, float)
    before, results[7] = without_luck(results, np.array(luck)), 1 - results[7]
    after = without_luck(results, np.array(luck))
    fold = np.arange(100) % 5 == 7 % 5
    changed = before != after
    assert not changed[fold & (np.arange(100) != 7)].any()
    assert changed[~fold].any()


def test_games_that_all_end_alike_have_no_variance_to_lose() -> None:
    found = adjust([True] * 60, [(0.1 * (-1) ** index,) for index in range(60)])
    assert found.rate == pytest.approx(1)
    assert found.variance_left == 1


def test_luck_changes_no_game() -> None:
    wins, luck = play_lucky_pairing(PAIRING, range(3, 23))
    assert wins == play_pairing(PAIRING, range(3, 23))
    assert len(luck) == 20
    assert {len(row) for row in luck} == {5}


def test_who_knows_the_truth_has_no_luck() -> None:
    assert not knows_luck(Pairing("truth", "careful", 1))
    assert knows_luck(PAIRING)


def test_luck_is_kept_in_the_file_and_worked_out_where_it_is_missing(tmp_path: Path) -> None:
    path, wanted = tmp_path / "results.jsonl", {PAIRING: 60}
    results = read_results(path)
    play_ladder(path, results, {PAIRING: 10}, workers=1)
    assert not results.luck
    assert results.adjusted(PAIRING) is None
    assert sum(len(piece) for _, piece in pieces_of(results, wanted)) == 50
    assert sum(len(piece) for _, piece in pieces_of(results, wanted, with_luck=True)) == 60
    raw = dict(results.wins[PAIRING])
    play_ladder(path, results, wanted, workers=1, with_luck=True)
    assert results.wins[PAIRING].items() >= raw.items()
    assert read_results(path) == results
    adjusted = results.adjusted(PAIRING)
    assert adjusted is not None
    assert adjusted.games == 60
    assert f"| greedy / greedy | 1 | {sum(results.wins[PAIRING].values()) / 60:.1%} (" in luck_table(results)
    assert luck_table(results) in page(results, [], with_luck=True)
    assert luck_table(results) not in page(results, [])


def test_too_few_games_are_not_adjusted() -> None:
    results, (wins, luck) = Results(), made_up(FEWEST, 4)
    results.add(PAIRING, 0, wins[:-1], luck[:-1])
    assert results.adjusted(PAIRING) is None
    results.add(PAIRING, FEWEST - 1, wins[-1:], luck[-1:])
    assert results.adjusted(PAIRING) == adjust(wins, luck)


def test_a_piece_with_the_luck_of_other_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    piece = {"guards": "greedy", "novices": "greedy", "count": 1, "first": 0, "wins": "01", "luck": [[0.1] * 5]}
    path.write_text(json.dumps({"sources": fingerprint()}) + "\n" + json.dumps(piece) + "\n", encoding="utf-8")
    with pytest.raises(BadResults, match="expected the luck of 2 games; got that of 1"):
        read_results(path)
