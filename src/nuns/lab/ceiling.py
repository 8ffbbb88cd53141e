"""The ceiling of the ladder: guards who search as ``search`` does but know where every novice is and what she wants.

An honest bot that beats it has a fault.
"""

from random import Random

import numpy as np

from nuns.board.tables import DOTS
from nuns.bots.players.belief_guards import Numbers
from nuns.bots.players.bot import Decision
from nuns.bots.players.player import BotPlayer, Fault
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.players.search_guards import Guesses, SearchingGuards
from nuns.lab.lineup import RANDOM, LineUp, players_of
from nuns.lab.simulate import dealt_game, play_out
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import GUARD_SEATS
from nuns.rules.sight import is_on_board
from nuns.rules.words import NOVICES, Status

CEILING = "truth"  # its name in the ladder


class TruthGuards(SearchingGuards):
    """Guards who read the true state of the game."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def believed(self, decision: Decision, rng: Random) -> Numbers:
        """Returns 1 for the dot of each novice on the run."""
        super().believed(decision, rng)
        dots = np.zeros(DOTS)
        for novice in self.game.state.novices:
            if novice.status == Status.ON_THE_RUN:
                dots[novice.dot] += 1
        return dots

    def guessed(self, decision: Decision, numbers: np.random.Generator, count: int) -> Guesses:
        """Returns the game as it is, so many times; only the dice differ."""
        truth = np.zeros((count, NOVICES, 4), np.int64)
        for novice in self.game.state.novices:
            if is_on_board(novice):
                truth[:, novice.figure] = novice.key_dot, novice.wish_dot, novice.has_key + novice.has_wish, novice.dot
        return truth


def play_ceiling_game(table: GameSetup, seed: int, index: int, novices: str) -> tuple[Game, list[Fault]]:
    """Plays game ``index`` of ``seed`` with those guards, and returns it with the bots' faults."""
    game, faults = dealt_game(table, seed, index), list[Fault]()
    numbers = GameRandom(game.state)
    bots = players_of(LineUp(RANDOM, (novices,)), game, seed, index, numbers, faults)
    for seat in bots:
        if seat in GUARD_SEATS:
            bots[seat] = BotPlayer(CEILING, seat, TruthGuards(game), Random(f"{seed}/{index}/{seat}"))
    return game, faults + play_out(game, bots, numbers)
