"""Draws the convent as one SVG document: an illustrated plan by moonlight, or in ink on vellum."""

from typing import Literal

from nuns.board.convent import Convent
from nuns.board.drawing.geometry import weld
from nuns.board.drawing.layers import Survey, page_of, sheet, survey
from nuns.board.drawing.marks import BoardMark
from nuns.board.drawing.outline import shapes_of
from nuns.board.drawing.plates import NamePlate

__all__ = ["Mark", "Plate", "Survey", "draw", "draw_ground", "ground_box", "mark_places", "name_plates", "room_shapes", "survey"]


def draw(convent: Convent, *, theme: Literal["night", "vellum"] = "night", paths: bool = True) -> str:
    """Returns the whole plan as a standalone SVG document; the same convent always gives the same text."""
    return sheet(survey(convent), theme, paths=paths)


def draw_ground(measured: Survey, *, theme: Literal["night", "vellum"] = "night") -> str:
    """Returns the plan as it lies under a game: without dots, marks, names, paths and legend."""
    return sheet(measured, theme, paths=False, laid_over=False)


def ground_box(measured: Survey) -> tuple[float, float, float, float]:
    """Returns what part of the plan ``draw_ground`` shows: left, top, width and height."""
    box = page_of(measured, paths=False, laid_over=False)
    return box.left, box.top, box.right - box.left, box.bottom - box.top


def room_shapes(convent: Convent) -> dict[str, list[tuple[float, float]]]:
    """Returns the polygon of each room on the plan, to the middle of its walls.

    A room around another (the cloister around its well) is one polygon too: a bridge walked both ways leads to the hole,
    so the even-odd rule gives the right answer everywhere.
    """
    return {name: weld(shape) for name, shape in shapes_of(convent).items()}


def name_plates(convent: Convent) -> list[NamePlate]:
    """Returns where the name of each room is written, in the order of the rooms."""
    return survey(convent).plates


def mark_places(convent: Convent) -> list[BoardMark]:
    """Returns where the cells' emblems, keys, wishes, path ends and the guards' start are marked."""
    return survey(convent).marks
