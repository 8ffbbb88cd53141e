"""Secrecy by bytes: two nights at the server that differ in what one novice hides send everybody else the same frames in the same order."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from nuns.referee.actions import Action, Deal, GaitName, IllegalAction, Plan
from nuns.referee.dice import Dice, next_chance_action, seal
from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.notation import written
from nuns.referee.sealing import seed_of
from nuns.referee.seats import Seat
from nuns.referee.signature import public_key
from nuns.referee.transcript import transcripts
from nuns.rules.words import Ask
from nuns.server.settings import ChairName, Clock, Settings
from nuns.server.tables import creation
from nuns.server.tables.night import table_night
from nuns.server.tables.night.entries import Committed, Player, Published, Sealed
from nuns.server.tables.night.seat_feed import KnownEvents, SeatFeed
from nuns.server.tables.night.table_night import TableNight
from nuns.server.tables.node import Node
from tests.kit.tables import Person, Time, node_on, play, salt_of, seated, started
from tests.referee.test_twins import another_route, public, redealt, whole_action

CODE = "twintwintwin"
TRIES = 24
GAITS: tuple[tuple[GaitName, tuple[int, ...]], ...] = (("walk", (0,) * 5), ("walk", (0,) * 4), ("run", (0,) * 6), ("sneak", (0,) * 3))
LONGEST = 90  # steps
NIGHTS_TRIED = 300


class Step(NamedTuple):
    """One action of a chair, as it is done in each of the twin nights."""

    chair: ChairName
    actions: tuple[Action, Action]


@contextmanager
def deal_of(twin: int, number: int) -> Iterator[None]:
    """In the second of the twin nights one novice has drawn other cards."""

    def drawn(game: Game, dice: Dice, count: int) -> Action:
        action = next_chance_action(game, dice, count)
        return redealt(action, number, game.setup) if twin and isinstance(action, Deal) else action

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_night, "next_chance_action", drawn)
        yield


def dealt(settings: Settings, twin: int, number: int, sealed: str) -> TableNight:
    night = TableNight(settings, sealed)
    night.add(Sealed(seal(seed_of(sealed)), tuple(Player(chair, f"Sister {chair}") for chair in settings.chairs), public_key(sealed)), 0)
    assert night.terms is not None
    for chair in settings.chairs:
        night.add(Committed(chair, night.terms.commitment(chair, salt_of(chair))), 0)
    night.add(Published(), 0)
    with deal_of(twin, number):
        night.fix_salts({chair: salt_of(chair) for chair in settings.chairs}, 0)
    return night


class Script(NamedTuple):
    """The seed, the chair and number of a novice with secrets, what both nights do until something public would tell them apart, and for
    how many steps one of them had an event that the other had not."""

    sealed: str
    hiding: ChairName
    number: int
    steps: list[Step]
    apart: int


def script(settings: Settings, seed: int) -> Script:
    rng = Random(seed)
    sealed = f"{seed:064x}"
    first = dealt(settings, 0, 0, sealed)
    hiding = rng.choice([chair for chair in settings.chairs if first.seats[chair] != Seat.GUARDS])
    number = int(first.seats[hiding][-1])
    twins, steps, apart = (first, dealt(settings, 1, number, sealed)), list[Step](), 0
    while len(steps) < LONGEST and (found := next_step(twins, number, rng)):
        step, twins = found
        steps.append(step)
        apart += len(events_of(twins[0])) != len(events_of(twins[1]))
    return Script(sealed, hiding, number, steps, apart)


def events_of(night: TableNight) -> list[Event]:
    assert night.game is not None
    return night.game.events


def next_step(twins: tuple[TableNight, TableNight], number: int, rng: Random) -> tuple[Step, tuple[TableNight, TableNight]] | None:
    one, two = twins
    assert one.game is not None
    assert two.game is not None
    chair = rng.choice(one.waiting)
    for attempt in range(TRIES):
        action = other = whole_action(one.game, one.seats[chair], rng)
        if isinstance(action, Plan) and action.novice == number:
            if attempt < TRIES // 2:
                action = Plan(number, *rng.choice(GAITS))
            action, other = secret_plan(one.game, action, rng), secret_plan(two.game, action, rng)
        after = tried(one, chair, action), tried(two, chair, other)
        if after[0] and after[1] and look_alike(after[0], after[1], one, two):
            return Step(chair, (action, other)), (after[0], after[1])
    return None


def secret_plan(game: Game, like: Plan, rng: Random) -> Plan:
    """A plan of the same gait and length: at random, or towards her key, so that she takes it in one night and not in the other."""
    novice, board = game.state.novices[like.novice - 1], game.setup.board
    if novice.has_key or rng.random() < 0.3:
        return another_route(game, like, rng)
    route = [novice.dot]
    while len(route) < len(like.route):
        ways = board.next[route[-1]][: board.degree[route[-1]]]
        route.append(min(ways, key=lambda way: board.distance[way][novice.key_dot]))
    return Plan(like.novice, like.gait, tuple(route), like.one_more_step)


def tried(night: TableNight, chair: ChairName, action: Action, at: int = 0) -> TableNight | None:
    trial = night.copy()
    try:
        trial.play(chair, action, at)
    except IllegalAction:
        return None
    return trial


def look_alike(one: TableNight, two: TableNight, before_one: TableNight, before_two: TableNight) -> bool:
    """Whether those who see only what lies on the table can tell them apart: written apart from the code under test."""
    happened = [public(tuple(events_of(now)[len(events_of(before)) :])) for now, before in ((one, before_one), (two, before_two))]
    return happened[0] == happened[1] and one.waiting == two.waiting and not one.is_over and not two.is_over


async def frames_of(settings: Settings, twin: int, played: Script, folder: Path, *, takes_updates: bool) -> dict[str, list[bytes]]:
    """Plays one of the nights at the server; everything that everybody but the hiding novice got, as whole views or as updates."""
    time, others, hiding = Time(), Random(5), played.hiding
    gone: dict[str, list[bytes]] = {}
    with deal_of(twin, played.number), pytest.MonkeyPatch.context() as patch:
        patch.setattr(creation, "new_code", lambda: CODE)
        async with node_on(f"sqlite:///{folder}/twin-{twin}.sqlite3", time, played.sealed) as (node, _):
            table, host, people = await seated(node, settings, takes_updates=takes_updates)
            spectator = Person(table, takes_updates=takes_updates)
            await started(table, host, people)
            await spectator.look("spectator")
            listening = [chair for chair in people if chair != hiding]
            for count, step in enumerate(played.steps):
                time.pass_by(1)
                person = people[step.chair]
                seat = person.seats[0]
                reply = await person.act(seat, written(step.actions[twin]) if count % 2 else msgspec.to_builtins(step.actions[twin]))
                assert reply["type"] == "accepted", reply
                await pester(people[others.choice(listening)], hiding, people, count)
                if count % 7 == 3:
                    await explain_last(spectator, "spectator")
                if count % 7 == 5:  # as after an update that was missed
                    await people[others.choice(listening)].look()
                    await spectator.look("spectator")
                if count % 9 == 4:  # a lost connection
                    chair = others.choice(listening)
                    people[chair].leave()
                    gone[f"{chair} until {count}"] = people[chair].frames
                    people[chair] = people[chair].again(forgetful=count % 2 == 0)
                    await people[chair].look()
            for chair in listening:
                gone[chair] = people[chair].frames
            return {**gone, "spectator": spectator.frames}


async def pester(person: Person, hiding: ChairName, people: dict[ChairName, Person], count: int) -> None:
    """Whatever she tries to learn more by."""
    own, hidden = person.seats[0], people[hiding].seats[0]
    match count % 6:
        case 0:
            await person.act(own, f"{hidden} again", person.positions[own].get("decision") or "x")
        case 1:
            await person.ask("act", seat=hidden, action=f"{hidden} stand 1", decision="1.1.3.0")
        case 2:
            await person.act(own, f"{own} walk 1-99", "stale")
        case 3:
            await person.connection.receive(b'{"type":"look","id":1,"seat":{}}')
        case 4:
            await person.ask("say", text=f"is it {count}?")
        case _:
            await explain_last(person, own)


async def explain_last(person: Person, seat: str) -> None:
    for number in range(max(0, len(person.events[seat]) - 5), len(person.events[seat]) + 1):
        await person.ask("explain", seat=seat, event=number)


NIGHTS = [
    Settings(novices=2),
    Settings(novices=3, clock=Clock(bank=3600, joint=3600)),
    Settings(edition="reference", novices=2, options={"blessings": "on"}),
    Settings(edition="italian", novices=4, options={"monk": "robert"}),
    Settings(edition="dutch", novices=3, options={"blessings": "on"}, clock=Clock(bank=3600, joint=3600)),
    Settings(novices=3, options={"all-or-nun": "on"}),
]


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("settings", NIGHTS, ids=lambda each: f"{each.edition}-{each.novices}")
async def test_everybody_else_gets_the_same_bytes(settings: Settings, tmp_path: Path) -> None:
    """The same frames, so also as many of them and of the same sizes: whole views and updates, after breaks and gaps too."""
    played = next(found for seed in range(NIGHTS_TRIED) if (found := script(settings, seed)).apart > 5)
    for takes_updates in (False, True):
        folder = tmp_path / f"updates-{takes_updates}"
        folder.mkdir()
        check_alike(*[await frames_of(settings, twin, played, folder, takes_updates=takes_updates) for twin in (0, 1)])


def check_alike(one: dict[str, list[bytes]], two: dict[str, list[bytes]]) -> None:
    assert one.keys() == two.keys()
    for name in one:
        for mine, other in zip(one[name], two[name], strict=True):
            assert mine == other, f"{name} can tell them apart by {json.loads(mine)['type']}"


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("settings", NIGHTS[:3], ids=lambda each: f"{each.edition}-{each.novices}")
def test_everybody_else_has_the_same_running_hash(settings: Settings) -> None:
    """The hashes of a record's transcripts tell nobody anything either: only the novice's own knows what she hid."""
    played = next(found for seed in range(NIGHTS_TRIED) if (found := script(settings, seed)).apart > 5)
    twins = [dealt(settings, twin, played.number, played.sealed) for twin in (0, 1)]
    for step in played.steps:
        for night, action in zip(twins, step.actions, strict=True):
            night.play(step.chair, action, 0)
    one, two = (hashes_of(night) for night in twins)
    hiding = twins[0].seats[played.hiding]
    assert {seat for seat in one if one[seat] != two[seat]} == {hiding}


def hashes_of(night: TableNight) -> dict[Seat, str]:
    assert night.game is not None
    assert night.seal is not None
    return transcripts(night.game, night.seal)


JOINT_NIGHTS = [
    Settings(novices=4),
    Settings(edition="dutch", novices=4, options={"blessings": "on"}),
    Settings(edition="italian", novices=3, options={"roll-again": "own"}),
    Settings(edition="reference", novices=4, options={"blessings": "on", "false-noise": "either"}),
]


@pytest.mark.rule("3.3", "10.6")
@pytest.mark.parametrize("settings", JOINT_NIGHTS, ids=lambda each: each.edition)
def test_what_one_answers_is_released_only_with_the_phase(settings: Settings) -> None:
    """Plans, blessings and tokens: as long as somebody is still waited for, nobody can tell one answer of another from any other."""
    settings = msgspec.structs.replace(settings, clock=Clock())
    compared: dict[int, int] = {}
    for seed in range(2):
        rng, night = Random(seed), dealt(settings, 0, 0, f"{seed:064x}")
        for at in range(110):
            if night.is_over:
                break
            chair = rng.choice(night.waiting)
            assert night.game is not None
            actions = [whole_action(night.game, night.seats[chair], rng) for _ in range(6)]
            after = [tried(night, chair, action, at) for action in actions if doer(action) == doer(actions[0])]
            branches = [branch for branch in after if branch is not None]
            if night.game.is_joint_decision and len(night.waiting) > 1:
                ask = night.game.state.ask
                compared[ask] = compared.get(ask, 0) + len({branch.game.actions[-1] for branch in branches if branch.game is not None}) - 1
                for other in settings.chairs:
                    assert other == chair or len({seen_from(branch, branch.seats[other]) for branch in branches}) == 1
                assert len({seen_from(branch, Seat.SPECTATOR) for branch in branches}) == 1
                assert len({(branch.waiting, str(branch.clocks)) for branch in branches}) == 1
            night = branches[0]
    assert compared[Ask.PLAN] > 15
    assert compared[Ask.BLESSING] > 5


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("clock", [None, Clock()])
async def test_a_plan_that_is_written_dot_by_dot_tells_nobody_how_long_it_is(node: Node, time: Time, clock: Clock | None) -> None:
    table, host, people = await seated(node, Settings(novices=2, clock=clock))
    spectator = Person(table)
    await started(table, host, people)
    await spectator.look("spectator")
    await play(*people.values(), until=lambda: table.log.night.ask == Ask.PLAN)
    writing, others = people["a"], (people["b"], people["guards"], spectator)
    seat, before = writing.seats[0], [len(each.frames) for each in others]
    for kind in ("gait", "dot", "dot"):
        time.pass_by(1)
        action = next(each for each in reversed(writing.positions[seat]["view"]["actions"]) if each["action"] == kind)
        assert (await writing.act(seat, action))["type"] == "accepted"
        assert [len(each.frames) for each in others] == before


def doer(action: Action) -> object:
    """One player may answer for two guards; for which of them all may see."""
    return getattr(action, "by", None)


def seen_from(night: TableNight, seat: Seat) -> bytes:
    return SeatFeed(seat, KnownEvents()).catch_up(night, 0)
