"""The greedy policy: novices go straight for what they want, guards patrol and chase. A figure reads only what it may know."""

from nuns.board.tables import Board
from nuns.rules.chance import chance, pick
from nuns.rules.guards import LEAST as LEAST_STEPS
from nuns.rules.guards import WALKS, is_on_duty
from nuns.rules.novices import least_dots, most_dots
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import legal
from nuns.rules.words import CHANCE, END, NOWHERE, PASS, STOP, Ask, Gait, Status


def greedy_choice(board: Board, game: State, figure: int) -> int:
    """One of the answers she likes best, evenly; any legal one where she likes none."""
    allowed = legal(board, game, figure)
    if figure == CHANCE:
        return chance(game, allowed)
    liked = allowed & what_greed_likes(board, game, figure, allowed)
    return pick(game, liked if liked else allowed)


def what_greed_likes(board: Board, game: State, figure: int, allowed: int) -> int:
    """Of the legal answers, as bits, those that lead straight on."""
    if game.ask == Ask.PLAN:
        return greedy_plan(board, game, game.novices[figure], allowed)
    if game.ask == Ask.STEP:
        return greedy_step(board, game, game.guards[game.guard], allowed)
    return 1 << PASS if game.ask == Ask.BLESSING else allowed


def wanted_dot(novice: Novice) -> int:
    """Her key, then her wish, then her cell (1.2)."""
    if not novice.has_key:
        return novice.key_dot
    return novice.cell if novice.has_wish else novice.wish_dot


def steps_for(board: Board, novice: Novice, here: int, there: int) -> int:
    """How far she has to go; without a key not through locked doors (5.3)."""
    return board.distance[here][there] if novice.has_key else board.unlocked[here][there]


def greedy_plan(board: Board, game: State, novice: Novice, allowed: int) -> int:
    """A gait that ends where she wants to be, else a walk; every dot nearer; there she stops."""
    here = novice.route[novice.steps]
    far = steps_for(board, novice, here, wanted_dot(novice))
    if novice.plan == Gait.UNWRITTEN:
        return 1 << greedy_gait(game, far)
    nearer = 0
    for way in range(board.degree[here]):
        if steps_for(board, novice, board.next[here][way], wanted_dot(novice)) < far:
            nearer |= 1 << way
    return nearer if nearer & allowed else 1 << END


def greedy_gait(game: State, far: int) -> int:
    """The quietest gait that can end so far away."""
    for gait in range(Gait.SNEAK, Gait.RUN + 1):
        if least_dots(game, gait) <= far <= most_dots(game, gait):
            return gait
    return Gait.WALK


def greedy_step(board: Board, game: State, guard: Guard, allowed: int) -> int:
    """With leave and something to chase she goes nearer to it, as far as she can; else she walks on, and stops."""
    chased = chased_dot(board, game, guard) if guard.leave else NOWHERE
    walks = LEAST_STEPS if chased == guard.dot else WALKS
    liked = 0
    for way in range(board.degree[guard.dot]):
        there = board.next[guard.dot][way]
        if chased != NOWHERE and chased != guard.dot:
            if board.distance[there][chased] < board.distance[guard.dot][chased]:
                liked |= 1 << way
        elif guard.steps < walks and is_way_on(board, guard, there):
            liked |= 1 << way
    return liked if liked & allowed else 1 << STOP


def is_way_on(board: Board, guard: Guard, there: int) -> bool:
    """From a noise she goes on in its direction; else along her path."""
    if guard.leave and guard.tokens:
        return board.distance[there][guard.tokens_at] > board.distance[guard.dot][guard.tokens_at]
    return is_on_duty(board, guard, there)


def chased_dot(board: Board, game: State, guard: Guard) -> int:
    """The nearest novice in sight who is not caught, else a noise where this guard heard it, else where somebody vanished (9.6)."""
    nearest = NOWHERE
    for novice in game.novices:
        if novice.shown and novice.status == Status.ON_THE_RUN:
            if nearest == NOWHERE or board.distance[guard.dot][novice.dot] < board.distance[guard.dot][nearest]:
                nearest = novice.dot
    if nearest == NOWHERE and guard.tokens and guard.dot == guard.tokens_at:
        nearest = noisy_dot(board, game, guard)
    if nearest == NOWHERE and not guard.tokens:
        for novice in game.novices:
            for token in range(novice.vanished):
                if novice.token_for[token] >> guard.number & 1:
                    nearest = novice.went_to[token]
    return nearest


def noisy_dot(board: Board, game: State, guard: Guard) -> int:
    """A dot that a noise token beside this guard points at (7.4)."""
    for novice in game.novices:
        for way in range(board.degree[guard.tokens_at]):
            if novice.noise[guard.number][way]:
                return board.next[guard.tokens_at][way]
    return NOWHERE
