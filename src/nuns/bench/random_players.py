"""Players who act at random over a server's sockets, two at a table, and what they did and waited for."""

import asyncio
import json
import random
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from nuns.server.protocol import UPDATES
from nuns.server.web.limits import FLOODED

PATIENCE = 60.0  # seconds to wait for an answer over HTTP
CHAIRS = ("guards", "a")
SALT = "5a17" * 16
_numbers = count(1)


class ServerRefusal(Exception):
    """The server refused a request: ``why`` is its code, or the status where it gave none."""

    def __init__(self, status: int, why: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.why = status, why


@dataclass
class Activity:
    """The messages, actions and waits of one measurement; messages and bytes are those of the players' sockets."""

    messages: int = 0  # both ways
    bytes_sent: int = 0  # by the server
    actions: int = 0
    refusals: int = 0
    dropped: int = 0  # sockets that the server closed
    flooded: int = 0  # of these, sockets on which too much was sent
    waits: list[float] = field(default_factory=list)  # seconds from sending an action to its answer
    seconds: float = 0.0


class ViewPart(msgspec.Struct):
    """The part of a view that a random player reads."""

    actions: tuple[msgspec.Raw, ...] | None = None


class TablePart(msgspec.Struct):
    """The part of a table's state that a random player reads."""

    status: str
    chairs: tuple[dict[str, Any], ...]
    seal: str | None = None
    sealing: dict[str, Any] | None = None


class AnyMessage(msgspec.Struct):
    """The parts of a message that a random player reads."""

    type: str
    id: int | None = None
    seat: str = ""
    decision: str | None = None
    view: ViewPart | None = None  # of a position
    own: ViewPart | None = None  # of an update
    table: TablePart | None = None


decode = msgspec.json.Decoder(AnyMessage).decode


@dataclass
class RandomPlayer:
    """One socket, and the random generator of its player."""

    socket: ClientConnection
    chair: str
    done: Activity
    rng: random.Random = field(default_factory=lambda: random.Random(next(_numbers)))
    number: int = 0
    actions: tuple[msgspec.Raw, ...] = ()
    answered: str | None = None  # the last decision; it may be told again when something else has changed
    asked: dict[int, float] = field(default_factory=dict)  # when each request was sent that is not answered

    async def ask(self, kind: str, **fields: Any) -> int:
        """Sends a request and returns its number."""
        self.number += 1
        self.done.messages += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        return self.number

    async def hear(self) -> list[AnyMessage]:
        """Returns the messages of the next frame."""
        frame = await self.socket.recv(decode=False)
        self.done.messages += 1
        self.done.bytes_sent += len(frame)
        return [decode(line) for line in frame.split(b"\n")]

    async def table_where(self, condition: Callable[[TablePart], bool]) -> TablePart:
        """Reads messages until the table is as wanted."""
        while True:
            for message in await self.hear():
                if message.table is not None and condition(message.table):
                    return message.table

    async def promise_salt(self) -> bool:
        """Commits itself to a salt when the seed is sealed; returns False if the server is so old that it takes the salt at once."""
        sealing = (await self.table_where(lambda table: table.seal is not None)).sealing
        if sealing is not None:
            commitment = sha256(f"{sealing['terms']}salt {self.chair} {SALT}\n".encode()).hexdigest()
            await self.ask("commit", chair=self.chair, commitment=commitment)
        return sealing is not None

    async def give_salt(self, *, is_promised: bool) -> None:
        """Reveals the salt when all commitments are published."""
        if is_promised:
            await self.table_where(lambda table: bool(table.sealing and table.sealing.get("published")))
        await self.ask("salt", chair=self.chair, salt=SALT)

    async def take_seat(self) -> None:
        """Looks from the player's seat as soon as the deal has assigned it."""
        table = await self.table_where(lambda table: table.status == "playing")
        await self.ask("look", seat=next(chair["seat"] for chair in table.chairs if chair["chair"] == self.chair))

    async def play(self, until: float, thinking: tuple[float, float]) -> None:
        """Plays until it is time or the game is over; messages are read while the player thinks."""
        with suppress(TimeoutError):
            try:
                async with asyncio.timeout(max(0.0, until - time.perf_counter())), asyncio.TaskGroup() as thoughts:
                    while not await self._play_on(thoughts, thinking):
                        pass
            except* ConnectionClosed:
                self.done.dropped += 1
                self.done.flooded += (self.socket.close_code, self.socket.close_reason) == FLOODED

    async def _play_on(self, thoughts: asyncio.TaskGroup, thinking: tuple[float, float]) -> bool:
        """Reads the next frame and begins to think about what it asks; returns whether the game is over."""
        for message in await self.hear():
            if message.table is not None and message.table.status in ("over", "abandoned"):
                return True
            self._note_answer(message)
            part = message.view or message.own
            if part is not None and part.actions is not None:
                self.actions = part.actions
            if message.decision not in (None, self.answered) and self.actions:
                self.answered = message.decision
                thoughts.create_task(self._decide(message, self.actions, self.rng.uniform(*thinking)))
        return False

    def _note_answer(self, message: AnyMessage) -> None:
        if message.id in self.asked:
            self.done.waits.append(time.perf_counter() - self.asked.pop(message.id))
            self.done.actions += message.type == "accepted"
            self.done.refusals += message.type == "refused"

    async def _decide(self, message: AnyMessage, actions: tuple[msgspec.Raw, ...], thinking: float) -> None:
        await asyncio.sleep(thinking)
        action = msgspec.json.decode(self.rng.choice(actions))
        self.asked[self.number + 1] = time.perf_counter()
        await self.ask("act", seat=message.seat, decision=message.decision, action=action)


Pair = tuple[RandomPlayer, RandomPlayer]


@dataclass(frozen=True)
class PlayedServer:
    """A server to be played on, by its address such as http://127.0.0.1:8000."""

    url: str

    def request(self, method: str, path: str, cookie: str = "", body: object = None) -> tuple[Any, str]:
        """Returns the answer and the cookie that came with it; raises ServerRefusal."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
        asking = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(asking, timeout=PATIENCE) as answer:
                return json.load(answer), str(answer.headers.get("Set-Cookie") or "").partition(";")[0]
        except urllib.error.HTTPError as fault:
            raise refusal_of(fault) from None

    def new_table(self) -> tuple[str, str]:
        """Returns the code of a table of two, both of whose seats are held by one key, and the cookie."""
        body, cookie = self.request("POST", "/api/tables", body={"settings": {"novices": 1}})
        code = str(body["table"]["code"])
        for chair in CHAIRS:
            self.request("PUT", f"/api/tables/{code}/chairs/{chair}", cookie, {"name": chair})
        return code, cookie

    def socket(self, code: str, cookie: str = "", **more: Any) -> connect:
        """Returns the connection to a table's socket, to be opened."""
        headers = {"Cookie": cookie} if cookie else {}
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
        secure: dict[str, Any] = {"ssl": ssl.create_default_context()} if address.startswith("wss") else {}
        return connect(
            address, additional_headers=headers, compression=None, max_size=None, subprotocols=[Subprotocol(UPDATES)], **secure, **more
        )

    @asynccontextmanager
    async def started_pair(self, done: Activity) -> AsyncIterator[Pair]:
        """Yields the two players of a table whose game has begun, and abandons the table at the end."""
        code, cookie = await asyncio.to_thread(self.new_table)
        try:
            async with self.socket(code, cookie) as one, self.socket(code, cookie) as two:
                pair = RandomPlayer(one, CHAIRS[0], done), RandomPlayer(two, CHAIRS[1], done)
                await asyncio.to_thread(self.request, "POST", f"/api/tables/{code}/start", cookie)
                promised = [await player.promise_salt() for player in pair]
                for player, is_promised in zip(pair, promised, strict=True):
                    await player.give_salt(is_promised=is_promised)
                for player in pair:
                    await player.take_seat()
                yield pair
        finally:
            await asyncio.to_thread(self._abandon, code, cookie)

    def _abandon(self, code: str, cookie: str) -> None:
        with suppress(ServerRefusal, OSError):  # it is over, or the server is gone
            self.request("POST", f"/api/tables/{code}/abandon", cookie)


def refusal_of(fault: urllib.error.HTTPError) -> ServerRefusal:
    try:
        body = json.load(fault)
        return ServerRefusal(fault.code, str(body["why"]), str(body["reason"]))
    except (ValueError, KeyError, TypeError):
        return ServerRefusal(fault.code, str(fault.code), f"{fault.code} {fault.reason}")


async def play_at_tables(pairs: list[Pair], tables: int, seconds: float, thinking: tuple[float, float] = (0.0, 0.0)) -> float:
    """Lets pairs play at that many tables at a time, and go on at a spare one when a game is over; returns the seconds it took."""
    began = time.perf_counter()
    until = began + seconds
    spare = list(pairs)

    async def play_on() -> None:
        while spare and time.perf_counter() < until:
            await asyncio.gather(*(player.play(until, thinking) for player in spare.pop()))

    await asyncio.gather(*(play_on() for _ in range(tables)))
    return time.perf_counter() - began
