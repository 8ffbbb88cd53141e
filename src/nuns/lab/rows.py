"""The lines of tables of games: one for each game, with CSV as RFC 4180 has it but ended by a line feed alone; and counts dot by dot."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from nuns.board.convent import the_convent
from nuns.lab.fingerprint import played_version
from nuns.lab.games import NOVICE_FIELDS
from nuns.lab.grid import GridCell
from nuns.referee import events as ev
from nuns.referee.game_setup import ENDING_NAMES
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
LUCK = "luck"  # the last column of a table of games whose luck was worked out, which is empty where it could not be
LUCK_DIGITS = 6
KINDS = ("visited", "seen", "heard", "caught", "patrolled")  # what is counted dot by dot
GUARDS = ("abbess", "prioress")

DotCounts = dict[str, dict[int, int]]  # how often, by kind and dot


class GameEnd(NamedTuple):
    """What a table tells of a finished game; each novice has her status, key, progress and captures."""

    winners: int
    ending: int
    turns: int
    captures: int
    novices: Sequence[tuple[int, int, int, int, int]]  # status, key_dot, has_key, has_wish, times_caught


def rows_of(ends: Any) -> Iterator[GameEnd]:
    """Yields how each game ended from records (``games.ENDS``), column by column, which is quicker than field by field."""
    told = (ends[name].tolist() for name in ("winners", "ending", "turn", "captures"))
    columns = (ends["novices"][name].tolist() for name in NOVICE_FIELDS)
    for winners, ending, turns, captures, *novices in zip(*told, *columns, strict=True):
        yield GameEnd(winners, ending, turns, captures, list(zip(*novices, strict=True)))


def game_line(cell: GridCell, seed: int, index: int, end: GameEnd, faults: int = 0, luck: Sequence[float] | None = None) -> str:
    """Returns the line of a finished game; ``luck`` only in a table that has this column."""
    winner = "guards" if end.winners == GUARDS_WIN else "novices"
    wishes, got, caught = list[object](), list[object](), list[object]()
    for status, key_dot, has_key, has_wish, times in end.novices:
        is_playing = status != Status.ABSENT
        wishes.append(wish_number(key_dot) if is_playing else "")
        got.append(progress_of(status, has_key, has_wish) if is_playing else "")
        caught.append(times if is_playing else "")
    told = [winner, ENDING_NAMES[end.ending], end.turns, end.captures, faults]
    last = [] if luck is None else [" ".join(f"{each:.{LUCK_DIGITS}f}" for each in luck)]
    return csv_line([*cell, seed, index, played_version(), *told, *wishes, *got, *caught, *last])


@cache
def wish_number(key_dot: int) -> int:
    """Returns the number of the key on a dot, which is that of the wish card (2.2)."""
    return next(number for number, dot in the_convent().keys.items() if dot == key_dot)


def progress_of(status: int, has_key: int, has_wish: int) -> str:
    """Returns how far a novice got: ``home`` with her wish, or ``wish``, ``key`` or ``nothing``."""
    if status == Status.HOME:
        return "home"
    return "wish" if has_wish else "key" if has_key else "nothing"


def csv_line(values: Sequence[object]) -> str:
    """Returns one line without its end; values with commas or quotes are quoted."""
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow(values)
    return written.getvalue()


def read_csv_lines(lines: Iterable[str]) -> Iterable[list[str]]:
    """Returns the values of each line."""
    return csv.reader(lines, strict=True)


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
