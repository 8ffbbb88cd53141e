"""The board under real fingers, keys and wheels; and how much of it has to be fetched."""

import gzip
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Visit
from tests.kit.browser import THEMES
from tests.kit.page_player import REACHABLE, STILL, seat_table, short_night, tap_dot

ASSETS = Path(__file__).parents[2] / "src/nuns/server/static/assets"
LARGEST = 150_000  # bytes of scripts and styles, gzipped, that the first page and a table need together
ELSEWHERE = ".dot.selectable:not([aria-label*='you are here'])"  # a way to where she stands has no line
SCALE = "Number(document.querySelector('.drawn').style.transform.match(/scale\\(([\\d.]+)/)[1])"


def at_table(visit: Visit, **how: Any) -> Page:
    """A novice who writes her first plan."""
    anna = visit(**how)
    anna.page.goto(f"/t/{seat_table(anna, short_night(turns=1), {'a': anna})}")
    return writing(anna.page)


def writing(page: Page) -> Page:
    """Once there are dots to choose from, and the board has come to rest."""
    page.locator(".dot.selectable").first.wait_for()
    page.evaluate(STILL)
    return page


def scale(page: Page) -> float:
    return float(page.evaluate(SCALE))


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]})


def test_the_first_page_and_a_table_fetch_little(visit: Visit) -> None:
    """What the replay, the rules and the finale need is fetched by those who come to them."""
    anna = visit()
    fetched: set[str] = set()
    anna.page.on("response", lambda answer: fetched.add(answer.url.rpartition("/")[2]))
    anna.page.goto("/")
    anna.page.get_by_role("heading", name="Play now").wait_for()
    anna.page.goto(f"/t/{seat_table(anna, short_night(turns=1), {'a': anna})}")
    writing(anna.page)
    files = [ASSETS / name for name in fetched if name.endswith((".js", ".css"))]
    assert {file.name.partition("-")[0] for file in files} >= {"common", "lobby", "night"}
    assert not any(file.name.startswith(("replay", "rules")) for file in files)
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < LARGEST


def test_keys_go_from_dot_to_dot_and_enter_picks(visit: Visit) -> None:
    """Arrows to the next one, digits to the one of that number."""
    page = at_table(visit)
    page.locator("[data-dot][tabindex='0']").focus()
    page.keyboard.type("155")
    expect(page.locator("[data-dot='155']")).to_be_focused()
    page.locator("[data-dot='18']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-dot='19']")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-dot='17']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".routes path").first).to_be_attached()


def test_every_number_is_legible_on_a_laptop_without_coming_closer(visit: Visit) -> None:
    page = at_table(visit)
    page.set_viewport_size({"width": 1366, "height": 768})
    for theme in THEMES:
        page.emulate_media(color_scheme="dark" if theme == "night" else "light")
        page.reload()
        expect_legible_numbers(writing(page))


def expect_legible_numbers(page: Page) -> None:
    heights = page.eval_on_selector_all(
        ".dot text", "all => all.map(each => parseFloat(getComputedStyle(each).fontSize) * each.getCTM().a * " + SCALE + ")"
    )
    assert len(heights) == 155
    assert min(heights) > 10.5
    pane = page.locator("section.board").bounding_box()
    assert pane is not None
    stones = page.eval_on_selector_all(".dot .stone", "all => all.map(each => each.getBoundingClientRect().toJSON())")
    assert min(stone["left"] - pane["x"] for stone in stones) >= 0
    assert min(stone["top"] - pane["y"] for stone in stones) >= 0
    assert max(stone["right"] for stone in stones) <= pane["x"] + pane["width"]
    assert max(stone["bottom"] for stone in stones) <= pane["y"] + pane["height"]


def test_wheel_and_buttons_come_closer_and_go_back(visit: Visit) -> None:
    page = at_table(visit)
    whole = scale(page)
    page.locator("section.board").hover()
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"{SCALE} > {whole} * 1.2")
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function(f"Math.abs({SCALE} - {whole}) < 0.001")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(f"{SCALE} > {whole} * 1.2")


def test_two_fingers_come_closer_and_one_finger_picks(visit: Visit) -> None:
    page = at_table(visit, size="phone")
    page.get_by_role("button", name="Show all").tap()
    whole = scale(page)
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", (150, 200))
    touch(session, "touchStart", (150, 200), (200, 200))
    for step in range(1, 8):
        touch(session, "touchMove", (150 - 6 * step, 200), (200 + 6 * step, 200))
    touch(session, "touchEnd")
    page.wait_for_function(f"{SCALE} > {whole} * 1.5")
    page.reload()
    writing(page)
    tap_dot(page, page.eval_on_selector_all(ELSEWHERE, REACHABLE)[0], touch=True)
    expect(page.locator(".routes path").first).to_be_attached()
