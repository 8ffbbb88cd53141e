"""What a seat may decide in a position: the best few answers that the policies propose, with diverse ends, on what the seat knows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from nuns.analysis.replayed_minds import NightPosition
from nuns.analysis.values import CandidateAnswer
from nuns.analysis.worlds import number_known
from nuns.board.shape import copy_of
from nuns.board.tables import DOTS
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.policies.belief_novice import NO_TOTAL, weigh_plans
from nuns.bots.policies.decisions import decide_guard
from nuns.bots.policies.nights import GUARDS_MIND, PUBLIC_MIND
from nuns.bots.policies.policy_games import BELIEF
from nuns.bots.policies.units import DECISIONS, NOVICE_PLANS
from nuns.bots.policies.workspace import NO_ACTION
from nuns.kernel.entries import record_of
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee.action_codec import plan_of, small_action
from nuns.referee.game_setup import GAIT_NAMES, GameSetup
from nuns.referee.notation import written
from nuns.referee.seats import Seat, figures_of
from nuns.rules.bits import lowest_bit
from nuns.rules.chance import seed_game
from nuns.rules.knowledge import Known, know
from nuns.rules.novices import tear_up
from nuns.rules.state import State
from nuns.rules.turn import answer, apply, legal
from nuns.rules.words import ABBESS, GUARD_SIDE, MONK, NOVICES, STOP, STOP_AS_WALK, Ask, Gait, Stage

MOST = 6  # answers that are proposed
FIRST_PATHS = 3  # of the first paths, about so many
CARD_PLAYS = 4  # of the ways to play a blessing, at most so many
APART = 2  # dots between the ends of two proposals with the same movement card, as long as there are others


@dataclass(frozen=True)
class Candidate:
    """One way to answer a decision, as roll-outs take it and as people read it."""

    answer: CandidateAnswer
    actions: tuple[str, ...]  # in the notation of game files
    route: tuple[int, ...] = ()
    gait: str = ""


def known_by(position: NightPosition, figure: int) -> Known:
    """Returns what the seat of a figure knows; a novice who is asked for a plan begins it again."""
    known = Known()
    know(position.setup.board, position.truth, figure if figure < NOVICES else GUARD_SIDE, known)
    if known.ask == Ask.PLAN and figure < NOVICES:
        tear_up(known, known.novices[figure])
    return known


def figure_asked(position: NightPosition, seat: Seat) -> int | None:
    """Returns the first figure of a seat that must decide now, or None; a novice may change her plan until all are written."""
    state = position.truth
    if state.stage == Stage.OVER:
        return None
    for figure in figures_of(seat, position.setup.guard_players):
        if state.asked >> figure & 1 or (state.ask == Ask.PLAN and legal(position.setup.board, state, figure)):
            return figure
    return None


def propose(position: NightPosition, figure: int, space: Record, most: int = MOST, seed: int = 0) -> list[Candidate]:
    """Returns the best few answers of a figure that is asked, the best first, by what its seat knows."""
    known = known_by(position, figure)
    seed_game(known, seed, number_known(position, figure if figure < NOVICES else GUARD_SIDE))
    if known.ask == Ask.PLAN:
        return propose_plans(position, known, figure, space, most)
    if known.ask in (Ask.PATH, Ask.STEP) and figure != MONK and known.stage != Stage.FIRST_PATHS:
        return propose_walks(position, known, figure, space, most)
    return propose_actions(position, known, figure, most)


def propose_plans(position: NightPosition, known: Known, figure: int, space: Record, most: int) -> list[Candidate]:
    """Returns the best plans, each to another end or with another movement card."""
    setup, public = position.setup, position.mind(PUBLIC_MIND)
    board, model = recorded(setup.board), motion_record(setup.board, setup.options)
    entry_of(NOVICE_PLANS, weigh_plans)(board, model, public, record_of(known, State), figure, space)
    sheet = space["routes"][0]
    totals = sheet["totals"].ravel()
    ranked = [int(each) for each in np.argsort(-totals, kind="stable") if totals[each] > NO_TOTAL]
    rows = sheet["routes"].reshape(len(totals), -1)
    best = diverse(setup, ((each // DOTS, each % DOTS, numbers_of(rows[each])) for each in ranked), most)
    return [plan_candidate(setup, known, figure, numbers) for numbers in best]


def propose_walks(position: NightPosition, known: Known, figure: int, space: Record, most: int) -> list[Candidate]:
    """Returns the best walks of a guard, each to another end."""
    setup, mind = position.setup, position.mind(GUARDS_MIND)
    mind["is_stale"] = 1
    board, model = recorded(setup.board), motion_record(setup.board, setup.options)
    entry_of(DECISIONS, decide_guard)(board, model, mind, record_of(known, State), figure, BELIEF, space)
    sheet = space["walks"][0]
    worths = sheet["worths"]
    ranked = [int(dot) for dot in np.argsort(-worths, kind="stable") if worths[dot] >= 0]
    best = diverse(setup, ((0, dot, numbers_of(sheet["walks"][dot])) for dot in ranked), most)
    return [walk_candidate(setup, known, figure, numbers) for numbers in best]


def propose_actions(position: NightPosition, known: Known, figure: int, most: int) -> list[Candidate]:
    """Returns all single answers where they are few: who begins, a path, a card; of first paths and of ways to play a card only some."""
    allowed, numbers = legal(position.setup.board, known, figure), list[int]()
    while allowed:
        numbers.append(lowest_bit(allowed))
        allowed &= allowed - 1
    if known.ask == Ask.BLESSING:
        plays = numbers[1:]  # the first is to pass
        numbers = [*numbers[:1], *plays[:: -(-len(plays) // CARD_PLAYS) or 1]]
    numbers = numbers[: 2 * most]
    if known.stage == Stage.FIRST_PATHS:
        numbers = numbers[:: max(1, len(numbers) // FIRST_PATHS)]
    return [action_candidate(position.setup, known, figure, number) for number in numbers]


def numbers_of(row: Sequence[int]) -> tuple[int, ...]:
    """Returns the actions of a walk or a plan up to its end mark."""
    numbers = [int(each) for each in row]
    return tuple(numbers[: numbers.index(NO_ACTION)] if NO_ACTION in numbers else numbers)


def diverse(setup: GameSetup, ranked: Iterable[tuple[int, int, tuple[int, ...]]], most: int) -> list[tuple[int, ...]]:
    """Returns the best of (card, end, actions), in which ends with the same card lie apart; then the next best, if there are too few."""
    chosen: list[tuple[int, int, tuple[int, ...]]] = []
    others: list[tuple[int, int, tuple[int, ...]]] = []
    for each in ranked:
        distance = setup.board.distance[each[1]]
        is_apart = all(each[0] != card or distance[end] >= APART for card, end, _ in chosen)
        (chosen if is_apart else others).append(each)
        if len(chosen) == most:
            break
    return [numbers for _, _, numbers in [*chosen, *others][:most]]


# -- as people read them ------------------------------------------------------------------------------------------------


def plan_candidate(setup: GameSetup, known: Known, figure: int, numbers: Sequence[int]) -> Candidate:
    """Returns a plan that is written with these small actions."""
    state = copy_of(known)
    for number in numbers:
        answer(setup.board, state, figure, number)
    plan = plan_of(state, figure)
    return Candidate(CandidateAnswer(figure, tuple(numbers)), (written(plan),), plan.route, GAIT_NAMES[Gait(state.novices[figure].plan)])


def walk_candidate(setup: GameSetup, known: Known, figure: int, numbers: Sequence[int]) -> Candidate:
    """Returns a guard's walk; what it shows is left out, since nobody knows it yet."""
    state, actions, route = copy_of(known), list[str](), [known.guards[figure - ABBESS].dot]
    for number in numbers:
        if not legal(setup.board, state, figure) >> number & 1:
            break
        actions.append(written(small_action(setup, state, figure, number)))
        if number in (STOP, STOP_AS_WALK) and state.ask == Ask.STEP:
            break
        apply(setup.board, state, figure, number)
        if state.guards[figure - ABBESS].dot != route[-1]:
            route.append(state.guards[figure - ABBESS].dot)
    return Candidate(CandidateAnswer(figure, tuple(numbers), is_walk=True), tuple(actions), tuple(route))


def action_candidate(setup: GameSetup, known: Known, figure: int, number: int) -> Candidate:
    """Returns a single answer."""
    return Candidate(CandidateAnswer(figure, (number,)), (written(small_action(setup, known, figure, number)),))


def with_played(candidates: Sequence[Candidate], played: Candidate) -> list[Candidate]:
    """Returns the answer that was given, and all others after it."""
    return [played, *(each for each in candidates if not is_same(each, played))]


def is_same(one: Candidate, other: Candidate) -> bool:
    """Tells whether two answers come to the same: the same actions, or walks over the same dots."""
    return one.actions == other.actions or (one.answer.is_walk and len(one.route) > 1 and one.route == other.route)
