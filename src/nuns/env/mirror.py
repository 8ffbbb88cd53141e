"""One game of an environment at the referee, where its events are, for beliefs, bots and pictures."""

from typing import Any

import numpy as np

from nuns.board.shape import copy_of
from nuns.bots.belief import Belief
from nuns.env.stepping import is_left_to_luck
from nuns.env.table import BELIEF_SHAPE
from nuns.kernel.play import random_choice
from nuns.referee.action_codec import small_action
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.referee.view import known_by
from nuns.rules.chance import seed_game
from nuns.rules.turn import next_figure


def deal_at_table(setup: GameSetup, seed: int, index: int) -> Game:
    """Returns game ``index`` of ``seed`` at the referee, dealt and waiting for a seat."""
    game = seat_game(setup)
    seed_game(game.state, seed, index)
    settle(game)
    return game


def settle(game: Game) -> None:
    """Lets luck decide until a seat is asked or the game is over."""
    figure = next_figure(game.state)
    while is_left_to_luck(game.state, figure):
        apply(game, small_action(game.setup, game.state, figure, random_choice(game.setup.board, game.state, figure)))
        figure = next_figure(game.state)


def answer_at_table(game: Game, number: int) -> None:
    """Gives the answer of the figure who is asked first, and lets luck decide what follows."""
    apply(game, small_action(game.setup, game.state, next_figure(game.state), number))
    settle(game)


def take_dice(game: Game, record: Any) -> None:
    """Gives a game the dice of another, whose record is given."""
    state = copy_of(game.state)
    state.key_low, state.key_high = int(record["key_low"]), int(record["key_high"])
    state.chances, state.decisions = int(record["chances"]), int(record["decisions"])
    game.state = state


class BeliefFeed:
    """What the seats of one game believe, kept up from the events that each was told."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._beliefs: dict[Seat, tuple[Belief, int]] = {}  # with how many events it was told

    def __call__(self, seat: Seat) -> Any:
        """Returns the probability that each novice is on each dot, by novice number; zeros for those who do not play."""
        belief, told = self._beliefs.get(seat) or (Belief(self.game.setup, seat), 0)
        belief.observe_all(known_to(seat, self.game.events[told:]), known_by(self.game, seat))
        self._beliefs[seat] = belief, len(self.game.events)
        found = np.zeros(BELIEF_SHAPE, np.float32)
        for novice in belief.novices:
            found[novice - 1] = belief.dots(novice)
        return found
