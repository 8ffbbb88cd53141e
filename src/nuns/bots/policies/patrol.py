"""A guard's plan for one movement: of all her walks the one that searches most of where she believes the novices to be.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import DOTS, FAR, Board
from nuns.bots.policies.workspace import CATCH, LISTEN, NEAR, NO_ACTION, REACH, SEE, STRAIGHT, WALK_LEVELS, WalkSheet
from nuns.kernel.copies import copied
from nuns.rules.bits import lowest_bit
from nuns.rules.guards import WALKS, most_steps
from nuns.rules.noise import FACES, faces_heard
from nuns.rules.sight import seen_by, sees
from nuns.rules.state import Guard, State
from nuns.rules.turn import apply, legal
from nuns.rules.words import ABBESS, STOP, Ask, Gait, NoiseStep, Stage

WEIGHTS = (1.0, 0.8, 0.6, 0.4, 0.3, 0.0)  # CATCH, REACH, SEE, NEAR, LISTEN, STRAIGHT, in captures
FADING = 0.8  # the worth of ending near a novice: this to the power of the steps between
SURE = 0.5  # how likely a novice must be on the dot of a blessing's extra step
LOOKED_AT = 1e-9  # the credit of a dot in sight already, where nothing new is seen


def set_weights(known: State, sheet: WalkSheet) -> None:
    """Fills in what a walk is weighed by; a novice on the guard's own dot makes no noise (7.4), but is as good as heard."""
    for each in range(STRAIGHT + 1):
        sheet.weights[each] = WEIGHTS[each]
    fading = 1.0
    for far in range(FAR + 1):
        sheet.fading[far] = fading
        fading *= FADING
        sheet.hearing[far] = faces_heard(known, NoiseStep.LISTENING, Gait.WALK, far) / FACES
    sheet.hearing[0] = 1.0


def plan_movement(board: Board, sheet: WalkSheet, walker: int) -> int:
    """Tries every walk from ``stack[0]``, depth first and without recursion; returns the dot where the best ends, or -1.

    ``believed`` and the weights must be filled in; the best walk to each dot is kept.
    """
    figure, level = ABBESS + walker, 0
    stack, tried, gained, worths = sheet.stack, sheet.tried, sheet.gained, sheet.worths
    gather_spots(sheet)
    look_around(board, sheet)
    tried[0] = 0
    while level >= 0:
        game = stack[level]
        guard = game.guards[walker]
        if tried[level] == 0:
            sheet.allowed[level] = legal(board, game, figure)
        allowed = int(sheet.allowed[level])
        if tried[level] == 0 and game.ask == Ask.STEP and allowed >> STOP & 1:
            keep_walk(guard.dot, gained[level] + value_of_end(board, guard, sheet), level, STOP, sheet)
        number = int(tried[level])
        tried[level] += 1
        if allowed >> number == 0 or level + 1 >= WALK_LEVELS:
            level -= 1
        elif (
            allowed >> number & 1
            and is_worth_trying(board, game, guard, number, allowed, sheet)
            and not (sheet.weights[STRAIGHT] and level and is_turning_back(board, stack[level - 1].guards[walker], game, guard, number))
        ):
            stack[level + 1] = copied(game)
            apply(board, stack[level + 1], figure, number)
            if is_asked_again(stack[level + 1], figure):
                credit_step(board, stack[level + 1], walker, sheet, level)
                level += 1
                tried[level] = 0
            else:  # the game is over, by a capture
                keep_walk(guard.dot, gained[level] + sheet.weights[CATCH], level, number, sheet)
    best = -1
    for dot in range(1, DOTS):
        if worths[dot] >= 0 and (best < 0 or worths[dot] > worths[best]):
            best = dot
    return best


def gather_spots(sheet: WalkSheet) -> None:
    """Lists the dots that have any weight, and forgets what was planned before."""
    sheet.count = 0
    for dot in range(DOTS):
        sheet.worths[dot] = -1.0
        sheet.ends[dot] = -1.0
        if dot and sheet.believed[dot] > 0:
            sheet.spots[sheet.count] = dot
            sheet.count += 1


def look_around(board: Board, sheet: WalkSheet) -> None:
    """Fills in what is in sight already."""
    sheet.gained[0] = 0.0
    for place in range(sheet.count):
        sheet.credit[0, place] = LOOKED_AT if seen_by(board, sheet.stack[0], sheet.spots[place]) else 0.0


def is_worth_trying(board: Board, game: State, guard: Guard, number: int, allowed: int, sheet: WalkSheet) -> bool:
    """Tells whether to try a path card or a step; one beyond her maximum only onto a likely novice (10.1).

    One who may leave her path can walk the same way with any card, so the first will do.
    """
    if game.ask == Ask.PATH:
        return guard.leave == 0 or number == lowest_bit(allowed)
    if number >= STOP:
        return False
    return guard.steps < most_steps(game, guard) or sheet.believed[board.next[guard.dot][number]] > SURE


def is_turning_back(board: Board, before: Guard, game: State, guard: Guard, number: int) -> bool:
    """Tells whether a step leads back to the dot before the last."""
    return game.ask == Ask.STEP and before.dot == board.next[guard.dot][number] and board.degree[guard.dot] > 1


def is_asked_again(game: State, figure: int) -> bool:
    """Tells whether the same guard is asked again."""
    return game.stage != Stage.OVER and game.asked >> figure & 1 != 0


def keep_walk(end: int, worth: float, level: int, last: int, sheet: WalkSheet) -> None:
    """Keeps a walk if it is the best that ends there: at each level the action tried last."""
    if worth > sheet.worths[end]:
        sheet.worths[end] = worth
        for place in range(level):
            sheet.walks[end, place] = sheet.tried[place] - 1
        sheet.walks[end, level] = last
        sheet.walks[end, level + 1] = NO_ACTION


def value_of_end(board: Board, guard: Guard, sheet: WalkSheet) -> float:
    """Returns the worth of stopping here: nearness for the next turn, and listening if she has not run (7.3)."""
    here = guard.dot + 0
    if sheet.ends[here] < 0:
        near, heard = 0.0, 0.0
        for place in range(sheet.count):
            dot = sheet.spots[place]
            far = board.distance[here][dot]
            near += sheet.fading[far] * sheet.believed[dot]
            heard += sheet.hearing[far] * sheet.believed[dot]
        sheet.ends[here] = sheet.weights[NEAR] * near
        sheet.listens[here] = sheet.weights[LISTEN] * heard
    value = float(sheet.ends[here])
    return value + float(sheet.listens[here]) if guard.steps <= WALKS else value


def credit_step(board: Board, game: State, walker: int, sheet: WalkSheet, level: int) -> None:
    """Adds what this step gains: novices caught on her dot, and those newly in sight, within her reach this turn or not."""
    guard = game.guards[walker]
    reach = most_steps(game, guard) - guard.steps
    before, after, gained = sheet.credit[level], sheet.credit[level + 1], sheet.gained[level]
    for place in range(sheet.count):
        dot = sheet.spots[place]
        credit, worth = before[place], 0.0
        if dot == guard.dot:
            worth = sheet.weights[CATCH]
        elif credit == 0 and sees(board, game, guard, dot):
            worth = sheet.weights[REACH] if board.distance[guard.dot][dot] <= reach else sheet.weights[SEE]
        if worth > credit:
            gained += sheet.believed[dot] * (worth - credit)
            credit = worth
        after[place] = credit
    sheet.gained[level + 1] = gained
