"""Running the server: its sockets, one process or several, and a quiet end."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory
from threading import current_thread, main_thread

import uvicorn
from uvicorn.supervisors import Multiprocess

from nuns.server.store import open_store
from nuns.server.web.app import make_app
from nuns.server.web.metrics import FOLDER
from nuns.server.web.site import Config

BACKLOG = 2048
STOPPING = (signal.SIGINT, signal.SIGTERM)
HEALTHY = 60  # seconds in which a worker must answer its supervisor: on a busy machine it may take long to start
GRACE = 10  # seconds for what is under way when the server stops
PING = 20.0  # seconds between pings, and to wait for an answer: a browser that went without a word is noticed


def listen(host: str, port: int) -> socket.socket:
    """A socket that accepts connections; port 0 takes any that is free. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
        listening.set_inheritable(True)
    except OSError:
        listening.close()
        raise
    return listening


async def try_store(url: str) -> None:
    """Opens the store and closes it again: whether it is there, told before anything else is started."""
    store = await open_store(url)
    await store.close()


def settings(config: Config, *, trusted_proxies: str = "", workers: int = 1) -> uvicorn.Config:
    """How uvicorn runs the application. ``X-Forwarded-*`` is trusted only from the proxies that are named."""
    return uvicorn.Config(
        partial(make_app, config),
        factory=True,
        workers=workers,
        log_config=None,
        access_log=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=config.limits.message,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=HEALTHY,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=64_000,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """Calls ``started`` when it has started. A signal that stops it is not raised again, since being told to stop is no failure."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], object]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._tell()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if current_thread() is not main_thread():  # which alone hears signals
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def run_one(listening: socket.socket, config: Config, *, trusted_proxies: str = "", started: Callable[[], object] = bool) -> bool:
    """In this process, until it is told to stop; whether it ever started."""
    server = Server(settings(config, trusted_proxies=trusted_proxies), started)
    server.run([listening])
    return server.started


def run_several(listening: socket.socket, config: Config, workers: int, *, trusted_proxies: str = "") -> None:
    """In processes of their own, each of which is replaced when it ends by itself. Their figures are put together in one folder."""
    with TemporaryDirectory(prefix="nuns-metrics-") as folder:
        os.environ[FOLDER] = folder
        Multiprocess(settings(config, trusted_proxies=trusted_proxies, workers=workers), [listening]).run()
