"""Tables before the night: sitting down, bots, settings, who may what; and what comes after it."""

import asyncio
from typing import Any

import pytest

from nuns.server.refusal import Refusal
from nuns.server.settings import ChairName, Settings
from nuns.server.store import SeatRow, Store, Unavailable
from nuns.server.tables.node import Node
from nuns.server.tables.people.seating import HOST, next_chairs
from tests.kit.tables import People, Person, Time, play, salted, seated, started, until


async def refused(status: int, work: object) -> str:
    with pytest.raises(Refusal) as refusal:
        await work  # type: ignore[misc]
    assert refusal.value.status == status
    return refusal.value.reason


async def test_one_browser_may_hold_several_chairs(node: Node) -> None:
    table, host = await node.create(Settings(novices=2), {})
    assert await table.sit("guards", "Anna", host) == host
    token = await table.sit("a", "Bea", None)
    assert token != host
    assert await table.sit("b", "Cleo", token) == token
    assert table.log.permissions(token) == (("a", "b"), False)
    assert table.log.permissions(host) == (("guards",), True)
    assert table.log.permissions(None) == table.log.permissions("something else") == ((), False)
    hot_seat = Person(table, token)
    await table.start(host)
    guard = Person(table, host)
    await salted({"guards": guard, "a": hot_seat, "b": hot_seat})
    await until(lambda: table.state().status == "playing")
    assert set(hot_seat.seats) == {str(table.log.night.seats["a"]), str(table.log.night.seats["b"])}
    await hot_seat.look()
    seat, other = hot_seat.seats
    await hot_seat.ask("away", seat=seat)
    frames = len(hot_seat.frames)
    await hot_seat.act(other, hot_seat.choice(other))
    assert not any(f'"seat":"{seat}","first"'.encode() in frame for frame in hot_seat.frames[frames:])


async def test_a_chair_is_one_persons(node: Node) -> None:
    table, host = await node.create(Settings(), {"guards": "hard"})
    token = await table.sit("a", "  Bea   Trice ", None)
    assert table.state().chairs[1].name == "Bea Trice"
    assert "taken" in await refused(409, table.sit("a", "Cleo", None))
    assert "taken" in await refused(409, table.sit("a", "Cleo", host))
    assert "taken" in await refused(409, table.sit("guards", "Cleo", None))
    await table.sit("a", "Beatrice", token)
    assert table.state().chairs[1].name == "Beatrice"
    await refused(403, table.stand("a", None))
    await refused(403, table.stand("a", host))
    await table.stand("a", token)
    assert table.state().chairs[1].kind == "empty"
    assert table.log.permissions(token) == ((), False)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b", "a\ud800", "\x1b[31m"])
async def test_names_are_printable_and_short(node: Node, name: str) -> None:
    table, _ = await node.create(Settings(), {})
    await refused(422, table.sit("a", name, None))


async def test_html_and_sql_are_only_names(node: Node) -> None:
    table, host = await node.create(Settings(), {"guards": "easy"})
    name = "<b>'; DROP TABLE x;--</b>"
    await table.sit("a", name, host)
    assert table.state().chairs[1].name == name


async def test_the_host_alone_settles_and_seats_bots(node: Node) -> None:
    table, host = await node.create(Settings(novices=2), {"b": "easy"})
    token = await table.sit("guards", "Anna", None)
    for work in (table.change_settings(Settings(), token), table.seat_bot("a", "easy", token), table.start(token), table.abandon(None)):
        assert "host" in await refused(403, work)
    await table.seat_bot("a", "expert", host)
    assert table.state().chairs[1].level == "expert"
    await table.seat_bot("a", None, host)
    assert table.state().chairs[1].kind == "empty"
    assert "these are empty: a" in await refused(409, table.start(host))
    await refused(422, table.change_settings(Settings(novices=2, options={"sight": "nonsense"}), host))
    await refused(422, table.seat_bot("f", "easy", host))
    await table.change_settings(Settings(novices=6, guard_players=2, edition="dutch"), host)
    chairs = {chair.chair: chair for chair in table.state().chairs}
    assert (chairs["abbess"].name, chairs["b"].level, chairs["prioress"].kind) == ("Anna", "easy", "empty")
    assert table.log.permissions(token).chairs == ("abbess",)
    await table.change_settings(Settings(novices=1), host)
    assert [(chair.chair, chair.name) for chair in table.state().chairs] == [("guards", "Anna"), ("a", "")]


async def test_settings_that_cannot_be_played_make_no_table(node: Node) -> None:
    await refused(422, node.create(Settings(novices=2, guard_players=2), {}))
    await refused(422, node.create(Settings(novices=2), {"f": "easy"}))
    await refused(404, node.table("no-such-table"))


async def test_the_lobby_lists_open_tables_the_newest_first(node: Node, time: Time) -> None:
    codes = []
    for number in range(4):
        time.pass_by(1)
        table, host = await node.create(Settings(open=number != 1, spectators=number != 3), {"guards": "easy"})
        codes.append(table.code)
    assert [state.code for state in await node.lobby()] == [codes[3], codes[2], codes[0]]
    assert [state.code for state in await node.lobby(before=codes[2])] == [codes[0]]
    assert [state.code for state in await node.lobby(limit=1)] == [codes[3]]
    await table.sit("a", "Anna", host)
    await table.start(host)  # played without spectators
    assert [state.code for state in await node.lobby()] == [codes[2], codes[0]]
    assert [state.code for state in await node.lobby(limit=1)] == [codes[2]]  # a page is full while there are more


@pytest.mark.parametrize("chair", ["guards", HOST])
async def test_a_table_that_was_left_half_made_is_not_listed(node: Node, kept: Store, monkeypatch: pytest.MonkeyPatch, chair: str) -> None:
    claim = kept.claim

    async def failing(table: str, seat: str, *given: Any, **more: Any) -> SeatRow:
        if seat == chair:
            raise Unavailable("gone")
        return await claim(table, seat, *given, **more)

    monkeypatch.setattr(kept, "claim", failing)
    with pytest.raises(Unavailable):
        await node.create(Settings(open=True), {"guards": "easy"})
    [row] = await kept.tables()
    assert await node.lobby() == []
    await node.table(row.id)
    assert await node.lobby() == []


async def test_once_it_has_begun_the_lobby_is_closed(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    for work in (
        table.change_settings(Settings(), host),
        table.seat_bot("a", "easy", host),
        table.start(host),
        table.sit("a", "Eve", None),
    ):
        assert "this one is playing" in await refused(409, work)
    await refused(409, table.rematch(people["a"].token))


async def test_spectators_come_only_where_they_may(node: Node) -> None:
    table, host, people = await seated(node, Settings(spectators=False))
    early = Person(table)
    await started(table, host, people)
    with pytest.raises(Refusal, match="no spectators"):
        Person(table)
    assert (await early.ask("look", seat="spectator"))["reason"] == "this table has no spectators"
    assert (await people["a"].ask("look", seat="spectator"))["type"] == "accepted"
    await people["a"].ask("say", text="are we alone?")
    assert people["guards"].said == [("players", "are we alone?")]
    assert (await early.ask("say", text="no"))["reason"] == "this table has no spectators"
    assert not early.said


async def test_who_is_connected_is_shown(node: Node, time: Time) -> None:
    table, _, people = await seated(node, Settings())
    watching = Person(table)
    assert [chair["connected"] for chair in watching.state["chairs"]] == [True, True]
    time.pass_by(1)  # a crowd is counted now and then
    await until(lambda: people["a"].state.get("spectators") == 1)
    people["guards"].leave()
    people["guards"].leave()
    assert [chair.get("connected", False) for chair in watching.state["chairs"]] == [False, True]


async def test_a_host_may_abandon_a_table(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await table.abandon(host)
    assert people["a"].state["status"] == "abandoned"
    seat = people["a"].seats[0]
    assert "abandoned" in (await people["a"].act(seat, f"{seat} stand {seat[-1]}", "1.1.3.0"))["reason"]
    await refused(409, table.abandon(host))
    assert "\nend abandoned\n" in table.record()


def test_changed_sides_make_guards_of_the_people_among_the_novices() -> None:
    """A lone player changes sides every time; several take turns; with nobody but bots on a side they change too."""
    alone = Settings(novices=3)
    assert next_chairs(alone, "same", ["b"]) == {"guards": "guards", "a": "a", "b": "b", "c": "c"}
    assert next_chairs(alone, "changed", ["b"]) == {"b": "guards", "a": "a", "c": "b", "guards": "c"}
    assert next_chairs(alone, "changed", ["guards"]) == {"a": "guards", "b": "a", "c": "b", "guards": "c"}
    chair: ChairName = "c"
    guarded = list[ChairName]()
    for _ in range(4):
        guarded.append(chair)
        chair = next_chairs(alone, "changed", alone.chairs)[chair]
    assert sorted(guarded) == ["a", "b", "c", "guards"]
    two = next_chairs(Settings(novices=6, guard_players=2), "changed", ["abbess", "c", "e"])
    assert (two["c"], two["e"], two["abbess"], two["prioress"]) == ("abbess", "prioress", "e", "f")


async def test_the_next_night_is_played_with_the_sides_changed(node: Node) -> None:
    table, host, people = await seated(node, Settings(novices=2), {"b": "easy"})
    await started(table, host, people)
    await play(*people.values())
    await refused(403, table.rematch(None))
    code, token = await table.rematch(people["a"].token)
    assert token == people["a"].token
    assert await table.rematch(people["guards"].token) == (code, people["guards"].token)
    assert await table.rematch(host) == (code, host)
    assert people["a"].state["rematch"] == code
    following = await node.table(code)
    assert [(chair.chair, chair.name, chair.level) for chair in following.state().chairs] == [
        ("guards", "Sister a", None), ("a", "", "easy"), ("b", "Sister guards", None)
    ]  # fmt: skip
    assert following.log.permissions(token).chairs == ("guards",)
    assert following.log.permissions(host).host
    again: People = {"b": Person(following, people["guards"].token), "guards": Person(following, people["a"].token)}
    await started(following, host, again)
    await play(*again.values(), limit=5)


async def test_lobbies_that_were_left_long_ago_are_cleared(node: Node, time: Time) -> None:
    table, _ = await node.create(Settings(), {})
    time.pass_by(31 * 24 * 3600)
    other, _ = await node.create(Settings(), {})
    await node._abandon_old()
    assert table.state().status == "abandoned"
    assert other.state().status == "lobby"


async def test_tables_nobody_looks_at_are_unload_idle_and_read_again(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings(novices=2), {"a": "easy"})
    await started(table, host, people)
    await play(*people.values(), limit=7)
    for person in people.values():
        person.leave()
    await until(lambda: table.automation.is_idle)
    time.pass_by(61)
    await until(lambda: table.code not in node._tables)
    assert table.code in node._held
    again = await node.table(table.code)
    assert again is not table
    assert again.log.night.game is not None
    assert table.log.night.game is not None
    assert again.log.night.game.state == table.log.night.game.state
    back = {chair: Person(again, person.token) for chair, person in people.items()}
    for person in back.values():
        await person.look()
    await play(*back.values())


async def test_a_table_at_which_something_is_under_way_is_not_unload_idle(
    node: Node, kept: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await node.create(Settings(), {})
    answering, claim = asyncio.Event(), kept.claim

    async def slow(*given: Any, **more: Any) -> Any:
        await answering.wait()
        return await claim(*given, **more)

    monkeypatch.setattr(kept, "claim", slow)
    time.pass_by(61)
    sitting = asyncio.create_task(table.sit("a", "Anna", None))
    await asyncio.sleep(0)
    putting = asyncio.create_task(node._unload_idle())
    await asyncio.sleep(0.05)
    again = await node.table(table.code)
    answering.set()
    await asyncio.gather(sitting, putting)
    assert again.state().chairs[1].name == "Anna"
