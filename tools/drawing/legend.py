"""The texts around the plan: its title, a compass, the marks explained, and the paths by colour and dash."""

from nuns.board.convent import Convent
from nuns.board.svg import element, place_at, stroke, words
from tools.drawing.doors import sign
from tools.drawing.emblems import emblem
from tools.drawing.marks import banner, key, lantern, wish
from tools.drawing.palette import FAMILIES
from tools.drawing.plates import width
from tools.drawing.ways import dash, family

ROW = 17.0
SIZE = 12.0  # the size of the captions


def title(name: str, x: float, y: float) -> str:
    """Draws the name of the convent over a flourish."""
    flourish = stroke("flourish", "M-62 11Q-30 4 -8 11T0 16T8 11Q30 4 62 11M-70 11h.1M70 11h.1")
    return place_at(element("text", words(name), cls="title", text_anchor="middle") + flourish, x, y)


def compass(x: float, y: float) -> str:
    """Draws a compass; the chapel points to the north of the page."""
    points = stroke("compass", "M0-20L4-4L0 0L-4-4ZM0 20L4 4L0 0L-4 4Z") + stroke("compass-dark", "M-17 0L-4-3L0 0L-4 3ZM17 0L4-3L0 0L4 3Z")
    ring = element("circle", cls="flourish", r=12)
    return place_at(ring + points + element("text", "N", cls="caption", y=-24, text_anchor="middle"), x, y)


def marks_explained(x: float, y: float, wide: float, *, paths: bool) -> str:
    """Draws one row of what stands in doorways and beside dots, with the ends of paths only where there are paths."""
    signs = [
        (sign("door"), "door"),
        (sign("lock"), "locked door"),
        (sign("curtain"), "curtain"),
        (sign("leaves"), "leaves"),
        (element("g", key("1"), cls="key"), "key"),
        (wish(), "wish"),
        (emblem(1, 10), "novice's cell"),
        (lantern(), "guards' start"),
        *([(banner(), "path's end")] if paths else []),
    ]
    lengths = [width(label) * SIZE for _, label in signs]
    space = (wide - sum(lengths)) / len(signs)
    row, at = [], x
    for (drawing, label), length in zip(signs, lengths, strict=True):
        row.append(place_at(drawing, at + 14, y - 4) + _caption(label, at + 32, y))
        at += length + space
    return "".join(row)


def _caption(text: str, x: float, y: float) -> str:
    """Draws text of a planned length, so that no font makes it run into its neighbour."""
    return element("text", words(text), cls="caption", x=x, y=y, textLength=width(text) * SIZE, lengthAdjust="spacingAndGlyphs")


def paths_explained(convent: Convent, x: float, y: float, wide: float) -> str:
    """Draws a column for each colour, with a row for each path that says where it leads."""
    rows = []
    for column, colour in enumerate(FAMILIES):
        kin = [name for name in sorted(convent.paths) if family(name) == colour]
        rows += [_path_row(convent, name, x + column * wide / len(FAMILIES), y + row * ROW) for row, name in enumerate(kin)]
    return "".join(rows)


def _path_row(convent: Convent, name: str, x: float, y: float) -> str:
    dots = convent.paths[name]
    ends = f"{convent.path_ends[dots[0]]} – {convent.path_ends[dots[-1]]}"
    sample = element("path", cls=f"path {family(name)}", stroke_dasharray=dash(convent, name), d=f"M{x:g} {y - 4:g}h28")
    return sample + _caption(ends, x + 35, y)
