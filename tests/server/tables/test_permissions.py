"""What a token permits."""

import pytest

from nuns.server.refusal import Refusal
from nuns.server.settings import Settings, Status
from nuns.server.tables.night.table_night import TableNight
from nuns.server.tables.people.permissions import (
    STRANGER,
    Permissions,
    check_chair,
    check_host,
    check_lobby,
    check_own,
    may_enter,
    visible_seat,
)

NOVICE, HOST = Permissions(("a",), host=False), Permissions((), host=True)


@pytest.mark.parametrize("permissions", [STRANGER, NOVICE, HOST])
@pytest.mark.parametrize("spectators", [True, False])
@pytest.mark.parametrize("status", ["lobby", "sealing", "playing", "over", "abandoned"])
def test_strangers_alone_are_kept_out_and_only_while_a_table_without_spectators_is_played(
    permissions: Permissions, spectators: bool, status: Status
) -> None:
    expected = permissions != STRANGER or spectators or status not in ("sealing", "playing")
    assert may_enter(Settings(spectators=spectators), status, permissions) == expected


def test_checks_pass_for_whom_they_should_and_refuse_others() -> None:
    settings = Settings(novices=1)
    check_host(HOST)
    check_own(settings, NOVICE, "a")
    check_lobby("lobby")
    for check, reason in (
        (lambda: check_host(NOVICE), "only the host"),
        (lambda: check_own(settings, NOVICE, "guards"), "not yours"),
        (lambda: check_chair(settings, "b"), "expected a seat at this table \\(guards, a\\); got b"),
        (lambda: check_lobby("over"), "this one is over"),
        (lambda: visible_seat(TableNight(settings), NOVICE, "spectator"), "not been dealt"),
    ):
        with pytest.raises(Refusal, match=reason):
            check()
