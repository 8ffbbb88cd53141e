"""``python -m research.curve_errors`` measures how large the value model's errors are along a night, and how they correlate.

From every value of a curve whole nights are played. Their mean less the model's value is the model's error; the variance of that mean is
subtracted from the square of the error. The curve of an analysis reads both figures (``TRUTH_DOUBT`` and ``LIKENESS`` in
``nuns.analysis.curve``).
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from nuns.analysis.curve import BATCH, Curve
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.values import WHOLE, Evaluator
from nuns.lab.report.tables import markdown
from nuns.referee.sentences import count_noun
from research.study import Study
from research.value_drift import BOT, play_spread, played

STUDY = Study("curve_errors", "curve")
SEED = 197_000
ROLLOUTS = 64  # from every value
APART = range(7)  # parts of turns


class CurveError(NamedTuple):
    """The mean of whole nights less the model's value of the guards' chance at one moment, and the variance of that mean."""

    error: float
    variance: float


def errors_of_night(options: str, novices: int, index: int, seed: int, bot: str = BOT, rollouts: int = ROLLOUTS) -> list[CurveError]:
    """Plays one night, and whole nights from every value of its curve."""
    game, model = played(options, novices, index, seed, bot)
    truth, evaluator = Curve(list(replay_night(game)), model).readings[None], Evaluator(game.setup, WHOLE)
    found = []
    for place in truth.open_places:
        for _ in range(rollouts // BATCH):
            truth.improve(place, evaluator)
        guards = np.concatenate(truth.results[place])[:, 0]
        found.append(CurveError(float(guards.mean()) - truth.model[place].guards, float(guards.var(ddof=1)) / len(guards)))
    return found


def products(nights: Sequence[Sequence[CurveError]], apart: int) -> list[float]:
    """Returns the products of all pairs of errors at that distance; at distance 0, the squares less the variances of the means."""
    if not apart:
        return [each.error**2 - each.variance for night in nights for each in night]
    return [one.error * other.error for night in nights for one, other in zip(night, night[apart:], strict=False)]


def likeness(nights: Sequence[Sequence[CurveError]]) -> str:
    """Returns a table of the errors' size, and of their correlation by the distance in parts of turns."""
    means = [float(np.mean(products(nights, apart))) for apart in APART]
    row = [f"{100 * sqrt(max(0.0, means[0])):.0f} points", *(f"{mean / means[0]:.2f}" for mean in means[1:])]
    sample = f"{count_noun(sum(map(len, nights)), 'value')} in {count_noun(len(nights), 'night')}"
    return markdown([f"errors of {sample}", *(f"{count_noun(apart, 'part')} on" for apart in APART[1:])], [row])


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = STUDY.command(__doc__)
    command.add_argument("--nights", type=int, default=24, help="nights, spread over editions and sizes (default: 24)")
    command.add_argument("--bot", default=BOT, help=f"who plays both sides (default: {BOT})")
    given = command.parse_args(words)
    STUDY.publish(likeness(play_spread(errors_of_night, given.nights, SEED, given.workers, given.bot)), given.page)


if __name__ == "__main__":
    main()
