"""What a position is worth: the chances of the guards and of each novice.

Players who keep beliefs play it on for some turns, and the value model says what the rest is worth: a small network. Without turns the
network is asked at once, which is quickest; whole nights do not need it. Number ``i`` of the roll-outs has the same luck in all positions
and for all answers that are compared (common random numbers), so a difference is far more exact than either value.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO
from typing import Any, Protocol

import numpy as np

from nuns.analysis.replayed_minds import ROLLOUT_MINDS, NightPosition, PackedMind, Words, crew_of, mind_words
from nuns.analysis.value_network import weigh_position
from nuns.analysis.value_records import ValueSheet, ValueWeights
from nuns.analysis.value_units import VALUES
from nuns.analysis.worlds import Worlds, draw_worlds
from nuns.bots.filter.machine_code import QUERIES
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.filter.queries import weigh_all
from nuns.bots.filter.records import FilterAnswers, Numbers
from nuns.bots.policies.night_rollouts import NOT_OVER, play_on
from nuns.bots.policies.nights import GUARDS_MIND, decide_in
from nuns.bots.policies.policy_games import BELIEF, SEARCH
from nuns.bots.policies.units import NIGHT_ROLLOUTS, NIGHTS
from nuns.bots.policies.workspace import NO_ACTION, Mind, Workspace
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.records import Record, without_tape
from nuns.kernel.units import entry_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.bits import lowest_bit
from nuns.rules.chance import seed_game
from nuns.rules.state import State
from nuns.rules.words import ABBESS, GUARDS_WIN, NOVICES, Ask, Stage

WHOLE = 255  # more turns than a night has
SAMPLES = 16  # roll-outs, or worlds that are drawn, for one value
PLANS = 2  # of each novice who has still to write hers
STREAMS = 16  # of luck while plans are written: one for each novice, and one for the dice
# Squares of differences that are taken to be there before any: of whole nights, one that is won and one that is lost; values differ less.
NIGHT_SQUARES, VALUE_SQUARES = 2.0, 0.09
REMEMBERED = 64  # beliefs whose probabilities are kept
WEIGHTS_FILE = "value_weights.npz"
PARTS = ("novice", "night", "guards", "winner")
Results = np.ndarray[Any, np.dtype[np.float64]]  # by roll-out: the results of the guards and of the novices by figure, 0 to 1
PARTIES = 1 + NOVICES  # the guards, then the novices by figure


@dataclass(frozen=True)
class Chances:
    """The chances to win, with the standard error of the guards'."""

    guards: float
    error: float
    novices: tuple[float, ...]  # by figure; 0 for one who does not play

    @staticmethod
    def of(rows: Results) -> "Chances":
        """Returns the means of some values."""
        guards = rows[:, 0]
        return Chances(float(guards.mean()), float(guards.std() / np.sqrt(len(rows))), tuple(rows[:, 1:].mean(axis=0).tolist()))

    @staticmethod
    def of_nights(results: Results) -> "Chances":
        """Returns the means of the results of whole nights; a few results that agree are not yet certain (Laplace)."""
        count, means = len(results), results.mean(axis=0)
        spread = float(results[:, 0].var())
        doubt = (means[0] * count + 1) / (count + 2)
        return Chances(float(means[0]), float(np.sqrt(max(spread, doubt * (1 - doubt) / 4) / count)), tuple(means[1:].tolist()))


class ValueFunction(Protocol):
    """Whatever can say what a position is worth."""

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


class Evaluator:
    """Says what positions are worth, one at a time, in a workspace of its own; not for several threads at once."""

    def __init__(self, setup: GameSetup, turns: int = 0, *, samples: int = SAMPLES, seed: int = 0, plans: int = 0) -> None:
        """Plays on for ``turns``, the one under way included; 0 asks the value model at once, ``WHOLE`` plays nights to their ends.

        ``plans`` is for 0 turns. The value model overrates the first plans until the last one is written. So where plans are missing, the
        value is the mean over ``plans`` ways in which belief-level players may write them and the dice may fall.
        """
        self.setup, self.turns, self.samples, self.seed, self.plans, self.played = setup, turns, samples, seed, plans, 0
        self._board, self._model = recorded(setup.board), motion_record(setup.board, setup.options)
        self._sheet, self._answers = new_record(ValueSheet), new_record(FilterAnswers)
        self._sheet["guards_level"] = self._sheet["novices_level"] = BELIEF if turns else SEARCH
        self._luck = [luck_of(seed, index) for index in range(plans * STREAMS)]
        self._beliefs: OrderedDict[int, tuple[PackedMind, Numbers]] = OrderedDict()
        self.first_squares = NIGHT_SQUARES if turns == WHOLE else VALUE_SQUARES

    @cached_property
    def space(self) -> Record:
        """A workspace for policies."""
        return new_record(Workspace)

    def chances(self, position: NightPosition, seat: int | None = None) -> Chances:
        """Returns the chances from the truth; or, for a seat, the mean over worlds that it may imagine."""
        if position.truth.stage == Stage.OVER:
            return over_chances(position.truth.winners)
        if self.turns:
            results = self.results(position, seat, self.samples)
            return Chances.of_nights(results) if self.turns == WHOLE else Chances.of(results)
        return Chances.of(np.array(self._valued(position) if seat is None else self._imagined(position, seat)))

    # -- by roll-outs ---------------------------------------------------------------------------------------------------

    def results(self, position: NightPosition, seat: int | None, count: int, first: int = 0) -> Results:
        """Returns the results of roll-outs ``first`` and following, from the truth or in worlds of a seat that are drawn for them."""
        if seat is None:
            worlds = Worlds(np.repeat(position.state, count), position.crew())
        else:
            worlds = draw_worlds(position, seat, count, self.seed, batch=first)
        return self.play_worlds(worlds, NO_ANSWER, first)

    def play_worlds(self, worlds: Worlds, answer: CandidateAnswer, first: int = 0) -> Results:
        """Returns the results of one roll-out in each world, in which a decision is answered first."""
        return np.array([self._play_one(worlds, place, answer, first + place) for place in range(len(worlds.states))])

    def _play_one(self, worlds: Worlds, place: int, answer: CandidateAnswer, index: int) -> Sequence[float]:
        """Plays one world on, and returns what it came to for all parties, or is worth where it is left."""
        self._game[0:1].view(np.uint8)[:] = worlds.states[place : place + 1].view(np.uint8)
        self._minds[:] = mind_words(worlds.crew, GUARDS_MIND, ROLLOUT_MINDS)
        count = 0
        if answer.is_walk:
            self._set_out(answer)
        elif answer.actions:
            count = len(answer.actions)
            self.space["plan"][0][:count] = answer.actions
        self.played += 1
        last_turn = min(int(self._game["turn"][0]) + self.turns - 1, WHOLE)
        given = (self._board, self._model, self._game, self._crew, self.space, self.seed, index, answer.figure, count, last_turn)
        winners = int(entry_of(NIGHT_ROLLOUTS, play_on)(*given))
        return self._worth_now(self._game, self._crew) if winners == NOT_OVER else result_row(winners)

    def _set_out(self, answer: CandidateAnswer) -> None:
        """Puts a walk into the guards' mind, where their policy finds and follows it until something is noticed."""
        mind, count = self._crew["minds"][:, GUARDS_MIND], len(answer.actions)
        mind["walk"][0][:count] = answer.actions
        mind["walk"][0][count] = NO_ACTION
        mind["place"], mind["walker"], mind["is_stale"] = 0, answer.figure - ABBESS, 0

    @cached_property
    def _game(self) -> Record:
        return new_record(State, with_events=True)

    @cached_property
    def _crew(self) -> Record:
        return crew_of(new_record(Mind), new_record(Mind))

    @cached_property
    def _minds(self) -> Words:
        return mind_words(self._crew, GUARDS_MIND, ROLLOUT_MINDS)

    # -- by the value model ---------------------------------------------------------------------------------------------

    def _valued(self, position: NightPosition) -> list[Sequence[float]]:
        """Returns what the truth is worth; where plans are missing, once for each way in which they are written."""
        if self.plans and position.truth.ask == Ask.PLAN:
            crew = position.crew()
            return [self.worth_with_plans(position.state.copy(), crew.copy(), number) for number in range(self.plans)]
        packed = position.minds[GUARDS_MIND]
        assert packed is not None, "the guards always keep a mind"
        return [self._weigh(record_of(position.truth, State), self._believed(packed))]

    def _imagined(self, position: NightPosition, seat: int) -> list[Sequence[float]]:
        """Returns what worlds are worth that a seat may imagine."""
        worlds = draw_worlds(position, seat, self.samples, self.seed)
        likely = self._likely(worlds.crew["minds"][:, GUARDS_MIND]["belief"])
        return [self._weigh(without_tape(worlds.states[place : place + 1]), likely) for place in range(self.samples)]

    def worth_with_plans(self, game: Record, crew: Record, number: int) -> Sequence[float]:
        """Returns what a night is worth to all parties once the plans are written with the luck of that number, and the dice rolled."""
        while game["stage"][0] != Stage.OVER and game["ask"][0] in (Ask.PLAN, Ask.ROLL):
            self.answer(game, crew, number)
        return result_row(int(game["winners"][0])) if game["stage"][0] == Stage.OVER else self._worth_now(game, crew)

    def answer(self, game: Record, crew: Record, number: int) -> None:
        """Lets a novice who is asked write her plan, or rolls a die. Each has her own luck, whoever has written before her."""
        figure = lowest_bit(int(game["asked"][0]))
        game["key_low"], game["key_high"] = self._luck[number * STREAMS + figure]
        entry_of(NIGHTS, decide_in)(self._board, self._model, game, crew, self.space)

    def _worth_now(self, game: Record, crew: Record) -> Sequence[float]:
        """Returns what the value model says of a state with a tape, in which the guards believe what their mind does."""
        return self._weigh(without_tape(game), self._likely(crew["minds"][:, GUARDS_MIND]["belief"]))

    def _weigh(self, state: Record, likely: Numbers) -> Sequence[float]:
        """Returns what the value model says of a state without tape, where the guards believe the novices there."""
        self._sheet["likely"][0] = likely
        self._sheet["is_stale"] = 0
        entry_of(VALUES, weigh_position)(self._board, value_weights(), state, self._sheet)
        chances: list[float] = self._sheet["chances"][0].tolist()
        return chances

    def _believed(self, packed: PackedMind) -> Numbers:
        """Returns how likely each novice is on each dot by a mind; the last ones are remembered."""
        key = id(packed)
        if key not in self._beliefs:
            self._beliefs[key] = packed, self._likely(packed.unpacked()["belief"])
            if len(self._beliefs) > REMEMBERED:
                self._beliefs.popitem(last=False)
        return self._beliefs[key][1]

    def _likely(self, belief: Record) -> Numbers:
        """Returns how likely each novice is on each dot by a belief."""
        entry_of(QUERIES, weigh_all)(self._model, np.ascontiguousarray(belief), self._answers, 0)
        return np.array(self._answers["likely"][0])


def result_row(winners: int) -> Sequence[float]:
    """Returns the results of the guards and of the novices by figure."""
    return [float(winners == GUARDS_WIN), *(float(winners >> figure & 1) for figure in range(NOVICES))]


def over_chances(winners: int) -> Chances:
    """Returns the chances of a night that is over."""
    guards, *novices = result_row(winners)
    return Chances(guards, 0.0, tuple(novices))


def luck_of(seed: int, index: int) -> tuple[int, int]:
    """Returns where the generator of a game of that seed begins."""
    game = State()
    seed_game(game, seed, index)
    return game.key_low, game.key_high
