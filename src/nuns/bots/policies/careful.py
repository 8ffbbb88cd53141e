"""The careful novice: she weighs every gait, route and end, the distance left against the risk of being caught.

She reads only what is public and her own. All values are in hundredths of a dot.
"""

from nuns.board.tables import Board
from nuns.bots.policies.danger import (
    CARD,
    CAUGHT,
    COMFORT,
    HASTE,
    HURRY,
    LOUD,
    QUIET,
    SPREAD,
    SURE,
    Weights,
    danger_at,
    signed,
    steps_apart,
)
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.policies.noise_decisions import careful_blessing, careful_mark
from nuns.rules.caught import (
    first_hidden,
    is_bound_home,
    is_caught_on,
    is_last_capture,
    is_obeying_length,
    is_on_way_home,
    must_hide_first,
    must_obey,
)
from nuns.rules.chance import DECISIONS, draw_below
from nuns.rules.novices import leads_home, least_dots, may_lengthen, may_take_wish, most_dots, movements_left, open_ways
from nuns.rules.sight import is_watched, seen_by, tokens_lost
from nuns.rules.state import Novice, State
from nuns.rules.turn import legal
from nuns.rules.words import BLESS, END, NOVICES, NOWHERE, Ask, Gait, Status

PACE, FASTEST = 4, 5  # dots of a movement that is neither slow nor loud, and of the longest (5.1)
STOP = 2  # dots lost on average by having to end a movement on a key or wish (5.4)
HOME, LOST = 100_000, 9_000  # the worth of being home, and the cost of never getting there
NEVER = -1_000_000
FREE, UNTIL_HIDDEN, THROUGHOUT = 0, 1, 2  # how long a caught novice is bound to her route home (8.5)

# Tuned on games of seeds 77, 78, 1000-1005 and 2000-2003, of `mayfair` and `dutch` with one and three novices, against greedy guards and
# against guards who knew where everybody was once they had a reason to leave their path; then on games of seeds 77001 and 77005 against
# careful guards, so that the manners below cost her nothing.
WEIGHTS = (
    100,  # HASTE: the worth of a dot nearer
    100,  # HURRY: by how much that grows for each of the last COMFORT dots to spare, in eighths
    1400,  # CAUGHT: the cost of being caught, besides the distance lost with the wish
    1000,  # GIVEN_AWAY: the chance of being found by a guard beside her after a vanished token, in thousandths
    900,  # HEARD: the same after being heard
    130,  # LISTENED: the same when the guards listen
    800,  # SPOTTED: being seen out of a guard's reach, in thousandths of being caught
    450,  # HUNTED: being near a guard who has a noise to follow, in thousandths
    12,  # COMFORT: with so many dots to spare there is no hurry
    150,  # CARD: the worth of keeping one more step
    40,  # SPREAD: random costs up to this, so that no two games are the same
    0,  # LOUD: what a run costs besides, as long as there are movements enough
    0,  # QUIET: what sneaking is worth besides, likewise
)
MANNERLY = (*WEIGHTS[:LOUD], 50, 30)  # she would rather sneak than run: stealth is what a person came to see


def careful_choice(board: Board, game: State, figure: int) -> int:
    """Returns a novice's answer; every other figure plays the greedy policy."""
    return careful_with(board, game, figure, MANNERLY)


def careful_with(board: Board, game: State, figure: int, weights: Weights) -> int:
    """Returns the same with other weights."""
    if figure < NOVICES:
        if game.ask == Ask.PLAN:
            return careful_plan(board, game, game.novices[figure], legal(board, game, figure), weights)
        if game.ask == Ask.BLESSING:
            return careful_blessing(board, game, game.novices[figure], legal(board, game, figure))
        return careful_mark(board, game, game.novices[figure], legal(board, game, figure))
    return greedy_choice(board, game, figure)


def careful_plan(board: Board, game: State, novice: Novice, allowed: int, weights: Weights) -> int:
    """Returns the small action with which the best of all plans goes on from what is written."""
    best, chosen = NEVER - 1, END
    for action in range(BLESS + 1):
        if allowed >> action & 1:
            worth = worth_of_writing(board, game, novice, action, best, weights)
            if worth > best:
                best, chosen = worth, action
    return chosen


def worth_of_writing(board: Board, game: State, novice: Novice, action: int, least: int, weights: Weights) -> int:
    """Returns the worth of the best plan that goes on with this action, or anything up to ``least`` if none is worth more."""
    here, steps = signed(novice.route[novice.steps]), signed(novice.steps)
    if novice.plan == Gait.UNWRITTEN:
        worth = worth_from(board, game, novice, action, 0, here, steps, least, weights)
        if may_be_longer(game, novice, action):
            worth = max(worth, worth_from(board, game, novice, action, 1, here, steps, least, weights) - weights[CARD])
        return worth
    gait, longer = signed(novice.plan), signed(novice.longer)
    if action == BLESS:
        return worth_from(board, game, novice, gait, 1, here, steps, least, weights) - weights[CARD]
    if action == END:
        tokens, obeying = tokens_behind(board, game, novice), is_obeying(board, novice)
        return worth_of_end(board, game, novice, gait, here, steps, tokens, obeying, least, weights)
    return worth_of_step(board, game, novice, gait, longer, here, signed(board.next[here][action]), steps, least, weights)


def may_be_longer(game: State, novice: Novice, gait: int) -> bool:
    """Tells whether *one more step* may be played with a gait that is not written yet (10.1)."""
    return gait != Gait.STAND and may_lengthen(game, novice)


def tokens_behind(board: Board, game: State, novice: Novice) -> int:
    """Returns how many vanished tokens the route so far leaves; none while she still counts as caught (6.7, 8.5)."""
    tokens = 0
    sheltered = 0
    if must_hide_first(board, game, novice):
        hidden = first_hidden(board, game, novice)
        sheltered = hidden if hidden >= 0 else signed(novice.steps)
    for step in range(sheltered, signed(novice.steps)):
        if tokens_lost(game, seen_by(board, game, novice.route[step]), seen_by(board, game, novice.route[step + 1])):
            tokens += 1
    return tokens


def is_obeying(board: Board, novice: Novice) -> int:
    """Returns 1 if a caught novice has kept to a shortest route home so far, else 0 (8.4)."""
    return 1 if novice.status == Status.CAUGHT and is_on_way_home(board, novice) else 0


def binding(board: Board, game: State, novice: Novice) -> int:
    """Returns how long her next steps must lead home, by what is written so far (8.5)."""
    if must_obey(board, game, novice):
        return THROUGHOUT
    return UNTIL_HIDDEN if is_bound_home(board, game, novice) else FREE


def binding_on(board: Board, game: State, bound: int, there: int) -> int:
    """Returns the same after a step to that dot; one who must only hide is free where no guard sees her (8.5)."""
    return FREE if bound == UNTIL_HIDDEN and not is_watched(board, game, there) else bound


def worth_from(
    board: Board, game: State, novice: Novice, gait: int, longer: int, here: int, steps: int, least: int, weights: Weights
) -> int:
    """Returns the worth of the best plan that goes on from the last dot written; see ``worth_of_writing`` for ``least``."""
    came_from = signed(novice.route[novice.steps - 1]) if novice.steps else NOWHERE
    tokens, obeying, bound = tokens_behind(board, game, novice), is_obeying(board, novice), binding(board, game, novice)
    return worth_of_ways(board, game, novice, gait, longer, came_from, here, steps, tokens, obeying, bound, least, weights)


def worth_of_step(
    board: Board, game: State, novice: Novice, gait: int, longer: int, here: int, there: int, steps: int, least: int, weights: Weights
) -> int:
    """Returns the worth of the best plan whose next dot this is."""
    tokens, obeying, bound = tokens_behind(board, game, novice), is_obeying(board, novice), binding(board, game, novice)
    if obeying and not leads_home(board, novice, here, there):
        obeying = 0
    if not obeying and is_caught_on(game, novice, there):
        return NEVER
    if bound != UNTIL_HIDDEN and tokens_lost(game, seen_by(board, game, here), seen_by(board, game, there)):
        tokens += 1
    bound = binding_on(board, game, bound, there)
    return worth_of_ways(board, game, novice, gait, longer, here, there, steps + 1, tokens, obeying, bound, least, weights)


def worth_of_ways(
    board: Board,
    game: State,
    novice: Novice,
    gait: int,
    longer: int,
    came_from: int,
    here: int,
    steps: int,
    tokens: int,
    obeying: int,
    bound: int,
    least: int,
    weights: Weights,
) -> int:
    """Returns the worth of the best of ending here and of every way on; she turns back only when sneaking, or at a dead end."""
    best = NEVER
    if may_end_here(game, novice, gait, here, steps, obeying, bound):
        best = worth_of_end(board, game, novice, gait, here, steps, tokens, obeying, least, weights)
    if steps >= most_dots(game, gait) + longer:
        return best
    seen = seen_by(board, game, here)
    ways = open_ways(board, novice, here)
    for way in range(signed(board.degree[here])):
        there = signed(board.next[here][way])
        if ways >> way & 1 and (there != came_from or gait == Gait.SNEAK or board.degree[here] == 1):
            home = leads_home(board, novice, here, there)
            if home or bound == FREE:
                obeys = 1 if obeying and home else 0
                if obeys or not is_caught_on(game, novice, there):
                    lost = 1 if seen and bound != UNTIL_HIDDEN and tokens_lost(game, seen, seen_by(board, game, there)) else 0
                    on = binding_on(board, game, bound, there) if bound else FREE
                    floor = max(best, least)
                    worth = worth_of_ways(
                        board, game, novice, gait, longer, here, there, steps + 1, tokens + lost, obeys, on, floor, weights
                    )
                    best = max(best, worth)
    return best


def may_end_here(game: State, novice: Novice, gait: int, here: int, steps: int, obeying: int, bound: int) -> bool:
    """Tells whether a movement may end here: long enough for its gait, and no longer bound; or obeying (5.1, 5.6, 8.4, 8.5)."""
    if steps >= least_dots(game, gait) and bound == FREE:
        return True
    return obeying == 1 and is_obeying_length(novice, gait, steps, here)


def worth_of_end(
    board: Board, game: State, novice: Novice, gait: int, here: int, steps: int, tokens: int, obeying: int, least: int, weights: Weights
) -> int:
    """Returns the worth of a movement that ends here: the distance left, and the risk, unless it is not worth more than ``least``."""
    obeys = obeying == 1 and is_obeying_length(novice, gait, steps, here)
    has_key, has_wish = signed(novice.has_key), signed(novice.has_wish)
    if steps and has_key and here == novice.wish_dot and may_take_wish(game, Status.CAUGHT if obeys else Status.ON_THE_RUN):
        has_wish = 1
    if steps and here == novice.key_dot:
        has_key = 1
    if has_wish and here == novice.cell:
        return HOME
    cost = cost_of_way(board, game, novice, here, has_key, has_wish, weights)
    worth = -cost - whim(game, novice, gait, here, weights)
    if cost < LOST:
        worth += manners(gait, weights)
    if obeys or worth <= least:  # the risk only takes away
        return worth
    if steps == 0 and is_caught_on(game, novice, here):
        return NEVER
    price = price_of_capture(board, game, novice, here, has_key, cost, weights)
    return worth - danger_at(board, game, novice, gait, here, tokens, weights) * price // SURE


def manners(gait: int, weights: Weights) -> int:
    """Returns what the gait itself is worth to her, besides where it leads."""
    if gait == Gait.RUN:
        return -weights[LOUD]
    return weights[QUIET] if gait == Gait.SNEAK else 0


def price_of_capture(board: Board, game: State, novice: Novice, here: int, has_key: int, cost: int, weights: Weights) -> int:
    """Returns the cost of a capture: turns, the wish, and the game if it is the last; never more than there is to lose (8.2, 8.3)."""
    if cost >= LOST:
        return weights[CAUGHT]
    if is_last_capture(game):
        return LOST - cost
    after = cost_of_way(board, game, novice, here, has_key, 0, weights) + weights[CAUGHT]
    return min(after, LOST) - cost


def way_left(board: Board, novice: Novice, here: int, has_key: int, has_wish: int) -> int:
    """Returns the dots to her key, her wish and her cell, with a stop at each (1.2, 5.3, 5.4)."""
    home_again = signed(board.home[1][novice.figure][novice.wish_dot])
    if not has_key:
        on = steps_apart(board, novice.key_dot, novice.wish_dot)
        return signed(board.unlocked[here][novice.key_dot]) + STOP + on + STOP + home_again
    if not has_wish:
        return steps_apart(board, here, novice.wish_dot) + STOP + home_again
    return signed(board.home[1][novice.figure][here])


def movements_needed(board: Board, novice: Novice, here: int, has_key: int, has_wish: int) -> int:
    """Returns the fewest movements she needs, since each stage takes whole ones (5.4)."""
    home_again = (signed(board.home[1][novice.figure][novice.wish_dot]) + FASTEST - 1) // FASTEST
    if not has_key:
        on = (steps_apart(board, novice.key_dot, novice.wish_dot) + FASTEST - 1) // FASTEST
        return (signed(board.unlocked[here][novice.key_dot]) + FASTEST - 1) // FASTEST + on + home_again
    if not has_wish:
        return (steps_apart(board, here, novice.wish_dot) + FASTEST - 1) // FASTEST + home_again
    return (signed(board.home[1][novice.figure][here]) + FASTEST - 1) // FASTEST


def cost_of_way(board: Board, game: State, novice: Novice, here: int, has_key: int, has_wish: int, weights: Weights) -> int:
    """Returns the cost of the distance left, which grows as the movements left become scarce, and is LOST when they do not suffice."""
    left, movements = way_left(board, novice, here, has_key, has_wish), movements_left(game)
    if movements_needed(board, novice, here, has_key, has_wish) > movements:
        return LOST + left
    short = max(weights[COMFORT] - (PACE * movements - left), 0)
    return min(weights[HASTE] * left + weights[HURRY] * short * short // 16, LOST - 1)


def whim(game: State, novice: Novice, gait: int, here: int, weights: Weights) -> int:
    """Returns a small random cost, the same for the same end throughout one plan."""
    if weights[SPREAD] == 0:
        return 0
    count = ((signed(game.turn) * 2 + game.phase) * 8 + gait) * 8192 + here * 32 + novice.figure
    return draw_below(game, DECISIONS, count + (1 << 24), weights[SPREAD])
