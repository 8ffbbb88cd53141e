"""One process of the server: the tables it has in hand, those whose bots and clocks it drives, and what it hears from other nodes."""

from collections.abc import Callable, Mapping

from nuns.server.live import LiveTable
from nuns.server.protocol import TableState
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Store
from nuns.server.thinking import Thinkers


class Node:
    """Tables by their code. The store and the thinkers are the caller's to close, after this."""

    @classmethod
    async def open(
        cls, store: Store, thinkers: Thinkers, *, now: Callable[[], int] | None = None, new_seed: Callable[[], str] | None = None
    ) -> "Node":
        """Goes on with every table that is being played and that nobody drives. ``now``: milliseconds since 1970."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finishes what is under way, and gives its leases back."""
        raise NotImplementedError

    async def create(self, settings: Settings, bots: Mapping[ChairName, Level]) -> tuple[LiveTable, str]:
        """A new table in the lobby, and its host's token; Refusal 422 for settings that cannot be played."""
        raise NotImplementedError

    async def lobby(self, *, before: str | None = None, limit: int = 50) -> list[TableState]:
        """Open tables in the lobby or being played, the newest first; ``before`` is the code of the last of the page before."""
        raise NotImplementedError

    async def table(self, code: str) -> LiveTable:
        """Refusal 404."""
        raise NotImplementedError
