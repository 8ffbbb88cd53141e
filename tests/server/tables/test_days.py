"""The night of a day: the same for everybody on every node, unknown before its day, opened after it, across midnight and restarts."""

import asyncio
import json
import logging
from collections.abc import Callable

import pytest

from nuns.referee.dice import seal
from nuns.referee.notation import written
from nuns.server.refusal import Refusal
from nuns.server.store import AttemptRow, Store, open_store, record_code
from nuns.server.tables.days import (
    DAY,
    DayResult,
    Days,
    beaten,
    chair_on,
    day_after,
    day_at,
    end_of,
    rank,
    ranked,
    read_result,
    seat_token,
    side_on,
)
from nuns.server.tables.node import Node
from nuns.server.tables.session import TableSession
from tests.kit.records import verified
from tests.kit.tables import NOON, Person, Time, node_on, play, until

TODAY = day_at(NOON)
TOMORROW = day_after(TODAY)


async def sat_down(node: Node, browser: str, name: str = "Anna", seed: int = 0) -> tuple[TableSession, Person]:
    table, token = await node.play_day(browser, name)
    await until(lambda: table.state().status == "playing")
    person = Person(table, token, seed=seed)
    await person.look()
    return table, person


def actions_of(table: TableSession) -> list[str]:
    assert table.log.night.game is not None
    return [written(action) for action in table.log.night.game.actions]


def test_a_day_is_a_utc_day() -> None:
    assert (day_at(0), day_at(DAY - 1), day_at(DAY)) == ("1970-01-01", "1970-01-01", "1970-01-02")
    assert end_of("1970-01-01") == DAY
    assert (day_after("2026-12-31"), day_after("2026-03-01", -1)) == ("2027-01-01", "2026-02-28")
    assert {side_on(TODAY), side_on(TOMORROW)} == {"novices", "guards"}


async def test_nodes_seal_today_and_tomorrow_once(address: str, time: Time) -> None:
    async with node_on(address, time) as (node, store), node_on(address, time) as (other, _):
        await asyncio.gather(node.days.seal_ahead(), other.days.seal_ahead())
        sealed = await store.day_seals("0", "9")
        assert [each.day for each in sealed] == [TOMORROW, TODAY]
        assert await other.days.seal(TODAY) == sealed[1]
        seed = await store.day_seed(TODAY)
        assert seed is not None
        assert seal(seed.decode()) == sealed[1].seal


async def test_everybody_has_the_same_night_on_two_nodes(address: str, time: Time) -> None:
    """The same answers of the same person give the same night to its end: deal, opponents and dice."""
    async with node_on(address, time) as (node, _), node_on(address, time, secret="0b" * 32) as (other, _):
        nights = []
        for each, browser in ((node, "Anna's browser"), (other, "Bea's browser")):
            table, person = await sat_down(each, browser, f"Sister of {browser[:4].strip()}")
            await play(person)
            nights.append(actions_of(table))
        assert len(nights[0]) > 20
        assert nights[0] == nights[1]


async def test_a_browser_has_one_table_a_day(address: str, time: Time) -> None:
    async with node_on(address, time) as (node, store), node_on(address, time) as (other, _):
        both = await asyncio.gather(*(each.play_day("Anna's browser", "Anna") for each in (node, other)))
        assert len({table.code for table, _ in both}) == 1
        assert {token for _, token in both} == {seat_token("Anna's browser", TODAY)}
        again, _ = await node.play_day("Anna's browser", "Another name")
        assert again.code == both[0][0].code
        listed = [row for row in await store.tables() if row.status != "abandoned"]
        assert [row.id for row in listed] == [again.code]
        time.pass_by(24 * 3600)
        tomorrow, _ = await node.play_day("Anna's browser", "Anna")
        assert tomorrow.code != again.code
        assert tomorrow.state().day == TOMORROW


async def test_a_result_is_kept_and_its_game_file_opened_after_midnight(node: Node, kept: Store, time: Time) -> None:
    table, anna = await sat_down(node, "Anna's browser")
    await play(anna)
    await until(lambda: table.log.is_finished)
    [row] = await kept.attempts(TODAY)
    result = read_result(row)
    assert result is not None
    assert result.is_counted
    game = table.log.night.game
    assert game is not None
    assert game.outcome is not None
    assert (row.player, result.turns) == ("Anna", game.turn)
    assert result.won == (table.log.night.seats[chair_on(TODAY)] in game.outcome.winners)
    assert "opened" not in anna.state
    with pytest.raises(Refusal, match="opened when the day is over"):
        table.record()
    assert await kept.records(open_at=time()) == []
    with pytest.raises(Refusal, match="no spectators"):
        Person(table)
    time.ms = end_of(TODAY)
    record, _ = verified(table.record().encode())
    assert record.dice.kind == "sha256-day"
    assert record.dice.seed == await node.days.opened_seed(TODAY)
    assert table.state().opened is not None
    assert [line.id for line in await kept.records(open_at=time())] == [record_code(table.code)]
    Person(table)


async def test_a_night_goes_on_across_midnight_and_a_restart_but_does_not_count(address: str, time: Time) -> None:
    async with node_on(address, time) as (node, _):
        table, anna = await sat_down(node, "Anna's browser")
        await play(anna, limit=2)
        before = actions_of(table)
        time.ms = end_of(TODAY) + 5
    async with node_on(address, time) as (node, store):
        table = await node.table(table.code)
        anna = Person(table, seat_token("Anna's browser", TODAY))
        await anna.look()
        await play(anna)
        await until(lambda: table.log.is_finished)
        assert actions_of(table)[: len(before)] == before
        [row] = await store.attempts(TODAY)
        result = read_result(row)
        assert result is not None
        assert result.standing == "late"
        assert ranked([row], TODAY) == []
        assert table.state().opened is not None


@pytest.mark.parametrize("awake, standing", [(end_of(TODAY) - 1, "counted"), (end_of(TODAY), "late")])
async def test_the_calendar_says_when_a_day_is_over(address: str, time: Time, awake: int, standing: str) -> None:
    """The machine slept in the middle of a game, which goes on by the time before; midnight comes when the calendar says so."""
    calendar = Time(time.ms)
    async with node_on(address, time, wall=calendar) as (node, store):
        table, anna = await sat_down(node, "Anna's browser")
        calendar.ms = awake
        await play(anna)
        await until(lambda: table.log.is_finished)
        [row] = await store.attempts(TODAY)
        result = read_result(row)
        assert result is not None
        assert result.standing == standing
        assert (table.state().opened is not None) == (standing == "late")
        calendar.ms = end_of(TODAY)
        assert table.state().opened is not None
        Person(table)


async def test_a_calendar_behind_the_clock_of_games_keeps_a_day_closed(address: str, time: Time) -> None:
    calendar = Time(time.ms)
    async with node_on(address, time, wall=calendar) as (node, store):
        table, anna = await sat_down(node, "Anna's browser")
        time.ms = end_of(TODAY)
        await play(anna)
        await until(lambda: table.log.is_finished)
        [row] = await store.attempts(TODAY)
        result = read_result(row)
        assert result is not None
        assert result.is_counted
        with pytest.raises(Refusal, match="opened when the day is over"):
            table.record()


async def test_whoever_lets_a_bot_play_or_gives_up_has_no_place(node: Node, kept: Store) -> None:
    first, anna = await sat_down(node, "Anna's browser")
    await first.stand(chair_on(TODAY), seat_token("Anna's browser", TODAY))
    await first.come_back(chair_on(TODAY), seat_token("Anna's browser", TODAY))
    await play(anna)
    second, _ = await sat_down(node, "Bea's browser", "Bea")
    await second.abandon(seat_token("Bea's browser", TODAY))
    await until(lambda: first.log.is_finished and second.log.is_finished)
    standings = {row.player: result.standing for row in await kept.attempts(TODAY) if (result := read_result(row))}
    assert standings == {"Anna": "helped", "Bea": "abandoned"}
    assert ranked(await kept.attempts(TODAY), TODAY) == []


async def test_tomorrow_is_told_by_nothing(address: str, time: Time, log: pytest.LogCaptureFixture) -> None:
    """Every frame of a whole night of today, every log line and every table row: none of them has a byte of tomorrow's seed."""
    log.set_level(logging.DEBUG)
    async with node_on(address, time) as (node, store):
        await node.days.seal_ahead()
        seed = await store.day_seed(TOMORROW)
        assert seed is not None
        assert await node.days.opened_seed(TOMORROW) is None
        assert await node.days.opened_seed(TODAY) is None
        table, anna = await sat_down(node, "Anna's browser")
        await play(anna)
        await until(lambda: table.log.is_finished)
        entries = [entry.body for entry in await store.read(table.code)]
        rows = [row.settings for row in await store.tables()]
        told = b"\n".join((*anna.frames, *entries, *rows, log.text.encode()))
    assert len(told) > 10_000
    assert seed not in told
    assert seal(seed.decode()).encode() not in told
    today = (await read_seed(address, TODAY)).encode()
    assert today not in told, "the seed of today was told before midnight"


async def read_seed(address: str, day: str) -> str:
    store = await open_store(address)
    seed = await store.day_seed(day)
    await store.close()
    assert seed is not None
    return seed.decode()


async def test_a_clock_that_is_behind_does_not_open_a_day(store: Store) -> None:
    time = Time(end_of(TODAY) - 1)
    days = Days(store, time, lambda: "5e" * 32)
    await days.seal_ahead()
    assert await days.opened_seed(TODAY) is None
    time.pass_by(0.001)
    assert await days.opened_seed(TODAY) == "5e" * 32
    assert await days.opened_seed(TOMORROW) is None


def test_results_are_ordered_and_compared() -> None:
    quick, slow, caught, lost = DayResult(True, 8, 0), DayResult(True, 9, 0), DayResult(True, 9, 1), DayResult(False, 15, 0)
    order: Callable[[DayResult], tuple[int, ...]] = lambda each: rank(each, "novices")  # noqa: E731
    assert sorted([lost, caught, slow, quick], key=order) == [quick, slow, caught, lost]
    many, few = DayResult(False, 15, 4), DayResult(False, 15, 1)
    assert rank(many, "guards") < rank(few, "guards")
    assert rank(many, "novices") > rank(few, "novices")
    assert beaten(slow, [quick, caught, lost, slow], "novices") == 2
    rows = [AttemptRow(name, "2026-11-18", b"", at, name, json.dumps({"won": won, "turns": turns, "captures": 0}).encode())
            for at, (name, won, turns) in enumerate((("a", False, 15), ("b", True, 9), ("c", True, 9)))]  # fmt: skip
    assert [row.id for row, _ in ranked(rows, "2026-11-18")] == ["b", "c", "a"]
