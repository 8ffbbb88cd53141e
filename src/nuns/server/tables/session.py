"""A table while somebody is at it: its parts, put together.

Whatever changes a table waits for its turn in the queue, is tried on a copy of the game, stored, and only then made and announced.
"""

from collections.abc import Callable
from typing import Any, assert_never

from nuns.server.protocol import Act, Away, ClientMessage, Explain, Look, Salt, Say, TableState
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import StoreChange, TableRow, Unavailable
from nuns.server.tables.automation import Automation
from nuns.server.tables.bot_answers import BotAnswers
from nuns.server.tables.chat import Chat
from nuns.server.tables.clock import TableClock
from nuns.server.tables.connection import Connection, Connections
from nuns.server.tables.context import TableContext
from nuns.server.tables.feed import TableFeed
from nuns.server.tables.host_actions import HostActions
from nuns.server.tables.lease import TableLease
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.player_actions import PlayerActions
from nuns.server.tables.presence import Presence
from nuns.server.tables.seat_actions import SeatActions
from nuns.server.tables.seating import hashed
from nuns.server.tables.suspicion import SuspicionFeed
from nuns.server.tables.work_queue import Work, WorkQueue


class TableSession:
    """One table. Everything that changes it raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(self, context: TableContext, log: TableLog) -> None:
        store, now = context.store, context.now
        self.log = log
        self.connections: Connections = {}
        self.queue = WorkQueue(f"table {log.code}", now)
        self.lease = TableLease(store, log.code, context.owner, context.lease)
        self.clock = TableClock(log, now)
        self.presence = Presence(store, log, context.owner, self.connections, self.queue.post)
        self.bots = BotAnswers(context.thinkers, log, self.lease, now, self.queue.post)
        self._chat = Chat(store, log, self.connections, now)
        suspicion = SuspicionFeed(context.thinkers, log, self.connections, self.queue.post)
        self.feed = TableFeed(log, self.connections, self.presence, self._chat, suspicion, now)
        self._seats = SeatActions(log)
        self._host = HostActions(store, log, self._seats, self.lease, now, context.new_seed)
        self._players = PlayerActions(store, log, now)
        self.automation = Automation(store, log, self.lease, self.clock, self.bots, self.presence.everywhere, self._host.finish)
        log.seats_changed.connect(self.feed.update_permissions)
        log.changed.connect(self.feed.announce)
        self.presence.changed.connect(self.feed.tell_table)
        self.queue.start(self._run, self.automation.follow_up)

    @classmethod
    async def load(cls, context: TableContext, row: TableRow) -> "TableSession":
        """The table as the store has it."""
        table = cls(context, await TableLog.load(context.store, row, context.now, context.note))
        try:
            await table._chat.read_on()
            if context.store.is_shared:
                await table.presence.look_around()
        except BaseException:
            await table.close()
            raise
        return table

    async def close(self) -> None:
        """Does what is in the queue, and no more."""
        self.queue.refuse()
        self.feed.close()
        self.bots.close()
        await self.queue.end()

    @property
    def code(self) -> str:
        return self.log.code

    def state(self) -> TableState:
        """The table as everybody sees it; never more than is durable."""
        return self.feed.state()

    def record(self) -> str:
        """The record of the game, for everybody when it is over."""
        if self.log.status != "over":
            raise Refusal(Why.RECORD_SECRET)
        return self.log.night.record()

    # What is done to it, each in its turn

    async def sit(self, chair: ChairName, name: str, token: str | None) -> str:
        return await self.queue.take(lambda: self._seats.sit(chair, name, token))

    async def seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        await self.queue.take(lambda: self._seats.seat_bot(chair, level, token))

    async def stand(self, chair: ChairName, token: str | None) -> None:
        await self.queue.take(lambda: self._seats.stand(chair, token))

    async def come_back(self, chair: ChairName, token: str | None) -> None:
        await self.queue.take(lambda: self._seats.come_back(chair, token))

    async def settle(self, settings: Settings, token: str | None) -> None:
        await self.queue.take(lambda: self._host.settle(settings, token))

    async def start(self, token: str | None) -> None:
        await self.queue.take(lambda: self._host.start(token))

    async def abandon(self, token: str | None) -> None:
        await self.queue.take(lambda: self._host.abandon(token))

    async def give_up(self) -> None:
        await self.queue.take(self._host.give_up)

    async def rematch(self, token: str | None) -> tuple[str, str | None]:
        return await self.queue.take(lambda: self._host.rematch(token))

    # Connections

    def connect(self, token: str | None, send: Callable[[bytes], None]) -> Connection:
        """Connects a browser. ``send`` is given whole frames of JSON, the first of them Welcome before this returns. Refusal 403 for a
        stranger at a table without spectators that is being played.
        """
        connection = Connection(self.log.permissions(token), hashed(token), send, self._carry_out, self.feed.disconnect)
        self.feed.connect(connection)
        return connection

    async def _carry_out(self, connection: Connection, message: ClientMessage) -> None:
        match message:
            case Away():
                self.feed.look_away(connection, message)
            case Look():
                await self.queue.take(lambda: self.feed.look(connection, message))
            case Explain():
                await self.queue.take(lambda: self.feed.explain(connection, message))
            case Act():
                await self.queue.take(lambda: self._players.act(connection, message))
            case Salt():
                await self.queue.take(lambda: self._players.salt(connection, message))
            case Say():
                await self.queue.take(lambda: self._chat.say(connection, message))
            case _:
                assert_never(message)

    # What other nodes did

    def notice(self, change: StoreChange) -> None:
        """Another node has changed something here: reads it when its turn comes."""
        match change.topic:
            case "log":
                self.queue.post(self.log.read_on)
            case "chat":
                self.queue.post(self._chat.read_on)
            case "presence":
                self.queue.post(self.presence.look_around)
            case "table" | "seats":
                self.queue.post(self.log.refresh)
            case None:
                self.queue.post(self._catch_up)
            case _:
                assert_never(change.topic)

    async def _run(self, work: Work) -> Any:
        """Does a job of the queue, on the table as the store has it."""
        try:
            if self.log.is_behind:
                await self._catch_up()
            return await work()
        except Unavailable:
            self.log.is_behind = True
            raise

    async def _catch_up(self) -> None:
        """Reads everything again, after the store or its news were away."""
        await self.log.refresh()
        await self._chat.read_on()
        await self.presence.look_around()
        self.log.is_behind = False
