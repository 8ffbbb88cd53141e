"""A table's socket: frames between a browser and its Connection, within limits."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from nuns.server.refusal import Refusal
from nuns.server.tables.connection import Connection
from nuns.server.web.cookies import check_code, token_of
from nuns.server.web.headers import security
from nuns.server.web.logs import tell
from nuns.server.web.shield import address_of, is_https, send_refusal
from nuns.server.web.site import Site, TheSite

UNSENT = 4_000_000  # bytes that may wait for a browser that is slow to take them
TOO_MANY, TOO_LARGE = (1008, "rate"), (1009, "size")
TOO_SLOW = "slow"

Socket = WebSocket[Any, Any, State]


class Outbox:
    """Frames on their way to one browser. Putting one in never waits; taking them out is a task of its own."""

    def __init__(self) -> None:
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._filled = asyncio.Event()
        self.overflow: Callable[[], object] = bool  # what is done when the browser takes too little

    def put(self, frame: bytes) -> None:
        self._frames.append(frame)
        self._size += len(frame)
        self._filled.set()
        if self._size > UNSENT:
            self.overflow()

    async def take(self) -> bytes:
        """The next frame, once there is one."""
        while not self._frames:
            self._filled.clear()
            await self._filled.wait()
        frame = self._frames.popleft()
        self._size -= len(frame)
        return frame


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: Socket, code: FromPath[str], site: TheSite) -> None:
    """Opens a table: who may not be there is refused before the socket is."""
    try:
        with site.gatekeeper.sockets.one(address_of(socket.scope)):
            table = await site.node.table(check_code(code))
            outbox = Outbox()
            connection = table.connect(token_of(socket, code), outbox.put)
            try:
                await attend(socket, connection, outbox, site)
            finally:
                connection.close()
    except Refusal as refusal:
        site.metrics.refusals.labels(str(refusal.status)).inc()
        await send_refusal(refusal, socket.scope, socket.send, security(socket.headers.get("host", ""), https=is_https(socket.scope)))


async def attend(socket: Socket, connection: Connection, outbox: Outbox, site: Site) -> None:
    """Until either side leaves. What is sent and what is received do not wait for each other."""
    await socket.receive()  # that it wants to connect
    await socket.send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    site.metrics.sockets.inc()
    sending, receiving = asyncio.create_task(send_all(socket, outbox, site)), asyncio.create_task(receive_all(socket, connection, site))
    outbox.overflow = sending.cancel  # it would not even take the news
    try:
        await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        site.metrics.sockets.dec()
        if sending.done() and not receiving.done():
            note_dropped(site, socket, TOO_SLOW)
        sending.cancel()
        receiving.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)


async def receive_all(socket: Socket, connection: Connection, site: Site) -> None:
    """Until the browser leaves, or sends too much."""
    allowed, largest = site.gatekeeper.messages(), site.config.limits.message
    while True:
        message: Any = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        site.metrics.received.inc()
        text = message.get("text")
        frame: bytes = text.encode() if text is not None else message.get("bytes") or b""
        if len(frame) > largest:
            await dismiss(socket, site, *TOO_LARGE)
            return
        if not allowed.takes(time.monotonic()):
            await dismiss(socket, site, *TOO_MANY)
            return
        await connection.receive(frame)


async def send_all(socket: Socket, outbox: Outbox, site: Site) -> None:
    """Frame by frame, as fast as the browser takes them."""
    while True:
        frame = await outbox.take()
        await socket.send({"type": "websocket.send", "text": frame.decode(), "bytes": None})
        site.metrics.sent.inc()


async def dismiss(socket: Socket, site: Site, code: int, why: str) -> None:
    note_dropped(site, socket, why)
    await socket.send({"type": "websocket.close", "code": code, "reason": why})


def note_dropped(site: Site, socket: Socket, why: str) -> None:
    site.metrics.dropped.labels(why).inc()
    tell(logging.INFO, "socket dropped", why=why, address=address_of(socket.scope))
