"""The value model as the host uses it: its weights from their file, and what it says of a position."""

from collections import OrderedDict
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np

from nuns.analysis.evaluator import Chances, over_chances
from nuns.analysis.replayed_minds import NightPosition, PackedMind
from nuns.analysis.value_network import weigh_position
from nuns.analysis.value_records import ValueSheet, ValueWeights
from nuns.analysis.value_units import VALUES
from nuns.analysis.worlds import draw_worlds
from nuns.bots.filter.machine_code import QUERIES
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.filter.queries import weigh_all
from nuns.bots.filter.records import FilterAnswers, Numbers
from nuns.bots.policies.nights import GUARDS_MIND
from nuns.bots.policies.policy_games import SEARCH
from nuns.kernel.entries import layout_of, new_record, record_of
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State
from nuns.rules.words import Stage

WEIGHTS_FILE = "value_weights.npz"
PARTS = ("novice", "night", "guards", "winner")
WORLDS = 16  # that are drawn for what a seat had to expect
REMEMBERED = 64  # beliefs whose probabilities are kept


@cache
def value_weights() -> Record:
    """Returns the weights that were trained (``python -m research.value_training``)."""
    with np.load(BytesIO(files("nuns.analysis").joinpath(WEIGHTS_FILE).read_bytes())) as stored:
        return weights_record({name: stored[name] for name in PARTS})


def weights_record(parts: dict[str, Any]) -> Record:
    """Returns the weights as a record for machine code."""
    record = new_record(ValueWeights)
    for name, values in parts.items():
        record[name][0] = values
    return record


class LearnedEvaluator:
    """Values positions by the model, one at a time; not for several threads at once."""

    def __init__(
        self, setup: GameSetup, *, worlds: int = WORLDS, seed: int = 0, level: int = SEARCH, weights: Record | None = None
    ) -> None:
        """Begins with no position; ``level`` is how well both sides will play on, as the number of a bot."""
        self.worlds, self.seed = worlds, seed
        self._board, self._model = recorded(setup.board), motion_record(setup.board, setup.options)
        self._weights = value_weights() if weights is None else weights
        self._sheet, self._answers = new_record(ValueSheet), new_record(FilterAnswers)
        self._sheet["guards_level"], self._sheet["novices_level"] = level, level
        self._weigh, self._ask = entry_of(VALUES, weigh_position), entry_of(QUERIES, weigh_all)
        self._beliefs: OrderedDict[int, tuple[PackedMind, Numbers]] = OrderedDict()

    def chances(self, position: NightPosition, seat: int | None = None) -> Chances:
        """Returns the chances from the truth; or, for a seat, the mean over worlds that it may imagine."""
        if position.truth.stage == Stage.OVER:
            return over_chances(position.truth.winners)
        if seat is None:
            packed = position.minds[GUARDS_MIND]
            assert packed is not None, "the guards always keep a mind"
            return self.weigh(record_of(position.truth, State), self.believed(packed))
        worlds = draw_worlds(position, seat, self.worlds, self.seed)
        likely = self.likely(worlds.crew["minds"][:, GUARDS_MIND]["belief"])
        found = [self.weigh(silent(worlds.states[place : place + 1]), likely) for place in range(self.worlds)]
        guards = np.array([each.guards for each in found])
        novices = np.mean([each.novices for each in found], axis=0)
        return Chances(float(guards.mean()), float(guards.std() / np.sqrt(len(guards))), tuple(novices.tolist()))

    def weigh(self, state: Record, likely: Numbers) -> Chances:
        """Returns the chances of a state without tape, where the guards believe the novices there."""
        self._sheet["likely"][0] = likely
        self._sheet["is_stale"] = 0
        guards = float(self._weigh(self._board, self._weights, state, self._sheet))
        return Chances(guards, 0.0, tuple(self._sheet["chances"][0][1:].tolist()))

    def believed(self, packed: PackedMind) -> Numbers:
        """Returns how likely each novice is on each dot by a mind; the last ones are remembered."""
        key = id(packed)
        if key not in self._beliefs:
            self._beliefs[key] = packed, self.likely(packed.unpacked()["belief"])
            if len(self._beliefs) > REMEMBERED:
                self._beliefs.popitem(last=False)
        return self._beliefs[key][1]

    def likely(self, belief: Record) -> Numbers:
        """Returns how likely each novice is on each dot by a belief."""
        self._ask(self._model, np.ascontiguousarray(belief), self._answers, 0)
        return np.array(self._answers["likely"][0])


def silent(state: Record) -> Record:
    """Returns a state without its tape."""
    made = np.zeros(1, layout_of(State))
    for name in made.dtype.names or ():
        if name != "tape":
            made[name] = state[name]
    return made
