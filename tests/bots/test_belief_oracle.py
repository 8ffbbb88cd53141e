"""The filter against every night that fits: on boards small enough, weights to 1e-9 and exactly the same support."""

from pathlib import Path

import numpy as np
import pytest

from nuns.board.convent import Convent, read_convent
from nuns.bots.belief import MOTION, Belief
from nuns.kernel.play import random_choice
from nuns.lab.simulate import Choose
from nuns.referee.events import Event
from nuns.referee.seats import Seat
from nuns.referee.table import Table
from nuns.rules.options import parsed
from tests.bots.oracle import Oracle
from tests.bots.truth import AFTER_NOISE
from tests.kit.convents import the_toy
from tests.kit.eager import eager_choice

CLOISTER = read_convent(Path(__file__).with_name("cloister.json").read_text(encoding="utf-8"))
TOY = the_toy()

NIGHTS: list[tuple[Convent, str, int, Seat, int, Choose]] = [
    (TOY, "mayfair(turns=3)", 1, Seat.GUARDS, 1, eager_choice),
    (TOY, "dutch(blessings=on,turns=4)", 1, Seat.GUARDS, 1, eager_choice),
    (CLOISTER, "mayfair(turns=3)", 1, Seat.GUARDS, 1, eager_choice),
    (CLOISTER, "mayfair(turns=3)", 1, Seat.GUARDS, 2, random_choice),
    (CLOISTER, "dutch(turns=4)", 1, Seat.GUARDS, 1, eager_choice),
    (CLOISTER, "dutch(turns=4)", 1, Seat.GUARDS, 3, eager_choice),
    (CLOISTER, "italian(turns=3)", 1, Seat.GUARDS, 0, eager_choice),
    (CLOISTER, "italian(turns=3,opening=single)", 1, Seat.GUARDS, 1, eager_choice),
    (CLOISTER, "reference(turns=3)", 1, Seat.GUARDS, 2, eager_choice),
    (CLOISTER, "reference(turns=3,blessings=off,opening=single)", 1, Seat.GUARDS, 3, eager_choice),
    (CLOISTER, "mayfair(turns=4,caught-shown=whole-move,disobey-in-sight=on,blessings=off)", 1, Seat.GUARDS, 2, random_choice),
    (CLOISTER, "reference(turns=3,equal-directions=all,opening=single,exact-run=on,sight=room)", 1, Seat.GUARDS, 0, random_choice),
    (CLOISTER, "mayfair(turns=3,monk=frederick,opening=single,all-or-nun=on)", 1, Seat.GUARDS, 2, eager_choice),
    (CLOISTER, "reference(turns=3,monk=robert,opening=single,blessings=off)", 1, Seat.SPECTATOR, 1, eager_choice),
    (CLOISTER, "italian(turns=5,all-or-nun=on,blessings=off)", 2, Seat.NOVICE_1, 0, random_choice),
    (CLOISTER, "italian(turns=5,all-or-nun=on,blessings=off)", 2, Seat.NOVICE_1, 2, eager_choice),
    (CLOISTER, "dutch(turns=2,blessings=off,opening=single)", 2, Seat.GUARDS, 2, random_choice),
]


def follow(convent: Convent, name: str, novices: int, seat: Seat, seed: int, choose: Choose) -> list[Event]:
    """Plays a night with both; what the seat was told."""
    table = Table(name.partition("(")[0], parsed(name), novices, 1, convent)
    oracle, belief = Oracle(table, seat, MOTION, seed, choose), Belief(table, seat)
    events: list[Event] = []
    for game, told in oracle.nights():
        belief.observe_all(told)
        events += told
        if game.state.ask in AFTER_NOISE and not game.is_over:
            belief.quiet()
        assert oracle.worlds, "the truth is among the worlds"
        for figure in oracle.numbers:
            expected = oracle.joint(figure)
            assert np.abs(belief.joint(figure + 1) - expected).max() < 1e-9
            assert (belief.support(figure + 1) == (expected > 0)).all()
            assert (belief.possible(figure + 1) == (expected > 0).any(axis=(0, 1))).all()
    return events


def told_apart(night: tuple[Convent, str, int, Seat, int, Choose]) -> str:
    convent, name, novices, seat, seed, choose = night
    return f"{convent.name}, {name}, {novices}, {seat}, {seed}, {choose.__name__}"


@pytest.mark.parametrize("convent, name, novices, seat, seed, choose", NIGHTS, ids=[told_apart(night) for night in NIGHTS])
def test_the_filter_agrees_with_every_night_that_fits(
    convent: Convent, name: str, novices: int, seat: Seat, seed: int, choose: Choose
) -> None:
    assert len(follow(convent, name, novices, seat, seed, choose)) > 20
