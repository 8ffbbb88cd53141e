"""Who holds which seat: names and tokens, as the store has them. A seat of a table is called ``chair`` in code and on the wire."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import SeatKind, SeatRow, token_hash
from nuns.server.tables.night.entries import Player
from nuns.server.tables.night.table_night import STAND_IN
from nuns.server.tables.permissions import STRANGER, Permissions

HOST = "host"  # stored like a seat: it has a token, and nobody sits there
LONGEST_NAME = 40
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Present(NamedTuple):
    """Who is connected: the seats, and how many spectators."""

    chairs: frozenset[ChairName] = frozenset()
    spectators: int = 0


class Seating:
    """The seat rows of a table, by chair."""

    def __init__(self, rows: Iterable[SeatRow]) -> None:
        self.rows = {row.seat: row for row in rows}

    def version(self, chair: str) -> int:
        return self.rows[chair].version if chair in self.rows else 0

    def put(self, row: SeatRow) -> None:
        self.rows = {**self.rows, row.seat: row}

    def holder(self, chair: str) -> bytes | None:
        return self.rows[chair].token_hash if chair in self.rows else None

    def kind(self, chair: str) -> SeatKind:
        return self.rows[chair].kind if chair in self.rows else SeatKind.EMPTY

    def name(self, chair: str) -> str:
        """The name of the person who sits there, or nothing."""
        return self.rows[chair].player if self.kind(chair) == SeatKind.PERSON else ""

    def level(self, chair: str) -> Level | None:
        """The level of the bot that sits there."""
        return level_of(self.rows[chair].player) if self.kind(chair) == SeatKind.BOT else None

    def permissions(self, hashed: bytes | None, settings: Settings) -> Permissions:
        """What the token with that hash permits."""
        if hashed is None:
            return STRANGER
        chairs = tuple(chair for chair in settings.chairs if self.holder(chair) == hashed)
        return Permissions(chairs, host=self.holder(HOST) == hashed)

    def players(self, settings: Settings) -> tuple[Player, ...]:
        """Who plays if the game starts now: a bot where a seat has just been left."""
        return tuple(self._player(chair) for chair in settings.chairs)

    def _player(self, chair: ChairName) -> Player:
        if self.kind(chair) == SeatKind.PERSON:
            return Player(chair, self.name(chair))
        return Player(chair, level=self.level(chair) or STAND_IN)

    def empty_chairs(self, settings: Settings) -> tuple[ChairName, ...]:
        return tuple(chair for chair in settings.chairs if self.kind(chair) == SeatKind.EMPTY)


def hashed(token: str | None) -> bytes | None:
    """The hash of a token that a browser shows; None for none, and for what cannot be a token."""
    try:
        return None if token is None else token_hash(token)
    except UnicodeError:
        return None


def level_of(player: str) -> Level:
    levels: dict[str, Level] = {"easy": "easy", "normal": "normal", "hard": "hard", "expert": "expert"}
    return levels[player]


def good_name(name: str) -> str:
    """A name as it is shown and recorded; raises ``Refusal``."""
    kept = " ".join(name.split())
    if not 1 <= len(kept) <= LONGEST_NAME or _UNPRINTABLE.search(kept):
        raise Refusal(Why.NAME, most=LONGEST_NAME)
    return kept


def good_text(text: str) -> str:
    """A chat message on one line; raises ``Refusal``."""
    kept = " ".join(text.split())
    if not kept or _UNPRINTABLE.search(kept):
        raise Refusal(Why.TEXT)
    return kept


def rotated(settings: Settings) -> dict[ChairName, ChairName]:
    """Where the player of each seat sits in the next game: the guards become novices, and so on around the table."""
    chairs = settings.chairs
    return {chair: chairs[(place + settings.guard_players) % len(chairs)] for place, chair in enumerate(chairs)}
