"""The cost of thinking on one core: the exact filter by turn, every bot by decision, and whole nights.

``python -m nuns.bench.bots CHECKOUT`` plays the nights of another checkout beside these, by turns, and prints the ratios.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np

from nuns.bench import Figures
from nuns.bots.belief import Belief
from nuns.bots.players.compiled_policies import play_nights
from nuns.bots.players.player import BotPlayer, Fault
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.registry import BOTS, GUARDS, NOVICES
from nuns.lab.lineup import SEARCH, LineUp, players_of
from nuns.lab.results import QUIET
from nuns.lab.simulate import dealt_game, play_out, play_recorded_game
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import GUARD_SEATS, Seat

GAMES, BOT_GAMES, SEED = 20, 6, 5
NIGHTS, MORE = 12, 20  # nights with a search; so many times more without
ROUNDS = 3
PASSES = 5  # over the nights that are told to the filter
PAIRS = (("belief", "careful"), ("search", "careful"), ("search", "search"))  # guards and novices


def belief() -> dict[str, float]:
    """Returns CPU milliseconds of the guards' filter for all events of a turn, with one and with six novices.

    The events of a night are told at once, and then one by one, which is more than a table does.
    """
    figures: dict[str, float] = {}
    for novices in (1, 6):
        table = GameSetup("mayfair", QUIET, novices)
        games = [play_recorded_game(table, SEED, index, greedy_choice) for index in range(GAMES)]
        told = [events_of(game, Seat.GUARDS) for game in games]
        turns = sum(game.state.turn for game in games)
        figures[f"ms_per_turn_{novices}"] = _filter_time(table, [(events,) for events in told]) / turns
        figures[f"ms_per_turn_by_event_{novices}"] = _filter_time(table, [[(event,) for event in events] for events in told]) / turns
    return figures


def _filter_time(table: GameSetup, nights: Sequence[Sequence[Sequence[Event]]]) -> float:
    """Returns CPU milliseconds for telling some nights, each in parts; a first pass fills the filter's tables and is not counted."""
    _tell(table, nights)
    began = time.process_time()
    for _ in range(PASSES):
        _tell(table, nights)
    return 1000 * (time.process_time() - began) / PASSES


def _tell(table: GameSetup, nights: Sequence[Sequence[Sequence[Event]]]) -> None:
    for night in nights:
        believed = Belief(table, Seat.GUARDS, compile_it=True)
        for events in night:
            believed.observe_all(events)


def bots() -> Figures:
    """Returns CPU milliseconds a decision with three novices, by bot and by side, what the seat knows included; and nights a second."""
    table = GameSetup("mayfair", QUIET, 3)
    figures: dict[str, Figures] = {}
    for name in BOTS:
        by_side = {side: _decision_times(table, name, side) for side in (NOVICES, GUARDS)}
        everything = [each for times in by_side.values() for each in times]
        figures[name] = {**_percentiles(everything), **{side: _percentiles(times) for side, times in by_side.items()}}
    figures["nights_per_second"] = {f"{guards}/{novices}": nights_per_second(guards, novices) for guards, novices in PAIRS}
    figures["nights_per_second_on_two_cores"] = {"belief/careful": nights_per_second("belief", "careful", 2)}
    return figures


def nights_to_play(guards: str, novices: str) -> int:
    """Returns how many nights are played to measure these bots."""
    return NIGHTS if SEARCH in (guards, novices) else NIGHTS * MORE


def nights_per_second(guards: str, novices: str, threads: int = 1) -> float:
    """Returns how many nights of three novices these bots play in a second of one core; the first warms up and is not counted.

    With several threads it is a second of the clock.
    """
    table, policies = GameSetup("mayfair", QUIET, 3), LineUp(guards, (novices,)).policies()
    assert policies is not None
    play_nights(table, SEED, 0, 1, policies)
    nights, clock = nights_to_play(guards, novices) * threads, time.process_time if threads == 1 else time.time
    began = clock()
    play_nights(table, SEED, 1, nights, policies, threads)
    return nights / (clock() - began)


def _percentiles(times: list[float]) -> dict[str, float]:
    return {"p50_ms": float(np.percentile(times, 50)), "p99_ms": float(np.percentile(times, 99))}


class TimedPlayer(BotPlayer):
    """A bot in its seat that notes the CPU time of each answer."""

    def __init__(self, player: BotPlayer) -> None:
        super().__init__(player.name, player.seat, player.bot, player.rng, player.file)
        self.times: list[float] = []

    def answer(self, game: Game) -> tuple[Action, Fault | None]:
        """Returns its action, and notes how many milliseconds it took."""
        began = time.process_time()
        answered = super().answer(game)
        self.times.append(1000 * (time.process_time() - began))
        return answered


def _decision_times(table: GameSetup, name: str, side: str) -> list[float]:
    """Returns the times of one side's decisions; the first game warms up and is not counted."""
    times: list[float] = []
    lineup = LineUp(name, ("careful",)) if side == GUARDS else LineUp("belief", (name,))
    for index in range(BOT_GAMES + 1):
        game = dealt_game(table, SEED, index)
        numbers = GameRandom(game.state)
        bots = {seat: TimedPlayer(each) for seat, each in players_of(lineup, game, SEED, index, numbers, []).items()}
        play_out(game, bots, numbers)
        if index:
            times += [each for seat, bot in bots.items() if (seat in GUARD_SEATS) == (side == GUARDS) for each in bot.times]
    return times


# Two checkouts by turns


NIGHTS_OF_A_CHECKOUT = """
import json, sys, time
from nuns.lab.ladder import play_pairing
from nuns.lab.results import Pairing

found = {}
for guards, novices, nights in json.loads(sys.argv[1]):
    pairing = Pairing(guards, novices, 3)
    play_pairing(pairing, range(1))
    began = time.process_time()
    play_pairing(pairing, range(1, 1 + nights))
    found[f"{guards}/{novices}"] = nights / (time.process_time() - began)
print(json.dumps(found))
"""  # as the ladder plays them, which checkouts of 0.2 can do too


def nights_of(checkout: Path) -> dict[str, float]:
    """Returns nights a second of each pair of bots, played by a process of that checkout."""
    asked = [(*pair, nights_to_play(*pair)) for pair in PAIRS]
    told = subprocess.run(
        [sys.executable, "-c", NIGHTS_OF_A_CHECKOUT, json.dumps(asked)],
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return found


def compare(other: Path, rounds: int) -> None:
    """Prints the nights a second of another checkout and of this one, by turns."""
    here, ratios = Path(__file__).parents[3], dict[str, list[float]]()
    for _ in range(rounds):
        before, now = nights_of(other), nights_of(here)
        for pair, nights in now.items():
            ratios.setdefault(pair, []).append(nights / before[pair])
            print(f"{pair}: before {before[pair]:.2f}, now {nights:.2f} nights a second; ratio {ratios[pair][-1]:.1f}", flush=True)
    for pair, each in ratios.items():
        print(f"{pair}: median ratio {median(each):.1f}")


if __name__ == "__main__":
    compare(Path(sys.argv[1]), rounds=int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS)
