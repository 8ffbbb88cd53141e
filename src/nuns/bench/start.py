"""What a fresh machine waits for: the CPU seconds of compiling, and the time until a bot of the normal level decides.

Each figure is taken in a process of its own with an empty cache: ``python -m nuns.bench.start everything|first-table|normal-bot``.
"""

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from tempfile import TemporaryDirectory

import numpy as np

CACHE = "NUNS_CACHE"


def start() -> dict[str, float]:
    """Measures a cold start."""
    return {
        "cpu_seconds_all": cold("everything")[0],
        "cpu_seconds_first_table": cold("first-table")[0],
        "wall_seconds_to_normal_bot": cold("normal-bot")[1],
    }


def cold(what: str) -> tuple[float, float]:
    """Does one thing in a process without compiled code; returns its CPU seconds, with those of its children, and the time it took."""
    with TemporaryDirectory() as cache:
        used, began = cpu_of_children(), time.perf_counter()
        subprocess.run([sys.executable, "-m", __spec__.name, what], env={**os.environ, CACHE: cache}, check=True)
        return cpu_of_children() - used, time.perf_counter() - began


def cpu_of_children() -> float:
    """Returns the CPU seconds of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compile_everything() -> None:
    """Compiles the loops and the units in two processes, since neither uses anything of the other; what is in the cache is loaded."""
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), get_context("spawn")) as pool:
        for done in [pool.submit(compile_loops), pool.submit(compile_units)]:
            done.result()


def compile_loops() -> None:
    """Calls every loop over games once: of the rules, and of the rules with events and bounds."""
    from nuns.kernel.batch import Batch
    from nuns.kernel.machine import machine

    for is_checked in (False, True):
        batch = Batch(games=1, with_events=is_checked, bounds_checked=is_checked)
        _, masks = batch.legal()
        batch.step(np.array([int(masks[0]).bit_length() - 1]))
        if is_checked:
            made = machine(with_events=True, bounds_checked=True)
            left, nodes, over = np.zeros((3, 2), np.int64)
            made.count_tree_of(made.boards, np.repeat(batch.games, 2), left, nodes, over, np.zeros((2, 32), np.int64))
        else:
            batch.play()
            batch.reset()
            batch.play(all_cores=True)


def compile_units() -> None:
    """Compiles every unit, since these three call all others; and the loops of the environments, which call one."""
    from nuns.analysis.value_units import WATCHED
    from nuns.bots.policies.units import NIGHT_ROLLOUTS
    from nuns.env.belief_rows import TWINS
    from nuns.env.vector_core import VectorCore
    from nuns.kernel.units import entries_of

    for unit in (NIGHT_ROLLOUTS, WATCHED, TWINS):
        if not unit.is_ready():
            entries_of(unit)
    core = VectorCore(count=1, novices=1)
    core.reset(1)
    core.step(core.random_actions())
    core.observe(0, 0)
    core.states()


def prepare_first_table() -> None:
    """Compiles the filter and the normal level, and plays a few turns with both."""
    from nuns.server.thinking import bot_worker

    bot_worker.warm("normal")


def await_normal_bot() -> None:
    """Starts the processes of a server's bots, and waits until a novice of the normal level has decided."""
    from nuns.bots.players.bot import pack_known
    from nuns.referee.dice import SealedDice, next_chance
    from nuns.referee.game import apply, new_game
    from nuns.referee.seat_events import events_of
    from nuns.referee.seats import Seat
    from nuns.referee.view import known_by
    from nuns.server.thinking.bot_worker import BotRequest
    from nuns.server.thinking.fair_queue import Share
    from nuns.server.thinking.thinkers import Thinkers

    async def wait() -> None:
        thinkers = Thinkers()
        thinkers.warm()
        game, draws = new_game("mayfair", (2, 1)), 0
        while game.waiting == (Seat.CHANCE,):
            apply(game, next_chance(game, SealedDice("start"), draws))
            draws += 1
        seat = game.waiting[0]
        known = pack_known(known_by(game, seat))
        asked = BotRequest("start", "normal", "luck", seat, 0, events_of(game, seat), known, patient=True)
        try:
            reply = await thinkers.decide(Share(0, "start", "start"), asked)
            if reply.action is None:
                raise RuntimeError(f"expected an action of a normal bot; got {reply}")
        finally:
            await thinkers.close()

    asyncio.run(wait())


THINGS: dict[str, Callable[[], None]] = {
    "everything": compile_everything,
    "first-table": prepare_first_table,
    "normal-bot": await_normal_bot,
}

if __name__ == "__main__":
    THINGS[sys.argv[1]]()
