"""A table while somebody is at it: one task, one queue, no locks.

Whatever changes a table waits for its turn, is tried on a copy of the night, kept by the store, and only then happens and is announced.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from nuns.server.protocol import Act, Away, Explain, Look, Salt, Say, TableState
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings, Status
from nuns.server.store import Change, Store, Table
from nuns.server.store import Status as Kept_status
from nuns.server.tables.audience import Audience
from nuns.server.tables.chairs import Chairs
from nuns.server.tables.chatting import Talk
from nuns.server.tables.connection import Connection
from nuns.server.tables.driving import Driver
from nuns.server.tables.founding import kept_of
from nuns.server.tables.hosting import Hosting
from nuns.server.tables.keeping import Keeping
from nuns.server.tables.night.entries import Line
from nuns.server.tables.night.night import Night
from nuns.server.tables.playing import Playing
from nuns.server.tables.presence import Presence
from nuns.server.tables.seating import Present, Seating, Standing, hashed
from nuns.server.tables.showing import state_of, status_of
from nuns.server.tables.turns import Turns, Work
from nuns.server.thinking.thinkers import Thinkers

T = TypeVar("T")


@dataclass(frozen=True)
class Means:
    """What a node lends its tables; ``owner`` is the node's name on leases."""

    store: Store
    thinkers: Thinkers
    now: Callable[[], int]
    new_seed: Callable[[], str]
    owner: str
    lease: float
    note: Callable[[int], object] = bool  # is told how many lines were kept


class LiveTable:
    """One table. Everything that changes it raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(self, means: Means, row: Table, seating: Seating, night: Night) -> None:
        self.means = means
        self.code = row.id
        self.night = night
        self.seating = seating
        self.driving = False
        self.touched = means.now()
        self.keeping = Keeping(self, row)
        self.audience = Audience(self)
        self.presence = Presence(self)
        self.talk = Talk(self)
        self.chairs = Chairs(self)
        self.driver = Driver(self)
        self._hosting = Hosting(self)
        self._playing = Playing(self)
        self.turns = Turns(self)

    @classmethod
    async def load(cls, means: Means, row: Table) -> "LiveTable":
        """The table as the store has it."""
        store = means.store
        seed = (await store.secret(row.id)).seed
        night = Night(kept_of(row).settings, seed.decode() if seed is not None else None)
        for entry in await store.read(row.id):
            night.read_on([entry])
            if night.length % 64 == 0:
                await asyncio.sleep(0)  # a long night shall not keep others waiting
        table = cls(means, row, Seating(await store.seats(row.id)), night)
        try:
            await table.talk.read_on()
            if store.is_shared:
                await table.look_around()
        except BaseException:
            await table.close()
            raise
        return table

    async def close(self) -> None:
        """Does what is in the queue, and no more."""
        self.turns.refuse()
        self.audience.close()
        self.driver.close()
        await self.turns.end()

    # As everybody sees it

    @property
    def settings(self) -> Settings:
        return self.keeping.kept.settings

    @property
    def status(self) -> Status:
        return status_of(self)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be kept."""
        return self.keeping.row.status in (Kept_status.OVER, Kept_status.ABANDONED)

    def state(self) -> TableState:
        """The table as everybody sees it; never more than is durable."""
        return state_of(self, self.means.now())

    def standing(self, token: str | None) -> Standing:
        return self.seating.standing(hashed(token), self.settings)

    def record(self) -> str:
        """When the night is over, for everybody."""
        if self.status != "over":
            raise Refusal(Why.RECORD_SECRET)
        return self.night.record()

    # Chairs

    async def sit(self, chair: ChairName, name: str, token: str | None) -> str:
        """In the lobby: takes an empty chair, or changes the name on one's own. Gives the token that holds it: the one shown if it holds
        something here already (one browser, several chairs), else a new one. During play only a chair that the token holds can be taken.
        """
        return await self.in_turn(lambda: self.chairs.sit(chair, name, token))

    async def seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        """The host, in the lobby; None empties the chair, whoever sat there."""
        await self.in_turn(lambda: self.chairs.seat_bot(chair, level, token))

    async def stand(self, chair: ChairName, token: str | None) -> None:
        """Leaves. During play a bot stands in, and the token stays good."""
        await self.in_turn(lambda: self.chairs.stand(chair, token))

    async def come_back(self, chair: ChairName, token: str | None) -> None:
        """Takes the chair back from the bot that stood in."""
        await self.in_turn(lambda: self.chairs.come_back(chair, token))

    # The whole table

    async def settle(self, settings: Settings, token: str | None) -> None:
        """The host, in the lobby. Chairs that are no more are emptied; one guard player becomes the Abbess, and back."""
        await self.in_turn(lambda: self._hosting.settle(settings, token))

    async def start(self, token: str | None) -> None:
        """The host; all chairs must be taken."""
        await self.in_turn(lambda: self._hosting.start(token))

    async def abandon(self, token: str | None) -> None:
        """The host, before the night is over."""
        await self.in_turn(lambda: self._hosting.abandon(token))

    async def rematch(self, token: str | None) -> tuple[str, str | None]:
        """When the night is over, whoever held a chair or is host: the code of the next table, with roles rotated, the same for all who
        ask, and the token that opens it (the one shown, which holds there what it held here).
        """
        return await self.in_turn(lambda: self._hosting.rematch(token))

    async def give_up(self) -> None:
        """Nobody will play on here."""
        await self._hosting.give_up()

    async def finish(self) -> None:
        """The night is over, and its record kept."""
        await self._hosting.finish()

    # Sockets

    def connect(self, token: str | None, send: Callable[[bytes], None]) -> Connection:
        """A socket. ``send`` is given whole frames of JSON, the first of them Welcome before this returns. Refusal 403 for a stranger at a
        table without spectators that is being played.
        """
        return self.audience.connect(token, send)

    def disconnect(self, connection: Connection) -> None:
        self.audience.disconnect(connection)

    @property
    def connections(self) -> dict[Connection, None]:
        return self.audience.connections

    async def look(self, connection: Connection, message: Look) -> None:
        await self.in_turn(lambda: self.audience.look(connection, message))

    async def look_away(self, connection: Connection, message: Away) -> None:
        self.audience.look_away(connection, message)

    async def explain(self, connection: Connection, message: Explain) -> None:
        await self.in_turn(lambda: self.audience.explain(connection, message))

    async def salt(self, connection: Connection, message: Salt) -> None:
        await self.in_turn(lambda: self._playing.salt(connection, message))

    async def act(self, connection: Connection, message: Act) -> None:
        await self.in_turn(lambda: self._playing.act(connection, message))

    async def say(self, connection: Connection, message: Say) -> None:
        await self.in_turn(lambda: self.talk.say(connection, message))

    # Telling everybody

    def announce(self) -> None:
        """Tells every socket what has changed for it."""
        self.touched = self.means.now()
        self.audience.announce()

    @property
    def crowd_since(self) -> int | None:
        return self.audience.crowd_since

    def tell_crowd(self) -> None:
        """How many spectators there are by now."""
        self.audience.tell_changed(self.state())

    # What is kept, and other nodes

    @property
    def is_behind(self) -> bool:
        return self.keeping.is_behind

    async def write(self, *lines: Line) -> bool:
        return await self.keeping.write(*lines)

    async def keep(self, trial: Night, lines: list[Line], at: int) -> bool:
        return await self.keeping.keep(trial, lines, at)

    def notice(self, change: Change) -> None:
        self.keeping.notice(change)

    def present(self) -> Present:
        """Who is connected, here or at other nodes."""
        return self.presence.everywhere()

    async def look_around(self) -> None:
        await self.presence.look_around()

    @property
    def has_company(self) -> bool:
        return self.presence.has_company

    # The queue

    async def in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Waits until it is done."""
        return await self.turns.take(work)

    def post(self, work: Work) -> None:
        """Does it when it is its turn."""
        self.turns.post(work)

    def wake(self) -> None:
        """Time has passed."""
        self.turns.wake()
