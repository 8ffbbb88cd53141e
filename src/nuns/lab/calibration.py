"""``python -m nuns.lab.calibration``: how honest the guards' belief is, on nights of careful novices that nothing was tuned on."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from nuns.bots.calibration import Bin, Bits, Log, Tally, logged, measure
from nuns.lab.ladder_report import markdown, put_into
from nuns.lab.lineup import LineUp
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.results import QUIET, TEST_SEED
from nuns.lab.simulate import bot_night
from nuns.lab.statistics import wilson
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat

BEGIN, END = "<!-- calibration: written by python -m nuns.lab.calibration -->", "<!-- calibration ends -->"
COUNTS = (1, 3)  # novices
TURNS = range(3, 11)
RARE = 0.06  # up to here dots are unlikely, and drawn in a panel of their own
LINEUP = LineUp("belief", ("careful",))


def followed(table: GameSetup, index: int) -> Log:
    """Game ``index`` of the test seed, as the guards were told it, and where the novices really were."""
    night, faults = bot_night(table, TEST_SEED, index, LINEUP)
    assert not faults, faults[0]
    return logged(again(night), Seat.GUARDS)


def again(night: Game) -> Iterator[tuple[Game, Action, Sequence[Event]]]:
    """A night played once more, action by action."""
    game = seat_game(night.table)
    for action in night.actions:
        happened = apply(game, action)
        yield game, action, happened


def measured(count: int, nights: int) -> Tally:
    """So many nights with so many novices."""
    table = GameSetup("mayfair", QUIET, count)
    return measure(followed(table, index) for index in range(nights))


def page(tallies: dict[int, Tally]) -> str:
    """Bits by turn: what it costs to be told where a novice really is."""
    rows = [[str(turn), *(cell for tally in tallies.values() for cell in _cells(tally.bits([turn])))] for turn in TURNS]
    rows.append(["3-10", *(cell for tally in tallies.values() for cell in _cells(tally.bits(TURNS)))])
    head = [f"{word}, {count} novice{'s' if count > 1 else ''}" for count in tallies for word in ("belief", "possible set", "moments")]
    return markdown(["turn", *head], rows)


def _cells(bits: Bits) -> list[str]:
    return [f"{bits.belief:.2f}", f"{bits.possible:.2f}", f"{bits.moments:,}"]


def picture(bins: Sequence[Bin]) -> str:
    """How often a novice was where she was believed with that probability; the closer to the line, the more honest."""
    panels = []
    for title, those in (
        ("unlikely dots", [b for b in bins if b.believed < RARE]),
        ("likely dots", [b for b in bins if b.believed >= RARE]),
    ):
        points = [(100 * b.believed, 100 * b.true) for b in those]
        spans = [(100 * low, 100 * high) for low, high in (wilson(round(b.true * b.dots), b.dots) for b in those)]
        ends = [(points[0][0], points[0][0]), (points[-1][0], points[-1][0])]
        ticks = [(x, f"{x:.2g}") for x, _ in points]
        panels.append(Panel(f"{title}: there, %", "believed, %", [PlotLine("seen", points, spans), PlotLine("honest", ends)], ticks))
    return plot(panels)


def main(words: Sequence[str] | None = None) -> None:
    command = ArgumentParser("python -m nuns.lab.calibration", description=__doc__)
    command.add_argument("--nights", type=int, default=100, help="for each number of novices (default: 100)")
    command.add_argument("--page", type=Path, help="a document to write the table into, between its marks")
    command.add_argument("--picture", type=Path, help="where to draw the reliability plot (SVG)")
    given = command.parse_args(words)
    tallies = {count: measured(count, given.nights) for count in COUNTS}
    written = page(tallies)
    if given.page:
        before = given.page.read_text(encoding="utf-8") if given.page.exists() else ""
        given.page.write_text(put_into(before, written, BEGIN, END), encoding="utf-8")
    if given.picture:
        given.picture.write_text(picture(together(tallies.values())), encoding="utf-8")
    print(written)


def together(tallies: Iterable[Tally]) -> list[Bin]:
    """The bins of several tallies as one."""
    total = Tally()
    for tally in tallies:
        total.merge(tally)
    return total.reliability()


if __name__ == "__main__":
    main()
