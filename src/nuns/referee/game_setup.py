"""What a table has agreed on before the deal: the convent, the edition and its options, and how many play."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from nuns.board.convent import DECKS, Convent, the_convent
from nuns.board.tables import Board, board_of, the_board
from nuns.referee.seats import FIGURE_NAMES, Seat, guard_seats
from nuns.rules.bits import lowest_bit
from nuns.rules.options import RULES_VERSION, Options, described, edition_of, nearest_edition, problems
from nuns.rules.sight import has_line
from nuns.rules.words import ABOUT_TURN, MONK, NOVICES

BLESSING_NAMES = ("", "one-more-step", "roll-again", "noise-range", "false-noise")
GAIT_NAMES = ("", "stand", "sneak", "walk", "run")
STATUS_NAMES = ("absent", "on-the-run", "caught", "home")
ENDING_NAMES = ("", "home", "captures", "dawn")
NOISE_STEPS = ("making", "listening")
ABOUT_TURN_NAME = "about-turn"


class BadSetup(ValueError):
    """A table that cannot be set; the message holds every problem."""


@dataclass(frozen=True)
class GameSetup:
    """What a game is played with (1.1, 12); it cannot be made with what ``problems`` finds."""

    edition: str = "mayfair"
    options: Options = field(default_factory=lambda: edition_of("mayfair"))
    novices: int = 1
    guard_players: int = 1
    convent: Convent = field(default_factory=the_convent, repr=False)
    version: int = RULES_VERSION  # of the rules; a game begun under an older one is played to its end by it

    def __post_init__(self) -> None:
        edition_of(self.edition, self.version)
        found = problems(self.options, self.novices, self.guard_players)
        if self.novices > len(self.convent.cells):
            found = (*found, f"expected at most {len(self.convent.cells)} novices in {self.convent.name}; got {self.novices} (rule 2.1)")
        if found:
            raise BadSetup("; ".join(found))

    @cached_property
    def board(self) -> Board:
        return the_board() if self.convent is the_convent() else board_of(self.convent)

    @cached_property
    def options_name(self) -> str:
        """The canonical name of the options in this version of the rules (12)."""
        return described(self.options, nearest_edition(self.options, self.version), self.version)

    @cached_property
    def path_names(self) -> tuple[str, ...]:
        """The path cards by their number (9.3); 0 is none, 15 About Turn."""
        names = ["", *self.convent.paths]
        return (*names, *[""] * (ABOUT_TURN - len(names)), ABOUT_TURN_NAME)

    @property
    def players(self) -> int:
        """How many people play (1.1)."""
        return self.novices + self.guard_players

    @property
    def guard_seats(self) -> tuple[Seat, ...]:
        return guard_seats(self.guard_players)

    def is_line(self, one: int, two: int) -> bool:
        """Tells whether two dots can be seen from each other at this table, whichever way one faces and however far (6)."""
        return has_line(self.board, self.options, one, two)

    def path_dots(self, path: int, *, forwards: bool) -> tuple[int, ...]:
        """Returns the dots of a path in walking order."""
        dots = self.convent.paths[self.path_names[path]]
        return dots if forwards else dots[::-1]

    def wish_thing(self, deck: int, wish_dot: int, key_dot: int) -> str:
        """Returns the code of what a wish card of that deck names, ``honey-cake``; nothing where there is no such card (2.2)."""
        cards = self.convent.wish_cards[DECKS[deck]]
        return next((name_code(card.thing) for card in cards if (card.wish_dot, card.key_dot) == (wish_dot, key_dot)), "")

    def room_of(self, dot: int) -> str:
        """Returns the code of the room in which a dot lies, ``abbess-study``."""
        return next(name_code(room.name) for room in self.convent.rooms if dot in room.dots)

    def path_walked(self, dots: tuple[int, ...]) -> tuple[int, int]:
        """Returns the number of the path that has these dots in walking order, and the way it is walked: 1 forwards, -1 back (9.3)."""
        for number, path in enumerate(self.convent.paths.values(), 1):
            if dots in (path, path[::-1]):
                return number, 1 if dots == path else -1
        raise ValueError(f"expected the dots of a path; got {dots}")


def name_code(name: str) -> str:
    """Returns the code of a name that is printed on the board or a card: ``Abbess's study`` is ``abbess-study``."""
    return "-".join(re.findall("[a-z0-9]+", re.sub("['\u2019]s", "", name).lower()))


def person(figure: int) -> int | str:
    """Returns a novice as her number, anyone else by name: as the event log spells them."""
    return figure + 1 if figure < NOVICES else FIGURE_NAMES[figure]


def only_guard(guards: int) -> str | None:
    """Returns the guard for whom alone a vanished token lies, given as bits; None where every guard may use it (6.7)."""
    return watcher(lowest_bit(guards)) if guards & (guards - 1) == 0 else None


def watcher(number: int) -> str:
    """Returns the name of a guard or the monk by number."""
    return FIGURE_NAMES[MONK - 2 + number]
