"""The layout of observations: where each number stands, how large it may be, and what it means."""

from collections.abc import Iterable
from dataclasses import dataclass

from nuns.board.convent import WIDEST
from nuns.board.tables import DOTS, PATHS
from nuns.rules.words import (
    CHANCE,
    DIE_OWNERS,
    FALSE_SLOT,
    GUARDS,
    GUARDS_WIN,
    HOLDERS,
    NOVICES,
    ROUTE,
    Ask,
    Blessing,
    Card,
    Ending,
    Gait,
    Status,
)

ACTIONS = 16  # every answer is a number below it
TOKENS = 4  # how many vanished tokens of a novice are written; more are rare
GUARD_SEAT = NOVICES  # how observations name the guard side; 0-5 are the novices
EVERYONE = NOVICES + 1  # the seat of ``state()``, which sees everything
NOBODY_ASKED = len(Ask)  # the value of ``ask`` when the game is over or another seat decides
NO_FIGURE = CHANCE
NO_SHIFT = 8  # shifts of dice may be negative: this is 0
BYTE, DOT, YES, WAYS = 255, DOTS - 1, 1, (1 << WIDEST) - 1


@dataclass(frozen=True)
class Field:
    """Some numbers of an observation: ``size`` of them from ``start`` on, each at most ``most``."""

    name: str
    size: int
    most: int
    meaning: str
    start: int = 0

    @property
    def place(self) -> slice:
        """Where they stand in an observation."""
        return slice(self.start, self.start + self.size)


ASKED = (
    Field("seat", 1, EVERYONE, "whose observation it is: 0-5 the novice whose cell is dot 1-6, 6 the guard side"),
    Field("ask", 1, NOBODY_ASKED, "what this seat must decide (nuns.rules.words.Ask); 10 when it is not asked"),
    Field("figure", 1, NO_FIGURE, "for which of its figures: 0-5 novices, 6 Abbess, 7 Prioress, 8 monk, 9 guard side; 10 for none"),
    Field("ways", WIDEST, DOT, "the dots to which actions 0-3 lead in a plan or a step; 0 where there is none"),
)
TABLE = (
    Field("novices_asked", 1, (1 << NOVICES) - 1, "the novices who must still answer, as bits"),
    Field("guards_asked", 1, (1 << GUARDS + 1) - 1, "Abbess, Prioress, monk and guard side, likewise"),
    Field("turn", 1, BYTE, "the number of the turn, from 1"),
    Field("turns_left", 1, BYTE, "how many turns follow"),
    Field("phase", 1, 2, "the number of the novices' movement in this turn"),
    Field("noise_step", 1, 1, "0 while noise is made, 1 while guards listen"),
    Field("guard", 1, GUARDS - 1, "the guard who moves"),
    Field("captures", 1, BYTE, "the guards' capture points"),
    Field("goal", 1, BYTE, "the capture points that win"),
    Field("ending", 1, len(Ending) - 1, "how the game ended: 0 not yet, 1 home, 2 captures, 3 dawn"),
    Field("winners", 1, GUARDS_WIN, "the novices who won, as bits; 64 for the guards"),
    Field("path_cards", PATHS + 2, len(Card) - 1, "where path card 1-14 and the two About Turns lie: 0 the pile, 1 face up, 2 discarded"),
    Field("dice", DIE_OWNERS, 6, "the face each figure rolled in this noise step"),
    Field("shifts", DIE_OWNERS, 2 * NO_SHIFT, "by how much each die is shifted, plus 8"),
    Field("played", HOLDERS, len(Blessing) - 1, "the blessing each figure has played"),
)
GUARD = (
    Field("dot", 1, DOT, "where she stands"),
    Field("facing_from", 1, DOT, "the edge along which she looks, from this dot"),
    Field("facing_to", 1, DOT, "to this one; both 0 before her first step"),
    Field("path", 1, PATHS, "her path card"),
    Field("last_path", 1, PATHS, "the one before"),
    Field("heading", 1, 2, "0 no path, 1 backwards along it, 2 forwards"),
    Field("visited", 1, BYTE, "the ends of paths that the monk has been to, as bits"),
    Field("steps", 1, BYTE, "the steps of this movement"),
    Field("leave", 1, YES, "she may leave her path"),
    Field("free", 1, YES, "she has left it"),
    Field("ran", 1, YES, "she ran in her last movement"),
    Field("moved", 1, YES, "she has moved this turn"),
    Field("longer", 1, YES, "one more step is played with this movement"),
    Field("tokens", 1, BYTE, "how many noise tokens lie beside her"),
    Field("tokens_at", 1, DOT, "her dot when they were placed"),
    Field("false_noise", GUARDS, WAYS, "false noises beside her by the guard who placed them: neighbours as bits"),
)
NOVICE = (
    Field("status", 1, len(Status) - 1, "0 does not play, 1 on the run, 2 caught, 3 home"),
    Field("times_caught", 1, BYTE, "how often she was caught"),
    Field("gait", 1, len(Gait) - 1, "the movement card she showed last: 1 stand still, 2 sneak, 3 walk, 4 run"),
    Field("seen", 1, YES, "a guard or the monk sees her"),
    Field("shown", 1, YES, "her token stands on her dot"),
    Field("dot", 1, DOT, "where she stands, 0 if this seat does not know"),
    Field("told_dot", 1, DOT, "her dot as the novices learnt it in All or Nun"),
    Field("noticed", 1, (1 << GUARDS) - 1, "the guards who have noticed her in their movement, as bits"),
    Field("noise", GUARDS, WAYS, "her noise tokens beside each guard: neighbours of the guard's dot as bits"),
    Field("vanished", 1, BYTE, "how many vanished tokens she has"),
    Field("left_at", TOKENS, DOT, "for each of the first four, where she was last seen"),
    Field("went_to", TOKENS, DOT, "and the next dot"),
    Field("token_for", TOKENS, (1 << GUARDS) - 1, "and the guards who may use it, as bits"),
)
OWN = (
    Field("key_dot", 1, DOT, "where her key is"),
    Field("wish_dot", 1, DOT, "where her wish is"),
    Field("has_key", 1, YES, "she has the key"),
    Field("has_wish", 1, YES, "she carries the wish"),
    Field("plan", 1, len(Gait) - 1, "the gait of the plan she writes"),
    Field("plan_steps", 1, ROUTE - 1, "how many dots of it are written"),
    Field("plan_longer", 1, YES, "one more step is played with it"),
    Field("route", ROUTE, DOT, "the dots of her plan, the first where she stands"),
    Field("fakes_beside", 1, GUARDS, "the guard beside whom she places a false noise"),
    Field("heard", FALSE_SLOT + 1, WAYS, "the neighbours of each guard that she may mark, as bits; the last for a false noise"),
    Field("marked", FALSE_SLOT + 1, WAYS, "those she has marked"),
    Field("blessing", 2, len(Blessing) - 1, "the card in her hand; for the guard side the Abbess's and the Prioress's"),
    Field("untold", 2, BYTE, "the turn and noise step (turn * 2 + step) of a false noise of theirs that is not told yet"),
)


def named(prefix: str, fields: Iterable[Field]) -> tuple[Field, ...]:
    """Returns fields with a prefix to their names."""
    return tuple(Field(f"{prefix}_{each.name}", each.size, each.most, each.meaning) for each in fields)


def laid_out(fields: Iterable[Field]) -> dict[str, Field]:
    """Returns fields by name, one after another."""
    placed: dict[str, Field] = {}
    start = 0
    for each in fields:
        placed[each.name] = Field(each.name, each.size, each.most, each.meaning, start)
        start += each.size
    return placed


def size_of(fields: Iterable[Field]) -> int:
    """Returns how many numbers fields have together."""
    return sum(each.size for each in fields)


GUARD_NAMES = ("abbess", "prioress", "monk")
NOVICE_NAMES = tuple(f"novice_{number}" for number in range(1, NOVICES + 1))
PUBLIC = (
    *ASKED,
    *TABLE,
    *(each for name in GUARD_NAMES for each in named(name, GUARD)),
    *(each for name in NOVICE_NAMES for each in named(name, NOVICE)),
)
OBSERVATION = laid_out((*PUBLIC, *named("own", OWN)))
STATE = laid_out((*PUBLIC, *(each for name in (*NOVICE_NAMES, "guards") for each in named(f"{name}_own", OWN))))
GUARD_BLOCK, NOVICE_BLOCK, OWN_BLOCK = size_of(GUARD), size_of(NOVICE), size_of(OWN)
TABLE_START, GUARDS_START = size_of(ASKED), size_of((*ASKED, *TABLE))
CARDS_START = TABLE_START + size_of(TABLE[:11])
DICE_START = CARDS_START + PATHS + 2
NOVICES_START = GUARDS_START + GUARDS * GUARD_BLOCK
OWN_START = NOVICES_START + NOVICES * NOVICE_BLOCK
OBSERVATION_SIZE, STATE_SIZE = OWN_START + OWN_BLOCK, OWN_START + (NOVICES + 1) * OWN_BLOCK


def bounds(layout: dict[str, Field]) -> list[int]:
    """Returns the largest value of every number of a layout."""
    return [each.most for each in layout.values() for _ in range(each.size)]
