"""The players' actions once the game has started: committing to a salt, revealing it, and moves."""

from collections.abc import Callable

from nuns.referee.actions import Action, IllegalAction, Ruler
from nuns.referee.notation import BadNotation, read
from nuns.server.protocol import Act, Commit, Salt
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName
from nuns.server.store import Store, Taken
from nuns.server.tables.connection import Connection
from nuns.server.tables.night.entries import Added, Committed
from nuns.server.tables.people.pace import Paces
from nuns.server.tables.people.permissions import Permissions
from nuns.server.tables.persistence import ATTEMPTS, TableLog

ACTIONS_IN_PHASE = 250  # of one seat: plans that are written again and again, mostly
RULERS_IN_PHASE = 20  # of one seat


class PlayerActions:
    """Salts and actions at one table; each raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(self, store: Store, log: TableLog, now: Callable[[], int]) -> None:
        self._store, self._log, self._now = store, log, now
        self._ruler_paces = Paces(10, 60_000, Why.TOO_MANY_RULERS)

    async def commit(self, connection: Connection, message: Commit) -> None:
        """Commits a seat to a salt, between the seal and the publication of all commitments."""
        log, chair = self._log, message.chair
        for _ in range(ATTEMPTS):
            self._check_sealing(connection, chair)
            if chair in log.night.commitments:
                raise Refusal(Why.SALTED, chair=chair)
            if log.night.published_at is not None:
                raise Refusal(Why.SALT_LATE, chair=chair)
            if await log.write(Committed(chair, message.commitment)):
                connection.accept(message.id)
                return
        raise Refusal(Why.OTHERS_QUICKER)

    def _check_sealing(self, connection: Connection, chair: ChairName) -> None:
        if chair not in connection.permissions.chairs:
            raise Refusal(Why.NOT_YOUR_CHAIR, chair=chair)
        if self._log.status != "sealing" or self._log.night.terms is None:
            raise Refusal(Why.SALT_NOT_NOW)

    async def salt(self, connection: Connection, message: Salt) -> None:
        """Stores the salt that a seat reveals, between the publication of the commitments and the deal."""
        log = self._log
        self._check_sealing(connection, message.chair)
        if log.night.published_at is None:
            raise Refusal(Why.SALT_NOT_NOW)
        assert log.night.terms is not None
        if log.night.commitments.get(message.chair) != log.night.terms.commitment(message.chair, message.salt):
            raise Refusal(Why.SALT_ALTERED, chair=message.chair)
        try:
            await self._store.add_salt(log.code, message.chair, message.salt.encode())
        except Taken:
            raise Refusal(Why.SALTED, chair=message.chair) from None
        if not await self._is_mixed_in(message):
            raise Refusal(Why.SALT_LATE, chair=message.chair)
        connection.accept(message.id)

    async def _is_mixed_in(self, message: Salt) -> bool:
        """Returns whether the salt counts: the node that deals has read this log line, or its own line is refused and it reads on."""
        log = self._log
        for _ in range(ATTEMPTS):
            if log.status != "sealing":
                break
            if await log.write(Added(message.chair)):
                return True
        return log.night.salts.get(message.chair) == message.salt

    async def play(self, connection: Connection, message: Act) -> None:
        """Carries out a seat's action."""
        action = action_of(message.action)
        self._check_pace(connection.permissions, message, action)
        for _ in range(ATTEMPTS):
            chair = self._asked_chair(connection.permissions, message, action)
            trial, at = self._log.night.copy(), self._now()
            try:
                lines = trial.play(chair, action, at)
            except IllegalAction as fault:
                raise Refusal(Why.RULES, said=str(fault), rule_refusal=fault.refusal) from None
            if await self._log.keep(trial, lines, at):
                connection.accept(message.id)
                return
        raise Refusal(Why.OTHERS_QUICKER)

    def _check_pace(self, permissions: Permissions, message: Act, action: Action) -> None:
        """Raises Refusal for a seat that has done too much: nobody's first message and no record may grow without end."""
        night = self._log.night
        chair = night.chair_of(message.seat)
        if chair is None or chair not in permissions.chairs:
            return
        is_ruler = isinstance(action, Ruler)
        most = RULERS_IN_PHASE if is_ruler else ACTIONS_IN_PHASE
        if night.in_phase(chair, rulers=is_ruler) >= most:
            raise Refusal(Why.TOO_MANY_ACTIONS, most=most)
        if is_ruler:
            self._ruler_paces.check(chair, self._now())

    def _asked_chair(self, permissions: Permissions, message: Act, action: Action) -> ChairName:
        """Returns the seat that acts, if it may act and answers the decision that is before it."""
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
    """Returns the action of a message; this is the only place where a typed line of notation is read."""
    if not isinstance(given, str):
        return given
    try:
        return read(given)
    except BadNotation as fault:
        raise Refusal(Why.NOTATION, said=str(fault), notation_fault=fault.fault) from None
