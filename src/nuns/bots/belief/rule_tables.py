"""What the rules say under a table's options, as arrays: every entry is the answer of a function of ``nuns.rules``.

An array over dots has a row for each of 156, dot 0 being nowhere. Ways are the neighbours of a dot, 0 to 3; a set of ways is bits.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from nuns.board.convent import WIDEST, WISH_CARDS
from nuns.board.shape import copy_of
from nuns.board.tables import DOTS, Board
from nuns.rules.caught import is_freed_on, is_obeying_length
from nuns.rules.noise import fitting_marks, is_in_earshot
from nuns.rules.novices import leads_home, open_ways
from nuns.rules.options import Options
from nuns.rules.setup import key_dot_of, set_table, wish_dot_of
from nuns.rules.sight import has_line, sees, watches
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import Gait

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.intp]

PHASES = 3  # no key; the key; the key and the wish
NO_KEY, KEY, WISH = range(PHASES)
HAS_KEY = (0, 1, 1)  # by phase
GAITS = (Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN)


class RuleTables:
    """The tables of one board and one set of options; those that are large are filled row by row, when they are asked for."""

    def __init__(self, board: Board, options: Options) -> None:
        self.board = board
        self.state = State(options=options)  # to put questions to the rules with; it is never played
        self.distance = np.array(board.distance, dtype=np.int16)
        self.first_steps = np.array(board.first_steps, dtype=np.intp)
        self.next = np.array(board.next, dtype=np.intp)
        self.open = self._open_ways()
        cards = range(1, WISH_CARDS + 1)
        self.key_dots = np.array([key_dot_of(board, self.state, card) for card in cards], dtype=np.intp)
        self.wish_dots = np.array([wish_dot_of(board, self.state, card) for card in cards], dtype=np.intp)
        self.marks = self._marks()
        self._first_states: dict[tuple[int, int], State] = {}
        self._in_line: dict[int, list[int]] = {}
        self._seen: dict[tuple[int, int, int], Flags] = {}
        self._watched: dict[tuple[int, int, int, int], Flags] = {}
        self._earshot: dict[tuple[int, int, int], Flags] = {}
        self._homeward: dict[int, Flags] = {}
        self._obeying_ends: dict[tuple[int, int], Flags] = {}

    def first_state(self, novices: int, guard_players: int) -> State:
        """Returns a state of its own with the table set and nothing dealt (2.1)."""
        key = novices, guard_players
        if key not in self._first_states:
            self._first_states[key] = State(options=self.state.options)
            set_table(self.board, self._first_states[key], novices, guard_players)
        return copy_of(self._first_states[key])

    def seen_from(self, guard: Guard) -> Flags:
        """Returns the dots that the guard sees from where she stands and faces (6.0, 6.1, 6.5)."""
        key = guard.dot, guard.outlook, guard.sees
        if key not in self._seen:
            row = np.zeros(DOTS, dtype=bool)
            row[[dot for dot in self._dots_in_line(guard.dot) if sees(self.board, self.state, guard, dot)]] = True
            self._seen[key] = row
        return self._seen[key]

    def _dots_in_line(self, dot: int) -> list[int]:
        """Returns the dots that a guard on this one sees if she faces the right way; she sees no others (6.1, 6.5)."""
        if dot not in self._in_line:
            self._in_line[dot] = [other for other in range(1, DOTS) if has_line(self.board, self.state.options, dot, other)]
        return self._in_line[dot]

    def watched_from(self, guard: Guard) -> Flags:
        """Returns the dots that she sees as one before whom a caught novice must hide (8.5, 8.6)."""
        key = guard.dot, guard.outlook, guard.sees, guard.chases
        if key not in self._watched:
            row = np.zeros(DOTS, dtype=bool)
            row[[dot for dot in np.flatnonzero(self.seen_from(guard)).tolist() if watches(self.board, self.state, guard, dot)]] = True
            self._watched[key] = row
        return self._watched[key]

    def earshot(self, noise_step: int, die: int, gait: int) -> Flags:
        """Returns by number of steps whether that die and gait are heard so far away (7.1, 7.3, 7.4)."""
        key = noise_step, die, gait
        if key not in self._earshot:
            far = int(self.distance.max())
            self._earshot[key] = np.array([is_in_earshot(self.state, noise_step, die, gait, steps) for steps in range(far + 1)])
        return self._earshot[key]

    def homeward(self, novice: Novice) -> Flags:
        """Returns by dot, way and phase whether the step is on a shortest way home through the doors she may open (8.4)."""
        if novice.figure not in self._homeward:
            leads = np.zeros((DOTS, WIDEST, 2), dtype=bool)
            for has_key in (0, 1):
                walker = Novice(figure=novice.figure, cell=novice.cell, has_key=has_key)
                for dot, way in np.argwhere(self.open[:, :, HAS_KEY.index(has_key)]).tolist():
                    leads[dot, way, has_key] = leads_home(self.board, walker, dot, self.board.next[dot][way])
            self._homeward[novice.figure] = leads[:, :, HAS_KEY]
        return self._homeward[novice.figure]

    def obeying_ends(self, novice: Novice, steps: int) -> Flags:
        """Returns the dots on which a walk home of so many steps obeys if it ends there (8.4)."""
        key = novice.figure, steps
        if key not in self._obeying_ends:
            self._obeying_ends[key] = by_dot(lambda dot: is_obeying_length(novice, Gait.WALK, steps, dot))
        return self._obeying_ends[key]

    def freed(self, novice: Novice, away: Flags) -> Flags:
        """Returns the dots on which a caught novice is freed when the turn ends; on those of ``away`` she has slipped away (8.6, 8.7)."""
        return by_dot(lambda dot: is_freed_on(novice, dot, int(away[dot])))

    def _open_ways(self) -> Flags:
        """By dot, way and phase: whether she may go there (5.3)."""
        found = np.zeros((DOTS, WIDEST, PHASES), dtype=bool)
        for phase, has_key in enumerate(HAS_KEY):
            walker = Novice(has_key=has_key)
            bits = np.array([open_ways(self.board, walker, dot) for dot in range(DOTS)])
            found[:, :, phase] = bits[:, None] >> np.arange(WIDEST) & 1
        return found

    def _marks(self) -> Numbers:
        """By tokens beside a guard and by the ways on which she is heard: how likely she marks just these; fitting sets are alike (7.4)."""
        table = np.zeros((1 << WIDEST, 1 << WIDEST))
        for ways in range(1 << WIDEST):
            allowed = fitting_marks(self.state, ways)
            chosen = [marked for marked in range(1 << WIDEST) if allowed >> marked & 1]
            for marked in chosen or [0]:
                table[marked, ways] = 1 / max(len(chosen), 1)
        return table


def by_dot(holds: Callable[[int], bool]) -> Flags:
    """Returns the answers for every dot of the board; nothing holds of dot 0."""
    return np.array([False, *(holds(dot) for dot in range(1, DOTS))])
