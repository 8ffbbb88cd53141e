"""``nuns play`` and ``nuns serve`` as they are started by people and by systemd."""

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.kit.program import NUNS, PATIENCE, UNPREPARED, failed
from tests.kit.web import Person

FORWARDED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


@contextmanager
def started(folder: Path, *words: str, program: list[str] = UNPREPARED, browser: str = "true") -> Iterator[subprocess.Popen[str]]:
    """The program, until the end of the block; its outputs are in files, for it may print much."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "BROWSER": browser}
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        running = subprocess.Popen([*program, *words], stdout=out, stderr=err, text=True, env=environment)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def said(folder: Path, pattern: str, program: subprocess.Popen[str], output: str = "out") -> re.Match[str]:
    """Waits until it says that."""
    deadline = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, (folder / output).read_text())):
        assert program.poll() is None, (folder / "err").read_text()
        assert time.monotonic() < deadline, (folder / "out").read_text()
        time.sleep(0.05)
    return found


def test_play_serves_a_table_until_it_is_stopped(tmp_path: Path) -> None:
    """By Ctrl-C with its bots prepared, and by systemd without; what was there before is there again."""
    code = ""
    for number, words in ((signal.SIGINT, NUNS), (signal.SIGTERM, UNPREPARED)):
        with started(tmp_path, "play", "--no-browser", "--port", "0", program=words) as program:
            url = said(tmp_path, r"open (http://localhost:\d+)/ \(press Ctrl-C to stop\)\n", program)[1]
            with Person(url, {}) as person:
                assert "<title>Nuns on the Run</title>" in person.get("/").text
                if code:
                    assert person.get(f"/api/tables/{code}").json()["table"]["status"] == "lobby"
                code = person.post("/api/tables", json={}).json()["table"]["code"]
                assert person.get("/", headers={"Host": "rebound.example"}).status_code == 421
            program.send_signal(number)
            assert program.wait(PATIENCE) == 0
        assert (tmp_path / "out").read_text().endswith("stopped; all tables are saved\n")
        assert (tmp_path / "err").read_text() == ""
        assert (tmp_path / "nuns" / "nuns.sqlite3").is_file()


def test_play_opens_the_browser_and_takes_another_port_when_its_own_is_taken(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = ("play", "--port", str(port), "--database", str(tmp_path / "a b%.sqlite3"))
        with started(tmp_path, *words, browser=str(browser)) as program:
            url, other = said(tmp_path, r"open (http://localhost:(\d+)/) ", program).groups()
            assert (tmp_path / "err").read_text() == f"port {port} is taken; using {other} instead\n"
            assert (tmp_path / "a b%.sqlite3").is_file()
            until(lambda: opened.is_file() and bool(opened.read_text()))
            assert opened.read_text() == f"{url}\n"


def test_serve_tells_what_happens_line_by_line_and_no_secret(tmp_path: Path) -> None:
    words = ("--port", "0", "--database", f"sqlite:///{tmp_path}/x.sqlite3", "--public-url", "https://nuns.example/")
    with started(tmp_path, "serve", *words) as program:
        port = said(tmp_path, r"nuns serve: listening on 127.0.0.1:(\d+)\n", program, "err")[1]
        with Person(f"http://127.0.0.1:{port}", FORWARDED) as person:
            made = person.post("/api/tables", json={})
            assert "Secure" not in made.headers["set-cookie"]
            code = made.json()["table"]["code"]
            person.put(f"/api/tables/{code}/chairs/guards", json={"name": "Agnes Secretive"})
            link = person.get(f"/api/tables/{code}/link").json()["link"]
            assert link.startswith(f"https://nuns.example/t/{code}#key=")
            assert person.get("/healthz", headers={"Host": "nuns.example"}).status_code == 200
            assert person.get("/healthz", headers={"Host": "elsewhere.example"}).status_code == 421
            with person.socket(code) as talk:
                talk.hear()
                talk.ask("say", text="nobody else shall read this")
            token = link.partition("=")[2]
            assert person.post(f"/api/tables/{code}/key?key={token}", content=token.encode()).status_code == 400
        program.terminate()
        assert program.wait(PATIENCE) == 0
    lines = (tmp_path / "err").read_text().splitlines()
    told = [json.loads(line) for line in lines if line.startswith("{")]
    assert [line["event"] for line in told][:1] == ["started"]
    assert told[-1]["event"] == "stopped"
    assert {line["address"] for line in told if line["event"] == "request"} == {"127.0.0.1"}
    assert {"/api/tables", "/api/tables/{code}/chairs/{chair}"} <= {line.get("route") for line in told}
    for secret in (code, token, "Agnes", "nobody else"):
        assert secret not in "\n".join(lines)


def test_one_line_says_why_it_does_not_start(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def told(status: int, *words: str) -> str:
        return failed(capsys, status, *words)

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path}/x.sqlite3"
        assert f"expected a free port; got 127.0.0.1:{port}" in told(1, "serve", "--port", port, "--database", database)
    assert "expected PostgreSQL with 2 workers; got SQLite" in told(2, "serve", "--workers", "2", "--database", database)
    assert "nuns serve: " in told(1, "serve", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert "expected sqlite:///file" in told(1, "serve", "--database", "mysql://x")
    assert "expected addresses or networks such as" in told(2, "serve", "--trusted-proxies", "everybody")
    for url in ("nuns.example", "http://[bad", "http://nuns.example:99999", "https://"):
        assert f"expected a URL such as https://nuns.example.org, without a path; got {url!r}" in told(2, "serve", "--public-url", url)
    database = f"sqlite:///{tmp_path}/y.sqlite3"
    for host in ("999.1.1.1", "a" * 70):
        line = f"nuns serve: expected an address of this machine; got {host}:0: "
        assert line in told(1, "serve", "--host", host, "--port", "0", "--database", database)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "nuns play: expected to listen on 192.0.2.1" in told(1, "play", "--host", "192.0.2.1")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert "expected a folder for tables" in told(1, "play")


def test_a_trusted_proxy_says_for_whom_it_asks(tmp_path: Path) -> None:
    words = ("--port", "0", "--database", f"sqlite:///{tmp_path}/x.sqlite3", "--trusted-proxies", "127.0.0.0/8")
    with started(tmp_path, "serve", *words) as program:
        port = said(tmp_path, r"on 127.0.0.1:(\d+)\n", program, "err")[1]
        with Person(f"http://127.0.0.1:{port}", FORWARDED) as person:
            assert "Secure" in person.post("/api/tables", json={}).headers["set-cookie"]
        program.terminate()
        program.wait(PATIENCE)
    told = [json.loads(line) for line in (tmp_path / "err").read_text().splitlines() if '"request"' in line]
    assert told[0]["address"] == "203.0.113.9"


@pytest.mark.full
def test_several_workers_serve_one_table_and_a_killed_one_is_replaced(tmp_path: Path, postgresql: str) -> None:
    with started(tmp_path, "serve", "--port", "0", "--workers", "2", "--database", postgresql) as program:
        url = "http://" + said(tmp_path, r"2 workers on (127.0.0.1:\d+)", program, "err")[1]
        wait_for(f"{url}/healthz")
        with Person(url, {"Connection": "close"}) as person:
            code = person.post("/api/tables", json={}).json()["table"]["code"]
            for _ in range(10):
                assert person.get(f"/api/tables/{code}").json()["host"] is True
            counted = 'nuns_requests_total{method="GET",route="/api/tables/{code}",status="200"} 10.0'
            until(lambda: counted in person.get("/metrics").text)  # an answer is counted when it is sent
            os.kill(workers_of(program.pid)[0], signal.SIGKILL)
            until(lambda: len(workers_of(program.pid)) == 2)
            wait_for(f"{url}/healthz")
            assert person.get(f"/api/tables/{code}").json()["host"] is True
        program.terminate()
        assert program.wait(PATIENCE) == 0


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def wait_for(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(url, timeout=5) as answer:
                assert answer.status == 200
                return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def workers_of(parent: int) -> list[int]:
    """Its children that serve, not the one that keeps count of resources."""
    children = [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    return [child for child in children if "spawn_main" in words_of(child)]


def words_of(process: int) -> str:
    """What it was started with; nothing once it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""
