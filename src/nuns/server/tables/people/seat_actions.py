"""Taking and leaving seats. In the lobby a seat is emptied when its player leaves; during play a bot stands in."""

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import SeatKind, new_token, token_hash
from nuns.server.tables.night.entries import Back, Left, LogLine
from nuns.server.tables.people.permissions import STRANGER, check_chair, check_host, check_lobby, check_own
from nuns.server.tables.people.seating import good_name
from nuns.server.tables.persistence import ATTEMPTS, TableLog

MOVED: dict[ChairName, ChairName] = {
    "guards": "abbess",
    "abbess": "guards",
}  # a player's new seat when a second guard player joins, and back


class SeatActions:
    """The changes of one table's seats; each raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(self, log: TableLog) -> None:
        self._log = log

    async def sit(self, chair: ChairName, name: str, token: str | None) -> str:
        """Takes an empty seat in the lobby, or changes the name on one's own; during play, takes one's seat back from a bot.

        Returns the token that holds the seat: the one shown if it holds something here already (one browser may hold several
        seats), else a new one.
        """
        log, permissions = self._log, self._log.permissions(token)
        if token is not None and log.status == "playing" and chair in permissions.chairs:
            await self.come_back(chair, token)
            return token
        check_lobby(log.status)
        check_chair(log.settings, chair)
        if log.seating.kind(chair) != SeatKind.EMPTY and chair not in permissions.chairs:
            raise Refusal(Why.CHAIR_TAKEN, chair=chair)
        name = good_name(name, [log.seating.name(each) for each in log.settings.chairs if each not in (chair, *permissions.chairs)])
        holding = token if token is not None and permissions != STRANGER else new_token()
        await log.claim(chair, SeatKind.PERSON, name, token_hash(holding))
        return holding

    async def seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        """Seats a bot, for the host in the lobby; None empties the seat, even a person's."""
        log = self._log
        check_host(log.permissions(token))
        check_lobby(log.status)
        check_chair(log.settings, chair)
        await log.claim(chair, SeatKind.EMPTY if level is None else SeatKind.BOT, level or "")

    async def stand(self, chair: ChairName, token: str | None) -> None:
        """Leaves a seat. During play a bot stands in, and the token still holds the seat."""
        self._check_own(chair, token)
        if self._log.status == "lobby":
            await self._log.claim(chair, SeatKind.EMPTY)
        else:
            await self._hand_over(chair, Left(chair, "left"), to_bot=True)

    async def come_back(self, chair: ChairName, token: str | None) -> None:
        """Gives the seat back to its person, for whom a bot stood in."""
        self._check_own(chair, token)
        await self._hand_over(chair, Back(chair), to_bot=False)

    async def fit_to_settings(self, before: Settings) -> None:
        """Empties the seats that the settings no longer have; a single guard player becomes the Abbess, and back."""
        log = self._log
        for chair in before.chairs:
            row = log.seating.rows.get(chair)
            if chair in log.settings.chairs or row is None or row.kind == SeatKind.EMPTY:
                continue
            await log.claim(chair, SeatKind.EMPTY)
            moved = MOVED.get(chair)
            if moved is not None and moved in log.settings.chairs and log.seating.kind(moved) == SeatKind.EMPTY:
                await log.claim(moved, row.kind, row.player, row.token_hash)

    def _check_own(self, chair: ChairName, token: str | None) -> None:
        check_own(self._log.settings, self._log.permissions(token), chair)

    async def _hand_over(self, chair: ChairName, line: LogLine, *, to_bot: bool) -> None:
        log = self._log
        for _ in range(ATTEMPTS):
            if log.status not in ("sealing", "playing") or log.night.seal is None:
                raise Refusal(Why.NOT_PLAYING, status=log.status)
            if log.night.is_bot(chair) == to_bot:
                raise Refusal(Why.BOT_ALREADY if to_bot else Why.YOURSELF_ALREADY)
            if await log.write(line):
                return
        raise Refusal(Why.OTHERS_QUICKER)
