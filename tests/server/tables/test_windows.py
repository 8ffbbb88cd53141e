"""Sealed windows: every question about blessings lasts as long as the host has said, and its answers are released together."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from nuns.rules.words import Ask
from nuns.server.settings import Clock, Settings
from nuns.server.tables.node import Node
from nuns.server.tables.running.watchdog import GIVE_UP, PATIENCE, Watchdog
from nuns.server.tables.session import TableSession
from tests.kit.tables import People, Person, Time, node_on, play, seated, started, until

WINDOW = 10  # seconds
SETTINGS = Settings(novices=3, window=WINDOW)


async def at_window(node: Node, settings: Settings = SETTINGS) -> tuple[TableSession, People, Person]:
    """A table of people in its first window, and somebody who watches."""
    table, host, people = await seated(node, settings)
    spectator = Person(table)
    await started(table, host, people)
    await spectator.look("spectator")
    await play(*people.values(), until=lambda: table.log.night.window_end is not None)
    return table, people, spectator


def offered(person: Person, kind: str) -> list[Any]:
    return [action for action in person.positions[person.seats[0]]["view"].get("actions", ()) if action["action"] == kind]


async def answer(person: Person, kind: str = "pass") -> None:
    """Every holder of hers answers with what is offered, or passes."""
    while offered(person, "pass"):
        wanted = (offered(person, kind) or offered(person, "pass"))[0]
        assert (await person.act(person.seats[0], wanted))["type"] == "accepted"


@pytest.mark.rule("10.6")
@pytest.mark.parametrize("clock", [None, Clock()])
async def test_nobody_can_tell_who_has_answered_or_when(node: Node, time: Time, clock: Clock | None) -> None:
    table, people, spectator = await at_window(node, Settings(novices=3, window=WINDOW, clock=clock))
    waiting = table.state().waiting
    others = [people["guards"], people["b"], spectator]
    before = [len(each.frames) for each in others]
    time.pass_by(1)
    await answer(people["a"], "change")
    time.pass_by(3)
    assert people["a"].positions[people["a"].seats[0]].get("decision") is None, "she is not asked again"
    assert [len(each.frames) for each in others] == before, "not a byte went to anybody else"
    assert table.state().waiting == waiting
    reply = await people["a"].act(people["a"].seats[0], {"action": "pass", "by": people["a"].seats[0]}, "x")
    assert reply["type"] == "refused"


@pytest.mark.rule("10.6")
async def test_the_window_ends_when_its_time_is_up_and_not_before(node: Node, time: Time) -> None:
    table, people, _ = await at_window(node)
    assert table.state().window_left_ms == WINDOW * 1000
    for person in people.values():
        await answer(person)
    time.pass_by(WINDOW - 1)
    await table.queue.take(table.automation.run)
    assert table.log.night.window_end is not None, "though everybody has answered"
    time.pass_by(1)
    await until(lambda: is_past(table))
    assert table.log.night.held == ()


@pytest.mark.rule("10.6")
async def test_no_answer_is_a_pass_and_the_card_is_kept(node: Node, time: Time) -> None:
    table, people, _ = await at_window(node)
    seat = people["a"].seats[0]
    card = people["a"].positions[seat]["view"]["blessings"]
    events = len(table.log.night.game.events) if table.log.night.game else 0
    time.pass_by(WINDOW)
    await until(lambda: is_past(table))
    assert people["a"].positions[seat]["view"]["blessings"] == card
    assert "blessing_played" not in [event["event"] for event in people["b"].events[people["b"].seats[0]][events:]]


def is_past(table: TableSession) -> bool:
    """Whether the first window of the night is over."""
    game = table.log.night.game
    return game is not None and (game.phase == 2 or game.ask != Ask.BLESSING)


@pytest.mark.rule("3.3", "10.6")
async def test_twin_nights_send_the_others_the_same_bytes_at_the_same_times(tmp_path: Path) -> None:
    """In one night she plays at once, in the other she thinks until the end, in the third she does nothing: all pass in the end."""
    found = []
    for twin, (first, pause) in enumerate(((1, 8), (8, 1), (None, 9))):
        time = Time()
        (tmp_path / str(twin)).mkdir()
        async with node_on(f"sqlite:///{tmp_path}/{twin}/night.sqlite3", time) as (node, _):
            table, people, spectator = await at_window(node)
            others = {"b": people["b"], "guards": people["guards"], "spectator": spectator}
            marks = {name: len(each.frames) for name, each in others.items()}
            await answer(people["b"])
            await answer(people["guards"])
            log: list[tuple[int, str, bytes]] = []
            for seconds, acts in ((first or 0, first is not None), (pause, False), (1, False)):
                time.pass_by(seconds)
                if acts:
                    await answer(people["a"])
                await table.queue.take(table.automation.run)
            await until(partial(is_past, table))
            for name, each in others.items():
                log += [(0, name, plain(frame)) for frame in each.frames[marks[name] :]]
            found.append(log)
    assert found[0] == found[1] == found[2]
    assert found[0]


def plain(frame: bytes) -> bytes:
    """A frame without the code of its table, which is drawn anew for each."""
    message = json.loads(frame)
    if "table" in message:
        message["table"]["code"] = ""
    return json.dumps(message).encode()


async def test_held_answers_outlive_the_server(tmp_path: Path) -> None:
    time, url = Time(), f"sqlite:///{tmp_path}/night.sqlite3"
    async with node_on(url, time) as (node, _):
        table, people, _ = await at_window(node)
        code, token = table.code, people["a"].token
        await answer(people["a"], "change")
        held = table.log.night.held
    async with node_on(url, time) as (node, _):
        table = await node.table(code)
        assert held
        assert table.log.night.held == held
        again = Person(table, token)
        await again.look()
        assert again.positions[again.seats[0]].get("decision") is None


async def test_bots_answer_in_the_same_time(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings(novices=3, window=WINDOW), {"b": "easy", "guards": "easy"})
    await started(table, host, people)
    await play(*people.values(), until=lambda: table.log.night.window_end is not None)
    await until(lambda: len(table.log.night.undecided) < len(table.log.night.waiting))
    assert table.log.night.window_end is not None
    assert set(table.state().waiting) >= {"b", "guards"}


async def with_bots(node: Node, window: int) -> tuple[TableSession, People]:
    """A table of one person in its first window; the bots have answered in it, and she has not."""
    table, host, people = await seated(node, Settings(novices=3, window=window), {"b": "easy", "guards": "easy"})
    await started(table, host, people)
    await play(*people.values(), until=lambda: table.log.night.window_end is not None)
    await until(lambda: not any(map(table.log.night.is_bot, table.log.night.undecided)) and table.queue.is_idle and not table.bots.tasks)
    return table, people


async def test_bots_that_have_answered_are_not_waited_for(node: Node, time: Time, log: pytest.LogCaptureFixture) -> None:
    """The watchdog finds nothing to do, however often it looks, and every window of the night ends when its time is up."""
    watchdog, (table, people) = Watchdog(), await with_bots(node, WINDOW)
    windows = 0
    while windows < 4:
        length, began = table.log.night.length, time()
        assert table.log.night.held
        for _ in range(2 * PATIENCE * GIVE_UP):
            await watchdog.look({table.code: table})
            await until(lambda: table.queue.is_idle)
        assert (table.automation.is_due, table.lease.is_held, table.log.night.length) == (False, True, length)
        assert table.log.night.window_end == began + WINDOW * 1000
        time.pass_by(WINDOW)
        await until(lambda length=length: table.log.night.length > length)  # type: ignore[misc]
        windows += 1
        await play(*people.values(), until=lambda: table.log.night.window_end is not None)
        await until(lambda: table.queue.is_idle and not table.bots.tasks and table.log.night.held)
    assert "revived" not in log.text


@pytest.mark.parametrize(("window", "every"), [(5, 4), (WINDOW, 9), (60, 9)])
async def test_a_window_ends_however_often_the_table_changes_nodes(node: Node, time: Time, window: int, every: int) -> None:
    """After one restart it has its whole length again; when nodes come and go it is not begun anew for ever."""
    table, _ = await with_bots(node, window)
    length = table.log.night.length
    left = list[int | None]()
    while table.log.night.window_end is not None:
        assert len(left) < 8
        time.pass_by(every)
        if table.log.night.window_end <= time():
            await until(lambda: is_past(table) and table.queue.is_idle)
            break
        await table.queue.take(table.automation.resume)
        left.append(table.state().window_left_ms)
    assert left[0] == window * 1000
    assert left[1:] == [window * 1000 >> place for place in range(1, len(left))]
    assert table.log.night.length > length
