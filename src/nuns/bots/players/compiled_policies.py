"""The policies in machine code, compiled together with the rules."""

from functools import cache
from typing import Any

from nuns.bots.policies import careful, danger, greedy, noise_decisions, novice_rollouts, patrol, policy_games, rollout, routes
from nuns.kernel import machine as kernel
from nuns.kernel.compiler import Function
from nuns.kernel.machine import Machine
from nuns.referee.game_setup import GameSetup
from nuns.rules.knowledge import Known
from nuns.rules.state import State

MODULES = (greedy, danger, noise_decisions, careful, patrol, routes, rollout, novice_rollouts, policy_games)
LONGEST = 32  # the most small actions of a plan


def policy_machine() -> Machine:
    """Returns the rules and all policies, compiled once for each process."""
    return kernel.machine(extra_modules=MODULES)


def can_start_at_once(loop: Function = policy_games.play_policies_on_all_cores) -> bool:
    """Tells whether a loop of the policies can be called without waiting for the compiler."""
    return kernel.can_start_at_once(loop, MODULES)


@cache
def can_plan_at_once() -> bool:
    """Tells whether single plans can be written without waiting for the compiler; it is asked once for each process."""
    return can_start_at_once(policy_games.write_plan)


def plan_compiled(known: State, figure: int, policy: int) -> tuple[list[int], int]:
    """Returns all small actions of a novice's plan, and how many random numbers have been drawn by then."""
    import numpy as np

    from nuns.kernel.records import array_of

    made = policy_machine()
    games, written = array_of(known, tape=1), np.zeros(LONGEST, np.int64)
    count = made.functions[policy_games.write_plan](made.boards, games, figure, policy, written)
    return written[:count].tolist(), int(games[0]["decisions"])


def play_compiled_games(table: GameSetup, seed: int, first: int, count: int, policies: tuple[int, ...]) -> Any:
    """Returns the final states of games ``first`` to ``first + count - 1`` of a seed, as records, played on all cores."""
    import numpy as np

    from nuns.kernel.batch import as_signed
    from nuns.kernel.records import array_of, dtype_of

    made = policy_machine()
    games, nothing = np.repeat(array_of(State(options=table.options), tape=1), count), np.zeros(1, dtype_of(Known, tape=1))
    play = made.functions[policy_games.play_policies_on_all_cores]
    play(
        made.boards,
        games,
        np.repeat(nothing, count),
        nothing,
        as_signed(seed),
        first,
        table.novices,
        table.guard_players,
        np.array(policies, np.int64),
    )
    return games
