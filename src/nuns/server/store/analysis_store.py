"""The analyses in the store: one for each game file, by its key, with its worker and the newest draft.

The worker holds a lease by the database's clock, as with tables: when a node is gone, another may begin again.
"""

from abc import ABC, abstractmethod
from typing import Any

from nuns.server.store import statements as sql
from nuns.server.store.values import AnalysisRow, AnalysisState, Topic


class AnalysisStore(ABC):
    """The part of a store that keeps analyses."""

    @abstractmethod
    async def _read(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """Returns the rows of a query."""

    @abstractmethod
    async def _write(self, topic: Topic | None, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """Returns the rows of a changing statement, once it is durable."""

    @abstractmethod
    def _with_clock(self, statement: str) -> str:
        """Returns a statement in which ``{now}`` is the database's clock."""

    async def begin_analysis(self, key: str, record: str | None, owner: str, seconds: float) -> bool:
        """Returns whether the owner may work on an analysis from now on: not if it is done, or somebody else works on it."""
        given = (key, record, owner, round(seconds * 1000))
        return bool(await self._write(None, self._with_clock(sql.BEGIN_ANALYSIS), *given))

    async def analysis(self, key: str) -> AnalysisRow | None:
        """Returns an analysis; one whose worker is gone has stopped."""
        rows = await self._read(self._with_clock(sql.GET_ANALYSIS), key)
        if not rows:
            return None
        state, is_held, elapsed, drafts, body, has_record = rows[0]
        if state in ("waiting", "working") and not is_held:
            state = "stopped"
        return AnalysisRow(state, elapsed / 1000 if state == "working" else 0.0, drafts, body, bool(has_record))

    async def attach_analysis(self, key: str, record: str) -> None:
        """Lets an analysis that belongs to no record belong to this one, if that is stored."""
        await self._write(None, sql.ATTACH_ANALYSIS, key, record)

    async def renew_analysis(self, key: str, owner: str, seconds: float, *, is_working: bool) -> bool:
        """Prolongs the lease; returns False if the analysis was stopped or belongs to another by now."""
        state = "working" if is_working else "waiting"
        return bool(await self._write(None, self._with_clock(sql.RENEW_ANALYSIS), key, owner, round(seconds * 1000), state))

    async def keep_draft(self, key: str, owner: str, seconds: float, body: bytes, *, is_last: bool) -> bool:
        """Stores a draft and prolongs the lease; the last draft is the analysis. Returns False as ``renew_analysis`` does."""
        given = (key, owner, round(seconds * 1000), "done" if is_last else "working", body)
        return bool(await self._write(None, self._with_clock(sql.KEEP_DRAFT), *given))

    async def end_analysis(self, key: str, owner: str, state: AnalysisState) -> bool:
        """Marks an analysis that is not done as stopped or failed; returns whether the owner was at work on it."""
        return bool(await self._write(None, sql.END_ANALYSIS, key, owner, state))

    async def old_analyses(self, until: int) -> list[str]:
        """Returns analyses of game files that are not stored here, begun until that time, the oldest first."""
        return [row[0] for row in await self._read(sql.OLD_ANALYSES, until)]

    async def remove_analysis(self, key: str) -> bool:
        """Removes an analysis; returns whether it was there."""
        return bool(await self._write(None, sql.REMOVE_ANALYSIS, key))
