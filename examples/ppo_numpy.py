"""A small PPO in NumPy: one novice learns to fetch her key and her wish and to get home, against guards who move at random.

    python examples/ppo_numpy.py --updates 120 --plot docs/pictures/learning.svg

The policy scores every action by a few features of it, with one small network for all actions; it reads observations and masks alone. The
reward is 1 for winning and -1 for losing; getting nearer to what she wants earns a little, which does not change what is best
(potential-based shaping).
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from nuns.board.tables import the_board
from nuns.env.layout import OBSERVATION
from nuns.env.vector_core import VectorCore
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.statistics import wilson_interval
from nuns.rules.options import parse_options
from nuns.rules.words import END, Ask

OPTIONS = parse_options("mayfair(blessings=off)")
ENVS, HORIZON, EPOCHS, PARTS = 256, 96, 3, 4
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 0.995, 0.95, 0.2, 0.01, 3e-3
NEARER = 0.02  # the reward for each dot that she gets nearer
FEATURES, HIDDEN, CHOICES = 14, 32, 7  # a plan is written with the first seven actions
DISTANCE = np.array(the_board().distance, np.float32)  # dots between two dots, through every door
UNLOCKED = np.array(the_board().unlocked, np.float32)  # the same for a novice without a key
Array = Any


def place(name: str) -> int:
    """Returns where a number stands in an observation."""
    return OBSERVATION[name].start


def wanted(rows: Array) -> tuple[Array, Array]:
    """Returns the dot that each novice wants next, and whether she has her key."""
    has_key, has_wish = rows[:, place("own_has_key")] > 0, rows[:, place("own_has_wish")] > 0
    dot = np.where(has_wish, rows[:, 0] + 1, np.where(has_key, rows[:, place("own_wish_dot")], rows[:, place("own_key_dot")]))
    return dot, has_key


def steps_to(dots: Array, goals: Array, has_key: Array) -> Array:
    """Returns the steps from dots to goals through the doors that open."""
    return np.where(has_key, DISTANCE[dots, goals], UNLOCKED[dots, goals])


def potential(rows: Array) -> Array:
    """Returns how far each novice has come, in dots; less is left the more it is."""
    own = rows[np.arange(len(rows)), OBSERVATION["novice_1_dot"].start + rows[:, 0].astype(np.int64) * BLOCK]
    goal, has_key = wanted(rows)
    stage = rows[:, place("own_has_key")] + rows[:, place("own_has_wish")]
    return NEARER * (40.0 * stage - np.minimum(steps_to(own, goal, has_key), 40))


BLOCK = OBSERVATION["novice_2_dot"].start - OBSERVATION["novice_1_dot"].start


def features(rows: Array) -> Array:
    """Returns numbers about each action of each novice who writes her plan: (rows, CHOICES, FEATURES)."""
    count = len(rows)
    found = np.zeros((count, CHOICES, FEATURES), np.float32)
    goal, has_key = wanted(rows)
    plan, steps = rows[:, place("own_plan")].astype(np.int64), rows[:, place("own_plan_steps")].astype(np.int64)
    here = rows[np.arange(count), place("own_route") + steps].astype(np.int64)
    left = steps_to(here, goal, has_key)
    guards = [rows[:, place(f"{name}_dot")].astype(np.int64) for name in ("abbess", "prioress")]
    is_gait = plan == 0
    for action in range(CHOICES):
        found[:, action, 0] = is_gait
        found[:, action, 1] = ~is_gait
        if 1 <= action <= 4:
            found[:, action, 1 + action] = is_gait
        if action < 4:
            there = rows[:, place("ways") + action].astype(np.int64)
            is_way = ~is_gait & (there > 0)
            after = steps_to(there, goal, has_key)
            found[:, action, 6] = is_way * np.clip(left - after, -1, 1)
            found[:, action, 7] = is_way * (after == 0)
            near = np.minimum(DISTANCE[there, guards[0]], DISTANCE[there, guards[1]])
            found[:, action, 8] = is_way * (near <= 2)
            found[:, action, 9] = is_way * np.minimum(near, 8) / 8
        if action == END:
            found[:, action, 10] = ~is_gait
            found[:, action, 11] = ~is_gait & (left == 0)
            found[:, action, 12] = ~is_gait * np.minimum(left, 10) / 10
    found[:, :, 13] = (is_gait * np.minimum(left, 10) / 10)[:, None]
    return found


class Network:
    """One hidden layer from the features of an action to its score, and a straight line from the potential to the value of a state."""

    def __init__(self, rng: np.random.Generator) -> None:
        drawn = {
            "in": rng.normal(0, 0.3, (FEATURES, HIDDEN)),
            "bias": np.zeros(HIDDEN),
            "out": rng.normal(0, 0.1, HIDDEN),
            "value": np.zeros(3),
        }
        self.weights = {name: each.astype(np.float32) for name, each in drawn.items()}
        self._moments = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in self.weights.items()}
        self._count = 0

    def scores(self, found: Array) -> tuple[Array, Array]:
        """Returns the score of every action, and the hidden layer."""
        hidden = np.tanh(found @ self.weights["in"] + self.weights["bias"])
        return hidden @ self.weights["out"], hidden

    def probabilities(self, found: Array, masks: Array) -> tuple[Array, Array]:
        """Returns the probability of every legal action, and the hidden layer."""
        scores, hidden = self.scores(found)
        scores = np.where(masks > 0, scores, -1e9)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True), hidden

    def improve(self, gradients: dict[str, Array]) -> None:
        """Takes a step of Adam."""
        self._count += 1
        for name, gradient in gradients.items():
            first, second = self._moments[name]
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient**2 - second)
            scale = np.sqrt(second / (1 - 0.99**self._count)) + 1e-8
            self.weights[name] -= RATE * (first / (1 - 0.9**self._count)) / scale


def state_features(rows: Array) -> Array:
    """Returns what the value of a state is a straight line of."""
    turns = rows[:, place("turns_left")] / 15
    return np.stack([np.ones(len(rows)), potential(rows), turns], axis=1)


def learn(network: Network, batch: dict[str, Array], rng: np.random.Generator) -> None:
    """Takes a few passes of PPO over a batch."""
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(batch["action"])), PARTS):
            found, masks, action = batch["features"][part], batch["mask"][part], batch["action"][part]
            gain, before = batch["gain"][part], batch["probability"][part]
            chances, hidden = network.probabilities(found, masks)
            own = chances[np.arange(len(part)), action]
            ratio = own / before
            is_free = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            logs = np.log(np.maximum(chances, 1e-9))
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            slope = chances * (gain * ratio * is_free)[:, None]
            slope[np.arange(len(part)), action] -= gain * ratio * is_free
            slope += ENTROPY * chances * (logs + entropy)
            slope /= len(part)
            inner = slope[:, :, None] * network.weights["out"] * (1 - hidden**2)
            wrong = batch["state"][part] @ network.weights["value"] - batch["return"][part]
            network.improve(
                {
                    "out": np.einsum("na,nah->h", slope, hidden),
                    "in": np.einsum("naf,nah->fh", found, inner),
                    "bias": inner.sum(axis=(0, 1)),
                    "value": batch["state"][part].T @ wrong / len(part),
                }
            )


class Collector:
    """Plays the vector environment: the network decides for the novice, and chance for the guards."""

    def __init__(self, seed: int) -> None:
        self.core = VectorCore(OPTIONS, count=ENVS, novices=1, seed=seed, autoreset="SameStep")
        self.core.reset()
        self.rng = np.random.default_rng(seed)
        self.wins = self.games = self.decisions = 0

    def collect(self, network: Network, steps: int) -> dict[str, Array]:
        """Plays so many steps, and returns the novices' decisions with their gains."""
        core, seen = self.core, list[dict[str, Array]]()
        for _ in range(steps):
            actions = core.random_actions().copy()
            hers = np.flatnonzero((core.agents == 0) & (core.observations[:, place("ask")] == Ask.PLAN))
            rows, masks = core.observations[hers], core.masks[hers, :CHOICES]
            found, states = features(rows), state_features(rows)
            chances, _ = network.probabilities(found, masks)
            chosen = (chances.cumsum(axis=1) > self.rng.random((len(hers), 1)) * chances.sum(axis=1, keepdims=True)).argmax(axis=1)
            actions[hers] = chosen
            own = chances[np.arange(len(hers)), chosen]
            core.step(actions)
            over, reward = core.terminations.copy(), core.rewards[:, 0].copy()
            step = {"hers": hers, "features": found, "mask": masks, "action": chosen, "probability": own, "state": states}
            seen.append({**step, "over": over, "reward": reward})
            self.decisions += ENVS
            self.games += int(over.sum())
            self.wins += int((reward > 0).sum())
        add_gains(seen, network.weights["value"])
        return {name: np.concatenate([step[name] for step in seen]) for name in KEPT}


KEPT = ("features", "mask", "action", "probability", "state", "gain", "return")


def add_gains(seen: list[dict[str, Array]], weights: Array) -> None:
    """Adds generalised advantages with the potentials, from the last step to the first; what came last in a game is her next decision."""
    pending, value, depth, gain = (np.zeros(ENVS) for _ in range(4))
    for step in seen:  # games that go on are worth what they were worth at her last decision
        value[step["hers"]], depth[step["hers"]] = step["state"] @ weights, step["state"][:, 1]
    for step in reversed(seen):
        over, hers = step["over"], step["hers"]
        pending[over] = step["reward"][over]
        value[over] = depth[over] = gain[over] = 0.0
        own, near = step["state"] @ weights, step["state"][:, 1]
        here = pending[hers] + GAMMA * (value[hers] + depth[hers]) - near - own + GAMMA * LAMBDA * gain[hers]
        step["gain"], step["return"] = here, here + own
        pending[hers], value[hers], depth[hers], gain[hers] = 0.0, own, near, here


def train(updates: int, seed: int = 1, *, quiet: bool = False) -> tuple[Network, list[tuple[int, int, int]]]:
    """Trains for so many updates; returns the network, and decisions, wins and games of every stretch."""
    rng = np.random.default_rng(seed)
    network, collector, curve = Network(rng), Collector(seed), list[tuple[int, int, int]]()
    began = time.perf_counter()
    for update in range(updates):
        batch = collector.collect(network, HORIZON)
        batch["gain"] = (batch["gain"] - batch["gain"].mean()) / (batch["gain"].std() + 1e-6)
        learn(network, batch, rng)
        if (update + 1) % max(1, updates // 20) == 0:
            curve.append((collector.decisions, collector.wins, collector.games))
            if not quiet:
                won, rate = collector.wins / max(1, collector.games), collector.decisions / (time.perf_counter() - began)
                print(f"{collector.decisions:>10,} decisions: {won:6.1%} of {collector.games} games won; {rate:,.0f} a second", flush=True)
            collector.wins = collector.games = 0
    return network, curve


def draw(curve: list[tuple[int, int, int]]) -> str:
    """Returns the curve of learning as SVG."""
    points = [(decisions / 1e6, 100 * wins / games) for decisions, wins, games in curve if games]
    whiskers = [wilson_interval(wins, games) for _, wins, games in curve if games]
    intervals = [(100 * low, 100 * high) for low, high in whiskers]
    ends = (points[0][0], (points[0][0] + points[-1][0]) / 2, points[-1][0])
    ticks = [(x, f"{x:.2g}") for x in dict.fromkeys(ends)]
    line = PlotLine("PPO", points, intervals)
    return plot([Panel("games won, %", "million decisions", [line], ticks, top=100)], "Games won by a novice who learns")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=120, help="updates of the network (default: 120)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="write the curve of learning there, as SVG")
    given = parser.parse_args()
    _, curve = train(given.updates, given.seed)
    if given.plot:
        given.plot.write_text(draw(curve), encoding="utf-8")


if __name__ == "__main__":
    main()
