"""When a table must do something though nobody acts."""

from collections.abc import Callable

from nuns.server.tables.persistence import TableLog

SALTING = 3_000  # milliseconds in which browsers may add their salts to the seed
COURTESY = 6_000  # milliseconds for which a bot lets a person begin who shares the guards with it


class TableClock:
    """The deadlines of one table."""

    def __init__(self, log: TableLog, now: Callable[[], int]) -> None:
        self._log, self._now = log, now
        self._known: tuple[int, int | None] = -1, None  # the log's revision at which the deadline was worked out, and the deadline

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._now()

    @property
    def is_due(self) -> bool:
        """Whether the deadline has passed. The node asks this several times a second of every table; only a change of the log moves it."""
        if self._known[0] != self._log.revision:
            self._known = self._log.revision, self.deadline
        return self.is_past(self._known[1])

    @property
    def deadline(self) -> int | None:
        """When something must be done though nobody acts."""
        night = self._log.night
        match self._log.status:
            case "sealing":
                return night.sealed_at + SALTING
            case "over" if not self._log.is_finished:
                return night.last_at
            case "playing":
                return min((at for at in (self.time_out, self.courtesy_end) if at is not None), default=None)
            case _:
                return None

    @property
    def time_out(self) -> int | None:
        """When the time of those whom the game waits for is up."""
        clocks = self._log.night.clocks
        return None if clocks is None else clocks.deadline

    @property
    def courtesy_end(self) -> int | None:
        """The time until which a bot lets its human partner go first: of two guard players whoever starts is first (4)."""
        night = self._log.night
        if night.game is None or not night.game.is_order_due:
            return None
        kinds = {night.is_bot(chair) for chair in night.waiting}
        return night.asked_at + COURTESY if len(kinds) == 2 else None

    def is_past(self, moment: int | None) -> bool:
        return moment is not None and self._now() >= moment
