"""What a belief says when it is asked: probabilities by dot, card and phase, what is possible, and random games drawn from it.

Written in the subset that the kernel compiles; answers are written into arrays of the caller's.
"""

from typing import Any

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.filter.joint_deal import deal_cards
from nuns.bots.filter.movement_filter import has_layer
from nuns.bots.filter.observation import begin_belief
from nuns.bots.filter.records import FALSE_CARDS, HONEST, LAYERS, PHASES, BeliefRecord, JointDeal
from nuns.rules.words import NOVICES

LIKELY, POSSIBLE = 0, 1  # the two deals of a belief: by weight, and by what is possible


def begin_in(boards: Any, models: Any, beliefs: Any, knowns: Any, seat: int) -> None:
    """Begins the belief of a seat, as the table is set and dealt."""
    begin_belief(boards[0], models[0], beliefs[0], knowns[0], seat)


def is_possible_in(boards: Any, beliefs: Any) -> bool:
    """Tells whether each novice has any weight at all, and nothing that was told is at fault."""
    belief = beliefs[0]
    if belief.fault:
        return False
    for figure in range(NOVICES):
        if belief.tracks[figure].is_present:
            total = 0.0
            for layer in range(LAYERS):
                if has_layer(belief.tracks[figure], layer):
                    for dot in range(DOTS):
                        for each in range(PHASES * WISH_CARDS):
                            total += belief.tracks[figure].mass[layer, dot, each]
            if not total > 0:
                return False
    return True


def fault_in(boards: Any, beliefs: Any, found: Any) -> None:
    """Fills in the fault, the novice and the dot."""
    found[0] = beliefs[0].fault
    found[1] = beliefs[0].fault_novice
    found[2] = beliefs[0].fault_dot


def novices_in(boards: Any, beliefs: Any) -> int:
    """Returns the novices in the game, as bits."""
    present = 0
    for figure in range(NOVICES):
        if beliefs[0].tracks[figure].is_present:
            present |= 1 << figure
    return present


def deal_in(boards: Any, beliefs: Any, deals: Any) -> bool:
    """Works out the cards of all novices together, by weight and by what is possible; returns whether each novice has any state left."""
    return deal_cards(beliefs[0], deals[LIKELY], False) and deal_cards(beliefs[0], deals[POSSIBLE], True)


def joint_in(boards: Any, beliefs: Any, deals: Any, figure: int, is_support: bool, found: Any) -> None:
    """Fills in weights by card (1 to 8), phase and dot; with ``is_support`` they only say what is possible."""
    track, deal = beliefs[0].tracks[figure], deals[POSSIBLE if is_support else LIKELY]
    for layer in range(LAYERS):
        if has_layer(track, layer):
            for dot in range(DOTS):
                for phase in range(track.phases):
                    for card in range(WISH_CARDS):
                        weight = track.mass[layer, dot, phase * WISH_CARDS + card]
                        if is_support and weight > 0:
                            weight = 1.0
                        found[card + 1, phase, dot] += weight * deal.others[figure, 0 if layer == HONEST else 1, card]


def weigh_dots(belief: BeliefRecord, deal: JointDeal, figure: int, found: Any) -> None:
    """Fills in the probability of each dot by the motion model; ``deal`` must be worked out."""
    track, total = belief.tracks[figure], 0.0
    for dot in range(DOTS):
        found[dot] = 0.0
    for layer in range(LAYERS):
        if has_layer(track, layer):
            others = deal.others[figure, 0 if layer == HONEST else 1]
            for dot in range(DOTS):
                weight = 0.0
                for phase in range(track.phases):
                    for card in range(WISH_CARDS):
                        weight += track.mass[layer, dot, phase * WISH_CARDS + card] * others[card]
                found[dot] += weight
                total += weight
    if total > 0:
        for dot in range(DOTS):
            found[dot] /= total


def count_possible(belief: BeliefRecord, possible: JointDeal, figure: int, found: Any) -> int:
    """Fills in 1 for each dot on which she may be at all, and returns how many there are."""
    track, count = belief.tracks[figure], 0
    for dot in range(DOTS):
        found[dot] = 0.0
    for layer in range(LAYERS):
        if has_layer(track, layer):
            others = possible.others[figure, 0 if layer == HONEST else 1]
            for dot in range(DOTS):
                if found[dot] == 0.0:
                    for phase in range(track.phases):
                        for card in range(WISH_CARDS):
                            if track.mass[layer, dot, phase * WISH_CARDS + card] > 0 and others[card] > 0:
                                found[dot] = 1.0
                    if found[dot] > 0:
                        count += 1
    return count


def dots_in(boards: Any, beliefs: Any, deals: Any, figure: int, found: Any) -> None:
    """Fills in probabilities by dot."""
    weigh_dots(beliefs[0], deals[LIKELY], figure, found)


def possible_in(boards: Any, beliefs: Any, deals: Any, figure: int, found: Any) -> None:
    """Fills in 1 for each dot on which she may be."""
    count_possible(beliefs[0], deals[POSSIBLE], figure, found)


def sample_in(boards: Any, beliefs: Any, deals: Any, drawn: Any, nights: Any) -> None:
    """Fills in random games: by game and novice her card, phase and dot; ``drawn`` has two random numbers below 1 for each."""
    for night in range(len(nights)):
        held, fakes = 0, 0
        for place in range(deals[LIKELY].count):
            picked = draw_card(deals[LIKELY], place, held, fakes, drawn[night, place, 0])
            card, false = picked % WISH_CARDS, picked // WISH_CARDS
            held |= 1 << card
            fakes += false
            each = draw_state(beliefs[0], deals[LIKELY].figures[place], card, false, drawn[night, place, 1])
            nights[night, place, 0] = card + 1
            nights[night, place, 1] = each // DOTS
            nights[night, place, 2] = each % DOTS


def draw_card(deal: JointDeal, place: int, held: int, fakes: int, luck: float) -> int:
    """Returns a novice's random card, counted from 0, given those before her; with a false noise played, eight more."""
    total = 0.0
    for turn in range(2):  # first the sum, then the place in it
        reached, last = 0.0, 0
        for picked in range(2 * WISH_CARDS):
            card, false = picked % WISH_CARDS, picked // WISH_CARDS
            if not held >> card & 1 and fakes + false <= FALSE_CARDS:
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


def draw_state(belief: BeliefRecord, figure: int, card: int, false: int, luck: float) -> int:
    """Returns a random phase and dot of a novice with that card, as DOTS times the phase plus the dot."""
    track, total = belief.tracks[figure], 0.0
    for turn in range(2):
        reached, last = 0.0, 0
        for layer in range(LAYERS):
            if has_layer(track, layer) and (layer != HONEST) == (false == 1):
                for dot in range(DOTS):
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
