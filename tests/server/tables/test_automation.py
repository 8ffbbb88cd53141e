"""What a table does by itself, without the rest of the table."""

from nuns.referee.dice import seal
from nuns.server.settings import Clock, Settings
from nuns.server.store import Store, TableStatus, record_code
from nuns.server.tables.night.entries import Added
from nuns.server.tables.people.seating import Present
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.running.automation import Automation
from nuns.server.tables.running.bot_answers import BotAnswers
from nuns.server.tables.running.clock import COMMITTING, REVEALING, TableClock
from nuns.server.tables.running.lease import TableLease
from nuns.server.tables.work_queue import Work
from tests.kit.parts import SHARE, dealt_log, published_log, started_log
from tests.kit.tables import SEED, Quick, Time, salt_of

GUARD_HERE = Present(frozenset({"guards"}))


class Table:
    """The automation of a table, and what it was given."""

    def __init__(self, store: Store, log: TableLog, time: Time) -> None:
        self.lease = TableLease(store, log.code, "here", 60)
        self.lease.is_held = True
        self.posted: list[Work] = []
        self.finished = 0
        self.bots = BotAnswers(Quick(), log, self.lease, time, self.posted.append, lambda: SHARE)
        clock = TableClock(log, time)
        self.automation = Automation(store, log, self.lease, clock, self.bots, lambda: GUARD_HERE, self._finish)

    async def _finish(self) -> None:
        self.finished += 1


async def test_it_seals_awaits_commitments_and_deals(store: Store) -> None:
    time = Time()
    log = await started_log(store, Settings(), time)
    table = Table(store, log, time)
    await table.automation.run()
    assert (log.night.seal, log.status, log.night.published_at) == (seal(SEED), "sealing", None)
    time.ms += COMMITTING
    await table.automation.run()
    assert log.status == "playing", "nobody committed herself, so there is no salt to wait for"
    assert log.night.salts == {}


async def test_it_awaits_a_salt_that_somebody_committed_herself_to(store: Store) -> None:
    time = Time()
    log = await published_log(store, Settings(), time)
    table = Table(store, log, time)
    await table.automation.run()
    assert log.status == "sealing"
    time.ms += REVEALING
    await table.automation.run()
    assert (log.status, log.night.salts, list(log.night.commitments)) == ("playing", {}, ["guards"])
    table.bots.close()


async def test_it_deals_at_once_when_all_salts_are_revealed(store: Store) -> None:
    time = Time()
    log = await published_log(store, Settings(), time)
    table = Table(store, log, time)
    await store.add_salt(log.code, "guards", salt_of("guards").encode())
    assert await log.write(Added("guards"))
    await table.automation.run()
    assert (log.status, log.night.salts) == ("playing", {"guards": salt_of("guards")})
    assert table.bots.tasks, "the bots are asked as soon as they must decide"
    table.bots.close()


async def test_a_bot_stands_in_for_one_whose_time_is_up(store: Store) -> None:
    time = Time()
    log = await dealt_log(store, Settings(edition="reference", clock=Clock(bank=60)), time)
    table = Table(store, log, time)
    await table.automation.run()
    assert not log.night.is_bot("guards")
    time.pass_by(60)
    await table.automation.run()
    assert log.night.players["guards"].stand_in == "time"
    table.bots.close()


async def test_without_the_lease_it_does_nothing(store: Store) -> None:
    time = Time()
    log = await started_log(store, Settings(), time)
    table = Table(store, log, time)
    table.lease.is_held = False
    assert table.automation.follow_up() is None
    await table.automation.run()
    assert log.night.length == 0


async def test_a_table_that_was_ended_elsewhere_is_only_finished(store: Store) -> None:
    time = Time()
    log = await started_log(store, Settings(), time)
    await log.update(status=TableStatus.ABANDONED)
    table = Table(store, log, time)
    await table.automation.run()
    assert table.finished == 1
    assert await store.record(record_code(log.code)) is None
    assert table.automation.is_idle
