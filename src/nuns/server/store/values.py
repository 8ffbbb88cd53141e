"""What is kept, as frozen values. Times are milliseconds since 1970, from the clock of whoever writes.

What may hold a secret shows its size and not its content when it is printed.
"""

from enum import StrEnum
from typing import Literal

import msgspec

Channel = Literal["players", "spectators"]
Topic = Literal["table", "log", "seats", "chat", "presence"]


class TableStatus(StrEnum):
    """How far a table has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    ABANDONED = "abandoned"


class SeatKind(StrEnum):
    """Who decides for a seat. A bot may sit in for a person, whose token then stays with the seat."""

    EMPTY = "empty"
    PERSON = "person"
    BOT = "bot"


class TableRow(msgspec.Struct, frozen=True):
    """A table as lists and lobbies need it; ``settings`` is for others to read, ``seq`` the length of its log."""

    id: str
    created: int
    updated: int
    version: int
    status: TableStatus
    open: bool
    settings: bytes
    seq: int


class NewEntry(msgspec.Struct, frozen=True):
    """What is to be added to a log."""

    kind: str
    at: int
    body: bytes

    def __repr__(self) -> str:
        return f"NewEntry(kind={self.kind!r}, at={self.at}, body=<{len(self.body)} bytes>)"


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table's log; the first has ``seq`` 1."""

    seq: int
    kind: str
    at: int
    body: bytes

    def __repr__(self) -> str:
        return f"Entry(seq={self.seq}, kind={self.kind!r}, at={self.at}, body=<{len(self.body)} bytes>)"


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits in a seat; ``version`` counts its changes."""

    table: str
    seat: str
    version: int
    kind: SeatKind
    player: str
    token_hash: bytes | None

    def __repr__(self) -> str:
        held = "nobody's" if self.token_hash is None else "held"
        return f"SeatRow({self.table} {self.seat} v{self.version}: {self.kind}, {held})"


class PresenceRow(msgspec.Struct, frozen=True):
    """Who is connected to a table at one node: ``chairs`` is for others to read, and how many besides."""

    node: str
    chairs: str
    others: int


class Secret(msgspec.Struct, frozen=True):
    """What dice and deals of a table are drawn from: its sealed seed and the salts of its seats. For the server alone."""

    seed: bytes | None
    salts: dict[str, bytes]

    def __repr__(self) -> str:
        return f"Secret({'unsealed' if self.seed is None else 'sealed'}, {len(self.salts)} salts)"


class ChatRow(msgspec.Struct, frozen=True):
    """Something said at a table, the ``number``-th in its channel."""

    number: int
    at: int
    author: str
    text: str

    def __repr__(self) -> str:
        return f"ChatRow(number={self.number}, at={self.at}, text=<{len(self.text)} characters>)"


class RecordListing(msgspec.Struct, frozen=True):
    """A record in a list; ``summary`` is for others to read."""

    id: str
    at: int
    imported: bool
    summary: bytes


class RecordRow(msgspec.Struct, frozen=True):
    """The record of a finished table, or one that somebody brought along."""

    id: str
    at: int
    imported: bool
    summary: bytes
    text: str

    def __repr__(self) -> str:
        return f"RecordRow({self.id!r}, at={self.at}, imported={self.imported}, text=<{len(self.text)} characters>)"


class StoreChange(msgspec.Struct, frozen=True):
    """Another node changed something of a table: read it again.

    ``number`` is the length of the log, the version of the table or of the seat, or the message's in its channel. Without a table: some
    changes may have been missed, read again whatever you hold.
    """

    table: str | None
    topic: Topic | None = None
    number: int = 0
