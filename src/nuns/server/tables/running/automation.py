"""Everything that a table does without being asked: sealing and dealing, clocks, bots, the end. Only the node with its lease does it."""

from collections.abc import Awaitable, Callable

from nuns.referee.dice import seal
from nuns.referee.sealing import seed_of
from nuns.referee.signature import public_key
from nuns.server.settings import ChairName
from nuns.server.store import Store
from nuns.server.tables.night.entries import Left, Published, Resumed, Sealed
from nuns.server.tables.people.seating import Present
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.running.bot_answers import BotAnswers
from nuns.server.tables.running.clock import TableClock
from nuns.server.tables.running.lease import TableLease
from nuns.server.tables.work_queue import Work


class Automation:
    """Runs one table, when it is called. ``present`` returns who is connected, ``finish`` closes a game that is over."""

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
        """Returns whether nothing is due here until somebody acts."""
        return self._clock.deadline is None and not self._awaits_bots

    @property
    def is_due(self) -> bool:
        """Returns whether there is something to do now, though nobody asks."""
        if self._clock.is_due or self._awaits_bots:
            return True
        return self._log.night.seal is None and self._log.status == "sealing"

    @property
    def _awaits_bots(self) -> bool:
        """Returns whether bots still owe an answer. Where bots alone play and nobody watches, the game is paused."""
        night = self._log.night
        if not any(map(night.is_bot, night.waiting)) or self._log.status != "playing":
            return False
        courtesy_end = self._clock.courtesy_end
        is_their_turn = courtesy_end is None or self._clock.is_past(courtesy_end)
        return is_their_turn and self._is_attended and any(map(night.is_bot, night.undecided))

    @property
    def _is_attended(self) -> bool:
        """Returns whether a person plays or somebody watches."""
        night = self._log.night
        if not all(map(night.is_bot, night.players)):
            return True
        present = self._present()
        return bool(present.chairs or present.spectators)

    def follow_up(self) -> Work | None:
        """Returns the job to be done after a change of the table, if this node runs it; none while it only waits for people."""
        if not self._lease.is_held or (self._log.status == "playing" and not self.is_due and not self._unheld):
            return None
        return self.run

    async def run(self) -> None:
        """Does everything that is due."""
        while self._lease.is_held and await self._step():
            pass

    async def resume(self) -> None:
        """Resumes the clocks after a time without a node; nobody is charged for that time."""
        night = self._log.night
        if self._log.status == "playing" and (night.clocks is not None or night.window_end is not None):
            await self._log.write(Resumed())

    @property
    def _unheld(self) -> list[ChairName]:
        """Returns the seats of persons who left at another node just when the game was sealed here: nobody would ever answer for them."""
        night, seating = self._log.night, self._log.seating
        return [chair for chair in night.players if not night.is_bot(chair) and seating.holder(chair) is None]

    async def _step(self) -> bool:
        """Does one thing that is due; returns False if there is none."""
        log, clock = self._log, self._clock
        match log.status:
            case "sealing" if log.night.seal is None:
                await self._seal()
                return True
            case "sealing" | "playing" if unheld := self._unheld:
                await log.write(*(Left(chair, "left") for chair in unheld))
                return True
            case "sealing" if log.night.published_at is None:
                return await self._publish()
            case "sealing":
                return await self._deal()
            case "over" | "abandoned":
                await self._finish()
                return False
            case "playing" if clock.is_past(clock.time_out):
                late = [chair for chair in log.night.waiting if not log.night.is_bot(chair)]
                await log.write(*(Left(chair, "time") for chair in late))
                return True
            case "playing" if clock.is_past(clock.window_end):
                trial, at = log.night.copy(), clock.now()
                await log.keep(trial, trial.end_window(at), at)
                return True
            case "playing":
                if self._awaits_bots:
                    self._bots.ask()
                return False
            case "lobby":
                return False

    async def _seal(self) -> None:
        log = self._log
        secret, day = log.night.secret, log.night.day
        assert secret is not None
        sealed = Sealed(seal(seed_of(secret) if day is None else day.seed), log.seating.players(log.settings), public_key(secret))
        await log.write(*([sealed] if day is None else [sealed, Published()]))  # nobody adds a salt to the night of a day

    async def _publish(self) -> bool:
        """Publishes the commitments when every person has one, connected or not, or when the time is up; returns whether it did."""
        night = self._log.night
        expected = {chair for chair in night.players if not night.is_bot(chair)}
        if not expected <= night.commitments.keys() and not self._clock.is_past(self._clock.deadline):
            return False
        await self._log.write(Published())
        return True

    async def _deal(self) -> bool:
        """Deals when every salt that was committed to is revealed, or when the time is up; returns whether it did."""
        log = self._log
        if not log.night.commitments.keys() <= log.night.salted and not self._clock.is_past(self._clock.deadline):
            return False
        salts = (await self._store.secret(log.code)).salts
        trial, at = log.night.copy(), self._clock.now()
        lines = trial.fix_salts({chair: salts[chair].decode() for chair in log.settings.chairs if chair in salts}, at)
        await log.keep(trial, lines, at)
        return True
