"""What learners see and earn: observations, masks, beliefs and rewards of twenty environments, played by a generator of our own."""

import json
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np

from nuns.env import aec_env, single_env, vector_env

SEED, STEPS = 23, 400
PLACES = 4  # games at once
THOUSANDTHS = 1000  # of beliefs
VECTORS: dict[str, dict[str, Any]] = {
    "mayfair-1": {"edition": "mayfair", "novices": 1},
    "dutch-6-2 zero-sum": {"edition": "dutch", "novices": 6, "guard_players": 2, "rewards": "zero-sum"},
    "italian-3 same step": {"edition": "italian", "novices": 3, "autoreset_mode": "SameStep"},
    "reference-2 against greedy": {"edition": "reference", "novices": 2, "seat": "guards_0", "opponents": "greedy"},
    "mayfair-3 against random": {"novices": 3, "seat": "novice_1", "opponents": "random", "options": {"monk": "robert"}},
    "dutch-2 belief": {"edition": "dutch", "novices": 2, "belief": True, "options": {"turns": 3}},
    "mayfair-2 belief same step": {
        "novices": 2, "belief": True, "seat": "guards_0", "autoreset_mode": "SameStep", "options": {"turns": 2}
    },
}  # fmt: skip
AECS: dict[str, dict[str, Any]] = {
    "mayfair-1": {"edition": "mayfair", "novices": 1},
    "mayfair-6-2": {"edition": "mayfair", "novices": 6, "guard_players": 2},
    "dutch-3 blessings": {"edition": "dutch", "novices": 3, "options": {"blessings": "on"}},
    "italian-4 monk": {"edition": "italian", "novices": 4, "options": {"monk": "frederick"}},
    "reference-2 zero-sum": {"edition": "reference", "novices": 2, "rewards": "zero-sum", "options": {"all-or-nun": "on"}},
    "mayfair-2 belief": {"novices": 2, "belief": True, "options": {"turns": 3}},
    "italian-6-2 belief": {"edition": "italian", "novices": 6, "guard_players": 2, "belief": True, "options": {"turns": 2}},
}
SINGLES: dict[str, dict[str, Any]] = {
    "guards against careful": {"seat": "guards_0", "opponents": "careful", "novices": 2},
    "guards against random": {"seat": "guards_0", "opponents": "random", "edition": "dutch", "novices": 6},
    "novice against belief": {"seat": "novice_0", "opponents": "belief", "novices": 1},
    "novice among many": {
        "seat": "novice_1", "novices": 2, "options": {"blessings": "on"},
        "edition": "reference", "opponents": {"novice_0": "greedy", "guards_0": "careful"},
    },
    "novice with belief": {"seat": "novice_0", "opponents": "greedy", "novices": 2, "belief": True, "edition": "italian"},
    "guards against search": {"seat": "guards_0", "opponents": "search", "novices": 1, "options": {"turns": 4}},
}  # fmt: skip


def hashed(values: Any) -> str:
    """Returns a short hash of an array: of a belief in thousandths, where sums may differ in the last digit."""
    array = np.asarray(values)
    if array.dtype.kind == "f":
        array = np.rint(array * THOUSANDTHS)
    return f"{array.shape} {sha256(array.astype('<i8').tobytes()).hexdigest()[:12]}"


def seen(observed: dict[str, Any]) -> str:
    return ", ".join(f"{name} {hashed(values)}" for name, values in observed.items())


def legal(rng: Random, mask: Any) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def vector_text(settings: dict[str, Any]) -> str:
    env, rng = vector_env(PLACES, **settings), Random(SEED)
    observed, infos = env.reset(seed=SEED)
    lines = [str(env.agents), seen(observed)]
    for _ in range(STEPS // (4 if "belief" in settings else 1)):
        asked = infos["agent"].tolist()
        actions = np.array([legal(rng, mask) if mask.any() else 0 for mask in observed["action_mask"]])
        observed, earned, over, _, infos = env.step(actions)
        last = [seen({"final": infos["final_obs"][name]}) for name in infos.get("final_obs", ()) if over.any()]
        told = [asked, actions.tolist(), earned.tolist(), infos["rewards"].tolist(), over.tolist()]
        lines += [f"{json.dumps(told)} {seen(observed)}", *last]
    return "\n".join(lines)


def aec_text(settings: dict[str, Any]) -> str:
    env, rng = aec_env(**settings), Random(SEED)
    env.reset(seed=SEED)
    lines = [str(env.possible_agents)]
    for step, agent in enumerate(env.agent_iter(STEPS)):
        observed, earned, over, _, _ = env.last()
        action = None if over else legal(rng, observed["action_mask"])
        others = "".join(f"; {each} {seen(env.observe(each))}" for each in env.agents) if step % 20 == 0 else ""
        lines.append(f"{agent} {action} {earned} {over} {seen(observed)} state {hashed(env.state())}{others}")
        env.step(action)
    return "\n".join(lines)


def single_text(settings: dict[str, Any]) -> str:
    env, rng, lines = single_env(**settings), Random(SEED), list[str]()
    for night in range(2):
        observed, info = env.reset(seed=SEED if night == 0 else None)
        for _ in range(STEPS):
            action = legal(rng, observed["action_mask"])
            lines.append(f"{action} {seen(observed)} {info}")
            observed, earned, over, _, info = env.step(action)
            if over:
                lines.append(f"{earned} {seen(observed)} {info}")
                break
    return "\n".join(lines)


def rendered(mode: str) -> str:
    """Returns pictures of a game for researchers."""
    env, rng, pictures = aec_env(novices=3, edition="dutch", render_mode=mode), Random(SEED), list[str]()
    env.reset(seed=SEED)
    for step in range(60):
        if step % 20 == 0:
            pictures.append(env.render())
        env.step(legal(rng, env.last()[0]["action_mask"]))
    return "\n".join(pictures)


TEXTS: dict[str, Callable[[], str]] = {
    **{f"single {name}": partial(single_text, settings) for name, settings in SINGLES.items()},
    **{f"vector {name}": partial(vector_text, settings) for name, settings in VECTORS.items()},
    **{f"aec {name}": partial(aec_text, settings) for name, settings in AECS.items()},
}
assert len(TEXTS) == 20
TEXTS |= {f"pictures as {mode}": partial(rendered, mode) for mode in ("svg", "ansi")}
