"""What a position is worth: the chances of the guards and of each novice, by playing it on with players who keep beliefs.

Number ``i`` of the roll-outs has the same luck in all positions and for all answers that are compared (common random numbers), so a
difference is far more exact than either value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from nuns.analysis.replayed_minds import ROLLOUT_MINDS, NightPosition, crew_of, mind_words
from nuns.analysis.worlds import Worlds, draw_worlds
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.policies.night_rollouts import play_on
from nuns.bots.policies.nights import GUARDS_MIND
from nuns.bots.policies.units import NIGHT_ROLLOUTS
from nuns.bots.policies.workspace import NO_ACTION, Mind, Workspace
from nuns.kernel.entries import new_record
from nuns.kernel.units import entry_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State
from nuns.rules.words import ABBESS, GUARDS_WIN, NOVICES, Stage

TO_THE_END = 255  # a last turn that no night reaches
Results = np.ndarray[Any, np.dtype[np.float64]]  # by roll-out: the results of the guards and of the novices by figure, 0 to 1
PARTIES = 1 + NOVICES  # the guards, then the novices by figure


@dataclass(frozen=True)
class Chances:
    """The chances to win, with the standard error of the guards'."""

    guards: float
    error: float
    novices: tuple[float, ...]  # by figure; 0 for one who does not play
    rollouts: int = 0

    @staticmethod
    def of(results: Results) -> "Chances":
        """Returns the means of some results; a few results that agree are not yet certain (Laplace)."""
        count, means = len(results), results.mean(axis=0)
        spread = float(results[:, 0].var())
        doubt = (means[0] * count + 1) / (count + 2)
        return Chances(float(means[0]), float(np.sqrt(max(spread, doubt * (1 - doubt) / 4) / count)), tuple(means[1:].tolist()), count)


class Evaluator(Protocol):
    """Whatever can say what a position is worth: by roll-outs, or by a learned function."""

    def chances(self, position: NightPosition, seat: int | None = None) -> Chances:
        """Returns the chances from the truth; or, for a seat (0-5, the guard side, a spectator), as it had to expect them."""
        ...


@dataclass(frozen=True)
class CandidateAnswer:
    """How a decision is answered: a figure's small actions, or the walk on which a guard sets out until she notices something."""

    figure: int = 0
    actions: tuple[int, ...] = ()
    is_walk: bool = False


NO_ANSWER = CandidateAnswer()


class RolloutEvaluator:
    """Plays positions on, one night at a time, in a workspace of its own; not for several threads at once."""

    first_squares = 2.0  # of differences, taken to be there before any: of whole nights, one that is won and one that is lost

    def __init__(self, setup: GameSetup, rollouts: int = 64, seed: int = 0) -> None:
        self.setup, self.rollouts, self.seed, self.played = setup, rollouts, seed, 0
        self._board, self._model = recorded(setup.board), motion_record(setup.board, setup.options)
        self.space, self.game = new_record(Workspace), new_record(State, with_events=True)
        self.crew = crew_of(new_record(Mind), new_record(Mind))
        self._minds = mind_words(self.crew, GUARDS_MIND, ROLLOUT_MINDS)
        self._mind = self.crew["minds"][:, GUARDS_MIND]
        self._play = entry_of(NIGHT_ROLLOUTS, play_on)

    def chances(self, position: NightPosition, seat: int | None = None) -> Chances:
        """Returns the chances by ``rollouts`` nights."""
        if position.truth.stage == Stage.OVER:
            return over_chances(position.truth.winners)
        return Chances.of(self.results(position, seat, self.rollouts))

    def results(self, position: NightPosition, seat: int | None, count: int, first: int = 0) -> Results:
        """Returns the results of roll-outs ``first`` and following, from the truth or in worlds of a seat that are drawn for them."""
        if seat is None:
            worlds = Worlds(np.repeat(position.state, count), position.crew())
        else:
            worlds = draw_worlds(position, seat, count, self.seed, batch=first)
        return self.play_worlds(worlds, NO_ANSWER, first)

    def play_worlds(self, worlds: Worlds, answer: CandidateAnswer, first: int = 0) -> Results:
        """Returns the results of one night in each world, in which a decision is answered first."""
        found, last_turn = np.zeros((len(worlds.states), PARTIES)), self.last_turn(int(worlds.states["turn"][0]))
        for place in range(len(worlds.states)):
            found[place] = self.worth_of(self.play_one(worlds, place, answer, first + place, last_turn))
        return found

    def last_turn(self, turn: int) -> int:
        """Returns the turn after which a roll-out from that turn is left."""
        return TO_THE_END

    def worth_of(self, winners: int) -> Sequence[float]:
        """Returns what the night that was just played is worth to all parties."""
        return result_row(winners)

    def play_one(self, worlds: Worlds, place: int, answer: CandidateAnswer, index: int, last_turn: int = TO_THE_END) -> int:
        """Plays one world on and returns its winners, or NOT_OVER where it was left when ``last_turn`` was over."""
        self.game[0:1].view(np.uint8)[:] = worlds.states[place : place + 1].view(np.uint8)
        self._minds[:] = mind_words(worlds.crew, GUARDS_MIND, ROLLOUT_MINDS)
        count = 0
        if answer.is_walk:
            self._set_out(answer)
        elif answer.actions:
            count = len(answer.actions)
            self.space["plan"][0][:count] = answer.actions
        self.played += 1
        return int(
            self._play(
                self._board,
                self._model,
                self.game,
                self.crew,
                self.space,
                self.seed,
                index,
                answer.figure,
                count,
                last_turn,
            )
        )

    def _set_out(self, answer: CandidateAnswer) -> None:
        """Puts a walk into the guards' mind, where their policy finds and follows it until something is noticed."""
        mind, count = self._mind, len(answer.actions)
        mind["walk"][0][:count] = answer.actions
        mind["walk"][0][count] = NO_ACTION
        mind["place"], mind["walker"], mind["is_stale"] = 0, answer.figure - ABBESS, 0


def result_row(winners: int) -> Sequence[float]:
    """Returns the results of the guards and of the novices by figure."""
    return [float(winners == GUARDS_WIN), *(float(winners >> figure & 1) for figure in range(NOVICES))]


def over_chances(winners: int) -> Chances:
    """Returns the chances of a night that is over."""
    guards, *novices = result_row(winners)
    return Chances(guards, 0.0, tuple(novices))
