"""Each language: every screen speaks it, and nothing is left in English or unsaid."""

import re

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Visit
from tests.kit.browser import LANGUAGES, House, Visitor
from tests.kit.screens import SCREENS

SPOKEN = ("home", "new-table", "lobby", "plan", "guards", "end", "replay-statistics", "replay-seal", "not-found")
UNSAID = re.compile(
    r"\b(?:coach|common|events|game|lobby|options|play|refusals|replay|rules)\.[a-z]+[\w.-]*|\{\w+\}|undefined|NaN|\[object"
)
OURS = {"Nuns on the Run"}  # the name of the game is not translated


def lines(text: str) -> set[str]:
    """What is said in three words or more; a name or a number may be the same everywhere."""
    return {line for line in map(str.strip, text.splitlines()) if len(re.findall(r"[^\W\d]{2,}", line)) >= 3} - OURS


@pytest.fixture(scope="module")
def english(browser: Browser, house: House) -> dict[str, set[str]]:
    """What each screen says in English."""
    said = {}
    for screen in SPOKEN:
        visitor = Visitor(browser, house)
        SCREENS[screen](visitor)
        said[screen] = lines(visitor.page.inner_text("body"))
        visitor.leave()
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_speaks_the_language(visit: Visit, english: dict[str, set[str]], language: str) -> None:
    faults = []
    for screen in SPOKEN:
        visitor = visit(language=language)
        SCREENS[screen](visitor)
        text = visitor.page.inner_text("body")
        assert visitor.page.locator("html").get_attribute("lang") == language
        faults += [f"{screen} says {found}" for found in UNSAID.findall(text)]
        if language != "en":
            assert english[screen], f"{screen} says nothing"
            faults += [f"{screen} says in English: {found}" for found in lines(text) & english[screen]]
        visitor.page.close()
    assert faults == []
