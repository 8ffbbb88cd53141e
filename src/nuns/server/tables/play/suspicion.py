"""The suspicion map: where each novice may be, from public events alone; for guards at tables that have it."""

import asyncio
import logging
from collections.abc import Callable

from nuns.bots.players.bot import pack_known
from nuns.referee.events import Event
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.referee.view import known_by
from nuns.server.protocol import NoviceBelief, Suspicion
from nuns.server.tables.connection import Connection, Connections
from nuns.server.tables.night.seat_feed import game_of
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.work_queue import Post
from nuns.server.thinking.bot_worker import SuspicionReply, SuspicionRequest
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.thinkers import Thinkers

_log = logging.getLogger(__name__)


class SuspicionFeed:
    """The map of one table, computed while a guard looks; events that happen meanwhile go into the next one."""

    def __init__(self, thinkers: Thinkers, log: TableLog, connections: Connections, post: Post, share: Callable[[], Share]) -> None:
        self._thinkers, self._log, self._connections, self._post, self._share = thinkers, log, connections, post, share
        self._told = 0  # the number of events that the bot process was told
        self._events = 0  # the number of events behind the last map
        self._map: tuple[NoviceBelief, ...] | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, connection: Connection, seat: Seat) -> None:
        """Sends the last map to a guard who begins to look."""
        if self._log.settings.suspicion and seat in GUARD_SEATS:
            if self._map is not None:
                connection.tell(Suspicion(seat=seat, events=self._events, novices=self._map))
            self.go_on()

    def go_on(self) -> None:
        """Computes a new map if a guard looks and something has happened."""
        if self._task is None and self._is_wanted() and self._has_news():
            self._task = asyncio.create_task(self._work_out())

    def stop_unwanted(self) -> None:
        """Ends the computation of a map that nobody looks at any more."""
        if self._task is not None and not self._is_wanted():
            self._task.cancel()

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _is_wanted(self) -> bool:
        if not self._log.settings.suspicion or self._log.status != "playing":
            return False
        return any(seat in GUARD_SEATS for connection in self._connections for seat in connection.looking)

    def _has_news(self) -> bool:
        return self._map is None or len(self._public_events()) > self._events

    def _public_events(self) -> list[Event]:
        return self._log.events.of(game_of(self._log.night), Seat.SPECTATOR)

    async def _work_out(self) -> None:
        try:
            known = len(self._public_events())
            reply = await self._request_map(known)
            if reply.novices is not None:
                self._events = known
                self._map = tuple(NoviceBelief(novice=novice, dots=dots) for novice, dots in reply.novices.items())
                self._post(self._tell)
        except Exception as fault:
            _log.warning("table %s: the suspicion map failed: %s", self._log.code, fault)
            self._events = len(self._public_events())
            self._map = self._map or ()
        finally:
            self._task = None
        self.go_on()

    async def _request_map(self, known: int) -> SuspicionReply:
        public = pack_known(known_by(game_of(self._log.night), Seat.SPECTATOR))
        for start in dict.fromkeys((self._told, 0)):
            request = SuspicionRequest(self._log.code, start, tuple(self._public_events()[start:known]), public)
            reply = await self._thinkers.suspicion(self._share(), request)
            if reply.novices is not None:
                self._told = known
                return reply
        return SuspicionReply()

    async def _tell(self) -> None:
        assert self._map is not None
        for connection in self._connections:
            for seat in connection.looking:
                if seat in GUARD_SEATS:
                    connection.tell(Suspicion(seat=seat, events=self._events, novices=self._map))
