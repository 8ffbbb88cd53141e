"""The bodies of answers about the board: the convent as it is drawn, sight, the ruler, distances and hearing."""

from typing import Literal

from nuns.board.convent import EdgeKind, Floor, WishCard
from nuns.board.picture import BoardMark
from nuns.referee.board_queries import GuardSight
from nuns.server.web.api.values import Answer


class PlanDot(Answer, frozen=True, kw_only=True):
    dot: int
    x: int
    y: int
    room: int  # its index in the list of rooms


class PlanEdge(Answer, frozen=True, kw_only=True):
    """An edge between two dots: where its door, lock, curtain or leaves are drawn, and the bearing of the wall there."""

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


class PlanPath(Answer, frozen=True, kw_only=True):
    """A path card (9.3); ``dash`` tells those of one colour apart: 0, 1 or 2."""

    name: str
    colour: Literal["blue", "green", "pink", "red", "yellow"]
    dash: int
    dots: tuple[int, ...]


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
    marks: tuple[BoardMark, ...]
    paths: tuple[PlanPath, ...]
    path_ends: dict[int, str]
    novices: tuple[PlanNovice, ...]
    keys: dict[int, int]  # the dot of each key
    wish_cards: dict[str, tuple[WishCard, ...]]  # by deck
    tower: tuple[int, ...]
    guard_start: int
    monk_start: int


class Sights(Answer, frozen=True, kw_only=True):
    """Sight under some options (6): from every dot, in every direction."""

    options: str
    outlooks: tuple[GuardSight, ...]


class Measure(Answer, frozen=True, kw_only=True):
    """The ruler between two dots (3.5): whether a sight line joins them, how many steps apart they are, and a shortest route."""

    line: bool
    steps: int
    way: tuple[int, ...]


class Distances(Answer, frozen=True, kw_only=True):
    """How many steps apart any two dots are (7.1): ``steps[one - 1][two - 1]``; every door counts as open."""

    steps: tuple[tuple[int, ...], ...]


class Earshot(Answer, frozen=True, kw_only=True):
    """The steps from one dot to each dot as far as any die carries (7.1); noise goes through every door."""

    dot: int
    steps: dict[int, int]
