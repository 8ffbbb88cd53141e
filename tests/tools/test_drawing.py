"""The drawing of the convent: whole, legible, and true to the board."""

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from nuns.board import picture
from nuns.board.convent import the_convent
from nuns.board.picture import Theme, board_picture, board_plan, ground_picture, weld
from tools.drawing.layers import Survey, survey
from tools.drawing.marks import RADIUS, STONE
from tools.drawing.outline import shapes_of
from tools.drawing.palette import COLOURS
from tools.drawing.written import drawn_files

SVG = "{http://www.w3.org/2000/svg}"
CONVENT = the_convent()

Point = tuple[float, float]


@cache
def measured() -> Survey:
    """Where everything is drawn, which takes seconds to find: once for all tests."""
    return survey(CONVENT)


def tree(theme: Theme = "night", *, paths: bool = True) -> ET.Element:
    return ET.fromstring(board_picture(theme, paths=paths))


def room_shapes() -> dict[str, list[Point]]:
    return {name: weld(shape) for name, shape in board_plan().shapes.items()}


def named(root: ET.Element, attribute: str) -> Counter[str]:
    """How often each value of a data attribute is on the page."""
    return Counter(node.attrib[attribute] for node in root.iter() if attribute in node.attrib)


def inside(polygon: list[Point], point: Point) -> bool:
    """The even-odd rule, written again for the test."""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        crossed += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossed % 2 == 1


def homes() -> dict[int, str]:
    return {dot: room.name for room in CONVENT.rooms for dot in room.dots}


def along(one: Point, two: Point, steps: int) -> Iterator[Point]:
    for step in range(steps + 1):
        yield one[0] + (two[0] - one[0]) * step / steps, one[1] + (two[1] - one[1]) * step / steps


def test_every_dot_way_room_door_and_path_is_drawn_exactly_once() -> None:
    root = tree()
    assert named(root, "data-dot") == Counter(str(dot) for dot in CONVENT.dots)
    assert named(root, "data-edge") == Counter(f"{edge.one}-{edge.two}" for edge in CONVENT.edges)
    assert named(root, "data-room") == named(root, "data-name") == Counter(room.name for room in CONVENT.rooms)
    assert named(root, "data-path") == Counter(list(CONVENT.paths))
    for kind in ("door", "lock", "curtain", "leaves"):
        assert named(root, f"data-{kind}") == Counter(f"{edge.one}-{edge.two}" for edge in CONVENT.edges if edge.kind == kind), kind


def test_every_mark_is_drawn_exactly_once() -> None:
    root = tree()
    wishes = {str(card.wish_dot) for cards in CONVENT.wish_cards.values() for card in cards}
    assert named(root, "data-cell") == Counter(str(cell) for cell in CONVENT.cells)
    assert named(root, "data-key") == Counter(str(key) for key in CONVENT.keys)
    assert named(root, "data-end") == Counter(str(dot) for dot in CONVENT.path_ends)
    assert named(root, "data-wish") == Counter(wishes)
    assert named(root, "data-start") == Counter([str(CONVENT.guard_start)])


def test_each_way_tells_its_kind_and_each_dot_its_number() -> None:
    root = tree()
    kinds = {node.attrib["data-edge"]: node.attrib["data-kind"] for node in root.iter() if "data-edge" in node.attrib}
    assert kinds == {f"{edge.one}-{edge.two}": edge.kind for edge in CONVENT.edges}
    for node in root.iter():
        if "data-dot" in node.attrib:
            assert node.findtext(f"{SVG}text") == node.attrib["data-dot"]


def test_a_room_holds_its_own_dots_and_no_others() -> None:
    shapes = room_shapes()
    assert list(shapes) == [room.name for room in CONVENT.rooms]
    for dot, home in homes().items():
        assert [name for name, polygon in shapes.items() if inside(polygon, CONVENT.dots[dot])] == [home], dot


def test_a_way_within_a_room_stays_within_it() -> None:
    shapes = room_shapes()
    for edge in CONVENT.edges:
        room = homes()[edge.one]
        if room == homes()[edge.two]:
            way = along(CONVENT.dots[edge.one], CONVENT.dots[edge.two], 40)
            assert all(inside(shapes[room], point) for point in way), (edge, room)


def test_a_way_between_rooms_goes_through_one_wall_only() -> None:
    """Rooms that a way joins share that wall: every point of the way is in the one room or in the other."""
    shapes = room_shapes()
    for edge in CONVENT.edges:
        rooms = [homes()[edge.one], homes()[edge.two]]
        if rooms[0] != rooms[1]:
            way = list(along(CONVENT.dots[edge.one], CONVENT.dots[edge.two], 41))
            seen = [
                rooms[0] if inside(shapes[rooms[0]], point) else rooms[1]
                for point in way
                if inside(shapes[rooms[0]], point) or inside(shapes[rooms[1]], point)
            ]
            assert len(seen) == len(way), edge
            assert sum(here != there for here, there in pairwise(seen)) == 1, edge


def test_rooms_do_not_overlap() -> None:
    shapes = room_shapes()
    step = 5
    owned: Counter[str] = Counter()
    for down in range(-40, CONVENT.height + 40, step):
        for across in range(-40, CONVENT.width + 40, step):
            here = [name for name, polygon in shapes.items() if inside(polygon, (across + 0.37, down + 0.43))]
            assert len(here) <= 1, (across, down, here)
            owned.update(here)
    assert set(owned) == set(shapes)


def test_dots_stand_clear_of_walls() -> None:
    shapes = room_shapes()
    for room in CONVENT.rooms:
        for dot in room.dots:
            around = [(CONVENT.dots[dot][0] + STONE * math.cos(turn), CONVENT.dots[dot][1] + STONE * math.sin(turn)) for turn in range(7)]
            assert all(inside(shapes[room.name], point) for point in around), dot


def test_no_name_touches_a_dot_a_mark_or_a_way() -> None:
    marks = measured().marks
    for plate in measured().plates:
        for dot, place in CONVENT.dots.items():
            assert plate.gap(place) > STONE, (plate.room, dot)
        for mark in marks:
            assert plate.gap((mark.x, mark.y)) > RADIUS[mark.kind], (plate.room, mark)
        for edge in CONVENT.edges:
            assert not plate.crosses(CONVENT.dots[edge.one], CONVENT.dots[edge.two], 0), (plate.room, edge)


def test_no_name_touches_another() -> None:
    for one, two in combinations(measured().plates, 2):
        corners = two.corners()
        assert not any(one.crosses(a, b, 0) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)), (one.room, two.room)


def test_names_are_whole_large_enough_and_within_their_walls() -> None:
    """But for three: the rampart is too narrow for its name, and the well and the great tree are taken up by their dots."""
    shapes = room_shapes()
    outside = []
    for plate in measured().plates:
        corners = plate.corners()
        rim = [point for a, b in zip(corners, corners[1:] + corners[:1], strict=True) for point in along(a, b, 12)]
        assert " ".join(plate.lines) == plate.room
        assert plate.size * 900 / 1050 >= 8
        if not all(inside(shapes[plate.room], point) for point in rim):
            outside.append(plate.room)
            assert (
                len({tuple(name for name, polygon in shapes.items() if inside(polygon, point)) for point in rim}) == 1
                or plate.room == "Great tree"
            )
    assert outside == ["Well tower", "Great tree", "Outer wall north"]


@pytest.mark.parametrize("theme", ["night", "vellum"])
def test_a_theme_is_a_class_and_every_colour_it_uses_is_defined(theme: Theme) -> None:
    text = board_picture(theme)
    assert tree(theme).attrib["class"] == f"convent {theme}"
    assert set(re.findall(r"var\(--([a-z-]+)\)", text)) == set(COLOURS)


def test_the_themes_differ_in_nothing_but_the_class() -> None:
    night, vellum = board_picture(), board_picture("vellum")
    assert night != vellum
    assert night.replace('class="convent night"', 'class="convent vellum"') == vellum


def test_every_reference_leads_to_a_definition() -> None:
    root, text = tree(), board_picture()
    ids = Counter(node.attrib["id"] for node in root.iter() if "id" in node.attrib)
    wanted = set(re.findall(r'(?:href="|url\()#([\w-]+)', text))
    assert max(ids.values()) == 1
    assert wanted - set(ids) == set()


def test_paths_can_be_left_out() -> None:
    bare = tree(paths=False)
    assert named(bare, "data-path") == named(bare, "data-end") == Counter()
    assert "banner" in board_picture().partition('<g id="marks">')[2]
    assert "banner" not in board_picture(paths=False).partition('<g id="marks">')[2]
    assert not [node for node in bare.iter() if "path" in node.attrib.get("class", "").split()]
    assert named(bare, "data-edge") == named(tree(), "data-edge")


def test_paths_of_one_colour_differ_in_their_dashes() -> None:
    ribbons = [node for node in tree().iter() if "data-path" in node.attrib]
    looks = Counter((node.attrib["class"], node.attrib.get("stroke-dasharray", "")) for node in ribbons)
    assert set(looks.values()) == {1}


def test_paths_that_share_a_way_lie_side_by_side_on_it() -> None:
    """A ribbon has two points for each of its ways; where they are half way there, no two ribbons may meet."""
    middles: dict[frozenset[int], list[Point]] = {}
    for node in tree().iter():
        if "data-path" in node.attrib:
            points = [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", node.attrib["d"])]
            for place, step in enumerate(pairwise(CONVENT.paths[node.attrib["data-path"]])):
                (ax, ay), (bx, by) = points[2 * place : 2 * place + 2]
                middles.setdefault(frozenset(step), []).append(((ax + bx) / 2, (ay + by) / 2))
    assert max(len(lanes) for lanes in middles.values()) > 1
    for way, lanes in middles.items():
        one, two = (CONVENT.dots[dot] for dot in way)
        assert all(math.dist(lane, ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)) < STONE for lane in lanes), way
        assert all(math.dist(a, b) > 3 for a, b in combinations(lanes, 2)), way


def test_the_files_of_the_board_are_this_drawing() -> None:
    """After a change of the drawing ``python -m tools.drawing`` writes them anew."""
    folder = Path(picture.__file__).parent
    for name, text in drawn_files(measured()).items():
        assert (folder / name).read_bytes() == text.encode(), name


def test_the_plan_is_read_as_it_was_measured() -> None:
    plan = board_plan()
    assert plan.shapes == measured().shapes
    assert [asdict(plate) for plate in plan.plates] == [asdict(plate) for plate in measured().plates]
    assert list(plan.marks) == measured().marks
    assert plan.doors == {(way.edge.one, way.edge.two): (way.x, way.y, way.tilt) for way in measured().ways if way.edge.kind != "open"}


def test_a_convent_that_is_not_on_the_plan_is_refused() -> None:
    one, two, *others = CONVENT.rooms
    with pytest.raises(ValueError, match=r"expected a room of tools/drawing/plan\.py; got Ballroom"):
        shapes_of(replace(CONVENT, rooms=(replace(one, name="Ballroom"), two, *others)))
    misplaced = rf"expected dot {two.dots[0]} in {one.name} alone on tools/drawing/plan\.py; got \['{two.name}'\]"
    with pytest.raises(ValueError, match=misplaced):
        shapes_of(replace(CONVENT, rooms=(replace(one, dots=two.dots), replace(two, dots=one.dots), *others)))


def test_the_drawing_is_told_in_words() -> None:
    root = tree()
    assert root.findtext(f"{SVG}title") == CONVENT.name
    assert f"{len(CONVENT.dots)} numbered dots" in (root.findtext(f"{SVG}desc") or "")


def test_the_drawing_is_light_enough_for_a_phone() -> None:
    text = board_picture()
    assert len(text.encode()) < 250_000
    assert "<filter" not in text
    assert "<image" not in text


def test_no_star_shines_through_the_legend() -> None:
    text = board_picture()
    sky = text.partition('<g id="sky">')[2].partition("</g>")[0]
    places = re.findall(r"[ML]-?[\d.]+ (-?[\d.]+)", sky)
    lines = [float(y) for y in re.findall(r'class="caption" x="[^"]+" y="([^"]+)"', text)]
    assert len(places) > 200
    assert max(map(float, places)) < min(lines) - 10


@pytest.mark.parametrize("theme", ["night", "vellum"])
def test_the_pictures_of_the_documents_are_this_drawing(theme: Theme) -> None:
    path = Path(__file__).parents[2] / "docs" / "pictures" / f"convent-{theme}.svg"
    assert path.read_text(encoding="utf-8") == board_picture(theme)


def test_the_layers_lie_in_order() -> None:
    order = [node.attrib["id"] for node in tree() if node.tag == f"{SVG}g"]
    assert order == ["sky", "grounds", "rooms", "furniture", "light", "walls", "ways", "paths", "doors", "dots", "marks", "names", "legend"]


def test_the_ground_under_a_game_leaves_out_what_the_game_draws() -> None:
    root = ET.fromstring(ground_picture())
    assert [node.attrib["id"] for node in root if node.tag == f"{SVG}g"] == [
        "sky",
        "grounds",
        "rooms",
        "furniture",
        "light",
        "walls",
        "ways",
        "doors",
    ]
    assert tuple(map(float, root.attrib["viewBox"].split())) == board_plan().view_box
