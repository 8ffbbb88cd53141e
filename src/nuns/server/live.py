"""A table while somebody is at it: one task, one queue, no locks.

Whatever changes a table waits in its queue, is tried on a copy of the night, kept by the store, and only then happens and is announced.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from nuns.referee.actions import Action, IllegalAction, Ruler
from nuns.referee.notation import BadNotation, read
from nuns.referee.seats import Seat
from nuns.server.chatting import CHANNELS, Chat
from nuns.server.connection import Connection
from nuns.server.driving import Driver
from nuns.server.founding import Guest, Kept, blob, check_settings, found, kept_of
from nuns.server.night.entries import Back, Left, Line, kept
from nuns.server.night.night import Night
from nuns.server.night.seeing import Watcher
from nuns.server.protocol import (
    Act,
    Away,
    Chair,
    Changed,
    Channel,
    Explain,
    Explained,
    Look,
    Opened,
    Said,
    Salt,
    Say,
    Status,
    TableState,
    Welcome,
)
from nuns.server.protocol import Line as Spoken
from nuns.server.refusal import NO_STORE, NOT_NOW, NOT_SO, NOT_YOURS, Refusal
from nuns.server.seating import HOST, Present, Seating, Standing, good_name, good_text, hashed, rotated
from nuns.server.settings import ChairName, Level, Settings, side_of
from nuns.server.store import Change, Conflict, Kind, Sitting, Store, StoreError, Table, Taken, new_token, token_hash
from nuns.server.store import Status as Kept_status
from nuns.server.suspecting import Suspecting
from nuns.server.thinking import Thinkers

__all__ = ["LiveTable", "Means", "Standing"]

PRESENCE = 60.0  # seconds after which those who are connected to a node that is gone are forgotten
ATTEMPTS = 5  # at a change, while others keep being first
SPECTATOR = "spectator"

_log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
T = TypeVar("T")
Work = Callable[[], Awaitable[Any]]


@dataclass(frozen=True)
class Means:
    """What a node lends its tables; ``owner`` is the node's name on leases."""

    store: Store
    thinkers: Thinkers
    now: Callable[[], int]
    new_seed: Callable[[], str]
    owner: str
    lease: float
    note: Callable[[int], object] = bool  # is told how many lines were kept


class LiveTable:
    """One table. Everything that changes it raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(self, means: Means, row: Table, seating: Seating, night: Night) -> None:
        self.means = means
        self.code = row.id
        self.night = night
        self.seating = seating
        self.connections: dict[Connection, None] = {}
        self.driving = False
        self.salted: set[ChairName] = set()
        self.crowd_since: int | None = None  # when spectators came or went of whom nobody was told yet
        self.touched = means.now()
        self.driver = Driver(self)
        self._row = row
        self._kept = kept_of(row)
        self._chat = Chat()
        self._watchers: dict[Seat, Watcher] = {}
        self._suspecting = Suspecting(self)
        self._shown = Present()  # what other nodes were told of who is connected here
        self._elsewhere = Present()
        self.is_behind = False  # of the store, which did not answer
        self._closed = False
        self._was_over = night.is_over
        self._queue: asyncio.Queue[tuple[Work, asyncio.Future[Any] | None] | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run(), name=f"table {row.id}")

    @classmethod
    async def load(cls, means: Means, row: Table) -> "LiveTable":
        """The table as the store has it."""
        store = means.store
        seed = (await store.secret(row.id)).seed
        night = Night(kept_of(row).settings, seed.decode() if seed is not None else None)
        for entry in await store.read(row.id):
            night.read_on([entry])
            if night.length % 64 == 0:
                await asyncio.sleep(0)  # a long night shall not keep others waiting
        table = cls(means, row, Seating(await store.seats(row.id)), night)
        await table._chat.read_on(store, row.id)
        if store.is_shared:
            await table.look_around()
        return table

    # As everybody sees it

    @property
    def settings(self) -> Settings:
        return self._kept.settings

    @property
    def status(self) -> Status:
        if self._row.status == Kept_status.ABANDONED:
            return "abandoned"
        if self.night.is_over:
            return "over"
        if self._row.status == Kept_status.LOBBY:
            return "lobby"
        return "playing" if self.night.seats else "sealing"

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to be kept."""
        return self._row.status in (Kept_status.OVER, Kept_status.ABANDONED)

    def state(self) -> TableState:
        """The table as everybody sees it; never more than is durable."""
        at, status = self.means.now(), self.status
        is_playing = status == "playing"
        present = self.present()
        return TableState(
            code=self.code,
            status=status,
            settings=self.settings,
            chairs=tuple(self._chair(chair, at, chair in present.chairs, is_playing) for chair in self.settings.chairs),
            waiting=self.night.waiting if is_playing else (),
            phase_left_ms=self.night.clocks.left_in_phase(at) if is_playing and self.night.clocks else None,
            seal=self.night.seal,
            opened=self._opened() if status == "over" else None,
            spectators=present.spectators,
            rematch=self._kept.rematch,
        )

    def _chair(self, chair: ChairName, at: int, connected: bool, is_playing: bool) -> Chair:
        night, hand = self.night, self.night.hands.get(chair)
        if hand is None:
            kind, name, level, stand_in = self.seating.kind(chair).value, self.seating.name(chair), self.seating.level(chair), False
        else:
            kind, name, level, stand_in = "bot" if hand.level else "person", hand.name, hand.level, hand.stand_in
        clocks = night.clocks if is_playing and name else None
        return Chair(
            chair=chair,
            side=side_of(chair),
            kind=kind,  # type: ignore[arg-type]
            name=name,
            level=level,
            seat=night.seats.get(chair),
            connected=connected,
            stand_in=stand_in,
            salted=chair in (night.salts or self.salted),
            left_ms=clocks.left_to(chair, at) if clocks else None,
            ticking=clocks is not None and clocks.turn.alone == chair,
        )

    def present(self) -> Present:
        """Who is connected, here or at other nodes."""
        here, elsewhere = self._here(), self._elsewhere
        return Present(here.chairs | elsewhere.chairs, here.spectators + elsewhere.spectators)

    def _here(self) -> Present:
        chairs = {chair for connection in self.connections for chair in connection.standing.chairs}
        return Present(frozenset(chairs), sum(not connection.standing.chairs for connection in self.connections))

    def _opened(self) -> Opened:
        assert self.night.seed is not None
        salts = {str(seat): salt for seat, salt in self.night.salts_by_seat().items()}
        return Opened(seed=self.night.seed, salts=salts, record=self.code)

    def record(self) -> str:
        """When the night is over, for everybody."""
        if self.status != "over":
            raise Refusal(NOT_NOW, "the record is secret until the night is over (rule 3.3)")
        return self.night.record()

    # Who may

    def standing(self, token: str | None) -> Standing:
        return self.seating.standing(hashed(token), self.settings)

    def _check_host(self, token: str | None) -> None:
        if not self.standing(token).host:
            raise Refusal(NOT_YOURS, "only the host of the table may do that")

    def _check_own(self, chair: ChairName, token: str | None) -> None:
        self._check_chair(chair)
        if chair not in self.standing(token).chairs:
            raise Refusal(NOT_YOURS, f"chair {chair} is not yours")

    def _check_chair(self, chair: ChairName) -> None:
        if chair not in self.settings.chairs:
            raise Refusal(NOT_SO, f"expected a chair of this table, {', '.join(self.settings.chairs)}; got {chair}")

    def _check_lobby(self) -> None:
        if self.status != "lobby":
            raise Refusal(NOT_NOW, f"that can only be done in the lobby; this table is {self._told_status()}")

    def _told_status(self) -> str:
        return {"sealing": "starting", "playing": "being played"}.get(self.status, self.status)

    # In the lobby

    async def sit(self, chair: ChairName, name: str, token: str | None) -> str:
        """In the lobby: takes an empty chair, or changes the name on one's own. Gives the token that holds it: the one shown if it holds
        something here already (one browser, several chairs), else a new one. During play only a chair that the token holds can be taken.
        """
        return await self.in_turn(lambda: self._sit(chair, name, token))

    async def _sit(self, chair: ChairName, name: str, token: str | None) -> str:
        name = good_name(name)
        if self.status == "playing" and chair in self.standing(token).chairs:
            await self._come_back(chair, token)
            assert token is not None
            return token
        self._check_lobby()
        self._check_chair(chair)
        shown = token if token is not None and self.standing(token) != Standing((), host=False) else None
        if self.seating.kind(chair) != Kind.EMPTY and chair not in self.standing(token).chairs:
            raise Refusal(NOT_NOW, f"chair {chair} is taken")
        holding = shown or new_token()
        await self._claim(chair, Kind.PERSON, name, token_hash(holding))
        return holding

    async def seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        """The host, in the lobby; None empties the chair, whoever sat there."""
        return await self.in_turn(lambda: self._seat_bot(chair, level, token))

    async def _seat_bot(self, chair: ChairName, level: Level | None, token: str | None) -> None:
        self._check_host(token)
        self._check_lobby()
        self._check_chair(chair)
        await self._claim(chair, Kind.EMPTY if level is None else Kind.BOT, level or "")

    async def _claim(self, chair: str, kind: Kind, player: str = "", hashed: bytes | None = None) -> None:
        """Writes down who sits there now."""
        store = self.means.store
        try:
            sitting = await store.claim(self.code, chair, self.seating.version(chair), kind=kind, player=player, token_hash=hashed)
        except Conflict:
            await self._refresh()
            raise Refusal(NOT_NOW, f"somebody else was quicker at chair {chair}") from None
        self._seated(sitting)

    def _seated(self, sitting: Sitting) -> None:
        self.seating.put(sitting)
        self._stand_anew()
        self.announce()

    async def settle(self, settings: Settings, token: str | None) -> None:
        """The host, in the lobby. Chairs that are no more are emptied; one guard player becomes the Abbess, and back."""
        return await self.in_turn(lambda: self._settle(settings, token))

    async def _settle(self, settings: Settings, token: str | None) -> None:
        self._check_host(token)
        self._check_lobby()
        check_settings(settings)
        gone = [chair for chair in self.settings.chairs if chair not in settings.chairs]
        await self._update(kept=msgspec.structs.replace(self._kept, settings=settings), open=settings.open)
        for chair in gone:
            await self._clear(chair)

    async def _clear(self, chair: ChairName) -> None:
        sitting = self.seating.sittings.get(chair)
        if sitting is None or sitting.kind == Kind.EMPTY:
            return
        await self._claim(chair, Kind.EMPTY)
        moved = {"guards": "abbess", "abbess": "guards"}.get(chair)
        if moved in self.settings.chairs and self.seating.kind(moved) == Kind.EMPTY:
            await self._claim(moved, sitting.kind, sitting.player, sitting.token_hash)

    async def start(self, token: str | None) -> None:
        """The host; all chairs must be taken."""
        return await self.in_turn(lambda: self._start(token))

    async def _start(self, token: str | None) -> None:
        self._check_host(token)
        self._check_lobby()
        if empty := self.seating.empty_chairs(self.settings):
            raise Refusal(NOT_NOW, f"expected somebody on every chair; nobody sits on {', '.join(empty)}: seat a bot or change the table")
        store = self.means.store
        with suppress(Taken):  # a start that went wrong has drawn it already
            await store.seal(self.code, self.means.new_seed().encode())
        await self._update(status=Kept_status.PLAYING)
        await self._unseal()
        self.driving = await store.acquire_lease(self.code, self.means.owner, self.means.lease)

    async def _unseal(self) -> None:
        """The seed, for drawing from it."""
        if self.night.seed is None and self._row.status != Kept_status.LOBBY:
            seed = (await self.means.store.secret(self.code)).seed
            self.night = Night(self.settings, seed.decode() if seed is not None else None)

    async def abandon(self, token: str | None) -> None:
        """The host, before the night is over."""
        return await self.in_turn(lambda: self._abandon(token))

    async def _abandon(self, token: str | None) -> None:
        self._check_host(token)
        if self.status in ("over", "abandoned"):
            raise Refusal(NOT_NOW, f"this table is {self.status} already")
        await self.give_up()

    async def give_up(self) -> None:
        """Nobody will play on here."""
        await self._update(status=Kept_status.ABANDONED)
        await self.let_go()

    async def let_go(self) -> None:
        """Drives no longer."""
        self.driving = False
        await self.means.store.release_lease(self.code, self.means.owner)

    async def _update(self, *, status: Kept_status | None = None, kept: Kept | None = None, open: bool | None = None) -> None:
        """Changes the row of the table."""
        settings = None if kept is None else blob(kept)
        store, at = self.means.store, self.means.now()
        try:
            row = await store.update_table(self.code, self._row.version, at=at, status=status, settings=settings, open=open)
        except Conflict:
            await self._refresh()
            raise Refusal(NOT_NOW, "the table has changed meanwhile: look again") from None
        self._take_row(row)
        self.announce()

    def _take_row(self, row: Table) -> None:
        self._row, self._kept = row, kept_of(row)
        if row.status == Kept_status.LOBBY:
            self.night = Night(self._kept.settings)
        self._stand_anew()

    async def finish(self) -> None:
        """The night is over, and its record kept."""
        if not self.is_finished:
            await self._update(status=Kept_status.OVER)
        await self.let_go()

    async def rematch(self, token: str | None) -> tuple[str, str | None]:
        """When the night is over, whoever held a chair or is host: the code of the next table, with roles rotated, the same for all who
        ask, and the token that opens it (the one shown, which holds there what it held here).
        """
        return await self.in_turn(lambda: self._rematch(token))

    async def _rematch(self, token: str | None) -> tuple[str, str | None]:
        if self.standing(token) == Standing((), host=False):
            raise Refusal(NOT_YOURS, "only those who sat at this table may ask for another night")
        if self.status != "over":
            raise Refusal(NOT_NOW, f"expected a night that is over; this table is {self._told_status()}")
        for _ in range(ATTEMPTS):
            if self._kept.rematch is not None:
                return self._kept.rematch, token
            await self._found_next()
        raise Refusal(NOT_NOW, "others were quicker; try again")

    async def _found_next(self) -> None:
        """If somebody else has founded one at the same time, hers stands."""
        store, at = self.means.store, self.means.now()
        row = await found(store, at, self.settings, self.seating.holder(HOST), self._guests())
        try:
            await self._update(kept=msgspec.structs.replace(self._kept, rematch=row.id))
        except Refusal:
            await store.update_table(row.id, row.version, at=at, status=Kept_status.ABANDONED)

    def _guests(self) -> dict[ChairName, Guest]:
        """Who sits where next time."""
        guests = {}
        for chair, next_chair in rotated(self.settings).items():
            hand, holder = self.night.hands[chair], self.seating.holder(chair)
            if holder is not None:
                guests[next_chair] = Guest(Kind.PERSON, hand.name, holder)
            elif hand.level is not None:
                guests[next_chair] = Guest(Kind.BOT, hand.level)
        return guests

    # While it is played

    async def stand(self, chair: ChairName, token: str | None) -> None:
        """Leaves. During play a bot stands in, and the token stays good."""
        return await self.in_turn(lambda: self._stand(chair, token))

    async def _stand(self, chair: ChairName, token: str | None) -> None:
        self._check_own(chair, token)
        if self.status == "lobby":
            await self._claim(chair, Kind.EMPTY)
        else:
            await self._hand_over(chair, Left(chair, "left"), to_bot=True)

    async def come_back(self, chair: ChairName, token: str | None) -> None:
        """Takes the chair back from the bot that stood in."""
        return await self.in_turn(lambda: self._come_back(chair, token))

    async def _come_back(self, chair: ChairName, token: str | None) -> None:
        self._check_own(chair, token)
        await self._hand_over(chair, Back(chair), to_bot=False)

    async def _hand_over(self, chair: ChairName, line: Line, *, to_bot: bool) -> None:
        for _ in range(ATTEMPTS):
            if self.status not in ("sealing", "playing") or self.night.seal is None:
                raise Refusal(NOT_NOW, f"expected a table that is being played; this one is {self._told_status()}")
            if self.night.is_bot(chair) == to_bot:
                raise Refusal(NOT_NOW, "a bot stands in for you already" if to_bot else "you play yourself already")
            if await self.write(line):
                return
        raise Refusal(NOT_NOW, "others were quicker; try again")

    async def write(self, *lines: Line) -> bool:
        """Lines that make nothing else due."""
        trial, at = self.night.copy(), self.means.now()
        for line in lines:
            trial.add(line, at)
        return await self.keep(trial, list(lines), at)

    async def keep(self, trial: Night, lines: list[Line], at: int) -> bool:
        """Makes the lines durable; then the trial is the night. False if another node was first: its lines are read, to be judged anew."""
        try:
            await self.means.store.append(self.code, self.night.length, [kept(line, at) for line in lines])
        except Conflict:
            await self._read_on()
            return False
        except StoreError as fault:
            self.is_behind = True  # it may have been kept
            raise Refusal(NO_STORE, "the store does not answer: look again before you repeat it") from fault
        self.night = trial
        self.means.note(len(lines))
        self.announce()
        return True

    # Sockets

    def connect(self, token: str | None, send: Callable[[bytes], None]) -> Connection:
        """A socket. ``send`` is given whole frames of JSON, the first of them Welcome before this returns. Refusal 403 for a stranger at a
        table without spectators that is being played.
        """
        standing = self.standing(token)
        if not standing.chairs and not standing.host and not self.settings.spectators and self.status in ("sealing", "playing"):
            raise Refusal(NOT_YOURS, "this table is played without spectators")
        connection = Connection(self, hashed(token), send)
        connection.standing = standing
        self.connections[connection] = None
        state = self.state()
        connection.tell(Welcome(table=state, chairs=standing.chairs, host=standing.host))
        for said in self._chat.so_far(tuple(channel for channel in CHANNELS if self._hears(connection, channel))):
            connection.tell(said)
        self._gather(state, connection)
        return connection

    def disconnect(self, connection: Connection) -> None:
        if connection in self.connections:
            del self.connections[connection]
            self._forget_unwatched()
            self._gather(self.state(), connection)

    def _gather(self, state: TableState, connection: Connection) -> None:
        """Somebody has come or gone. Of spectators, of whom there may be thousands, all are told only now and then."""
        if connection.standing.chairs:
            self._tell_changed(state, besides=connection)
        elif self.crowd_since is None:
            self.crowd_since = self.means.now()
        self._be_seen()

    def tell_crowd(self) -> None:
        """How many spectators there are by now."""
        self._tell_changed(self.state())

    async def look(self, connection: Connection, message: Look) -> None:
        await self.in_turn(lambda: self._look(connection, message))

    async def _look(self, connection: Connection, message: Look) -> None:
        seat = self._visible_seat(connection, message.seat)
        if connection not in self.connections:
            return
        watcher = self._watchers.setdefault(seat, Watcher(seat))
        connection.looking[seat] = None
        connection.send(watcher.catch_up(self.night, message.after))
        connection.accept(message.id)
        self._suspecting.begin(connection, seat)

    async def look_away(self, connection: Connection, message: Away) -> None:
        for seat in list(connection.looking):
            if seat == message.seat:
                del connection.looking[seat]
        self._forget_unwatched()
        connection.accept(message.id)

    def _forget_unwatched(self) -> None:
        watched = {seat for connection in self.connections for seat in connection.looking}
        self._watchers = {seat: watcher for seat, watcher in self._watchers.items() if seat in watched}

    def _visible_seat(self, connection: Connection, name: str) -> Seat:
        """A seat from which this browser may look; when the night is over, any (3.4)."""
        game = self.night.game
        if game is None or not self.night.seats:
            raise Refusal(NOT_NOW, "there is nothing to see yet: the cards are not dealt")
        if not self.night.is_over:
            self._check_looking(connection.standing, name)
        try:
            return game.check_seat(name)
        except ValueError as fault:
            raise Refusal(NOT_SO, str(fault)) from None

    def _check_looking(self, standing: Standing, name: str) -> None:
        if name != SPECTATOR and self.night.chair_of(name) not in standing.chairs:
            raise Refusal(NOT_YOURS, "that seat is not yours")
        if name == SPECTATOR and not standing.chairs and not self.settings.spectators:
            raise Refusal(NOT_YOURS, "this table is played without spectators")

    async def act(self, connection: Connection, message: Act) -> None:
        await self.in_turn(lambda: self._act(connection, message))

    async def _act(self, connection: Connection, message: Act) -> None:
        action = action_of(message.action)
        if isinstance(action, Ruler):
            connection.measuring.check(self.means.now(), "rulers")
        for _ in range(ATTEMPTS):
            chair = self._asked_chair(connection, message, action)
            trial, at = self.night.copy(), self.means.now()
            try:
                lines = trial.answer(chair, action, at)
            except IllegalAction as fault:
                raise Refusal(NOT_SO, str(fault)) from None
            if await self.keep(trial, lines, at):
                connection.accept(message.id)
                return
        raise Refusal(NOT_NOW, "others were quicker; try again")

    def _asked_chair(self, connection: Connection, message: Act, action: Action) -> ChairName:
        """The chair that acts, if it may and if it means the decision that is before it."""
        chair = self.night.chair_of(message.seat)
        if chair is None or chair not in connection.standing.chairs:
            raise Refusal(NOT_YOURS, "that seat is not yours")
        if self.status != "playing":
            raise Refusal(NOT_NOW, f"expected a table that is being played; this one is {self._told_status()}")
        if self.night.is_bot(chair):
            raise Refusal(NOT_NOW, "a bot stands in for you: take your chair back first")
        if not isinstance(action, Ruler) and message.decision != self.night.decision(chair):
            raise Refusal(NOT_NOW, "stale: that is not the decision before you now; it was answered, or the night has gone on")
        return chair

    async def salt(self, connection: Connection, message: Salt) -> None:
        await self.in_turn(lambda: self._salt(connection, message))

    async def _salt(self, connection: Connection, message: Salt) -> None:
        if message.chair not in connection.standing.chairs:
            raise Refusal(NOT_YOURS, f"chair {message.chair} is not yours")
        if self.status != "sealing":
            raise Refusal(NOT_NOW, "salts are taken between the seal and the deal, and not now")
        try:
            await self.means.store.add_salt(self.code, message.chair, message.salt.encode())
        except Taken:
            raise Refusal(NOT_NOW, f"chair {message.chair} has added its salt already") from None
        self.salted.add(message.chair)
        self.announce()
        connection.accept(message.id)

    async def explain(self, connection: Connection, message: Explain) -> None:
        await self.in_turn(lambda: self._explain(connection, message))

    async def _explain(self, connection: Connection, message: Explain) -> None:
        seat = self._visible_seat(connection, message.seat)
        try:
            explanation = Watcher(seat).explanation(self.night, message.event)
        except ValueError as fault:
            raise Refusal(NOT_SO, str(fault)) from None
        connection.tell(Explained(id=message.id, explanation=explanation))

    async def say(self, connection: Connection, message: Say) -> None:
        await self.in_turn(lambda: self._say(connection, message))

    async def _say(self, connection: Connection, message: Say) -> None:
        text, at = good_text(message.text), self.means.now()
        chairs = connection.standing.chairs
        connection.chatting.check(at, "messages")
        channel: Channel = "players" if chairs else "spectators"
        author = self._name_on(chairs[0]) if chairs else ""
        number = await self.means.store.say(self.code, channel, at=at, author=author, text=text)
        self._tell_said(self._chat.said(channel, Spoken(number=number, at=at, author=author, text=text)))
        connection.accept(message.id)

    def _name_on(self, chair: ChairName) -> str:
        hand = self.night.hands.get(chair)
        return hand.name if hand else self.seating.name(chair)

    def _hears(self, connection: Connection, channel: Channel) -> bool:
        """Players hear the spectators only when they do not play."""
        return channel == "players" or not connection.standing.chairs or self.status not in ("sealing", "playing")

    # Telling everybody

    def announce(self) -> None:
        """Tells every socket what has changed for it."""
        self.touched = self.means.now()
        if not self.connections:
            return
        news = {seat: watcher.news(self.night) for seat, watcher in self._watchers.items()}
        self.crowd_since = None
        state, frames = self.state(), dict[Standing, bytes]()
        for connection in list(self.connections):
            for seat in connection.looking:
                if frame := news[seat]:
                    connection.send(frame)
            connection.send(self._changed(state, connection.standing, frames))
        self._suspecting.go_on()
        if self.night.is_over and not self._was_over:
            self._tell_late()
        self._was_over = self.night.is_over

    def _tell_changed(self, state: TableState, besides: Connection | None = None) -> None:
        self.crowd_since = None
        frames: dict[Standing, bytes] = {}
        for connection in list(self.connections):
            if connection is not besides:
                connection.send(self._changed(state, connection.standing, frames))

    def _changed(self, state: TableState, standing: Standing, frames: dict[Standing, bytes]) -> bytes:
        if standing not in frames:
            frames[standing] = _encode(Changed(table=state, chairs=standing.chairs, host=standing.host))
        return frames[standing]

    def _tell_said(self, said: Said) -> None:
        frame = _encode(said)
        for connection in list(self.connections):
            if self._hears(connection, said.channel):
                connection.send(frame)

    def _tell_late(self) -> None:
        """What the spectators said while the players could not hear it."""
        for said in self._chat.so_far(("spectators",)):
            for connection in self.connections:
                if connection.standing.chairs:
                    connection.tell(said)

    def _stand_anew(self) -> None:
        """Somebody has sat down or got up."""
        for connection in self.connections:
            connection.standing = self.seating.standing(connection.hashed, self.settings)
        self._be_seen()

    # Who is connected at which node

    def _be_seen(self) -> None:
        """Somebody has come or gone."""
        if self.means.store.is_shared:
            self.post(self._tell_presence)

    async def _tell_presence(self) -> None:
        here, store, node = self._here(), self.means.store, self.means.owner
        if here == self._shown:
            return
        if here == Present():
            await store.leave(self.code, node)
        else:
            await store.be_present(self.code, node, " ".join(sorted(here.chairs)), here.spectators, PRESENCE)
        self._shown = here

    async def look_around(self) -> None:
        """Who is connected elsewhere."""
        others = [each for each in await self.means.store.present(self.code) if each.node != self.means.owner]
        chairs = {chair for chair in self.settings.chairs for each in others if chair in each.chairs.split()}
        elsewhere = Present(frozenset(chairs), sum(each.others for each in others))
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self._tell_changed(self.state())

    @property
    def has_company(self) -> bool:
        """Whether somebody is connected at another node."""
        return self._elsewhere != Present()

    # What other nodes did

    def notice(self, change: Change) -> None:
        """Another node changed something here: read it when it is our turn."""
        match change.topic:
            case "log":
                self.post(self._read_on)
            case "chat":
                self.post(self._listen)
            case "presence":
                self.post(self.look_around)
            case _:
                self.post(self._refresh)

    async def _read_on(self) -> None:
        """What is in the log beyond what we know."""
        entries = await self.means.store.read(self.code, self.night.length)
        self.is_behind = False
        if entries:
            await self._unseal()
            self.night.read_on(entries)
            self.announce()

    async def _listen(self) -> None:
        for said in await self._chat.read_on(self.means.store, self.code):
            self._tell_said(said)

    async def _refresh(self) -> None:
        """Everything but what is said."""
        row = await self.means.store.table(self.code)
        assert row is not None
        self.seating = Seating(await self.means.store.seats(self.code))
        self._take_row(row)
        await self._unseal()
        await self._read_on()
        self.announce()

    # The queue

    async def in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Waits until it is done."""
        if self._closed:
            raise Refusal(NO_STORE, "the server is closing; connect again")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((work, done))
        return await done

    def post(self, work: Work) -> None:
        """Does it when it is its turn."""
        self._queue.put_nowait((work, None))

    def wake(self) -> None:
        """Time has passed."""
        if self._queue.empty():
            self.post(self._nothing)

    async def _nothing(self) -> None:
        """What is due is done after every turn of the queue."""

    async def _run(self) -> None:
        while (turn := await self._queue.get()) is not None:
            work, done = turn
            await self._do(work, done)
            if self.driving:
                await self._do(self.driver.drive, None)

    async def _do(self, work: Work, done: asyncio.Future[Any] | None) -> None:
        try:
            if self.is_behind:
                await self._read_on()
            result = await work()
        except Exception as fault:
            if done is not None and not done.done():
                done.set_exception(as_refusal(fault))
            elif done is None:
                _log.warning("table %s: %s", self.code, fault, exc_info=not isinstance(fault, StoreError | Refusal))
        else:
            if done is not None and not done.done():
                done.set_result(result)

    async def close(self) -> None:
        """Does what is in the queue, and no more."""
        self._closed = True
        self.connections.clear()
        self._be_seen()
        self._suspecting.close()
        self.driver.close()
        self._queue.put_nowait(None)
        await asyncio.wait([self._task])


def as_refusal(fault: Exception) -> Exception:
    return Refusal(NO_STORE, "the store does not answer now") if isinstance(fault, StoreError) else fault


def action_of(given: Action | str) -> Action:
    if not isinstance(given, str):
        return given
    try:
        return read(given)
    except BadNotation as fault:
        raise Refusal(NOT_SO, str(fault)) from None
