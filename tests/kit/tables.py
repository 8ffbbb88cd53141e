"""Tables of the server without sockets: a clock one can move, bots that think at once, and people who keep every frame they get."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from random import Random
from typing import Any

from nuns.referee.sealing import seed_of
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Store, open_store
from nuns.server.tables.connection import Connection
from nuns.server.tables.node import Node
from nuns.server.tables.session import TableSession
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.thinkers import Thinkers
from nuns.server.thinking.workers import Worker

NOON = 1_800_000_000_000
SECRET = "5eed" * 16
SEED = seed_of(SECRET)
LONG = 600.0  # seconds of real time: no machine stands still for so long that another node takes a table over


class Time:
    """Milliseconds that pass when they are told to."""

    def __init__(self, now: int = NOON) -> None:
        self.ms = now

    def __call__(self) -> int:
        return self.ms

    def pass_by(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)


class Quick(Thinkers):
    """Every bot is an easy one, and thinks at once in this process."""

    async def _is_compiled(self, level: Level) -> bool:
        return False

    async def _ask(self, worker: Worker, share: Share, ask: Callable[[bytes], bytes], question: bytes) -> bytes:
        await asyncio.sleep(0)
        return ask(question)


class Person:
    """Somebody at a table. ``frames`` is all she ever got, byte by byte."""

    def __init__(
        self,
        table: TableSession,
        token: str | None = None,
        seed: int = 0,
        address: str = "",
        dismiss: Callable[[], object] = bool,
        *,
        takes_updates: bool = False,
    ) -> None:
        self.table, self.token, self.rng, self.takes_updates = table, token, Random(seed), takes_updates
        self.frames: list[bytes] = []
        self.positions: dict[str, dict[str, Any]] = {}
        self.events: dict[str, list[Any]] = {}
        self.state: dict[str, Any] = {}
        self.chairs: tuple[str, ...] = ()
        self.said: list[tuple[str, str]] = []
        self.suspicions: list[dict[str, Any]] = []
        self._ids = 0
        self._replies: dict[int, dict[str, Any]] = {}
        self.refused: list[str] = []
        self.connection: Connection = table.connect(token, self._hear, address, dismiss, takes_updates=takes_updates)

    def _hear(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = json.loads(frame)
        match message["type"]:
            case "welcome" | "changed":
                self.state, self.chairs = message["table"], tuple(message["chairs"])
            case "position":
                self._learn(message)
            case "update":
                self._learn_more(message)
            case "said":
                self.said += [(message["channel"], line["text"]) for line in message["lines"]]
            case "suspicion":
                self.suspicions.append(message)
            case "accepted" | "refused" | "explained" | "advised":
                if message["type"] == "refused":
                    self.refused.append(message["reason"])
                self._replies[message["id"]] = message
            case other:
                raise AssertionError(f"a message of type {other}")

    def _learn(self, position: dict[str, Any]) -> None:
        known = self.events.setdefault(position["seat"], [])
        assert position["first"] <= len(known), "an event was left out"
        assert known[position["first"] :] == position["events"][: len(known) - position["first"]], "an event was told differently before"
        known[position["first"] :] = position["events"]
        self.positions[position["seat"]] = position

    def _learn_more(self, update: dict[str, Any]) -> None:
        before = self.positions[update["seat"]]
        assert update["version"] == before.get("version", 0) + 1, "an update was left out"
        view = {**before["view"], **update.get("public", {}), **update.get("own", {})}
        kept = {"foresight": before["foresight"]} if "foresight" not in update and "foresight" in before else {}
        position = {"first": len(self.events[update["seat"]]), "events": [], **kept, **update, "view": view}
        self._learn({name: value for name, value in position.items() if value is not None})

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a request; the reply to it."""
        self._ids += 1
        id = self._ids
        await self.connection.receive(json.dumps({"type": kind, "id": id, **fields}).encode())
        return self._replies[id]

    async def act(self, seat: str, action: Any, decision: str | None = None) -> dict[str, Any]:
        quoted = self.positions[seat].get("decision") if decision is None else decision
        return await self.ask("act", seat=seat, action=action, decision=quoted)

    @property
    def seats(self) -> list[str]:
        """Of the chairs that she holds, those that are dealt."""
        return [chair["seat"] for chair in self.state["chairs"] if chair["chair"] in self.chairs and "seat" in chair]

    async def look(self, *seats: str) -> None:
        for seat in seats or self.seats:
            known = len(self.events.get(seat, ()))
            assert (await self.ask("look", seat=seat, after=known, foresight=self.takes_updates))["type"] == "accepted"

    def asked(self) -> list[str]:
        """The seats of hers that the night waits for, and that she plays herself."""
        own = {
            chair["chair"]: chair.get("seat")
            for chair in self.state["chairs"]
            if chair["chair"] in self.chairs and chair["kind"] == "person"
        }
        waiting = self.state.get("waiting", ())
        return [seat for chair, seat in own.items() if chair in waiting and seat in self.positions]

    def choice(self, seat: str) -> Any:
        """Something legal: a whole plan of those she can foresee, or one of the actions."""
        position = self.positions[seat]
        reaches = position.get("foresight", {}).get("reaches")
        if reaches and not position["view"]["sheets"][0].get("plan"):
            reach = self.rng.choice(reaches)
            fit = self.rng.choice(reach["fits"])
            plan = {"action": "plan", "novice": int(seat[-1]), "gait": fit["gait"], "route": fit["route"]}
            return {**plan, "one_more_step": fit.get("one_more_step", False)}
        return self.rng.choice(position["view"]["actions"])

    def leave(self) -> None:
        self.connection.close()

    def again(self, *, forgetful: bool = False) -> "Person":
        """Her browser connects anew, and has what it had unless it has forgotten."""
        other = Person(self.table, self.token, takes_updates=self.takes_updates)
        other.rng = self.rng
        if not forgetful:
            other.events = {seat: list(events) for seat, events in self.events.items()}
        return other


async def play(*people: Person, until: Callable[[], bool] = lambda: False, limit: int = 100_000) -> int:
    """They answer whatever they are asked until the night is over; how many actions were theirs."""
    done = idle = 0
    while people[0].state["status"] not in ("over", "abandoned") and not until() and done < limit:
        moved = 0
        for person in people:
            for seat in person.asked():
                reply = await person.act(seat, person.choice(seat))
                assert reply["type"] == "accepted", reply
                moved += 1
                if until():
                    return done + moved
        done += moved
        idle = 0 if moved else idle + 1
        assert idle < 200_000, f"nobody acts: the night waits for {people[0].state.get('waiting')}"
        await asyncio.sleep(0 if idle < 1000 else 0.001)
    return done


async def until(condition: Callable[[], Any], seconds: float = 240.0) -> None:
    """Waits for something that others bring about."""
    for _ in range(round(seconds / 0.002)):
        if condition():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("what was waited for did not happen")


@asynccontextmanager
async def node_on(
    url: str,
    time: Callable[[], int] | None = None,
    secret: str = SECRET,
    lease: float = LONG,
    thinkers: Thinkers | None = None,
    wall: Callable[[], int] | None = None,
    limit_advice: Callable[[str], object] = bool,
) -> AsyncIterator[tuple[Node, Store]]:
    """A node whose clocks are looked at often. With a short lease it loses its tables when the machine is slow."""
    store, bots = await open_store(url), thinkers or Quick()
    node = await Node.open(
        store, bots, now=time or Time(), wall=wall, new_secret=lambda: secret, tick=0.005, lease=lease, pace=0, limit_advice=limit_advice
    )
    try:
        yield node, store
    finally:
        await node.close()
        await store.close()


People = dict[ChairName, Person]


def salt_of(chair: ChairName) -> str:
    """The salt of a chair in tests."""
    return sha256(chair.encode()).hexdigest()


async def commit(person: Person, chair: ChairName) -> dict[str, Any]:
    """Commits a chair to its salt under the terms that its browser was told; the reply."""
    await until(lambda: "sealing" in person.state)
    terms = person.state["sealing"]["terms"]
    commitment = sha256(f"{terms}salt {chair} {salt_of(chair)}\n".encode()).hexdigest()
    return await person.ask("commit", chair=chair, commitment=commitment)


async def reveal(person: Person, chair: ChairName) -> dict[str, Any]:
    """Reveals the salt of a chair; the reply."""
    return await person.ask("salt", chair=chair, salt=salt_of(chair))


async def salted(people: People) -> None:
    """Everybody commits herself to her salt, and when all commitments are published reveals it."""
    for chair, person in people.items():
        assert (await commit(person, chair))["type"] == "accepted"
    for chair, person in people.items():
        await until(lambda person=person: person.state.get("sealing", {}).get("published"))  # type: ignore[misc]
        assert (await reveal(person, chair))["type"] == "accepted"


async def seated(
    node: Node, settings: Settings, bots: dict[ChairName, Level] | None = None, *, takes_updates: bool = False
) -> tuple[TableSession, str, People]:
    """A table with a person on every chair that no bot has, each with her own browser; and the host's token."""
    table, host = await node.create(settings, bots or {})
    people: People = {}
    for place, chair in enumerate(settings.chairs):
        if chair not in (bots or {}):
            token = await table.sit(chair, f"Sister {chair}", None)
            people[chair] = Person(table, token, seed=place, takes_updates=takes_updates)
    return table, host, people


async def started(table: TableSession, host: str, people: People) -> None:
    """Sealed, salted, dealt; everybody looks from her seat."""
    await table.start(host)
    await salted(people)
    await until(lambda: table.state().status == "playing")
    for person in people.values():
        await person.look()
