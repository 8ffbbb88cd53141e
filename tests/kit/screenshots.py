"""``python -m tests.kit.screenshots FOLDER [ROAD...]``: a picture of every screen on these roads, in two sizes and two lights."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.kit.browser import SIZES, THEMES, Visitor, launched, open_house
from tests.kit.page_player import STILL
from tests.kit.screens import ROADS


def take(folder: Path, roads: list[str]) -> None:
    """One file each, ``plan-phone-vellum.png``."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as home, sync_playwright() as playwright, open_house(Path(home)) as house:
        browser = launched(playwright)
        for road in roads:
            for size in SIZES:
                visitor = Visitor(browser, house, size=size)
                for screen in ROADS[road](visitor):
                    picture(visitor, folder / f"{screen}-{size}")
                visitor.leave()
        browser.close()


def picture(visitor: Visitor, name: Path) -> None:
    """In both lights, with the board at rest and its ground drawn."""
    for theme in reversed(THEMES):  # and back in the light it came in
        visitor.shine(theme)
        if visitor.page.locator("section.board").count():
            visitor.page.wait_for_function("[...document.images].every(each => each.complete && each.naturalWidth)")
            visitor.page.evaluate(STILL)
        visitor.page.screenshot(path=f"{name}-{theme}.png")


def main(arguments: list[str]) -> int:
    if not arguments or not set(arguments[1:]) <= set(ROADS):
        print(f"expected a folder and roads among {', '.join(ROADS)}; got {' '.join(arguments) or 'nothing'}", file=sys.stderr)
        return 2
    take(Path(arguments[0]), arguments[1:] or list(ROADS))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
