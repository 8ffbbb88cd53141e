"""The guards who keep a belief: they search where the novices may be (``careful``), or where they most likely are (``belief``).

They read what their seat knows, and its belief. Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.filter.queries import weigh_all
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.policies.guard_blessings import guard_blessing
from nuns.bots.policies.imagined_movement import worth_if_moving
from nuns.bots.policies.patrol import plan_movement, set_weights
from nuns.bots.policies.policy_games import CAREFUL, SEARCH
from nuns.bots.policies.search_guards import search_walk
from nuns.bots.policies.workspace import NO_ACTION, WALK_LEVELS, Mind, Workspace
from nuns.kernel.copies import copied
from nuns.rules.chance import DECISIONS, draw_below
from nuns.rules.state import State
from nuns.rules.turn import apply, legal
from nuns.rules.words import ABBESS, GUARD_SIDE, PASS, PRIORESS, Ask, Stage, Status

SPREAD = 0.02  # random factors up to this, so that no two games are the same
GRAINS = 1024  # of a random factor
GUARD_STREAM = 1 << 26  # where the random factors lie in the stream of decisions
CARDS = 16


def guard_choice(board: Board, model: MotionTables, mind: Mind, known: State, figure: int, policy: int, space: Workspace) -> int:
    """Returns a guard's answer; the belief must have been told everything. To CAREFUL all possible dots count the same."""
    mind.is_fresh = 0
    if figure == ABBESS or figure == PRIORESS:
        if known.ask == Ask.STEP or known.ask == Ask.PATH:
            return walk_on(board, model, mind, known, figure - ABBESS, policy, space)
        if known.ask == Ask.BLESSING:
            if legal(board, known, figure) == 1 << PASS:
                return PASS
            believe(board, model, mind, known, policy, space)
            return guard_blessing(board, known, figure, space)
    elif figure == GUARD_SIDE:
        return first_guard(board, model, mind, known, policy, space)
    return greedy_choice(board, known, figure)


def believe(board: Board, model: MotionTables, mind: Mind, known: State, policy: int, space: Workspace) -> None:
    """Fills in the weight of each dot, over all novices on the run, with a random factor, and by what walks are weighed."""
    weigh_all(model, mind.belief, space.answers, 1 if policy == CAREFUL else 0)
    believed = space.walks.believed
    for dot in range(DOTS):
        believed[dot] = 0.0
    for novice in known.novices:
        if novice.status == Status.ON_THE_RUN:
            for dot in range(DOTS):
                believed[dot] += space.answers.likely[novice.figure, dot]
    known.decisions += 1
    for dot in range(DOTS):
        if believed[dot] > 0:
            grains = draw_below(known, DECISIONS, GUARD_STREAM + known.decisions * DOTS + dot, GRAINS)
            believed[dot] *= 1.0 + SPREAD * grains / GRAINS
    set_weights(known, space.walks)


def walk_on(board: Board, model: MotionTables, mind: Mind, known: State, guard: int, policy: int, space: Workspace) -> int:
    """Returns the next action of the walk that was planned; one is planned when a movement begins and whenever something was noticed."""
    if is_walk_over(board, mind, known, guard):
        believe(board, model, mind, known, policy, space)
        if known.stage == Stage.FIRST_PATHS:
            return first_path(board, known, guard, space)
        space.walks.stack[0] = copied(known)
        end = plan_movement(board, space.walks, guard)
        take_walk(mind, guard, end, space)
        if policy == SEARCH:
            search_walk(board, mind, known, guard, space)
    mind.place += 1
    return int(mind.walk[mind.place - 1])


def is_walk_over(board: Board, mind: Mind, known: State, guard: int) -> bool:
    """Tells whether a new walk must be planned: it is another guard's, it is done, something was noticed, or it is not allowed."""
    if mind.walker != guard or mind.is_stale or mind.walk[mind.place] == NO_ACTION:
        return True
    return not legal(board, known, ABBESS + guard) >> int(mind.walk[mind.place]) & 1


def take_walk(mind: Mind, guard: int, end: int, space: Workspace) -> None:
    """Takes over the best walk to that dot."""
    for place in range(WALK_LEVELS + 2):
        mind.walk[place] = space.walks.walks[end, place]
    mind.place = 0
    mind.walker = guard
    mind.is_stale = 0
    mind.is_fresh = 1
    mind.end = end
    mind.worth = space.walks.worths[end]


def first_path(board: Board, known: State, guard: int, space: Workspace) -> int:
    """Returns the path card of the set-up with which the best movement begins (2.5)."""
    allowed = legal(board, known, ABBESS + guard)
    best, chosen = -1.0, 0
    for card in range(CARDS):
        if allowed >> card & 1:
            space.imagined[0] = copied(known)
            apply(board, space.imagined[0], ABBESS + guard, card)
            worth = worth_if_moving(board, guard, space)
            if worth > best:
                best, chosen = worth, card
    return chosen


def first_guard(board: Board, model: MotionTables, mind: Mind, known: State, policy: int, space: Workspace) -> int:
    """Returns the guard with more to gain, and keeps her walk if it is not to be searched; the other profits from what she sees (4)."""
    believe(board, model, mind, known, policy, space)
    space.imagined[0] = copied(known)
    abbess = worth_if_moving(board, 0, space)
    if space.best >= 0 and policy != SEARCH:
        take_walk(mind, 0, space.best, space)
    space.imagined[0] = copied(known)
    if worth_if_moving(board, 1, space) > abbess:
        if policy != SEARCH:
            take_walk(mind, 1, space.best, space)
        return 1
    return 0
