"""A night as its table's log has it: who plays, what is sealed, the game, and whose time runs."""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from nuns.referee import actions as act
from nuns.referee.action_codec import bundle
from nuns.referee.actions import Action
from nuns.referee.dice import SealedDice, next_chance
from nuns.referee.events import Event
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.notation import read, written
from nuns.referee.record import record_text
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.rules.words import CHANCE, Ask
from nuns.server.protocol import StandIn
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Entry
from nuns.server.tables.night.clocks import Clocks, Turn, new_clocks
from nuns.server.tables.night.entries import Added, Answered, Back, Drawn, Left, Line, Resumed, Salted, Sealed, line_of
from nuns.server.tables.night.sealing import dice_of, seat_order, seats_of

STAND_IN: Level = "normal"
JOINT = (Ask.PLAN, Ask.BLESSING, Ask.DIRECTION)  # decided by several at once, even where only one is left to decide


class Hand(NamedTuple):
    """Who plays for a chair: the person of that name, or a bot of that level, which may only stand in for her, and why."""

    name: str
    level: Level | None = None
    stand_in: StandIn | None = None

    @property
    def called(self) -> str:
        """As the record has it."""
        return self.name or f"bot ({self.level})"


class Night:
    """Grows line by line. Work on a ``copy`` until the lines are kept, then put it in the place of this one."""

    def __init__(self, settings: Settings, seed: str | None = None) -> None:
        self.settings = settings
        self.seed = seed
        self.length = 0  # lines so far
        self.seal: str | None = None
        self.sealed_at = 0
        self.last_at = 0
        self.ask: int | None = None
        self.asked_at = 0  # when it began to be asked
        self.hands: dict[ChairName, Hand] = {}
        self.order: tuple[ChairName, ...] = ()
        self.salted: frozenset[ChairName] = frozenset()  # chairs that have added their salt
        self.salts: dict[ChairName, str] = {}  # that are mixed in
        self.dice: SealedDice | None = None
        self.seats: dict[ChairName, Seat] = {}
        self.game: Game | None = None
        self.draws = 0
        self.answers: dict[ChairName, int] = {}
        self.phase = 0  # at a table with clocks: how often the night has gone on to something else, as far as all can see
        self.clocks: Clocks | None = None
        self._figures: tuple[tuple[ChairName, int], ...] = ()  # as bits

    def copy(self) -> "Night":
        other = Night.__new__(Night)
        vars(other).update(vars(self))  # all but the game is never changed in place
        other.game = self.game and self.game.copy()
        return other

    # How far it has come

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.is_over

    @property
    def waiting(self) -> tuple[ChairName, ...]:
        """The chairs that must decide, in the order of the chairs."""
        if self.game is None:
            return ()
        asked = self.game.state.asked
        return tuple(chair for chair, figures in self._figures if asked & figures)

    def is_bot(self, chair: ChairName) -> bool:
        return self.hands[chair].level is not None

    def chair_of(self, seat: str) -> ChairName | None:
        return next((chair for chair, own in self.seats.items() if own == seat), None)

    def decision(self, chair: ChairName) -> str:
        """What names the decision a chair has before it, if it has one: of things that its seat knows, and the same on every node."""
        assert self.game is not None
        state = self.game.state
        return f"{state.turn}.{state.phase}.{state.ask}.{self.answers[chair]}"

    def _turn(self) -> Turn:
        """Whose time runs. Bots have all the time they need."""
        waiting = self.waiting
        persons = [chair for chair in waiting if not self.is_bot(chair)]
        if not persons or self.game is None:
            return Turn()
        if self.game.state.ask in JOINT or len(waiting) > 1:
            return Turn(phase=self.phase)
        return Turn(alone=persons[0])

    # Reading the log

    def read_on(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.add(line_of(entry), entry.at)

    def add(self, line: Line, at: int) -> None:
        """One line more."""
        match line:
            case Sealed(seal=seal, players=players):
                self.seal, self.sealed_at = seal, at
                self.hands = {each.chair: Hand(each.name, each.level) for each in players}
                if self.settings.clock is not None:
                    self.clocks = new_clocks(self.settings.clock, self.settings.chairs)
            case Added(chair=chair):
                self.salted |= {chair}
            case Salted(salts=salts):
                self._mix(salts)
            case Answered(chair=chair, action=action):
                self._answer(chair, read(action))
            case Drawn(action=action):
                self._draw(read(action))
            case Left(chair=chair, why=why):
                self.hands = {**self.hands, chair: Hand(self.hands[chair].name, STAND_IN, why)}
            case Back(chair=chair):
                self.hands = {**self.hands, chair: Hand(self.hands[chair].name)}
                self.clocks = self.clocks and self.clocks.welcomed(chair)
            case Resumed():
                self.clocks = self.clocks and self.clocks.resumed(at)
            case _:
                assert_never(line)
        self._note(at)

    def _note(self, at: int) -> None:
        self.length += 1
        self.last_at = at
        ask = None if self.game is None else self.game.state.ask
        if ask != self.ask:
            self.ask, self.asked_at = ask, at
        if self.clocks is not None:
            self.clocks = self.clocks.passed(at, self._turn())

    # Writing it: what a line makes due comes with it.

    def fix_salts(self, salts: dict[ChairName, str], at: int) -> list[Line]:
        """Mixes the salts in, in the order of the chairs, and deals."""
        line = Salted({chair: salts[chair] for chair in self.settings.chairs if chair in salts})
        self.add(line, at)
        return [line, *self._chance(at)]

    def answer(self, chair: ChairName, action: Action, at: int, *, bot: bool = False) -> list[Line]:
        """A chair's action; raises IllegalAction, and has then changed nothing."""
        self._answer(chair, action)
        self._note(at)
        return [Answered(chair, written(action), bot), *self._chance(at)]

    def write(self, line: Line, at: int) -> list[Line]:
        self.add(line, at)
        return [line]

    def _chance(self, at: int) -> list[Line]:
        """What chance does until somebody must decide."""
        lines: list[Line] = []
        while self.game is not None and self.game.state.asked == 1 << CHANCE and not self.game.is_over:
            action = self._next_chance(self.game)
            self._draw(action)
            self._note(at)
            lines.append(Drawn(written(action)))
        return lines

    def _next_chance(self, game: Game) -> Action:
        """The whole deal, or one die."""
        assert self.dice is not None
        if game.state.ask == Ask.ROLL:
            return next_chance(game, self.dice, self.draws)
        dealt = seat_game(game.table)
        while not dealt.actions:
            apply(dealt, next_chance(dealt, self.dice, len(dealt.draws)))
        return dealt.actions[0]

    # The game

    def _mix(self, salts: dict[ChairName, str]) -> None:
        assert self.seed is not None
        self.salts = salts
        self.order = seat_order(self.seed, salts, self.settings.chairs)
        self.dice = dice_of(self.seed, salts, self.order)
        self.game = seat_game(self.settings.table())

    def _draw(self, action: Action) -> None:
        assert self.game is not None
        self.draws += len(bundle(self.game.table, self.game.state, action))
        self._go_on(self.game, action)
        if isinstance(action, act.Deal):
            self.seats = seats_of(self.order, action)
            self.answers = dict.fromkeys(self.seats, 0)
            chairs = self.settings.chairs
            self._figures = tuple((chair, sum(1 << figure for figure in self.game.figures(self.seats[chair]))) for chair in chairs)

    def _answer(self, chair: ChairName, action: Action) -> None:
        assert self.game is not None
        self._go_on(self.game, action, self.seats[chair])
        if not isinstance(action, act.Ruler):
            self.answers = {**self.answers, chair: self.answers[chair] + 1}

    def _go_on(self, game: Game, action: Action, seat: Seat | None = None) -> None:
        ask = game.state.ask
        happened = apply(game, action, seat)
        if self.clocks is not None and (game.state.ask != ask or is_seen_by_all(action, happened)):
            self.phase += 1

    # The end

    def salts_by_seat(self) -> dict[Seat, str]:
        """In the order in which they were mixed in."""
        return {self.seats[chair]: self.salts[chair] for chair in self.order if chair in self.salts}

    @property
    def names(self) -> dict[Seat, str]:
        """Who sat in each seat, as the record has it."""
        return {self.seats[chair]: self.hands[chair].called for chair in self.order}

    def record(self) -> str:
        """The record of a night that is over."""
        assert self.game is not None
        assert self.dice is not None
        return record_text(self.game, self.dice, self.names, self.salts_by_seat())


def is_seen_by_all(action: Action, happened: tuple[Event, ...]) -> bool:
    """Whether something came of an action that everybody learns. A ruler interrupts nobody."""
    return not isinstance(action, act.Ruler) and bool(known_to(Seat.SPECTATOR, happened))
