"""Opening a store by its URL."""

from pathlib import Path
from urllib.parse import unquote

from nuns.server.store.errors import CannotOpen
from nuns.server.store.postgresql import PostgresqlStore
from nuns.server.store.sqlite import SqliteStore
from nuns.server.store.store import Store

FORMS = "sqlite:///file, sqlite:////absolute/file or postgresql://user:password@host/database"


async def open_store(url: str) -> Store:
    """Opens a store and migrates it to the newest schema. An SQLite file is created if it is missing; a PostgreSQL database must exist."""
    scheme, _, rest = url.partition("://")
    match scheme:
        case "sqlite" if rest.startswith("/") and len(rest) > 1 and "?" not in rest:
            return await SqliteStore.open(Path(unquote(rest[1:])))
        case "postgresql" | "postgres":
            return await PostgresqlStore.open(url)
        case "sqlite":
            raise CannotOpen(f"expected {FORMS}, got a URL of SQLite without a file, or with more than a file")
        case _:
            raise CannotOpen(f"expected {FORMS}, got {f'a URL of {scheme}' if rest and scheme.isidentifier() else 'none of them'}")
