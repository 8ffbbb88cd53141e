"""The one program, ``nuns``: a thin shell over the layers below."""

import signal
import sys
from collections.abc import Sequence

from nuns.cli.interrupts import STOPPED, heard_by, leave


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command: 0 on success, 1 on failure, 2 on bad usage, 130 when it is interrupted, however early."""
    with heard_by(leave):
        from nuns.cli.program import run
    try:
        return run(words)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is left to do is to leave, quietly
        print("nuns: stopped", file=sys.stderr)
        return STOPPED
