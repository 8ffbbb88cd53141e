"""Plays many games of one table, in as many processes as asked, and keeps their records if asked."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NamedTuple

from nuns.board.tables import Board
from nuns.kernel.machine import has_compiler, starts_at_once
from nuns.kernel.play import RANDOM as RANDOM_POLICY
from nuns.kernel.play import begin, play, random_choice
from nuns.lab.processes import unheard_interrupts
from nuns.lab.statistics import wilson
from nuns.referee.coding import small_action
from nuns.referee.dice import CounterDice
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.record import record_text
from nuns.referee.table import ENDING_NAMES, Table
from nuns.rules.chance import seed_game
from nuns.rules.state import Game as State
from nuns.rules.turn import next_figure
from nuns.rules.words import GUARDS_WIN

PIECE = 25  # games a worker plays before it reports
BATCH = {"cpu": 20_000, "cuda": 1 << 21}  # games of one call of machine code
WORTH_COMPILING = 10_000  # fewer games are played before the compiler is done
RANDOM = "random"
Choose = Callable[[Board, State, int], int]  # a small action for a figure


class Night(NamedTuple):
    """How one game ended."""

    ending: str
    guards_win: bool
    turns: int
    captures: int


@dataclass
class Summary:
    """How many games ended."""

    games: int = 0
    guards_wins: int = 0
    turns: int = 0
    captures: int = 0
    endings: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(ENDING_NAMES[1:], 0)))

    def add(self, night: Night) -> None:
        self.games += 1
        self.guards_wins += night.guards_win
        self.turns += night.turns
        self.captures += night.captures
        self.endings[night.ending] += 1

    def figures(self) -> dict[str, object]:
        """What ``nuns simulate --json`` prints, but for the seconds."""
        low, high = wilson(self.guards_wins, self.games)
        return {
            "games": self.games,
            "guards_win_rate": self.guards_wins / self.games,
            "guards_win_interval": [low, high],
            "endings": dict(self.endings),
            "turns_mean": self.turns / self.games,
            "captures_mean": self.captures / self.games,
        }


def night_of(state: State) -> Night:
    return Night(ENDING_NAMES[state.ending], state.winners == GUARDS_WIN, state.turn, state.captures)


def dealt_night(table: Table, seed: int, index: int) -> State:
    """Game ``index`` of ``seed``, dealt."""
    state = State(options=table.options)
    seed_game(state, seed, index)
    begin(table.board, state, table.novices, table.guard_players)
    return state


def random_night(table: Table, seed: int, index: int) -> State:
    """The same with random seats, played to the end on the rules alone."""
    state = dealt_night(table, seed, index)
    play(table.board, state)
    return state


def recorded_night(table: Table, seed: int, index: int, choose: Choose = random_choice) -> Game:
    """The same game through the referee, which keeps its actions and events."""
    game = seat_game(table)
    seed_game(game.state, seed, index)
    while not game.is_over:
        state = game.state
        figure = next_figure(state)
        apply(game, small_action(table, state, figure, choose(table.board, state, figure)))
    return game


def record_of(game: Game, seed: int, index: int) -> str:
    return record_text(game, CounterDice(f"{seed}/{index}"), dict.fromkeys(game.seats, RANDOM))


def record_path(folder: Path, index: int) -> Path:
    return folder / f"game-{index:06}.nuns"


def _play_piece(table: Table, seed: int, indices: range, folder: Path | None) -> list[Night]:
    nights = []
    for index in indices:
        if folder is None:
            nights.append(night_of(random_night(table, seed, index)))
        else:
            game = recorded_night(table, seed, index)
            record_path(folder, index).write_text(record_of(game, seed, index), encoding="utf-8")
            nights.append(night_of(game.state))
    return nights


def _pieces(games: int) -> Iterator[range]:
    for start in range(0, games, PIECE):
        yield range(start, min(start + PIECE, games))


def is_compiled(games: int, folder: Path | None, device: str = "cpu") -> bool:
    """Whether games are played in machine code: it is at hand or worth the wait, and no records are asked for."""
    return folder is None and (device != "cpu" or starts_at_once() or (games >= WORTH_COMPILING and has_compiler()))


def simulate(
    table: Table,
    games: int,
    seed: int,
    *,
    workers: int = 1,
    device: str = "cpu",
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Plays games 0 to ``games`` - 1 of ``seed``; the summary is the same for any number of workers."""
    summary = Summary()

    def take(nights: list[Night]) -> None:
        for night in nights:
            summary.add(night)
        progress(len(nights))

    if is_compiled(games, folder, device):
        play_compiled(table, games, seed, workers, device, summary, progress)
    elif workers == 1 or games <= PIECE:
        for piece in _pieces(games):
            take(_play_piece(table, seed, piece, folder))
    else:
        for nights in _shared(workers, table, games, seed, folder):
            take(nights)
    return summary


def _shared(workers: int, table: Table, games: int, seed: int, folder: Path | None) -> Iterator[list[Night]]:
    """The pieces as they are done, a few ahead for each worker."""
    pieces, others = _pieces(games), set(active_children())
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))

    def submit(count: int) -> set[Future[list[Night]]]:
        with unheard_interrupts():
            return {pool.submit(_play_piece, table, seed, piece, folder) for piece in islice(pieces, count)}

    try:
        busy = submit(2 * workers)
        while busy:
            done, busy = wait(busy, return_when=FIRST_COMPLETED)
            busy |= submit(len(done))
            for each in done:
                yield each.result()
    except (KeyboardInterrupt, GeneratorExit):
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def get_ready(table: Table, workers: int, device: str = "cpu") -> None:
    """Loads machine code, or compiles it, so that what follows is play alone."""
    play_compiled(table, 1, 0, workers, device, Summary(), lambda _: None)


def play_compiled(
    table: Table, games: int, seed: int, workers: int, device: str, summary: Summary, progress: Callable[[int], None]
) -> None:
    """The same games in machine code, on the cores or on a CUDA device."""
    import numpy as np

    for first in range(0, games, BATCH[device]):
        count = min(BATCH[device], games - first)
        ends = _ends_on_device(table, seed, first, count) if device == "cuda" else _ends_on_cores(table, seed, first, count, workers)
        summary.games += count
        summary.guards_wins += int((ends["winners"] == GUARDS_WIN).sum())
        summary.turns += int(ends["turn"].sum(dtype=np.int64))
        summary.captures += int(ends["captures"].sum(dtype=np.int64))
        summary.endings.update({name: int((ends["ending"] == number).sum()) for number, name in enumerate(ENDING_NAMES) if name})
        progress(count)


def _ends_on_cores(table: Table, seed: int, first: int, count: int, workers: int) -> Any:
    import numba

    from nuns.kernel.batch import Batch

    config: Any = numba.config  # a container or a CPU set may leave fewer threads than the machine has cores
    numba.set_num_threads(min(workers, config.NUMBA_NUM_THREADS))
    batch = Batch(table.options, novices=table.novices, guard_players=table.guard_players, games=count, seed=seed, first=first)
    batch.play(all_cores=True)
    return batch.games


def _ends_on_device(table: Table, seed: int, first: int, count: int) -> Any:
    from nuns.kernel.batch import as_signed
    from nuns.kernel.device import device

    return device().outcomes(table.options, table.novices, table.guard_players, count, as_signed(seed), first, RANDOM_POLICY)
