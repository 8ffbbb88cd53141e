"""Which of several plans is best by games that were tried: every few rounds the worse half is dropped (sequential halving).

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import Board
from nuns.bots.filter.queries import draw_night
from nuns.bots.filter.records import BeliefRecord
from nuns.bots.policies.rollout import DOT, KEY_DOT, PHASE, WISH_DOT
from nuns.bots.policies.workspace import WORLDS, Mind, Trials, Workspace
from nuns.kernel.clock import processor_milliseconds
from nuns.rules.chance import DECISIONS, draw_below
from nuns.rules.setup import key_dot_of, wish_dot_of
from nuns.rules.state import State
from nuns.rules.words import NOVICES, NOWHERE

FEWEST = 2  # plans that are tried to the end
SEARCH_STREAM = 1 << 28  # where the random numbers of a search lie in the stream of decisions
GRAIN = 1 << 30


def begin_trials(trials: Trials) -> None:
    """Begins a search among ``count`` plans, whose ``priors`` and ``plans`` are filled in, the best first."""
    trials.guessed = 0
    trials.spent = 0
    for each in range(trials.count):
        trials.alive[each] = each
        trials.sums[each] = 0.0
        trials.tries[each] = 0


def is_spent(trials: Trials, mind: Mind, rollouts: int, began: int) -> bool:
    """Tells whether the budget is used up, or only one plan is left; there is always a first round."""
    if trials.count < FEWEST:
        return True
    if trials.spent == 0:
        return False
    if trials.spent + trials.count * WORLDS > (mind.rollouts if mind.rollouts else rollouts):
        return True
    return mind.milliseconds > 0 and processor_milliseconds() - began >= mind.milliseconds


def score_of(trials: Trials, plan: int, trust: float) -> float:
    """Returns a plan's worth: its own, and what came of it in the games that were tried."""
    return float(trials.priors[plan] + trust * trials.sums[plan] / max(trials.tries[plan], 1))


def finish_round(trials: Trials, trust: float, rounds: int) -> None:
    """Sorts the plans that are left, the best first, after each was tried in WORLDS more games; drops the worse half every few rounds."""
    trials.guessed += WORLDS
    for place in range(1, trials.count):
        plan = trials.alive[place]
        score = score_of(trials, plan, trust)
        there = place
        while there > 0 and score_of(trials, trials.alive[there - 1], trust) < score:
            trials.alive[there] = trials.alive[there - 1]
            there -= 1
        trials.alive[there] = plan
    if trials.count > FEWEST and trials.guessed // WORLDS % rounds == 0:
        trials.count = (trials.count + 1) // 2


def guess_games(board: Board, belief: BeliefRecord, known: State, own: int, space: Workspace) -> None:
    """Draws games from a belief whose deals are worked out; the novice ``own`` knows where she is."""
    trials, answers = space.trials, space.answers
    for world in range(WORLDS):
        for place in range(NOVICES):
            for part in range(2):
                number = SEARCH_STREAM + (((known.decisions << 8) + trials.guessed + world) << 4) + place * 2 + part
                answers.luck[place, part] = draw_below(known, DECISIONS, number, GRAIN) / GRAIN
            trials.guesses[world, place, DOT] = NOWHERE
        draw_night(belief, answers)
        for place in range(answers.deals[0].count):
            figure = int(answers.deals[0].figures[place])
            if figure != own:
                card = int(answers.night[place, 0])
                trials.guesses[world, figure, KEY_DOT] = key_dot_of(board, known, card)
                trials.guesses[world, figure, WISH_DOT] = wish_dot_of(board, known, card)
                trials.guesses[world, figure, PHASE] = answers.night[place, 1]
                trials.guesses[world, figure, DOT] = answers.night[place, 2]
