"""What the best bot would do in a decision that was taken: nothing that it would do too is called a mistake."""

from nuns.analysis.candidates import Candidate, action_candidate, is_same, known_by, numbers_of, plan_candidate, walk_candidate
from nuns.analysis.night_decisions import PlayedDecision
from nuns.analysis.worlds import number_known
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.policies.decisions import decide_guard, decide_novice, plan_novice
from nuns.bots.policies.nights import GUARDS_MIND, OWN_MIND, PUBLIC_MIND
from nuns.bots.policies.policy_games import SEARCH
from nuns.bots.policies.units import DECISIONS
from nuns.kernel.entries import record_of
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.rules.chance import seed_game
from nuns.rules.state import State
from nuns.rules.words import GUARD_SIDE, NOVICES


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
    """Returns a walk as far as the other one was walked, since that may have ended early by what was seen."""
    return Candidate(walk.answer, walk.actions[: len(played.actions)], walk.route[: len(played.route)])
