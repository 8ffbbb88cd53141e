"""The shared parts of handlers: their answers for OpenAPI, and every refusal as JSON."""

from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.types import ExceptionHandlersMap

from nuns.server.refusal import Refusal, Why
from nuns.server.store import Full, StoreError
from nuns.server.web.api.values import Reason
from nuns.server.web.logs import LOG

ApiRequest = Request[Any, Any, State]
WHY = {
    400: "The request could not be read",
    403: "The asker may not do that",
    404: "Not found",
    409: "Not now",
    413: "It is too large",
    422: "It is impossible",
    429: "Too often",
    503: "The store does not answer",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Returns the refusals of a handler for OpenAPI, with those that every handler has."""
    return {status: ResponseSpec(Reason, description=WHY[status], generate_examples=False) for status in (400, 429, 503, *statuses)}


def answers(kind: Any, *statuses: int, media_type: str = "application/json") -> dict[int, ResponseSpec]:
    """Returns the answer and refusals of a handler that writes its answer itself."""
    return {200: ResponseSpec(kind, description="The answer", generate_examples=False, media_type=media_type), **refusals(*statuses)}


def refused(refusal: Refusal, status: int | None = None, headers: dict[str, str] | None = None) -> Response[bytes]:
    return Response(refusal_body(refusal), status_code=status or refusal.status, media_type=MediaType.JSON, headers=headers)


def refusal_body(refusal: Refusal) -> bytes:
    """Returns a refusal as JSON."""
    return msgspec.json.encode(Reason(why=refusal.why, reason=refusal.reason, values=refusal.values))


def on_refusal(request: ApiRequest, fault: Refusal) -> Response[bytes]:
    return refused(fault, headers={"Retry-After": "10"} if fault.status in (429, 503) else None)


def on_http(request: ApiRequest, fault: HTTPException) -> Response[bytes]:
    """Answers what the framework refuses: no such address, the wrong method, a body that cannot be read."""
    match fault.status_code:
        case 404:
            return refused(Refusal(Why.NO_SUCH_ADDRESS))
        case 413:
            return refused(Refusal(Why.TOO_LARGE))
        case 405:
            sentence = f"expected another method here; got {request.method}"
        case _:
            sentence = _sentence(request, fault)
    return refused(Refusal(Why.UNREADABLE, said=sentence), fault.status_code, fault.headers)


def _sentence(request: ApiRequest, fault: HTTPException) -> str:
    """Returns which part of a request is wrong and how, with the value if it stands in the address."""
    extra: Any = fault.extra
    parts = [_part(request, each.get("key", ""), each.get("message", "")) for each in extra or () if isinstance(each, dict)]
    text = "; ".join(parts) or fault.detail.partition("\n")[0]
    return (text if text.startswith("JSON") else text[:1].lower() + text[1:])[:300]


def _part(request: ApiRequest, key: str, message: str) -> str:
    got = request.query_params.get(key)
    return f"{key}: {message}" + (f"; got {got[:40]!r}" if got is not None else "")


def on_store(request: ApiRequest, fault: StoreError) -> Response[bytes]:
    LOG.error("the store failed", exc_info=fault)
    return on_refusal(request, Refusal(Why.DISK_FULL if isinstance(fault, Full) else Why.NO_STORE))


def on_anything(request: ApiRequest, fault: Exception) -> Response[bytes]:
    LOG.error("unexpected", exc_info=fault)
    return refused(Refusal(Why.FAILED))


def on_depth(request: ApiRequest, fault: RecursionError) -> Response[bytes]:
    return refused(Refusal(Why.UNREADABLE, said="expected JSON of a few levels; got it nested too deeply"))


HANDLERS: ExceptionHandlersMap = {
    Refusal: on_refusal,
    HTTPException: on_http,
    StoreError: on_store,
    RecursionError: on_depth,
    Exception: on_anything,
}
