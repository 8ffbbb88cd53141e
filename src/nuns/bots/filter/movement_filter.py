"""Filters a novice's movement by her gait card and the dots on which she was seen (rules 5, 6.6, 6.7, 8.4, 8.5).

A route leaves signs: *seen* on a dot, *vanished* towards a dot, *shown* on a dot, and *removed*, when a caught novice's token leaves the
board. The movement is followed step by step over all hidden states at once, and only those remain that leave exactly the signs that were
told. Weights are kept by place, which is how many of the signs have been left, and by lane. Written in the subset that the kernel compiles.

A novice on the run has a pair of lanes: in the first she has a goal, in the second she wanders. One who disobeys may have up to three such
pairs, and may end only in the last: in the first she is bound home until no guard sees her; in the next she is still on a shortest route
home and must leave it, since otherwise she would obey (8.5, 8.6). One who obeys has a single lane (8.4).
"""

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS, FAR, Board
from nuns.bots.filter.movement_end import keep_ended, meet, stop
from nuns.bots.filter.movement_lanes import (
    DISOBEYING,
    OBEYING,
    PAIR,
    REMOVED,
    RUNNING,
    SEEN,
    VANISHED,
    any_mass,
    clear_lanes,
    has_layer,
    share_home,
    turn_on,
)
from nuns.bots.filter.records import GOAL_STATES, LAYERS, WISH, BeliefRecord, FilterScratch, MotionTables, Track
from nuns.rules.caught import is_obeying_length, must_hide_first, must_obey
from nuns.rules.novices import is_shown_whole, leads_home, least_dots, most_dots
from nuns.rules.words import NOWHERE, Gait

EVERYWHERE, IN_SIGHT, OUT_OF_SIGHT = 0, 1, 2  # from which dots a movement is followed
ANYONE = 1  # guards who see her, as bits: it does not matter which


def follow_movement(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, scratch: FilterScratch) -> None:
    """Replaces a novice's weights before her movement by those after it; ``seen`` and ``watched`` must be up to date."""
    track, novice, state = belief.tracks[figure], belief.public.novices[figure], belief.public
    obeys = track.was_caught and not track.disobeys
    phases = track.phases
    scratch.kind = OBEYING if obeys else DISOBEYING if track.disobeys else RUNNING
    if not obeys:
        weigh_gaits(model, belief, track, scratch)
    for layer in range(LAYERS):
        if has_layer(track, layer):
            for dot in range(DOTS):
                scratch.has_ended[dot] = 0
            is_split = obeys and is_shown_whole(state, novice, ANYONE)  # one who begins in sight is then shown to the end
            for where in range(IN_SIGHT if is_split else EVERYWHERE, OUT_OF_SIGHT + 1 if is_split else EVERYWHERE + 1):
                scratch.is_whole = 1 if where == IN_SIGHT else 0
                follow_from(board, model, belief, figure, layer, where, scratch)
            keep_ended(model, belief, figure, layer, scratch)
    track.phases = min(phases + 1, WISH + 1)


def weigh_gaits(model: MotionTables, belief: BeliefRecord, track: Track, scratch: FilterScratch) -> None:
    """Fills in, by the distance of her goal, how likely a movement has this goal and gait; a gait that can end there is likelier (5.1)."""
    for far in range(FAR + 1):
        scratch.gait_total[far] = 0.0
    for gait in range(Gait.STAND, Gait.RUN + 1):
        least, most = max(least_dots(belief.public, gait), 1), most_dots(belief.public, gait)
        weight, fitting = model.gaits[gait - 1], model.gaits[gait - 1] * model.fits
        for far in range(FAR + 1):
            scratch.gait_total[far] += fitting if least <= far <= most else weight
        if gait == track.gait:
            for far in range(FAR + 1):
                scratch.gait_share[far] = fitting if least <= far <= most else weight
    for far in range(FAR + 1):
        scratch.gait_share[far] = (1 - model.wander) * (scratch.gait_share[far] / scratch.gait_total[far] if track.is_chosen else 1.0)


# -- one movement -----------------------------------------------------------------------------------------------------------


def follow_from(
    board: Board, model: MotionTables, belief: BeliefRecord, figure: int, layer: int, where: int, scratch: FilterScratch
) -> None:
    """Follows a movement from the dots ``where`` says; adds what ends to ``moved`` and, if she has not moved, to ``still``."""
    track = belief.tracks[figure]
    set_lanes(board, belief, figure, layer, scratch)
    begin(board, model, belief, figure, layer, where, scratch)
    for steps in range(track.most + 1):
        if steps:
            step(board, model, belief, figure, scratch)
        if scratch.kind != OBEYING and (steps or track.most == 0):
            meet(board, model, belief, figure, steps, scratch)
        stop(board, model, belief, figure, steps, scratch)


def set_lanes(board: Board, belief: BeliefRecord, figure: int, layer: int, scratch: FilterScratch) -> None:
    """Sets which lanes the movement needs (8.4-8.6)."""
    track, novice = belief.tracks[figure], belief.public.novices[figure]
    scratch.hides = 0
    scratch.must_leave = 0
    if scratch.kind == DISOBEYING:
        for dot in range(1, DOTS):
            if any_mass(track, layer, dot):
                novice.dot = dot
                if must_hide_first(board, belief.public, novice):
                    scratch.hides = 1
        novice.dot = NOWHERE
        scratch.must_leave = 1 if is_obeying_length(novice, track.gait, 0, novice.cell) else 0
    scratch.caught_lanes = 1 if scratch.kind == OBEYING else PAIR * scratch.hides
    scratch.lanes = 1 if scratch.kind == OBEYING else PAIR * (1 + scratch.hides + scratch.must_leave)


def begin(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, layer: int, where: int, scratch: FilterScratch) -> None:
    """Puts the weights into the lanes in which the movement begins, and checks the dot where it does (6.6, 8.5)."""
    track, novice = belief.tracks[figure], belief.public.novices[figure]
    scratch.side = 0
    clear_lanes(track, scratch)
    for dot in range(1, DOTS):
        seen = belief.seen[dot]
        place = 1 if seen else 0
        if seen and (track.signs == 0 or track.sign[0] != SEEN or track.sign_dot[0] != dot):
            continue
        if (where == IN_SIGHT and not seen) or (where == OUT_OF_SIGHT and seen) or not any_mass(track, layer, dot):
            continue
        lane = 0
        if scratch.kind == DISOBEYING:
            novice.dot = dot
            is_barred = must_obey(board, belief.public, novice)
            if not must_hide_first(board, belief.public, novice):
                lane = scratch.caught_lanes
            novice.dot = NOWHERE
            if is_barred:
                continue
        put_in_lanes(model, track, figure, layer, dot, place, lane, scratch)


def put_in_lanes(
    model: MotionTables, track: Track, figure: int, layer: int, dot: int, place: int, lane: int, scratch: FilterScratch
) -> None:
    """Puts the weights of the dot where a movement begins into a lane, or with their shares into a pair of them."""
    states, start = track.phases * WISH_CARDS, track.mass[layer, dot]
    turn_on(scratch, place, lane, dot, states)
    row = scratch.mass[scratch.side, place, lane, dot]
    if scratch.kind == OBEYING:
        for each in range(states):
            row[each] = start[each]
        return
    far, home = model.far[dot], scratch.gait_share[model.far_home[figure, dot]]
    for each in range(min(states, GOAL_STATES)):
        row[each] = start[each] * scratch.gait_share[far[each]]
    for each in range(GOAL_STATES, states):
        row[each] = start[each] * home
    turn_on(scratch, place, lane + 1, dot, states)
    row = scratch.mass[scratch.side, place, lane + 1, dot]
    wandering = model.wander / 4 if track.is_chosen else model.wander
    for each in range(states):
        row[each] = start[each] * wandering


def step(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, scratch: FilterScratch) -> None:
    """Follows one step, which leaves the next sign or none (6.6, 6.7, 8.4, 8.5)."""
    track = belief.tracks[figure]
    scratch.side = 1 - scratch.side
    clear_lanes(track, scratch)
    for place in range(track.signs + 1):
        sign, dot = 0, NOWHERE
        if place < track.signs:
            sign = track.sign[place]
            dot = track.sign_dot[place]
        must_sign = scratch.is_whole or (place > 0 and track.sign[place - 1] == SEEN)  # she is seen now, or shown to the end (6.7, 8.4)
        if must_sign and sign == 0:
            continue
        for lane in range(scratch.lanes):
            if not scratch.is_used[1 - scratch.side, place, lane]:
                continue
            if must_sign and sign == REMOVED and lane >= scratch.caught_lanes:
                continue
            if must_sign and sign == VANISHED and lane < scratch.caught_lanes:
                continue
            for here in range(1, DOTS):
                if scratch.is_on[1 - scratch.side, place, lane, here]:
                    for way in range(board.degree[here]):
                        there = board.next[here][way]
                        to = -1
                        if must_sign:
                            if (belief.seen[there] == 0) if sign == REMOVED else (there == dot):
                                to = place + 1
                        elif belief.seen[there] == 0:
                            to = place
                        elif sign == SEEN and there == dot:
                            to = place + 1
                        if to >= 0 and scratch.kind == RUNNING:
                            move_free(model, track, figure, place, lane, here, way, there + 0, to, scratch)
                        elif to >= 0:
                            move_caught(board, model, belief, figure, place, lane, here, way, to, scratch)


def move_free(
    model: MotionTables, track: Track, figure: int, place: int, lane: int, here: int, way: int, there: int, to: int, scratch: FilterScratch
) -> None:
    """Adds the weights of one lane that take one way, to the place ``to``."""
    states = track.phases * WISH_CARDS
    turn_on(scratch, to, lane, there, states)
    old, new = scratch.mass[1 - scratch.side, place, lane, here], scratch.mass[scratch.side, to, lane, there]
    if lane % PAIR:
        without_key, with_key = model.plain[0, here, way], model.plain[1, here, way]
        for each in range(WISH_CARDS):
            new[each] += old[each] * without_key
        for each in range(WISH_CARDS, states):
            new[each] += old[each] * with_key
    else:
        shares, home = model.goal[here, way], model.home[figure, here, way]
        for each in range(min(states, GOAL_STATES)):
            new[each] += old[each] * shares[each]
        for each in range(GOAL_STATES, states):
            new[each] += old[each] * home


def move_caught(
    board: Board,
    model: MotionTables,
    belief: BeliefRecord,
    figure: int,
    place: int,
    lane: int,
    here: int,
    way: int,
    to: int,
    scratch: FilterScratch,
) -> None:
    """Does the same for one who was caught; which lane the weights come to depends on the way (8.4, 8.5)."""
    phases, there, novice = belief.tracks[figure].phases, board.next[here][way] + 0, belief.public.novices[figure]
    old = scratch.mass[1 - scratch.side, place, lane, here]
    for phase in range(phases):
        novice.has_key = 1 if phase else 0
        lane_to = next_lane(lane, leads_home(board, novice, here, there), belief.watched[there] != 0, scratch)
        novice.has_key = 0
        if lane_to < 0:
            continue
        turn_on(scratch, to, lane_to, there, phases * WISH_CARDS)
        new = scratch.mass[scratch.side, to, lane_to, there]
        low = phase * WISH_CARDS
        if phase < WISH and lane % PAIR == 0 and scratch.kind != OBEYING:
            shares = model.goal[here, way]
            for each in range(low, low + WISH_CARDS):
                new[each] += old[each] * shares[each]
        else:
            share = model.plain[1 if phase else 0, here, way]
            if scratch.kind == OBEYING:
                share = share_home(board, novice, 1 if phase else 0, here)
            elif lane % PAIR == 0:
                share = model.home[figure, here, way]
            for each in range(low, low + WISH_CARDS):
                new[each] += old[each] * share


def next_lane(lane: int, leads: bool, is_watched: bool, scratch: FilterScratch) -> int:
    """Returns the lane of a caught novice after a step that leads home or not, or -1 where she may not take it (8.4, 8.5)."""
    if scratch.kind == OBEYING:
        return 0 if leads else -1
    if scratch.hides and lane < PAIR:
        if not leads:
            return -1
        return lane if is_watched else lane + PAIR
    if scratch.must_leave and lane < scratch.lanes - PAIR and not leads:
        return lane + PAIR
    return lane
