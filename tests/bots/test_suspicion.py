"""The suspicion map knows what is public, and never rules out the truth."""

import random

import msgspec
import pytest

from nuns.board.shape import copy_of
from nuns.bots.players.suspicion import WHOLE, PublicSuspicion, suspicion
from nuns.referee.game import Game
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import known_by
from nuns.rules.noise import is_heard_by
from nuns.rules.words import Ask, NoiseStep, Stage, Status
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.golden import table_of
from tests.referee.test_twins import is_hidden, other_event

PLAYED = (
    "mayfair",
    "reference",
    "italian",
    "dutch",
    "dutch(blessings=on,false-noise=either,monk=robert)",
    "mayfair(monk=frederick,all-or-nun=on)",
)


def bytes_of(suspected: PublicSuspicion) -> bytes:
    return msgspec.json.encode(suspected.novices())


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("novices", [1, 3])
def test_the_true_dot_is_never_ruled_out(name: str, novices: int) -> None:
    table, checked = table_of(name, novices), 0
    for seed in range(2):
        suspected, read = PublicSuspicion(table), 0
        for count, (game, _, _) in enumerate(steps(table, seed, novices, eager_choice)):
            if game.state.stage == Stage.DEAL or count % 4:
                continue
            suspected.observe(game.events[read:])
            read = len(game.events)
            if not game.is_over:
                suspected.novices_as_known(known_by(game, Seat.SPECTATOR))
                checked += holds(game, suspected)
    assert checked > 40


def holds(game: Game, suspected: PublicSuspicion) -> int:
    """Checks every novice, and says how many there were."""
    found = suspected.novices()
    for novice in game.state.novices:
        if novice.status in (Status.ON_THE_RUN, Status.CAUGHT):
            dots = found[novice.figure + 1]
            assert dots[novice.dot] >= 1
            assert abs(sum(dots.values()) - WHOLE) <= len(dots)
            if novice.shown and novice.status == Status.ON_THE_RUN:
                assert dots == {novice.dot: WHOLE}
            if novice.shown:
                assert suspected.novices({novice.figure + 1: novice.dot})[novice.figure + 1] == {novice.dot: WHOLE}
        else:
            assert not found.get(novice.figure + 1)
    return len(found)


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("name", PLAYED)
def test_it_is_the_same_whatever_was_secret_in_the_events(name: str) -> None:
    """Fed with the truth, with what the guards or a spectator were told, or with a truth whose secrets were changed."""
    rng, compared = random.Random(name), 0
    table = table_of(name, 3)
    for count, (game, _, _) in enumerate(steps(table, 8, 0, eager_choice)):
        if game.is_over or game.state.stage == Stage.DEAL or count % 60:
            continue
        hidden = [event for event in game.events if not is_hidden(event, Seat.SPECTATOR)]
        twin = [other_event(event, Seat.SPECTATOR, rng) for event in hidden]
        told = [game.events, events_of(game, Seat.GUARDS), events_of(game, Seat.SPECTATOR), twin]
        assert len({msgspec.json.encode(suspicion(table, events)) for events in told}) == 1
        compared += 1
    assert compared > 3


@pytest.mark.rule("7.1", "7.4", "4.1")
@pytest.mark.parametrize("ask, phase", [(Ask.PLAN, 2), (Ask.ORDER, 1)])
def test_nobody_is_suspected_where_she_would_have_been_heard(ask: Ask, phase: int) -> None:
    """Before the second movement of turn 1 as before the guards move: whoever placed no token is nowhere where her die reaches."""
    table, checked, ruled_out = table_of("mayfair(blessings=off)", 3), 0, 0
    for seed in range(8):
        game = next(game for game, _, _ in steps(table, seed, 0, eager_choice) if (game.state.ask, game.state.phase) == (ask, phase))
        suspected = PublicSuspicion(table)
        suspected.observe(game.events)
        before = suspected.novices()
        after = suspected.novices_as_known(known_by(game, Seat.SPECTATOR))
        for novice in game.state.novices:
            if novice.status == Status.ON_THE_RUN and not novice.shown and not any(map(any, novice.noise)):
                heard_on = {dot for dot in before[novice.figure + 1] if would_be_heard(game, novice.figure, dot)}
                assert not heard_on & after[novice.figure + 1].keys()
                checked += 1
                ruled_out += len(heard_on)
    assert checked > 10
    assert ruled_out > 10


def would_be_heard(game: Game, figure: int, dot: int) -> bool:
    """Whether a guard would have heard her noise on that dot."""
    state = copy_of(game.state)
    novice, state.noise_step = state.novices[figure], NoiseStep.MAKING
    novice.dot = dot
    return any(is_heard_by(game.setup.board, state, novice, guard, 0) for guard in state.guards)


def test_bit_by_bit_or_at_once_is_the_same() -> None:
    table, read = table_of("mayfair", 2), 0
    suspected = PublicSuspicion(table)
    for count, (game, _, _) in enumerate(steps(table, 2, 0, eager_choice)):
        suspected.observe(game.events[read:])
        read = len(game.events)
        if count % 50 == 0:
            assert suspected.novices() == suspicion(table, game.events)


@pytest.mark.rule("2.1")
def test_before_the_first_movement_everyone_is_in_her_cell() -> None:
    table = table_of("mayfair", 3)
    game = next(game for game, _, _ in steps(table, 2, 0) if game.state.stage != Stage.DEAL)
    assert suspicion(table, game.events) == {int(seat[-1]): {int(seat[-1]): WHOLE} for seat in game.seats[1:]}
