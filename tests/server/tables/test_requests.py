"""What a socket is refused, and what it may change its mind about."""

import json
from typing import Any

import pytest

from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.node import Node
from tests.kit.tables import Person, play, seated, started


async def length(kept: Store, code: str) -> int:
    return len(await kept.read(code))


async def test_a_stale_or_repeated_answer_changes_nothing(node: Node, kept: Store) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await play(*people.values(), until=lambda: "guards" in people["guards"].asked())
    guards = people["guards"]
    decision, action = guards.positions["guards"]["decision"], guards.choice("guards")
    assert (await guards.act("guards", action, decision))["type"] == "accepted"
    before = await length(kept, table.code)
    for quoted in (decision, "0.0.0.0", ""):
        reply = await guards.act("guards", action, quoted)
        assert reply["type"] == "refused"
        assert reply["reason"].startswith("stale")
    assert (await guards.ask("act", seat="guards", action=action))["type"] == "refused"
    assert await length(kept, table.code) == before


async def test_nobody_acts_or_looks_for_another(node: Node, kept: Store) -> None:
    table, host, people = await seated(node, Settings(novices=2))
    stranger, guesser = Person(table), Person(table, "guessed-token")
    await started(table, host, people)
    novice, other = people["a"], people["b"]
    before = await length(kept, table.code)
    seat, decision = novice.seats[0], novice.positions[novice.seats[0]]["decision"]
    for foreign in (other, people["guards"], stranger, guesser):
        for kind in ("look", "explain"):
            reply = await foreign.ask(kind, seat=seat, **({"event": 0} if kind == "explain" else {}))
            assert reply["reason"] == "that seat is not yours"
        reply = await foreign.ask("act", seat=seat, action=novice.choice(seat), decision=decision)
        assert reply["reason"] == "that seat is not yours"
    # in her own seat's name, but another's action
    mine = other.seats[0]
    reply = await other.act(mine, novice.choice(seat))
    assert reply["reason"].partition(": ")[2] == f"{mine} cannot act for another seat (rule 3.3)"
    for chance in ({"action": "roll", "face": 6}, "roll 6", "deal novice-1 key-1"):
        assert (await other.act(mine, chance))["type"] == "refused"
    assert await length(kept, table.code) == before


async def test_a_plan_may_be_replaced_until_all_are_in(node: Node) -> None:
    table, host, people = await seated(node, Settings(novices=2))
    await started(table, host, people)
    await play(*people.values(), until=lambda: len(people["a"].asked()) == 1 and len(people["b"].asked()) == 1)
    novice, other = people["a"], people["b"]
    seat, others = novice.seats[0], len(other.frames)
    plans: list[dict[str, Any]] = []
    for _ in range(3):
        plans.append(novice.choice(seat) if not plans else plan_besides(novice, seat, plans))
        assert (await novice.act(seat, plans[-1]))["type"] == "accepted"
        assert novice.positions[seat]["view"]["sheets"][0]["route"] == plans[-1]["route"]
    told = [json.loads(frame)["type"] for frame in other.frames[others:]]
    assert told.count("position") == 1, "others learn that she has planned, and not how often"
    assert (await novice.act(seat, f"{seat} again"))["type"] == "accepted"
    assert novice.asked() == [seat]
    assert (await novice.act(seat, plans[0]))["type"] == "accepted"
    stale = novice.positions[seat]["decision"]
    await other.act(other.seats[0], other.choice(other.seats[0]))
    reply = await novice.act(seat, plans[1], stale)
    assert reply["reason"].startswith("stale")
    moved = next(event for event in novice.events[seat] if event["event"] == "novice_moved" and event["novice"] == int(seat[-1]))
    assert moved["route"] == plans[0]["route"][: len(moved["route"])]


def plan_besides(person: Person, seat: str, plans: list[dict[str, Any]]) -> dict[str, Any]:
    reaches = person.positions[seat]["foresight"]["reaches"]
    fits = [{"action": "plan", "novice": int(seat[-1]), "one_more_step": False, **fit} for reach in reaches for fit in reach["fits"]]
    taken = [plan["route"] for plan in plans]
    return next({name: fit[name] for name in plans[0]} for fit in fits if fit["route"] not in taken and not fit["one_more_step"])


async def test_typed_notation_is_an_answer_too(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await play(*people.values(), until=lambda: bool(people["a"].asked()))
    seat = people["a"].seats[0]
    dot = people["a"].positions[seat]["view"]["sheets"][0]["dot"]
    assert (await people["a"].act(seat, f"{seat} stand {dot}"))["type"] == "accepted"
    reply = await people["a"].act(seat, f"{seat} fly 4-5")
    assert (reply["type"], reply["why"]) == ("refused", "notation")
    assert reply["values"]["notation_fault"] == {"code": "no-such-action", "values": {"text": f"{seat} fly 4-5"}}


async def test_an_illegal_action_is_refused_with_its_rule(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await play(*people.values(), until=lambda: bool(people["a"].asked()))
    seat = people["a"].seats[0]
    dot = people["a"].positions[seat]["view"]["sheets"][0]["dot"]
    reply = await people["a"].act(seat, {"action": "plan", "novice": int(seat[-1]), "gait": "walk", "route": [dot, 155]})
    assert (reply["type"], reply["why"]) == ("refused", "rules")
    assert reply["values"]["rule_refusal"] == {"code": "no-edge", "rule": "5.2", "values": {"from": dot, "to": 155}}
    assert reply["reason"].endswith(f": no edge leads from {dot} to 155 (rule 5.2)")


async def test_the_ruler_is_laid_for_all_without_a_decision_and_not_too_often(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await play(*people.values(), until=lambda: bool(people["a"].asked()))
    seat, decision = people["a"].seats[0], people["a"].positions[people["a"].seats[0]]["decision"]
    for number in range(10):
        reply = await people["a"].ask("act", seat=seat, action=f"{seat} ruler {number + 1}-72")
        assert reply["type"] == "accepted", reply
    assert people["guards"].events["guards"][-1]["event"] == "ruler_laid"
    assert "in 60 seconds" in (await people["a"].ask("act", seat=seat, action=f"{seat} ruler 1-72"))["reason"]
    assert people["a"].positions[seat]["decision"] == decision


FRAMES = [
    b"", b"null", b"[]", b"{", b'"\xff"', b"\x00\x01", b"1e999", b'{"type":"look"}', b'{"type":"fly","id":1}', b'{"id":1}',
    b'{"type":"look","id":-1,"seat":"guards"}', b'{"type":"look","id":1,"seat":"guards","after":-1}', b"[" * 100_000,
    b'{"type":"act","id":1,"seat":"guards","action":{"action":"step"}}', b'{"type":"say","id":1,"text":""}',
    b'{"type":"act","id":1,"seat":"guards","action":{"action":"pass","by":"\\ud800"}}',
    b'{"type":"salt","id":1,"chair":"z","salt":"ab"}', b'{"type":"look","id":1,"seat":"guards","more":1}',
    b'{"type":"act","id":1,"seat":"guards","action":{"action":"plan","novice":1,"gait":"walk","route":[99999999999999999999]}}',
]  # fmt: skip


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
async def test_what_cannot_be_read_is_refused_and_the_table_plays_on(node: Node, frame: bytes) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    guards = people["guards"]
    before = len(guards.refused)
    await guards.connection.receive(frame)
    assert len(guards.refused) == before + 1
    assert len(guards.refused[-1]) < 400
    assert await play(*people.values(), limit=4) >= 4


@pytest.mark.parametrize(
    "action",
    [
        {"action": "plan", "novice": 99, "gait": "walk", "route": []},
        {"action": "plan", "novice": -1, "gait": "run", "route": [0, -5, 1 << 60]},
        {"action": "ruler", "novice": 1, "one": -1, "two": 1 << 40},
        {"action": "mark", "novice": 1, "guard": "abbess", "dots": []},
        {"action": "step", "guard": "nobody", "start": 0, "to": 0},
        {"action": "take", "guard": "abbess", "path": "x" * 1000},
        {"action": "change", "by": "nobody", "blessing": "roll-again", "die": "abbess"},
        "novice-1 run " + "-".join(["1"] * 60),
    ],
)
async def test_actions_that_make_no_sense_are_refused(node: Node, action: object) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await play(*people.values(), until=lambda: bool(people["a"].asked()))
    for person in people.values():
        reply = await person.act(person.seats[0], action, person.positions[person.seats[0]].get("decision") or "none")
        assert reply["type"] == "refused"
        assert "server failed" not in reply["reason"]


async def test_events_are_explained_to_those_who_know_them(node: Node) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    await play(*people.values(), limit=8)
    reply = await people["guards"].ask("explain", seat="guards", event=1)
    assert reply["type"] == "explained"
    assert reply["explanation"]["rules"]
    assert (await people["guards"].ask("explain", seat="guards", event=10_000))["type"] == "refused"
