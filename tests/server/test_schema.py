"""The schema that the client's types are made of."""

from pathlib import Path

import pytest

from nuns.server.schema import CODES, EDITIONS, SCHEMA, VERSION, schema, written


@pytest.mark.parametrize("path", [SCHEMA, EDITIONS, CODES, VERSION], ids=lambda path: path.name)
def test_what_is_committed_for_the_client_is_of_this_code(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == written()[path], "run make types"


def test_every_reference_is_defined() -> None:
    defined = schema()["$defs"]

    def references(part: object) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"].removeprefix("#/$defs/")} if isinstance(part.get("$ref"), str) else set()
            return own.union(*(references(value) for value in part.values()))
        return set().union(*(references(each) for each in part)) if isinstance(part, list) else set()

    assert references(defined) <= set(defined)
