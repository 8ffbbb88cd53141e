"""The filter against every night that fits: on boards small enough, weights to 1e-9 and exactly the same support.

It is the filter in machine code; interpreted it follows a few of the same nights.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from nuns.board.convent import Convent, read_convent
from nuns.bots.belief import MOTION, Belief
from nuns.kernel.play import random_choice
from nuns.lab.games import Choose
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS, NAMES, change_option, parse_options, words_of
from tests.bots.oracle import Oracle
from tests.kit.convents import the_toy
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.sample import sample

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
EACH_GUARD = "italian(opening=single,blessings=off,turns=5)"
HIDING_FROM_THREE = "italian(opening=single,blessings=off,turns=5,disobey-in-sight=once-unseen,monk=robert)"
HIDING = "reference(opening=single,turns=5,blessings=off)"
FALSE_NOISES = "reference(opening=single,turns=4,monk=robert,guard-false-noise=any-guard)"
LAST_READINGS: list[tuple[Convent, str, int, Seat, int, Choose]] = [
    (CLOISTER, EACH_GUARD, 1, Seat.GUARDS, 15, eager_choice),
    (CLOISTER, HIDING_FROM_THREE, 1, Seat.GUARDS, 46, random_choice),
    (CLOISTER, HIDING_FROM_THREE, 1, Seat.GUARDS, 27, eager_choice),
    (CLOISTER, HIDING_FROM_THREE, 1, Seat.SPECTATOR, 36, random_choice),
    (CLOISTER, HIDING, 1, Seat.GUARDS, 4, random_choice),
    (CLOISTER, HIDING, 1, Seat.SPECTATOR, 39, eager_choice),
    (CLOISTER, HIDING, 1, Seat.GUARDS, 5, random_choice),
    (CLOISTER, FALSE_NOISES, 1, Seat.GUARDS, 18, eager_choice),
]
INTERPRETED = (1, 6, 14)  # nights of NIGHTS
RANDOM_NIGHTS = range(sample(8, 100))


def random_night(seed: int) -> tuple[Convent, str, int, Seat, int, Choose]:
    """A night under random options; without blessings, for their dealing makes too many nights that fit."""
    rng = random.Random(seed)
    options = EDITIONS[sorted(EDITIONS)[seed % len(EDITIONS)]]
    for name in rng.sample(NAMES, rng.choice((0, 4, 10, len(NAMES)))):
        options = change_option(options, name, rng.choice(words_of(name)))
    for name in ("vanish-marks", "disobey-in-sight"):
        if rng.random() < 0.5:
            options = change_option(options, name, words_of(name)[-1])
    lasting = {"blessings": "off", "opening": "single", "capture-goal": "players", "turns": str(rng.randint(3, 5))}
    for name, word in lasting.items():
        options = change_option(options, name, word)
    return CLOISTER, str(options), 1, rng.choice((Seat.GUARDS, Seat.SPECTATOR)), seed, rng.choice((random_choice, eager_choice))


def follow(convent: Convent, name: str, novices: int, seat: Seat, seed: int, choose: Choose, *, compile_it: bool = True) -> list[Event]:
    """Plays a night with both; what the seat was told."""
    table = GameSetup(name.partition("(")[0], parse_options(name), novices, 1, convent)
    oracle, belief = Oracle(table, seat, MOTION, seed, choose), Belief(table, seat, compile_it=compile_it)
    events: list[Event] = []
    for game, told in oracle.nights():
        belief.observe_all(told, game.state)
        events += told
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


EVERY_NIGHT = [*NIGHTS, *LAST_READINGS, *(random_night(seed) for seed in RANDOM_NIGHTS)]


@pytest.mark.parametrize("convent, name, novices, seat, seed, choose", EVERY_NIGHT, ids=[told_apart(night) for night in EVERY_NIGHT])
def test_the_filter_agrees_with_every_night_that_fits(
    convent: Convent, name: str, novices: int, seat: Seat, seed: int, choose: Choose
) -> None:
    assert len(follow(convent, name, novices, seat, seed, choose)) > 10


@pytest.mark.parametrize("number", INTERPRETED)
def test_the_interpreted_filter_agrees_too(number: int) -> None:
    assert len(follow(*NIGHTS[number], compile_it=False)) > 10


def readings_in(events: Sequence[Event]) -> Iterator[str]:
    """What of the last readings of the rulebooks a night of one novice shows."""
    seen, disobeys = 0, False
    for event in events:
        match event:
            case ev.NoviceFreed():
                disobeys = True
            case ev.NoviceMoved():
                seen = 0
            case ev.GuardStepped() | ev.TurnEnded():
                disobeys = False
            case ev.NoviceSeen(dot=dot, by=by):
                seen = dot
                if disobeys and by == ("monk",):
                    yield "disobeying, seen by the monk alone"
            case ev.NoviceVanished(between=(_, dot)) if dot == seen:
                yield "lost by one guard, still seen"
            case ev.NoviceVanished() if disobeys:
                yield "disobeying, vanished"
            case ev.TokenRemoved():
                yield "disobeying, token removed" if disobeys else "obeying, token removed"
            case ev.NoviceCaught() if disobeys:
                yield "disobeying, caught again"
            case ev.Noise(by=str(by), guard=guard) if by != guard:
                yield "a guard's false noise beside the other"


@pytest.mark.rule("6.7", "8.4", "8.5", "10.4")
def test_those_nights_show_every_one_of_the_last_readings() -> None:
    shown: set[str] = set()
    for convent, name, novices, _, seed, choose in LAST_READINGS:
        table = GameSetup(name.partition("(")[0], parse_options(name), novices, 1, convent)
        shown.update(readings_in([game for game, _, _ in steps(table, seed, choose=choose)][-1].events))
    assert shown == {
        "a guard's false noise beside the other",
        "disobeying, caught again",
        "disobeying, seen by the monk alone",
        "disobeying, token removed",
        "disobeying, vanished",
        "lost by one guard, still seen",
        "obeying, token removed",
    }
