"""What the HTTP API is given and what it answers; OpenAPI and the client's types are made of this."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nuns.board.convent import EdgeKind, Floor
from nuns.server.protocol import TableState
from nuns.server.refusal import RefusalValues, Why
from nuns.server.settings import ChairName, Level, Settings, Side, Text
from nuns.server.tables.night.summary import NightSummary

KEY_LENGTH = 43  # a token of 256 bits, as ``new_token`` spells it
Theme = Literal["night", "vellum"]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request; an unknown field is an error."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The body of an answer."""


class Reason(Answer, frozen=True, kw_only=True):
    """Every refusal: why, in a word with its values, and in an English sentence."""

    why: Why
    reason: str
    values: RefusalValues


# What may be played.


class Value(Answer, frozen=True, kw_only=True):
    """One value of an option; a number needs no help."""

    value: str | int
    help: str = ""


class Option(Answer, frozen=True, kw_only=True):
    """12 One option, with the rule it belongs to."""

    name: str
    rule: str
    help: str
    values: tuple[Value, ...]


class EditionInfo(Answer, frozen=True, kw_only=True):
    """A rulebook: what it is like, and how it decides every option."""

    name: str
    character: str
    options: dict[str, str | int]


class LevelInfo(Answer, frozen=True, kw_only=True):
    """A level of bots, and how they think."""

    level: Level
    bot: str
    thinks: str


class ChairPlace(Answer, frozen=True, kw_only=True):
    """A chair of a table, and whose side sits on it."""

    chair: ChairName
    side: Side


class PlayerCount(Answer, frozen=True, kw_only=True):
    """How many may play together (1.1): their chairs in order, and how many captures win for each value of ``capture-goal`` (1.3)."""

    novices: int
    guard_players: int
    chairs: tuple[ChairPlace, ...]
    capture_goals: dict[str, int]


class Editions(Answer, frozen=True, kw_only=True):
    """Everything a form for a new table needs; ``settings`` are those of a table for which nothing was chosen."""

    editions: tuple[EditionInfo, ...]
    options: tuple[Option, ...]
    levels: tuple[LevelInfo, ...]
    player_counts: tuple[PlayerCount, ...]
    settings: Settings


# The board.


class PlanDot(Answer, frozen=True, kw_only=True):
    dot: int
    x: int
    y: int
    room: int  # its place among the rooms


class PlanEdge(Answer, frozen=True, kw_only=True):
    """A way, and what stands on it: where its door, lock, curtain or leaves are drawn, and the bearing of the wall there."""

    one: int
    two: int
    kind: EdgeKind
    door: tuple[float, float, float] | None = None


class Plate(Answer, frozen=True, kw_only=True):
    """Where a room's name is written: the middle of its box, which may be turned."""

    lines: tuple[str, ...]
    size: float
    x: float
    y: float
    angle: float
    width: float
    height: float


class PlanRoom(Answer, frozen=True, kw_only=True):
    """A room; its shape is one polygon to be filled by the even-odd rule."""

    name: str
    floor: Floor
    dots: tuple[int, ...]
    shape: tuple[tuple[float, float], ...]
    plate: Plate | None


class PlanMark(Answer, frozen=True, kw_only=True):
    """A small mark beside a dot, and where it stands."""

    kind: Literal["cell", "key", "wish", "end", "start"]
    dot: int
    label: str
    x: float
    y: float


class PlanPath(Answer, frozen=True, kw_only=True):
    """9.3 A path card; ``dash`` tells those of one colour apart: 0, 1 or 2."""

    name: str
    colour: Literal["blue", "green", "pink", "red", "yellow"]
    dash: int
    dots: tuple[int, ...]


class PlanWish(Answer, frozen=True, kw_only=True):
    """2.2 A wish card."""

    key: int
    key_dot: int
    wish_dot: int
    thing: str


class PlanNovice(Answer, frozen=True, kw_only=True):
    """A novice's cell, emblem and colour."""

    novice: int
    cell: int
    emblem: Literal["rose", "bell", "moon", "bird", "star", "leaf"]
    colour: str


class ConventPlan(Answer, frozen=True, kw_only=True):
    """Everything printed on the table, to draw and to label."""

    name: str
    view_box: tuple[float, float, float, float]  # of plan.svg: left, top, width, height
    dots: tuple[PlanDot, ...]
    edges: tuple[PlanEdge, ...]
    rooms: tuple[PlanRoom, ...]
    marks: tuple[PlanMark, ...]
    paths: tuple[PlanPath, ...]
    path_ends: dict[int, str]
    novices: tuple[PlanNovice, ...]
    keys: dict[int, int]  # the dot of each key
    wish_cards: dict[str, tuple[PlanWish, ...]]  # by deck
    tower: tuple[int, ...]
    guard_start: int
    monk_start: int


class Outlook(Answer, frozen=True, kw_only=True):
    """6 What a guard sees who stands on a dot and looks along a step, or has taken none yet."""

    dot: int
    facing: tuple[int, int] | None
    seen: tuple[int, ...]


class Sights(Answer, frozen=True, kw_only=True):
    """6 Sight under some options: from everywhere, every way."""

    options: str
    outlooks: tuple[Outlook, ...]


class Measure(Answer, frozen=True, kw_only=True):
    """3.5 The ruler between two dots: whether a sight line joins them, how many steps apart they are, and a shortest way."""

    line: bool
    steps: int
    way: tuple[int, ...]


class Distances(Answer, frozen=True, kw_only=True):
    """How many steps apart any two dots are (7.1): ``steps[one - 1][two - 1]``; every door counts as open."""

    steps: tuple[tuple[int, ...], ...]


class Earshot(Answer, frozen=True, kw_only=True):
    """7.1 How many steps each dot is from one, as far as any die carries; noise goes through every door."""

    dot: int
    steps: dict[int, int]


# Tables.


class NewTable(Asked, frozen=True, kw_only=True):
    settings: Settings = msgspec.field(default_factory=Settings)
    bots: dict[ChairName, Level] = {}


class Sitting(Asked, frozen=True, kw_only=True):
    name: Text


class BotSitting(Asked, frozen=True, kw_only=True):
    """Without a level: the bot gets up."""

    level: Level | None


class Key(Asked, frozen=True, kw_only=True):
    key: Annotated[str, Meta(min_length=KEY_LENGTH, max_length=KEY_LENGTH, pattern=r"^[A-Za-z0-9_-]+(?![\s\S])")]


class Attended(Answer, frozen=True, kw_only=True):
    """A table, and what is the asker's own of it."""

    table: TableState
    chairs: tuple[ChairName, ...]
    host: bool


class Lobby(Answer, frozen=True, kw_only=True):
    """Open tables, the newest first; ``next`` is the ``before`` of the page that follows."""

    tables: tuple[TableState, ...]
    next: str | None = None


class SeatLink(Answer, frozen=True, kw_only=True):
    """What opens one's chairs on another device: for nobody else's eyes."""

    link: str


# Records.


class RecordInfo(NightSummary, frozen=True, kw_only=True):
    """A record in a list."""

    id: str
    at: int
    imported: bool


class Records(Answer, frozen=True, kw_only=True):
    """The newest first; ``next`` is the ``before`` of the page that follows."""

    records: tuple[RecordInfo, ...]
    next: str | None = None
