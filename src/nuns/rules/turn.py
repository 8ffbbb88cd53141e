"""The order of a turn (rules 4): ``apply`` is all that changes a game, ``legal`` all that says what is allowed."""

from nuns.board.tables import Board
from nuns.rules.bits import lowest_bit
from nuns.rules.blessings import ask_holders, carry_out, may_play
from nuns.rules.caught import all_slip_away, free_those_away
from nuns.rules.ending import is_last_turn, judge_captures, judge_dawn, judge_home
from nuns.rules.guards import ask_first_paths, ask_order, ask_step, begin_movement, go, may_go, may_take, take_path
from nuns.rules.noise import ask_dice, begin_noise, clear_tokens, hear, mark, may_mark, place_tokens, roll
from nuns.rules.novices import ask_plans, may_plan, may_write, moves_again, resolve_routes, write
from nuns.rules.setup import ask_draw, draw, may_draw
from nuns.rules.sight import lose_sight
from nuns.rules.state import State
from nuns.rules.tape import say
from nuns.rules.words import NOVICES, Ask, Event, NoiseStep, Stage

EVERY_FACE = 0b1111110  # as bits
EITHER_GUARD = 0b11


def apply(board: Board, game: State, figure: int, action: int) -> None:
    """Carries out a figure's answer, and goes on until somebody must decide."""
    answer(board, game, figure, action)
    proceed(board, game)


def answer(board: Board, game: State, figure: int, action: int) -> None:
    """Carries out a figure's answer; a plan takes several."""
    game.said = 0
    if game.ask == Ask.PLAN:
        write(board, game, game.novices[figure], action)
    else:
        game.asked &= ~(1 << figure)
        settle(board, game, figure, action)


def settle(board: Board, game: State, figure: int, action: int) -> None:
    """Hands an answer to the chapter of the rules that owns it."""
    match game.ask:
        case Ask.ROLL:
            roll(game, action)
        case Ask.BLESSING:
            game.answers[figure] = action
        case Ask.DIRECTION:
            mark(game, game.novices[figure], action)
        case Ask.ORDER:
            game.guard = action
        case Ask.PATH:
            take_path(board, game, game.guards[game.guard], action)
        case Ask.STEP:
            go(board, game, game.guards[game.guard], action)
        case _:
            draw(board, game, action)


def legal(board: Board, game: State, figure: int) -> int:
    """Returns what the figure may answer, as bits; an action is a number below 16."""
    if figure < NOVICES and may_plan(game, game.novices[figure]):
        return may_write(board, game, game.novices[figure])
    if not game.asked >> figure & 1:
        return 0
    match game.ask:
        case Ask.ROLL:
            return EVERY_FACE
        case Ask.BLESSING:
            return may_play(board, game, figure)
        case Ask.DIRECTION:
            return may_mark(game, game.novices[figure])
        case Ask.ORDER:
            return EITHER_GUARD
        case Ask.PATH:
            return may_take(board, game, game.guards[game.guard])
        case Ask.STEP:
            return may_go(board, game, game.guards[game.guard])
        case _:
            return may_draw(board, game)


def proceed(board: Board, game: State) -> None:
    """Goes through the stages until a figure is asked or the game is over (4)."""
    while game.asked == 0 and game.stage != Stage.OVER:
        advance(board, game)


def advance(board: Board, game: State) -> None:
    """Goes through one stage, unless the captures have ended the game (1.3, 4)."""
    judge_captures(game)
    if game.stage != Stage.OVER:
        enter(board, game)


def enter(board: Board, game: State) -> None:
    """Carries out the current stage, which names the next one and asks whomever it must (4)."""
    match game.stage:
        case Stage.DEAL:
            ask_draw(board, game)
        case Stage.FIRST_PATHS:
            ask_first_paths(board, game)
        case Stage.PLANS:
            ask_plans(board, game)
        case Stage.ROUTES:
            game.noise_step = NoiseStep.MAKING
            resolve_routes(board, game)
            judge_home(game)
        case Stage.NOISE:
            begin_noise(board, game)
        case Stage.DICE:
            ask_dice(board, game)
        case Stage.WINDOW:
            ask_holders(board, game)
        case Stage.ANSWERS:
            carry_out(board, game)
        case Stage.HEARING:
            hear(board, game)
        case Stage.TOKENS:
            place_tokens(board, game)
        case Stage.NOISE_END:
            end_noise(game)
        case Stage.ORDER:
            ask_order(board, game)
        case Stage.MOVEMENT:
            begin_movement(board, game)
        case Stage.STEPS:
            ask_step(board, game)
        case Stage.CLEARING:
            end_guards(board, game)
        case _:
            end_turn(game)


def end_noise(game: State) -> None:
    """Ends a noise step: the guards move, or the novices once more on turn 1; after listening the turn ends (4, 4.1)."""
    say(game, Event.NOISE_OVER, 0, 0, 0)
    if game.noise_step == NoiseStep.LISTENING:
        game.stage = Stage.TURN_END
    elif moves_again(game):
        game.phase = 2
        game.stage = Stage.PLANS
    else:
        game.phase = 1
        game.stage = Stage.ORDER


def end_guards(board: Board, game: State) -> None:
    """Ends the guards' movement and clears the tokens; on the last turn nobody listens (4, 6.9, 8.6, 9.8)."""
    lose_sight(board, game)
    all_slip_away(board, game)
    for guard in game.guards:
        guard.leave = 0
        guard.free = 0
    clear_tokens(game)
    game.noise_step = NoiseStep.LISTENING
    game.stage = Stage.TURN_END if is_last_turn(game) else Stage.NOISE


def end_turn(game: State) -> None:
    """Ends the turn: the marker moves on, and after the last turn it is dawn (1.3, 4, 8.6, 8.7, 11.3)."""
    free_those_away(game)
    for novice in game.novices:
        novice.told_dot = novice.dot
    say(game, Event.TURN_ENDED, 0, game.turn, 0)
    judge_dawn(game)
    if game.stage != Stage.OVER:
        game.turn += 1
        game.stage = Stage.PLANS


def next_figure(game: State) -> int:
    """Returns the first figure that must answer, or -1 when nobody is asked."""
    return lowest_bit(game.asked)
