"""Novices who search: they try their best plans in guessed games against guards who keep a belief.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.filter.queries import foresee_route, work_out_deals
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.belief_novice import NO_TOTAL, PHASE, best_plan, weigh_plans, write_route
from nuns.bots.policies.elimination import begin_trials, finish_round, guess_games, is_spent
from nuns.bots.policies.patrol import set_weights
from nuns.bots.policies.rollout import (
    believe_as_others,
    count_on_board,
    hunt,
    imagine,
    is_heard_alike,
    note_spots,
    play_until,
    value_to_guards,
)
from nuns.bots.policies.workspace import CANDIDATES, NO_ACTION, STRAIGHT, WALK_LEVELS, WORLDS, Mind, Workspace
from nuns.kernel.clock import processor_milliseconds
from nuns.kernel.copies import copied
from nuns.rules.caught import is_obedient
from nuns.rules.chance import DECISIONS, draw_below, seed_game
from nuns.rules.ending import last_turn
from nuns.rules.sight import seen_by
from nuns.rules.state import State
from nuns.rules.turn import answer, apply
from nuns.rules.words import Ask, Stage, Status

# With one novice on the board a guessed game is quick, so there are more of them.
PLANS_TRIED = 8
ROLLOUTS, MORE_ROLLOUTS = 112, 720  # the most games that are played out for one decision
ROUNDS, MORE_ROUNDS = 1, 3  # of guessed games before the worse half of the plans is dropped
TURNS = 2  # how many turns are played on
CAPTURE = 900.0  # how much a capture in a guessed game counts beside the worth of the plan itself, in hundredths of a dot
TRUST = -1.0  # captures are what she avoids
SEEDS = 1 << 31


def search_plan(board: Board, model: MotionTables, public: Mind, own: Mind, known: State, figure: int, space: Workspace) -> int:
    """Writes the plan that is best in guessed games and by its own worth into ``plan``, and returns how many small actions it has."""
    trials, began, is_alone = space.trials, processor_milliseconds(), count_on_board(known) == 1
    weigh_plans(board, model, public, known, figure, space)
    choose_plans(space, CANDIDATES if is_alone else PLANS_TRIED)
    if trials.count == 0:
        return 0
    begin_trials(trials)
    trials.roots[0] = copied(known)
    known.decisions += 1
    seed = draw_below(known, DECISIONS, known.decisions, SEEDS)
    for plan in range(trials.count):
        foresee_plan(board, model, public, known, figure, plan, space)
    work_out_deals(own.belief, space.answers)
    set_weights(known, space.walks)
    space.walks.weights[STRAIGHT] = 1.0  # walks that turn back are many and seldom the best
    while not is_spent(trials, own, MORE_ROLLOUTS if is_alone else ROLLOUTS, began):
        guess_games(board, own.belief, known, figure, space)
        for place in range(trials.count):
            try_plan(board, figure, int(trials.alive[place]), seed, space)
        finish_round(trials, TRUST, MORE_ROUNDS if is_alone else ROUNDS)
    best = int(trials.alive[0])
    own.worth = trials.sums[best] / max(trials.tries[best], 1)
    own.end = trials.ends[best]
    return write_route(int(trials.ends[best]) // DOTS, int(trials.ends[best]) % DOTS, space)


def choose_plans(space: Workspace, most: int) -> None:
    """Lists the best plans that were weighed, the best first."""
    trials, totals = space.trials, space.routes.totals
    trials.count = 0
    while trials.count < most:
        best = best_plan(space)
        if best < 0:
            break
        gait, end = best // DOTS, best % DOTS
        trials.ends[trials.count] = best
        trials.priors[trials.count] = totals[gait, end] / CAPTURE
        for place in range(WALK_LEVELS + 2):
            trials.plans[trials.count, place] = space.routes.routes[gait, end, place]
        totals[gait, end] = NO_TOTAL
        trials.count += 1
    for place in range(trials.count):
        totals[trials.ends[place] // DOTS, trials.ends[place] % DOTS] = trials.priors[place] * CAPTURE


def foresee_plan(board: Board, model: MotionTables, public: Mind, known: State, figure: int, plan: int, space: Workspace) -> None:
    """Fills in where the guards will believe her once they have seen a plan: her card, and her token in their sight."""
    trials, answers = space.trials, space.answers
    space.imagined[1] = copied(known)
    written = space.imagined[1].novices[figure]
    for place in range(WALK_LEVELS + 2):
        if trials.plans[plan, place] == NO_ACTION:
            break
        answer(board, space.imagined[1], figure, int(trials.plans[plan, place]))
    disobeys = 1 if written.status == Status.CAUGHT and not is_obedient(board, written) else 0
    answers.signs, was_seen = 0, False
    for step in range(written.steps + 1):
        dot = int(written.route[step])
        is_seen = seen_by(board, known, dot) != 0
        if is_seen or was_seen:
            answers.sign_seen[answers.signs] = 1 if is_seen else 0
            answers.sign_dot[answers.signs] = dot
            answers.signs += 1
        was_seen = is_seen
    card = int(written.plan) | int(written.longer) << 3 | known.phase << PHASE
    foresee_route(board, model, public.belief, space.other, space.scratch, answers, figure, card, disobeys)
    total, end = 0.0, int(written.route[written.steps])
    for dot in range(DOTS):
        trials.after[plan, dot] = answers.likely[figure, dot]
        total += answers.likely[figure, dot]
    if not total > 0:
        trials.after[plan, end] = 1.0


def try_plan(board: Board, figure: int, plan: int, seed: int, space: Workspace) -> None:
    """Plays one plan out in every guess, all side by side."""
    trials, root = space.trials, space.trials.roots[0]
    captures, turn = root.captures + 0, root.turn + 0
    for world in range(WORLDS):
        trials.games[world] = copied(root)
        game = trials.games[world]
        imagine(game, trials, world)
        seed_game(game, seed, trials.guessed + world)
        for place in range(WALK_LEVELS + 2):
            if trials.plans[plan, place] == NO_ACTION:
                break
            apply(board, game, figure, int(trials.plans[plan, place]))
        play_until(board, game, turn, Ask.ORDER, 1 << figure)
        note_spots(game, trials, world)
    for world in range(WORLDS):
        game = trials.games[world]
        if game.stage != Stage.OVER:
            believe_as_others(board, trials, world)
            believe_of_her(board, figure, plan, world, space)
            hunt(board, game, space)
            play_until(board, game, min(turn + TURNS, last_turn(game)), Ask.PLAN, 1 << figure)
        trials.sums[plan] += value_to_guards(board, game) - captures
    trials.tries[plan] += WORLDS
    trials.spent += WORLDS


def believe_of_her(board: Board, figure: int, plan: int, world: int, space: Workspace) -> None:
    """Fills in where the guards of one game believe her, by what they saw, heard and did not hear."""
    trials = space.trials
    game = trials.games[world]
    novice, total = game.novices[figure], 0.0
    if novice.status == Status.ON_THE_RUN and not novice.shown:
        for dot in range(1, DOTS):
            likely = trials.after[plan, dot]
            trials.hers[figure, dot] = likely if likely > 0 and is_heard_alike(board, game, novice, dot) else 0.0
            total += trials.hers[figure, dot]
        if not total > 0:
            trials.hers[figure, novice.dot] = 1.0
