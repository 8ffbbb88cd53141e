"""Nights with a blunder planted in them: a novice who runs into a guard's sight for nothing, or guards who turn away from a seen novice."""

from collections.abc import Container
from typing import NamedTuple, Protocol

import numpy as np

from nuns.analysis.candidates import is_same, known_by, numbers_of, plan_candidate, propose
from nuns.analysis.night_decisions import PlayedDecision, decisions_of
from nuns.analysis.replayed_minds import MindReplay, NightPosition, replay_night
from nuns.analysis.trials import Trial
from nuns.analysis.values import WHOLE, Evaluator
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.policies.belief_novice import NO_TOTAL, weigh_plans
from nuns.bots.policies.careful import way_left
from nuns.bots.policies.nights import PUBLIC_MIND
from nuns.bots.policies.units import NOVICE_PLANS
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.play import random_choice
from nuns.kernel.units import entry_of
from nuns.lab.games import dealt_game, is_left_to_luck
from nuns.lab.lineup import LineUp, players_of
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action, Plan
from nuns.referee.game import Game, apply
from nuns.referee.game_setup import GameSetup
from nuns.referee.notation import read
from nuns.rules.bits import lowest_bit
from nuns.rules.sight import seen_by
from nuns.rules.state import State
from nuns.rules.turn import legal, next_figure
from nuns.rules.words import ABBESS, NOVICES, PRIORESS, STOP, Ask, Gait, Stage, Status

AT_STAKE = 0.4  # the chance that a novice must have to lose
OPEN = (0.2, 0.9)  # between these chances of the guards the night is open
LEAST_COST = 0.25  # what a blunder really costs in chance, by what its seat knew
FIRST_BATCHES, ALL_BATCHES = 8, 50  # of whole nights that measure it: to see whether it may cost so much, and in all
NEAR = 3  # steps: so near to a guard the novice ends her run
REACH = 5  # steps: so near the seen novice is to the guard who turns away
FIRST_TURN = 2
COST_SEED = 5471  # of those nights; the analysis has another
PLAYED, BOTS = 0, 1  # places of the spoilt answer and of the bots' own


class PlantedNight(NamedTuple):
    """A finished night, and the decisions that were spoilt in it."""

    game: Game
    turn: int
    figures: tuple[int, ...]


class Planter(Protocol):
    """Spoils a decision: answers instead of a bot once it has found its moment."""

    turn: int
    figures: set[int]

    def answer(self, position: NightPosition, figure: int) -> Action | None:
        """Returns a blunder of the figure that is asked, or None where the bot shall decide."""


class RunningNovice:
    """Spoils one plan: a novice with much to lose runs into the sight of a guard nearby, gains nothing, and could have stayed hidden."""

    def __init__(self, setup: GameSetup) -> None:
        self._model, self._space = Evaluator(setup), new_record(Workspace)
        self.turn, self.figures = 0, set[int]()

    def answer(self, position: NightPosition, figure: int) -> Action | None:
        """Returns the blunder when its moment has come."""
        state = position.truth
        if self.turn or figure >= NOVICES or state.ask != Ask.PLAN or state.turn < FIRST_TURN:
            return None
        novice = state.novices[figure]
        if novice.status != Status.ON_THE_RUN or novice.shown or self._model.chances(position).novices[figure] < AT_STAKE:
            return None
        plan = self._worst_run(position, figure)
        if plan is not None:
            self.turn, self.figures = state.turn, {figure}
        return plan

    def _worst_run(self, position: NightPosition, figure: int) -> Plan | None:
        """Returns a run that ends in sight of a guard and close to her, no nearer to what the novice wants; None where there is none."""
        setup, state, known = position.setup, position.truth, known_by(position, figure)
        board, model = recorded(setup.board), motion_record(setup.board, setup.options)
        entry_of(NOVICE_PLANS, weigh_plans)(board, model, position.mind(PUBLIC_MIND), record_of(known, State), figure, self._space)
        sheet, novice = self._space["routes"][0], state.novices[figure]
        before = way_left(setup.board, novice, novice.dot, novice.has_key, novice.has_wish)
        ends = []
        for dot in np.flatnonzero(sheet["totals"][Gait.RUN] > NO_TOTAL):
            far = min(setup.board.distance[guard.dot][dot] for guard in state.guards if guard.chases)
            is_gain = way_left(setup.board, novice, int(dot), novice.has_key, novice.has_wish) < before
            if far <= NEAR and not is_gain and seen_by(setup.board, state, int(dot)):
                ends.append((far, int(dot)))
        if not ends:
            return None
        written = read(plan_candidate(setup, known, figure, numbers_of(sheet["routes"][Gait.RUN, min(ends)[1]])).actions[0])
        assert isinstance(written, Plan)
        return written


class TurningGuards:
    """Spoils one guard's movement in an open night: she walks away from a novice in sight and reach, while the other plays on as ever."""

    def __init__(self, setup: GameSetup) -> None:
        self._model = Evaluator(setup)
        self.turn, self.figures, self._fled = 0, set[int](), 0

    def answer(self, position: NightPosition, figure: int) -> Action | None:
        """Returns a step away from the novice, or the stop, in the turn that is spoilt."""
        state = position.truth
        if figure not in (ABBESS, PRIORESS) or state.stage == Stage.FIRST_PATHS or state.ask not in (Ask.PATH, Ask.STEP):
            return None
        if not self.turn and not self._begins(position, figure):
            return None
        return self._away(position, figure) if state.turn == self.turn and figure in self.figures else None

    def _begins(self, position: NightPosition, figure: int) -> bool:
        """Tells whether the moment has come, and notes which guard lets whom go."""
        state, guard = position.truth, position.truth.guards[figure - ABBESS]
        if state.turn < FIRST_TURN or guard.steps or any(other.moved for other in state.guards if other.chases):
            return False
        board = position.setup.board
        seen = [novice for novice in state.novices if novice.status == Status.ON_THE_RUN and novice.shown]
        near = [novice for novice in seen if board.distance[guard.dot][novice.dot] <= REACH]
        if not near or not OPEN[0] < self._model.chances(position).guards < OPEN[1]:
            return False
        self.turn, self.figures, self._fled = state.turn, {figure}, near[0].dot
        return True

    def _away(self, position: NightPosition, figure: int) -> Action:
        """Returns the legal answer that leads farthest away."""
        setup, state = position.setup, position.truth
        allowed, guard = legal(setup.board, state, figure), state.guards[figure - ABBESS]
        best, chosen = -1, lowest_bit(allowed)
        if state.ask == Ask.STEP:
            if allowed >> STOP & 1:
                best, chosen = setup.board.distance[guard.dot][self._fled], STOP
            for way in range(setup.board.degree[guard.dot]):
                far = setup.board.distance[setup.board.next[guard.dot][way]][self._fled]
                if allowed >> way & 1 and far > best:
                    best, chosen = far, way
        return small_action(setup, state, figure, chosen)


PLANTERS: dict[str, type[RunningNovice] | type[TurningGuards]] = {"novice": RunningNovice, "guards": TurningGuards}


def plant_blunder(kind: str, setup: GameSetup, lineup: LineUp, seed: int, index: int) -> PlantedNight | None:
    """Plays game ``index`` of a seed with a blunder in it; None if its moment never came, or if it did no harm."""
    game = dealt_game(setup, seed, index)
    numbers, planter = GameRandom(game.state), PLANTERS[kind](setup)
    bots, minds = players_of(lineup, game, seed, index, numbers, []), MindReplay(game)
    while not game.is_over:
        figure = next_figure(game.state)
        if is_left_to_luck(game, figure):
            action: Action | None = small_action(setup, game.state, figure, random_choice(setup.board, game.state, figure))
            numbers.decisions = game.state.decisions
        else:
            action = planter.answer(minds.position(game), figure)
            if action is None:
                action, _ = bots[next(seat for seat in game.seats if figure in game.figures(seat))].answer(game)
                game.state.decisions = numbers.decisions
        assert action is not None
        apply(game, action)
        minds.tell(game)
    if not planter.turn or real_cost(game, planter.turn, planter.figures) < LEAST_COST:
        return None
    return PlantedNight(game, planter.turn, tuple(planter.figures))


def real_cost(game: Game, turn: int, figures: Container[int]) -> float:
    """Returns what the worst decision of a turn cost against the bots' own answer, by many whole nights on what its seat knew."""
    spoilt = [each for each in decisions_of(list(replay_night(game))) if each.position.truth.turn == turn and each.figure in figures]
    return max(map(cost_of_decision, spoilt), default=0.0)


def cost_of_decision(decision: PlayedDecision) -> float:
    """Returns the cost of one decision against the bots' own answer; 0 where that is the same."""
    evaluator = Evaluator(decision.position.setup, WHOLE, seed=COST_SEED)
    proposed = propose(decision.position, decision.figure, evaluator.space, most=1)
    if not proposed or is_same(proposed[0], decision.played):
        return 0.0
    trial = Trial(evaluator, decision.position, decision.seat, [decision.played, proposed[0]], COST_SEED)
    for batches in (FIRST_BATCHES, ALL_BATCHES):
        trial.play((PLAYED, BOTS), batches)
        if trial.difference(BOTS, PLAYED).mean < LEAST_COST / 2:
            break
    return trial.difference(BOTS, PLAYED).mean


__all__ = ["PLANTERS", "PlantedNight", "plant_blunder"]
