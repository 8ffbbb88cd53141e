"""The game that a table's log stands for: who plays, the sealed seed, the referee's game, and whose clock runs."""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from nuns.referee import actions as act
from nuns.referee.actions import Action
from nuns.referee.dice import SealedDice, draw_count, next_chance_action
from nuns.referee.events import Event
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.options import RULES_VERSION
from nuns.referee.record import record_text
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.server.protocol import StandIn
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Entry
from nuns.server.tables.night.clocks import Clocks, RunningClock, new_clocks
from nuns.server.tables.night.entries import Added, Answered, Back, ChanceDrawn, Left, LogLine, Resumed, Salted, Sealed, line_of
from nuns.server.tables.night.sealing import dice_of, seat_order, seats_of

STAND_IN: Level = "normal"


class ChairPlayer(NamedTuple):
    """Who plays for a seat: the person of that name, or a bot of that level, which may stand in for the person, and why."""

    name: str
    level: Level | None = None
    stand_in: StandIn | None = None

    @property
    def called(self) -> str:
        """The name in the record."""
        return self.name or f"bot ({self.level})"


class TableNight:
    """The game after the lines of the log so far. Work on a ``copy`` until its lines are stored, then put that in the place of this one."""

    def __init__(self, settings: Settings, seed: str | None = None, rules: int = RULES_VERSION) -> None:
        self.settings = settings
        self.rules = rules
        self.seed = seed
        self.length = 0  # lines so far
        self.seal: str | None = None
        self.sealed_at = 0
        self.last_at = 0
        self.ask: int | None = None  # what the game asks
        self.asked_at = 0  # when that began to be asked
        self.players: dict[ChairName, ChairPlayer] = {}
        self.order: tuple[ChairName, ...] = ()
        self.salted: frozenset[ChairName] = frozenset()  # seats that have added their salt
        self.salts: dict[ChairName, str] = {}  # those that are mixed in
        self.dice: SealedDice | None = None
        self.seats: dict[ChairName, Seat] = {}
        self.game: Game | None = None
        self.draws = 0
        self.answers: dict[ChairName, int] = {}
        self.phase = 0  # at a table with clocks: how often the game has gone on to something else, as far as all can see
        self.clocks: Clocks | None = None

    def copy(self) -> "TableNight":
        other = TableNight.__new__(TableNight)
        vars(other).update(vars(self))  # all but the game is never changed in place
        other.game = self.game and self.game.copy()
        return other

    # How far it has come

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.is_over

    @property
    def waiting(self) -> tuple[ChairName, ...]:
        """The seats that must decide, in the order of the seats."""
        game = self.game
        if game is None or not self.seats:
            return ()
        return tuple(chair for chair in self.settings.chairs if game.is_waiting_for(self.seats[chair]))

    def is_bot(self, chair: ChairName) -> bool:
        return self.players[chair].level is not None

    def chair_of(self, seat: str) -> ChairName | None:
        return next((chair for chair, own in self.seats.items() if own == seat), None)

    def decision(self, chair: ChairName) -> str:
        """The name of the decision before a seat: made of things that the seat knows, and the same on every node."""
        assert self.game is not None
        return f"{self.game.turn}.{self.game.phase}.{self.game.ask}.{self.answers[chair]}"

    def _running(self) -> RunningClock:
        """The clock that runs; bots have all the time they need."""
        waiting = self.waiting
        persons = [chair for chair in waiting if not self.is_bot(chair)]
        if not persons or self.game is None:
            return RunningClock()
        if self.game.is_joint_decision or len(waiting) > 1:
            return RunningClock(phase=self.phase)
        return RunningClock(alone=persons[0])

    # Reading the log

    def read_on(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.add(line_of(entry), entry.at)

    def add(self, line: LogLine, at: int) -> None:
        """Reads one line more."""
        match line:
            case Sealed(seal=seal, players=players):
                self.seal, self.sealed_at = seal, at
                self.players = {each.chair: ChairPlayer(each.name, each.level) for each in players}
                if self.settings.clock is not None:
                    self.clocks = new_clocks(self.settings.clock, self.settings.chairs)
            case Added(chair=chair):
                self.salted |= {chair}
            case Salted(salts=salts):
                self._mix(salts)
            case Answered(chair=chair, action=action):
                self._answer(chair, action)
            case ChanceDrawn(action=action):
                self._draw(action)
            case Left(chair=chair, why=why):
                self.players = {**self.players, chair: ChairPlayer(self.players[chair].name, STAND_IN, why)}
            case Back(chair=chair):
                self.players = {**self.players, chair: ChairPlayer(self.players[chair].name)}
                self.clocks = self.clocks and self.clocks.welcomed(chair)
            case Resumed():
                self.clocks = self.clocks and self.clocks.resumed(at)
            case _:
                assert_never(line)
        self._note(at)

    def _note(self, at: int) -> None:
        self.length += 1
        self.last_at = at
        ask = None if self.game is None else self.game.ask
        if ask != self.ask:
            self.ask, self.asked_at = ask, at
        if self.clocks is not None:
            self.clocks = self.clocks.passed(at, self._running())

    # Writing it: what a line makes due comes with it.

    def fix_salts(self, salts: dict[ChairName, str], at: int) -> list[LogLine]:
        """Mixes the salts in, in the order of the seats, and deals; returns the lines to be stored."""
        line = Salted({chair: salts[chair] for chair in self.settings.chairs if chair in salts})
        self.add(line, at)
        return [line, *self._chance(at)]

    def answer(self, chair: ChairName, action: Action, at: int, *, bot: bool = False) -> list[LogLine]:
        """Carries out a seat's action; returns the lines to be stored. Raises IllegalAction, and has then changed nothing."""
        self._answer(chair, action)
        self._note(at)
        return [Answered(chair, action, bot), *self._chance(at)]

    def _chance(self, at: int) -> list[LogLine]:
        """Lets chance act until somebody must decide; returns the lines to be stored."""
        lines: list[LogLine] = []
        while self.game is not None and self.game.is_chance_due:
            assert self.dice is not None
            action = next_chance_action(self.game, self.dice, self.draws)
            self._draw(action)
            self._note(at)
            lines.append(ChanceDrawn(action))
        return lines

    # The game

    def _mix(self, salts: dict[ChairName, str]) -> None:
        assert self.seed is not None
        self.salts = salts
        self.order = seat_order(self.seed, salts, self.settings.chairs)
        self.dice = dice_of(self.seed, salts, self.order)
        self.game = seat_game(self.settings.table(self.rules))

    def _draw(self, action: Action) -> None:
        assert self.game is not None
        self.draws += draw_count(self.game, action)
        self._go_on(self.game, action)
        if isinstance(action, act.Deal):
            self.seats = seats_of(self.order, action)
            self.answers = dict.fromkeys(self.seats, 0)

    def _answer(self, chair: ChairName, action: Action) -> None:
        assert self.game is not None
        self._go_on(self.game, action, self.seats[chair])
        if not isinstance(action, act.Ruler):
            self.answers = {**self.answers, chair: self.answers[chair] + 1}

    def _go_on(self, game: Game, action: Action, seat: Seat | None = None) -> None:
        ask = game.ask
        happened = apply(game, action, seat)
        if self.clocks is not None and (game.ask != ask or is_seen_by_all(action, happened)):
            self.phase += 1

    # The end

    def salts_by_seat(self) -> dict[Seat, str]:
        """The salts in the order in which they were mixed in."""
        return {self.seats[chair]: self.salts[chair] for chair in self.order if chair in self.salts}

    @property
    def names(self) -> dict[Seat, str]:
        """Who sat in each seat, by the names of the record."""
        return {self.seats[chair]: self.players[chair].called for chair in self.order}

    def record(self) -> str:
        """The record of a game that is over."""
        assert self.game is not None
        assert self.dice is not None
        return record_text(self.game, self.dice, self.names, self.salts_by_seat())


def is_seen_by_all(action: Action, happened: tuple[Event, ...]) -> bool:
    """Whether something came of an action that everybody learns. A ruler interrupts nobody."""
    return not isinstance(action, act.Ruler) and bool(known_to(Seat.SPECTATOR, happened))
