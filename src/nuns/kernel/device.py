"""The rules on a CUDA device: the same functions that a core runs, through another compiler."""

from functools import cache
from typing import Any

import numpy as np

from nuns.kernel import lockstep, loops
from nuns.kernel.bits import device_bits, nth_bit
from nuns.kernel.compiler import Chapters, Function, Replaced, compile_functions, ignore_event
from nuns.kernel.machine import is_loop
from nuns.kernel.play import random_choice
from nuns.kernel.records import Record, array_of, board_record, dtype_of
from nuns.rules import bits, tape
from nuns.rules.knowledge import Known
from nuns.rules.options import Options
from nuns.rules.state import State

GAME_THREADS = 128  # per block, where every thread does one thing for its game
THREADS = 1024  # per block; one block per multiprocessor, all at one stage, so that it fetches one part of the rules at a time
ENTRANCES = (
    loops.deal_games,
    loops.look_at_games,
    loops.step_games,
    lockstep.play_in_step,
)  # the kernels that are launched; everything else is a device function
OUTCOME = np.dtype([("ending", "u1"), ("winners", "u1"), ("turn", "u1"), ("captures", "u1")])


class NoDevice(RuntimeError):
    """Raised where there is no CUDA device, or no compiler for it; the message says which."""


class Device:
    """The loops of ``loops.py`` with one thread for each game, compiled when first called; games stay in the device's memory."""

    def __init__(self, cuda: Any, extra_modules: Chapters = (), replaced: Replaced = ()) -> None:
        from numba import from_dtype, int32

        self.cuda, self._extra_modules = cuda, extra_modules
        self.boards = cuda.to_device(board_record())
        self.blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT
        on_device = cuda.jit(device=True)

        def thread_share(count: int) -> Any:
            return range(cuda.grid(1), count, cuda.gridsize(1))

        lowest, counted = (on_device(function) for function in device_bits(cuda, int32))
        self._replacements: dict[Function, Any] = {
            tape.say: ignore_event,
            bits.lowest_bit: lowest,
            bits.count_bits: counted,
            bits.nth_bit: nth_bit,
            **dict(replaced),
        }
        self._names = {
            "cuda": cuda,
            "int32": int32,
            "RECORD": from_dtype(array_of(State()).dtype),
            "KNOWN": from_dtype(dtype_of(Known)),
            "RANK": np.array(lockstep.RANK, np.int32),
            "share": on_device(thread_share),
        }
        self.functions = self._compiled({})
        self._players: dict[Any, Any] = {}

    def _compiled(self, replacements: dict[Function, Any]) -> dict[Function, Any]:
        entrances = {each.__name__ for each in ENTRANCES}
        others = {chapter.__name__ for chapter in self._extra_modules}

        def jit(function: Any) -> Any:
            is_entrance = is_loop(function) if function.__module__ in others else function.__name__ in entrances
            return self.cuda.jit(function) if is_entrance else self.cuda.jit(device=True)(function)

        replaced = {**self._replacements, **replacements}
        return compile_functions(jit, replacements=replaced, names=self._names, extra_modules=self._extra_modules)

    def _player(self, policy: Any, replaced: tuple[Function, Function]) -> Any:
        """Returns ``play_in_step`` for one policy, with one function replaced; the less code, the faster it is fetched."""
        if (policy, replaced) not in self._players:
            choose = self.functions.get(policy, policy)

            def its_choice(board: Any, game: Any, figure: int) -> Any:
                return choose(board, game, figure)

            made = self._compiled({replaced[0]: replaced[1], lockstep.choose: self.cuda.jit(device=True)(its_choice)})
            self._players[policy, replaced] = made[lockstep.play_in_step]
        return self._players[policy, replaced]

    def _launch(self, loop: Any, *given: Any) -> None:
        loop[self.blocks, THREADS](*given)
        self.cuda.synchronize()

    def start(self, loop: Function, games: int, *given: Any) -> None:
        """Starts a loop of the extra modules with one thread for each game, and does not wait; what is started next comes after it."""
        self.functions[loop][(games + GAME_THREADS - 1) // GAME_THREADS, GAME_THREADS](*given)

    def wait(self) -> None:
        """Returns when the device has done everything that was started."""
        self.cuda.synchronize()

    def hold(self, games: Record) -> Any:
        """Copies games to the device."""
        return self.cuda.to_device(games)

    def fetch(self, games: Any) -> Record:
        """Copies games back from the device."""
        fetched: Record = games.copy_to_host()
        return fetched

    def take(self, values: Any, kind: type[np.generic]) -> Any:
        """Returns a caller's values on the device: those that are there already as they are, others copied."""
        if hasattr(values, "__cuda_array_interface__"):
            return self.cuda.as_cuda_array(values)
        return self.hold(np.ascontiguousarray(values, kind))

    def deal_games(self, boards: Any, games: Any, seed: int, first: int, novices: int, guard_players: int) -> None:
        """Deals games ``first`` + i of a seed."""
        self._launch(self.functions[loops.deal_games], boards, games, seed, first, novices, guard_players)

    def look_at_games(self, boards: Any, games: Any, figures: Any, masks: Any) -> None:
        """Fills in the figure who is asked first in each game, and what it may answer, as bits."""
        self._launch(self.functions[loops.look_at_games], boards, games, figures, masks)

    def step_games(self, boards: Any, games: Any, actions: Any, refused: Any) -> None:
        """Takes one answer a game, and notes the illegal ones."""
        self._launch(self.functions[loops.step_games], boards, games, actions, refused)

    def play_games(self, boards: Any, games: Any) -> None:
        """Plays every game to its end at random."""
        self.play_games_with(boards, games, random_choice)

    play_games_on_all_cores = play_games

    def play_games_with(self, boards: Any, games: Any, policy: Any) -> None:
        """Plays every game to its end with a policy: one of ``functions``, or the caller's own device function, which may call those."""
        player = self._player(policy, (lockstep.start_game, lockstep.continue_game))
        self._launch(player, boards, games, games, self._counter(), 0, 0, 0, 0)

    def outcomes(
        self, options: Options, novices: int, guard_players: int, games: int, seed: int, first: int, policy: Function = random_choice
    ) -> Record:
        """Deals and plays games ``first`` to ``first + games - 1`` of a seed, and returns only how each ended."""
        fresh, kept = self.hold(array_of(State(options=options))), self.cuda.device_array(games, OUTCOME)
        player = self._player(policy, (lockstep.keep_game, lockstep.keep_outcome))
        self._launch(player, self.boards, fresh, kept, self._counter(), seed, first, novices, guard_players)
        return self.fetch(kept)

    def _counter(self) -> Any:
        return self.cuda.to_device(np.zeros(1, np.int64))


def why_no_device() -> str | None:
    """Returns one sentence on why there is no device, or None where there is one."""
    try:
        cuda = numba_cuda()
    except ImportError:
        return "expected numba-cuda, which compiles for a CUDA device; got none: pip install 'nuns[cuda]'"
    if not cuda.is_available():
        return "expected a CUDA device; got none on this machine: use --device cpu"
    return None


def numba_cuda() -> Any:
    """Returns Numba's CUDA compiler, after giving NumPy 2.5 back ``row_stack``, which numba-cuda 0.30 still calls."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack
    from numba import cuda

    return cuda


@cache
def device(extra_modules: Chapters = (), replaced: Replaced = ()) -> Device:
    """Returns the CUDA device of this process with the rules and those modules compiled for it, or raises NoDevice."""
    if reason := why_no_device():
        raise NoDevice(reason)
    return Device(numba_cuda(), extra_modules, replaced)
