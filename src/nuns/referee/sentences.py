"""English sentences: one for each event, from what a seat knows of it; refusals, reasons and explanations from their codes."""

from functools import cache
from string import Formatter
from typing import Any, assert_never

from msgspec import UNSET

from nuns.board.convent import the_convent
from nuns.referee import events as ev
from nuns.referee.actions import Action
from nuns.referee.codes import KINDS, Code, ReasonCode, RuleReason, RuleRefusal, Value, Values, WaitingFor
from nuns.referee.events import Event
from nuns.referee.game_setup import name_code
from nuns.referee.notation import echoed

WAITED_FOR = {
    WaitingFor.DEAL: "the deal",
    WaitingFor.PLANS: "the novices' plans",
    WaitingFor.ROLL: "a die",
    WaitingFor.BLESSING: "whether blessings are played",
    WaitingFor.DIRECTION: "noise tokens",
    WaitingFor.ORDER: "which guard moves first",
    WaitingFor.PATH: "a path card",
    WaitingFor.STEP: "a guard's step",
}
LEAVE = (ReasonCode.NOVICE_IN_SIGHT, ReasonCode.VANISHED_TOKEN, ReasonCode.OWN_VANISHED_TOKEN, ReasonCode.NOISE_TOKEN)


def who(by: int | str) -> str:
    """Returns a novice by number, a guard by title."""
    return f"Novice {by}" if isinstance(by, int) else {"monk": "The monk"}.get(by, f"The {by.capitalize()}")


def count_noun(number: int, noun: str) -> str:
    """Returns a number with its noun: ``1 dot``, ``2 dots``."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def join_dots(dots: tuple[int, ...]) -> str:
    """Returns a route as text, its dots joined by hyphens."""
    return "-".join(map(str, dots))


def join_names(names: tuple[str, ...]) -> str:
    """Returns names as an English list: ``a, b and c``."""
    return " and ".join(names) if len(names) < 3 else ", ".join(names[:-1]) + " and " + names[-1]


# -- codes ----------------------------------------------------------------------------------------------------------------


class _English(Formatter):
    """Fills in a template: each value is written as its kind requires, and after a colon comes a noun to count or a number format."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        value = kwargs[key]
        return value if isinstance(value, int) and KINDS[str(key)] != "novice" else value_in_english(str(key), value)

    def format_field(self, value: Any, format_spec: str) -> str:
        return count_noun(value, format_spec) if format_spec.isalpha() else format(value, format_spec)


def value_in_english(name: str, value: Value) -> str:
    """Returns the value of a placeholder in English."""
    match KINDS[name]:
        case "novice":
            return f"novice {value}"
        case "figure" if value in ("abbess", "prioress", "monk"):
            return who(str(value)).replace("The", "the")
        case "blessing":
            return str(value).replace("-", " ")
        case "waiting-for":
            return WAITED_FOR[WaitingFor(str(value))]
        case "room":
            return f"the {_room_names().get(str(value), str(value).replace('-', ' '))}"
        case "dots" if name == "between":
            assert isinstance(value, tuple)
            return join_names(tuple(map(str, value)))
        case "dots":
            assert isinstance(value, tuple)
            return " or ".join(map(str, value))
        case _:
            return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@cache
def _room_names() -> dict[str, str]:
    return {name_code(room.name): room.name for room in the_convent().rooms}


def in_english(code: Code, values: Values) -> str:
    """Returns a code with its values in English, without a capital or a full stop."""
    return _English().vformat(code.english, (), values)


def refusal_text(refusal: RuleRefusal, action: Action | None = None) -> str:
    """Returns a refusal as one line of English that ends with the rule, and begins with the action if one is given."""
    text = f"{in_english(refusal.code, refusal.values)} (rule {refusal.rule})"
    return text if action is None else f"{echoed(action)}: {text}"


def reasons_text(reasons: tuple[RuleReason, ...]) -> str:
    """Returns reasons as one English sentence; those that let a guard leave her path are introduced as such."""
    text = "; ".join(in_english(each.code, each.values) for each in reasons)
    if reasons and reasons[0].code in LEAVE:
        return f"Her reason: {text}."
    return f"{text[0].upper()}{text[1:]}." if text else ""


def explanation_text(event: Event, reasons: tuple[RuleReason, ...]) -> str:
    """Returns what happened, and why, in English."""
    return f"{sentence(event)} {reasons_text(reasons)}".rstrip()


# -- events ---------------------------------------------------------------------------------------------------------------


def sentence(event: Event) -> str:
    """Returns what happened, as one English sentence."""
    match event:
        case ev.SetUp():
            return _set_up(event)
        case ev.PathTaken(guard=guard, path=path, dots=dots):
            return f"{who(guard)} takes {path}: {join_dots(dots)}."
        case ev.NoviceMoved(novice=novice, gait=gait, route=route, blessing=blessing):
            way = f" {join_dots(route)}" if isinstance(route, tuple) else ""
            return f"{who(novice)}: {gait}{way}" + (", with one more step." if blessing else ".")
        case ev.NoviceSeen(novice=novice, dot=dot, by=by):
            return f"{who(novice)} is seen on {dot} by {join_names(tuple(who(name).replace('The', 'the') for name in by))}."
        case ev.NoviceShown(novice=novice, dot=dot):
            return f"{who(novice)} is shown on {dot}."
        case ev.NoviceVanished(novice=novice, between=between, guard=guard):
            lost = f" out of {who(guard).replace('The', 'the')}'s sight" if isinstance(guard, str) else ""
            return f"{who(novice)} vanishes{lost} between {between[0]} and {between[1]}."
        case ev.TokenRemoved(novice=novice):
            return f"{who(novice)}'s token leaves the board."
        case ev.KeyTaken(novice=novice, dot=dot):
            return f"{who(novice)} takes her key on {dot}."
        case ev.WishTaken(novice=novice, dot=dot):
            return f"{who(novice)} takes her secret wish on {dot}."
        case ev.NoviceHome(novice=novice):
            return f"{who(novice)} is home with her wish."
        case ev.Rolled(by=by, why=why, face=face):
            return f"{who(by)} rolls {face} to {'listen' if why == 'listen' else 'make noise'}."
        case ev.BlessingPlayed(by=by, blessing=blessing, die=die):
            on = "" if die is UNSET else f" on the die of {who(die).replace('The', 'the')}"
            return f"{who(by)} plays {blessing.replace('-', ' ')}{on}."
        case ev.BlessingTold(by=by):
            return f"Everyone learns that {who(by).replace('The', 'the')} played false noise."
        case ev.Noise(guard=guard, dot=dot, real=real):
            source = event.by if isinstance(event.by, str) else event.novice
            kind = {True: "noise", False: "a false noise"}.get(real, "noise") if isinstance(real, bool) else "noise"
            return f"{who(source)} marks {kind} beside {who(guard).replace('The', 'the')}, towards {dot}."  # type: ignore[arg-type]
        case ev.GuardTurned(guard=guard, dot=dot, towards=towards):
            return f"{who(guard)} on {dot} turns towards {towards} and notices something."
        case ev.GuardStepped(guard=guard, start=start, to=to, free=free):
            return f"{who(guard)} steps {start}-{to}" + (", off her path." if free else ".")
        case ev.GuardStopped(guard=guard, gait=gait, steps=steps):
            return f"{who(guard)} stops: {'ran' if gait == 'run' else 'walked'} {count_noun(steps, 'dot')}."
        case ev.NoviceCaught(novice=novice, guard=guard, dot=dot):
            return f"{who(novice)} is caught by {who(guard).replace('The', 'the')} on {dot}."
        case ev.NoviceFreed(novice=novice):
            return f"{who(novice)} is on the run again."
        case ev.TokensCleared():
            return "All tokens leave the board."
        case ev.DotsTold(dots=dots_by):
            return "The novices learn: " + ", ".join(f"novice {novice} is on {dot}" for novice, dot in dots_by.items()) + "."
        case ev.TurnEnded(turn=turn):
            return f"Turn {turn} ends."
        case ev.RulerLaid(novice=novice, dots=(one, two), line=clear, steps=steps):
            sees = "a sight line joins them" if clear else "no sight line joins them"
            return f"{who(novice)} asks for the ruler between {one} and {two}: {sees}; {count_noun(steps, 'step')} apart."
        case ev.GameOver(reason=reason, winners=winners):
            return _over(reason, winners)
        case _:
            assert_never(event)


def _set_up(event: ev.SetUp) -> str:
    novices = ", ".join(_dealt(novice) for novice in event.novices)
    guards = ", ".join(f"the {g.guard.capitalize()} on {g.dot}" + _card(g.blessing) for g in event.guards)
    return f"{event.players} players, {event.edition} edition: {novices}; {guards}."


def _dealt(novice: ev.SetUpNovice) -> str:
    wish = f" (key on {novice.key_dot}, wish on {novice.wish_dot})" if isinstance(novice.key_dot, int) else ""
    return f"novice {novice.novice}{wish}{_card(novice.blessing)}"


def _card(blessing: object) -> str:
    return f" with {blessing.replace('-', ' ')}" if isinstance(blessing, str) else ""


def _over(reason: str, winners: tuple[int | str, ...]) -> str:
    if reason == "abandoned":
        return "The game was abandoned; nobody wins."
    if reason == "home":
        names = join_names(tuple(f"novice {winner}" for winner in winners))
        return f"{names[0].upper()}{names[1:]} {'wins: home with her wish' if len(winners) == 1 else 'win: home with their wishes'}."
    return "The guards win: " + ("dawn has come." if reason == "dawn" else "enough captures.")
