"""Plays many games of one setup with a line-up, a grid of one cell of which only sums are kept, and saves their records if asked."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from nuns.bots.players.player import Fault
from nuns.lab.games import EVERYBODY_RANDOM, PlayedGames, is_compiled, play_games, record_of, record_path
from nuns.lab.lineup import LineUp
from nuns.lab.pool import SerialPool, play_pieces, split_range
from nuns.lab.statistics import wilson_interval
from nuns.processes import WorkerPool
from nuns.referee.game import Game
from nuns.referee.game_setup import PLAYED_ENDINGS, GameSetup
from nuns.rules.words import GUARDS_WIN

PIECE, BOT_PIECE = 25, 2  # games a worker plays before it reports, with random bots and with others
BATCH = {"cpu": 20_000, "cuda": 1 << 21}  # games in one call of machine code
BOT_BATCH = 500  # the same with other bots
THINKING_BATCH = 4  # the same for each worker with bots that keep beliefs


@dataclass
class SimulationSummary:
    """Aggregated results of a simulation."""

    games: int = 0
    guards_wins: int = 0
    turns: int = 0
    captures: int = 0
    endings: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(PLAYED_ENDINGS, 0)))
    faults: Counter[Fault] = field(default_factory=Counter)  # what bots did wrong, and how often

    def add(self, played: PlayedGames) -> None:
        """Adds the results of some games."""
        ends = played.ends
        self.games += len(ends)
        self.guards_wins += int((ends["winners"] == GUARDS_WIN).sum())
        self.turns += int(ends["turn"].sum(dtype="i8"))
        self.captures += int(ends["captures"].sum(dtype="i8"))
        self.endings.update({name: int((ends["ending"] == number).sum()) for number, name in enumerate(PLAYED_ENDINGS, 1)})
        for faults in played.faults.values():
            self.faults.update(faults)

    def figures(self) -> dict[str, object]:
        """Returns what ``nuns simulate --json`` prints, except the seconds."""
        low, high = wilson_interval(self.guards_wins, self.games)
        return {
            "games": self.games,
            "guards_win_rate": self.guards_wins / self.games,
            "guards_win_interval": [low, high],
            "endings": dict(self.endings),
            "turns_mean": self.turns / self.games,
            "captures_mean": self.captures / self.games,
        }


def simulate(
    table: GameSetup,
    games: int,
    seed: int,
    *,
    lineup: LineUp = EVERYBODY_RANDOM,
    workers: int = 1,
    device: str = "cpu",
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> SimulationSummary:
    """Plays games 0 to ``games`` - 1 of ``seed``; the summary is the same for any number of workers."""
    summary, compiled = SimulationSummary(), is_ahead(games, folder, device, lineup)
    if compiled:  # the workers are threads of this process
        play = partial(play_games, compiled=True, threads=workers, device=device)
        size = BATCH[device] if lineup.is_random else THINKING_BATCH * workers if lineup.thinkers() else BOT_BATCH
    else:
        play, size = partial(play_saved, folder=folder), PIECE if lineup.is_random else BOT_PIECE
    pool = SerialPool() if compiled or workers == 1 or games <= size else WorkerPool(workers)

    def take(piece: Any, played: PlayedGames) -> None:
        summary.add(played)
        progress(len(played.ends))

    play_pieces(pool, workers, ((table, seed, piece, lineup) for piece in split_range(range(games), size)), play, take)
    return summary


def play_saved(table: GameSetup, seed: int, indices: range, lineup: LineUp, folder: Path | None) -> PlayedGames:
    """Plays a few games without machine code of their own, and saves their records if there is a folder."""

    def save(index: int, game: Game) -> None:
        if folder is not None:
            record_path(folder, index).write_text(record_of(game, seed, index, lineup), encoding="utf-8")

    return play_games(table, seed, indices, lineup, watch=save if folder else None)


def is_ahead(games: int, folder: Path | None, device: str, lineup: LineUp) -> bool:
    """Tells whether games are played in machine code that is prepared before the first: no records are wanted, and it is worth it."""
    return folder is None and (device != "cpu" or is_compiled(lineup, games))


def prepare(table: GameSetup, workers: int, device: str = "cpu", lineup: LineUp = EVERYBODY_RANDOM) -> None:
    """Loads or compiles machine code, so that later calls only play."""
    play_games(table, 0, range(1), lineup, compiled=True, threads=workers, device=device)
