"""The value model: every number of a position is filled in, all ways to work the chances out agree, and a seat's chances are its own."""

import random
from typing import Any

import numpy as np
import pytest

from nuns.analysis.night_watch import watch_nights
from nuns.analysis.replayed_minds import NightPosition
from nuns.analysis.value_features import describe
from nuns.analysis.value_network import weigh_numbers, weigh_position
from nuns.analysis.value_records import GLOBALS, PERSONAL, ValueSheet, ValueWeights
from nuns.analysis.value_units import VALUES
from nuns.analysis.values import Evaluator, value_weights, weights_record
from nuns.board.shape import copy_of
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.records import board_record
from nuns.kernel.units import entry_of
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat, knowledge_seat
from nuns.rules.options import EDITIONS, change_option
from nuns.rules.state import State
from nuns.rules.words import GUARDS_WIN, NOVICES, Stage, Status
from research.value_positions import Positions
from research.value_training import first_weights, forward
from tests.analysis.nights import TABLES, positions, twin

WEIGHTS = first_weights(np.random.default_rng(5))


def plain_weights() -> ValueWeights:
    """The same weights for the interpreter."""
    return ValueWeights(**WEIGHTS)


def sheet_of(position: NightPosition, seed: int) -> ValueSheet:
    """A sheet full of nothing but a belief that was made up."""
    sheet = ValueSheet(guards_level=3, novices_level=2)
    sheet.likely[:] = np.random.default_rng(seed).dirichlet(np.ones(sheet.likely.shape[1]), NOVICES)
    sheet.night[:] = np.nan
    sheet.personal[:] = np.nan
    return sheet


def some(name: str, novices: int, guard_players: int) -> list[NightPosition]:
    """Every ninth position of a night, and the last."""
    found = positions(name, novices, guard_players)
    return [*found[::9], found[-1]]


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_every_number_of_a_position_is_filled_in(name: str, novices: int, guard_players: int) -> None:
    for number, position in enumerate(some(name, novices, guard_players)[:-1]):
        sheet = sheet_of(position, number)
        describe(position.setup.board, copy_of(position.truth), sheet)
        assert np.isfinite(sheet.night).all()
        assert np.isfinite(sheet.personal).all()
        assert np.abs(sheet.night).max() < 10
        assert np.abs(sheet.personal).max() < 10
        assert sheet.is_present.tolist() == [novice.status != Status.ABSENT for novice in position.truth.novices]


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_machine_code_the_interpreter_and_the_trainer_agree(name: str, novices: int, guard_players: int) -> None:
    weigh, record = entry_of(VALUES, weigh_position), weights_record(WEIGHTS)
    for number, position in enumerate(some(name, novices, guard_players)):
        sheet = sheet_of(position, number)
        told = weigh_position(position.setup.board, plain_weights(), copy_of(position.truth), sheet)
        compiled: Any = new_record(ValueSheet)
        compiled["likely"][0] = sheet.likely
        compiled["guards_level"], compiled["novices_level"] = 3, 2
        assert weigh(board_record(), record, record_of(position.truth, State), compiled) == pytest.approx(told, abs=1e-12)
        assert compiled["chances"][0] == pytest.approx(sheet.chances, abs=1e-12)
        if position.truth.stage != Stage.OVER:
            row = Positions(sheet.night[None], sheet.personal[None], np.array(sheet.is_present[None], np.float64), *np.zeros((6, 1)))
            made = forward(WEIGHTS, row)
            weigh_numbers(plain_weights(), sheet)
            assert made["guards"][0] == pytest.approx(told, abs=1e-12)
            assert (1 - told) * made["winner"][0] * sheet.is_present == pytest.approx(sheet.chances[1:], abs=1e-12)


def test_a_night_that_is_over_has_its_result() -> None:
    for name, novices, guard_players in TABLES:
        last = positions(name, novices, guard_players)[-1]
        chances = Evaluator(last.setup).chances(last)
        assert chances.guards == float(last.truth.winners == GUARDS_WIN)
        assert chances.novices == tuple(float(last.truth.winners >> figure & 1) for figure in range(NOVICES))


def test_the_chances_of_one_novice_and_of_novices_who_win_together_add_up() -> None:
    for name, novices in (("mayfair", 1), ("reference(all-or-nun=on)", 2)):
        for position in positions(name, novices)[::11]:
            chances = Evaluator(position.setup).chances(position)
            for novice in position.truth.novices:
                expected = 1 - chances.guards if novice.status != Status.ABSENT else 0
                assert chances.novices[novice.figure] == pytest.approx(expected)


@pytest.mark.parametrize("name, novices, guard_players", TABLES[:3])
def test_what_a_seat_had_to_expect_depends_on_its_knowledge_alone(name: str, novices: int, guard_players: int) -> None:
    rng = random.Random(3)
    for position in positions(name, novices, guard_players)[5:-1:13]:
        evaluator = Evaluator(position.setup, samples=3)
        for seat in (Seat.GUARDS, Seat.NOVICE_1):
            if seat != Seat.GUARDS and position.truth.novices[0].status == Status.ABSENT:
                continue
            there = evaluator.chances(position, knowledge_seat(seat))
            assert Evaluator(position.setup, samples=3).chances(twin(position, seat, rng), knowledge_seat(seat)) == there


def test_the_weights_that_are_shipped_fit_and_say_more_than_the_mean() -> None:
    weights = value_weights()
    assert weights["novice"][0].shape[1] == PERSONAL + GLOBALS + 1
    quiet = change_option(EDITIONS["mayfair"], "blessings", "off")
    played = watch_nights(GameSetup("mayfair", quiet, 3), 77_000, 0, 300, (1,) * 7, rows=1, one_in=9)
    told, came = played.notes["tellings"][:, 0, 0], played.states["winners"] == GUARDS_WIN
    assert np.mean((told - came) ** 2) < 0.9 * came.var()
