"""A table's socket: frames between a browser and its Connection, within limits."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from nuns.server.protocol import UPDATES
from nuns.server.refusal import Refusal
from nuns.server.tables.connection import Connection
from nuns.server.web.cookies import check_code, token_of
from nuns.server.web.headers import own_headers
from nuns.server.web.limits import FLOODED, network
from nuns.server.web.logs import log_event
from nuns.server.web.shield import address_of, is_https, send_refusal
from nuns.server.web.site import Site, TheSite

UNSENT = 4_000_000  # bytes that may wait for a browser that is slow to take them
TOO_LARGE = (1009, "size")
TOO_SLOW = "slow"

Socket = WebSocket[Any, Any, State]


class Outbox:
    """Messages on their way to one browser. Putting one in never waits; a separate task takes them out."""

    def __init__(self) -> None:
        self._messages: list[bytes] = []
        self._size = 0
        self._filled = asyncio.Event()
        self.overflow: Callable[[], object] = bool  # is called when too many bytes wait
        self.dismiss: Callable[[], object] = bool  # is called when the browser may no longer be here

    def put(self, message: bytes) -> None:
        self._messages.append(message)
        self._size += len(message)
        self._filled.set()
        if self._size > UNSENT and len(self._messages) > 1:  # one message, however large, is never in the way of itself
            self.overflow()

    async def take(self) -> list[bytes]:
        """Returns all messages that wait, once there are any. They count as waiting until the next call, when they are sent."""
        self._size = sum(map(len, self._messages))
        if not self._messages:
            self._filled.clear()
            await self._filled.wait()
        messages, self._messages = self._messages, []
        return messages


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: Socket, code: FromPath[str], site: TheSite) -> None:
    """Opens a table's socket; somebody who may not be there is refused before it is accepted."""
    try:
        with site.rate_limits.sockets.one(address_of(socket.scope)):
            table = await site.node.table(check_code(code))
            outbox = Outbox()
            takes_updates = UPDATES in socket.scope.get("subprotocols", ())
            address = network(address_of(socket.scope))
            token = token_of(socket, code)
            connection = table.connect(token, outbox.put, address, lambda: outbox.dismiss(), takes_updates=takes_updates)
            try:
                await attend(socket, connection, outbox, site)
            finally:
                connection.close()
    except Refusal as refusal:
        site.metrics.refusals.labels(str(refusal.status)).inc()
        headers = own_headers(socket.headers.get("host", ""), socket.scope["path"], https=is_https(socket.scope))
        await send_refusal(refusal, socket.scope, socket.send, headers)


async def attend(socket: Socket, connection: Connection, outbox: Outbox, site: Site) -> None:
    """Serves a socket until either side leaves. Sending and receiving do not wait for each other."""
    await socket.receive()  # the event websocket.connect
    await socket.send({"type": "websocket.accept", "subprotocol": UPDATES if connection.takes_updates else None, "headers": []})
    site.metrics.sockets.inc()
    sending = asyncio.create_task(send_all(socket, connection, outbox, site))
    receiving = asyncio.create_task(receive_all(socket, connection, site))
    outbox.overflow = sending.cancel  # without a farewell, which it would not take either
    outbox.dismiss = receiving.cancel
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
    """Receives messages until the browser leaves or sends too much."""
    allowed, largest = site.rate_limits.messages(), site.config.limits.message
    while True:
        message: Any = await socket.receive()
        if message["type"] != "websocket.receive":
            if (message.get("code"), message.get("reason")) == FLOODED:  # noticed on the wire
                note_dropped(site, socket, FLOODED[1])
            return
        site.metrics.received.inc()
        text = message.get("text")
        frame: bytes = text.encode() if text is not None else message.get("bytes") or b""
        if len(frame) > largest:
            await dismiss(socket, site, *TOO_LARGE)
            return
        if not allowed.takes(time.monotonic()):
            await dismiss(socket, site, *FLOODED)
            return
        await connection.receive(frame)


async def send_all(socket: Socket, connection: Connection, outbox: Outbox, site: Site) -> None:
    """Sends messages as fast as the browser takes them: all that wait in one frame, one a line, or each in a frame of its own."""
    while True:
        messages = await outbox.take()
        for frame in [b"\n".join(messages)] if connection.takes_updates else messages:
            await socket.send({"type": "websocket.send", "text": frame.decode(), "bytes": None})
        site.metrics.sent.inc(len(messages))


async def dismiss(socket: Socket, site: Site, code: int, why: str) -> None:
    note_dropped(site, socket, why)
    await socket.send({"type": "websocket.close", "code": code, "reason": why})


def note_dropped(site: Site, socket: Socket, why: str) -> None:
    site.metrics.dropped.labels(why).inc()
    log_event(logging.INFO, "socket dropped", why=why, address=address_of(socket.scope))
