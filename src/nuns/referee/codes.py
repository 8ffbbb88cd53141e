"""The codes of refusals and reasons with their values, and the English of each.

Clients translate a code into the reader's language; ``sentences.py`` fills in the English. A code and its placeholders are declared only
here, and ``declared_codes`` lists them for programs.
"""

from enum import Enum, StrEnum, unique
from string import Formatter
from typing import Any, Self

import msgspec

from nuns.rules.words import Ask

Value = int | str | tuple[int | str, ...]
Values = dict[str, Value]


class WaitingFor(StrEnum):
    """What the game is waiting for; the three kinds of draw count as one."""

    DEAL = "deal"
    PLANS = "plans"
    ROLL = "roll"
    BLESSING = "blessing"
    DIRECTION = "direction"
    ORDER = "order"
    PATH = "path"
    STEP = "step"


ASK_CODES: dict[int, WaitingFor] = {
    Ask.NUMBER: WaitingFor.DEAL,
    Ask.WISH: WaitingFor.DEAL,
    Ask.CARD: WaitingFor.DEAL,
    Ask.PLAN: WaitingFor.PLANS,
    Ask.ROLL: WaitingFor.ROLL,
    Ask.BLESSING: WaitingFor.BLESSING,
    Ask.DIRECTION: WaitingFor.DIRECTION,
    Ask.ORDER: WaitingFor.ORDER,
    Ask.PATH: WaitingFor.PATH,
    Ask.STEP: WaitingFor.STEP,
}

# The kind of value that each placeholder stands for, so that a translation knows how to write it.
KINDS: dict[str, str] = {
    "angle": "degrees",
    "becomes": "number",
    "between": "dots",
    "blessing": "blessing",
    "count": "number",
    "die": "number",
    "distance": "number",
    "dot": "dot",
    "dots": "dots",
    "expected": "text",
    "figure": "figure",
    "figures": "figures",
    "from": "dot",
    "gait": "gait",
    "gaits": "gaits",
    "goal": "number",
    "got": "number",
    "guard": "figure",
    "least": "number",
    "modifier": "number",
    "most": "number",
    "novice": "novice",
    "path": "path",
    "paths": "paths",
    "points": "number",
    "range": "number",
    "reach": "number",
    "room": "room",
    "seat": "seat",
    "seen": "dot",
    "shift": "number",
    "steps": "number",
    "text": "text",
    "to": "dot",
    "waiting_for": "waiting-for",
    "walk": "number",
    "widest": "degrees",
}


class Code(Enum):
    """A code with its English, in which a placeholder may name a noun to count (``{steps:step}``) or a number format (``{shift:+d}``)."""

    english: str
    placeholders: tuple[str, ...]  # the names of its values, in the order of the English

    def __new__(cls, code: str, english: str) -> Self:
        member = object.__new__(cls)
        member._value_, member.english = code, english
        member.placeholders = tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(english) if name))
        return member


@unique
class RefusalCode(Code):
    """The reasons for which the rules refuse an action."""

    # Any action
    NOT_YOUR_FIGURE = "not-your-figure", "{seat} cannot act for another seat"
    GAME_OVER = "game-over", "the night is over"
    NO_SUCH_FIGURE = "no-such-figure", "nobody of that name plays"
    NOT_PLAYING = "not-playing", "{novice} does not play tonight"
    NOT_ASKED = "not-asked", "the night waits for {waiting_for} ({figures})"

    # The deal and the dice
    DEAL_BEGUN = "deal-begun", "the deal was begun card by card, so it goes on card by card"
    DEAL_COUNT = "deal-count", "expected {count:novice}; got {got}"
    BLESSING_FOR_ALL = "blessing-for-all", "expected a blessing for everyone"
    BLESSING_FOR_NONE = "blessing-for-none", "expected no blessings"
    NOVICE_DRAWN = "novice-drawn", "expected a novice who has not been drawn yet"
    WISH_DRAWN = "wish-drawn", "expected a wish card that is left"
    BLESSING_DRAWN = "blessing-drawn", "expected a blessing card that is left"
    NO_SUCH_FACE = "no-such-face", "expected a face from 1 to {most}"

    # A novice's plan
    IS_HOME = "is-home", "{novice} is home"
    ROUTE_STARTS = "route-starts", "expected a route that starts on {dot}, where she stands"
    GAIT_KEPT = "gait-kept", "the second movement of turn 1 has the gait of the first, {gait}"
    NO_SUCH_GAIT = "no-such-gait", "expected a gait among {gaits}"
    GAIT_FIRST = "gait-first", "expected a gait first, one of {gaits}"
    GAIT_CHOSEN = "gait-chosen", "{novice} has chosen to {gait} already"
    GAIT_TOO_SHORT = "gait-too-short", "{novice} is caught and in a guard's sight, and does not get out of it when she is to {gait}"
    PLAN_WRITTEN = "plan-written", "{novice} has written her plan; a whole plan or 'again' replaces it"
    NO_PLAN = "no-plan", "{novice} has no written plan to tear up"
    TOO_MANY_DOTS = "too-many-dots", "more dots than any gait allows"
    TOO_LONG = "too-long", "more than {most:dot}; to {gait} is {least} to {most:dot}"
    TOO_SHORT = "too-short", "{novice} writes {steps:dot}; to {gait} is {least} to {most:dot}"
    NOT_EXACT = "not-exact", "to {gait} is exactly {most:dot}"
    NO_EDGE = "no-edge", "no edge leads from {from} to {to}"
    LOCKED = "locked", "{from}-{to} is locked and {novice} has no key"
    MUST_OBEY = "must-obey", "{novice} is caught and in a guard's sight: she must walk home by a shortest way"
    STILL_IN_SIGHT = "still-in-sight", "{novice} is caught and still in a guard's sight: she must obey, or go on until no guard sees her"
    NOT_HOMEWARDS = "not-homewards", "{novice} is caught and in a guard's sight: {dot} is not on a shortest way to her cell"
    NOT_OUT_OF_SIGHT = "not-out-of-sight", "{novice} is caught and in a guard's sight, and by {dot} does not get out of it in time"
    STANDING_LONGER = "standing-longer", "standing is not lengthened"
    LENGTHENED = "lengthened", "one more step is played with this plan already"

    # Blessings and tokens
    NOT_HELD = "not-held", "{figure} does not hold {blessing}"
    DIE_NOT_ROLLED = "die-not-rolled", "that die was not rolled in this step"
    DIE_NOT_OWN = "die-not-own", "that die is not {figure}'s own"
    FALSE_NOISE_NOT_NOW = "false-noise-not-now", "a false noise is not placed in this step"
    FALSE_NOISE_NOT_FREE = "false-noise-not-free", "a novice who is caught or home places no false noise"
    FALSE_NOISE_OWN = "false-noise-own", "{figure} places a false noise only beside herself"
    FALSE_NOISE_EDGE = "false-noise-edge", "expected a false noise on an edge beside {guard}, towards {dots}"
    NO_SUCH_GUARD = "no-such-guard", "expected a guard, {figures}"
    MARK_ELSEWHERE = "mark-elsewhere", "expected a token beside {guard} towards {dots}, as equal-directions says"

    # A guard's path and steps
    NO_SUCH_PATH = "no-such-path", "expected a path among {paths}"
    PATH_ENDS_ELSEWHERE = "path-ends-elsewhere", "{path} does not end on {dot}"
    PATH_TAKEN = "path-taken", "the other guard has {path}"
    PATH_USED = "path-used", "{path} is used; expected {paths}"
    ABOUT_TURN_NOT_NOW = "about-turn-not-now", "about turn is taken right after completing a path, while a card of it is left"
    MONK_PATH = "monk-path", "the monk visits each end of his own paths once, and then returns; expected {paths}"
    STANDS_ON = "stands-on", "{guard} stands on {dot}"
    STEPS_TAKEN = "steps-taken", "{guard} has moved {steps:dot} and may move no further"
    TOO_FEW_STEPS = "too-few-steps", "{guard} has moved {steps:dot}; expected at least {least}"
    NO_LONG_WALK = "no-long-walk", "one more step makes a walk of exactly {walk:dot} for a guard who holds it; {guard} has moved {steps}"
    MUST_FOLLOW = "must-follow", "{guard} has no reason to leave her path, which goes on to {dots}"
    MONK_MUST_FOLLOW = "monk-must-follow", "the monk does not leave his path, which goes on to {dots}"
    MUST_RETURN = "must-return", "{guard} has no reason to move freely and returns to her path by {dots}"
    STEP_IS_FREE = "step-is-free", "expected {from}-{to} as a free step: it leaves her path"
    STEP_NOT_FREE = "step-not-free", "expected {from}-{to} without 'free': it is a step of her path or back to it"
    STEP_NEEDS_BLESSING = "step-needs-blessing", "expected {from}-{to} with one more step: {guard} has moved {steps:dot}"
    STEP_NEEDS_NO_BLESSING = "step-needs-no-blessing", "expected {from}-{to} without one more step: {guard} has moved {steps:dot}"

    # The ruler
    RULER_NOT_NOW = "ruler-not-now", "the ruler is asked for while the night lasts"
    NO_SUCH_DOT = "no-such-dot", "there is no dot {dot}"


@unique
class ReasonCode(Code):
    """The reasons why something happened, or why a guard may leave her path."""

    # Sight
    SEEN_SAME_DOT = "seen-same-dot", "{guard} stands on {dot}"
    SEEN_SAME_ROOM = "seen-same-room", "{guard} on {dot} sees all of {room}"
    SEEN_AHEAD = (
        "seen-ahead",
        (
            "{guard} on {dot}, facing {from} to {to}, sees {seen}: a sight line, {steps:step} (at most {range}), "
            "{angle:degree} from the facing (at most {widest})"
        ),
    )
    VANISHED = "vanished", "she was seen on {from} and no guard sees {to}"
    VANISHED_FROM = "vanished-from", "{guard} saw her on {from} and does not see {to}"
    LOOKS_FIRST = "looks-first", "before a step towards {to} she turns and looks, and may choose again"

    # Noise
    NOISE_DIE = "noise-die", "to {gait} adds {modifier:+d}: heard up to {reach:step} away"
    NOISE_DIE_UNHEARD = "noise-die-unheard", "to {gait} adds {modifier:+d}: nobody hears it"
    LISTENING_DIE = "listening-die", "each novice not caught adds her gait's modifier to it; it never carries further than the die"
    HEARD = (
        "heard",
        (
            "the die of {die} with a shift of {shift:+d} and a gait of {modifier:+d} carries {reach:step}; "
            "she is {distance} away from {guard}"
        ),
    )
    WAY_BEGINS = "way-begins", "a shortest way to her begins there"
    WAY_MAY_BEGIN = "way-may-begin", "if it is no false noise, a shortest way to her begins there"
    DIE_SHIFTED = "die-shifted", "the die of {die} becomes {becomes}"

    # Captures and the end
    CAPTURED = "captured", "one capture point for the guards, who have {points} of {goal}"
    FREED_DISOBEYS = "freed-disobeys", "she disobeys"
    FREED_IN_CELL = "freed-in-cell", "she is in her own cell when the turn ends"
    FREED_OUT_OF_SIGHT = "freed-out-of-sight", "no guard saw her when her own movement ended, or when the guards' did"
    GOAL_REACHED = "goal-reached", "{points} captures reach the goal of {goal}"
    ALL_HOME = "all-home", "all are home"
    CAUGHT_EQUALLY = "caught-equally", "the {count} who are home were caught equally often"
    CAUGHT_LEAST = "caught-least", "of the {count} who are home, nobody was caught fewer times"

    # A guard's steps
    NOVICE_IN_SIGHT = "novice-in-sight", "{novice} in sight on {dot}"
    VANISHED_TOKEN = "vanished-token", "a vanished token of {novice} between {between}"
    OWN_VANISHED_TOKEN = "own-vanished-token", "a vanished token of {novice} between {between}, for her alone"
    NOISE_TOKEN = "noise-token", "a noise token of her own"
    RETURNS_TO_PATH = "returns-to-path", "she returns to her path by a shortest way"
    WALK_OR_RUN = "walk-or-run", "{least} to {walk} dots are a walk, more are a run"
    LONG_WALK = "long-walk", "one more step makes {steps:dot} a walk"


@unique
class NotationCode(Code):
    """Why a line of notation stands for no action. Texts are quoted as they were typed."""

    NO_SUCH_ACTION = "no-such-action", "expected an action such as 'novice-4 run 4-18-27', 'abbess 26-40' or 'roll 5'; got {text!r}"
    NO_SUCH_DEAL = "no-such-deal", "expected a deal such as 'deal novice-4 key-5 roll-again, abbess false-noise'; got {text!r}"
    DEAL_ORDER = "deal-order", "expected the deal as {expected!r}; got {text!r}"


class RuleRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal by the rules: a code, the number of the rule, and the values of the code's placeholders."""

    code: RefusalCode
    rule: str
    values: Values = {}


class RuleReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason in the rules for something: a code and the values of its placeholders."""

    code: ReasonCode
    values: Values = {}


class NotationFault(msgspec.Struct, frozen=True):
    """Why a line of notation stands for no action: a code and the values of its placeholders."""

    code: NotationCode
    values: dict[str, str]


def refused(code: RefusalCode, rule: str, values: Values | None = None) -> RuleRefusal:
    """Returns a refusal, after checking that its values are those the code declares."""
    check_values(code, values or {})
    return RuleRefusal(code, rule, values or {})


def reason(code: ReasonCode, values: Values | None = None) -> RuleReason:
    """Returns a reason, after checking that its values are those the code declares."""
    check_values(code, values or {})
    return RuleReason(code, values or {})


def check_values(code: Code, values: Values) -> None:
    """Asserts that the values are just those that the code declares."""
    assert values.keys() == set(code.placeholders), f"{code.value} has {', '.join(code.placeholders)}; got {', '.join(values)}"


def declared_codes() -> dict[str, Any]:
    """Returns every code with its placeholders and what each stands for, and what the game may wait for."""
    return {
        "waiting_for": [each.value for each in WaitingFor],
        "refusals": {each.value: {name: KINDS[name] for name in each.placeholders} for each in RefusalCode},
        "reasons": {each.value: {name: KINDS[name] for name in each.placeholders} for each in ReasonCode},
        "notation_faults": {each.value: {name: KINDS[name] for name in each.placeholders} for each in NotationCode},
    }
