"""Talking at a table."""

import asyncio

import pytest

from nuns.server.protocol import Say
from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.node import Node
from nuns.server.tables.people.chat import Chat
from tests.kit.parts import GUARD_TOKEN, Browser, sealed_log
from tests.kit.tables import Person, Time, node_on, play, seated, started, until


async def test_players_do_not_hear_spectators_while_they_play(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    watching = Person(table)
    await watching.ask("say", text="in the lobby")
    await started(table, host, people)
    await people["a"].ask("say", text="  good\tnight ")
    await watching.ask("say", text="novice-3 is behind the tree")
    assert watching.said == [("spectators", "in the lobby"), ("players", "good night"), ("spectators", "novice-3 is behind the tree")]
    assert people["guards"].said == [("spectators", "in the lobby"), ("players", "good night")]
    assert people["guards"].again().said == [("players", "good night")]
    assert Person(table).said[0] == ("players", "good night")
    await play(*people.values())
    assert people["guards"].said[2:] == [("spectators", "in the lobby"), ("spectators", "novice-3 is behind the tree")]


async def test_nobody_talks_all_the_time(node: Node, time: Time) -> None:
    _, _, people = await seated(node, Settings())
    for number in range(5):
        assert (await people["a"].ask("say", text=f"{number}"))["type"] == "accepted"
    refused = await people["a"].ask("say", text="6")
    assert "at most 5 messages in 10 seconds" in refused["reason"]
    assert (refused["why"], refused["values"]) == ("too-many-messages", {"most": 5, "seconds": 10})
    assert (await people["guards"].ask("say", text="hush"))["type"] == "accepted"
    time.pass_by(10)
    assert (await people["a"].ask("say", text="6"))["type"] == "accepted"
    assert len(people["guards"].said) == 7


@pytest.mark.parametrize("text", ["  ", "a\x00b", "\x1b[2J"])
async def test_what_cannot_be_shown_is_not_said(node: Node, text: str) -> None:
    _, _, people = await seated(node, Settings())
    assert (await people["a"].ask("say", text=text))["type"] == "refused"
    assert not people["guards"].said


async def test_what_was_said_is_still_there_after_a_restart(address: str) -> None:
    async with node_on(address) as (node, _):
        table, _, people = await seated(node, Settings())
        await people["a"].ask("say", text="<script>alert('moon')</script>")
    async with node_on(address) as (node, _):
        assert Person(await node.table(table.code)).said == [("players", "<script>alert('moon')</script>")]


async def test_who_talks_at_the_same_time_at_another_node_is_heard(address: str) -> None:
    async with node_on(address) as (one, _), node_on(address) as (two, _):
        table, _, people = await seated(one, Settings())
        here, there = people["a"], Person(await two.table(table.code), people["guards"].token)
        for number in range(4):
            await asyncio.gather(here.ask("say", text=f"here {number}"), there.ask("say", text=f"there {number}"))
        expected = {("players", f"{place} {number}") for place in ("here", "there") for number in range(4)}
        await until(lambda: set(here.said) == set(there.said) == expected)
        assert len(here.said) == len(there.said) == len(expected)


async def test_what_is_said_is_stored_and_told_to_those_who_may_hear_it(store: Store) -> None:
    """The chat alone."""
    log = await sealed_log(store, Settings())
    guard, spectator = Browser(log.permissions(GUARD_TOKEN)), Browser()
    chat = Chat(store, log, {guard.connection: None, spectator.connection: None}, Time())
    await chat.say(spectator.connection, Say(id=1, text="she is in the garden"))
    await chat.say(guard.connection, Say(id=2, text="where is she"))
    assert guard.types == ["said", "accepted"], "who plays does not hear the spectators"
    assert [message["lines"][0]["author"] for message in spectator.sent if message["type"] == "said"] == ["", "Anna"]
    assert [row.text for row in await store.chat(log.code, "spectators")] == ["she is in the garden"]
    chat.tell_late()
    assert guard.sent[-1]["lines"][0]["text"] == "she is in the garden"


async def test_what_was_said_elsewhere_is_read_and_told_once(store: Store) -> None:
    log, browser = await sealed_log(store, Settings()), Browser()
    chat = Chat(store, log, {browser.connection: None}, Time())
    await store.say(log.code, "players", at=0, author="Bea", text="elsewhere")
    await chat.say(browser.connection, Say(id=1, text="here"))
    await chat.read_on()
    assert [message["lines"][0]["text"] for message in browser.sent if message["type"] == "said"] == ["here", "elsewhere"]
