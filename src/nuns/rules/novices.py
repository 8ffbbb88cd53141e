"""Novices: what they may plan, and how their plans are carried out (rules 5)."""

from nuns.board.tables import Board
from nuns.rules.caught import (
    disobey,
    is_bound_home,
    is_obedient,
    meet_guards,
    must_hide_first,
    must_obey,
    sheltered_until,
    slip_away,
    steps_to_hide,
    way_home,
)
from nuns.rules.choices import CaughtShown, Opening
from nuns.rules.ending import last_turn
from nuns.rules.sight import is_on_board, show, vanish
from nuns.rules.state import Novice, State
from nuns.rules.tape import say
from nuns.rules.words import AGAIN, BLESS, END, NOWHERE, Ask, Blessing, Event, Gait, LengthRule, Stage, Status, Taking

LEAST = (0, 0, 1, 3, 1)  # 5.1 dots, by gait
MOST = (0, 0, 2, 4, 5)
EVERY_GAIT = 0b11110  # as bits


def length_factor(game: State) -> int:
    """Returns by how much the length of a movement is multiplied in this turn: 2 on turn 1 as double distance (4.1)."""
    return 2 if game.turn == 1 and game.options.opening == Opening.DOUBLE_DISTANCE else 1


def least_dots(game: State, gait: int) -> int:
    """Returns the fewest dots of a movement with that gait in this turn (4.1, 5.1, 5.6)."""
    if gait == Gait.RUN and game.options.exact_run:
        return MOST[gait] * length_factor(game)
    return LEAST[gait] * length_factor(game)


def most_dots(game: State, gait: int) -> int:
    """Returns the most dots of a movement with that gait in this turn, without a blessing (4.1, 5.1)."""
    return MOST[gait] * length_factor(game)


def most_steps(game: State, novice: Novice) -> int:
    """Returns the most dots of the plan she writes: one more, in all, with the blessing (5.1, 10.1)."""
    return most_dots(game, novice.plan) + novice.longer


def moves_again(game: State) -> bool:
    """Tells whether the novices move once more before the guards do: on turn 1 played as two phases (4.1)."""
    return game.turn == 1 and game.phase == 1 and game.options.opening == Opening.TWO_PHASES


def movements_left(game: State) -> int:
    """Returns how many movements a novice has after the one she is planning (4, 4.1)."""
    left = 1 if moves_again(game) else 0
    return left + last_turn(game) - game.turn


def movements_for(game: State, gait: int, steps: int) -> int:
    """Returns how many movements with that gait it takes to go so many steps, the first of them in this turn (4.1, 5.1)."""
    first = most_dots(game, gait)
    if steps <= first:
        return 1 if steps else 0
    return 1 + (steps - first + MOST[gait] - 1) // MOST[gait]


def farthest_from_cell(game: State) -> int:
    """Returns how many steps from her cell a novice can be at most, after the movements she has had (2.1, 4.1, 5.1, 10.1)."""
    movements = 1 if moves_again(game) else game.turn + 1
    return movements * MOST[Gait.RUN] + 1


def length_rule(game: State, gait: int) -> int:
    """Returns which rule sets the length of a movement with that gait in this turn, as a LengthRule (4.1, 5.1, 5.6)."""
    if length_factor(game) > 1 and gait != Gait.STAND:
        return LengthRule.DOUBLED
    return LengthRule.EXACT if gait == Gait.RUN and game.options.exact_run else LengthRule.USUAL


def may_plan(game: State, novice: Novice) -> bool:
    """Tells whether she may write a plan or replace it, which she may until all plans are in (4)."""
    return game.ask == Ask.PLAN and game.stage == Stage.ROUTES and is_on_board(novice)


def ask_plans(board: Board, game: State) -> None:
    """Asks every novice on the board for a plan (4)."""
    game.ask = Ask.PLAN
    for novice in game.novices:
        if is_on_board(novice):
            tear_up(game, novice)
    game.stage = Stage.ROUTES


def tear_up(game: State, novice: Novice) -> None:
    """Clears her plan and asks her for a new one."""
    novice.route[0] = novice.dot
    novice.steps = 0
    novice.longer = 0
    novice.plan = kept_gait(game, novice)
    game.asked |= 1 << novice.figure


def kept_gait(game: State, novice: Novice) -> int:
    """Returns the gait that the second movement of turn 1 keeps; one who was caught in the first chooses again (4.1)."""
    if game.phase == 2 and novice.status == Status.ON_THE_RUN:
        return novice.gait
    return Gait.UNWRITTEN


def may_write(board: Board, game: State, novice: Novice) -> int:
    """Returns what she may write next, as bits: a gait, then dots, then the end; with a finished plan only AGAIN (5.1-5.3, 8.5, 10.1)."""
    if not game.asked >> novice.figure & 1:
        return 1 << AGAIN
    if novice.plan == Gait.UNWRITTEN:
        return may_show(board, game, novice)
    allowed = 0
    if novice.steps < most_steps(game, novice):
        allowed = may_step(board, game, novice)
    if may_end(board, game, novice):
        allowed |= 1 << END
    if may_lengthen(game, novice):
        allowed |= 1 << BLESS
    return allowed


def may_show(board: Board, game: State, novice: Novice) -> int:
    """Returns the gaits she may choose, as bits: only the walk if she must obey, or those that get her out of sight (5.1, 8.5)."""
    if must_obey(board, game, novice):
        return 1 << Gait.WALK
    if not must_hide_first(board, game, novice):
        return EVERY_GAIT
    hidden = steps_to_hide(board, game, novice, novice.route[novice.steps])
    allowed = 1 << Gait.WALK
    for gait in range(Gait.SNEAK, Gait.RUN + 1):
        if hidden <= most_dots(game, gait) + holds_one_more_step(game, novice):
            allowed |= 1 << gait
    return allowed


def may_step(board: Board, game: State, novice: Novice) -> int:
    """Returns the neighbours she may go on to, as bits (5.2, 5.3, 8.5)."""
    here = novice.route[novice.steps]
    allowed = open_ways(board, novice, here)
    if is_bound_home(board, game, novice):
        left = most_steps(game, novice) + may_lengthen(game, novice) - novice.steps - 1
        for way in range(board.degree[here]):
            there = board.next[here][way]
            if not leads_home(board, novice, here, there) or (
                novice.plan != Gait.WALK and steps_to_hide(board, game, novice, there) > left
            ):
                allowed &= ~(1 << way)
    return allowed


def open_ways(board: Board, novice: Novice, here: int) -> int:
    """Returns the neighbours she can step to, as bits; a locked edge needs her key (5.3)."""
    return board.open_ways[novice.has_key][here]


def leads_home(board: Board, novice: Novice, here: int, there: int) -> bool:
    """Tells whether a step to a neighbour is on a shortest route home (8.4)."""
    return way_home(board, novice, there) < way_home(board, novice, here)


def may_end(board: Board, game: State, novice: Novice) -> bool:
    """Tells whether she may end her plan here: it has enough dots for her gait, or it obeys (5.1, 8.4, 8.5)."""
    if novice.steps >= least_dots(game, novice.plan) and not is_bound_home(board, game, novice):
        return True
    return novice.status == Status.CAUGHT and is_obedient(board, novice)


def holds_one_more_step(game: State, novice: Novice) -> bool:
    """Tells whether she has that blessing in hand and not in this plan already (10.1)."""
    return game.blessings[novice.figure] == Blessing.ONE_MORE_STEP and not novice.longer


def may_lengthen(game: State, novice: Novice) -> bool:
    """Tells whether she may play *one more step* with this plan; standing still cannot be lengthened (10.1)."""
    return holds_one_more_step(game, novice) and novice.plan != Gait.STAND


def write(board: Board, game: State, novice: Novice, action: int) -> None:
    """Adds one small action to her plan."""
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
    """Walks every novice's route; nobody's winning is judged before all are done (4, 5.7)."""
    for novice in game.novices:
        if is_on_board(novice):
            sheltered = sheltered_until(board, game, novice)
            disobey(board, game, novice)
            show_gait(game, novice)
            walk(board, game, novice, sheltered)
            end_movement(board, game, novice)
    game.stage = Stage.NOISE


def show_gait(game: State, novice: Novice) -> None:
    """Shows her movement card, and *one more step* with it if she played it (3.1, 10.1)."""
    novice.gait = novice.plan
    if novice.longer:
        game.blessings[novice.figure] = Blessing.NONE
        game.played[novice.figure] = Blessing.ONE_MORE_STEP
        say(game, Event.BLESSED, novice.figure, Blessing.ONE_MORE_STEP, 0)
    say(game, Event.MOVED, novice.figure, novice.dot, novice.gait | novice.longer << 3 | game.phase << 4)


def walk(board: Board, game: State, novice: Novice, sheltered: int) -> None:
    """Walks her route dot by dot: step, capture, sight, vanished token; a capture ends it (4.2, 5.5, 6.6, 6.7).

    Up to the dot ``sheltered`` of her route she counts as caught, though she disobeys (8.5).
    """
    shown_whole = False
    novice.cut_short = 0
    seen = 0
    for step in range(novice.steps + 1):
        left = novice.dot
        was_shown = novice.shown
        novice.dot = novice.route[step]
        if step:
            say(game, Event.STEPPED, novice.figure, left, novice.dot)
        if step > sheltered and (step or novice.steps == 0):  # leaving a shared dot is no capture, standing still on it is (5.5)
            novice.cut_short = meet_guards(game, novice)
        seen_before = seen
        seen = show(board, game, novice)
        if step == 0:
            shown_whole = is_shown_whole(game, novice, seen)
        if step > sheltered:
            vanish(game, novice, left, seen_before, seen)
        if shown_whole and not seen:
            novice.shown = 1
            say(game, Event.SHOWN, novice.figure, novice.dot, 0)
        if was_shown and not novice.shown and (novice.status == Status.CAUGHT or step <= sheltered):
            say(game, Event.TOKEN_REMOVED, novice.figure, 0, 0)
        if novice.cut_short:
            novice.steps = step
            return


def is_shown_whole(game: State, novice: Novice, seen: int) -> bool:
    """Tells whether her obeying movement is shown to its last dot; ``seen`` are the guards who see its first, as bits (8.4)."""
    return game.options.caught_shown == CaughtShown.WHOLE_MOVE and novice.status == Status.CAUGHT and seen != 0


def end_movement(board: Board, game: State, novice: Novice) -> None:
    """Ends her movement: she may slip away, take her key or wish, or win (5.4, 5.7, 8.6)."""
    slip_away(board, game, novice)
    if novice.steps and not novice.cut_short:
        take_key_or_wish(game, novice)
    if is_home_on(novice, novice.dot):
        come_home(game, novice)


def is_home_on(novice: Novice, dot: int) -> bool:
    """Tells whether she is home with her wish if her movement ends on that dot (5.7)."""
    return dot == novice.cell and novice.has_wish != 0


def take_key_or_wish(game: State, novice: Novice) -> None:
    """Gives her the key or the wish of the dot where her movement ended (5.4)."""
    taking = taken_on(game, novice, novice.status, novice.dot)
    if taking == Taking.KEY:
        novice.has_key = 1
        say(game, Event.KEY, novice.figure, novice.dot, 0)
    elif taking == Taking.WISH:
        novice.has_wish = 1
        say(game, Event.WISH, novice.figure, novice.dot, 0)


def taken_on(game: State, novice: Novice, status: int, dot: int) -> int:
    """Returns what she takes if a movement of at least one dot ends on that dot while she has that status, as a Taking (5.4)."""
    if dot == novice.key_dot and not novice.has_key:
        return Taking.KEY
    if dot == novice.wish_dot and not needs_key_first(novice) and not novice.has_wish and may_take_wish(game, status):
        return Taking.WISH
    return Taking.NOTHING


def needs_key_first(novice: Novice) -> bool:
    """Tells whether she cannot take her wish because she has no key (5.4)."""
    return not novice.has_key


def may_take_wish(game: State, status: int) -> bool:
    """Tells whether a novice of that status may take her wish; with `caught-takes-wish=off` a caught one may not (5.4)."""
    return status == Status.ON_THE_RUN or game.options.caught_takes_wish != 0


def come_home(game: State, novice: Novice) -> None:
    """Takes a novice who is home off the board (1.2, 5.7, 11.3)."""
    novice.status = Status.HOME
    novice.seen = 0
    novice.shown = 0
    novice.dot = NOWHERE
    say(game, Event.HOME, novice.figure, novice.cell, 0)
