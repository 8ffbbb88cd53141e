"""Whole nights of compiled bots that are watched as they are played: how lucky each side was, and what the value model says on the way.

Written in the subset of Python that the kernel compiles. Watching changes nothing: the night is the same as unwatched.
"""

from nuns.analysis.counterfactuals import (
    LISTENING,
    NOISE,
    PLANS,
    WALKS,
    Watch,
    begin_watch,
    is_looked_at,
    look_at_belief,
    watch_decisions,
    watch_die,
)
from nuns.analysis.value_features import is_movement
from nuns.analysis.value_records import ValueWeights
from nuns.board.tables import Board
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.belief_guards import is_walk_over
from nuns.bots.policies.nights import GUARDS_MIND, Crew, begin_mind, deal_night, decide_in
from nuns.bots.policies.policy_games import CAREFUL, GUARDS_SEAT
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.copies import copied
from nuns.rules.state import State
from nuns.rules.turn import next_figure
from nuns.rules.words import ABBESS, CHANCE, GUARD_SIDE, GUARDS, NOVICES, PRIORESS, Ask, NoiseStep, Stage

NOTHING = -1  # a moment at which nobody decides anything that is drawn again


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
    copy_state(game, watch.roots[2])
    deal_night(board, model, game, crew, space, seed, index, novices, guard_players)
    if not crew.in_use >> GUARDS_MIND & 1:
        begin_mind(board, model, game, crew, space, GUARDS_MIND, GUARD_SIDE)
    copy_state(game, watch.roots[0])
    begin_watch(board, weights, watch, novices, guard_players)
    watched = 0  # the block that was watched last
    while game.stage != Stage.OVER:
        kind, block = kind_of_moment(board, game, crew), block_of(game)
        if kind != NOTHING and (kind != PLANS or block != watched) and (kind != WALKS or is_new_walk(game, crew, block, watched)):
            watched = block
            copy_state(game, watch.roots[0])
            if is_looked_at(watch):
                look_at_belief(model, crew, space, watch)
                if kind == PLANS or kind == WALKS:
                    watch_decisions(board, model, weights, crew, space, watch, kind)
                else:
                    watch_die(board, weights, watch, kind)
        decide_in(board, model, game, crew, space)


def kind_of_moment(board: Board, game: State, crew: Crew) -> int:
    """Returns the kind of luck that is decided now, or NOTHING."""
    figure = next_figure(game)
    if figure == CHANCE:
        return LISTENING if game.noise_step == NoiseStep.LISTENING else NOISE
    if game.ask == Ask.PLAN:
        return PLANS
    if is_movement(game) and game.guard_players == 1:
        if figure == GUARD_SIDE or crew.policies[GUARDS_SEAT] < CAREFUL:
            return WALKS
        if (figure == ABBESS or figure == PRIORESS) and is_walk_over(board, crew.minds[GUARDS_MIND], game, figure - ABBESS):
            return WALKS
    return NOTHING


def block_of(game: State) -> int:
    """Returns a number of the block of decisions that is under way: the plans of a movement, or a guard's movement."""
    if game.ask == Ask.PLAN:
        return (game.turn * 2 + game.phase) * 8
    if game.ask == Ask.ORDER:
        return game.turn * 16 + 2
    return game.turn * 16 + 3 + game.guard


def is_new_walk(game: State, crew: Crew, block: int, watched: int) -> bool:
    """Tells whether a walk begins: one that is planned always does; a guard who plans none walks from her first step to her last."""
    if crew.policies[GUARDS_SEAT] >= CAREFUL:
        return True
    return block != watched and not (watched == game.turn * 16 + 2 and is_first(game))


def is_first(game: State) -> bool:
    """Tells whether the guard who moves is the first of this turn, whose walk began with the choice of her."""
    for guard in game.guards:
        if guard.chases and guard.moved:
            return False
    return True


def copy_state(source: State, target: State) -> None:
    """Copies a state into one whose tape has another length, without the tape."""
    target.key_low = source.key_low
    target.key_high = source.key_high
    target.chances = source.chances
    target.decisions = source.decisions
    target.blessings_drawn = source.blessings_drawn
    target.wishes_drawn = source.wishes_drawn
    target.rolling = source.rolling
    target.asked = source.asked
    target.said = 0
    target.stage = source.stage
    target.ask = source.ask
    target.turn = source.turn
    target.phase = source.phase
    target.noise_step = source.noise_step
    target.rolled_again = source.rolled_again
    target.guard = source.guard
    target.captures = source.captures
    target.goal = source.goal
    target.ending = source.ending
    target.winners = source.winners
    target.novices_dealt = source.novices_dealt
    target.novice_players = source.novice_players
    target.guard_players = source.guard_players
    target.asks_home = source.asks_home
    target.options = source.options
    for figure in range(NOVICES):
        target.novices[figure] = copied(source.novices[figure])
    for number in range(GUARDS):
        target.guards[number] = copied(source.guards[number])
    copy_row(source.cards, target.cards)
    copy_row(source.blessings, target.blessings)
    copy_row(source.played, target.played)
    copy_row(source.untold, target.untold)
    copy_row(source.answers, target.answers)
    copy_row(source.dice, target.dice)
    copy_row(source.shifts, target.shifts)


def copy_row(source: list[int], target: list[int]) -> None:
    """Copies a row of numbers."""
    for place in range(len(source)):
        target[place] = source[place]
