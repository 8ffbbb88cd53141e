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

from nuns.bench.postgres import postgres_server
from tests.kit.postgres import database_on
from tests.kit.program import NUNS
from tests.kit.web import Person

PATIENCE = 120.0


@contextmanager
def started(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The program, until the end of the block; its outputs are in files, for it may print much."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "BROWSER": "true"}
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        program = subprocess.Popen([*NUNS, *words], stdout=out, stderr=err, text=True, env=environment)
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def said(folder: Path, pattern: str, program: subprocess.Popen[str], output: str = "out") -> re.Match[str]:
    """Waits until it says that."""
    deadline = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, (folder / output).read_text())):
        assert program.poll() is None, (folder / "err").read_text()
        assert time.monotonic() < deadline, (folder / "out").read_text()
        time.sleep(0.05)
    return found


def failed(*words: str, **environment: str) -> str:
    """The one line of a program that cannot start."""
    done = subprocess.run([*NUNS, *words], capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **environment})
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_play_serves_a_table_until_it_is_stopped(tmp_path: Path, number: int) -> None:
    with started(tmp_path, "play", "--no-browser", "--port", "0") as program:
        url = said(tmp_path, r"open (http://localhost:\d+)/ \(press Ctrl-C to stop\)\n", program)[1]
        with Person(url, {}) as person:
            assert "<title>Nuns on the Run</title>" in person.get("/").text
            code = person.post("/api/tables", json={}).json()["table"]["code"]
            assert person.get("/", headers={"Host": "rebound.example"}).status_code == 421
        program.send_signal(number)
        assert program.wait(PATIENCE) == 0
    assert (tmp_path / "out").read_text().endswith("stopped; all tables are saved\n")
    assert (tmp_path / "err").read_text() == ""
    assert (tmp_path / "nuns" / "nuns.sqlite3").is_file()
    with started(tmp_path, "play", "--no-browser", "--port", "0") as program:
        url = said(tmp_path, r"open (http://localhost:\d+)/", program)[1]
        with Person(url, {}) as person:
            assert person.get(f"/api/tables/{code}").json()["table"]["status"] == "lobby"


def test_play_takes_another_port_when_its_own_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started(tmp_path, "play", "--no-browser", "--port", str(port), "--database", str(tmp_path / "a b%.sqlite3")) as program:
            other = said(tmp_path, r"open http://localhost:(\d+)/", program)[1]
            assert (tmp_path / "err").read_text() == f"port {port} is taken; using {other} instead\n"
            assert (tmp_path / "a b%.sqlite3").is_file()


def test_play_opens_the_browser(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BROWSER": str(browser)}
    with subprocess.Popen([*NUNS, "play", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment) as program:
        try:
            assert program.stdout is not None
            found = re.search(r"open (http://\S+?/) ", program.stdout.readline())
            assert found
            deadline = time.monotonic() + PATIENCE
            while not (tmp_path / "opened").is_file() or not (tmp_path / "opened").read_text():
                assert time.monotonic() < deadline
                time.sleep(0.05)
            assert (tmp_path / "opened").read_text() == f"{found[1]}\n"
        finally:
            program.kill()


def test_serve_tells_what_happens_line_by_line_and_no_secret(tmp_path: Path) -> None:
    words = ("--port", "0", "--database", f"sqlite:///{tmp_path}/x.sqlite3", "--public-url", "https://nuns.example/")
    with started(tmp_path, "serve", *words) as program:
        port = said(tmp_path, r"nuns serve: listening on 127.0.0.1:(\d+)\n", program, "err")[1]
        with Person(f"http://127.0.0.1:{port}", {}) as person:
            code = person.post("/api/tables", json={}).json()["table"]["code"]
            person.put(f"/api/tables/{code}/chairs/guards", json={"name": "Agnes Secretive"})
            link = person.get(f"/api/tables/{code}/link").json()["link"]
            assert link.startswith(f"https://nuns.example/t/{code}#key=")
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
    assert {"request"} <= {line["event"] for line in told}
    assert {"/api/tables", "/api/tables/{code}/chairs/{chair}"} <= {line.get("route") for line in told}
    for secret in (code, token, "Agnes", "nobody else"):
        assert secret not in "\n".join(lines)


def test_one_line_says_why_it_does_not_start(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path}/x.sqlite3"
        assert f"expected a free port; got 127.0.0.1:{port}" in failed("serve", "--port", port, "--database", database)
    assert "expected PostgreSQL with 2 workers; got SQLite" in failed("serve", "--workers", "2", "--database", database)
    assert "nuns serve: " in failed("serve", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert "expected sqlite:///file" in failed("serve", "--database", "mysql://x")
    assert "expected addresses or networks such as" in failed("serve", "--trusted-proxies", "everybody")
    for url in ("nuns.example", "http://[bad", "http://nuns.example:99999", "https://"):
        assert f"expected a URL such as https://nuns.example.org, without a path; got {url!r}" in failed("serve", "--public-url", url)
    database = f"sqlite:///{tmp_path}/y.sqlite3"
    for host in ("999.1.1.1", "a" * 70):
        told = f"nuns serve: expected an address of this machine; got {host}:0: "
        assert told in failed("serve", "--host", host, "--port", "0", "--database", database)
    assert "nuns play: expected to listen on 192.0.2.1" in failed("play", "--host", "192.0.2.1", XDG_DATA_HOME=str(tmp_path))
    (tmp_path / "file").write_text("")
    assert "expected a folder for tables" in failed("play", XDG_DATA_HOME=str(tmp_path / "file"))


def test_only_a_trusted_proxy_says_for_whom_it_asks(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/x.sqlite3"
    forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    for words, secure in (((), False), (("--trusted-proxies", "127.0.0.0/8"), True)):
        with started(tmp_path, "serve", "--port", "0", "--database", database, *words) as program:
            port = said(tmp_path, r"on 127.0.0.1:(\d+)\n", program, "err")[1]
            with Person(f"http://127.0.0.1:{port}", forwarded) as person:
                assert ("Secure" in person.post("/api/tables", json={}).headers["set-cookie"]) is secure
            program.terminate()
            program.wait(PATIENCE)
        told = [json.loads(line) for line in (tmp_path / "err").read_text().splitlines() if '"request"' in line]
        assert told[0]["address"] == ("203.0.113.9" if secure else "127.0.0.1")


def test_several_workers_serve_one_table_and_a_killed_one_is_replaced(tmp_path: Path) -> None:
    with (
        postgres_server(durable=False) as server,
        database_on(server) as database,
        started(tmp_path, "serve", "--port", "0", "--workers", "2", "--database", database) as program,
    ):
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
    return [child for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]
