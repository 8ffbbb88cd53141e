"""What a bot is, and the policies at a table: each decides on a position made of its seat's view."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from nuns.board.shape import copy_of
from nuns.board.tables import the_board
from nuns.bots.players import compiled_policies
from nuns.bots.players.position import figure_to_answer, plan_action, position_of, table_of
from nuns.bots.players.wants import chased_by, wanted_by
from nuns.bots.policies.policy_games import RANDOM, policy_choice
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.seats import FIGURE_NAMES
from nuns.referee.table import Table
from nuns.referee.view import View
from nuns.rules.state import State
from nuns.rules.turn import answer
from nuns.rules.words import GUARD_SIDE, Ask

BITS = 32  # of each half of a generator's key


class Bot(Protocol):
    """Sits in one seat for one night, and answers with one of the actions, or a novice with a whole plan."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action: ...


@runtime_checkable
class Observer(Protocol):
    """A bot that is also told what its seat has learnt since it last chose."""

    def observe(self, events: Sequence[Event]) -> None: ...


class GameRandom(Random):
    """The generator of a simulated night (rules/chance.py), lent to policies: their decisions are those of the rules alone."""

    def __init__(self, state: State) -> None:
        super().__init__(state.key_low << BITS | state.key_high)
        self.key_low, self.key_high, self.decisions = state.key_low, state.key_high, state.decisions


class PolicyThought(NamedTuple):
    """What a bot without a belief can say of a move."""

    turn: int
    text: str

    def __str__(self) -> str:
        return self.text


class PolicyBot:
    """A policy of ``policies/policy_games.py`` in a seat."""

    def __init__(self, policy: int) -> None:
        self.policy = policy
        self.thoughts: list[PolicyThought] = []
        self._own: GameRandom | None = None

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """What the policy answers for the first of its figures that is asked."""
        table = table_of(view)
        position, figure, numbers = position_of(view, table), figure_to_answer(view, table.guard_players), self._numbers(rng)
        if figure == GUARD_SIDE and table.guard_players == 2:
            return actions[0]  # 4 of two players each may only begin herself
        position.key_low, position.key_high, position.decisions = numbers.key_low, numbers.key_high, numbers.decisions
        if position.ask == Ask.PLAN and position.novices[figure].steps == 0:
            plan = plan_action(table, position, figure, self._plan(table, copy_of(position), figure, numbers))
            action: Action = plan
            self._note(view.turn, f"wants {wanted_by(position.novices[figure])}. Would {plan.gait} to {plan.route[-1]}.")
        else:
            if position.ask == Ask.STEP and position.guards[position.guard].steps == 0:
                self._note(view.turn, f"{FIGURE_NAMES[figure]}: {chased_by(table.board, position, position.guards[position.guard])}.")
            action = small_action(table, position, figure, policy_choice(table.board, position, figure, self.policy))
            numbers.decisions = position.decisions
        return action

    def _note(self, turn: int, text: str) -> None:
        """Kept for afterwards; chance has no reasons."""
        self.thoughts.append(PolicyThought(turn, "does whatever comes to mind." if self.policy == RANDOM else text))

    def _plan(self, table: Table, position: State, figure: int, numbers: GameRandom) -> list[int]:
        """Everything she writes, to the end of her plan; in machine code where that lies there already."""
        if table.board is the_board() and compiled_policies.plans_at_once():
            written, numbers.decisions = compiled_policies.written_plan(position, figure, self.policy)
            return written
        written = []
        while position.asked >> figure & 1:
            written.append(policy_choice(table.board, position, figure, self.policy))
            answer(table.board, position, figure, written[-1])
        numbers.decisions = position.decisions
        return written

    def _numbers(self, rng: Random) -> GameRandom:
        """A night's own generator, or one that is seeded from whatever is given, once a night."""
        if isinstance(rng, GameRandom):
            return rng
        if self._own is None:
            self._own = GameRandom(State(key_low=rng.getrandbits(BITS), key_high=rng.getrandbits(BITS)))
        return self._own
