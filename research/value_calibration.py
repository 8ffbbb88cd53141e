"""``python -m research.value_calibration`` measures how good the value model is, on nights that it was not trained on.

The nights are between the strongest bots, and give two positions each at most. The model is compared with simpler ones: the mean of
these very results, and a logistic regression on captures and turn, fitted on other nights. On nights of their own it is compared with
roll-outs. On further nights its drift is measured: how much the value changes on average in each part of a turn, which is 0 for a value
that is right.
"""

from collections.abc import Iterable, Sequence
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from nuns.analysis.counterfactuals import GUARDS_PART, JUST_DEALT, LISTENING_PART, NOISE_PART, PLANNING
from nuns.analysis.replayed_minds import NightPosition, replay_minds
from nuns.analysis.values import WHOLE, Chances, Evaluator
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.report.tables import markdown
from nuns.lab.statistics import wilson_interval
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import parse_options
from nuns.rules.words import GUARDS_WIN, NOVICES, Ask, Stage
from research.study import Study, play_all
from research.value_drift import drift, follow_night, play_spread, seat_scores
from research.value_positions import EDITIONS, SIZES, NightRange, Positions, Table, gather

STUDY = Study("value_calibration", "value")
HELD_OUT_SEED = 190_000  # the model is trained on others
LINEUPS = (("search", "search"), ("search", "belief"))
POSITIONS = 2  # of a night
FOLDS = 5
BINS = 10
PART, IS_STALE = 4, 5  # places in what is told of a position
PARTS_OF_TURN = {
    JUST_DEALT: "just dealt",
    PLANNING: "while novices plan",
    NOISE_PART: "while noise is made",
    GUARDS_PART: "while guards move",
    LISTENING_PART: "while guards listen",
}
TURNS = ((1, 3), (4, 6), (7, 9), (10, 15))
ROLLOUTS = (1, 4, 16, 64)


def ranges_of(nights: int) -> list[NightRange]:
    """Returns ranges of ``nights`` nights in all, spread over editions, sizes and the two pairings."""
    cells = [(options, size, guards, novices) for options in EDITIONS for size in SIZES for guards, novices in LINEUPS]
    shares = [nights // len(cells) + (place < nights % len(cells)) for place in range(len(cells))]
    return [NightRange(*cell, HELD_OUT_SEED, 0, share, POSITIONS) for cell, share in zip(cells, shares, strict=True) if share]


def brier(chances: Table, came: Table, weight: Table | None = None) -> float:
    """Returns the Brier score, the mean squared error of chances; with weights if there are any."""
    return float(np.average((chances - came) ** 2, weights=weight))


def logistic(known: Table, came: Table, weight: Table) -> Table:
    """Returns the weights of a logistic regression (Newton's method)."""
    weights = np.zeros(known.shape[1])
    for _ in range(25):
        chances = 1 / (1 + np.exp(-known @ weights))
        slopes = known.T @ (known * (chances * (1 - chances) * weight)[:, None]) + 1e-6 * np.eye(len(weights))
        weights += np.linalg.solve(slopes, known.T @ ((came - chances) * weight))
    return weights


def as_told(rows: Positions) -> Positions:
    """Returns the rows of which the guards were told, which are those that an analysis asks about."""
    return rows.chosen(rows.told[:, IS_STALE] == 0)


def by_captures_and_turn(rows: Positions) -> Table:
    """Returns the guards' chance by captures, goal and turn alone, fitted on other nights."""
    turn, captures, goal = rows.told[:, 1] / 15, rows.told[:, 2], rows.told[:, 3]
    known = np.stack([np.ones(rows.total), turn, captures / goal, (goal - captures) / 7, turn * captures / goal, turn**2], axis=1)
    found, fold = np.zeros(rows.total), rows.game.astype(int) % FOLDS  # nights of the same number have the same deal
    for each in range(FOLDS):
        others = fold != each
        weights = logistic(known[others], rows.guards[others], rows.weight[others])
        found[fold == each] = 1 / (1 + np.exp(-known[fold == each] @ weights))
    return found


def scores(rows: Positions, ranges: Sequence[NightRange]) -> str:
    """Returns a table of Brier scores: of the model, of captures and turn, and of the mean."""
    model, simple = rows.told[:, 0], by_captures_and_turn(rows)
    kinds, turns, parts = rows.kind.astype(int), rows.told[:, 1], rows.told[:, PART]
    sizes, editions = np.array([each.novices for each in ranges])[kinds], np.array([each.options for each in ranges])[kinds]
    novices = np.array([each.novice_bot for each in ranges])[kinds]
    groups: list[tuple[str, Any]] = [("all", np.ones(rows.total, bool))]
    groups += [(f"search / {bot}", novices == bot) for _, bot in LINEUPS]
    groups += [(f"turns {first}-{last}", (turns >= first) & (turns <= last)) for first, last in TURNS]
    groups += [(name, parts == part) for part, name in PARTS_OF_TURN.items()]
    groups += [(edition, editions == edition) for edition in EDITIONS]
    groups += [(f"{size} novice{'s' if size > 1 else ''}", sizes == size) for size in SIZES]
    lines = []
    for name, which in groups:
        if which.any():
            came, weight = rows.guards[which], rows.weight[which]
            mean = float(np.average(came, weights=weight))
            figures = [brier(chances, came, weight) for chances in (model[which], simple[which], np.full(len(came), mean))]
            expected = float(np.average(model[which], weights=weight))
            lines.append([name, *(f"{each:.3f}" for each in figures), f"{expected:.0%}", f"{mean:.0%}", f"{which.sum():,}"])
    return markdown(["positions", "the model", "captures and turn", "the mean", "expected", "guards win", "number"], lines)


def picture(rows: Positions) -> str:
    """Returns a plot of how often the guards won by what the model said, in tenths."""
    place = np.minimum((rows.told[:, 0] * BINS).astype(int), BINS - 1)
    points, spans = [], []
    for each in range(BINS):
        here = place == each
        if here.any():
            weight = rows.weight[here]
            share, expected = (float(np.average(values[here], weights=weight)) for values in (rows.guards, rows.told[:, 0]))
            count = round(float(weight.sum() ** 2 / (weight**2).sum()))  # the effective sample size
            low, high = wilson_interval(round(share * count), count)
            points.append((100 * expected, 100 * share))
            spans.append((100 * low, 100 * high))
    ends = [(points[0][0], points[0][0]), (points[-1][0], points[-1][0])]
    ticks = [(x, f"{x:.0f}") for x, _ in points]
    lines = [PlotLine("seen", points, spans), PlotLine("honest", ends)]
    return plot(
        [Panel("the guards win, %", "by the model, %", lines, ticks, top=100)], "How often the guards win where the model expects it"
    )


class Compared(NamedTuple):
    """One position by roll-outs and by the model, with how the night ended and the seconds that each took."""

    came: float
    rollouts: list[float]  # the mean of the first 1, 4, 16 and 64
    model: float
    rollout_seconds: float
    model_seconds: float


def compare_night(options: str, novices: int, index: int) -> list[Compared]:
    """Plays one night through the referee, and values a position of the middle of it in both ways."""
    setup = GameSetup(options.partition("(")[0], parse_options(options), novices)
    game, _ = play_bot_game(setup, HELD_OUT_SEED + 1, index, LineUp("search", ("belief",)))
    positions = [each for each in replay_minds(game) if is_turn_start(each)]
    chosen = [positions[int(share * len(positions))] for share in (0.25, 0.6)]
    rollouts, model = Evaluator(setup, WHOLE), Evaluator(setup)
    found = []
    for position in chosen:
        began = process_time()
        results = rollouts.results(position, None, ROLLOUTS[-1])
        middle = process_time()
        chances: Chances = model.chances(position)
        ended = process_time()
        means = [float(results[:count, 0].mean()) for count in ROLLOUTS]
        found.append(Compared(float(game.state.winners == GUARDS_WIN), means, chances.guards, middle - began, ended - middle))
    return found


def is_turn_start(position: NightPosition) -> bool:
    """Tells whether the novices are about to write their plans."""
    truth = position.truth
    waiting = [figure for figure in range(NOVICES) if truth.asked >> figure & 1]
    return truth.stage != Stage.OVER and truth.ask == Ask.PLAN and bool(waiting) and not any(n.steps for n in truth.novices)


def comparison(found: Iterable[Compared]) -> str:
    """Returns a table of roll-outs against the model."""
    rows = list(found)
    came = np.array([each.came for each in rows])
    seconds = np.mean([each.rollout_seconds for each in rows]) / ROLLOUTS[-1]
    lines = [
        [
            "the model",
            f"{brier(np.array([each.model for each in rows]), came):.3f}",
            f"{1000 * np.mean([each.model_seconds for each in rows]):.2f}",
        ]
    ]
    for place, count in enumerate(ROLLOUTS):
        told = np.array([each.rollouts[place] for each in rows])
        lines.append([f"{count} roll-out{'s' if count > 1 else ''}", f"{brier(told, came):.3f}", f"{1000 * count * seconds:.1f}"])
    lines.append(["the mean", f"{brier(np.full(len(came), came.mean()), came):.3f}", ""])
    return markdown([f"{len(rows):,} positions", "Brier score", "ms of one core"], lines)


def compare_all(nights: int, workers: int) -> list[Compared]:
    """Compares the two ways on so many nights, spread over editions and sizes."""
    cells = [(options, size) for options in EDITIONS for size in SIZES]
    wanted = [(*cells[index % len(cells)], index) for index in range(nights)]
    return [one for compared in play_all(compare_night, wanted, workers) for one in compared]


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = STUDY.command(__doc__, picture="the reliability plot")
    command.add_argument("--nights", type=int, default=2000, help="nights in all (default: 2000)")
    command.add_argument("--rollout-nights", type=int, default=240, help="nights whose positions are also rolled out (default: 240)")
    command.add_argument("--drift-nights", type=int, default=240, help="nights that are valued after every part of a turn (default: 240)")
    given = command.parse_args(words)
    ranges = ranges_of(given.nights)
    rows = as_told(gather(ranges, given.workers))
    written = scores(rows, ranges)
    if given.rollout_nights:
        written += "\n\n" + comparison(compare_all(given.rollout_nights, given.workers))
    if given.drift_nights:
        followed = play_spread(follow_night, given.drift_nights, HELD_OUT_SEED + 2, given.workers)
        written += "\n\n" + drift(followed) + "\n\n" + seat_scores(followed)
    if given.picture:
        given.picture.write_text(picture(rows), encoding="utf-8")
    STUDY.publish(written, given.page)


if __name__ == "__main__":
    main()
