"""Sealed windows: every question about blessings lasts as long as the host has said, and its answers are released together."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from nuns.rules.words import Ask
from nuns.server.settings import Clock, Settings
from nuns.server.tables.node import Node
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
