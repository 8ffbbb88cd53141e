"""The suspicion map: what can be believed of each novice from what everybody knows, for guards at tables that have it."""

import asyncio
import logging
from typing import TYPE_CHECKING

from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.server.protocol import NoviceBelief, Suspicion
from nuns.server.tables.night.night import Night
from nuns.server.tables.night.seeing import Watcher
from nuns.server.thinking.bot_worker import SuspicionReply, SuspicionRequest

if TYPE_CHECKING:
    from nuns.server.tables.connection import Connection
    from nuns.server.tables.live import LiveTable

_log = logging.getLogger(__name__)


class Suspecting:
    """One table's map, worked out while a guard looks; what comes meanwhile is taken into the next."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._public = Watcher(Seat.SPECTATOR)
        self._told = 0
        self._events = 0  # what the last map was made of
        self._map: tuple[NoviceBelief, ...] | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, connection: "Connection", seat: Seat) -> None:
        """A guard has begun to look."""
        if self._table.settings.suspicion and seat in GUARD_SEATS:
            if self._map is not None:
                connection.tell(Suspicion(seat=seat, events=self._events, novices=self._map))
            self.go_on()

    def go_on(self) -> None:
        """Something may have happened."""
        if self._task is None and self._is_wanted() and self._has_news():
            self._task = asyncio.create_task(self._work_out(self._table.night))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _is_wanted(self) -> bool:
        table = self._table
        if not table.settings.suspicion or table.status != "playing":
            return False
        return any(seat in GUARD_SEATS for connection in table.connections for seat in connection.looking)

    def _has_news(self) -> bool:
        self._public.look(self._table.night)
        return self._map is None or len(self._public.known) > self._events

    async def _work_out(self, night: Night) -> None:
        try:
            known = len(self._public.known)
            guess = await self._guess(known)
            if guess.novices is not None:
                self._events = known
                self._map = tuple(NoviceBelief(novice=novice, dots=dots) for novice, dots in guess.novices.items())
                self._table.post(self._tell)
        except Exception as fault:
            _log.warning("table %s: no suspicion could be worked out: %s", self._table.code, fault)
            self._events = len(self._public.known)
            self._map = self._map or ()
        finally:
            self._task = None
        self.go_on()

    async def _guess(self, known: int) -> SuspicionReply:
        view = self._public.view
        assert view is not None
        for start in dict.fromkeys((self._told, 0)):
            doubt = SuspicionRequest(self._table.code, start, tuple(self._public.known[start:known]), view)
            guess = await self._table.means.thinkers.guess(self._table.code, doubt)
            if guess.novices is not None:
                self._told = known
                return guess
        return SuspicionReply()

    async def _tell(self) -> None:
        assert self._map is not None
        for connection in self._table.connections:
            for seat in connection.looking:
                if seat in GUARD_SEATS:
                    connection.tell(Suspicion(seat=seat, events=self._events, novices=self._map))
