"""The moments that changed a night most, and what happened there."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from nuns.analysis.findings import SLIPS, DecisionReview, Point, TurningPoint
from nuns.analysis.replayed_minds import NightStep
from nuns.referee import events as ev
from nuns.referee.actions import Plan
from nuns.referee.events import Event
from nuns.referee.seats import NOVICE_SEATS
from nuns.rules.words import Ending

MOST = 3
LEAST_CHANGE = 0.06  # of the guards' chance; and it must be greater than its error
# What may have changed a night, the weightiest first: for the guards, and for the novices.
FOR_GUARDS = ("caught", "seen", "heard")
FOR_NOVICES = ("home", "wish", "vanished", "key")


def turning_points(points: Sequence[Point], steps: Sequence[NightStep], reviews: Sequence[DecisionReview]) -> list[TurningPoint]:
    """Returns the three greatest changes of the curve that are clear, in the order of the night."""
    changes = [(before, after) for before, after in pairwise(points) if is_clear(before, after)]
    changes.sort(key=lambda pair: -abs(pair[1].guards - pair[0].guards))
    return [turning_point(before, after, steps, reviews) for before, after in sorted(changes[:MOST], key=lambda pair: pair[0].moment)]


def is_clear(before: Point, after: Point) -> bool:
    """Tells whether the guards' chance has changed much, and by more than the standard error of the change."""
    change = abs(after.guards - before.guards)
    return change >= LEAST_CHANGE and change > hypot(before.error, after.error)


def turning_point(before: Point, after: Point, steps: Sequence[NightStep], reviews: Sequence[DecisionReview]) -> TurningPoint:
    """Returns one change with the event that explains it best, or else the costliest choice of the side that lost by it, or a die."""
    between = [step for step in steps if before.moment < step.after.moment <= after.moment]
    wanted = FOR_GUARDS if after.guards > before.guards else FOR_NOVICES
    found = [(wanted.index(reason), step.after.moment, seat) for step in between for reason, seat in told(step.events) if reason in wanted]
    if found:
        rank, moment, seat = min(found)
        reason = wanted[rank]
    elif slips := slips_between(before, after, reviews):
        slip = max(slips, key=lambda each: each.cost)
        moment, reason, seat = slip.moment + 1, "slip", slip.figure  # the position after it, as everywhere
    else:
        moment = between[-1].after.moment
        reason, seat = uneventful(between, after.part, is_rise=after.guards > before.guards)
    return TurningPoint(moment, after.turn, reason, seat, before.guards, after.guards)


def slips_between(before: Point, after: Point, reviews: Sequence[DecisionReview]) -> list[DecisionReview]:
    """Returns the choices between two points that were clearly worse than another, of the side that lost by the change."""
    did_guards_lose = after.guards < before.guards
    return [
        each
        for each in reviews
        if before.moment <= each.moment < after.moment and each.mark in SLIPS and each.figure.startswith("novice-") != did_guards_lose
    ]


def uneventful(between: Sequence[NightStep], part: str, *, is_rise: bool) -> tuple[str, str]:
    """Returns a reason and whom it concerns where nothing happened that explains the change: what that part of the turn was about."""
    happened = {reason for step in between for reason, _ in told(step.events)}
    if part == "end" and between[-1].after.truth.ending == Ending.DAWN:
        return "dawn", "guards"
    if part == "novices":
        movers = {NOVICE_SEATS[step.action.novice - 1].value for step in between if isinstance(step.action, Plan)}
        return "risked" if is_rise else "stole", movers.pop() if len(movers) == 1 else "novices"
    if part == "guards" and not happened & {"seen", "caught"}:
        return "closing" if is_rise else "searched", "guards"
    if part in ("noise", "listening"):
        return "unheard" if not is_rise and "heard" not in happened else "die", "guards"
    return "decision", "guards"


def told(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Returns what events say of novices, as reasons and seats."""
    found: list[tuple[str, str]] = []
    for event in events:
        match event:
            case ev.NoviceCaught(novice=novice):
                found.append(("caught", f"novice-{novice}"))
            case ev.NoviceSeen(novice=novice):
                found.append(("seen", f"novice-{novice}"))
            case ev.Noise(novice=int(novice)):
                found.append(("heard", f"novice-{novice}"))
            case ev.NoviceVanished(novice=novice):
                found.append(("vanished", f"novice-{novice}"))
            case ev.WishTaken(novice=novice):
                found.append(("wish", f"novice-{novice}"))
            case ev.KeyTaken(novice=novice):
                found.append(("key", f"novice-{novice}"))
            case ev.NoviceHome(novice=novice):
                found.append(("home", f"novice-{novice}"))
            case _:
                pass
    return found
