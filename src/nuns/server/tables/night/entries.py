"""The lines of a table's log, and the entries in which the store keeps them."""

import msgspec

from nuns.referee.actions import Action
from nuns.referee.notation import read, written
from nuns.server.protocol import StandIn
from nuns.server.settings import ChairName, Level
from nuns.server.store import Entry, NewEntry


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat when the table started: a person by name, or a bot by its level."""

    chair: ChairName
    name: str = ""
    level: Level | None = None


class Sealed(msgspec.Struct, frozen=True):
    """The table has started: the seal of its seed, and who plays."""

    seal: str
    players: tuple[Player, ...]


class Added(msgspec.Struct, frozen=True):
    """A seat has added its salt, which is stored beside the log; the node that deals has read this line and mixes it in."""

    chair: ChairName


class Salted(msgspec.Struct, frozen=True):
    """The salts that are mixed into the seed; later ones are refused."""

    salts: dict[ChairName, str]


class Answered(msgspec.Struct, frozen=True):
    """A seat's action, and whether a bot chose it."""

    chair: ChairName
    action: Action
    bot: bool = False


class ChanceDrawn(msgspec.Struct, frozen=True):
    """What chance did: the deal, or a die."""

    action: Action


class Left(msgspec.Struct, frozen=True):
    """From now on a bot stands in for the person who holds the seat."""

    chair: ChairName
    why: StandIn


class Back(msgspec.Struct, frozen=True):
    """The person who holds the seat plays again."""

    chair: ChairName


class Resumed(msgspec.Struct, frozen=True):
    """Another node took the table over: no clock ran in between."""


LogLine = Sealed | Added | Salted | Answered | ChanceDrawn | Left | Back | Resumed
KINDS: dict[str, type[LogLine]] = {
    "sealed": Sealed,
    "added": Added,
    "salted": Salted,
    "action": Answered,
    "chance": ChanceDrawn,
    "left": Left,
    "back": Back,
    "resumed": Resumed,
}
NAMES = {kind: name for name, kind in KINDS.items()}


class _ActionBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The body of an entry with an action, which is stored as its notation."""

    chair: ChairName | None = None
    action: str
    bot: bool = False


_encode = msgspec.json.Encoder().encode
_action_bodies = msgspec.json.Decoder(_ActionBody)
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items() if kind not in (Answered, ChanceDrawn)}


def entry_of(line: LogLine, at: int) -> NewEntry:
    """A line as the store keeps it."""
    match line:
        case Answered(chair=chair, action=action, bot=bot):
            body = _encode(_ActionBody(chair=chair, action=written(action), bot=bot))
        case ChanceDrawn(action=action):
            body = _encode(_ActionBody(action=written(action)))
        case _:
            body = _encode(line)
    return NewEntry(NAMES[type(line)], at, body)


def line_of(entry: Entry) -> LogLine:
    """The line that an entry holds."""
    if entry.kind in _decoders:
        return _decoders[entry.kind].decode(entry.body)
    if entry.kind not in KINDS:
        raise ValueError(f"expected an entry among {', '.join(KINDS)}; got {entry.kind!r}: the log is too new for this program")
    body = _action_bodies.decode(entry.body)
    action = read(body.action)
    return ChanceDrawn(action) if body.chair is None else Answered(body.chair, action, body.bot)
