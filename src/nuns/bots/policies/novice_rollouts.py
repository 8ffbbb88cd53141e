"""Rollouts of a novice's plans, in which the guards answer as ``belief`` guards would, by what they will then believe of her.

Written in the subset of Python that the kernel compiles.
"""

from typing import Any, NamedTuple

from nuns.board.tables import DOTS, Board
from nuns.bots.policies.careful import careful_choice
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.policies.patrol import MovementSheet, plan_movement
from nuns.bots.policies.rollout import carry_out, imagine, value_to_guards
from nuns.kernel.play import random_choice
from nuns.rules.chance import seed_game
from nuns.rules.ending import last_turn
from nuns.rules.noise import can_hear, is_in_earshot
from nuns.rules.sight import sees
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import ABBESS, CHANCE, NOWHERE, Ask, NoiseStep, Stage, Status


class PlanTrial(NamedTuple):
    """What is tried: every plan in every guessed game."""

    roots: Any  # what she knows, an array of one
    guesses: Any
    plans: Any  # a row of actions each
    public: Any  # a row for each plan: where the guards will believe her once they have seen her gait and her movement
    others: Any  # the weight of each dot for all other novices


class HuntRoom(NamedTuple):
    """The arrays of a rollout: scratch space, and the worth of each dot seen from each other."""

    games: Any  # an array of one
    hers: Any  # where the guards believe her to be
    nearness: Any  # for each two dots: what a novice on one is worth to a guard on the other by being near
    hearing: Any  # the same by being heard


def roll_out_plans(
    boards: Any, trial: PlanTrial, room: HuntRoom, sheet: MovementSheet, figure: int, turns: int, seed: int, first: int, values: Any
) -> None:
    """Works out what each plan is worth to the guards in each guess; a guess has the same dice under every plan."""
    roots, games, hers, stack = trial.roots, room.games, room.hers, sheet.stack
    last = min(roots[0].turn + turns, last_turn(roots[0]))
    for guess in range(len(trial.guesses)):
        for plan in range(len(trial.plans)):
            games[0] = roots[0]
            game = games[0]
            novice = game.novices[figure]
            imagine(boards[0], game, trial.guesses[guess])
            seed_game(game, seed, first + guess)
            carry_out(boards[0], game, figure, trial.plans[plan])
            play_on(boards[0], game, figure, roots[0].turn + 0, Ask.ORDER)
            if game.stage != Stage.OVER and novice.status == Status.ON_THE_RUN:
                learn(boards[0], game, novice, trial.public[plan], hers)
                while game.stage != Stage.OVER and is_movement(game):
                    walker = game.guard + 0
                    if game.ask == Ask.ORDER or walker > 1:
                        apply(boards[0], game, next_figure(game), greedy_choice(boards[0], game, next_figure(game)))
                    else:
                        stack[0] = games[0]
                        hide(stack[0])
                        weigh(room, trial.others, sheet)
                        plan_movement(boards, sheet, walker)
                        if not carry_out_walk(boards[0], game, novice, walker, sheet.walks[best_end(sheet.worths)], hers):
                            apply(boards[0], game, ABBESS + walker, greedy_choice(boards[0], game, ABBESS + walker))
            play_on(boards[0], game, figure, last, Ask.PLAN)
            values[plan, guess] = value_to_guards(boards[0], game) - roots[0].captures


def play_on(board: Board, game: State, figure: int, last_turn: int, ask: int) -> None:
    """Plays until that is asked in that turn or later: she is careful, and all others are greedy, which is quick."""
    while game.stage != Stage.OVER and (game.turn < last_turn or game.ask != ask):
        asked = next_figure(game)
        if asked == CHANCE:
            apply(board, game, asked, random_choice(board, game, asked))
        elif asked == figure:
            apply(board, game, asked, careful_choice(board, game, asked))
        else:
            apply(board, game, asked, greedy_choice(board, game, asked))


def is_movement(game: State) -> bool:
    """Tells whether the guards' movement is being decided."""
    return game.ask == Ask.ORDER or game.ask == Ask.PATH or game.ask == Ask.STEP


def learn(board: Board, game: State, novice: Novice, public: Any, hers: Any) -> None:
    """Fills in where the guards believe her once the tokens lie, by what they saw and heard and what they did not (6, 7)."""
    total = 0.0
    for dot in range(1, DOTS):
        hers[dot] = public[dot] if may_be_on(board, game, novice, dot) else 0.0
        total += hers[dot]
    if novice.shown or total <= 0:
        for dot in range(1, DOTS):
            hers[dot] = 0.0
        hers[novice.dot] = 1.0
    else:
        for dot in range(1, DOTS):
            hers[dot] /= total


def may_be_on(board: Board, game: State, novice: Novice, dot: int) -> bool:
    """Tells whether on that dot she would have been heard by just those who heard her, from the same directions (7.1, 7.4)."""
    die = game.dice[novice.figure] + game.shifts[novice.figure]
    for guard in game.guards:
        if guard.dot != NOWHERE and can_hear(game, guard):
            marked = marks_of(board, novice, guard)
            if not is_in_earshot(game, NoiseStep.MAKING, die, novice.gait, board.distance[guard.dot][dot]):
                if marked:
                    return False
            elif marked == 0 or board.first_steps[guard.dot][dot] & marked == 0:
                return False
    return True


def marks_of(board: Board, novice: Novice, guard: Guard) -> int:
    """Returns the directions of her tokens beside a guard, as bits (7.4)."""
    marked = 0
    for way in range(board.degree[guard.dot]):
        if novice.noise[guard.number][way]:
            marked |= 1 << way
    return marked


def hide(game: State) -> None:
    """Takes unseen novices off the board, since the guards plan on what they see."""
    for novice in game.novices:
        if not novice.shown:
            novice.dot = NOWHERE


def weigh(room: HuntRoom, others: Any, sheet: MovementSheet) -> None:
    """Fills in what a movement is planned on: the weight of each dot, and sums over the board as seen from each."""
    for dot in range(DOTS):
        sheet.believed[dot] = room.hers[dot] + others[dot]
        sheet.near[dot] = 0.0
        sheet.heard[dot] = 0.0
    for there in range(1, DOTS):
        if sheet.believed[there] > 0:
            for dot in range(1, DOTS):
                sheet.near[dot] += room.nearness[dot, there] * sheet.believed[there]
                sheet.heard[dot] += room.hearing[dot, there] * sheet.believed[there]


def best_end(worths: Any) -> int:
    """Returns the dot where the best walk ends."""
    best = 1
    for dot in range(1, DOTS):
        if worths[dot] > worths[best]:
            best = dot
    return best


def carry_out_walk(board: Board, game: State, novice: Novice, walker: int, walk: Any, hers: Any) -> bool:
    """Carries out a guard's walk until she stops or the novice comes into sight, and returns whether there was any.

    Where a guard looks and finds nobody, nobody is.
    """
    was_shown = novice.shown + 0
    for place in range(len(walk)):
        if walk[place] < 0 or not legal(board, game, ABBESS + walker) >> walk[place] & 1:
            return place > 0
        apply(board, game, ABBESS + walker, walk[place])
        if game.stage == Stage.OVER:
            return True
        for dot in range(1, DOTS):
            if hers[dot] > 0 and dot != novice.dot and sees(board, game, game.guards[walker], dot):
                hers[dot] = 0.0
        if novice.status != Status.ON_THE_RUN:
            for dot in range(1, DOTS):
                hers[dot] = 0.0
        elif novice.shown and not was_shown:
            for dot in range(1, DOTS):
                hers[dot] = 1.0 if dot == novice.dot else 0.0
            return True
    return len(walk) > 0
