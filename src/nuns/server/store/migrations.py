"""The migrations from an empty database to the newest schema: ``schema/sqlite/0001.sql`` and so on, each run once, in order.

A released migration is never changed. ``schema_version`` lists those that were run.
"""

from importlib.resources import files

from nuns.server.store.errors import CannotOpen

CREATE_VERSIONS = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)"
ADD_VERSION = "INSERT INTO schema_version (version) VALUES ($1)"
LAST_VERSION = "SELECT COALESCE(MAX(version), 0) FROM schema_version"


def migrations(database: str) -> list[str]:
    """Returns all migrations of ``sqlite`` or ``postgresql``, in order."""
    folder = files("nuns.server.store") / "schema" / database
    return [file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name) if file.name.endswith(".sql")]


def missing(steps: list[str], done: int) -> list[tuple[int, str]]:
    """Returns the numbered migrations that are still to be run on a database of version ``done``."""
    if done > len(steps):
        raise CannotOpen(f"expected a store of schema {len(steps)} or older, got schema {done}: it was written by a newer nuns")
    return list(enumerate(steps, start=1))[done:]
