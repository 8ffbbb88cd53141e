"""The decisions of a finished night, as they were taken: plans, who begins, path cards, walks, and blessings, played or kept.

Beside each it can be asked what the best bot would do: nothing that it would do too is called a mistake.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nuns.analysis.candidates import Candidate, action_candidate, is_same, known_by, numbers_of, plan_candidate, walk_candidate
from nuns.analysis.replayed_minds import NightPosition, NightStep
from nuns.analysis.worlds import number_known
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.policies.decisions import decide_guard, decide_novice, plan_novice
from nuns.bots.policies.nights import GUARDS_MIND, OWN_MIND, PUBLIC_MIND
from nuns.bots.policies.policy_games import SEARCH
from nuns.bots.policies.units import DECISIONS
from nuns.kernel.entries import record_of
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee import actions as act
from nuns.referee.action_codec import bundle, figure_of
from nuns.referee.seats import FIGURE_NAMES, Seat, figures_of, guard_seats
from nuns.rules.chance import seed_game
from nuns.rules.knowledge import is_told
from nuns.rules.noise import is_heard_by
from nuns.rules.state import State
from nuns.rules.tape import FIRST, SECOND, WHO
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, GUARD_SIDE, NOVICES, PASS, PRIORESS, STOP, STOP_AS_WALK, Ask, Blessing, Event, Stage

# What a guard on her way notices of the novices; her walk is then planned again.
NOTICED = 1 << Event.SEEN | 1 << Event.SHOWN | 1 << Event.VANISHED | 1 << Event.CAUGHT
KIND, FIGURE, SMALL = (1 << WHO) - 1, (1 << FIRST - WHO) - 1, (1 << SECOND - FIRST) - 1


@dataclass(frozen=True, eq=False)
class PlayedDecision:
    """One decision: where it was taken, by whom, and how."""

    position: NightPosition
    seat: Seat
    figure: int
    ask: str  # plan, order, path, step or blessing
    played: Candidate

    @property
    def is_pass(self) -> bool:
        """Whether a blessing was kept that might have been played."""
        return self.ask == "blessing" and self.played.answer.actions == (PASS,)

    @property
    def figure_name(self) -> str:
        """The figure's name as game files spell it."""
        return FIGURE_NAMES[self.figure]


def decisions_of(steps: Sequence[NightStep]) -> list[PlayedDecision]:
    """Returns the decisions of a night in the order in which they were due."""
    found = [*plans_of(steps), *walks_of(steps), *single_answers_of(steps)]
    return sorted(found, key=lambda decision: (decision.position.moment, decision.figure))


def seat_of(position: NightPosition, figure: int) -> Seat:
    """Returns the seat that decides for a figure; of two guard players the first one who may."""
    novices = [Seat(FIGURE_NAMES[each]) for each in range(NOVICES)]
    seats = (*guard_seats(position.setup.guard_players), *novices)
    return next(seat for seat in seats if figure in figures_of(seat, position.setup.guard_players))


def plans_of(steps: Sequence[NightStep]) -> Iterator[PlayedDecision]:
    """Yields the last plan of each novice in each movement, in the position before anybody wrote one: they are written in secret (4)."""
    began, written = None, dict[int, act.Plan]()
    for step in steps:
        if step.before is None:
            continue
        if isinstance(step.action, act.Plan):
            began = began or step.before
            written[step.action.novice - 1] = step.action
        if began is not None and is_written(began, step.after):
            yield from (plan_decision(began, figure, plan) for figure, plan in written.items())
            began, written = None, {}


def is_written(began: NightPosition, after: NightPosition) -> bool:
    """Tells whether all plans of a movement are in, so that something else is due or the night is over."""
    state = after.truth
    return state.ask != Ask.PLAN or state.stage == Stage.OVER or (state.turn, state.phase) != (began.truth.turn, began.truth.phase)


def plan_decision(position: NightPosition, figure: int, plan: act.Plan) -> PlayedDecision:
    """Returns a novice's plan as a decision."""
    known = known_by(position, figure)
    played = plan_candidate(position.setup, known, figure, bundle(position.setup, known, plan))
    return PlayedDecision(position, seat_of(position, figure), figure, "plan", played)


def walks_of(steps: Sequence[NightStep]) -> Iterator[PlayedDecision]:
    """Yields the guards' walks, each until she stops or notices something of a novice."""
    start: NightPosition | None = None
    figure, numbers = -1, list[int]()
    for step in steps:
        if step.before is None or not is_walk_step(step):
            continue
        if start is None:
            start, figure, numbers = step.before, figure_of(step.action), []
        number = bundle(step.before.setup, step.before.truth, step.action)[0]
        numbers.append(number)
        is_stop = step.before.truth.ask == Ask.STEP and number in (STOP, STOP_AS_WALK)
        if is_stop or kinds_told(step.after.truth) & NOTICED or not step.after.truth.asked >> figure & 1:
            played = walk_candidate(start.setup, known_by(start, figure), figure, numbers)
            yield PlayedDecision(start, seat_of(start, figure), figure, "path" if start.truth.ask == Ask.PATH else "step", played)
            start = None


def is_walk_step(step: NightStep) -> bool:
    """Tells whether an action is a guard's, in her movement; the monk's are not reviewed."""
    assert step.before is not None
    is_guards = isinstance(step.action, act.Take | act.Step | act.Stop) and step.before.truth.stage != Stage.FIRST_PATHS
    return is_guards and figure_of(step.action) in (ABBESS, PRIORESS)


def kinds_told(state: State) -> int:
    """Returns the kinds of event on the tape that the guards are told of, as bits."""
    kinds = 0
    for entry in state.tape[: state.said]:
        what, who, first = entry & KIND, entry >> WHO & FIGURE, entry >> FIRST & SMALL
        if is_told(GUARD_SIDE, what, who, first):
            kinds |= 1 << what
    return kinds


def single_answers_of(steps: Sequence[NightStep]) -> Iterator[PlayedDecision]:
    """Yields answers of one action: who begins, the first path cards, and blessings that were played, or kept where that may matter."""
    window: NightPosition | None = None
    for step in steps:
        before = step.before
        if before is None:
            continue
        if before.truth.ask != Ask.BLESSING:
            window = None
        elif window is None:
            window = before  # all answer at once, so the first answer's position is everybody's (10.6)
        match step.action:
            case act.First():
                yield single_answer(before, GUARD_SIDE, "order", step.action)
            case act.Take() if before.truth.stage == Stage.FIRST_PATHS:
                yield single_answer(before, figure_of(step.action), "path", step.action)
            case act.Change() | act.Fake():
                yield single_answer(window or before, figure_of(step.action), "blessing", step.action)
            case act.Pass() if may_gain_by_card(window or before, figure_of(step.action)):
                yield single_answer(window or before, figure_of(step.action), "blessing", step.action)
            case _:
                pass


def may_gain_by_card(position: NightPosition, figure: int) -> bool:
    """Tells whether a blessing could be played now for something: a false noise, a guard's card, or a novice's if she is heard as it is."""
    known, board = known_by(position, figure), position.setup.board
    if legal(board, known, figure) == 1 << PASS:
        return False
    if figure >= NOVICES or known.blessings[figure] == Blessing.FALSE_NOISE:
        return True
    return any(is_heard_by(board, known, known.novices[figure], guard, 0) for guard in known.guards)


def single_answer(position: NightPosition, figure: int, ask: str, action: act.Action) -> PlayedDecision:
    """Returns an answer of one action as a decision."""
    known = known_by(position, figure)
    played = action_candidate(position.setup, known, figure, bundle(position.setup, known, action)[0])
    return PlayedDecision(position, seat_of(position, figure), figure, ask, played)


# -- what the best bot would do -----------------------------------------------------------------------------------------


def is_repeated(decision: PlayedDecision, space: Record, seed: int) -> bool:
    """Tells whether the best bot, with the luck of that seed, takes the same decision."""
    again = best_answer(decision, space, seed)
    return again is not None and is_same(again, decision.played)


def best_answer(decision: PlayedDecision, space: Record, seed: int) -> Candidate | None:
    """Returns what the best bot does in the same position by what the seat knew; None for answers that it does not search for."""
    position, figure, setup = decision.position, decision.figure, decision.position.setup
    known, board, model = known_by(position, figure), recorded(setup.board), motion_record(setup.board, setup.options)
    seed_game(known, seed, number_known(position, figure if figure < NOVICES else GUARD_SIDE))
    if decision.ask == "plan":
        public, own = position.mind(PUBLIC_MIND), position.mind(OWN_MIND + figure)
        written = entry_of(DECISIONS, plan_novice)(board, model, public, own, record_of(known, State), figure, SEARCH, space)
        return plan_candidate(setup, known, figure, [int(each) for each in space["plan"][0][:written]])
    if decision.ask == "blessing" and figure < NOVICES:
        return action_candidate(
            setup, known, figure, int(entry_of(DECISIONS, decide_novice)(board, record_of(known, State), figure, SEARCH))
        )
    mind = position.mind(GUARDS_MIND)
    mind["is_stale"] = 1
    if decision.ask == "blessing":
        card = entry_of(DECISIONS, decide_guard)(board, model, mind, record_of(known, State), figure, SEARCH, space)
        return action_candidate(setup, known, figure, int(card))
    if decision.ask == "order" and setup.guard_players == 1:
        first = entry_of(DECISIONS, decide_guard)(board, model, mind, record_of(known, State), GUARD_SIDE, SEARCH, space)
        return action_candidate(setup, known, GUARD_SIDE, int(first))
    if decision.played.answer.is_walk:
        entry_of(DECISIONS, decide_guard)(board, model, mind, record_of(known, State), figure, SEARCH, space)
        walk = walk_candidate(setup, known, figure, numbers_of(mind["walk"][0]))
        return walk if len(walk.actions) <= len(decision.played.actions) else shortened(walk, decision.played)
    return None


def shortened(walk: Candidate, played: Candidate) -> Candidate:
    """Returns a walk cut to the length of the played one, which may have ended early because the guard noticed something."""
    return Candidate(walk.answer, walk.actions[: len(played.actions)], walk.route[: len(played.route)])
