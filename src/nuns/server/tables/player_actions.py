"""What players do once the game has started: they add their salt to the seed, and they act."""

from collections.abc import Callable

from nuns.referee.actions import Action, IllegalAction, Ruler
from nuns.referee.notation import BadNotation, read
from nuns.server.protocol import Act, Salt
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName
from nuns.server.store import Store, Taken
from nuns.server.tables.connection import Connection
from nuns.server.tables.night.entries import Added
from nuns.server.tables.permissions import Permissions
from nuns.server.tables.persistence import ATTEMPTS, TableLog


class PlayerActions:
    """Salts and actions at one table; each raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(self, store: Store, log: TableLog, now: Callable[[], int]) -> None:
        self._store, self._log, self._now = store, log, now

    async def salt(self, connection: Connection, message: Salt) -> None:
        """Stores the salt of a seat, between the seal and the deal."""
        log = self._log
        if message.chair not in connection.permissions.chairs:
            raise Refusal(Why.NOT_YOUR_CHAIR, chair=message.chair)
        if log.status != "sealing":
            raise Refusal(Why.SALT_NOT_NOW)
        try:
            await self._store.add_salt(log.code, message.chair, message.salt.encode())
        except Taken:
            raise Refusal(Why.SALTED, chair=message.chair) from None
        if not await self._is_mixed_in(message):
            raise Refusal(Why.SALT_LATE, chair=message.chair)
        connection.accept(message.id)

    async def _is_mixed_in(self, message: Salt) -> bool:
        """Whether the salt counts: the node that deals appends to the log as it has read it, so it has read this line or must read on."""
        log = self._log
        for _ in range(ATTEMPTS):
            if log.status != "sealing":
                break
            if await log.write(Added(message.chair)):
                return True
        return log.night.salts.get(message.chair) == message.salt

    async def act(self, connection: Connection, message: Act) -> None:
        """Carries out a seat's action."""
        action = action_of(message.action)
        if isinstance(action, Ruler):
            connection.ruler_pace.check(self._now(), Why.TOO_MANY_RULERS)
        for _ in range(ATTEMPTS):
            chair = self._asked_chair(connection.permissions, message, action)
            trial, at = self._log.night.copy(), self._now()
            try:
                lines = trial.answer(chair, action, at)
            except IllegalAction as fault:
                raise Refusal(Why.RULES, said=str(fault), rule_refusal=fault.refusal) from None
            if await self._log.keep(trial, lines, at):
                connection.accept(message.id)
                return
        raise Refusal(Why.OTHERS_QUICKER)

    def _asked_chair(self, permissions: Permissions, message: Act, action: Action) -> ChairName:
        """The seat that acts, if it may and if it answers the decision that is before it."""
        status, night = self._log.status, self._log.night
        chair = night.chair_of(message.seat)
        if chair is None or chair not in permissions.chairs:
            raise Refusal(Why.NOT_YOUR_SEAT)
        if status != "playing":
            raise Refusal(Why.NOT_PLAYING, status=status)
        if night.is_bot(chair):
            raise Refusal(Why.BOT_STANDS_IN)
        if not isinstance(action, Ruler) and message.decision != night.decision(chair):
            raise Refusal(Why.STALE)
        return chair


def action_of(given: Action | str) -> Action:
    """The action of a message; a typed line of notation is read here and nowhere else."""
    if not isinstance(given, str):
        return given
    try:
        return read(given)
    except BadNotation as fault:
        raise Refusal(Why.NOTATION, said=str(fault)) from None
