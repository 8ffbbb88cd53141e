"""Those who are connected to a table, and what each is told: the table itself, the seats from which she looks, and explanations."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from nuns.referee.seats import Seat
from nuns.server.protocol import Away, Changed, Explain, Explained, Look, TableState, Welcome
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.connection import Connection
from nuns.server.tables.night.seeing import Watcher
from nuns.server.tables.rights import check_entry, visible_seat
from nuns.server.tables.seating import Standing, hashed
from nuns.server.tables.showing import state_of
from nuns.server.tables.suspecting import Suspecting

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable

_encode = msgspec.json.Encoder().encode


class Audience:
    """One table's. What a seat sees is worked out once, however many look from it."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self.connections: dict[Connection, None] = {}
        self.crowd_since: int | None = None  # when spectators came or went of whom nobody was told yet
        self._watchers: dict[Seat, Watcher] = {}
        self._suspecting = Suspecting(table)
        self._was_over = table.night.is_over
        self._shown: object = None  # the table as all were last told

    # Coming and going

    def connect(self, token: str | None, send: Callable[[bytes], None]) -> Connection:
        table, standing = self._table, self._table.standing(token)
        check_entry(table, standing)
        connection = Connection(table, hashed(token), send)
        connection.standing = standing
        self.connections[connection] = None
        state = table.state()
        connection.told = standing
        connection.tell(Welcome(table=state, chairs=standing.chairs, host=standing.host))
        table.talk.catch_up(connection)
        self._gather(state, connection)
        return connection

    def disconnect(self, connection: Connection) -> None:
        if connection in self.connections:
            del self.connections[connection]
            self._forget_unwatched()
            self._gather(self._table.state(), connection)

    def _gather(self, state: TableState, connection: Connection) -> None:
        """Somebody has come or gone. Of spectators, of whom there may be thousands, all are told only now and then."""
        if connection.standing.chairs:
            self.tell_changed(state, besides=connection)
        elif self.crowd_since is None:
            self.crowd_since = self._table.means.now()
        self._table.presence.be_seen()

    def stand_anew(self) -> None:
        """Somebody has sat down or got up."""
        table = self._table
        for connection in self.connections:
            connection.standing = table.seating.standing(connection.hashed, table.settings)
        table.presence.be_seen()

    def close(self) -> None:
        """All are sent away."""
        self.connections.clear()
        self._table.presence.be_seen()
        self._suspecting.close()

    # Looking

    async def look(self, connection: Connection, message: Look) -> None:
        seat = visible_seat(self._table, connection.standing, message.seat)
        if connection not in self.connections:
            return
        watcher = self._watchers.setdefault(seat, Watcher(seat))
        connection.looking[seat] = None
        connection.send(watcher.catch_up(self._table.night, message.after))
        connection.accept(message.id)
        self._suspecting.begin(connection, seat)

    def look_away(self, connection: Connection, message: Away) -> None:
        for seat in list(connection.looking):
            if seat == message.seat:
                del connection.looking[seat]
        self._forget_unwatched()
        connection.accept(message.id)

    def _forget_unwatched(self) -> None:
        watched = {seat for connection in self.connections for seat in connection.looking}
        self._watchers = {seat: watcher for seat, watcher in self._watchers.items() if seat in watched}

    async def explain(self, connection: Connection, message: Explain) -> None:
        seat = visible_seat(self._table, connection.standing, message.seat)
        try:
            explanation = Watcher(seat).explanation(self._table.night, message.event)
        except ValueError as fault:
            raise Refusal(Why.IMPOSSIBLE, said=str(fault)) from None
        connection.tell(Explained(id=message.id, explanation=explanation))

    # Telling all of them

    def announce(self) -> None:
        """Tells every socket what has changed for it, and nothing where nothing has: a novice may write her plan dot by dot."""
        table = self._table
        if not self.connections:
            self._shown = None
            return
        news = {seat: watcher.news(table.night) for seat, watcher in self._watchers.items()}
        self.crowd_since = None
        state, frames, before = table.state(), dict[Standing, bytes](), self._shown
        self._shown = self._timeless(state)
        for connection in list(self.connections):
            for seat in connection.looking:
                if frame := news[seat]:
                    connection.send(frame)
            if self._shown != before or connection.told != connection.standing:
                self._tell(connection, state, frames)
        self._suspecting.go_on()
        if table.night.is_over and not self._was_over:
            table.talk.tell_late()
        self._was_over = table.night.is_over

    def tell_changed(self, state: TableState, besides: Connection | None = None) -> None:
        self.crowd_since = None
        self._shown = self._timeless(state)
        frames: dict[Standing, bytes] = {}
        for connection in list(self.connections):
            if connection is not besides:
                self._tell(connection, state, frames)

    def _tell(self, connection: Connection, state: TableState, frames: dict[Standing, bytes]) -> None:
        connection.told = connection.standing
        connection.send(changed(state, connection.standing, frames))

    def _timeless(self, state: TableState) -> object:
        """What of it does not change by itself: clocks as they are set, not as they run."""
        clocks = self._table.night.clocks
        return state if clocks is None else (state_of(self._table, 0), clocks)


def changed(state: TableState, standing: Standing, frames: dict[Standing, bytes]) -> bytes:
    """Written once for all who stand alike."""
    if standing not in frames:
        frames[standing] = _encode(Changed(table=state, chairs=standing.chairs, host=standing.host))
    return frames[standing]
