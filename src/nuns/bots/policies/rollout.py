"""Guessed games in which a plan is carried out and everybody plays on: novices, and guards who search by what they would believe.

Where guards search, all novices are careful, and guards go by their belief in every movement. Where a novice searches, she is careful and
the others are greedy; guards go by their belief in the rest of this turn, and are greedy in the turn after. Guards keep their blessings.
Several guesses are played side by side, so that where the novices are in all of them is what the guards of each may believe; in their own
game nobody tells them. Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.policies.careful import way_left
from nuns.bots.policies.patrol import plan_movement
from nuns.bots.policies.policy_games import CAREFUL, GREEDY, policy_choice
from nuns.bots.policies.workspace import CANDIDATES, NO_ACTION, WALK_LEVELS, WORLDS, Trials, WalkSheet, Workspace
from nuns.kernel.copies import copied
from nuns.rules.noise import die_for, is_in_earshot, is_measured
from nuns.rules.novices import tear_up
from nuns.rules.sight import is_on_board, seen_by, sees
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import ABBESS, GUARDS_WIN, NOVICES, NOWHERE, Ask, Stage, Status

KEY_DOT, WISH_DOT, PHASE, DOT = 0, 1, 2, 3  # places in a row of a guess
EVERYBODY = (1 << NOVICES) - 1  # all novices, as bits
OVER = 3.0  # the worth of a game that is won, in captures
DOTS_A_CAPTURE = 40.0  # so many dots of the leading novice's distance are worth one capture
STEPS_OF_HUNT = 60  # more decisions than a movement of the guards has


def imagine(game: State, trials: Trials, world: int) -> None:
    """Puts the novices where they are guessed to be; those who are planning start afresh."""
    for novice in game.novices:
        figure = novice.figure
        if is_on_board(novice) and trials.guesses[world, figure, DOT] != NOWHERE:
            novice.key_dot = int(trials.guesses[world, figure, KEY_DOT])
            novice.wish_dot = int(trials.guesses[world, figure, WISH_DOT])
            novice.has_key = 1 if trials.guesses[world, figure, PHASE] > 0 else 0
            novice.has_wish = 1 if trials.guesses[world, figure, PHASE] > 1 else 0
            novice.dot = int(trials.guesses[world, figure, DOT])
            novice.told_dot = novice.dot
            if game.ask == Ask.PLAN:
                tear_up(game, novice)


def count_shown(game: State) -> int:
    """Returns how many novices are shown on the board."""
    shown = 0
    for novice in game.novices:
        shown += novice.shown
    return shown


def carry_out_walk(board: Board, game: State, walker: int, walk: int, trials: Trials) -> bool:
    """Carries out a guard's walk until she stops or anything comes into sight, and returns whether there was any."""
    shown, captures = count_shown(game), game.captures + 0
    for place in range(WALK_LEVELS + 2):
        action = int(trials.plans[walk, place])
        if action == NO_ACTION or not legal(board, game, ABBESS + walker) >> action & 1:
            return place > 0
        apply(board, game, ABBESS + walker, action)
        sweep(board, game, walker, trials)
        if game.stage == Stage.OVER or count_shown(game) > shown or game.captures > captures:
            return True
    return True


def sweep(board: Board, game: State, walker: int, trials: Trials) -> None:
    """Takes in what a guard saw: where she looks and finds nobody, nobody is; a novice in sight is where she is."""
    guard = game.guards[walker]
    for novice in game.novices:
        figure = novice.figure
        if novice.status == Status.ON_THE_RUN:
            for dot in range(1, DOTS):
                if novice.shown:
                    trials.hers[figure, dot] = 1.0 if dot == novice.dot else 0.0
                elif trials.hers[figure, dot] > 0 and sees(board, game, guard, dot):
                    trials.hers[figure, dot] = 0.0


def hunt(board: Board, game: State, space: Workspace) -> None:
    """Plays the guards' movement to its end; each searches by what is believed in this game."""
    trials, sheet = space.trials, space.walks
    for _ in range(STEPS_OF_HUNT):
        if game.stage == Stage.OVER or not is_movement(game):
            return
        walker = game.guard + 0
        if game.ask == Ask.ORDER or walker > 1:
            apply(board, game, next_figure(game), policy_choice(board, game, next_figure(game), GREEDY))
            continue
        sheet.stack[0] = copied(game)
        hide(sheet.stack[0])
        weigh(game, trials, sheet)
        end = plan_movement(board, sheet, walker)
        if end >= 0:
            for place in range(WALK_LEVELS + 2):
                trials.plans[CANDIDATES, place] = sheet.walks[end, place]
        if end < 0 or not carry_out_walk(board, game, walker, CANDIDATES, trials):
            apply(board, game, ABBESS + walker, policy_choice(board, game, ABBESS + walker, GREEDY))


def is_movement(game: State) -> bool:
    """Tells whether the guards' movement is being decided."""
    return game.ask == Ask.ORDER or game.ask == Ask.PATH or game.ask == Ask.STEP


def hide(game: State) -> None:
    """Takes unseen novices off the board, since the guards plan on what they see."""
    for novice in game.novices:
        if not novice.shown:
            novice.dot = NOWHERE


def weigh(game: State, trials: Trials, sheet: WalkSheet) -> None:
    """Fills in what a movement is planned on: the weight of each dot."""
    for dot in range(DOTS):
        sheet.believed[dot] = 0.0
    for novice in game.novices:
        if novice.status == Status.ON_THE_RUN:
            if novice.shown:
                sheet.believed[novice.dot] += 1.0
            else:
                total = 0.0
                for dot in range(1, DOTS):
                    total += trials.hers[novice.figure, dot]
                if total > 0:
                    for dot in range(1, DOTS):
                        sheet.believed[dot] += trials.hers[novice.figure, dot] / total


def play_until(board: Board, game: State, turn: int, ask: int, careful: int) -> None:
    """Plays until that is asked in that turn or later; the novices in ``careful``, as bits, are careful, and all others greedy."""
    while game.stage != Stage.OVER and (game.turn < turn or game.ask != ask):
        figure = next_figure(game)
        apply(board, game, figure, policy_choice(board, game, figure, CAREFUL if careful >> figure & 1 else GREEDY))


def count_on_board(game: State) -> int:
    """Returns how many novices are still in the game."""
    count = 0
    for novice in game.novices:
        if is_on_board(novice):
            count += 1
    return count


def note_spots(game: State, trials: Trials, world: int) -> None:
    """Notes where the novices are when the guards are about to move."""
    for novice in game.novices:
        trials.spots[world, novice.figure] = novice.dot if game.stage != Stage.OVER and novice.status == Status.ON_THE_RUN else NOWHERE
        trials.gaits[world, novice.figure] = novice.gait


def believe_as_others(board: Board, trials: Trials, world: int) -> None:
    """Fills in where the guards of one game may believe each novice: where she is in the other games, if all they see and hear fits."""
    game = trials.games[world]
    for novice in game.novices:
        figure = novice.figure
        for dot in range(DOTS):
            trials.hers[figure, dot] = 0.0
        if novice.status == Status.ON_THE_RUN and not novice.shown:
            for other in range(WORLDS):
                dot = int(trials.spots[other, figure])
                if dot != NOWHERE and seen_by(board, game, dot) == 0:
                    share = 0.05
                    if trials.gaits[other, figure] == novice.gait and is_heard_alike(board, game, novice, dot):
                        share = 1.0
                    trials.hers[figure, dot] += share if other != world else share / 2


def is_heard_alike(board: Board, game: State, novice: Novice, dot: int) -> bool:
    """Tells whether on that dot she would have been heard by just those who heard her, from the same directions (7.1, 7.4)."""
    for guard in game.guards:
        if is_measured(game, novice, guard):
            owner = die_for(game, novice, guard)
            die = game.dice[owner] + game.shifts[owner]
            marked = marks_of(board, novice, guard)
            if not is_in_earshot(game, game.noise_step, die, novice.gait, board.distance[guard.dot][dot]):
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


def value_to_guards(board: Board, game: State) -> float:
    """Returns the worth of a game to the guards, in captures: those made, the win, and the distance left to the leading novice."""
    if game.stage == Stage.OVER:
        return game.captures + (OVER if game.winners == GUARDS_WIN else -OVER)
    nearest = 99
    for novice in game.novices:
        if novice.status == Status.ON_THE_RUN or novice.status == Status.CAUGHT:
            nearest = min(nearest, way_left(board, novice, novice.dot, novice.has_key + 0, novice.has_wish + 0))
    return game.captures + nearest / DOTS_A_CAPTURE
