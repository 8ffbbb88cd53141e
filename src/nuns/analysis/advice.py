"""Advice for a night that is being played: what a good player would consider, from one seat's knowledge alone."""

from nuns.analysis.candidates import figure_asked, propose
from nuns.analysis.findings import ValuedMove
from nuns.analysis.replayed_minds import NightPosition, present_position
from nuns.analysis.trials import Trial
from nuns.analysis.value_units import VALUES
from nuns.analysis.values import Evaluator
from nuns.bots.policies.units import NIGHT_ROLLOUTS
from nuns.referee.game import Game
from nuns.referee.seats import Seat

COUNT = 3  # moves that are named
TURNS = 1  # that are played on: the one under way
BUDGET = 1.0  # seconds
ROLLOUTS_A_SECOND = 250  # short ones; counted and not timed, so that the same question always has the same answer

UNITS = (NIGHT_ROLLOUTS, VALUES)  # with everything that they call

_ready: list[bool] = []


def can_advise_at_once() -> bool:
    """Tells whether advice can be given without waiting for the compiler; once it can, nobody looks again."""
    if not _ready and all(unit.is_ready() for unit in UNITS):
        _ready.append(True)
    return bool(_ready)


def advise(game: Game, seat: Seat, count: int = COUNT, budget: float = BUDGET, seed: int = 0) -> list[ValuedMove]:
    """Returns what a seat that is asked may consider in a running game, the best first; [] where nothing is asked of it.

    Everything is worked out in worlds that are drawn from what the seat knows, so nothing else can be read from it.
    """
    position = present_position(game)
    return advise_in(position, seat, count, round(budget * ROLLOUTS_A_SECOND), seed) if position else []


def advise_in(
    position: NightPosition, seat: Seat, count: int = COUNT, rollouts: int = ROLLOUTS_A_SECOND, seed: int = 0
) -> list[ValuedMove]:
    """Returns the same for a position, by so many roll-outs."""
    figure = figure_asked(position, seat)
    if figure is None:
        return []
    evaluator = Evaluator(position.setup, TURNS, seed=seed)
    trial = Trial(evaluator, position, seat, propose(position, figure, evaluator.space, seed=seed), seed)
    return sorted(trial.ranked_choices(rollouts)[:count], key=lambda each: -each.chance)
