"""The training of the value model: right slopes, the same weights every time, and honest comparisons."""

from pathlib import Path

import numpy as np
import pytest

from nuns.analysis.value_records import GLOBALS, PERSONAL
from nuns.rules.words import NOVICES
from research import luck_balance, value_calibration, value_training
from research.value_calibration import as_told, by_captures_and_turn, comparison, picture, scores
from research.value_positions import EDITIONS, SIZES, NightRange, Positions, gather
from research.value_training import first_weights, forward, gradients, log_loss, train

pytestmark = pytest.mark.full  # a study of the authors

RANGES = [NightRange("mayfair", 2, "greedy", "greedy", 4, 0, 12, 2), NightRange("dutch", 1, "greedy", "random", 4, 0, 5, 2)]


def made_up(count: int, seed: int = 1) -> Positions:
    """Positions of nobody: the guards win by one of the numbers, and so does each novice."""
    rng = np.random.default_rng(seed)
    night, personal = rng.normal(size=(count, GLOBALS)), rng.normal(size=(count, NOVICES, PERSONAL))
    present = (np.arange(NOVICES) < rng.integers(1, NOVICES + 1, count)[:, None]).astype(float)
    guards = (rng.random(count) < 1 / (1 + np.exp(-2 * night[:, 0]))).astype(float)
    winners = (1 - guards)[:, None] * present * (personal[:, :, 0] > 0)
    numbers = [np.clip(0.5 + night[:, 0] / 4, 0, 1), rng.integers(1, 15, count), rng.integers(0, 3, count), np.full(count, 4)]
    told = np.stack([*numbers, rng.integers(0, 5, count), np.zeros(count)], axis=1)
    games, weight = (np.arange(count) // 2).astype(np.float64), rng.integers(1, 4, count).astype(np.float64)
    return Positions(night, personal, present, guards, winners, told, np.zeros(count), games, weight)


def loss(weights: value_training.Weights, rows: Positions) -> float:
    """What ``gradients`` is the slope of."""
    made = forward(weights, rows)
    contested = rows.present * ((1 - rows.guards) * (rows.present.sum(axis=1) > 1))[:, None] > 0
    weight = np.broadcast_to(rows.weight[:, None], contested.shape)[contested]
    hers = log_loss(made["winner"][contested], rows.winners[contested], weight) * weight.sum() / rows.weight.sum()
    return float(log_loss(made["guards"], rows.guards, rows.weight) + value_training.NOVICES_SHARE * hers)


def test_the_slopes_are_those_of_the_loss() -> None:
    rows, rng = made_up(30), np.random.default_rng(2)
    weights = first_weights(rng)
    slopes = gradients(weights, rows)
    for name, values in weights.items():
        for place in rng.integers(0, values.size, 12):
            moved = {**weights, name: values.copy()}
            moved[name].flat[place] += 1e-5
            more = loss(moved, rows)
            moved[name].flat[place] -= 2e-5
            assert slopes[name].flat[place] == pytest.approx((more - loss(moved, rows)) / 2e-5, abs=1e-6)


def test_a_row_counts_as_often_as_it_stands_for() -> None:
    """Of a long night fewer positions are kept; nights that end soon must not weigh more at their beginning."""
    rows, weights = made_up(20), first_weights(np.random.default_rng(2))
    repeated = rows.chosen(np.repeat(np.arange(20), rows.weight.astype(int)))
    once = gradients(weights, repeated._replace(weight=np.ones(repeated.total)))
    for name, slope in gradients(weights, rows).items():
        assert slope == pytest.approx(once[name])


def test_kept_positions_stand_for_all_of_their_night() -> None:
    rows = gather([NightRange("mayfair", 2, "greedy", "greedy", 4, 0, 12, 2)], 1)
    every = gather([NightRange("mayfair", 2, "greedy", "greedy", 4, 0, 12, 12)], 1)
    for game in range(12):
        seen = rows.weight[rows.game == game].sum()
        assert seen == pytest.approx(every.weight[every.game == game].sum())
        assert seen >= (every.game == game).sum() >= (rows.game == game).sum() > 0


def test_training_learns_and_gives_the_same_weights_again() -> None:
    rows, others = made_up(2000), made_up(500, 9)
    weights, first = train(rows, epochs=8), first_weights(np.random.default_rng(1))
    assert loss(weights, rows) < 0.85 * loss(first, rows)
    assert loss(weights, others) < 0.95 * loss(first, others)
    again = train(rows, epochs=8)
    assert all((weights[name] == again[name]).all() for name in weights)


def test_positions_come_in_the_order_of_their_nights_whoever_plays_them() -> None:
    alone, shared = gather(RANGES, 1), gather(RANGES, 2)
    assert all((one == two).all() for one, two in zip(alone, shared, strict=True))
    assert alone.total > 17
    assert set(alone.kind) == {0.0, 1.0}
    assert (alone.present.sum(axis=1) == np.where(alone.kind == 0, 2, 1)).all()
    assert ((alone.winners.sum(axis=1) > 0) == (alone.guards == 0)).all()


def test_all_editions_and_sizes_are_trained_on() -> None:
    ranges = value_training.ranges_of(8, 4)
    assert {(each.options, each.novices) for each in ranges} >= {(edition, size) for edition in EDITIONS for size in SIZES}
    assert {"search", "belief", "greedy"} <= {each.guards for each in ranges}
    seeds = {each.seed for each in ranges}
    assert not seeds & {value_calibration.HELD_OUT_SEED, value_calibration.HELD_OUT_SEED + 1, luck_balance.SEED}


def test_the_command_trains_and_writes_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(value_training, "ranges_of", lambda nights, search: RANGES)
    value_training.main(["--epochs", "1", "--weights", str(tmp_path / "weights.npz")])
    with np.load(tmp_path / "weights.npz") as stored:
        assert stored["guards"].dtype == np.float32
    assert (tmp_path / "weights.npz").stat().st_size < 100_000
    assert "positions; Brier score on them" in capsys.readouterr().out


def test_held_out_nights_are_spread_evenly() -> None:
    ranges = value_calibration.ranges_of(100)
    assert sum(each.count for each in ranges) == 100
    assert {each.count for each in ranges} == {2, 3}
    assert {(each.options, each.novices) for each in ranges} == {(edition, size) for edition in EDITIONS for size in SIZES}


def test_captures_and_turn_are_fitted_on_other_nights() -> None:
    rows = made_up(400)
    before = by_captures_and_turn(rows)
    rows.guards[:2] = 1 - rows.guards[:2]
    after = by_captures_and_turn(rows)
    assert (before[:2] == after[:2]).all()
    assert (before[2:] != after[2:]).any()
    fewer = rows.chosen(np.arange(1, 400))  # a night of which one position is kept moves no other into another fold
    assert by_captures_and_turn(fewer)[0] == pytest.approx(after[1])


def test_positions_of_which_the_guards_were_not_told_are_left_out() -> None:
    rows = made_up(10)
    rows.told[3:5, value_calibration.IS_STALE] = 1
    assert as_told(rows).total == 8


def test_the_scores_are_told_as_a_table_and_a_plot() -> None:
    written = scores(made_up(400), [NightRange("dutch", 3, "search", "belief", 0, 0, 200, 2)])
    assert "| dutch |" in written
    assert "| 3 novices |" in written
    assert "mayfair" not in written
    assert picture(made_up(400)).startswith("<svg")


def test_rollouts_and_the_model_value_the_same_positions() -> None:
    found = value_calibration.compare_night("mayfair(blessings=off)", 1, 0)
    assert len(found) == 2
    assert found[0].came == found[1].came
    assert all(0 <= each <= 1 for one in found for each in (*one.rollouts, one.model))
    assert "| 64 roll-outs |" in comparison(found)


def test_the_balance_of_luck_is_told_as_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck_balance, "LINEUPS", (("greedy", "greedy"),))
    luck_balance.main(["--nights", "25", "--ledger-nights", "0", "--page", str(tmp_path / "page.md")])
    written = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "luck in 25 nights" in written
    assert "| lots of guards |" in written
    assert sum(each.count for each in luck_balance.ranges_of(25)) == 25
