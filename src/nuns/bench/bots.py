"""The cost of thinking on one core: the exact filter by turn, and every bot by decision."""

import time

import numpy as np

from nuns.bench import Figures
from nuns.bots.belief import Belief
from nuns.bots.players.player import BotPlayer, Fault
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.registry import BOTS, GUARDS, NOVICES
from nuns.lab.lineup import LineUp, players_of
from nuns.lab.results import QUIET
from nuns.lab.simulate import dealt_game, play_bot_game, play_out, play_recorded_game
from nuns.referee.actions import Action
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import GUARD_SEATS, Seat

GAMES, BOT_GAMES, SEED = 20, 6, 5
NIGHTS = 12
PAIRS = (("belief", "careful"), ("search", "careful"), ("search", "search"))  # guards and novices


def belief() -> dict[str, float]:
    """Returns CPU milliseconds for all events of a turn, with one and with six novices."""
    return {f"ms_per_turn_{novices}": _filter_cost(novices) for novices in (1, 6)}


def _filter_cost(novices: int) -> float:
    """Returns CPU milliseconds a turn of the guards' filter; a first pass over the same games fills its tables and is not counted."""
    table = GameSetup("mayfair", QUIET, novices)
    games = [play_recorded_game(table, SEED, index, greedy_choice) for index in range(GAMES)]
    told = [events_of(game, Seat.GUARDS) for game in games]
    for events in told:
        Belief(table, Seat.GUARDS, compile_it=True).observe_all(events)
    began = time.process_time()
    for events in told:
        Belief(table, Seat.GUARDS, compile_it=True).observe_all(events)
    return 1000 * (time.process_time() - began) / sum(game.state.turn for game in games)


def bots() -> Figures:
    """Returns CPU milliseconds a decision with three novices, by bot and by side, what the seat knows included; and nights a second."""
    table = GameSetup("mayfair", QUIET, 3)
    figures: dict[str, Figures] = {}
    for name in BOTS:
        by_side = {side: _decision_times(table, name, side) for side in (NOVICES, GUARDS)}
        everything = [each for times in by_side.values() for each in times]
        figures[name] = {**_percentiles(everything), **{side: _percentiles(times) for side, times in by_side.items()}}
    figures["nights_per_second"] = {f"{guards}/{novices}": nights_per_second(guards, novices) for guards, novices in PAIRS}
    return figures


def nights_per_second(guards: str, novices: str) -> float:
    """Returns how many nights of three novices these bots play in a CPU second of one core; the first warms up and is not counted."""
    table, lineup = GameSetup("mayfair", QUIET, 3), LineUp(guards, (novices,))
    play_bot_game(table, SEED, 0, lineup)
    began = time.process_time()
    for index in range(1, NIGHTS + 1):
        play_bot_game(table, SEED, index, lineup)
    return NIGHTS / (time.process_time() - began)


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
