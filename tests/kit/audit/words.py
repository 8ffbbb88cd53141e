"""The words of an event log, short enough to write a game by hand."""

from __future__ import annotations

from itertools import pairwise

from .options import of_edition

Raw = dict[str, object]

_PATHS: dict[str, list[int]] = {
    "yellow-26-122": [26, 19, 20, 21, 22, 23, 43, 44, 70, 71, 96, 97, 122],
    "red-26-147": [26, 40, 39, 38, 37, 49, 50, 51, 60, 78, 88, 105, 114, 115, 116, 117, 128, 127, 138, 147],
    "yellow-26-101": [26, 40, 39, 38, 37, 49, 62, 76, 90, 91, 92, 101],
    "green-26-101": [26, 40, 41, 46, 68, 73, 94, 93, 100, 101],
    "blue-26-84": [26, 19, 18, 17, 16, 15, 14, 13, 12, 31, 34, 33, 55, 56, 83, 84],
    "green-26-84": [26, 19, 18, 17, 16, 15, 30, 35, 51, 52, 53, 58, 80, 86, 85, 84],
    "blue-84-122": [84, 85, 86, 80, 79, 78, 77, 76, 90, 91, 92, 93, 94, 95, 96, 97, 122],
    "red-122-147": [122, 123, 142, 143, 144, 145, 146, 147],
    "pink-101-147": [101, 100, 93, 94, 99, 120, 125, 126, 139, 146, 147],
}


def setup(
    edition: str, novices: list[tuple[int, int, int, str | None]], guards: tuple[str | None, str | None], **options: str | int
) -> Raw:
    """The set-up of an edition with some options changed; a novice is (number, key dot, wish dot, blessing)."""
    values = of_edition(edition) | {name.replace("_", "-"): value for name, value in options.items()}
    return {
        "event": "setup",
        "turn": 0,
        "edition": edition,
        "options": values,
        "players": len(novices) + 1,
        "novices": [{"novice": number, "key_dot": key, "wish_dot": wish, "blessing": card} for number, key, wish, card in novices],
        "guards": [{"guard": name, "dot": 26, "blessing": card} for name, card in zip(("abbess", "prioress"), guards, strict=True)],
        "monk": values["monk"],
    }


def turn(number: int, *parts: Raw | list[Raw]) -> list[Raw]:
    """Events of one turn, in order."""
    flat = [event for part in parts for event in (part if isinstance(part, list) else [part])]
    return [{"event": event["event"], "turn": number} | event for event in flat]


def path(guard: str, card: str, *, back: bool = False) -> Raw:
    return {"event": "path_taken", "guard": guard, "path": card, "dots": _PATHS[card][::-1] if back else _PATHS[card]}


def about_turn(guard: str, card: str) -> Raw:
    return {"event": "path_taken", "guard": guard, "path": "about-turn", "dots": _PATHS[card][::-1]}


def moved(novice: int, gait: str, *route: int, phase: int = 1, blessing: bool = False) -> Raw:
    return {"event": "novice_moved", "novice": novice, "phase": phase, "gait": gait, "route": list(route), "blessing": blessing}


def seen(novice: int, dot: int, *by: str) -> Raw:
    return {"event": "novice_seen", "novice": novice, "dot": dot, "by": list(by)}


def vanished(novice: int, last: int, following: int, guard: str | None = None) -> Raw:
    lost: Raw = {"event": "novice_vanished", "novice": novice, "between": [last, following]}
    return lost if guard is None else lost | {"guard": guard}


def removed(novice: int) -> Raw:
    return {"event": "token_removed", "novice": novice}


def took(what: str, novice: int, dot: int) -> Raw:
    return {"event": f"{what}_taken", "novice": novice, "dot": dot}


def noise(by: int | str, face: int) -> Raw:
    return {"event": "rolled", "by": by, "why": "noise", "face": face}


def listen(by: str, face: int) -> Raw:
    return {"event": "rolled", "by": by, "why": "listen", "face": face}


def card(by: int | str, blessing: str, die: int | str | None = None) -> Raw:
    played: Raw = {"event": "blessing_played", "by": by, "blessing": blessing}
    return played if die is None else played | {"die": die}


def token(novice: int, guard: str, dot: int, *, real: bool = True) -> Raw:
    return {"event": "noise", "novice": novice, "guard": guard, "dot": dot, "real": real}


def guards_token(by: str, guard: str, dot: int) -> Raw:
    return {"event": "noise", "by": by, "guard": guard, "dot": dot, "real": False}


def turned(guard: str, dot: int, towards: int) -> Raw:
    return {"event": "guard_turned", "guard": guard, "dot": dot, "towards": towards}


def steps(guard: str, *dots: int, free: bool = False) -> list[Raw]:
    return [{"event": "guard_stepped", "guard": guard, "from": a, "to": b, "free": free} for a, b in pairwise(dots)]


def stopped(guard: str, gait: str, count: int) -> Raw:
    return {"event": "guard_stopped", "guard": guard, "gait": gait, "steps": count}


def caught(novice: int, guard: str, dot: int) -> Raw:
    return {"event": "novice_caught", "novice": novice, "guard": guard, "dot": dot}


def freed(novice: int) -> Raw:
    return {"event": "novice_freed", "novice": novice}


CLEARED: Raw = {"event": "tokens_cleared"}
ENDED: Raw = {"event": "turn_ended"}


def over(reason: str, *winners: int | str) -> Raw:
    return {"event": "game_over", "reason": reason, "winners": list(winners)}
