"""What a belief says when it is asked: probabilities by dot, card and phase, what is possible, and random games drawn from it.

Written in the subset that the kernel compiles; answers are written into a record of the caller's.
"""

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.joint_deal import deal_cards
from nuns.bots.filter.movement_lanes import REMOVED, SEEN, VANISHED, clear_dot, has_layer
from nuns.bots.filter.observation import add_sign, begin_movement, close_movement
from nuns.bots.filter.records import (
    HONEST,
    LAYERS,
    STATES,
    BeliefRecord,
    FilterAnswers,
    FilterScratch,
    JointDeal,
    MotionTables,
    Numbers,
    Track,
)
from nuns.kernel.copies import copied
from nuns.rules.setup import CARDS_OF_A_KIND
from nuns.rules.words import NOVICES, Status

LIKELY, POSSIBLE = 0, 1  # the two deals of a belief: by weight, and by what is possible


def is_possible(belief: BeliefRecord) -> int:
    """Returns 1 if each novice has any weight at all, and nothing that was told is at fault; else 0."""
    if belief.fault:
        return 0
    for figure in range(NOVICES):
        if belief.tracks[figure].is_present:
            total = 0.0
            for layer in range(LAYERS):
                if has_layer(belief.tracks[figure], layer):
                    for dot in range(DOTS):
                        if belief.tracks[figure].is_on[dot]:
                            for each in range(STATES):
                                total += belief.tracks[figure].mass[layer, dot, each]
            if not total > 0:
                return 0
    return 1


def work_out_deals(belief: BeliefRecord, answers: FilterAnswers) -> int:
    """Works out the cards of all novices together, by weight and by what is possible; returns 1 if each has any state left, else 0."""
    return 1 if deal_cards(belief, answers.deals[LIKELY], answers.deals[POSSIBLE]) else 0


def weigh_all(model: MotionTables, belief: BeliefRecord, answers: FilterAnswers, is_even: int) -> int:
    """Fills in how likely each novice is on each dot, to act on: the motion model's share, blended with all possible dots.

    With ``is_even`` all possible dots count the same. Returns 1 if each novice has any state left, else 0.
    """
    if not work_out_deals(belief, answers):
        return 0
    for figure in range(NOVICES):
        if belief.tracks[figure].is_present:
            weigh_likely(model, belief, answers, figure, is_even)
    return 1


def weigh_likely(model: MotionTables, belief: BeliefRecord, answers: FilterAnswers, figure: int, is_even: int) -> None:
    """Fills in the same for one novice; the deals must be worked out."""
    likely, even = answers.likely[figure], 1.0 if is_even else model.even
    weigh_dots(belief.tracks[figure], answers.deals[LIKELY], figure, likely)
    count = count_possible(belief.tracks[figure], answers.deals[POSSIBLE], figure, answers.possible)
    for dot in range(DOTS):
        likely[dot] = (1 - even) * likely[dot] + even * answers.possible[dot] / max(count, 1)


def weigh_model(belief: BeliefRecord, answers: FilterAnswers, figure: int) -> None:
    """Fills in how likely she is on each dot by the motion model alone; the deals must be worked out."""
    weigh_dots(belief.tracks[figure], answers.deals[LIKELY], figure, answers.likely[figure])


def find_possible(belief: BeliefRecord, answers: FilterAnswers, figure: int) -> None:
    """Fills in 1 for each dot on which she may be at all; the deals must be worked out."""
    count_possible(belief.tracks[figure], answers.deals[POSSIBLE], figure, answers.possible)


def weigh_joint(belief: BeliefRecord, answers: FilterAnswers, figure: int, is_support: int) -> None:
    """Fills in weights by card (1 to 8), phase and dot; with ``is_support`` they only say what is possible."""
    track, deal = belief.tracks[figure], answers.deals[POSSIBLE if is_support else LIKELY]
    answers.joint[:] = 0.0
    for layer in range(LAYERS):
        if has_layer(track, layer):
            for dot in range(DOTS):
                if track.is_on[dot]:
                    for phase in range(track.phases):
                        for card in range(WISH_CARDS):
                            weight = track.mass[layer, dot, phase * WISH_CARDS + card]
                            if is_support and weight > 0:
                                weight = 1.0
                            answers.joint[card + 1, phase, dot] += weight * deal.others[figure, 0 if layer == HONEST else 1, card]


def foresee_movement(
    board: Board,
    model: MotionTables,
    belief: BeliefRecord,
    other: BeliefRecord,
    scratch: FilterScratch,
    answers: FilterAnswers,
    figure: int,
    card: int,
) -> None:
    """Fills in the probability of each dot for a novice who moves unseen with that card.

    The deals of ``belief`` must be worked out: what the others hold does not depend on her movement. ``other`` is used up.
    """
    foresee_start(board, belief, other, figure)
    begin_movement(other, figure, card)
    close_movement(board, model, other, scratch, figure)
    weigh_dots(other.tracks[figure], answers.deals[LIKELY], figure, answers.likely[figure])


def foresee_route(
    board: Board,
    model: MotionTables,
    belief: BeliefRecord,
    other: BeliefRecord,
    scratch: FilterScratch,
    answers: FilterAnswers,
    figure: int,
    card: int,
    disobeys: int,
) -> None:
    """Fills in how likely she would be on each dot, to act on, after a movement that leaves the signs in ``answers``."""
    foresee_start(board, belief, other, figure)
    track, is_caught = other.tracks[figure], other.public.novices[figure].status == Status.CAUGHT
    track.disobeys_next = disobeys
    begin_movement(other, figure, card)
    for place in range(answers.signs):
        if answers.sign_seen[place]:
            add_sign(track, SEEN, int(answers.sign_dot[place]))
        elif is_caught and not disobeys:
            add_sign(track, REMOVED, 0)
        else:
            add_sign(track, VANISHED, int(answers.sign_dot[place]))
    close_movement(board, model, other, scratch, figure)
    weigh_likely(model, other, answers, figure, 0)


def foresee_start(board: Board, belief: BeliefRecord, other: BeliefRecord, figure: int) -> None:
    """Makes ``other`` the same as far as one novice's movement reads it."""
    copy_track(belief.tracks[figure], other.tracks[figure])
    other.public = copied(belief.public)
    other.step = belief.step
    other.mover = belief.mover
    other.fault = belief.fault
    other.is_sight_known = belief.is_sight_known
    for dot in range(DOTS):
        other.seen[dot] = belief.seen[dot]
        other.watched[dot] = belief.watched[dot]


def copy_track(source: Track, target: Track) -> None:
    """Copies all that is believed of one novice."""
    for layer in range(LAYERS):
        target.layer_turn[layer] = source.layer_turn[layer]
    for dot in range(DOTS):
        if source.is_on[dot] or target.is_on[dot]:
            target.is_on[dot] = source.is_on[dot]
            for layer in range(LAYERS):
                if source.is_on[dot] and has_layer(source, layer):
                    for each in range(STATES):
                        target.mass[layer, dot, each] = source.mass[layer, dot, each]
                else:
                    clear_dot(target, layer, dot)
    target.phases = source.phases
    target.is_present = source.is_present
    target.is_own = source.is_own
    target.is_moving = source.is_moving
    target.disobeys_next = source.disobeys_next
    for dot in range(DOTS):
        target.known[dot] = source.known[dot]
        target.away[dot] = source.away[dot]


def weigh_dots(track: Track, deal: JointDeal, figure: int, found: Numbers) -> None:
    """Fills in the probability of each dot by the motion model; ``deal`` must be worked out."""
    total = 0.0
    for dot in range(DOTS):
        found[dot] = 0.0
    for layer in range(LAYERS):
        if has_layer(track, layer):
            others = deal.others[figure, 0 if layer == HONEST else 1]
            for dot in range(DOTS):
                if track.is_on[dot]:
                    weight = 0.0
                    for phase in range(track.phases):
                        for card in range(WISH_CARDS):
                            weight += track.mass[layer, dot, phase * WISH_CARDS + card] * others[card]
                    found[dot] += weight
                    total += weight
    if total > 0:
        for dot in range(DOTS):
            found[dot] /= total


def count_possible(track: Track, possible: JointDeal, figure: int, found: Numbers) -> int:
    """Fills in 1 for each dot on which she may be at all, and returns how many there are."""
    count = 0
    for dot in range(DOTS):
        found[dot] = 0.0
    for layer in range(LAYERS):
        if has_layer(track, layer):
            others = possible.others[figure, 0 if layer == HONEST else 1]
            for dot in range(DOTS):
                if track.is_on[dot] and found[dot] == 0.0:
                    for phase in range(track.phases):
                        for card in range(WISH_CARDS):
                            if track.mass[layer, dot, phase * WISH_CARDS + card] > 0 and others[card] > 0:
                                found[dot] = 1.0
                    if found[dot] > 0:
                        count += 1
    return count


def draw_night(belief: BeliefRecord, answers: FilterAnswers) -> None:
    """Fills in a random game by the numbers in ``luck``: by novice in the game her card, phase and dot; the deals must be worked out."""
    held, fakes, deal = 0, 0, answers.deals[LIKELY]
    for place in range(deal.count):
        figure = deal.figures[place]
        picked = draw_card(deal, place, held, fakes, answers.luck[place, 0])
        card, false = picked % WISH_CARDS, picked // WISH_CARDS
        held |= 1 << card
        fakes += false
        each = draw_state(belief.tracks[figure], card, false, answers.luck[place, 1])
        answers.night[place, 0] = card + 1
        answers.night[place, 1] = each // DOTS
        answers.night[place, 2] = each % DOTS


def draw_card(deal: JointDeal, place: int, held: int, fakes: int, luck: float) -> int:
    """Returns a novice's random card, counted from 0, given those before her; with a false noise played, eight more."""
    total = 0.0
    for turn in range(2):  # first the sum, then the place in it
        reached, last = 0.0, 0
        for picked in range(2 * WISH_CARDS):
            card, false = picked % WISH_CARDS, picked // WISH_CARDS
            if not held >> card & 1 and fakes + false <= CARDS_OF_A_KIND:
                weight = deal.after[place + 1, fakes + false, held | 1 << card] * deal.weights[place, false, card]
                if weight > 0:
                    reached += weight
                    last = picked
                    if turn and reached > luck * total:
                        return picked
        if turn:
            return last
        total = reached
    return 0


def draw_state(track: Track, card: int, false: int, luck: float) -> int:
    """Returns a random phase and dot of a novice with that card, as DOTS times the phase plus the dot."""
    total = 0.0
    for turn in range(2):
        reached, last = 0.0, 0
        for layer in range(LAYERS):
            if has_layer(track, layer) and (layer != HONEST) == (false == 1):
                for dot in range(DOTS):
                    if track.is_on[dot]:
                        for phase in range(track.phases):
                            weight = track.mass[layer, dot, phase * WISH_CARDS + card]
                            if weight > 0:
                                reached += weight
                                last = phase * DOTS + dot
                                if turn and reached > luck * total:
                                    return last
        if turn:
            return last
        total = reached
    return 0
