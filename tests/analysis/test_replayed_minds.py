"""A night replayed with the minds of all seats, and worlds drawn from what a seat knows."""

import itertools
import random

import numpy as np
import pytest

from nuns.analysis.replayed_minds import PackedMind, place_of_mind, replay_night
from nuns.analysis.worlds import draw_worlds
from nuns.bots.belief import Belief
from nuns.bots.filter.machine_code import QUERIES
from nuns.bots.filter.queries import weigh_model, work_out_deals
from nuns.bots.filter.records import FilterAnswers
from nuns.kernel.entries import new_record
from nuns.kernel.records import from_record
from nuns.kernel.units import entry_of
from nuns.referee.game import Game
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat, knowledge_seat
from nuns.rules.knowledge import Known, know
from nuns.rules.state import State
from nuns.rules.words import Ask, Stage, Status
from tests.analysis.nights import TABLES, a_night, positions, twin


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_every_seat_believes_what_its_events_say(name: str, novices: int, guard_players: int) -> None:
    """The minds that read the tape agree with beliefs that are told the seat's events."""
    game = a_night(name, novices, guard_players)
    seats = (*game.seats, Seat.SPECTATOR)
    told = {seat: Belief(game.setup, seat, compile_it=True) for seat in seats}
    answers, compared = new_record(FilterAnswers), 0
    for step in replay_night(game):
        for seat in seats:
            told[seat].observe_all(known_to(seat, step.events), step.after.truth)
        if step.after.moment % 29 == 0:
            for seat in seats:
                mind = step.after.mind(place_of_mind(knowledge_seat(seat)))
                entry_of(QUERIES, work_out_deals)(mind["belief"], answers)
                for novice in told[seat].novices:
                    entry_of(QUERIES, weigh_model)(mind["belief"], answers, novice - 1)
                    assert np.allclose(answers["likely"][0][novice - 1], told[seat].dots(novice))
                    compared += 1
    assert compared > 8


def test_positions_are_the_states_of_the_night() -> None:
    """Each position has the referee's state, and the last one the outcome."""
    game = a_night()
    steps = list(replay_night(game))
    assert [step.action for step in steps] == game.actions
    assert [step.after.moment for step in steps] == list(range(1, len(game.actions) + 1))
    assert steps[0].before is None
    assert all(later.before is earlier.after for earlier, later in itertools.pairwise(steps))
    last = steps[-1].after.truth
    assert (last.winners, last.ending, last.turn, last.novices) == (
        game.state.winners,
        game.state.ending,
        game.state.turn,
        game.state.novices,
    )
    assert steps[-1].after.events == len(game.events)
    assert from_record(State, steps[-1].after.state[0]).winners == game.state.winners


def test_a_mind_is_packed_without_loss() -> None:
    """What is left out are zeros."""
    mind = positions()[40].mind(0)
    assert mind["belief"]["tracks"]["mass"].any()
    assert PackedMind.of(mind).unpacked().tobytes() == mind.tobytes()


def test_a_night_that_begins_in_the_middle_is_refused() -> None:
    """Its seats knew things that no event tells."""
    game = a_night()
    with pytest.raises(ValueError, match="begins in the middle"):
        next(replay_night(Game(game.setup, game.state, start=game.state)))


# -- worlds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_a_seat_knows_the_same_in_all_its_worlds(name: str, novices: int, guard_players: int) -> None:
    """What a seat knows stays; hidden things vary, and no two novices have the same card."""
    found = positions(name, novices, guard_players)
    drawn_dots, drawn_cards, checked = set(), set(), 0
    for position in found[:: len(found) // 12]:
        state = position.truth
        if state.stage == Stage.OVER or state.ask not in (Ask.ORDER, Ask.PATH, Ask.STEP, Ask.ROLL):
            continue
        for seat in Game(position.setup, state).seats:
            number = knowledge_seat(seat)
            before = Known()
            know(position.setup.board, state, number, before)
            for world in (from_record(State, row) for row in draw_worlds(position, number, 3, 7).states):
                after = Known()
                know(position.setup.board, world, number, after)
                assert after == before
                cards = [novice.key_dot for novice in world.novices if novice.status != Status.ABSENT]
                assert len(set(cards)) == len(cards)
                drawn_cards.add(tuple(cards))
                drawn_dots.add(tuple(novice.dot for novice in world.novices))
                checked += 1
    assert checked > 6
    assert len(drawn_dots) > 6
    assert len(drawn_cards) > 6


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_worlds_do_not_depend_on_what_a_seat_cannot_know(name: str, novices: int, guard_players: int) -> None:
    """Byte by byte, in a night with other secrets and other minds."""
    rng, found, differed = random.Random(3), positions(name, novices, guard_players), 0
    for position in found[:: len(found) // 9]:
        if position.truth.stage != Stage.OVER and position.truth.ask != Ask.DIRECTION:
            for seat in Game(position.setup, position.truth).seats:
                other, number = twin(position, seat, rng), knowledge_seat(seat)
                differed += other.truth != position.truth
                here, there = draw_worlds(position, number, 2, 11), draw_worlds(other, number, 2, 11)
                assert here.states.tobytes() == there.states.tobytes()
                assert here.crew.tobytes() == there.crew.tobytes()
    assert differed > 9
