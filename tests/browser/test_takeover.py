"""Taking over a seat: from a replay to the page of the moment, into the night, and to both nights side by side."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.kit.browser import axe_faults
from tests.kit.page_player import LONG_MS, Seated

SEALED = Path(__file__).parents[2] / "web/src/replay/samples/sealed.nuns"


def test_a_seat_is_taken_over_from_a_replay_and_both_nights_are_compared(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(SEALED)
    page.wait_for_selector("section.board")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.locator("fieldset label", has_text="Mechtild (novice 3)").click()
    expect(page.get_by_text("Only what this player knew at that moment.")).to_be_visible(timeout=LONG_MS)
    page.get_by_role("button", name="Take over a seat").click()
    page.wait_for_url(re.compile(r"/takeover/\w+/\d+/novice-3$"))
    expect(page.get_by_role("heading", name=re.compile(r"^Turn \d"))).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_role("radio", name="Mechtild (novice 3)")).to_be_checked()
    page.locator("label", has_text="Easy").click()
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url(re.compile("/t/"))
    seated = Seated.here(anna)
    assert seated.play_on()["question"] == "end"
    both = page.get_by_test_id("two-nights")
    expect(both.get_by_role("columnheader", name="As it was")).to_be_visible(timeout=LONG_MS)
    expect(both.get_by_role("link", name="Watch replay")).to_have_count(2)
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good", timeout=LONG_MS)
    assert axe_faults(page) == []
    both.get_by_role("link", name="Try that moment again").click()
    page.wait_for_url(re.compile(r"/takeover/\w+/\d+"))
