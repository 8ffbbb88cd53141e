"""Novices: what they may write, and what comes of it (rules 5)."""

from nuns.board.tables import Board
from nuns.rules.caught import disobey, is_obedient, meet_guards, must_obey, slip_away, way_home
from nuns.rules.choices import CaughtShown, Opening
from nuns.rules.sight import is_on_board, seen_by, show, vanish
from nuns.rules.state import Novice, State
from nuns.rules.tape import say
from nuns.rules.words import AGAIN, BLESS, END, NOWHERE, Ask, Blessing, Event, Gait, Stage, Status

LEAST = (0, 0, 1, 3, 1)  # 5.1 dots, by gait
MOST = (0, 0, 2, 4, 5)
EVERY_GAIT = 0b11110  # as bits


def doubled(game: State) -> int:
    """4.1 Each gait's range on turn 1, as double distance."""
    return 2 if game.turn == 1 and game.options.opening == Opening.DOUBLE_DISTANCE else 1


def least_steps(game: State, novice: Novice) -> int:
    """5.1, 5.6."""
    if novice.plan == Gait.RUN and game.options.exact_run:
        return MOST[novice.plan] * doubled(game)
    return LEAST[novice.plan] * doubled(game)


def most_steps(game: State, novice: Novice) -> int:
    """5.1, 10.1 One dot more, in all, with the blessing."""
    return MOST[novice.plan] * doubled(game) + novice.longer


def ask_plans(board: Board, game: State) -> None:
    """4 Every novice writes her move in secret."""
    game.ask = Ask.PLAN
    for novice in game.novices:
        if is_on_board(novice):
            tear_up(game, novice)
    game.stage = Stage.ROUTES


def tear_up(game: State, novice: Novice) -> None:
    """An empty sheet."""
    novice.route[0] = novice.dot
    novice.steps = 0
    novice.longer = 0
    novice.plan = kept_gait(game, novice)
    game.asked |= 1 << novice.figure


def kept_gait(game: State, novice: Novice) -> int:
    """4.1 The second movement of turn 1 keeps the gait card; one who was caught in the first chooses anew."""
    if game.phase == 2 and novice.status == Status.ON_THE_RUN:
        return novice.gait
    return Gait.UNWRITTEN


def may_write(board: Board, game: State, novice: Novice) -> int:
    """5.1-5.3, 8.5, 10.1 What she may write next: a gait, then dots, then the end; when done, only to begin again."""
    if not game.asked >> novice.figure & 1:
        return 1 << AGAIN
    if novice.plan == Gait.UNWRITTEN:
        return 1 << Gait.WALK if must_obey(board, game, novice) else EVERY_GAIT
    allowed = 0
    if novice.steps < most_steps(game, novice):
        allowed = may_step(board, game, novice)
    if may_end(board, game, novice):
        allowed |= 1 << END
    if may_lengthen(game, novice):
        allowed |= 1 << BLESS
    return allowed


def may_step(board: Board, game: State, novice: Novice) -> int:
    """5.2, 5.3, 8.5 The neighbours she may go on to, as bits."""
    here = novice.route[novice.steps]
    allowed = open_ways(board, novice, here)
    if must_obey(board, game, novice):
        for way in range(board.degree[here]):
            if not leads_home(board, novice, here, board.next[here][way]):
                allowed &= ~(1 << way)
    return allowed


def open_ways(board: Board, novice: Novice, here: int) -> int:
    """5.3 A lock needs a key."""
    return board.open_ways[novice.has_key][here]


def leads_home(board: Board, novice: Novice, here: int, there: int) -> bool:
    """8.4."""
    return way_home(board, novice, there) < way_home(board, novice, here)


def may_end(board: Board, game: State, novice: Novice) -> bool:
    """5.1 Enough dots for her gait; 8.4 or, caught, on her way home and there."""
    if novice.steps >= least_steps(game, novice):
        return True
    return novice.status == Status.CAUGHT and is_obedient(board, novice)


def may_lengthen(game: State, novice: Novice) -> bool:
    """10.1 Standing is not lengthened."""
    return game.blessings[novice.figure] == Blessing.ONE_MORE_STEP and not novice.longer and novice.plan != Gait.STAND


def write(board: Board, game: State, novice: Novice, action: int) -> None:
    """One small action of a plan."""
    if action == AGAIN:
        tear_up(game, novice)
    elif novice.plan == Gait.UNWRITTEN:
        novice.plan = action
    elif action == BLESS:
        novice.longer = 1
    elif action == END:
        game.asked &= ~(1 << novice.figure)
    else:
        here = novice.route[novice.steps]
        novice.steps += 1
        novice.route[novice.steps] = board.next[here][action]


def resolve_routes(board: Board, game: State) -> None:
    """4, 5.7 The plans are in: all are walked before anything is judged."""
    for novice in game.novices:
        if is_on_board(novice):
            disobey(board, game, novice)
            show_gait(game, novice)
            walk(board, game, novice)
            end_movement(board, game, novice)
    game.stage = Stage.NOISE


def show_gait(game: State, novice: Novice) -> None:
    """3.1, 10.1 The gait card is shown, and one more step with it."""
    novice.gait = novice.plan
    if novice.longer:
        game.blessings[novice.figure] = Blessing.NONE
        game.played[novice.figure] = Blessing.ONE_MORE_STEP
        say(game, Event.BLESSED, novice.figure, Blessing.ONE_MORE_STEP, 0)
    say(game, Event.MOVED, novice.figure, novice.dot, novice.gait | novice.longer << 3 | game.phase << 4)


def walk(board: Board, game: State, novice: Novice) -> None:
    """4.2, 5.5, 6.6, 6.7 Dot by dot: step, capture, sight, vanished token. A capture ends it."""
    shown_whole = is_shown_whole(board, game, novice)
    novice.cut_short = 0
    seen = False
    for step in range(novice.steps + 1):
        left = novice.dot
        novice.dot = novice.route[step]
        if step:
            say(game, Event.STEPPED, novice.figure, left, novice.dot)
        if step or novice.steps == 0:  # 5.5 leaving a shared dot is no capture, standing still on it is
            novice.cut_short = meet_guards(game, novice)
        seen_before = seen
        seen = show(board, game, novice)
        if seen_before and not seen:
            vanish(game, novice, left)
        if shown_whole and not seen:
            novice.shown = 1
            say(game, Event.SHOWN, novice.figure, novice.dot, 0)
        if novice.cut_short:
            novice.steps = step
            return


def is_shown_whole(board: Board, game: State, novice: Novice) -> bool:
    """8.4 In one edition an obeying movement that began in sight is shown to its last dot."""
    if game.options.caught_shown != CaughtShown.WHOLE_MOVE or novice.status != Status.CAUGHT:
        return False
    return seen_by(board, game, novice.dot) != 0


def end_movement(board: Board, game: State, novice: Novice) -> None:
    """5.4, 5.7, 8.6 Key, wish and home are a matter of where she ends."""
    slip_away(board, game, novice)
    if novice.steps and not novice.cut_short:
        take_key_or_wish(game, novice)
    if novice.dot == novice.cell and novice.has_wish:
        come_home(game, novice)


def take_key_or_wish(game: State, novice: Novice) -> None:
    """5.4 She ends a movement of at least one dot on its dot."""
    if novice.dot == novice.key_dot and not novice.has_key:
        novice.has_key = 1
        say(game, Event.KEY, novice.figure, novice.dot, 0)
    elif novice.dot == novice.wish_dot and novice.has_key and not novice.has_wish and may_take_wish(game, novice):
        novice.has_wish = 1
        say(game, Event.WISH, novice.figure, novice.dot, 0)


def may_take_wish(game: State, novice: Novice) -> bool:
    """5.4 In one edition not while caught."""
    return novice.status == Status.ON_THE_RUN or game.options.caught_takes_wish != 0


def come_home(game: State, novice: Novice) -> None:
    """1.2, 5.7, 11.3."""
    novice.status = Status.HOME
    novice.seen = 0
    novice.shown = 0
    novice.dot = NOWHERE
    say(game, Event.HOME, novice.figure, novice.cell, 0)
