"""Twelve nights at tables of the server: every frame that anybody got, byte by byte, the log in the database, and the game file.

The secret, the salts, the code of the table and the clock are fixed, and nobody acts before the table has done what it does by itself.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from nuns.server.settings import ChairName, Clock, Level, Settings
from nuns.server.store import Store
from nuns.server.tables import creation
from nuns.server.tables.session import TableSession
from tests.kit.tables import SECRET, People, Person, Quick, Time, node_on, salted, seated, until

CODE = "sametwelve12"
LONGEST = 4_000  # steps of a night
Bots = Mapping[ChairName, Level]
NOBODY: Bots = {}


class Night(NamedTuple):
    """A table, who is a bot at it, and after how many actions a person thinks for too long."""

    settings: Settings
    bots: Bots = NOBODY
    dreams_at: int = -1


NIGHTS = {
    "mayfair-2": Night(Settings(novices=2)),
    "mayfair-3 with clocks": Night(Settings(novices=3, clock=Clock(bank=3600, joint=3600))),
    "mayfair-3 out of time": Night(Settings(novices=3, clock=Clock(bank=60, increment=2, joint=30)), dreams_at=25),
    "mayfair-6-2 with easy bots": Night(Settings(novices=6, guard_players=2), {"b": "easy", "d": "easy", "f": "easy", "prioress": "easy"}),
    "mayfair-3 sealed windows": Night(Settings(novices=3, window=10)),
    "mayfair-2 suspicion": Night(Settings(novices=2, suspicion=True)),
    "dutch-3 blessings, normal guards": Night(
        Settings(edition="dutch", novices=3, options={"blessings": "on"}, clock=Clock(bank=3600, joint=3600)), {"guards": "normal"}
    ),
    "dutch-4 sealed windows": Night(Settings(edition="dutch", novices=4, options={"blessings": "on"}, window=5)),
    "reference-2 blessings, all or nun": Night(Settings(edition="reference", novices=2, options={"blessings": "on", "all-or-nun": "on"})),
    "reference-1 against normal": Night(Settings(edition="reference", novices=1), {"guards": "normal"}),
    "italian-4 monk": Night(Settings(edition="italian", novices=4, options={"monk": "robert"}), {"b": "easy"}),
    "italian-6-2 blessings": Night(
        Settings(edition="italian", novices=6, guard_players=2, options={"blessings": "on", "false-noise": "either"}),
        {"abbess": "normal", "c": "normal", "e": "normal"},
    ),
}
assert len(NIGHTS) == 12


class InThisProcess(Quick):
    """Easy and normal bots think in this process, one after the other."""

    async def _is_compiled(self, level: Level) -> bool:
        return level in ("easy", "normal")


class Watched:
    """Everybody at a table, with what each got in each of her connections."""

    def __init__(self, table: TableSession, people: People, spectator: Person) -> None:
        self.table, self.people, self.spectator = table, people, spectator
        self.frames: dict[str, list[bytes]] = {}

    def reconnect(self, chair: ChairName, count: int) -> Person:
        """Lets a person lose her connection and come back, with or without what her browser knew."""
        person = self.people[chair]
        person.leave()
        self.frames[f"{chair} until {count}"] = person.frames
        self.people[chair] = person.again(forgetful=count % 2 == 0)
        return self.people[chair]

    def text(self) -> str:
        got = [
            *self.frames.items(),
            *((str(chair), each.frames) for chair, each in self.people.items()),
            ("spectator", self.spectator.frames),
        ]
        return "\n".join(f"--- {name}\n" + "\n".join(frame.decode() for frame in frames) for name, frames in got)


async def settled(table: TableSession) -> None:
    """Waits until the table has nothing more to do by itself: no job, no bot that thinks, no map of suspicions."""

    def is_quiet() -> bool:
        thinking = table.bots.tasks or table.feed._suspicion._task
        return table.queue.is_idle and not thinking and not table.automation.is_due

    quiet = 0
    while quiet < 5:
        await asyncio.sleep(0 if quiet else 0.0005)
        quiet = quiet + 1 if is_quiet() else 0


def asked(people: People) -> list[tuple[Person, str]]:
    """Returns who must answer, with her seat."""
    return [(person, seat) for person in people.values() for seat in person.asked() if person.positions[seat].get("decision")]


async def play(night: Night, watched: Watched, time: Time) -> None:
    """Plays the night to its end: at random by what each person is offered, with all that people do beside it."""
    rng, count, table = Random(5), 0, watched.table
    for _ in range(LONGEST):
        await settled(table)
        if table.state().status != "playing":
            return
        waiting = asked(watched.people)
        time.pass_by(1)
        if not waiting:  # for the end of a window, or out of courtesy
            time.pass_by((night.settings.window or 6) - 1)
            await table.queue.take(table.automation.run)
            continue
        person, seat = rng.choice(waiting)
        if count == night.dreams_at:
            time.pass_by(3600)
            await until(lambda: not table.clock.is_due)
            count += 1
            continue
        reply = await person.act(seat, person.choice(seat))
        assert reply["type"] == "accepted", reply
        await settled(table)
        await beside(watched, rng, count)
        count += 1
    raise AssertionError("the night does not end")


async def beside(watched: Watched, rng: Random, count: int) -> None:
    """Lets people do what is no answer: talk, ask why, measure, look again, lose the connection, and try what they may not."""
    chair = rng.choice(sorted(watched.people))
    person = watched.people[chair]
    match count % 11:
        case 2:
            await person.ask("say", text=f"is it {count}?")
        case 4 if person.seats:
            await person.ask("explain", seat=person.seats[0], event=rng.randrange(len(person.events[person.seats[0]])))
        case 5:
            await watched.spectator.ask("explain", seat="spectator", event=rng.randrange(len(watched.spectator.events["spectator"])))
        case 7:
            other = rng.choice(sorted(watched.people))
            await person.ask("act", seat=watched.people[other].seats[0], action="stand", decision="stale")
        case 8:
            await person.look()
            await watched.spectator.look("spectator")
        case 10 if count % 3 == 0:
            await watched.reconnect(chair, count).look()
        case _:
            pass


async def log_of(store: Store, table: TableSession) -> str:
    entries = [f"{entry.seq} {entry.kind} {entry.at} {entry.body.decode()}" for entry in await store.read(CODE)]
    return "\n".join(["--- log", *entries, "--- game file", table.record()])


async def played(name: str, folder: str) -> str:
    """Plays a night and returns what everybody got, the log and the game file."""
    night, time = NIGHTS[name], Time()
    async with node_on(f"sqlite:///{folder}/night.sqlite3", time, SECRET, thinkers=InThisProcess()) as (node, store):
        table, host, people = await seated(node, night.settings, dict(night.bots))
        for place, person in enumerate(people.values()):
            person.takes_updates = person.connection.takes_updates = place % 2 == 0
        spectator = Person(table, takes_updates=True)
        await table.start(host)
        await salted(people)
        await until(lambda: table.state().status == "playing")
        await settled(table)
        for person in people.values():
            await person.look()
        await spectator.look("spectator")
        watched = Watched(table, people, spectator)
        await play(night, watched, time)
        await until(lambda: table.log.is_finished)
        await settled(table)
        return watched.text() + "\n" + await log_of(store, table)


def text_of(name: str) -> str:
    with TemporaryDirectory() as folder, patch.object(creation, "new_code", lambda: CODE):
        return asyncio.run(played(name, folder))


TEXTS: dict[str, Callable[[], str]] = {name: partial(text_of, name) for name in NIGHTS}
