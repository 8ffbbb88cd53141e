"""Phones, upright and on their side: the board beside the decision, arrows at the edge, and a way back to oneself."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import Visit
from tests.kit.page_player import REACHABLE, STILL, Seated, seat_table, short_night

LANDSCAPE = ((844, 390), (640, 360))
PORTRAIT = ((390, 844), (360, 640))


def on_a_phone(visit: Visit, width: int, height: int) -> Seated:
    """A novice who writes her plan on a phone of that size."""
    anna = visit(size="phone")
    anna.page.set_viewport_size({"width": width, "height": height})
    seated = Seated(anna, seat_table(anna, short_night(turns=3, novices=2), {"a": anna}), seed=3)
    seated.play_on(lambda asked: asked["question"] == "plan")
    anna.page.evaluate(STILL)
    return seated


def box(page: Page, of: str) -> FloatRect:
    found = page.locator(of).first.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize(("width", "height"), LANDSCAPE)
def test_on_its_side_the_decision_stands_beside_the_board(visit: Visit, width: int, height: int) -> None:
    seated = on_a_phone(visit, width, height)
    page = seated.page
    board, side, commit = box(page, "main.board"), box(page, "aside.side"), box(page, ".decision .commit")
    assert board["height"] > height * 0.95
    assert board["width"] > width * 0.5
    assert side["x"] >= board["x"] + board["width"] - 1
    assert commit["y"] + commit["height"] <= height, "what is to be pressed is in sight"
    you = box(page, "[data-piece^='ghost'], [data-piece^='novice']")
    assert 0 <= you["x"] < board["width"], "her own piece is on the board that is seen"
    seated.draw_plan()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(("width", "height"), PORTRAIT)
def test_no_dot_that_can_be_chosen_lies_under_a_button(visit: Visit, width: int, height: int) -> None:
    page = on_a_phone(visit, width, height).page
    shown = page.locator(".dot.selectable").evaluate_all("all => all.map(each => Number(each.dataset.dot))")
    assert sorted(page.locator(".dot.selectable").evaluate_all(REACHABLE)) == sorted(shown)


def test_arrows_point_at_what_is_out_of_sight_and_lead_there(visit: Visit) -> None:
    page = on_a_phone(visit, 390, 844).page
    page.get_by_role("button", name="Find me").tap()
    page.evaluate(STILL)
    arrow = page.locator("[data-edge]").first
    expect(arrow).to_be_visible()
    name = arrow.get_attribute("data-edge")
    arrow.tap()
    expect(page.locator(f"[data-edge='{name}']")).to_have_count(0)
    page.get_by_role("button", name="Find me").tap()
    page.evaluate(STILL)
    expect(page.locator("[data-edge='you']")).to_have_count(0)
    you, board = box(page, "[data-piece^='ghost'], [data-piece^='novice']"), box(page, "main.board")
    assert board["x"] <= you["x"] <= board["x"] + board["width"]
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_header_fits_with_a_clock(visit: Visit, language: str) -> None:
    anna = visit(size="phone", language=language)
    settings = short_night(turns=3, novices=3, clock={"bank": 300, "increment": 10, "joint": 120})
    Seated(anna, seat_table(anna, settings, {"a": anna}), seed=3).play_on(lambda asked: asked["question"] == "plan")
    header = box(anna.page, "header.night")
    assert header["height"] <= 56
    assert anna.page.evaluate(
        "(() => { const each = document.querySelector('header.night'); return each.scrollWidth <= each.clientWidth; })()"
    )
