"""The guards and the monk, as everybody knows them: where they stand and face, and what they see (rules 6, 9, 11.2)."""

from dataclasses import dataclass

import numpy as np

from nuns.board.shape import shallow_copy_of
from nuns.board.tables import DOTS
from nuns.bots.belief.rule_tables import Flags, RuleTables
from nuns.rules.caught import is_caught_on
from nuns.rules.guards import arrive, complete_path, face, take_path
from nuns.rules.monk import has_finished, leave_game
from nuns.rules.state import Guard, Novice, State


@dataclass(frozen=True)
class SightMasks:
    """The dots that are seen at one moment."""

    seen: Flags  # by any guard, or the monk (6.6)
    watched: Flags  # by one before whom a caught novice must hide (8.5, 8.6)


class GuardTracker:
    """Moves the guards of a public state, by number, as the events tell it."""

    def __init__(self, tables: RuleTables, state: State) -> None:
        self.tables, self.state = tables, state
        self._masks: SightMasks | None = None

    def copy(self, state: State) -> "GuardTracker":
        """Returns a tracker of another state in which the guards stand alike."""
        other = GuardTracker(self.tables, state)
        other._masks = self._masks
        return other

    def guard(self, number: int) -> Guard:
        return self.state.guards[number]

    def take_path(self, number: int, path: int) -> None:
        """Notes a new path of the monk, who leaves the game with his last; the guards' paths tell nothing of the novices (11.2)."""
        guard = self.guard(number)
        if not guard.chases:
            take_path(self.tables.board, self.state, guard, path)
            self.state.said = 0

    def turn(self, number: int, towards: int) -> None:
        """Turns her towards a neighbour (6.3)."""
        guard, board = self.guard(number), self.tables.board
        face(board, guard, board.next[guard.dot].index(towards))
        self._masks = None

    def step(self, number: int, to: int) -> None:
        """Takes her one step, once she has turned that way (9)."""
        guard = self.guard(number)
        arrive(guard, to)
        if not guard.chases:
            complete_path(self.tables.board, self.state, guard)
        self._masks = None

    def stop(self, number: int, *, ran: bool) -> None:
        """Ends her movement; the monk may have walked his last path (9.1, 11.2)."""
        guard = self.guard(number)
        guard.ran = ran
        if has_finished(self.tables.board, guard):
            leave_game(guard)
            self._masks = None

    def view(self, number: int) -> Flags:
        """Returns the dots she sees (6.0, 6.1, 6.5)."""
        return self.tables.seen_from(self.guard(number))

    def masks(self) -> SightMasks:
        """Returns the dots that anyone sees, and those that are watched (6.6, 8.5)."""
        if self._masks is None:
            seen, watched = np.zeros(DOTS, dtype=bool), np.zeros(DOTS, dtype=bool)
            for guard in self.state.guards:
                seen |= self.tables.seen_from(guard)
                watched |= self.tables.watched_from(guard)
            self._masks = SightMasks(seen, watched)
        return self._masks

    def capture_dots(self, novice: Novice) -> list[int]:
        """Returns the dots on which she is caught when she comes upon a guard (5.5, 8.9)."""
        return [guard.dot for guard in self.state.guards if is_caught_on(self.state, novice, guard.dot)]


def public_copy(state: State) -> State:
    """Returns a copy whose guards can move, and whose dice and novices can be replaced, without touching the first."""
    other = shallow_copy_of(state)
    other.guards = [shallow_copy_of(guard) for guard in state.guards]
    other.novices, other.dice, other.shifts = list(state.novices), list(state.dice), list(state.shifts)
    return other
