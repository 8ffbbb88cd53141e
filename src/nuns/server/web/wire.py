"""The limits on the wire: connections of an address, the head of a request and its time, and the frames of a socket.

A proxy in front of the server does some of this too; ``nuns play --host 0.0.0.0`` has none.
"""

import logging
import time
from asyncio import TimerHandle, Transport
from asyncio.transports import BaseTransport
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from nuns.server.web.limits import FLOODED, Bucket, Limits, network
from nuns.server.web.logs import log_event

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

HEAD_SECONDS = 15.0  # for the first line and the headers of a request
BODY_SECONDS = 120.0  # for the rest: a game file over a slow line
SLICE = 4096  # bytes of a socket that are read at once, so that a flood of tiny frames is noticed before it is worked off
FILES = 65_536  # that the server opens at most, where the system lets it
RESERVED = 256  # files for the database, the bots and the client's pages
QUIET = 60.0  # seconds between two log lines about connections that were refused


def raise_file_limit() -> None:
    """Lets this process open as many files as the system allows; every connection is one."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def file_limit() -> int:
    """Returns how many files this process may open."""
    if resource is None:
        return FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return FILES if soft == resource.RLIM_INFINITY else soft


class Gate:
    """Counts the connections of each address, and all of them. A trusted proxy may have any number."""

    def __init__(self, most: int, trusted_proxies: str = "") -> None:
        self._most, self._trusted = most, [ip_network(each) for each in trusted_proxies.split(",") if each]
        self._open: Counter[str] = Counter()
        self._refused, self._logged = 0, float("-inf")

    def enter(self, address: str) -> bool:
        """Counts a connection; returns False if there are too many. No address takes more than half of all."""
        total, place = file_limit() - RESERVED, network(address)
        if self._open.total() < total and (self._open[place] < min(self._most, total // 2) or self._is_trusted(address)):
            self._open[place] += 1
            return True
        self._refused += 1
        if time.monotonic() - self._logged > QUIET:
            log_event(logging.WARNING, "connections refused", count=self._refused, address=address)
            self._refused, self._logged = 0, time.monotonic()
        return False

    def leave(self, address: str) -> None:
        place = network(address)
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return True  # a socket of this machine, not of a network
        return any(found in each for each in self._trusted)


class ServerConfig(uvicorn.Config):
    """The configuration of uvicorn, with our limits."""

    def __init__(self, app: Callable[[], Any], limits: Limits, trusted_proxies: str, **rest: Any) -> None:
        super().__init__(
            app,
            factory=True,
            http=LimitedHttp,
            ws=LimitedSocket,
            proxy_headers=bool(trusted_proxies),
            forwarded_allow_ips=trusted_proxies or None,
            ws_max_size=limits.message,
            **rest,
        )
        self.limits, self.gate = limits, Gate(limits.connections, trusted_proxies)


class LimitedHttp(HttpToolsProtocol):
    """HTTP with a limit to the head of a request, and a time in which each request must be complete."""

    config: ServerConfig

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._address: str | None = None  # while it is counted at the gate
        self._timer: TimerHandle | None = None
        self._in_head, self._head, self._too_large = True, 0, False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else "unknown"
        if not self.config.gate.enter(address):
            transport.abort()
            return
        self._address = address
        self._expect_within(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > self.config.limits.head and not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        self._expect_within(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.config.limits.head:
            self._too_large = True
            raise ValueError("the head of the request is too large")  # the parser stops, and ``send_400_response`` is called
        self._expect_within(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect_no_longer()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if self._too_large:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            super().send_400_response(msg)

    def _leave(self) -> None:
        self._expect_no_longer()
        if self._address is not None:
            self.config.gate.leave(self._address)
            self._address = None

    def _expect_within(self, seconds: float) -> None:
        self._expect_no_longer()
        self._timer = self.loop.call_later(seconds, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def _expect_no_longer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: HTTPStatus) -> None:
        """Ends the connection with that status; without it where an answer has begun."""
        self._expect_no_longer()
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


class LimitedSocket(WebSocketsSansIOProtocol):
    """A socket on which every frame counts, also pings, pongs and parts of messages, which the application never sees."""

    config: ServerConfig

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        limits = self.config.limits
        self._allowed = Bucket(2 * limits.messages_per_second, 2 * limits.message_burst, time.monotonic())
        self._address: str | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        address = self.client[0] if self.client else "unknown"
        if self.config.gate.enter(address):
            self._address = address
        else:
            cast("Transport", transport).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._address is not None:
            self.config.gate.leave(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_cont(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_allowed():
            super().handle_pong(event)

    def _is_allowed(self) -> bool:
        """Counts a frame; closes the socket when it is one too many."""
        if self.transport.is_closing():
            return False
        if self._allowed.takes(time.monotonic()):
            return True
        code, reason = FLOODED
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
        return False
