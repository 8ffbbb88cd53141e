"""Nights of policies in machine code: the rules and the policies, compiled together as they stand."""

from functools import cache
from typing import Any

from nuns.bots import careful, danger, nights, windows
from nuns.kernel import machine as kernel
from nuns.referee.table import Table
from nuns.rules.state import State

CHAPTERS = (danger, windows, careful, nights)


LONGEST = 32  # small actions of a plan, at most


def starts_at_once() -> bool:
    """Whether they can be played without waiting for the compiler."""
    return kernel.starts_at_once(nights.play_nights_on_all_cores, CHAPTERS)


@cache
def plans_at_once() -> bool:
    """Whether single plans can; asked once a process."""
    return kernel.starts_at_once(nights.write_plan, CHAPTERS)


def written_plan(position: State, figure: int, policy: int) -> tuple[list[int], int]:
    """All small actions of a novice's plan, and how many numbers have been drawn by then."""
    import numpy as np

    from nuns.kernel.records import array_of

    made = kernel.machine(more=CHAPTERS)
    games, written = array_of(position, tape=1), np.zeros(LONGEST, np.int64)
    count = made.functions[nights.write_plan](made.boards, games, figure, policy, written)
    return written[:count].tolist(), int(games[0]["decisions"])


def played_nights(table: Table, seed: int, first: int, count: int, policies: tuple[int, ...]) -> Any:
    """Games ``first`` to ``first + count - 1`` of a seed at their ends, as records, played on as many cores as there are threads."""
    import numpy as np

    from nuns.kernel.batch import as_signed
    from nuns.kernel.records import array_of

    made = kernel.machine(more=CHAPTERS)
    games = np.repeat(array_of(State(options=table.options), tape=1), count)
    play = made.functions[nights.play_nights_on_all_cores]
    play(made.boards, games, as_signed(seed), first, table.novices, table.guard_players, np.array(policies, np.int64))
    return games
