"""What those who are connected to a table are sent: the table itself, what the seats see from which they look, and explanations."""

from collections.abc import Callable

import msgspec

from nuns.referee.seats import Seat
from nuns.server.protocol import Away, Changed, Explain, Explained, Look, TableState, Welcome
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.chat import Chat
from nuns.server.tables.connection import Connection, Connections
from nuns.server.tables.night.seat_feed import SeatFeed
from nuns.server.tables.permissions import Permissions, check_entry, visible_seat
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.presence import Presence
from nuns.server.tables.suspicion import SuspicionFeed
from nuns.server.tables.table_state import state_of

_encode = msgspec.json.Encoder().encode


class TableFeed:
    """The feed of one table. What a seat sees is worked out once, however many look from it."""

    def __init__(
        self,
        log: TableLog,
        connections: Connections,
        presence: Presence,
        chat: Chat,
        suspicion: SuspicionFeed,
        now: Callable[[], int],
    ) -> None:
        self._log, self._connections, self._now = log, connections, now
        self._presence, self._chat, self._suspicion = presence, chat, suspicion
        self.crowd_since: int | None = None  # when spectators came or went whom nobody was told of yet
        self._seat_feeds: dict[Seat, SeatFeed] = {}
        self._was_over = log.night.is_over
        self._shown: object = None  # the table as all were last told

    def state(self) -> TableState:
        """The table as everybody sees it now."""
        return state_of(self._log, self._presence.everywhere(), self._now())

    # Coming and going

    def connect(self, connection: Connection) -> None:
        """Welcomes somebody; Refusal 403 for a stranger at a table without spectators that is being played."""
        permissions = connection.permissions
        check_entry(self._log.settings, self._log.status, permissions)
        self._connections[connection] = None
        state = self.state()
        connection.told = permissions
        connection.tell(Welcome(table=state, chairs=permissions.chairs, host=permissions.host))
        self._chat.catch_up(connection)
        self._note_crowd(state, connection)

    def disconnect(self, connection: Connection) -> None:
        if connection in self._connections:
            del self._connections[connection]
            self._forget_unwatched()
            self._note_crowd(self.state(), connection)

    def _note_crowd(self, state: TableState, connection: Connection) -> None:
        """Somebody has come or gone. Of spectators, of whom there may be thousands, all are told only now and then."""
        if connection.permissions.chairs:
            self._tell_state(state, besides=connection)
        elif self.crowd_since is None:
            self.crowd_since = self._now()
        self._presence.publish_soon()

    def update_permissions(self) -> None:
        """Somebody has taken or left a seat."""
        for connection in self._connections:
            connection.permissions = self._log.seating.permissions(connection.token_hash, self._log.settings)
        self._presence.publish_soon()

    def close(self) -> None:
        """Sends nothing more to anybody."""
        self._connections.clear()
        self._presence.publish_soon()
        self._suspicion.close()

    # Looking

    async def look(self, connection: Connection, message: Look) -> None:
        seat = visible_seat(self._log.night, connection.permissions, message.seat)
        if connection not in self._connections:
            return
        seat_feed = self._seat_feeds.setdefault(seat, SeatFeed(seat))
        connection.looking[seat] = None
        connection.send(seat_feed.catch_up(self._log.night, message.after))
        connection.accept(message.id)
        self._suspicion.begin(connection, seat)

    def look_away(self, connection: Connection, message: Away) -> None:
        for seat in list(connection.looking):
            if seat == message.seat:
                del connection.looking[seat]
        self._forget_unwatched()
        connection.accept(message.id)

    def _forget_unwatched(self) -> None:
        watched = {seat for connection in self._connections for seat in connection.looking}
        self._seat_feeds = {seat: seat_feed for seat, seat_feed in self._seat_feeds.items() if seat in watched}

    async def explain(self, connection: Connection, message: Explain) -> None:
        seat = visible_seat(self._log.night, connection.permissions, message.seat)
        try:
            explanation = SeatFeed(seat).explanation(self._log.night, message.event)
        except ValueError as fault:
            raise Refusal(Why.IMPOSSIBLE, said=str(fault)) from None
        connection.tell(Explained(id=message.id, explanation=explanation))

    # Telling all of them

    def announce(self) -> None:
        """Sends every connection what has changed for it, and nothing where nothing has: a novice may write her plan dot by dot."""
        night = self._log.night
        if not self._connections:
            self._shown = None
            return
        news = {seat: seat_feed.news(night) for seat, seat_feed in self._seat_feeds.items()}
        self.crowd_since = None
        state, frames, before = self.state(), dict[Permissions, bytes](), self._shown
        self._shown = self._timeless(state)
        for connection in list(self._connections):
            for seat in connection.looking:
                if frame := news[seat]:
                    connection.send(frame)
            if self._shown != before or connection.told != connection.permissions:
                self._tell(connection, state, frames)
        self._suspicion.go_on()
        if night.is_over and not self._was_over:
            self._chat.tell_late()
        self._was_over = night.is_over

    def tell_table(self) -> None:
        """Sends everybody the table as it is now."""
        self._tell_state(self.state())

    def _tell_state(self, state: TableState, besides: Connection | None = None) -> None:
        self.crowd_since = None
        self._shown = self._timeless(state)
        frames: dict[Permissions, bytes] = {}
        for connection in list(self._connections):
            if connection is not besides:
                self._tell(connection, state, frames)

    def _tell(self, connection: Connection, state: TableState, frames: dict[Permissions, bytes]) -> None:
        connection.told = connection.permissions
        connection.send(changed(state, connection.permissions, frames))

    def _timeless(self, state: TableState) -> object:
        """What of the table does not change by itself: clocks as they are set, not as they run."""
        clocks = self._log.night.clocks
        return state if clocks is None else (state_of(self._log, self._presence.everywhere(), 0), clocks)


def changed(state: TableState, permissions: Permissions, frames: dict[Permissions, bytes]) -> bytes:
    """The frame, encoded once for all who have the same permissions."""
    if permissions not in frames:
        frames[permissions] = _encode(Changed(table=state, chairs=permissions.chairs, host=permissions.host))
    return frames[permissions]
