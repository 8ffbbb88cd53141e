"""Who sits where in a simulation: bots by name, so that worker processes can find them again."""

from dataclasses import dataclass
from random import Random

from nuns.bots.bot import NightRandom
from nuns.bots.nights import GUARDS_SEAT
from nuns.bots.own import BadBot, OwnBot, is_own
from nuns.bots.registry import BOTS, GUARDS, NOVICES, Kind, bot_named, sit_down
from nuns.bots.seated import Absence, Fault, Seated
from nuns.kernel.compiling import Chapters, Function
from nuns.kernel.machine import starts_at_once
from nuns.referee.game import Game
from nuns.referee.seats import GUARD_SEATS, Seat

RANDOM, SEARCH = "random", "search"
Loops = list[tuple[Function, Chapters]]


@dataclass(frozen=True)
class LineUp:
    """Who plays the guards, and the novices: one for all, or one each in the order of their numbers."""

    guards: str = RANDOM
    novices: tuple[str, ...] = (RANDOM,)

    def kinds(self) -> tuple[Kind | OwnBot, ...]:
        """The novices' bots, as many as may play, and the guards'; raises UnknownBot or BadBot."""
        novices = [bot_named(name, NOVICES) for name in self.novices]
        return (*(novices[min(place, len(novices) - 1)] for place in range(GUARDS_SEAT)), bot_named(self.guards, GUARDS))

    @property
    def has_own(self) -> bool:
        return any(is_own(name) for name in (self.guards, *self.novices))

    def policies(self) -> tuple[int, ...] | None:
        """Their numbers, where all are policies that can be compiled."""
        if self.has_own:
            return None
        *novices, guards = self.kinds()
        numbers = (*(kind.policy(NOVICES) for kind in novices), guards.policy(GUARDS))
        return tuple(number for number in numbers if number is not None) if None not in numbers else None

    def thinkers(self) -> list[tuple[str, str]]:
        """Those who think in machine code and nowhere else, each with her side."""
        *novices, guards = self.kinds()
        sides = [(kind, NOVICES) for kind in novices] + [(guards, GUARDS)]
        return list(dict.fromkeys((kind.name, side) for kind, side in sides if isinstance(kind, Kind) and kind.policy(side) is None))

    def thinks_at_once(self) -> bool:
        """Whether they can without waiting for the compiler."""
        return all(starts_at_once(loop, chapters) for bot, side in self.thinkers() for loop, chapters in loops_of(bot, side))

    @property
    def is_random(self) -> bool:
        return {self.guards, *self.novices} == {RANDOM}

    def by_seat(self, game: Game) -> dict[Seat, Kind | OwnBot]:
        """After the deal: the bot of each seat."""
        *novices, guards = self.kinds()
        numbered = [seat for seat in game.seats if seat not in GUARD_SEATS]
        return {seat: guards if seat in GUARD_SEATS else novices[numbered.index(seat)] for seat in game.seats}


def loops_of(bot: str, side: str) -> Loops:
    """What such a bot thinks in, and what that is compiled with."""
    from nuns.bots import hunted, minding, patrol, rollout, routes, searching

    if side == GUARDS:
        loops: Loops = [(patrol.plan_movement, (patrol,)), (rollout.roll_out, searching.CHAPTERS)]
    else:
        loops = [(routes.weigh_routes, minding.CHAPTERS), (hunted.hunt, minding.HUNTING)]
    return loops if bot == SEARCH else loops[:1]


def seated(lineup: LineUp, game: Game, seed: int, index: int, shared: NightRandom, faults: list[Fault]) -> dict[Seat, Seated]:
    """Everybody in her seat for game ``index`` of ``seed``; policies share the night's generator, others have one of their own."""
    return {seat: _seat(kind, seat, seed, index, shared, faults) for seat, kind in lineup.by_seat(game).items()}


def _seat(kind: Kind | OwnBot, seat: Seat, seed: int, index: int, shared: NightRandom, faults: list[Fault]) -> Seated:
    """A bot that cannot even sit down is replaced by a random one for that night."""
    side, luck = GUARDS if seat in GUARD_SEATS else NOVICES, f"{seed}/{index}/{seat}"
    try:
        bot = sit_down(kind, side)
    except BadBot as fault:
        faults.append(Absence(fault))
        return _seat(BOTS[RANDOM], seat, seed, index, shared, faults)
    if kind.policy(side) is not None:
        return Seated(kind.name, seat, bot, shared)
    return Seated(kind.name, seat, bot, Random(luck), kind.file, Random(f"{luck}/instead"))
