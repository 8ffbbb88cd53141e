"""Novices who weigh what the guards know of them, and pay for being known.

They read what their seat knows, and what everybody may believe. Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.filter.queries import foresee_movement, work_out_deals
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.careful import NEVER
from nuns.bots.policies.routes import weigh_routes
from nuns.bots.policies.workspace import GAITS, NO_ACTION, PLAN, Mind, Workspace
from nuns.kernel.copies import copied
from nuns.rules.chance import DECISIONS, draw_below
from nuns.rules.sight import seen_by
from nuns.rules.state import State
from nuns.rules.words import Gait

KNOWN = 600.0  # the cost of being where the guards are sure she is, in hundredths of a dot
SPREAD = 30.0  # random values up to this, so that no two games are the same, in hundredths of a dot
GRAINS = 1024  # of a random value
PHASE = 4  # where the number of the movement begins in a card as it is told (``rules/novices.py``)
NOVICE_STREAM = 1 << 27  # where the random values lie in the stream of decisions
NO_TOTAL = -1e9  # less than any plan is worth


def novice_plan(board: Board, model: MotionTables, mind: Mind, known: State, figure: int, space: Workspace) -> int:
    """Writes the small actions of her best plan into ``plan``, and returns how many there are: 0 where every route meets a guard.

    ``mind`` has what everybody may believe, and must have been told everything.
    """
    weigh_plans(board, model, mind, known, figure, space)
    best = best_plan(space)
    return write_route(best // DOTS, best % DOTS, space) if best >= 0 else 0


def weigh_plans(board: Board, model: MotionTables, mind: Mind, known: State, figure: int, space: Workspace) -> None:
    """Fills in the worth of the best plan to each dot with each gait; what the guards will know of its end is taken off."""
    sheet = space.routes
    sheet.stack[0] = copied(known)
    weigh_routes(board, sheet, figure)
    foresee_gaits(board, model, mind, known, figure, space)
    known.decisions += 1
    for gait in range(GAITS):
        for dot in range(DOTS):
            sheet.totals[gait, dot] = NO_TOTAL
            if sheet.worths[gait, dot] > NEVER:
                if seen_by(board, known, dot):
                    sheet.sure[gait, dot] = 1.0
                place = NOVICE_STREAM + (known.decisions * GAITS + gait) * DOTS + dot
                whim = SPREAD * draw_below(known, DECISIONS, place, GRAINS) / GRAINS
                sheet.totals[gait, dot] = sheet.worths[gait, dot] - KNOWN * sheet.sure[gait, dot] + whim


def foresee_gaits(board: Board, model: MotionTables, mind: Mind, known: State, figure: int, space: Workspace) -> None:
    """Fills in, by gait, where the guards would expect her once they have seen the card."""
    work_out_deals(mind.belief, space.answers)
    for gait in range(Gait.STAND, Gait.RUN + 1):
        card = gait | known.phase << PHASE
        foresee_movement(board, model, mind.belief, space.other, space.scratch, space.answers, figure, card)
        for dot in range(DOTS):
            space.routes.sure[gait, dot] = space.answers.likely[figure, dot]


def best_plan(space: Workspace) -> int:
    """Returns the best plan as DOTS times its gait plus its end, or -1 where there is none."""
    best, chosen = NO_TOTAL, -1
    for gait in range(GAITS):
        for dot in range(DOTS):
            if space.routes.totals[gait, dot] > best:
                best, chosen = space.routes.totals[gait, dot], gait * DOTS + dot
    return chosen


def write_route(gait: int, end: int, space: Workspace) -> int:
    """Writes a plan that was weighed into ``plan``, and returns how many actions it has."""
    count = 0
    while count < PLAN and space.routes.routes[gait, end, count] != NO_ACTION:
        space.plan[count] = space.routes.routes[gait, end, count]
        count += 1
    return count
