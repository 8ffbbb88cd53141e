"""The code of a bot process: bots with their memories, asked and answering in bytes. It is told only what a seat knows."""

from collections import OrderedDict
from collections.abc import Callable
from random import Random

import msgspec
import numpy as np

from nuns.bots.belief import prepare
from nuns.bots.players.bot import Decision, KnowingBot, Observer, Row, setup_of, unpack_known
from nuns.bots.players.player import BotPlayer
from nuns.bots.players.suspicion import PublicSuspicion
from nuns.bots.policies.units import DECISIONS
from nuns.bots.registry import BOTS, GUARDS, LEVELS, NOVICES
from nuns.referee.actions import Action
from nuns.referee.dice import SealedDice, next_chance
from nuns.referee.events import Event
from nuns.referee.game import apply, new_game
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.server.settings import Level

MOST_MEMORIES = 256  # that a process keeps; a bot that is dropped is told all events again
LARGEST = 256_000_000  # bytes of all of them
WARM_TURNS = 3


class BotRequest(msgspec.Struct, frozen=True):
    """A decision for a bot: what its seat knows, and the events since ``first``; ``memory`` names the bot, ``luck`` seeds this decision."""

    memory: str
    level: Level
    luck: str
    seat: str
    first: int
    events: tuple[Event, ...]
    known: Row  # packed
    patient: bool = False  # whether the bot waits for its machine code as long as it takes, so that all have the same opponent


class BotReply(msgspec.Struct, frozen=True):
    """The bot's action, or a fault; neither if the bot must be told all events again."""

    action: Action | None = None
    fault: str | None = None


class SuspicionRequest(msgspec.Struct, frozen=True):
    """A request for the suspicion map: what everybody knows, and the events since ``first``; ``memory`` names the table."""

    memory: str
    first: int
    events: tuple[Event, ...]
    known: Row  # packed


class SuspicionReply(msgspec.Struct, frozen=True):
    """The suspicion map: by novice and dot, in thousandths; None if all events must be told again."""

    novices: dict[int, dict[int, int]] | None = None


class Memory:
    """The memory of a bot or of a table's suspicion map, how many events it was told, and its size in bytes when it was last used."""

    def __init__(self, content: object) -> None:
        self.content = content
        self.told = 0
        self.size = 0


class Memories:
    """The memories of a process by name, those used longest ago first: so many at most, and of so many bytes together."""

    def __init__(self, most: int = MOST_MEMORIES, largest: int = LARGEST) -> None:
        self._most, self._largest = most, largest
        self._kept: OrderedDict[str, Memory] = OrderedDict()
        self._size = 0

    def take(self, name: str, first: int, make: Callable[[], object]) -> Memory | None:
        """Takes out the memory of that name, or makes one if events start at the first; None if it lacks events before ``first``."""
        memory = self._kept.pop(name, None)
        if memory is not None:
            self._size -= memory.size
            if memory.told == first:
                return memory
        return None if first else Memory(make())

    def put(self, name: str, memory: Memory) -> None:
        """Puts a memory back that was used, and drops others if there are too many; it stays itself, however large it is."""
        memory.size = array_bytes(memory.content)
        self._size += memory.size
        self._kept[name] = memory
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._size > self._largest):
            self._size -= self._kept.popitem(last=False)[1].size


def array_bytes(content: object) -> int:
    """Returns the bytes of the arrays that a bot holds, which are nearly all of its memory."""
    total, seen, waiting = 0, set[int](), [content]
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, np.ndarray):
            total += each.nbytes
        elif isinstance(each, list | tuple):
            waiting += each
        elif isinstance(each, dict):
            waiting += each.values()
        elif type(each).__module__.startswith("nuns.bots."):  # not the board and the rules, which all bots share
            names = (*getattr(each, "__dict__", ()), *getattr(each, "__slots__", ()))
            waiting += [getattr(each, name) for name in names]
    return total


_memories = Memories()
_encode = msgspec.msgpack.Encoder().encode
_bot_requests, _suspicion_requests = msgspec.msgpack.Decoder(BotRequest), msgspec.msgpack.Decoder(SuspicionRequest)


def decide(request: bytes) -> bytes:
    return _encode(_decided(_bot_requests.decode(request)))


def suspicion(request: bytes) -> bytes:
    return _encode(_suspected(_suspicion_requests.decode(request)))


def bot_of(level: Level, seat: Seat) -> KnowingBot:
    """Returns a new bot of that level for the seat."""
    return BOTS[LEVELS[level]].maker(GUARDS if seat in GUARD_SEATS else NOVICES)()


def _decided(request: BotRequest) -> BotReply:
    seat, name = Seat(request.seat), f"{request.memory} {request.level}"
    memory = _memories.take(name, request.first, lambda: bot_of(request.level, seat))
    if memory is None:
        return BotReply()
    bot: KnowingBot = memory.content  # type: ignore[assignment]
    try:
        if isinstance(bot, Observer):
            bot.observe(request.events)
        else:
            bot = bot_of(request.level, seat)  # a bot without memory is made again, so that the same seed gives the same action
        known = unpack_known(request.known)
        action = bot.decide(Decision(setup_of(known), seat, known), Random(request.luck))
    except Exception as fault:  # for a log, without the message, which may quote what the seat knows
        return BotReply(fault=f"{LEVELS[request.level]}: {type(fault).__name__}")
    memory.told += len(request.events)
    _memories.put(name, memory)
    return BotReply(action)


def _suspected(request: SuspicionRequest) -> SuspicionReply:
    known = unpack_known(request.known)
    memory = _memories.take(request.memory, request.first, lambda: PublicSuspicion(setup_of(known)))
    if memory is None:
        return SuspicionReply()
    suspicion = memory.content
    assert isinstance(suspicion, PublicSuspicion)
    if memory.told and suspicion.is_slow:
        return SuspicionReply()  # it was taken out, and is made again in machine code when all events are told
    suspicion.observe(request.events)
    novices = suspicion.novices_as_known(known)
    memory.told += len(request.events)
    _memories.put(request.memory, memory)
    return SuspicionReply(novices)


def is_compiled() -> bool:
    """Tells whether the machine code of all levels is in the cache, so that a bot waits for seconds at most."""
    return DECISIONS.is_ready()


def warm(level: Level) -> None:
    """Compiles the filter and plays a few turns, so that the machine code of a level is cached for all processes."""
    prepare()  # the suspicion map waits for it
    game, dice, draws = new_game("mayfair", (2, 1)), SealedDice("warm"), 0
    players: dict[Seat, BotPlayer] = {}
    while not game.is_over and game.state.turn <= WARM_TURNS:
        seat = game.waiting[0]
        if seat == Seat.CHANCE:
            apply(game, next_chance(game, dice, draws))
            draws += 1
            continue
        if seat not in players:
            players[seat] = BotPlayer(level, seat, bot_of(level, seat), Random(level))
        apply(game, players[seat].answer(game)[0])
