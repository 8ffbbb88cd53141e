"""The ceiling of the ladder: guards who search as ``search`` does but know where every novice is and what she wants.

An honest bot that beats it has a fault.
"""

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.filter.records import HONEST, PHASES
from nuns.bots.players.bot import Decision
from nuns.bots.players.search_guards import SearchingGuards
from nuns.bots.players.seat_mind import SeatMind
from nuns.referee.game import Game
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
