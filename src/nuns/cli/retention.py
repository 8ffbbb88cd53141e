"""The flags that say how long tables and game files are kept, for ``nuns serve`` and ``nuns prune``."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from nuns.cli.arguments import whole_number

if TYPE_CHECKING:
    from nuns.server.retention import Retention

MOST_DAYS = 36_500
KEEPING = {  # by the name of the field of Retention; each says its default
    "lobby": "tables that were never started, which are then abandoned (default: 30)",
    "finished": "tables whose game is over or abandoned; their game files stay (default: for ever)",
    "records": "game files of games that were played here (default: for ever)",
    "imported": "game files that visitors brought along (default: 90)",
}


def add_retention(command: ArgumentParser) -> None:
    """Adds the flags that say how long things are kept."""
    for name, meaning in KEEPING.items():
        command.add_argument(f"--keep-{name}", type=whole_number(0, MOST_DAYS), metavar="DAYS", help=f"days to keep {meaning}")


def retention_of(given: Namespace) -> "Retention":
    """Returns how long things are kept, as the flags say."""
    from nuns.server.retention import Retention

    days = {name: getattr(given, f"keep_{name}") for name in KEEPING}
    return Retention(**{name: value for name, value in days.items() if value is not None})
