"""``python -m tests.kit.paces [TURNS]``: a night played and watched at three paces, as a Markdown table of what its reader waited for."""

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from tests.kit.browser import Visitor, launched, open_house
from tests.kit.page_player import Seated, seat_table, short_night

PACES = ("slow", "normal", "fast")
TURNS = 5
FINDING, A_CHARACTER = 400, 30  # milliseconds in which our reader finds a sentence, and reads a character of it
WATCH = """() => {
    window.watched = [];
    const now = () => {
        const stamp = document.querySelector('[data-testid=stamp]'), strip = document.querySelector('.recap');
        const question = document.querySelector('.decision')?.dataset.question;
        if (document.querySelector('[data-testid=end]')) return 'end';
        if (stamp) return 'decisive ' + stamp.dataset.stamp;
        if (strip) return strip.dataset.weight + ' ' + strip.querySelector('p').textContent;
        return ['none', 'written', undefined].includes(question) ? 'waiting' : 'decision';
    };
    const frame = at => {
        const shown = now();
        if (window.watched.at(-1)?.shown !== shown) window.watched.push({at, shown});
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""


class Shown(NamedTuple):
    """What stood on the screen, and for how many seconds."""

    kind: str
    what: str
    seconds: float


def watch(visitor: Visitor, pace: str, turns: int) -> list[Shown]:
    """Plays a night as a novice against two bots and two guards; she reads what stops the night, and goes on."""
    visitor.context.add_init_script(f"localStorage.setItem('nuns.table.pace', '\"{pace}\"')")
    seated = Seated(visitor, seat_table(visitor, short_night(turns=turns, novices=3), {"a": visitor}), seed=4)
    seated.wait()
    visitor.page.evaluate(WATCH)
    while (asked := seated.wait())["question"] != "end":
        if asked["question"] == "stamp":
            text = visitor.page.get_by_test_id("stamp").inner_text()
            visitor.page.wait_for_timeout(FINDING + A_CHARACTER * len(text))
        seated.answer(asked)
    return list(spans(visitor.page.evaluate("() => window.watched")))


def spans(watched: list[dict[str, Any]]) -> Iterator[Shown]:
    for one, two in pairwise(watched):
        kind, _, what = one["shown"].partition(" ")
        yield Shown(kind, what, (two["at"] - one["at"]) / 1000)


def longest_wait(shown: list[Shown]) -> float:
    """Returns the longest time between two things that a person may do, other than skipping: seconds."""
    longest = row = 0.0
    for span in shown:
        row = 0.0 if span.kind in ("decision", "decisive") else row + span.seconds
        longest = max(longest, row)
    return longest


def row(pace: str, shown: list[Shown], turns: int) -> str:
    def total(kind: str) -> float:
        return sum(span.seconds for span in shown if span.kind == kind) / turns

    notable = [span.seconds for span in shown if span.kind == "notable"]
    decisive = [f"{span.what} {span.seconds:.1f}" for span in shown if span.kind == "decisive"]
    figures = [
        *(f"{total(kind):.1f}" for kind in ("ambient", "notable", "waiting")),
        f"{mean(notable):.1f}" if notable else "–",
        f"{longest_wait(shown):.1f}",
        ", ".join(decisive) or "–",
    ]
    return f"| {pace} | {' | '.join(figures)} |"


def main(arguments: list[str]) -> int:
    if len(arguments) > 1 or not all(each.isdigit() for each in arguments):
        print(f"expected a number of turns; got {' '.join(arguments)}", file=sys.stderr)
        return 2
    turns = int(arguments[0]) if arguments else TURNS
    print("Seconds a turn, and seconds each beat stayed.\n")
    print("| pace | passing by | worth reading | waiting for bots | one notable beat | longest wait | decisive beats |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with TemporaryDirectory() as home, sync_playwright() as playwright, open_house(Path(home)) as house:
        browser = launched(playwright)
        for pace in PACES:
            visitor = Visitor(browser, house, moving=True)
            print(row(pace, watch(visitor, pace, turns), turns), flush=True)
            visitor.leave()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
