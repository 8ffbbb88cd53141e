"""Novices who mind what the guards know: their plans are legal, the best of their gait and end, and dearer where they are known."""

from random import Random

import numpy as np
import pytest

from nuns.board.shape import copy_of
from nuns.board.tables import DOTS
from nuns.bots.players import belief_novice, search_novice
from nuns.bots.players.belief_novice import BeliefNovice, PlanScales
from nuns.bots.players.player import decision_in
from nuns.bots.players.search_novice import PlanTrials, SearchingNovice
from nuns.bots.policies.novice_rollouts import PlanTrial, carry_out_walk
from nuns.lab.lineup import LineUp
from nuns.lab.simulate import play_bot_game
from nuns.referee.actions import Plan
from nuns.referee.game import Game, refusal
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS, MAYFAIR, change_option
from nuns.rules.sight import is_on_board
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, Ask
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.scenario import Night

QUIET = change_option(MAYFAIR, "blessings", "off")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bot", ["belief", "search"])
def test_a_night_is_played_without_a_fault(edition: str, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SearchingNovice.__init__.__kwdefaults__, "rollouts", 48)  # type: ignore[arg-type]
    _, faults = play_bot_game(GameSetup(edition, EDITIONS[edition], 2), 11, 0, LineUp("greedy", (bot,)))
    assert not faults


def test_every_plan_that_is_weighed_is_legal() -> None:
    table, scales, checked = GameSetup("mayfair", QUIET, 2), PlanScales(), 0
    for game, _, _ in steps(table, 6, choose=eager_choice):
        state = game.state
        for figure in range(6):
            if state.ask == Ask.PLAN and state.asked >> figure & 1 and state.novices[figure].steps == 0 and not state.novices[figure].plan:
                seat = Seat(f"novice-{figure + 1}")
                decision = decision_in(game, seat)
                for _, actions in list(scales.plans(decision.known, figure).values())[::7]:
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
    plans = [decision.plan(actions) for _, actions in PlanScales().plans(decision.known, 3).values()]
    crossing = [plan for plan in plans if isinstance(plan, Plan) and beside in plan.route]
    assert crossing
    assert all(plan.gait == "walk" and len(plan.route) > 3 for plan in crossing)
    assert {plan.gait for plan in plans if isinstance(plan, Plan)} >= {"stand", "walk"}


def test_she_pays_for_ending_where_the_guards_will_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """With being known priced beyond everything, she ends where that is least; for nothing, where her errand leads."""
    table, known = GameSetup("mayfair", QUIET, 1), {}
    for price in (0.0, 1e6):
        monkeypatch.setattr(belief_novice, "KNOWN", price)
        for game, _, _ in steps(table, 9, choose=eager_choice):
            if game.state.ask == Ask.PLAN and game.state.turn == 3:
                figure = next(each for each in range(6) if game.state.asked >> each & 1)
                bot = BeliefNovice(spread=0.0)
                bot.observe(events_of(game, f"novice-{figure + 1}"))
                bot.decide(decision_in(game, Seat(f"novice-{figure + 1}")), Random(1))
                known[price] = bot.thoughts[-1].known
                break
    assert known[1e6] < known[0.0]


def third_plan() -> tuple[Game, Seat]:
    """A night in which the only novice plans her third turn."""
    table = GameSetup("mayfair", QUIET, 1)
    game = next(game for game, _, _ in steps(table, 9, choose=eager_choice) if game.state.ask == Ask.PLAN and game.state.turn == 3)
    return game, next(Seat(f"novice-{each + 1}") for each in range(6) if game.state.asked >> each & 1)


def chosen(game: Game, seat: Seat, **budget: float) -> object:
    bot = SearchingNovice(**budget)  # type: ignore[arg-type]
    bot.observe(events_of(game, seat))
    return bot.decide(decision_in(game, seat), Random(4))


def test_a_search_is_the_same_for_the_same_seed_and_trusts_what_came_of_its_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat = third_plan()
    first = chosen(game, seat)
    assert chosen(game, seat) == first

    def punishing(self: PlanTrials, trial: PlanTrial, *others: object) -> object:
        guesses = len(trial.guesses)
        return np.array([[9.0] * guesses] * (len(trial.plans) - 1) + [[0.0] * guesses])  # all but the last lead to captures

    monkeypatch.setattr(PlanTrials, "values", punishing)
    assert chosen(game, seat) != first


def test_a_search_keeps_to_its_budget_and_tries_the_better_half_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat = third_plan()
    counts: list[int] = []
    plain = PlanTrials.values

    def counted(self: PlanTrials, trial: PlanTrial, *others: int) -> object:
        counts.append(len(trial.plans))
        assert len(trial.guesses) == search_novice.ROUND
        return plain(self, trial, *others)

    monkeypatch.setattr(PlanTrials, "values", counted)
    chosen(game, seat, rollouts=150)
    assert counts == [14, 7, 4]
    assert sum(counts) * search_novice.ROUND >= 150 > sum(counts[:-1]) * search_novice.ROUND
    counts.clear()
    chosen(game, seat, rollouts=10**9, seconds=0.0)
    assert counts == [14]  # a look at the clock after every round


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
    state, hers = game.state, [0.0] * len(table.board.distance)
    novice = next(each for each in state.novices if is_on_board(each))
    offered = legal(table.board, state, ABBESS + state.guard)
    barred, allowed = (next(number for number in range(16) if (offered >> number & 1) == wanted) for wanted in (0, 1))
    before = copy_of(state)
    for walk in ([], [-1], [barred, allowed]):
        assert not carry_out_walk(table.board, state, novice, state.guard, walk, hers)
        assert state == before
    assert carry_out_walk(table.board, state, novice, state.guard, [allowed, -1], hers)
    assert state != before
