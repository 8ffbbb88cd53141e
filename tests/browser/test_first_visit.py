"""A newcomer: from the first page to the first move against bots in four taps, without reading anything."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.kit.browser import Size
from tests.kit.page_player import LONG_MS, MOVED_ON, STATE, Seated


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.smoke)])
def test_a_newcomer_makes_her_first_move_in_four_taps(visit: Visit, size: Size) -> None:
    """One tap for the side, one past the coach, one for the dot, one to commit."""
    anna = visit(size=size, coached=False)
    anna.page.goto("/")
    anna.page.get_by_role("button", name="Play a novice").click()
    asked = anna.page.wait_for_function(STATE, timeout=LONG_MS).json_value()
    assert asked["question"] == "plan"
    coach = anna.page.get_by_role("region", name="Your first night")
    coach.locator("header button").click()
    expect(coach).to_be_hidden()
    Seated.here(anna).draw_plan()
    anna.page.wait_for_function(MOVED_ON, arg=asked["decision"], timeout=LONG_MS)


def test_the_guide_says_that_novices_are_rivals_how_long_the_night_is_and_that_the_first_turn_has_two_moves(visit: Visit) -> None:
    """The home page says the first of these too, before anything is chosen."""
    anna = visit(coached=False)
    anna.page.goto("/")
    expect(anna.page.locator("main")).to_contain_text("each is on her own: the first one home with her wish wins")
    anna.page.get_by_role("button", name="Play a novice").click()
    guide = anna.page.get_by_role("region", name="Your first night")
    expect(guide).to_contain_text("The other novices are rivals: the first one home wins, and there are 15 turns.")
    guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("On the first turn you move twice with the same movement card.")


def test_an_invitation_is_followed_by_a_friend(visit: Visit) -> None:
    """She opens the link, takes a chair, and is seen at the table by her host."""
    host, friend = visit(), visit(size="phone", luck=2)  # who is given another name
    host.page.goto("/")
    host.page.locator("#new-table ~ button").click()
    host.page.locator("dialog[open] .button.primary").click()
    host.page.wait_for_url("**/t/*")
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Sit here").first.click()
    expect(host.page.get_by_text("online").first).to_be_visible()
    expect(host.page.locator("img[src$='qr.svg']")).to_be_visible()
