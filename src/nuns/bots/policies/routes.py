"""A novice's plans for one movement, each weighed as the careful novice does: the best to each dot with each gait.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.policies.careful import NEVER, WEIGHTS, is_obeying, tokens_behind, worth_of_end
from nuns.bots.policies.danger import CARD
from nuns.bots.policies.workspace import GAITS, NO_ACTION, ROUTE_LEVELS, RouteSheet
from nuns.kernel.copies import copied
from nuns.rules.caught import is_caught_on, is_obedient
from nuns.rules.state import Novice, State
from nuns.rules.turn import answer, legal
from nuns.rules.words import AGAIN, END, Gait, Status


def weigh_routes(board: Board, sheet: RouteSheet, figure: int) -> None:
    """Tries every plan from ``stack[0]``, depth first and without recursion, and keeps the best to each dot with each gait."""
    stack, tried, level = sheet.stack, sheet.tried, 0
    for gait in range(GAITS):
        for dot in range(DOTS):
            sheet.worths[gait, dot] = NEVER
    tried[0] = 0
    while level >= 0:
        game = stack[level]
        novice = game.novices[figure]
        if tried[level] == 0:
            sheet.allowed[level] = legal(board, game, figure)
        allowed = int(sheet.allowed[level])
        if tried[level] == 0 and novice.plan != Gait.UNWRITTEN and allowed >> END & 1 and not meets_guard(board, game, novice):
            keep_route(board, game, novice, level, sheet)
        number = int(tried[level])
        tried[level] += 1
        if number >= AGAIN or level + 1 >= ROUTE_LEVELS:
            level -= 1
        elif allowed >> number & 1 and not (number == END and novice.plan != Gait.UNWRITTEN):
            stack[level + 1] = copied(game)
            answer(board, stack[level + 1], figure, number)
            after = stack[level + 1].novices[figure]
            if after.steps == novice.steps or is_obeying(board, after) or not is_caught_on(game, after, after.route[after.steps]):
                level += 1
                tried[level] = 0


def keep_route(board: Board, game: State, novice: Novice, level: int, sheet: RouteSheet) -> None:
    """Keeps the route written so far if it is the best that ends there with her gait."""
    here, gait, steps = novice.route[novice.steps] + 0, novice.plan + 0, novice.steps + 0
    tokens, obeying, least = tokens_behind(board, game, novice), is_obeying(board, novice), int(sheet.worths[gait, here])
    worth = worth_of_end(board, game, novice, gait, here, steps, tokens, obeying, least, WEIGHTS)
    worth -= WEIGHTS[CARD] * novice.longer
    if worth > sheet.worths[gait, here]:
        sheet.worths[gait, here] = worth
        for place in range(level):
            sheet.routes[gait, here, place] = sheet.tried[place] - 1
        sheet.routes[gait, here, level] = END
        sheet.routes[gait, here, level + 1] = NO_ACTION


def meets_guard(board: Board, game: State, novice: Novice) -> bool:
    """Tells whether the written route is cut short by a capture: it comes to a guard's dot and does not obey (5.5, 8.4)."""
    if novice.status == Status.CAUGHT and is_obedient(board, novice):
        return False
    for step in range(novice.steps):
        if is_caught_on(game, novice, novice.route[step + 1]):
            return True
    return False
