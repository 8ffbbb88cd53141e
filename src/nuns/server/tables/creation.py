"""Creating a table: its row in the store, its host, and its first players."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec

from nuns.referee.game_setup import BadSetup
from nuns.referee.options import RULES_VERSION
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings
from nuns.server.store import SeatKind, Store, TableRow, new_code
from nuns.server.tables.night.origins import TakenOver
from nuns.server.tables.people.seating import HOST

FIRST_RULES = 1  # rows that name no version were written under this one


class TableBlob(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of the ``settings`` column of a table's row."""

    settings: Settings
    rematch: str | None = None  # the code of the table that follows this one
    origin: str = ""  # who created it, as ``origin_of`` spells an address
    rules: int = FIRST_RULES  # the version of the rules it is played by, which may be older than this program's
    taken_over: TakenOver | None = None  # the game that it continues
    day: str | None = None  # the date of the night of a day


class Guest(NamedTuple):
    """A player who sits at a new table from the start: a person with the hash of their token, or a bot by its level."""

    kind: SeatKind
    player: str
    token_hash: bytes | None = None


_encode = msgspec.json.Encoder().encode
_blobs = msgspec.json.Decoder(TableBlob)


def encoded_blob(blob: TableBlob) -> bytes:
    return _encode(blob)


def blob_of(row: TableRow) -> TableBlob:
    return _blobs.decode(row.settings)


def check_settings(settings: Settings) -> None:
    """Raises ``Refusal`` with every reason why such a table cannot be played (12)."""
    try:
        settings.table()
    except BadSetup as fault:
        raise Refusal(Why.SETTINGS, said=str(fault)) from None


def origin_of(address: str) -> str:
    """Returns what is stored of an address, so that its tables share what one address may have: too little to tell the address."""
    return sha256(address.encode()).hexdigest()[:4] if address else ""


async def create_table(
    store: Store,
    at: int,
    settings: Settings,
    host: bytes | None,
    guests: Mapping[ChairName, Guest],
    origin: str = "",
    *,
    rules: int = RULES_VERSION,
    taken_over: TakenOver | None = None,
    day: str | None = None,
) -> TableRow:
    """Creates a table in the lobby. The host's row is written last, so a half-made table has no host and is never listed."""
    blob = TableBlob(settings, origin=origin, rules=rules, taken_over=taken_over, day=day)
    row = await store.create_table(new_code(), at=at, settings=encoded_blob(blob), open=settings.open)
    for chair, guest in guests.items():
        await store.claim(row.id, chair, 0, kind=guest.kind, player=guest.player, token_hash=guest.token_hash)
    if host is not None:
        await store.claim(row.id, HOST, 0, kind=SeatKind.EMPTY, token_hash=host)
    return row
