"""``python -m research.calibration`` measures how honest the guards' belief is, on games of careful novices that nothing was tuned on."""

from collections.abc import Iterable, Iterator, Sequence

from nuns.lab.games import play_bot_game
from nuns.lab.ladder import QUIET, TEST_SEED
from nuns.lab.lineup import LineUp
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.report.tables import markdown
from nuns.lab.statistics import wilson_interval
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat
from research.belief_log_loss import Bin, Bits, Log, Tally, follow_game, measure
from research.study import Study

STUDY = Study("calibration", "calibration")
COUNTS = (1, 3)  # the numbers of novices
TURNS = range(3, 11)
RARE = 0.06  # less likely dots are drawn in a panel of their own
LINEUP = LineUp("belief", ("careful",))


def follow_test_game(table: GameSetup, index: int) -> Log:
    """Returns game ``index`` of the test seed as the guards were told it, with where the novices really were."""
    game, faults = play_bot_game(table, TEST_SEED, index, LINEUP)
    assert not faults, faults[0]
    return follow_game(replay_game(game), Seat.GUARDS)


def replay_game(finished: Game) -> Iterator[tuple[Game, Action, Sequence[Event]]]:
    """Replays a game and yields it after each action, with the action and its events."""
    game = seat_game(finished.setup)
    for action in finished.actions:
        happened = apply(game, action)
        yield game, action, happened


def measure_games(count: int, games: int) -> Tally:
    """Returns the measurements of some games, each with ``count`` novices."""
    table = GameSetup("mayfair", QUIET, count)
    return measure(follow_test_game(table, index) for index in range(games))


def page(tallies: dict[int, Tally]) -> str:
    """Returns a table of the log-loss of the true dot by turn, in bits."""
    rows = [[str(turn), *(cell for tally in tallies.values() for cell in _cells(tally.bits([turn])))] for turn in TURNS]
    rows.append(["3-10", *(cell for tally in tallies.values() for cell in _cells(tally.bits(TURNS)))])
    head = [f"{word}, {count} novice{'s' if count > 1 else ''}" for count in tallies for word in ("belief", "possible set", "moments")]
    return markdown(["turn", *head], rows)


def _cells(bits: Bits) -> list[str]:
    return [f"{bits.belief:.2f}", f"{bits.possible:.2f}", f"{bits.moments:,}"]


def picture(bins: Sequence[Bin]) -> str:
    """Returns a plot of how often a novice was on dots of that probability; the closer to the line, the more honest."""
    panels = []
    for title, those in (
        ("unlikely dots", [b for b in bins if b.believed < RARE]),
        ("likely dots", [b for b in bins if b.believed >= RARE]),
    ):
        points = [(100 * b.believed, 100 * b.true) for b in those]
        spans = [(100 * low, 100 * high) for low, high in (wilson_interval(round(b.true * b.dots), b.dots) for b in those)]
        ends = [(points[0][0], points[0][0]), (points[-1][0], points[-1][0])]
        ticks = [(x, f"{x:.2g}") for x, _ in points]
        panels.append(Panel(f"{title}: there, %", "believed, %", [PlotLine("seen", points, spans), PlotLine("honest", ends)], ticks))
    return plot(panels, "How often a novice was where she was believed to be")


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = STUDY.command(__doc__, workers=False, picture="the reliability plot")
    command.add_argument("--games", type=int, default=100, help="games for each number of novices (default: 100)")
    given = command.parse_args(words)
    tallies = {count: measure_games(count, given.games) for count in COUNTS}
    if given.picture:
        given.picture.write_text(picture(merge_bins(tallies.values())), encoding="utf-8")
    STUDY.publish(page(tallies), given.page)


def merge_bins(tallies: Iterable[Tally]) -> list[Bin]:
    """Returns the bins of several tallies added up."""
    total = Tally()
    for tally in tallies:
        total.merge(tally)
    return total.reliability()


if __name__ == "__main__":
    main()
