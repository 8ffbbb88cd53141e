"""Where a movement ends: how likely it stops on a dot, whether a guard is met, and what she takes there (rules 5.1, 5.4, 5.5, 8.3-8.6).

Written in the subset that the kernel compiles.
"""

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.movement_lanes import OBEYING, PAIR, clear_dot, is_lit, open_end, share_home
from nuns.bots.filter.records import GOAL_STATES, KEY, STATES, WISH, BeliefRecord, FilterScratch, MotionTables, Track
from nuns.rules.caught import is_caught_on, is_obeying_length
from nuns.rules.novices import leads_home, may_take_wish
from nuns.rules.words import NOWHERE, Gait, Status


def meet(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, steps: int, scratch: FilterScratch) -> None:
    """Moves out the weights on guards' dots, where she is caught if that is what happened; a sighting there was told too (5.5)."""
    track, novice = belief.tracks[figure], belief.public.novices[figure]
    states = track.phases * WISH_CARDS
    if track.caught_on:
        for lane in range(scratch.caught_lanes, scratch.lanes):
            if is_lit(scratch, track.signs, lane, track.caught_on):
                open_end(scratch, track.caught_on)
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
            if scratch.is_used[scratch.side, place, lane] and (is_ending or steps < track.most):
                for dot in range(1, DOTS):
                    if scratch.is_on[scratch.side, place, lane, dot]:
                        if steps < track.most:
                            weigh_end(board, model, belief, figure, lane, dot, steps, scratch)
                        if is_ending:
                            open_end(scratch, dot)
                        end_on(track, place, lane, dot, steps, is_ending, scratch)


def end_on(track: Track, place: int, lane: int, dot: int, steps: int, is_ending: bool, scratch: FilterScratch) -> None:
    """Takes out the weights of one row that end after so many steps, and adds them to the result if they may end there."""
    states, row, chance = track.phases * WISH_CARDS, scratch.mass[scratch.side, place, lane, dot], scratch.chance
    ended = scratch.moved[dot] if steps else scratch.still[dot]
    if steps == track.most:
        for each in range(states):
            ended[each] += row[each]
    elif is_ending:
        for each in range(states):
            part = row[each] * chance[each]
            row[each] -= part
            ended[each] += part
    else:
        for each in range(states):
            row[each] -= row[each] * chance[each]


def weigh_end(
    board: Board, model: MotionTables, belief: BeliefRecord, figure: int, lane: int, dot: int, steps: int, scratch: FilterScratch
) -> None:
    """Fills in, by state, how likely a movement ends here before its last step; without a goal all lengths are equal (5.1, 8.4)."""
    track, novice, chance = belief.tracks[figure], belief.public.novices[figure], scratch.chance
    states, evenly = track.phases * WISH_CARDS, 1 / (track.most - steps + 1)
    if scratch.kind == OBEYING:
        may_end = is_obeying_length(novice, Gait.WALK, steps, dot)
        for phase in range(track.phases):
            share = evenly if may_end else 0.0
            if may_end and share_home(board, novice, 1 if phase else 0, dot) == 0:
                share = 1.0
            for card in range(WISH_CARDS):
                chance[phase * WISH_CARDS + card] = share
    elif lane % PAIR:
        for each in range(states):
            chance[each] = evenly
    else:
        ends, at_home = model.ends[dot], model.stop_there if model.far_home[figure, dot] == 0 else model.stop_short
        for each in range(min(states, GOAL_STATES)):
            chance[each] = ends[each]
        for each in range(GOAL_STATES, states):
            chance[each] = at_home


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
                                share = model.goal[here, way, each]
                            leaving[1 - at, 0 if leads else 1, there, each] += leaving[at, 0, here, each] * share
                            leaving[1 - at, 1, there, each] += leaving[at, 1, here, each] * share
            at = 1 - at
        if done == track.most or done >= track.least:
            for dot in range(1, DOTS):
                if done < track.most:
                    weigh_end(board, model, belief, figure, lane, dot, done, scratch)
                for each in range(track.phases * WISH_CARDS):
                    chance = scratch.chance[each] if done < track.most else 1.0
                    scratch.share[lane, each] += leaving[at, 1, dot, each] * chance
                    leaving[at, 0, dot, each] -= leaving[at, 0, dot, each] * chance
                    leaving[at, 1, dot, each] -= leaving[at, 1, dot, each] * chance


def keep_ended(model: MotionTables, belief: BeliefRecord, figure: int, layer: int, scratch: FilterScratch) -> None:
    """Writes back the weights after a movement, with what she takes where it ends, and whether she is home (5.4, 5.7, 8.3)."""
    track, moved = belief.tracks[figure], scratch.moved
    key, wish, cell = KEY * WISH_CARDS, WISH * WISH_CARDS, belief.public.novices[figure].cell
    if track.caught_on:
        if scratch.has_ended[track.caught_on]:
            for card in range(WISH_CARDS):
                moved[track.caught_on, key + card] += moved[track.caught_on, wish + card]
                moved[track.caught_on, wish + card] = 0.0
    else:
        takes_wish = may_take_wish(belief.public, Status.CAUGHT if scratch.kind == OBEYING else Status.ON_THE_RUN)
        for card in range(WISH_CARDS):
            dot = model.wish_dots[card]
            if takes_wish and scratch.has_ended[dot]:
                moved[dot, wish + card] += moved[dot, key + card]
                moved[dot, key + card] = 0.0
        for card in range(WISH_CARDS):
            dot = model.key_dots[card]
            if scratch.has_ended[dot]:
                moved[dot, key + card] += moved[dot, card]
                moved[dot, card] = 0.0
    write_back(track, layer, scratch)
    if track.is_home:
        track.is_on[NOWHERE] = 1
        for card in range(WISH_CARDS):
            track.mass[layer, NOWHERE, wish + card] = track.mass[layer, cell, wish + card]
        for dot in range(1, DOTS):
            if track.is_on[dot]:
                clear_dot(track, layer, dot)
    elif track.is_on[cell]:
        for card in range(WISH_CARDS):
            track.mass[layer, cell, wish + card] = 0.0


def write_back(track: Track, layer: int, scratch: FilterScratch) -> None:
    """Replaces a layer's weights by those that have ended; a dot that has none stays on as long as another layer may have some."""
    for dot in range(DOTS):
        if scratch.has_ended[dot]:
            track.is_on[dot] = 1
            row, moved, still = track.mass[layer, dot], scratch.moved[dot], scratch.still[dot]
            for each in range(STATES):
                row[each] = moved[each] + still[each]
        elif track.is_on[dot]:
            clear_dot(track, layer, dot)
