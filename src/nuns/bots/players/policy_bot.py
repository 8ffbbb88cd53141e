"""Policies at a table, which decide on what their seat knows."""

from random import Random
from typing import NamedTuple

from nuns.board.shape import copy_of
from nuns.board.tables import the_board
from nuns.bots.players import compiled_policies
from nuns.bots.players.bot import Decision
from nuns.bots.players.wants import chased_by, wanted_by
from nuns.bots.policies.policy_games import RANDOM, policy_choice
from nuns.referee.actions import Action
from nuns.referee.seats import FIGURE_NAMES
from nuns.rules.state import State
from nuns.rules.turn import answer
from nuns.rules.words import Ask

BITS = 32  # the bits of each half of a generator's key


class GameRandom(Random):
    """The generator of a simulated game (rules/chance.py) as a ``Random``, so that policies draw the same numbers as in machine code."""

    def __init__(self, state: State) -> None:
        super().__init__(state.key_low << BITS | state.key_high)
        self.key_low, self.key_high, self.decisions = state.key_low, state.key_high, state.decisions

    def lend(self, state: State) -> None:
        """Lets a state draw the next numbers."""
        state.key_low, state.key_high, state.decisions = self.key_low, self.key_high, self.decisions


class OwnNumbers:
    """The generator of one bot: the game's own, or one that is seeded once a game from the given one."""

    def __init__(self) -> None:
        self._own: GameRandom | None = None

    def drawn_from(self, rng: Random) -> GameRandom:
        """Returns the generator."""
        if isinstance(rng, GameRandom):
            return rng
        if self._own is None:
            self._own = GameRandom(State(key_low=rng.getrandbits(BITS), key_high=rng.getrandbits(BITS)))
        return self._own


class PolicyThought(NamedTuple):
    """What a bot without a belief can say about a move."""

    turn: int
    text: str

    def __str__(self) -> str:
        return self.text


class PolicyBot:
    """Plays a policy of ``policies/policy_games.py`` in a seat."""

    def __init__(self, policy: int) -> None:
        self.policy = policy
        self.thoughts: list[PolicyThought] = []
        self._numbers = OwnNumbers()

    def decide(self, decision: Decision, rng: Random) -> Action:
        """Returns the policy's answer for the first figure of the seat that is asked."""
        if decision.start is not None:
            return decision.start
        known, figure, numbers = decision.known, decision.figure, self._numbers.drawn_from(rng)
        numbers.lend(known)
        if known.ask == Ask.PLAN and known.novices[figure].steps == 0:
            plan = decision.plan(self._plan(decision, figure, numbers))
            self._think(known.turn, f"wants {wanted_by(known.novices[figure])}. Would {plan.gait} to {plan.route[-1]}.")
            return plan
        if known.ask == Ask.STEP and known.guards[known.guard].steps == 0:
            self._think(known.turn, f"{FIGURE_NAMES[figure]}: {chased_by(decision.board, known, known.guards[known.guard])}.")
        number = policy_choice(decision.board, known, figure, self.policy)
        numbers.decisions = known.decisions
        return decision.action(number)

    def _think(self, turn: int, text: str) -> None:
        """Keeps why it moved; random moves have no reason."""
        self.thoughts.append(PolicyThought(turn, "moves at random." if self.policy == RANDOM else text))

    def _plan(self, decision: Decision, figure: int, numbers: GameRandom) -> list[int]:
        """Returns all small actions of her plan, from machine code if that is compiled already."""
        if decision.board is the_board() and compiled_policies.can_plan_at_once():
            written, numbers.decisions = compiled_policies.plan_compiled(decision.known, figure, self.policy)
            return written
        written, known = [], copy_of(decision.known)
        while known.asked >> figure & 1:
            written.append(policy_choice(decision.board, known, figure, self.policy))
            answer(decision.board, known, figure, written[-1])
        numbers.decisions = known.decisions
        return written
