"""Nights whose value is followed from the deal to the result: the change in each part of a turn, and the ledger.

A value that is right does not change on average, whatever part of the turn is played; nor then do decisions.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import fsum, sqrt
from typing import Any, NamedTuple, TypeVar

import numpy as np

from nuns.analysis.branches import expected_chances
from nuns.analysis.curve import Milestone, milestones
from nuns.analysis.findings import Ledger
from nuns.analysis.ledger import ledger_of, start_of
from nuns.analysis.replayed_minds import NightPosition, replay_night
from nuns.analysis.values import PLANS, Evaluator
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.lab.report.tables import markdown
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import NOVICE_SEATS, Seat, knowledge_seat
from nuns.rules.options import parse_options
from nuns.rules.words import GUARD_SIDE, GUARDS_WIN
from research.study import play_all
from research.value_positions import EDITIONS, SIZES

PARTS = {
    "deal": "the deal",
    "novices": "the novices move",
    "noise": "noise",
    "guards": "the guards move",
    "listening": "listening",
    "end": "the last part of a night",
}
BOT = "search"  # plays both sides, as the model takes it
VIEWS = ("the truth", "the guards", "a novice")
LOOKS = (0.25, 0.6)  # where in a night seats are asked what they expect, as shares of its milestones
Piece = tuple[str, int, int, int, str]  # options, novices, the number of the night, its seed, and the bot of both sides
Found = TypeVar("Found")


class Expected(NamedTuple):
    """The guards' chance as somebody had to expect it, and what came."""

    view: int
    chance: float
    came: float


class FollowedNight(NamedTuple):
    """What a night's value did."""

    parts: dict[str, float]  # by part of the turn: how much the guards' chance changed in it all night
    expected: list[Expected]


class NightAccounts(NamedTuple):
    """The sums of a night's ledger."""

    luck: list[float]  # of each novice, in her own chance
    own: list[float]  # what each novice's decisions changed, in her own chance
    decisions: tuple[float, float]  # of the guards and of the novices, in the guards' chance


def played(options: str, novices: int, index: int, seed: int, bot: str) -> tuple[Game, Evaluator]:
    """Plays a night through the referee, and returns it with the model that values it."""
    setup = GameSetup(options.partition("(")[0], parse_options(options), novices)
    game, _ = play_bot_game(setup, seed, index, LineUp(bot, (bot,)))
    return game, Evaluator(setup)


def follow_night(options: str, novices: int, index: int, seed: int, bot: str = BOT) -> FollowedNight:
    """Plays one night, and values it after every part of every turn."""
    game, model = played(options, novices, index, seed, bot)
    marks = list(milestones(list(replay_night(game))))
    values = [expected_chances(mark.position, model).guards for mark in marks]
    parts = dict.fromkeys(PARTS, 0.0)
    parts["deal"] = values[0] - start_of(game.setup, model)[0]
    for mark, (before, after) in zip(marks[1:], pairwise(values), strict=True):
        parts[mark.part] += after - before
    return FollowedNight(parts, list(expectations(game, marks, model)))


def expectations(game: Game, marks: Sequence[Milestone], model: Evaluator) -> Iterator[Expected]:
    """Yields what the guards and one novice had to expect at a few moments of a night, beside the truth."""
    came = float(game.state.winners == GUARDS_WIN)
    novice = knowledge_seat(next(seat for seat in game.seats if seat in NOVICE_SEATS))
    for share in LOOKS:
        position: NightPosition = marks[int(share * len(marks))].position
        yield Expected(0, expected_chances(position, model).guards, came)
        for view, seat in enumerate((GUARD_SIDE, novice), 1):
            yield Expected(view, model.chances(position, seat).guards, came)


def account_night(options: str, novices: int, index: int, seed: int, bot: str = BOT) -> NightAccounts:
    """Plays one night, and returns what its ledger adds up to."""
    game, _ = played(options, novices, index, seed, bot)
    return sums_of(ledger_of(game, replay_night(game), Evaluator(game.setup, plans=PLANS)))


def sums_of(ledger: Ledger) -> NightAccounts:
    """Returns the sums of a ledger."""
    novices = [account for account in ledger.accounts if Seat(account.seat) in NOVICE_SEATS]
    chosen = [(Seat(entry.seat) in NOVICE_SEATS, entry.change) for entry in ledger.entries if entry.kind == "decision"]
    guards, hers = (fsum(change for is_hers, change in chosen if is_hers == whose) for whose in (False, True))
    return NightAccounts([each.luck for each in novices], [each.decisions for each in novices], (guards, hers))


def play_spread(play: Callable[..., Found], nights: int, seed: int, workers: int, bot: str = BOT) -> list[Found]:
    """Returns the results of all nights in their order, spread over editions and sizes, played in ``workers`` processes."""
    cells = [(options, size) for options in EDITIONS for size in SIZES]
    pieces: list[Piece] = [(*cells[number % len(cells)], number, seed, bot) for number in range(nights)]
    return play_all(play, pieces, workers)


def figures(values: Any) -> list[str]:
    """Returns the mean of some values in points, its standard error, and the mean in errors."""
    table = np.asarray(values)
    error = float(table.std() / sqrt(len(table)))
    return [f"{100 * table.mean():+.1f}", f"{100 * error:.1f}", f"{table.mean() / error if error else 0:+.1f}"]


def drift(nights: Sequence[FollowedNight]) -> str:
    """Returns a table of what each part of the turn changes on average."""
    rows = [[name, *figures([night.parts[part] for night in nights])] for part, name in PARTS.items()]
    return markdown([f"the guards' chance in {len(nights):,} nights, in points", "mean change", "standard error", "mean in errors"], rows)


def seat_scores(nights: Sequence[FollowedNight]) -> str:
    """Returns a table of what seats expected against what came."""
    rows = []
    for view, name in enumerate(VIEWS):
        some = [each for night in nights for each in night.expected if each.view == view]
        chance, came = np.array([each.chance for each in some]), np.array([each.came for each in some])
        error, score = figures(chance - came)[1], float(np.mean((chance - came) ** 2))
        rows.append([name, f"{100 * chance.mean():.1f}", f"{100 * came.mean():.1f}", error, f"{score:.3f}"])
    count = sum(each.view == 0 for night in nights for each in night.expected)
    return markdown([f"what was expected at {count:,} moments", "guards' chance", "guards won", "standard error", "Brier score"], rows)


def accounts_table(nights: Sequence[NightAccounts]) -> str:
    """Returns a table of the means of the sums of ledgers; where a night has several novices, their mean counts."""
    lines: list[tuple[str, list[float]]] = [
        ("luck of a novice, in her own chance", [float(np.mean(each.luck)) for each in nights]),
        ("a novice's decisions, in her own chance", [float(np.mean(each.own)) for each in nights]),
        ("the guards' decisions", [each.decisions[0] for each in nights]),
        ("the novices' decisions", [each.decisions[1] for each in nights]),
    ]
    rows = [[name, *figures(values)] for name, values in lines]
    return markdown([f"accounts of {len(nights):,} nights, in points", "mean", "standard error", "mean in errors"], rows)
