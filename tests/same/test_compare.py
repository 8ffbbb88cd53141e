"""The comparison itself: it tells what has changed, what is new and what is gone, and masks only what may differ."""

import json

import pytest

from tests.same.compare import HASHES, PARTS, differences, hash_of, names_of
from tests.same.text import plain_json


def test_every_kind_of_difference_is_told() -> None:
    assert differences({"a": "1", "b": "2"}, {"a": "1", "b": "2"}) == []
    assert differences({"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "4", "d": "3"}) == ["has changed: b", "is gone: c", "is new: d"]


def test_no_text_is_no_proof() -> None:
    assert hash_of("a") != hash_of("b")
    with pytest.raises(AssertionError):
        hash_of("")


def test_only_times_versions_and_last_digits_are_masked() -> None:
    one = '{"seconds": 1.5, "version": "0.2.0+00112233445566aa", "rate": 0.1234561, "games": 1234567}'
    other = '{"seconds": 2.5, "version": "0.3.0+ffffffffffffffff", "rate": 0.1234562, "games": 1234567}'
    assert plain_json(one) == plain_json(other)
    assert plain_json(one) != plain_json(one.replace("0.1234561", "0.1235561"))
    assert plain_json(one) != plain_json(one.replace("1234567}", "1234568}"))


def test_there_is_a_hash_for_everything() -> None:
    assert {name for part in PARTS for name in names_of(part)} == json.loads(HASHES.read_text(encoding="utf-8")).keys()
