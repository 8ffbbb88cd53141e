"""What thinking costs on one core: the exact filter by turn, and every bot by decision."""

import time

import numpy as np

from nuns.bench import Figures
from nuns.bots.belief import Belief
from nuns.bots.registry import BOTS, GUARDS, NOVICES
from nuns.bots.seated import Seated
from nuns.kernel.greedy import greedy_choice
from nuns.lab.lineup import LineUp
from nuns.lab.simulate import bot_night, recorded_night
from nuns.referee.knowing import events_of
from nuns.referee.seats import Seat
from nuns.referee.table import Table
from nuns.rules.options import MAYFAIR, changed

QUIET = changed(MAYFAIR, "blessings", "off")
NIGHTS, BOT_NIGHTS, SEED = 20, 6, 5


def belief() -> dict[str, float]:
    """CPU milliseconds a turn, for all events of the turn, one and six novices."""
    return {f"ms_per_turn_{novices}": _filter_cost(novices) for novices in (1, 6)}


def _filter_cost(novices: int) -> float:
    table, spent, turns = Table("mayfair", QUIET, novices), 0.0, 0
    for index in range(NIGHTS):
        game = recorded_night(table, SEED, index, greedy_choice)
        told, filtered = events_of(game, Seat.GUARDS), Belief(table, Seat.GUARDS)
        began = time.process_time()
        filtered.observe_all(told)
        spent += time.process_time() - began
        turns += game.state.turn
    return 1000 * spent / turns


def bots() -> Figures:
    """CPU milliseconds a decision with three novices, the view included: each bot in all its decisions, and by side."""
    table = Table("mayfair", QUIET, 3)
    figures: dict[str, Figures] = {}
    for name in BOTS:
        by_side = {side: _decision_times(table, name, side) for side in (NOVICES, GUARDS)}
        everything = [each for times in by_side.values() for each in times]
        figures[name] = {**_percentiles(everything), **{side: _percentiles(times) for side, times in by_side.items()}}
    return figures


def _percentiles(times: list[float]) -> dict[str, float]:
    return {"p50_ms": float(np.percentile(times, 50)), "p99_ms": float(np.percentile(times, 99))}


def _decision_times(table: Table, name: str, side: str) -> list[float]:
    """The first night warms up; those of the bot's own side are counted."""
    times: list[float] = []
    answer = Seated.answer

    def timed(self: Seated, game: object) -> object:
        began = time.process_time()
        answered = answer(self, game)  # type: ignore[arg-type]
        if (self.seat in (Seat.GUARDS, Seat.ABBESS, Seat.PRIORESS)) == (side == GUARDS):
            times.append(1000 * (time.process_time() - began))
        return answered

    Seated.answer = timed  # type: ignore[method-assign,assignment]
    try:
        lineup = LineUp(name, ("careful",)) if side == GUARDS else LineUp("belief", (name,))
        for index in range(BOT_NIGHTS + 1):
            if index == 1:
                times.clear()
            bot_night(table, SEED, index, lineup)
    finally:
        Seated.answer = answer  # type: ignore[method-assign]
    return times
