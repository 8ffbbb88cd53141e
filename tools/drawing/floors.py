"""Floors: a quiet pattern for each kind."""

from collections.abc import Callable

from nuns.board.convent import FLOORS, Floor
from nuns.board.svg import element, number, rect, stroke
from tools.drawing.geometry import scatter


def patterns() -> str:
    """Draws the pattern of every floor; a room names its own by its class."""
    return "\n".join(_pattern(floor, *TILES[floor]) for floor in FLOORS)


def _pattern(floor: Floor, width: int, height: int, draw: Callable[[], str]) -> str:
    ground = element("rect", width=width, height=height, style=f"fill:var(--floor-{floor})")
    return element("pattern", ground, draw(), id=f"floor-{floor}", width=width, height=height, patternUnits="userSpaceOnUse")


def _shaded(left: float, top: float, width: float, height: float, seed: int) -> str:
    """Draws a slab a little lighter or darker than its neighbours, as stone and wood are."""
    light = scatter(seed, 7) - 0.5
    return rect("sheen" if light > 0 else "dim", left, top, width, height, opacity=f"{abs(light) * 0.2:.2f}")


def _flagstones() -> str:
    """Draws four courses of uneven slabs."""
    parts, lines = [], ""
    for course, cuts in enumerate(((0, 26, 58, 84), (0, 14, 44, 70), (0, 32, 52, 80), (0, 20, 46, 76))):
        ends = (*cuts[1:], 96 + cuts[0])
        parts += [_shaded(left, course * 17, right - left, 17, course * 9 + left) for left, right in zip(cuts, ends, strict=True)]
        lines += f"M0 {course * 17}H96" + "".join(f"M{cut} {course * 17}v17" for cut in cuts if cut)
    return "".join(parts) + stroke("joint", lines)


def _boards() -> str:
    """Draws floorboards with staggered ends and a nail at each."""
    parts, lines = [], ""
    for board, end in enumerate((30, 78, 12, 58)):
        top = board * 11
        parts += [_shaded(0, top, end, 11, board), _shaded(end, top, 92 - end, 11, board + 20)]
        lines += f"M0 {top}H92M{end} {top}v11M{end - 3} {top + 5.5}h.5M{end + 3} {top + 5.5}h.5"
    return "".join(parts) + stroke("joint", lines)


def _chapel_tiles() -> str:
    """Draws squares on their points, light and dark, with a small stone where four meet."""
    diamond = '<path class="tile" d="M11 0L22 11L11 22L0 11Z" opacity=".6"/>'
    return diamond + rect("sheen", 9.6, -1.4, 2.8, 2.8, opacity=".2") + stroke("joint", "M11 0L22 11L11 22L0 11Z")


def _cloister_flags() -> str:
    parts = [_shaded(column * 20, row * 20, 20, 20, column * 5 + row + 40) for column in range(4) for row in range(2)]
    return "".join(parts) + stroke("joint", "M0 0H80M0 20H80M0 0V20M20 0V20M40 0V20M60 0V20M10 20V40M30 20V40M50 20V40M70 20V40")


def _grass() -> str:
    """Draws tufts of three blades, thinly sown."""
    tufts = ""
    for tuft in range(9):
        x, y = 6 + 50 * scatter(tuft, 1), 8 + 50 * scatter(tuft, 2)
        tufts += f"M{number(x)} {number(y)}l-2-4M{number(x + 1)} {number(y)}v-5M{number(x + 2)} {number(y)}l2-4"
    return f'<path d="{tufts}" style="stroke:var(--leaf-light);stroke-width:.9;opacity:.45;fill:none"/>'


def _trodden_earth() -> str:
    specks = "".join(f"M{number(46 * scatter(speck, 3))} {number(46 * scatter(speck, 4))}h.1" for speck in range(26))
    return f'<path d="{specks}" style="stroke:var(--joint);stroke-width:1.8;stroke-linecap:round;opacity:.5"/>'


def _cobbles() -> str:
    parts = [_shaded((column * 12 + 6 * (row % 2)) % 48, row * 8, 12, 8, column + row * 11) for column in range(4) for row in range(4)]
    lines = "".join(f"M0 {row * 8}H48" + "".join(f"M{column * 12 + 6 * (row % 2)} {row * 8}v8" for column in range(4)) for row in range(4))
    return "".join(parts) + stroke("joint", lines)


TILES: dict[Floor, tuple[int, int, Callable[[], str]]] = {
    "stone": (96, 68, _flagstones),
    "timber": (92, 44, _boards),
    "chapel": (22, 22, _chapel_tiles),
    "cloister": (80, 40, _cloister_flags),
    "garden": (62, 62, _grass),
    "earth": (46, 46, _trodden_earth),
    "wall-walk": (48, 32, _cobbles),
}
