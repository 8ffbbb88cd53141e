"""One socket at a table, without the socket: frames in, frames out."""


class Connection:
    """What a browser sees of a table; it may look from several seats."""

    async def receive(self, frame: bytes) -> None:
        """Carries out one message and answers by ``send``; what cannot be read or done is refused there, never raised."""
        raise NotImplementedError

    def close(self) -> None:
        """The browser is gone. Twice does no harm."""
        raise NotImplementedError
