"""The speed of random six-novice games of the default edition: interpreted, in machine code, on all cores, on a CUDA device."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median

from nuns.kernel.batch import Batch
from nuns.kernel.device import device, why_no_device
from nuns.kernel.play import play
from nuns.lab.games import deal_state
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State

NOVICES, ROUNDS = 6, 5
INTERPRETED_GAMES, COMPILED_GAMES, DEVICE_GAMES = 60, 20_000, 1 << 21
OPENSPIEL_GAMES = 300


def rate(games: int, deal: Callable[[int], object], play: Callable[[], object], clock: Callable[[], float]) -> float:
    """Returns games a second, dealt before the clock starts: the median of several rounds, each with its own seed."""
    rates = []
    for seed in range(ROUNDS):
        deal(seed)
        began = clock()
        play()
        rates.append(games / (clock() - began))
    return median(rates)


def kernel() -> dict[str, float]:
    """Returns rates in CPU seconds for one core and in wall-clock seconds for all cores; everything is compiled beforehand."""
    table = GameSetup(novices=NOVICES)
    batch = Batch(table.options, novices=NOVICES, games=COMPILED_GAMES)
    batch.play()
    decisions = int(batch.games["decisions"].sum() + batch.games["chances"].sum()) / COMPILED_GAMES
    batch.reset()
    batch.play(all_cores=True)

    dealt: list[State] = []

    def deal_interpreted(seed: int) -> None:
        dealt[:] = [deal_state(table, seed, index) for index in range(INTERPRETED_GAMES)]

    def play_interpreted() -> None:
        for state in dealt:
            play(table.board, state)

    slow = rate(INTERPRETED_GAMES, deal_interpreted, play_interpreted, time.process_time)
    fast = rate(COMPILED_GAMES, batch.reset, batch.play, time.process_time)
    on_the_wall = rate(COMPILED_GAMES, batch.reset, batch.play, time.perf_counter)
    shared = rate(COMPILED_GAMES, batch.reset, lambda: batch.play(all_cores=True), time.perf_counter)
    figures = {
        "games_per_second": fast,
        "decisions_per_second": fast * decisions,
        "parallel_games_per_second": shared,
        "interpreted_games_per_second": slow,
        "ratio_to_interpreted": fast / slow,
        "ratio_all_cores": shared / on_the_wall,
    }
    if why_no_device() is None:
        figures["cuda_games_per_second"] = on_device(table)
    if find_spec("pyspiel"):
        figures["ratio_to_openspiel_dark_chess"] = fast * decisions / openspiel_decisions_per_second("dark_chess")
    return figures


def on_device(table: GameSetup) -> float:
    """Returns games a second of wall-clock time, for dealing, playing and fetching the outcomes."""
    at = device()
    at.outcomes(table.options, NOVICES, 1, 1, 0, 0)

    def play_on_device() -> None:
        at.outcomes(table.options, NOVICES, 1, DEVICE_GAMES, 1, 0)

    return rate(DEVICE_GAMES, lambda _: None, play_on_device, time.perf_counter)


def openspiel_decisions_per_second(name: str) -> float:
    """Returns the rate of random play of one of OpenSpiel's games by its own players, all in its C++."""
    import pyspiel

    game, decisions = pyspiel.load_game(name), 0
    players = [pyspiel.make_uniform_random_bot(number, number + 1) for number in range(game.num_players())]
    began = time.process_time()
    for seed in range(OPENSPIEL_GAMES):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, seed)
        decisions += len(state.history())
    return decisions / (time.process_time() - began)
