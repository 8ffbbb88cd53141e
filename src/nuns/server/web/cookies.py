"""Tokens in cookies, out of reach of scripts: of a seat, sent back only to its table, and of a browser, for the nights of the days."""

import re
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from nuns.server.refusal import Refusal, Why
from nuns.server.store.codes import CODE_LENGTH, LETTERS

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")
MAX_AGE = 180 * 24 * 3600  # seconds
BROWSER = "nuns-browser"
BROWSER_AGE = 400 * 24 * 3600  # seconds, the most that browsers keep a cookie

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
    """Returns the cookie in which a browser keeps the token of a seat."""
    return _cookie(connection, cookie_name(code), token, f"/api/tables/{code}", MAX_AGE)


def browser_cookie(connection: AnyConnection, token: str) -> Cookie:
    """Returns the cookie by which the nights of the days know a browser again."""
    return _cookie(connection, BROWSER, token, "/api/days", BROWSER_AGE)


def browser_of(connection: AnyConnection) -> str | None:
    """Returns the token of a browser that has played the night of a day before, if it shows one."""
    token = connection.cookies.get(BROWSER)
    return token if token is not None and TOKEN.fullmatch(token) else None


def _cookie(connection: AnyConnection, key: str, value: str, path: str, max_age: int) -> Cookie:
    return Cookie(
        key=key,
        value=value,
        path=path,
        max_age=max_age,
        httponly=True,
        samesite="lax",
        secure=connection.scope["scheme"] in ("https", "wss"),
    )
