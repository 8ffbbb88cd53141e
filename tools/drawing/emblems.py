"""The six novices' emblems: rose, bell, moon, bird, star and leaf, in the order of the cells."""

import math

from nuns.board.svg import disc, element, number, stroke
from tools.drawing.palette import NOVICES

EMBLEMS = ("rose", "bell", "moon", "bird", "star", "leaf")


def emblem(cell: int, radius: float = 11.0) -> str:
    """Draws the medal of a cell's novice around the point (0, 0); a seventh cell begins again at the rose."""
    place = (cell - 1) % len(EMBLEMS)
    medal = element("circle", cls="medal", r=radius, stroke=NOVICES[place])
    glyph = element("g", _glyph(EMBLEMS[place]), fill=NOVICES[place], stroke=NOVICES[place], transform=f"scale({number(radius / 10)})")
    return medal + glyph


def _glyph(name: str) -> str:
    match name:
        case "rose":
            petals = ((3.5 * math.sin(turn), -3.5 * math.cos(turn)) for turn in (2 * math.pi * petal / 5 for petal in range(5)))
            return "".join(disc("emblem", x, y, 2.9) for x, y in petals) + disc("cut", 0, 0, 2.3) + disc("emblem", 0, 0, 1.3)
        case "bell":
            return stroke("emblem", "M-6 4.2C-4 2.4-4.6-5.6 0-5.9S4 2.4 6 4.2Z") + disc("emblem", 0, 5.6, 1.5)
        case "moon":
            return stroke("emblem", "M2.6-6.3A6.5 6.5 0 1 0 6.1 3A5.4 5.4 0 1 1 2.6-6.3Z")
        case "bird":
            body = "M-7.2 1.6L-2.6-.4Q-1.6-4.6 2.6-4.6Q5-4.6 5.5-2.9L7.6-2L5.5-1.4Q5 3.6-.4 3.8Q-3.6 3.8-4.4 2.2Z"
            return stroke("emblem", body) + stroke("emblem-line", "M-.2 3.6V6.2M2 3.2V6.2") + disc("cut", 3.4, -2.8, 0.8)
        case "star":
            points = ((-6.8 if tip % 2 == 0 else -2.9, math.pi * tip / 5) for tip in range(10))
            corners = "L".join(f"{number(-size * math.sin(turn))} {number(size * math.cos(turn))}" for size, turn in points)
            return stroke("emblem", f"M{corners}Z")
        case _:
            vein = '<path d="M0 6.6V-4M0 2.2L2.6-.4M0 2.2L-2.6-.4M0-1L2-3M0-1L-2-3" fill="none" stroke="#171b2b" stroke-width="1"/>'
            return stroke("emblem", "M0-7C6-3.4 5.6 2.6 0 5.4C-5.6 2.6-6-3.4 0-7Z") + vein + stroke("emblem-line", "M0 5.4V7.4")
