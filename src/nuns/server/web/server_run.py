"""Running the server: its socket, one process or several, and a clean stop."""

import asyncio
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
from nuns.server.web.network import LocalNetwork
from nuns.server.web.site import Config
from nuns.server.web.wire import ServerConfig, raise_file_limit

BACKLOG = 2048
STOPPING = (signal.SIGINT, signal.SIGTERM)
HEALTHY = 60  # seconds in which a worker must answer its supervisor: on a busy machine it may take long to start
GRACE = 10  # seconds for what is under way when the server stops
PING = 20.0  # seconds between pings, and to wait for an answer, to notice a browser that is gone


def listen(host: str, port: int) -> socket.socket:
    """Returns a socket that accepts connections; port 0 takes any that is free. Raises OSError."""
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
    """Opens the store and closes it again, so that a store that cannot be opened is reported before anything else is started."""
    store = await open_store(url)
    await store.close()


def settings(config: Config, *, trusted_proxies: str = "", workers: int = 1) -> uvicorn.Config:
    """Returns uvicorn's configuration. ``X-Forwarded-*`` is trusted only from the proxies that are named."""
    return ServerConfig(
        partial(make_app, config),
        config.limits,
        trusted_proxies,
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=HEALTHY,
        timeout_keep_alive=30,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """Calls ``started`` when it has started. A signal that stops it is not raised again, since being told to stop is no failure."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], object], network: LocalNetwork | None = None) -> None:
        super().__init__(config)
        self._tell, self._network = started, network

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._network is not None:
                self._network.listen = self.listen_too
            self._tell()

    async def listen_too(self, address: str) -> None:
        """Accepts connections on another address of this machine, at the same port; raises OSError."""
        network = self._network
        assert network is not None
        config, state = self.config, self.server_state

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = config.http_protocol_class(config=config, server_state=state, app_state=self.lifespan.state)  # type: ignore[call-arg]
            return made

        listening = listen(address, network.port)
        self.servers.append(await asyncio.get_running_loop().create_server(protocol, sock=listening, backlog=BACKLOG))

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if current_thread() is not main_thread():  # only the main thread gets signals
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def run_one(listening: socket.socket, config: Config, *, trusted_proxies: str = "", started: Callable[[], object] = bool) -> bool:
    """Runs the server in this process until it is told to stop; returns whether it ever started."""
    raise_file_limit()
    server = Server(settings(config, trusted_proxies=trusted_proxies), started, config.network)
    server.run([listening])
    return server.started


def run_several(listening: socket.socket, config: Config, workers: int, *, trusted_proxies: str = "") -> None:
    """Runs the server in several processes, replacing each that ends. Their metrics are shared through one folder."""
    raise_file_limit()
    with TemporaryDirectory(prefix="nuns-metrics-") as folder:
        os.environ[FOLDER] = folder
        Multiprocess(settings(config, trusted_proxies=trusted_proxies, workers=workers), [listening]).run()
