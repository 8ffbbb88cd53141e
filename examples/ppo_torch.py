"""The same task as ppo_numpy.py on a CUDA device with PyTorch: games, observations, masks and the network all stay there.

    python examples/ppo_torch.py --seconds 60

Prints the share of games won, the decisions a second of everybody (the random guards too), and those of her plans, from which she learns.
Both are measured with the network's choices and updates included.
"""

import argparse
import time
from typing import Any

import numpy as np
import torch

from nuns.board.tables import the_board
from nuns.env.layout import OBSERVATION
from nuns.env.vector_core import VectorCore
from nuns.rules.options import parse_options
from nuns.rules.words import END, Ask

OPTIONS = parse_options("mayfair(blessings=off)")
GAMMA, LAMBDA, CLIP, ENTROPY, RATE, NEARER = 0.995, 0.95, 0.2, 0.01, 3e-3, 0.02
FEATURES, HIDDEN, EPOCHS, PARTS = 14, 64, 2, 4
START = {name: field.start for name, field in OBSERVATION.items()}
BLOCK = START["novice_2_dot"] - START["novice_1_dot"]
Tensor = Any


class Sheet:
    """Reads observations on the device: what a novice wants, how far it is, and a few numbers about each action."""

    def __init__(self, device: str) -> None:
        board = the_board()
        self.far = torch.tensor(np.array([board.unlocked, board.distance], np.float32), device=device)  # [has key][from][to]

    def steps(self, has_key: Tensor, here: Tensor, there: Tensor) -> Tensor:
        return self.far[has_key, here, there]

    def wanted(self, rows: Tensor) -> Tensor:
        goal = torch.where(rows[:, START["own_has_key"]] > 0, rows[:, START["own_wish_dot"]], rows[:, START["own_key_dot"]])
        return torch.where(rows[:, START["own_has_wish"]] > 0, rows[:, 0] + 1, goal)

    def potential(self, rows: Tensor) -> Tensor:
        own = rows.gather(1, (START["novice_1_dot"] + rows[:, 0].clamp(max=5) * BLOCK)[:, None])[:, 0]
        key, wish = rows[:, START["own_has_key"]], rows[:, START["own_has_wish"]]
        return NEARER * (40.0 * (key + wish) - self.steps(key, own, self.wanted(rows)).clamp(max=40))

    def features(self, rows: Tensor) -> Tensor:
        found = torch.zeros(len(rows), 16, FEATURES, device=rows.device)
        key, goal = rows[:, START["own_has_key"]], self.wanted(rows)
        here = rows.gather(1, (START["own_route"] + rows[:, START["own_plan_steps"]])[:, None])[:, 0]
        left, is_gait = self.steps(key, here, goal), (rows[:, START["own_plan"]] == 0).float()
        found[:, :7, 0], found[:, :7, 1] = is_gait[:, None], 1 - is_gait[:, None]
        for action in range(1, 5):
            found[:, action, 1 + action] = is_gait
        for action in range(4):
            there = rows[:, START["ways"] + action]
            is_way, after = (1 - is_gait) * (there > 0), self.steps(key, there, goal)
            near = torch.minimum(self.far[1, there, rows[:, START["abbess_dot"]]], self.far[1, there, rows[:, START["prioress_dot"]]])
            found[:, action, 6] = is_way * (left - after).clamp(-1, 1)
            found[:, action, 7] = is_way * (after == 0)
            found[:, action, 8] = is_way * (near <= 2)
            found[:, action, 9] = is_way * near.clamp(max=8) / 8
        found[:, END, 10] = 1 - is_gait
        found[:, END, 11] = (1 - is_gait) * (left == 0)
        found[:, END, 12] = (1 - is_gait) * left.clamp(max=10) / 10
        found[:, :, 13] = (is_gait * left.clamp(max=10) / 10)[:, None]
        return found

    def states(self, rows: Tensor) -> Tensor:
        turns = rows[:, START["turns_left"]].float() / 15
        return torch.stack([torch.ones_like(turns), self.potential(rows), turns], 1)


class Policy(torch.nn.Module):
    """Scores every action by its features, and values a state by a straight line."""

    def __init__(self) -> None:
        super().__init__()
        self.score = torch.nn.Sequential(torch.nn.Linear(FEATURES, HIDDEN), torch.nn.Tanh(), torch.nn.Linear(HIDDEN, 1))
        self.value = torch.nn.Linear(3, 1, bias=False)
        torch.nn.init.zeros_(self.value.weight)

    def forward(self, found: Tensor, masks: Tensor) -> Tensor:
        return torch.log_softmax(self.score(found)[..., 0].masked_fill(masks == 0, -1e9), -1)


def gains_of(steps: list[dict[str, Tensor]]) -> None:
    """Fills in generalised advantages and returns, from the last step to the first; only her decisions have them."""
    count, zero = len(steps[0]["over"]), torch.zeros_like(steps[0]["value"])
    pending, value, depth, gain = zero, steps[-1]["value"], steps[-1]["depth"], zero
    assert count == len(zero)
    for step in reversed(steps):
        over, hers = step["over"], step["hers"]
        pending = torch.where(over, step["reward"], pending)
        value, depth, gain = (torch.where(over, zero, each) for each in (value, depth, gain))
        delta = pending + GAMMA * value + GAMMA * depth - step["depth"] - step["value"]
        here = delta + GAMMA * LAMBDA * gain
        step["gain"], step["return"] = here, here + step["value"]
        gain, value, depth = torch.where(hers, here, gain), torch.where(hers, step["value"], value), torch.where(hers, step["depth"], depth)
        pending = torch.where(hers, zero, pending)


def main() -> None:
    parser = argparse.ArgumentParser(description="A novice learns on a CUDA device.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--envs", type=int, default=32_768)
    parser.add_argument("--horizon", type=int, default=64)
    given = parser.parse_args()
    core = VectorCore(OPTIONS, count=given.envs, novices=1, seed=1, on="cuda", autoreset="SameStep")
    core.reset()
    taken = {
        name: torch.as_tensor(getattr(core, name), device="cuda") for name in ("observations", "masks", "agents", "rewards", "terminations")
    }
    sheet, policy = Sheet("cuda"), Policy().cuda()
    adam = torch.optim.Adam(policy.parameters(), lr=RATE)
    began = told = time.perf_counter()
    decisions = learned = wins = games = updates = 0
    while time.perf_counter() - began < given.seconds:
        steps: list[dict[str, Tensor]] = []
        with torch.no_grad():
            for _ in range(given.horizon):
                rows, masks = taken["observations"].long(), taken["masks"].clone()
                hers = (taken["agents"] == 0) & (rows[:, START["ask"]] == int(Ask.PLAN))
                found, states = sheet.features(rows), sheet.states(rows)
                logs = torch.where(hers[:, None], policy(found, masks), torch.log(masks.float() + 1e-9))
                actions = torch.distributions.Categorical(logits=logs).sample()
                value = policy.value(states)[:, 0]
                core.step(actions)
                steps.append(
                    {
                        "found": found,
                        "masks": masks,
                        "states": states,
                        "hers": hers,
                        "actions": actions,
                        "value": value,
                        "depth": states[:, 1],
                        "log": logs.gather(1, actions[:, None])[:, 0],
                        "over": taken["terminations"].bool().clone(),
                        "reward": taken["rewards"][:, 0].clone(),
                    }
                )
                games += int(steps[-1]["over"].sum())
                wins += int((steps[-1]["reward"] > 0).sum())
        gains_of(steps)
        hers = torch.cat([step["hers"] for step in steps])
        batch = {
            name: torch.cat([step[name] for step in steps])[hers]
            for name in ("found", "masks", "states", "actions", "log", "gain", "return")
        }
        gain = (batch["gain"] - batch["gain"].mean()) / (batch["gain"].std() + 1e-6)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(gain), device="cuda").chunk(PARTS):
                logs = policy(batch["found"][part], batch["masks"][part])
                ratio = (logs.gather(1, batch["actions"][part][:, None])[:, 0] - batch["log"][part]).exp()
                gained = torch.minimum(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part]).mean()
                entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
                wrong = (policy.value(batch["states"][part])[:, 0] - batch["return"][part]).square().mean()
                adam.zero_grad()
                (-gained - ENTROPY * entropy + 0.5 * wrong).backward()
                adam.step()
        torch.cuda.synchronize()
        updates += 1
        if updates == 1:  # everything is compiled now
            began = told = time.perf_counter()
            continue
        decisions, learned = decisions + given.envs * given.horizon, learned + len(gain)
        if time.perf_counter() - told > 5 or updates < 4:
            told = time.perf_counter()
            rate, learning = decisions / (told - began), learned / (told - began)
            print(
                f"{decisions:>13,} decisions: {wins / max(1, games):6.1%} of {games} games won; {rate:,.0f} decisions a second, "
                f"{learning:,.0f} of them hers, from which she learns",
                flush=True,
            )
            wins = games = 0


if __name__ == "__main__":
    main()
