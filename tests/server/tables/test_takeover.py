"""Seats that are taken over: person and bots know, byte by byte, what their seats knew at that moment, and nothing of what came after."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from nuns.bots.players.bot import pack_known
from nuns.referee.game import Game
from nuns.referee.record import Record, read_record
from nuns.referee.record_lines import checksum
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import encoded, known_by, view
from nuns.server.refusal import Refusal
from nuns.server.settings import ChairName
from nuns.server.store import Store
from nuns.server.tables import creation
from nuns.server.tables.node import Node
from nuns.server.tables.session import TableSession
from nuns.server.thinking.bot_worker import BotReply, BotRequest
from nuns.server.thinking.fair_queue import Share
from tests.kit.records import verified
from tests.kit.sample import sample
from tests.kit.tables import Person, Quick, Time, node_on, play, salted, until
from tests.kit.takeovers import RECORD, at_moment, continued, finished, moment_of, moments_of

CODE = "twintwintwin"


class Curious(Quick):
    """Keeps every question that the bots were asked, and lets them answer only if they are to."""

    def __init__(self, *, silent: bool) -> None:
        super().__init__()
        self.silent, self.asked = silent, list[BotRequest]()

    async def decide(self, share: Share, question: BotRequest) -> BotReply:
        self.asked.append(question)
        if self.silent:
            await asyncio.Event().wait()
        return await super().decide(share, question)


async def sat_down(node: Node, record: Record, actions: int, seat: Seat) -> tuple[TableSession, Person]:
    """The table that continues the record, with a person in that seat who has looked."""
    night = moment_of(record, actions)
    table, token = await node.take_over(night, seat, "Anna", "easy")
    anna = Person(table, token)
    chair: ChairName = table.log.settings.chairs[list(record.seats).index(seat)]
    await salted({chair: anna})
    await until(lambda: table.state().status in ("playing", "over"))
    return table, anna


def alike(one: object, two: object) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(two)


def told_at_first(anna: Person) -> dict[str, Any]:
    """The first whole view that her browser got."""
    return next(json.loads(frame) for frame in anna.frames if b'"type":"position"' in frame)


def first_questions(asked: list[BotRequest]) -> dict[str, BotRequest]:
    found: dict[str, BotRequest] = {}
    for question in asked:
        found.setdefault(question.seat, question)
    return found


def chosen(record: Record, count: int = 4) -> list[int]:
    """Some moments from the first to the last."""
    listed = [moment.actions for moment in moments_of(record)]
    return [listed[place * (len(listed) - 1) // (count - 1)] for place in range(count)]


RECORDS: dict[str, Callable[[], Record]] = {
    "blessings": finished,
    "two guard players": lambda: finished("mayfair(turns=2)", 6, seed=5, guard_players=2),
    "all or nun, monk": lambda: finished("mayfair(monk=frederick,all-or-nun=on,turns=4)", 2, seed=2),
}


@pytest.mark.parametrize("name", RECORDS)
async def test_every_seat_knows_what_it_knew(address: str, time: Time, name: str) -> None:
    record = RECORDS[name]()
    for actions in chosen(record, sample(3, 40)):
        game = at_moment(record, actions)
        for seat in record.seats:
            thinkers = Curious(silent=True)
            async with node_on(address, time, thinkers=thinkers) as (node, _):
                table, anna = await sat_down(node, record, actions, seat)
                check_person(has_rolled(table), game, seat, await looked(anna, seat))
                check_bots(has_rolled(table), game, [each for each in thinkers.asked if each.memory.startswith(table.code)], seat)


async def looked(anna: Person, seat: Seat) -> dict[str, Any]:
    await anna.look(seat)
    return told_at_first(anna)


def has_rolled(table: TableSession) -> bool:
    """Whether a die fell at once when the night was taken over: then everybody knows more than at that moment."""
    return table.log.night.draws > 0


def check_person(rolled: bool, game: Game, seat: Seat, told: dict[str, Any]) -> None:
    knew = msgspec.json.decode(msgspec.json.encode(events_of(game, seat)))
    assert told["first"] == 0
    assert alike(told["events"][: len(knew)], knew)
    if not rolled:
        assert len(told["events"]) == len(knew)
        assert alike(told["view"], msgspec.json.decode(encoded(view(game, seat))))


def check_bots(rolled: bool, game: Game, asked: list[BotRequest], person: Seat) -> None:
    for seat, question in first_questions(asked).items():
        assert seat != person
        knew = events_of(game, seat)
        assert question.first == 0
        assert question.events[: len(knew)] == knew
        if not rolled:
            assert len(question.events) == len(knew)
            assert question.known == pack_known(known_by(game, Seat(seat)))


async def test_nothing_of_what_came_after_is_told(address: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nights that are the same up to the moment and differ afterwards are taken over: everybody gets the same bytes."""
    first = finished()
    actions = next(moment.actions for moment in moments_of(first) if moment.turn == 3 and moment.part == "guards")
    second = read_record(continued(first, actions, seed=9).encode())
    assert first.actions[:actions] == second.actions[:actions]
    assert first.actions[actions:] != second.actions[actions:]
    codes = iter((CODE, CODE))
    monkeypatch.setattr(creation, "new_code", lambda: next(codes))
    kept = []
    for place, record in enumerate((first, second)):
        thinkers = Curious(silent=True)
        async with node_on(address.replace("tables", f"tables{place}"), time, thinkers=thinkers) as (node, store):
            table, anna = await sat_down(node, record, actions, Seat.GUARDS)
            await anna.look("guards", "spectator")
            log = [entry.body for entry in await store.read(table.code)]
            check = record.check.encode()
            commitment = table.log.night.commitments["guards"].encode()
            frames = [frame.replace(check, b"CHECK").replace(commitment, b"PROMISE") for frame in anna.frames]
            kept.append((frames, first_questions(thinkers.asked), [body.replace(commitment, b"PROMISE") for body in log]))
    assert len(kept[0][0]) > 5
    assert kept[0] == kept[1]


async def test_where_it_came_from_is_told_when_it_is_over(node: Node, kept: Store) -> None:
    """And its record is verified, by itself and together with the night that it continues."""
    record = finished()
    actions = chosen(record)[2]
    _, anna = await sat_down(node, record, actions, Seat.GUARDS)
    turn = at_moment(record, actions).turn
    assert anna.state["continues"] == {"turn": turn, "part": moment_of(record, actions).taken_over.part}
    await anna.look()
    await play(anna)
    await until(lambda: "opened" in anna.state)
    assert anna.state["continues"]["record"] == RECORD
    assert anna.state["continues"]["moment"] == actions
    stored = await kept.record(anna.state["opened"]["record"])
    assert stored is not None
    ended, _ = verified(stored.text.encode())
    assert ended.actions[:actions] == record.actions[:actions]
    assert ended.seats[Seat.GUARDS] == "Anna"
    assert ended.beginning is not None
    assert ended.beginning.check == record.check
    assert checksum(stored.text[: stored.text.rindex("check ")]) == ended.check


async def test_another_node_continues_it(address: str, time: Time) -> None:
    """A node that has forgotten everything reads the log and has the same night."""
    record = finished()
    actions = chosen(record)[1]
    async with node_on(address, time) as (node, _):
        table, anna = await sat_down(node, record, actions, Seat.GUARDS)
        await anna.look()
        await play(anna, limit=3)
        code, token, before = table.code, anna.token, table.log.night.game
    async with node_on(address, time) as (node, _):
        table = await node.table(code)
        assert before is not None
        assert table.log.night.game is not None
        assert table.log.night.game.actions[: len(before.actions)] == before.actions
        anna = Person(table, token)
        await anna.look("guards")
        await play(anna)
        assert anna.state["status"] == "over"


async def test_a_seat_that_nobody_had_cannot_be_taken_over(node: Node) -> None:
    record = finished()
    with pytest.raises(Refusal, match="expected a seat of this game, guards, novice-"):
        await node.take_over(moment_of(record, 50), "abbess", "Anna", "easy")


def test_a_moment_before_the_deal_is_none() -> None:
    with pytest.raises(ValueError, match="expected a moment after the deal; got 0 actions"):
        moment_of(finished(), 0)


def test_the_middle_of_a_joint_decision_is_its_beginning() -> None:
    record = finished()
    allowed = {moment.actions for moment in moments_of(record)}
    asked = [moment_of(record, actions) for actions in range(1, len(record.actions) + 1)]
    assert {len(night.taken_over.actions) for night in asked} == allowed
    assert all(len(night.taken_over.actions) <= actions for actions, night in enumerate(asked, 1))
