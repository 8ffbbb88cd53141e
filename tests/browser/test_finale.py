"""The end of a night: its story with moments to see again, a picture to keep, and the next night on either side."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.kit.browser import axe_faults
from tests.kit.page_player import LONG_MS, Seated, seat_table, short_night

PNG = b"\x89PNG\r\n\x1a\n"
GUARDS = {"first", "path", "step"}


def test_the_finale_tells_the_night_and_leads_into_the_next(visit: Visit) -> None:
    """A lone novice is told her night, keeps a picture of it, sees a moment again, and plays the guards in the next night at once."""
    anna = visit()
    page = anna.page
    seated = Seated(anna, seat_table(anna, short_night(turns=2, novices=2), {"a": anna}))
    assert seated.play_on()["question"] == "end"
    end = page.get_by_test_id("end")
    expect(end.get_by_role("heading", name="Your night")).to_be_visible(timeout=LONG_MS)
    expect(end.get_by_text(re.compile(r"You covered \d+ dots"))).to_be_visible()
    expect(page.locator("path.over.story, path.over.guard").first).to_be_attached()
    with page.expect_download() as started:
        end.get_by_role("button", name="Download picture").click()
    assert started.value.suggested_filename.endswith(".png")
    assert started.value.path().read_bytes().startswith(PNG)
    assert axe_faults(page) == []
    finished = page.url
    if (see := end.get_by_role("link", name="See it")).count():
        see.click()
        expect(page.get_by_test_id("moment")).to_contain_text("Turn")
        page.goto(finished)
    page.get_by_role("button", name="Change sides").click()
    page.wait_for_url(lambda url: "/t/" in url and url != finished)
    assert Seated.here(anna).play_on(lambda asked: asked["question"] in GUARDS)["question"] in GUARDS
