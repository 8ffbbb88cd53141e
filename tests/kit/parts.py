"""For parts of a server's table that are tested alone: logs at different stages of a game, and connections that keep what they are sent."""

import json
from collections.abc import Callable
from typing import Any

from nuns.referee.dice import seal
from nuns.referee.signature import public_key
from nuns.server.protocol import ClientMessage
from nuns.server.settings import Settings
from nuns.server.store import SeatKind, Store, TableStatus, token_hash
from nuns.server.tables.connection import Connection
from nuns.server.tables.creation import Guest, create_table
from nuns.server.tables.night.entries import Committed, Published, Sealed
from nuns.server.tables.people.permissions import STRANGER, Permissions
from nuns.server.tables.persistence import TableLog
from nuns.server.thinking.fair_queue import Share
from tests.kit.tables import SECRET, SEED, Time, salt_of

HOST_TOKEN = "the host's token"
GUARD_TOKEN = "the guards' token"
SHARE = Share(0, "somebody", "a table")


async def lobby_log(store: Store, settings: Settings, now: Callable[[], int] | None = None) -> TableLog:
    """A table in the lobby: a person on the first seat, bots on the others."""
    first, *others = settings.chairs
    guests = {first: Guest(SeatKind.PERSON, "Anna", token_hash(GUARD_TOKEN)), **{chair: Guest(SeatKind.BOT, "easy") for chair in others}}
    row = await create_table(store, 0, settings, token_hash(HOST_TOKEN), guests)
    return await TableLog.load(store, row, now or Time())


async def started_log(store: Store, settings: Settings, now: Callable[[], int] | None = None) -> TableLog:
    """The same table just after its start: nothing is in its log."""
    log = await lobby_log(store, settings, now)
    await store.seal(log.code, SECRET.encode())
    await log.update(status=TableStatus.PLAYING)
    await log.unseal()
    return log


async def sealed_log(store: Store, settings: Settings, now: Callable[[], int] | None = None) -> TableLog:
    """The same table when its seed is sealed and commitments are awaited."""
    log = await started_log(store, settings, now)
    assert await log.write(Sealed(seal(SEED), log.seating.players(settings), public_key(SECRET)))
    return log


async def published_log(store: Store, settings: Settings, now: Callable[[], int] | None = None) -> TableLog:
    """The same table when its first seat has committed itself, and salts are awaited."""
    log = await sealed_log(store, settings, now)
    chair = settings.chairs[0]
    assert log.night.terms is not None
    assert await log.write(Committed(chair, log.night.terms.commitment(chair, salt_of(chair))), Published())
    return log


async def dealt_log(store: Store, settings: Settings, now: Callable[[], int] | None = None) -> TableLog:
    """The same table when the cards are dealt."""
    time = now or Time()
    log = await sealed_log(store, settings, time)
    trial = log.night.copy()
    assert await log.keep(trial, trial.fix_salts({}, time()), time())
    return log


class Browser:
    """A connection, and every message that it was sent."""

    def __init__(self, permissions: Permissions = STRANGER, token: str | None = None, refuse: Exception | None = None) -> None:
        self.sent: list[dict[str, Any]] = []
        self.carried_out: list[ClientMessage] = []
        self.closed = 0
        self._refuse = refuse
        hashed = None if token is None else token_hash(token)
        self.connection = Connection(permissions, hashed, self._receive, self._carry_out, self._close)

    def _receive(self, frame: bytes) -> None:
        self.sent.append(json.loads(frame))

    async def _carry_out(self, connection: Connection, message: ClientMessage) -> None:
        self.carried_out.append(message)
        if self._refuse is not None:
            raise self._refuse

    def _close(self, connection: Connection) -> None:
        self.closed += 1

    @property
    def types(self) -> list[str]:
        return [message["type"] for message in self.sent]
