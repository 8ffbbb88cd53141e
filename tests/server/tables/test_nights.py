"""Whole nights at tables of the server: people and bots mixed, sealed, played, recorded."""

import asyncio
import os
import signal

import pytest

from nuns.referee.actions import Stop
from nuns.referee.dice import seal
from nuns.referee.record import read_record, replay_record
from nuns.referee.sealing import MixedDice
from nuns.rules.options import EDITIONS
from nuns.server.refusal import Refusal
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Store, TableStatus, record_code
from nuns.server.tables.night.entries import Added, Sealed, entry_of
from nuns.server.tables.night.first_sealing import seat_order
from nuns.server.tables.node import Node
from nuns.server.thinking.bot_worker import BotReply, BotRequest
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.thinkers import Thinkers
from nuns.server.web.logs import JsonLines
from tests.kit.records import mixed_dice
from tests.kit.tables import SECRET, SEED, Person, Quick, Time, commit, node_on, play, reveal, salt_of, seated, started, until

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
    game = replay_record(read_record(record.encode()), check_dice=True)
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
    mine = {people[chair].seats[0]: salt_of(chair) for chair in people}
    assert opened["salts"] == mine
    assert list(opened["salts"]) == sorted(mine, key=lambda seat: (seat != "guards", seat))


@pytest.mark.parametrize("is_first", [True, False])
async def test_numbers_are_drawn_for_the_chairs_and_every_one_may_get_any(is_first: bool) -> None:
    """Six novices: chair a is not always the same, at tables of today and at those that were sealed before 0.3."""
    settings = Settings(novices=6)
    if is_first:
        orders = {seat_order(f"{number:064x}", {}, settings.chairs) for number in range(300)}
    else:
        orders = {mixed_dice(settings.table(), f"{number:064x}").order for number in range(300)}
    assert all(order[0] == "guards" for order in orders)
    for place in range(1, 7):
        assert {order[place] for order in orders} == set("abcdef")


async def test_a_night_of_bots_alone_plays_itself_for_whoever_watches(node: Node) -> None:
    table, host = await node.create(Settings(novices=2, open=True), {"guards": "easy", "a": "easy", "b": "easy"})
    Person(table)
    await table.start(host)
    await until(lambda: table.log.is_finished)
    assert replay_record(read_record(table.record().encode()), check_dice=True).is_over


async def test_commitments_are_waited_for_six_seconds_and_no_longer(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings())
    await table.start(host)
    assert (await commit(people["a"], "a"))["type"] == "accepted"
    assert (await commit(people["a"], "a"))["why"] == "salted"
    assert (await commit(people["a"], "guards"))["why"] == "not-your-chair"
    assert (await reveal(people["a"], "a"))["why"] == "salt-not-now"
    time.pass_by(5.9)
    await asyncio.sleep(0.05)
    assert "published" not in people["a"].state["sealing"]
    time.pass_by(0.2)
    await until(lambda: people["a"].state["sealing"].get("published"))
    assert (await commit(people["guards"], "guards"))["why"] == "salt-late"
    assert (await people["a"].ask("salt", chair="a", salt=salt_of("guards")))["why"] == "salt-altered"
    assert (await reveal(people["a"], "a"))["type"] == "accepted"
    await until(lambda: table.state().status == "playing")
    assert table.log.night.salts == {"a": salt_of("a")}
    assert (await reveal(people["a"], "a"))["why"] == "salt-not-now"
    assert "sealing" not in people["a"].state


async def test_a_salt_that_is_not_revealed_within_ten_seconds_is_missing_and_told(node: Node, time: Time) -> None:
    """She is gone between commitment and salt: the night goes on without her salt, and says so for ever."""
    table, host, people = await seated(node, Settings(edition="reference", options={"turns": 1}))
    await table.start(host)
    for chair, person in people.items():
        assert (await commit(person, chair))["type"] == "accepted"
    await until(lambda: people["a"].state["sealing"].get("published"))
    assert (await reveal(people["a"], "a"))["type"] == "accepted"
    time.pass_by(9.9)
    await asyncio.sleep(0.05)
    assert table.state().status == "sealing"
    assert [chair.get("salted", False) for chair in people["a"].state["chairs"]] == [False, True]
    time.pass_by(0.2)
    await until(lambda: table.state().status == "playing")
    for person in people.values():
        await person.look()
    await play(*people.values())
    await until(lambda: table.log.is_finished)
    record = read_record(table.record().encode())
    assert replay_record(record, check_dice=True).is_over
    assert isinstance(record.dice, MixedDice)
    assert [player.name for player in record.dice.missing] == ["Sister guards"]
    assert record.dice.salts == {"a": salt_of("a")}


async def test_a_night_that_is_abandoned_is_opened_and_can_be_checked(node: Node, kept: Store) -> None:
    table, host, people = await seated(node, Settings(novices=2), {"b": "easy"})
    await started(table, host, people)
    await play(*people.values(), limit=12)
    await table.abandon(host)
    await until(lambda: "opened" in people["guards"].state)
    assert people["guards"].state["status"] == "abandoned"
    assert people["guards"].state["opened"]["seed"] == SEED
    assert people["guards"].positions["guards"]["view"]["over"] == "abandoned"
    assert len(people["guards"].positions["guards"]["view"]["sheets"]) == 2
    assert people["a"].events[people["a"].seats[0]][-1]["reason"] == "abandoned"
    stored = await kept.record(people["guards"].state["opened"]["record"])
    assert stored is not None
    assert stored.text == table.record()
    record = read_record(table.record().encode())
    assert replay_record(record, check_dice=True).outcome == ("abandoned", ())
    with pytest.raises(Refusal, match="is already abandoned"):
        await table.abandon(host)


async def test_a_table_that_is_abandoned_before_the_deal_has_nothing_to_open(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings())
    await table.start(host)
    await until(lambda: "sealing" in people["a"].state)
    await table.abandon(host)
    await until(lambda: people["a"].state["status"] == "abandoned")
    assert "opened" not in people["a"].state
    with pytest.raises(Refusal, match="secret until the game is over"):
        table.record()


async def test_a_game_that_was_sealed_before_goes_on_as_it_was_sealed(node: Node, kept: Store) -> None:
    """The log of 0.2 has no key and no commitments: its record is the one that version would have written."""
    table, host = await node.create(Settings(edition="reference", options={"turns": 1}), {"guards": "easy", "a": "easy"})
    players = table.log.seating.players(table.log.settings)
    await kept.add_salt(table.code, "a", b"5a17")
    await kept.seal(table.code, SECRET.encode())
    await kept.append(table.code, 0, [entry_of(Sealed(seal(SECRET), players), 1), entry_of(Added("a"), 2)])
    watcher = Person(table)
    await table.start(host)
    await table.queue.take(table.log.read_on)
    await until(lambda: watcher.state["status"] == "over" and table.log.is_finished)
    record = read_record(table.record().encode())
    assert replay_record(record, check_dice=True).is_over
    assert (record.dice.kind, record.dice.seed, list(record.salts.values())) == ("sha256", SECRET, ["5a17"])


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
        process = await thinkers._easy.run(os.getpid)
        os.kill(process, signal.SIGKILL)
        before = table.log.night.length
        await play(guards, until=lambda: table.log.night.length > before + 25)
        assert await thinkers._easy.run(os.getpid) != process
    await thinkers.close()


async def test_a_bot_that_fails_plays_something_legal(address: str, log: pytest.LogCaptureFixture) -> None:
    class Broken(Quick):
        async def decide(self, share: Share, question: BotRequest) -> BotReply:
            if question.seat == "guards":
                raise RuntimeError("no idea")
            return BotReply(Stop("abbess"))

    async with node_on(address, thinkers=Broken()) as (node, _):
        table, host = await node.create(Settings(novices=1), {"guards": "easy", "a": "easy"})
        Person(table)
        await table.start(host)
        await until(lambda: table.log.is_finished)
        assert replay_record(read_record(table.record().encode()), check_dice=True).is_over
    lines = "".join(JsonLines().format(record) for record in log.records)
    assert "the bot on chair guards plays at random" in lines
    assert "RuntimeError" in lines
    assert "the bot on chair a plays at random" in lines
    assert "IllegalAction" in lines
    assert "no idea" not in lines  # what a bot says may be what it knows
    assert "abbess" not in lines
