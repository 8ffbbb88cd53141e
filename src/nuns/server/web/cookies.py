"""The token of a seat in a cookie of its table: sent back only there, and out of reach of scripts."""

import re
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from nuns.server.refusal import Refusal, Why
from nuns.server.store.codes import CODE_LENGTH, LETTERS

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")
MAX_AGE = 180 * 24 * 3600  # seconds

AnyConnection = ASGIConnection[Any, Any, Any, State]


def check_code(code: str) -> str:
    """Raises Refusal 404 for what cannot be the code of a table."""
    if not CODE.fullmatch(code):
        raise Refusal(Why.NO_SUCH_TABLE, code=code[:40])
    return code


def token_of(connection: AnyConnection, code: str) -> str | None:
    """Returns the token that the browser shows at this table, if any."""
    token = connection.cookies.get(cookie_name(code))
    return token if token is not None and TOKEN.fullmatch(token) else None


def bearer_token(connection: AnyConnection) -> str | None:
    """Returns the token that a program shows as ``Authorization: Bearer TOKEN``, if any."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and TOKEN.fullmatch(token) else None


def cookie_name(code: str) -> str:
    return f"nuns-{code}"


def seat_cookie(connection: AnyConnection, code: str, token: str) -> Cookie:
    """Returns the cookie in which a browser keeps a token."""
    return Cookie(
        key=cookie_name(code),
        value=token,
        path=f"/api/tables/{code}",
        max_age=MAX_AGE,
        httponly=True,
        samesite="lax",
        secure=connection.scope["scheme"] in ("https", "wss"),
    )
