"""The morning after in the browser: from the button to the curve, the decisions and the luck; and advice at a table."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.kit.browser import SIZES, Size, Visitor, axe_faults
from tests.kit.page_player import LONG_MS, Seated, seat_table, short_night
from tests.kit.screens import fits

SEALED = Path(__file__).parents[2] / "web/src/replay/samples/sealed.nuns"


def number_in(text: str) -> int:
    """Returns the number of a cell such as ``60%`` or ``-22``."""
    return int(text.strip().rstrip("%").replace("\N{MINUS SIGN}", "-"))


def accounts_of(page: Page) -> list[dict[str, float]]:
    """Returns the accounts that the server made of the night, which add up by themselves."""
    answer = page.request.post("/api/replays/analysis", data=SEALED.read_bytes(), headers={"Origin": page.evaluate("location.origin")})
    accounts: list[dict[str, float]] = answer.json()["analysis"]["luck"]["accounts"]
    for each in accounts:
        terms = (each[name] for name in ("start", "luck", "decisions", "others"))
        assert sum(terms) == pytest.approx(each["result"], abs=1e-9)
    return accounts


def opened(visitor: Visitor) -> Page:
    """A game file in the replay, with the tab of its analysis."""
    page = visitor.page
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(SEALED)
    page.wait_for_selector("section.board")
    page.get_by_role("tab", name="Analysis").click()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_a_file_is_analysed_and_read(visit: Visit, size: Size) -> None:
    """The button, the turning points that lead to their moments, the curve from two points of view, and the ledger."""
    page = opened(visit(size=size))
    page.get_by_role("button", name="Analyse this night").first.click()
    turning = page.get_by_test_id("turning").get_by_role("button")
    expect(turning).to_have_count(3, timeout=LONG_MS)
    expect(page.get_by_test_id("certainty").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_test_id("making")).to_have_count(0, timeout=LONG_MS)
    curve = page.get_by_test_id("chance")
    expect(curve.locator("polyline")).to_have_count(1)
    turning.nth(2).click()
    expect(page.get_by_test_id("moment")).to_contain_text("Turn 1")
    expect(curve.locator("polygon")).to_have_count(1)
    expect(page.get_by_test_id("lead")).to_contain_text(re.compile(r"The guards are ahead Guards \d+% ± 2\s*$"))
    curve.get_by_role("combobox").select_option("guards")
    expect(page.get_by_test_id("lead")).to_contain_text("Anyone’s night Guards 50% ± 15")
    expect(curve.get_by_test_id("own-chance")).to_have_count(0)
    curve.get_by_role("combobox").select_option(index=2)
    expect(curve.get_by_test_id("own-chance")).to_have_text(re.compile(r"^.+ \(novice \d\) herself, judged by the truth: \d+%$"))
    expect(curve.locator(".drawing polyline")).to_have_count(2)
    curve.get_by_role("button", name=re.compile("^Turning point 1: Turn 1: ")).click()
    expect(page.get_by_test_id("moment")).to_have_text("Turn 1, the novices’ movement 1 of 2")
    page.locator(".pill", has_text="Luck").click()
    accounts = page.get_by_test_id("ledger").locator("details")
    expect(accounts).to_have_count(4)
    expect(accounts.first).to_contain_text("Guards (Hildegard)")
    for account, counted in zip(accounts.all(), accounts_of(page), strict=True):
        account.evaluate("each => { each.open = true; }")
        start, luck, own, others, result = (number_in(cell) for cell in account.locator("td").all_inner_texts())
        assert start + luck + own + others == result == 100 * counted["result"]
        exact = {"start": start, "luck": luck, "others": others, "decisions": own}
        for name, shown in exact.items():
            slack = 2 if name == "others" else 0.5  # the others take up what is rounded
            assert abs(shown - 100 * counted[name]) <= slack, f"{name}: {shown}"
        expect(account.locator("summary")).to_contain_text(f"result without luck {result - luck}".replace("-", "\N{MINUS SIGN}"))
    draws = page.get_by_test_id("draws")
    draws.locator("summary").click()
    expect(draws.get_by_role("listitem").first).to_contain_text("The deal")
    assert fits(page)
    assert axe_faults(page) == []
    layers, whole = (page.get_by_role("button", name=name).bounding_box() for name in ("Layers", "Show all"))
    assert layers
    assert whole
    assert layers["x"] + layers["width"] <= whole["x"] or layers["y"] + layers["height"] <= whole["y"]


def test_a_decision_is_drawn_and_played_on_from(visit: Visit) -> None:
    """Only what is clearly worse is listed at first; what was played and the better way lie on the board while the list is read."""
    page = opened(visit())
    page.get_by_role("button", name="Analyse this night").first.click()
    page.locator(".pill", has_text="Decisions").click(timeout=LONG_MS)
    listed = page.get_by_test_id("decisions").locator("li")
    expect(listed.first).to_be_visible()
    few = listed.count()
    expect(page.get_by_test_id("making")).to_have_count(0, timeout=LONG_MS)
    expect(page.get_by_test_id("counts")).to_have_text("18 decisions: 6 clearly good, 9 clearly worse than another, 3 too close to call.")
    page.get_by_label("Show every decision").check()
    expect(listed).to_have_count(18)
    unclear = listed.filter(has_text="Too close to call").first
    expect(unclear).to_contain_text("Perhaps better: ")
    expect(listed.filter(has_text="Big mistake").first).not_to_contain_text("Perhaps")
    assert 0 < few < 18
    mistake = listed.filter(has_text="Mistake").first
    mistake.get_by_role("button", name="Show on board").click()
    expect(page.locator("path.over.walked, path.over.guard").first).to_be_attached()
    expect(page.locator("path.over.better")).to_have_count(1)
    mistake.get_by_role("button", name="Clear board").click()
    expect(page.locator("path.over.better")).to_have_count(0)
    mistake.get_by_role("button", name="Show on board").click()
    page.locator(".pill", has_text="Luck").click()
    expect(page.locator("path.over.better")).to_have_count(0)
    page.locator(".pill", has_text="Decisions").click()
    assert axe_faults(page) == []
    mistake.get_by_role("button", name=re.compile("^Play on from here: turn ")).click()
    page.wait_for_url(re.compile("/takeover/"))
    expect(page.get_by_role("heading", name="Take over a seat")).to_be_visible()


def test_the_end_page_offers_it_and_keeps_it(visit: Visit) -> None:
    """A night that was just lost or won is analysed on the spot, and is there again after a reload and in the replay."""
    anna = visit()
    page = anna.page
    seated = Seated(anna, seat_table(anna, short_night(turns=2), {"a": anna}))
    assert seated.play_on()["question"] == "end"
    morning = page.get_by_test_id("morning")
    morning.get_by_role("button", name="Analyse this night").click(timeout=LONG_MS)
    expect(morning.get_by_test_id("chance")).to_be_visible(timeout=LONG_MS)
    expect(morning.get_by_test_id("making")).to_have_count(0, timeout=LONG_MS)
    assert axe_faults(page) == []
    page.reload()
    expect(page.get_by_test_id("morning").get_by_test_id("chance")).to_be_visible(timeout=LONG_MS)
    slip = page.get_by_test_id("morning").get_by_role("link", name=re.compile("^In turn .* this would have been worth"))
    page.get_by_test_id("morning").get_by_role("link", name="See the whole analysis").click()
    expect(page.get_by_role("tab", name="Analysis")).to_have_attribute("aria-selected", "true", timeout=LONG_MS)
    expect(page.get_by_role("heading", name="Turning points")).to_be_in_viewport()
    expect(page.get_by_test_id("marks").get_by_role("button")).to_have_count(page.get_by_test_id("turning").get_by_role("listitem").count())
    page.go_back()
    slip.click(timeout=LONG_MS)
    expect(page).to_have_url(re.compile(r"#\d+,novice-\d,decision-\d+$"))
    expect(page.get_by_role("tab", name="Analysis")).to_have_attribute("aria-selected", "true", timeout=LONG_MS)
    expect(page.get_by_test_id("decisions").get_by_role("button", name="Clear board")).to_be_in_viewport(timeout=LONG_MS)
    expect(page.locator("path.over.better, path.over.walked").first).to_be_attached()
    page.reload()
    expect(page.get_by_test_id("decisions").get_by_role("button", name="Clear board")).to_be_in_viewport(timeout=LONG_MS)


def test_advice_is_for_who_asks(visit: Visit) -> None:
    """Three choices with chances, drawn on the board; the other player's page shows nothing of it."""
    anna, berta = visit(), visit()
    code = seat_table(anna, short_night(turns=2, novices=2, advice=True), {"a": anna, "b": berta})
    for person in (anna, berta):
        Seated(person, code).play_on(lambda asked: asked["question"] == "plan")
    panel = anna.page.get_by_test_id("advice")
    panel.get_by_role("button", name="Ask for advice").click()
    expect(panel.get_by_role("heading", name="What would a good player consider?")).to_be_visible(timeout=LONG_MS)
    expect(panel.get_by_role("listitem")).to_have_count(3)
    expect(panel.get_by_role("button").first).to_contain_text("60%")
    panel.get_by_role("button").nth(1).click()
    expect(panel.get_by_role("button").nth(1)).to_have_attribute("aria-pressed", "true")
    assert axe_faults(anna.page) == []
    expect(berta.page.get_by_test_id("advice").get_by_role("button", name="Ask for advice")).to_be_visible()
    expect(berta.page.locator("path.over.better")).to_have_count(0)
