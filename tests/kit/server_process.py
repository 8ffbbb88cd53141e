"""``python -m tests.kit.server_process PORT DATABASE``: the server that browser tests start and kill.

It prepares nothing beforehand: most tests play against easy bots, and loading the compiled code of the others at every start would take
longer than the tests themselves; analyses and advice are made up for the same reason. Its secret is always the same, and it waits for every
browser's salt, however busy the machine is: the same players who give the same answers play the same night (``Visitor`` fixes the salts).
The night of the day is short, and its date, its opponents and its dice are always the same too.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from nuns.cli.play import database_url
from nuns.server.tables.days import DAY_SETTINGS
from nuns.server.tables.running import clock
from nuns.server.web.limits import AT_HOME
from nuns.server.web.server_run import listen, run_one
from nuns.server.web.site import Config
from tests.kit.analysis import MADE_UP, QUICK

SECRET = "5eed" * 16
PATIENCE_MS = 120_000
# Everybody plays a novice on this day; it is so far ahead that no night of it ends late.
NOON = round(datetime(2099, 1, 2, 12, tzinfo=UTC).timestamp() * 1000)
SHORT_DAY = msgspec.structs.replace(DAY_SETTINGS, options={**DAY_SETTINGS.options, "turns": 3})


def main(port: int, database: Path) -> int:
    """Serves on that port, or on a free one for 0, until it is told to stop."""
    clock.COMMITTING = clock.REVEALING = PATIENCE_MS
    listening = listen("127.0.0.1", port)
    config = Config(
        database=database_url(database),
        limits=AT_HOME,
        log_level="warning",
        thinkers=1,
        prepare=False,
        new_secret=lambda: SECRET,
        analyser=QUICK,
        adviser=MADE_UP,
    )
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    the_day: dict[str, Any] = {"LEVEL": "easy", "DAY_SETTINGS": SHORT_DAY, "fresh_secret": lambda: SECRET, "wall_clock": lambda: NOON}
    with patch.multiple("nuns.server.tables.node", **the_day):
        return 0 if run_one(listening, config, started=lambda: print(f"open {address}", flush=True)) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2])))
