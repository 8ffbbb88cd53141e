"""The sheet: every layer in the order in which it is drawn."""

import math
from dataclasses import dataclass

from nuns.board.convent import Convent, Room
from nuns.board.picture import BoardMark, Theme
from nuns.board.svg import Loop, Shape, disc, element, layer, number, outline, words
from tools.drawing import doors, gardens, grounds, legend
from tools.drawing.floors import patterns
from tools.drawing.furniture import furnish_rooms
from tools.drawing.geometry import Box, bounds, rectangle
from tools.drawing.joinery import FurniturePiece
from tools.drawing.marks import STONE, draw_mark, marks
from tools.drawing.names import plates
from tools.drawing.outline import UNWALLED, Doorway, doorways, shapes_of
from tools.drawing.plates import TrialPlate, write_plate
from tools.drawing.styles import style_sheet
from tools.drawing.ways import draw_edges, ribbons

MARGIN = 25.0
FOOT = 30.0  # from the plan to the first line of the legend


@dataclass(frozen=True, slots=True)
class Survey:
    """The measurements of a convent before it is drawn."""

    convent: Convent
    shapes: dict[str, Shape]
    ways: list[Doorway]
    furniture: dict[str, list[FurniturePiece]]
    marks: list[BoardMark]
    plates: list[TrialPlate]


def survey(convent: Convent) -> Survey:
    """Returns where everything goes."""
    shapes = shapes_of(convent)
    ways = doorways(convent, shapes)
    furniture = furnish_rooms(convent)
    placed_marks = marks(convent, shapes, ways)
    boxes = [piece.box for room in furniture.values() for piece in room if piece.box]
    names = plates(convent, shapes, ways, placed_marks, boxes)
    return Survey(convent, shapes, ways, furniture, placed_marks, names)


def sheet(measured: Survey, theme: Theme, *, paths: bool, laid_over: bool = True) -> str:
    """Returns the whole drawing, or only what lies under a game."""
    convent = measured.convent
    page = page_of(measured, paths=paths, laid_over=laid_over)
    return "\n".join(
        (
            _opening_tag(page, theme),
            f"<title>{words(convent.name)}</title>",
            f"<desc>{words(_described(convent, paths=paths))}</desc>",
            style_sheet(),
            f"<defs>\n{_definitions(measured)}\n</defs>",
            *_layers(measured, page, paths=paths, laid_over=laid_over),
            "</svg>\n",
        )
    )


def page_of(measured: Survey, *, paths: bool, laid_over: bool) -> Box:
    """Returns the plan's box with a margin for the sky, wide enough for every name, and a foot for the legend if there is one."""
    convent = measured.convent
    corners = [corner for plate in measured.plates for corner in plate.corners()]
    reach = bounds((rectangle(0, 0, convent.width, convent.height), tuple(corners)))
    foot = 0 if not laid_over else 93 if paths else 33
    left, top = math.floor(reach.left - MARGIN), math.floor(reach.top - MARGIN)
    return Box(left, top, math.ceil(reach.right + MARGIN), math.ceil(reach.bottom + MARGIN + foot))


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


def _definitions(measured: Survey) -> str:
    """Draws what is drawn once and used often, with a clip for each room, so that its light stops at its walls."""
    stone = disc("under-stone", 1.4, 2.2, STONE) + disc("stone-top", 0, 0, STONE)
    clips = [element("clipPath", element("use", href=f"#{_id(room)}"), id=f"in-{_id(room)}") for room in measured.convent.rooms]
    return "\n".join(
        (
            grounds.lights(),
            patterns(),
            element("path", id="wall-lines", d=outline(_walls_of(measured.shapes))),
            element("g", stone, id="stone"),
            grounds.merlon(),
            doors.symbols(),
            gardens.symbols(),
            *clips,
        )
    )


def _id(room: Room) -> str:
    return "room-" + "".join(c if c.isalnum() else "-" for c in room.name.lower())


def _walls_of(shapes: dict[str, Shape]) -> tuple[Loop, ...]:
    """Returns every loop that is a wall, which the edge of a tree's crown and the hole it leaves in its garden are not."""
    crowns = {loop for name, shape in shapes.items() if name in UNWALLED for loop in shape}
    return tuple(loop for shape in shapes.values() for loop in shape if loop not in crowns)


def _layers(measured: Survey, page: Box, *, paths: bool, laid_over: bool) -> list[str]:
    convent = measured.convent
    return [
        layer("sky", *grounds.sky(page, convent.height + FOOT - 20), grounds.moon(62, 66, 33)),
        layer("grounds", *grounds.hill(), *grounds.around_the_plan()),
        layer("rooms", *(_room(room, measured.shapes[room.name]) for room in convent.rooms)),
        layer("furniture", *(_furniture(room, measured.furniture.get(room.name, [])) for room in convent.rooms)),
        layer("light", element("use", href="#wall-lines", cls="moonlight")),
        layer("walls", *_walls(), *grounds.battlements(), *grounds.windows(), *doors.openings(convent, measured.ways)),
        layer("ways", *draw_edges(convent)),
        layer("paths", *ribbons(convent)) if paths and laid_over else "",
        layer("doors", *grounds.gates(), *doors.fittings(measured.ways)),
        *(_laid_over(measured, page, paths=paths) if laid_over else ()),
    ]


def _laid_over(measured: Survey, page: Box, *, paths: bool) -> list[str]:
    """Draws what stands on the ground, which a game draws itself."""
    convent = measured.convent
    return [
        layer("dots", *(_dot(dot, x, y) for dot, (x, y) in sorted(convent.dots.items()))),
        layer("marks", *(draw_mark(mark) for mark in measured.marks if paths or mark.kind != "end")),
        layer("names", *(write_plate(plate) for plate in measured.plates)),
        layer("legend", *_legend(convent, page, paths=paths)),
    ]


def _room(room: Room, shape: Shape) -> str:
    return element("path", id=_id(room), cls=f"room {room.floor}", data_room=room.name, d=outline(shape))


def _furniture(room: Room, pieces: list[FurniturePiece]) -> str:
    """Draws a room's furniture within its walls, except a tree's crown, which overhangs."""
    clip = None if room.name in UNWALLED else f"url(#in-{_id(room)})"
    return element("g", *(piece.markup for piece in pieces), data_furniture=room.name, clip_path=clip) if pieces else ""


def _walls() -> list[str]:
    """Draws the walls as shadow, edge, stone and joints of the same lines."""
    shadow = element("use", href="#wall-lines", cls="wall-shadow", transform="translate(3 4)")
    return [shadow, *(element("use", href="#wall-lines", cls=part) for part in ("wall-edge", "wall-stone", "wall-joint"))]


def _dot(dot: int, x: float, y: float) -> str:
    """Draws a dot; a long number is squeezed, so that it stays on its stone in any font."""
    length = {"textLength": 20.5, "lengthAdjust": "spacingAndGlyphs"} if dot > 99 else {}
    text = element("text", str(dot), y=4.6, **length)
    return element("g", element("use", href="#stone"), text, cls="dot", data_dot=dot, transform=f"translate({number(x)} {number(y)})")


def _legend(convent: Convent, page: Box, *, paths: bool) -> list[str]:
    foot, wide = convent.height + FOOT, page.right - page.left - 44
    signs = legend.marks_explained(page.left + 22, foot, wide, paths=paths)
    around = [legend.title(convent.name, 150, 28), legend.compass(page.right - 35, 52), signs]
    if paths:
        around.append(legend.paths_explained(convent, page.left + 22, foot + 32, wide + 10))
    return around
