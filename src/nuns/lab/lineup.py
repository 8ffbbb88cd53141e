"""Which bot plays which seat in a simulation, by name, so that worker processes can find them."""

from dataclasses import dataclass
from random import Random

from nuns.bots.players.player import BotPlayer, Fault, MissingBot
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.players.user_bot import BadBot, UserBot, is_user_bot
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GUARDS_SEAT
from nuns.bots.policies.units import DECISIONS
from nuns.bots.registry import BOTS, GUARDS, NOVICES, BotKind, find_bot, make_bot
from nuns.lab.ceiling import CEILING, TruthGuards
from nuns.referee.game import Game
from nuns.referee.seats import GUARD_SEATS, Seat

RANDOM, SEARCH = "random", "search"
SEARCHING = frozenset((SEARCH, CEILING))  # bots that take long


@dataclass(frozen=True)
class LineUp:
    """The bots of the guards and the novices: one for all novices, or one each in the order of their numbers."""

    guards: str = RANDOM
    novices: tuple[str, ...] = (RANDOM,)

    def check(self) -> None:
        """Raises UnknownBot or BadBot unless all are bots that everybody may name, which guards who know the truth are not."""
        for name in self.novices:
            find_bot(name, NOVICES)
        find_bot(self.guards, GUARDS)

    def kinds(self) -> tuple[BotKind | UserBot, ...]:
        """Returns the bots of as many novices as may play, then the guards'; those who know the truth are told as those who search."""
        novices = [find_bot(name, NOVICES) for name in self.novices]
        guards = find_bot(SEARCH if self.guards == CEILING else self.guards, GUARDS)
        return (*(novices[min(place, len(novices) - 1)] for place in range(GUARDS_SEAT)), guards)

    @property
    def has_user_bot(self) -> bool:
        """Whether any of them is a user's bot."""
        return any(is_user_bot(name) for name in (self.guards, *self.novices))

    def policies(self) -> tuple[int, ...] | None:
        """Returns the numbers of their policies if all can be compiled, else None."""
        if self.has_user_bot or self.guards == CEILING:
            return None
        *novices, guards = self.kinds()
        numbers = (*(kind.number for kind in novices), guards.number)
        return tuple(number for number in numbers if number is not None) if None not in numbers else None

    def thinkers(self) -> list[tuple[str, str]]:
        """Returns the bots that think only in machine code, each with its side."""
        *novices, guards = self.kinds()
        thinking = [(kind.name, NOVICES) for kind in novices if (kind.number or 0) >= BELIEF]
        if (guards.number or 0) >= CAREFUL:
            thinking.append((guards.name, GUARDS))
        return list(dict.fromkeys(thinking))

    def can_think_at_once(self) -> bool:
        """Tells whether they can think without waiting for the compiler."""
        return not self.thinkers() or DECISIONS.is_ready()

    @property
    def is_random(self) -> bool:
        """Whether all of them are random."""
        return {self.guards, *self.novices} == {RANDOM}

    def by_seat(self, game: Game) -> dict[Seat, BotKind | UserBot]:
        """Returns the bot of each seat, after the deal."""
        *novices, guards = self.kinds()
        numbered = [seat for seat in game.seats if seat not in GUARD_SEATS]
        return {seat: guards if seat in GUARD_SEATS else novices[numbered.index(seat)] for seat in game.seats}


def players_of(lineup: LineUp, game: Game, seed: int, index: int, shared: GameRandom, faults: list[Fault]) -> dict[Seat, BotPlayer]:
    """Returns a player for each seat in game ``index`` of ``seed``; policies share the game's generator, users' bots have their own."""
    players = {seat: _seat(kind, seat, seed, index, shared, faults) for seat, kind in lineup.by_seat(game).items()}
    if lineup.guards == CEILING:
        players |= {
            seat: BotPlayer(CEILING, seat, TruthGuards(game), Random(f"{seed}/{index}/{seat}")) for seat in players if seat in GUARD_SEATS
        }
    return players


def _seat(kind: BotKind | UserBot, seat: Seat, seed: int, index: int, shared: GameRandom, faults: list[Fault]) -> BotPlayer:
    """Returns the player of a seat; a bot that cannot be made is replaced by a random one for that game."""
    side, luck = GUARDS if seat in GUARD_SEATS else NOVICES, f"{seed}/{index}/{seat}"
    try:
        bot = make_bot(kind, side)
    except BadBot as fault:
        faults.append(MissingBot(fault))
        return _seat(BOTS[RANDOM], seat, seed, index, shared, faults)
    if kind.number is not None:
        return BotPlayer(kind.name, seat, bot, shared)
    return BotPlayer(kind.name, seat, bot, Random(luck), kind.file, Random(f"{luck}/instead"))
