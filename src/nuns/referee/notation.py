"""The text form of an action, in records and for people who type their moves."""

import re
from collections.abc import Callable
from typing import assert_never, cast

from nuns.referee import actions as act
from nuns.referee.actions import Action
from nuns.referee.codes import NotationCode, NotationFault

BLESSED = " one-more-step"
LONGEST = 80  # the most characters that an error echoes
BLESSINGS = ("one-more-step", "roll-again", "noise-range", "false-noise")


class BadNotation(ValueError):
    """Raised for text that is not an action; ``fault`` says why in a code, and the message says it in English."""

    def __init__(self, fault: NotationFault) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return self.fault.code.english.format(**self.fault.values)


def written(action: Action) -> str:
    """Returns the notation of an action."""
    match action:
        case act.Deal():
            return "deal " + ", ".join(_dealt(action))
        case act.Draw(card=card):
            return f"draw {card}"
        case act.Roll(face=face):
            return f"roll {face}"
        case act.Plan(novice=novice, gait=gait, route=route):
            return f"novice-{novice} {gait} {_line(route)}" + BLESSED * action.one_more_step
        case act.GaitChoice(novice=novice, gait=gait):
            return f"novice-{novice} gait {gait}"
        case act.Dot(novice=novice, dot=dot):
            return f"novice-{novice} to {dot}"
        case act.Longer(novice=novice):
            return f"novice-{novice} longer"
        case act.Done(novice=novice):
            return f"novice-{novice} done"
        case act.Again(novice=novice):
            return f"novice-{novice} again"
        case act.Pass(by=by):
            return f"{by} pass"
        case act.Change(by=by, blessing=blessing, die=die):
            return f"{by} {blessing} {die}"
        case act.Fake(by=by, guard=guard, dot=dot):
            return f"{by} false-noise {guard} {dot}"
        case act.Mark(novice=novice, guard=guard, dots=dots):
            return f"novice-{novice} marks {guard} " + "+".join(map(str, dots))
        case act.First(guard=guard):
            return f"{guard} first"
        case act.Take(guard=guard, path=path):
            return f"{guard} takes {path}"
        case act.Step(guard=guard, start=start, to=to):
            return f"{guard} {start}-{to}" + " free" * action.free + BLESSED * action.one_more_step
        case act.Stop(guard=guard):
            return f"{guard} stops" + BLESSED * action.one_more_step
        case act.Ruler(novice=novice, one=one, two=two):
            return f"novice-{novice} ruler {one}-{two}"
        case _:
            assert_never(action)


def _dealt(deal: act.Deal) -> list[str]:
    rows = [f"novice-{each.novice} key-{each.key}" + (f" {each.blessing}" if each.blessing else "") for each in deal.novices]
    return rows + [f"{name} {card}" for name, card in (("abbess", deal.abbess), ("prioress", deal.prioress)) if card]


def _line(dots: tuple[int, ...]) -> str:
    return "-".join(map(str, dots))


def _dots(text: str, between: str = "-") -> tuple[int, ...]:
    return tuple(int(dot) for dot in text.split(between))


_NOVICE, _DOT, _CARD = r"novice-([1-6])", r"([1-9][0-9]{0,2})", f"({'|'.join(BLESSINGS)})"
_GUARD, _WATCHER = "(abbess|prioress)", "(abbess|prioress|monk)"
_HOLDER, _OWNER = "(novice-[1-6]|abbess|prioress)", "(novice-[1-6]|abbess|prioress|monk)"
_GAIT, _DOTS = "(stand|sneak|walk|run)", r"[1-9][0-9]{0,2}(?:%s[1-9][0-9]{0,2})*"
_Make = Callable[..., Action]
_SHAPES: tuple[tuple[str, _Make], ...] = (
    (r"roll ([1-6])", lambda face: act.Roll(int(face))),
    (rf"draw (novice-[1-6]|key-[1-8]|{'|'.join(BLESSINGS)})", act.Draw),
    (rf"{_NOVICE} {_GAIT} ({_DOTS % '-'})({BLESSED})?", lambda n, gait, route, b: act.Plan(int(n), gait, _dots(route), bool(b))),
    (rf"{_NOVICE} gait {_GAIT}", lambda n, gait: act.GaitChoice(int(n), gait)),
    (rf"{_NOVICE} to {_DOT}", lambda n, dot: act.Dot(int(n), int(dot))),
    (rf"{_NOVICE} longer", lambda n: act.Longer(int(n))),
    (rf"{_NOVICE} done", lambda n: act.Done(int(n))),
    (rf"{_NOVICE} again", lambda n: act.Again(int(n))),
    (rf"{_HOLDER} pass", act.Pass),
    (rf"{_HOLDER} (roll-again|noise-range) {_OWNER}", act.Change),
    (rf"{_HOLDER} false-noise {_GUARD} {_DOT}", lambda by, guard, dot: act.Fake(by, guard, int(dot))),
    (rf"{_NOVICE} marks {_WATCHER} ({_DOTS % '[+]'})", lambda n, guard, dots: act.Mark(int(n), guard, _dots(dots, "+"))),
    (rf"{_GUARD} first", act.First),
    (rf"{_WATCHER} takes ([a-z0-9-]+)", act.Take),
    (rf"{_WATCHER} {_DOT}-{_DOT}( free)?({BLESSED})?", lambda g, a, b, f, m: act.Step(g, int(a), int(b), bool(f), bool(m))),
    (rf"{_WATCHER} stops({BLESSED})?", lambda guard, m: act.Stop(guard, bool(m))),
    (rf"{_NOVICE} ruler {_DOT}-{_DOT}", lambda n, one, two: act.Ruler(int(n), int(one), int(two))),
)
_COMPILED = tuple((re.compile(shape), make) for shape, make in _SHAPES)
_DEALT_NOVICE = re.compile(rf"{_NOVICE} key-([1-8])(?: {_CARD})?")
_DEALT_GUARD = re.compile(rf"{_GUARD} {_CARD}")


def read(text: str) -> Action:
    """Returns the action that a line of notation stands for, or raises BadNotation."""
    if text.startswith("deal "):
        return _read_deal(text)
    for shape, make in _COMPILED:
        if found := shape.fullmatch(text):
            return make(*found.groups())
    raise BadNotation(NotationFault(NotationCode.NO_SUCH_ACTION, {"text": clipped(text)}))


def _read_deal(text: str) -> act.Deal:
    novices: list[act.DealtNovice] = []
    guards: dict[str, act.BlessingName] = {}
    for part in text.removeprefix("deal ").split(", "):
        if found := _DEALT_NOVICE.fullmatch(part):
            novices.append(act.DealtNovice(int(found[1]), int(found[2]), cast("act.BlessingName | None", found[3])))
        elif (found := _DEALT_GUARD.fullmatch(part)) and found[1] not in guards:
            guards[found[1]] = cast("act.BlessingName", found[2])
        else:
            raise BadNotation(NotationFault(NotationCode.NO_SUCH_DEAL, {"text": clipped(part)}))
    deal = act.Deal(tuple(novices), **guards)
    if written(deal) != text:
        raise BadNotation(NotationFault(NotationCode.DEAL_ORDER, {"expected": echoed(deal), "text": clipped(text)}))
    return deal


def clipped(text: str) -> str:
    """Returns the text cut to the length that an error may echo."""
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def echoed(action: Action) -> str:
    """Returns the notation of an action as an error echoes it."""
    return clipped(written(action))
