"""One socket at a table, without the socket: frames in, frames out."""

import logging
from collections.abc import Awaitable, Callable

import msgspec

from nuns.referee.seats import Seat
from nuns.server.protocol import Accepted, ClientMessage, Message, Refused
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.pace import Pace
from nuns.server.tables.permissions import Permissions

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_messages: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


class Connection:
    """A browser at a table; it may look from several seats. ``carry_out`` does what a message asks, and raises ``Refusal``."""

    def __init__(
        self,
        permissions: Permissions,
        token_hash: bytes | None,
        send: Callable[[bytes], None],
        carry_out: Callable[["Connection", ClientMessage], Awaitable[None]],
        on_close: Callable[["Connection"], None],
    ) -> None:
        self.send = send
        self.token_hash = token_hash
        self.permissions = permissions
        self.told: Permissions | None = None  # those that it was last sent
        self.looking: dict[Seat, None] = {}  # in the order in which it began to
        self.chat_pace = Pace(most=5, within=10_000)
        self.ruler_pace = Pace(most=10, within=60_000)
        self._carry_out, self._on_close = carry_out, on_close

    async def receive(self, frame: bytes) -> None:
        """Carries out one message and answers by ``send``; what cannot be read or done is refused there, never raised."""
        try:
            message = _messages.decode(frame)
        except UNREADABLE as fault:
            self._refuse(None, Refusal(Why.UNREADABLE, said=f"expected a message of the protocol: {fault}"))
            return
        try:
            await self._carry_out(self, message)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
        except Exception:
            _log.exception("a message of type %s failed", type(message).__name__)
            self._refuse(message.id, Refusal(Why.FAILED))

    def close(self) -> None:
        """The browser is gone. Closing twice does no harm."""
        self._on_close(self)

    def tell(self, message: Message) -> None:
        self.send(_encode(message))

    def accept(self, id: int) -> None:
        self.tell(Accepted(id=id))

    def _refuse(self, id: int | None, refusal: Refusal) -> None:
        self.tell(Refused(id=id, why=refusal.why, reason=refusal.reason, values=refusal.values))


Connections = dict[Connection, None]  # all connections of a table, in the order in which they came
