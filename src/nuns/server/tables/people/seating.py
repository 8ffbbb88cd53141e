"""The seating of a table: names and tokens, as stored. A seat of a table is called ``chair`` in code and on the wire."""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple
from unicodedata import category, normalize

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings, Sides
from nuns.server.store import SeatKind, SeatRow, token_hash
from nuns.server.tables.night.entries import Player
from nuns.server.tables.night.table_night import STAND_IN
from nuns.server.tables.people.permissions import STRANGER, Permissions

HOST = "host"  # stored like a seat: it has a token, and nobody sits there
LONGEST_NAME = 40
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode's categories: control, direction and joining characters, and what is none
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")  # letters and marks that look like nothing
MOST_MARKS = 4  # accents on one letter
BOT_NAME = re.compile(r"(ro)?bot( ?\(.*\))?")  # as games and game files name bots


class Present(NamedTuple):
    """The connected seats, and the number of spectators."""

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
        """Returns the name of the person who sits there, or nothing."""
        return self.rows[chair].player if self.kind(chair) == SeatKind.PERSON else ""

    def level(self, chair: str) -> Level | None:
        """Returns the level of the bot that sits there."""
        return level_of(self.rows[chair].player) if self.kind(chair) == SeatKind.BOT else None

    def permissions(self, hashed: bytes | None, settings: Settings) -> Permissions:
        """Returns the permissions of the token with that hash."""
        if hashed is None:
            return STRANGER
        chairs = tuple(chair for chair in settings.chairs if self.holder(chair) == hashed)
        return Permissions(chairs, host=self.holder(HOST) == hashed)

    def players(self, settings: Settings) -> tuple[Player, ...]:
        """Returns the players if the game starts now: a bot where a seat has just been left."""
        return tuple(self._player(chair) for chair in settings.chairs)

    def _player(self, chair: ChairName) -> Player:
        if self.kind(chair) == SeatKind.PERSON:
            return Player(chair, self.name(chair))
        return Player(chair, level=self.level(chair) or STAND_IN)

    def empty_chairs(self, settings: Settings) -> tuple[ChairName, ...]:
        return tuple(chair for chair in settings.chairs if self.kind(chair) == SeatKind.EMPTY)


def hashed(token: str | None) -> bytes | None:
    """Returns the hash of a token that a browser shows; None for none, and for what cannot be a token."""
    try:
        return None if token is None else token_hash(token)
    except UnicodeError:
        return None


def level_of(player: str) -> Level:
    levels: dict[str, Level] = {"easy": "easy", "normal": "normal", "hard": "hard", "expert": "expert"}
    return levels[player]


def good_name(name: str, others: Iterable[str] = ()) -> str:
    """Returns a name as it is shown and recorded; raises ``Refusal`` for one that cannot be seen or told from another at the table."""
    kept = " ".join(normalize("NFC", name).split())
    if not 1 <= len(kept) <= LONGEST_NAME or not is_visible(kept):
        raise Refusal(Why.NAME, most=LONGEST_NAME)
    alike = look_of(kept)
    if BOT_NAME.fullmatch(alike) or alike in map(look_of, others):
        raise Refusal(Why.NAME_TAKEN)
    return kept


def is_visible(name: str) -> bool:
    """Returns whether a name shows every character it has, in the order in which it is written."""
    kinds = [category(letter) for letter in name]
    marks = longest = 0
    for kind in kinds:
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        longest = max(longest, marks)
    return not any(kind in _UNSEEN for kind in kinds) and not _BLANK.search(name) and kinds[0][0] != "M" and longest <= MOST_MARKS


def look_of(name: str) -> str:
    """Returns what two names that are easily confused have in common: capitals and widths of letters aside."""
    return normalize("NFKC", name).casefold()


def good_text(text: str) -> str:
    """Returns a chat message on one line; raises ``Refusal``."""
    kept = " ".join(text.split())
    if not kept or _UNPRINTABLE.search(kept):
        raise Refusal(Why.TEXT)
    return kept


def next_chairs(settings: Settings, sides: Sides, people: Collection[ChairName]) -> dict[ChairName, ChairName]:
    """Returns each player's seat in the next game by the present one.

    With the same sides all stay. With changed sides the guards become novices, and those novices guard who come first, people before bots;
    the other novices move up, so that from game to game everybody has a turn.
    """
    guards, novices = settings.chairs[: settings.guard_players], settings.chairs[settings.guard_players :]
    if sides == "same":
        return {chair: chair for chair in settings.chairs}
    guarding = sorted(novices, key=lambda chair: chair not in people)[: len(guards)]
    in_line = (*guarding, *(chair for chair in novices if chair not in guarding), *guards)
    return dict(zip(in_line, settings.chairs, strict=True))
