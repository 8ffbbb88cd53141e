"""What a table does by itself: sealing and dealing, bots, clocks, the end; on one node at a time, which has the lease."""

import asyncio
import logging
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from nuns.referee.actions import Action, IllegalAction
from nuns.referee.dice import seal
from nuns.referee.game import legal_actions
from nuns.rules.words import Ask
from nuns.server.settings import ChairName
from nuns.server.store import Record, record_code
from nuns.server.tables.night.entries import Left, Line, Resumed, Sealed
from nuns.server.tables.night.night import Night
from nuns.server.tables.night.seeing import Watcher, game_of
from nuns.server.tables.night.summary import summary_of
from nuns.server.thinking.bot_worker import BotRequest

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable

SALTING = 3_000  # milliseconds in which browsers may add to the seed
COURTESY = 6_000  # milliseconds for which a bot lets a person begin who shares the guards with it
_log = logging.getLogger(__name__)


class Thought(NamedTuple):
    """What a bot has decided, on what, and the luck it had."""

    chair: ChairName
    decision: str
    action: Action
    luck: str


class Driver:
    """Drives one table; does nothing unless it is called."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._asked: set[tuple[ChairName, str]] = set()  # bots that think, and about which decision
        self._watchers: dict[ChairName, Watcher] = {}
        self._told: dict[ChairName, int] = {}  # events a bot was told
        self._tasks: set[asyncio.Task[None]] = set()
        self._looked: tuple[int, int | None] = -1, None  # after how many turns the deadline was looked up, and what it was

    @property
    def is_due(self) -> bool:
        """Whether something must be done though nobody acts. Asked several times a second of every table, and only turns change it."""
        if self._looked[0] != self._table.turns.done:
            self._looked = self._table.turns.done, self.deadline
        return self._is_past(self._looked[1])

    @property
    def deadline(self) -> int | None:
        """When something must be done though nobody acts."""
        night = self._table.night
        match self._table.status:
            case "sealing":
                return night.sealed_at + SALTING
            case "over" if not self._table.is_finished:
                return night.last_at
            case "playing":
                return min((at for at in (self._time_out, self._courtesy) if at is not None), default=None)
            case _:
                return None

    @property
    def _time_out(self) -> int | None:
        """When the time of those who are waited for is up."""
        clocks = self._table.night.clocks
        return None if clocks is None else clocks.deadline

    @property
    def _courtesy(self) -> int | None:
        """4 Of two guard players whoever starts is first, and no person is as quick as a bot: until when it lets her begin."""
        night = self._table.night
        kinds = {night.is_bot(chair) for chair in night.waiting}
        return night.asked_at + COURTESY if night.ask == Ask.ORDER and len(kinds) == 2 else None

    @property
    def _unheld(self) -> list[ChairName]:
        """Chairs of persons who got up at another node just when the night was sealed here: nobody would ever answer for them."""
        night, seating = self._table.night, self._table.seating
        return [chair for chair in night.hands if not night.is_bot(chair) and seating.holder(chair) is None]

    @property
    def is_idle(self) -> bool:
        """Whether nothing will happen here by itself."""
        night = self._table.night
        return self.deadline is None and not any(night.is_bot(chair) for chair in night.waiting)

    async def drive(self) -> None:
        """Everything that is due."""
        while self._table.driving and await self._step():
            pass

    async def resume(self) -> None:
        """After its node was gone: what nobody saw shall cost nobody time."""
        if self._table.night.clocks is not None and self._table.status == "playing":
            await self._table.write(Resumed())

    def close(self) -> None:
        """Bots think no longer."""
        for task in self._tasks:
            task.cancel()

    async def _step(self) -> bool:
        """One thing that is due; False if there is none."""
        table, night = self._table, self._table.night
        match table.status:
            case "sealing" if night.seal is None:
                await self._seal()
                return True
            case "sealing" | "playing" if unheld := self._unheld:
                await table.write(*(Left(chair, "left") for chair in unheld))
                return True
            case "sealing":
                return await self._deal()
            case "over" | "abandoned" if table.is_finished:  # at another node
                await table.finish()
                return False
            case "over":
                await self._finish()
                return False
            case "playing" if self._is_past(self._time_out):
                late = [chair for chair in night.waiting if not night.is_bot(chair)]
                await table.write(*(Left(chair, "time") for chair in late))
                return True
            case "playing":
                self._ask_bots()
                return False
            case "lobby" | "abandoned":
                return False

    def _is_past(self, moment: int | None) -> bool:
        return moment is not None and self._table.means.now() >= moment

    # The beginning and the end

    async def _seal(self) -> None:
        table = self._table
        assert table.night.seed is not None
        await table.write(Sealed(seal(table.night.seed), table.seating.players(table.settings)))

    async def _deal(self) -> bool:
        """When all who are here have added their salt, or after a while."""
        table = self._table
        expected = {chair for chair in table.present().chairs if not table.night.is_bot(chair)}
        if not expected <= table.night.salted and not self._is_past(self.deadline):
            return False
        salts = (await table.means.store.secret(table.code)).salts
        trial, at = table.night.copy(), table.means.now()
        lines = trial.fix_salts({chair: salts[chair].decode() for chair in table.settings.chairs if chair in salts}, at)
        await table.keep(trial, lines, at)
        return True

    async def _finish(self) -> None:
        table, night = self._table, self._table.night
        told = summary_of(game_of(night), night.names)
        await table.means.store.keep_record(
            Record(id=record_code(table.code), at=night.last_at, imported=False, summary=told, text=night.record())
        )
        await table.finish()

    # Bots

    def _ask_bots(self) -> None:
        """All bots that are asked at once answer at once, in the order of their chairs: how long each thinks tells nobody anything."""
        night, courtesy = self._table.night, self._courtesy
        if courtesy is not None and not self._is_past(courtesy):
            return
        asked = [(chair, night.decision(chair)) for chair in night.waiting if night.is_bot(chair)]
        new = [each for each in asked if each not in self._asked]
        if new:
            self._asked.update(new)
            task = asyncio.create_task(self._think(night, new))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _think(self, night: Night, asked: list[tuple[ChairName, str]]) -> None:
        thoughts = await asyncio.gather(*(self._thought(night, chair, decision) for chair, decision in asked))
        self._table.post(lambda: self._carry_out(thoughts, asked))

    async def _thought(self, night: Night, chair: ChairName, decision: str) -> Thought:
        """A bot is told what its seat knows, and no more. Whatever goes wrong, it does something legal."""
        luck = sha256(f"{night.seed} {chair} {night.answers[chair]}".encode()).hexdigest()
        try:
            action = await self._answer(night, chair, luck)
        except Exception as fault:
            _log.warning("table %s: the bot on chair %s plays at random", self._table.code, chair, exc_info=fault)
            action = random_action(night, chair, luck)
        return Thought(chair, decision, action, luck)

    async def _answer(self, night: Night, chair: ChairName, luck: str) -> Action:
        watcher = self._watchers.setdefault(chair, Watcher(night.seats[chair]))
        watcher.look(night)
        view, level, known = watcher.view, night.hands[chair].level, len(watcher.known)
        assert view is not None
        assert level is not None
        first = self._told.get(chair, 0)
        for start in (first, 0):
            question = BotRequest(f"{self._table.code} {chair}", level, luck, watcher.seat, start, tuple(watcher.known[start:known]), view)
            answer = await self._table.means.thinkers.answer(self._table.code, question)
            if answer.action is not None:
                self._told[chair] = known
                if answer.fault:
                    _log.warning("table %s: the bot on chair %s played at random: %s", self._table.code, chair, answer.fault)
                return answer.action
        raise RuntimeError("expected an action of a bot that was told everything; got none")

    async def _carry_out(self, thoughts: list[Thought], asked: list[tuple[ChairName, str]]) -> None:
        """What is still to be decided when they have thought."""
        table = self._table
        self._asked.difference_update(asked)
        trial, at, lines = table.night.copy(), table.means.now(), list[Line]()
        for thought in thoughts:
            if is_current(trial, thought):
                lines += carried_out(trial, thought, at)
        if lines and table.driving and table.status == "playing":
            await table.keep(trial, lines, at)


def is_current(night: Night, thought: Thought) -> bool:
    """Whether a bot still plays there, and is asked the same."""
    return night.is_bot(thought.chair) and thought.chair in night.waiting and night.decision(thought.chair) == thought.decision


def carried_out(night: Night, thought: Thought, at: int) -> list[Line]:
    try:
        return night.answer(thought.chair, thought.action, at, bot=True)
    except IllegalAction as fault:
        _log.warning("the bot on chair %s plays at random after what is not legal", thought.chair, exc_info=fault)
        return night.answer(thought.chair, random_action(night, thought.chair, thought.luck), at, bot=True)


def random_action(night: Night, chair: ChairName, luck: str) -> Action:
    return Random(luck).choice(legal_actions(game_of(night), night.seats[chair]))
