"""Many games as one array of records: deal, look, step, or play to the end, on the cores or on a CUDA device."""

from typing import Any

import numpy as np

from nuns.kernel.compiler import Chapters
from nuns.kernel.device import Device, device
from nuns.kernel.machine import Machine, machine
from nuns.kernel.records import Record, array_of
from nuns.rules.options import MAYFAIR, Options, problems
from nuns.rules.state import State
from nuns.rules.words import GUARDS_WIN, Stage

DEVICES = ("cpu", "cuda")
SIGNED = 1 << 63


def as_signed(seed: int) -> int:
    """Returns a 64-bit seed as the signed number that machine code takes."""
    return seed - (SIGNED << 1) if seed >= SIGNED else seed


class Batch:
    """Games ``first``, ``first`` + 1, and so on of a seed; game i is the same in every mode and batch size."""

    def __init__(
        self,
        options: Options = MAYFAIR,
        *,
        novices: int = 6,
        guard_players: int = 1,
        games: int = 1024,
        seed: int = 1,
        first: int = 0,
        on: str = "cpu",
        with_events: bool = False,
        bounds_checked: bool = False,
        extra_modules: Chapters = (),
    ) -> None:
        """Deals the games; ``on`` is ``cpu`` or ``cuda``, and ``with_events`` keeps each game's event tape of its last action (cpu only).

        ``extra_modules`` are compiled with the rules, so that ``play`` can be given their policies.
        """
        found = problems(options, novices, guard_players)
        if found:
            raise ValueError("; ".join(found))
        if on not in DEVICES or (on == "cuda" and (with_events or bounds_checked)):
            raise ValueError(f"expected a device among {', '.join(DEVICES)}, with events and bounds checks on cpu only; got {on!r}")
        self.options, self.novices, self.guard_players, self.count = options, novices, guard_players, games
        self._fresh = array_of(State(options=options), with_tape=with_events)
        self.engine: Machine | Device
        if on == "cuda":
            self.engine = device(extra_modules)
        else:
            self.engine = machine(with_events=with_events, bounds_checked=bounds_checked, extra_modules=extra_modules)
        self.reset(seed, first)

    def reset(self, seed: int = 1, first: int = 0) -> None:
        """Deals every game again, from this seed."""
        self._games = self.engine.hold(np.repeat(self._fresh, self.count))
        self.engine.deal_games(self.engine.boards, self._games, as_signed(seed), first, self.novices, self.guard_players)

    @property
    def games(self) -> Record:
        """The states of all games: on a core the array itself, from a device a copy."""
        return self.engine.fetch(self._games)

    def legal(self) -> tuple[np.ndarray[Any, np.dtype[np.int8]], np.ndarray[Any, np.dtype[np.uint16]]]:
        """Returns the figure who is asked first in each game (-1 if it is over) and what it may answer, as bits."""
        figures, masks = np.empty(self.count, np.int8), np.empty(self.count, np.uint16)
        self.engine.look_at_games(self.engine.boards, self._games, figures, masks)
        return figures, masks

    def step(self, actions: np.ndarray[Any, Any]) -> None:
        """Takes one answer a game, none where it is over; raises ValueError if any is illegal, and leaves those games unchanged."""
        if len(actions) != self.count:
            raise ValueError(f"expected {self.count} actions, one for each game; got {len(actions)}")
        refused = np.zeros(self.count, np.uint8)
        self.engine.step_games(self.engine.boards, self._games, np.ascontiguousarray(actions, np.int64), refused)
        if refused.any():
            raise ValueError(f"expected legal actions; got {refused.sum()} illegal ones, and left those games unchanged")

    def play(self, *, all_cores: bool = False) -> None:
        """Plays every game at random to its end."""
        loop = self.engine.play_games_on_all_cores if all_cores else self.engine.play_games
        loop(self.engine.boards, self._games)

    def play_with(self, policy: Any) -> None:
        """Plays every game to its end by ``policy(board, game, figure)``, from the extra modules or compiled with Numba."""
        self.engine.play_games_with(self.engine.boards, self._games, self.engine.functions.get(policy, policy))

    @property
    def over(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether each game is over."""
        return np.asarray(self.games["stage"] == Stage.OVER)

    @property
    def guards_win(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether the guards have won each game."""
        return np.asarray(self.games["winners"] == GUARDS_WIN)
