"""The stored values, all frozen. Times are milliseconds since 1970, from the clock of the node that writes.

A value that may hold a secret shows its size and not its content when it is printed.
"""

from enum import StrEnum
from typing import Literal

import msgspec

Channel = Literal["players", "spectators"]
Topic = Literal["table", "log", "seats", "chat", "presence"]
AnalysisState = Literal["waiting", "working", "done", "stopped", "failed"]


class TableStatus(StrEnum):
    """The state of a table's row."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    ABANDONED = "abandoned"


class SeatKind(StrEnum):
    """The kind of player in a seat. While a bot stands in for a person, the seat keeps the person's token."""

    EMPTY = "empty"
    PERSON = "person"
    BOT = "bot"


class TableRow(msgspec.Struct, frozen=True):
    """A table as lists and lobbies need it; ``settings`` is an encoded TableBlob, ``seq`` the length of the log."""

    id: str
    created: int
    updated: int
    version: int
    status: TableStatus
    open: bool
    settings: bytes
    seq: int


class NewEntry(msgspec.Struct, frozen=True):
    """An entry that is to be appended to a log."""

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
    """A seat of a table and its player; ``version`` counts its changes."""

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
    """The connections to a table at one node: ``chairs`` names the seats, separated by spaces, ``others`` counts the spectators."""

    node: str
    chairs: str
    others: int


class Secret(msgspec.Struct, frozen=True):
    """The source of a table's cards and dice: its sealed seed and the salts of its seats. Only the server may see it."""

    seed: bytes | None
    salts: dict[str, bytes]

    def __repr__(self) -> str:
        return f"Secret({'unsealed' if self.seed is None else 'sealed'}, {len(self.salts)} salts)"


class ChatRow(msgspec.Struct, frozen=True):
    """A chat message, the ``number``-th in its channel."""

    number: int
    at: int
    author: str
    text: str

    def __repr__(self) -> str:
        return f"ChatRow(number={self.number}, at={self.at}, text=<{len(self.text)} characters>)"


class RecordListing(msgspec.Struct, frozen=True):
    """A record in a list; ``summary`` is an encoded NightSummary."""

    id: str
    at: int
    imported: bool
    summary: bytes


class RecordRow(msgspec.Struct, frozen=True):
    """The record of a finished table, or an imported one; until ``opens`` nobody may read it."""

    id: str
    at: int
    imported: bool
    summary: bytes
    text: str
    opens: int = 0

    def __repr__(self) -> str:
        return f"RecordRow({self.id!r}, at={self.at}, imported={self.imported}, text=<{len(self.text)} characters>)"


class DaySeal(msgspec.Struct, frozen=True):
    """The seal of a day's seed, and when it was sealed."""

    day: str
    at: int
    seal: str


class AttemptRow(msgspec.Struct, frozen=True):
    """A browser's attempt at the night of a day: its table, the hash of the browser's token, and the encoded result once there is one."""

    id: str
    day: str
    browser: bytes
    at: int
    player: str
    result: bytes | None = None

    def __repr__(self) -> str:
        return f"AttemptRow({self.day}, at={self.at}, {'over' if self.result is not None else 'under way'})"


class AnalysisRow(msgspec.Struct, frozen=True):
    """An analysis: how far it is, for how many seconds it has been worked on, and the newest draft, the ``drafts``-th."""

    state: AnalysisState
    seconds: float
    drafts: int
    body: bytes | None
    has_record: bool = False  # whether it belongs to a record, and goes with it

    def __repr__(self) -> str:
        return f"AnalysisRow({self.state}, {self.drafts} drafts)"


class StoreChange(msgspec.Struct, frozen=True):
    """A change that another node made to a table, to be read from the store.

    ``number`` is the length of the log, the version of the table or of the seat, or the number of the message. Without a table, some
    changes may have been missed, so everything must be read again.
    """

    table: str | None
    topic: Topic | None = None
    number: int = 0
