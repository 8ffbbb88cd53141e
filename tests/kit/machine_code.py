"""The machine code that tests use, compiled once while the others wait: ``python -m tests.kit.machine_code``.

``make test`` starts it beside the checks and the tests that need none. Compiled code is kept in the user's cache; without this, every
test process would compile what it comes to first. Tests that are run alone compile what they need.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing import get_context

import numpy as np

from nuns.analysis.value_units import WATCHED
from nuns.bots.players.compiled_policies import MODULES, play_compiled_games
from nuns.bots.policies import policy_games
from nuns.bots.policies.policy_games import CAREFUL, RANDOM
from nuns.bots.policies.units import NIGHT_ROLLOUTS
from nuns.env import stepping
from nuns.env.belief_rows import TWINS
from nuns.env.engines import chapters_of
from nuns.env.vector_core import Opponents, VectorCore
from nuns.kernel import loops, tree
from nuns.kernel.batch import Batch
from nuns.kernel.cache import cache_home, is_warm
from nuns.kernel.machine import sources_of, variant
from nuns.kernel.units import entries_of
from nuns.referee.game_setup import GameSetup
from tests.kit.golden import counted_tree

RULES = (loops.deal_games, loops.look_at_games, loops.step_games, loops.play_games, loops.play_games_on_all_cores)
CHECKED = (loops.deal_games, loops.look_at_games, loops.step_games, tree.count_tree_of)
ENVIRONMENTS = (stepping.start_envs, stepping.step_envs, stepping.pick_actions, stepping.look_from, stepping.write_states)
AGAINST = "step_envs_against"  # the environments with policies
UNITS = (NIGHT_ROLLOUTS, WATCHED, TWINS)  # with the units that they call, all there are


def are_loops_compiled() -> bool:
    """Tells whether the rules with the loops over games lie in the cache, in every variant."""
    checked = variant(with_events=True, bounds_checked=True)
    return (
        all(is_warm(variant(), loop.__name__) for loop in RULES)
        and all(is_warm(checked, loop.__name__) for loop in CHECKED)
        and is_warm(variant(), policy_games.play_policies_on_all_cores.__name__, sources_of(MODULES))
        and all(is_warm(variant(), loop.__name__, sources_of(chapters_of(against=False))) for loop in ENVIRONMENTS)
        and is_warm(variant(), AGAINST, sources_of(chapters_of(against=True)))
    )


def compile_loops() -> None:
    """Calls every loop once, unless all lie in the cache."""
    if are_loops_compiled():
        return
    for is_checked in (False, True):
        batch = Batch(games=1, with_events=is_checked, bounds_checked=is_checked)
        _, masks = batch.legal()
        batch.step(np.array([int(masks[0]).bit_length() - 1]))
        if not is_checked:
            batch.play()
            batch.reset()
            batch.play(all_cores=True)
    counted_tree(GameSetup(novices=1), 2)
    play_compiled_games(GameSetup(novices=1), 1, 0, 1, (CAREFUL,) * 7)
    for opponents in (None, Opponents(0, (RANDOM,) * 7)):
        core = VectorCore(count=1, novices=1, opponents=opponents)
        core.reset(1)
        core.step(core.random_actions())
        core.observe(0, 0)
        core.states()


def compile_units() -> None:
    """Compiles every unit, unless all lie in the cache."""
    for unit in UNITS:
        if not unit.is_ready():
            entries_of(unit)


def compile_all() -> None:
    """Compiles the loops and the units in two processes, since neither uses anything of the other."""
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), get_context("spawn")) as pool:
        for done in [pool.submit(compile_loops), pool.submit(compile_units)]:
            done.result()


@contextmanager
def locked(*, alone: bool) -> Iterator[None]:
    """Holds the lock of the compiler, alone or with others who only wait for it."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system: everybody compiles
        yield
        return
    cache_home().mkdir(parents=True, exist_ok=True)
    with (cache_home() / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield


@cache
def await_machine_code() -> None:
    """Waits, once a process, until nobody compiles for the tests."""
    with suppress(OSError), locked(alone=False):
        pass


def main() -> None:
    with locked(alone=True):
        compile_all()


if __name__ == "__main__":
    main()
