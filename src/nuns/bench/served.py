"""A server in a process of its own, which says what it has used: ``python served.py game|echo DATABASE``.

It is run as a file and imports only what older checkouts have too, so that two of them can be measured side by side. It prints its port,
and for every line that it reads its CPU seconds so far and its memory in kB.
"""

import resource
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, WebSocket, websocket

from nuns.server.web.limits import AT_HOME
from nuns.server.web.site import Config

try:
    from nuns.server.web.server_run import Server, listen, settings
except ModuleNotFoundError:  # 0.2.0 has it under another name
    from nuns.server.web.running import Server, listen, settings  # type: ignore[import-not-found, no-redef]

FILES = 4096  # open files, or as many as are allowed
UNHURRIED = msgspec.structs.replace(AT_HOME, messages_per_second=1e9, message_burst=1 << 50, sockets=1 << 30, tables_per_hour=1 << 30)


@websocket("/")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    """Sends every message back."""
    await socket.accept()
    while (message := await socket.receive())["type"] == "websocket.receive":
        await socket.send({"type": "websocket.send", "text": message["text"], "bytes": None})


def echo_app() -> Litestar:
    """Returns the echo as an application."""
    return Litestar([echo], openapi_config=None, logging_config=None)


def resident_memory() -> float:
    """Returns the memory in use in kB, or where that is unknown the most there was."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1024
    except OSError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def allow_files(wanted: int) -> int:
    """Raises the limit of open files to ``wanted``, or as near to it as possible, and returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(soft, most)


def answer() -> None:
    """Answers every line with what was used so far."""
    for _ in sys.stdin:
        print(time.process_time(), resident_memory(), flush=True)


def main(kind: str, database: str) -> None:
    """Serves until the process is ended."""
    allow_files(FILES)
    listening = listen("127.0.0.1", 0)
    config = settings(Config(database=database, limits=UNHURRIED, log_level="error", thinkers=1, prepare=False))
    if kind == "echo":
        config.app = echo_app
    port = listening.getsockname()[1]

    def started() -> None:
        print(port, flush=True)
        threading.Thread(target=answer, daemon=True).start()

    Server(config, started).run([listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
