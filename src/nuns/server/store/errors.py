"""Why the store did not do it. Texts name ids and numbers, never what is kept."""


class StoreError(Exception):
    """The store did not do what it was asked."""


class CannotOpen(StoreError):
    """There is no store at that address; one line says what was expected and what was found."""


class Closed(StoreError):
    """The store was closed, and takes nothing more."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class Unavailable(StoreError):
    """The database failed in the middle. Whether it kept what it was given is unknown: read before trying again."""


class NoSuchTable(StoreError):
    """There is no table of that id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"expected the id of a table, got {table!r}")
        self.table = table


class Taken(StoreError):
    """What may be written once was there already."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"{what} {name!r} is there already")


class Conflict(StoreError):
    """Another writer was first: ``actual`` is the sequence number or version that is there now."""

    def __init__(self, what: str, expected: int, actual: int) -> None:
        super().__init__(f"expected {what} at {expected}, got {actual}")
        self.expected = expected
        self.actual = actual
