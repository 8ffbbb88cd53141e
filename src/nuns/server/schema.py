"""The JSON Schema of everything that goes over the wire, from which the client's types are made.

``python -m nuns.server.schema`` writes it to ``web/src/protocol/schema.json``, and beside it ``editions.json``, which is the answer of
``/api/editions``, and ``codes.json``, the codes of refusals and reasons with their placeholders: the client's tests check with them that
every edition, option and code has its words.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from nuns.referee import codes
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.explain import Explanation
from nuns.server import protocol
from nuns.server.web.api import board, values
from nuns.server.web.replay import Replay

SCHEMA = Path(__file__).parents[3] / "web/src/protocol/schema.json"
EDITIONS = SCHEMA.with_name("editions.json")
CODES = SCHEMA.with_name("codes.json")
UNIONS = {"Action": Action, "Event": Event, "ServerMessage": protocol.ServerMessage, "ClientMessage": protocol.ClientMessage}
ANSWERS = (
    values.Attended,
    values.BotSitting,
    values.ConventPlan,
    values.Distances,
    values.Earshot,
    values.Editions,
    values.Key,
    values.Lobby,
    values.Measure,
    values.NewTable,
    values.Reason,
    values.Records,
    values.SeatLink,
    values.Sights,
    values.Sitting,
    Explanation,
    Replay,
)


def schema() -> dict[str, Any]:
    """Every type by its name under ``$defs``; the unions beside the Structs of which they are made."""
    parts, components = msgspec.json.schema_components([*UNIONS.values(), *ANSWERS], ref_template="#/$defs/{name}")
    unions = dict(zip(UNIONS, parts, strict=False))
    named = {**unions, **{name: by_name(component, unions) for name, component in components.items()}}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "nuns", "$defs": dict(sorted(named.items()))}


def by_name(part: Any, unions: dict[str, Any]) -> Any:
    """A schema in which the unions are named rather than spelt out."""
    for name, union in unions.items():
        if part == union:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(part, dict):
        return {key: by_name(value, unions) for key, value in part.items()}
    return [by_name(each, unions) for each in part] if isinstance(part, list) else part


def written() -> dict[Path, str]:
    """The files for the client, and what stands in them."""
    parts = {SCHEMA: schema(), EDITIONS: msgspec.to_builtins(board.editions()), CODES: codes.declared()}
    return {path: json.dumps(part, indent=2, ensure_ascii=False) + "\n" for path, part in parts.items()}


if __name__ == "__main__":
    for path, text in written().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
