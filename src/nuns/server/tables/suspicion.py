"""The suspicion map: what can be believed of each novice from what everybody knows, for guards at tables that have it."""

import asyncio
import logging

from nuns.bots.players.bot import packed
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.referee.view import known_by
from nuns.server.protocol import NoviceBelief, Suspicion
from nuns.server.tables.connection import Connection, Connections
from nuns.server.tables.night.seat_feed import SeatFeed, game_of
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.work_queue import Post
from nuns.server.thinking.bot_worker import SuspicionReply, SuspicionRequest
from nuns.server.thinking.thinkers import Thinkers

_log = logging.getLogger(__name__)


class SuspicionFeed:
    """The map of one table, worked out while a guard looks; what happens meanwhile goes into the next one."""

    def __init__(self, thinkers: Thinkers, log: TableLog, connections: Connections, post: Post) -> None:
        self._thinkers, self._log, self._connections, self._post = thinkers, log, connections, post
        self._public = SeatFeed(Seat.SPECTATOR)
        self._told = 0  # events that the thinkers were told
        self._events = 0  # events that the last map was made of
        self._map: tuple[NoviceBelief, ...] | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, connection: Connection, seat: Seat) -> None:
        """Somebody has begun to look from a seat: a guard is sent the last map."""
        if self._log.settings.suspicion and seat in GUARD_SEATS:
            if self._map is not None:
                connection.tell(Suspicion(seat=seat, events=self._events, novices=self._map))
            self.go_on()

    def go_on(self) -> None:
        """Works out a new map if one is wanted and something has happened."""
        if self._task is None and self._is_wanted() and self._has_news():
            self._task = asyncio.create_task(self._work_out())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _is_wanted(self) -> bool:
        if not self._log.settings.suspicion or self._log.status != "playing":
            return False
        return any(seat in GUARD_SEATS for connection in self._connections for seat in connection.looking)

    def _has_news(self) -> bool:
        self._public.look(self._log.night)
        return self._map is None or len(self._public.known) > self._events

    async def _work_out(self) -> None:
        try:
            known = len(self._public.known)
            guess = await self._guess(known)
            if guess.novices is not None:
                self._events = known
                self._map = tuple(NoviceBelief(novice=novice, dots=dots) for novice, dots in guess.novices.items())
                self._post(self._tell)
        except Exception as fault:
            _log.warning("table %s: no suspicion could be worked out: %s", self._log.code, fault)
            self._events = len(self._public.known)
            self._map = self._map or ()
        finally:
            self._task = None
        self.go_on()

    async def _guess(self, known: int) -> SuspicionReply:
        public = packed(known_by(game_of(self._log.night), Seat.SPECTATOR))
        for start in dict.fromkeys((self._told, 0)):
            doubt = SuspicionRequest(self._log.code, start, tuple(self._public.known[start:known]), public)
            guess = await self._thinkers.guess(self._log.code, doubt)
            if guess.novices is not None:
                self._told = known
                return guess
        return SuspicionReply()

    async def _tell(self) -> None:
        assert self._map is not None
        for connection in self._connections:
            for seat in connection.looking:
                if seat in GUARD_SEATS:
                    connection.tell(Suspicion(seat=seat, events=self._events, novices=self._map))
