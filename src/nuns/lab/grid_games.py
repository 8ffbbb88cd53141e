"""The games of a grid: one line of a table for each, and counts of what happened on which dot."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from importlib.metadata import version
from typing import Any, NamedTuple

import msgspec

from nuns.board.convent import the_convent
from nuns.bots.players import compiled_policies
from nuns.bots.players.player import Fault
from nuns.bots.players.user_bot import isolate_bot
from nuns.lab.csv_lines import csv_line
from nuns.lab.fingerprint import hash_sources
from nuns.lab.grid import GridCell
from nuns.lab.simulate import play_bot_game, play_policy_game, play_recorded_game, use_threads
from nuns.referee import events as ev
from nuns.referee.game import Game
from nuns.referee.game_setup import ENDING_NAMES
from nuns.rules.state import State
from nuns.rules.words import GUARDS_WIN, NOVICES, Status

NUMBERS = range(1, NOVICES + 1)  # of the novices, which are those of their cells
CELL_COLUMNS = ("edition", "options", "novices", "guard_players", "guards", "novice_bots")
COLUMNS = (
    *CELL_COLUMNS,
    *("seed", "game", "version", "winner", "ending", "turns", "captures", "faults"),
    *(f"wish_{number}" for number in NUMBERS),
    *(f"got_{number}" for number in NUMBERS),
    *(f"caught_{number}" for number in NUMBERS),
)
KINDS = ("visited", "seen", "heard", "caught", "patrolled")  # what is counted dot by dot
GUARDS = ("abbess", "prioress")
NOVICE_FIELDS = ("status", "key_dot", "has_key", "has_wish", "times_caught")
OWN_SOURCES = ("lab/grid_games.py",)

DotCounts = dict[str, dict[int, int]]  # how often, by kind and dot


class GridPiece(msgspec.Struct, frozen=True):
    """Some games of a cell in their order, as lines of a table, with counts over those of them that were traced."""

    cell: int
    first: int
    lines: list[str]
    dots: DotCounts
    version: str


class GameEnd(NamedTuple):
    """What a table tells of a finished game; each novice has her status, key, progress and captures."""

    winners: int
    ending: int
    turns: int
    captures: int
    novices: Sequence[tuple[int, int, int, int, int]]  # status, key_dot, has_key, has_wish, times_caught


@cache
def played_version() -> str:
    """Returns the version of the program with a hash of everything that decides a game, such as ``0.2.0+1f0c33a2b8d9e4f7``."""
    return f"{version('nuns')}+{hash_sources('grid', OWN_SOURCES)}"


def play_grid_piece(number: int, cell: GridCell, seed: int, traced: int, indices: range, compiled: bool) -> tuple[GridPiece, list[Fault]]:
    """Plays some games of a cell, and returns them with the bots' faults.

    Those before ``traced`` are played through the referee, the others on the rules alone where the bots allow it, in machine code if
    ``compiled``: a game comes out the same.
    """
    lines, dots, faults = list[str](), empty_counts(), list[Fault]()
    with isolate_bot() if cell.lineup.has_user_bot else nullcontext():
        for index in range(indices.start, min(indices.stop, traced)):
            game, found = _referee_game(cell, seed, index)
            count_dots(game.events, dots)
            lines.append(game_line(cell, seed, index, end_of(game.state), len(found)))
            faults += found
        for index, end, found in _quick_games(cell, seed, range(max(indices.start, traced), indices.stop), compiled=compiled):
            lines.append(game_line(cell, seed, index, end, len(found)))
            faults += found
    return GridPiece(number, indices.start, lines, dots, played_version()), faults


def _referee_game(cell: GridCell, seed: int, index: int) -> tuple[Game, list[Fault]]:
    if cell.lineup.is_random:
        return play_recorded_game(cell.setup, seed, index), []
    return play_bot_game(cell.setup, seed, index, cell.lineup)


def _quick_games(cell: GridCell, seed: int, indices: range, *, compiled: bool) -> Iterator[tuple[int, GameEnd, list[Fault]]]:
    policies = cell.lineup.policies()
    if policies is None:
        for index in indices:
            game, found = _referee_game(cell, seed, index)
            yield index, end_of(game.state), found
    elif compiled_policies.keeps_beliefs(policies):  # always in machine code
        games = compiled_policies.play_nights(cell.setup, seed, indices.start, len(indices), policies)
        for index, end in zip(indices, ends_of(games), strict=True):
            yield index, end, []
    elif not compiled:
        for index in indices:
            yield index, end_of(play_policy_game(cell.setup, seed, index, policies)), []
    elif indices:
        use_threads(1)  # each worker is a process
        games = compiled_policies.play_compiled_games(cell.setup, seed, indices.start, len(indices), policies)
        for index, end in zip(indices, ends_of(games), strict=True):
            yield index, end, []


def end_of(state: State) -> GameEnd:
    """Returns the end of a game from its final state."""
    novices = [(each.status, each.key_dot, each.has_key, each.has_wish, each.times_caught) for each in state.novices]
    return GameEnd(state.winners, state.ending, state.turn, state.captures, novices)


def ends_of(games: Any) -> Iterator[GameEnd]:
    """Yields the same from records of machine code, column by column, which is quicker than field by field."""
    told = (games[name].tolist() for name in ("winners", "ending", "turn", "captures"))
    columns = (games["novices"][name].tolist() for name in NOVICE_FIELDS)
    for winners, ending, turns, captures, *novices in zip(*told, *columns, strict=True):
        yield GameEnd(winners, ending, turns, captures, list(zip(*novices, strict=True)))


def game_line(cell: GridCell, seed: int, index: int, end: GameEnd, faults: int) -> str:
    """Returns the line of a finished game."""
    winner = "guards" if end.winners == GUARDS_WIN else "novices"
    wishes, got, caught = list[object](), list[object](), list[object]()
    for status, key_dot, has_key, has_wish, times in end.novices:
        is_playing = status != Status.ABSENT
        wishes.append(wish_number(key_dot) if is_playing else "")
        got.append(progress_of(status, has_key, has_wish) if is_playing else "")
        caught.append(times if is_playing else "")
    told = [winner, ENDING_NAMES[end.ending], end.turns, end.captures, faults]
    return csv_line([*cell, seed, index, played_version(), *told, *wishes, *got, *caught])


@cache
def wish_number(key_dot: int) -> int:
    """Returns the number of the key on a dot, which is that of the wish card (2.2)."""
    return next(number for number, dot in the_convent().keys.items() if dot == key_dot)


def progress_of(status: int, has_key: int, has_wish: int) -> str:
    """Returns how far a novice got: ``home`` with her wish, or ``wish``, ``key`` or ``nothing``."""
    if status == Status.HOME:
        return "home"
    return "wish" if has_wish else "key" if has_key else "nothing"


def empty_counts() -> DotCounts:
    """Returns counts in which nothing has happened anywhere."""
    return {kind: {} for kind in KINDS}


def add_counts(total: DotCounts, more: DotCounts) -> None:
    """Adds counts to a total."""
    for kind, dots in more.items():
        for dot, count in dots.items():
            total[kind][dot] = total[kind].get(dot, 0) + count


def count_dots(events: Iterable[ev.Event], counts: DotCounts) -> None:
    """Counts what happened on which dot in a game: one novice who is heard in one noise step counts once, however many hear her."""
    at: dict[int, int] = {}
    step, heard = ("", 0), set[tuple[int, str, int]]()

    def add(kind: str, dot: int) -> None:
        counts[kind][dot] = counts[kind].get(dot, 0) + 1

    for event in events:
        match event:
            case ev.NoviceMoved(novice=novice, route=tuple() as route):
                at[novice] = route[-1]
                for dot in route[1:]:
                    add("visited", dot)
            case ev.NoviceSeen(dot=dot):
                add("seen", dot)
            case ev.Rolled(turn=turn, why=why):
                step = (why, turn)
            case ev.Noise(novice=int() as novice, real=True) if (novice, *step) not in heard:
                heard.add((novice, *step))
                add("heard", at[novice])
            case ev.NoviceCaught(dot=dot):
                add("caught", dot)
            case ev.GuardStepped(guard=guard, to=dot) if guard in GUARDS:
                add("patrolled", dot)
            case _:
                pass
