"""The chat of a table: the players' channel, which all read, and the spectators', which the players read when they do not play."""

from collections import deque
from collections.abc import Callable, Iterator

import msgspec

from nuns.server.protocol import Channel, Line, Said, Say
from nuns.server.refusal import Why
from nuns.server.settings import ChairName
from nuns.server.store import ChatRow, Store
from nuns.server.tables.connection import Connection, Connections
from nuns.server.tables.people.pace import Paces
from nuns.server.tables.people.permissions import check_entry, may_enter
from nuns.server.tables.people.seating import good_text
from nuns.server.tables.persistence import TableLog

CHANNELS: tuple[Channel, ...] = ("players", "spectators")
SHOWN = 100  # lines of a channel that a new connection is sent
_encode = msgspec.json.Encoder().encode


class ChatHistory:
    """The newest lines of both channels."""

    def __init__(self) -> None:
        self._lines: dict[Channel, deque[Line]] = {channel: deque(maxlen=SHOWN) for channel in CHANNELS}

    def last_number(self, channel: Channel) -> int:
        lines = self._lines[channel]
        return lines[-1].number if lines else 0

    def add(self, channel: Channel, *lines: Line) -> Said:
        """Adds lines and returns them as a message."""
        self._lines[channel].extend(lines)
        return Said(channel=channel, lines=lines)

    def so_far(self, *channels: Channel) -> Iterator[Said]:
        for channel in channels:
            if self._lines[channel]:
                yield Said(channel=channel, lines=tuple(self._lines[channel]))


class Chat:
    """The chat of one table: a line is stored, and then sent to all who may read it."""

    def __init__(self, store: Store, log: TableLog, connections: Connections, now: Callable[[], int]) -> None:
        self._store, self._log, self._connections, self._now = store, log, connections, now
        self._history = ChatHistory()
        self._paces = Paces(5, 10_000, Why.TOO_MANY_MESSAGES)

    async def say(self, connection: Connection, message: Say) -> None:
        """Stores a line and sends it: a player's to the players' channel, a spectator's to the spectators'."""
        log, chairs = self._log, connection.permissions.chairs
        text, at = good_text(message.text), self._now()
        check_entry(log.settings, log.status, connection.permissions)
        self._paces.check(connection.who, at)
        channel: Channel = "players" if chairs else "spectators"
        author = self._name_on(chairs[0]) if chairs else ""
        number = await self._store.say(log.code, channel, at=at, author=author, text=text)
        if number == self._history.last_number(channel) + 1:
            self._tell(self._history.add(channel, Line(number=number, at=at, author=author, text=text)))
        else:  # another node has stored a line first
            await self.read_on()
        connection.accept(message.id)

    def _name_on(self, chair: ChairName) -> str:
        player = self._log.night.players.get(chair)
        return player.name if player else self._log.seating.name(chair)

    async def read_on(self) -> None:
        """Reads the lines that were written at other nodes, and sends them."""
        for channel in CHANNELS:
            found = await self._store.chat(self._log.code, channel, self._history.last_number(channel), SHOWN)
            if found:
                self._tell(self._history.add(channel, *map(line_of, found)))

    def catch_up(self, connection: Connection) -> None:
        """Sends the lines so far to a new connection."""
        for said in self._history.so_far(*(channel for channel in CHANNELS if self._hears(connection, channel))):
            connection.tell(said)

    def tell_late(self) -> None:
        """Sends the players the spectators' lines that were kept from them during the game."""
        for said in self._history.so_far("spectators"):
            for connection in self._connections:
                if connection.permissions.chairs:
                    connection.tell(said)

    def _tell(self, said: Said) -> None:
        frame = _encode(said)
        for connection in list(self._connections):
            if self._hears(connection, said.channel):
                connection.send(frame)

    def _hears(self, connection: Connection, channel: Channel) -> bool:
        """Returns whether a connection is sent the lines of a channel; one that may no longer enter the table is sent none."""
        status, permissions = self._log.status, connection.permissions
        if not may_enter(self._log.settings, status, permissions):
            return False
        return channel == "players" or not permissions.chairs or status not in ("sealing", "playing")


def line_of(row: ChatRow) -> Line:
    return Line(number=row.number, at=row.at, author=row.author, text=row.text)
