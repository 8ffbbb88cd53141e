"""``python -m tests.bots.agreement 500``: plays so many nights twice, interpreted and in machine code, and compares every state and belief.

Interpreted thought is slow, so most nights are cheap. Of twenty, twelve are whole nights of greedy novices and guards, and five of careful
novices and greedy guards, at tables of any kind. In the other three one novice is followed for two turns: careful novices before careful
guards and before guards who keep a belief, and a novice who keeps one before greedy guards.
"""

import sys
import time
from itertools import islice

import numpy as np

from nuns.board.tables import the_board
from nuns.bots.filter.motion_model import motion_record, motion_tables, recorded
from nuns.bots.policies.nights import Crew, deal_night, decide_in
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GREEDY
from nuns.bots.policies.units import NIGHTS
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.units import entry_of
from nuns.rules.options import Options
from nuns.rules.state import State
from nuns.rules.words import Stage
from tests.kit.lockstep import random_tables

SEED = 5
WHOLE = 99  # turns, more than any night has
# Novices, guards and the turns that are followed, in the order in which they take turns.
CHEAP = [(GREEDY, GREEDY, WHOLE)] * 12 + [(CAREFUL, GREEDY, WHOLE)] * 5
THINKING = [(CAREFUL, CAREFUL, 2), (CAREFUL, BELIEF, 2), (BELIEF, GREEDY, 2)]
NEARLY = 1e-12  # beliefs are sums, which machine code may round otherwise


def compare_night(table: tuple[Options, int, int], index: int, novice: int, guards: int, turns: int) -> int:
    """Plays the first turns of a night twice, and returns how many decisions were the same; raises AssertionError if any is not."""
    options, novices, guard_players = table
    plain, crew, space = State(options=options), Crew(), Workspace()
    fast, fast_crew, fast_space = record_of(plain, State, with_events=True), new_record(Crew), new_record(Workspace)
    crew.policies[:] = fast_crew["policies"][0] = [novice] * 6 + [guards]
    board, model, tables = recorded(the_board()), motion_record(the_board(), options), motion_tables(the_board(), options)
    deal, decide = entry_of(NIGHTS, deal_night), entry_of(NIGHTS, decide_in)
    deal(board, model, fast, fast_crew, fast_space, SEED, index, novices, guard_players)
    deal_night(the_board(), tables, plain, crew, space, SEED, index, novices, guard_players)
    decisions = 0
    while plain.stage != Stage.OVER and plain.turn <= turns:
        decide(board, model, fast, fast_crew, fast_space)
        decide_in(the_board(), tables, plain, crew, space)
        assert record_of(plain, State, with_events=True).tobytes() == fast.tobytes(), f"night {index}, {options}, turn {plain.turn}"
        decisions += 1
    assert crew.in_use == fast_crew["in_use"][0]
    for place, mind in enumerate(crew.minds):
        if crew.in_use >> place & 1:
            for mine, its in zip(mind.belief.tracks, fast_crew["minds"][0, place]["belief"]["tracks"], strict=True):
                assert np.abs(mine.mass - its["mass"]).max() < NEARLY, f"night {index}, {options}: believed otherwise"
                assert (mine.is_on == its["is_on"]).all()
    return decisions


def main(nights: int) -> None:
    began, decisions = time.monotonic(), 0
    kinds = CHEAP + THINKING
    for index, (options, novices, guard_players) in enumerate(islice(random_tables(SEED), nights)):
        novice, guards, turns = kinds[index % len(kinds)]
        table = (options, 1, 1) if (novice, guards, turns) in THINKING else (options, novices, guard_players)
        decisions += compare_night(table, index, novice, guards, turns)
        if (index + 1) % len(kinds) == 0 or index + 1 == nights:
            print(f"{index + 1} of {nights} nights the same, {decisions} decisions, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
