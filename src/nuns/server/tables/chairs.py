"""Sitting down, getting up and coming back: in the lobby chairs are taken and left; during play a bot stands in for whoever gets up."""

from typing import TYPE_CHECKING

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level
from nuns.server.store import Conflict, Kind, Sitting, new_token, token_hash
from nuns.server.tables.keeping import ATTEMPTS
from nuns.server.tables.night.entries import Back, Left, Line
from nuns.server.tables.rights import check_chair, check_host, check_lobby, check_own
from nuns.server.tables.seating import STRANGER, good_name

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable


class Chairs:
    """One table's, each changed in its turn."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table

    async def sit(self, chair: ChairName, name: str, token: str | None) -> str:
        table, name = self._table, good_name(name)
        if table.status == "playing" and chair in table.standing(token).chairs:
            await self.come_back(chair, token)
            assert token is not None
            return token
        check_lobby(table)
        check_chair(table, chair)
        shown = token if token is not None and table.standing(token) != STRANGER else None
        if table.seating.kind(chair) != Kind.EMPTY and chair not in table.standing(token).chairs:
            raise Refusal(Why.CHAIR_TAKEN, chair=chair)
        holding = shown or new_token()
        await self._claim(chair, Kind.PERSON, name, token_hash(holding))
        return holding

    async def seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        check_host(self._table, token)
        check_lobby(self._table)
        check_chair(self._table, chair)
        await self._claim(chair, Kind.EMPTY if level is None else Kind.BOT, level or "")

    async def clear(self, chair: ChairName) -> None:
        """The chair is no more; one guard player becomes the Abbess, and back."""
        table = self._table
        sitting = table.seating.sittings.get(chair)
        if sitting is None or sitting.kind == Kind.EMPTY:
            return
        await self._claim(chair, Kind.EMPTY)
        moved = {"guards": "abbess", "abbess": "guards"}.get(chair)
        if moved in table.settings.chairs and table.seating.kind(moved) == Kind.EMPTY:
            await self._claim(moved, sitting.kind, sitting.player, sitting.token_hash)

    async def stand(self, chair: ChairName, token: str | None) -> None:
        check_own(self._table, chair, token)
        if self._table.status == "lobby":
            await self._claim(chair, Kind.EMPTY)
        else:
            await self._hand_over(chair, Left(chair, "left"), to_bot=True)

    async def come_back(self, chair: ChairName, token: str | None) -> None:
        check_own(self._table, chair, token)
        await self._hand_over(chair, Back(chair), to_bot=False)

    async def _claim(self, chair: ChairName, kind: Kind, player: str = "", hashed: bytes | None = None) -> None:
        """Writes down who sits there now."""
        table = self._table
        version = table.seating.version(chair)
        try:
            sitting = await table.means.store.claim(table.code, chair, version, kind=kind, player=player, token_hash=hashed)
        except Conflict:
            await table.keeping.refresh()
            raise Refusal(Why.CHAIR_QUICKER, chair=chair) from None
        self._seated(sitting)

    def _seated(self, sitting: Sitting) -> None:
        self._table.seating.put(sitting)
        self._table.audience.stand_anew()
        self._table.announce()

    async def _hand_over(self, chair: ChairName, line: Line, *, to_bot: bool) -> None:
        table = self._table
        for _ in range(ATTEMPTS):
            if table.status not in ("sealing", "playing") or table.night.seal is None:
                raise Refusal(Why.NOT_PLAYING, status=table.status)
            if table.night.is_bot(chair) == to_bot:
                raise Refusal(Why.BOT_ALREADY if to_bot else Why.YOURSELF_ALREADY)
            if await table.write(line):
                return
        raise Refusal(Why.OTHERS_QUICKER)
