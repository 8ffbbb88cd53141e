"""What is fair: offered for the number of novices with its measured odds, taken with one tap, and part of the table that is made."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit

MEASURED = {
    "edition": "mayfair",
    "novices": 4,
    "guard_players": 1,
    "options": {"turns": 13},
    "guards_win_rate": 0.487,
    "interval": [0.441, 0.533],
    "games": 500,
    "before": 0.312,
    "guards": "belief",
    "novice_bots": "belief",
}


def measure(route: Route) -> None:
    """Answers as a server would on which this was measured."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "fair": [MEASURED]})


def test_fair_options_are_offered_taken_and_played(visit: Visit) -> None:
    anna = visit()
    anna.page.route("**/api/editions", measure)
    anna.page.goto("/")
    anna.page.locator("#new-table ~ button").click()
    dialog = anna.page.locator("dialog[open]")
    expect(dialog.get_by_text("Five or six novices")).to_be_visible()
    expect(dialog.get_by_text("Fair for")).to_be_hidden()  # three novices were not measured
    dialog.locator("label.pill", has_text="4").first.click()
    expect(dialog.get_by_text("Fair for 4 novices")).to_be_visible()
    expect(dialog.get_by_text("the guards win 49% of games; with the edition as it is, 31%")).to_be_visible()
    dialog.get_by_role("button", name="Play fair").click()
    expect(dialog.get_by_text("in use")).to_be_visible()
    expect(dialog.get_by_text("1 option changed")).to_be_visible()
    dialog.locator(".button.primary").click()
    anna.page.wait_for_url("**/t/*")
    expect(anna.page.locator("section.panel dl").get_by_text("13")).to_be_visible()
