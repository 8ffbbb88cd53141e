"""Tables that wait although nobody is at work on them: after a fault of the store, and after faults of our own."""

import asyncio
from typing import Any

import pytest

from nuns.server.settings import Settings
from nuns.server.store import Store, Unavailable
from nuns.server.tables.node import Node
from nuns.server.tables.running.watchdog import GIVE_UP, PATIENCE, Watchdog
from nuns.server.tables.session import TableSession
from nuns.server.thinking.bot_worker import BotReply, BotRequest
from nuns.server.thinking.fair_queue import Share
from tests.kit.tables import Person, Quick, node_on, seated, started, until

CALLS = ("append", "read", "table", "tables", "seats", "say", "chat", "renew_leases", "acquire_lease", "unleased", "secret", "present")


class Outage:
    """A store that is away for a while: every call fails."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self._store, self._patch, self.calls = store, monkeypatch, 0

    async def _fail(self, *_: Any, **__: Any) -> None:
        self.calls += 1
        raise Unavailable("away")

    def begin(self) -> None:
        for name in CALLS:
            self._patch.setattr(self._store, name, self._fail)

    def end(self) -> None:
        self._patch.undo()


class Gated(Quick):
    """Bots that answer when they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.thinking = asyncio.Event(), 0
        self.gate.set()

    async def decide(self, share: Share, question: BotRequest) -> BotReply:
        self.thinking += 1
        await self.gate.wait()
        self.thinking -= 1
        return await super().decide(share, question)


async def test_bots_go_on_after_a_short_outage_in_which_they_thought_and_somebody_spoke(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that comes while the table cannot be read is not lost."""
    bots = Gated()
    async with node_on(address, lease=1.0, thinkers=bots) as (node, store):
        outage = Outage(store, monkeypatch)
        table, host, people = await seated(node, Settings(novices=2), {"guards": "easy", "b": "easy"})
        bots.gate.clear()
        await started(table, host, people)
        await until(lambda: bots.thinking)
        outage.begin()
        assert (await people["a"].ask("say", text="hello?"))["why"] == "no-store"
        bots.gate.set()
        await until(lambda: not table.bots.tasks and table.queue.is_idle)
        calls = outage.calls
        await until(lambda: outage.calls > calls + 3)  # it is tried again and again
        outage.end()
        await until(lambda: "b" not in table.log.night.waiting)


async def looked_at(watchdog: Watchdog, table: TableSession) -> None:
    for _ in range(PATIENCE):
        await watchdog.look({table.code: table})


async def waiting_table(node: Node) -> tuple[TableSession, Person]:
    table, host, people = await seated(node, Settings(), {"guards": "easy"})
    await started(table, host, people)
    return table, people["a"]


async def test_a_table_that_waits_for_a_bot_whom_nobody_has_asked_is_revived(node: Node, log: pytest.LogCaptureFixture) -> None:
    table, person = await waiting_table(node)
    table.bots.ask = bool  # type: ignore[assignment, method-assign]
    await person.act(person.seats[0], person.choice(person.seats[0]))
    await until(lambda: table.queue.is_idle and table.automation.is_due)
    del table.bots.ask
    length = table.log.night.length
    await looked_at(Watchdog(), table)
    await until(lambda: table.log.night.length > length)
    assert f"table {table.code}: it waited for a bot" in log.text


async def test_a_table_that_cannot_be_revived_gives_its_lease_back(node: Node, kept: Store) -> None:
    table, person = await waiting_table(node)
    table.bots.ask = bool  # type: ignore[assignment, method-assign]
    await person.act(person.seats[0], person.choice(person.seats[0]))
    watchdog = Watchdog()
    for _ in range(GIVE_UP):
        await until(lambda: table.queue.is_idle)
        await looked_at(watchdog, table)
    assert not table.lease.is_held
    assert await kept.acquire_lease(table.code, "another node", 1.0)


async def test_a_table_whose_job_never_ends_goes_on_without_it(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    table, person = await waiting_table(node)
    monkeypatch.setattr("nuns.server.tables.running.watchdog.HUNG", 0.0)
    stuck = asyncio.create_task(table.queue.take(asyncio.Event().wait))
    await until(lambda: table.queue.busy_seconds > 0)
    await Watchdog().look({table.code: table})
    await until(stuck.done)
    assert (await person.act(person.seats[0], person.choice(person.seats[0])))["type"] == "accepted"
    assert stuck.exception() is not None


async def test_bots_alone_play_only_while_somebody_watches(node: Node) -> None:
    table, host, _ = await seated(node, Settings(), {"guards": "easy", "a": "easy"})
    await table.start(host)
    await until(lambda: table.log.status in ("sealing", "playing") and table.log.night.seal)
    await until(lambda: table.queue.is_idle)
    watching = Person(table)
    await until(lambda: table.log.night.length > 20)
    watching.leave()
    await until(lambda: table.queue.is_idle and not table.bots.tasks)
    assert (table.log.status, table.is_stuck, table.automation.is_idle) == ("playing", False, True)
    Person(table)
    await until(lambda: table.log.is_finished)
