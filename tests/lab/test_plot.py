"""Plots: every point is drawn where its numbers say, and the picture is clean, well formed and the same every time."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from nuns.lab.picture import GUARDS, HOME, NOVICES
from nuns.lab.plot import COLOURS, Bar, Panel, PlotLine, Span, effect_spans, plot, share_bars, short_label

SVG = "{http://www.w3.org/2000/svg}"
ONE = Panel("a", "b", [PlotLine("one", [(1, 10), (2, 20), (4, 40)], [(5, 15), (18, 22), (30, 40)])])


def spots(picture: str, colour: str) -> list[tuple[float, float]]:
    """The middles of the points of a colour, in their order."""
    uses = ElementTree.fromstring(picture).iter(f"{SVG}use")
    return [(float(use.attrib["x"]), float(use.attrib["y"])) for use in uses if f"{colour})" in use.attrib["style"] + ")"]


def words(picture: str) -> list[str | None]:
    return [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def strokes(picture: str, colour: str, width: str) -> list[list[float]]:
    """The ends of the straight lines of a colour and width."""
    paths = ElementTree.fromstring(picture).iter(f"{SVG}path")
    found = [path for path in paths if colour in path.get("style", "") and f"stroke-width: {width}" in path.get("style", "")]
    return [[float(number) for number in re.findall(r"-?[\d.]+", path.attrib["d"])] for path in found]


def test_points_lie_in_the_order_of_their_numbers_and_keep_their_proportion() -> None:
    (x1, y1), (x2, y2), (x4, y4) = spots(plot([ONE], "t"), COLOURS[0])
    assert (x4 - x1) == pytest.approx(3 * (x2 - x1), abs=0.3)
    assert (y1 - y4) == pytest.approx(3 * (y1 - y2), abs=0.3)


def test_intervals_reach_from_their_low_ends_to_their_high_ones() -> None:
    picture = plot([ONE], "t")
    points, lines = spots(picture, COLOURS[0]), strokes(picture, COLOURS[0], "1.2")
    unit = (points[0][1] - points[1][1]) / 10  # in the picture, up is less
    assert len(lines) == 3
    for (x, y), (left, bottom, right, top), up, down in zip(points, lines, (5, 2, 0), (5, 2, 10), strict=True):
        assert left == right == pytest.approx(x, abs=0.1)
        assert (bottom - y, y - top) == pytest.approx((down * unit, up * unit), abs=0.1)


def test_a_logarithmic_panel_gives_each_factor_the_same_width() -> None:
    picture = plot([Panel("a", "b", [PlotLine("", [(1, 1), (10, 2), (100, 3)])], logarithmic=True)], "t")
    xs = [x for x, _ in spots(picture, COLOURS[0])]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.2)
    assert {"1", "10", "100"} <= set(words(picture))


def test_words_are_escaped_and_panels_stand_side_by_side() -> None:
    root = ElementTree.fromstring(picture := plot([Panel("<&> $x$", "x", [PlotLine("", [(1, 1)])])] * 2, "so & so"))
    assert words(picture).count("<&> $x$") == 2
    assert root.attrib["viewBox"] == "0 0 600 220"
    assert [title.text for title in root.iter(f"{SVG}title")] == ["so & so"]


def test_several_lines_are_named_once_below_all_panels() -> None:
    two = Panel("a", "b", [PlotLine("first", [(1, 1), (2, 2)]), PlotLine("second", [(1, 2), (2, 1)])])
    assert [words(plot([two, two], "t")).count(name) for name in ("first", "second")] == [1, 1]
    assert "first" not in words(plot([Panel("a", "b", two.lines, named=False)], "t"))


def test_a_picture_is_the_same_text_every_time_and_reaches_nothing_outside_itself() -> None:
    one, two = plot([ONE], "t"), plot([Panel("other", "b", ONE.lines)], "t")
    assert one == plot([ONE], "t")
    ids = [set(re.findall(r' id="([^"]+)"', picture)) for picture in (one, two)]
    assert ids[0]
    assert not ids[0] & ids[1], "pictures on one page share no ids"
    assert set(re.findall(r'(?:url\(|href=")#([^)"]+)', one)) == ids[0]
    assert re.findall(r"<style|<metadata|<!DOCTYPE|https?://(?!www\.w3\.org)", one) == []
    assert "var(--ink, " in one


def test_the_parts_of_a_bar_are_as_wide_as_their_shares() -> None:
    picture = share_bars([Bar("first", (0.75, 0.05, 0.2)), Bar("second", (0.5, 0.5, 0))], [("x", HOME), ("y", GUARDS), ("z", NOVICES)], "t")
    titles = {title.text: group for group in ElementTree.fromstring(picture).iter() for title in group.findall(f"{SVG}title")}

    def width(name: str) -> float:
        (path,) = titles[name].findall(f"{SVG}path")
        xs = [float(x) for x, _ in re.findall(r"([\d.]+) ([\d.]+)", path.attrib["d"])]
        return max(xs) - min(xs)

    assert width("first, x: 75.0%") == pytest.approx(15 * width("first, y: 5.0%"), abs=0.3)
    assert width("second, x: 50.0%") == pytest.approx(10 * width("first, y: 5.0%"), abs=0.3)
    assert {"75%", "20%", "50%"} <= set(words(picture))
    assert "5%" not in words(picture), "too narrow for its figure"


def test_effects_lie_beside_zero_and_are_hollow_where_they_are_not_clear() -> None:
    spans = [Span("more", 30, 20, 40, "+30.0"), Span("some", 10, -5, 25, "+10.0"), Span("less", -10, -15, -5, "−10.0")]
    picture = effect_spans(spans, "t")
    (more, _), (some, _), (less, _) = spots(picture, GUARDS) + spots(picture, NOVICES)
    middle = (some + less) / 2
    assert more - middle == pytest.approx(3 * (some - middle), abs=0.3)
    hollow = [use for use in ElementTree.fromstring(picture).iter(f"{SVG}use") if "--card" in use.attrib["style"]]
    assert [float(use.attrib["x"]) for use in hollow] == [some]
    assert {"more", "+30.0", "← helps novices"} <= set(words(picture))


def test_a_program_that_draws_nothing_does_not_load_the_library() -> None:
    program = "import sys, nuns.cli.commands, nuns.cli.report, nuns.cli.ladder; print('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.25, "0.25"), (950, "950"), (20_000, "20k"), (3_500_000, "3.5M")])
def test_labels_are_short(value: float, text: str) -> None:
    assert short_label(value) == text
