"""The messages of a table's socket, both ways. ``web/src/protocol`` is generated from them (``python -m nuns.server.schema``).

A socket belongs to one table and may look from several seats. A seat's sequence number is the count of events it knows: the client says how
many it has, and gets the rest with the current view. After that a socket of the subprotocol ``UPDATES`` gets what changes; another gets the
whole view with every change. Everything in a message is public at the table, or its seat's own.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nuns.analysis.findings import ValuedMove
from nuns.referee.actions import Action
from nuns.referee.aims import Aim
from nuns.referee.card_uses import CardUse
from nuns.referee.events import Event
from nuns.referee.explain import Explanation
from nuns.referee.foresight import Foresight
from nuns.referee.turn_parts import TurnPart
from nuns.referee.view import View
from nuns.server.refusal import RefusalValues, Why
from nuns.server.settings import ChairName, Level, Settings, Side, Status

API_VERSION = 2  # of the HTTP API and of these messages: raised when a client built for the old ones would fail
UPDATES = "nuns.updates"  # the subprotocol of a socket that is sent updates, and several messages in a frame, one a line
SeatName = Annotated[str, Meta(max_length=12)]  # guards, abbess, prioress, novice-1 ... novice-6, spectator
Id = Annotated[int, Meta(ge=0, le=(1 << 53) - 1)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?![\s\S])")]  # $ would let a line feed pass
Channel = Literal["players", "spectators"]
Trouble = Literal["disk-full", "no-store"]  # why a table can store nothing just now
StandIn = Literal["left", "time"]  # why a bot stands in: the person left the seat, or ran out of time


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """A message, with its type in the field ``type``."""


# The public state of a table: in the lobby, while it is played and afterwards.


class Chair(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat of the table and its player. ``seat`` is drawn with the deal. A person for whom a bot stands in may take the seat back."""

    chair: ChairName
    side: Side
    kind: Literal["empty", "person", "bot"]
    name: str = ""
    level: Level | None = None
    seat: str | None = None
    connected: bool = False
    stand_in: StandIn | None = None  # why a bot plays for the person who holds the chair, if one does
    salted: bool = False  # the person has revealed their salt
    left_ms: int | None = None  # milliseconds in the person's bank
    ticking: bool = False


class Sealing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is published before the deal: the terms, with which the game file will begin, and the commitments to salts."""

    terms: str
    commitments: dict[ChairName, str] = {}
    published: bool = False  # no commitment is taken any more, and salts are revealed


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The sealed seed and the salts, published when the game is over or given up, for everyone to check the dice."""

    seed: str
    salts: dict[str, str]  # by seat, in the order in which they were mixed in
    record: str  # the id under which the record can be fetched


class Continued(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The finished game that a table continues: when it was taken over, and which it is, told when this one is over."""

    turn: int
    part: TurnPart
    record: str | None = None
    moment: int | None = None  # how many of its actions were done before


class TableState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as everybody sees it."""

    code: str
    status: Status
    settings: Settings
    chairs: tuple[Chair, ...]
    waiting: tuple[ChairName, ...] = ()  # the seats that the game waits for
    phase_left_ms: int | None = None  # milliseconds left in a phase in which several decide at once
    window_left_ms: int | None = None  # milliseconds until a sealed window ends and its answers are released together
    seal: str | None = None
    sealing: Sealing | None = None  # until the deal
    opened: Opened | None = None
    spectators: int = 0
    trouble: Trouble | None = None
    rematch: str | None = None  # the code of the table that follows this one
    continues: Continued | None = None
    day: str | None = None  # the date of the night of a day


# From the server.


class Welcome(Message, frozen=True, kw_only=True):
    """The first message on a socket: the table, and what the connection may do there."""

    version: int = API_VERSION
    table: TableState
    chairs: tuple[ChairName, ...]  # the seats that this browser holds
    host: bool


class Changed(Message, frozen=True, kw_only=True):
    """The table has changed: its players, whom it waits for, clocks or seal."""

    table: TableState
    chairs: tuple[ChairName, ...]
    host: bool


class Position(Message, frozen=True, kw_only=True, omit_defaults=True):
    """The events that a seat has learnt since ``first``, and its view now. ``decision`` names what it is asked; an answer quotes it."""

    seat: str
    first: int
    events: tuple[Event, ...]
    view: View
    version: int = 0  # the next update has the number after it
    decision: str | None = None
    foresight: Foresight | None = None  # for a novice who writes her plan; with updates, if the client has asked for it
    uses: tuple[CardUse, ...] = ()  # for a seat that is asked about its blessings


ViewChanges = Annotated[msgspec.Raw, Meta(description="Fields of a view.", extra_json_schema={"type": "object"})]


class Update(Message, frozen=True, kw_only=True, omit_defaults=True):
    """What has changed for a seat: the events it has learnt, and the fields of its view that are different now.

    Those in ``public`` are the same for all seats; those in ``own`` come after them. A client that has another version than the one before
    looks anew.
    """

    seat: str
    version: int
    events: tuple[Event, ...] = ()
    public: ViewChanges | msgspec.UnsetType = msgspec.UNSET
    own: ViewChanges | msgspec.UnsetType = msgspec.UNSET
    decision: str | None = None
    foresight: Foresight | msgspec.UnsetType | None = msgspec.UNSET  # where it is another than before, or over (null)
    uses: tuple[CardUse, ...] = ()


class NoviceBelief(msgspec.Struct, frozen=True, kw_only=True):
    """The dots where a novice may be, with probabilities in thousandths."""

    novice: int
    dots: dict[int, int]


class Suspicion(Message, frozen=True, kw_only=True):
    """The exact belief from public events alone, after ``events`` of them; for guards, where the table has it."""

    seat: str
    events: int
    novices: tuple[NoviceBelief, ...]


class Accepted(Message, frozen=True, kw_only=True):
    """A request was carried out and is stored."""

    id: int


class Refused(Message, frozen=True, kw_only=True):
    """A request changed nothing: the reason as a code with its values, and as an English sentence."""

    id: int | None  # None for a frame that could not be read
    why: Why
    reason: str
    values: RefusalValues


class Explained(Message, frozen=True, kw_only=True):
    """The answer to ``explain``."""

    id: int
    explanation: Explanation


class Aimed(Message, frozen=True, kw_only=True):
    """The answer to ``plantoward``."""

    id: int
    aim: Aim


class Advised(Message, frozen=True, kw_only=True):
    """The answer to ``advise``: a few choices with their chances, the best first, from what the seat knows alone."""

    id: int
    choices: tuple[ValuedMove, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of chat."""

    number: int
    at: int
    author: str
    text: str


class Said(Message, frozen=True, kw_only=True):
    """New lines of a channel."""

    channel: Channel
    lines: tuple[Line, ...]


ServerMessage = Welcome | Changed | Position | Update | Suspicion | Accepted | Refused | Explained | Aimed | Advised | Said


# From a client. Every request has an id of the client's choice, which the reply quotes.


class Request(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class Look(Request, frozen=True, kw_only=True):
    """Looks from a seat from now on; the client has its first ``after`` events already. With updates it says whether it wants foresight."""

    seat: SeatName
    after: Annotated[int, Meta(ge=0)] = 0
    foresight: bool = False


class Away(Request, frozen=True, kw_only=True):
    """Stops looking from that seat: the screen is covered."""

    seat: SeatName


class Act(Request, frozen=True, kw_only=True):
    """Answers what the seat was asked, with an action or a line of notation. A ruler check needs no decision."""

    seat: SeatName
    action: Action | Annotated[str, Meta(min_length=1, max_length=200)]
    decision: Annotated[str, Meta(max_length=40)] | None = None


class Commit(Request, frozen=True, kw_only=True):
    """Commits a seat to a salt: the SHA-256 of the terms and the line ``salt CHAIR SALT``."""

    chair: ChairName
    commitment: Hash


class Salt(Request, frozen=True, kw_only=True):
    """Reveals the salt to which a seat has committed itself, when all commitments are published."""

    chair: ChairName
    salt: Hash


class Explain(Request, frozen=True, kw_only=True):
    """Asks why the seat's event of that number happened."""

    seat: SeatName
    event: Annotated[int, Meta(ge=0)]


class PlanToward(Request, frozen=True, kw_only=True):
    """Asks how a novice who writes her plan would go to a dot that takes several turns."""

    seat: SeatName
    dot: Annotated[int, Meta(ge=1, le=999)]


class Advise(Request, frozen=True, kw_only=True):
    """Asks what a good player would consider at the decision before a seat, where the table has advice."""

    seat: SeatName
    decision: Annotated[str, Meta(max_length=40)]


class Say(Request, frozen=True, kw_only=True):
    """Sends a line of chat: players to the players' channel, others to the spectators'."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


ClientMessage = Look | Away | Act | Commit | Salt | Explain | PlanToward | Advise | Say
