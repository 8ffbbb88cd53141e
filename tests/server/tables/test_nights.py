"""Whole nights at tables of the server: people and bots mixed, sealed, played, recorded."""

import asyncio
import os
import signal

import pytest

from nuns.referee.actions import Stop
from nuns.referee.dice import seal
from nuns.referee.record import read_record, replayed
from nuns.rules.options import EDITIONS
from nuns.server.refusal import Refusal
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Store, TableStatus, record_code
from nuns.server.tables.night.sealing import seat_order
from nuns.server.tables.node import Node
from nuns.server.thinking.bot_worker import BotReply, BotRequest
from nuns.server.thinking.thinkers import Thinkers
from nuns.server.web.logs import JsonLines
from tests.kit.tables import SEED, Person, Quick, Time, node_on, play, seated, started, until

BOTS: dict[ChairName, Level] = {"b": "easy", "d": "easy", "f": "easy", "prioress": "easy"}


@pytest.mark.parametrize("edition", EDITIONS)
async def test_eight_play_a_whole_night(node: Node, kept: Store, edition: str) -> None:
    settings = Settings(edition=edition, novices=6, guard_players=2, suspicion=edition == "mayfair")
    table, host, people = await seated(node, settings, BOTS)
    spectator = Person(table)
    await started(table, host, people)
    await spectator.look("spectator")
    acted = await play(*people.values())
    assert acted > 30
    await until(lambda: table.log.is_finished)
    record = table.record()
    game = replayed(read_record(record.encode()), check_dice=True)
    assert game.outcome is not None
    kept_record = await kept.record(record_code(table.code))
    assert kept_record is not None
    assert kept_record.text == record
    row = await kept.table(table.code)
    assert row is not None
    assert row.status == TableStatus.OVER
    for person in (*people.values(), spectator):
        assert person.state["status"] == "over"
        assert person.state["opened"]["seed"] == SEED
        assert not person.refused
        for seat, events in person.events.items():
            assert events[0]["event"] == "setup"
            assert events[-1]["event"] == "game_over", seat


async def test_a_bot_lets_a_person_begin_who_shares_the_guards_with_it(node: Node, time: Time) -> None:
    """4 With two guard players whoever starts is first; a bot, which is always quicker, waits six seconds."""
    bots: dict[ChairName, Level] = {"b": "easy", "c": "easy", "d": "easy", "e": "easy", "f": "easy", "prioress": "easy"}
    table, host, people = await seated(node, Settings(novices=6, guard_players=2), bots)
    abbess, novice = people["abbess"], people["a"]
    await started(table, host, people)

    def is_asked_who_begins() -> bool:
        return "actions" in abbess.positions["abbess"]["view"] and bool(abbess.choice("abbess")["action"] == "first")

    def steps() -> list[str]:
        return [event["guard"] for event in abbess.events["abbess"] if event["event"] == "guard_stepped"]

    await play(abbess, novice, until=is_asked_who_begins)
    time.pass_by(5.9)
    for _ in range(50):
        await asyncio.sleep(0.001)
    assert set(abbess.state["waiting"]) == {"abbess", "prioress"}
    seat = novice.seats[0]
    assert (await novice.act(seat, {"action": "ruler", "novice": int(seat[-1]), "one": 1, "two": 2}))["type"] == "accepted"
    time.pass_by(0.2)  # from when it was asked: a ruler holds nobody up
    await until(steps)
    assert steps()[0] == "prioress"


async def test_what_the_seal_promised_is_what_is_opened(node: Node) -> None:
    table, host, people = await seated(node, Settings(novices=3), {"a": "easy"})
    await started(table, host, people)
    shown = people["guards"].state["seal"]
    assert shown == seal(SEED)
    await play(*people.values())
    await until(lambda: "opened" in people["guards"].state)
    opened = people["guards"].state["opened"]
    assert seal(opened["seed"]) == shown
    mine = {people[chair].seats[0]: f"5a17{place:02}" for place, chair in enumerate(people)}
    assert opened["salts"] == mine
    assert list(opened["salts"]) == sorted(mine, key=lambda seat: (seat != "guards", seat))


async def test_numbers_are_drawn_for_the_chairs_and_every_one_may_get_any() -> None:
    """Six novices: chair a is not always the same."""
    settings = Settings(novices=6)
    orders = {seat_order(f"{number:064x}", {}, settings.chairs) for number in range(300)}
    assert all(order[0] == "guards" for order in orders)
    for place in range(1, 7):
        assert {order[place] for order in orders} == set("abcdef")


async def test_a_night_of_bots_alone_plays_itself(node: Node) -> None:
    table, host = await node.create(Settings(novices=2, open=True), {"guards": "easy", "a": "easy", "b": "easy"})
    await table.start(host)
    await until(lambda: table.log.is_finished)
    assert replayed(read_record(table.record().encode()), check_dice=True).is_over


async def test_salts_are_waited_for_three_seconds_and_no_longer(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings())
    await table.start(host)
    await until(lambda: people["a"].state["status"] == "sealing")
    time.pass_by(2.9)
    assert (await people["a"].ask("salt", chair="a", salt="abcd"))["type"] == "accepted"
    assert (await people["a"].ask("salt", chair="a", salt="abce"))["type"] == "refused"
    assert (await people["a"].ask("salt", chair="guards", salt="abce"))["type"] == "refused"
    assert table.state().status == "sealing"
    time.pass_by(0.2)
    await until(lambda: table.state().status == "playing")
    assert table.log.night.salts == {"a": "abcd"}
    assert (await people["guards"].ask("salt", chair="guards", salt="abcd"))["type"] == "refused"


async def test_nobody_gets_the_record_before_the_night_is_over(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    with pytest.raises(Refusal, match="secret until the game is over"):
        table.record()
    await started(table, host, people)
    with pytest.raises(Refusal, match="secret until the game is over"):
        table.record()


async def test_bots_think_in_processes_of_their_own_which_may_die(address: str) -> None:
    thinkers = Thinkers(1)
    async with node_on(address, thinkers=thinkers) as (node, _):
        table, host, people = await seated(node, Settings(novices=2, suspicion=True), {"a": "easy", "b": "easy"})
        await started(table, host, people)
        guards = people["guards"]
        await play(guards, limit=6)
        await until(lambda: guards.suspicions and guards.suspicions[-1]["events"] > 1)
        novices = {int(seat[-1]) for seat in table.log.night.seats.values() if seat != "guards"}
        assert {each["novice"] for each in guards.suspicions[-1]["novices"]} == novices
        assert all(950 <= sum(each["dots"].values()) <= 1200 for each in guards.suspicions[-1]["novices"])
        executor = thinkers._executors[0]
        assert executor is not None
        os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
        before = table.log.night.length
        await play(guards, until=lambda: table.log.night.length > before + 25)
        assert thinkers._executors[0] is not executor
    await thinkers.close()


async def test_a_bot_that_fails_plays_something_legal(address: str, log: pytest.LogCaptureFixture) -> None:
    class Broken(Quick):
        async def answer(self, table: str, question: BotRequest) -> BotReply:
            if question.seat == "guards":
                raise RuntimeError("no idea")
            return BotReply(Stop("abbess"))

    async with node_on(address, thinkers=Broken()) as (node, _):
        table, host = await node.create(Settings(novices=1), {"guards": "easy", "a": "easy"})
        await table.start(host)
        await until(lambda: table.log.is_finished)
        assert replayed(read_record(table.record().encode()), check_dice=True).is_over
    lines = "".join(JsonLines().format(record) for record in log.records)
    assert "the bot on chair guards plays at random" in lines
    assert "RuntimeError" in lines
    assert "the bot on chair a plays at random" in lines
    assert "IllegalAction" in lines
    assert "no idea" not in lines  # what a bot says may be what it knows
    assert "abbess" not in lines
