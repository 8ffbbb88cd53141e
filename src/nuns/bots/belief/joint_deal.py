"""Cards are dealt without putting them back: the hidden states of several novices, taken together (rules 2.2, 2.3).

Each novice's weights are kept as if she were alone. A night has their product wherever no two have the same wish card and no more have
placed false noises than there are such cards left. Sums over all such nights go over the sets of cards that the first few hold.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.bots.belief.rule_tables import Numbers, Whole

SETS = 1 << WISH_CARDS
FALSE_CARDS = 2  # 10 two cards of each kind
BLESSINGS = 8


@cache
def sets_of(size: int) -> tuple[Whole, Whole, Whole]:
    """The sets of so many cards; for each card in one, the set without it, and that card."""
    sets = [each for each in range(SETS) if each.bit_count() == size]
    cards = [[card for card in range(WISH_CARDS) if each >> card & 1] for each in sets]
    without = [[each & ~(1 << card) for card in held] for each, held in zip(sets, cards, strict=True)]
    return np.array(sets, dtype=np.intp), np.array(without, dtype=np.intp), np.array(cards, dtype=np.intp)


def shares(known: int, known_false: int) -> Numbers:
    """2.3, 10 How likely it is that 0, 1, 2 certain holders, whose cards one does not know, have a false noise."""
    left, unknown = FALSE_CARDS - known_false, BLESSINGS - known
    found = np.ones(FALSE_CARDS + 1)
    for count in range(FALSE_CARDS):
        found[count + 1] = found[count] * max(left - count, 0) / max(unknown - count, 1)
    return found


class JointDeal:
    """Weights by novice, false noises placed (0 or 1) and card; ``fakes`` are the shares of 0, 1 or 2 false noises in all."""

    def __init__(self, weights: Sequence[Numbers], fakes: Numbers) -> None:
        self.weights, self.fakes = list(weights), fakes
        self.before = self._forwards()
        self.after = self._backwards()

    def _forwards(self) -> list[Numbers]:
        """By novice, false noises and set of cards: the weight of all the ways in which those before her hold that set."""
        tables = [np.zeros((FALSE_CARDS + 1, SETS))]
        tables[0][0, 0] = 1
        for count, weights in enumerate(self.weights, 1):
            sets, without, cards = sets_of(count)
            table = np.zeros((FALSE_CARDS + 1, SETS))
            table[:, sets] = (tables[-1][:, without] * weights[0][cards]).sum(axis=2)
            if weights[1].any():
                table[1:, sets] += (tables[-1][:-1, without] * weights[1][cards]).sum(axis=2)
            tables.append(table)
        return tables

    def _backwards(self) -> list[Numbers]:
        """The same for those from her on, given the false noises and the cards of those before her."""
        count = len(self.weights)
        last = np.zeros((FALSE_CARDS + 1, SETS))
        last[:, sets_of(count)[0] if count else [0]] = self.fakes[:, None]
        tables = [last]
        for place in range(count - 1, -1, -1):
            weights, later = self.weights[place], tables[-1]
            sets, without, cards = sets_of(place + 1)
            table = np.zeros((FALSE_CARDS + 1, SETS))
            given = later[:, sets, None] * weights[0][cards]
            if weights[1].any():
                given[:-1] += later[1:, sets, None] * weights[1][cards]
            for fakes in range(FALSE_CARDS + 1):
                table[fakes] = np.bincount(without.reshape(-1), given[fakes].reshape(-1), SETS)
            tables.append(table)
        return tables[::-1]

    @property
    def total(self) -> float:
        return float(self.after[0][0, 0])

    def others(self, place: int) -> Numbers:
        """By false noises she placed and her card: the weight of all that the others may have."""
        sets, without, cards = sets_of(place + 1)
        found = np.zeros((2, WISH_CARDS))
        before, after = self.before[place], self.after[place + 1]
        honest = (before[:, without] * after[:, sets, None]).sum(axis=0)
        false = (before[:-1, without] * after[1:, sets, None]).sum(axis=0)
        for row, each in enumerate((honest, false)):
            found[row] = np.bincount(cards.reshape(-1), each.reshape(-1), WISH_CARDS)
        return found

    def drawn(self, rng: np.random.Generator, count: int) -> tuple[Whole, Whole]:
        """So many deals at random: by deal and novice, her card, and whether her noise was false."""
        cards = np.zeros((count, len(self.weights)), dtype=np.intp)
        false = np.zeros_like(cards)
        held, fakes = np.zeros(count, dtype=np.intp), np.zeros(count, dtype=np.intp)
        each = np.arange(WISH_CARDS)
        for place, weights in enumerate(self.weights):
            after = self.after[place + 1]
            free = (held[:, None] >> each & 1) == 0
            then = held[:, None] | 1 << each
            honest = np.where(free, after[fakes[:, None], then] * weights[0], 0)
            lying = np.where(
                free & (fakes[:, None] < FALSE_CARDS), after[np.minimum(fakes[:, None] + 1, FALSE_CARDS), then] * weights[1], 0
            )
            picked = pick(rng, np.concatenate([honest, lying], axis=1))
            false[:, place], cards[:, place] = picked // WISH_CARDS, picked % WISH_CARDS
            held |= 1 << cards[:, place]
            fakes += false[:, place]
        return cards, false


def pick(rng: np.random.Generator, weights: Numbers) -> Whole:
    """One column of each row, by weight."""
    heights = weights.cumsum(axis=1)
    thrown = rng.random(len(weights)) * heights[:, -1]
    picked: Whole = np.minimum((heights <= thrown[:, None]).sum(axis=1), weights.shape[1] - 1)
    return picked
