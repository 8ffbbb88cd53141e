"""What the log of a table holds, entry by entry."""

import msgspec

from nuns.server.protocol import StandIn
from nuns.server.settings import ChairName, Level
from nuns.server.store import Entry, NewEntry


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sat on a chair when the table started: a person's name, or a bot of that level."""

    chair: ChairName
    name: str = ""
    level: Level | None = None


class Sealed(msgspec.Struct, frozen=True):
    """The table has started: the seal of its seed, and who plays."""

    seal: str
    players: tuple[Player, ...]


class Added(msgspec.Struct, frozen=True):
    """A chair has added its salt: kept beside the log, and mixed in by whoever has read this line."""

    chair: ChairName


class Salted(msgspec.Struct, frozen=True):
    """What the chairs have added to the seed; nothing is mixed in later."""

    salts: dict[ChairName, str]


class Answered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chair's action in the notation; whether a bot chose it."""

    chair: ChairName
    action: str
    bot: bool = False


class Drawn(msgspec.Struct, frozen=True):
    """What chance did: the deal, or a die."""

    action: str


class Left(msgspec.Struct, frozen=True):
    """From now on a bot stands in for whoever holds the chair."""

    chair: ChairName
    why: StandIn


class Back(msgspec.Struct, frozen=True):
    """She plays herself again."""

    chair: ChairName


class Resumed(msgspec.Struct, frozen=True):
    """The table was picked up after its node was gone: nobody's clock ran in between."""


Line = Sealed | Added | Salted | Answered | Drawn | Left | Back | Resumed
KINDS: dict[str, type[Line]] = {
    "sealed": Sealed,
    "added": Added,
    "salted": Salted,
    "action": Answered,
    "chance": Drawn,
    "left": Left,
    "back": Back,
    "resumed": Resumed,
}
NAMES = {kind: name for name, kind in KINDS.items()}
_encode = msgspec.json.Encoder().encode
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


def kept(line: Line, at: int) -> NewEntry:
    """A line as the store keeps it."""
    return NewEntry(NAMES[type(line)], at, _encode(line))


def line_of(entry: Entry) -> Line:
    """What an entry says."""
    if entry.kind not in _decoders:
        raise ValueError(f"expected an entry among {', '.join(KINDS)}; got {entry.kind!r}: the log is too new for this program")
    return _decoders[entry.kind].decode(entry.body)
