"""How much is tried: a seeded sample in ``make test`` and ``make full``, everything in ``make long``."""

import os
from typing import TypeVar

LONG = "NUNS_LONG" in os.environ
Size = TypeVar("Size")


def sample(in_test: Size, in_long: Size) -> Size:
    """Returns the first of two sizes, or the second in ``make long``."""
    return in_long if LONG else in_test
