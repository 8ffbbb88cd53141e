"""Roll-outs that are left after a turn or two, where the value model says what the rest is worth: far less luck in each, and quicker."""

from collections.abc import Sequence

import numpy as np

from nuns.analysis.evaluator import RolloutEvaluator
from nuns.analysis.value_model import LearnedEvaluator
from nuns.bots.policies.night_rollouts import NOT_OVER
from nuns.bots.policies.nights import GUARDS_MIND
from nuns.bots.policies.policy_games import BELIEF
from nuns.kernel.entries import layout_of, new_record
from nuns.kernel.records import Record
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State

TURNS = 1  # that are played out, the one under way included


class ShortRolloutEvaluator(RolloutEvaluator):
    """Plays positions on to the end of a turn, and asks the value model there."""

    first_squares = 0.09  # its values differ less than results do

    def __init__(self, setup: GameSetup, rollouts: int = 64, seed: int = 0, turns: int = TURNS) -> None:
        super().__init__(setup, rollouts, seed)
        self.turns, self._learned, self._silent = turns, LearnedEvaluator(setup, level=BELIEF), new_record(State)

    def last_turn(self, turn: int) -> int:
        """Returns the turn after which a roll-out from that turn is left."""
        return turn + self.turns - 1

    def worth_of(self, winners: int) -> Sequence[float]:
        """Returns what the night that was just played is worth to all parties; the value model says it of one that was left."""
        if winners != NOT_OVER:
            return super().worth_of(winners)
        drop_tape(self.game, self._silent)
        likely = self._learned.likely(self.crew["minds"][:, GUARDS_MIND]["belief"])
        chances = self._learned.weigh(self._silent, likely)
        return (chances.guards, *chances.novices)


def drop_tape(state: Record, silent: Record) -> None:
    """Copies a state with a tape into one without; in both the rest lies behind the tape in the same order."""
    here, there = behind_tape(state.dtype), behind_tape(silent.dtype)
    source, target = state.view(np.uint8), silent.view(np.uint8)
    target[:TAPE_START] = source[:TAPE_START]
    target[there:] = source[here : here + len(target) - there]


def behind_tape(layout: "np.dtype[np.void]") -> int:
    """Returns how many bytes lie before the field behind the tape."""
    names = layout.names or ()
    offset: int = layout.fields[names[names.index("tape") + 1]][1]  # type: ignore[index]
    return offset


TAPE_START: int = layout_of(State).fields["tape"][1]  # type: ignore[index]
