"""The words around the plan: its title, a compass, the marks explained, and the paths by colour and dash."""

from nuns.board.convent import Convent
from nuns.board.drawing.doors import _folds, _keyhole, _leaf_of_wood
from nuns.board.drawing.emblems import emblem
from nuns.board.drawing.marks import banner, key, lantern, wish
from nuns.board.drawing.palette import FAMILIES
from nuns.board.drawing.svg import element, placed, stroke, words
from nuns.board.drawing.ways import dash, family

ROW = 17.0


def title(name: str, x: float, y: float) -> str:
    """The name of the convent over a flourish."""
    flourish = stroke("flourish", "M-62 11Q-30 4 -8 11T0 16T8 11Q30 4 62 11M-70 11h.1M70 11h.1")
    return placed(element("text", words(name), cls="title", text_anchor="middle") + flourish, x, y)


def compass(x: float, y: float) -> str:
    """The chapel points to the north of the page; a compass says so."""
    points = stroke("compass", "M0-22L4-4L0 0L-4-4ZM0 22L4 4L0 0L-4 4Z") + stroke("compass-dark", "M-17 0L-4-3L0 0L-4 3ZM17 0L4-3L0 0L4 3Z")
    ring = element("circle", cls="flourish", r=13)
    return placed(ring + points + element("text", "N", cls="caption", y=-26, text_anchor="middle"), x, y)


def marks_explained(x: float, y: float) -> str:
    """One row: what stands in doorways and beside dots."""
    signs = (
        (_leaf_of_wood(), "door", 66),
        (_leaf_of_wood() + _keyhole(), "locked door", 104),
        (f'<g transform="scale(.8)">{_folds()}</g>', "curtain", 82),
        (key("1"), "key", 62),
        (wish(), "wish", 66),
        (emblem(1, 10), "novice's cell", 112),
        (lantern(), "the guards' start", 132),
        (banner(), "path's end", 96),
    )
    row, at = [], x
    for sign, label, wide in signs:
        row.append(placed(sign, at + 12, y - 4) + element("text", words(label), cls="caption", x=at + 29, y=y))
        at += wide + 14
    return "".join(row)


def paths_explained(convent: Convent, x: float, y: float, wide: float) -> str:
    """A column for each colour, a row for each path: where it leads."""
    rows = []
    for column, colour in enumerate(FAMILIES):
        kin = [name for name in sorted(convent.paths) if family(name) == colour]
        rows += [_path_row(convent, name, x + column * wide / len(FAMILIES), y + row * ROW) for row, name in enumerate(kin)]
    return "".join(rows)


def _path_row(convent: Convent, name: str, x: float, y: float) -> str:
    dots = convent.paths[name]
    ends = f"{convent.path_ends[dots[0]]} – {convent.path_ends[dots[-1]]}"
    sample = element("path", cls=f"path {family(name)}", stroke_dasharray=dash(convent, name), d=f"M{x} {y - 4}h30")
    return sample + element("text", words(ends), cls="caption", x=x + 37, y=y)
