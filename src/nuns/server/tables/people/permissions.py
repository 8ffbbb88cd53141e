"""The permissions of a token at a table, and the checks on them. Every check raises ``Refusal`` with its reason."""

from typing import NamedTuple

from nuns.referee.seats import Seat
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings, Status
from nuns.server.tables.night.table_night import TableNight

SPECTATOR = "spectator"


class Permissions(NamedTuple):
    """The seats that a token holds, and whether it is the host's."""

    chairs: tuple[ChairName, ...]
    host: bool


STRANGER = Permissions((), host=False)


def check_host(permissions: Permissions) -> None:
    if not permissions.host:
        raise Refusal(Why.NOT_HOST)


def check_own(settings: Settings, permissions: Permissions, chair: ChairName) -> None:
    check_chair(settings, chair)
    if chair not in permissions.chairs:
        raise Refusal(Why.NOT_YOUR_CHAIR, chair=chair)


def check_chair(settings: Settings, chair: ChairName) -> None:
    if chair not in settings.chairs:
        raise Refusal(Why.NO_SUCH_CHAIR, chair=chair, chairs=settings.chairs)


def check_lobby(status: Status) -> None:
    if status != "lobby":
        raise Refusal(Why.NOT_IN_LOBBY, status=status)


def may_enter(settings: Settings, status: Status, permissions: Permissions, *, is_closed: bool = False) -> bool:
    """Returns whether somebody may connect: strangers may not while a table without spectators is played, or is closed."""
    return permissions != STRANGER or settings.spectators or not (is_closed or status in ("sealing", "playing"))


def check_entry(settings: Settings, status: Status, permissions: Permissions, *, is_closed: bool = False) -> None:
    if not may_enter(settings, status, permissions, is_closed=is_closed):
        raise Refusal(Why.WITHOUT_SPECTATORS)


def visible_seat(night: TableNight, permissions: Permissions, name: str) -> Seat:
    """Returns the seat of that name, if somebody with these permissions may look from it; when the game is over, any seat (3.4)."""
    game = night.game
    if game is None or not night.seats:
        raise Refusal(Why.NOT_DEALT)
    if not night.is_over:
        _check_looking(night, permissions, name)
    try:
        return game.check_seat(name)
    except ValueError as fault:
        raise Refusal(Why.IMPOSSIBLE, said=str(fault)) from None


def _check_looking(night: TableNight, permissions: Permissions, name: str) -> None:
    if name != SPECTATOR and night.chair_of(name) not in permissions.chairs:
        raise Refusal(Why.NOT_YOUR_SEAT)
    if name == SPECTATOR and not permissions.chairs and not night.settings.spectators:
        raise Refusal(Why.WITHOUT_SPECTATORS)
