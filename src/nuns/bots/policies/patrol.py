"""A guard's plan for one movement: of all walks she may take, the one that sweeps most of where she believes the novices to be.

In the part of Python that the kernel compiles.
"""

from typing import Any, NamedTuple

from nuns.board.tables import DOTS, Board
from nuns.rules.guards import WALKS, most_steps
from nuns.rules.sight import seen_by, sees
from nuns.rules.state import Guard, State
from nuns.rules.turn import apply, legal
from nuns.rules.words import ABBESS, STOP, Ask, Stage

CATCH, REACH, SEE, NEAR, LISTEN, STRAIGHT = 0, 1, 2, 3, 4, 5  # places in the row of weights; STRAIGHT: she never turns back, if not 0
SURE = 0.5  # so likely must a novice be where a blessing's extra step leads
LEVELS = 14  # a movement of seven dots, turns that show something, and path cards between
NO_ACTION = -1  # after the last of a walk
LOOKED_AT = 1e-9  # credit for a dot that is in sight already: nothing new is seen there


class MovementSheet(NamedTuple):
    """The arrays in which one movement is planned: what is given, room to think, and what is found."""

    stack: Any  # states, a level each; the first is what she knows
    believed: Any  # the weight of each dot
    near: Any  # sums over the board as seen from each dot: novices near to it,
    heard: Any  # and heard from it
    weights: Any  # by CATCH, REACH and so on
    credit: Any  # a row a level
    tried: Any  # the actions tried so far, a number a level
    worths: Any  # by the dot where a walk ends: what the best is worth; -1 where none ends
    walks: Any  # and its actions


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
                sweep(board, stack[level + 1], stack[level + 1].guards[walker], believed, weights, credit[level], credit[level + 1])
                level += 1
                tried[level] = 0
            else:  # the night is over, by a capture
                keep_walk(guard.dot, credit[level, 0] + weights[CATCH], level, number, tried, worths, walks)


def look_around(board: Board, game: State, credit: Any) -> None:
    """What is in sight already; place 0 of a row holds what the walk has gained so far."""
    credit[0] = 0.0
    for dot in range(1, DOTS):
        credit[dot] = LOOKED_AT if seen_by(board, game, dot) else 0.0


def is_worth_trying(board: Board, game: State, guard: Guard, number: int, believed: Any) -> bool:
    """A path card; or a step, but 10.1 one beyond her most only onto a novice."""
    if game.ask == Ask.PATH:
        return True
    if number >= STOP:
        return False
    return guard.steps < most_steps(game, guard) or believed[board.next[guard.dot][number]] > SURE


def is_turning_back(board: Board, before: Guard, game: State, guard: Guard, number: int) -> bool:
    """Tells whether a step leads to where she stood before the last."""
    return game.ask == Ask.STEP and before.dot == board.next[guard.dot][number] and board.degree[guard.dot] > 1


def is_asked_again(game: State, figure: int) -> bool:
    """Tells whether the same guard is asked again."""
    return game.stage != Stage.OVER and game.asked >> figure & 1 != 0


def keep_walk(end: int, worth: float, level: int, last: int, tried: Any, worths: Any, walks: Any) -> None:
    """If it is the best that ends there: its actions, at each level the one tried last."""
    if worth > worths[end]:
        worths[end] = worth
        for place in range(level):
            walks[end, place] = tried[place] - 1
        walks[end, level] = last
        walks[end, level + 1] = NO_ACTION


def value_of_end(guard: Guard, near: Any, heard: Any, weights: Any) -> float:
    """Where she stops: near to them for the next turn; 7.3 and listening, if she has not run."""
    value: float = weights[NEAR] * near[guard.dot]
    if guard.steps <= WALKS:
        value += weights[LISTEN] * heard[guard.dot]
    return value


def sweep(board: Board, game: State, guard: Guard, believed: Any, weights: Any, before: Any, after: Any) -> None:
    """What this step gains: novices caught on her dot, and those newly in sight, within her reach this turn or not."""
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
    """No dot is credited with more than its worth."""
    if worth > credit[dot]:
        credit[0] += believed[dot] * (worth - credit[dot])
        credit[dot] = worth
