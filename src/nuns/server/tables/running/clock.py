"""The deadlines of a table: times at which it must act though nobody asks."""

from collections.abc import Callable

from nuns.server.tables.persistence import TableLog

COMMITTING = 6_000  # milliseconds in which browsers may commit themselves to a salt; a page that is loaded again has time for it
REVEALING = 10_000  # milliseconds in which they may reveal it; a salt that is still missing then is told as missing
COURTESY = 6_000  # milliseconds for which a bot lets a person go first who plays the other guard


class TableClock:
    """The deadlines of one table."""

    def __init__(self, log: TableLog, now: Callable[[], int]) -> None:
        self._log, self._now = log, now
        self._known: tuple[int, int | None] = -1, None  # a revision of the log, and its deadline

    def now(self) -> int:
        """Returns milliseconds since 1970."""
        return self._now()

    @property
    def is_due(self) -> bool:
        """Returns whether the deadline has passed. The node asks every table several times a second, so the deadline is cached."""
        if self._known[0] != self._log.revision:
            self._known = self._log.revision, self.deadline
        deadline = self._known[1]
        return deadline is not None and self._now() >= deadline

    @property
    def deadline(self) -> int | None:
        """Returns when the table must act next though nobody asks, in milliseconds since 1970."""
        night = self._log.night
        match self._log.status:
            case "sealing":
                return night.sealed_at + COMMITTING if night.published_at is None else night.published_at + REVEALING
            case "over" | "abandoned" if not self._log.is_finished:
                return night.last_at
            case "playing":
                return min((at for at in (self.time_out, self.window_end, self.courtesy_end) if at is not None), default=None)
            case _:
                return None

    @property
    def time_out(self) -> int | None:
        """Returns when the players whom the game waits for run out of time."""
        clocks = self._log.night.clocks
        return None if clocks is None else clocks.deadline

    @property
    def window_end(self) -> int | None:
        """Returns when the sealed window that is open ends."""
        return self._log.night.window_end

    @property
    def courtesy_end(self) -> int | None:
        """Returns the time until which a bot lets its human partner go first: of two guard players, either may start (4)."""
        night = self._log.night
        if night.game is None or not night.game.is_order_due:
            return None
        kinds = {night.is_bot(chair) for chair in night.waiting}
        return night.asked_at + COURTESY if len(kinds) == 2 else None

    def is_past(self, moment: int | None) -> bool:
        return moment is not None and self._now() >= moment
