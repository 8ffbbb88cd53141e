"""Whole games and single plans by policies in machine code."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from typing import Any

from nuns.bots.policies import careful, danger, greedy, noise_decisions, policy_games
from nuns.bots.policies.nights import Crew, deal_night, play_night
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GUARDS_SEAT, policy_choice
from nuns.bots.policies.units import NIGHTS, POLICIES
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.rule_units import HALVES
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State
from nuns.rules.turn import answer

MODULES = (greedy, danger, noise_decisions, careful, policy_games)
Policies = tuple[int, ...]  # one for each novice in the order of their numbers, then the guards'


def keeps_beliefs(policies: Policies) -> bool:
    """Tells whether any of these policies keeps a belief, so that its games are played in machine code only."""
    return policies[GUARDS_SEAT] >= CAREFUL or max(policies[:GUARDS_SEAT]) >= BELIEF


def can_start_at_once() -> bool:
    """Tells whether whole games can be played without waiting for the compiler."""
    return NIGHTS.is_ready()


@cache
def can_plan_at_once() -> bool:
    """Tells whether single plans can be written without waiting for the compiler; it is asked once for each process."""
    return POLICIES.is_ready()


def plan_compiled(known: State, figure: int, policy: int) -> tuple[list[int], int]:
    """Returns all small actions of a novice's plan, and how many random numbers have been drawn by then."""
    from nuns.kernel.entries import record_of
    from nuns.kernel.records import board_record
    from nuns.kernel.units import entry_of

    board, game, written = board_record(), record_of(known, State), list[int]()
    choose, write = entry_of(POLICIES, policy_choice), entry_of(HALVES, answer)
    while game["asked"][0] >> figure & 1:
        written.append(choose(board, game, figure, policy))
        write(board, game, figure, written[-1])
    return written, int(game["decisions"][0])


def play_nights(table: GameSetup, seed: int, first: int, games: int, policies: Policies, threads: int = 1) -> Any:
    """Returns the final states of games ``first`` to ``first + games - 1`` of a seed, as records.

    Each thread has a crew and a workspace of its own.
    """
    import numpy as np

    from nuns.bots.filter.motion_model import motion_record, recorded
    from nuns.kernel.batch import as_signed
    from nuns.kernel.entries import new_record, record_of
    from nuns.kernel.units import entry_of

    deal, play = entry_of(NIGHTS, deal_night), entry_of(NIGHTS, play_night)
    board, model = recorded(table.board), motion_record(table.board, table.options)
    states, left = np.repeat(record_of(State(options=table.options), State, with_events=True), games), count()

    def play_some() -> None:
        crew, space = new_record(Crew), new_record(Workspace)
        crew["policies"][0] = policies
        while (place := next(left)) < games:
            one = states[place : place + 1]
            deal(board, model, one, crew, space, as_signed(seed), first + place, table.novices, table.guard_players)
            play(board, model, one, crew, space)

    if threads == 1:
        play_some()
    else:
        with ThreadPoolExecutor(threads) as pool:
            for each in [pool.submit(play_some) for _ in range(min(threads, games))]:
                each.result()
    return states
