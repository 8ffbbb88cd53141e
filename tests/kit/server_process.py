"""``python -m tests.kit.server_process PORT DATABASE``: the server that browser tests start and kill.

It prepares nothing beforehand: most tests play against easy bots, and loading the compiled code of the others at every start would take
longer than the tests themselves; analyses and advice are made up for the same reason. Its secret is always the same, and it waits for every
browser's salt, however busy the machine is: the same players who give the same answers play the same night (``Visitor`` fixes the salts).
"""

import sys
from pathlib import Path

from nuns.cli.play import database_url
from nuns.server.tables import clock
from nuns.server.web.limits import AT_HOME
from nuns.server.web.server_run import listen, run_one
from nuns.server.web.site import Config
from tests.kit.analysis import considered, quick

SECRET = "5eed" * 16
PATIENCE_MS = 120_000


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
        analyser=quick,
        adviser=considered,
    )
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    return 0 if run_one(listening, config, started=lambda: print(f"open {address}", flush=True)) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2])))
