"""By keyboard alone: Tab, arrows, digits, Enter and the space bar; or every move typed in the notation."""

from typing import ClassVar

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import Visit
from tests.kit.page_player import Seated, seat_table, short_night

FARTHEST = 120  # presses of Tab from one end of a page to the other


class ByKeyboard(Seated):
    """Somebody who has no pointer."""

    def point_at(self, dot: int) -> None:
        """Goes to the board, types the number of a dot and enters it."""
        tab_to(self.page, "[data-dot]")
        self.page.keyboard.type(str(dot))
        self.page.keyboard.press("Enter")

    def commit(self) -> None:
        if self.page.locator(".decision .commit").is_disabled():  # only with a card: the gait is chosen by hand
            tab_to(self.page, ".decision input[name=gait]:not(:disabled)")
            self.page.keyboard.press("Space")
        tab_to(self.page, ".decision .commit:not(:disabled)")
        self.page.keyboard.press("Enter")

    def go_on(self) -> None:
        go_on_by_key(self.page)

    def take_path(self) -> None:
        tab_to(self.page, ".decision input[name=path]")
        self.page.keyboard.press("Space")
        tab_to(self.page, ".decision [data-primary]:not(:disabled)")
        self.page.keyboard.press("Enter")

    def press(self, wanted: str) -> None:
        self.page.locator(wanted).first.wait_for()
        tab_to(self.page, wanted)
        self.page.keyboard.press("Enter")


def go_on_by_key(page: Page) -> None:
    """Nothing has to be looked for: the way on has the focus."""
    page.wait_for_function("() => document.activeElement.closest('[role=alertdialog]')")
    page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until something that fits has the focus."""
    for _ in range(FARTHEST):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise TimeoutError(f"expected Tab to come to {selector}; it did not within {FARTHEST} presses")


@pytest.mark.smoke
def test_a_novice_plays_a_night_by_keyboard_alone(visit: Visit) -> None:
    anna = visit()
    seated = ByKeyboard(anna, seat_table(anna, short_night(turns=1), {"a": anna}))
    assert seated.play_on()["question"] == "end"
    assert seated.questions.count("plan") >= 2  # the movements of turn 1
    tab_to(anna.page, "[data-testid=end] a[href^='/replay/']:not([href*='#'])")  # not a moment of the story, which may be told first
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_selector("section.board")
    expect(anna.page.get_by_test_id("moment")).to_have_text("Setup")


def test_the_guards_play_a_night_by_keyboard_alone(visit: Visit) -> None:
    clara = visit()
    seated = ByKeyboard(clara, seat_table(clara, short_night(turns=1), {"guards": clara}))
    assert seated.play_on()["question"] == "end"
    assert {"first", "path", "step"} <= set(seated.questions)


def test_a_table_is_made_from_the_home_page_by_keyboard_alone(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    tab_to(page, ".side")
    page.keyboard.press("Enter")
    page.wait_for_selector(".dot.selectable", timeout=180_000)


class ByTyping(Seated):
    """Somebody who types the notation, and is told what may be typed."""

    DOTS: ClassVar = {"stand": 0, "sneak": 1, "walk": 3, "run": 1}

    def answer(self, asked: dict[str, str]) -> None:
        if asked["question"] == "stamp":
            go_on_by_key(self.page)
            return
        self.questions.append(asked["question"])
        line = self.rng.choice(self.suggested(""))
        if asked["question"] == "plan":
            for _ in range(self.DOTS[line.split()[1]]):
                line = self.rng.choice([each for each in self.suggested(line) if each.startswith(line)])
        self.send(line)
        self.answered = asked["decision"]

    def suggested(self, line: str) -> list[str]:
        """What may be typed after that."""
        self.page.locator(".typed input").fill(line)
        found: list[str] = self.page.locator(".typed datalist option").evaluate_all("all => all.map(each => each.value)")
        assert found, f"nothing is suggested after {line!r}"
        return found

    def send(self, line: str) -> None:
        self.page.locator(".typed input").fill(line)
        self.page.keyboard.press("Enter")


def test_a_night_is_typed_and_spoken(visit: Visit) -> None:
    """Every answer in the notation; a wrong one is refused with its rule; what happens is said aloud."""
    anna = visit()
    anna.context.add_init_script("localStorage.setItem('nuns.table.typing', 'true')")
    seated = ByTyping(anna, seat_table(anna, short_night(turns=1), {"a": anna}))
    seated.wait()
    seated.send(next(each for each in seated.suggested("") if "walk" in each))
    expect(anna.page.get_by_text("she moves 3 to 4 dots (rule 5.1)")).to_be_visible()
    seated.play_on(lambda asked: asked["question"] != "plan")
    expect(anna.page.locator("[role=log][aria-live=polite]")).not_to_be_empty()
    assert seated.play_on()["question"] == "end"
