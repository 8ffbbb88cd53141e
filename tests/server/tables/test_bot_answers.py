"""Bots at a table, without the rest of the table."""

import asyncio

import pytest

from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.bot_answers import BotAnswers
from nuns.server.tables.lease import TableLease
from nuns.server.tables.night.entries import Answered, line_of
from nuns.server.tables.work_queue import Work
from nuns.server.thinking.bot_worker import BotReply, BotRequest
from tests.kit.parts import dealt_log
from tests.kit.tables import Quick, Time

SETTINGS = Settings(novices=2)  # two bots, who both write a plan first


class Confused(Quick):
    async def answer(self, table: str, question: BotRequest) -> BotReply:
        raise ValueError("no idea")


class Failing(Quick):
    async def answer(self, table: str, question: BotRequest) -> BotReply:
        return BotReply(fault="belief: KeyError")


@pytest.mark.parametrize("thinkers", [Quick(), Confused(), Failing()])
async def test_bots_that_are_asked_together_answer_together(store: Store, thinkers: Quick) -> None:
    log, posted = await dealt_log(store, SETTINGS), list[Work]()
    lease = TableLease(store, log.code, "here", 60)
    assert await lease.acquire()
    bots, before = BotAnswers(thinkers, log, lease, Time(), posted.append), log.night.length
    bots.ask()
    bots.ask()
    assert len(bots.tasks) == 1, "what is being thought about is not asked again"
    await asyncio.gather(*bots.tasks)
    assert (len(posted), log.night.length) == (1, before)
    await posted[0]()
    answers = [line_of(entry) for entry in (await store.read(log.code, before))[:2]]
    assert [(each.chair, each.bot) for each in answers if isinstance(each, Answered)] == [("a", True), ("b", True)]


async def test_a_node_that_lost_the_lease_carries_nothing_out(store: Store) -> None:
    log, posted = await dealt_log(store, SETTINGS), list[Work]()
    lease = TableLease(store, log.code, "here", 60)
    bots, before = BotAnswers(Quick(), log, lease, Time(), posted.append), log.night.length
    bots.ask()
    await asyncio.gather(*bots.tasks)
    await posted[0]()
    assert log.night.length == before
