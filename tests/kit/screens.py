"""Every screen there is, and the roads on which a visitor comes to them."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from playwright.sync_api import Page

from tests.kit.browser import Visitor
from tests.kit.page_player import LONG_MS, STILL, Seated, lay_table, seat_table, short_night

Road = Callable[[Visitor], Iterator[str]]  # gives the name of each screen while it is shown
SEALED = Path(__file__).parents[2] / "web/src/replay/samples/sealed.nuns"


def home(visitor: Visitor) -> Iterator[str]:
    visitor.page.goto("/")
    visitor.page.locator("h1").wait_for()
    yield "home"
    visitor.page.locator("#new-table ~ button").click()
    visitor.page.locator("dialog[open]").wait_for()
    yield "new-table"


def lobby(visitor: Visitor) -> Iterator[str]:
    """Somebody on one seat, a bot on another, one empty."""
    asked = {"settings": short_night(novices=3), "bots": {"b": "easy", "guards": "hard"}}
    code = visitor.ask("POST", "/api/tables", asked)["table"]["code"]
    visitor.ask("PUT", f"/api/tables/{code}/chairs/a", {"name": "Hildegard"})
    visitor.page.goto(f"/t/{code}")
    visitor.page.get_by_text("Hildegard").first.wait_for()
    yield "lobby"


def novice(visitor: Visitor) -> Iterator[str]:
    """A plan that is drawn and not yet committed to, the menu, and the end of the game."""
    seated = Seated(visitor, seat_table(visitor, short_night(novices=2, turns=1), {"a": visitor}), seed=7)
    seated.play_on(lambda asked: asked["question"] == "plan")
    seated.tap_a_choice()
    yield "plan"
    visitor.page.locator("header button").last.click()
    visitor.page.locator("dialog[open]").wait_for()
    yield "menu"
    visitor.page.keyboard.press("Escape")
    visitor.page.locator("dialog[open]").wait_for(state="detached")
    seated.play_on()
    visitor.page.get_by_test_id("verdict").wait_for(timeout=LONG_MS)
    yield "end"


def guards(visitor: Visitor) -> Iterator[str]:
    """A path card that is looked at, the middle of a movement, and an entry of the log with its rule."""
    seated, steps = Seated(visitor, seat_table(visitor, short_night(novices=2, turns=15), {"guards": visitor}), seed=2), count()
    seated.play_on(lambda asked: asked["question"] == "path")
    visitor.page.locator(".decision label.path").first.click()
    yield "path"
    seated.play_on(lambda asked: asked["question"] == "step" and next(steps) == 3)
    yield "guards"
    visitor.page.get_by_role("tab").nth(-3).click()  # the log stands before the players and the chat
    visitor.page.locator(".log .entry").last.click()
    visitor.page.locator(".court a").first.wait_for()
    yield "court"


def veil(visitor: Visitor) -> Iterator[str]:
    """Two novices on one device."""
    code = seat_table(visitor, short_night(novices=2), {"a": visitor, "b": visitor})
    visitor.page.goto(f"/t/{code}")
    visitor.page.locator("main.veil").wait_for(timeout=LONG_MS)
    yield "veil"


def spectator(visitor: Visitor) -> Iterator[str]:
    """Somebody who only watches."""
    seat_table(visitor, short_night(novices=2), {"a": visitor})
    visitor.page.locator(".dot.selectable").first.wait_for(timeout=LONG_MS)
    visitor.context.clear_cookies()
    visitor.page.reload()
    visitor.page.locator("section.board").wait_for(timeout=LONG_MS)
    yield "spectator"


def replay(visitor: Visitor) -> Iterator[str]:
    """The middle of a game, all seats, with every tab; and the line by which a novice was seen, with its rule."""
    page = visitor.page
    page.goto("/replay")
    page.locator("input[type=file]").wait_for(state="attached")
    yield "replay-opening"
    page.locator("input[type=file]").set_input_files(SEALED)
    page.locator("section.board").wait_for(timeout=LONG_MS)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.evaluate(STILL)
    yield "replay"
    page.locator(".words li button").nth(2).click()
    page.locator(".court a").first.wait_for()
    yield "replay-court"
    for place, (name, shown) in enumerate({"sheets": ".sheet", "statistics": ".dice", "seal": "[data-testid=verdict]"}.items(), start=2):
        page.get_by_role("tab").nth(place).click()
        page.locator(shown).first.wait_for()
        yield f"replay-{name}"


def analysis(visitor: Visitor) -> Iterator[str]:
    """The analysis of a night: before it, its story under the curve, its decisions with one on the board, and its luck."""
    page = visitor.page
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(SEALED)
    page.locator("section.board").wait_for(timeout=LONG_MS)
    page.get_by_role("tab").nth(1).click()
    panel = page.get_by_test_id("analysis")
    panel.get_by_role("button").wait_for()
    yield "analysis-before"
    panel.get_by_role("button").click()
    page.get_by_test_id("turning").wait_for(timeout=LONG_MS)
    page.get_by_test_id("making").wait_for(state="detached", timeout=LONG_MS)
    page.get_by_test_id("chance").wait_for()
    yield "analysis-story"
    panel.locator(".pill").nth(1).click()
    page.get_by_test_id("decisions").locator(".row button").first.click()
    page.locator("path.over.better").first.wait_for(state="attached")
    yield "analysis-decisions"
    panel.locator(".pill").nth(2).click()
    page.get_by_test_id("ledger").wait_for()
    yield "analysis-luck"


def takeover(visitor: Visitor) -> Iterator[str]:
    """A seat of a finished game, offered by a link."""
    kept = visitor.context.request.post("/api/records", data=SEALED.read_bytes(), headers={"Origin": visitor.house.url})
    visitor.page.goto(f"/takeover/{kept.json()['id']}/60/novice-3")
    visitor.page.get_by_role("radio").first.wait_for(state="attached")
    yield "takeover"


def today(visitor: Visitor) -> Iterator[str]:
    """The night of the day, before it is played."""
    visitor.page.goto("/today")
    visitor.page.locator("#today-date").wait_for()
    yield "today"


def nights(visitor: Visitor) -> Iterator[str]:
    """The book, with a night in it."""
    visitor.context.request.post("/api/records", data=SEALED.read_bytes(), headers={"Origin": visitor.house.url})
    visitor.page.goto("/nights")
    visitor.page.get_by_test_id("book").wait_for()
    yield "nights"


def tv(visitor: Visitor) -> Iterator[str]:
    """The big screen, in the lobby and when the game has begun; nobody sits in this browser."""
    code = lay_table(visitor, short_night(novices=2), {"a": visitor})
    visitor.page.goto(f"/tv/{code}")
    visitor.page.locator("main img").first.wait_for()
    yield "tv-lobby"
    visitor.ask("POST", f"/api/tables/{code}/start")
    visitor.page.locator("section.board").wait_for(timeout=LONG_MS)
    yield "tv"


def rules(visitor: Visitor) -> Iterator[str]:
    visitor.page.goto("/rules")
    visitor.page.get_by_role("heading").nth(1).wait_for()
    yield "rules"


def errors(visitor: Visitor) -> Iterator[str]:
    """Links that lead nowhere."""
    for name, address in {"page": "/nowhere", "table": "/t/nothere", "record": "/replay/nothere"}.items():
        visitor.page.goto(address)
        visitor.page.locator("main").locator("a, [role=alert]").first.wait_for()
        yield f"no-such-{name}"


def learn(visitor: Visitor) -> Iterator[str]:
    """The lessons, the words of one beside its board, a plan that is drawn with its hints, and a mistake that is explained."""
    visitor.page.goto("/learn")
    visitor.page.locator(".lesson").first.wait_for()
    yield "lessons"
    visitor.page.locator(".lesson").first.click()
    visitor.page.get_by_test_id("briefing").wait_for()
    visitor.page.locator("section.board").wait_for()
    yield "lesson"
    visitor.page.get_by_test_id("briefing").locator("[data-primary]").click()
    visitor.page.get_by_test_id("lesson-goal").get_by_role("button").first.click()
    seated = Seated.here(visitor)
    seated.choices()
    seated.point_at(60)
    visitor.page.locator(".decision .route").wait_for()
    yield "lesson-plan"
    seated.commit()
    visitor.page.get_by_test_id("outcome").wait_for()
    yield "lesson-mistake"
    visitor.page.get_by_test_id("outcome").locator("[data-primary]").click()
    seated.choices()
    seated.point_at(36)
    seated.commit()
    visitor.page.get_by_test_id("outcome").wait_for()
    yield "lesson-done"


def puzzles(visitor: Visitor) -> Iterator[str]:
    """The puzzles, one that any dot answers, and what an answer is worth."""
    visitor.page.goto("/puzzles")
    visitor.page.locator(".puzzle").first.wait_for()
    yield "puzzles"
    visitor.page.goto("/puzzles/where-01")
    visitor.page.wait_for_selector(".dot.selectable")
    visitor.page.locator("[data-dot='18']").press("Enter")
    visitor.page.locator(".puzzle .commit:not(:disabled)").wait_for()
    yield "puzzle"
    visitor.page.locator(".puzzle .commit").click()
    visitor.page.get_by_test_id("puzzle-result").wait_for()
    yield "puzzle-result"


def scene(visitor: Visitor) -> Iterator[str]:
    """A scene of the rulebook, at its last step."""
    visitor.page.goto("/rules#scene-turning")
    stage = visitor.page.get_by_test_id("scene-stage")
    stage.wait_for()
    stage.locator(".bar .primary").click()
    stage.locator(".bar .primary").click()
    yield "scene"


ROADS: dict[str, Road] = {
    road.__name__: road
    for road in (
        home,
        learn,
        puzzles,
        lobby,
        novice,
        guards,
        veil,
        spectator,
        replay,
        analysis,
        takeover,
        today,
        nights,
        tv,
        rules,
        scene,
        errors,
    )
}


def fits(page: Page) -> bool:
    """Nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


LABELS = "button, .button, .pill, .tag, [role=tab], label, summary, h1, h2, h3, h4, legend, header a"
CUT_OFF = """all => all.filter(each => each.checkVisibility({visibilityProperty: true})).flatMap(each => {
    const words = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let word = words.nextNode(); word; word = words.nextNode()) {
        if (!word.data.trim() || word.parentElement.closest('.unseen, svg, select, datalist')) continue;
        const range = document.createRange();
        range.selectNodeContents(word);
        const {left, right} = range.getBoundingClientRect();
        let fits = left >= -1 && right <= innerWidth + 1;
        for (let around = word.parentElement; around; around = around.parentElement) {
            const style = getComputedStyle(around), box = around.getBoundingClientRect();
            const scrolls = ['auto', 'scroll'].includes(style.overflowX) && around.scrollWidth > around.clientWidth;
            if (scrolls || box.width < 2) {  // it can be brought into view, or is for ears only
                fits = true;
                break;
            }
            if (around === each || style.overflowX !== 'visible') fits &&= left >= box.left - 1 && right <= box.right + 1;
        }
        if (!fits) found.push(word.data.trim());
    }
    return found;
})"""


def labels_cut_off(page: Page) -> list[str]:
    """Labels that reach out of their button, out of what clips them or out of the screen."""
    return [f"{label!r} is cut off" for label in dict.fromkeys(page.locator(LABELS).evaluate_all(CUT_OFF))]
