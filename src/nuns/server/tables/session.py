"""A loaded table: its parts, put together.

Every change of a table waits for its turn in the queue, is tried on a copy of the game, stored, and only then made and announced.
"""

import asyncio
from collections.abc import Callable
from typing import Any, assert_never

import msgspec

from nuns.server.protocol import Act, Advise, Away, ClientMessage, Commit, Explain, Look, PlanToward, Salt, Say, TableState
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings, Sides
from nuns.server.store import SeatKind, StoreChange, TableRow, Unavailable, record_code
from nuns.server.tables.connection import Connection, Connections
from nuns.server.tables.context import TableContext
from nuns.server.tables.host_actions import HostActions
from nuns.server.tables.night.seat_feed import game_of
from nuns.server.tables.night.summary import NightSummary, file_name, summary_of
from nuns.server.tables.people.chat import Chat
from nuns.server.tables.people.presence import Presence
from nuns.server.tables.people.seat_actions import SeatActions
from nuns.server.tables.people.seating import hashed
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.play.advice import TableAdvice
from nuns.server.tables.play.feed import TableFeed
from nuns.server.tables.play.player_actions import PlayerActions
from nuns.server.tables.play.suspicion import SuspicionFeed
from nuns.server.tables.running.automation import Automation
from nuns.server.tables.running.bot_answers import BotAnswers
from nuns.server.tables.running.clock import TableClock
from nuns.server.tables.running.lease import TableLease
from nuns.server.tables.work_queue import Work, WorkQueue
from nuns.server.thinking.fair_queue import Share

PLAYED, WATCHED = range(2)  # whose bots think first


class TableSession:
    """One table. Every method that changes it raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(self, context: TableContext, log: TableLog) -> None:
        store, now = context.store, context.now
        self.log = log
        self.connections: Connections = {}
        self._is_starting = False
        self.queue = WorkQueue(f"table {log.code}", now, self._run, lambda: self.automation.follow_up())
        self.lease = TableLease(store, log.code, context.owner, context.lease)
        self.clock = TableClock(log, now)
        self.presence = Presence(store, log, context.owner, self.connections, self.queue.post)
        self.bots = BotAnswers(context.thinkers, log, self.lease, now, self.queue.post, self._share, context.pace)
        self._chat = Chat(store, log, self.connections, now)
        suspicion = SuspicionFeed(context.thinkers, log, self.connections, self.queue.post, self._share)
        self.feed = TableFeed(log, self.connections, self.presence, self._chat, suspicion, now)
        self._advice = TableAdvice(context.thinkers, log, now, context.limit_advice)
        self._seats = SeatActions(log)
        self._host = HostActions(store, log, self._seats, self.lease, now, context.new_secret)
        self._players = PlayerActions(store, log, now)
        self.automation = Automation(store, log, self.lease, self.clock, self.bots, lambda: self.presence.everywhere, self._host.finish)
        log.seats_changed.append(self.feed.update_permissions)
        log.changed.append(self.feed.announce)
        self.presence.changed.append(self.feed.tell_table)

    @classmethod
    async def load(cls, context: TableContext, row: TableRow) -> "TableSession":
        """Loads a table from the store."""
        table = cls(context, await TableLog.load(context.store, row, context.now, context.note, context.wall))
        try:
            await table._chat.read_on()
            if context.store.is_shared:
                await table.presence.look_around()
        except BaseException:
            await table.close()
            raise
        return table

    async def close(self) -> None:
        """Finishes the jobs in the queue, and stops."""
        self.queue.refuse()
        self.feed.close()
        self.bots.close()
        await self.queue.end()

    @property
    def code(self) -> str:
        return self.log.code

    def state(self) -> TableState:
        """Returns the table as everybody sees it; never more than is durable."""
        return self.feed.state()

    @property
    def is_for_bots(self) -> bool:
        """Returns whether no seat is a person's."""
        return not any(self.log.seating.kind(chair) == SeatKind.PERSON for chair in self.log.settings.chairs)

    @property
    def is_in_play(self) -> bool:
        return self._is_starting or self.log.status in ("sealing", "playing")

    @property
    def is_stuck(self) -> bool:
        """Returns whether something is due here by itself and nobody is at work on it: no job, no bot that thinks.

        A table that could not reach the store is not stuck: it is tried again whenever the leases are renewed.
        """
        is_due = self.queue.has_kept or (self.lease.is_held and self.automation.is_due)
        return is_due and self.queue.is_idle and not self.bots.tasks and not self.log.is_behind

    @property
    def waits_for(self) -> str:
        """Returns what is due here, for the log."""
        return "the store" if self.queue.has_kept else "a clock" if self.clock.is_due else "a bot"

    def _share(self) -> Share:
        """Returns the table's share of the bots' processes: tables where people play and are connected go first."""
        night, present = self.log.night, self.presence.everywhere.chairs
        is_played = any(chair in present and not night.is_bot(chair) for chair in night.players)
        return Share(PLAYED if is_played else WATCHED, self.log.blob.origin or self.code, self.code)

    def revive(self) -> None:
        """Goes on after whatever kept the table from it: bots are asked and the log is read again."""
        self.log.is_behind = True
        self.bots.ask_again()
        self.queue.wake()

    def record(self) -> str:
        """Returns the record of the game; raises Refusal 409 until it is over or given up."""
        if not self.log.night.is_over:
            raise Refusal(Why.RECORD_SECRET)
        if self.log.is_closed:
            raise Refusal(Why.DAY_NOT_OVER)
        return self.log.night.record()

    def record_name(self) -> str:
        """Returns what the file of that record is called."""
        night = self.log.night
        summary = msgspec.json.decode(summary_of(game_of(night), night.names), type=NightSummary)
        return file_name(summary, night.last_at, record_code(self.code))

    # Changes, each queued

    async def sit(self, chair: ChairName, name: str, token: str | None) -> str:
        return await self.queue.take(lambda: self._seats.sit(chair, name, token))

    async def seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        await self.queue.take(lambda: self._seats.seat_bot(chair, level, token))

    async def stand(self, chair: ChairName, token: str | None) -> None:
        await self.queue.take(lambda: self._seats.stand(chair, token))

    async def come_back(self, chair: ChairName, token: str | None) -> None:
        await self.queue.take(lambda: self._seats.come_back(chair, token))

    async def change_settings(self, settings: Settings, token: str | None) -> None:
        await self.queue.take(lambda: self._host.change_settings(settings, token))

    async def start(self, token: str | None) -> None:
        self._is_starting = True
        try:
            await self.queue.take(lambda: self._host.start(token))
        finally:
            self._is_starting = False

    async def abandon(self, token: str | None) -> None:
        await self.queue.take(lambda: self._host.abandon(token))

    async def give_up(self) -> None:
        await self.queue.take(self._host.give_up)

    async def rematch(self, token: str | None, sides: Sides = "changed") -> tuple[str, str | None]:
        return await self.queue.take(lambda: self._host.rematch(token, sides))

    # Connections

    def connect(
        self,
        token: str | None,
        send: Callable[[bytes], None],
        address: str = "",
        dismiss: Callable[[], object] = bool,
        *,
        takes_updates: bool = False,
    ) -> Connection:
        """Connects a browser; raises Refusal 403 for a stranger at a table without spectators that is being played.

        ``send`` is given whole messages of JSON, the first of them Welcome before this returns; ``dismiss`` is called if the browser may no
        longer be here.
        """
        permissions, who = self.log.permissions(token), hashed(token)
        close = self.feed.disconnect
        connection = Connection(permissions, who, send, self._do_request, close, address, dismiss, takes_updates=takes_updates)
        self.feed.connect(connection)
        if self.is_stuck:  # bots alone play, and waited for somebody who watches
            self.queue.wake()
        return connection

    async def act_without_socket(self, token: str | None, message: Act) -> None:
        """Carries out an action without a connection; raises Refusal."""
        connection = Connection(self.log.permissions(token), hashed(token), lambda _: None, self._do_request, lambda _: None)
        await self._do_request(connection, message)

    async def _do_request(self, connection: Connection, message: ClientMessage) -> None:
        match message:
            case Away():
                self.feed.look_away(connection, message)
            case Look():
                await self.queue.take(lambda: self.feed.look(connection, message))
            case Explain():
                await self.feed.explain(connection, message)
            case PlanToward():
                await self.feed.plan_toward(connection, message)
            case Advise():
                await self._advice.advise(connection, message)
            case Act():
                await self.queue.take(lambda: self._players.play(connection, message))
            case Commit():
                await self.queue.take(lambda: self._players.commit(connection, message))
            case Salt():
                await self.queue.take(lambda: self._players.salt(connection, message))
            case Say():
                await self.queue.take(lambda: self._chat.say(connection, message))
            case _:
                assert_never(message)

    # Changes by other nodes

    def notice(self, change: StoreChange) -> None:
        """Queues the reading of what another node has changed."""
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
        """Runs a job of the queue on the table as the store has it."""
        try:
            if self.log.is_behind:
                await self._catch_up()
            return await work()
        except Unavailable as fault:
            self.log.fall_behind(fault)
            raise
        except asyncio.CancelledError:
            self.log.is_behind = True  # the job may be half done: the next one reads what is stored
            self.queue.wake()
            raise

    async def _catch_up(self) -> None:
        """Reads everything again, after the store or its announcements were away."""
        await self.log.refresh()
        await self._chat.read_on()
        await self.presence.look_around()
        self.log.catch_up()
