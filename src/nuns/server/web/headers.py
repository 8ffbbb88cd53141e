"""The headers that the server adds to every answer, and the check on which page a request comes from."""

from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from nuns.server.protocol import API_VERSION

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # Svelte sets lengths and colours of single elements
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self' {sockets}",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
# A drawing may carry its own style, but no script.
DRAWING_POLICY = b"default-src 'none'; style-src 'unsafe-inline'; sandbox"

API = (b"nuns-api", str(API_VERSION).encode())


def own_headers(host: str, path: str, *, https: bool, drawing: bool = False) -> list[tuple[bytes, bytes]]:
    """Returns the headers that the server adds to an answer: for security, and under ``/api`` the version of the API.

    The policy names a socket to the same host, since not every browser counts it as 'self'.
    """
    named = host if is_plain(host) else ""
    policy = POLICY.format(sockets=f"{'wss' if https else 'ws'}://{named}" if named else "").replace(" ;", ";")
    own = (b"content-security-policy", DRAWING_POLICY if drawing else policy.encode())
    return [own, *ALWAYS, *((STRICT_TRANSPORT,) if https else ()), *((API,) if path == "/api" or path.startswith("/api/") else ())]


def is_plain(host: str) -> bool:
    """Returns whether a host may be written into a header."""
    return 0 < len(host) <= 255 and all(c.isalnum() or c in ".-:[]_" for c in host) and host.isascii()


def is_own_origin(headers: Mapping[str, str], *, https: bool, public_url: str | None) -> bool:
    """Returns whether a request comes from a page of this server, or from no page: a browser always says from which page it comes."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    own = [f"{'https' if https else 'http'}://{headers.get('host', '')}"]
    if public_url is not None:
        own.append(origin_of(public_url))
    return origin in own


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def is_own_name(host: str, names: frozenset[str]) -> bool:
    """Returns whether a host is one of those names, or an IP address: DNS rebinding by another page needs a name."""
    name = urlsplit(f"//{host}").hostname or ""
    if name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
