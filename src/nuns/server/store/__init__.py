"""What the server keeps: one interface, in one SQLite file or on a PostgreSQL server."""

from nuns.server.store.codes import new_code, new_token, record_code, token_hash
from nuns.server.store.errors import CannotOpen, Closed, Conflict, NoSuchTable, StoreError, Taken, Unavailable
from nuns.server.store.opening import open_store
from nuns.server.store.store import Store
from nuns.server.store.values import (
    ChatRow,
    Entry,
    NewEntry,
    PresenceRow,
    RecordListing,
    RecordRow,
    SeatKind,
    SeatRow,
    Secret,
    StoreChange,
    TableRow,
    TableStatus,
)
from nuns.server.store.watching import ChangeWatch

__all__ = [
    "CannotOpen",
    "ChangeWatch",
    "ChatRow",
    "Closed",
    "Conflict",
    "Entry",
    "NewEntry",
    "NoSuchTable",
    "PresenceRow",
    "RecordListing",
    "RecordRow",
    "SeatKind",
    "SeatRow",
    "Secret",
    "Store",
    "StoreChange",
    "StoreError",
    "TableRow",
    "TableStatus",
    "Taken",
    "Unavailable",
    "new_code",
    "new_token",
    "open_store",
    "record_code",
    "token_hash",
]
