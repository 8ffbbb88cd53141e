"""The beliefs of a vector environment: for each game, where the seat that is asked believes every novice, as rows of an array."""

from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np

from nuns.bots.filter.machine_code import OBSERVATION, QUERIES, TAPE
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.policies import nights
from nuns.bots.policies.nights import Crew
from nuns.bots.policies.units import NIGHTS
from nuns.bots.policies.workspace import Workspace
from nuns.env import seat_beliefs, stepping
from nuns.env.seat_beliefs import EVERYBODY, answer_twin, deal_twin, weigh_seat
from nuns.env.table import BELIEF_SHAPE
from nuns.kernel.batch import as_signed
from nuns.kernel.entries import layout_of, new_record, record_of
from nuns.kernel.records import Record
from nuns.kernel.rule_units import TELLING_RULES
from nuns.kernel.units import Unit, entry_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State
from nuns.rules.words import Status

DICE = ("key_low", "key_high", "chances", "decisions")


TWINS = Unit(
    "twins",
    (deal_twin, answer_twin, weigh_seat),
    (nights, stepping, seat_beliefs),
    uses=(*TELLING_RULES, OBSERVATION, QUERIES, TAPE, NIGHTS),
    with_events=True,
)


class BeliefRows:
    """A twin of every game, which tells its seats what they learn; ``rows`` and ``final_rows`` are (count, 6 novices, 156 dots).

    A belief takes about half a megabyte for each game and seat; those of seats that no learner has are never touched.
    """

    def __init__(self, setup: GameSetup, count: int, mine: int = EVERYBODY, policies: tuple[int, ...] = ()) -> None:
        self.setup, self._mine = setup, mine
        self.rows, self.final_rows = (np.zeros((count, *BELIEF_SHAPE), np.float32) for _ in range(2))
        self._fresh = record_of(State(options=setup.options), State, with_events=True)
        self._space = new_record(Workspace)  # nothing of it outlasts a call
        self._games, self._crews = np.repeat(self._fresh, count), np.zeros(count, layout_of(Crew))
        if policies:
            self._crews["policies"] = policies

    def deal(self, place: int, seed: int, index: int) -> None:
        """Deals a game of a seed in one place."""
        self._games[place : place + 1] = self._fresh
        players = self.setup.novices, self.setup.guard_players
        self._call(deal_twin, place, as_signed(seed), index, *players, self._mine)

    def answer(self, place: int, action: int) -> bool:
        """Gives the answer of the agent who is asked there, and tells whether a belief may have changed."""
        return bool(self._call(answer_twin, place, action, self._mine))

    def weigh(self, place: int, seat: int, rows: Any) -> None:
        """Fills in what a seat believes there (0-5 the novices, 6 the guards); novices who do not play have zeros."""
        is_possible = self._call(weigh_seat, place, seat)
        assert is_possible, "what happened is possible"
        likely = self._space["answers"]["likely"][0]
        playing = self._games["novices"]["status"][place] != Status.ABSENT
        rows[place] = np.where(playing[:, None], likely / np.where(playing, likely.sum(axis=1), 1)[:, None], 0)

    def _call(self, function: Callable[..., Any], place: int, *given: int) -> Any:
        board, model = recorded(self.setup.board), motion_record(self.setup.board, self.setup.options)
        here = slice(place, place + 1)
        return entry_of(TWINS, function)(board, model, self._games[here], self._crews[here], self._space, *given)

    def take_dice(self, games: Record) -> None:
        """Gives every twin the dice of the game that it follows."""
        for name in DICE:
            self._games[name] = games[name]

    def copied(self, games: Record) -> "BeliefRows":
        """Returns an independent copy with the dice of these games."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(other, name, value.copy())
        other.take_dice(games)
        return other
