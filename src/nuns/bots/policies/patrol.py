"""A guard's plan for one movement: of all her walks the one that searches most of where she believes the novices to be.

Written in the subset of Python that the kernel compiles.
"""

from typing import Any, NamedTuple

from nuns.board.tables import DOTS, Board
from nuns.rules.guards import WALKS, most_steps
from nuns.rules.sight import seen_by, sees
from nuns.rules.state import Guard, State
from nuns.rules.turn import apply, legal
from nuns.rules.words import ABBESS, STOP, Ask, Stage

CATCH, REACH, SEE, NEAR, LISTEN, STRAIGHT = 0, 1, 2, 3, 4, 5  # places in the row of weights; if STRAIGHT is not 0 she never turns back
SURE = 0.5  # how likely a novice must be on the dot of a blessing's extra step
LEVELS = 14  # a movement of seven dots, with turns that show something and path cards between
NO_ACTION = -1  # marks the end of a walk
LOOKED_AT = 1e-9  # the credit of a dot in sight already, where nothing new is seen


class MovementSheet(NamedTuple):
    """The arrays in which one movement is planned: the input, scratch space, and the result."""

    stack: Any  # one state for each level; the first is what she knows
    believed: Any  # the weight of each dot
    near: Any  # by dot: the sum of the novices near to it
    heard: Any  # by dot: the sum of the novices heard from it
    weights: Any  # by CATCH, REACH and so on
    credit: Any  # one row for each level
    tried: Any  # by level: how many actions were tried
    worths: Any  # by the dot where a walk ends: the worth of the best, -1 where none ends
    walks: Any  # by the dot where a walk ends: the actions of the best


def plan_movement(boards: Any, sheet: MovementSheet, walker: int) -> None:
    """Tries every walk, depth first and without recursion, and keeps the best to each dot."""
    board, figure, level = boards[0], ABBESS + walker, 0
    stack, believed, near, heard, weights = sheet.stack, sheet.believed, sheet.near, sheet.heard, sheet.weights
    credit, tried, worths, walks = sheet.credit, sheet.tried, sheet.worths, sheet.walks
    for dot in range(DOTS):
        worths[dot] = -1.0
    look_around(board, stack[0], credit[0])
    tried[0] = 0
    while level >= 0:
        game = stack[level]
        guard = game.guards[walker]
        allowed = legal(board, game, figure)
        if tried[level] == 0 and game.ask == Ask.STEP and allowed >> STOP & 1:
            keep_walk(guard.dot, credit[level, 0] + value_of_end(guard, near, heard, weights), level, STOP, tried, worths, walks)
        number = tried[level]
        tried[level] += 1
        if number >= 16 or level + 1 >= len(stack):
            level -= 1
        elif (
            allowed >> number & 1
            and is_worth_trying(board, game, guard, number, believed)
            and not (weights[STRAIGHT] and level and is_turning_back(board, stack[level - 1].guards[walker], game, guard, number))
        ):
            stack[level + 1] = stack[level]
            apply(board, stack[level + 1], figure, number)
            if is_asked_again(stack[level + 1], figure):
                credit_step(board, stack[level + 1], stack[level + 1].guards[walker], believed, weights, credit[level], credit[level + 1])
                level += 1
                tried[level] = 0
            else:  # the game is over, by a capture
                keep_walk(guard.dot, credit[level, 0] + weights[CATCH], level, number, tried, worths, walks)


def look_around(board: Board, game: State, credit: Any) -> None:
    """Fills in what is in sight already; place 0 of a row has what the walk has gained so far."""
    credit[0] = 0.0
    for dot in range(1, DOTS):
        credit[dot] = LOOKED_AT if seen_by(board, game, dot) else 0.0


def is_worth_trying(board: Board, game: State, guard: Guard, number: int, believed: Any) -> bool:
    """Tells whether to try a path card or a step; one beyond her maximum only onto a likely novice (10.1)."""
    if game.ask == Ask.PATH:
        return True
    if number >= STOP:
        return False
    return guard.steps < most_steps(game, guard) or believed[board.next[guard.dot][number]] > SURE


def is_turning_back(board: Board, before: Guard, game: State, guard: Guard, number: int) -> bool:
    """Tells whether a step leads back to the dot before the last."""
    return game.ask == Ask.STEP and before.dot == board.next[guard.dot][number] and board.degree[guard.dot] > 1


def is_asked_again(game: State, figure: int) -> bool:
    """Tells whether the same guard is asked again."""
    return game.stage != Stage.OVER and game.asked >> figure & 1 != 0


def keep_walk(end: int, worth: float, level: int, last: int, tried: Any, worths: Any, walks: Any) -> None:
    """Keeps a walk if it is the best that ends there: at each level the action tried last."""
    if worth > worths[end]:
        worths[end] = worth
        for place in range(level):
            walks[end, place] = tried[place] - 1
        walks[end, level] = last
        walks[end, level + 1] = NO_ACTION


def value_of_end(guard: Guard, near: Any, heard: Any, weights: Any) -> float:
    """Returns the worth of stopping here: nearness for the next turn, and listening if she has not run (7.3)."""
    value: float = weights[NEAR] * near[guard.dot]
    if guard.steps <= WALKS:
        value += weights[LISTEN] * heard[guard.dot]
    return value


def credit_step(board: Board, game: State, guard: Guard, believed: Any, weights: Any, before: Any, after: Any) -> None:
    """Adds what this step gains: novices caught on her dot, and those newly in sight, within her reach this turn or not."""
    reach = most_steps(game, guard) - guard.steps
    after[0] = before[0]
    for dot in range(1, DOTS):
        after[dot] = before[dot]
        if believed[dot] > 0:
            if dot == guard.dot:
                gain(believed, after, dot, weights[CATCH])
            elif before[dot] == 0 and sees(board, game, guard, dot):
                gain(believed, after, dot, weights[REACH] if board.distance[guard.dot][dot] <= reach else weights[SEE])


def gain(believed: Any, credit: Any, dot: int, worth: float) -> None:
    """Credits a dot with at most its worth."""
    if worth > credit[dot]:
        credit[0] += believed[dot] * (worth - credit[dot])
        credit[dot] = worth
