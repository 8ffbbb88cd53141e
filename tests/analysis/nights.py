"""Nights to analyse, and twins of them, for the tests of this folder."""

import random
from dataclasses import replace
from functools import cache
from math import fsum

import numpy as np

from nuns.analysis.findings import Ledger
from nuns.analysis.replayed_minds import NightPosition, place_of_mind, replay_minds
from nuns.bots.policies.nights import GUARDS_MIND, PUBLIC_MIND
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat, knowledge_seat
from nuns.rules.options import parse_options
from tests.referee.test_twins import with_other_secrets

TABLES = [("mayfair", 3, 1), ("dutch(blessings=on,monk=robert)", 2, 1), ("reference(all-or-nun=on)", 2, 1), ("italian", 6, 2)]


@cache
def a_night(name: str = "mayfair", novices: int = 2, guard_players: int = 1, index: int = 0) -> Game:
    """A finished night between bots that weigh what is known of them."""
    table = GameSetup(name.partition("(")[0], parse_options(name), novices, guard_players)
    game, faults = play_bot_game(table, 43, index, LineUp("belief", ("belief",)))
    assert not faults
    assert game.is_over
    return game


@cache
def positions(name: str = "mayfair", novices: int = 2, guard_players: int = 1) -> list[NightPosition]:
    """Its positions."""
    return replay_minds(a_night(name, novices, guard_players))


def twin(position: NightPosition, seat: Seat, rng: random.Random) -> NightPosition:
    """The same position for that seat: all that it cannot know is scrambled, and so are the minds of the others.

    Others have written their plans again and again in secret, so more actions were done.
    """
    game = Game(position.setup, position.truth)
    own = place_of_mind(knowledge_seat(seat))
    kept = {own, PUBLIC_MIND, *([GUARDS_MIND] if seat not in position_novices(position) else [])}
    other = tuple(
        mind if place in kept or mind is None else mind._replace(words=np.zeros_like(mind.words))
        for place, mind in enumerate(position.minds)
    )
    moment = position.moment + rng.randrange(1, 9)
    return replace(position, moment=moment, truth=with_other_secrets(game, seat, rng).state, minds=other)


def position_novices(position: NightPosition) -> tuple[Seat, ...]:
    """The novices' seats of a position."""
    return tuple(seat for seat in Game(position.setup, position.truth).seats if seat.startswith("novice"))


def adds_up(ledger: Ledger) -> bool:
    """Tells whether start and changes give the result, to the last digits of a number."""
    return abs(fsum([ledger.start, *(entry.change for entry in ledger.entries)]) - ledger.result) < 1e-12
