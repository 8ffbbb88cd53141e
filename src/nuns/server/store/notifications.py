"""Listening to the changes that other nodes announce through PostgreSQL, with reconnection."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import asyncpg

from nuns.server.store.change_watches import ChangeWatches
from nuns.server.store.values import StoreChange

CHANNEL = "nuns"
SOONEST, LATEST = 0.05, 2.0  # seconds between two attempts to reconnect
HEARTBEAT = 15.0  # seconds after which a silent connection is probed
ANSWER = 5.0  # seconds in which the probe must be answered

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
FAILED = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)  # a timeout is an OSError


class Listener:
    """Passes the announcements of other nodes to this node's watches. After an interruption it tells them that changes may be missing."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]], node: str, watches: ChangeWatches) -> None:
        self._connect = connect
        self._node = node
        self._watches = watches
        self._connection: Connection | None = None
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._listen()
        self._task = asyncio.create_task(self._keep_listening())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._disconnect()

    async def _listen(self) -> None:
        self._lost.clear()
        connection = await self._connect()
        self._connection = connection
        connection.add_termination_listener(self._on_end)
        await connection.add_listener(CHANNEL, self._on_notification)

    async def _keep_listening(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._lost.wait(), HEARTBEAT)
            except TimeoutError:
                if await self._is_alive():
                    continue
            self._disconnect()
            await self._listen_again()
            self._watches.tell(StoreChange(None))

    async def _is_alive(self) -> bool:
        try:
            assert self._connection is not None
            await self._connection.execute("SELECT 1", timeout=ANSWER)
        except FAILED:
            return False
        return True

    async def _listen_again(self) -> None:
        pause = SOONEST
        while True:
            try:
                return await self._listen()
            except FAILED:
                self._disconnect()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LATEST)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.remove_termination_listener(self._on_end)
            self._connection.terminate()
            self._connection = None

    def _on_end(self, _: Any) -> None:
        self._lost.set()

    def _on_notification(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        change = read_change(str(payload), self._node)
        if change is not None:
            self._watches.tell(change)


def read_change(payload: str, node: str) -> StoreChange | None:
    """Returns the change that ``node topic table number`` announces; None for this node's own, and for what cannot be read."""
    match payload.split(" "):
        case [other, "table" | "log" | "seats" | "chat" | "presence" as topic, table, number] if other != node and number.isdecimal():
            return StoreChange(table, topic, int(number))
        case _:
            return None
