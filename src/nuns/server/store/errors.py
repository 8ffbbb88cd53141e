"""The errors of the store. Their texts name ids and numbers, never stored content."""


class StoreError(Exception):
    """The store could not do what was asked."""


class CannotOpen(StoreError):
    """There is no usable store at that address; the text says what was expected and what was found."""


class Closed(StoreError):
    """The store is closed and accepts nothing more."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class Unavailable(StoreError):
    """The database failed while it worked. Whether it stored what it was given is unknown: read before trying again."""


class Full(Unavailable):
    """There is no room on the database's disk. What was to be stored was not stored."""


class NoSuchTable(StoreError):
    """There is no table with that id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"expected the id of a table, got {table!r}")
        self.table = table


class Taken(StoreError):
    """Something that may be written only once exists already."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"{what} {name!r} is there already")


class Conflict(StoreError):
    """Another writer was first: ``actual`` is the sequence number or version that is there now."""

    def __init__(self, what: str, expected: int, actual: int) -> None:
        super().__init__(f"expected {what} at {expected}, got {actual}")
        self.expected = expected
        self.actual = actual
