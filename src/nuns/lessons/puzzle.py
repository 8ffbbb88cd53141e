"""A puzzle: a night up to a moment, a seat, and the measured worth of every way to decide; read from ``puzzles/``.

Puzzles are mined (``nuns puzzles mine``). All figures are kept with them, so that nobody has to search again to judge an answer.
"""

from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nuns.lessons.lesson import BadLesson, Code, data_files, read_line
from nuns.referee.game import Game, apply, new_game
from nuns.referee.seats import Seat

PuzzleKind = Literal["plan", "movement", "where"]
Grade = Literal["best", "equal", "worse"]
Chance = Annotated[float, Meta(ge=-1, le=1)]
Share = Annotated[int, Meta(ge=1, le=1000)]  # thousandths
WHOLE = 1000
SUFFIX = ".json"


class PuzzleChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way to decide, and what it gives away against the best: in chance to win, with a 95 % interval of that difference.

    ``equal`` is a choice whose interval reaches 0, so that nobody can say that it is worse. ``after`` is what the others, and chance, did
    next in the true night when the choice was tried, up to the end of the turn.
    """

    actions: Annotated[tuple[str, ...], Meta(min_length=1)]
    route: Annotated[tuple[int, ...], Meta(min_length=1)]  # the first dot is where the figure stood
    gait: str = ""  # a novice's movement card
    grade: Grade
    chance: Chance
    loss: Chance = 0.0
    low: Chance = 0.0
    high: Chance = 0.0
    after: tuple[str, ...] = ()


class PuzzleSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a puzzle comes from: the same file, moment, seed and budget give it again, by the same version of the program."""

    record: str  # the name of the game file
    check: str  # its last line, the SHA-256 of the file
    dice: str  # the seed of its dice
    moment: int  # actions of the game file before the decision, the deal included
    players: dict[str, str]  # who sat where
    seed: int
    budget: int  # the most roll-outs of one choice
    version: str


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One puzzle. ``figure`` decides, or for ``where`` is the novice who is looked for.

    ``gap`` is what the best of the clearly worse choices gives away, and ``low`` and ``high`` its 95 % interval; for ``where`` it is the
    difference of the best dot's share to the trap's.
    """

    id: Code = ""
    kind: PuzzleKind
    side: Literal["novices", "guards"]
    seat: Seat
    figure: str
    options: str
    novices: Annotated[int, Meta(ge=1, le=6)]
    guard_players: Annotated[int, Meta(ge=1, le=2)] = 1
    turn: Annotated[int, Meta(ge=1, le=20)]
    rating: Annotated[int, Meta(ge=400, le=2800)]
    gap: Chance
    low: Chance
    high: Chance
    rollouts: Annotated[int, Meta(ge=0)] = 0  # of the best choice
    choices: tuple[PuzzleChoice, ...] = ()  # the best first; for ``where`` none
    trap: tuple[str, ...] = ()  # the actions of a choice that looks good and is clearly worse
    dots: dict[int, Share] = {}  # for ``where``: where she is, by what the seat knows
    trap_dot: int = 0  # for ``where``: a dot that looks likely and is not
    before: Annotated[tuple[str, ...], Meta(min_length=1)]  # the night so far: the deal, dice and actions
    source: PuzzleSource

    @property
    def best(self) -> PuzzleChoice:
        """The choice that nothing is clearly better than, which comes first."""
        return self.choices[0]

    @property
    def best_dot(self) -> int:
        """The dot on which the novice who is looked for most likely is."""
        return max(self.dots, key=lambda dot: (self.dots[dot], -dot))


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """Returns every puzzle by its id: by side and kind, the easiest first."""
    found = [read_puzzle(name, text) for name, text in data_files("puzzles")]
    return {puzzle.id: puzzle for puzzle in sorted(found, key=lambda each: (each.side == "guards", each.kind, each.rating, each.id))}


def read_puzzle(name: str, text: str) -> Puzzle:
    """Reads a puzzle from the text of its file, or raises BadLesson."""
    try:
        puzzle = msgspec.json.decode(text, type=Puzzle)
    except msgspec.DecodeError as fault:
        raise BadLesson(f"{name}: {fault}") from None
    choices = [line for choice in puzzle.choices for line in (*choice.actions, *choice.after)]
    for line in (*puzzle.before, *choices, *puzzle.trap):
        read_line(name, line)
    if not name.endswith(SUFFIX):
        raise BadLesson(f"{name}: expected a name such as plan-01{SUFFIX}")
    return msgspec.structs.replace(puzzle, id=name.removesuffix(SUFFIX))


def puzzle_text(puzzle: Puzzle) -> str:
    """Returns a puzzle as its file holds it; the file's name is its id."""
    encoded = msgspec.json.encode(msgspec.structs.replace(puzzle, id=""))
    return msgspec.json.format(encoded, indent=1).decode() + "\n"


def night_before(puzzle: Puzzle) -> Game:
    """Returns the night up to the puzzle's moment; raises IllegalAction if it could not have been."""
    game = new_game(puzzle.options, (puzzle.novices, puzzle.guard_players))
    for line in puzzle.before:
        apply(game, read_line(puzzle.id, line))
    return game
