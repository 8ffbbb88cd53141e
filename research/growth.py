"""How the cost of a game grows: games a second on one core by novices, by edition and by batch size, as a table and a plot.

Run it as ``python -m research.growth docs/pictures/growth.svg``.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from nuns.kernel.batch import Batch
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.rules.options import EDITIONS, MAYFAIR, Options
from nuns.rules.words import NOVICES
from research.study import Study

GAMES, ROUNDS = 8_000, 5
SIZES = (1, 10, 100, 1_000, 10_000)


def games_per_second(options: Options, novices: int, size: int = GAMES) -> float:
    """Returns the rate of random play on one core in batches of that size; games are dealt before the clock starts."""
    batch, rates = Batch(options, novices=novices, games=size), []
    for seed in range(ROUNDS):
        spent = 0.0
        for first in range(0, GAMES if size > 1 else GAMES // 8, size):
            batch.reset(seed, first)
            began = time.process_time()
            batch.play()
            spent += time.process_time() - began
        rates.append(-(-(GAMES if size > 1 else GAMES // 8) // size) * size / spent)
    return median(rates)


def main(words: Sequence[str] | None = None) -> None:
    """Prints the tables and draws the plot."""
    command = Study("growth").command(__doc__, workers=False, page=False)
    command.add_argument("picture", type=Path, help="SVG file to write the plot to")
    given = command.parse_args(words)
    by_novices = [(novices, games_per_second(MAYFAIR, novices)) for novices in range(1, NOVICES + 1)]
    by_edition = [(name, games_per_second(options, NOVICES)) for name, options in EDITIONS.items()]
    by_size = [(size, games_per_second(MAYFAIR, NOVICES, size)) for size in SIZES]
    for title, rows in (("novices", by_novices), ("edition", by_edition), ("games in a batch", by_size)):
        print(f"| {title} | {' | '.join(str(name) for name, _ in rows)} |")
        print(f"| --- | {' | '.join('---:' for _ in rows)} |")
        print(f"| games/s | {' | '.join(f'{rate:,.0f}' for _, rate in rows)} |\n")
    panels = [
        Panel("games a second, by novices", "novices", [PlotLine("", by_novices)]),
        Panel(
            "by edition, six novices",
            "edition",
            [PlotLine("", [(place, rate) for place, (_, rate) in enumerate(by_edition)])],
            [(place, name) for place, (name, _) in enumerate(by_edition)],
            joined=False,
        ),
        Panel("by games in a batch", "games", [PlotLine("", by_size)], logarithmic=True),
    ]
    given.picture.write_text(plot(panels, "Games a second"), encoding="utf-8")


if __name__ == "__main__":
    main()
