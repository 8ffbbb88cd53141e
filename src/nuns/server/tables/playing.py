"""What players do while the night is sealed and played: they add their salt, and they act."""

from typing import TYPE_CHECKING

from nuns.referee.actions import Action, IllegalAction, Ruler
from nuns.referee.notation import BadNotation, read
from nuns.server.protocol import Act, Salt
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName
from nuns.server.store import Taken
from nuns.server.tables.keeping import ATTEMPTS
from nuns.server.tables.night.entries import Added

if TYPE_CHECKING:
    from nuns.server.tables.connection import Connection
    from nuns.server.tables.live import LiveTable


class Playing:
    """At one table, in its turn."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table

    async def salt(self, connection: "Connection", message: Salt) -> None:
        table = self._table
        if message.chair not in connection.standing.chairs:
            raise Refusal(Why.NOT_YOUR_CHAIR, chair=message.chair)
        if table.status != "sealing":
            raise Refusal(Why.SALT_NOT_NOW)
        try:
            await table.means.store.add_salt(table.code, message.chair, message.salt.encode())
        except Taken:
            raise Refusal(Why.SALTED, chair=message.chair) from None
        if not await self._is_mixed_in(message):
            raise Refusal(Why.SALT_LATE, chair=message.chair)
        connection.accept(message.id)

    async def _is_mixed_in(self, message: Salt) -> bool:
        """Whoever mixes does so on the log as she has read it: she has read our line, or is told that there is more to read."""
        table = self._table
        for _ in range(ATTEMPTS):
            if table.status != "sealing":
                break
            if await table.write(Added(message.chair)):
                return True
        return table.night.salts.get(message.chair) == message.salt

    async def act(self, connection: "Connection", message: Act) -> None:
        table, action = self._table, action_of(message.action)
        if isinstance(action, Ruler):
            connection.measuring.check(table.means.now(), Why.TOO_MANY_RULERS)
        for _ in range(ATTEMPTS):
            chair = self._asked_chair(connection, message, action)
            trial, at = table.night.copy(), table.means.now()
            try:
                lines = trial.answer(chair, action, at)
            except IllegalAction as fault:
                raise Refusal(Why.RULES, said=str(fault)) from None
            if await table.keep(trial, lines, at):
                connection.accept(message.id)
                return
        raise Refusal(Why.OTHERS_QUICKER)

    def _asked_chair(self, connection: "Connection", message: Act, action: Action) -> ChairName:
        """The chair that acts, if it may and if it means the decision that is before it."""
        table, night = self._table, self._table.night
        chair = night.chair_of(message.seat)
        if chair is None or chair not in connection.standing.chairs:
            raise Refusal(Why.NOT_YOUR_SEAT)
        if table.status != "playing":
            raise Refusal(Why.NOT_PLAYING, status=table.status)
        if night.is_bot(chair):
            raise Refusal(Why.BOT_STANDS_IN)
        if not isinstance(action, Ruler) and message.decision != night.decision(chair):
            raise Refusal(Why.STALE)
        return chair


def action_of(given: Action | str) -> Action:
    if not isinstance(given, str):
        return given
    try:
        return read(given)
    except BadNotation as fault:
        raise Refusal(Why.NOTATION, said=str(fault)) from None
