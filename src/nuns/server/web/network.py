"""The way in for friends on the local network: closed at first, and opened only when the person at this machine asks for it."""

import socket
from collections.abc import Awaitable, Callable

from nuns.server.refusal import Refusal, Why

Listen = Callable[[str], Awaitable[None]]  # accepts connections on that address too


class LocalNetwork:
    """What a server that listens on this machine alone knows of its local network."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url: str | None = None  # where others reach the server, once it is open to them
        self.listen: Listen | None = None  # set by the server when it has started

    async def open(self) -> str:
        """Lets others on the local network in, and returns the address that they use; raises Refusal where there is no network."""
        if self.url is None:
            own = own_address()
            if own is None or self.listen is None:
                raise Refusal(Why.NO_NETWORK)
            try:
                await self.listen(own)
            except OSError:
                raise Refusal(Why.NO_NETWORK) from None
            self.url = f"http://{own}:{self.port}"
        return self.url


def own_address() -> str | None:
    """Returns this machine's address on its local network, or None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent; this only shows which of our addresses would be used
        except OSError:
            return None
        own: str = asking.getsockname()[0]
    return None if own.startswith("127.") else own
