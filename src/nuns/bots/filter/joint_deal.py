"""The hidden states of several novices taken together, since cards are dealt without replacement (rules 2.2, 2.3).

Each novice's weights are kept as if she were alone. A game has their product if no two have the same wish card and no more have played
false noises than there are such cards. Sums over all such games go over the sets of cards that the first few novices hold. Written in the
subset that the kernel compiles.
"""

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.filter.movement_lanes import has_layer
from nuns.bots.filter.noise_model import false_noise_share
from nuns.bots.filter.records import HONEST, LAYERS, SETS, BeliefRecord, JointDeal
from nuns.rules.bits import count_bits
from nuns.rules.setup import CARDS_OF_A_KIND
from nuns.rules.words import NOVICES


def deal_cards(belief: BeliefRecord, likely: JointDeal, possible: JointDeal) -> bool:
    """Fills in the joint weights, and those in which every weight counts as 1. Returns whether each novice has any."""
    count, levels = 0, 1
    for figure in range(NOVICES):
        if belief.tracks[figure].is_present:
            likely.figures[count] = figure
            possible.figures[count] = figure
            if not add_up_cards(belief, likely, possible, count, figure):
                return False
            for card in range(WISH_CARDS):
                if possible.weights[count, 1, card] > 0:
                    levels = CARDS_OF_A_KIND + 1
            count += 1
    likely.count = count
    possible.count = count
    for fakes in range(CARDS_OF_A_KIND + 1):
        share = false_noise_share(belief, fakes)
        likely.shares[fakes] = share
        possible.shares[fakes] = 1.0 if share > 0 else 0.0
    join(likely, levels)
    join(possible, levels)
    return True


def add_up_cards(belief: BeliefRecord, likely: JointDeal, possible: JointDeal, place: int, figure: int) -> bool:
    """Fills in one novice's weights by false noises and card, scaled to at most 1; returns whether there are any."""
    track, highest = belief.tracks[figure], 0.0
    for card in range(WISH_CARDS):
        likely.weights[place, 0, card] = 0.0
        likely.weights[place, 1, card] = 0.0
    for layer in range(LAYERS):
        if has_layer(track, layer):
            sums = likely.weights[place, 0 if layer == HONEST else 1]
            for dot in range(DOTS):
                if track.is_on[dot]:
                    for phase in range(track.phases):
                        for card in range(WISH_CARDS):
                            sums[card] += track.mass[layer, dot, phase * WISH_CARDS + card]
    for row in range(2):
        for card in range(WISH_CARDS):
            highest = max(highest, likely.weights[place, row, card])
    if not highest > 0:
        return False
    for row in range(2):
        for card in range(WISH_CARDS):
            weight = likely.weights[place, row, card]
            possible.weights[place, row, card] = 1.0 if weight > 0 else 0.0
            likely.weights[place, row, card] = weight / highest
    return True


def join(deal: JointDeal, levels: int) -> None:
    """Fills in the sums over the novices before and after each, and what all the others leave to each.

    Where nobody may have an untold false noise there is one of the ``levels``, that without any.
    """
    before, after, weights, count = deal.before, deal.after, deal.weights, deal.count
    for fakes in range(levels):
        for held in range(SETS):
            before[0, fakes, held] = 0.0
            after[count, fakes, held] = deal.shares[fakes] if count_bits(held) == count else 0.0
    before[0, 0, 0] = 1.0
    for place in range(count):
        for fakes in range(levels):
            for held in range(SETS):
                total = 0.0
                if count_bits(held) == place + 1:
                    for card in range(WISH_CARDS):
                        if held >> card & 1:
                            total += before[place, fakes, held ^ 1 << card] * weights[place, 0, card]
                            if fakes:
                                total += before[place, fakes - 1, held ^ 1 << card] * weights[place, 1, card]
                before[place + 1, fakes, held] = total
    for place in range(count - 1, -1, -1):
        for fakes in range(levels):
            for held in range(SETS):
                total = 0.0
                if count_bits(held) == place:
                    for card in range(WISH_CARDS):
                        if not held >> card & 1:
                            total += after[place + 1, fakes, held | 1 << card] * weights[place, 0, card]
                            if fakes + 1 < levels:
                                total += after[place + 1, fakes + 1, held | 1 << card] * weights[place, 1, card]
                after[place, fakes, held] = total
    for place in range(count):
        figure = deal.figures[place]
        for card in range(WISH_CARDS):
            honest, false = 0.0, 0.0
            for held in range(SETS):
                if held >> card & 1 and count_bits(held) == place + 1:
                    for fakes in range(levels):
                        honest += before[place, fakes, held ^ 1 << card] * after[place + 1, fakes, held]
                        if fakes + 1 < levels:
                            false += before[place, fakes, held ^ 1 << card] * after[place + 1, fakes + 1, held]
            deal.others[figure, 0, card] = honest
            deal.others[figure, 1, card] = false
