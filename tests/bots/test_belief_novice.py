"""Novices who mind what the guards know: their plans are legal, the best of their gait and end, and dearer where they are known."""

from random import Random

import pytest

from nuns.board.shape import copy_of, row_of
from nuns.board.tables import DOTS
from nuns.bots.players.belief_novice import BeliefNovice
from nuns.bots.players.player import decision_in
from nuns.bots.players.search_novice import SearchingNovice
from nuns.bots.players.seat_mind import thread_workspace
from nuns.bots.policies.careful import NEVER
from nuns.bots.policies.rollout import carry_out_walk
from nuns.bots.policies.routes import weigh_routes
from nuns.bots.policies.search_novice import MORE_ROUNDS
from nuns.bots.policies.units import ROUTES
from nuns.bots.policies.workspace import CANDIDATES, NO_ACTION, WORLDS, RouteSheet, Trials
from nuns.kernel.entries import new_record
from nuns.kernel.records import board_record
from nuns.kernel.units import entry_of
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.referee.actions import Plan
from nuns.referee.game import Game, refusal
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS, MAYFAIR, change_option
from nuns.rules.state import State
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, Ask
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.scenario import Night

QUIET = change_option(MAYFAIR, "blessings", "off")


def weighed(known: State, figure: int) -> list[list[int]]:
    """The actions of the best plan to each dot with each gait, weighed in machine code."""
    sheet = new_record(RouteSheet)
    sheet["stack"][0, 0] = row_of(known)
    entry_of(ROUTES, weigh_routes)(board_record(), sheet, figure)
    rows = sheet["routes"][0][sheet["worths"][0] > NEVER].tolist()
    return [row[: row.index(NO_ACTION)] for row in rows]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bot", ["belief", "search"])
def test_a_night_is_played_without_a_fault(edition: str, bot: str) -> None:
    _, faults = play_bot_game(GameSetup(edition, EDITIONS[edition], 2), 11, 0, LineUp("greedy", (bot,)))
    assert not faults


def test_every_plan_that_is_weighed_is_legal() -> None:
    table, checked = GameSetup("mayfair", QUIET, 2), 0
    for game, _, _ in steps(table, 6, choose=eager_choice):
        state = game.state
        for figure in range(6):
            if state.ask == Ask.PLAN and state.asked >> figure & 1 and state.novices[figure].steps == 0 and not state.novices[figure].plan:
                seat = Seat(f"novice-{figure + 1}")
                decision = decision_in(game, seat)
                for actions in weighed(decision.known, figure)[::7]:
                    assert refusal(game, decision.plan(actions), seat) is None
                    checked += 1
    assert checked > 200


@pytest.mark.rule("5.5", "8.4")
def test_a_guard_on_the_way_home_stops_only_one_who_does_not_obey() -> None:
    """At a dead end the only way home leads over the Abbess's dot: to obey is planned across it, and nothing else is."""
    night = Night("mayfair(blessings=off,opening=single)", (4,))
    night.pass_time("plan")
    board = night.game.setup.board
    start = next(dot for dot in range(1, DOTS) if board.degree[dot] == 1 and board.home[1][3][dot] >= 6)
    beside = int(board.next[start][0])
    night.put_novice(4, start, caught=True, has_key=1)
    night.put_guard("abbess", beside)
    night.tear_plans()
    decision = decision_in(night.game, Seat.NOVICE_4)
    plans = [decision.plan(actions) for actions in weighed(decision.known, 3)]
    crossing = [plan for plan in plans if isinstance(plan, Plan) and beside in plan.route]
    assert crossing
    assert all(plan.gait == "walk" and len(plan.route) > 3 for plan in crossing)
    assert {plan.gait for plan in plans if isinstance(plan, Plan)} >= {"stand", "walk"}


def test_she_pays_for_ending_where_the_guards_will_look() -> None:
    """The worth of every plan is that of a careful novice, less what the guards will know of its end."""
    game, seat = third_plan()
    bot = BeliefNovice()
    bot.observe(events_of(game, seat))
    bot.decide(decision_in(game, seat), Random(1))
    routes = thread_workspace()["routes"][0]
    tried = routes["worths"] > NEVER
    taken_off = (routes["worths"] - routes["totals"])[tried]
    assert len(taken_off) > 20
    assert (abs(taken_off - 600 * routes["sure"][tried]) <= 30).all()
    assert 0 <= routes["sure"][tried].min() < routes["sure"][tried].max() <= 1
    (thought,) = bot.thoughts
    assert thought.worth == routes["totals"].max()


def third_plan() -> tuple[Game, Seat]:
    """A night in which the only novice plans her third turn."""
    table = GameSetup("mayfair", QUIET, 1)
    game = next(game for game, _, _ in steps(table, 9, choose=eager_choice) if game.state.ask == Ask.PLAN and game.state.turn == 3)
    return game, next(Seat(f"novice-{each + 1}") for each in range(6) if game.state.asked >> each & 1)


def chosen(game: Game, seat: Seat, **budget: float) -> object:
    bot = SearchingNovice(**budget)  # type: ignore[arg-type]
    bot.observe(events_of(game, seat))
    return bot.decide(decision_in(game, seat), Random(4))


def test_a_search_is_the_same_for_the_same_seed() -> None:
    game, seat = third_plan()
    assert chosen(game, seat) == chosen(game, seat)


def test_a_search_keeps_to_its_budget_and_tries_the_better_half_again() -> None:
    game, seat = third_plan()
    trials = thread_workspace()["trials"][0]
    chosen(game, seat, rollouts=(MORE_ROUNDS * (CANDIDATES + 7) + 4) * WORLDS)
    tries = sorted(trials["tries"].tolist(), reverse=True)
    rounds = [2 * MORE_ROUNDS + 1] * 4 + [2 * MORE_ROUNDS] * 3 + [MORE_ROUNDS] * 7
    assert tries == [each * WORLDS for each in rounds]
    assert trials["spent"] == sum(tries)
    chosen(game, seat, rollouts=10**9, seconds=0.001)
    assert trials["tries"].tolist() == [WORLDS] * CANDIDATES  # a look at the clock after every round


def test_she_says_what_she_wanted_and_what_came_of_her_plan_in_guessed_nights() -> None:
    game, seat = third_plan()
    bot = SearchingNovice()
    bot.observe(events_of(game, seat))
    plan = bot.decide(decision_in(game, seat), Random(4))
    (thought,) = bot.thoughts
    assert isinstance(plan, Plan)
    assert (thought.turn, thought.gait, thought.end) == (3, plan.gait, plan.route[-1])
    assert thought.lost is not None
    novice = game.state.novices[int(seat[-1]) - 1]
    wanted = novice.wish_dot if novice.has_key else novice.key_dot
    assert f"on {wanted}. Would {plan.gait} to {plan.route[-1]}: " in str(thought)


def test_a_walk_that_cannot_be_begun_is_told_so_that_no_hunt_is_endless() -> None:
    table = GameSetup("mayfair", QUIET, 1)
    game = next(game for game, _, _ in steps(table, 9, choose=eager_choice) if game.state.ask == Ask.STEP and game.state.guard <= 1)
    state, trials = game.state, Trials()
    offered = legal(table.board, state, ABBESS + state.guard)
    barred, allowed = (next(number for number in range(16) if (offered >> number & 1) == wanted) for wanted in (0, 1))
    before = copy_of(state)
    for walk in ([NO_ACTION], [barred, allowed]):
        trials.plans[0, : len(walk)] = walk
        assert not carry_out_walk(table.board, state, state.guard, 0, trials)
        assert state == before
    trials.plans[0, :2] = allowed, NO_ACTION
    assert carry_out_walk(table.board, state, state.guard, 0, trials)
    assert state != before
