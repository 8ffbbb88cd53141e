"""Opening a store by its URL."""

from pathlib import Path
from urllib.parse import unquote

from nuns.server.store.errors import CannotOpen
from nuns.server.store.postgresql import PostgresqlStore
from nuns.server.store.sqlite import SqliteStore
from nuns.server.store.store import Store

FORMS = "sqlite:///file, sqlite:////absolute/file or postgresql://user:password@host/database"


async def open_store(url: str, *, create: bool = True) -> Store:
    """Opens a store and migrates it to the newest schema. With ``create`` an SQLite file may be missing; PostgreSQL's must exist."""
    scheme, _, rest = url.partition("://")
    match scheme:
        case "sqlite" if rest.startswith("/") and len(rest) > 1 and "?" not in rest:
            path = Path(unquote(rest[1:]))
            if not create and not path.exists():
                raise CannotOpen(f"expected a SQLite database at {path}, got no file")
            return await SqliteStore.open(path)
        case "postgresql" | "postgres":
            return await PostgresqlStore.open(url)
        case "sqlite":
            raise CannotOpen(f"expected {FORMS}, got a URL of SQLite without a file, or with more than a file")
        case _:
            raise CannotOpen(f"expected {FORMS}, got {f'a URL of {scheme}' if rest and scheme.isidentifier() else 'none of them'}")
