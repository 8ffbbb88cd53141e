"""Reads a game as a seat is told it, event by event, and what that says of each novice (rules 4).

Events are those of the referee as the seat knows them, in the numbers of the rules' tape (``bots/event_codes.py``). The steps of a turn are
not announced, so the next event ends the step before. Written in the subset that the kernel compiles.
"""

from enum import IntEnum
from typing import Any

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.guard_tracker import conclude_looks, look_up_sight, see_guard, set_guard
from nuns.bots.filter.movement_filter import follow_movement
from nuns.bots.filter.movement_lanes import REMOVED, SEEN, SHOWN, VANISHED, clear_dot
from nuns.bots.filter.noise_model import begin_noise, end_noise, know_card, tell_rest
from nuns.bots.filter.records import KEY, LAYERS, SIGNS, WISH, BeliefRecord, EventRows, FilterScratch, MotionTables, Track
from nuns.bots.filter.tracks import Contradiction, be_caught, learn, move_all_to, scale, stand_on, take
from nuns.rules.blessings import shift_by
from nuns.rules.caught import is_freed_on, may_slip_away
from nuns.rules.novices import kept_gait, least_dots, most_steps
from nuns.rules.state import State
from nuns.rules.words import ABBESS, DIE_OWNERS, HOLDERS, NOVICES, NOWHERE, Blessing, Ending, Event, Gait, NoiseStep, Status

MOVEMENTS, STARTS_NOISE, NOISE = 1, 2, 4  # what an event says to be over: the novices' movements, all before their noise, a noise step
# Beside the entries of the tape: a whole action was told; a novice's dot, which the others learn (11.3).
ACTION_ENDED, DOT_TOLD = 30, 31


class TurnStep(IntEnum):
    """How far the turn has come (4)."""

    REST = 0
    NOVICES = 1
    MAKING = 2
    GUARDS = 3
    CLEARED = 4
    LISTENED = 5
    OVER = 6


def begin_belief(board: Board, model: MotionTables, belief: BeliefRecord, known: State, seat: int) -> None:
    """Puts every novice in her cell, as the table is set and the cards are dealt; the seat knows its own cards (2)."""
    belief.seat = seat
    belief.step = TurnStep.REST
    belief.mover = -1
    belief.freed = 0
    belief.is_telling = 0
    belief.is_looking = 0
    belief.is_sight_known = 0
    belief.has_looked = 0
    belief.fault = Contradiction.NONE
    state = belief.public
    state.options = known.options
    state.turn = 1
    state.phase = 1
    state.noise_step = NoiseStep.MAKING
    state.novice_players = known.novice_players
    state.guard_players = known.guard_players
    for holder in range(HOLDERS):
        belief.cards[holder] = known.blessings[holder]
    for owner in range(DIE_OWNERS):
        state.dice[owner] = 0
        state.shifts[owner] = 0
    for guard in known.guards:
        set_guard(state.guards[guard.number], guard)
    for dot in range(DOTS):
        belief.looked[dot] = 0
        belief.look[dot] = 0
    for novice in known.novices:
        begin_track(model, belief, known, novice.figure)


def begin_track(model: MotionTables, belief: BeliefRecord, known: State, figure: int) -> None:
    """Begins a novice's track in her cell, with every card, or with her own if the seat is hers (2.1, 2.2)."""
    track, novice, hers = belief.tracks[figure], belief.public.novices[figure], known.novices[figure]
    novice.figure = figure
    novice.cell = hers.cell
    novice.gait = Gait.UNWRITTEN
    novice.plan = Gait.UNWRITTEN
    novice.longer = 0
    novice.dot = NOWHERE
    novice.has_key = 0
    novice.status = Status.ON_THE_RUN if hers.status != Status.ABSENT else Status.ABSENT
    track.is_present = 1 if hers.status != Status.ABSENT else 0
    track.is_own = 1 if belief.seat == figure else 0
    track.phases = 1
    track.is_moving = 0
    track.disobeys_next = 0
    track.signs = 0
    for layer in range(LAYERS):
        track.layer_turn[layer] = 0
    for dot in range(DOTS):
        if track.is_on[dot]:
            for layer in range(LAYERS):
                clear_dot(track, layer, dot)
            track.is_on[dot] = 0
    track.tokens[:] = 0
    track.known[:] = 1
    track.away[:] = 0
    if track.is_present:
        track.is_on[novice.cell] = 1
        for card in range(WISH_CARDS):
            is_hers = model.key_dots[card] == hers.key_dot and model.wish_dots[card] == hers.wish_dot
            if is_hers or not track.is_own:
                track.mass[0, novice.cell, card] = 1.0


# -- observing --------------------------------------------------------------------------------------------------------------


def observe_rows(board: Board, model: MotionTables, belief: BeliefRecord, scratch: FilterScratch, events: EventRows, count: int) -> None:
    """Takes in several events, in order."""
    for place in range(count):
        what, who, first, second = events.rows[place, 0], events.rows[place, 1], events.rows[place, 2], events.rows[place, 3]
        observe(board, model, belief, scratch, int(what), int(who), int(first), int(second))


def observe(
    board: Board, model: MotionTables, belief: BeliefRecord, scratch: FilterScratch, what: int, who: int, first: int, second: int
) -> None:
    """Takes in one event: first what it says to be over, then the event itself."""
    over = ended_by(board, belief, what, who, first)
    if over & MOVEMENTS:
        for figure in range(NOVICES):
            if belief.tracks[figure].is_moving:
                close_movement(board, model, belief, scratch, figure)
    if over & STARTS_NOISE:
        belief.step = TurnStep.MAKING
        begin_noise(belief, NoiseStep.MAKING)
    if over & NOISE:
        end_noise(board, model, belief, scratch)
        belief.step = TurnStep.LISTENED if belief.step == TurnStep.CLEARED else TurnStep.GUARDS
    note(board, belief, what, who, first, second)


def ended_by(board: Board, belief: BeliefRecord, what: int, who: int, first: int) -> int:
    """Returns what must be over before this event, as bits: the steps of a turn are not announced (4)."""
    is_making = belief.step == TurnStep.NOVICES or belief.step == TurnStep.MAKING
    until_making = MOVEMENTS | STARTS_NOISE if belief.step == TurnStep.NOVICES else 0
    until_guards = until_making | NOISE if is_making else 0
    match what:
        case Event.MOVED | Event.FREED:
            if what == Event.FREED and (belief.step == TurnStep.CLEARED or belief.step == TurnStep.LISTENED):
                return NOISE if belief.step == TurnStep.CLEARED else 0
            # Novices move in order, so a lower number begins the second movement of turn 1 (4.1).
            return MOVEMENTS if belief.step == TurnStep.NOVICES and who > belief.mover else until_guards
        case Event.SEEN:
            if belief.tracks[who].is_moving:
                look_up_sight(board, belief)
                return 0 if belief.seen[first] else until_guards  # a guard's turn showed her, which is told before the step (6.3)
            return until_guards
        case Event.CAUGHT:
            return 0 if belief.tracks[who].is_moving else until_guards
        case Event.ROLLED | Event.TOLD | Event.NOISE:
            return until_making
        case Event.PATH | Event.TURNED | Event.GUARD_STEPPED | Event.GUARD_STOPPED | Event.CLEARED:
            return until_guards
        case Event.NOISE_OVER | Event.TURN_ENDED:
            return NOISE if belief.step == TurnStep.CLEARED else until_guards
        case Event.OVER:
            return MOVEMENTS
        case _:
            if what == DOT_TOLD:
                return NOISE if belief.step == TurnStep.CLEARED else 0
            if what == ACTION_ENDED:
                return until_making
            return 0


def note(board: Board, belief: BeliefRecord, what: int, who: int, first: int, second: int) -> None:
    """Notes what one event says itself."""
    match what:
        case Event.MOVED:
            begin_movement(belief, who, second)
        case Event.STEPPED:
            move_all_to(belief, who, second)
        case Event.SEEN | Event.SHOWN | Event.VANISHED | Event.TOKEN_REMOVED | Event.CAUGHT | Event.HOME:
            if belief.tracks[who].is_moving:
                note_sign(board, belief, belief.tracks[who], what, first, second)
            else:
                reveal(board, belief, what, who, first)
        case Event.KEY | Event.WISH:
            take(belief, who, KEY if what == Event.KEY else WISH)
        case Event.FREED:
            free(belief, who)
        case Event.BLESSED | Event.TOLD:
            know_card(belief, who, first)
            if what == Event.BLESSED and first == Blessing.NOISE_RANGE:
                belief.public.shifts[second] += shift_by(who)
        case Event.ROLLED:
            belief.public.dice[who] = first
        case Event.NOISE:
            hear_noise(board, belief, who, first, second)
        case Event.PATH | Event.TURNED | Event.GUARD_STEPPED | Event.GUARD_STOPPED:
            see_guard(board, belief, what, who - ABBESS, first, second)
        case Event.CLEARED:
            clear_board(board, belief)
        case Event.TURN_ENDED:
            end_turn(belief, first)
        case Event.OVER:
            if first == Ending.CAPTURES:
                belief.is_looking = 0  # a capture in passing that ends the game comes before the guard's look (1.3, 4.2)
            belief.step = TurnStep.OVER
        case _:
            if what == DOT_TOLD:
                stand_on(belief, who, first)
            elif what == ACTION_ENDED:
                tell_rest(belief)
                conclude_looks(belief)


# -- novices ----------------------------------------------------------------------------------------------------------------


def begin_movement(belief: BeliefRecord, figure: int, card: int) -> None:
    """Begins a novice's movement with her gait card; what is seen of her route follows (5)."""
    belief.step = TurnStep.NOVICES
    belief.mover = figure
    state, novice, track = belief.public, belief.public.novices[figure], belief.tracks[figure]
    state.phase = card >> 4
    track.is_chosen = 1 if kept_gait(state, novice) == Gait.UNWRITTEN else 0
    novice.gait = card & 7
    novice.plan = card & 7
    novice.longer = card >> 3 & 1
    track.gait = card & 7
    track.least = least_dots(state, card & 7)
    track.most = most_steps(state, novice)
    track.was_caught = 1 if novice.status == Status.CAUGHT else 0
    track.disobeys = track.disobeys_next
    track.disobeys_next = 0
    track.signs = 0
    track.caught_on = 0
    track.is_home = 0
    track.is_moving = 1


def reveal(board: Board, belief: BeliefRecord, what: int, figure: int, dot: int) -> None:
    """Notes what a guard's step or turn reveals of a novice."""
    if what == Event.CAUGHT:
        be_caught(belief, figure, dot)
    elif what == Event.SEEN:
        stand_on(belief, figure, dot)
    elif what == Event.TOKEN_REMOVED:
        look_up_sight(board, belief)
        rule_out(belief, figure, belief.seen)  # the guards no longer see her (8.4)


def rule_out(belief: BeliefRecord, figure: int, dots: Any) -> None:
    """Rules out the dots that are set."""
    for dot in range(1, DOTS):
        if dots[dot]:
            learn(belief.tracks[figure], 0.0, dot)


def note_sign(board: Board, belief: BeliefRecord, track: Track, what: int, first: int, second: int) -> None:
    """Notes a sign of her step; several vanished tokens of one step are one sign, and none while she is still seen (6.7)."""
    match what:
        case Event.SEEN:
            add_sign(track, SEEN, first)
        case Event.SHOWN:
            add_sign(track, SHOWN, first)
        case Event.VANISHED:
            dot = second & 255
            look_up_sight(board, belief)
            is_same = track.signs > 0 and track.sign[track.signs - 1] == VANISHED and track.sign_dot[track.signs - 1] == dot
            if not belief.seen[dot] and not is_same:
                add_sign(track, VANISHED, dot)
        case Event.TOKEN_REMOVED:
            add_sign(track, REMOVED, NOWHERE)
        case Event.CAUGHT:
            track.caught_on = first
        case _:
            track.is_home = 1


def add_sign(track: Track, sign: int, dot: int) -> None:
    """Adds one sign to what her movement has left."""
    if track.signs < SIGNS:
        track.sign[track.signs] = sign
        track.sign_dot[track.signs] = dot
        track.signs += 1


def free(belief: BeliefRecord, figure: int) -> None:
    """Notes that she is on the run again: at the end of a turn, or by the movement that follows (8.6, 8.7)."""
    if belief.step == TurnStep.CLEARED or belief.step == TurnStep.LISTENED:
        belief.freed |= 1 << figure
    else:
        belief.step = TurnStep.NOVICES
        belief.mover = figure - 1  # her movement is still to come
        belief.tracks[figure].disobeys_next = 1


def close_movement(board: Board, model: MotionTables, belief: BeliefRecord, scratch: FilterScratch, figure: int) -> None:
    """Follows a movement from all the states in which it may have begun to those where it may have ended (5, 8.6)."""
    track, novice = belief.tracks[figure], belief.public.novices[figure]
    look_up_sight(board, belief)
    track.is_moving = 0
    if not track.is_own:
        follow_movement(board, model, belief, figure, scratch)
        scale(belief, figure)
    elif track.is_home:
        move_all_to(belief, figure, NOWHERE)
    for dot in range(DOTS):
        track.known[dot] = belief.seen[dot]
        track.away[dot] = 0
    if track.is_home:
        novice.status = Status.HOME
    elif track.caught_on:
        be_caught(belief, figure, track.caught_on)
    elif track.disobeys:
        novice.status = Status.ON_THE_RUN
    if may_slip_away(belief.public, novice):
        for dot in range(DOTS):
            track.away[dot] = 0 if belief.watched[dot] else 1


# -- noise ------------------------------------------------------------------------------------------------------------------


def hear_noise(board: Board, belief: BeliefRecord, who: int, dot: int, place: int) -> None:
    """Notes a noise token; a guard's is false, and she is known to have had the card (7.4, 10.4)."""
    if who < NOVICES:
        guard = belief.public.guards[place >> 1]
        for way in range(board.degree[guard.dot]):
            if board.next[guard.dot][way] == dot:
                belief.tracks[who].tokens[place >> 1, way] += 1
    else:
        know_card(belief, who, Blessing.FALSE_NOISE)


# -- ends of steps ----------------------------------------------------------------------------------------------------------


def clear_board(board: Board, belief: BeliefRecord) -> None:
    """Ends the guards' movement; the tokens leave the board (6.9, 8.6, 9.8)."""
    conclude_looks(belief)
    look_up_sight(board, belief)
    for figure in range(NOVICES):
        track = belief.tracks[figure]
        if track.is_present and may_slip_away(belief.public, belief.public.novices[figure]):
            for dot in range(DOTS):
                if not belief.watched[dot]:
                    track.away[dot] = 1
    belief.step = TurnStep.CLEARED
    begin_noise(belief, NoiseStep.LISTENING)


def end_turn(belief: BeliefRecord, turn: int) -> None:
    """Ends the turn: caught novices who slipped away or are in their cells are on the run, and the others are not there (8.6, 8.7)."""
    for figure in range(NOVICES):
        track, novice = belief.tracks[figure], belief.public.novices[figure]
        if track.is_present and novice.status == Status.CAUGHT:
            was_freed = belief.freed >> figure & 1
            for dot in range(1, DOTS):
                is_freed = is_freed_on(novice, dot, track.away[dot])
                if not track.is_own and is_freed != (was_freed == 1):
                    learn(track, 0.0, dot)
            if was_freed:
                novice.status = Status.ON_THE_RUN
    belief.freed = 0
    belief.step = TurnStep.REST
    belief.public.turn = turn + 1
    belief.public.phase = 1
