"""Each language: every screen speaks it, and nothing is left in English or unsaid."""

import re

import pytest

from tests.browser.conftest import Visit
from tests.kit.browser import LANGUAGES
from tests.kit.screens import SCREENS

SPOKEN = ("home", "new-table", "lobby", "plan", "guards", "end", "replay", "replay-statistics", "replay-seal", "not-found")
UNSAID = re.compile(r"\b(?:coach|common|events|game|lobby|options|play|replay|rules)\.[a-z]+[\w.-]*|\{\w+\}|undefined|NaN|\[object")
OURS = {"Nuns on the Run"}  # the name of the game is not translated


@pytest.fixture(scope="module")
def english() -> dict[str, set[str]]:
    """What each screen says in English, filled as it is seen."""
    return {}


def lines(text: str) -> set[str]:
    """What is said in three words or more; a name or a number may be the same everywhere."""
    return {line for line in map(str.strip, text.splitlines()) if len(re.findall(r"[^\W\d]{2,}", line)) >= 3} - OURS


@pytest.mark.parametrize("screen", SPOKEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_speaks_the_language(visit: Visit, english: dict[str, set[str]], language: str, screen: str) -> None:
    visitor = visit(language=language)
    SCREENS[screen](visitor)
    text = visitor.page.inner_text("body")
    assert visitor.page.locator("html").get_attribute("lang") == language
    assert UNSAID.findall(text) == []
    if language == "en":
        english[screen] = lines(text)
    else:
        assert lines(text) & english[screen] == set()
