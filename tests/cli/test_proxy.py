"""Two nodes behind a real nginx, one with four workers, which are replaced while people play."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from nuns.bench.random_players import CHAIRS, Activity, PlayedServer, RandomPlayer
from nuns.server.store import open_store
from tests.cli.test_serving import said, started, wait_for, workers_of
from tests.kit.program import PATIENCE

UPGRADE = 400.0  # seconds, on a machine that is busy with other tests
THINKING = (0.5, 1.5)  # seconds: no game ends while the workers are replaced
CONFIGURATION = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream nuns {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://nuns; proxy_http_version 1.1; proxy_set_header Host $host:{port};
            proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade; proxy_read_timeout 120s;
        }}
    }}
}}
"""


@contextmanager
def nginx(folder: Path, nodes: list[str]) -> Iterator[str]:
    """The address of an nginx in front of the nodes; where there is none, of the first node."""
    program = shutil.which("nginx")
    if program is None:
        warnings.warn("nginx is not installed: the nodes are played at without a proxy", stacklevel=2)
        yield nodes[0]
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    servers = " ".join(f"server {node.removeprefix('http://')};" for node in nodes)
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, servers=servers, port=port))
    running = subprocess.Popen([program, "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait()


async def keep_playing(server: PlayedServer, code: str, cookie: str, chair: str, done: Activity) -> None:
    """Plays one seat and connects again whenever the socket breaks, as a browser does."""
    while True:
        with suppress(ConnectionClosed, InvalidStatus, OSError):
            async with server.socket(code, cookie) as opened:
                player = RandomPlayer(opened, chair, done)
                await player.take_seat()
                await player.play(time.perf_counter() + UPGRADE, THINKING)
        await asyncio.sleep(0.05)


async def play_through_an_upgrade(url: str, parent: int, tables: int) -> tuple[Activity, list[str]]:
    """Plays at a few tables, replaces all workers of a node meanwhile, and plays on; what was done and the tables' codes."""
    server, done, codes, players = PlayedServer(url), Activity(), list[str](), list[asyncio.Task[None]]()
    for _ in range(tables):
        code, cookie = await asyncio.to_thread(server.new_table)
        codes.append(code)
        await asyncio.to_thread(server.request, "POST", f"/api/tables/{code}/start", cookie)
        players += [asyncio.create_task(keep_playing(server, code, cookie, chair, done)) for chair in CHAIRS]
    await played(done, 8)
    before = set(workers_of(parent))
    os.kill(parent, signal.SIGHUP)
    async with asyncio.timeout(UPGRADE):
        while len(workers_of(parent)) < len(before) or before & set(workers_of(parent)):
            await asyncio.sleep(0.1)
    await played(done, done.actions + 8)
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return done, codes


async def played(done: Activity, actions: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while done.actions < actions:
            await asyncio.sleep(0.05)


@pytest.mark.full
@pytest.mark.filterwarnings("default:nginx is not installed")
def test_workers_behind_nginx_are_replaced_under_load_and_no_action_is_lost(tmp_path: Path, postgresql: str) -> None:
    """What was accepted is in the log, whatever worker or node took it; players only reconnect."""
    folders = [tmp_path / name for name in ("four", "one")]
    for folder in folders:
        folder.mkdir()
    words = ("serve", "--port", "0", "--database", postgresql, "--trusted-proxies", "127.0.0.1")
    with started(folders[0], *words, "--workers", "4") as four, started(folders[1], *words) as one:
        nodes = [
            "http://" + said(folders[0], r"4 workers on (127.0.0.1:\d+)", four, "err")[1],
            "http://" + said(folders[1], r"listening on (127.0.0.1:\d+)", one, "err")[1],
        ]
        for node in nodes:
            wait_for(f"{node}/healthz")
        with nginx(tmp_path, nodes) as url:
            done, codes = asyncio.run(play_through_an_upgrade(url, four.pid, tables=4))
        for program in (four, one):
            program.terminate()
            assert program.wait(PATIENCE) == 0
    assert asyncio.run(stored_actions(postgresql, codes)) >= done.actions
    assert done.dropped > 0, "nobody was connected to a worker that was replaced"


async def stored_actions(url: str, codes: list[str]) -> int:
    store = await open_store(url)
    entries = [entry for code in codes for entry in await store.read(code)]
    await store.close()
    return sum(entry.kind == "action" for entry in entries)
