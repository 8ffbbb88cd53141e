"""Guards who search by a belief: their walks are legal and go where the novices are believed to be, within their budget."""

from random import Random
from typing import Any

import numpy as np
import pytest

from nuns.board.shape import copy_of, row_of
from nuns.bots.players.belief_guards import BeliefGuards
from nuns.bots.players.player import BotPlayer, decision_in
from nuns.bots.players.policy_bot import PolicyBot
from nuns.bots.players.search_guards import SearchingGuards
from nuns.bots.players.seat_mind import thread_workspace
from nuns.bots.policies.patrol import plan_movement, set_weights
from nuns.bots.policies.policy_games import GREEDY
from nuns.bots.policies.search_guards import MORE_WALKS
from nuns.bots.policies.units import WALKS
from nuns.bots.policies.workspace import NO_ACTION, WORLDS, WalkSheet
from nuns.kernel.entries import new_record
from nuns.kernel.play import random_choice
from nuns.kernel.records import board_record
from nuns.kernel.units import entry_of
from nuns.referee.action_codec import small_action
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.rules.chance import seed_game
from nuns.rules.options import EDITIONS, MAYFAIR, change_option
from nuns.rules.state import State
from nuns.rules.turn import apply as apply_small
from nuns.rules.turn import legal, next_figure
from nuns.rules.words import ABBESS, CHANCE, Ask, Status

QUIET = change_option(MAYFAIR, "blessings", "off")


def play(table: GameSetup, guards: object, seed: int, *, until: int = 10_000) -> tuple[Game, list[str]]:
    """A night of that guards' bot among greedy novices, or its beginning; and its faults."""
    game = seat_game(table)
    seed_game(game.state, seed, 0)
    seat = BotPlayer("guards", Seat.GUARDS, guards, Random(seed))  # type: ignore[arg-type]
    others = {each: BotPlayer("novice", each, PolicyBot(GREEDY), Random(seed)) for each in NOVICE_SEATS}
    faults = list[str]()
    while not game.is_over and until:
        figure = next_figure(game.state)
        if figure == CHANCE:
            action, fault = small_action(table, game.state, figure, random_choice(table.board, game.state, figure)), None
        else:
            action, fault = (seat if figure >= ABBESS else others[NOVICE_SEATS[figure]]).answer(game)
        faults += [fault] if fault else []
        apply(game, action)
        until -= 1
    return game, faults


def planned(known: State, guard: int, believed: Any) -> list[tuple[float, list[int]]]:
    """The best walk to each dot, the best first, planned in machine code."""
    plain, sheet = WalkSheet(), new_record(WalkSheet)
    set_weights(known, plain)
    for name in ("weights", "fading", "hearing"):
        sheet[name][0] = getattr(plain, name)
    sheet["stack"][0, 0] = row_of(known)
    sheet["believed"][0] = believed
    best = entry_of(WALKS, plan_movement)(board_record(), sheet, guard)
    worths, walks = sheet["worths"][0], sheet["walks"][0].tolist()
    assert best == worths.argmax()
    return [(float(worths[end]), walks[end][: walks[end].index(NO_ACTION)]) for end in np.argsort(-worths) if worths[end] >= 0]


def first_step(table: GameSetup, seed: int) -> Game:
    """A night in which a guard is asked for her first step."""
    for count in range(20, 400):
        game, _ = play(table, PolicyBot(GREEDY), seed, until=count)
        if game.state.ask == Ask.STEP and not game.is_over:
            return game
    raise AssertionError("no guard was ever asked for a step")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("evenly", [True, False])
def test_a_night_is_played_without_a_fault(edition: str, evenly: bool) -> None:
    guards = BeliefGuards(evenly=evenly)
    game, faults = play(GameSetup(edition, EDITIONS[edition], 2), guards, 4)
    assert game.is_over
    assert not faults
    assert {thought.turn for thought in guards.thoughts} <= set(range(1, game.state.turn + 1))
    assert guards.thoughts


def test_the_walks_are_legal_and_end_where_they_say() -> None:
    table = GameSetup("mayfair", QUIET, 2)
    game = first_step(table, 7)
    known, guard = decision_in(game, Seat.GUARDS).known, game.state.guard
    plans = planned(known, guard, np.full(156, 0.01))
    assert plans == sorted(plans, key=lambda plan: -plan[0])
    for _, actions in plans:
        walked = copy_of(known)
        for number in actions:
            assert legal(table.board, walked, ABBESS + guard) >> number & 1
            apply_small(table.board, walked, ABBESS + guard, number)
        assert walked.guards[guard].moved


def test_she_goes_where_she_is_sure_a_novice_is_and_may_leave_her_path_for_it() -> None:
    table = GameSetup("mayfair", QUIET, 1)
    game = first_step(table, 7)
    known, guard = decision_in(game, Seat.GUARDS).known, game.state.guard
    walker = known.guards[guard]
    walker.leave, walker.steps = 1, 0
    there = next(dot for dot in range(1, 156) if table.board.distance[walker.dot][dot] == 4)
    believed = np.zeros(156)
    believed[there] = 1
    (worth, actions), *_ = planned(known, guard, believed)
    for number in actions[:-1]:
        apply_small(table.board, known, ABBESS + guard, number)
    assert known.guards[guard].dot == there
    assert worth >= 1


@pytest.mark.parametrize("guards", [BeliefGuards(), SearchingGuards(rollouts=48)], ids=["belief", "search"])
def test_a_path_chosen_at_set_up_leads_towards_the_cells_that_are_slept_in(guards: BeliefGuards) -> None:
    table = GameSetup("italian", EDITIONS["italian"], 3)
    game = next(game for game, _ in (play(table, PolicyBot(GREEDY), 7, until=count) for count in range(50)) if game.state.ask == Ask.PATH)
    allowed = legal(table.board, game.state, ABBESS)
    dots = {table.path_names[card]: table.path_dots(card, forwards=True) for card in range(1, 15) if allowed >> card & 1}
    action, fault = BotPlayer("guards", Seat.GUARDS, guards, Random(1)).answer(game)
    assert fault is None
    walked = dots[action.path]  # type: ignore[union-attr]
    cells = [novice for novice in range(1, 7) if game.state.novices[novice - 1].status]
    nearest = {path: min(table.board.distance[dot][cell] for dot in way[:8] for cell in cells) for path, way in dots.items()}
    assert min(table.board.distance[dot][cell] for dot in walked[:8] for cell in cells) == min(nearest.values())
    assert guards.thoughts == []


@pytest.mark.full
def test_belief_guards_win_more_often_than_greedy_ones() -> None:
    table = GameSetup("mayfair", QUIET, 1)
    sweeping, greedy = (
        sum(play(table, make(), seed)[0].state.winners == 64 for seed in range(30)) for make in (BeliefGuards, lambda: PolicyBot(GREEDY))
    )
    assert sweeping >= 27
    assert sweeping >= greedy


def test_a_search_keeps_to_its_budget_and_is_the_same_for_the_same_seed() -> None:
    """The worse half of the walks is dropped after each round, and there is always a first round."""
    table, trials = GameSetup("mayfair", QUIET, 1), thread_workspace()["trials"][0]
    nights = [play(table, SearchingGuards(rollouts=60), 5) for _ in range(2)]
    assert not nights[0][1]
    assert nights[0][0].actions == nights[1][0].actions
    assert trials["spent"] <= max(60, MORE_WALKS * WORLDS)
    for budget in ({"rollouts": 1}, {"rollouts": 10**9, "seconds": 0.001}):
        trials["spent"] = 0
        play(table, SearchingGuards(**budget), 5, until=60)
        tries = trials["tries"][:MORE_WALKS]
        assert 0 < trials["spent"] == tries.sum()
        assert trials["guessed"] == tries.max()
    trials["spent"] = 0
    play(table, SearchingGuards(rollouts=200), 5, until=60)
    assert len(set(trials["tries"][:MORE_WALKS].tolist())) > 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_search_is_never_carried_on_where_it_no_longer_fits(edition: str) -> None:
    """A turn may show a token and take no step; what was planned before is then planned anew."""
    for seed in range(3):
        _, faults = play(GameSetup(edition, EDITIONS[edition], 2), SearchingGuards(rollouts=1), seed)
        assert not faults


def test_guesses_are_nights_that_may_be() -> None:
    """Every novice on a dot where she may be, and no two with the same card (2.2)."""
    table, guards = GameSetup("mayfair", QUIET, 3), SearchingGuards(rollouts=1)
    played = (play(table, PolicyBot(GREEDY), 3, until=until)[0] for until in range(60, 400))
    game = next(
        each
        for each in played
        if each.state.ask == Ask.STEP and each.state.guards[each.state.guard].steps == 0 and each.state.turn == 3 and not each.is_over
    )
    BotPlayer("guards", Seat.GUARDS, guards, Random(3)).answer(game)
    assert guards.mind is not None
    guesses, belief = thread_workspace()["trials"][0]["guesses"], guards.mind.belief
    present = [novice for novice in belief.novices if game.state.novices[novice - 1].status == Status.ON_THE_RUN]
    assert present
    for novice in present:
        assert belief.possible(novice)[guesses[:, novice - 1, 3]].all()
    keys = guesses[:, [novice - 1 for novice in belief.novices], 0]
    assert all(len(set(row)) == len(row) for row in keys.tolist())
