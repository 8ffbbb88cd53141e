"""``python -m tests.bots.audited 200``: bots play so many nights at tables of any kind, and the audit reads their event logs."""

import sys
import time
from itertools import islice

from nuns.bots.registry import BOTS
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.referee.game_setup import GameSetup
from tests.kit.audit import audit
from tests.kit.lockstep import random_tables
from tests.referee.test_audited_nights import log_of

SEED = 23
PAIRS = [(guards, novices) for shift in range(len(BOTS)) for guards, novices in zip(BOTS, (*BOTS,)[shift:] + (*BOTS,)[:shift], strict=True)]


def faults_of(first: int, count: int) -> dict[str, list[str]]:
    """The faults of nights, by what was played; editions come first, and every bot plays each side in as many nights as there are bots."""
    found = {}
    for index, (options, novices, guard_players) in islice(enumerate(random_tables(SEED)), first, first + count):
        guards, others = PAIRS[index % len(PAIRS)]
        table = GameSetup("mayfair", options, novices, guard_players)
        game, faults = play_bot_game(table, SEED, index, LineUp(guards, (others,)))
        found[f"night {index}, {guards} / {others}, {novices} novices, {options}"] = [*map(str, faults), *audit(log_of(game))]
    return found


def main(nights: int) -> int:
    """How many nights had a fault; each is printed."""
    began, faulty, step = time.monotonic(), 0, len(PAIRS)
    for first in range(0, nights, step):
        for name, faults in faults_of(first, min(step, nights - first)).items():
            faulty += bool(faults)
            for fault in faults[:3]:
                print(f"{name}: {fault}", flush=True)
        print(f"{min(first + step, nights)} of {nights} nights, {faulty} faulty, {time.monotonic() - began:.0f} s", flush=True)
    return faulty


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])) != 0)
