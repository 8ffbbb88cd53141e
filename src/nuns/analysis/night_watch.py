"""Nights of compiled bots that are played and watched: their final states, how lucky each was, and positions on the way."""

from typing import Any, NamedTuple

import numpy as np

from nuns.analysis.counterfactuals import Watch
from nuns.analysis.value_units import WATCHED
from nuns.analysis.values import value_weights
from nuns.analysis.watched_nights import watch_night
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.players.compiled_policies import Policies
from nuns.bots.policies.nights import Crew
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.batch import as_signed
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State


class WatchedNights(NamedTuple):
    """Nights that were played and watched: their final states, and what was noted of each."""

    states: Record
    notes: Record

    @property
    def luck(self) -> Any:
        """The luck of each night by kind (``counterfactuals.py``), in the guards' chance."""
        return self.notes["luck"]


def watch_nights(
    table: GameSetup,
    seed: int,
    first: int,
    games: int,
    policies: Policies,
    *,
    weights: Record | None = None,
    is_lucky: bool = False,
    rollouts: int = 0,
    deals: int = 0,
    rows: int = 0,
    one_in: int = 1,
) -> WatchedNights:
    """Plays games ``first`` and so on of a seed as ``play_nights`` does, and watches them; ``Watch`` says what is noted."""
    if rollouts and rows:
        raise ValueError("expected positions to be kept only where the value model weighs them; got roll-outs")
    watch_one = entry_of(WATCHED, watch_night)
    board, model = recorded(table.board), motion_record(table.board, table.options)
    states = np.repeat(record_of(State(options=table.options), State, with_events=True), games)
    crew, space, watch = new_record(Crew), new_record(Workspace), new_record(Watch)
    crew["policies"][0] = policies
    watch["is_lucky"], watch["rollouts"], watch["deals"], watch["rows"], watch["one_in"] = is_lucky, rollouts, deals, rows, one_in
    kept = ("luck", "start", "seen", "nights", "personals", "presents", "tellings")
    notes = np.zeros(games, [(name, watch.dtype[name]) for name in kept])
    with_weights = value_weights() if weights is None else weights
    for place in range(games):
        one = states[place : place + 1]
        given = (as_signed(seed), first + place, table.novices, table.guard_players)
        watch_one(board, model, with_weights, one, crew, space, watch, *given)
        for name in kept:
            notes[name][place] = watch[name][0]
    return WatchedNights(states, notes)
