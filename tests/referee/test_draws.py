"""Every card and die of a record can be drawn again by anyone who has its seed and salts."""

from collections.abc import Iterator
from hashlib import sha256

import pytest

from nuns.kernel.play import random_choice
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Deal, Roll
from nuns.referee.dice import Drawn, SealedDice, draws_of, next_chance
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.record import Record, read_record, record_text, replay_steps
from nuns.referee.seats import Seat
from nuns.rules.turn import next_figure
from nuns.rules.words import CHANCE
from tests.kit.golden import table_of

SEED, SALTS = "5e" * 32, ("0a", "ff17")


def sealed_record(name: str, novices: int) -> Record:
    """A random night with sealed dice, written down and read again."""
    game, dice, count = seat_game(table_of(name, novices)), SealedDice(SEED, SALTS), 0
    while not game.is_over:
        figure = next_figure(game.state)
        if figure == CHANCE:
            apply(game, next_chance(game, dice, count))
            count += 1
        else:
            apply(game, small_action(game.setup, game.state, figure, random_choice(game.setup.board, game.state, figure)))
    seats: dict[Seat, str] = dict.fromkeys(game.seats, "somebody")
    salts = dict(zip(game.seats, SALTS, strict=False))
    return read_record(record_text(game, dice, seats, salts).encode())


def drawn_in(record: Record) -> Iterator[Drawn]:
    game, count = seat_game(record.setup), 0
    before = game.state
    for action, _ in replay_steps(record, game, check_dice=True):
        if isinstance(action, Deal | Roll):
            for drawn in draws_of(Game(game.setup, before), count, action):
                yield drawn
                count += 1
        before = game.state


def number_by_the_book(count: int, limit: int) -> int:
    """docs/formats.md, written apart from the code under test."""
    for block in range(100):
        digest = sha256("\n".join([SEED, *SALTS, f"{count}", f"{block}"]).encode()).digest()
        for byte in digest:
            if byte < 256 - 256 % limit:
                return byte % limit
    raise AssertionError("a hundred blocks without a number")


@pytest.mark.parametrize(("name", "novices"), [("mayfair", 2), ("dutch", 3), ("reference", 6)])
def test_every_draw_of_a_record_follows_from_seed_salts_and_count(name: str, novices: int) -> None:
    record = sealed_record(name, novices)
    draws = list(drawn_in(record))
    assert [drawn.count for drawn in draws] == list(range(len(draws)))
    for drawn in draws:
        assert drawn.among[number_by_the_book(drawn.count, len(drawn.among))] == drawn.taken
    dealt = 2 * novices + (novices + 2 if record.setup.options.blessings else 0)
    assert len(draws) == dealt + sum(isinstance(action, Roll) for action in record.actions)
    assert draws[0].among == tuple(f"draw novice-{number}" for number in range(1, 7))
    assert draws[1].among == tuple(f"draw key-{key}" for key in range(1, 9))
    assert draws[dealt].among == tuple(f"roll {face}" for face in range(1, 7))
    if record.setup.options.blessings:
        kinds = ("one-more-step", "roll-again", "noise-range", "false-noise")
        assert draws[2 * novices].among == tuple(f"draw {kind}" for kind in kinds for _ in range(2))
