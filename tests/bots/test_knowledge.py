"""Bots read what their seat knows: on that they decide as on the truth, at the table, in batches and in another process."""

from itertools import islice

import msgspec
import numba
import numpy as np
import pytest

from nuns.board.shape import copy_of
from nuns.board.tables import Board, the_board
from nuns.bots.players.bot import pack_known, setup_of, unpack_known
from nuns.bots.players.player import decision_in
from nuns.bots.policies.policy_games import CAREFUL, GREEDY, RANDOM, policy_choice
from nuns.kernel.machine import machine
from nuns.kernel.records import array_of, dtype_of
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat, figures_of, knowledge_seat
from nuns.rules.knowledge import Known, know
from nuns.rules.options import parse_options
from nuns.rules.state import State
from nuns.rules.turn import legal
from nuns.rules.words import CHANCE, GUARD_SIDE, NOVICES, Ask, Stage
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.lockstep import random_tables
from tests.kit.sample import sample

MOMENTS, CAREFUL_MOMENTS = sample(2, 1), sample(8, 3)  # decisions of which one is compared
POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}
TABLES = [
    ("mayfair", 1, 1),
    ("mayfair(capture-goal=novices)", 6, 2),
    ("reference", 3, 1),
    ("italian", 4, 1),
    ("dutch", 2, 1),
    ("dutch(blessings=on)", 6, 2),
    ("mayfair(monk=frederick,all-or-nun=on)", 3, 1),
    ("italian(monk=robert,roll-again=own,slow-guards=on)", 2, 1),
    ("reference(caught-shown=whole-move,capture-goal=novices,exact-run=on)", 5, 1),
]


def known_to_figure(board: Board, state: State, figure: int) -> Known:
    known = Known()
    know(board, state, figure if figure < NOVICES else GUARD_SIDE, known)
    return known


def decided(state: State, figure: int, policy: int) -> tuple[int, int]:
    """What a policy decides on a state, with numbers that are the same for all, and how many it has drawn."""
    state.key_low, state.key_high, state.decisions = 5, 7, 11
    return policy_choice(the_board(), state, figure, policy), state.decisions


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_decides_on_what_is_known_as_on_the_truth(policy: str) -> None:
    """In every edition, and with options at random; for both sides."""
    asked, sides = set[int](), set[bool]()
    for number, (options, novices, guard_players) in enumerate(islice(random_tables(21), 14)):
        table = GameSetup("mayfair", options, novices, guard_players)
        for count, (game, _, _) in enumerate(steps(table, 13, number, eager_choice)):
            if game.is_over or game.state.stage == Stage.DEAL or (count % (CAREFUL_MOMENTS if policy == "careful" else MOMENTS)):
                continue
            for figure in range(CHANCE):
                if game.state.asked >> figure & 1:
                    known = known_to_figure(table.board, game.state, figure)
                    assert decided(copy_of(game.state), figure, POLICIES[policy]) == decided(known, figure, POLICIES[policy]), options
                    asked.add(game.state.ask)
                    sides.add(figure < NOVICES)
    assert asked >= {Ask.PLAN, Ask.BLESSING, Ask.DIRECTION, Ask.ORDER, Ask.PATH, Ask.STEP}
    assert sides == {True, False}


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_what_a_seat_may_answer_and_its_table_follow_from_what_it_knows(name: str, novices: int, guard_players: int) -> None:
    table = GameSetup(name.partition("(")[0], parse_options(name), novices, guard_players)
    compared = 0
    for count, (game, _, _) in enumerate(steps(table, 31, 1, eager_choice)):
        if game.is_over or game.state.stage == Stage.DEAL or count % 3:
            continue
        for seat in game.seats:
            known = decision_in(game, seat).known
            for figure in figures_of(seat, guard_players):
                assert legal(table.board, known, figure) == legal(table.board, game.state, figure), (Ask(game.state.ask), seat)
            setup = setup_of(known)
            assert (setup.options, setup.novices, setup.guard_players) == (table.options, novices, guard_players)
            compared += 1
    assert compared > 20


@pytest.mark.rule("3.1", "3.2")
def test_what_is_known_is_the_same_compiled_interpreted_and_in_another_process() -> None:
    filled = machine().functions[know]

    @numba.njit
    def fill(boards, games, seat, knowns):  # type: ignore[no-untyped-def]
        filled(boards[0], games[0], seat, knowns[0])

    compared = 0
    for number, (options, novices, guard_players) in enumerate(islice(random_tables(5), 8)):
        table = GameSetup("mayfair", options, novices, guard_players)
        for count, (game, _, _) in enumerate(steps(table, 3, number, eager_choice)):
            if count % 20 == 0 and game.state.stage != Stage.DEAL:
                for seat in (*game.seats, Seat.SPECTATOR):
                    known, record = Known(), np.zeros(1, dtype_of(Known))
                    know(table.board, game.state, knowledge_seat(seat), known)
                    fill(machine().boards, array_of(game.state), knowledge_seat(seat), record)
                    assert record.tobytes() == array_of(known).tobytes(), (options, seat)
                    assert decision_in(game, seat).known == known
                    assert unpack_known(msgspec.msgpack.decode(msgspec.msgpack.encode(pack_known(known)))) == known
                    compared += 1
    assert compared > 100
