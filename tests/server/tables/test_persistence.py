"""What the store has of a table, without the rest of the table."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import Settings
from nuns.server.store import NewEntry, SeatKind, Store, TableStatus, Unavailable
from nuns.server.tables.night.entries import Added, Sealed
from nuns.server.tables.night.table_night import TableNight
from nuns.server.tables.persistence import TableLog
from tests.kit.parts import GUARD_TOKEN, HOST_TOKEN, dealt_log, lobby_log, started_log
from tests.kit.tables import Time

SETTINGS = Settings(novices=1)


async def again(store: Store, log: TableLog) -> TableLog:
    """The same table as another node has it."""
    row = await store.table(log.code)
    assert row is not None
    return await TableLog.load(store, row, Time())


async def test_a_change_is_tried_then_stored_then_made_and_announced(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    log = await started_log(store, SETTINGS)
    order: list[tuple[str, int]] = []
    append, add = store.append, TableNight.add

    async def appended(table: str, expected: int, entries: Sequence[NewEntry]) -> int:
        order.append(("stored", log.night.length))
        return await append(table, expected, entries)

    def added(night: TableNight, line: Any, at: int) -> None:
        assert night is not log.night
        order.append(("tried", log.night.length))
        add(night, line, at)

    monkeypatch.setattr(store, "append", appended)
    monkeypatch.setattr(TableNight, "add", added)
    log.changed.append(lambda: order.append(("announced", log.night.length)))
    assert await log.write(Sealed("the seal", ()))
    assert order == [("tried", 0), ("stored", 0), ("announced", 1)]


async def test_whoever_is_second_reads_what_was_first(store: Store) -> None:
    one = await started_log(store, SETTINGS)
    two = await again(store, one)
    assert await one.write(Sealed("the first", ()))
    assert not await two.write(Sealed("the second", ()))
    assert (two.night.length, two.night.seal) == (1, "the first")


async def test_a_store_that_fails_leaves_the_game_as_it_was(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    log = await started_log(store, SETTINGS)
    announced: list[int] = []
    log.changed.append(lambda: announced.append(1))

    async def failing(*_: Any) -> int:
        raise Unavailable("no answer")

    monkeypatch.setattr(store, "append", failing)
    with pytest.raises(Refusal) as refused:
        await log.write(Added("a"))
    assert refused.value.why == Why.MAYBE_KEPT
    assert (log.night.length, log.is_behind) == (0, True)
    assert (log.trouble, announced) == ("no-store", [1]), "that is all there is to announce"


async def test_a_row_and_a_seat_that_were_changed_elsewhere_are_read_again(store: Store) -> None:
    one = await lobby_log(store, SETTINGS)
    two = await again(store, one)
    blob = msgspec.structs.replace(one.blob, settings=Settings(novices=1, spectators=False))
    await one.update(blob=blob)
    with pytest.raises(Refusal, match="has changed in the meantime"):
        await two.update(status=TableStatus.ABANDONED)
    assert (two.settings, two.status) == (blob.settings, "lobby")
    await one.claim("a", SeatKind.BOT, "hard")
    with pytest.raises(Refusal, match="first"):
        await two.claim("a", SeatKind.EMPTY)
    assert two.seating.level("a") == "hard"


async def test_listeners_to_seats_are_called_before_all_others(store: Store) -> None:
    log, told = await lobby_log(store, SETTINGS), list[str]()
    log.seats_changed.append(lambda: told.append("seats"))
    log.changed.append(lambda: told.append("all"))
    before = log.revision
    await log.claim("a", SeatKind.EMPTY)
    assert (told, log.revision) == (["seats", "all"], before + 1)


async def test_permissions_are_those_of_the_token(store: Store) -> None:
    log = await lobby_log(store, SETTINGS)
    assert log.permissions(HOST_TOKEN) == ((), True)
    assert log.permissions(GUARD_TOKEN) == (("guards",), False)
    assert log.permissions("another") == log.permissions(None) == ((), False)


async def test_a_log_that_is_loaded_is_the_log_that_was_written(store: Store) -> None:
    log = await dealt_log(store, SETTINGS)
    read = await again(store, log)
    assert read.night.game is not None
    assert log.night.game is not None
    assert (read.night.length, read.night.game.state, read.status) == (log.night.length, log.night.game.state, "playing")
