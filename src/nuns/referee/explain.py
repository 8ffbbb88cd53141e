"""Explains why an event happened, from what the asking seat knows: rules, reasons, lines of sight and counted routes."""

import msgspec

from nuns.board.tables import BESIDE_HER, turn_between
from nuns.referee import events as ev
from nuns.referee.codes import ReasonCode, RuleReason, Values, reason
from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.game_setup import GAIT_NAMES, GameSetup, guard_name
from nuns.referee.leave_reasons import reasons_to_leave
from nuns.referee.scene import Scene, figure_of
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import known_by
from nuns.rules.caught import is_freed_in_cell
from nuns.rules.ending import wins_together
from nuns.rules.guards import LEAST, WALKS, is_astray, is_lengthened_walk
from nuns.rules.noise import carries, die_for, modifier, reach
from nuns.rules.setup import deals_blessings
from nuns.rules.sight import farthest_sight, sees, sighting
from nuns.rules.state import Guard, State
from nuns.rules.words import NoiseStep, Sighting, Status

OWN_BLESSINGS = {"one-more-step": "10.1", "roll-again": "10.2", "noise-range": "10.3", "false-noise": "10.4"}


class Explanation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The rules and reasons of an event in codes, with the lines of sight and the counted routes to draw."""

    rules: tuple[str, ...]
    reasons: tuple[RuleReason, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()


def explain(game: Game, number: int, seat: Seat | str = Seat.OMNISCIENT) -> Explanation:
    """Returns why the seat's event of that number happened; events are numbered from 0 in ``events_of``."""
    known = events_of(game, seat)
    if not 0 <= number < len(known):
        raise ValueError(f"expected an event from 0 to {len(known) - 1}; got {number}")
    start = game.start
    if start is not None and seat != Seat.OMNISCIENT:
        start = known_by(Game(game.setup, start), Seat(seat))
    return explain_event(game.setup, known, number, start)


def explain_event(setup: GameSetup, known: tuple[Event, ...], number: int, start: State | None = None) -> Explanation:
    """Returns why an event happened, from the events somebody knows and, if the game began in the middle of a night, that state."""
    subject = known[number]
    scene = Scene(setup, notices=isinstance(subject, ev.GuardStepped), start=start)
    for event in known[:number]:
        scene.see(event)
    return _explained(scene, subject, known[number + 1 :])


def _explained(scene: Scene, event: Event, after: tuple[Event, ...]) -> Explanation:
    match event:
        case ev.NoviceSeen():
            return _seen(scene, event, after)
        case ev.Noise():
            return _noise(scene, event)
        case ev.Rolled():
            return _rolled(scene, event)
        case ev.NoviceVanished(between=(last, then), guard=str() as guard):
            return Explanation(rules=("6.7",), reasons=_why(ReasonCode.VANISHED_FROM, {"guard": guard, "from": last, "to": then}))
        case ev.NoviceVanished(between=(last, then)):
            return Explanation(rules=("6.7",), reasons=_why(ReasonCode.VANISHED, {"from": last, "to": then}))
        case ev.GuardTurned(towards=towards):
            return Explanation(rules=("6.3",), reasons=_why(ReasonCode.LOOKS_FIRST, {"to": towards}))
        case ev.GuardStepped():
            return _stepped(scene, event)
        case ev.GuardStopped():
            return _stopped(scene, event)
        case ev.PathTaken(guard=guard, path=path, dots=dots):
            rule = "9.4" if path == "about-turn" else "9.3"
            return Explanation(rules=(rule if scene.guard(guard).chases else "11.2",), ways=(dots,))
        case ev.NoviceMoved(route=route, novice=novice):
            ways = (route,) if isinstance(route, tuple) else ()
            return Explanation(rules=("8.4",) if scene.novice(novice).status == Status.CAUGHT else ("5.1", "5.2"), ways=ways)
        case ev.NoviceCaught():
            return _caught(scene, event)
        case ev.NoviceFreed():
            return _freed(scene, event, after)
        case ev.BlessingPlayed():
            return _blessed(scene, event)
        case ev.GameOver():
            return _over(scene, event)
        case ev.RulerLaid(dots=dots):
            return Explanation(rules=("3.5",), lines=(dots,) if event.line else (), ways=(shortest_way(scene.setup, *dots),))
        case _:
            return Explanation(rules=(_PLAIN[type(event)],))


_PLAIN: dict[type, str] = {
    ev.SetUp: "2",
    ev.NoviceShown: "8.4",
    ev.TokenRemoved: "8.4",
    ev.KeyTaken: "5.4",
    ev.WishTaken: "5.4",
    ev.NoviceHome: "5.7",
    ev.BlessingTold: "10.4",
    ev.TokensCleared: "9.8",
    ev.DotsTold: "11.3",
    ev.TurnEnded: "4",
}


def _why(code: ReasonCode, values: Values | None = None) -> tuple[RuleReason, ...]:
    return (reason(code, values),)


def shortest_way(table: GameSetup, one: int, two: int, first: int | None = None) -> tuple[int, ...]:
    """Returns a shortest route, dot by dot, by way of ``first`` if one begins there."""
    way = [one]
    while way[-1] != two:
        here = way[-1]
        beside = table.board.next[here]
        nearer = [beside[k] for k in range(table.board.degree[here]) if table.board.first_steps[here][two] >> k & 1]
        way.append(first if len(way) == 1 and first in nearer else nearer[0])
    return tuple(way)


# -- captures and the end -------------------------------------------------------------------------------------------------


def _caught(scene: Scene, event: ev.NoviceCaught) -> Explanation:
    """Explains a capture by which side stepped, and gives the points (5.5, 8.1, 8.2)."""
    is_guards_turn = scene.is_guards_turn
    scene.see(event)
    points: Values = {"points": scene.state.captures, "goal": scene.state.goal}
    return Explanation(rules=("8.1" if is_guards_turn else "5.5", "8.2"), reasons=_why(ReasonCode.CAPTURED, points))


def _freed(scene: Scene, event: ev.NoviceFreed, after: tuple[Event, ...]) -> Explanation:
    """Explains a release before her movement by disobedience, a later one by how the turn ended (8.6, 8.7)."""
    if after and isinstance(after[0], ev.NoviceMoved | ev.BlessingPlayed):
        return Explanation(rules=("8.6",), reasons=_why(ReasonCode.FREED_DISOBEYS))
    if is_freed_in_cell(scene.state, scene.novice(event.novice)):
        return Explanation(rules=("8.7",), reasons=_why(ReasonCode.FREED_IN_CELL))
    return Explanation(rules=("8.6",), reasons=_why(ReasonCode.FREED_OUT_OF_SIGHT))


def _over(scene: Scene, event: ev.GameOver) -> Explanation:
    """Explains the end: the novices' by who is home, the guards' by their goal or the dawn (1.2-1.4, 11.3)."""
    state = scene.state
    home = sum(novice.status == Status.HOME for novice in state.novices)
    if event.reason != "home":
        rules = ("1.3", "11.3") if wins_together(state) else ("1.3",)
        points: Values = {"points": state.captures, "goal": state.goal}
        return Explanation(rules=rules, reasons=_why(ReasonCode.GOAL_REACHED, points) if event.reason == "captures" else ())
    if wins_together(state):
        return Explanation(rules=("11.3",), reasons=_why(ReasonCode.ALL_HOME))
    if home == 1:
        return Explanation(rules=("1.2",))
    code = ReasonCode.CAUGHT_EQUALLY if len(event.winners) == home else ReasonCode.CAUGHT_LEAST
    return Explanation(rules=("1.2", "1.4"), reasons=_why(code, {"count": home}))


# -- sight ----------------------------------------------------------------------------------------------------------------


def _seen(scene: Scene, event: ev.NoviceSeen, after: tuple[Event, ...]) -> Explanation:
    """Explains a sighting for each guard who sees her: the same dot, the same room, or the line, its length and its angle (6)."""
    rules, reasons, lines = [], [], []
    for name in event.by:
        guard = scene.guard(name)
        _face(scene, guard, event.dot, after)
        if not guard.chases:
            rules.append("11.2")
        match sighting(scene.board, scene.state, guard, event.dot):
            case Sighting.SAME_DOT:
                rules.append("6.0")
                reasons.append(reason(ReasonCode.SEEN_SAME_DOT, {"guard": name, "dot": guard.dot}))
            case Sighting.SAME_ROOM:
                rules.append("6.5")
                room = scene.setup.room_of(guard.dot)
                reasons.append(reason(ReasonCode.SEEN_SAME_ROOM, {"guard": name, "dot": guard.dot, "room": room}))
            case Sighting.AHEAD:
                rules.append("6.1")
                reasons.append(_seen_ahead(scene, guard, event.dot))
                lines.append((guard.dot, event.dot))
            case other:
                raise AssertionError(f"{name} on {guard.dot} does not see {event.dot}: {Sighting(other).name}")
    return Explanation(rules=tuple(dict.fromkeys((*rules, "6.6"))), reasons=tuple(reasons), lines=tuple(lines))


def _face(scene: Scene, guard: Guard, dot: int, after: tuple[Event, ...]) -> None:
    """Turns a guard who saw the dot before a step that is told only afterwards (6.3)."""
    if not sees(scene.board, scene.state, guard, dot):
        name = guard_name(guard.number)
        step = next(each for each in after if isinstance(each, ev.GuardStepped) and each.guard == name)
        scene.turn(guard, step.start, step.to)


def _seen_ahead(scene: Scene, guard: Guard, dot: int) -> RuleReason:
    start, to = scene.board.facing[guard.outlook]
    return reason(
        ReasonCode.SEEN_AHEAD,
        {
            "guard": guard_name(guard.number),
            "dot": guard.dot,
            "from": start,
            "to": to,
            "seen": dot,
            "steps": scene.board.distance[guard.dot][dot],
            "range": farthest_sight(scene.state),
            "angle": round(turn_between(scene.setup.convent, (start, to), (guard.dot, dot))),
            "widest": BESIDE_HER,
        },
    )


# -- noise ----------------------------------------------------------------------------------------------------------------


def _rolled(scene: Scene, event: ev.Rolled) -> Explanation:
    """Explains how far a die carries: a novice's with her gait, a guard's with each novice's (7.1, 7.3)."""
    if isinstance(event.by, str):
        rules = ("7.3",) if scene.guard(event.by).chases else ("7.3", "11.2")
        return Explanation(rules=rules, reasons=_why(ReasonCode.LISTENING_DIE))
    gait = scene.novice(event.by).gait
    carried = carries(scene.state, NoiseStep.MAKING, event.face, gait)
    values: Values = {"gait": GAIT_NAMES[gait], "modifier": modifier(scene.state, gait)}
    if carried <= 0:
        return Explanation(rules=("7.1", "5.1"), reasons=_why(ReasonCode.NOISE_DIE_UNHEARD, values))
    return Explanation(rules=("7.1", "5.1"), reasons=_why(ReasonCode.NOISE_DIE, {**values, "reach": carried}))


def _noise(scene: Scene, event: ev.Noise) -> Explanation:
    """Explains a token, with the counted route only for a seat that knows her dot and that the noise is real (7.4, 10.4)."""
    state, guard = scene.state, scene.guard(event.guard)
    if event.real is False or isinstance(event.by, str):
        return Explanation(rules=("10.4",), ways=((guard.dot, event.dot),))
    assert isinstance(event.novice, int)
    novice = scene.novice(event.novice)
    rules = ("7.3" if state.noise_step == NoiseStep.LISTENING else "7.1", "7.4")
    if event.real is not True or not novice.dot:
        code = ReasonCode.WAY_MAY_BEGIN if deals_blessings(state) else ReasonCode.WAY_BEGINS
        return Explanation(rules=rules, reasons=_why(code), ways=((guard.dot, event.dot),))
    owner = die_for(state, novice, guard)
    way = shortest_way(scene.setup, guard.dot, novice.dot, event.dot)
    values: Values = {
        "die": state.dice[owner],
        "shift": state.shifts[owner],
        "modifier": modifier(state, novice.gait),
        "reach": reach(state, novice, guard),
        "distance": scene.board.distance[guard.dot][novice.dot],
        "guard": event.guard,
    }
    return Explanation(rules=rules, reasons=_why(ReasonCode.HEARD, values), ways=(way,))


def _blessed(scene: Scene, event: ev.BlessingPlayed) -> Explanation:
    """Explains a blessing; for a shifted die it gives the number before and after (10.3)."""
    rules = (OWN_BLESSINGS[event.blessing],)
    if event.blessing != "noise-range" or isinstance(event.die, msgspec.UnsetType):
        return Explanation(rules=rules)
    owner, state = figure_of(event.die), scene.state
    before = state.dice[owner] + state.shifts[owner]
    scene.see(event)
    values: Values = {"die": before, "becomes": state.dice[owner] + state.shifts[owner]}
    return Explanation(rules=rules, reasons=_why(ReasonCode.DIE_SHIFTED, values))


# -- a guard's movement ---------------------------------------------------------------------------------------------------


def _stepped(scene: Scene, event: ev.GuardStepped) -> Explanation:
    """Explains a step: along her path, off it for a reason, or back to it; the monk's is always along his (9.3, 9.6, 9.7, 11.2)."""
    guard, ways = scene.guard(event.guard), ((event.start, event.to),)
    if not guard.chases:
        return Explanation(rules=("11.2",), ways=ways)
    if event.free:
        scene.notice(guard)
        return Explanation(rules=("9.6",), reasons=reasons_to_leave(scene.board, scene.state, guard), ways=ways)
    if is_astray(scene.board, guard):
        return Explanation(rules=("9.7",), reasons=_why(ReasonCode.RETURNS_TO_PATH), ways=ways)
    return Explanation(rules=("9.3",), ways=ways)


def _stopped(scene: Scene, event: ev.GuardStopped) -> Explanation:
    """Explains the gait of a movement by its length (9.1, 10.1)."""
    if not scene.guard(event.guard).chases:
        return Explanation(rules=("11.2",))
    if is_lengthened_walk(event.steps, event.gait == "run"):
        return Explanation(rules=("9.1", "10.1"), reasons=_why(ReasonCode.LONG_WALK, {"steps": event.steps}))
    return Explanation(rules=("9.1",), reasons=_why(ReasonCode.WALK_OR_RUN, {"least": LEAST, "walk": WALKS}))
