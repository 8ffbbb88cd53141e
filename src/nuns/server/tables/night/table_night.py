"""The game that a table's log records: its players, the sealed seed, the referee's game, and the clocks."""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from nuns.referee import actions as act
from nuns.referee.actions import Action
from nuns.referee.dice import SealedDice, draw_count, next_chance_action
from nuns.referee.events import Event
from nuns.referee.game import Game, abandon, apply, passes_of, seat_game, without_asking
from nuns.referee.notation import read
from nuns.referee.options import RULES_VERSION
from nuns.referee.record import record_text, sealed_record_text
from nuns.referee.sealing import Beginning, MixedDice, SealedPlayer, Terms, seats_of, seed_of
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.server.protocol import StandIn
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Entry
from nuns.server.tables.night.clocks import Clocks, RunningClock, new_clocks
from nuns.server.tables.night.entries import (
    Abandoned,
    Added,
    Answered,
    Back,
    ChanceDrawn,
    Committed,
    Held,
    Left,
    LogLine,
    Player,
    Published,
    Resumed,
    Salted,
    Sealed,
    line_of,
)
from nuns.server.tables.night.first_sealing import dice_of, seat_order
from nuns.server.tables.night.origins import DaySeed, TakenOver

STAND_IN: Level = "normal"
SECOND = 1000  # milliseconds


class ChairPlayer(NamedTuple):
    """The player of a seat: a person by name, or a bot by its level; ``stand_in`` says why a bot stands in for that person."""

    name: str
    level: Level | None = None
    stand_in: StandIn | None = None

    @property
    def record_name(self) -> str:
        """Returns the name in the record."""
        return self.name or f"bot ({self.level})"


class PhaseCounts(NamedTuple):
    """How many actions and rulers each seat has used in a phase: as long as turn, phase and decision are the same."""

    phase: tuple[int, int, int] = (0, 0, 0)
    actions: dict[ChairName, int] = {}  # noqa: RUF012
    rulers: dict[ChairName, int] = {}  # noqa: RUF012

    def plus(self, phase: tuple[int, int, int], chair: ChairName, is_ruler: bool) -> "PhaseCounts":
        before = self if phase == self.phase else PhaseCounts(phase)
        counts = before.rulers if is_ruler else before.actions
        more = {**counts, chair: counts.get(chair, 0) + 1}
        return before._replace(rulers=more) if is_ruler else before._replace(actions=more)


class TableNight:
    """The game after the log lines so far. A change is made on a ``copy``, which replaces the original once its lines are stored."""

    def __init__(
        self,
        settings: Settings,
        secret: str | None = None,
        rules: int = RULES_VERSION,
        *,
        taken_over: TakenOver | None = None,
        day: DaySeed | None = None,
    ) -> None:
        self.settings = settings
        self.rules = rules
        self.secret = secret  # the record is signed with it, and the seed is made from it but for the night of a day
        self.taken_over, self.day = taken_over, day
        self.length = 0  # the number of log lines so far
        self.seal: str | None = None
        self.terms: Terms | None = None  # None in logs before 0.3, whose seed is the secret itself
        self.commitments: dict[ChairName, str] = {}
        self.published_at: int | None = None  # since when salts are revealed
        self.sealed_at = 0
        self.last_at = 0
        self.ask: int | None = None  # the decision that the game asks for
        self.asked_at = 0  # since when, in milliseconds since 1970
        self.resumptions = 0  # how often the sealed window that is open was resumed
        self.players: dict[ChairName, ChairPlayer] = {}
        self.helped: frozenset[ChairName] = frozenset()  # the people's seats that a bot has played for some time
        self.order: tuple[ChairName, ...] = ()
        self.salted: frozenset[ChairName] = frozenset()  # seats that have added their salt
        self.salts: dict[ChairName, str] = {}  # the salts that are mixed in
        self.dice: MixedDice | SealedDice | None = None
        self.seats: dict[ChairName, Seat] = {}
        self.chairs: dict[str, ChairName] = {}  # by seat
        self.waiting: tuple[ChairName, ...] = ()  # the seats that must decide, in order
        self.game: Game | None = None
        self.draws = 0
        self.answers: dict[ChairName, int] = {}
        self.held: tuple[Held, ...] = ()  # the answers so far in a sealed window
        self.done: PhaseCounts = PhaseCounts()
        self.phase = 0  # at a table with clocks: counts the steps of the game that all can see
        self.clocks: Clocks | None = None

    def copy(self) -> "TableNight":
        other = TableNight.__new__(TableNight)
        vars(other).update(vars(self))  # only the game is ever changed in place
        other.game = self.game and self.game.copy()
        return other

    # Progress

    @property
    def seed(self) -> str | None:
        """Returns the seed, from which cards and dice are drawn."""
        if self.day is not None:
            return self.day.seed
        return self.secret if self.secret is None or self.terms is None else seed_of(self.secret)

    @property
    def is_abandoned(self) -> bool:
        """Returns whether the game was given up after the deal."""
        return self.game is not None and self.game.is_abandoned

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.is_over

    def _asked_chairs(self) -> tuple[ChairName, ...]:
        game = self.game
        if game is None:
            return ()
        return tuple([chair for chair, seat in self.seats.items() if game.is_waiting_for(seat)])

    @property
    def undecided(self) -> tuple[ChairName, ...]:
        """Returns the seats that still owe an answer: those that must decide, less those whose answers a sealed window holds."""
        if not self.held:
            return self.waiting
        return tuple(chair for chair in self.waiting if self.game_of_chair(chair).is_waiting_for(self.seats[chair]))

    def is_bot(self, chair: ChairName) -> bool:
        return self.players[chair].level is not None

    def chair_of(self, seat: str) -> ChairName | None:
        return self.chairs.get(seat)

    def decision(self, chair: ChairName) -> str:
        """Returns the id of the decision before a seat: built from what the seat knows, and the same on every node."""
        assert self.game is not None
        state, answers = self.game.state, self.answers[chair]
        if self.held:
            answers += sum(each.chair == chair for each in self.held)
        return f"{state.turn}.{state.phase}.{state.ask}.{answers}"

    @property
    def window_end(self) -> int | None:
        """Returns when the sealed window that is open ends, in milliseconds since 1970; None if there is none.

        One that is resumed has its whole length again, but every further time only half of what it had before: it ends, however often the
        table changes nodes.
        """
        if self.settings.window is None or self.game is None or not self.game.is_window_open:
            return None
        return self.asked_at + (self.settings.window * SECOND >> max(0, self.resumptions - 1))

    def game_of_chair(self, chair: ChairName | None) -> Game:
        """Returns the game as one seat has it: in a sealed window the figures for which it has answered are not asked again."""
        assert self.game is not None
        held = self.held and [each.action for each in self.held if each.chair == chair]
        return without_asking(self.game, held) if held else self.game

    def in_phase(self, chair: ChairName, *, rulers: bool) -> int:
        """Returns how many actions, or ruler checks, a seat has used since the game last went on."""
        game = self.game
        if game is None or self.done.phase != (game.turn, game.phase, game.ask):
            return 0
        return (self.done.rulers if rulers else self.done.actions).get(chair, 0)

    def _running(self) -> RunningClock:
        """Returns the clock that must run now; bots have all the time they need."""
        waiting = self.waiting
        persons = [chair for chair in waiting if not self.is_bot(chair)]
        if not persons or self.game is None or self.window_end is not None:
            return RunningClock()
        if self.game.is_joint_decision or len(waiting) > 1:
            return RunningClock(phase=self.phase)
        return RunningClock(alone=persons[0])

    # Reading the log

    def read_on(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.add(line_of(entry), entry.at)

    def add(self, line: LogLine, at: int) -> None:
        """Applies one more line of the log."""
        match line:
            case Sealed(seal=seal, players=players, public_key=public_key):
                self.seal, self.sealed_at = seal, at
                self.players = {each.chair: ChairPlayer(each.name, each.level) for each in players}
                if public_key is None:
                    self.published_at = at
                else:
                    self.terms = self._terms(seal, public_key, tuple(map(sealed_player, players)))
                if self.settings.clock is not None:
                    self.clocks = new_clocks(self.settings.clock, self.settings.chairs)
            case Committed(chair=chair, commitment=commitment):
                self.commitments = {**self.commitments, chair: commitment}
            case Published():
                self.published_at = at
            case Added(chair=chair):
                self.salted |= {chair}
            case Salted(salts=salts):
                self._mix(salts)
            case Answered(chair=chair, action=action):
                self._apply_answer(chair, action)
            case Held():
                self._hold(line)
                return
            case ChanceDrawn(action=action):
                self._apply_chance(action)
            case Left(chair=chair, why=why):
                self.helped |= {chair}
                self.players = {**self.players, chair: ChairPlayer(self.players[chair].name, STAND_IN, why)}
            case Back(chair=chair):
                self.players = {**self.players, chair: ChairPlayer(self.players[chair].name)}
                self.clocks = self.clocks and self.clocks.welcomed(chair, self.game.turn if self.game else 0)
            case Resumed():
                self.clocks = self.clocks and self.clocks.resumed(at)
                if self.window_end is not None:
                    self.asked_at = at
                    self.resumptions += 1
            case Abandoned():
                assert self.game is not None
                abandon(self.game)
            case _:
                assert_never(line)
        self._end_line(at, answered=isinstance(line, Answered))

    def _terms(self, seal: str, public_key: str, players: tuple[SealedPlayer, ...]) -> Terms:
        other = self.taken_over
        beginning = None if other is None else Beginning(other.check, len(other.actions))
        return Terms(self.settings.table(self.rules), seal, public_key, players, beginning, None if self.day is None else self.day.day)

    def _end_line(self, at: int, *, answered: bool = False) -> None:
        self.length += 1
        self.last_at = at
        self.waiting = self._asked_chairs()
        ask = None if self.game is None else self.game.ask
        if ask != self.ask:
            self.ask, self.asked_at, self.resumptions = ask, at, 0
        if self.clocks is not None:
            self.clocks = self.clocks.passed(at, self._running(), answered=answered)

    # Writing the log: the actions of chance that follow a line are written with it.

    def fix_salts(self, salts: dict[ChairName, str], at: int) -> list[LogLine]:
        """Mixes the salts in, in the order of the seats, and deals; returns the lines to be stored."""
        line = Salted({chair: salts[chair] for chair in self.settings.chairs if chair in salts})
        self.add(line, at)
        return [line, *self._let_chance_act(at)]

    def play(self, chair: ChairName, action: Action, at: int, *, bot: bool = False) -> list[LogLine]:
        """Plays a seat's action, and what chance does then; returns the lines to be stored.

        Raises IllegalAction, and has then changed nothing. An answer in a sealed window is held back until the window ends, and nobody else
        can tell that it was given.
        """
        if self.window_end is not None and not isinstance(action, act.Ruler):
            apply(self.game_of_chair(chair).copy(), action, self.seats[chair])
            line = Held(chair, action, bot)
            self._hold(line)
            return [line]
        return [self._play_one(Answered(chair, action, bot), at), *self._let_chance_act(at)]

    def end_window(self, at: int) -> list[LogLine]:
        """Ends a sealed window: carries out the answers that were held, in the order of the seats, and passes for all who gave none."""
        held, self.held, lines = self.held, (), list[LogLine]()
        for chair in self.waiting:
            given = [each for each in held if each.chair == chair]
            assert self.game is not None
            rest = passes_of(without_asking(self.game, [each.action for each in given]), self.seats[chair])
            for each in (*given, *(Held(chair, action) for action in rest)):
                lines.append(self._play_one(Answered(each.chair, each.action, each.bot), at))
        return lines + self._let_chance_act(at)

    def _play_one(self, line: Answered, at: int) -> Answered:
        self._apply_answer(line.chair, line.action)
        self._end_line(at, answered=True)
        return line

    def _hold(self, line: Held) -> None:
        self.length += 1
        self.held = (*self.held, line)

    def _let_chance_act(self, at: int) -> list[LogLine]:
        """Lets chance act until somebody must decide; returns the lines to be stored."""
        lines: list[LogLine] = []
        while self.game is not None and self.game.is_chance_due:
            assert self.dice is not None
            action = next_chance_action(self.game, self.dice, self.draws)
            self._apply_chance(action)
            self._end_line(at)
            lines.append(ChanceDrawn(action))
        return lines

    # The game

    def _mix(self, salts: dict[ChairName, str]) -> None:
        assert self.seed is not None
        self.salts = salts
        if self.terms is None:
            self.order = seat_order(self.seed, salts, self.settings.chairs)
            self.dice = dice_of(self.seed, salts, self.order)
        else:
            self.dice = MixedDice(self.terms, self.commitments, self.seed, salts)
            self.order = self.dice.order
        self.game = seat_game(self.settings.table(self.rules))
        if self.taken_over is not None:
            self._take_over(self.game, self.taken_over)

    def _take_over(self, game: Game, other: TakenOver) -> None:
        """Brings the game to the moment at which another night was taken over; nothing of it is drawn from this table's seed."""
        for line in other.actions:
            action = read(line)
            apply(game, action)
            if isinstance(action, act.Deal):
                self._seat(action)

    def _seat(self, deal: act.Deal) -> None:
        seats = seats_of(self.order, deal)
        self.seats = {chair: seats[chair] for chair in self.settings.chairs}
        self.chairs = {seat: chair for chair, seat in self.seats.items()}
        self.answers = dict.fromkeys(self.seats, 0)

    def _apply_chance(self, action: Action) -> None:
        assert self.game is not None
        self.draws += draw_count(self.game, action)
        self._apply(self.game, action)
        if isinstance(action, act.Deal):
            self._seat(action)

    def _apply_answer(self, chair: ChairName, action: Action) -> None:
        assert self.game is not None
        self.held = ()
        phase = self.game.turn, self.game.phase, self.game.ask
        self._apply(self.game, action, self.seats[chair])
        self.done = self.done.plus(phase, chair, isinstance(action, act.Ruler))
        if not isinstance(action, act.Ruler):
            self.answers = {**self.answers, chair: self.answers[chair] + 1}

    def _apply(self, game: Game, action: Action, seat: Seat | None = None) -> None:
        ask = game.ask
        happened = apply(game, action, seat)
        if self.clocks is not None and (game.ask != ask or is_seen_by_all(action, happened)):
            self.phase += 1

    # The end

    def salts_by_seat(self) -> dict[Seat, str]:
        """Returns the salts in the order in which they were mixed in."""
        return {self.seats[chair]: self.salts[chair] for chair in self.order if chair in self.salts}

    @property
    def names(self) -> dict[Seat, str]:
        """Returns the players' names of the record, by seat."""
        return {self.seats[chair]: self.players[chair].record_name for chair in self.order}

    def record(self) -> str:
        """Returns the record of a game that is over."""
        assert self.game is not None
        assert self.dice is not None
        if isinstance(self.dice, SealedDice):
            return record_text(self.game, self.dice, self.names, self.salts_by_seat())
        assert self.secret is not None
        return sealed_record_text(self.game, self.dice, self.secret)


def sealed_player(player: Player) -> SealedPlayer:
    return SealedPlayer(player.chair, "person", player.name) if player.level is None else SealedPlayer(player.chair, "bot", player.level)


def is_seen_by_all(action: Action, happened: tuple[Event, ...]) -> bool:
    """Returns whether an action had a result that everybody learns. A ruler interrupts nobody."""
    return not isinstance(action, act.Ruler) and bool(known_to(Seat.SPECTATOR, happened))
