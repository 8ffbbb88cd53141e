"""What a position is worth while novices write their plans: the mean over plans that belief-level players might still write.

The value model takes the first plans that are written for more than they turn out to be worth when the last is, so what a plan seems to
change would say more of its place among the others than of the plan.
"""

import numpy as np

from nuns.analysis.evaluator import Chances, result_row
from nuns.analysis.replayed_minds import NightPosition
from nuns.analysis.short_rollouts import drop_tape
from nuns.analysis.value_model import LearnedEvaluator
from nuns.bots.policies.nights import GUARDS_MIND, decide_in
from nuns.bots.policies.units import NIGHTS
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.entries import new_record
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.bits import lowest_bit
from nuns.rules.chance import seed_game
from nuns.rules.state import State
from nuns.rules.words import Ask, Stage

PLANS = 2  # of each novice who has still to write hers
STREAMS = 16  # of luck: one for each novice, and one for the dice


class PlanningEvaluator(LearnedEvaluator):
    """The value model; where plans are to be written, it says what the night is worth when they are, and the dice rolled."""

    def __init__(self, setup: GameSetup, *, seed: int = 0, plans: int = PLANS) -> None:
        super().__init__(setup, seed=seed)
        self.plans = plans
        self._space, self._without_tape = new_record(Workspace), new_record(State)
        self._decide = entry_of(NIGHTS, decide_in)
        self._luck = [luck_of(seed, index) for index in range(plans * STREAMS)]

    def chances(self, position: NightPosition, seat: int | None = None) -> Chances:
        """Returns the chances from the truth, or as a seat had to expect them."""
        if position.truth.ask != Ask.PLAN or position.truth.stage == Stage.OVER or seat is not None:
            return super().chances(position, seat)
        crew = position.crew()
        rows = np.array([self._worth_with_plans(position, crew, number) for number in range(self.plans)])
        guards, *novices = rows.mean(axis=0).tolist()
        return Chances(guards, float(rows[:, 0].std() / np.sqrt(self.plans)), tuple(novices))

    def _worth_with_plans(self, position: NightPosition, crew: Record, number: int) -> list[float]:
        """Returns what the night is worth to all parties once the plans are written with the luck of that number, and the dice rolled."""
        game, crew = position.state.copy(), crew.copy()
        while game["stage"][0] != Stage.OVER and game["ask"][0] in (Ask.PLAN, Ask.ROLL):
            self.answer(game, crew, number)
        if game["stage"][0] == Stage.OVER:
            return list(result_row(int(game["winners"][0])))
        drop_tape(game, self._without_tape)
        chances = self.weigh(self._without_tape, self.likely(crew["minds"][:, GUARDS_MIND]["belief"]))
        return [chances.guards, *chances.novices]

    def answer(self, game: Record, crew: Record, number: int) -> None:
        """Lets a novice who is asked write her plan, or rolls a die. Each has her own luck, whoever has written before her."""
        figure = lowest_bit(int(game["asked"][0]))
        game["key_low"], game["key_high"] = self._luck[number * STREAMS + figure]
        self._decide(self._board, self._model, game, crew, self._space)


def luck_of(seed: int, index: int) -> tuple[int, int]:
    """Returns where the generator of a game of that seed begins."""
    game = State()
    seed_game(game, seed, index)
    return game.key_low, game.key_high
