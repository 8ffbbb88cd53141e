"""Dialogs: only the body of one scrolls, however far somebody scrolls in it, beside it or past its end."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.kit.browser import ROOT, SIZES, Size, Visitor
from tests.kit.page_player import Seated, seat_table, short_night

FAR = 300  # pixels
END = 99_999
SCROLLED = """dialog => {
    const [body, page] = [dialog.querySelector('.body'), document.scrollingElement];
    const rest = body.scrollHeight - body.clientHeight - body.scrollTop;
    return {dialog: dialog.scrollTop, page: [page.scrollLeft, page.scrollTop], rest};
}"""


def new_table(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.page.locator("#new-table ~ button").click()


def in_the_lobby(button: str) -> Callable[[Visitor], None]:
    def opened(visitor: Visitor) -> None:
        code = visitor.ask("POST", "/api/tables", {"settings": short_night(novices=3)})["table"]["code"]
        visitor.page.goto(f"/t/{code}")
        visitor.page.get_by_role("button", name=button).click()

    return opened


def at_the_table(visitor: Visitor) -> None:
    Seated(visitor, seat_table(visitor, short_night(), {"a": visitor})).wait()
    visitor.page.get_by_role("button", name="Menu").click()


def keys(visitor: Visitor) -> None:
    at_the_table(visitor)
    visitor.page.get_by_role("dialog").get_by_role("button", name="Keyboard").click()


# By the file that has it; each leads to a page and opens its dialog there.
DIALOGS: dict[str, Callable[[Visitor], None]] = {
    "lobby/NewTable.svelte": new_table,
    "lobby/Summary.svelte": in_the_lobby("Change settings"),
    "lobby/StartPanel.svelte": in_the_lobby("Abandon this table"),
    "table/Menu.svelte": at_the_table,
    "table/ShortcutSheet.svelte": keys,
}


def test_every_dialog_is_tried() -> None:
    folder = ROOT / "web/src"
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.svelte") if "<Dialog" in path.read_text()} == set(DIALOGS)


def scroll(page: Page, size: Size, x: float, y: float, far: int) -> None:
    """By the wheel, or with a finger."""
    if size == "desktop":
        page.mouse.move(x, y)
        page.mouse.wheel(0, far)
    else:
        finger = page.context.new_cdp_session(page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in range(1, 9):
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - far * part / 8}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", SIZES)
def test_only_the_body_of_a_dialog_scrolls(visit: Visit, size: Size) -> None:
    visitor = visit(size=size)
    page = visitor.page
    for name, opened in DIALOGS.items():
        opened(visitor)
        dialog = page.locator("dialog[open]")
        heading, body = dialog.get_by_role("heading", level=2), dialog.locator(".body")
        expect(heading).to_be_visible()
        expect(body.locator(".skeleton")).to_have_count(0)
        before: dict[str, Any] = dialog.evaluate(SCROLLED)
        places = {"body": middle(body), "heading": middle(heading), "page behind": (5.0, 5.0)}
        scroll(page, size, *places["body"], FAR)
        assert before["rest"] == 0 or dialog.evaluate(SCROLLED)["rest"] < before["rest"], f"{name}: expected its body to scroll"
        for end, far in ((0, -FAR), (END, FAR)):
            body.evaluate("(body, end) => (body.scrollTop = end)", end)
            for place, (x, y) in places.items():
                scroll(page, size, x, y, far)
                after = dialog.evaluate(SCROLLED)
                assert (after["dialog"], after["page"]) == (0, before["page"]), f"{name}: scrolled {far} on the {place}"
        for part in (heading, body, dialog.locator("footer")):
            if part.count():
                expect(part).to_be_in_viewport(ratio=1)
        expect(body.locator(":is(label, button, p, dd):visible").last).to_be_in_viewport()
