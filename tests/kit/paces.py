"""``python -m tests.kit.paces [TURNS]``: one night, watched at three paces, as Markdown tables of what its reader waited for.

The deal, the dice and her choices are the same each time, so the paces can be compared beat by beat.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from tests.kit.browser import Visitor, launched, open_house
from tests.kit.page_player import LONG_MS, Seated, seat_table, short_night

PACES = ("slow", "normal", "fast")
TURNS = 6
FINDING, A_CHARACTER = 400, 30  # milliseconds in which our reader finds a sentence, and reads a character of it
WATCH = """() => {
    window.watched = [];
    window.ready = [];  // milliseconds from each stamp to the button that goes on
    const now = () => {
        const stamp = document.querySelector('[data-testid=stamp]'), strip = document.querySelector('.recap');
        const question = document.querySelector('.decision')?.dataset.question;
        if (document.querySelector('[data-testid=end]')) return ['end', '', ''];
        if (stamp) return ['decisive', strip?.dataset.event ?? '', stamp.querySelector('h2').textContent];
        if (strip) return [strip.dataset.weight, strip.dataset.event, strip.querySelector('p').textContent];
        return [['none', 'written', undefined].includes(question) ? 'waiting' : 'decision', '', ''];
    };
    let stamped = null;
    const frame = at => {
        const shown = now(), stamp = document.querySelector('[data-testid=stamp]');
        if (window.watched.at(-1)?.shown.join() !== shown.join()) window.watched.push({at, shown});
        if (stamp && stamp !== stamped?.stamp) stamped = {stamp, at, isOpen: true};
        if (stamp && stamped.isOpen && stamp.querySelector('button:enabled')) {
            window.ready.push(at - stamped.at);
            stamped.isOpen = false;
        }
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""
# What begins a part of the turn; everything else belongs to the part in which it happens.
PARTS = {
    "novice_moved": "novices",
    "rolled": "noise",
    "path_taken": "guards",
    "guard_stepped": "guards",
}
COLUMNS = ("novices", "noise", "guards", "waiting for bots")


class Shown(NamedTuple):
    """What stood on the screen, in which part of the turn, and for how many seconds."""

    kind: str
    part: str
    what: str
    seconds: float


class Night(NamedTuple):
    """A night as a novice was told it, as somebody was who only watched, and the longest time until what stopped it could be gone past."""

    hers: list[Shown]
    watched: list[Shown]
    ready: float


def watch(visitor: Visitor, spectator: Visitor, pace: str, turns: int) -> Night:
    """Plays a night as a novice against two bots and two guards; she reads what stops the night, and goes on."""
    for each in (visitor, spectator):
        each.context.add_init_script(f"localStorage.setItem('nuns.table.pace', '\"{pace}\"')")
    seated = Seated(visitor, seat_table(visitor, short_night(turns=turns, novices=3), {"a": visitor}), seed=4)
    seated.wait()
    spectator.page.goto(visitor.page.url)
    spectator.page.locator("section.board").wait_for(timeout=LONG_MS)
    for each in (visitor, spectator):
        each.page.evaluate(WATCH)
    while (asked := seated.wait())["question"] != "end":
        if asked["question"] == "stamp":
            text = visitor.page.get_by_test_id("stamp").inner_text()
            visitor.page.wait_for_timeout(FINDING + A_CHARACTER * len(text))
        seated.answer(asked)
    spectator.page.get_by_test_id("end").wait_for(timeout=LONG_MS)
    hers, watched = (list(spans(each.page.evaluate("() => window.watched"))) for each in (visitor, spectator))
    return Night(hers, watched, max(visitor.page.evaluate("() => window.ready")) / 1000)


def spans(watched: list[dict[str, Any]]) -> Iterator[Shown]:
    part = "novices"
    for one, two in pairwise(watched):
        kind, event, what = one["shown"]
        part = PARTS.get(event, part)
        yield Shown(kind, "waiting for bots" if kind == "waiting" else part, what, (two["at"] - one["at"]) / 1000)


def longest_wait(shown: Sequence[Shown]) -> Sequence[Shown]:
    """Returns what was on the screen in the longest time between two things that a person may do, other than skipping."""
    longest, row = list[Shown](), list[Shown]()
    for span in shown:
        row = [] if span.kind in ("decision", "decisive") else [*row, span]
        longest = max(longest, row, key=seconds)
    return longest


def seconds(shown: Sequence[Shown], kind: str | None = None) -> float:
    """Returns how long all of it took, or what is of one kind."""
    return sum(span.seconds for span in shown if kind in (None, span.kind))


def row(name: str, cells: Sequence[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def by_part(nights: dict[str, Night], turns: int) -> Iterator[str]:
    """Yields the table of seconds a turn."""
    yield row("pace", (*COLUMNS, "one notable beat", "longest wait", "of which passes by"))
    yield row("---", ["---:"] * (len(COLUMNS) + 3))
    for pace, (shown, _, _) in nights.items():
        passed = [span for span in shown if span.kind not in ("decision", "decisive")]
        notable = [span.seconds for span in shown if span.kind == "notable"]
        cells = [f"{seconds([span for span in passed if span.part == part]) / turns:.1f}" for part in COLUMNS]
        longest = longest_wait(shown)
        beat = f"{mean(notable):.1f}" if notable else "–"
        yield row(pace, (*cells, beat, f"{seconds(longest):.1f}", f"{seconds(longest, 'ambient'):.1f}"))


def by_beat(nights: Sequence[Sequence[Shown]], paces: Sequence[str]) -> Iterator[str]:
    """Yields the table of decisive beats, with the seconds that each stayed."""
    yield row("decisive beat", paces)
    yield row("---", ["---:"] * len(paces))
    found = [[span for span in shown if span.kind == "decisive"] for shown in nights]
    for beats in zip(*found, strict=True):
        yield row(beats[0].what, [f"{beat.seconds:.1f}" for beat in beats])


def main(arguments: list[str]) -> int:
    if len(arguments) > 1 or not all(each.isdigit() for each in arguments):
        print(f"expected a number of turns; got {' '.join(arguments)}", file=sys.stderr)
        return 2
    turns = int(arguments[0]) if arguments else TURNS
    nights = {}
    with TemporaryDirectory() as home, sync_playwright() as playwright, open_house(Path(home)) as house:
        browser = launched(playwright)
        for pace in PACES:
            people = [Visitor(browser, house, moving=True) for _ in range(2)]
            nights[pace] = watch(people[0], people[1], pace, turns)
            for each in people:
                each.leave()
        browser.close()
    print(f"Seconds a turn, in {turns} turns.\n")
    print("\n".join(by_part(nights, turns)))
    print(f"\nSeconds until she went on; she could after {max(night.ready for night in nights.values()):.1f} at most.\n")
    print("\n".join(by_beat([night.hers for night in nights.values()], PACES)))
    print("\nSeconds until it went by itself, for somebody who only watches.\n")
    print("\n".join(by_beat([night.watched for night in nights.values()], PACES)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
