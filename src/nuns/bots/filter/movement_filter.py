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
from nuns.bots.filter.records import (
    HONEST,
    KEY,
    LAYERS,
    STATES,
    WISH,
    BeliefRecord,
    FilterScratch,
    MotionTables,
    Track,
)
from nuns.rules.caught import is_caught_on, is_obeying_length, must_hide_first, must_obey
from nuns.rules.novices import is_shown_whole, leads_home, least_dots, may_take_wish, most_dots, open_ways
from nuns.rules.state import Novice
from nuns.rules.words import NOWHERE, Gait, Status

SEEN, VANISHED, SHOWN, REMOVED = 1, 2, 3, 4  # the signs; 0 is none
OBEYING, RUNNING, DISOBEYING = 0, 1, 2  # the kinds of movement
PAIR = 2
ANYONE = 1  # guards who see her, as bits: it does not matter which
EVERYWHERE, IN_SIGHT, OUT_OF_SIGHT = 0, 1, 2  # from which dots a movement is followed


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
                for each in range(STATES):
                    scratch.moved[dot, each] = 0.0
                    scratch.still[dot, each] = 0.0
            is_split = obeys and is_shown_whole(state, novice, ANYONE)  # one who begins in sight is then shown to the end
            for where in range(IN_SIGHT if is_split else EVERYWHERE, OUT_OF_SIGHT + 1 if is_split else EVERYWHERE + 1):
                scratch.is_whole = 1 if where == IN_SIGHT else 0
                follow_from(board, model, belief, figure, layer, where, scratch)
            keep_ended(model, belief, figure, layer, scratch)
    track.phases = min(phases + 1, WISH + 1)


def has_layer(track: Track, layer: int) -> bool:
    """Tells whether a layer may have any weight."""
    return layer == HONEST or track.layer_turn[layer] != 0


def weigh_gaits(model: MotionTables, belief: BeliefRecord, track: Track, scratch: FilterScratch) -> None:
    """Fills in, by the distance of her goal, how likely a movement has this goal and gait; a gait that can end there is likelier (5.1)."""
    for far in range(FAR + 1):
        total, hers = 0.0, 0.0
        for gait in range(Gait.STAND, Gait.RUN + 1):
            weight = model.gaits[gait - 1]
            if max(least_dots(belief.public, gait), 1) <= far <= most_dots(belief.public, gait):
                weight *= model.fits
            total += weight
            if gait == track.gait:
                hers = weight
        scratch.gait_share[far] = (1 - model.wander) * (hers / total if track.is_chosen else 1.0)


def keep_ended(model: MotionTables, belief: BeliefRecord, figure: int, layer: int, scratch: FilterScratch) -> None:
    """Writes back the weights after a movement, with what she takes where it ends, and whether she is home (5.4, 5.7, 8.3)."""
    track, moved, still = belief.tracks[figure], scratch.moved, scratch.still
    key, wish, cell = KEY * WISH_CARDS, WISH * WISH_CARDS, belief.public.novices[figure].cell
    if track.caught_on:
        for card in range(WISH_CARDS):
            moved[track.caught_on, key + card] += moved[track.caught_on, wish + card]
            moved[track.caught_on, wish + card] = 0.0
    else:
        takes_wish = may_take_wish(belief.public, Status.CAUGHT if scratch.kind == OBEYING else Status.ON_THE_RUN)
        for card in range(WISH_CARDS):
            dot = model.wish_dots[card]
            if takes_wish:
                moved[dot, wish + card] += moved[dot, key + card]
                moved[dot, key + card] = 0.0
        for card in range(WISH_CARDS):
            dot = model.key_dots[card]
            moved[dot, key + card] += moved[dot, card]
            moved[dot, card] = 0.0
    mass = track.mass
    for dot in range(DOTS):
        for each in range(STATES):
            mass[layer, dot, each] = moved[dot, each] + still[dot, each]
    if track.is_home:
        for dot in range(DOTS):
            for each in range(STATES):
                if dot != cell or each < wish:
                    mass[layer, dot, each] = 0.0
        for card in range(WISH_CARDS):
            mass[layer, NOWHERE, wish + card] = mass[layer, cell, wish + card]
            mass[layer, cell, wish + card] = 0.0
    else:
        for card in range(WISH_CARDS):
            mass[layer, cell, wish + card] = 0.0


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


def any_mass(track: Track, layer: int, dot: int) -> bool:
    """Tells whether there is any weight on a dot."""
    for each in range(track.phases * WISH_CARDS):
        if track.mass[layer, dot, each] > 0:
            return True
    return False


def clear_lanes(track: Track, scratch: FilterScratch) -> None:
    """Empties the present side of the scratch space."""
    for place in range(track.signs + 1):
        for lane in range(scratch.lanes):
            for dot in range(DOTS):
                scratch.is_on[scratch.side, place, lane, dot] = 0


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
        scratch.is_on[0, place, lane, dot] = 1
        if scratch.kind != OBEYING:
            scratch.is_on[0, place, lane + 1, dot] = 1
        wandering = model.wander / 4 if track.is_chosen else model.wander
        for phase in range(track.phases):
            for card in range(WISH_CARDS):
                each = phase * WISH_CARDS + card
                start = track.mass[layer, dot, each]
                if scratch.kind == OBEYING:
                    scratch.mass[0, place, lane, dot, each] = start
                else:
                    far = model.far[dot, phase, card] if phase < WISH else model.far_home[figure, dot]
                    scratch.mass[0, place, lane, dot, each] = start * scratch.gait_share[far]
                    scratch.mass[0, place, lane + 1, dot, each] = start * wandering


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
                        if to >= 0:
                            move(board, model, belief, figure, place, lane, here, way, to, scratch)


def move(
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
    """Adds the weights of one lane that take one way, to the place ``to``; which lane they come to depends on the way (8.4, 8.5)."""
    phases, there, novice = belief.tracks[figure].phases, board.next[here][way] + 0, belief.public.novices[figure]
    old = scratch.mass[1 - scratch.side, place, lane, here]
    for phase in range(phases):
        lane_to = lane
        if scratch.kind != RUNNING:
            novice.has_key = 1 if phase else 0
            lane_to = next_lane(lane, leads_home(board, novice, here, there), belief.watched[there] != 0, scratch)
            novice.has_key = 0
        if lane_to < 0:
            continue
        new = scratch.mass[scratch.side, to, lane_to, there]
        if not scratch.is_on[scratch.side, to, lane_to, there]:
            scratch.is_on[scratch.side, to, lane_to, there] = 1
            for each in range(phases * WISH_CARDS):
                new[each] = 0.0
        low = phase * WISH_CARDS
        if phase < WISH and lane % PAIR == 0 and scratch.kind != OBEYING:
            shares = model.goal[here, way, phase]
            for card in range(WISH_CARDS):
                new[low + card] += old[low + card] * shares[card]
        else:
            share = model.plain[1 if phase else 0, here, way]
            if scratch.kind == OBEYING:
                share = share_home(board, novice, 1 if phase else 0, here)
            elif lane % PAIR == 0:
                share = model.home[figure, here, way]
            for card in range(WISH_CARDS):
                new[low + card] += old[low + card] * share


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


def share_home(board: Board, novice: Novice, has_key: int, here: int) -> float:
    """Returns how likely each step on a shortest route home is: all equally, 0 where there is none (8.4)."""
    novice.has_key = has_key
    count = 0
    ways = open_ways(board, novice, here)
    for way in range(board.degree[here]):
        if ways >> way & 1 and leads_home(board, novice, here, board.next[here][way]):
            count += 1
    novice.has_key = 0
    return 1 / count if count else 0.0


def meet(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, steps: int, scratch: FilterScratch) -> None:
    """Moves out the weights on guards' dots, where she is caught if that is what happened; a sighting there was told too (5.5)."""
    track, novice = belief.tracks[figure], belief.public.novices[figure]
    states = track.phases * WISH_CARDS
    if track.caught_on:
        for lane in range(scratch.caught_lanes, scratch.lanes):
            if scratch.is_on[scratch.side, track.signs, lane, track.caught_on]:
                is_last = lane >= scratch.lanes - PAIR
                if not is_last:
                    weigh_leaving(board, model, belief, figure, lane % PAIR, steps, track.caught_on, scratch)
                for each in range(states):
                    share = 1.0 if is_last else scratch.share[lane % PAIR, each]
                    scratch.moved[track.caught_on, each] += scratch.mass[scratch.side, track.signs, lane, track.caught_on, each] * share
    for guard in belief.public.guards:
        if is_caught_on(belief.public, novice, guard.dot):
            for place in range(track.signs + 1):
                for lane in range(scratch.caught_lanes, scratch.lanes):
                    scratch.is_on[scratch.side, place, lane, guard.dot] = 0


def stop(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, steps: int, scratch: FilterScratch) -> None:
    """Takes out the weights that end here, and adds those with all signs left to the result; the others go on (5.1)."""
    track = belief.tracks[figure]
    if steps < track.most and scratch.kind != OBEYING and steps < track.least:
        return
    first_place = track.signs if steps == track.most else 0
    last_lanes = scratch.lanes - (1 if scratch.kind == OBEYING else PAIR)
    for place in range(first_place, track.signs + 1):
        for lane in range(scratch.lanes):
            is_ending = place == track.signs and lane >= last_lanes and not track.caught_on
            for dot in range(1, DOTS):
                if scratch.is_on[scratch.side, place, lane, dot]:
                    for phase in range(track.phases):
                        for card in range(WISH_CARDS):
                            each = phase * WISH_CARDS + card
                            chance = 1.0
                            if steps < track.most:
                                chance = chance_of_end(board, model, belief, figure, lane, dot, phase, card, steps, scratch)
                            ended = scratch.mass[scratch.side, place, lane, dot, each] * chance
                            scratch.mass[scratch.side, place, lane, dot, each] -= ended
                            if is_ending and steps:
                                scratch.moved[dot, each] += ended
                            elif is_ending:
                                scratch.still[dot, each] += ended


def chance_of_end(
    board: Board,
    model: MotionTables,
    belief: BeliefRecord,
    figure: int,
    lane: int,
    dot: int,
    phase: int,
    card: int,
    steps: int,
    scratch: FilterScratch,
) -> float:
    """Returns how likely a movement ends here after so many steps, before its last; without a goal all lengths are equal (5.1, 8.4)."""
    track, novice = belief.tracks[figure], belief.public.novices[figure]
    if scratch.kind == OBEYING:
        if not is_obeying_length(novice, Gait.WALK, steps, dot):
            return 0.0
        if share_home(board, novice, 1 if phase else 0, dot) == 0:
            return 1.0
        return 1 / (track.most - steps + 1)
    if lane % PAIR:
        return 1 / (track.most - steps + 1)
    far = model.far[dot, phase, card] if phase < WISH else model.far_home[figure, dot]
    return model.stop_there if far == 0 else model.stop_short


def weigh_leaving(
    board: Board, model: MotionTables, belief: BeliefRecord, figure: int, lane: int, steps: int, start: int, scratch: FilterScratch
) -> None:
    """Fills in how likely the rest of a plan leaves the route home from a dot; one who is caught on it had planned to (5.5, 8.6)."""
    track, novice, leaving = belief.tracks[figure], belief.public.novices[figure], scratch.leaving
    for each in range(STATES):
        scratch.share[lane, each] = 0.0
    for side in range(2):
        for dot in range(DOTS):
            for each in range(STATES):
                leaving[0, side, dot, each] = 1.0 if side == 0 and dot == start else 0.0
    at = 0
    for done in range(steps, track.most + 1):
        if done > steps:
            for side in range(2):
                for dot in range(DOTS):
                    for each in range(STATES):
                        leaving[1 - at, side, dot, each] = 0.0
            for here in range(1, DOTS):
                for way in range(board.degree[here]):
                    there = board.next[here][way]
                    for phase in range(track.phases):
                        novice.has_key = 1 if phase else 0
                        leads = leads_home(board, novice, here, there)
                        novice.has_key = 0
                        for card in range(WISH_CARDS):
                            each = phase * WISH_CARDS + card
                            if lane:
                                share = model.plain[1 if phase else 0, here, way]
                            elif phase == WISH:
                                share = model.home[figure, here, way]
                            else:
                                share = model.goal[here, way, phase, card]
                            leaving[1 - at, 0 if leads else 1, there, each] += leaving[at, 0, here, each] * share
                            leaving[1 - at, 1, there, each] += leaving[at, 1, here, each] * share
            at = 1 - at
        if done == track.most or done >= track.least:
            for dot in range(1, DOTS):
                for phase in range(track.phases):
                    for card in range(WISH_CARDS):
                        each = phase * WISH_CARDS + card
                        chance = 1.0
                        if done < track.most:
                            chance = chance_of_end(board, model, belief, figure, lane, dot, phase, card, done, scratch)
                        scratch.share[lane, each] += leaving[at, 1, dot, each] * chance
                        leaving[at, 0, dot, each] -= leaving[at, 0, dot, each] * chance
                        leaving[at, 1, dot, each] -= leaving[at, 1, dot, each] * chance
