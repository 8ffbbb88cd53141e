"""The reasons why a guard may leave her path, in codes (rule 9.6)."""

from nuns.board.tables import Board
from nuns.referee.codes import ReasonCode, RuleReason, reason
from nuns.rules.guards import is_due, leave_reasons
from nuns.rules.sight import EVERY_GUARD, HERSELF
from nuns.rules.state import Guard, State
from nuns.rules.words import Status


def reasons_to_leave(board: Board, state: State, guard: Guard) -> tuple[RuleReason, ...]:
    """Returns what lets a guard leave her path, now or at the start of her movement: novices, vanished tokens, her own noise (9.6).

    A guard who has moved has no reasons, and neither has the monk.
    """
    if not is_due(state, guard):
        return ()
    found = [(novice, leave_reasons(board, state, guard, novice)) for novice in state.novices if novice.status != Status.ABSENT]
    reasons = [
        reason(ReasonCode.NOVICE_IN_SIGHT, {"novice": novice.figure + 1, "dot": novice.dot}) for novice, things in found if things & HERSELF
    ]
    for novice, things in found:
        for token in range(novice.vanished):
            if things >> (token + 1) & HERSELF:
                code = ReasonCode.VANISHED_TOKEN if novice.token_for[token] == EVERY_GUARD else ReasonCode.OWN_VANISHED_TOKEN
                reasons.append(reason(code, {"novice": novice.figure + 1, "between": (novice.left_at[token], novice.went_to[token])}))
    if guard.tokens:
        reasons.append(reason(ReasonCode.NOISE_TOKEN))
    return tuple(reasons)
