"""Plots: every point is drawn where its numbers say, and the picture is well formed."""

from xml.etree import ElementTree

import pytest

from nuns.lab.plot import Panel, PlotLine, plot, short_label

SVG = "{http://www.w3.org/2000/svg}"


def test_points_lie_in_the_order_of_their_numbers_and_keep_their_proportion() -> None:
    picture = plot([Panel("a", "b", [PlotLine("one", [(1, 10), (2, 20), (4, 40)], [(5, 15), (18, 22), (30, 40)])])])
    points = [(float(p.attrib["cx"]), float(p.attrib["cy"])) for p in ElementTree.fromstring(picture).iter(f"{SVG}circle")]
    (x1, y1), (x2, y2), (x4, y4) = points
    assert (x4 - x1) == pytest.approx(3 * (x2 - x1), abs=0.3)
    assert (y1 - y4) == pytest.approx(3 * (y1 - y2), abs=0.3)
    assert picture.count('class="whisker"') == 3


def test_a_logarithmic_panel_gives_each_factor_the_same_width() -> None:
    picture = plot([Panel("a", "b", [PlotLine("", [(1, 1), (10, 2), (100, 3)])], logarithmic=True)])
    xs = [float(p.attrib["cx"]) for p in ElementTree.fromstring(picture).iter(f"{SVG}circle")]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.2)


def test_words_are_escaped_and_panels_stand_side_by_side() -> None:
    root = ElementTree.fromstring(plot([Panel("<&>", "x", [PlotLine("", [(1, 1)])])] * 2))
    assert [t.text for t in root.iter(f"{SVG}text")].count("<&>") == 2
    assert root.attrib["viewBox"] == "0 0 600 220"


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.25, "0.25"), (950, "950"), (20_000, "20k"), (3_500_000, "3.5M")])
def test_labels_are_short(value: float, text: str) -> None:
    assert short_label(value) == text
