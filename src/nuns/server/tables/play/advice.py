"""Advice while learning: what a good player would consider at a seat's decision, told to that seat alone where the table has it."""

from collections.abc import Callable

from nuns.referee.seats import Seat
from nuns.server.protocol import Advise, Advised
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName
from nuns.server.tables.connection import Connection
from nuns.server.tables.people.pace import Paces
from nuns.server.tables.persistence import TableLog
from nuns.server.thinking.advice_worker import advice_request
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.thinkers import Thinkers


class TableAdvice:
    """The advice of one table; only the connection that asks is answered. Addresses take turns, and ``limit`` is called with each."""

    def __init__(self, thinkers: Thinkers, log: TableLog, now: Callable[[], int], limit: Callable[[str], object]) -> None:
        self._thinkers, self._log, self._now, self._limit = thinkers, log, now, limit
        self._paces = Paces(10, 60_000, Why.TOO_MANY_ADVICE)

    async def advise(self, connection: Connection, message: Advise) -> None:
        """Sends a few choices for the decision that is before a seat; raises Refusal if it has gone by meanwhile."""
        if not self._log.settings.advice:
            raise Refusal(Why.ADVICE_OFF)
        chair = self._asked_chair(connection, message)
        self._paces.check(chair, self._now())
        self._limit(connection.address)
        request = advice_request(self._log.night.game_of_chair(chair), Seat(message.seat))
        choices = await self._thinkers.advise(Share(0, connection.address, self._log.code), request)
        self._asked_chair(connection, message)
        connection.tell(Advised(id=message.id, choices=choices))

    def _asked_chair(self, connection: Connection, message: Advise) -> ChairName:
        """Returns the seat, if it is the asker's own and the decision is before it."""
        status, night = self._log.status, self._log.night
        chair = night.chair_of(message.seat)
        if chair is None or chair not in connection.permissions.chairs:
            raise Refusal(Why.NOT_YOUR_SEAT)
        if status != "playing":
            raise Refusal(Why.NOT_PLAYING, status=status)
        if chair not in night.undecided or message.decision != night.decision(chair):
            raise Refusal(Why.STALE)
        return chair
