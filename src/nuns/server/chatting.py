"""What is said at a table: the players' channel, which all hear, and the spectators', which the players hear when they do not play."""

from collections import deque
from collections.abc import Iterator

from nuns.server.protocol import Channel, Line, Said
from nuns.server.refusal import TOO_OFTEN, Refusal
from nuns.server.store import Message, Store

CHANNELS: tuple[Channel, ...] = ("players", "spectators")
SHOWN = 100  # lines for one who comes
MOST, WITHIN = 5, 10_000  # lines a connection may say, in so many milliseconds


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

    def said(self, channel: Channel, line: Line) -> Said:
        self.lines[channel].append(line)
        return Said(channel=channel, lines=(line,))

    def so_far(self, channels: tuple[Channel, ...] = CHANNELS) -> Iterator[Said]:
        for channel in channels:
            if self.lines[channel]:
                yield Said(channel=channel, lines=tuple(self.lines[channel]))


class Pace:
    """How often somebody may do something."""

    def __init__(self, most: int = MOST, within: int = WITHIN) -> None:
        self._times: deque[int] = deque(maxlen=most)
        self._most, self._within = most, within

    def check(self, at: int, what: str) -> None:
        if len(self._times) == self._most and at - self._times[0] < self._within:
            raise Refusal(TOO_OFTEN, f"expected at most {self._most} {what} in {self._within // 1000} seconds; wait a little")
        self._times.append(at)


def line_of(message: Message) -> Line:
    return Line(number=message.number, at=message.at, author=message.author, text=message.text)
