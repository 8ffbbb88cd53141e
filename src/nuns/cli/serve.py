"""The command ``nuns serve``, which runs a server for others."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from errno import EACCES, EADDRINUSE
from ipaddress import ip_network
from urllib.parse import urlsplit

from nuns.cli.arguments import Failure, one_of, whole_number
from nuns.cli.play import LEVELS, PORT, check_store, data_folder, database_url, own_names
from nuns.cli.retention import add_retention, retention_of

EXAMPLE = "nuns serve --database postgresql://nuns@localhost/nuns --workers 4 --trusted-proxies 127.0.0.1"
PORT_FAULTS = (EADDRINUSE, EACCES)
DATABASE, METRICS_KEY = "NUNS_DATABASE", "NUNS_METRICS_KEY"


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    command.add_argument("--port", type=whole_number(0, 65535), default=PORT, metavar="N", help=f"port to listen on (default: {PORT})")
    command.add_argument(
        "--database",
        default=os.environ.get(DATABASE),
        metavar="URL",
        help=f"sqlite:///file or postgresql://user:password@host/database; also read from {DATABASE} (default: a file in your data folder)",
    )
    command.add_argument(
        "--workers",
        type=whole_number(1, 256),
        default=1,
        metavar="N",
        help="number of processes; more than 1 only with PostgreSQL (default: 1)",
    )
    command.add_argument(
        "--trusted-proxies", type=proxies, metavar="ADDRESS[,ADDRESS...]", help="trust X-Forwarded-* headers only from these proxies"
    )
    command.add_argument(
        "--public-url",
        type=public_url,
        metavar="URL",
        help="public address, such as https://nuns.example.org: for invitations, and the only name it answers to besides its own",
    )
    add_retention(command)
    command.add_argument(
        "--analyses",
        type=whole_number(0, 64),
        default=1,
        metavar="N",
        help="finished nights that each worker analyses at a time, at the lowest priority; 0 for none (default: 1)",
    )
    command.add_argument(
        "--analysis-budget",
        type=whole_number(5, 3600),
        default=60,
        metavar="SECONDS",
        help="time of one core for the analysis of a night (default: 60)",
    )
    command.add_argument(
        "--log-level",
        type=one_of(*LEVELS),
        default="info",
        help="least severe messages to log as JSON lines on stderr: debug, info, warning or error (default: info)",
    )


def proxies(text: str) -> str:
    """Returns a list of addresses or networks."""
    try:
        return ",".join(str(ip_network(part.strip())) for part in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"expected addresses or networks such as 127.0.0.1,10.0.0.0/8; got {text!r}") from None


def public_url(text: str) -> str:
    """Returns a public URL without a trailing slash."""
    if not is_public_url(text):
        raise ArgumentTypeError(f"expected a URL such as https://nuns.example.org, without a path; got {text!r}")
    return text.rstrip("/")


def is_public_url(text: str) -> bool:
    """Tells whether a text is an HTTP URL without a path."""
    try:
        parts = urlsplit(text)
        is_host = bool(parts.hostname) and parts.port != 0  # a bad port raises ValueError
    except ValueError:
        return False
    return is_host and parts.scheme in ("http", "https") and not (parts.path.strip("/") or parts.query or parts.fragment)


def names(host: str, public: str | None) -> frozenset[str]:
    """Returns the names to which the server answers: this machine's, and that of its public address."""
    public_name = urlsplit(public).hostname if public else None
    return own_names() | {host.lower()} | ({public_name} if public_name else set())


def run(given: Namespace) -> int:
    """Serves until it is interrupted."""
    from nuns.cli.bot_games import usable_cores
    from nuns.server.web.server_run import listen, run_one, run_several
    from nuns.server.web.site import Config

    database = given.database or database_url(data_folder() / "nuns.sqlite3")
    if given.workers > 1 and database.startswith("sqlite:"):
        raise Failure(f"expected PostgreSQL with {given.workers} workers; got SQLite, which works with one process only", 2)
    check_store(database)
    try:
        listening = listen(given.host, given.port)
    except (OSError, UnicodeError) as fault:
        expected = "a free port" if getattr(fault, "errno", None) in PORT_FAULTS else "an address of this machine"
        reason = getattr(fault, "strerror", None) or fault
        raise Failure(f"expected {expected}; got {given.host}:{given.port}: {reason}") from None
    config = Config(
        database=database,
        public_url=given.public_url,
        names=names(given.host, given.public_url),
        log_level=given.log_level,
        retention=retention_of(given),
        analyses=given.analyses,
        analysis_budget=given.analysis_budget,
        thinkers=max(1, (usable_cores() - 1) // given.workers),
        metrics_key=os.environ.get(METRICS_KEY) or None,
    )
    trusted = given.trusted_proxies or ""
    at = f"{given.host}:{listening.getsockname()[1]}"
    if given.workers > 1:
        print(f"nuns serve: {given.workers} workers on {at}", file=sys.stderr, flush=True)
        run_several(listening, config, given.workers, trusted_proxies=trusted)
    elif not run_one(
        listening,
        config,
        trusted_proxies=trusted,
        started=lambda: print(f"nuns serve: listening on {at}", file=sys.stderr, flush=True),
    ):
        raise Failure("expected the server to start; it did not")
    return 0
