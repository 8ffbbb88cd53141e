"""``python -m tests.bots.long_belief 2000``: plays so many nights of every kind and holds beliefs against the truth.

The filter is the one in machine code. Every twentieth night is followed from three seats at every moment, the others from one seat twice a
turn (``truth.faults_of``). A second number is the first night, so that a long run can go on where another stopped.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.bots.truth import faults_of

CLOSELY = 20  # nights of which one is followed at every moment
PROCESSES = len(os.sched_getaffinity(0))
TOLD = 100  # nights between two lines


def looked_at(seed: int) -> tuple[int, list[str]]:
    return faults_of(seed, closely=seed % CLOSELY == 0, compile_it=True)


def main(nights: int, first: int = 0) -> int:
    """How many nights had a fault; each is printed, and may be played again by its number."""
    began, checks, faulty = time.monotonic(), 0, 0
    with ProcessPoolExecutor(PROCESSES) as pool:
        for done, (checked, found) in enumerate(pool.map(looked_at, range(first, first + nights), chunksize=20), 1):
            checks += checked
            faulty += bool(found)
            for fault in found[:3]:
                print(fault, flush=True)
            if done % TOLD == 0 or done == nights:
                spent = time.monotonic() - began
                print(f"{done} of {nights} nights, {checks} checks, {faulty} faulty, {spent:.0f} s", flush=True)
    return faulty


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])) != 0)
