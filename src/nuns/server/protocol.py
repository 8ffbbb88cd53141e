"""What goes over a table's socket, both ways. The schema in ``web/src/protocol`` is made of this (``python -m nuns.server.schema``).

A socket belongs to one table and may look from several seats. A seat's sequence number is the count of events it knows: it says how many
it has, and gets the rest with the view of the moment. Everything a message holds is public at the table, or its seat's own.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.explain import Explanation
from nuns.referee.foresight import Foresight
from nuns.referee.view import View
from nuns.server.refusal import RefusalValues, Why
from nuns.server.settings import ChairName, Level, Settings, Side, Status

VERSION = 1
SeatName = Annotated[str, Meta(max_length=12)]  # guards, abbess, prioress, novice-1 ... novice-6, spectator
Id = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]
Channel = Literal["players", "spectators"]
StandIn = Literal["left", "time"]  # the person left the seat, or ran out of time


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Every message says its type."""


# What all at a table may know of it, in the lobby, while it is played and afterwards.


class Chair(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits there. ``seat`` is drawn with the deal. A bot may sit in for a person, who may take the chair back."""

    chair: ChairName
    side: Side
    kind: Literal["empty", "person", "bot"]
    name: str = ""
    level: Level | None = None
    seat: str | None = None
    connected: bool = False
    stand_in: StandIn | None = None  # why a bot plays for the person who holds the chair, if one does
    salted: bool = False  # the person has added to the seed
    left_ms: int | None = None  # on the person's clock
    ticking: bool = False


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """When the night is over: what the dice were drawn from, for everyone to check."""

    seed: str
    salts: dict[str, str]  # by seat, in the order in which they were mixed in
    record: str  # the id under which the record can be fetched


class TableState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as everybody sees it."""

    code: str
    status: Status
    settings: Settings
    chairs: tuple[Chair, ...]
    waiting: tuple[ChairName, ...] = ()  # whom the night waits for
    phase_left_ms: int | None = None  # of a phase in which several decide at once
    seal: str | None = None
    opened: Opened | None = None
    spectators: int = 0
    rematch: str | None = None  # the code of the table that follows this one


# From the server.


class Welcome(Message, frozen=True, kw_only=True):
    """The first message on a socket: the table, and what is the listener's own of it."""

    version: int = VERSION
    table: TableState
    chairs: tuple[ChairName, ...]  # those this browser holds
    host: bool


class Changed(Message, frozen=True, kw_only=True):
    """The table has changed: who sits, who is waited for, clocks, seal."""

    table: TableState
    chairs: tuple[ChairName, ...]
    host: bool


class Position(Message, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat has learnt since event ``first``, and what it sees now. ``decision`` names what it is asked; an answer quotes it."""

    seat: str
    first: int
    events: tuple[Event, ...]
    view: View
    decision: str | None = None
    foresight: Foresight | None = None  # for a novice who writes her plan


class NoviceBelief(msgspec.Struct, frozen=True, kw_only=True):
    """Where a novice may be: dots, and how likely each is in thousandths."""

    novice: int
    dots: dict[int, int]


class Suspicion(Message, frozen=True, kw_only=True):
    """The exact belief from public events alone, after ``events`` of them; for guards, where the table has it."""

    seat: str
    events: int
    novices: tuple[NoviceBelief, ...]


class Accepted(Message, frozen=True, kw_only=True):
    """A request was carried out, and is kept."""

    id: int


class Refused(Message, frozen=True, kw_only=True):
    """A request changed nothing, and why: in a word with its values, and in an English sentence."""

    id: int | None  # None for a frame that could not be read
    why: Why
    reason: str
    values: RefusalValues


class Explained(Message, frozen=True, kw_only=True):
    """The answer to ``explain``."""

    id: int
    explanation: Explanation


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Something said."""

    number: int
    at: int
    author: str
    text: str


class Said(Message, frozen=True, kw_only=True):
    """New lines of a channel."""

    channel: Channel
    lines: tuple[Line, ...]


ServerMessage = Welcome | Changed | Position | Suspicion | Accepted | Refused | Explained | Said


# From a client. Every request has an id of the client's choice, which the reply quotes.


class Request(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class Look(Request, frozen=True, kw_only=True):
    """Looks from a seat from now on, having its first ``after`` events already."""

    seat: SeatName
    after: Annotated[int, Meta(ge=0)] = 0


class Away(Request, frozen=True, kw_only=True):
    """Looks from that seat no longer: the veil falls."""

    seat: SeatName


class Act(Request, frozen=True, kw_only=True):
    """Answers what the seat was asked, with an action or a line of notation. A ruler is asked for without a decision."""

    seat: SeatName
    action: Action | Annotated[str, Meta(min_length=1, max_length=200)]
    decision: Annotated[str, Meta(max_length=40)] | None = None


class Salt(Request, frozen=True, kw_only=True):
    """What a chair adds to the sealed seed, in hexadecimal."""

    chair: ChairName
    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{2,128}(?![\s\S])")]  # $ would let a line feed pass


class Explain(Request, frozen=True, kw_only=True):
    """Why the seat's event of that number happened."""

    seat: SeatName
    event: Annotated[int, Meta(ge=0)]


class Say(Request, frozen=True, kw_only=True):
    """Says something: those who hold a chair to the players, others to the spectators."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


ClientMessage = Look | Away | Act | Salt | Explain | Say
