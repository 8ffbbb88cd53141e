"""What a seat may consider, and what it is worth by what the seat knows."""

import random
from types import SimpleNamespace
from typing import Any
from weakref import WeakSet

import numpy as np
import pytest

from nuns.analysis import trials
from nuns.analysis.candidates import Candidate, figure_asked, is_same, propose
from nuns.analysis.findings import ValuedMove
from nuns.analysis.replayed_minds import NightPosition
from nuns.analysis.trials import BATCH, Trial
from nuns.analysis.values import PARTIES, WHOLE, CandidateAnswer, Evaluator, Results
from nuns.analysis.worlds import Worlds
from nuns.kernel.entries import new_record
from nuns.referee.game import Game, refusal
from nuns.referee.notation import read
from nuns.referee.seats import Seat
from nuns.rules.state import State
from nuns.rules.words import Ask, Stage
from tests.analysis.nights import TABLES, positions, twin


def asked_positions(name: str, novices: int, guard_players: int, every: int) -> list[tuple[Game, Seat, int]]:
    """Some positions in which a seat is asked, with their place."""
    found = list[tuple[Game, Seat, int]]()
    for place, position in enumerate(positions(name, novices, guard_players)):
        game = Game(position.setup, position.truth)
        found += [(game, seat, place) for seat in game.waiting if seat != Seat.CHANCE and position.truth.ask != Ask.DIRECTION]
    return found[:: max(1, len(found) // every)]


def considered(position: NightPosition, seat: Seat) -> list[ValuedMove]:
    """What a seat may consider, by a few whole nights."""
    figure = figure_asked(position, seat)
    assert figure is not None
    evaluator = Evaluator(position.setup, WHOLE, seed=4)
    return Trial(evaluator, position, seat, propose(position, figure, evaluator.space, seed=4), 4).ranked_choices(2 * BATCH)


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_proposals_can_be_played(name: str, novices: int, guard_players: int) -> None:
    """The first action of each is legal, and no two are the same."""
    found = positions(name, novices, guard_players)
    space, proposed = Evaluator(found[0].setup).space, 0
    for game, seat, place in asked_positions(name, novices, guard_players, 12):
        figure = figure_asked(found[place], seat)
        assert figure is not None
        candidates = propose(found[place], figure, space)
        assert candidates
        for number, each in enumerate(candidates):
            assert refusal(game, read(each.actions[0])) is None
            assert not any(is_same(each, other) for other in candidates[:number])
            proposed += 1
    assert proposed > 20


@pytest.mark.parametrize("name, novices, guard_players", TABLES[:3])
def test_values_do_not_depend_on_what_a_seat_cannot_know(name: str, novices: int, guard_players: int) -> None:
    """The same answers with the same chances, in a night with other secrets and other minds."""
    rng, found, differed = random.Random(2), positions(name, novices, guard_players), 0
    for _, seat, place in asked_positions(name, novices, guard_players, 5):
        other = twin(found[place], seat, rng)
        differed += other.truth != found[place].truth
        here = considered(found[place], seat)
        assert here == considered(other, seat)
        assert all(0 <= choice.chance <= 1 and choice.error > 0 for choice in here)
    assert differed > 1


def test_nobody_considers_anything_when_nothing_is_asked() -> None:
    """When the night is over, and while another decides."""
    found = positions()
    assert figure_asked(found[-1], Seat.GUARDS) is None
    plans = next(position for position in found if position.truth.ask == Ask.PLAN)
    assert figure_asked(plans, Seat.GUARDS) is None
    assert found[-1].truth.stage == Stage.OVER


def test_a_difference_is_measured_in_worlds_that_both_have_seen() -> None:
    """The same answer twice differs by nothing, and its error shrinks with the worlds."""
    position = next(position for position in positions("mayfair", 3, 1) if position.truth.ask == Ask.ORDER)
    evaluator = Evaluator(position.setup, WHOLE)
    one, two = propose(position, 9, evaluator.space)
    trial = Trial(evaluator, position, Seat.GUARDS, [one, two, one])
    trial.play(range(3), 2)
    same, few = trial.difference(0, 2), trial.difference(0, 2, first=1)
    assert (same.mean, few.mean) == (0, 0)
    assert 0 < same.error < few.error
    assert (same.worlds, few.worlds) == (2 * BATCH, BATCH)
    assert trial.difference(1, 0).mean == pytest.approx(trial.mean(1) - trial.mean(0))


class WorldsHeld:
    """Made-up worlds, and roll-outs in them that note how many batches are held meanwhile."""

    first_squares = 2.0

    def __init__(self) -> None:
        self.held, self.most, self.drawn, self.played = WeakSet[Worlds](), 0, list[int](), list[tuple[int, int]]()

    def draw(self, position: Any, seat: int, count: int, seed: int, batch: int) -> Worlds:
        """Returns a batch of worlds with nothing in them."""
        worlds = Worlds(np.repeat(new_record(State), count), new_record(State))
        self.held.add(worlds)
        self.drawn.append(batch)
        return worlds

    def play_worlds(self, worlds: Worlds, answer: CandidateAnswer, first: int = 0) -> Results:
        self.most = max(self.most, len(self.held))
        self.played.append((answer.figure, first // BATCH))
        return np.zeros((len(worlds.states), PARTIES))


def test_one_batch_of_worlds_is_held_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn once for all answers that are tried together; every answer is tried in every batch once, whatever was tried before."""
    worlds = WorldsHeld()
    monkeypatch.setattr(trials, "draw_worlds", worlds.draw)
    candidates = [Candidate(CandidateAnswer(place), (f"abbess {place}-1",), (place, 1)) for place in range(3)]
    trial = Trial(worlds, SimpleNamespace(), Seat.GUARDS, candidates)  # type: ignore[arg-type]
    trial.play((1,), 2)
    trial.play(range(3), 48)
    assert worlds.most == 1
    assert not worlds.held, "a trial keeps the results alone"
    assert worlds.drawn == [0, 1, *range(48)]
    assert sorted(worlds.played) == [(place, batch) for place in range(3) for batch in range(48)]
