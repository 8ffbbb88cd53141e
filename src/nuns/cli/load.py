"""The command ``nuns load``, which plays at many tables of a server at once to see how much it can take."""

import asyncio
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from ipaddress import ip_address
from urllib.parse import urlsplit

from nuns.cli.arguments import Failure, add_json, print_json, whole_number
from nuns.cli.serve import is_public_url

EXAMPLE = "nuns load http://127.0.0.1:8000 --tables 20 --seconds 30"
MOST_TABLES, MOST_SECONDS = 500, 600


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("url", type=server_url, metavar="URL", help="address of your server, such as http://127.0.0.1:8000")
    command.add_argument("--tables", type=whole_number(1, MOST_TABLES), default=10, metavar="N", help="two-seat tables (default: 10)")
    command.add_argument(
        "--seconds", type=whole_number(1, MOST_SECONDS), default=10, metavar="N", help="how long to play, in seconds (default: 10)"
    )
    command.add_argument(
        "--think", type=whole_number(0, 60_000), default=500, metavar="MS", help="mean time a player thinks, in milliseconds (default: 500)"
    )
    command.add_argument("--mine", action="store_true", help="needed for a server that is not on this machine: it is yours to load")
    add_json(command)


def server_url(text: str) -> str:
    """Returns the address of a server without a trailing slash."""
    if not is_public_url(text):
        raise ArgumentTypeError(f"expected a URL such as http://127.0.0.1:8000, without a path; got {text!r}")
    return text.rstrip("/")


def is_on_this_machine(url: str) -> bool:
    """Tells whether an address is one of this machine alone."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def run(given: Namespace) -> int:
    """Plays for a while and prints the report; fails if the server refused or dropped anybody."""
    from nuns.bench.load import load

    if not given.mine and not is_on_this_machine(given.url):
        raise Failure(f"expected a server on this machine, or --mine; got {given.url}", 2)
    try:
        report = asyncio.run(load(given.url, given.tables, given.seconds, given.think / 1000))
    except OSError as fault:
        raise Failure(f"expected a server at {given.url}; got {fault}") from None
    if given.json:
        print_json(report.figures())
    else:
        print(report.text())
    return 0 if report.is_sound else 1
