"""What runs in a process of the thinkers: bots with their memories, asked in bytes and answering in bytes. It is told what a seat knows."""

from collections import OrderedDict
from collections.abc import Callable
from random import Random

import msgspec

from nuns.bots.players.bot import Observer
from nuns.bots.players.player import BotPlayer
from nuns.bots.players.position import table_of
from nuns.bots.players.suspicion import SuspicionMap
from nuns.bots.registry import GUARDS, NOVICES, bot_named
from nuns.referee.actions import Action
from nuns.referee.codes import WaitingFor
from nuns.referee.dice import SealedDice, next_chance
from nuns.referee.events import Event
from nuns.referee.game import apply, new_game
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.referee.view import View
from nuns.server.settings import Level

MEMORIES = 256  # that a process keeps; whoever is forgotten is told everything again
WARM_TURNS = 3
QUIET = (WaitingFor.ORDER, WaitingFor.PATH, WaitingFor.STEP)  # 7.4 whoever was heard has placed her token


class BotRequest(msgspec.Struct, frozen=True):
    """What a seat sees and has learnt from event ``first`` on; ``memory`` names who is asked, ``luck`` is hers for this decision."""

    memory: str
    level: Level
    luck: str
    seat: str
    first: int
    events: tuple[Event, ...]
    view: View


class BotReply(msgspec.Struct, frozen=True):
    """Her action, and what went wrong if it is only a random one; nothing if she must be told everything again."""

    action: Action | None = None
    fault: str | None = None


class SuspicionRequest(msgspec.Struct, frozen=True):
    """What everybody knows, from event ``first`` on; ``memory`` names the table."""

    memory: str
    first: int
    events: tuple[Event, ...]
    view: View


class SuspicionReply(msgspec.Struct, frozen=True):
    """By novice and dot, in thousandths; nothing if everything must be told again."""

    novices: dict[int, dict[int, int]] | None = None


class Memory:
    """One seat's, or a table's: something that was told so many events."""

    def __init__(self, mind: object) -> None:
        self.mind = mind
        self.told = 0


_memories: OrderedDict[str, Memory] = OrderedDict()
_encode = msgspec.msgpack.Encoder().encode
_questions, _doubts = msgspec.msgpack.Decoder(BotRequest), msgspec.msgpack.Decoder(SuspicionRequest)


def answer(question: bytes) -> bytes:
    return _encode(_answered(_questions.decode(question)))


def guess(doubt: bytes) -> bytes:
    return _encode(_guessed(_doubts.decode(doubt)))


def _answered(question: BotRequest) -> BotReply:
    seat = Seat(question.seat)
    kind = bot_named(question.level, GUARDS if seat in GUARD_SEATS else NOVICES)
    maker = kind.maker(GUARDS if seat in GUARD_SEATS else NOVICES)

    def sit_down() -> BotPlayer:
        return BotPlayer(kind.name, seat, maker(), Random())

    memory = _remembered(f"{question.memory} {question.level}", question.first, sit_down)
    if memory is None:
        return BotReply()
    seated = memory.mind
    assert isinstance(seated, BotPlayer)
    if not isinstance(seated.bot, Observer):
        seated.bot = maker()  # it has nothing to remember, and so the same luck gives the same action
    seated.rng = Random(question.luck)
    memory.told += len(question.events)
    action, fault = seated.reply(question.view, question.events)
    return BotReply(action, fault and kind_of(fault))


def kind_of(fault: str) -> str:
    """Which bot failed, and with what kind of error: its words may quote what the seat knows, and this is for a log."""
    return ": ".join(fault.split(": ")[:2])


def _guessed(doubt: SuspicionRequest) -> SuspicionReply:
    memory = _remembered(doubt.memory, doubt.first, lambda: SuspicionMap(table_of(doubt.view)))
    if memory is None:
        return SuspicionReply()
    suspicion = memory.mind
    assert isinstance(suspicion, SuspicionMap)
    suspicion.observe(doubt.events)
    memory.told += len(doubt.events)
    if doubt.view.waiting_for in QUIET:
        suspicion.quiet()
    return SuspicionReply(suspicion.novices({novice.novice: novice.dot for novice in doubt.view.novices if novice.dot is not None}))


def _remembered(name: str, first: int, make: Callable[[], object]) -> Memory | None:
    """The memory of that name; a new one for one who is told everything; None for one who lacks what came before ``first``."""
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
    """Plays a few turns, so that the machine code of a level is compiled and kept for all."""
    game, dice, draws = new_game("mayfair", (2, 1)), SealedDice("warm"), 0
    players: dict[Seat, BotPlayer] = {}
    while not game.is_over and game.state.turn <= WARM_TURNS:
        seat = game.waiting[0]
        if seat == Seat.CHANCE:
            apply(game, next_chance(game, dice, draws))
            draws += 1
            continue
        side = GUARDS if seat in GUARD_SEATS else NOVICES
        if seat not in players:
            kind = bot_named(level, side)
            players[seat] = BotPlayer(kind.name, seat, kind.maker(side)(), Random(level))
        apply(game, players[seat].answer(game)[0])
