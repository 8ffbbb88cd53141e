"""The schema that the client's types are made of."""

from nuns.server.schema import SCHEMA, schema, written


def test_the_committed_schema_is_the_one_of_this_code() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == written(), "run python -m nuns.server.schema, and make the client's types anew"


def test_every_reference_is_defined() -> None:
    defined = schema()["$defs"]

    def references(part: object) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"].removeprefix("#/$defs/")} if isinstance(part.get("$ref"), str) else set()
            return own.union(*(references(value) for value in part.values()))
        return set().union(*(references(each) for each in part)) if isinstance(part, list) else set()

    assert references(defined) <= set(defined)
