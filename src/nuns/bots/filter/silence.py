"""When a noise step is over, so that a novice without a token was not heard: no event says so, only what is asked next (rules 7.4).

Written in the subset of Python that the kernel compiles.
"""

from nuns.rules.state import State
from nuns.rules.words import Ask, Stage


def is_noise_over(known: State) -> bool:
    """Tells whether plans or guards' decisions are asked for, so that every token has been placed (7.4)."""
    if known.stage == Stage.OVER:
        return False
    return known.ask == Ask.PLAN or known.ask == Ask.ORDER or known.ask == Ask.PATH or known.ask == Ask.STEP
