"""The setup of a game, agreed before the deal: the convent, the edition and its options, and the number of players."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from nuns.board.convent import DECKS, Convent, the_convent
from nuns.board.tables import Board, board_of, the_board
from nuns.referee.seats import FIGURE_NAMES, Seat, guard_seats
from nuns.rules.bits import lowest_bit
from nuns.rules.options import RULES_VERSION, Options, describe_options, edition_of, nearest_edition, problems
from nuns.rules.sight import has_line
from nuns.rules.words import ABOUT_TURN, MONK, NOVICES

BLESSING_NAMES = ("", "one-more-step", "roll-again", "noise-range", "false-noise")
GAIT_NAMES = ("", "stand", "sneak", "walk", "run")
STATUS_NAMES = ("absent", "on-the-run", "caught", "home")
ENDING_NAMES = ("", "home", "captures", "dawn", "abandoned")
PLAYED_ENDINGS = ENDING_NAMES[1:4]  # of games that were played to their end
NOISE_STEPS = ("making", "listening")
ABOUT_TURN_NAME = "about-turn"


class BadSetup(ValueError):
    """Raised for a setup that cannot be played; the message has every problem."""


@dataclass(frozen=True)
class GameSetup:
    """What a game is played with; one that has ``problems`` cannot be made (1.1, 12)."""

    edition: str = "mayfair"
    options: Options = field(default_factory=lambda: edition_of("mayfair"))
    novices: int = 1
    guard_players: int = 1
    convent: Convent = field(default_factory=the_convent, repr=False)
    version: int = RULES_VERSION  # of the rules; a game is played to its end under the version it began with

    def __post_init__(self) -> None:
        edition_of(self.edition, self.version)
        found = problems(self.options, self.novices, self.guard_players)
        if self.novices > len(self.convent.cells):
            found = (*found, f"expected at most {len(self.convent.cells)} novices in {self.convent.name}; got {self.novices} (rule 2.1)")
        if found:
            raise BadSetup("; ".join(found))

    @cached_property
    def board(self) -> Board:
        """The tables of the convent."""
        return the_board() if self.convent is the_convent() else board_of(self.convent)

    @cached_property
    def options_name(self) -> str:
        """The canonical name of the options in this version of the rules (12)."""
        return describe_options(self.options, nearest_edition(self.options, self.version), self.version)

    @cached_property
    def current_options_name(self) -> str:
        """The canonical name of the options in the current version of the rules (12)."""
        return str(self.options)

    @cached_property
    def path_names(self) -> tuple[str, ...]:
        """The names of the path cards by number; 0 is none, 15 About Turn (9.3)."""
        names = ["", *self.convent.paths]
        return (*names, *[""] * (ABOUT_TURN - len(names)), ABOUT_TURN_NAME)

    @property
    def players(self) -> int:
        """The number of players (1.1)."""
        return self.novices + self.guard_players

    @property
    def guard_seats(self) -> tuple[Seat, ...]:
        """The seats of the guard players (1.1)."""
        return guard_seats(self.guard_players)

    def is_line(self, one: int, two: int) -> bool:
        """Tells whether two dots can see each other with these options, whatever the facing and the distance (6)."""
        return has_line(self.board, self.options, one, two)

    def path_dots(self, path: int, *, forwards: bool) -> tuple[int, ...]:
        """Returns the dots of a path in walking order."""
        dots = self.convent.paths[self.path_names[path]]
        return dots if forwards else dots[::-1]

    def wish_thing(self, deck: int, wish_dot: int, key_dot: int) -> str:
        """Returns the code of what a wish card of that deck names, such as ``honey-cake``, or "" where there is no such card (2.2)."""
        return self._wish_things.get((DECKS[deck], wish_dot, key_dot), "")

    @cached_property
    def _wish_things(self) -> dict[tuple[str, int, int], str]:
        decks = self.convent.wish_cards
        return {(deck, card.wish_dot, card.key_dot): name_code(card.thing) for deck in DECKS for card in reversed(decks[deck])}

    def room_of(self, dot: int) -> str:
        """Returns the code of the room in which a dot lies, such as ``abbess-study``."""
        return next(name_code(room.name) for room in self.convent.rooms if dot in room.dots)

    def path_walked(self, dots: tuple[int, ...]) -> tuple[int, int]:
        """Returns the number of the path with these dots in walking order, and its direction: 1 forwards, -1 backwards (9.3)."""
        for number, path in enumerate(self.convent.paths.values(), 1):
            if dots in (path, path[::-1]):
                return number, 1 if dots == path else -1
        raise ValueError(f"expected the dots of a path; got {dots}")


def name_code(name: str) -> str:
    """Returns the code of a name printed on the board or a card: ``abbess-study`` for ``Abbess's study``."""
    return "-".join(re.findall("[a-z0-9]+", re.sub("['\u2019]s", "", name).lower()))


def event_name(figure: int) -> int | str:
    """Returns a novice's number, or the name of any other figure, as the event log spells them."""
    return figure + 1 if figure < NOVICES else FIGURE_NAMES[figure]


def only_guard(guards: int) -> str | None:
    """Returns the one guard who may use a vanished token, given as bits, or None where every guard may (6.7)."""
    return guard_name(lowest_bit(guards)) if guards & (guards - 1) == 0 else None


def guard_name(number: int) -> str:
    """Returns the name of a guard or the monk by number."""
    return FIGURE_NAMES[MONK - 2 + number]
