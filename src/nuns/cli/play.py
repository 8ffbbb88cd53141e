"""``nuns play``: a table on this machine, and the browser open on it."""

import socket
import sys
import threading
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path

from platformdirs import user_data_path

from nuns.cli.arguments import Failure, one_of, place, whole

EXAMPLE = "nuns play --no-browser --port 8080"
PORT = 8000
LEVELS = ("debug", "info", "warning", "error")
HERE, EVERYWHERE = ("127.0.0.1", "localhost", "::1"), ("0.0.0.0", "::")


def declare(command: ArgumentParser) -> None:
    command.add_argument(
        "--port", type=whole(0, 65535), default=PORT, metavar="N", help=f"port to listen on; if it is taken, a free one (default: {PORT})"
    )
    command.add_argument(
        "--host", default=HERE[0], help="address to listen on; 0.0.0.0 lets others on your network join (default: 127.0.0.1)"
    )
    command.add_argument("--database", type=place, metavar="FILE", help="SQLite file for the tables (default: in your data folder)")
    command.add_argument("--no-browser", action="store_true", help="do not open the browser")
    command.add_argument(
        "--log-level", type=one_of(*LEVELS), default="warning", help="what to log, as JSON lines on stderr (default: warning)"
    )


def run(given: Namespace) -> int:
    from nuns.server.web.limits import AT_HOME
    from nuns.server.web.running import run_one
    from nuns.server.web.site import Config

    database = database_url(given.database or data_folder() / "nuns.sqlite3")
    check_store(database)
    listening = free_port(given.host, given.port)
    port = listening.getsockname()[1]
    local, shared = f"http://{named(given.host)}:{port}", shared_address(given.host, port)
    config = Config(database=database, limits=AT_HOME, names=own_names(), public_url=shared, log_level=given.log_level)

    def started() -> None:
        print(f"open {local}/" + (f"; others can join at {shared}/" if shared else "") + " (press Ctrl-C to stop)", flush=True)
        if not given.no_browser:
            threading.Thread(target=webbrowser.open, args=(f"{local}/",), daemon=True).start()

    if not run_one(listening, config, started=started):
        raise Failure("expected the server to start; it did not")
    print("stopped; all tables are saved", flush=True)
    return 0


def data_folder() -> Path:
    """The user's data folder, made if it is not there: on Linux ``~/.local/share/nuns``."""
    folder = user_data_path("nuns", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Failure(f"expected a folder for tables; got {folder}: {fault.strerror or fault}") from None
    return folder


def database_url(path: Path) -> str:
    from urllib.parse import quote

    return f"sqlite:///{quote(str(path))}"


def check_store(url: str) -> None:
    """A store that cannot be opened is told in one line, before anything else."""
    import asyncio

    from nuns.server.store import StoreError
    from nuns.server.web.running import try_store

    try:
        asyncio.run(try_store(url))
    except StoreError as fault:
        raise Failure(str(fault)) from None


def free_port(host: str, port: int) -> socket.socket:
    """That port, or another if it is taken, which is told."""
    from nuns.server.web.running import listen

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


def named(host: str) -> str:
    """As one's own browser calls it."""
    return "localhost" if host in (*HERE, *EVERYWHERE) else f"[{host}]" if ":" in host else host


def shared_address(host: str, port: int) -> str | None:
    """As others in the network reach it, if they do."""
    if host in HERE:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which of our addresses would be used
            own = asking.getsockname()[0]
        except OSError:
            own = socket.gethostname()
    return f"http://{own if host in EVERYWHERE else host}:{port}"


def own_names() -> frozenset[str]:
    """What this machine is called at home; a page elsewhere that leads its own name here is not answered."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})
