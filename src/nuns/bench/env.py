"""The speed of the environments: decisions a second with observations and masks, random actions, one core; and on a CUDA device."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from nuns.env.vector_core import VectorCore
from nuns.kernel.device import why_no_device
from nuns.rules.options import MAYFAIR

NOVICES, ROUNDS = 6, 5
COUNT, STEPS = 1024, 400  # of the vector environments
AEC_STEPS, CHESS_STEPS, OPENSPIEL_STEPS, OPENSPIEL_COUNT = 20_000, 600, 40, 16
FEWER = (32, 128, 512)  # games
DEVICE_COUNT, DEVICE_STEPS = 1 << 20, 40
OPENSPIEL_GAME = "dark_chess"


def rate(play: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Returns decisions a second, the median of several rounds; ``play`` returns how many it made."""
    rates = []
    for _ in range(ROUNDS):
        began = clock()
        made = play()
        rates.append(made / (clock() - began))
    return median(rates)


def env() -> dict[str, float]:
    """Returns rates in CPU seconds of one core, and on a device in wall-clock seconds; everything is compiled beforehand.

    ``vector`` and the ratios are of the plain arrays with 1,024 games; the other rates have their number of games in their names.
    """
    figures = {"vector": vector_core(COUNT), **{f"vector_{count}": vector_core(count) for count in FEWER}}
    if find_spec("gymnasium"):
        figures["vector_env"] = vector_env()
        figures["vector_env_without_copies"] = vector_env(copy=False)
    if find_spec("pettingzoo"):
        figures["aec"] = aec()
        figures["ratio_vector_to_aec"] = figures["vector"] / figures["aec"]
        if find_spec("chess") and find_spec("pygame"):
            figures["pettingzoo_chess"] = pettingzoo_chess()
            figures["ratio_vector_to_pettingzoo_chess"] = figures["vector"] / figures["pettingzoo_chess"]
    if find_spec("pyspiel"):
        figures["openspiel"] = openspiel()
        figures["ratio_vector_to_openspiel"] = figures["vector"] / figures["openspiel"]
    if why_no_device() is None:
        figures["cuda"] = cuda()
    return figures


def vector_core(count: int) -> float:
    """Returns the rate of ``VectorCore``, our plain arrays; games that are over are dealt again within the step."""
    core = VectorCore(MAYFAIR, count=count, novices=NOVICES, seed=1, autoreset="SameStep")
    core.reset()
    return steps_rate(core, count)


def vector_env(*, copy: bool = True) -> float:
    """Returns the rate of our Gymnasium vector environment, which checks every step and by default gives arrays of one's own."""
    from nuns.env import vector_env

    envs = vector_env(COUNT, novices=NOVICES, autoreset_mode="SameStep", copy=copy)
    envs.reset(seed=1)
    return steps_rate(envs, COUNT)


def steps_rate(envs: Any, count: int) -> float:
    """Returns the rate at which ``count`` games are stepped at random, when they have come to different turns."""
    steps = STEPS * COUNT // count

    def play() -> int:
        for _ in range(steps):
            envs.step(envs.random_actions())
        return count * steps

    play()
    return rate(play)


def aec() -> float:
    """Returns the rate of our PettingZoo environment."""
    from nuns.env import aec_env

    return rate(lambda: random_steps(aec_env(novices=NOVICES), AEC_STEPS))


def pettingzoo_chess() -> float:
    """Returns the rate of PettingZoo's chess."""
    from pettingzoo.classic.chess.chess import env as chess_env

    return rate(lambda: random_steps(chess_env(), CHESS_STEPS))


def random_steps(env: Any, steps: int) -> int:
    """Plays an AEC environment at random, from the last observation and its mask; returns the number of decisions."""
    rng, count = np.random.default_rng(1), 0
    while count < steps:
        env.reset(seed=count)
        while env.agents:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(rng.random() * len(legal))])
            count += 1
    return count


def openspiel() -> float:
    """Returns the rate of OpenSpiel's vector environment of a comparable game, with observation tensors and legal actions."""
    from open_spiel.python import rl_agent, rl_environment, vector_env

    envs = vector_env.SyncVectorEnv([rl_environment.Environment(OPENSPIEL_GAME) for _ in range(OPENSPIEL_COUNT)])
    steps, rng = [envs.reset()], np.random.default_rng(1)

    def play() -> int:
        for _ in range(OPENSPIEL_STEPS):
            answers = []
            for each in steps[0]:
                legal = each.observations["legal_actions"][each.observations["current_player"]]
                answers.append(rl_agent.StepOutput(action=legal[int(rng.random() * len(legal))], probs=None))
            steps[0] = envs.step(answers, reset_if_done=True)[0]
        return OPENSPIEL_COUNT * OPENSPIEL_STEPS

    return rate(play)


def cuda(count: int = DEVICE_COUNT, steps: int = DEVICE_STEPS) -> float:
    """Returns the rate on a CUDA device, where observations and masks stay."""
    core = VectorCore(MAYFAIR, count=count, novices=NOVICES, seed=1, on="cuda", autoreset="SameStep")
    core.reset()
    for _ in range(8 * steps):
        core.step(core.random_actions())
    core.wait()

    def play() -> int:
        for _ in range(steps):
            core.step(core.random_actions())
        core.wait()
        return count * steps

    return rate(play, time.perf_counter)
