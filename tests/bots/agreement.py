"""``python -m tests.bots.agreement 500``: plays so many nights twice, interpreted and in machine code, and compares every state and belief.

``python -m tests.bots.agreement 250 250`` goes on where the first 250 ended, so that several processes can share the nights.

Interpreted thought is slow, so most nights are cheap. Of thirty, twelve are whole nights of greedy novices and guards, and five of careful
novices and greedy guards, at tables of any kind. The others are followed for some turns. In five the guards or a novice keep a belief, or
both sides are careful: for six turns with one novice, and with two guard players and six novices for six turns and for two. In eight
somebody searches: for two turns with all roll-outs where there are two novices and with many where there is one, for six turns with few,
and with few by two guard players.
"""

import sys
import time
from itertools import count, cycle, islice
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
LONG = 6  # turns, in which something of most novices has been noticed
FEW = 20  # roll-outs
NEARLY = 1e-12  # beliefs are sums, which machine code may round otherwise


class Kind(NamedTuple):
    """What is played: the policies, the turns that are followed, how many take part, and how far a search goes."""

    novice: int
    guards: int
    turns: int = WHOLE
    novices: int = 0  # 0 stands for as many novices and guard players as the table has
    rollouts: int = 0  # for each decision; 0 stands for the policy's own number
    guard_players: int = 1


# In the order in which they take turns.
CHEAP = [Kind(GREEDY, GREEDY)] * 12 + [Kind(CAREFUL, GREEDY)] * 5
THINKING = [
    Kind(CAREFUL, CAREFUL, LONG, 1),
    Kind(CAREFUL, BELIEF, LONG, 1),
    Kind(BELIEF, GREEDY, LONG, 1),
    Kind(GREEDY, BELIEF, LONG, 6, guard_players=2),
    Kind(CAREFUL, CAREFUL, 2, 6, guard_players=2),
]
SEARCHING = [
    Kind(CAREFUL, SEARCH, 2, 2),
    Kind(SEARCH, GREEDY, 2, 2),
    Kind(BELIEF, SEARCH, 2, 1, 100),
    Kind(SEARCH, BELIEF, 2, 1, 200),
    Kind(BELIEF, SEARCH, LONG, 1, FEW),
    Kind(SEARCH, BELIEF, LONG, 1, FEW),
    Kind(GREEDY, SEARCH, LONG, 1, FEW),
    Kind(GREEDY, SEARCH, 2, 6, FEW, guard_players=2),
]
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


class Tally:
    """What was compared so far: nights and decisions of one part of the kinds."""

    def __init__(self) -> None:
        self.nights = self.decisions = 0

    def add(self, decisions: int) -> None:
        """Adds a night."""
        self.nights += 1
        self.decisions += decisions

    def __str__(self) -> str:
        return f"{self.nights} nights with {self.decisions} decisions"


def main(nights: int, first: int = 0) -> None:
    began, every, thinking, searching = time.process_time(), Tally(), Tally(), Tally()
    numbered = zip(count(), random_tables(SEED), cycle(KINDS), strict=False)
    for index, table, kind in islice(numbered, first, first + nights):
        options = table[0]
        decisions = compare_night((options, kind.novices, kind.guard_players) if kind.novices else table, index, kind)
        for tally, kinds in ((every, KINDS), (thinking, THINKING), (searching, SEARCHING)):
            if kind in kinds:
                tally.add(decisions)
        if every.nights % len(KINDS) == 0 or every.nights == nights:
            seconds = time.process_time() - began
            print(f"the same in {every}; beliefs in {thinking}, searches in {searching}; {seconds:.0f} CPU seconds", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
