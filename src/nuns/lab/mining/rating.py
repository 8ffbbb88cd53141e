"""How difficult a puzzle is: a rating like a chess player's, at which a player solves half of such puzzles."""

from math import exp, log10

from nuns.lessons.puzzle import PuzzleChoice

JUDGEMENT = 0.12  # how far a player of 1500 misjudges chances to win
LEAST, MIDDLE, MOST = 600, 1500, 2400
ODDS = 400.0  # points for odds of ten to one
MISSED = 200  # more where the bot of the night missed it


def rate_choices(choices: tuple[PuzzleChoice, ...], *, was_missed: bool) -> int:
    """Returns the rating of a decision: how likely a player who misjudges each choice a little takes one that is not clearly worse."""
    weights = [exp(-each.loss / JUDGEMENT) for each in choices]
    good = sum(weight for weight, each in zip(weights, choices, strict=True) if each.grade != "worse")
    return rate_odds(good / sum(weights), MISSED if was_missed else 0)


def rate_odds(share: float, more: int = 0) -> int:
    """Returns the rating of a puzzle that a player of 1500 solves so often."""
    share = min(max(share, 0.01), 0.99)
    return max(LEAST, min(MOST, round(MIDDLE + ODDS * log10((1 - share) / share)) + more))
