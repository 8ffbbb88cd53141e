"""Plays many games of one setup with bots, in as many processes as asked, and saves their records if asked."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from nuns.board.shape import copy_of
from nuns.board.tables import Board
from nuns.bots.players import compiled_policies
from nuns.bots.players.player import BotPlayer, Fault
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.players.user_bot import isolate_bot
from nuns.bots.policies.policy_games import decide_informed, seat_of
from nuns.kernel.machine import can_start_at_once, has_compiler
from nuns.kernel.play import begin, random_choice
from nuns.lab.lineup import LineUp, players_of
from nuns.lab.statistics import wilson_interval
from nuns.processes import WorkerPool, defer_interrupts
from nuns.referee.action_codec import small_action
from nuns.referee.dice import CounterDice
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import ENDING_NAMES, PLAYED_ENDINGS, GameSetup
from nuns.referee.record import record_text
from nuns.referee.seats import Seat
from nuns.rules.chance import seed_game
from nuns.rules.knowledge import Known
from nuns.rules.state import State
from nuns.rules.turn import next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, GUARDS_WIN, Stage

PIECE, BOT_PIECE = 25, 2  # games a worker plays before it reports, with random bots and with others
BATCH = {"cpu": 20_000, "cuda": 1 << 21}  # games in one call of machine code
BOT_BATCH = 500  # the same with other bots
THINKING_BATCH = 4  # the same for each worker with bots that keep beliefs
WORTH_COMPILING = 10_000  # fewer games of random bots are over before the compiler is done
WORTH_COMPILING_BOTS = 400  # the same with other bots
EVERYBODY_RANDOM = LineUp()
NOTHING = Known()
Choose = Callable[[Board, State, int], int]  # returns a small action for a figure


class GameResult(NamedTuple):
    """How one game ended."""

    ending: str
    guards_win: bool
    turns: int
    captures: int


class PlayedPiece(NamedTuple):
    """How a few games ended, and what bots did wrong in them."""

    results: list[GameResult]
    faults: list[Fault]


@dataclass
class SimulationSummary:
    """Aggregated results of a simulation."""

    games: int = 0
    guards_wins: int = 0
    turns: int = 0
    captures: int = 0
    endings: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(PLAYED_ENDINGS, 0)))
    faults: Counter[Fault] = field(default_factory=Counter)  # what bots did wrong, and how often

    def add(self, result: GameResult) -> None:
        """Adds the result of one game."""
        self.games += 1
        self.guards_wins += result.guards_win
        self.turns += result.turns
        self.captures += result.captures
        self.endings[result.ending] += 1

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


def result_of(state: State) -> GameResult:
    """Returns how a game ended."""
    return GameResult(ENDING_NAMES[state.ending], state.winners == GUARDS_WIN, state.turn, state.captures)


def deal_state(table: GameSetup, seed: int, index: int) -> State:
    """Returns game ``index`` of ``seed`` as a state, dealt."""
    state = State(options=table.options)
    seed_game(state, seed, index)
    begin(table.board, state, table.novices, table.guard_players)
    return state


def play_recorded_game(table: GameSetup, seed: int, index: int, choose: Choose = random_choice) -> Game:
    """Plays the game through the referee, which keeps its actions and events."""
    game = seat_game(table)
    seed_game(game.state, seed, index)
    while not game.is_over:
        state = game.state
        figure = next_figure(state)
        apply(game, small_action(table, state, figure, choose(table.board, state, figure)))
    return game


def dealt_game(table: GameSetup, seed: int, index: int) -> Game:
    """Returns game ``index`` of ``seed`` at the referee, dealt."""
    game = seat_game(table)
    seed_game(game.state, seed, index)
    while game.state.stage == Stage.DEAL:
        apply(game, small_action(table, game.state, CHANCE, random_choice(table.board, game.state, CHANCE)))
    return game


def play_bot_game(table: GameSetup, seed: int, index: int, lineup: LineUp) -> tuple[Game, list[Fault]]:
    """Plays game ``index`` through the referee, where each bot gets only what its seat may know; returns it with the bots' faults."""
    game, faults = dealt_game(table, seed, index), list[Fault]()
    numbers = GameRandom(game.state)
    return game, faults + play_out(game, players_of(lineup, game, seed, index, numbers, faults), numbers)


def play_out(game: Game, bots: Mapping[Seat, BotPlayer], numbers: GameRandom) -> list[Fault]:
    """Plays to the end with a bot in every seat, and returns the bots' faults."""
    faults = []
    while not game.is_over:
        figure = next_figure(game.state)
        if is_left_to_luck(game, figure):
            action = small_action(game.setup, game.state, figure, random_choice(game.setup.board, game.state, figure))
            numbers.decisions = game.state.decisions
        else:
            action, fault = bots[next(seat for seat in game.seats if figure in game.figures(seat))].answer(game)
            game.state.decisions = numbers.decisions
            faults += [fault] if fault else []
        apply(game, action)
    for bot in bots.values():
        bot.end(game)
    return faults


def is_left_to_luck(game: Game, figure: int) -> bool:
    """Tells whether chance decides: cards, dice, and which of two guard players moves first (4)."""
    return figure == CHANCE or (figure == GUARD_SIDE and game.setup.guard_players == 2)


def play_policy_game(table: GameSetup, seed: int, index: int, policies: tuple[int, ...]) -> State:
    """Plays the game on the rules alone, where all bots are policies, and returns its final state."""
    state = deal_state(table, seed, index)
    while state.stage != Stage.OVER:
        figure = next_figure(state)
        decide_informed(table.board, state, figure, policies[seat_of(state, figure)], copy_of(NOTHING))
    return state


def record_of(game: Game, seed: int, index: int, lineup: LineUp = EVERYBODY_RANDOM) -> str:
    """Returns the record of a game, which names the bots."""
    names = {seat: kind.name for seat, kind in lineup.by_seat(game).items()}
    return record_text(game, CounterDice(f"{seed}/{index}"), names)


def record_path(folder: Path, index: int) -> Path:
    """Returns the file for the record of a game."""
    return folder / f"game-{index:06}.nuns"


def play_piece(table: GameSetup, seed: int, indices: range, lineup: LineUp, folder: Path | None) -> PlayedPiece:
    """Plays a few games, and saves their records if there is a folder."""
    results, faults = [], list[Fault]()
    with isolate_bot() if lineup.has_user_bot else nullcontext():
        for index in indices:
            state, found = _play_one(table, seed, index, lineup, folder)
            results.append(result_of(state))
            faults += found
    return PlayedPiece(results, faults)


def _play_one(table: GameSetup, seed: int, index: int, lineup: LineUp, folder: Path | None) -> tuple[State, list[Fault]]:
    """Plays one game, on the rules alone where no bot needs more."""
    policies = lineup.policies()
    if policies is not None and folder is None and not compiled_policies.keeps_beliefs(policies):
        return play_policy_game(table, seed, index, policies), []
    game, faults = (
        (play_recorded_game(table, seed, index), list[Fault]()) if lineup.is_random else play_bot_game(table, seed, index, lineup)
    )
    if folder is not None:
        record_path(folder, index).write_text(record_of(game, seed, index, lineup), encoding="utf-8")
    return game.state, faults


def _piece(lineup: LineUp) -> int:
    return PIECE if lineup.is_random else BOT_PIECE


def _pieces(games: int, size: int) -> Iterator[range]:
    for start in range(0, games, size):
        yield range(start, min(start + size, games))


def is_ready(lineup: LineUp) -> bool:
    """Tells whether the machine code for these bots is compiled already."""
    policies = lineup.policies()
    if policies is None:
        return lineup.can_think_at_once()
    return can_start_at_once() if lineup.is_random else compiled_policies.can_start_at_once(policies)


def is_compiled(games: int, folder: Path | None, device: str = "cpu", lineup: LineUp = EVERYBODY_RANDOM) -> bool:
    """Tells whether games are played in machine code: all bots can be, it is ready or worth the wait, and no records are wanted."""
    if folder is not None or lineup.policies() is None:
        return False
    if lineup.thinkers():
        return True
    worth = WORTH_COMPILING if lineup.is_random else WORTH_COMPILING_BOTS
    return device != "cpu" or is_ready(lineup) or (games >= worth and has_compiler())


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
    summary = SimulationSummary()

    def take(played: PlayedPiece) -> None:
        for result in played.results:
            summary.add(result)
        summary.faults.update(played.faults)
        progress(len(played.results))

    if is_compiled(games, folder, device, lineup):
        play_compiled(table, games, seed, workers, device, summary, progress, lineup)
    elif workers == 1 or games <= _piece(lineup):
        for piece in _pieces(games, _piece(lineup)):
            take(play_piece(table, seed, piece, lineup, folder))
    else:
        for played in _shared(workers, table, games, seed, lineup, folder):
            take(played)
    return summary


def _shared(workers: int, table: GameSetup, games: int, seed: int, lineup: LineUp, folder: Path | None) -> Iterator[PlayedPiece]:
    """Yields the pieces as they are done, with two submitted for each worker."""
    pieces, pool = _pieces(games, _piece(lineup)), WorkerPool(workers)

    def submit(count: int) -> set[Future[PlayedPiece]]:
        with defer_interrupts():
            return {pool.submit(play_piece, table, seed, piece, lineup, folder) for piece in islice(pieces, count)}

    try:
        busy = submit(2 * workers)
        while busy:
            done, busy = wait(busy, return_when=FIRST_COMPLETED)
            busy |= submit(len(done))
            for each in done:
                yield each.result()
    except (KeyboardInterrupt, GeneratorExit):
        pool.end()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def prepare(table: GameSetup, workers: int, device: str = "cpu", lineup: LineUp = EVERYBODY_RANDOM) -> None:
    """Loads or compiles machine code, so that later calls only play."""
    play_compiled(table, 1, 0, workers, device, SimulationSummary(), lambda _: None, lineup)


def play_compiled(
    table: GameSetup,
    games: int,
    seed: int,
    workers: int,
    device: str,
    summary: SimulationSummary,
    progress: Callable[[int], None],
    lineup: LineUp = EVERYBODY_RANDOM,
) -> None:
    """Plays the same games in machine code, on the cores or on a CUDA device."""
    import numpy as np

    size = BATCH[device] if lineup.is_random else THINKING_BATCH * workers if lineup.thinkers() else BOT_BATCH
    for first in range(0, games, size):
        count = min(size, games - first)
        if device == "cuda":
            ends = _ends_on_device(table, seed, first, count)
        else:
            ends = _ends_on_cores(table, seed, first, count, workers, lineup)
        summary.games += count
        summary.guards_wins += int((ends["winners"] == GUARDS_WIN).sum())
        summary.turns += int(ends["turn"].sum(dtype=np.int64))
        summary.captures += int(ends["captures"].sum(dtype=np.int64))
        summary.endings.update({name: int((ends["ending"] == number).sum()) for number, name in enumerate(PLAYED_ENDINGS, 1)})
        progress(count)


def _ends_on_cores(table: GameSetup, seed: int, first: int, count: int, workers: int, lineup: LineUp) -> Any:
    from nuns.kernel.batch import Batch

    use_threads(workers)
    policies = lineup.policies()
    if policies is not None and compiled_policies.keeps_beliefs(policies):
        return compiled_policies.play_nights(table, seed, first, count, policies, workers)
    if not lineup.is_random and policies is not None:
        return compiled_policies.play_compiled_games(table, seed, first, count, policies)
    batch = Batch(table.options, novices=table.novices, guard_players=table.guard_players, games=count, seed=seed, first=first)
    batch.play(all_cores=True)
    return batch.games


def use_threads(count: int) -> None:
    """Sets the number of threads of machine code, at most as many as this process may use."""
    import numba

    config: Any = numba.config
    numba.set_num_threads(min(count, config.NUMBA_NUM_THREADS))


def _ends_on_device(table: GameSetup, seed: int, first: int, count: int) -> Any:
    from nuns.kernel.batch import as_signed
    from nuns.kernel.device import device

    return device().outcomes(table.options, table.novices, table.guard_players, count, as_signed(seed), first)
