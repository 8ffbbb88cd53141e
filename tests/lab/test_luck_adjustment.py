"""Win rates without the luck: as true as the raw ones, and less uncertain where luck explains anything."""

from pathlib import Path

import numpy as np
import pytest

from nuns.lab.balance import Balance, CellResults, balance_of, read_balance
from nuns.lab.games import knows_luck, play_games, play_lucky_games
from nuns.lab.ladder import QUIET, TEST_SEED, adjusted_rate, ladder_grid, pairing
from nuns.lab.lineup import LineUp
from nuns.lab.pool import SerialPool
from nuns.lab.report.ladder_page import luck_table, page
from nuns.lab.run import open_table, pieces_of, run_grid
from nuns.lab.statistics import FEWEST, adjust, without_luck
from nuns.lab.table import BadTable
from nuns.referee.game_setup import GameSetup

PAIRING = pairing("greedy", "greedy", 1)


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
    setup = GameSetup("mayfair", QUIET, 1)
    lucky = play_lucky_games(setup, TEST_SEED, range(3, 23), PAIRING.lineup)
    plain = play_games(setup, TEST_SEED, range(3, 23), PAIRING.lineup)
    assert lucky.ends["winners"].tolist() == plain.ends["winners"].tolist()
    assert lucky.luck.shape == (20, 5)


def test_who_knows_the_truth_has_no_luck() -> None:
    assert not knows_luck(LineUp("truth", ("careful",)))
    assert knows_luck(PAIRING.lineup)


def test_luck_is_kept_in_the_table_and_a_table_without_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ladder.csv"
    for games in (10, 60):
        grid = ladder_grid(path, {PAIRING: games}, with_luck=games == 10)
        table = open_table(path, grid)
        assert sum(len(piece.indices) for piece in pieces_of(table)) == games - table.played
        run_grid(path, table, SerialPool(), 1)
        assert (adjusted_rate(balance_of(path, table).cells[PAIRING]) is None) == (games < FEWEST)
    balance = read_balance([path])
    results = balance.cells[PAIRING]
    assert results.luck.keys() == results.wins.keys()
    adjusted = adjusted_rate(results)
    assert adjusted is not None
    assert adjusted.games == 60
    told = luck_table(balance).markdown
    assert f"| greedy / greedy | 1 | {results.rate.share:.1%} (" in told
    assert told in page(balance, with_luck=True)
    assert told not in page(balance)
    without = tmp_path / "without.csv"
    run_grid(without, open_table(without, ladder_grid(without, {PAIRING: 1})), SerialPool(), 1)
    with pytest.raises(BadTable, match=r"expected games whose luck was worked out in .*; got games without: name another file"):
        ladder_grid(without, {PAIRING: 1}, with_luck=True)


def test_too_few_games_are_not_adjusted() -> None:
    wins, luck = made_up(FEWEST, 4)
    games = [(TEST_SEED, index) for index in range(FEWEST)]
    few = CellResults(PAIRING, dict(zip(games, wins, strict=True)), luck=dict(zip(games[:-1], luck, strict=False)))
    assert adjusted_rate(few) is None
    assert "| greedy" not in luck_table(Balance({}, {PAIRING: few})).markdown
    few.luck = dict(zip(games, luck, strict=True))
    assert adjusted_rate(few) == adjust(wins, luck)
