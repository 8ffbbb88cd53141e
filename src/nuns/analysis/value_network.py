"""The value model's forward pass: a small network in which the novices are pooled, so that neither their order nor their number matters.

Written in the subset of Python that the kernel compiles.
"""

from math import exp

from nuns.analysis.value_features import describe
from nuns.analysis.value_records import DEEP, GLOBALS, GUARDS_CHANCE, HIDDEN, INPUTS, PERSONAL, POOLED, WIDE, ValueSheet, ValueWeights
from nuns.board.tables import Board
from nuns.rules.ending import wins_together
from nuns.rules.state import State
from nuns.rules.words import GUARDS_WIN, NOVICES, Stage

LEAK = 0.1  # the slope of a unit below 0


def weigh_position(board: Board, weights: ValueWeights, game: State, sheet: ValueSheet) -> float:
    """Fills in the chances of the guards and of each novice, and returns the guards'; ``likely`` must hold what the guards believe."""
    if game.stage == Stage.OVER:
        sheet.chances[GUARDS_CHANCE] = 1.0 if game.winners == GUARDS_WIN else 0.0
        for figure in range(NOVICES):
            sheet.chances[1 + figure] = game.winners >> figure & 1
        return float(sheet.chances[GUARDS_CHANCE])
    describe(board, game, sheet)
    weigh_numbers(weights, sheet)
    if game.novice_players == 1 or wins_together(game):
        for figure in range(NOVICES):
            sheet.chances[1 + figure] = sheet.is_present[figure] * (1.0 - sheet.chances[GUARDS_CHANCE])
    return float(sheet.chances[GUARDS_CHANCE])


def weigh_numbers(weights: ValueWeights, sheet: ValueSheet) -> None:
    """Fills in the chances of a position that is described."""
    for unit in range(POOLED):
        sheet.pooled[unit] = 0.0
    for figure in range(NOVICES):
        if sheet.is_present[figure]:
            weigh_novice(weights, sheet, figure)
    for unit in range(WIDE):
        total = weights.night[unit, DEEP - 1]
        for place in range(POOLED):
            total += weights.night[unit, place] * sheet.pooled[place]
        for place in range(GLOBALS):
            total += weights.night[unit, POOLED + place] * sheet.night[place]
        sheet.wide[unit] = bent(total)
    odds = weights.guards[WIDE]
    for unit in range(WIDE):
        odds += weights.guards[unit] * sheet.wide[unit]
    sheet.chances[GUARDS_CHANCE] = chance_of(odds)
    for figure in range(NOVICES):
        sheet.chances[1 + figure] = 0.0
        if sheet.is_present[figure]:
            odds = weights.winner[HIDDEN + WIDE]
            for unit in range(HIDDEN):
                odds += weights.winner[unit] * sheet.hidden[figure, unit]
            for unit in range(WIDE):
                odds += weights.winner[HIDDEN + unit] * sheet.wide[unit]
            sheet.chances[1 + figure] = (1.0 - sheet.chances[GUARDS_CHANCE]) * chance_of(odds)


def weigh_novice(weights: ValueWeights, sheet: ValueSheet, figure: int) -> None:
    """Fills in the layer of one novice, and adds it to the pool."""
    for unit in range(HIDDEN):
        total = weights.novice[unit, INPUTS - 1]
        for place in range(PERSONAL):
            total += weights.novice[unit, place] * sheet.personal[figure, place]
        for place in range(GLOBALS):
            total += weights.novice[unit, PERSONAL + place] * sheet.night[place]
        total = bent(total)
        sheet.hidden[figure, unit] = total
        sheet.pooled[unit] += total
        sheet.pooled[HIDDEN + unit] = max(sheet.pooled[HIDDEN + unit], total)


def bent(total: float) -> float:
    """Returns a unit's answer: its input, or a tenth of it below 0."""
    return total if total > 0 else LEAK * total


def chance_of(odds: float) -> float:
    """Returns the chance of a log-odds."""
    return 1.0 / (1.0 + exp(-odds)) if odds > -30.0 else 0.0
