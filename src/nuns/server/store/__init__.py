"""What the server keeps: one interface, in one SQLite file or on a PostgreSQL server."""

from nuns.server.store.codes import new_code, new_token, record_code, token_hash
from nuns.server.store.errors import CannotOpen, Closed, Conflict, NoSuchTable, StoreError, Taken, Unavailable
from nuns.server.store.opening import open_store
from nuns.server.store.store import Store
from nuns.server.store.values import Change, Entry, Kind, Message, NewEntry, Presence, Record, RecordLine, Secret, Sitting, Status, Table
from nuns.server.store.watching import Watch

__all__ = [
    "CannotOpen",
    "Change",
    "Closed",
    "Conflict",
    "Entry",
    "Kind",
    "Message",
    "NewEntry",
    "NoSuchTable",
    "Presence",
    "Record",
    "RecordLine",
    "Secret",
    "Sitting",
    "Status",
    "Store",
    "StoreError",
    "Table",
    "Taken",
    "Unavailable",
    "Watch",
    "new_code",
    "new_token",
    "open_store",
    "record_code",
    "token_hash",
]
