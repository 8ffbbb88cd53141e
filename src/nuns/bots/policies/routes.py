"""A novice's plans for one movement, each weighed as the careful novice weighs it: the best to each dot with each gait.

In the part of Python that the kernel compiles. ``stack`` is an array of states, a level each, of which the first is her own position; what
is found lies in ``worths`` and ``routes``, by gait and by the dot where a route ends.
"""

from typing import Any

from nuns.board.tables import DOTS
from nuns.bots.policies.careful import NEVER, WEIGHTS, is_obeying, tokens_behind, worth_of_end
from nuns.bots.policies.danger import CARD
from nuns.rules.caught import is_caught_on
from nuns.rules.turn import answer, legal
from nuns.rules.words import AGAIN, END, Gait

LEVELS = 14  # the gait, eleven dots of a doubled run and one more step, and the end
NO_ACTION = -1  # after the last of a plan


def weigh_routes(boards: Any, stack: Any, figure: int, tried: Any, worths: Any, routes: Any) -> None:
    """Tries every plan, depth first and without recursion."""
    board, level = boards[0], 0
    for gait in range(len(worths)):
        for dot in range(DOTS):
            worths[gait, dot] = NEVER
    tried[0] = 0
    while level >= 0:
        game = stack[level]
        novice = game.novices[figure]
        allowed = legal(board, game, figure)
        if tried[level] == 0 and novice.plan != Gait.UNWRITTEN and allowed >> END & 1:
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
            if after.steps == novice.steps or not is_caught_on(game, after, after.route[after.steps]):
                level += 1
                tried[level] = 0
