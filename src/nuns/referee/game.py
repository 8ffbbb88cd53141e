"""The referee: actions in, events out. ``Game`` is the one mutable value here; an action is tried on a copy of its state."""

from dataclasses import dataclass, field
from typing import NamedTuple

from nuns.board.convent import Convent, the_convent
from nuns.board.shape import copy_of
from nuns.referee import actions as act
from nuns.referee.action_codec import UNKNOWN, bundle, figure_of, plan_of, small_action
from nuns.referee.actions import SMALL_PLAN, Action, IllegalAction
from nuns.referee.codes import RefusalCode, RuleRefusal, refused
from nuns.referee.events import Event, RulerLaid
from nuns.referee.game_setup import BLESSING_NAMES, ENDING_NAMES, GameSetup
from nuns.referee.log import LogSheets
from nuns.referee.notation import clipped
from nuns.referee.refusals import deal_refusal, out_of_turn, plan_refusal, ruler_refusal, why_not
from nuns.referee.seats import GUARD_NAMES, NOVICE_SEATS, Seat, figure_bits, figures_of
from nuns.referee.sentences import refusal_text
from nuns.referee.tape_events import read_tape
from nuns.rules.bits import lowest_bit
from nuns.rules.guards import may_begin
from nuns.rules.novices import tear_up
from nuns.rules.options import RULES_VERSION, Options, nearest_edition, parsed
from nuns.rules.setup import kind_of_card, set_table
from nuns.rules.state import State
from nuns.rules.turn import apply as apply_number
from nuns.rules.turn import legal, proceed
from nuns.rules.words import ABBESS, CHANCE, GUARD_SIDE, GUARDS_WIN, NOVICES, PRIORESS, Ask, Ending, Stage, Status


class Seats(NamedTuple):
    """How many play (1.1); which novices is drawn with the deal."""

    novices: int = 1
    guard_players: int = 1


JOINT = (Ask.PLAN, Ask.BLESSING, Ask.DIRECTION)
OPEN_TO_ALL = (Seat.SPECTATOR, Seat.OMNISCIENT)
TWO = Seats()  # the smallest table: one novice, one player for both guards


class Outcome(NamedTuple):
    """How a night ended: why, and who won (novice seats, or the guard seats)."""

    reason: str
    winners: tuple[Seat, ...]


@dataclass(slots=True)
class Game:
    """A night at a table: its truth, and everything that was done and happened."""

    table: GameSetup
    state: State
    actions: list[Action] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)  # the deal so far, card by card
    logs: LogSheets = field(default_factory=LogSheets, init=False, repr=False, compare=False)  # as far as anyone has looked
    seen: object = field(default=None, init=False, repr=False, compare=False)  # view.py: what all see of the state

    def copy(self) -> "Game":
        """Returns an independent game. Both share the state, which ``apply`` replaces and never changes in place."""
        other = Game(self.table, self.state, list(self.actions), list(self.events), list(self.draws))
        other.logs, other.seen = self.logs.copy(), self.seen
        return other

    @property
    def is_over(self) -> bool:
        return self.state.stage == Stage.OVER

    @property
    def outcome(self) -> Outcome | None:
        """How the night ended; None while it goes on (1)."""
        if not self.is_over:
            return None
        if self.state.winners == GUARDS_WIN:
            return Outcome(ENDING_NAMES[Ending(self.state.ending)], self.table.guard_seats)
        winners = tuple(NOVICE_SEATS[figure] for figure in range(NOVICES) if self.state.winners >> figure & 1)
        return Outcome(ENDING_NAMES[Ending(self.state.ending)], winners)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play: the guards', and after the deal the novices'."""
        novices = (NOVICE_SEATS[n.figure] for n in self.state.novices if n.status != Status.ABSENT)
        return (*self.table.guard_seats, *novices)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats the night waits for; chance among them."""
        return tuple(seat for seat in (*self.seats, Seat.CHANCE) if any(self.state.asked >> f & 1 for f in self.figures(seat)))

    def is_waiting_for(self, seat: Seat) -> bool:
        """Whether a seat that plays must decide."""
        return bool(self.state.asked & figure_bits(seat, self.table.guard_players))

    # What is to be decided, for whoever keeps clocks, dice and pages and knows no rule

    @property
    def ask(self) -> int:
        """The kind of decision that is due, as a number: it changes when the game goes on to another kind."""
        return self.state.ask

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def phase(self) -> int:
        """The movement of the novices in this turn: turn 1 may have two (4.1)."""
        return self.state.phase

    @property
    def is_chance_due(self) -> bool:
        """Whether the game waits for chance alone: a card of the deal (2), or a die (7)."""
        return self.state.asked == 1 << CHANCE and not self.is_over

    @property
    def is_joint_decision(self) -> bool:
        """Whether several seats decide at once, even where only one of them is left to answer (5, 7.4, 10.6)."""
        return self.state.ask in JOINT

    @property
    def is_plan_due(self) -> bool:
        """Whether the novices write their plans (5)."""
        return self.state.ask == Ask.PLAN

    @property
    def is_order_due(self) -> bool:
        """Whether the guards decide who of them moves first (4)."""
        return self.state.ask == Ask.ORDER

    def check_seat(self, seat: Seat | str) -> Seat:
        """A seat from which this game may be looked at; the omniscient one only when it is over (3.4)."""
        seat = Seat(seat)
        if seat == Seat.OMNISCIENT and not self.is_over:
            raise ValueError("the omniscient view opens when the game is over (rule 3.4)")
        if seat not in OPEN_TO_ALL and seat not in self.seats:
            raise ValueError(f"expected a seat of this game, {', '.join((*self.seats, Seat.SPECTATOR))}; got {seat}")
        return seat

    def figures(self, seat: Seat) -> tuple[int, ...]:
        return figures_of(seat, self.table.guard_players)


def new_game(options: Options | str = "mayfair", seats: Seats | tuple[int, int] = TWO, convent: Convent | None = None) -> Game:
    """Returns a game before the deal (2); ``options`` may be their canonical name, ``dutch(blessings=on)``."""
    if isinstance(options, str):
        edition, options = options.partition("(")[0], parsed(options)
    else:
        edition = nearest_edition(options)
    return seat_game(GameSetup(edition, options, seats[0], seats[1], convent or the_convent()))


def seat_game(table: GameSetup) -> Game:
    """Returns a game at a table that was described before, before the deal."""
    state = State(options=table.options, asks_home=int(table.version < RULES_VERSION))
    set_table(table.board, state, table.novices, table.guard_players)
    proceed(table.board, state)
    return Game(table, state)


def legal_actions(game: Game, seat: Seat | str) -> tuple[Action, ...]:
    """Returns the small actions a seat may take now, in a fixed order; for a plan, what may be written next."""
    return actions_of(game.table, game.state, Seat(seat))


def actions_of(table: GameSetup, state: State, seat: Seat) -> tuple[Action, ...]:
    """Returns the small actions a seat may take in a state, or by what it knows of one, which is the same."""
    found: dict[Action, None] = {}
    figures = figures_of(seat, state.guard_players)
    for figure in figures:
        allowed = legal(table.board, state, figure)
        while allowed:
            number = lowest_bit(allowed)
            allowed &= allowed - 1
            if figure != GUARD_SIDE or may_begin(state, figures[0], number):
                found[small_action(table, state, figure, number)] = None
    return tuple(found)


def belongs_to(game: Game, action: Action, seat: Seat) -> bool:
    """Tells whether an action is this seat's to take; of two guard players each may only begin herself (4)."""
    figures = game.figures(seat)
    if isinstance(action, act.First) and figures and action.guard in GUARD_NAMES:
        return GUARD_SIDE in figures and may_begin(game.state, figures[0], GUARD_NAMES.index(action.guard))
    return _figure(action) in figures


def foreign(game: Game, action: Action, seat: Seat | None) -> RuleRefusal | None:
    """Returns what a seat is told that acts for another: always the same (3.3)."""
    if seat is None or belongs_to(game, action, seat):
        return None
    return refused(RefusalCode.NOT_YOUR_FIGURE, "3.3", {"seat": seat.value})


def refusal(game: Game, action: Action, seat: Seat | None = None) -> RuleRefusal | None:
    """Returns why the game would refuse an action, a whole plan included; None when it is legal.

    The reason may hold secrets of whoever acts (3.3). Name the seat that sent it: what is not its own is always refused alike.
    """
    return foreign(game, action, seat) or _tried(game, action)[1]


def apply(game: Game, action: Action, seat: Seat | None = None) -> tuple[Event, ...]:
    """Carries the action out and returns what happened; raises IllegalAction with the reason of ``refusal``.

    It is the one way to change a game.
    """
    state, reason = game.state, foreign(game, action, seat)
    if reason is None:
        state, reason = _tried(game, action)
    if reason is not None:
        raise IllegalAction(refusal_text(reason, action), reason)
    turn = game.state.turn
    happened = (ruler_laid(game, action),) if isinstance(action, act.Ruler) else tuple(read_tape(game.table, state, turn))
    _note(game, state, action)
    game.state = state
    game.events.extend(happened)
    return happened


def _tried(game: Game, action: Action) -> tuple[State, RuleRefusal | None]:
    """Returns the state after the action, tried on a copy; or why not."""
    if isinstance(action, act.Ruler):
        return game.state, ruler_refusal(game.table, game.state, action)
    figure = _figure(action)
    reason = out_of_turn(game.state, action, figure)
    if reason is not None:
        return game.state, reason
    if isinstance(action, act.Deal) and (reason := deal_refusal(game.state, action, begun=bool(game.draws))):
        return game.state, reason
    if isinstance(action, act.Plan) and (reason := plan_refusal(game.state, action)):
        return game.state, reason
    state = copy_of(game.state)
    board = game.table.board
    if isinstance(action, act.Plan):
        tear_up(state, state.novices[figure])
    for number in bundle(game.table, state, action):
        if number == UNKNOWN or not legal(board, state, figure) >> number & 1 or not _names_it(game, state, action, figure, number):
            return game.state, why_not(game.table, state, action, figure, number)
        apply_number(board, state, figure, number)
    return state, None


def _figure(action: Action) -> int:
    """Returns the figure of an action, -1 for a name that nobody has."""
    if not isinstance(action, act.ActionBase):
        hint = ", which nuns.read makes of a line of notation" if isinstance(action, str) else ""
        raise TypeError(f"expected an action{hint}; got {clipped(repr(action))}")
    try:
        return figure_of(action)
    except ValueError:
        return -1


def _names_it(game: Game, state: State, action: Action, figure: int, number: int) -> bool:
    """Tells whether a small action says exactly what its number means: where from, which card, free or not."""
    return isinstance(action, act.Plan | act.Deal) or small_action(game.table, state, figure, number) == action


def ruler_laid(game: Game, ruler: act.Ruler) -> RulerLaid:
    """Returns what the ruler shows between two dots (3.5)."""
    line = game.table.is_line(ruler.one, ruler.two)
    steps = game.table.board.distance[ruler.one][ruler.two]
    return RulerLaid(turn=game.state.turn, novice=ruler.novice, dots=(ruler.one, ruler.two), line=line, steps=steps)


def _note(game: Game, state: State, action: Action) -> None:
    """Adds to the list of actions: whole plans and the whole deal, whichever way they were given."""
    if isinstance(action, act.Draw):
        game.draws.append(bundle(game.table, game.state, action)[0])
        if state.stage != Stage.DEAL:
            game.actions.append(_deal(game))
    elif isinstance(action, act.Done):
        game.actions.append(plan_of(game.state, action.novice - 1))
    elif isinstance(action, act.Again) or not isinstance(action, SMALL_PLAN):
        game.actions.append(action)


def _deal(game: Game) -> act.Deal:
    """Returns the deal that was drawn card by card."""
    count = game.table.novices
    pairs = [(game.draws[2 * drawn], game.draws[2 * drawn + 1]) for drawn in range(count)]
    holders = [number - 1 for number in sorted(number for number, _ in pairs)] + [ABBESS, PRIORESS]
    cards = dict(zip(holders, (BLESSING_NAMES[kind_of_card(card)] for card in game.draws[2 * count :]), strict=False))
    novices = tuple(act.DealtNovice(number, key, cards.get(number - 1)) for number, key in pairs)  # type: ignore[arg-type]
    return act.Deal(novices, cards.get(ABBESS), cards.get(PRIORESS))  # type: ignore[arg-type]
