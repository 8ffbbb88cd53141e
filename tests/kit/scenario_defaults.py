"""An evening on which one paragraph is shown: everyone is out of the way until a test puts her somewhere."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.kit.audit import FACTS
from tests.kit.audit.convent import load
from tests.kit.scenario import Night, of_kind

FACTS_OF_THE_BOARD = load(FACTS)
BOOKS = ("mayfair", "reference", "italian", "dutch")  # the editions for which the scenes of the chapters are written
ARC_EDITIONS = ("mayfair", "reference", "italian")
OUT_OF_THE_WAY = 153  # on the outer wall; no cell, key, wish or path is near


def evening(
    edition: str = "mayfair", novices: Iterable[int] = (4,), *, keys: Mapping[int, int] | None = None, also: str = "opening=single"
) -> Night:
    """One ordinary movement is about to be written, without blessings; both guards are far away and have yet to take a step."""
    night = Night(f"{edition}(blessings=off,{also})", novices, keys=keys)
    night.pass_time("plan")
    night.put_guard("abbess", OUT_OF_THE_WAY)
    night.put_guard("prioress", OUT_OF_THE_WAY)
    return night


def on_watch(night: Night, guard: str, came_from: int, dot: int) -> None:
    """A guard stands on a dot and faces the way she came."""
    night.put_guard(guard, dot, came_from=came_from)


def seen_on(happened: list[dict[str, Any]]) -> list[int]:
    """The dots on which novices were seen, in order."""
    return [event["dot"] for event in of_kind(happened, "novice_seen")]


def vanished(happened: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Between which dots novices vanished, in order."""
    return [tuple(event["between"]) for event in of_kind(happened, "novice_vanished")]


def over(reason: str, *winners: int | str, turn: int = 1) -> dict[str, Any]:
    """The last event of a night."""
    return {"event": "game_over", "turn": turn, "reason": reason, "winners": winners}
