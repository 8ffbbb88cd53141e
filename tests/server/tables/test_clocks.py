"""Clocks, stand-ins and coming back."""

import pytest

from nuns.server.refusal import Refusal
from nuns.server.settings import Clock, Settings
from nuns.server.tables.night.clocks import RunningClock, new_clocks
from nuns.server.tables.node import Node
from tests.kit.tables import Person, Time, node_on, play, seated, started, until

CLOCK = Clock(bank=60, increment=5, joint=20)


def left(person: Person, chair: str) -> int | None:
    found: int | None = next(each.get("left_ms") for each in person.state["chairs"] if each["chair"] == chair)
    return found


def kind(person: Person, chair: str) -> tuple[str, str | None]:
    found = next(each for each in person.state["chairs"] if each["chair"] == chair)
    return found["kind"], found.get("stand_in")


def test_a_bank_runs_while_its_owner_alone_decides() -> None:
    clocks = new_clocks(CLOCK, ("guards", "a"))
    clocks = clocks.passed(1_000, RunningClock(alone="guards"), answered=True)
    assert clocks.deadline == 61_000
    clocks = clocks.passed(5_000, RunningClock(alone="guards"), answered=True)  # a step, and another
    clocks = clocks.passed(11_000, RunningClock(phase=7), answered=True)
    assert clocks.left == {"guards": 55_000, "a": 60_000}
    assert clocks.deadline == 31_000
    clocks = clocks.passed(20_000, RunningClock(phase=7), answered=True)  # one of several has decided
    assert clocks.deadline == 31_000
    assert clocks.left_in_phase(21_000) == 10_000
    clocks = clocks.passed(22_000, RunningClock(), answered=True)  # a bot's
    assert clocks.deadline is None
    assert clocks.left_to("guards", 1_000_000) == 55_000


def test_a_restart_costs_nobody_time() -> None:
    clocks = new_clocks(CLOCK, ("guards", "a")).passed(0, RunningClock(alone="guards"), answered=True).resumed(1_000_000)
    assert clocks.left_to("guards", 1_000_000) == 60_000
    assert clocks.passed(1_001_000, RunningClock(), answered=True).left["guards"] == 64_000


def test_leaving_and_returning_fills_no_bank() -> None:
    """Neither by the increment, nor by the time to look around, which is given once."""
    clocks = new_clocks(Clock(bank=10, increment=5, joint=20), ("guards", "a")).passed(0, RunningClock(alone="guards"), answered=False)
    for second in range(1, 50):
        clocks = clocks.passed(second * 1000, RunningClock(), answered=False)  # she leaves
        clocks = clocks.welcomed("guards", 3).passed(second * 1000, RunningClock(alone="guards"), answered=False)
    assert clocks.left_to("guards", 50_000) == 0
    assert clocks.welcomed("guards", 4).left_to("guards", 50_000) <= 5_000
    late = new_clocks(Clock(bank=60, increment=5, joint=20), ("guards", "a")).passed(0, RunningClock(alone="guards"), answered=False)
    late = late.passed(60_000, RunningClock(), answered=False)
    assert late.left["guards"] == 0
    assert late.welcomed("guards", 3).left["guards"] == 30_000, "who returns for the first time has time to look around"


def test_a_joint_phase_has_one_limit_however_often_its_people_leave() -> None:
    clocks = new_clocks(CLOCK, ("guards", "a")).passed(0, RunningClock(phase=7), answered=False)
    for second in range(1, 19):
        clocks = clocks.passed(second * 1000, RunningClock(), answered=False)
        clocks = clocks.passed(second * 1000 + 500, RunningClock(phase=7), answered=False)
    assert clocks.deadline == 20_000
    assert clocks.resumed(100_000).deadline == 120_000
    assert clocks.passed(19_000, RunningClock(phase=8), answered=True).deadline == 39_000


async def test_a_person_whose_time_is_out_is_stood_in_for_and_comes_back(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings(clock=CLOCK))
    await started(table, host, people)
    await play(*people.values(), until=lambda: people["guards"].asked() == ["guards"])
    guards, novice = people["guards"], people["a"]
    while not guards.asked() or not next(chair for chair in guards.state["chairs"] if chair["chair"] == "guards").get("ticking"):
        await play(guards, novice, limit=1)
    bank = left(novice, "guards")
    assert bank is not None
    time.pass_by(bank / 1000 - 1)
    assert kind(novice, "guards") == ("person", None)
    time.pass_by(2)
    await until(lambda: kind(novice, "guards") == ("bot", "time"))
    assert next(chair["name"] for chair in novice.state["chairs"] if chair["chair"] == "guards") == "Sister guards"
    await until(lambda: "guards" not in novice.state.get("waiting", ()))  # the bot has moved
    with pytest.raises(Refusal, match="not yours"):
        await table.come_back("guards", novice.token)
    await table.come_back("guards", guards.token)
    assert kind(novice, "guards") == ("person", None)
    remaining = left(guards, "guards")
    assert remaining is not None
    assert remaining >= 30_000
    with pytest.raises(Refusal, match="this seat yourself"):
        await table.come_back("guards", guards.token)
    await play(*people.values(), limit=6)


async def test_a_joint_phase_has_a_limit_of_its_own(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings(novices=3, clock=CLOCK), {"c": "easy"})
    await started(table, host, people)
    first, late = people["a"], people["b"]
    while not (first.asked() and late.asked() and table.state().phase_left_ms == 20_000):
        await play(*people.values(), limit=1)
    bank = left(first, "b")
    time.pass_by(15)
    await first.act(first.seats[0], first.choice(first.seats[0]))
    assert table.state().phase_left_ms == 5_000
    time.pass_by(5)
    await until(lambda: kind(first, "b") == ("bot", "time"))
    assert kind(late, "a") == ("person", None)
    assert left(first, "b") == bank


async def test_bots_cost_nobody_time(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings(clock=CLOCK), {"guards": "easy"})
    await started(table, host, people)
    await play(*people.values(), limit=10)
    assert left(people["a"], "a") == 60_000


async def test_a_leaver_is_stood_in_for_and_may_return(node: Node) -> None:
    table, host, people = await seated(node, Settings(novices=2))
    await started(table, host, people)
    await play(*people.values(), limit=5)
    leaver = people["b"]
    await table.stand("b", leaver.token)
    assert kind(people["a"], "b") == ("bot", "left")
    with pytest.raises(Refusal, match="already playing for you"):
        await table.stand("b", leaver.token)
    reply = await leaver.act(leaver.seats[0], f"{leaver.seats[0]} again", "x")
    assert "take your seat back" in reply["reason"]
    before = len(leaver.events[leaver.seats[0]])
    await play(people["guards"], people["a"], limit=20)
    assert len(leaver.events[leaver.seats[0]]) > before
    assert await table.sit("b", "Sister b", leaver.token) == leaver.token
    assert kind(people["a"], "b") == ("person", None)
    await play(*people.values())
    assert "Sister b" in table.record()


async def test_disconnecting_is_not_leaving_and_days_may_pass(node: Node, time: Time) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await play(*people.values(), limit=5)
    people["a"].leave()
    for _ in range(5):
        time.pass_by(24 * 3600)
        await until(lambda: True)
    assert kind(people["guards"], "a") == ("person", None)
    people["a"] = people["a"].again()
    await people["a"].look()
    await play(*people.values(), limit=6)


async def test_clocks_survive_a_restart(address: str, time: Time) -> None:
    async with node_on(address, time) as (node, _):
        table, host, people = await seated(node, Settings(clock=CLOCK))
        await started(table, host, people)
        while not any(chair.get("ticking") for chair in people["guards"].state["chairs"]):
            await play(*people.values(), limit=1)
        time.pass_by(13)
        before = table.state()
        code, token = table.code, people["guards"].token
    time.pass_by(3600)
    async with node_on(address, time) as (node, _):
        table = await node.table(code)
        await until(lambda: table.lease.is_held and table.log.night.clocks is not None and table.log.night.clocks.since == time.ms)
        after = table.state()
        assert [chair.kind for chair in after.chairs] == ["person", "person"]
        assert after.waiting == before.waiting
        assert after.chairs[0].left_ms is not None
        assert before.chairs[0].left_ms is not None
        assert after.chairs[0].left_ms >= before.chairs[0].left_ms
        guards = Person(table, token)
        await guards.look()
        assert (await guards.act("guards", guards.choice("guards")))["type"] == "accepted"
