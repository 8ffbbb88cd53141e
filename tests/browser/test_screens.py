"""Every screen: axe finds nothing serious, nothing is scrolled sideways, labels fit a small phone, and four languages are spoken."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.kit.browser import LANGUAGES, Visitor, axe_faults
from tests.kit.screens import ROADS, fits, labels_cut_off

UNSAID = re.compile(
    r"\b(?:book|coach|common|events|game|learn|lessons|lobby|options|play|refusals|replay|rules|scenes|takeover|today|tv)\.[a-z]+[\w.-]*"
    r"|\{\w+\}|undefined|NaN|\[object"
)
WITHOUT_CODES = """() => {
    const codes = [...document.querySelectorAll('code:not([hidden])')];
    codes.forEach(code => { code.hidden = true; });
    const text = document.body.innerText;
    codes.forEach(code => { code.hidden = false; });
    return text;
}"""
OURS = {"Nuns on the Run"}  # the name of the game is not translated


@pytest.mark.smoke
@pytest.mark.parametrize("road", ROADS)
def test_the_screens_on_a_road_are_for_everyone(visit: Visit, road: str) -> None:
    visitor = visit()
    faults = []
    for screen in ROADS[road](visitor):
        faults += [f"{screen}, {fault}" for fault in (*large_faults(visitor), *small_faults(visitor))]
        visitor.resize("desktop")
        visitor.shine("night")
    assert faults == []


def large_faults(visitor: Visitor) -> Iterator[str]:
    """By night on a large screen: what axe finds, what is wider than the screen, and what is not said in a language."""
    yield from [f"large: {fault}" for fault in axe_faults(visitor.page)]
    english = set[str]()
    for language in LANGUAGES:
        visitor.speak(language)
        text = said_on(visitor.page)
        yield from [f"{language}: says {found}" for found in UNSAID.findall(text)]
        if not fits(visitor.page):
            yield f"{language}, large: wider than the screen"
        if language == "en":
            english = lines(text)
            assert english, "the screen says nothing"
        else:
            yield from [f"{language}: says in English: {found}" for found in lines(text) & english]


def small_faults(visitor: Visitor) -> Iterator[str]:
    """On vellum on a small phone: labels that are cut off, what is wider than the screen, and what axe finds."""
    visitor.resize("phone")
    visitor.shine("vellum")
    for language in reversed(LANGUAGES):
        visitor.speak(language)
        if not fits(visitor.page):
            yield f"{language}, small: wider than the screen"
        yield from [f"{language}, small: {label}" for label in labels_cut_off(visitor.page)]
    yield from [f"small: {fault}" for fault in axe_faults(visitor.page)]


def said_on(page: Page) -> str:
    """All that a page says, but for codes, which are the same in every language."""
    return str(page.evaluate(WITHOUT_CODES))


def lines(text: str) -> set[str]:
    """What is said in three words or more; a name or a number may be the same everywhere."""
    return {line for line in map(str.strip, text.splitlines()) if len(re.findall(r"\b[^\W\d]{2,}\b", line)) >= 3} - OURS
