"""How a night is told: what passes by, what is worth reading, and what stops until somebody goes on; for eyes and for ears."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.kit.browser import Visitor, axe_faults
from tests.kit.page_player import LONG_MS, Seated, seat_table, short_night, tap_dot

SCREENS = {"desktop": (1280, 800), "portrait": (390, 844), "landscape": (844, 390)}
NEAREST = """() => {
    const middle = each => { const {x, y, width, height} = each.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
    const guards = [...document.querySelectorAll('[data-piece=abbess], [data-piece=prioress]')].map(middle);
    const far = dot => {
        const [x, y] = middle(dot.querySelector('.stone'));
        return Math.min(...guards.map(([across, down]) => Math.hypot(across - x, down - y)));
    };
    const dots = [...document.querySelectorAll('.dot.selectable:not([aria-label*="you are here"])')];
    return Number(dots.sort((one, two) => far(one) - far(two))[0].dataset.dot);
}"""
STANDS = "() => { scrollTo(0, 1000); const {scrollY} = window; scrollTo(0, 0); return scrollY === 0; }"  # once the new size is laid out
MUTATIONS = """() => {
    window.told = [];
    new MutationObserver(changes => {
        for (const {addedNodes, removedNodes} of changes) {
            for (const each of addedNodes) window.told.push({at: performance.now(), added: each.textContent});
            for (const each of removedNodes) window.told.push({at: performance.now(), removed: each.textContent});
        }
    }).observe(document.querySelector('.table > [role=log]'), {childList: true});
}"""
TOLD = {"You are seen": "is seen", "You are heard": "noise token", "You are caught": "is caught", "Caught!": "is caught"}
SLACK_MS = 400  # between a timer of the page and what an observer sees of it on a busy machine


def doomed(visitor: Visitor, turns: int = 15) -> Seated:
    """A novice who is asked for her first plan at a table with two bots as rivals, so that one capture does not end the night."""
    seated = Seated(visitor, seat_table(visitor, short_night(turns=turns, novices=3), {"a": visitor}))
    assert seated.play_on(is_plan)["question"] == "plan"
    return seated


def is_plan(asked: dict[str, str]) -> bool:
    return asked["question"] == "plan"


def show_herself(seated: Seated) -> Locator:
    """She walks towards the guards, turn after turn, until something happens to her or to a rival that stops the night."""
    stamp = seated.page.get_by_role("alertdialog")
    while not stamp.is_visible():
        asked = seated.wait()
        if asked["question"] == "stamp":
            break
        if asked["question"] == "plan":
            seated.choices()  # the board is at rest
            tap_dot(seated.page, seated.page.evaluate(NEAREST))
            seated.commit()
            seated.has_moved_on(asked)
            seated.answered = asked["decision"]
        else:
            seated.answer(asked)
    return stamp


def write_plans(seated: Seated, count: int) -> None:
    """She plays on until she has written so many plans and is asked for the next, or the night is over before."""
    asked_for = set[str]()

    def is_next(asked: dict[str, str]) -> bool:
        if asked["question"] == "plan":
            asked_for.add(asked["decision"])
        return len(asked_for) > count

    assert seated.play_on(is_next)["question"] in ("plan", "end")


@pytest.mark.parametrize("screen", ["desktop", pytest.param("portrait", marks=pytest.mark.smoke), "landscape"])
def test_what_decides_the_night_waits_until_she_goes_on(visit: Visit, screen: str) -> None:
    """The board is dimmed, the keyboard is on the way on, the header does not run ahead, and axe finds nothing serious."""
    anna = visit()
    width, height = SCREENS[screen]
    seated = doomed(anna)
    page, stamp = anna.page, show_herself(seated)
    page.set_viewport_size({"width": width, "height": height})
    title = stamp.get_by_role("heading").inner_text()
    expect(stamp).to_have_accessible_name(title)
    expect(stamp.get_by_role("button", name="Continue")).to_be_focused()
    expect(stamp.get_by_role("button", name="Continue")).to_be_in_viewport()
    expect(page.locator("header.night .phase")).to_have_text("What happened")
    assert axe_faults(page) == []
    if title in TOLD:  # bots may decide the night in other ways first
        expect(page.locator(".table > [role=log]")).to_contain_text(TOLD[title])
    told = stamp.locator("[id$=-text]").inner_text()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alertdialog").filter(has_text=told)).to_have_count(0)


def test_a_movement_is_walked_in_one_sentence_and_can_be_skipped(visit: Visit) -> None:
    """Past one sentence by a button, past all of them by Escape; the log says no more than the board."""
    anna = visit(moving=True)
    page, seated = anna.page, doomed(anna)
    seated.draw_plan()
    strip = page.locator(".recap")
    expect(strip).to_be_visible(timeout=LONG_MS)
    expect(page.locator("header.night .phase")).to_have_text("What happened")
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("Escape")
    seated.play_on(is_plan)
    page.get_by_role("tab", name="Log").click()
    write_plans(seated, 2)
    expect(page.locator(".log .entry").filter(has_text=re.compile(r"The Abbess (walks|runs) \d+–")).first).to_be_visible()


def test_the_spoken_log_lets_a_screen_reader_finish(visit: Visit) -> None:
    """Batches of whole sentences, none before the last could be read, and nothing is taken away that has just been said."""
    anna = visit()
    page, seated = anna.page, doomed(anna)
    page.evaluate(MUTATIONS)
    write_plans(seated, 3)
    page.wait_for_function("() => window.told.length > 1", timeout=LONG_MS)
    told = [each for each in page.evaluate("window.told") if "added" in each]
    assert all(each["added"].rstrip().endswith((".", "!")) for each in told)
    for before, after in pairwise(told):
        reading = min(12_000, 60 * len(before["added"]))
        assert after["at"] - before["at"] >= max(400, reading) - SLACK_MS
    assert not any("removed" in each for each in page.evaluate("window.told")[:5])


def test_the_table_never_scrolls_into_nothing(visit: Visit) -> None:
    """In a short window in the middle of a night, and at its end, where the side panel is long."""
    anna = visit()
    page = anna.page
    seated = doomed(anna, turns=1)
    page.set_viewport_size({"width": 1280, "height": 560})
    for tab in ("Sheet", "Log", "Players", "Chat"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_function(STANDS)
    assert seated.play_on()["question"] == "end"
    page.get_by_test_id("verdict").wait_for(timeout=LONG_MS)
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(STANDS)
        wheel_over(page, ".side")
        expect(page.locator("header.night")).to_be_in_viewport()


def wheel_over(page: Page, selector: str) -> None:
    box = page.locator(selector).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(5):
        page.mouse.wheel(0, 800)
    page.evaluate("() => new Promise(requestAnimationFrame)")


def test_the_log_has_a_line_a_movement_and_follows_the_newest(visit: Visit) -> None:
    anna = visit()
    page, seated = anna.page, doomed(anna)
    page.get_by_role("tab", name="Log").click()
    write_plans(seated, 4)
    expect(page.locator(".log .entry").last).to_be_in_viewport()
    guards = page.locator(".log .entry").filter(has_text="The Abbess").filter(has_text="–")
    assert 1 <= guards.count() <= 12
    covered = page.locator(".log").evaluate(
        """log => {
            const panel = log.closest('[role=tabpanel]');
            panel.scrollTop = panel.scrollHeight / 2;
            const top = panel.getBoundingClientRect().top;
            const there = document.elementFromPoint(panel.getBoundingClientRect().left + 40, top + 3);
            return there.closest('.entry') === null;
        }"""
    )
    assert covered, "no line shows above the heading of its turn"


def test_leaving_a_table_opens_no_other(visit: Visit) -> None:
    anna = visit()
    doomed(anna)
    sockets: list[str] = []
    anna.page.on("websocket", lambda opened: sockets.append(opened.url))
    anna.page.locator("header.night a.home").click()
    anna.page.get_by_role("heading", level=1).first.wait_for()
    anna.page.go_back()
    anna.page.locator("section.board").wait_for(timeout=LONG_MS)
    assert sockets
    assert not [url for url in sockets if "undefined" in url]
