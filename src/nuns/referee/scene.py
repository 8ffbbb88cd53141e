"""Where everybody stands when something happens, as far as a seat knows; what a guard then sees, and what gives her leave."""

from dataclasses import dataclass, field

import msgspec

from nuns.board.tables import BESIDE_HER, turn_between
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.table import Table
from nuns.rules.choices import Sight


@dataclass
class Scene:
    """A moment of the night, gathered from the seat's own events."""

    guards: dict[str, int] = field(default_factory=dict)
    facing: dict[str, tuple[int, int]] = field(default_factory=dict)
    paths: dict[str, tuple[int, ...]] = field(default_factory=dict)
    novices: dict[int, int] = field(default_factory=dict)
    gaits: dict[int, str] = field(default_factory=dict)
    caught: set[int] = field(default_factory=set)
    dice: dict[int | str, int] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)  # where novices stand whose routes the seat knows
    home: list[int] = field(default_factory=list)
    vanished: list[tuple[int, int]] = field(default_factory=list)
    noises: set[str] = field(default_factory=set)  # the guards beside whom noise tokens lie
    leave: list[str] = field(default_factory=list)  # 9.6 the last reasons of the guard who moves
    why: str = "noise"
    mover: str = ""  # who moved last, a novice or a guard

    def where(self, novice: int) -> int | None:
        """Where she is, if the seat knows."""
        return self.ends.get(novice, self.novices.get(novice))

    def see(self, event: Event) -> None:
        match event:
            case ev.SetUp(guards=guards, novices=novices):
                self.guards |= {each.guard: each.dot for each in guards}
                self.novices = {each.novice: each.novice for each in novices}
            case ev.PathTaken(guard=guard, dots=dots):
                self.paths[guard] = dots
                self.guards[guard] = dots[0]
            case ev.GuardTurned(guard=guard, dot=dot, towards=towards):
                self.facing[guard] = (dot, towards)
            case ev.GuardStepped(guard=guard, start=start, to=to):
                self.guards[guard], self.facing[guard] = to, (start, to)
                self.mover = "guard"
            case ev.GuardStopped():
                self.leave = []
            case ev.NoviceMoved(novice=novice, gait=gait, route=route):
                self.gaits[novice] = gait
                self.mover = "novice"
                self.novices.pop(novice, None)
                self.ends.pop(novice, None)
                if isinstance(route, tuple):
                    self.ends[novice] = route[-1]
            case ev.NoviceSeen(novice=novice, dot=dot) | ev.NoviceShown(novice=novice, dot=dot):
                self.novices[novice] = dot
            case ev.NoviceVanished(novice=novice, between=between):
                self.novices.pop(novice, None)
                self.vanished.append(between)
            case ev.NoviceHome(novice=novice):
                self.novices.pop(novice, None)
                self.ends.pop(novice, None)
                self.home.append(novice)
            case ev.Noise(guard=guard):
                self.noises.add(guard)
            case ev.TokensCleared():
                self.vanished.clear()
                self.noises.clear()
            case ev.NoviceCaught(novice=novice, dot=dot):
                self.caught.add(novice)
                self.novices[novice] = dot
            case ev.NoviceFreed(novice=novice):
                self.caught.discard(novice)
            case ev.Rolled(by=by, why=why, face=face):
                if why != self.why:
                    self.dice.clear()
                self.why = why
                self.dice[by] = face
            case ev.BlessingPlayed(by=by, blessing="noise-range", die=die) if not isinstance(die, msgspec.UnsetType):
                self.dice[die] = self.dice.get(die, 0) + (-1 if isinstance(by, int) else 1)
            case _:
                pass


def sees(table: Table, scene: Scene, guard: str, dot: int) -> bool:
    """6.0, 6.1, 6.5 Whether a guard sees a dot from where she stands and faces."""
    here, facing = scene.guards[guard], scene.facing.get(guard)
    if here == dot or not table.is_line(here, dot):
        return here == dot
    if table.options.sight == Sight.ROOM:
        return True
    near = table.board.distance[here][dot] <= table.options.sight_range
    return near and facing is not None and turn_between(table.convent, facing, (here, dot)) <= BESIDE_HER


def reasons(table: Table, scene: Scene, guard: str) -> list[str]:
    """9.6 What gives a guard leave to quit her path at this moment."""
    on_the_run = {novice: scene.where(novice) for novice in sorted(scene.gaits) if novice not in scene.caught}
    found = [f"novice {novice} in sight on {dot}" for novice, dot in on_the_run.items() if dot and sees(table, scene, guard, dot)]
    found += [f"a vanished token between {one} and {two}" for one, two in scene.vanished if sees(table, scene, guard, one)]
    return found + ["a noise token of her own"] * (guard in scene.noises)
