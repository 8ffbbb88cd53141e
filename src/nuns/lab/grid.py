"""Grids: every combination of editions, options, players and bots of which so many games are wanted."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from nuns.bots.players.user_bot import BadBot
from nuns.bots.registry import UnknownBot
from nuns.lab.lineup import LineUp
from nuns.referee.game_setup import BadSetup, GameSetup
from nuns.rules.options import EDITIONS, NAMES, BadOption, Options, differences, parse_options, value_of, words_of
from nuns.rules.words import NOVICES

EVERY = "every"  # among options: one variant for each other value of each option
NEAR = 2  # of an option with many numbers, those at most so far from the edition's are variants
SEED = 20_261  # no bot was tuned on it
TRACED = 100
T = TypeVar("T")

Games = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Several = Annotated[tuple[T, ...], msgspec.Meta(min_length=1)]


class BadGrid(ValueError):
    """Raised for a grid that cannot be played; the message says what was expected and what was got."""


class GridBots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bots of both sides by name; several novices' bots are separated by commas, as in ``nuns simulate``."""

    guards: str
    novices: str


class GridAxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is combined; an axis that is left out is taken from the whole grid, and there from the defaults."""

    games: Games | UnsetType = UNSET
    editions: Several[str] | UnsetType = UNSET
    options: Several[str] | UnsetType = UNSET
    novices: Several[int] | UnsetType = UNSET
    guard_players: Several[int] | UnsetType = UNSET
    bots: Several[GridBots] | UnsetType = UNSET


class GridFile(GridAxes, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A grid as it is written in a TOML file: axes for all its parts, and parts with axes of their own."""

    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = SEED
    traced: Annotated[int, msgspec.Meta(ge=0)] = TRACED
    part: tuple[GridAxes, ...] = ()


DEFAULTS = GridAxes(games=100, editions=tuple(EDITIONS), options=("",), novices=tuple(range(1, NOVICES + 1)), guard_players=(1,))


class GridCell(NamedTuple):
    """One combination of a grid: what is played, and by whom."""

    edition: str
    options: str  # what differs from the edition, such as ``blessings=on,turns=13``; empty for the edition as it is
    novices: int
    guard_players: int
    guards: str
    novice_bots: str

    @property
    def setup(self) -> GameSetup:
        """What the games are played with."""
        return GameSetup(self.edition, changed_edition(self.edition, self.options), self.novices, self.guard_players)

    @property
    def lineup(self) -> LineUp:
        """The bots that play."""
        return LineUp(self.guards, tuple(self.novice_bots.split(",")))


class Grid(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cells in their order with the number of games wanted of each: games 0, 1 and so on of the seed.

    In the first ``traced`` games of each cell that plays an edition as it is, events are counted dot by dot.
    """

    seed: int
    traced: int
    cells: tuple[tuple[GridCell, int], ...]
    luck: bool = False  # whether the luck of each game is worked out where the bots allow it

    def traced_of(self, cell: GridCell) -> int:
        """Returns in how many games of a cell events are counted."""
        return 0 if cell.options else self.traced

    @property
    def games(self) -> int:
        """The number of games of all cells together."""
        return sum(games for _, games in self.cells)


def read_grid(path: Path, *, games: int | None = None, seed: int | None = None) -> Grid:
    """Returns the grid in a TOML file, or raises BadGrid; ``games`` of each cell and ``seed`` replace the file's."""
    try:
        return make_grid(msgspec.toml.decode(path.read_bytes(), type=GridFile), games=games, seed=seed)
    except OSError as fault:
        raise BadGrid(f"expected a grid file; got {path}: {fault.strerror or fault}") from None
    except BadGrid as fault:
        raise BadGrid(f"{path}: {fault}") from None
    except msgspec.ValidationError as fault:
        keys = ", ".join(field.encode_name for field in msgspec.structs.fields(GridFile))
        raise BadGrid(f"expected a grid file with no other keys than {keys}, and values of their kind; got {path}: {fault}") from None
    except ValueError as fault:  # of msgspec, and of text that is not UTF-8
        raise BadGrid(f"expected a grid file in TOML; got {path}: {fault}") from None


def make_grid(file: GridFile, *, games: int | None = None, seed: int | None = None) -> Grid:
    """Returns the grid that a file describes; a cell that occurs twice is played as often as the larger wish."""
    wanted: dict[GridCell, int] = {}
    for axes in file.part or (GridAxes(),):
        for cell in combined(axes, file):
            wanted[cell] = games or max(wanted.get(cell, 0), _axis(axes.games, file.games, DEFAULTS.games))
    if not wanted:
        raise BadGrid("expected combinations that can be played; got none")
    return Grid(file.seed if seed is None else seed, file.traced, tuple(wanted.items()))


def combined(axes: GridAxes, file: GridFile) -> Iterator[GridCell]:
    """Yields every combination of a part that can be played; numbers of players that do not go together are left out (1.1)."""
    bots = _axis(axes.bots, file.bots, UNSET)
    for edition, players, guard_players, side in product(
        _axis(axes.editions, file.editions, DEFAULTS.editions),
        _axis(axes.novices, file.novices, DEFAULTS.novices),
        _axis(axes.guard_players, file.guard_players, DEFAULTS.guard_players),
        bots,
    ):
        check_bots(side, players)
        for options in variants(edition, _axis(axes.options, file.options, DEFAULTS.options)):
            cell = GridCell(edition, options, players, guard_players, side.guards, side.novices)
            try:
                cell.setup  # noqa: B018
            except BadSetup as fault:
                if not 1 <= players <= NOVICES or guard_players not in (1, 2):
                    raise BadGrid(str(fault)) from None
                continue
            yield cell


def _axis(own: T | UnsetType, whole: T | UnsetType, default: T | UnsetType) -> T:
    for each in (own, whole, default):
        if each is not UNSET:
            return each
    raise BadGrid('expected bots = [{ guards = "belief", novices = "careful" }] or others; got none')


def check_bots(bots: GridBots, novices: int) -> None:
    """Raises BadGrid for bots that are not known, or too many of them."""
    names = tuple(bots.novices.split(","))
    try:
        LineUp(bots.guards, names).check()
    except (UnknownBot, BadBot) as fault:
        raise BadGrid(str(fault)) from None
    if len(names) not in (1, novices):
        raise BadGrid(f"expected 1 novice bot, or {novices} for {novices} novices; got {len(names)}")


def variants(edition: str, options: Iterable[str]) -> list[str]:
    """Returns what differs from the edition in each variant, each once; ``every`` stands for one of each option's other values."""
    found: dict[str, None] = {}
    for text in options:
        if text == EVERY:
            found.update(dict.fromkeys(single_changes(edition)))
        else:
            found[changes(edition, changed_edition(edition, text))] = None
    return list(found)


def single_changes(edition: str) -> Iterator[str]:
    """Yields every other value of every option; of many numbers those near the edition's."""
    chosen = _edition(edition)
    for name in NAMES:
        own, words = value_of(chosen, name), words_of(name)
        for word in words:
            is_far = isinstance(own, int) and len(words) > 2 and abs(int(word) - own) > NEAR
            if word != str(own) and not is_far:
                yield f"{name}={word}"


def changed_edition(edition: str, changed: str) -> Options:
    """Returns the options of an edition with these changes, or raises BadGrid."""
    try:
        return parse_options(f"{edition}({changed})" if changed else edition)
    except BadOption as fault:
        raise BadGrid(str(fault)) from None


def _edition(name: str) -> Options:
    return changed_edition(name, "")


def changes(edition: str, options: Options) -> str:
    """Returns what differs from an edition, as tables spell it."""
    return ",".join(f"{name}={value}" for name, value in differences(options, _edition(edition)).items())
