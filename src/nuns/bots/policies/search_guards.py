"""Guards who search: they try the best walks in guessed games, in which everybody plays on.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.policies.elimination import begin_trials, finish_round, guess_games, is_spent, score_of
from nuns.bots.policies.rollout import (
    EVERYBODY,
    believe_as_others,
    carry_out_walk,
    count_on_board,
    hunt,
    imagine,
    note_spots,
    play_until,
    value_to_guards,
)
from nuns.bots.policies.workspace import STRAIGHT, WALK_LEVELS, WORLDS, Mind, Workspace
from nuns.kernel.clock import processor_milliseconds
from nuns.kernel.copies import copied
from nuns.rules.chance import DECISIONS, draw_below, seed_game
from nuns.rules.state import State
from nuns.rules.words import NOVICES, Ask

# With one novice on the board a guessed game is quick, so there are more and longer ones.
WALKS_TRIED, MORE_WALKS = 6, 8
ROLLOUTS, MORE_ROLLOUTS = 96, 240  # the most games that are played out for one decision
TURNS, MORE_TURNS = 1, 2  # how many movements of the guards are played on
TRUST = 1.0  # how much a capture in a guessed game counts beside the worth of the walk itself
SEEDS = 1 << 31
NOBODY = -1


def search_walk(board: Board, mind: Mind, known: State, guard: int, space: Workspace) -> None:
    """Puts the best walk into the mind; all walks must have been planned, and the belief's deals be worked out."""
    trials, began, is_alone = space.trials, processor_milliseconds(), count_on_board(known) == 1
    choose_walks(space, MORE_WALKS if is_alone else WALKS_TRIED)
    if trials.count < 2:
        return
    begin_trials(trials)
    trials.roots[0] = copied(known)
    known.decisions += 1
    seed = draw_below(known, DECISIONS, known.decisions, SEEDS)
    for figure in range(NOVICES):
        for dot in range(DOTS):
            trials.start[figure, dot] = space.answers.likely[figure, dot]
    space.walks.weights[STRAIGHT] = 1.0  # walks that turn back are many and seldom the best
    while not is_spent(trials, mind, MORE_ROLLOUTS if is_alone else ROLLOUTS, began):
        guess_games(board, mind.belief, known, NOBODY, space)
        for place in range(trials.count):
            try_walk(board, guard, int(trials.alive[place]), MORE_TURNS if is_alone else TURNS, seed, space)
        finish_round(trials, TRUST, 1)
    space.walks.weights[STRAIGHT] = 0.0
    best = int(trials.alive[0])
    for place in range(WALK_LEVELS + 2):
        mind.walk[place] = trials.plans[best, place]
    mind.end = int(trials.ends[best])
    mind.worth = score_of(trials, best, TRUST)


def choose_walks(space: Workspace, most: int) -> None:
    """Lists the best walks that were planned, one to each dot."""
    trials, sheet = space.trials, space.walks
    trials.count = 0
    while trials.count < most:
        best = -1
        for dot in range(1, DOTS):
            if sheet.worths[dot] >= 0 and (best < 0 or sheet.worths[dot] > sheet.worths[best]):
                best = dot
        if best < 0:
            return
        trials.ends[trials.count] = best
        trials.priors[trials.count] = sheet.worths[best]
        for place in range(WALK_LEVELS + 2):
            trials.plans[trials.count, place] = sheet.walks[best, place]
        sheet.worths[best] = -1.0
        trials.count += 1


def try_walk(board: Board, guard: int, walk: int, turns: int, seed: int, space: Workspace) -> None:
    """Plays one walk out in every guess, all side by side."""
    trials, captures, turn = space.trials, space.trials.roots[0].captures + 0, space.trials.roots[0].turn + 0
    for world in range(WORLDS):
        trials.games[world] = copied(trials.roots[0])
        game = trials.games[world]
        imagine(game, trials, world)
        seed_game(game, seed, trials.guessed + world)
        for figure in range(NOVICES):
            for dot in range(DOTS):
                trials.hers[figure, dot] = trials.start[figure, dot]
        carry_out_walk(board, game, guard, walk, trials)
        hunt(board, game, space)
    for ahead in range(1, turns + 1):
        for world in range(WORLDS):
            play_until(board, trials.games[world], turn + ahead, Ask.ORDER, EVERYBODY)
            note_spots(trials.games[world], trials, world)
        for world in range(WORLDS):
            believe_as_others(board, trials, world)
            hunt(board, trials.games[world], space)
    for world in range(WORLDS):
        trials.sums[walk] += value_to_guards(board, trials.games[world]) - captures
    trials.tries[walk] += WORLDS
    trials.spent += WORLDS
