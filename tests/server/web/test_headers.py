"""What answers say about themselves, and whom a page may speak for."""

import pytest

from nuns.server.protocol import API_VERSION
from nuns.server.web.headers import is_own_name, is_own_origin, own_headers

OURS = frozenset({"localhost", "abbey", "abbey.local"})


@pytest.mark.parametrize(
    "origin, host, https, public_url, own",
    [
        ("http://localhost:8000", "localhost:8000", False, None, True),
        ("http://localhost:8001", "localhost:8000", False, None, False),
        ("https://localhost:8000", "localhost:8000", False, None, False),
        ("https://nuns.example", "nuns.example", True, None, True),
        ("http://nuns.example", "nuns.example", True, None, False),
        ("https://nuns.example", "10.0.0.7:8000", False, "https://nuns.example", True),
        ("https://elsewhere.example", "nuns.example", True, "https://nuns.example", False),
        ("https://nuns.example.elsewhere.example", "nuns.example", True, None, False),
        ("null", "nuns.example", True, None, False),
        ("", "nuns.example", True, None, False),
    ],
)
def test_a_page_speaks_only_for_its_own_server(origin: str, host: str, https: bool, public_url: str | None, own: bool) -> None:
    assert is_own_origin({"origin": origin, "host": host}, https=https, public_url=public_url) is own


@pytest.mark.parametrize("site, own", [(None, True), ("none", True), ("same-origin", True), ("cross-site", False), ("same-site", False)])
def test_without_an_origin_the_browser_still_says_how_far_the_page_is(site: str | None, own: bool) -> None:
    headers = {"host": "localhost"} | ({"sec-fetch-site": site} if site else {})
    assert is_own_origin(headers, https=False, public_url=None) is own


@pytest.mark.parametrize(
    "host, own",
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("abbey.local:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.20", True),
        ("[::1]:8000", True),
        ("elsewhere.example", False),
        ("localhost.elsewhere.example:8000", False),
        ("", False),
    ],
)
def test_a_name_that_leads_here_from_elsewhere_is_not_ours(host: str, own: bool) -> None:
    assert is_own_name(host, OURS) is own


def test_the_policy_names_the_socket_of_the_same_host() -> None:
    headers = dict(own_headers("nuns.example", "/", https=True))
    policy = headers[b"content-security-policy"].decode()
    assert "connect-src 'self' wss://nuns.example;" in policy
    assert "script-src 'self';" in policy
    assert "'unsafe-eval'" not in policy
    assert "script-src 'self' 'unsafe-inline'" not in policy
    assert headers[b"strict-transport-security"]


@pytest.mark.parametrize("host", ["", "a b", "a;script-src *", "a\r\nx: y", "ü.example", "x" * 300])
def test_a_host_that_is_none_is_not_written_into_the_policy(host: str) -> None:
    policy = dict(own_headers(host, "/", https=False))[b"content-security-policy"].decode()
    assert "connect-src 'self';" in policy
    assert host == "" or host not in policy


@pytest.mark.parametrize(
    "path, has_version",
    [("/api", True), ("/api/tables", True), ("/api/tables/abc/socket", True), ("/", False), ("/t/abc", False), ("/apiary", False)],
)
def test_the_version_of_the_api_is_told_under_api(path: str, has_version: bool) -> None:
    version = str(API_VERSION).encode()
    assert dict(own_headers("nuns.example", path, https=True)).get(b"nuns-api") == (version if has_version else None)
