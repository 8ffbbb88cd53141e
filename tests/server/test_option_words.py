"""Every option and edition has its words in all languages of the page, and no words are left over."""

import json
from pathlib import Path

import pytest

from nuns.rules.options import EDITIONS, NAMES, choices_of

TEXTS = Path(__file__).parents[2] / "web/src/i18n"
NUMBERS_WITH_WORDS = {"hearing-limit": ("0", "6")}  # nought is no limit, which a number does not say
SHARED = ("group.", "switch.")  # headings of the form, and the words for a mere switch


def words(language: str, space: str) -> set[str]:
    found: dict[str, object] = json.loads((TEXTS / language / f"{space}.json").read_text("utf-8"))
    return set(found)


def keys_of(name: str) -> set[str]:
    """Its name, what it is about, and each of its values, unless they are no more than on and off or a mere number."""
    values = [choice.word for choice in choices_of(name)]
    named = values if set(values) != {"on", "off"} else []
    named = list(NUMBERS_WITH_WORDS.get(name, named))
    return {name, f"{name}.help", *(f"{name}.{value}" for value in named)}


@pytest.mark.parametrize("language", ["fr", "it", "nl"])
def test_every_option_has_its_words(language: str) -> None:
    """English has the keys of the others (``texts.test.ts``)."""
    needed = {key for name in NAMES for key in keys_of(name)}
    assert {key for key in words(language, "options") if not key.startswith(SHARED)} == needed


@pytest.mark.parametrize("language", ["fr", "it", "nl"])
def test_every_edition_has_its_words(language: str) -> None:
    assert {f"edition.{name}" for name in EDITIONS} <= words(language, "game")
    assert {f"edition.{name}.text" for name in EDITIONS} <= words(language, "lobby")
