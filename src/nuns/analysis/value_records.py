"""The records of the value model: its weights, and the sheet on which one position is described and weighed."""

from dataclasses import dataclass

from nuns.board.tables import DOTS
from nuns.bots.filter.records import Numbers, Whole, table, whole
from nuns.rules.words import NOVICES

LEVELS = 5  # of bots, from random to search (bots/policies/policy_games.py)
GLOBALS = 25 + 2 * LEVELS  # numbers of the night as a whole; the last are who plays the guards and the novices, by level
PERSONAL = 55  # numbers of each novice
INPUTS = PERSONAL + GLOBALS + 1  # of a novice's own layer: hers, the night's, and 1
HIDDEN = 24  # of a novice
POOLED = 2 * HIDDEN  # the sum over the novices, and the largest of each
DEEP = POOLED + GLOBALS + 1
WIDE = 24  # of the night
GUARDS_CHANCE = 0  # places of ``chances``: the guards', then each novice's by her figure
CHANCES = 1 + NOVICES


@dataclass(slots=True)
class ValueWeights:
    """The weights of the network: a layer for each novice, one over all of them, and what is read from both."""

    novice: Numbers = table(HIDDEN, INPUTS)
    night: Numbers = table(WIDE, DEEP)
    guards: Numbers = table(WIDE + 1)  # the guards' chance, as a log-odds
    winner: Numbers = table(HIDDEN + WIDE + 1)  # the chance of a novice to be among the winners if the guards lose


@dataclass(slots=True)
class ValueSheet:
    """One position: what the guards believe, its numbers, and the chances."""

    likely: Numbers = table(NOVICES, DOTS)
    is_stale: int = whole()  # the guards have not been told yet what led to the position
    guards_level: int = whole()  # who plays them
    novices_level: int = whole()
    night: Numbers = table(GLOBALS)
    personal: Numbers = table(NOVICES, PERSONAL)
    is_present: Whole = table(NOVICES, width="i8")
    needs: Numbers = table(NOVICES)
    hidden: Numbers = table(NOVICES, HIDDEN)
    pooled: Numbers = table(POOLED)
    wide: Numbers = table(WIDE)
    chances: Numbers = table(CHANCES)
