"""The messages to a table's connections: the state of the table, the positions of the seats, and explanations."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from nuns.referee.explain import explain
from nuns.referee.seats import Seat
from nuns.server.protocol import Aimed, Away, Changed, Explain, Explained, Look, PlanToward, TableState, Welcome
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.connection import Connection, Connections
from nuns.server.tables.night.seat_feed import PublicChanges, SeatFeed, game_of
from nuns.server.tables.people.chat import Chat
from nuns.server.tables.people.pace import Paces
from nuns.server.tables.people.permissions import Permissions, check_entry, may_enter, visible_seat
from nuns.server.tables.people.presence import Presence
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.play.suspicion import SuspicionFeed
from nuns.server.tables.play.table_state import standing_of, state_of

_encode = msgspec.json.Encoder().encode
EXPLAINING = ThreadPoolExecutor(1, thread_name_prefix="nuns-explaining")


class TableFeed:
    """The feed of one table. A seat's position is built once, however many connections look from it."""

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
        self._explanations = Paces(20, 60_000, Why.TOO_MANY_EXPLANATIONS)
        self.crowd_since: int | None = None  # since when the number of spectators has changed unannounced
        self._seat_feeds: dict[Seat, SeatFeed] = {}
        self._public = PublicChanges()
        self._was_over = log.night.is_over
        self._shown: object = None  # what the state was made of that was last announced

    def state(self) -> TableState:
        """Returns the table as everybody sees it now."""
        return state_of(self._log, self._presence.everywhere, self._now())

    # Coming and going

    def connect(self, connection: Connection) -> None:
        """Welcomes a connection; raises Refusal 403 for a stranger at a table without spectators that is being played."""
        permissions = connection.permissions
        check_entry(self._log.settings, self._log.status, permissions, is_closed=self._log.is_closed)
        self._connections[connection] = None
        self._presence.recount()
        state = self.state()
        connection.sent_permissions = permissions
        connection.tell(Welcome(table=state, chairs=permissions.chairs, host=permissions.host))
        self._chat.catch_up(connection)
        self._note_crowd(state, connection)

    def disconnect(self, connection: Connection) -> None:
        if connection in self._connections:
            del self._connections[connection]
            self._presence.recount()
            self._forget_unwatched()
            self._note_crowd(self.state(), connection)
            if self._log.status == "lobby" and not connection.permissions.chairs:  # mostly somebody who has just sat down
                self.tell_table()

    def _note_crowd(self, state: TableState, connection: Connection) -> None:
        """Announces that somebody came or went. Spectators, of whom there may be thousands, are counted only now and then."""
        if connection.permissions.chairs:
            self._tell_state(state, besides=connection)
        elif self.crowd_since is None:
            self.crowd_since = self._now()
        self._presence.publish_soon()

    def update_permissions(self) -> None:
        """Gives every connection the permissions that its token has now."""
        for connection in self._connections:
            connection.permissions = self._log.seating.permissions(connection.token_hash, self._log.settings)
        self._presence.recount()
        self._presence.publish_soon()

    def close(self) -> None:
        """Sends nothing more to anybody."""
        self._connections.clear()
        self._presence.recount()
        self._presence.publish_soon()
        self._suspicion.close()

    # Looking

    async def look(self, connection: Connection, message: Look) -> None:
        seat = visible_seat(self._log.night, connection.permissions, message.seat)
        if connection not in self._connections:
            return
        seat_feed = self._seat_feeds.setdefault(seat, SeatFeed(seat, self._log.events))
        connection.looking[seat] = wants_foresight = message.foresight or not connection.takes_updates
        connection.send(seat_feed.catch_up(self._log.night, message.after, with_foresight=wants_foresight))
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
        self._suspicion.stop_unwanted()

    async def explain(self, connection: Connection, message: Explain) -> None:
        """Explains an event. It may take long late in a game, so a thread does it; all tables share that thread."""
        seat = visible_seat(self._log.night, connection.permissions, message.seat)
        self._explanations.check(connection.who, self._now())
        game, loop = game_of(self._log.night).copy(), asyncio.get_running_loop()
        try:
            explanation = await loop.run_in_executor(EXPLAINING, explain, game, message.event, seat)
        except ValueError as fault:
            raise Refusal(Why.IMPOSSIBLE, said=str(fault)) from None
        connection.tell(Explained(id=message.id, explanation=explanation))

    async def plan_toward(self, connection: Connection, message: PlanToward) -> None:
        seat = visible_seat(self._log.night, connection.permissions, message.seat)
        try:
            aim = (self._seat_feeds.get(seat) or SeatFeed(seat, self._log.events)).aim(self._log.night, message.dot)
        except ValueError as fault:
            raise Refusal(Why.IMPOSSIBLE, said=str(fault)) from None
        connection.tell(Aimed(id=message.id, aim=aim))

    # Telling all of them

    def announce(self) -> None:
        """Sends every connection what has changed for it, and nothing where nothing has: a novice may write her plan dot by dot."""
        night = self._log.night
        self._dismiss_strangers()
        if not self._connections:
            self._shown = None
            return
        news = {seat: seat_feed for seat, seat_feed in self._seat_feeds.items() if seat_feed.advance(night, self._public)}
        self.crowd_since = None
        before, self._shown = self._shown, standing_of(self._log, self._presence.everywhere)
        state = self.state() if self._shown != before else None
        frames: dict[Permissions, bytes] = {}
        for connection in list(self._connections):
            for seat, wants_foresight in connection.looking.items():
                if seat in news:
                    is_update = connection.takes_updates
                    connection.send(news[seat].update(night, wants_foresight) if is_update else news[seat].position(night))
            if state is not None or connection.sent_permissions != connection.permissions:
                self._tell(connection, state or self.state(), frames)
        if self._log.settings.suspicion:
            self._suspicion.go_on()
        if night.is_over and not self._was_over:
            self._chat.tell_late()
        self._was_over = night.is_over

    def _dismiss_strangers(self) -> None:
        """Ends the connections of those who may no longer be here: a game without spectators has begun, or the table is gone."""
        log = self._log
        if log.settings.spectators and not log.is_removed:
            return
        strangers = [
            each
            for each in self._connections
            if log.is_removed or not may_enter(log.settings, log.status, each.permissions, is_closed=log.is_closed)
        ]
        for connection in strangers:
            self.disconnect(connection)
            connection.dismiss()

    def tell_table(self) -> None:
        """Sends everybody the table as it is now."""
        self._tell_state(self.state())

    def _tell_state(self, state: TableState, besides: Connection | None = None) -> None:
        self.crowd_since = None
        self._shown = standing_of(self._log, self._presence.everywhere)
        frames: dict[Permissions, bytes] = {}
        for connection in list(self._connections):
            if connection is not besides:
                self._tell(connection, state, frames)

    def _tell(self, connection: Connection, state: TableState, frames: dict[Permissions, bytes]) -> None:
        connection.sent_permissions = connection.permissions
        connection.send(changed(state, connection.permissions, frames))


def changed(state: TableState, permissions: Permissions, frames: dict[Permissions, bytes]) -> bytes:
    """Returns the frame, encoded once for all who have the same permissions."""
    if permissions not in frames:
        frames[permissions] = _encode(Changed(table=state, chairs=permissions.chairs, host=permissions.host))
    return frames[permissions]
