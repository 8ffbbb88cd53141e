"""Making a table: its row in the store, its host and who sits there from the first."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from nuns.referee.table import BadTable
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings
from nuns.server.store import Kind, Store, Table, new_code
from nuns.server.tables.seating import HOST


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the store keeps of a table beside its seats and its log."""

    settings: Settings
    rematch: str | None = None


class Guest(NamedTuple):
    """Somebody who sits from the first: a person with her token's hash, or a bot by its level."""

    kind: Kind
    player: str
    token_hash: bytes | None = None


_encode = msgspec.json.Encoder().encode
_kept = msgspec.json.Decoder(Kept)


def blob(kept: Kept) -> bytes:
    return _encode(kept)


def kept_of(row: Table) -> Kept:
    return _kept.decode(row.settings)


def check_settings(settings: Settings) -> None:
    """12 Whether such a table can be played."""
    try:
        settings.table()
    except BadTable as fault:
        raise Refusal(Why.SETTINGS, said=str(fault)) from None


async def found(store: Store, at: int, settings: Settings, host: bytes | None, guests: Mapping[ChairName, Guest]) -> Table:
    """A new table in the lobby. It has its host last: one that was left half made has none, and is not listed."""
    row = await store.create_table(new_code(), at=at, settings=blob(Kept(settings)), open=settings.open)
    for chair, guest in guests.items():
        await store.claim(row.id, chair, 0, kind=guest.kind, player=guest.player, token_hash=guest.token_hash)
    if host is not None:
        await store.claim(row.id, HOST, 0, kind=Kind.EMPTY, token_hash=host)
    return row
