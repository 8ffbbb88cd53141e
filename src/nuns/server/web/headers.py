"""What every answer says to a browser about itself, and whom a browser may speak for."""

from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

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
# A drawing may carry its own style; whatever else it carries is not run.
DRAWING_POLICY = b"default-src 'none'; style-src 'unsafe-inline'; sandbox"

Headers = Iterable[tuple[bytes, bytes]]


def security(host: str, *, https: bool, drawing: bool = False) -> list[tuple[bytes, bytes]]:
    """The headers of one answer. A socket to the same host is named: not every browser counts it as 'self'."""
    named = host if is_plain(host) else ""
    policy = POLICY.format(sockets=f"{'wss' if https else 'ws'}://{named}" if named else "").replace(" ;", ";")
    own = (b"content-security-policy", DRAWING_POLICY if drawing else policy.encode())
    return [own, *ALWAYS, *((STRICT_TRANSPORT,) if https else ())]


def is_plain(host: str) -> bool:
    """Whether it may be written into a header."""
    return 0 < len(host) <= 255 and all(c.isalnum() or c in ".-:[]_" for c in host) and host.isascii()


def is_own_origin(headers: Mapping[str, str], *, https: bool, public_url: str | None) -> bool:
    """Whether a page of ours asks, or no page at all: a browser always says which page does."""
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
    """Whether a host's name is one of those, or no name but an address: a page elsewhere cannot make a browser call us so."""
    name = urlsplit(f"//{host}").hostname or ""
    if name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
