"""What thinking costs on one core: the exact filter by turn, and every bot by decision."""

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
from nuns.lab.simulate import dealt_game, play_out, recorded_night
from nuns.referee.actions import Action
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import GUARD_SEATS, Seat

NIGHTS, BOT_NIGHTS, SEED = 20, 6, 5


def belief() -> dict[str, float]:
    """CPU milliseconds a turn, for all events of the turn, one and six novices."""
    return {f"ms_per_turn_{novices}": _filter_cost(novices) for novices in (1, 6)}


def _filter_cost(novices: int) -> float:
    table, spent, turns = GameSetup("mayfair", QUIET, novices), 0.0, 0
    for index in range(NIGHTS):
        game = recorded_night(table, SEED, index, greedy_choice)
        told, filtered = events_of(game, Seat.GUARDS), Belief(table, Seat.GUARDS)
        began = time.process_time()
        filtered.observe_all(told)
        spent += time.process_time() - began
        turns += game.state.turn
    return 1000 * spent / turns


def bots() -> Figures:
    """CPU milliseconds a decision with three novices, with working out what the seat knows: each bot in all its decisions, and by side."""
    table = GameSetup("mayfair", QUIET, 3)
    figures: dict[str, Figures] = {}
    for name in BOTS:
        by_side = {side: _decision_times(table, name, side) for side in (NOVICES, GUARDS)}
        everything = [each for times in by_side.values() for each in times]
        figures[name] = {**_percentiles(everything), **{side: _percentiles(times) for side, times in by_side.items()}}
    return figures


def _percentiles(times: list[float]) -> dict[str, float]:
    return {"p50_ms": float(np.percentile(times, 50)), "p99_ms": float(np.percentile(times, 99))}


class Timed(BotPlayer):
    """A bot in its seat, and what each of its answers cost."""

    def __init__(self, player: BotPlayer) -> None:
        super().__init__(player.name, player.seat, player.bot, player.rng, player.file)
        self.times: list[float] = []

    def answer(self, game: Game) -> tuple[Action, Fault | None]:
        began = time.process_time()
        answered = super().answer(game)
        self.times.append(1000 * (time.process_time() - began))
        return answered


def _decision_times(table: GameSetup, name: str, side: str) -> list[float]:
    """Of one side; the first night warms up and is not counted."""
    times: list[float] = []
    lineup = LineUp(name, ("careful",)) if side == GUARDS else LineUp("belief", (name,))
    for index in range(BOT_NIGHTS + 1):
        game = dealt_game(table, SEED, index)
        numbers = GameRandom(game.state)
        bots = {seat: Timed(each) for seat, each in players_of(lineup, game, SEED, index, numbers, []).items()}
        play_out(game, bots, numbers)
        if index:
            times += [each for seat, bot in bots.items() if (seat in GUARD_SEATS) == (side == GUARDS) for each in bot.times]
    return times
