"""Pictures of a game for researchers: the plan with every piece on it, as SVG, as pixels, or in words."""

import re
from functools import cache
from typing import Any

from nuns.board.convent import the_convent
from nuns.board.picture import Theme, board_picture
from nuns.board.svg import disc, element, words
from nuns.referee.game_setup import GAIT_NAMES, STATUS_NAMES
from nuns.referee.seats import FIGURE_NAMES
from nuns.rules.words import ABBESS, GUARDS, NOVICES, NOWHERE, Stage, Status

RENDER_MODES = ["svg", "rgb_array", "ansi", "human"]
THEME: Theme = "vellum"
WIDTH = 640  # pixels of a picture
RADIUS = 11.0  # of a piece, in units of the plan
APART = 9.0  # between pieces on one dot
STYLE = """
.piece { stroke: #fff; stroke-width: 2 } .guard { fill: #a3262a } .novice { fill: #2a5ca3 } .novice.caught { fill: #777 }
.letter { font: bold 13px system-ui, sans-serif; fill: #fff; text-anchor: middle }
"""


@cache
def ground() -> str:
    """Returns the plan without its last tag, so that pieces can be put on it."""
    return board_picture(THEME, paths=False).rstrip().removesuffix("</svg>")


def pieces_of(game: Any) -> list[tuple[str, str, int]]:
    """Returns every piece on the board with its class and letter, from the record of a game, nothing hidden."""
    novices = [(number, game["novices"][number]) for number in range(NOVICES)]
    there = [(number, each) for number, each in novices if each["status"] in (Status.ON_THE_RUN, Status.CAUGHT)]
    pieces = [("novice" + " caught" * bool(each["status"] == Status.CAUGHT), str(number + 1), int(each["dot"])) for number, each in there]
    pieces += [("guard", FIGURE_NAMES[ABBESS + number][0].upper(), int(game["guards"][number]["dot"])) for number in range(GUARDS)]
    return [piece for piece in pieces if piece[2] != NOWHERE]


def as_svg(game: Any) -> str:
    """Returns the plan with every piece of a game's record on it, as a standalone SVG document."""
    drawn, dots, count = [], the_convent().dots, dict[int, int]()
    for kind, letter, dot in pieces_of(game):
        x, y = dots[dot][0] + APART * count.get(dot, 0), dots[dot][1] - APART * count.get(dot, 0)
        count[dot] = count.get(dot, 0) + 1
        drawn.append(disc(f"piece {kind}", x, y, RADIUS) + element("text", words(letter), cls="letter", x=float(x), y=float(y + 5)))
    return f"{ground()}{element('style', STYLE)}{''.join(drawn)}</svg>\n"


def with_plain_colours(svg: str) -> str:
    """Returns a drawing with its colours written out, for programs that do not know the variables of style sheets."""
    colours = dict(re.findall(r"--([a-z-]+):(#[0-9a-f]+)", svg.partition(f".convent.{THEME}{{")[2].partition("}")[0]))
    return re.sub(r"var\(--([a-z-]+)\)", lambda name: colours[name[1]], svg).replace("@namespace url(http://www.w3.org/2000/svg);", "")


def as_pixels(game: Any) -> Any:
    """Returns the same picture as an array of height, width and three colours; needs the extra ``env``."""
    from io import BytesIO

    import numpy as np
    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=with_plain_colours(as_svg(game)), width=WIDTH))
    return np.array(Image.open(BytesIO(png)).convert("RGB"))


def as_text(game: Any) -> str:
    """Returns the game in a few lines."""
    lines = [f"turn {game['turn']}, {game['captures']} of {game['goal']} captures" + ", over" * bool(game["stage"] == Stage.OVER)]
    for number in range(GUARDS):
        if guard := int(game["guards"][number]["dot"]):
            lines.append(f"{FIGURE_NAMES[ABBESS + number]} on {guard}")
    for number in range(NOVICES):
        novice = game["novices"][number]
        if novice["status"] != Status.ABSENT:
            has = "wish" if novice["has_wish"] else "key" if novice["has_key"] else "nothing"
            shown = GAIT_NAMES[novice["gait"]] or "no card shown"
            lines.append(f"novice-{number + 1} on {novice['dot']}, {STATUS_NAMES[novice['status']]}, {shown}, has {has}")
    return "\n".join(lines) + "\n"


def known_mode(mode: str | None) -> str | None:
    """Returns a render mode, or raises ValueError for one that does not exist."""
    if mode is not None and (not isinstance(mode, str) or mode not in RENDER_MODES):
        raise ValueError(f"expected a render mode among {', '.join(RENDER_MODES)}, or None; got {mode!r}")
    return mode


def rendered(game: Any, mode: str | None) -> Any:
    """Returns a picture of a game's record in a render mode of ``RENDER_MODES``; ``human`` prints the words and returns None."""
    match mode:
        case "svg":
            return as_svg(game)
        case "rgb_array":
            return as_pixels(game)
        case "ansi":
            return as_text(game)
        case "human":
            print(as_text(game))
            return None
        case _:
            return None
