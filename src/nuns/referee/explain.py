"""Rule court: why an event happened, from what the asking seat knows; the rule, the line or the counted way."""

import msgspec

from nuns.board.tables import BESIDE_HER, turn_between
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.scene import Scene, reasons
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.sentences import counted, sentence, who
from nuns.referee.table import GAIT_NAMES, Table
from nuns.rules.choices import CaughtUntil, Sight
from nuns.rules.noise import MODIFIER

MONK = "monk"
OWN_BLESSINGS = {"one-more-step": "10.1", "roll-again": "10.2", "noise-range": "10.3", "false-noise": "10.4"}


class Explanation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The rules that made it so, in a sentence; lines of sight and counted ways to draw."""

    rules: tuple[str, ...]
    text: str
    lines: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()


def explain(game: Game, number: int, seat: Seat | str = Seat.OMNISCIENT) -> Explanation:
    """Why the seat's event of that number happened; events are numbered from 0 in ``events_of``."""
    known = events_of(game, seat)
    if not 0 <= number < len(known):
        raise ValueError(f"expected an event from 0 to {len(known) - 1}; got {number}")
    scene, subject = Scene(guards={MONK: game.table.convent.monk_start}), known[number]
    for event in known[:number]:
        if isinstance(subject, ev.GuardStepped) and isinstance(event, ev.GuardStepped | ev.GuardTurned):
            scene.leave = reasons(game.table, scene, event.guard) or scene.leave
        scene.see(event)
    return _explained(game.table, scene, subject, known[number + 1 :])


def _explained(table: Table, scene: Scene, event: Event, after: tuple[Event, ...]) -> Explanation:
    text = sentence(event)
    match event:
        case ev.NoviceSeen():
            return _seen(table, scene, event, after)
        case ev.Noise():
            return _noise(table, scene, event)
        case ev.Rolled():
            return _rolled(table, scene, event)
        case ev.NoviceVanished(between=between):
            return Explanation(rules=("6.7",), text=f"{text} She was seen on {between[0]} and no guard sees {between[1]}.")
        case ev.GuardTurned(towards=towards):
            return Explanation(rules=("6.3",), text=f"{text} Before a step towards {towards} she turns and looks, and may choose again.")
        case ev.GuardStepped():
            return _stepped(table, scene, event)
        case ev.GuardStopped(guard="monk") | ev.PathTaken(guard="monk"):
            return Explanation(rules=("11.2",), text=text, ways=(event.dots,) if isinstance(event, ev.PathTaken) else ())
        case ev.GuardStopped(steps=steps, gait=gait):
            note = "3 or 4 dots are a walk, 5 or more a run" if gait == "run" or steps < 5 else "one more step makes 5 dots a walk"
            return Explanation(rules=("9.1",) if steps != 5 or gait == "run" else ("9.1", "10.1"), text=f"{text} {note.capitalize()}.")
        case ev.PathTaken(path=path):
            return Explanation(rules=("9.4",) if path == "about-turn" else ("9.3",), text=text, ways=(event.dots,))
        case ev.NoviceMoved(route=route, novice=novice):
            ways = (route,) if isinstance(route, tuple) else ()
            return Explanation(rules=("8.4",) if novice in scene.caught else ("5.1", "5.2"), text=text, ways=ways)
        case ev.NoviceCaught():
            rule = "8.1" if scene.mover == "guard" else "5.5"
            return Explanation(rules=(rule, "8.2"), text=f"{text} One capture point for the guards.")
        case ev.NoviceFreed():
            return _freed(table, scene, event, after)
        case ev.BlessingPlayed():
            return _blessed(scene, event)
        case ev.GameOver():
            return _over(table, scene, event)
        case ev.RulerLaid(dots=dots):
            return Explanation(rules=("3.5",), text=text, lines=(dots,) if event.line else (), ways=(shortest_way(table, *dots),))
        case _:
            return Explanation(rules=(_PLAIN[type(event)],), text=text)


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


def shortest_way(table: Table, one: int, two: int, first: int | None = None) -> tuple[int, ...]:
    """A shortest way, dot by dot; by ``first`` if that begins one."""
    way = [one]
    while way[-1] != two:
        here = way[-1]
        beside = table.board.next[here]
        nearer = [beside[k] for k in range(table.board.degree[here]) if table.board.first_steps[here][two] >> k & 1]
        way.append(first if len(way) == 1 and first in nearer else nearer[0])
    return tuple(way)


def _freed(table: Table, scene: Scene, event: ev.NoviceFreed, after: tuple[Event, ...]) -> Explanation:
    """8.6, 8.7 By disobedience before she moves; else when the turn ends."""
    if after and isinstance(after[0], ev.NoviceMoved | ev.BlessingPlayed):
        rule, reason = "8.6", "She disobeys."
    elif table.options.caught_until == CaughtUntil.DISOBEDIENCE or scene.where(event.novice) == table.convent.cells[event.novice]:
        rule, reason = "8.7", "She is in her own cell when the turn ends."
    else:
        rule, reason = "8.6", "No guard saw her when her own movement ended, or when the guards' did."
    return Explanation(rules=(rule,), text=f"{sentence(event)} {reason}")


def _blessed(scene: Scene, event: ev.BlessingPlayed) -> Explanation:
    """10 A die that is shifted is told as it was and as it is."""
    text = sentence(event)
    if event.blessing == "noise-range" and not isinstance(event.die, msgspec.UnsetType):
        before = scene.dice[event.die]
        scene.see(event)
        text += f" The die of {before} becomes {scene.dice[event.die]}."
    return Explanation(rules=(OWN_BLESSINGS[event.blessing],), text=text)


def _over(table: Table, scene: Scene, event: ev.GameOver) -> Explanation:
    """1.2-1.4, or 11.3 where the novices win together."""
    text = sentence(event)
    if event.reason != "home":
        return Explanation(rules=("1.3", "11.3") if table.options.all_or_nun else ("1.3",), text=text)
    if table.options.all_or_nun:
        return Explanation(rules=("11.3",), text=f"{text} All are home.")
    if len(scene.home) == 1:
        return Explanation(rules=("1.2",), text=text)
    equal = len(event.winners) == len(scene.home)
    reason = "They were caught equally often." if equal else f"Of the {len(scene.home)} who are home, nobody was caught fewer times."
    return Explanation(rules=("1.2", "1.4"), text=f"{text} {reason}")


def _seen(table: Table, scene: Scene, event: ev.NoviceSeen, after: tuple[Event, ...]) -> Explanation:
    """6.0, 6.1, 6.5 For each guard who sees her: the same dot, the same room, or the line, its length and its angle."""
    rules, parts, lines = [], [], []
    for guard in event.by:
        dot, name, her = scene.guards[guard], who(guard), "his" if guard == MONK else "her"
        if guard == MONK:
            rules.append("11.2")
        if dot == event.dot:
            rules.append("6.0")
            parts.append(f"{name} stands on {dot}")
        elif table.options.sight == Sight.ROOM:
            rules.append("6.5")
            room = next(room.name for room in table.convent.rooms if dot in room.dots)
            parts.append(f"{name} on {dot} sees all of the {room}")
        else:
            rules.append("6.1")
            steps = table.board.distance[dot][event.dot]
            facing, angle = _facing(table, scene, guard, event.dot, after)
            away = f"{counted(steps, 'step')} (at most {table.options.sight_range})"
            parts.append(
                f"{name} on {dot}, facing {facing[0]} to {facing[1]}, sees {event.dot}: a sight line, {away}, "
                f"{angle:.0f} degrees from {her} facing (at most {BESIDE_HER})"
            )
            lines.append((dot, event.dot))
    return Explanation(rules=tuple(dict.fromkeys((*rules, "6.6"))), text=f"{sentence(event)} {'; '.join(parts)}.", lines=tuple(lines))


def _facing(table: Table, scene: Scene, guard: str, dot: int, after: tuple[Event, ...]) -> tuple[tuple[int, int], float]:
    """6.3 The way she faced when she saw the dot, and its angle: that of her last step or turn, or of the step she turned for."""
    turns = [(each.start, each.to) for each in after if isinstance(each, ev.GuardStepped) and each.guard == guard]
    for facing in (scene.facing.get(guard), *turns[:1]):
        if facing and (angle := turn_between(table.convent, facing, (scene.guards[guard], dot))) <= BESIDE_HER:
            return facing, angle
    raise AssertionError(f"{guard} on {scene.guards[guard]} has not turned towards {dot}")


def _modifier(table: Table, gait: str) -> int:
    return table.options.run_modifier if gait == "run" else MODIFIER[GAIT_NAMES.index(gait)]


def _rolled(table: Table, scene: Scene, event: ev.Rolled) -> Explanation:
    if isinstance(event.by, str):
        return Explanation(
            rules=("7.3", "11.2") if event.by == MONK else ("7.3",),
            text=f"{sentence(event)} Each novice not caught adds her gait's modifier to it; it never carries further than the die.",
        )
    gait = scene.gaits.get(event.by, "stand")
    reach = event.face + _modifier(table, gait)
    far = f"heard up to {counted(reach, 'step')} away" if reach > 0 else "heard by nobody"
    return Explanation(rules=("7.1", "5.1"), text=f"{sentence(event)} To {gait} adds {_modifier(table, gait):+d}: {far}.")


def _noise(table: Table, scene: Scene, event: ev.Noise) -> Explanation:
    """7.4 The token; the counted way only for a seat that knows where she is."""
    guard_dot = scene.guards.get(event.guard, 0)
    text = sentence(event)
    if event.real is False or isinstance(event.by, str):
        return Explanation(rules=("10.4",), text=text, ways=((guard_dot, event.dot),))
    rule = "7.3" if scene.why == "listen" else "7.1"
    novice = event.novice
    die = scene.dice.get(event.guard if scene.why == "listen" else novice) if isinstance(novice, int) else None
    if not isinstance(novice, int) or die is None or event.real is not True or (there := scene.where(novice)) is None:
        doubt = "If it is no false noise, a" if table.options.blessings else "A"
        return Explanation(rules=(rule, "7.4"), text=f"{text} {doubt} shortest way to her begins there.", ways=((guard_dot, event.dot),))
    reach = die + _modifier(table, scene.gaits.get(novice, "stand"))
    if scene.why == "listen":
        reach = min(reach, die)
    way = shortest_way(table, guard_dot, there, event.dot)
    carried = f"The die of {die} carries {counted(reach, 'step')}; she is {len(way) - 1} away."
    return Explanation(rules=(rule, "7.4"), text=f"{text} {carried}", ways=(way,))


def _stepped(table: Table, scene: Scene, event: ev.GuardStepped) -> Explanation:
    """9.3 along her path, 9.6 off it, 9.7 back to it; 11.2 the monk along his."""
    path = scene.paths.get(event.guard, ())
    ways = ((event.start, event.to),)
    if event.guard == MONK:
        return Explanation(rules=("11.2",), text=sentence(event), ways=ways)
    if event.free:
        leave = ", ".join(reasons(table, scene, event.guard) or scene.leave)
        return Explanation(rules=("9.6",), text=f"{sentence(event)} Her reason: {leave}.", ways=ways)
    if event.start in path and event.to in path:
        return Explanation(rules=("9.3",), text=sentence(event), ways=ways)
    return Explanation(rules=("9.7",), text=f"{sentence(event)} She returns to her path by a shortest way.", ways=ways)
