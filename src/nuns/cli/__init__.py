"""The program ``nuns``: a thin command line over the layers below."""

import signal
import sys
from collections.abc import Sequence

from nuns.cli.interrupts import STOPPED, exit_now, handle_interrupts


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command and returns 0 on success, 1 on failure, 2 on bad usage, or 130 if it is interrupted at any time."""
    with handle_interrupts(exit_now):
        from nuns.cli.program import run
    try:
        return run(words)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only leaving is left to do
        print("nuns: stopped", file=sys.stderr)
        return STOPPED
