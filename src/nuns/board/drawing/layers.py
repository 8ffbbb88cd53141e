"""The sheet: every layer in the order in which it is laid on the one below."""

from nuns.board.convent import Convent
from nuns.board.drawing import grounds, legend
from nuns.board.drawing.doors import fittings, openings
from nuns.board.drawing.floors import patterns
from nuns.board.drawing.furniture import furnished
from nuns.board.drawing.geometry import Box, Shape, sides
from nuns.board.drawing.marks import STONE, Mark, drawn, marks
from nuns.board.drawing.names import Plate, plates, written
from nuns.board.drawing.outline import UNWALLED, doorways, is_planned, shapes_of
from nuns.board.drawing.palette import Theme, style_sheet
from nuns.board.drawing.svg import disc, element, layer, outline, placed, words
from nuns.board.drawing.ways import ribbons, worn

MARGIN = 25.0


def plates_of(convent: Convent) -> list[Plate]:
    """Where the names are written."""
    shapes = shapes_of(convent)
    ways = doorways(convent, shapes)
    pieces = furnished(convent) if is_planned(convent) else {}
    boxes = [piece.box for room in pieces.values() for piece in room if piece.box]
    return plates(convent, shapes, ways, marks(convent, shapes, ways), boxes)


def marks_of(convent: Convent) -> list[Mark]:
    """The marks beside dots, and where they are."""
    shapes = shapes_of(convent)
    return marks(convent, shapes, doorways(convent, shapes))


def sheet(convent: Convent, theme: Theme, *, paths: bool) -> str:
    """The whole drawing."""
    shapes = shapes_of(convent)
    walls = outline(tuple(loop for name, shape in shapes.items() if name not in UNWALLED for loop in shape))
    page = _page(convent, paths=paths)
    return "\n".join(
        (
            _opening_tag(page, theme),
            f"<title>{words(convent.name)}</title>",
            f"<desc>{words(_described(convent, paths=paths))}</desc>",
            style_sheet(),
            f"<defs>\n{grounds.lights()}\n{patterns()}\n" + element("path", id="wall-lines", d=walls) + "\n</defs>",
            *_layers(convent, shapes, walls, page, paths=paths),
            "</svg>\n",
        )
    )


def _layers(convent: Convent, shapes: dict[str, Shape], walls: str, page: Box, *, paths: bool) -> list[str]:
    ways = doorways(convent, shapes)
    ours = is_planned(convent)
    pieces = furnished(convent) if ours else {}
    return [
        layer("sky", *grounds.sky(page), grounds.moon(62, 66, 33)),
        layer("grounds", *grounds.hill(walls), *(grounds.around_the_plan() if ours else ())),
        layer("rooms", *(_room(name, floor, shapes[name]) for name, floor in ((room.name, room.floor) for room in convent.rooms))),
        layer("furniture", *(element("g", *(piece.markup for piece in room), data_furniture=name) for name, room in pieces.items())),
        layer("light", element("path", cls="moonlight", d=walls)),
        layer("walls", *_walls(), *(grounds.battlements() if ours else ()), *openings(convent, ways)),
        layer("ways", *worn(convent)),
        layer("paths", *ribbons(convent)) if paths else "",
        layer("doors", *fittings(ways)),
        layer("dots", *(_dot(dot, x, y) for dot, (x, y) in sorted(convent.dots.items()))),
        layer("marks", *(drawn(mark) for mark in marks(convent, shapes, ways))),
        layer("names", *(written(plate) for plate in plates_of(convent))),
        layer("legend", *_legend(convent, page, paths=paths)),
    ]


def _page(convent: Convent, *, paths: bool) -> Box:
    """The plan, with a margin for the sky and a foot for the legend."""
    return Box(-MARGIN, -MARGIN, convent.width + MARGIN, convent.height + (118 if paths else 58))


def _opening_tag(page: Box, theme: Theme) -> str:
    wide, high = page.right - page.left, page.bottom - page.top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="convent {theme}" role="img" '
        f'viewBox="{page.left:g} {page.top:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}">'
    )


def _described(convent: Convent, *, paths: bool) -> str:
    routes = f", and the {len(convent.paths)} paths of the guards" if paths else ""
    return (
        f"A plan of the convent by moonlight: {len(convent.rooms)} rooms, {len(convent.dots)} numbered dots joined by "
        f"{len(convent.edges)} ways, with doors, locks and curtains, {len(convent.cells)} cells and {len(convent.keys)} keys{routes}."
    )


def _room(name: str, floor: str, shape: Shape) -> str:
    return element("path", cls=f"room {floor}", data_room=name, d=outline(shape))


def _walls() -> list[str]:
    """One set of lines, drawn as shadow, edge, stone and joints."""
    shadow = element("use", href="#wall-lines", cls="wall-shadow", transform="translate(3 4)")
    return [shadow, *(element("use", href="#wall-lines", cls=part) for part in ("wall-edge", "wall-stone", "wall-joint"))]


def _dot(dot: int, x: float, y: float) -> str:
    stone = disc("under-stone", 1.4, 2.2, STONE) + disc("stone-top", 0, 0, STONE)
    return element("g", placed(stone + element("text", str(dot), y=4.6), x, y), cls="dot", data_dot=dot)


def _legend(convent: Convent, page: Box, *, paths: bool) -> list[str]:
    foot = convent.height + 22.0
    words_around = [legend.title(convent.name, 150, 28), legend.marks_explained(page.left + 40, foot)]
    if paths:
        words_around.append(legend.paths_explained(convent, page.left + 22, foot + 34, page.right - page.left - 24))
    return words_around


__all__ = ["marks_of", "plates_of", "sheet", "sides"]
