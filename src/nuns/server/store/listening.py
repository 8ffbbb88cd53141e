"""Hearing what other nodes tell through PostgreSQL, also after the connection was lost."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import asyncpg

from nuns.server.store.values import StoreChange
from nuns.server.store.watching import ChangeWatches

CHANNEL = "nuns"
SOONEST, LATEST = 0.05, 2.0  # seconds between two attempts to reconnect
HEARTBEAT = 15.0  # seconds after which a silent connection is asked whether it is still there
ANSWER = 5.0  # seconds it has to say so

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
FAILED = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)  # a timeout is an OSError


class Listener:
    """Tells the watches of one node what the others say. After an interruption it tells them that they may have missed something."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]], node: str, watches: ChangeWatches) -> None:
        self._connect = connect
        self._node = node
        self._watches = watches
        self._connection: Connection | None = None
        self._lost = asyncio.Event()
        self._staying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._listen()
        self._staying = asyncio.create_task(self._stay())

    async def stop(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
            with suppress(asyncio.CancelledError):
                await self._staying
        self._hang_up()

    async def _listen(self) -> None:
        self._lost.clear()
        connection = await self._connect()
        self._connection = connection
        connection.add_termination_listener(self._on_end)
        await connection.add_listener(CHANNEL, self._on_word)

    async def _stay(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._lost.wait(), HEARTBEAT)
            except TimeoutError:
                if await self._is_there():
                    continue
            self._hang_up()
            await self._listen_again()
            self._watches.tell(StoreChange(None))

    async def _is_there(self) -> bool:
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
                self._hang_up()
                await asyncio.sleep(pause)
                pause = min(2 * pause, LATEST)

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.remove_termination_listener(self._on_end)
            self._connection.terminate()
            self._connection = None

    def _on_end(self, _: Any) -> None:
        self._lost.set()

    def _on_word(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        change = read_change(str(payload), self._node)
        if change is not None:
            self._watches.tell(change)


def read_change(payload: str, node: str) -> StoreChange | None:
    """``node topic table number``; a node does not hear itself, nor what it does not understand."""
    match payload.split(" "):
        case [other, "table" | "log" | "seats" | "chat" | "presence" as topic, table, number] if other != node and number.isdecimal():
            return StoreChange(table, topic, int(number))
        case _:
            return None
