"""Presence: the connections to a table, at this node and at the others."""

from nuns.server.store import Store
from nuns.server.tables.connection import Connections
from nuns.server.tables.people.seating import Present
from nuns.server.tables.persistence import Listener, TableLog
from nuns.server.tables.work_queue import Post

PRESENCE = 60.0  # seconds after which the connections of a node that is gone are forgotten
NOBODY = Present()


class Presence:
    """The connections to one table; those in ``changed`` are called when somebody has come or gone at another node."""

    def __init__(self, store: Store, log: TableLog, node: str, connections: Connections, post: Post) -> None:
        self._store, self._log, self._node, self._connections, self._post = store, log, node, connections, post
        self._published = NOBODY  # the connections here that other nodes were told
        self._elsewhere = NOBODY
        self._here = NOBODY
        self.everywhere = NOBODY
        self.changed = list[Listener]()

    def recount(self) -> None:
        """Counts the connections here again: one has come or gone, or may do something else now."""
        chairs = {chair for connection in self._connections for chair in connection.permissions.chairs}
        self._here = Present(frozenset(chairs), sum(not connection.permissions.chairs for connection in self._connections))
        self._add_up()

    def _add_up(self) -> None:
        here, elsewhere = self._here, self._elsewhere
        self.everywhere = Present(here.chairs | elsewhere.chairs, here.spectators + elsewhere.spectators)

    @property
    def has_company(self) -> bool:
        """Returns whether somebody is connected at another node."""
        return self._elsewhere != NOBODY

    def publish_soon(self) -> None:
        """Tells the other nodes, if there are any, who is connected here."""
        if self._store.is_shared:
            self._post(self._publish)

    async def _publish(self) -> None:
        here = self._here
        if here == self._published:
            return
        if here == NOBODY:
            await self._store.leave(self._log.code, self._node)
        else:
            await self._store.be_present(self._log.code, self._node, " ".join(sorted(here.chairs)), here.spectators, PRESENCE)
        self._published = here

    async def look_around(self) -> None:
        """Reads who is connected at other nodes."""
        others = [each for each in await self._store.present(self._log.code) if each.node != self._node]
        chairs = {chair for chair in self._log.settings.chairs for each in others if chair in each.chairs.split()}
        elsewhere = Present(frozenset(chairs), sum(each.others for each in others))
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self._add_up()
            for listener in self.changed:
                listener()
