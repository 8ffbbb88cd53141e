"""Several nodes on one store: seats on different nodes, nodes that miss something, and nodes that die."""

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nuns.referee.actions import Action
from nuns.referee.record import read_record, replay_record
from nuns.server.settings import Clock, Settings
from nuns.server.store import NewEntry, SeatKind, Secret, Store, StoreChange, TableStatus, Unavailable, open_store
from nuns.server.tables.creation import Guest, create_table
from nuns.server.tables.night.entries import Answered, line_of
from nuns.server.tables.node import Node
from nuns.server.tables.session import TableSession
from tests.kit.doomed_node import LEASE, SETTINGS
from tests.kit.faults import kill
from tests.kit.sample import sample
from tests.kit.tables import SECRET, Person, Time, commit, node_on, play, reveal, salt_of, salted, seated, started, until

ROOT = Path(__file__).parents[3]
KILLS = sample(2, 50)


async def moved_to(node: Node, person: Person) -> Person:
    """Her browser is sent to another node."""
    person.leave()
    other = Person(await node.table(person.table.code), person.token)
    other.rng, other.events = person.rng, person.events
    if other.seats:
        await other.look()
    return other


async def test_opponents_sit_on_different_nodes(postgresql: str) -> None:
    now = Time()
    async with node_on(postgresql, now) as (one, _), node_on(postgresql, now) as (two, store):
        table, host, people = await seated(one, Settings(novices=3, suspicion=True), {"c": "easy"})
        for chair in ("a", "b"):
            people[chair] = await moved_to(two, people[chair])
        there = await two.table(table.code)
        await until(lambda: sum(chair.get("connected", False) for chair in people["guards"].state["chairs"]) == 3)
        await there.start(host)
        await salted(people)
        await until(lambda: table.state().status == there.state().status == "playing")
        assert table.log.night.salts == {chair: salt_of(chair) for chair in people}
        await until(lambda: all(person.seats for person in people.values()))
        for person in people.values():
            await person.look()
        await people["a"].ask("say", text="who is there?")
        await until(lambda: people["guards"].said)
        await play(*people.values())
        await until(lambda: table.state() == there.state() and table.log.is_finished and there.log.is_finished)
        assert table.record() == there.record()
        assert replay_record(read_record(table.record().encode()), check_dice=True).is_over
        people["a"].leave()
        await until(lambda: not people["guards"].state["chairs"][1].get("connected"))
        first, second = await asyncio.gather(table.rematch(people["guards"].token), there.rematch(people["b"].token))
        assert first[0] == second[0]
        assert [row.id for row in await store.tables(status=TableStatus.LOBBY)] == [first[0]]


async def test_a_salt_that_is_added_while_salts_are_read_is_mixed_in(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not seen by whoever mixes, and she is told so when she writes."""
    async with node_on(address) as (one, kept), node_on(address) as (two, _):
        table, host, people = await seated(one, Settings())
        people["a"] = await moved_to(two, people["a"])
        await table.start(host)
        for chair, person in people.items():
            assert (await commit(person, chair))["type"] == "accepted"
        await until(lambda: all(person.state["sealing"].get("published") for person in people.values()))
        added, secret = asyncio.Event(), kept.secret

        async def slow(code: str) -> Secret:
            found = await secret(code)
            await added.wait()
            return found

        monkeypatch.setattr(kept, "secret", slow)
        await reveal(people["guards"], "guards")
        await asyncio.sleep(0.05)
        reply = await reveal(people["a"], "a")
        added.set()
        await until(lambda: table.log.status == "playing")
        assert reply["type"] == "accepted"
        assert table.log.night.salts == {chair: salt_of(chair) for chair in people}


async def test_a_salt_that_comes_too_late_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = Time()
    async with node_on(address, now) as (one, _), node_on(address, now) as (two, store):
        table, host, people = await seated(one, Settings())
        people["a"] = await moved_to(two, people["a"])
        await table.start(host)
        for chair, person in people.items():
            assert (await commit(person, chair))["type"] == "accepted"
        await until(lambda: people["a"].state["sealing"].get("published"))
        add_salt = store.add_salt

        async def late(*given: Any) -> None:
            now.pass_by(10.1)
            await until(lambda: table.log.status == "playing")
            await add_salt(*given)

        monkeypatch.setattr(store, "add_salt", late)
        assert (await reveal(people["a"], "a"))["why"] == "salt-late"
        assert table.log.night.salts == {}


async def test_a_bot_stands_in_for_somebody_who_gets_up_elsewhere_while_the_night_starts(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with node_on(address) as (one, _), node_on(address) as (two, deaf):
        table, host, people = await seated(one, Settings())
        there = await two.table(table.code)
        with monkeypatch.context() as patch:
            patch.setattr(deaf._watches, "tell", bool)
            await table.start(host)
            await until(lambda: table.log.night.seal)
            await there.stand("a", people["a"].token)
        await until(lambda: table.log.night.is_bot("a"))
        await salted({"guards": people["guards"]})
        await until(lambda: table.log.status == "playing")
        assert table.log.night.players["a"].stand_in == "left"


async def test_two_nodes_never_both_accept_an_answer(postgresql: str) -> None:
    """The same browser, connected twice, answers the same question at two nodes at once."""
    async with node_on(postgresql) as (one, _), node_on(postgresql) as (two, store):
        table, host, people = await seated(one, Settings())
        await started(table, host, people)
        there, doubled = await two.table(table.code), 0
        for _ in range(30):
            for chair in ("guards", "a"):
                here = people[chair]
                double = Person(there, here.token)
                seat = here.seats[0]
                await double.look()
                await until(lambda here=here, double=double, seat=seat: same_view(here, double, seat))  # type: ignore[misc]
                if not here.asked():
                    double.leave()
                    continue
                actions = here.choice(seat), double.choice(seat)
                before = await answers(store, table.code)
                replies = await asyncio.gather(here.act(seat, actions[0]), double.act(seat, actions[1]))
                kinds = sorted(reply["type"] for reply in replies)
                after = await answers(store, table.code)
                assert kinds == ["accepted", "refused"], replies
                assert len(after) == len(before) + 1
                doubled += 1
                double.leave()
        assert doubled > 20


def same_view(here: Person, there: Person, seat: str) -> bool:
    views = [each.positions.get(seat, {}).get("view") for each in (here, there)]
    return views[0] is not None and bool(views[0] == views[1])


async def answers(store: Store, code: str) -> list[Answered]:
    lines = [line_of(entry) for entry in await store.read(code)]
    return [line for line in lines if isinstance(line, Answered)]


def slowed(store: Store, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Of a table that is read, what was said comes last: it waits until this is set."""
    reading, chat = asyncio.Event(), store.chat

    async def slow(*given: Any) -> Any:
        await reading.wait()
        return await chat(*given)

    monkeypatch.setattr(store, "chat", slow)
    return reading


async def test_what_happens_while_a_table_is_read_is_not_missed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its log was read already, and the rest is still to come."""
    async with node_on(address) as (one, _), node_on(address) as (two, store):
        table, host, people = await seated(one, Settings())
        await started(table, host, people)
        reading = slowed(store, monkeypatch)
        loading = asyncio.create_task(two.table(table.code))
        await until(lambda: two._loading)
        await asyncio.sleep(0.05)
        await play(*people.values(), limit=1)
        await asyncio.sleep(0.05)
        reading.set()
        there = await loading
        await until(lambda: there.log.night.length == table.log.night.length)


async def test_a_table_that_could_not_be_read_leaves_nothing_behind(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node_on(address) as (one, _), node_on(address) as (two, store):
        table, _ = await one.create(Settings(), {})

        async def failing(*_: Any) -> None:
            raise Unavailable("away")

        with monkeypatch.context() as patch:
            patch.setattr(store, "chat", failing)
            with pytest.raises(Unavailable):
                await two.table(table.code)
        assert tasks_of(table.code) == []


async def test_a_node_that_closes_waits_for_tables_that_are_being_read(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node_on(address) as (one, _), node_on(address) as (two, store):
        table, _ = await one.create(Settings(), {})
        reading = slowed(store, monkeypatch)
        loading = asyncio.create_task(two.table(table.code))
        await until(lambda: two._loading)
        closing = asyncio.create_task(two.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        reading.set()
        await asyncio.gather(loading, closing)
        assert tasks_of(table.code) == []


def tasks_of(code: str) -> list[asyncio.Task[Any]]:
    return [task for task in asyncio.all_tasks() if task.get_name() == f"table {code}"]


async def test_a_node_that_was_deaf_for_a_while_goes_on_with_tables_it_has_put_away(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = Time()
    async with node_on(address, now) as (one, deaf), node_on(address, now) as (two, _):
        table, host, people = await seated(one, Settings(), {"guards": "easy"})
        await started(table, host, people)
        people["a"] = await moved_to(two, people["a"])
        await until(lambda: people["a"].asked())
        now.pass_by(61)
        await until(lambda: table.code not in one._tables)
        with monkeypatch.context() as patch:
            patch.setattr(deaf._watches, "tell", bool)
            await play(people["a"], until=lambda: not people["a"].asked())
            await asyncio.sleep(0.05)
        deaf._watches.tell(StoreChange(None))
        await until(lambda: people["a"].asked())


async def test_a_node_that_was_deaf_for_a_while_hears_what_was_said(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with node_on(address) as (one, deaf), node_on(address) as (two, _):
        _, _, people = await seated(one, Settings())
        people["a"] = await moved_to(two, people["a"])
        with monkeypatch.context() as patch:
            patch.setattr(deaf._watches, "tell", bool)
            await people["a"].ask("say", text="is anybody there?")
            await asyncio.sleep(0.05)
        deaf._watches.tell(StoreChange(None))
        await until(lambda: people["guards"].said)


async def test_a_table_that_cannot_be_read_keeps_no_other_waiting(address: str, time: Time) -> None:
    store, codes = await open_store(address), []
    for lines in ([NewEntry("tomorrow", time(), b"{}")], []):
        row = await create_table(store, time(), Settings(), None, {"guards": Guest(SeatKind.BOT, "easy"), "a": Guest(SeatKind.BOT, "easy")})
        await store.seal(row.id, SECRET.encode())
        if lines:
            await store.append(row.id, 0, lines)
        await store.update_table(row.id, row.version, at=time(), status=TableStatus.PLAYING)
        codes.append(row.id)
        time.pass_by(1)
    await store.close()
    async with node_on(address, time) as (node, _):
        await until(lambda: codes[1] in node._tables)
        with pytest.raises(ValueError, match="too new"):
            await node.table(codes[0])


async def test_a_table_that_was_ended_at_another_node_is_driven_no_longer(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row of the one is over just when it was to be written, the other is abandoned by its host."""
    async with node_on(address) as (one, kept), node_on(address) as (two, other):
        played, host, _ = await seated(one, Settings(), {"guards": "easy", "a": "easy"})
        update = kept.update_table

        async def second(code: str, version: int, **changes: Any) -> Any:
            if changes["status"] == TableStatus.OVER:
                await other.update_table(code, version, **changes)
            return await update(code, version, **changes)

        monkeypatch.setattr(kept, "update_table", second)
        Person(played)
        await played.start(host)
        left, host, _ = await seated(one, Settings())
        await left.start(host)
        assert left.lease.is_held
        await (await two.table(left.code)).abandon(host)
        for table in (played, left):
            await until(lambda table=table: table.log.is_finished and not table.lease.is_held)  # type: ignore[misc]
            assert await other.acquire_lease(table.code, "another", 1.0)


async def test_a_table_goes_on_elsewhere_when_its_node_is_gone(postgresql: str) -> None:
    now = Time()
    settings = Settings(novices=2, clock=Clock(bank=600, joint=600))
    async with node_on(postgresql, now, lease=0.8) as (one, _), node_on(postgresql, now, lease=0.8) as (two, _):
        table, host, people = await seated(one, settings, {"b": "easy", "guards": "easy"})
        await started(table, host, people)
        await play(*people.values(), limit=4)
        kill(one)
        there = await two.table(table.code)
        await until(lambda: there.lease.is_held)
        people["a"] = await moved_to(two, people["a"])
        await play(*people.values())
        await until(lambda: there.log.is_finished)
        assert replay_record(read_record(there.record().encode()), check_dice=True).is_over


@pytest.mark.parametrize("seed", range(KILLS))
async def test_no_acknowledged_action_is_lost_when_a_node_is_killed(postgresql: str, seed: int) -> None:
    """During the guards' movement, hard."""
    async with node_on(postgresql, lease=LEASE) as (survivor, store):
        told, said = await asyncio.to_thread(killed_in_the_guards_movement, postgresql, seed)
        table = await survivor.table(told["code"])
        acknowledged = [(each["chair"], msgspec.convert(each["action"], Action)) for each in said]
        kept = [(line.chair, line.action) for line in await answers(store, table.code) if not line.bot]
        assert kept[: len(acknowledged)] == acknowledged
        assert len(kept) <= len(acknowledged) + 1  # at most the one under way
        await until(lambda: table.lease.is_held)
        await played_to_the_end(table, told["tokens"], seed)


def killed_in_the_guards_movement(url: str, seed: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the node said before it was killed: its people, and their acknowledged actions."""
    rng = random.Random(seed)
    words = [sys.executable, "-m", "tests.kit.doomed_node", url, str(seed)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as node:
        assert node.stdout is not None
        told = json.loads(node.stdout.readline())
        said, steps = [], rng.randint(1, 25)
        while steps:
            said.append(json.loads(node.stdout.readline()))
            steps -= said[-1]["action"]["action"] == "step"
        time.sleep(rng.uniform(0, 0.01))
        node.send_signal(signal.SIGKILL)
        said += [json.loads(line) for line in node.stdout.read().splitlines()]
    return told, said


async def played_to_the_end(table: TableSession, tokens: dict[str, str], seed: int) -> None:
    people = [Person(table, token, seed=seed) for token in tokens.values()]
    for person in people:
        await person.look()
    await play(*people)
    await until(lambda: table.log.is_finished)
    game = replay_record(read_record(table.record().encode()), check_dice=True)
    assert game.is_over
    assert game.setup == SETTINGS.table()
