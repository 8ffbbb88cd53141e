"""What a table does by itself: sealing and dealing, clocks, bots, the end. Only the node that holds its lease does it."""

from collections.abc import Awaitable, Callable

from nuns.referee.dice import seal
from nuns.server.settings import ChairName
from nuns.server.store import RecordRow, Store, record_code
from nuns.server.tables.bot_answers import BotAnswers
from nuns.server.tables.clock import TableClock
from nuns.server.tables.lease import TableLease
from nuns.server.tables.night.entries import Left, Resumed, Sealed
from nuns.server.tables.night.seat_feed import game_of
from nuns.server.tables.night.summary import summary_of
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.seating import Present
from nuns.server.tables.work_queue import Work


class Automation:
    """Runs one table; does nothing unless it is called. ``present`` says who is connected, ``finish`` closes a game that is over."""

    def __init__(
        self,
        store: Store,
        log: TableLog,
        lease: TableLease,
        clock: TableClock,
        bots: BotAnswers,
        present: Callable[[], Present],
        finish: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._log, self._lease, self._clock, self._bots = store, log, lease, clock, bots
        self._present, self._finish = present, finish

    @property
    def is_idle(self) -> bool:
        """Whether nothing will happen here by itself."""
        night = self._log.night
        return self._clock.deadline is None and not any(night.is_bot(chair) for chair in night.waiting)

    def follow_up(self) -> Work | None:
        """What is to be done after every change of the table."""
        return self.run if self._lease.is_held else None

    async def run(self) -> None:
        """Does everything that is due."""
        while self._lease.is_held and await self._step():
            pass

    async def resume(self) -> None:
        """Goes on after the table's node was gone: the time in between is taken from nobody."""
        if self._log.night.clocks is not None and self._log.status == "playing":
            await self._log.write(Resumed())

    @property
    def _unheld(self) -> list[ChairName]:
        """Seats of persons who left at another node just when the game was sealed here: nobody would ever answer for them."""
        night, seating = self._log.night, self._log.seating
        return [chair for chair in night.players if not night.is_bot(chair) and seating.holder(chair) is None]

    async def _step(self) -> bool:
        """Does one thing that is due; False if there is none."""
        log, clock = self._log, self._clock
        match log.status:
            case "sealing" if log.night.seal is None:
                await self._seal()
                return True
            case "sealing" | "playing" if unheld := self._unheld:
                await log.write(*(Left(chair, "left") for chair in unheld))
                return True
            case "sealing":
                return await self._deal()
            case "over" | "abandoned" if log.is_finished:  # at another node
                await self._finish()
                return False
            case "over":
                await self._keep_record()
                await self._finish()
                return False
            case "playing" if clock.is_past(clock.time_out):
                late = [chair for chair in log.night.waiting if not log.night.is_bot(chair)]
                await log.write(*(Left(chair, "time") for chair in late))
                return True
            case "playing":
                courtesy_end = clock.courtesy_end
                if courtesy_end is None or clock.is_past(courtesy_end):
                    self._bots.ask()
                return False
            case "lobby" | "abandoned":
                return False

    async def _seal(self) -> None:
        log = self._log
        assert log.night.seed is not None
        await log.write(Sealed(seal(log.night.seed), log.seating.players(log.settings)))

    async def _deal(self) -> bool:
        """Deals when all who are connected have added their salt, or after a while."""
        log = self._log
        expected = {chair for chair in self._present().chairs if not log.night.is_bot(chair)}
        if not expected <= log.night.salted and not self._clock.is_past(self._clock.deadline):
            return False
        salts = (await self._store.secret(log.code)).salts
        trial, at = log.night.copy(), self._clock.now()
        lines = trial.fix_salts({chair: salts[chair].decode() for chair in log.settings.chairs if chair in salts}, at)
        await log.keep(trial, lines, at)
        return True

    async def _keep_record(self) -> None:
        code, night = self._log.code, self._log.night
        summary = summary_of(game_of(night), night.names)
        await self._store.keep_record(
            RecordRow(id=record_code(code), at=night.last_at, imported=False, summary=summary, text=night.record())
        )
