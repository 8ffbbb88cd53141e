"""``python -m tests.bots.agreement 500``: plays so many nights twice, interpreted and in machine code, and compares every state and belief.

Interpreted thought is slow, so most nights are cheap. Of twenty-four, twelve are whole nights of greedy novices and guards, and five of
careful novices and greedy guards, at tables of any kind. The others are followed for two turns. In three there is one novice: a careful one
before careful guards and before guards who keep a belief, and one who keeps a belief before greedy guards. In four somebody searches, with
all roll-outs where there are two novices and with some where there is one.
"""

import sys
import time
from itertools import islice
from typing import NamedTuple

import numpy as np

from nuns.board.tables import the_board
from nuns.bots.filter.motion_model import motion_record, motion_tables, recorded
from nuns.bots.policies.nights import Crew, deal_night, decide_in
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GREEDY, SEARCH
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
NEARLY = 1e-12  # beliefs are sums, which machine code may round otherwise


class Kind(NamedTuple):
    """What is played: the policies, the turns that are followed, how many novices there are, and how far a search goes."""

    novice: int
    guards: int
    turns: int = WHOLE
    novices: int = 0  # 0 stands for as many as the table has
    rollouts: int = 0  # for each decision; 0 stands for the policy's own number


# In the order in which they take turns.
CHEAP = [Kind(GREEDY, GREEDY)] * 12 + [Kind(CAREFUL, GREEDY)] * 5
THINKING = [Kind(CAREFUL, CAREFUL, 2, 1), Kind(CAREFUL, BELIEF, 2, 1), Kind(BELIEF, GREEDY, 2, 1)]
SEARCHING = [Kind(CAREFUL, SEARCH, 2, 2), Kind(SEARCH, GREEDY, 2, 2), Kind(BELIEF, SEARCH, 2, 1, 100), Kind(SEARCH, BELIEF, 2, 1, 200)]
KINDS = CHEAP + THINKING + SEARCHING


def compare_night(table: tuple[Options, int, int], index: int, kind: Kind) -> int:
    """Plays the first turns of a night twice, and returns how many decisions were the same; raises AssertionError if any is not."""
    options, novices, guard_players = table
    plain, crew, space = State(options=options), Crew(), Workspace()
    fast, fast_crew, fast_space = record_of(plain, State, with_events=True), new_record(Crew), new_record(Workspace)
    crew.policies[:] = fast_crew["policies"][0] = [kind.novice] * 6 + [kind.guards]
    fast_crew["minds"]["rollouts"] = kind.rollouts
    for mind in crew.minds:
        mind.rollouts = kind.rollouts
    board, model, tables = recorded(the_board()), motion_record(the_board(), options), motion_tables(the_board(), options)
    deal, decide = entry_of(NIGHTS, deal_night), entry_of(NIGHTS, decide_in)
    deal(board, model, fast, fast_crew, fast_space, SEED, index, novices, guard_players)
    deal_night(the_board(), tables, plain, crew, space, SEED, index, novices, guard_players)
    decisions = 0
    while plain.stage != Stage.OVER and plain.turn <= kind.turns:
        decide(board, model, fast, fast_crew, fast_space)
        decide_in(the_board(), tables, plain, crew, space)
        assert record_of(plain, State, with_events=True).tobytes() == fast.tobytes(), f"night {index}, {options}, turn {plain.turn}"
        decisions += 1
    assert crew.in_use == fast_crew["in_use"][0]
    for place, mind in enumerate(crew.minds):
        if crew.in_use >> place & 1:
            fast_mind = fast_crew["minds"][0, place]
            assert mind.end == fast_mind["end"]
            assert abs(mind.worth - fast_mind["worth"]) < NEARLY, f"night {index}, {options}: valued otherwise"
            for mine, its in zip(mind.belief.tracks, fast_mind["belief"]["tracks"], strict=True):
                assert np.abs(mine.mass - its["mass"]).max() < NEARLY, f"night {index}, {options}: believed otherwise"
                assert (mine.is_on == its["is_on"]).all()
    return decisions


def main(nights: int) -> None:
    began, decisions, searched = time.monotonic(), 0, 0
    for index, (options, novices, guard_players) in enumerate(islice(random_tables(SEED), nights)):
        kind = KINDS[index % len(KINDS)]
        same = compare_night((options, kind.novices, 1) if kind.novices else (options, novices, guard_players), index, kind)
        decisions += same
        searched += same if kind in SEARCHING else 0
        if (index + 1) % len(KINDS) == 0 or index + 1 == nights:
            seconds = time.monotonic() - began
            print(
                f"{index + 1} of {nights} nights the same, {decisions} decisions, {searched} in nights with a search, {seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]))
