"""Many games at once as one array of records: deal, look, step, or play to the end."""

from typing import Any

import numpy as np

from nuns.kernel.machine import Machine, machine
from nuns.kernel.records import Record, array_of, board_record
from nuns.rules.options import MAYFAIR, Options, problems
from nuns.rules.state import TAPE, Game
from nuns.rules.words import GUARDS_WIN, Stage

POLICIES = ("random", "eager")
SIGNED = 1 << 63


class Batch:
    """Games ``first``, ``first`` + 1, … of a seed; game i is the same in every mode and batch size."""

    def __init__(
        self,
        options: Options = MAYFAIR,
        *,
        novices: int = 6,
        guard_players: int = 1,
        games: int = 1024,
        seed: int = 1,
        first: int = 0,
        told: bool = False,
        bounds_checked: bool = False,
    ) -> None:
        """``told`` keeps each game's event tape of its last action."""
        found = problems(options, novices, guard_players)
        if found:
            raise ValueError("; ".join(found))
        self.options, self.novices, self.guard_players = options, novices, guard_players
        self.machine: Machine = machine(told=told, bounds_checked=bounds_checked)
        self.boards: Record = board_record()
        self._fresh = array_of(Game(options=options), tape=TAPE if told else 1)
        self.games: Record = np.zeros(games, self._fresh.dtype)  # zeros, so that padding compares equal
        self.reset(seed, first)

    def reset(self, seed: int = 1, first: int = 0) -> None:
        """Sets every table anew and deals."""
        self.games[:] = self._fresh[0]
        signed = seed - (SIGNED << 1) if seed >= SIGNED else seed
        self.machine.deal_games(self.boards, self.games, signed, first, self.novices, self.guard_players)

    def legal(self) -> tuple[np.ndarray[Any, np.dtype[np.int8]], np.ndarray[Any, np.dtype[np.uint16]]]:
        """Who is asked first in each game (-1: over), and what they may answer, as bits."""
        figures = np.empty(len(self.games), np.int8)
        masks = np.empty(len(self.games), np.uint16)
        self.machine.look_at_games(self.boards, self.games, figures, masks)
        return figures, masks

    def step(self, actions: np.ndarray[Any, Any]) -> None:
        """One answer a game; games that are over take none. Nothing is changed where an answer is not legal, and that is an error."""
        if len(actions) != len(self.games):
            raise ValueError(f"expected {len(self.games)} actions, one a game; got {len(actions)}")
        refused = self.machine.step_games(self.boards, self.games, np.ascontiguousarray(actions, np.int64))
        if refused:
            raise ValueError(f"expected legal actions; got {refused} that are not, in games that were left as they were")

    def play(self, policy: Any = "random", *, all_cores: bool = False) -> None:
        """Plays every game to its end: ``random``, ``eager``, or a policy compiled with Numba, ``policy(board, game, figure)``."""
        if isinstance(policy, str):
            if policy not in POLICIES:
                raise ValueError(f"expected a policy among {', '.join(POLICIES)}, or a compiled function; got {policy!r}")
            loop = self.machine.play_games_on_all_cores if all_cores else self.machine.play_games
            loop(self.boards, self.games, POLICIES.index(policy))
        else:
            self.machine.play_games_with(self.boards, self.games, policy)

    @property
    def over(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        return np.asarray(self.games["stage"] == Stage.OVER)

    @property
    def guards_win(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        return np.asarray(self.games["winners"] == GUARDS_WIN)
