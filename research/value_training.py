"""``python -m research.value_training`` trains the value model on nights between bots, and writes its weights.

The same arguments give the same weights on the same machine: the nights have fixed seeds, and so has the order in which rows are read.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nuns.analysis import values
from nuns.analysis.value_network import LEAK
from nuns.analysis.value_records import DEEP, GLOBALS, HIDDEN, INPUTS, POOLED, WIDE
from nuns.analysis.values import PARTS, weights_record
from research.study import Study
from research.value_positions import EDITIONS, SIZES, VARIANTS, NightRange, Positions, Table, gather

TRAINING_SEED = 180_000
EPOCHS, BATCH, RATE, DECAY = 24, 256, 2e-3, 3e-5
NOVICES_SHARE = 0.5  # how much the novices' own chances count beside the guards'
LADDER = (  # pairings of the ladder, each with how many nights
    ("greedy", "greedy", 6),
    ("random", "greedy", 2),
    ("greedy", "careful", 2),
    ("greedy", "belief", 1),
    ("random", "careful", 1),
    ("careful", "greedy", 1),
    ("belief", "greedy", 1),
    ("careful", "careful", 1),
    ("belief", "careful", 1),
    ("careful", "belief", 1),
)
Weights = dict[str, Table]


def ranges_of(nights: int, search_nights: int) -> list[NightRange]:
    """Returns the nights to train on: all editions, some variants and all sizes, belief against belief and some nights with a search.

    The ladder's own options are played by all bots of the ladder besides, so that its luck can be worked out.
    """
    ranges = []
    for size in SIZES:
        for options in (*EDITIONS, *VARIANTS):
            few = 4 if options in VARIANTS[1:] else 1
            ranges.append(NightRange(options, size, "belief", "belief", TRAINING_SEED, 0, nights // few, 8))
            for guards, novices in (("search", "search"), ("search", "belief"), ("belief", "search")):
                ranges.append(NightRange(options, size, guards, novices, TRAINING_SEED + 1, 0, search_nights // few, 8))
        for guards, novices, share in LADDER:
            ranges.append(NightRange(VARIANTS[0], size, guards, novices, TRAINING_SEED + 2, 0, nights * share // 2, 8))
    return [each for each in ranges if each.count]


def first_weights(rng: np.random.Generator) -> Weights:
    """Returns random weights to begin with."""
    shapes = {"novice": (HIDDEN, INPUTS), "night": (WIDE, DEEP), "guards": (WIDE + 1,), "winner": (HIDDEN + WIDE + 1,)}
    return {name: rng.normal(0, np.sqrt(1 / shape[-1]), shape) for name, shape in shapes.items()}


def inputs_of(rows: Positions) -> tuple[Table, Table]:
    """Returns what each novice's layer reads, and what the night's layer reads besides the pool."""
    count, novices = rows.present.shape
    night = np.concatenate([rows.night, np.ones((count, 1))], axis=1)
    shared = np.broadcast_to(night[:, None, :], (count, novices, GLOBALS + 1))
    return np.concatenate([rows.personal, shared], axis=2), night


def sigmoid(odds: Table) -> Table:
    """Returns chances of log-odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def forward(weights: Weights, rows: Positions) -> dict[str, Any]:
    """Returns the chances of all rows, and everything that was worked out on the way."""
    hers, night = inputs_of(rows)
    present = rows.present[:, :, None]
    before = hers @ weights["novice"].T
    hidden = np.where(before > 0, before, LEAK * before) * present
    largest = np.maximum(hidden.max(axis=1), 0)
    pooled = np.concatenate([hidden.sum(axis=1), largest, night], axis=1)
    raw = pooled @ weights["night"].T
    wide = np.where(raw > 0, raw, LEAK * raw)
    guards = sigmoid(wide @ weights["guards"][:-1] + weights["guards"][-1])
    winner = weights["winner"]
    odds = hidden @ winner[:HIDDEN] + (wide @ winner[HIDDEN:-1])[:, None] + winner[-1]
    return {
        "hers": hers, "before": before, "hidden": hidden, "pooled": pooled, "raw": raw, "wide": wide, "guards": guards,
        "winner": sigmoid(odds), "largest": largest,
    }  # fmt: skip


def gradients(weights: Weights, rows: Positions) -> Weights:
    """Returns how the loss changes with each weight: the log-loss of the guards' chance, and of each novice's where they won.

    Each row has an importance weight: the number of positions of its night that it stands for. Without the weights the first positions of
    a short night would count more than those of a long one, although nobody knows then how long the night will be.
    """
    made, shares = forward(weights, rows), rows.weight / rows.weight.sum()
    wrong = (made["guards"] - rows.guards) * shares
    contested = rows.present * ((1 - rows.guards) * (rows.present.sum(axis=1) > 1) * shares)[:, None]
    wrong_winner = NOVICES_SHARE * contested * (made["winner"] - rows.winners)
    winner = weights["winner"]
    wide_slope = wrong[:, None] * weights["guards"][:-1] + wrong_winner.sum(axis=1)[:, None] * winner[HIDDEN:-1]
    raw_slope = wide_slope * np.where(made["raw"] > 0, 1.0, LEAK)
    pooled_slope = raw_slope @ weights["night"]
    is_largest = (made["hidden"] == made["largest"][:, None, :]) & (made["largest"][:, None, :] > 0)
    hidden_slope = (
        pooled_slope[:, None, :HIDDEN] + pooled_slope[:, None, HIDDEN:POOLED] * is_largest + wrong_winner[:, :, None] * winner[:HIDDEN]
    )
    before_slope = hidden_slope * np.where(made["before"] > 0, 1.0, LEAK) * rows.present[:, :, None]
    flat = before_slope.reshape(-1, HIDDEN)
    return {
        "novice": flat.T @ made["hers"].reshape(-1, INPUTS),
        "night": raw_slope.T @ made["pooled"],
        "guards": np.append(made["wide"].T @ wrong, wrong.sum()),
        "winner": np.concatenate(
            [
                np.einsum("rn,rnh->h", wrong_winner, made["hidden"]),
                made["wide"].T @ wrong_winner.sum(axis=1),
                [wrong_winner.sum()],
            ]
        ),
    }


def train(rows: Positions, epochs: int = EPOCHS, seed: int = 1) -> Weights:
    """Returns trained weights (Adam, with a rate that falls to 0)."""
    rng = np.random.default_rng(seed)
    weights = first_weights(rng)
    means = {name: np.zeros_like(value) for name, value in weights.items()}
    squares = {name: np.zeros_like(value) for name, value in weights.items()}
    batches, step = max(rows.total // BATCH, 1), 0
    for _ in range(epochs):
        for which in np.array_split(rng.permutation(rows.total), batches):
            step += 1
            rate = RATE * (1 - step / (epochs * batches + 1))
            for name, slope in gradients(weights, rows.chosen(which)).items():
                slope = slope + DECAY * weights[name]
                means[name] += 0.1 * (slope - means[name])
                squares[name] += 0.001 * (slope**2 - squares[name])
                size = np.sqrt(squares[name] / (1 - 0.999**step)) + 1e-8
                weights[name] = weights[name] - rate * means[name] / (1 - 0.9**step) / size
    return weights


def log_loss(chances: Table, came: Table, weight: Table | None = None) -> float:
    """Returns the mean log-loss of chances, weighted if asked."""
    gains = came * np.log(np.maximum(chances, 1e-9)) + (1 - came) * np.log(np.maximum(1 - chances, 1e-9))
    return -float(np.average(gains, weights=weight))


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = Study("value_training").command(__doc__, page=False)
    command.add_argument("--nights", type=int, default=400, help="nights of belief bots for each edition and size (default: 400)")
    command.add_argument("--search-nights", type=int, default=40, help="the same of each pairing with a search (default: 40)")
    command.add_argument("--epochs", type=int, default=EPOCHS, help=f"how often every row is read (default: {EPOCHS})")
    command.add_argument("--weights", type=Path, default=Path(values.__file__).with_name(values.WEIGHTS_FILE), help="file to write")
    given = command.parse_args(words)
    nothing = weights_record({})
    rows = gather(ranges_of(given.nights, given.search_nights), given.workers, nothing)
    weights = train(rows, given.epochs)
    parts: dict[str, Any] = {name: weights[name].astype(np.float32) for name in PARTS}
    np.savez_compressed(given.weights, **parts)
    chances = forward(weights, rows)["guards"]
    brier, loss = float(np.average((chances - rows.guards) ** 2, weights=rows.weight)), log_loss(chances, rows.guards, rows.weight)
    print(f"{rows.total:,} positions; Brier score on them {brier:.4f}, log-loss {loss:.4f}")


if __name__ == "__main__":
    main()
