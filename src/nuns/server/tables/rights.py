"""Who may do what at a table, and when; every check raises ``Refusal`` with its reason."""

from typing import TYPE_CHECKING

from nuns.referee.seats import Seat
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName
from nuns.server.tables.seating import Standing

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable

SPECTATOR = "spectator"


def check_host(table: "LiveTable", token: str | None) -> None:
    if not table.standing(token).host:
        raise Refusal(Why.NOT_HOST)


def check_own(table: "LiveTable", chair: ChairName, token: str | None) -> None:
    check_chair(table, chair)
    if chair not in table.standing(token).chairs:
        raise Refusal(Why.NOT_YOUR_CHAIR, chair=chair)


def check_chair(table: "LiveTable", chair: ChairName) -> None:
    if chair not in table.settings.chairs:
        raise Refusal(Why.NO_SUCH_CHAIR, chair=chair, chairs=table.settings.chairs)


def check_lobby(table: "LiveTable") -> None:
    if table.status != "lobby":
        raise Refusal(Why.NOT_IN_LOBBY, status=table.status)


def may_enter(table: "LiveTable", standing: Standing) -> bool:
    """Strangers are kept out of a table without spectators while it is played."""
    return bool(standing.chairs) or standing.host or table.settings.spectators or table.status not in ("sealing", "playing")


def check_entry(table: "LiveTable", standing: Standing) -> None:
    if not may_enter(table, standing):
        raise Refusal(Why.WITHOUT_SPECTATORS)


def visible_seat(table: "LiveTable", standing: Standing, name: str) -> Seat:
    """A seat from which a browser of that standing may look; when the night is over, any (3.4)."""
    game = table.night.game
    if game is None or not table.night.seats:
        raise Refusal(Why.NOT_DEALT)
    if not table.night.is_over:
        _check_looking(table, standing, name)
    try:
        return game.check_seat(name)
    except ValueError as fault:
        raise Refusal(Why.IMPOSSIBLE, said=str(fault)) from None


def _check_looking(table: "LiveTable", standing: Standing, name: str) -> None:
    if name != SPECTATOR and table.night.chair_of(name) not in standing.chairs:
        raise Refusal(Why.NOT_YOUR_SEAT)
    if name == SPECTATOR and not standing.chairs and not table.settings.spectators:
        raise Refusal(Why.WITHOUT_SPECTATORS)
