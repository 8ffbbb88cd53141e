"""Where bots think: a few processes of their own, never the event loop."""


class Thinkers:
    """A few processes. Make it once, share it among nodes of a process, close it last."""

    def __init__(self, processes: int | None = None) -> None:
        """None: one fewer than the cores there are, from 1 to 4. They start by themselves when they are first needed, or by ``warm``."""
        raise NotImplementedError

    def warm(self) -> None:
        """Starts the processes and lets them prepare in the background."""
        raise NotImplementedError

    async def close(self) -> None:
        """Ends them. Twice does no harm."""
        raise NotImplementedError
