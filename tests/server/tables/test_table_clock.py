"""The deadlines of a table, without the rest of it."""

from random import Random

import pytest

from nuns.referee.game import legal_actions
from nuns.server.settings import Clock, Settings
from nuns.server.store import Store
from nuns.server.tables.night.entries import Left
from nuns.server.tables.running.clock import COMMITTING, COURTESY, REVEALING, TableClock
from tests.kit.parts import dealt_log, lobby_log, published_log, sealed_log
from tests.kit.tables import NOON, Time


async def test_in_the_lobby_nothing_is_due(store: Store) -> None:
    time = Time()
    clock = TableClock(await lobby_log(store, Settings(), time), time)
    assert (clock.deadline, clock.is_due, clock.now()) == (None, False, NOON)


@pytest.mark.parametrize("is_published, wait", [(False, COMMITTING), (True, REVEALING)])
async def test_commitments_and_then_salts_are_awaited_for_a_while(store: Store, is_published: bool, wait: int) -> None:
    time = Time()
    clock = TableClock(await (published_log if is_published else sealed_log)(store, Settings(), time), time)
    assert clock.deadline == NOON + wait
    time.ms = NOON + wait - 1
    assert not clock.is_due
    time.ms += 1
    assert clock.is_due


async def test_the_time_of_those_who_decide_runs_out_until_bots_play_for_all(store: Store) -> None:
    time = Time()
    log = await dealt_log(store, Settings(edition="reference", clock=Clock(bank=60)), time)
    clock = TableClock(log, time)
    assert [clock.time_out, clock.deadline, clock.is_due] == [NOON + 60_000, NOON + 60_000, False]
    time.pass_by(60)
    assert clock.is_due
    assert await log.write(Left("guards", "time"))
    after: list[object] = [clock.deadline, clock.is_due]
    assert after == [None, False]


async def test_a_bot_lets_the_person_begin_with_whom_it_shares_the_guards(store: Store) -> None:
    time = Time()
    log = await dealt_log(store, Settings(novices=6, guard_players=2), time)
    clock, rng = TableClock(log, time), Random(1)
    while log.night.game is not None and not log.night.game.is_order_due:
        assert clock.courtesy_end is None
        trial, chair = log.night.copy(), log.night.waiting[0]
        action = rng.choice(legal_actions(log.night.game, log.night.seats[chair]))
        assert await log.keep(trial, trial.play(chair, action, time()), time())
    assert set(log.night.waiting) == {"abbess", "prioress"}
    assert clock.courtesy_end == clock.deadline == NOON + COURTESY
