"""Bots at a table, without the rest of the table."""

import asyncio

import pytest

from nuns.server.refusal import Refusal
from nuns.server.settings import Settings
from nuns.server.store import Store, Unavailable
from nuns.server.tables.night.entries import Answered, line_of
from nuns.server.tables.running.bot_answers import BotAnswers
from nuns.server.tables.running.lease import TableLease
from nuns.server.tables.work_queue import Work
from nuns.server.thinking.bot_worker import BotReply, BotRequest
from nuns.server.thinking.fair_queue import Share
from tests.kit.parts import SHARE, dealt_log
from tests.kit.tables import Quick, Time

SETTINGS = Settings(novices=2)  # two bots, who both write a plan first


class Confused(Quick):
    async def decide(self, share: Share, question: BotRequest) -> BotReply:
        raise ValueError("no idea")


class Failing(Quick):
    async def decide(self, share: Share, question: BotRequest) -> BotReply:
        return BotReply(fault="belief: KeyError")


@pytest.mark.parametrize("thinkers", [Quick(), Confused(), Failing()])
async def test_bots_that_are_asked_together_answer_together(store: Store, thinkers: Quick) -> None:
    log, posted = await dealt_log(store, SETTINGS), list[Work]()
    lease = TableLease(store, log.code, "here", 60)
    assert await lease.acquire()
    bots, before = BotAnswers(thinkers, log, lease, Time(), posted.append, lambda: SHARE), log.night.length
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
    bots, before = BotAnswers(Quick(), log, lease, Time(), posted.append, lambda: SHARE), log.night.length
    bots.ask()
    await asyncio.gather(*bots.tasks)
    await posted[0]()
    assert log.night.length == before


async def test_an_answer_that_could_not_be_stored_is_still_being_worked_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue keeps it and does it again: nobody is asked anew meanwhile."""
    log, posted = await dealt_log(store, SETTINGS), list[Work]()
    lease = TableLease(store, log.code, "here", 60)
    assert await lease.acquire()
    bots, before = BotAnswers(Quick(), log, lease, Time(), posted.append, lambda: SHARE), log.night.length
    bots.ask()
    await asyncio.gather(*bots.tasks)
    with monkeypatch.context() as patch:
        patch.setattr(store, "append", failing)
        with pytest.raises(Refusal):
            await posted[0]()
    bots.ask()
    assert not bots.tasks
    await posted[0]()
    assert log.night.length > before


async def failing(*_: object) -> None:
    raise Unavailable("away")


class Slow(Quick):
    """Bots that think for a time that depends on what they know."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    async def decide(self, share: Share, question: BotRequest) -> BotReply:
        await asyncio.sleep(self._seconds)
        return await super().decide(share, question)


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.25])
async def test_the_moment_of_an_answer_does_not_tell_how_long_a_novices_bot_thought(store: Store, seconds: float) -> None:
    log, posted = await dealt_log(store, SETTINGS), list[float]()
    log.night.players = {chair: player._replace(level="expert") for chair, player in log.night.players.items()}
    lease, loop = TableLease(store, log.code, "here", 60), asyncio.get_running_loop()
    bots = BotAnswers(Slow(seconds), log, lease, Time(), lambda _: posted.append(loop.time()), lambda: SHARE, pace=0.4)
    began = loop.time()
    bots.ask()
    await asyncio.gather(*bots.tasks)
    assert posted[0] - began >= 0.39
