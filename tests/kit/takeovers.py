"""Nights that were taken over, for tests: a moment of a game, and a record that continues another."""

import random
from collections.abc import Sequence

from nuns.referee.actions import Action, Roll
from nuns.referee.dice import next_chance, seal
from nuns.referee.game import Game, apply, legal_actions, seat_game
from nuns.referee.moments import GameMoment, moments
from nuns.referee.record import Record, read_record, replay_steps, sealed_record_text
from nuns.referee.sealing import Beginning, MixedDice, Terms, chairs_of, seed_of
from nuns.referee.seats import Seat
from nuns.referee.signature import public_key
from nuns.server.tables.takeover import NightMoment, night_moment
from tests.kit.records import NAMES, SECRET, mixed_dice, night_with, sealed_player, table_named

OTHER_SECRET = "07" * 32
RECORD = "abcdefghjkmn"


def finished(options: str = "dutch(blessings=on,turns=5)", novices: int = 3, seed: int = 3, guard_players: int = 1) -> Record:
    """The record of a night at a table."""
    table = table_named(options, novices, guard_players)
    dice = mixed_dice(table)
    return read_record(sealed_record_text(night_with(table, dice, seed), dice, SECRET).encode())


def at_moment(record: Record, actions: int) -> Game:
    """The game after its first actions."""
    game = seat_game(record.setup)
    for action in record.actions[:actions]:
        apply(game, action)
    return game


def moments_of(record: Record) -> list[GameMoment]:
    game = seat_game(record.setup)
    return list(moments(game, replay_steps(record, game)))


def moment_of(record: Record, actions: int) -> NightMoment:
    game = seat_game(record.setup)
    return night_moment(RECORD, record, game, replay_steps(record, game), actions)


def continuing_dice(record: Record, actions: int, names: Sequence[str] = NAMES, secret: str = OTHER_SECRET) -> MixedDice:
    """The dice of a table that continues a record, with the salt of everybody."""
    players = tuple(
        sealed_player(chair, name) for chair, name in zip(chairs_of(record.setup.novices, record.setup.guard_players), names, strict=False)
    )
    terms = Terms(record.setup, seal(seed_of(secret)), public_key(secret), players, Beginning(record.check, actions))
    salts = {player.chair: seal(f"{player.chair} {player.name}") for player in players if player.kind == "person"}
    return MixedDice(terms, {chair: terms.commitment(chair, salt) for chair, salt in salts.items()}, seed_of(secret), salts)


def continued(record: Record, actions: int, seed: int = 1, before: Sequence[Action] | None = None) -> str:
    """The text of a record that continues another after so many actions; ``before`` are others in their place."""
    dice, rng, count = continuing_dice(record, actions), random.Random(seed), 0
    game = seat_game(record.setup)
    for action in before or record.actions[:actions]:
        apply(game, action)
    while not game.is_over:
        seat = rng.choice(game.waiting)
        if seat == Seat.CHANCE:
            action = next_chance(game, dice, count)
            assert isinstance(action, Roll)
            apply(game, action)
            count += 1
        else:
            apply(game, rng.choice(legal_actions(game, seat)))
    return sealed_record_text(game, dice, OTHER_SECRET)
