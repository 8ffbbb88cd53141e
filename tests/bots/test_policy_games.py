"""Nights of bots: on the rules alone, through views and in machine code they are the same nights."""

import random
from functools import partial

import pytest

from nuns.board.tables import the_board
from nuns.bots.players.player import decision_in
from nuns.bots.players.policy_bot import PolicyBot
from nuns.bots.policies.policy_games import CAREFUL, GREEDY, RANDOM, policy_choice
from nuns.lab.games import play_bot_game, play_policy_game
from nuns.lab.lineup import LineUp
from nuns.referee.game import refusal
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import parse_options
from nuns.rules.state import State
from nuns.rules.words import GUARDS, Ask, Stage
from tests.kit.game_runs import play_random_game, steps
from tests.referee.test_twins import with_other_secrets

TABLES = [
    ("mayfair", 1, 1),
    ("mayfair", 6, 2),
    ("reference", 2, 1),
    ("italian", 3, 1),
    ("dutch", 3, 1),
    ("dutch(blessings=on,monk=robert)", 2, 1),
    ("reference(monk=frederick,all-or-nun=on,equal-directions=one-or-more)", 3, 1),
    ("mayfair(exact-run=on,slow-guards=on,capture-goal=novices,sight-range=3,opening=single)", 4, 1),
]
POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}


def table_of(name: str, novices: int, guard_players: int = 1) -> GameSetup:
    return GameSetup(name.partition("(")[0], parse_options(name), novices, guard_players)


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_a_night_through_views_is_the_night_on_the_rules_alone(name: str, novices: int, guard_players: int) -> None:
    """Bots that see no more than their seats decide, number by number, as on the truth: so policies read nothing that is hidden."""
    mixed = tuple("careful" if place % 2 else "greedy" for place in range(novices))
    for index, lineup in enumerate((LineUp("greedy", ("careful",)), LineUp("random", mixed), LineUp("greedy", ("random",)))):
        policies = lineup.policies()
        assert policies is not None
        game, faults = play_bot_game(table_of(name, novices, guard_players), 41, index, lineup)
        assert faults == []
        assert game.state == play_policy_game(table_of(name, novices, guard_players), 41, index, policies)


def test_random_bots_play_the_random_nights() -> None:
    table = table_of("italian", 3)
    assert play_policy_game(table, 4, 0, (RANDOM,) * 7) == play_random_game(table, 4, 0)


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name, novices", [("mayfair", 3), ("dutch(blessings=on)", 2), ("italian(monk=robert)", 2), ("reference", 6)])
def test_what_a_seat_cannot_know_changes_no_decision(policy: str, name: str, novices: int) -> None:
    """The state is scrambled behind a seat's back; the policy decides the same on it, and so does the bot on its view."""
    rng, number, compared = random.Random(3), POLICIES[policy], 0
    choose = partial(policy_choice, policy=number)
    for count, (game, _, _) in enumerate(steps(table_of(name, novices), 23, 1, choose)):
        if game.is_over or game.state.stage == Stage.DEAL or game.state.ask == Ask.ROLL or count % 5:
            continue
        seat = game.waiting[0]
        figure, twin = decision_in(game, seat).figure, with_other_secrets(game, seat, rng)
        for novice in twin.state.novices:  # the twin's own are shorter than those of a state
            novice.heard += [0] * (GUARDS + 1 - len(novice.heard))
            novice.marked += [0] * (GUARDS + 1 - len(novice.marked))
        decided = [choose(the_board(), state, figure) for state in (with_key(game.state), with_key(twin.state))]
        assert decided[0] == decided[1]
        answers = [PolicyBot(number).decide(decision_in(night, seat), random.Random(9)) for night in (game, twin)]
        assert answers[0] == answers[1]
        assert refusal(game, answers[0], seat) is None
        compared += 1
    assert compared > 12


def with_key(state: State) -> State:
    """The same numbers for both."""
    state.key_low, state.key_high, state.decisions = 1, 2, 3
    return state


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_leaves_the_state_as_it_was(policy: str) -> None:
    """What is imagined on the way is put back; only numbers are drawn."""
    choose = partial(policy_choice, policy=POLICIES[policy])
    looked = 0
    for game, _, _ in steps(table_of("mayfair(monk=robert)", 3), 5, 0, choose):
        if not game.is_over and game.waiting != ("chance",):
            before = repr(game.state)
            drawn = game.state.decisions
            seat = game.waiting[0]
            choose(the_board(), game.state, decision_in(game, seat).figure)
            game.state.decisions = drawn
            assert repr(game.state) == before
            looked += 1
    assert looked > 100
