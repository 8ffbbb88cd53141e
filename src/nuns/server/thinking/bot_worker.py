"""The code of a bot process: bots with their memories, asked and answering in bytes. It is told only what a seat knows."""

from collections import OrderedDict
from collections.abc import Callable
from random import Random

import msgspec

from nuns.bots.belief import prepare
from nuns.bots.players.bot import Decision, KnowingBot, Observer, Row, setup_of, unpack_known
from nuns.bots.players.player import BotPlayer
from nuns.bots.players.suspicion import PublicSuspicion
from nuns.bots.registry import BOTS, GUARDS, LEVELS, NOVICES
from nuns.referee.actions import Action
from nuns.referee.dice import SealedDice, next_chance
from nuns.referee.events import Event
from nuns.referee.game import apply, new_game
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.server.settings import Level

MEMORIES = 256  # that a process keeps; a bot that is dropped is told all events again
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
    """The memory of a bot or of a table's suspicion map, and how many events it was told."""

    def __init__(self, content: object) -> None:
        self.content = content
        self.told = 0


_memories: OrderedDict[str, Memory] = OrderedDict()
_encode = msgspec.msgpack.Encoder().encode
_bot_requests, _suspicion_requests = msgspec.msgpack.Decoder(BotRequest), msgspec.msgpack.Decoder(SuspicionRequest)


def answer(request: bytes) -> bytes:
    return _encode(_answered(_bot_requests.decode(request)))


def suspicion(request: bytes) -> bytes:
    return _encode(_suspected(_suspicion_requests.decode(request)))


def bot_of(level: Level, seat: Seat) -> KnowingBot:
    """Returns a new bot of that level for the seat."""
    return BOTS[LEVELS[level]].maker(GUARDS if seat in GUARD_SEATS else NOVICES)()


def _answered(request: BotRequest) -> BotReply:
    seat = Seat(request.seat)
    memory = _remembered(f"{request.memory} {request.level}", request.first, lambda: bot_of(request.level, seat))
    if memory is None:
        return BotReply()
    memory.told += len(request.events)
    bot: KnowingBot = memory.content  # type: ignore[assignment]
    try:
        if isinstance(bot, Observer):
            bot.observe(request.events)
        else:
            bot = bot_of(request.level, seat)  # a bot without memory is made again, so that the same seed gives the same action
        known = unpack_known(request.known)
        return BotReply(bot.decide(Decision(setup_of(known), seat, known), Random(request.luck)))
    except Exception as fault:
        return BotReply(
            fault=f"{LEVELS[request.level]}: {type(fault).__name__}"
        )  # for a log, without the message, which may quote what the seat knows


def _suspected(request: SuspicionRequest) -> SuspicionReply:
    known = unpack_known(request.known)
    memory = _remembered(request.memory, request.first, lambda: PublicSuspicion(setup_of(known)))
    if memory is None:
        return SuspicionReply()
    suspicion = memory.content
    assert isinstance(suspicion, PublicSuspicion)
    memory.told += len(request.events)
    suspicion.observe(request.events)
    return SuspicionReply(suspicion.novices_as_known(known))


def _remembered(name: str, first: int, make: Callable[[], object]) -> Memory | None:
    """Returns the memory of that name, a new one if events start at the first; None if the memory lacks events before ``first``."""
    memory = _memories.pop(name, None)
    if memory is None or memory.told != first:
        if first:
            return None
        memory = Memory(make())
    _memories[name] = memory
    if len(_memories) > MEMORIES:
        _memories.popitem(last=False)
    return memory


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
