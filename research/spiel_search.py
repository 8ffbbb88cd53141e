"""IS-MCTS of OpenSpiel for ``nuns_convent``: roll-outs in machine code, cheap keys of nodes, and policies for the other players."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from nuns.bots.players.compiled_policies import MODULES
from nuns.bots.policies.policy_games import CAREFUL, GREEDY, GUARDS_SEAT, RANDOM, policy_choice
from nuns.env import observation, stepping
from nuns.env.openspiel import ConventSpielGame, ConventSpielState, make_resampler
from nuns.kernel.entries import record_of
from nuns.kernel.machine import Machine, machine
from nuns.kernel.records import dtype_of
from nuns.rules.knowledge import Known, know
from nuns.rules.state import State
from nuns.rules.turn import answer, next_figure
from nuns.rules.words import GUARD_SIDE, NOVICES, Ask
from research import spiel_rollouts

POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}  # careful is a policy of novices alone
HALF_KEY = 1 << 32


@cache
def rollout_machine() -> Machine:
    """Returns the rules, the policies and the roll-outs, compiled once for each process."""
    return machine(extra_modules=(*MODULES, observation, stepping, spiel_rollouts))


class SpielEvaluator:
    """An evaluator of OpenSpiel's searches: the mean returns of a few nights that policies play on from a state."""

    def __init__(self, count: int = 4, novices: str = "greedy", guards: str = "greedy", seed: int = 1) -> None:
        """Sets up the evaluator; ``count`` nights are played a state, in which every seat plays by its policy."""
        self._policies = np.array([POLICIES[novices]] * GUARDS_SEAT + [POLICIES[guards]], np.int64)
        self._count, self._rng = count, np.random.default_rng(seed)
        self._known, self._nothing = (np.zeros(1, dtype_of(Known)) for _ in range(2))

    def evaluate(self, state: ConventSpielState) -> Any:
        """Returns what each player can expect, as an array."""
        if state.is_terminal():
            return np.array(state.returns())
        made, setup = rollout_machine(), state.night.setup
        games = np.repeat(record_of(state.night.state, State), self._count)
        games["key_low"], games["key_high"] = self._rng.integers(0, HALF_KEY, (2, self._count))
        returns = np.empty((self._count, setup.players))
        made.functions[spiel_rollouts.play_on](made.boards, games, self._known, self._nothing, self._policies, returns)
        return returns.mean(axis=0)

    def prior(self, state: ConventSpielState) -> list[tuple[int, float]]:
        """Returns the legal answers, all equally likely."""
        found = state.legal_actions()
        return [(action, 1 / len(found)) for action in found]


class ConventSearch(ISMCTSBot):  # type: ignore[misc]
    """IS-MCTS as OpenSpiel has it, on states that are resampled from the exact belief.

    Nodes are told apart by what their players were told since the search began, which is quicker than by all they were ever told.
    """

    def __init__(self, game: ConventSpielGame, evaluator: SpielEvaluator, simulations: int, exploration: float, seed: int = 1) -> None:
        """Sets up the search; ``exploration`` is the constant of UCT, for returns from -1 to 1."""
        super().__init__(game, evaluator, exploration, simulations, random_state=np.random.RandomState(seed))
        self.set_resampler(make_resampler(seed))
        self._lengths: Sequence[int] = ()

    def run_search(self, state: ConventSpielState) -> list[tuple[int, float]]:
        """Returns the answers with their probabilities."""
        self._lengths = [len(told) for told in state.night.told]
        found: list[tuple[int, float]] = super().run_search(state)
        return found

    def get_state_key(self, state: ConventSpielState) -> tuple[int, tuple[str, ...]]:
        """Returns the player who is asked, and what it was told since the search began."""
        player = state.current_player()
        return player, state.night.told[player][self._lengths[player] :]


class PolicyPlayer:
    """A player without memory, which answers by a policy on what its seat knows; a plan is thought of as a whole."""

    def __init__(self, policy: str, seed: int = 1) -> None:
        self._policy, self._rng = POLICIES[policy], np.random.default_rng(seed)
        self._plans: dict[int, list[int]] = {}  # by figure, what is still to be written

    def step(self, state: ConventSpielState) -> int:
        """Returns the answer of the player who is asked."""
        figure, board = next_figure(state.night.state), state.night.setup.board
        if not self._plans.get(figure):
            known = Known()
            know(board, state.night.state, figure if figure < NOVICES else GUARD_SIDE, known)
            known.key_low, known.key_high = (int(half) for half in self._rng.integers(0, HALF_KEY, 2))
            if known.ask != Ask.PLAN:
                return policy_choice(board, known, figure, self._policy)
            written = self._plans[figure] = []
            while known.asked >> figure & 1:
                written.append(policy_choice(board, known, figure, self._policy))
                answer(board, known, figure, written[-1])
        return self._plans[figure].pop(0)
