"""Many games: the same for any number of workers, and what they add up to."""

from collections.abc import Iterable
from math import comb
from pathlib import Path

import pytest

from nuns.lab.games import PlayedGames, ends_of, play_recorded_game, record_path
from nuns.lab.simulate import SimulationSummary, simulate
from nuns.lab.statistics import paired_interval, wilson_interval
from nuns.referee.dice import CounterDice
from nuns.referee.game_setup import ENDING_NAMES, PLAYED_ENDINGS
from nuns.rules.options import EDITIONS
from nuns.rules.state import State
from nuns.rules.words import GUARDS_WIN
from tests.kit.game_runs import play_random_game
from tests.kit.records import table_named, verified

TABLES = [
    *((edition, 3, 1) for edition in EDITIONS),
    ("mayfair", 6, 2),
    ("mayfair(monk=frederick,all-or-nun=on)", 2, 1),
    ("dutch(blessings=on,monk=robert)", 1, 1),
]


def summed(states: Iterable[State]) -> SimulationSummary:
    """The sums over games that are over."""
    summary = SimulationSummary()
    summary.add(PlayedGames(ends_of([*states])))
    return summary


@pytest.mark.parametrize("options, novices, guard_players", TABLES)
def test_a_recorded_night_is_the_random_night_of_its_seed(options: str, novices: int, guard_players: int) -> None:
    """The kernel plays on the rules alone, the referee through actions: number by number the same."""
    table = table_named(options, novices, guard_players)
    for index in range(4):
        state, game = play_random_game(table, 17, index), play_recorded_game(table, 17, index)
        assert game.is_over
        assert state == game.state


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("compiled", [True, False])
def test_any_number_of_workers_adds_up_to_the_same(monkeypatch: pytest.MonkeyPatch, workers: int, compiled: bool) -> None:
    """Whether or not machine code is at hand: game by game the same."""
    if not compiled:
        monkeypatch.setattr("nuns.lab.games.can_start_at_once", lambda: False)
    table, progress = table_named("dutch", 2), list[int]()
    expected = summed(play_random_game(table, 5, index) for index in range(60))
    assert simulate(table, 60, 5, workers=workers, progress=progress.append) == expected
    assert sum(progress) == 60


def test_games_of_a_seed_do_not_depend_on_how_many_are_played() -> None:
    table = table_named("mayfair", 2)
    few, more = simulate(table, 10, 3), simulate(table, 30, 3)
    rest = summed(play_random_game(table, 3, index) for index in range(10, 30))
    assert few.games + rest.games == more.games
    assert few.turns + rest.turns == more.turns
    assert few.endings + rest.endings == +more.endings
    assert simulate(table, 30, 4) != more


@pytest.mark.parametrize("options, novices, guard_players", TABLES)
def test_endings_sum_up(options: str, novices: int, guard_players: int) -> None:
    summary = simulate(table_named(options, novices, guard_players), 30, 8)
    assert summary.games == 30
    assert set(summary.endings) == set(PLAYED_ENDINGS)
    assert sum(summary.endings.values()) == 30
    assert summary.guards_wins == summary.endings["captures"] + summary.endings["dawn"]
    assert 30 <= summary.turns <= 30 * 15
    assert summary.captures >= 0


def test_a_night_is_told_from_its_state() -> None:
    for index in range(12):
        state = play_random_game(table_named("reference", 4), 2, index)
        night = summed([state])
        (ending,) = +night.endings
        assert night.guards_wins == (state.winners == GUARDS_WIN) == (ending != "home")
        assert 1 <= night.turns <= 15
        assert night.captures >= state.goal or ending != "captures"
        assert night.turns == 15 or ending != "dawn"


def test_figures_are_rates_and_means() -> None:
    summary, home = SimulationSummary(), 1
    for winners, ending, turn, captures in (
        (home, "home", 5, 1),
        (GUARDS_WIN, "dawn", 15, 2),
        (GUARDS_WIN, "captures", 10, 6),
        (GUARDS_WIN, "dawn", 15, 0),
    ):
        state = State(winners=winners, ending=ENDING_NAMES.index(ending), turn=turn, captures=captures)
        summary.add(PlayedGames(ends_of([state])))
    low, high = wilson_interval(3, 4)
    assert summary.figures() == {
        "games": 4,
        "guards_win_rate": 0.75,
        "guards_win_interval": [low, high],
        "endings": {"home": 1, "captures": 1, "dawn": 2},
        "turns_mean": 11.25,
        "captures_mean": 2.25,
    }


@pytest.mark.parametrize("workers", [1, 2])
def test_records_are_kept_one_a_game_and_verify(tmp_path: Path, workers: int) -> None:
    table = table_named("mayfair(turns=2)", 1)
    summary = simulate(table, 26, 6, workers=workers, folder=tmp_path)
    assert sorted(tmp_path.iterdir()) == [record_path(tmp_path, index) for index in range(26)]
    assert summary == simulate(table, 26, 6)
    for index in (0, 7, 25):
        record, game = verified(record_path(tmp_path, index).read_bytes())
        assert record.dice == CounterDice(f"6/{index}")
        assert summed([game.state]) == summed([play_random_game(table, 6, index)])


# -- how surely -----------------------------------------------------------------------------------------------------------


WILSON = [
    (0, 0, 0.0, 1.0),
    (0, 10, 0.0, 0.2775),
    (10, 10, 0.7225, 1.0),
    (1, 10, 0.0179, 0.4042),
    (5, 10, 0.2366, 0.7634),
    (50, 100, 0.4038, 0.5962),
    (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize("wins, games, low, high", WILSON)
def test_the_wilson_interval_is_as_published(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("games", [10, 30])
@pytest.mark.parametrize("more, fewer", [(0.0, 0.0), (0.02, 0.02), (0.3, 0.1), (0.4, 0.4), (0.9, 0.0)])
def test_the_interval_of_a_difference_holds_the_truth_as_often_as_it_says(games: int, more: float, fewer: float) -> None:
    """Over everything that can happen: so many games won by the one alone, so many by the other."""
    held = 0.0
    for gained, lost in [(one, two) for one in range(games + 1) for two in range(games + 1 - one)]:
        low, high = paired_interval(gained, lost, games)
        assert -1 <= low < high <= 1
        ways = comb(games, gained) * comb(games - gained, lost)
        held += ways * more**gained * fewer**lost * (1 - more - fewer) ** (games - gained - lost) * (low <= more - fewer <= high)
    assert held > 0.93


@pytest.mark.parametrize("games", [1, 2, 7, 40])
def test_the_interval_holds_the_rate_within_bounds_and_is_even_handed(games: int) -> None:
    for wins in range(games + 1):
        low, high = wilson_interval(wins, games)
        assert 0 <= low < high <= 1
        assert low - 1e-12 <= wins / games <= high + 1e-12
        assert wilson_interval(games - wins, games) == pytest.approx((1 - high, 1 - low))
        assert wilson_interval(wins * 9, games * 9)[1] - wilson_interval(wins * 9, games * 9)[0] < high - low


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5, 0.8])
def test_the_interval_holds_the_truth_about_nineteen_times_in_twenty(rate: float) -> None:
    """Counted exactly over all outcomes of 60 games."""
    games = 60
    chances = (
        comb(games, wins) * rate**wins * (1 - rate) ** (games - wins)
        for wins in range(games + 1)
        if wilson_interval(wins, games)[0] <= rate <= wilson_interval(wins, games)[1]
    )
    assert 0.93 < sum(chances) < 0.975
