"""Taking and leaving seats, without the rest of the table."""

import pytest

from nuns.server.refusal import Refusal
from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.people.seat_actions import SeatActions
from tests.kit.parts import GUARD_TOKEN, HOST_TOKEN, lobby_log, sealed_log

SETTINGS = Settings(novices=2)


async def test_a_seat_is_taken_left_and_taken_by_another(store: Store) -> None:
    log = await lobby_log(store, SETTINGS)
    seats = SeatActions(log)
    await seats.seat_bot("a", None, HOST_TOKEN)
    token = await seats.sit("a", "  Bea ", None)
    assert log.seating.name("a") == "Bea"
    with pytest.raises(Refusal, match="is taken"):
        await seats.sit("a", "Carla", None)
    with pytest.raises(Refusal, match="not yours"):
        await seats.stand("a", GUARD_TOKEN)
    await seats.stand("a", token)
    assert await seats.sit("a", "Carla", GUARD_TOKEN) == GUARD_TOKEN
    assert log.permissions(GUARD_TOKEN).chairs == ("guards", "a")


async def test_during_play_a_bot_stands_in_and_the_seat_is_taken_back(store: Store) -> None:
    log = await sealed_log(store, SETTINGS)
    seats = SeatActions(log)
    await seats.stand("guards", GUARD_TOKEN)
    assert log.night.players["guards"].stand_in == "left"
    with pytest.raises(Refusal, match="is already playing for you"):
        await seats.stand("guards", GUARD_TOKEN)
    await seats.come_back("guards", GUARD_TOKEN)
    assert not log.night.is_bot("guards")


async def test_seats_that_are_no_more_are_emptied_and_a_guard_player_moves(store: Store) -> None:
    log = await lobby_log(store, Settings(novices=6, guard_players=2))
    before, after = log.settings, Settings(novices=2)
    await log.update(blob=type(log.blob)(after))
    await SeatActions(log).fit_to_settings(before)
    assert log.permissions(GUARD_TOKEN).chairs == ("guards",)
    assert [log.seating.kind(chair).value for chair in before.chairs] == [
        "empty",
        "empty",
        "bot",
        "bot",
        "empty",
        "empty",
        "empty",
        "empty",
    ]
