"""Whole nights of compiled bots that are watched as they are played: how lucky each side was, and what the value model says on the way.

Written in the subset of Python that the kernel compiles. Watching changes nothing: the night is the same as unwatched.
"""

from nuns.analysis.counterfactuals import (
    EMPTY,
    LISTENING,
    NOISE,
    TRUTH,
    Watch,
    begin_watch,
    is_kept,
    look_at_belief,
    watch_die,
    watch_moment,
    watch_picks,
    watch_plan,
)
from nuns.analysis.value_records import ValueWeights
from nuns.board.tables import Board
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.nights import GUARDS_MIND, Crew, begin_mind, deal_night, decide_in
from nuns.bots.policies.policy_games import GREEDY, GUARDS_SEAT, RANDOM, seat_of
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.copies import copied, without_tape
from nuns.rules.state import State
from nuns.rules.turn import next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, NOVICES, Ask, NoiseStep, Stage


def watch_night(
    board: Board,
    model: MotionTables,
    weights: ValueWeights,
    game: State,
    crew: Crew,
    space: Workspace,
    watch: Watch,
    seed: int,
    index: int,
    novices: int,
    guard_players: int,
) -> None:
    """Deals and plays game ``index`` of a seed to its end; ``game`` must be empty but for its options, and the policies be filled in."""
    watch.states[EMPTY] = copied(without_tape(game))
    deal_night(board, model, game, crew, space, seed, index, novices, guard_players)
    if not watch.rollouts and not crew.in_use >> GUARDS_MIND & 1:
        begin_mind(board, model, game, crew, space, GUARDS_MIND, GUARD_SIDE)
    watch.sheet.guards_level = crew.policies[GUARDS_SEAT]
    watch.sheet.novices_level = crew.policies[0]
    for place in range(GUARDS_SEAT + 1):
        watch.policies[place] = crew.policies[place]
    watch.states[TRUTH] = copied(without_tape(game))
    begin_watch(board, weights, space, watch, novices, guard_players)
    block = 0  # the part of the turn in which the guards' belief was looked at last
    while game.stage != Stage.OVER:
        figure = next_figure(game)
        policy = int(crew.policies[seat_of(game, figure)]) if figure != CHANCE else RANDOM
        is_row, is_drawn = is_kept(watch), figure == CHANCE or policy <= GREEDY
        is_after = is_row and is_drawn and watch.seen & 1 == 1  # the position after what is drawn is kept, and otherwise the one before it
        is_plan = is_row and not is_after and figure < NOVICES and policy != RANDOM and game.ask == Ask.PLAN
        if is_row or (watch.is_lucky and is_drawn):
            watch.states[TRUTH] = copied(without_tape(game))
            if not watch.rollouts and block != block_of(game):
                block = block_of(game)
                look_at_belief(model, crew.minds[GUARDS_MIND].belief, space, watch)
            if is_row and not is_after and not is_plan:
                watch_moment(board, weights, space, watch)
            if figure == CHANCE:
                watch_die(board, weights, space, watch, LISTENING if game.noise_step == NoiseStep.LISTENING else NOISE, is_after)
            elif is_drawn:
                watch_picks(board, weights, space, watch, figure, policy, is_after)
        decide_in(board, model, game, crew, space)
        if is_plan:
            watch_plan(board, weights, space, watch, figure)


def block_of(game: State) -> int:
    """Returns a number of the part of the turn that is under way: plans, a noise step, or a guard's steps so far."""
    return ((game.turn * 2 + game.phase) * 16 + game.ask) * 32 + game.noise_step * 16 + game.guards[0].steps + game.guards[1].steps
