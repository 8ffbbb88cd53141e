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
from tests.kit.page_player import Seated, seat_table, short_night

PACES = ("slow", "normal", "fast")
TURNS = 6
FINDING, A_CHARACTER = 400, 30  # milliseconds in which our reader finds a sentence, and reads a character of it
WATCH = """() => {
    window.watched = [];
    const now = () => {
        const stamp = document.querySelector('[data-testid=stamp]'), strip = document.querySelector('.recap');
        const question = document.querySelector('.decision')?.dataset.question;
        if (document.querySelector('[data-testid=end]')) return ['end', '', ''];
        if (stamp) return ['decisive', strip?.dataset.event ?? '', stamp.querySelector('h2').textContent];
        if (strip) return [strip.dataset.weight, strip.dataset.event, strip.querySelector('p').textContent];
        return [['none', 'written', undefined].includes(question) ? 'waiting' : 'decision', '', ''];
    };
    const frame = at => {
        const shown = now();
        if (window.watched.at(-1)?.shown.join() !== shown.join()) window.watched.push({at, shown});
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
    "turn_ended": "end of the turn",
    "tokens_cleared": "end of the turn",
}
COLUMNS = ("novices", "noise", "guards", "end of the turn", "waiting for bots")


class Shown(NamedTuple):
    """What stood on the screen, in which part of the turn, and for how many seconds."""

    kind: str
    part: str
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
    part = "novices"
    for one, two in pairwise(watched):
        kind, event, what = one["shown"]
        part = PARTS.get(event, part)
        yield Shown(kind, "waiting for bots" if kind == "waiting" else part, what, (two["at"] - one["at"]) / 1000)


def longest_wait(shown: Sequence[Shown]) -> float:
    """Returns the longest time between two things that a person may do, other than skipping: seconds."""
    longest = row = 0.0
    for span in shown:
        row = 0.0 if span.kind in ("decision", "decisive") else row + span.seconds
        longest = max(longest, row)
    return longest


def row(name: str, cells: Sequence[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def by_part(nights: dict[str, list[Shown]], turns: int) -> Iterator[str]:
    """Yields the table of seconds a turn."""
    yield row("pace", (*COLUMNS, "one notable beat", "longest wait"))
    yield row("---", ["---:"] * (len(COLUMNS) + 2))
    for pace, shown in nights.items():
        passed = [span for span in shown if span.kind not in ("decision", "decisive")]
        notable = [span.seconds for span in shown if span.kind == "notable"]
        cells = [f"{sum(span.seconds for span in passed if span.part == part) / turns:.1f}" for part in COLUMNS]
        yield row(pace, (*cells, f"{mean(notable):.1f}" if notable else "–", f"{longest_wait(shown):.1f}"))


def by_beat(nights: dict[str, list[Shown]]) -> Iterator[str]:
    """Yields the table of decisive beats, with the seconds that each stayed until the reader went on."""
    yield row("decisive beat", tuple(nights))
    yield row("---", ["---:"] * len(nights))
    found = [[span for span in shown if span.kind == "decisive"] for shown in nights.values()]
    for beats in zip(*found, strict=False):
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
            visitor = Visitor(browser, house, moving=True)
            nights[pace] = watch(visitor, pace, turns)
            visitor.leave()
        browser.close()
    print("Seconds a turn.\n")
    print("\n".join(by_part(nights, turns)))
    print("\nSeconds on the screen.\n")
    print("\n".join(by_beat(nights)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
