"""One socket at a table, without the socket: frames in, frames out."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

import msgspec

from nuns.referee.seats import Seat
from nuns.server.protocol import (
    Accepted,
    Act,
    Away,
    ClientMessage,
    Explain,
    Look,
    Message,
    Refused,
    Salt,
    Say,
)
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.chatting import Pace
from nuns.server.tables.seating import STRANGER, Standing

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_messages: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


class Connection:
    """What a browser sees of a table; it may look from several seats."""

    def __init__(self, table: "LiveTable", hashed: bytes | None, send: Callable[[bytes], None]) -> None:
        self.send = send
        self.hashed = hashed
        self.standing: Standing = STRANGER
        self.told: Standing | None = None  # with the table as it was last told to all
        self.looking: dict[Seat, None] = {}  # in the order in which it began to
        self.chatting = Pace()
        self.measuring = Pace(most=10, within=60_000)
        self._table = table

    async def receive(self, frame: bytes) -> None:
        """Carries out one message and answers by ``send``; what cannot be read or done is refused there, never raised."""
        try:
            message = _messages.decode(frame)
        except UNREADABLE as fault:
            self._refuse(None, Refusal(Why.UNREADABLE, said=f"expected a message of the protocol: {fault}"))
            return
        try:
            await self._carry_out(message)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
        except Exception:
            _log.exception("a message of type %s failed", type(message).__name__)
            self._refuse(message.id, Refusal(Why.FAILED))

    def close(self) -> None:
        """The browser is gone. Twice does no harm."""
        self._table.disconnect(self)

    def tell(self, message: Message) -> None:
        self.send(_encode(message))

    def accept(self, id: int) -> None:
        self.tell(Accepted(id=id))

    def _refuse(self, id: int | None, refusal: Refusal) -> None:
        self.tell(Refused(id=id, why=refusal.why, reason=refusal.reason, values=refusal.values))

    async def _carry_out(self, message: ClientMessage) -> None:
        match message:
            case Look():
                await self._table.look(self, message)
            case Away():
                await self._table.look_away(self, message)
            case Act():
                await self._table.act(self, message)
            case Salt():
                await self._table.salt(self, message)
            case Explain():
                await self._table.explain(self, message)
            case Say():
                await self._table.say(self, message)
            case _:
                assert_never(message)
