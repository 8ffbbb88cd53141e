"""Reasons to come back: the night of the day is played through once, and a book of nights is brought along, read and taken away."""

import re
from pathlib import Path

from playwright.sync_api import Download, Page, expect

from tests.browser.conftest import Visit
from tests.kit.browser import axe_faults, open_house
from tests.kit.page_player import LONG_MS, Seated

DATA = Path(__file__).parents[1] / "data" / "records"
SEALED = Path(__file__).parents[2] / "web/src/replay/samples/sealed.nuns"
CAPTURES = DATA / "mayfair-captures.nuns"


def begin_day(page: Page, name: str) -> None:
    """From the first page to the table of the night of the day."""
    page.goto("/")
    page.get_by_role("link", name="The night of the day").click()
    page.get_by_role("textbox").fill(name)
    page.locator("main").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def hers(page: Page) -> list[str]:
    """What her log sheet says of her key and her wish."""
    page.locator(".dot.selectable").first.wait_for(timeout=LONG_MS)
    return page.locator(".sheet .cards li").all_inner_texts()


def test_the_night_of_the_day_is_played_once_and_has_its_place(visit: Visit) -> None:
    """The same deal for everyone; her result stands there by name for others too, and the line to share tells nothing of the night."""
    anna, berta = visit(), visit(luck=2)
    page = anna.page
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin_day(page, "Anna")
    dealt = hers(page)
    assert Seated.here(anna).play_on()["question"] == "end"
    table = page.url
    end = page.get_by_test_id("end")
    expect(end).to_contain_text("The replay and the game file open at midnight UTC")
    expect(end.get_by_role("button", name="Same side again")).to_have_count(0)
    end.get_by_role("link", name="See today’s results").click()
    result = page.get_by_test_id("day-result")
    expect(result).to_contain_text(re.compile(r"(Won|Lost) in turn \d+"))
    expect(page.get_by_role("row").filter(has_text="Anna")).to_contain_text("you")
    expect(page.locator("main").get_by_role("button", name="Play now")).to_have_count(0)
    assert page.get_by_role("link", name="See the table").get_attribute("href") == table.removeprefix(anna.house.url)
    page.get_by_role("button", name="Share result").click()
    expect(page.get_by_text("Result copied.")).to_be_visible()
    line = page.evaluate("navigator.clipboard.readText()")
    assert "Nuns on the Run" in line
    assert "\n" not in line
    assert not any(thing in line for thing in dealt)
    assert axe_faults(page) == []
    begin_day(berta.page, "Berta")
    assert hers(berta.page) == dealt, "the same deal for everyone"
    berta.page.goto("/today")
    expect(berta.page.get_by_text("Your night has begun and waits for you.")).to_be_visible()
    expect(berta.page.get_by_role("row").filter(has_text="Anna")).not_to_contain_text("you")


def taken(page: Page, name: str) -> Download:
    with page.expect_download() as started:
        page.get_by_role("button", name=name).first.click()
    return started.value


def test_a_book_of_nights_is_imported_read_and_taken_away(visit: Visit, tmp_path: Path) -> None:
    """Two nights in one file; what is no game file is refused by its name, and adds nothing."""
    book, none = tmp_path / "book.nuns", tmp_path / "shopping.txt"
    book.write_text(SEALED.read_text() + CAPTURES.read_text())
    none.write_text("wine, honey cake, candles\n")
    with open_house(tmp_path) as house:
        anna = visit(house=house)
        page = anna.page
        page.goto("/")
        page.get_by_role("link", name="The book of nights").click()
        expect(page.get_by_text("No game has been finished here yet.")).to_be_visible()
        files = page.locator("input[type=file]")
        files.set_input_files(none)
        expect(page.get_by_text("There is no game file in shopping.txt.")).to_be_visible()
        files.set_input_files(book)
        nights = page.get_by_test_id("book").get_by_role("listitem")
        expect(page.get_by_text("2 nights were added.")).to_be_visible()
        expect(nights).to_have_count(2)
        expect(page.get_by_role("heading", name="2 nights")).to_be_visible()
        expect(nights.filter(has_text="Hildegard")).to_contain_text("imported")
        expect(page.get_by_text("Hildegard guarding against Mechtild")).to_be_visible()
        files.set_input_files(book)  # the same nights again are the same nights
        expect(nights).to_have_count(2)
        page.get_by_label("Show nights of").fill("mechtild")
        expect(nights).to_have_count(1)
        exported = taken(page, "Export 1 night").path().read_text()
        assert exported.startswith("nuns record ")
        assert "Mechtild" in exported
        story = taken(page, "Keep the story")
        assert story.suggested_filename.endswith(".html")
        expect(page.get_by_text("Writing the story…")).to_have_count(0)
        assert axe_faults(page) == []
        page.get_by_test_id("book").get_by_role("link").first.click()
        expect(page).to_have_url(re.compile("/replay/"))
        page.locator("section.board").wait_for(timeout=LONG_MS)
        read_alone(anna.new_page(), story.path().read_text())
        anna.leave()


def read_alone(page: Page, story: str) -> None:
    """A page that was kept asks nobody for anything."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(story)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Hildegard").first).to_be_visible()
    assert page.locator("svg").count() > 0
    assert asked == []
