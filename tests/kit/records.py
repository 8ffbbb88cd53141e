"""Records for tests: nights with dice of any kind, and forgers who keep their checksum right."""

import random
from collections.abc import Callable, Sequence

from nuns.referee.dice import Dice, next_chance, seal
from nuns.referee.game import Game, apply, legal_actions, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.record import Record, read_record, record_text, replay_record
from nuns.referee.record_lines import checksum
from nuns.referee.sealing import ChairName, MixedDice, SealedPlayer, Terms, chairs_of, seed_of
from nuns.referee.seats import Seat
from nuns.referee.signature import public_key
from nuns.rules.options import parse_options


def table_named(options: str, novices: int = 1, guard_players: int = 1) -> GameSetup:
    """The table of a canonical name, ``dutch(blessings=on)``."""
    return GameSetup(options.partition("(")[0], parse_options(options), novices, guard_players)


SECRET = "5ec2e7" * 10 + "5ec2"
NAMES = ("person Hildegard", "person Mechtild", "bot easy", "person Gertrud", "person Herrad", "bot hard", "person Relind", "person Klara")


def mixed_dice(
    table: GameSetup, secret: str = SECRET, *, unrevealed: tuple[ChairName, ...] = (), names: Sequence[str] = NAMES
) -> MixedDice:
    """The dice of a table whose people all committed themselves to a salt, and revealed it unless they are named."""
    chairs = chairs_of(table.novices, table.guard_players)
    players = tuple(sealed_player(chair, name) for chair, name in zip(chairs, names, strict=False))
    terms = Terms(table, seal(seed_of(secret)), public_key(secret), players)
    salts = {player.chair: seal(f"{player.chair} {player.name}") for player in players if player.kind == "person"}
    commitments = {chair: terms.commitment(chair, salt) for chair, salt in salts.items()}
    return MixedDice(terms, commitments, seed_of(secret), {chair: salt for chair, salt in salts.items() if chair not in unrevealed})


def sealed_player(chair: ChairName, text: str) -> SealedPlayer:
    kind, _, name = text.partition(" ")
    return SealedPlayer(chair, "person" if kind == "person" else "bot", name)


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
    return record, replay_record(record, check_dice=True)
