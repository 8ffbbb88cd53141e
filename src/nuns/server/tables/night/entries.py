"""The lines of a table's log, and their entries in the store."""

import msgspec

from nuns.referee.actions import Action
from nuns.referee.notation import read, written
from nuns.server.protocol import StandIn
from nuns.server.settings import ChairName, Level
from nuns.server.store import Entry, NewEntry


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """The player of a seat when the table started: a person by name, or a bot by its level."""

    chair: ChairName
    name: str = ""
    level: Level | None = None


class Sealed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table has started: the seal of its seed, its players, and the key that will sign its record; none in logs before 0.3."""

    seal: str
    players: tuple[Player, ...]
    public_key: str | None = None


class Committed(msgspec.Struct, frozen=True):
    """A seat has committed itself to a salt, by its hash under the terms."""

    chair: ChairName
    commitment: str


class Published(msgspec.Struct, frozen=True):
    """The commitments so far are published, and later ones are refused: from now on salts are revealed."""


class Added(msgspec.Struct, frozen=True):
    """A seat has revealed its salt, which is stored beside the log; the node that deals has read this line and mixes the salt in."""

    chair: ChairName


class Salted(msgspec.Struct, frozen=True):
    """The salts that are mixed into the seed; later ones are refused."""

    salts: dict[ChairName, str]


class Answered(msgspec.Struct, frozen=True):
    """A seat's action, and whether a bot chose it."""

    chair: ChairName
    action: Action
    bot: bool = False


class Held(msgspec.Struct, frozen=True):
    """A seat's answer in a sealed window, which is carried out when the window ends; and whether a bot chose it."""

    chair: ChairName
    action: Action
    bot: bool = False


class ChanceDrawn(msgspec.Struct, frozen=True):
    """An action of chance: the deal, or a die."""

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


class Abandoned(msgspec.Struct, frozen=True):
    """The host has given the game up after the deal: nobody acts any more, and the record is opened."""


LogLine = Sealed | Committed | Published | Added | Salted | Answered | Held | ChanceDrawn | Left | Back | Resumed | Abandoned
KINDS: dict[str, type[LogLine]] = {
    "sealed": Sealed,
    "committed": Committed,
    "published": Published,
    "added": Added,
    "salted": Salted,
    "action": Answered,
    "held": Held,
    "chance": ChanceDrawn,
    "left": Left,
    "back": Back,
    "resumed": Resumed,
    "abandoned": Abandoned,
}
NAMES = {kind: name for name, kind in KINDS.items()}


class _ActionBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The body of an entry with an action, which is stored as its notation."""

    chair: ChairName | None = None
    action: str
    bot: bool = False


_encode = msgspec.json.Encoder().encode
_action_bodies = msgspec.json.Decoder(_ActionBody)
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items() if kind not in (Answered, Held, ChanceDrawn)}


def entry_of(line: LogLine, at: int) -> NewEntry:
    """Returns a line as the store keeps it."""
    match line:
        case Answered(chair=chair, action=action, bot=bot) | Held(chair=chair, action=action, bot=bot):
            body = _encode(_ActionBody(chair=chair, action=written(action), bot=bot))
        case ChanceDrawn(action=action):
            body = _encode(_ActionBody(action=written(action)))
        case _:
            body = _encode(line)
    return NewEntry(NAMES[type(line)], at, body)


def line_of(entry: Entry) -> LogLine:
    """Returns the line that an entry holds."""
    if entry.kind in _decoders:
        return _decoders[entry.kind].decode(entry.body)
    if entry.kind not in KINDS:
        raise ValueError(f"expected an entry among {', '.join(KINDS)}; got {entry.kind!r}: the log is too new for this program")
    body = _action_bodies.decode(entry.body)
    action = read(body.action)
    if body.chair is None:
        return ChanceDrawn(action)
    return (Held if entry.kind == NAMES[Held] else Answered)(body.chair, action, body.bot)
