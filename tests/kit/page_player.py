"""A night played through the page: somebody at a table who answers what she is asked, by finger, mouse or keyboard."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Page, TimeoutError

from tests.kit.browser import Visitor

EASY = "easy"
STEPS = 400  # answers in one night; far more than a short one asks for
LONGEST = 400.0  # seconds for a short night of several people
LONG_MS = 180_000  # for bots on a busy machine
A_WHILE_MS = 10_000  # for the page itself, which may be just about to show something else
STATE = """answered => {
    if (document.querySelector('[data-testid=end]')) return {question: 'end', decision: ''};
    if (document.querySelector('main.veil')) return {question: 'veil', decision: ''};
    if (document.querySelector('[role=alertdialog][data-testid=stamp]')) return {question: 'stamp', decision: ''};
    const {question, decision} = document.querySelector('.decision')?.dataset ?? {};
    const asked = decision && decision !== answered && !['none', 'written', 'recap'].includes(question);
    return asked ? {question, decision} : null;
}"""
MOVED_ON = """answered => {
    const {question, decision} = document.querySelector('.decision')?.dataset ?? {};
    return decision !== answered || ['none', 'written'].includes(question);  // after a recap the same may be asked again
}"""
STILL = """async () => {
    const stone = () => JSON.stringify(document.querySelector('[data-dot] .stone')?.getBoundingClientRect());
    const frame = () => new Promise(requestAnimationFrame);
    for (let before = '', same = 0; same < 3; ) {
        await frame();
        same = stone() === before ? same + 1 : 0;
        before = stone();
    }
}"""
REACHABLE = """all => all.filter(each => {
    const {x, y, width, height} = each.querySelector('.stone').getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return there?.closest('section.board') && !there.closest('button');
}).map(each => Number(each.dataset.dot))"""


def proposed(decision: str) -> str:
    """What a panel proposes as the answer to a decision, or else the ways it offers; nothing once the page has gone on to another."""
    panel = f".decision[data-decision='{decision}']"
    return f"{panel} [data-primary]:not(:disabled), {panel} .ways button:not(:disabled)"


def short_night(turns: int = 3, novices: int = 1, **settings: Any) -> dict[str, Any]:
    """Settings of a night that is soon over."""
    return {"edition": "mayfair", "options": {"turns": turns, **settings.pop("options", {})}, "novices": novices, **settings}


def lay_table(host: Visitor, settings: dict[str, Any], people: dict[str, Visitor]) -> str:
    """A table of these settings in its lobby: people on these chairs, easy bots on all others. Gives its code."""
    code: str = host.ask("POST", "/api/tables", {"settings": settings})["table"]["code"]
    chairs = [chair["chair"] for chair in host.ask("GET", f"/api/tables/{code}")["table"]["chairs"]]
    for chair in chairs:
        if chair in people:
            people[chair].ask("PUT", f"/api/tables/{code}/chairs/{chair}", {"name": f"Sister {chair.upper()}"})
        else:
            host.ask("PUT", f"/api/tables/{code}/chairs/{chair}/bot", {"level": EASY})
    return code


def seat_table(host: Visitor, settings: dict[str, Any], people: dict[str, Visitor]) -> str:
    """The same, with everybody's page open, and the night has begun."""
    code = lay_table(host, settings, people)
    for person in dict.fromkeys(people.values()):
        person.page.goto(f"/t/{code}")
    host.ask("POST", f"/api/tables/{code}/start")
    return code


class Seated:
    """Somebody who plays by what her page offers, at random where there is a choice."""

    def __init__(self, visitor: Visitor, code: str, seed: int = 1) -> None:
        self.visitor, self.page, self.code = visitor, visitor.page, code
        self.rng = random.Random(seed)
        self.answered: str | None = None
        self.questions: list[str] = []
        if code and not self.page.url.endswith(f"/t/{code}"):
            self.page.goto(f"/t/{code}")

    @classmethod
    def here(cls, visitor: Visitor) -> "Seated":
        """At whatever table her page shows, or at a lesson's."""
        return cls(visitor, "")

    def asked(self) -> dict[str, str] | None:
        """What she is asked now, if anything."""
        found: dict[str, str] | None = self.page.evaluate(STATE, self.answered)
        return found

    def wait(self, timeout: float = LONG_MS) -> dict[str, str]:
        """Waits until she is asked something new, the veil falls, or the night is over."""
        found: dict[str, str] = self.page.wait_for_function(STATE, arg=self.answered, timeout=timeout).json_value()
        return found

    def answer(self, asked: dict[str, str]) -> None:
        """Answers through the page."""
        self.questions.append(asked["question"])
        match asked["question"]:
            case "veil":
                self.page.get_by_role("alertdialog").get_by_role("button").click()
                self.answered = None  # the next seat may be asked the same
                return
            case "stamp":
                self.go_on()
                return
            case "plan":
                self.draw_plan()
            case "path":
                self.take_path()
            case _:
                self.press_primary(asked)
        if self.has_moved_on(asked):  # a button that was just busy is pressed again
            self.answered = asked["decision"]

    def has_moved_on(self, asked: dict[str, str]) -> bool:
        try:
            self.page.wait_for_function(MOVED_ON, arg=asked["decision"], timeout=A_WHILE_MS)
        except TimeoutError:
            return False
        return True

    def go_on(self) -> None:
        """Continues after something that decides the night or her part in it, which waits until it has been read."""
        self.page.get_by_test_id("stamp").get_by_role("button").first.click()

    def take_path(self) -> None:
        self.page.locator(".decision label.path").first.click()
        self.page.locator(".decision [data-primary]:not(:disabled)").click()

    def draw_plan(self) -> None:
        """Taps a dot that can be chosen, and commits to the gait that is proposed; one that costs a card is only proposed by hand."""
        self.tap_a_choice()
        self.commit()

    def commit(self) -> None:
        commit = self.page.locator(".decision .commit")
        if commit.is_disabled():
            self.page.locator(".decision .gait:not(.off)").first.click()
        commit.click()

    def tap_a_choice(self) -> None:
        """Again, if the board moved away under her finger to show her something, or if it is where she stands, to which there is no way."""
        drawn = self.page.locator(".decision .route")
        for _ in range(5):
            self.point_at(self.rng.choice(self.choices()))
            with suppress(TimeoutError):
                drawn.first.wait_for(timeout=A_WHILE_MS)
                return
        raise AssertionError("expected a way to be drawn to the dot that was tapped; got none")

    def point_at(self, dot: int) -> None:
        tap_dot(self.page, dot, touch=self.visitor.size == "phone")

    def choices(self) -> list[int]:
        """The dots that can be chosen on the board and that a finger can reach."""
        self.page.wait_for_selector(".dot.selectable")
        self.page.evaluate(STILL)
        dots: list[int] = self.page.locator(".dot.selectable").evaluate_all(REACHABLE)
        return dots

    def press_primary(self, asked: dict[str, str]) -> None:
        """What is proposed; where nothing is, as to a guard who may go anywhere, one of the ways, perhaps several steps at once."""
        try:
            self.press(proposed(asked["decision"]))
        except TimeoutError:
            assert self.asked() != asked, "expected something to press; got nothing"  # else the page has gone on by itself

    def press(self, wanted: str) -> None:
        self.page.locator(wanted).last.click(timeout=A_WHILE_MS)

    def play_on(self, until: Callable[[dict[str, str]], bool] = lambda asked: False) -> dict[str, str]:
        """Answers until the night is over, or a question comes that is waited for."""
        for _ in range(STEPS):
            asked = self.wait()
            if asked["question"] == "end" or until(asked):
                return asked
            self.answer(asked)
        raise AssertionError(f"expected the night to end within {STEPS} answers; it goes on")


def play_together(people: Sequence[Seated], watch: Callable[[Seated], None] = lambda seated: None) -> None:
    """Everybody answers as she is asked, until all see the end."""
    began = time.monotonic()
    while time.monotonic() - began < LONGEST:
        states = [(each, each.asked()) for each in people]
        waiting = [(each, asked) for each, asked in states if asked and asked["question"] != "end"]
        if all(asked and asked["question"] == "end" for _, asked in states):
            return
        for each, asked in waiting:
            watch(each)
            each.answer(asked)
        if not waiting:
            people[0].page.wait_for_timeout(40)  # nobody is asked: bots think
    shown = [each.page.locator(".decision").evaluate_all("all => all.map(each => [{...each.dataset}, each.innerText])") for each in people]
    raise AssertionError(f"expected the night to end; it goes on: {[each.answered for each in people]}, {shown}")


def tap_dot(page: Page, dot: int, *, touch: bool = False) -> None:
    """On the board, where the dot is drawn."""
    box = page.locator(f"[data-dot='{dot}'] .stone").bounding_box()
    assert box is not None, f"dot {dot} is not drawn"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if touch:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
