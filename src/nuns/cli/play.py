"""The command ``nuns play``, which starts a server on this machine and opens the browser."""

import socket
import sys
import threading
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path

from platformdirs import user_data_path

from nuns.cli.arguments import Failure, one_of, path_argument, whole_number

EXAMPLE = "nuns play --no-browser --port 8080"
PORT = 8000
LEVELS = ("debug", "info", "warning", "error")
HERE, EVERYWHERE = ("127.0.0.1", "localhost", "::1"), ("0.0.0.0", "::")


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=PORT,
        metavar="N",
        help=f"port to listen on; if it is taken, a free one (default: {PORT})",
    )
    command.add_argument(
        "--host", default=HERE[0], help="address to listen on; 0.0.0.0 lets others on your network join (default: 127.0.0.1)"
    )
    command.add_argument("--database", type=path_argument, metavar="FILE", help="SQLite file for the tables (default: in your data folder)")
    command.add_argument("--no-browser", action="store_true", help="do not open the browser")
    command.add_argument(
        "--log-level",
        type=one_of(*LEVELS),
        default="warning",
        help="least severe messages to log as JSON lines on stderr: debug, info, warning or error (default: warning)",
    )


def run(given: Namespace) -> int:
    """Serves until it is interrupted."""
    from nuns.server.web.limits import AT_HOME
    from nuns.server.web.network import LocalNetwork, own_address
    from nuns.server.web.server_run import run_one
    from nuns.server.web.site import Config

    database = database_url(given.database or data_folder() / "nuns.sqlite3")
    check_store(database)
    listening = free_port(given.host, given.port)
    port = listening.getsockname()[1]
    local, shared = f"http://{local_name(given.host)}:{port}", shared_address(given.host, port)
    network = LocalNetwork(port) if given.host == HERE[0] else None
    config = Config(database=database, limits=AT_HOME, names=own_names(), public_url=shared, network=network, log_level=given.log_level)
    own = own_address() if network else None

    def started() -> None:
        """Prints the address, and opens the browser."""
        print(f"open {local}/" + (f"; others can join at {shared}/" if shared else "") + " (press Ctrl-C to stop)", flush=True)
        if own:
            print(f"only this machine can join; an invitation lets friends on your network in at http://{own}:{port}/", flush=True)
        if not given.no_browser:
            threading.Thread(target=webbrowser.open, args=(f"{local}/",), daemon=True).start()

    if not run_one(listening, config, started=started):
        raise Failure("expected the server to start; it did not")
    print("stopped; all tables are saved", flush=True)
    return 0


def data_folder() -> Path:
    """Returns the user's data folder, on Linux ``~/.local/share/nuns``, after making it."""
    folder = user_data_path("nuns", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Failure(f"expected a folder for tables; got {folder}: {fault.strerror or fault}") from None
    return folder


def database_url(path: Path) -> str:
    """Returns the URL of an SQLite file."""
    from urllib.parse import quote

    return f"sqlite:///{quote(str(path))}"


def check_store(url: str) -> None:
    """Raises Failure if the store cannot be opened, before anything else is done."""
    import asyncio

    from nuns.server.store import StoreError
    from nuns.server.web.server_run import try_store

    try:
        asyncio.run(try_store(url))
    except StoreError as fault:
        raise Failure(str(fault)) from None


def free_port(host: str, port: int) -> socket.socket:
    """Returns a socket on that port, or on a free one if it is taken, with a message."""
    from nuns.server.web.server_run import listen

    try:
        return listen(host, port)
    except (OSError, UnicodeError) as fault:
        first = fault
    try:
        listening = listen(host, 0)
    except (OSError, UnicodeError):
        raise Failure(f"expected to listen on {host}; got {getattr(first, 'strerror', None) or first}") from None
    print(f"port {port} is taken; using {listening.getsockname()[1]} instead", file=sys.stderr)
    return listening


def local_name(host: str) -> str:
    """Returns the host's name in this machine's own browser."""
    return "localhost" if host in (*HERE, *EVERYWHERE) else f"[{host}]" if ":" in host else host


def shared_address(host: str, port: int) -> str | None:
    """Returns the address at which others on the network reach the server, or None if they cannot."""
    if host in HERE:
        return None
    from nuns.server.web.network import own_address

    own = own_address() or socket.gethostname()
    return f"http://{own if host in EVERYWHERE else host}:{port}"


def own_names() -> frozenset[str]:
    """Returns this machine's names at home; requests for other names are not answered."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})
