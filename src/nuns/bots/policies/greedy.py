"""The greedy policy: novices go straight to their next goal, guards patrol and chase. A figure reads only what it may know."""

from nuns.board.tables import Board
from nuns.rules.chance import draw_chance, pick_action
from nuns.rules.guards import LEAST as LEAST_STEPS
from nuns.rules.guards import WALKS, is_on_duty
from nuns.rules.novices import least_dots, most_dots
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import legal
from nuns.rules.words import CHANCE, END, NOWHERE, PASS, STOP, Ask, Gait, Status


def greedy_choice(board: Board, game: State, figure: int) -> int:
    """Returns one of the preferred answers, all equally likely, or any legal one where none is preferred."""
    allowed = legal(board, game, figure)
    if figure == CHANCE:
        return draw_chance(game, allowed)
    liked = allowed & greedy_answers(board, game, figure, allowed)
    return pick_action(game, liked if liked else allowed)


def greedy_answers(board: Board, game: State, figure: int, allowed: int) -> int:
    """Returns the preferred ones of the legal answers, as bits."""
    if game.ask == Ask.PLAN:
        return greedy_plan(board, game, game.novices[figure], allowed)
    if game.ask == Ask.STEP:
        return greedy_step(board, game, game.guards[game.guard], allowed)
    return 1 << PASS if game.ask == Ask.BLESSING else allowed


def wanted_dot(novice: Novice) -> int:
    """Returns the dot of her key, then of her wish, then her cell (1.2)."""
    if not novice.has_key:
        return novice.key_dot
    return novice.cell if novice.has_wish else novice.wish_dot


def steps_for(board: Board, novice: Novice, here: int, there: int) -> int:
    """Returns how many steps she has to go; without a key not through locked doors (5.3)."""
    return board.distance[here][there] if novice.has_key else board.unlocked[here][there]


def greedy_plan(board: Board, game: State, novice: Novice, allowed: int) -> int:
    """Returns what she prefers to write: a gait that ends at her goal, else a walk; dots that are nearer; then the end."""
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
    """Returns the quietest gait that can end so many steps away, else the walk: she runs only to end on her goal."""
    for gait in range(Gait.SNEAK, Gait.RUN + 1):
        if least_dots(game, gait) <= far <= most_dots(game, gait):
            return gait
    return Gait.WALK


def greedy_step(board: Board, game: State, guard: Guard, allowed: int) -> int:
    """Returns what a guard prefers: nearer to what she chases, if she may leave her path for it; else along her path, then to stop."""
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
    """Tells whether a dot is further in the direction of a noise, or along her path if there is none."""
    if guard.leave and guard.tokens:
        return board.distance[there][guard.tokens_at] > board.distance[guard.dot][guard.tokens_at]
    return is_on_duty(board, guard, there)


def chased_dot(board: Board, game: State, guard: Guard) -> int:
    """Returns the nearest novice in sight and not caught, else a noise beside her, else where somebody vanished (9.6)."""
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
    """Returns a dot towards which a noise token beside this guard lies (7.4)."""
    for novice in game.novices:
        for way in range(board.degree[guard.tokens_at]):
            if novice.noise[guard.number][way]:
                return board.next[guard.tokens_at][way]
    return NOWHERE
