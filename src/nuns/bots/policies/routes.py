"""A novice's plans for one movement, each weighed as the careful novice does: the best to each dot with each gait.

Written in the subset of Python that the kernel compiles. ``stack`` is an array of states, one for each level, of which the first is her own
position; the result is in ``worths`` and ``routes``, by gait and by the dot where a route ends.
"""

from typing import Any

from nuns.board.tables import DOTS, Board
from nuns.bots.policies.careful import NEVER, WEIGHTS, is_obeying, tokens_behind, worth_of_end
from nuns.bots.policies.danger import CARD
from nuns.rules.caught import is_caught_on, is_obedient
from nuns.rules.state import Novice, State
from nuns.rules.turn import answer, legal
from nuns.rules.words import AGAIN, END, Gait, Status

LEVELS = 14  # the gait, eleven dots of a doubled run and one more step, and the end
NO_ACTION = -1  # marks the end of a plan


def weigh_routes(boards: Any, stack: Any, figure: int, tried: Any, worths: Any, routes: Any) -> None:
    """Tries every plan, depth first and without recursion, and keeps the best to each dot with each gait."""
    board, level = boards[0], 0
    for gait in range(len(worths)):
        for dot in range(DOTS):
            worths[gait, dot] = NEVER
    tried[0] = 0
    while level >= 0:
        game = stack[level]
        novice = game.novices[figure]
        allowed = legal(board, game, figure)
        if tried[level] == 0 and novice.plan != Gait.UNWRITTEN and allowed >> END & 1 and not meets_guard(board, game, novice):
            here, gait, steps = novice.route[novice.steps] + 0, novice.plan + 0, novice.steps + 0
            worth = worth_of_end(
                board, game, novice, gait, here, steps, tokens_behind(board, game, novice), is_obeying(board, novice), WEIGHTS
            )
            worth -= WEIGHTS[CARD] * novice.longer
            if worth > worths[gait, here]:
                worths[gait, here] = worth
                for place in range(level):
                    routes[gait, here, place] = tried[place] - 1
                routes[gait, here, level] = END
                routes[gait, here, level + 1] = NO_ACTION
        number = tried[level]
        tried[level] += 1
        if number >= AGAIN or level + 1 >= len(stack):
            level -= 1
        elif allowed >> number & 1 and not (number == END and novice.plan != Gait.UNWRITTEN):
            stack[level + 1] = stack[level]
            answer(board, stack[level + 1], figure, number)
            after = stack[level + 1].novices[figure]
            if after.steps == novice.steps or is_obeying(board, after) or not is_caught_on(game, after, after.route[after.steps]):
                level += 1
                tried[level] = 0


def meets_guard(board: Board, game: State, novice: Novice) -> bool:
    """Tells whether the written route is cut short by a capture: it comes to a guard's dot and does not obey (5.5, 8.4)."""
    if novice.status == Status.CAUGHT and is_obedient(board, novice):
        return False
    for step in range(novice.steps):
        if is_caught_on(game, novice, novice.route[step + 1]):
            return True
    return False
