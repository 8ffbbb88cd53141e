"""The bodies of the HTTP API's requests and answers, from which OpenAPI and the client's types are generated."""

from typing import Annotated

import msgspec
from msgspec import Meta

from nuns.referee.turn_parts import TurnPart
from nuns.server.protocol import SeatName, TableState
from nuns.server.refusal import RefusalValues, Why
from nuns.server.settings import ChairName, Level, Settings, Side, Text
from nuns.server.tables.days import Standing
from nuns.server.tables.night.summary import NightSummary

KEY_LENGTH = 43  # a token of 256 bits, as ``new_token`` spells it


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request; an unknown field is an error."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The body of an answer."""


class Reason(Answer, frozen=True, kw_only=True):
    """A refusal: its code with values, and an English sentence."""

    why: Why
    reason: str
    values: RefusalValues


# Editions and options.


class Value(Answer, frozen=True, kw_only=True):
    """One value of an option; a number needs no help."""

    value: str | int
    help: str = ""


class Option(Answer, frozen=True, kw_only=True):
    """An option (12), with the rule it belongs to."""

    name: str
    rule: str
    help: str
    values: tuple[Value, ...]


class EditionInfo(Answer, frozen=True, kw_only=True):
    """An edition: a line on its character, and its value of every option."""

    name: str
    character: str
    options: dict[str, str | int]


class LevelInfo(Answer, frozen=True, kw_only=True):
    """A level of bots, and how they think."""

    level: Level
    bot: str
    thinks: str


class ChairPlace(Answer, frozen=True, kw_only=True):
    """A seat of a table, and its side."""

    chair: ChairName
    side: Side


class PlayerCount(Answer, frozen=True, kw_only=True):
    """An allowed number of players (1.1): their seats in order, and the captures that win for each value of ``capture-goal`` (1.3)."""

    novices: int
    guard_players: int
    chairs: tuple[ChairPlace, ...]
    capture_goals: dict[str, int]


class FairTable(Answer, frozen=True, kw_only=True):
    """The options that bring an edition with so many players nearest to even odds, as bots measured them (``nuns report --fair``).

    ``guards_win_rate`` has its ``interval`` at 95 %; ``before`` is the rate of the edition as it is.
    """

    edition: str
    novices: int
    guard_players: int
    options: dict[str, str | int]
    guards_win_rate: float
    interval: tuple[float, float]
    games: int
    before: float
    guards: str
    novice_bots: str


class Editions(Answer, frozen=True, kw_only=True):
    """Everything that a form for a new table needs, and the version of the API.

    ``settings`` are those of a table for which nothing was chosen.
    """

    api: int
    editions: tuple[EditionInfo, ...]
    options: tuple[Option, ...]
    levels: tuple[LevelInfo, ...]
    player_counts: tuple[PlayerCount, ...]
    fair: tuple[FairTable, ...]
    settings: Settings


# Tables.


class NewTable(Asked, frozen=True, kw_only=True):
    settings: Settings = msgspec.field(default_factory=Settings)
    bots: dict[ChairName, Level] = {}


class Sitting(Asked, frozen=True, kw_only=True):
    name: Text


class BotSitting(Asked, frozen=True, kw_only=True):
    """A bot's level; None empties the seat."""

    level: Level | None


class Key(Asked, frozen=True, kw_only=True):
    key: Annotated[str, Meta(min_length=KEY_LENGTH, max_length=KEY_LENGTH, pattern=r"^[A-Za-z0-9_-]+(?![\s\S])")]


class TableAccess(Answer, frozen=True, kw_only=True):
    """A table, and what the asker may do there."""

    table: TableState
    chairs: tuple[ChairName, ...]
    host: bool


class Lobby(Answer, frozen=True, kw_only=True):
    """A page of open tables, the newest first; ``next`` is the ``before`` of the next page."""

    tables: tuple[TableState, ...]
    next: str | None = None


class SeatLink(Answer, frozen=True, kw_only=True):
    """A link that opens one's seats on another device: whoever has it holds them."""

    link: str


# Records.


class RecordMoment(Answer, frozen=True, kw_only=True):
    """A moment of a record at which a seat can be taken over: the last one at or before the moment that was asked for."""

    moment: int  # how many actions were done before
    turn: int
    part: TurnPart
    edition: str
    novices: int
    names: dict[str, str]  # the players' names by seat


class Takeover(Asked, frozen=True, kw_only=True):
    """A request to take over a seat: at which moment, under which name, and the level of the bots in the other seats."""

    moment: Annotated[int, Meta(ge=1, le=1_000_000)]
    seat: SeatName
    name: Text
    level: Level = "normal"


class RecordInfo(NightSummary, frozen=True, kw_only=True):
    """A record in a list."""

    id: str
    at: int
    imported: bool


class Records(Answer, frozen=True, kw_only=True):
    """A page of records, the newest first; ``next`` is the ``before`` of the next page."""

    records: tuple[RecordInfo, ...]
    next: str | None = None


# The night of the day.


class DayPlace(Answer, frozen=True, kw_only=True):
    """A result of a day, by name; the record is named when the day is over."""

    name: str
    won: bool
    turns: int
    captures: int  # on a novices' day the player's own, on a guards' day all
    record: str | None = None
    own: bool = False


class DayAttempt(Answer, frozen=True, kw_only=True):
    """The asker's attempt at the night of a day; without a standing it is under way."""

    table: str
    won: bool
    turns: int
    captures: int
    standing: Standing | None = None
    beats: int | None = None  # per cent of the day's other players
    record: str | None = None


class DayInfo(Answer, frozen=True, kw_only=True):
    """A day: its seal, its results, the best first, and once it is over its seed."""

    day: str
    side: Side
    seal: str
    sealed_before: bool  # whether it was sealed before the day began
    players: int  # whose results count
    places: tuple[DayPlace, ...]
    seed: str | None = None
    own: DayAttempt | None = None


class NextDay(Answer, frozen=True, kw_only=True):
    """What is known of tomorrow: the seal of its seed, and the side that everybody will play."""

    day: str
    seal: str
    side: Side


class Today(Answer, frozen=True, kw_only=True):
    """The night of today, and of the days beside it."""

    today: DayInfo
    ends_in: int  # milliseconds
    tomorrow: NextDay
    yesterday: DayInfo | None
    settings: Settings
    level: Level  # of the opponents


class Calendar(Answer, frozen=True, kw_only=True):
    """A page of days, the newest first, each with its best result alone; ``next`` is the ``before`` of the next page."""

    days: tuple[DayInfo, ...]
    next: str | None = None


class Network(msgspec.Struct, frozen=True, kw_only=True):
    """How others reach this server."""

    url: str | None  # the address for invitations, if it is another than that of the page
    closed: bool  # nobody but this machine can reach the server, and the asker may open it to the local network


# The bot line.


class LineReply(Asked, frozen=True, kw_only=True):
    """An answer to a question of the line: the number of an action from 0, or an action in notation; ``id`` is the question's."""

    answer: Annotated[int, Meta(ge=0, le=999)] | Annotated[str, Meta(min_length=1, max_length=200)]
    id: Annotated[str, Meta(max_length=40)] | None = None


class AnswerTaken(Answer, frozen=True, kw_only=True):
    """An answer was taken, for that seat."""

    seat: str
