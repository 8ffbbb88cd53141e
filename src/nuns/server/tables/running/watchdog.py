"""The watchdog of a node: it notices tables on which nobody is at work though something is due, and revives them."""

import logging
from collections.abc import Mapping
from typing import NamedTuple

from nuns.server.tables.session import TableSession

PATIENCE = 2  # looks in a row at which a table must be found idle before it is revived
HUNG = 120.0  # seconds after which a job is given up; the store answers or fails much sooner
GIVE_UP = 3  # revivals without effect, after which the lease is released so that any node may try

_log = logging.getLogger(__name__)


class Idle(NamedTuple):
    """How often in a row a table was found idle, at which length of its log, and how often it was revived there."""

    length: int
    looks: int = 0
    revivals: int = 0


class Watchdog:
    """Looks at the tables of a node whenever it is asked to."""

    def __init__(self) -> None:
        self._idle: dict[str, Idle] = {}

    async def look(self, tables: Mapping[str, TableSession]) -> None:
        """Revives the tables that have been idle for some time though something is due."""
        idle: dict[str, Idle] = {}
        for code, table in list(tables.items()):
            if table.queue.busy_seconds > HUNG:
                _log.warning("table %s: a job did not end within %.0f s; the table goes on without it", code, HUNG)
                table.queue.give_up()
            elif table.is_stuck:
                length = table.log.night.length
                before = self._idle.get(code, Idle(length))
                found = before if before.length == length else Idle(length)
                idle[code] = await self._found(table, found._replace(looks=found.looks + 1))
        self._idle = idle

    async def _found(self, table: TableSession, idle: Idle) -> Idle:
        if idle.looks < PATIENCE:
            return idle
        _log.warning("table %s: it waited for %s and nobody was at work on it; it is revived", table.code, table.waits_for)
        table.revive()
        if idle.revivals + 1 >= GIVE_UP:
            await table.lease.release()
        return idle._replace(looks=0, revivals=idle.revivals + 1)
