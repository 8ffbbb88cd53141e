"""Every decision of every policy, by the policy's number: what sits at a table and what plays in batches both call these.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import Board
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.belief_guards import guard_choice
from nuns.bots.policies.belief_novice import novice_plan
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GREEDY, SEARCH, policy_choice
from nuns.bots.policies.search_novice import search_plan
from nuns.bots.policies.workspace import Mind, Workspace
from nuns.rules.state import State
from nuns.rules.turn import answer


def decide_guard(board: Board, model: MotionTables, mind: Mind, known: State, figure: int, policy: int, space: Workspace) -> int:
    """Returns the answer of a guard, of the monk, or of the guard side."""
    if policy == GREEDY:
        return greedy_choice(board, known, figure)
    return guard_choice(board, model, mind, known, figure, policy, space)


def decide_novice(board: Board, known: State, figure: int, policy: int) -> int:
    """Returns a novice's answer in a noise step; those who keep a belief answer as the careful ones do."""
    return policy_choice(board, known, figure, min(policy, CAREFUL))


def plan_novice(
    board: Board, model: MotionTables, public: Mind, own: Mind, known: State, figure: int, policy: int, space: Workspace
) -> int:
    """Writes the small actions of a novice's plan into ``plan``, and returns how many there are; ``known`` is used up.

    ``public`` is what everybody may believe, ``own`` what she believes herself.
    """
    count = 0
    if policy == BELIEF:
        count = novice_plan(board, model, public, known, figure, space)
    elif policy == SEARCH:
        count = search_plan(board, model, public, own, known, figure, space)
    if count:
        return count
    while known.asked >> figure & 1:
        written = policy_choice(board, known, figure, min(policy, CAREFUL))
        answer(board, known, figure, written)
        space.plan[count] = written
        count += 1
    return count
