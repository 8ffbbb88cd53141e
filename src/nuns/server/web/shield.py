"""The outermost layer: refuses foreign hosts and pages and too many requests, adds headers to every answer, and logs it."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from nuns.server.refusal import Refusal, Why
from nuns.server.web.api.answers import refusal_body
from nuns.server.web.headers import is_own_name, is_own_origin, is_plain, own_headers
from nuns.server.web.logs import log_event
from nuns.server.web.site import Site

SAFE = ("GET", "HEAD", "OPTIONS")
QUIET = ("/healthz", "/metrics")  # asked for every few seconds
REFUSABLE = "websocket.http.response"


class Shield:
    """ASGI middleware around the whole application, for HTTP and for sockets."""

    def __init__(self, inside: ASGIApp, site: Site) -> None:
        self._inside, self._site = inside, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if kind_of(scope) == "lifespan":
            await self._inside(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(scope, headers)
        except Refusal as refusal:
            await self._refuse(refusal, scope, headers, send)
            return
        if kind_of(scope) == "http":
            await self._answer(scope, headers, receive, send)
        else:
            await self._inside(scope, receive, send)

    def _check(self, scope: Scope, headers: Mapping[str, str]) -> None:
        """Raises Refusal for a host that is not ours, too many requests, or a page elsewhere that acts in somebody's name."""
        config, host = self._site.config, headers.get("host", "")
        if not is_plain(host) or (config.names is not None and not is_own_name(host, config.names)):
            raise Refusal(Why.WRONG_HOST)
        self._site.rate_limits.requests.take(address_of(scope))
        acts = kind_of(scope) == "websocket" or scope.get("method") not in SAFE
        if acts and not is_own_origin(headers, https=is_https(scope), public_url=config.public_url):
            raise Refusal(Why.ANOTHER_PAGE)

    async def _refuse(self, refusal: Refusal, scope: Scope, headers: Mapping[str, str], send: Send) -> None:
        self._site.metrics.refusals.labels(str(refusal.status)).inc()
        own = own_headers(headers.get("host", ""), scope["path"], https=is_https(scope))
        await send_refusal(refusal, scope, send, own)

    async def _answer(self, scope: Scope, headers: Mapping[str, str], receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                drawing = any(name == b"content-type" and value.startswith(b"image/svg") for name, value in message["headers"])
                own = own_headers(headers.get("host", ""), scope["path"], https=is_https(scope), drawing=drawing)
                message["headers"] = [*message["headers"], *own]
            await send(message)

        try:
            await self._inside(scope, receive, send_with_headers)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Counts and logs an answer by its route, never the whole address: a table's code lets people in."""
        route, method = scope.get("path_template") or "none", scope["method"]  # type: ignore[typeddict-item]
        metrics = self._site.metrics
        metrics.requests.labels(route, method, str(status)).inc()
        metrics.request_seconds.observe(seconds)
        if status >= 400:
            metrics.refusals.labels(str(status)).inc()
        if route not in QUIET:
            milliseconds = round(seconds * 1000, 1)
            log_event(logging.INFO, "request", method=method, route=route, status=status, ms=milliseconds, address=address_of(scope))


async def send_refusal(refusal: Refusal, scope: Scope, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
    """Sends a refusal as JSON; a socket whose handshake cannot be answered so is closed."""
    body = refusal_body(refusal)
    about = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    start: dict[str, Any] = {"status": refusal.status, "headers": about}
    rest: dict[str, Any] = {"body": body, "more_body": False}
    say: Callable[[Any], Awaitable[None]] = send
    if kind_of(scope) == "http" or REFUSABLE in (scope.get("extensions") or {}):
        kind = "http.response" if kind_of(scope) == "http" else REFUSABLE
        await say({"type": f"{kind}.start", **start})
        await say({"type": f"{kind}.body", **rest})
    else:
        await say({"type": "websocket.close", "code": 1008, "reason": refusal.reason[:120]})


def kind_of(scope: Scope) -> str:
    """Returns ``http``, ``websocket`` or ``lifespan``."""
    kind: str = scope["type"]
    return kind


def address_of(scope: Scope) -> str:
    """Returns the address of the client; behind a trusted proxy, the one that it forwards."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def is_https(scope: Scope) -> bool:
    return scope["scheme"] in ("https", "wss")
