"""``python -m research.checkouts bots|server CHECKOUT`` measures another checkout beside this one, by turns, and prints the ratios."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from nuns.bench.bots import PAIRS, nights_to_play
from nuns.bench.postgres import disk_folder
from nuns.bench.server import echoes_per_second, play_few, server_process
from research.study import Study

HERE = Path(__file__).parents[1]
NIGHTS_OF_A_CHECKOUT = """
import json, sys, time

try:
    from nuns.lab.games import play_games
    from nuns.lab.ladder import TEST_SEED, pairing

    def play(guards, novices, nights):
        cell = pairing(guards, novices, 3)
        play_games(cell.setup, TEST_SEED, nights, cell.lineup, compiled=True)

except ImportError:
    from nuns.lab.ladder import play_pairing
    from nuns.lab.results import Pairing

    def play(guards, novices, nights):
        play_pairing(Pairing(guards, novices, 3), nights)

found = {}
for guards, novices, nights in json.loads(sys.argv[1]):
    play(guards, novices, range(1))
    began = time.process_time()
    play(guards, novices, range(1, 1 + nights))
    found[f"{guards}/{novices}"] = nights / (time.process_time() - began)
print(json.dumps(found))
"""  # as the ladder plays them, which checkouts of 0.2 can do too


def nights_of(checkout: Path) -> dict[str, float]:
    """Returns nights a second of each pair of bots, played by a process of that checkout."""
    asked = [(*pair, nights_to_play(*pair)) for pair in PAIRS]
    told = subprocess.run(
        [sys.executable, "-c", NIGHTS_OF_A_CHECKOUT, json.dumps(asked)],
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return found


def compare_bots(other: Path, rounds: int) -> None:
    """Prints the nights a second of another checkout and of this one, by turns."""
    ratios = dict[str, list[float]]()
    for _ in range(rounds):
        before, now = nights_of(other), nights_of(HERE)
        for pair, nights in now.items():
            ratios.setdefault(pair, []).append(nights / before[pair])
            print(f"{pair}: before {before[pair]:.2f}, now {nights:.2f} nights a second; ratio {ratios[pair][-1]:.1f}", flush=True)
    for pair, each in ratios.items():
        print(f"{pair}: median ratio {median(each):.1f}")


async def compare_servers(other: Path, rounds: int) -> None:
    """Prints the cost of an action here and in another checkout, by turns, and of an echoed message."""
    with (
        TemporaryDirectory(prefix="nuns-bench-", dir=disk_folder()) as name,
        server_process("echo", Path(name) / "echo") as bare,
        server_process("game", Path(name) / "before", other / "src") as before,
        server_process("game", Path(name) / "now") as now,
    ):
        ratios = []
        for _ in range(rounds):
            echoed = await echoes_per_second(bare)
            old, new = await play_few(before), await play_few(now)
            ratios.append(new.us_per_action / old.us_per_action)
            print(
                f"before {old.us_per_action:.0f} µs, {old.done.bytes_sent / old.done.actions:.0f} bytes; "
                f"now {new.us_per_action:.0f} µs, {new.done.bytes_sent / new.done.actions:.0f} bytes; "
                f"ratio {ratios[-1]:.2f}; echo {1e6 / echoed:.1f} µs a message",
                flush=True,
            )
        print(f"median ratio {median(ratios):.3f}")


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = Study("checkouts").command(__doc__, workers=False, page=False)
    command.add_argument("what", choices=("bots", "server"), help="nights a second of bots, or the cost of an action on the server")
    command.add_argument("checkout", type=Path, help="folder of the other checkout")
    command.add_argument("rounds", type=int, nargs="?", default=5, help="how often each is measured (default: 5)")
    given = command.parse_args(words)
    if not (given.checkout / "src" / "nuns").is_dir():
        command.error(f"expected a checkout with a folder src/nuns; got {given.checkout}")
    if given.what == "bots":
        compare_bots(given.checkout, given.rounds)
    else:
        asyncio.run(compare_servers(given.checkout, given.rounds))


if __name__ == "__main__":
    main()
