"""What is said at a table: the players' channel, which all hear, and the spectators', which the players hear when they do not play."""

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from nuns.server.protocol import Channel, Line, Said, Say
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName
from nuns.server.store import Message, Store
from nuns.server.tables.rights import check_entry, may_enter
from nuns.server.tables.seating import good_text

if TYPE_CHECKING:
    from nuns.server.tables.connection import Connection
    from nuns.server.tables.live import LiveTable

CHANNELS: tuple[Channel, ...] = ("players", "spectators")
SHOWN = 100  # lines for one who comes
MOST, WITHIN = 5, 10_000  # lines a connection may say, in so many milliseconds
_encode = msgspec.json.Encoder().encode


class Chat:
    """The newest lines of both channels."""

    def __init__(self) -> None:
        self.lines: dict[Channel, deque[Line]] = {channel: deque(maxlen=SHOWN) for channel in CHANNELS}

    async def read_on(self, store: Store, table: str) -> list[Said]:
        """What others have said since."""
        news = []
        for channel, lines in self.lines.items():
            found = await store.chat(table, channel, lines[-1].number if lines else 0, SHOWN)
            lines.extend(line_of(message) for message in found)
            if found:
                news.append(Said(channel=channel, lines=tuple(map(line_of, found))))
        return news

    def said(self, channel: Channel, line: Line) -> Said | None:
        """The next line; None if others come before it that are not read yet."""
        lines = self.lines[channel]
        if line.number != (lines[-1].number if lines else 0) + 1:
            return None
        lines.append(line)
        return Said(channel=channel, lines=(line,))

    def so_far(self, channels: tuple[Channel, ...]) -> Iterator[Said]:
        for channel in channels:
            if self.lines[channel]:
                yield Said(channel=channel, lines=tuple(self.lines[channel]))


class Talk:
    """One table's: what is said is kept, and then told to all who may hear it."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._chat = Chat()

    async def say(self, connection: "Connection", message: Say) -> None:
        table = self._table
        text, at = good_text(message.text), table.means.now()
        chairs = connection.standing.chairs
        check_entry(table, connection.standing)
        connection.chatting.check(at, Why.TOO_MANY_MESSAGES)
        channel: Channel = "players" if chairs else "spectators"
        author = self._name_on(chairs[0]) if chairs else ""
        number = await table.means.store.say(table.code, channel, at=at, author=author, text=text)
        if said := self._chat.said(channel, Line(number=number, at=at, author=author, text=text)):
            self._tell(said)
        else:
            await self.listen()
        connection.accept(message.id)

    def _name_on(self, chair: ChairName) -> str:
        hand = self._table.night.hands.get(chair)
        return hand.name if hand else self._table.seating.name(chair)

    async def read_on(self) -> list[Said]:
        """What others have said since."""
        return await self._chat.read_on(self._table.means.store, self._table.code)

    async def listen(self) -> None:
        """Something was said at another node."""
        for said in await self.read_on():
            self._tell(said)

    def catch_up(self, connection: "Connection") -> None:
        """For one who comes."""
        for said in self._chat.so_far(tuple(channel for channel in CHANNELS if self._hears(connection, channel))):
            connection.tell(said)

    def tell_late(self) -> None:
        """What the spectators said while the players could not hear it."""
        for said in self._chat.so_far(("spectators",)):
            for connection in self._table.connections:
                if connection.standing.chairs:
                    connection.tell(said)

    def _tell(self, said: Said) -> None:
        frame = _encode(said)
        for connection in list(self._table.connections):
            if self._hears(connection, said.channel):
                connection.send(frame)

    def _hears(self, connection: "Connection", channel: Channel) -> bool:
        """Players hear the spectators only when they do not play; nobody hears them who may not be here any more."""
        if not may_enter(self._table, connection.standing):
            return False
        return channel == "players" or not connection.standing.chairs or self._table.status not in ("sealing", "playing")


class Pace:
    """How often somebody may do something."""

    def __init__(self, most: int = MOST, within: int = WITHIN) -> None:
        self._times: deque[int] = deque(maxlen=most)
        self._most, self._within = most, within

    def check(self, at: int, why: Why) -> None:
        if len(self._times) == self._most and at - self._times[0] < self._within:
            raise Refusal(why, most=self._most, seconds=self._within // 1000)
        self._times.append(at)


def line_of(message: Message) -> Line:
    return Line(number=message.number, at=message.at, author=message.author, text=message.text)
