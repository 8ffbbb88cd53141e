"""What players do while the night is sealed and played: they add their salt, and they act."""

from typing import TYPE_CHECKING

from nuns.referee.actions import Action, IllegalAction, Ruler
from nuns.referee.notation import BadNotation, read
from nuns.server.protocol import Act, Salt
from nuns.server.settings import ChairName
from nuns.server.store import Taken
from nuns.server.tables.keeping import ATTEMPTS
from nuns.server.tables.night.entries import Added
from nuns.server.tables.refusal import NOT_NOW, NOT_SO, NOT_YOURS, Refusal
from nuns.server.tables.rights import told_status

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
            raise Refusal(NOT_YOURS, f"chair {message.chair} is not yours")
        if table.status != "sealing":
            raise Refusal(NOT_NOW, "salts are taken between the seal and the deal, and not now")
        try:
            await table.means.store.add_salt(table.code, message.chair, message.salt.encode())
        except Taken:
            raise Refusal(NOT_NOW, f"chair {message.chair} has added its salt already") from None
        if not await self._is_mixed_in(message):
            raise Refusal(NOT_NOW, f"the salts were mixed without that of chair {message.chair}, which came too late")
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
            connection.measuring.check(table.means.now(), "rulers")
        for _ in range(ATTEMPTS):
            chair = self._asked_chair(connection, message, action)
            trial, at = table.night.copy(), table.means.now()
            try:
                lines = trial.answer(chair, action, at)
            except IllegalAction as fault:
                raise Refusal(NOT_SO, str(fault)) from None
            if await table.keep(trial, lines, at):
                connection.accept(message.id)
                return
        raise Refusal(NOT_NOW, "others were quicker; try again")

    def _asked_chair(self, connection: "Connection", message: Act, action: Action) -> ChairName:
        """The chair that acts, if it may and if it means the decision that is before it."""
        table, night = self._table, self._table.night
        chair = night.chair_of(message.seat)
        if chair is None or chair not in connection.standing.chairs:
            raise Refusal(NOT_YOURS, "that seat is not yours")
        if table.status != "playing":
            raise Refusal(NOT_NOW, f"expected a table that is being played; this one is {told_status(table)}")
        if night.is_bot(chair):
            raise Refusal(NOT_NOW, "a bot stands in for you: take your chair back first")
        if not isinstance(action, Ruler) and message.decision != night.decision(chair):
            raise Refusal(NOT_NOW, "stale: that is not the decision before you now; it was answered, or the night has gone on")
        return chair


def action_of(given: Action | str) -> Action:
    if not isinstance(given, str):
        return given
    try:
        return read(given)
    except BadNotation as fault:
        raise Refusal(NOT_SO, str(fault)) from None
