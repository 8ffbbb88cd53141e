"""The JSON Schema of everything that goes over the wire, from which the client's types are made.

``python -m nuns.server.schema`` writes it to ``web/src/protocol/schema.json``, and beside it ``editions.json``, which is the answer of
``/api/editions``, ``codes.json``, the codes of refusals and reasons with their placeholders, ``transcript.json``, the fields of events that
a seat's transcript is made of, and ``version.json``, the version of the API and the subprotocol of the sockets.
The client's tests check that every edition, option and code has its words; a page asks to be reloaded when the server has another version.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from nuns.lessons.course import LessonMoment
from nuns.lessons.puzzle_course import PuzzleMoment
from nuns.lessons.scenes import ShownScene
from nuns.referee import codes, transcript
from nuns.referee.actions import Action
from nuns.referee.aims import Aim
from nuns.referee.events import Event
from nuns.referee.explain import Explanation
from nuns.server import protocol
from nuns.server.web.api import analyses, board, board_values, lessons, puzzles, values
from nuns.server.web.replay import Replay
from nuns.server.web.replay_belief import ReplayBelief

SCHEMA = Path(__file__).parents[3] / "web/src/protocol/schema.json"
EDITIONS = SCHEMA.with_name("editions.json")
CODES = SCHEMA.with_name("codes.json")
TRANSCRIPT = SCHEMA.with_name("transcript.json")
VERSION = SCHEMA.with_name("version.json")
UNIONS = {"Action": Action, "Event": Event, "ServerMessage": protocol.ServerMessage, "ClientMessage": protocol.ClientMessage}
ANSWERS = (
    values.TableAccess,
    values.BotSitting,
    values.Calendar,
    board_values.ConventPlan,
    board_values.Distances,
    board_values.Earshot,
    values.Editions,
    values.Key,
    values.Lobby,
    board_values.Measure,
    values.Network,
    values.NewTable,
    values.Reason,
    values.RecordMoment,
    values.Records,
    values.SeatLink,
    board_values.Sights,
    values.Sitting,
    values.Takeover,
    values.Today,
    analyses.AnalysisProgress,
    lessons.LessonActions,
    lessons.LessonAdvice,
    lessons.Lessons,
    lessons.Scenes,
    puzzles.PuzzleAnswer,
    puzzles.Puzzles,
    Aim,
    Explanation,
    LessonMoment,
    PuzzleMoment,
    Replay,
    ReplayBelief,
    ShownScene,
)


def schema() -> dict[str, Any]:
    """Returns every type by its name under ``$defs``; the unions stand beside the Structs of which they are made."""
    parts, components = msgspec.json.schema_components([*UNIONS.values(), *ANSWERS], ref_template="#/$defs/{name}")
    unions = dict(zip(UNIONS, parts, strict=False))
    named = {**unions, **{name: by_name(component, unions) for name, component in components.items()}}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "nuns", "$defs": dict(sorted(named.items()))}


def by_name(part: Any, unions: dict[str, Any]) -> Any:
    """Returns a schema in which the unions are referred to by name rather than spelt out."""
    for name, union in unions.items():
        if part == union:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(part, dict):
        return {key: by_name(value, unions) for key, value in part.items()}
    return [by_name(each, unions) for each in part] if isinstance(part, list) else part


def written() -> dict[Path, str]:
    """Returns the text of each generated file, by its path."""
    parts = {
        SCHEMA: schema(),
        EDITIONS: msgspec.to_builtins(board.editions()),
        CODES: codes.declared_codes(),
        TRANSCRIPT: transcript.FIELDS,
        VERSION: {"api": protocol.API_VERSION, "updates": protocol.UPDATES},
    }
    return {path: json.dumps(part, indent=2, ensure_ascii=False) + "\n" for path, part in parts.items()}


if __name__ == "__main__":
    for path, text in written().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
