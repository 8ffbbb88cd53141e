"""The processor's clock, for those who think for a limited time."""

import sys
from time import process_time_ns

TICKS = 1 if sys.platform == "win32" else 1000  # of the C library's clock in a millisecond


def processor_milliseconds() -> int:
    """Returns how many milliseconds of the processor's time this process has used."""
    return clock() // TICKS


def clock() -> int:
    """Returns the time used, in ticks; machine code calls the C library's function of this name."""
    return process_time_ns() * TICKS // 1_000_000
