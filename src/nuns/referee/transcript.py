"""The transcript of a seat: a running hash over everything the seat was told, which its browser keeps and the game file must give again.

A later version of the program may tell a seat more. So that old game files still give their hashes, only the events and fields below are
hashed, and the list is never changed for a format of game files that has been released. The options are bound by the head of the file.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.seat_events import known_event
from nuns.referee.seats import Seat

FIELDS: dict[str, tuple[str, ...]] = {
    "setup": ("players", "novices", "guards", "monk"),
    "path_taken": ("guard", "path", "dots"),
    "novice_moved": ("novice", "phase", "gait", "route", "blessing"),
    "novice_seen": ("novice", "dot", "by"),
    "novice_shown": ("novice", "dot"),
    "novice_vanished": ("novice", "between", "guard"),
    "token_removed": ("novice",),
    "key_taken": ("novice", "dot"),
    "wish_taken": ("novice", "dot"),
    "novice_home": ("novice",),
    "rolled": ("by", "why", "face"),
    "blessing_played": ("by", "blessing", "die"),
    "blessing_told": ("by",),
    "noise": ("novice", "by", "guard", "dot", "real"),
    "guard_turned": ("guard", "dot", "towards"),
    "guard_stepped": ("guard", "from", "to", "free"),
    "guard_stopped": ("guard", "gait", "steps"),
    "novice_caught": ("novice", "guard", "dot"),
    "novice_freed": ("novice",),
    "tokens_cleared": (),
    "dots_told": ("dots",),
    "turn_ended": (),
    "ruler_laid": ("novice", "dots", "line", "steps"),
    "game_over": ("reason", "winners"),
}
_encode = msgspec.json.Encoder().encode


def event_line(event: Event) -> bytes | None:
    """Returns an event as it is hashed, JSON with ``event``, ``turn`` and its fields in the order of the list; None if it is not."""
    told: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    fields = FIELDS.get(told["event"])
    return None if fields is None else _encode({name: told[name] for name in ("event", "turn", *fields) if name in told})


def transcript_hash(seal: str, lines: Iterable[bytes | None]) -> str:
    """Returns the running hash, which begins with the seal of the night: SHA-256 over the hash before, a line feed and the next event."""
    running = seal
    for line in lines:
        if line is not None:
            running = sha256(running.encode() + b"\n" + line).hexdigest()
    return running


def transcripts(game: Game, seal: str) -> dict[Seat, str]:
    """Returns the running hash of each seat that plays, and of a spectator."""
    shared = [event_line(event) for event in game.events]  # most events are the same for everybody

    def lines(seat: Seat) -> Iterator[bytes | None]:
        for event, line in zip(game.events, shared, strict=True):
            known = known_event(event, seat)
            if known is not None:
                yield line if known is event else event_line(known)

    return {seat: transcript_hash(seal, lines(seat)) for seat in (*game.seats, Seat.SPECTATOR)}
