"""The picture of the board: drawings and a plan of where everything stands, as ``python -m tools.drawing`` wrote them."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from nuns.board.svg import Point, Shape

Theme = Literal["night", "vellum"]
MarkKind = Literal["cell", "key", "wish", "end", "start"]

FIRST_THEME = 'class="convent night"'  # of every drawing as it is kept: a theme is a class, whose style sheet has both


@dataclass(frozen=True, slots=True)
class NamePlate:
    """A name on the plan: its lines, their size, and the box that they fill, turned around its middle."""

    room: str
    lines: tuple[str, ...]
    size: float
    x: float
    y: float
    angle: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A mark beside a dot: a cell's emblem, a key, a wish, the end of paths or the guards' start."""

    kind: MarkKind
    dot: int
    label: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The places of everything on the drawings."""

    view_box: tuple[float, float, float, float]  # the part of the plan that the ground shows: left, top, width and height
    shapes: dict[str, Shape]  # by room, to the middle of its walls
    doors: dict[tuple[int, int], tuple[float, float, float]]  # by edge: where a door, lock, curtain or leaves are, and the wall's bearing
    marks: tuple[BoardMark, ...]
    plates: tuple[NamePlate, ...]
    novices: tuple[tuple[str, str], ...]  # emblem and colour, in the order of the cells


def board_picture(theme: Theme = "night", *, paths: bool = True) -> str:
    """Returns the whole board as a standalone SVG document."""
    return _drawing("convent" if paths else "convent-without-paths", theme)


def ground_picture(theme: Theme = "night") -> str:
    """Returns the board as it lies under a game: without dots, marks, names, paths and legend."""
    return _drawing("ground", theme)


def names_on_board() -> list[str]:
    """Returns the name of each room as an element of SVG, in its place."""
    layer = _drawing("convent", "night").partition('<g id="names">\n')[2]
    return layer.partition("\n</g>")[0].splitlines()


@cache
def board_plan() -> BoardPlan:
    """Returns where everything stands on the drawings."""
    told: dict[str, Any] = json.loads(_text("plan.json"))
    left, top, width, height = told["view_box"]
    return BoardPlan(
        view_box=(left, top, width, height),
        shapes={room: tuple(tuple((x, y) for x, y in loop) for loop in loops) for room, loops in told["shapes"].items()},
        doors={(one, two): (x, y, tilt) for one, two, x, y, tilt in told["doors"]},
        marks=tuple(BoardMark(**mark) for mark in told["marks"]),
        plates=tuple(NamePlate(**{**plate, "lines": tuple(plate["lines"])}) for plate in told["plates"]),
        novices=tuple((emblem, colour) for emblem, colour in told["novices"]),
    )


def weld(shape: Shape) -> list[Point]:
    """Returns one polygon for the whole shape; a bridge there and back joins each further loop, so that its two sides cancel.

    A room around another (the cloister around its well) is one polygon too, and the even-odd rule gives the right answer everywhere.
    """
    first, *others = shape
    points = list(first)
    for loop in others:
        points += [first[0], *loop, loop[0]]
    return [*points, first[0]] if others else points


def _drawing(name: str, theme: Theme) -> str:
    return _text(f"{name}.svg").replace(FIRST_THEME, f'class="convent {theme}"', 1)


@cache
def _text(name: str) -> str:
    return resources.files("nuns.board").joinpath(name).read_text(encoding="utf-8")
