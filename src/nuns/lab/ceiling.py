"""The ceiling of the ladder: guards who search as ``search`` does but know where every novice is and what she wants.

An honest bot that beats it has a fault.
"""

from random import Random

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.filter.records import HONEST, PHASES
from nuns.bots.players.bot import Decision
from nuns.bots.players.player import BotPlayer, Fault
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.players.search_guards import SearchingGuards
from nuns.bots.players.seat_mind import SeatMind
from nuns.lab.lineup import RANDOM, LineUp, players_of
from nuns.lab.simulate import dealt_game, play_out
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import GUARD_SEATS
from nuns.rules.setup import key_dot_of, wish_dot_of
from nuns.rules.sight import is_on_board

CEILING = "truth"  # its name in the ladder


class TruthGuards(SearchingGuards):
    """Guards who read the true state of the game: their belief is put right before each decision."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def told(self, decision: Decision) -> SeatMind:
        """Returns what the seat has in mind, where every novice has the one state that is hers."""
        mind, (board, state) = super().told(decision), (self.game.setup.board, self.game.state)
        cards = {(key_dot_of(board, state, card), wish_dot_of(board, state, card)): card for card in range(1, WISH_CARDS + 1)}
        for novice, track in zip(state.novices, mind.record["belief"][0]["tracks"], strict=True):
            if is_on_board(novice):
                phase, card = novice.has_key + novice.has_wish, cards[novice.key_dot, novice.wish_dot] - 1
                track["mass"][:] = 0.0
                track["is_on"][:] = np.arange(DOTS) == novice.dot
                track["mass"][HONEST, novice.dot, phase * WISH_CARDS + card] = 1.0
                track["phases"], track["layer_turn"][:] = PHASES, 0
        return mind


def play_ceiling_game(table: GameSetup, seed: int, index: int, novices: str) -> tuple[Game, list[Fault]]:
    """Plays game ``index`` of ``seed`` with those guards, and returns it with the bots' faults."""
    game, faults = dealt_game(table, seed, index), list[Fault]()
    numbers = GameRandom(game.state)
    bots = players_of(LineUp(RANDOM, (novices,)), game, seed, index, numbers, faults)
    for seat in bots:
        if seat in GUARD_SEATS:
            bots[seat] = BotPlayer(CEILING, seat, TruthGuards(game), Random(f"{seed}/{index}/{seat}"))
    return game, faults + play_out(game, bots, numbers)
