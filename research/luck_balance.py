"""``python -m research.luck_balance`` checks that luck is 0 on average: of the deal, of the dice, and of the lots that bots draw.

It also works out the ledgers of some nights between the strongest bots: what they say of luck and of decisions.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from nuns.analysis.night_watch import watch_nights
from nuns.lab.games import DEALS
from nuns.lab.report.tables import markdown
from research.study import Study, play_all
from research.value_drift import account_night, accounts_table, play_spread
from research.value_positions import EDITIONS, PIECE, SIZES, NightRange

STUDY = Study("luck_balance", "luck")
SEED = 195_000
KINDS = ("the deal", "dice for noise", "dice for listening", "lots of novices", "lots of guards")
LINEUPS = (("belief", "belief"), ("greedy", "greedy"))


def luck_of(piece: NightRange) -> Any:
    """Plays some nights, and returns the luck of each by kind."""
    nights = watch_nights(piece.setup, piece.seed, piece.first, piece.count, piece.policies, is_lucky=True, deals=DEALS)
    return nights.luck


def ranges_of(nights: int) -> list[NightRange]:
    """Returns ranges of ``nights`` nights in all, spread over editions, sizes and bots; no two nights have the same deal."""
    cells = [(options, size, *bots) for options in EDITIONS for size in SIZES for bots in LINEUPS]
    pieces = []
    for number in range(0, nights, PIECE):
        turn, cell = divmod(number // PIECE, len(cells))
        pieces.append(NightRange(*cells[cell], SEED + cell, turn * PIECE, min(PIECE, nights - number), 0))
    return pieces


def balance(luck: Any) -> str:
    """Returns a table: the mean of each kind of luck with its standard error, in points of the guards' chance."""
    rows = []
    for kind, name in enumerate(KINDS):
        some = luck[luck[:, kind] != 0, kind]
        mean, error = float(luck[:, kind].mean()), float(luck[:, kind].std() / sqrt(len(luck)))
        rows.append([name, f"{100 * mean:+.2f}", f"{100 * error:.2f}", f"{mean / error if error else 0:+.1f}", f"{100 * some.std():.1f}"])
    total = luck.sum(axis=1)
    error = float(total.std() / sqrt(len(total)))
    rows.append(["all", f"{100 * total.mean():+.2f}", f"{100 * error:.2f}", f"{total.mean() / error:+.1f}", f"{100 * total.std():.1f}"])
    return markdown([f"luck in {len(luck):,} nights, in points", "mean", "standard error", "mean in errors", "spread of a night"], rows)


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = STUDY.command(__doc__)
    command.add_argument("--nights", type=int, default=5000, help="nights in all (default: 5000)")
    command.add_argument("--ledger-nights", type=int, default=240, help="nights whose ledgers are worked out besides (default: 240)")
    given = command.parse_args(words)
    pieces = [(each,) for each in ranges_of(given.nights)]
    written = balance(np.concatenate(play_all(luck_of, pieces, given.workers)))
    if given.ledger_nights:
        written += "\n\n" + accounts_table(play_spread(account_night, given.ledger_nights, SEED + 100, given.workers))
    STUDY.publish(written, given.page)


if __name__ == "__main__":
    main()
