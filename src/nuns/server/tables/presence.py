"""Who is connected to a table, at this node and at the others."""

from typing import TYPE_CHECKING

from nuns.server.tables.seating import Present

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable

PRESENCE = 60.0  # seconds after which those who are connected to a node that is gone are forgotten
NOBODY = Present()


class Presence:
    """One table's."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._shown = NOBODY  # what other nodes were told of who is connected here
        self._elsewhere = NOBODY

    def everywhere(self) -> Present:
        here, elsewhere = self._here(), self._elsewhere
        return Present(here.chairs | elsewhere.chairs, here.spectators + elsewhere.spectators)

    @property
    def has_company(self) -> bool:
        """Whether somebody is connected at another node."""
        return self._elsewhere != NOBODY

    def _here(self) -> Present:
        connections = self._table.connections
        chairs = {chair for connection in connections for chair in connection.standing.chairs}
        return Present(frozenset(chairs), sum(not connection.standing.chairs for connection in connections))

    def be_seen(self) -> None:
        """Somebody has come or gone."""
        if self._table.means.store.is_shared:
            self._table.post(self._tell)

    async def _tell(self) -> None:
        here, store, code, node = self._here(), self._table.means.store, self._table.code, self._table.means.owner
        if here == self._shown:
            return
        if here == NOBODY:
            await store.leave(code, node)
        else:
            await store.be_present(code, node, " ".join(sorted(here.chairs)), here.spectators, PRESENCE)
        self._shown = here

    async def look_around(self) -> None:
        """Who is connected elsewhere."""
        table = self._table
        others = [each for each in await table.means.store.present(table.code) if each.node != table.means.owner]
        chairs = {chair for chair in table.settings.chairs for each in others if chair in each.chairs.split()}
        elsewhere = Present(frozenset(chairs), sum(each.others for each in others))
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            table.audience.tell_changed(table.state())
