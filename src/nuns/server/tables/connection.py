"""One connection to a table, without its socket: frames in, frames out."""

import logging
from collections.abc import Awaitable, Callable, Hashable

import msgspec

from nuns.referee.seats import Seat
from nuns.server.protocol import Accepted, ClientMessage, Message, Refused
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.people.permissions import STRANGER, Permissions

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_messages: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


class Connection:
    """A browser at a table; it may look from several seats. ``do_request`` does what a message asks, and raises ``Refusal``."""

    def __init__(
        self,
        permissions: Permissions,
        token_hash: bytes | None,
        send: Callable[[bytes], None],
        do_request: Callable[["Connection", ClientMessage], Awaitable[None]],
        on_close: Callable[["Connection"], None],
        address: str = "",
        dismiss: Callable[[], object] = bool,
        *,
        takes_updates: bool = False,
    ) -> None:
        self.send = send
        self.takes_updates = takes_updates  # rather than the whole view with every change
        self.dismiss = dismiss  # ends the socket, so that the browser asks again whether it may be here
        self.address = address
        self.token_hash = token_hash
        self.permissions = permissions
        self.sent_permissions: Permissions | None = None  # the permissions that it was last sent
        self.looking: dict[Seat, bool] = {}  # the seats it looks from, and whether it wants foresight
        self._do_request, self._on_close = do_request, on_close

    @property
    def who(self) -> Hashable:
        """Returns who this is, however often the browser reconnects: the holder of seats by the token, others by their address."""
        return (self.token_hash if self.permissions != STRANGER else self.address) or id(self)

    async def receive(self, frame: bytes) -> None:
        """Carries out one message and answers by ``send``; what cannot be read or done is refused there, never raised."""
        try:
            message = _messages.decode(frame)
        except UNREADABLE as fault:
            self._refuse(None, Refusal(Why.UNREADABLE, said=f"expected a message of the protocol: {fault}"))
            return
        try:
            await self._do_request(self, message)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
        except Exception:
            _log.exception("a message of type %s failed", type(message).__name__)
            self._refuse(message.id, Refusal(Why.FAILED))

    def close(self) -> None:
        """Removes the connection from its table. Closing twice does no harm."""
        self._on_close(self)

    def tell(self, message: Message) -> None:
        self.send(_encode(message))

    def accept(self, id: int) -> None:
        self.tell(Accepted(id=id))

    def _refuse(self, id: int | None, refusal: Refusal) -> None:
        self.tell(Refused(id=id, why=refusal.why, reason=refusal.reason, values=refusal.values))


Connections = dict[Connection, None]  # all connections of a table, in the order in which they came
