"""Replays: any record file, a record of the server's, moments with an address, every seat, the rule court and the seal."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.kit.browser import Visitor, axe_faults
from tests.kit.records import checked

RECORDS = Path(__file__).parents[1] / "data/records"
SEALED = Path(__file__).parents[2] / "web/src/replay/samples/sealed.nuns"


def open_file(visitor: Visitor, file: Path) -> Page:
    visitor.page.goto("/replay")
    visitor.page.locator("input[type=file]").set_input_files(file)
    visitor.page.wait_for_selector("section.board")
    return visitor.page


def moment(page: Page) -> Locator:
    return page.get_by_test_id("moment")


def keep(visitor: Visitor, file: Path) -> str:
    """Brings a record to the server; gives its id."""
    answer = visitor.context.request.post("/api/records", data=file.read_bytes(), headers={"Origin": visitor.house.url})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def test_a_record_file_is_walked_through_by_keyboard(visit: Visit) -> None:
    """Arrows, Home and End, and the space bar that plays."""
    page = open_file(visit(), SEALED)
    expect(moment(page)).to_have_text("Setup")
    page.keyboard.press("ArrowRight")
    expect(moment(page)).to_have_text("Turn 1, the novices’ movement 1 of 2")
    page.keyboard.press("End")
    expect(moment(page)).to_have_text("Turn 4, the night is over")
    page.keyboard.press("ArrowLeft")
    expect(moment(page)).to_have_text("Turn 4, the novices have moved")
    page.keyboard.press("Home")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_test_id("moment").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(moment(page)).not_to_have_text("Setup")
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("the night is over"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_one_seat_sees_only_what_it_knew(visit: Visit) -> None:
    """All pieces for all seats; for the guards only whoever stands on the board; the log sheets accordingly."""
    page = open_file(visit(), SEALED)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-piece^='novice']")).to_have_count(3)
    page.get_by_role("tab", name="Log sheets").click()
    expect(page.locator(".sheet:has(h3)")).to_have_count(3)
    page.get_by_text("Guards (Hildegard)").click()
    expect(page.locator(".sheet:has(h3)")).to_have_count(0)
    expect(page.locator("[data-piece^='novice'], [data-piece^='ghost']")).to_have_count(0)
    page.get_by_text("Gertrud (novice 5)").click()
    expect(page.locator(".sheet:has(h3)")).to_have_count(1)
    expect(page.locator("[data-piece='ghost 5']")).to_have_count(1)


def test_the_rule_court_draws_why(visit: Visit) -> None:
    page = open_file(visit(), SEALED)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name=re.compile("is seen on")).first.click()
    expect(page.get_by_role("link", name=re.compile(r"6\.1|6\.0")).first).to_be_visible()
    expect(page.get_by_text(re.compile(r"A line of sight leads to \d+: .* at an angle of \d+°"))).to_be_visible()


def test_seal_deal_and_dice_are_checked_in_the_page(visit: Visit) -> None:
    """The verdict names everything that was drawn again; a simulation is checked by its own generator."""
    page = open_file(visit(), SEALED)
    page.get_by_role("tab", name="Seal").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good")
    expect(page.get_by_text("11 cards drawn again: all the same.")).to_be_visible()
    expect(page.get_by_text("20 dice drawn again: all the same.")).to_be_visible()
    page = open_file(visit(), RECORDS / "dutch-home.nuns")
    page.get_by_role("tab", name="Seal").click()
    expect(page.get_by_text("The deal and every die are those of the simulation’s seed.")).to_be_visible()


def test_the_statistics_of_a_night_are_told(visit: Visit) -> None:
    page = open_file(visit(size="phone"), SEALED)
    page.get_by_role("tab", name="Statistics").click()
    expect(page.get_by_role("heading", name="Closest shave")).to_be_visible()
    expect(page.get_by_text("20 dice, on average")).to_be_visible()


def test_a_count_leads_to_its_moments(visit: Visit) -> None:
    """Pressed again, it goes on to the next; and what the guards believed is shown as a curve and, of one novice, as discs on the board."""
    page = open_file(visit(), SEALED)
    expect(page.get_by_test_id("belief").locator("polyline")).to_have_count(3)
    expect(page.locator(".suspicion circle")).to_have_count(0)
    page.get_by_test_id("belief").locator(".whose").get_by_role("button").first.click()
    expect(page.get_by_role("heading", name=re.compile("How sure were the guards of"))).to_be_visible()
    page.get_by_role("tab", name="Statistics").click()
    page.get_by_role("button", name=re.compile("^Seen: ")).first.click()
    expect(moment(page)).not_to_have_text("Setup")
    expect(page.locator(".suspicion circle").first).to_be_attached()
    assert axe_faults(page) == []


def test_a_belief_that_cannot_be_fetched_is_asked_for_again(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/replays/belief", lambda route: route.abort(), times=1)
    page = open_file(visitor, SEALED)
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("belief").locator("polyline")).to_have_count(3)


def test_a_moment_of_a_kept_record_has_an_address(visit: Visit) -> None:
    """Its place and its seat; and the file comes back as it was brought."""
    visitor = visit()
    record, page = keep(visitor, SEALED), visitor.page
    page.goto(f"/replay/{record}#5,novice-3")
    page.wait_for_selector("section.board")
    expect(moment(page)).to_have_text("Turn 2, the guards have moved")
    expect(page.get_by_role("radio", name="Mechtild (novice 3)")).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#6,novice-3$"))
    with page.expect_download() as started:
        page.get_by_role("link", name="Download game file").click()
    assert started.value.path().read_bytes() == SEALED.read_bytes()


def test_a_file_that_is_no_true_record_is_refused_in_a_sentence(visit: Visit, tmp_path: Path) -> None:
    page, text, file = visit().page, SEALED.read_text(), tmp_path / "night.nuns"
    for forged in (b"hello", text[:300].encode(), text.replace("roll 2", "roll 3", 1).encode(), with_another_die(text)):
        page.goto("/replay")
        file.write_bytes(forged)
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_role("alert")).to_contain_text("This game file is not valid")
        expect(page.get_by_text("Choose a game file")).to_be_visible()


def with_another_die(text: str) -> bytes:
    """What a forger writes who keeps the check right."""
    return checked(text.replace("roll 2", "roll 3", 1).splitlines()[:-1])


def test_a_record_dropped_on_the_page_is_opened(visit: Visit) -> None:
    page = visit().page
    page.goto("/replay")
    page.wait_for_selector("input[type=file]", state="attached")
    page.evaluate(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], 'night.nuns', {type: 'text/plain'}));
            for (const kind of ['dragover', 'drop'])
                document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: carried, bubbles: true, cancelable: true}));
        }""",
        SEALED.read_text(),
    )
    page.wait_for_selector("section.board")
    expect(moment(page)).to_have_text("Setup")


def test_a_record_that_is_not_there_is_said_to_be_gone(visit: Visit) -> None:
    page = visit().page
    page.goto("/replay/nothere")
    expect(page.get_by_role("alert")).to_contain_text("There is no game file at this address.")
