"""A newcomer: from the first page to the first move against bots within a minute, without reading anything."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.kit.browser import SIZES, Size
from tests.kit.playing import LONG_MS, STATE, Seated

A_MINUTE = 60.0


@pytest.mark.parametrize("size", SIZES)
def test_a_newcomer_makes_her_first_move_within_a_minute(visit: Visit, size: Size) -> None:
    """One tap for the side, one past the coach, one for the dot, one to commit."""
    anna = visit(size=size, coached=False)
    began = time.monotonic()
    anna.page.goto("/")
    anna.page.get_by_role("button", name="Play a novice").click()
    asked = anna.page.wait_for_function(STATE, timeout=LONG_MS).json_value()
    assert asked["question"] == "plan"
    coach = anna.page.get_by_role("region", name="Your first night")
    coach.locator("header button").click()
    expect(coach).to_be_hidden()
    newcomer = Seated.here(anna)
    newcomer.draw_plan()
    anna.page.locator(".decision:not([data-question=plan])").first.wait_for(timeout=LONG_MS)
    assert time.monotonic() - began < A_MINUTE


def test_an_invitation_is_followed_by_a_friend(visit: Visit) -> None:
    """She opens the link, takes a chair, and is seen at the table by her host."""
    host, friend = visit(), visit(size="phone")
    host.page.goto("/")
    host.page.locator("#new-table ~ button").click()
    host.page.locator("dialog[open] .button.primary").click()
    host.page.wait_for_url("**/t/*")
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Sit here").first.click()
    expect(host.page.get_by_text("connected").first).to_be_visible()
    expect(host.page.locator("img[src$='qr.svg']")).to_be_visible()
