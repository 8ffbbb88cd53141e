"""The site as a whole: headers, pages, limits, who may ask, and what the log and the figures never say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from nuns.server.protocol import API_VERSION
from nuns.server.web.documents import FOR_EVER
from nuns.server.web.limits import AT_HOME
from nuns.server.web.metrics import FOLDER
from tests.kit.web import Person, Served, served

EVERYWHERE = (
    "/",
    "/t/abc",
    "/replay",
    "/api/editions",
    "/api/tables",
    "/api/nothing",
    "/healthz",
    "/metrics",
    "/assets/none.js",
    "/api/schema",
)


@pytest.mark.parametrize("address", EVERYWHERE)
def test_every_answer_says_what_a_browser_may_do_with_it(person: Person, address: str) -> None:
    headers = person.get(address).headers
    assert "script-src 'self';" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "microphone=()" in headers["permissions-policy"]
    assert "server" not in headers


@pytest.mark.parametrize("address", EVERYWHERE)
def test_every_answer_under_api_says_the_version_of_the_api(person: Person, address: str) -> None:
    expected = str(API_VERSION) if address.startswith("/api/") else None
    assert person.get(address).headers.get("nuns-api") == expected
    elsewhere = person.get(address, headers={"Host": "a b"})
    assert elsewhere.status_code >= 400
    assert elsewhere.headers.get("nuns-api") == expected


def test_the_version_of_the_api_is_the_same_wherever_it_is_told(person: Person) -> None:
    assert person.get("/api/editions").json()["api"] == API_VERSION
    assert person.get("/api/schema").json()["info"]["version"] == str(API_VERSION)


def client(folder: Path) -> Path:
    """A built client, in small."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><script type=module src=/assets/index-1a2b.js></script>" + " " * 2000)
    (folder / "assets" / "index-1a2b.js").write_text("export const night = 1;" * 100)
    (folder / "assets" / "serif.woff2").write_bytes(bytes(5000))
    (folder / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    return folder


def test_the_built_client_is_served_with_its_routes(tmp_path: Path) -> None:
    with served(tmp_path, client=client(tmp_path / "client")) as site, site.person() as person:
        page = person.get("/")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-encoding"] == "gzip"
        for address in ("/t/abcdefghjkmn", "/replay", "/rules/7", "/t/x/y"):
            assert person.get(address).content == page.content
        script = person.get("/assets/index-1a2b.js")
        assert (script.headers["content-type"], script.headers["cache-control"]) == ("text/javascript; charset=utf-8", FOR_EVER)
        font = person.get("/assets/serif.woff2")
        assert (font.headers["content-type"], "content-encoding" in font.headers) == ("font/woff2", False)
        assert person.get("/icon.svg").headers["content-type"] == "image/svg+xml"
        for address in ("/assets/other.js", "/other.png", "/assets/", "/api/x", "/%2e%2e/%2e%2e/etc/passwd.x", "/index.html.bak"):
            assert person.get(address).status_code == 404, address


def test_where_the_client_is_not_built_one_page_says_how(tmp_path: Path) -> None:
    with served(tmp_path, client=tmp_path / "nothing") as site, site.person() as person:
        page = person.get("/t/abcdefghjkmn")
        assert page.status_code == 200
        assert "<code>make play</code>" in page.text


@pytest.mark.parametrize("origin, status", [("https://elsewhere.example", 403), ("null", 403), (None, 201)])
def test_a_page_elsewhere_cannot_act_in_somebodys_name(person: Person, origin: str | None, status: int) -> None:
    answer = person.post("/api/tables", json={}, headers={"Origin": origin} if origin else {})
    assert answer.status_code == status
    assert answer.json().get("why", "made") == ("made" if status == 201 else "another-page")


def test_our_own_page_can(site: Served, person: Person) -> None:
    assert person.post("/api/tables", json={}, headers={"Origin": site.url}).status_code == 201
    assert person.get("/api/tables", headers={"Origin": "https://elsewhere.example"}).status_code == 200
    assert "access-control-allow-origin" not in person.get("/api/tables", headers={"Origin": "https://elsewhere.example"}).headers


def test_at_home_a_name_that_leads_here_from_elsewhere_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, names=frozenset({"localhost"})) as site, site.person() as person:
        assert person.get("/api/tables").status_code == 200
        assert person.get("/api/tables", headers={"Host": f"localhost:{site.port}"}).status_code == 200
        refused = person.get("/api/tables", headers={"Host": "rebound.example"})
        assert (refused.status_code, refused.json()["why"]) == (421, "wrong-host")


def test_limits_hold_for_tables_requests_and_bodies(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(AT_HOME, tables_per_hour=2, requests_per_second=0.001, request_burst=10, records_per_hour=1)
    with served(tmp_path, limits=limits) as site, site.person() as person:
        assert [person.post("/api/tables", json={}).status_code for _ in range(3)] == [201, 201, 429]
        assert [person.post("/api/records", content=b"x").status_code for _ in range(2)] == [422, 429]
        large = person.post("/api/tables", content=b'{"bots": "' + b"x" * 70_000 + b'"}')
        assert (large.status_code, large.json()["why"]) == (413, "too-large")
        assert [person.get("/healthz").status_code for _ in range(5)] == [200, 200, 200, 200, 429]
        refused = person.get("/api/tables")
        assert (refused.status_code, refused.json()["why"]) == (429, "too-many-requests")
        assert refused.headers["x-content-type-options"] == "nosniff"


def test_metrics_may_ask_for_a_key(tmp_path: Path) -> None:
    with served(tmp_path, metrics_key="abc") as site, site.person() as person:
        assert person.get("/metrics").status_code == 403
        assert person.get("/metrics", headers={"Authorization": "Bearer abd"}).status_code == 403
        assert person.get("/metrics", headers={b"Authorization": b"Bearer \xe9"}).status_code == 403
        assert person.get("/metrics", headers={"Authorization": "Bearer abc"}).status_code == 200


def test_without_a_key_only_this_machine_may_read_metrics(tmp_path: Path) -> None:
    """Behind a proxy: whom it names, not the proxy."""
    with served(tmp_path, proxies="127.0.0.1") as site:
        for address, status in (("127.0.0.1", 200), ("::1", 200), ("::ffff:127.0.0.2", 200), ("203.0.113.9", 403), ("2001:db8::1", 403)):
            with site.person(**{"X-Forwarded-For": address}) as person:
                assert person.get("/metrics").status_code == status, address
        with site.person(**{"X-Forwarded-For": "203.0.113.9"}) as stranger:
            assert "NUNS_METRICS_KEY" in stranger.get("/metrics").json()["reason"]


def test_a_worker_that_is_gone_has_no_sockets_any_more(tmp_path: Path) -> None:
    """What it has done still counts."""
    script = "from nuns.server.web.metrics import Metrics; its = Metrics(); its.sockets.inc(2); its.actions.inc(2)\n"
    worker = [sys.executable, "-c", script + "print(its.text(bool).decode())"]
    surroundings = {**os.environ, FOLDER: str(tmp_path)}
    figures = [subprocess.run(worker, env=surroundings, capture_output=True, text=True, check=True).stdout for _ in range(2)][1]
    assert "nuns_sockets 2.0" in figures
    assert "nuns_actions_total 4.0" in figures


def test_figures_name_no_table_and_no_person(person: Person) -> None:
    code = person.post("/api/tables", json={}).json()["table"]["code"]
    person.put(f"/api/tables/{code}/chairs/guards", json={"name": "Agnes"})
    person.get(f"/t/{code}")
    figures = person.get("/metrics").text
    assert code not in figures
    assert "Agnes" not in figures
    for name in ("sockets", "messages_received_total", "messages_sent_total", "actions_total", "store_commits_total", "tables"):
        assert re.search(rf"^nuns_{name}\b", figures, re.MULTILINE), name
