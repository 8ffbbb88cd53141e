"""Refusals: every one has a word, a status, a sentence, and words in all languages of the page."""

import json
import re
from http import HTTPStatus
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from nuns.server.protocol import Refused
from nuns.server.refusal import Refusal, RefusalValues, Why

TEXTS = Path(__file__).parents[2] / "web/src/i18n"
EXAMPLES: RefusalValues = {
    "chair": "a",
    "chairs": ("guards", "a"),
    "status": "playing",
    "code": "lamp{}",
    "most": 5,
    "seconds": 10,
    "said": "a walk is 3 or 4 {dots} (rule 5.1)",
}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def words(language: str) -> dict[str, str]:
    """What a page says in that language."""
    if language != "en":
        found: dict[str, str] = json.loads((TEXTS / language / "refusals.json").read_text("utf-8"))
        return found
    return dict(re.findall(r"^  '?([\w-]+)'?: '(.*)',$", (TEXTS / "en/refusals.ts").read_text("utf-8"), re.M))


@pytest.mark.parametrize("language", ["en", "fr", "it", "nl"])
def test_every_refusal_can_be_said_in_every_language(language: str) -> None:
    """With nothing in it that the server does not tell; what the rules and the notation say is told by codes, the rest is English."""
    said = words(language)
    assert set(said) == {why.value for why in Why}
    for why in Why:
        assert gaps(said[why.value]) <= gaps(why.sentence), why
        assert ("said" in gaps(said[why.value])) == (why in (Why.RULES, Why.NOTATION)), why


@pytest.mark.parametrize("why", Why)
def test_a_refusal_is_a_sentence_with_its_values(why: Why) -> None:
    values: RefusalValues = {name: EXAMPLES[name] for name in gaps(why.sentence)}  # type: ignore[literal-required, assignment]
    refusal = Refusal(why, **values)
    assert refusal.status == HTTPStatus(refusal.status)
    assert str(refusal) == refusal.reason != ""
    sent = Refused(id=1, why=why, reason=refusal.reason, values=refusal.values)
    assert msgspec.json.decode(msgspec.json.encode(sent), type=Refused) == sent


def test_a_refusal_without_one_of_its_values_cannot_be_made() -> None:
    with pytest.raises(KeyError):
        Refusal(Why.CHAIR_TAKEN)


def test_chairs_are_told_one_by_one() -> None:
    assert Refusal(Why.NO_SUCH_CHAIR, chair="f", chairs=("guards", "a")).reason == "expected a seat at this table (guards, a); got f"
