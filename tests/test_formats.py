"""docs/formats.md: every event with its fields, and notation that is read."""

import re
from pathlib import Path

import msgspec
import pytest

from nuns.referee import events as ev
from nuns.referee.notation import read, written

TEXT = (Path(__file__).parents[1] / "docs" / "formats.md").read_text(encoding="utf-8")
ROWS = {name: row for row in re.findall(r"^\| .+ \|$", TEXT, re.MULTILINE) for name in re.findall(r"`(\w+)`", row.split("|")[1])}


@pytest.mark.parametrize("kind", ev.Event.__args__, ids=lambda kind: kind.__name__)
def test_an_event_is_listed_with_its_fields(kind: type[msgspec.Struct]) -> None:
    row = ROWS[str(kind.__struct_config__.tag)]
    fields = [field.encode_name for field in msgspec.structs.fields(kind) if field.name != "turn"]
    assert [field for field in fields if f"`{field}`" not in row.split("|", 2)[2]] == []


def test_the_notation_that_is_shown_is_read() -> None:
    section = TEXT.partition("## Notation")[2].partition("A step is an intent")[0]
    cells = [row.split("|")[2] for row in re.findall(r"^\| .+ \|$", section, re.MULTILINE)[1:]]
    lines = [line for cell in cells for line in re.findall(r"`([^`]+)`", cell)]
    assert len(lines) > 20
    assert [written(read(line)) for line in lines] == lines
