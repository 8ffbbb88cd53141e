"""Every screen there is, and how a visitor comes to it."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

from playwright.sync_api import Page

from tests.kit.browser import Visitor
from tests.kit.playing import LONG_MS, STILL, Seated, lay_table, seat_table, short_night

SEALED = Path(__file__).parents[2] / "web/src/replay/samples/sealed.nuns"


def home(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.page.locator("h1").wait_for()


def new_table(visitor: Visitor) -> None:
    home(visitor)
    visitor.page.locator("#new-table ~ button").click()
    visitor.page.locator("dialog[open]").wait_for()


def lobby(visitor: Visitor) -> None:
    """Somebody on a chair, a bot on another, one empty."""
    code = visitor.ask("POST", "/api/tables", {"settings": short_night(novices=3), "bots": {"b": "easy", "guards": "hard"}})["table"][
        "code"
    ]
    visitor.ask("PUT", f"/api/tables/{code}/chairs/a", {"name": "Hildegard"})
    visitor.page.goto(f"/t/{code}")
    visitor.page.get_by_text("Hildegard").first.wait_for()


def plan(visitor: Visitor) -> None:
    """A novice who has drawn a way and not yet committed to it."""
    seated = Seated(visitor, seat_table(visitor, short_night(novices=3, turns=15), {"a": visitor}), seed=7)
    seated.play_on(lambda asked: asked["question"] == "plan")
    seated.tap_a_choice()


def guards(visitor: Visitor) -> None:
    """A guard in the middle of her movement."""
    seated, steps = Seated(visitor, seat_table(visitor, short_night(novices=2, turns=15), {"guards": visitor}), seed=2), count()
    seated.play_on(lambda asked: asked["question"] == "step" and next(steps) == 3)


def path(visitor: Visitor) -> None:
    """A guard who takes a path card."""
    seated = Seated(visitor, seat_table(visitor, short_night(novices=2, turns=15), {"guards": visitor}), seed=2)
    seated.play_on(lambda asked: asked["question"] == "path")
    visitor.page.locator(".decision label.path").first.click()


def court(visitor: Visitor) -> None:
    """An entry of the log in the rule court."""
    guards(visitor)
    visitor.page.get_by_role("tab").nth(-3).click()  # the log stands before the players and the chat
    visitor.page.locator(".log .entry").last.click()
    visitor.page.locator(".court a").first.wait_for()


def menu(visitor: Visitor) -> None:
    plan(visitor)
    visitor.page.locator("header button").last.click()
    visitor.page.locator("dialog[open]").wait_for()


def veil(visitor: Visitor) -> None:
    code = seat_table(visitor, short_night(novices=2), {"a": visitor, "b": visitor})
    visitor.page.goto(f"/t/{code}")
    visitor.page.locator("main.veil").wait_for(timeout=LONG_MS)


def spectator(visitor: Visitor) -> None:
    """Somebody who only watches."""
    code = lay_table(visitor, short_night(novices=2), {"a": visitor})
    visitor.ask("POST", f"/api/tables/{code}/start")
    visitor.context.clear_cookies()
    visitor.page.goto(f"/t/{code}")
    visitor.page.locator("section.board").wait_for(timeout=LONG_MS)


def end(visitor: Visitor) -> None:
    Seated(visitor, seat_table(visitor, short_night(turns=1, novices=2), {"a": visitor}), seed=4).play_on()
    visitor.page.get_by_test_id("verdict").wait_for(timeout=LONG_MS)


def replay_opening(visitor: Visitor) -> None:
    visitor.page.goto("/replay")
    visitor.page.locator("input[type=file]").wait_for(state="attached")


def replay(visitor: Visitor) -> None:
    """In the middle of a night, all seats."""
    replay_opening(visitor)
    visitor.page.locator("input[type=file]").set_input_files(SEALED)
    visitor.page.locator("section.board").wait_for(timeout=LONG_MS)
    for _ in range(5):
        visitor.page.keyboard.press("ArrowRight")
    visitor.page.evaluate(STILL)


def on_tab(place: int, shown: str) -> Callable[[Visitor], None]:
    def open_tab(visitor: Visitor) -> None:
        replay(visitor)
        visitor.page.get_by_role("tab").nth(place).click()
        visitor.page.locator(shown).first.wait_for()

    return open_tab


def replay_court(visitor: Visitor) -> None:
    """The line by which a novice was seen."""
    replay(visitor)
    visitor.page.locator(".words li button").nth(2).click()
    visitor.page.locator(".court a").first.wait_for()


def rules(visitor: Visitor) -> None:
    visitor.page.goto("/rules")
    visitor.page.get_by_role("heading").nth(1).wait_for()


def not_found(visitor: Visitor) -> None:
    visitor.page.goto("/nowhere")
    visitor.page.locator("main").wait_for()


SCREENS: dict[str, Callable[[Visitor], None]] = {
    "home": home,
    "new-table": new_table,
    "lobby": lobby,
    "plan": plan,
    "guards": guards,
    "path": path,
    "court": court,
    "menu": menu,
    "veil": veil,
    "spectator": spectator,
    "end": end,
    "replay-opening": replay_opening,
    "replay": replay,
    "replay-court": replay_court,
    "replay-sheets": on_tab(1, ".sheet"),
    "replay-statistics": on_tab(2, ".dice"),
    "replay-seal": on_tab(3, "[data-testid=verdict]"),
    "rules": rules,
    "not-found": not_found,
}


def fits(page: Page) -> bool:
    """Nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
