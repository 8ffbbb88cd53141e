"""A table while somebody is at it: one task, one queue, no locks."""

from collections.abc import Callable
from typing import NamedTuple

from nuns.server.connection import Connection
from nuns.server.protocol import TableState
from nuns.server.settings import ChairName, Level, Settings


class Standing(NamedTuple):
    """What a token opens at a table."""

    chairs: tuple[ChairName, ...]
    host: bool


class LiveTable:
    """One table. Everything that changes it raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    code: str

    def state(self) -> TableState:
        """The table as everybody sees it; never more than is durable."""
        raise NotImplementedError

    def standing(self, token: str | None) -> Standing:
        raise NotImplementedError

    async def sit(self, chair: ChairName, name: str, token: str | None) -> str:
        """In the lobby: takes an empty chair, or changes the name on one's own. Gives the token that holds it: the one shown if it holds
        something here already (one browser, several chairs), else a new one. During play only a chair that the token holds can be taken.
        """
        raise NotImplementedError

    async def stand(self, chair: ChairName, token: str | None) -> None:
        """Leaves. During play a bot stands in, and the token stays good."""
        raise NotImplementedError

    async def come_back(self, chair: ChairName, token: str | None) -> None:
        """Takes the chair back from the bot that stood in."""
        raise NotImplementedError

    async def seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        """The host, in the lobby; None empties the chair, whoever sat there."""
        raise NotImplementedError

    async def settle(self, settings: Settings, token: str | None) -> None:
        """The host, in the lobby. Chairs that are no more are emptied."""
        raise NotImplementedError

    async def start(self, token: str | None) -> None:
        """The host; all chairs must be taken."""
        raise NotImplementedError

    async def rematch(self, token: str | None) -> tuple[str, str | None]:
        """When the night is over, whoever held a chair or is host: the code of the next table, with roles rotated, the same for all who
        ask, and the token that opens it (the one shown, which holds there what it held here).
        """
        raise NotImplementedError

    async def abandon(self, token: str | None) -> None:
        """The host, before the night is over."""
        raise NotImplementedError

    def record(self) -> str:
        """When the night is over, for everybody."""
        raise NotImplementedError

    def connect(self, token: str | None, send: Callable[[bytes], None]) -> Connection:
        """A socket. ``send`` is given whole frames of JSON, the first of them Welcome before this returns. Refusal 403 for a stranger at a
        table without spectators that is being played.
        """
        raise NotImplementedError
