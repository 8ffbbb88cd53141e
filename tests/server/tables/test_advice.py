"""Advice at a table: for the player who must decide, from her own seat, and not a byte for anybody else."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from nuns.analysis.findings import ValuedMove
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import Settings
from nuns.server.tables.node import Node
from nuns.server.thinking.advice_worker import AdviceRequest
from nuns.server.thinking.fair_queue import Share
from tests.kit.analysis import MADE_UP
from tests.kit.tables import People, Person, Quick, node_on, play, seated, started


@pytest.fixture
async def node(address: str) -> AsyncIterator[Node]:
    async with node_on(address, thinkers=Quick(adviser=MADE_UP)) as (node, _):
        yield node


async def at_table(node: Node, *, advice: bool = True) -> People:
    table, host, people = await seated(node, Settings(novices=2, advice=advice))
    await started(table, host, people)
    for person in people.values():
        assert person.state["settings"]["advice"] == advice, "everybody sees whether it is on"
    await play(*people.values(), until=lambda: len(people["a"].asked()) + len(people["b"].asked()) == 2)
    return people


async def advised(person: Person, **changes: str) -> dict[str, object]:
    seat = person.seats[0]
    asked = {"seat": seat, "decision": person.positions[seat].get("decision") or "", **changes}
    return await person.ask("advise", **asked)


async def test_only_who_asks_is_told(node: Node) -> None:
    people = await at_table(node)
    spectator = Person(people["a"].table)
    await spectator.look("spectator")
    before = {name: list(person.frames) for name, person in [*people.items(), ("spectator", spectator)]}
    reply = await advised(people["a"])
    assert reply["type"] == "advised"
    choices: list[dict[str, object]] = reply["choices"]  # type: ignore[assignment]
    assert [each["chance"] for each in choices] == pytest.approx([0.6, 0.5, 0.4])
    assert all(str(each["actions"]).startswith(f"['{people['a'].seats[0]} ") for each in choices)
    await asyncio.sleep(0)
    assert len(people["a"].frames) == len(before["a"]) + 1
    assert {name: people[name].frames for name in people if name != "a"} == {name: before[name] for name in people if name != "a"}
    assert spectator.frames == before["spectator"]


async def test_nobody_asks_for_another_seat_nor_without_a_decision(node: Node) -> None:
    people = await at_table(node)
    spectator = Person(people["a"].table)
    novice, guards = people["a"], people["guards"]
    for person in (people["b"], guards, spectator):
        reply = await person.ask("advise", seat=novice.seats[0], decision=str(novice.positions[novice.seats[0]]["decision"]))
        assert (reply["type"], reply["why"]) == ("refused", "not-your-seat")
    assert (await advised(guards, decision="1.1.1.0"))["why"] == "stale"
    assert (await advised(novice, decision="0.0.0.0"))["why"] == "stale"
    assert (await spectator.ask("advise", seat="spectator", decision=""))["why"] == "not-your-seat"


async def test_a_table_without_it_refuses(node: Node) -> None:
    people = await at_table(node, advice=False)
    assert (await advised(people["a"]))["why"] == "advice-off"


async def test_a_seat_may_ask_so_often(node: Node) -> None:
    people = await at_table(node)
    replies = [(await advised(people["a"]))["type"] for _ in range(10)]
    assert replies == ["advised"] * 10
    assert (await advised(people["a"]))["why"] == "too-many-advice"
    assert (await advised(people["b"]))["type"] == "advised"


async def test_turns_and_limits_are_those_of_the_address_that_asks(address: str) -> None:
    """Not of the table's creator, who may be somebody else."""
    shares = list[Share]()

    class Noting(Quick):
        async def advise(self, share: Share, request: AdviceRequest) -> tuple[ValuedMove, ...]:
            shares.append(share)
            return await super().advise(share, request)

    asked = list[str]()

    def limit(asker: str) -> None:
        asked.append(asker)
        if len(asked) > 1:
            raise Refusal(Why.TOO_MANY_ADVICE, most=1, seconds=60)

    async with node_on(address, thinkers=Noting(adviser=MADE_UP), limit_advice=limit) as (node, _):
        people = await at_table(node)
        table, novice = people["a"].table, people["a"]
        again = Person(table, novice.token, address="10.0.0.7")
        await again.look()
        assert (await advised(again))["type"] == "advised"
        assert shares == [Share(0, "10.0.0.7", table.code)]
        assert (await advised(again))["why"] == "too-many-advice"
        assert (asked, len(shares)) == (["10.0.0.7"] * 2, 1)


async def test_advice_for_a_decision_that_has_gone_by_is_not_sent(address: str) -> None:
    is_asked, may_answer = asyncio.Event(), asyncio.Event()

    class Slow(Quick):
        async def advise(self, share: Share, request: AdviceRequest) -> tuple[ValuedMove, ...]:
            is_asked.set()
            await may_answer.wait()
            return await super().advise(share, request)

    async with node_on(address, thinkers=Slow(adviser=MADE_UP)) as (node, _):
        people = await at_table(node)
        novice = people["a"]
        asking = asyncio.create_task(advised(novice))
        await is_asked.wait()
        seat = novice.seats[0]
        assert (await novice.act(seat, novice.choice(seat)))["type"] == "accepted"
        may_answer.set()
        assert (await asking)["why"] == "stale"
        assert not any(b'"advised"' in frame for frame in novice.frames)
