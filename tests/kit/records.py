"""Records for tests: nights with dice of any kind, and forgers who keep their checksum right."""

import random
from collections.abc import Callable

from nuns.referee.dice import Dice, next_chance
from nuns.referee.game import Game, apply, legal_actions, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.record import Record, checksum, read_record, record_text, replayed
from nuns.referee.seats import Seat
from nuns.rules.options import parsed


def table_named(options: str, novices: int = 1, guard_players: int = 1) -> GameSetup:
    """The table of a canonical name, ``dutch(blessings=on)``."""
    return GameSetup(options.partition("(")[0], parsed(options), novices, guard_players)


def night_with(table: GameSetup, dice: Dice, seed: int = 1) -> Game:
    """A whole night: cards and faces from these dice, everything else at random."""
    game, rng, count = seat_game(table), random.Random(seed), 0
    while not game.is_over:
        seat = rng.choice(game.waiting)
        if seat == Seat.CHANCE:
            apply(game, next_chance(game, dice, count))
            count += 1
        else:
            apply(game, rng.choice(legal_actions(game, seat)))
    return game


def record_of(game: Game, dice: Dice, salts: dict[Seat, str] | None = None) -> str:
    """Its record, with somebody in every seat."""
    return record_text(game, dice, dict.fromkeys(game.seats, "somebody"), salts)


def checked(lines: list[str]) -> bytes:
    """Lines without their last, and a check that fits them: what a careful forger hands in."""
    text = "\n".join(lines) + "\n"
    return f"{text}check {checksum(text)}\n".encode()


def forged(text: str, change: Callable[[list[str]], object]) -> bytes:
    """A record with its lines changed and its check put right."""
    lines = text.splitlines()[:-1]
    change(lines)
    return checked(lines)


def verified(data: bytes) -> tuple[Record, Game]:
    """Everything that ``nuns verify`` asks of a file."""
    record = read_record(data)
    return record, replayed(record, check_dice=True)
