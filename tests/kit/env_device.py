"""The environments on a CUDA device: the same numbers as on a core, handed to PyTorch without a copy, and how fast.

python -m tests.kit.env_device measure    decisions a second, by the number of games
python -m tests.kit.env_device torch      zero copies to PyTorch, and decisions a second when it chooses
python -m tests.kit.env_device compare    every array equal to that of a core, on tables of all kinds
python -m tests.kit.env_device against    the same for one learner among policies, which take long to compile
"""

import json
import sys
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np

from nuns.env.vector_core import Opponents, VectorCore
from nuns.rules.options import MAYFAIR, Options
from tests.kit.lockstep import random_tables

SHOWN = ("observations", "masks", "agents", "rewards", "earned", "terminations", "refused", "final_observations")
COUNTS = (1 << 17, 1 << 18, 1 << 20)


def pair_of(table: tuple[Options, int, int], count: int, mode: str, opponents: Opponents | None) -> list[VectorCore]:
    options, novices, guard_players = table
    cores = [
        VectorCore(
            options,
            count=count,
            novices=novices,
            guard_players=guard_players,
            on=on,
            autoreset=mode,
            rewards="zero-sum",
            opponents=opponents,
        )
        for on in ("cpu", "cuda")
    ]
    for core in cores:
        core.reset(11)
    return cores


def compare(table: tuple[Options, int, int], count: int, steps: int, mode: str, opponents: Opponents | None = None) -> int:
    """Steps both at random, a few answers illegal, and compares every array; returns the number of decisions."""
    core, device = pair_of(table, count, mode, opponents)
    rng = np.random.default_rng(3)
    for step in range(steps):
        actions = np.array(core.random_actions())
        assert (device._engine.fetch(device.random_actions()) == actions).all(), (table, step)
        actions[rng.random(count) < 0.01] = 15
        core.step(actions)
        device.step(device._engine.hold(actions))
        for name in SHOWN:
            there = device._engine.fetch(getattr(device, name))
            assert (there == getattr(core, name)).all(), (name, table, step)
    assert device.games.tobytes() == core.games.tobytes()
    assert (device._engine.fetch(device.states()) == core.states()).all()
    return count * steps


def check_torch() -> dict[str, Any]:
    """PyTorch takes the arrays as they lie on the device, and its tensors are taken as actions."""
    import torch

    core = VectorCore(MAYFAIR, count=4096, novices=3, on="cuda", autoreset="SameStep")
    core.reset(1)
    rows, masks = torch.as_tensor(core.observations, device="cuda"), torch.as_tensor(core.masks, device="cuda")
    assert rows.data_ptr() == core.observations.__cuda_array_interface__["data"][0]
    before = rows.clone()
    for _ in range(50):
        core.step(torch.multinomial(masks.float(), 1).squeeze(1))
    torch.cuda.synchronize()
    assert not bool(torch.as_tensor(core.refused, device="cuda").any())
    assert bool((rows != before).any())
    count, steps = 1 << 18, 60
    core = VectorCore(MAYFAIR, count=count, novices=6, on="cuda", autoreset="SameStep")
    core.reset(1)
    masks = torch.as_tensor(core.masks, device="cuda")
    draw = torch.rand(count, 16, device="cuda")
    rates = []
    for _ in range(5):
        torch.cuda.synchronize()
        began = time.perf_counter()
        for _ in range(steps):
            draw.uniform_()
            core.step((masks * draw).argmax(1))
        torch.cuda.synchronize()
        rates.append(count * steps / (time.perf_counter() - began))
    return {"torch": torch.__version__, "zero_copy": True, "decisions_per_second_with_torch_choosing": sorted(rates)[2]}


def measure() -> dict[str, float]:
    """Decisions a second with observations and masks on the device, by the number of games."""
    figures = {}
    for count in COUNTS:
        core = VectorCore(MAYFAIR, count=count, novices=6, on="cuda", autoreset="SameStep")
        core.reset(1)
        for _ in range(300):
            core.step(core.random_actions())
        core.wait()
        rates = []
        for _ in range(5):
            began = time.perf_counter()
            for _ in range(40):
                core.step(core.random_actions())
            core.wait()
            rates.append(count * 40 / (time.perf_counter() - began))
        figures[f"games {count}"] = sorted(rates)[2]
        print(count, f"{figures[f'games {count}']:,.0f} decisions a second", flush=True)
    return figures


def compare_tables(tables: int = 6) -> None:
    """Compares on editions and on options at random, in all modes."""
    for number, table in enumerate(islice(random_tables(23), tables)):
        mode = ("SameStep", "NextStep", "Disabled")[number % 3]
        print("compared", compare(table, 64, 400, mode), "decisions,", mode, table[1:], str(table[0]), flush=True)


def compare_against() -> None:
    """Compares for one novice among greedy guards."""
    print(
        "compared", compare((MAYFAIR, 1, 1), 64, 100, "SameStep", Opponents(0, (0,) * 6 + (1,))), "decisions against policies", flush=True
    )


PARTS: dict[str, Callable[[], object]] = {"measure": measure, "torch": check_torch, "compare": compare_tables, "against": compare_against}


def main() -> None:
    for name in sys.argv[1:] or PARTS:
        if found := PARTS[name]():
            print(json.dumps({name: found}, indent=1), flush=True)


if __name__ == "__main__":
    main()
