"""Catching up: after a lost connection, a restart, at any entry of the log, nothing is lost and nothing is different."""

import json
from typing import Any

import pytest

from nuns.referee.record import read_record
from nuns.referee.view import encoded, view
from nuns.rules.choices import DisobeyInSight
from nuns.server.refusal import Refusal
from nuns.server.settings import Settings
from nuns.server.store import RecordRow, Store, TableStatus, Unavailable, record_code
from nuns.server.tables.night.entries import ChanceDrawn, line_of
from nuns.server.tables.night.table_night import TableNight
from nuns.server.tables.node import Node
from tests.kit.tables import SECRET, Person, Time, node_on, play, seated, started, until


async def test_a_browser_that_comes_back_gets_exactly_the_rest(node: Node) -> None:
    table, host, people = await seated(node, Settings(novices=2), {"b": "easy"})
    await started(table, host, people)
    steady, seat = people["a"], people["a"].seats[0]
    lost = Person(table, steady.token)
    await lost.look()
    for _ in range(6):
        lost.leave()
        await play(*people.values(), limit=5)
        had = len(lost.events[seat])
        lost = lost.again()
        await lost.look()
        position = json.loads(lost.frames[-2])
        assert position["first"] == had
        assert lost.events[seat] == steady.events[seat]
        assert position["view"] == steady.positions[seat]["view"]
        assert position.get("decision") == steady.positions[seat].get("decision")
    forgetful = lost.again(forgetful=True)
    await forgetful.look()
    assert forgetful.events[seat] == steady.events[seat]
    confused = Person(table, steady.token)
    await confused.ask("look", seat=seat, after=100_000)
    assert confused.positions[seat]["first"] == 0


async def test_numbers_count_what_a_seat_knows_and_nothing_else(node: Node) -> None:
    table, host, people = await seated(node, Settings(novices=3))
    watching = Person(table)
    await started(table, host, people)
    await watching.look("spectator")
    await play(*people.values(), limit=40)
    assert table.log.night.game is not None
    for person in (*people.values(), watching):
        for seat, events in person.events.items():
            sizes = [json.loads(frame) for frame in person.frames]
            told = [(each["first"], len(each["events"])) for each in sizes if each["type"] == "position" and each["seat"] == seat]
            assert sum(number for _, number in told) == len(events)
            assert [first for first, _ in told] == [sum(number for _, number in told[:place]) for place in range(len(told))]


async def test_a_table_made_under_version_1_of_the_rules_is_played_by_it_to_the_end(node: Node, kept: Store) -> None:
    table, host, people = await seated(node, Settings(edition="reference", novices=2))
    row = await kept.table(table.code)
    assert row is not None
    as_then = b'{"settings":{"edition":"reference","novices":2}}'
    await kept.update_table(row.id, row.version, at=row.updated, settings=as_then)
    await table.log.refresh()
    await started(table, host, people)
    await play(*people.values())
    record = read_record(table.record().encode())
    assert table.record().startswith("nuns record 3\nrules 1\nedition reference\noptions reference\n")
    assert record.setup.options.disobey_in_sight == DisobeyInSight.OFF


async def test_a_table_made_today_says_by_which_rules(node: Node, kept: Store) -> None:
    table, _, _ = await seated(node, Settings(edition="reference", novices=2))
    row = await kept.table(table.code)
    assert row is not None
    assert b'"rules":2' in row.settings


async def test_every_prefix_of_a_log_is_a_night(node: Node, kept: Store) -> None:
    """A restart at any entry: the same log gives the same night, and chance goes on as it would have."""
    settings = Settings(novices=3)
    table, host, people = await seated(node, settings, {"b": "easy"})
    await started(table, host, people)
    await play(*people.values())
    entries = await kept.read(table.code)
    night, replayed = TableNight(settings, SECRET), 0
    for entry, following in zip(entries, [*entries[1:], None], strict=True):
        night.read_on([entry])
        if following is not None and following.kind == "chance":
            drawn = night.copy()._let_chance_act(entry.at)
            assert drawn[0] == line_of(following)
            assert isinstance(drawn[0], ChanceDrawn)
        if entry.seq % 40 == 0 and night.game is not None and night.seats:
            again = TableNight(settings, SECRET)
            again.read_on(entries[: entry.seq])
            assert again.game is not None
            assert again.game.state == night.game.state
            assert [again.decision(chair) for chair in settings.chairs] == [night.decision(chair) for chair in settings.chairs]
            assert [encoded(view(again.game, seat)) for seat in night.game.seats] == [
                encoded(view(night.game, seat)) for seat in night.game.seats
            ]
            replayed += 1
    assert replayed > 2
    assert night.record() == table.record()


async def test_a_restart_resumes_every_table_bots_included(address: str, time: Time) -> None:
    async with node_on(address, time) as (node, _):
        playing, host, people = await seated(node, Settings(novices=2), {"b": "easy"})
        await started(playing, host, people)
        await play(*people.values(), limit=9)
        await until(lambda: playing.automation.is_idle)
        positions = {chair: person.positions[person.seats[0]] for chair, person in people.items()}
        tokens = {chair: person.token for chair, person in people.items()}
        lonely, lonely_host = await node.create(Settings(novices=1), {"guards": "easy", "a": "easy"})
        Person(lonely)
        await lonely.start(lonely_host)
        await until(lambda: lonely.log.night.length > 10)
        lobby, _ = await node.create(Settings(novices=1), {"guards": "hard"})
    async with node_on(address, time) as (node, store):
        table = await node.table(playing.code)
        again = {chair: Person(table, token, seed=7) for chair, token in tokens.items()}
        for chair, person in again.items():
            await person.look()
            seat = person.seats[0]
            assert person.positions[seat].get("decision") == positions[chair].get("decision")
            assert person.positions[seat]["view"] == positions[chair]["view"]
        await play(*again.values())
        assert table.record().startswith("nuns record 3\nrules 2\n")
        code = lonely.code
        finished = await node.table(code)
        Person(finished)
        await until(lambda: finished.log.is_finished)
        assert (await node.table(lobby.code)).state() == lobby.state()
        assert await store.record(record_code(code)) is not None


async def test_a_start_that_was_cut_off_is_completed(address: str, time: Time) -> None:
    """The row says that it is played, and the log is empty yet."""
    async with node_on(address, time) as (node, store):
        table, _ = await node.create(Settings(novices=1), {"guards": "easy", "a": "easy"})
        row = await store.table(table.code)
        assert row is not None
    async with node_on(address, time) as (node, store):
        await store.seal(table.code, SECRET.encode())
        await store.update_table(table.code, row.version, at=time(), status=TableStatus.PLAYING)
        again = await node.table(table.code)
        Person(again)
        await until(lambda: again.log.is_finished)


@pytest.mark.parametrize("is_kept", [True, False])
async def test_a_store_that_fails_in_the_middle_leaves_no_doubt_behind(
    node: Node, kept: Store, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    """Whether the action was kept is unknown at first; the table finds out, and plays on either way."""
    table, host, people = await seated(node, Settings(novices=2), {"b": "easy"})
    await started(table, host, people)
    await play(*people.values(), limit=6)
    await until(lambda: table.automation.is_idle)
    person = next(person for person in people.values() if person.asked())
    seat, append, before = person.seats[0], kept.append, table.log.night.length

    async def failing(*given: Any) -> int:
        if is_kept:
            await append(*given)
        raise Unavailable("gone")

    monkeypatch.setattr(kept, "append", failing)
    reply = await person.act(seat, person.choice(seat))
    assert "database did not answer" in reply["reason"]
    assert table.log.night.length == before
    monkeypatch.setattr(kept, "append", append)
    assert (await person.ask("look", seat=seat, after=len(person.events[seat])))["type"] == "accepted"
    assert (table.log.night.length > before) == is_kept
    assert table.log.night.length == len(await kept.read(table.code))
    await play(*people.values())


async def test_a_start_of_which_no_answer_came_goes_on_by_itself(node: Node, kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table, host = await node.create(Settings(novices=1), {"guards": "easy", "a": "easy"})
    Person(table)
    update = kept.update_table

    async def failing(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(kept, "update_table", update)
        await update(*given, **more)
        raise Unavailable("gone")

    monkeypatch.setattr(kept, "update_table", failing)
    with pytest.raises(Refusal, match="database does not answer"):
        await table.start(host)
    await until(lambda: table.log.is_finished)


async def test_a_store_that_is_away_is_told_once_a_minute(
    node: Node, kept: Store, time: Time, monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture
) -> None:
    table, host = await node.create(Settings(novices=1), {"guards": "easy", "a": "easy"})
    Person(table)
    keep_record, tried = kept.keep_record, 0

    async def failing(record: RecordRow) -> bool:
        nonlocal tried
        tried += 1
        raise Unavailable("gone")

    monkeypatch.setattr(kept, "keep_record", failing)
    await table.start(host)
    for minutes in (1, 2):
        await until(lambda minutes=minutes: tried >= 10 * minutes)  # type: ignore[misc]
        assert [line.getMessage() for line in log.records] == [f"table {table.code}: gone"] * minutes
        time.pass_by(60)
    monkeypatch.setattr(kept, "keep_record", keep_record)
    await until(lambda: table.log.is_finished)


async def test_news_that_could_not_be_read_are_read_later(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node_on(address, lease=0.5) as (one, _), node_on(address, lease=0.5) as (two, store):
        table, host, people = await seated(one, Settings())
        await started(table, host, people)
        there = await two.table(table.code)
        for name in ("read", "chat"):
            patch_once(monkeypatch, store, name)
        await play(*people.values(), limit=1)
        await people["a"].ask("say", text="is anybody there?")
        await until(lambda: there.log.night.length == table.log.night.length and Person(there).said)


def patch_once(monkeypatch: pytest.MonkeyPatch, store: Store, name: str) -> None:
    """The store fails at that, once."""
    working = getattr(store, name)

    async def failing(*given: Any) -> Any:
        monkeypatch.setattr(store, name, working)
        raise Unavailable("gone")

    monkeypatch.setattr(store, name, failing)
