"""The store: one interface to everything that the server stores, in one SQLite file or on a PostgreSQL server."""

from nuns.server.store.change_watches import ChangeWatch
from nuns.server.store.codes import new_code, new_token, record_code, token_hash
from nuns.server.store.database_url import open_store
from nuns.server.store.errors import CannotOpen, Closed, Conflict, Full, NoSuchTable, StoreError, Taken, Unavailable
from nuns.server.store.store import Store
from nuns.server.store.transfer import CannotMove, Contents, contents, move
from nuns.server.store.values import (
    AnalysisRow,
    AnalysisState,
    AttemptRow,
    ChatRow,
    DaySeal,
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

__all__ = [
    "AnalysisRow",
    "AnalysisState",
    "AttemptRow",
    "CannotMove",
    "CannotOpen",
    "ChangeWatch",
    "ChatRow",
    "Closed",
    "Conflict",
    "Contents",
    "DaySeal",
    "Entry",
    "Full",
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
    "contents",
    "move",
    "new_code",
    "new_token",
    "open_store",
    "record_code",
    "token_hash",
]
