"""The referee: actions in, events out. ``Game`` is the only mutable value here, and an action is tried on a copy of its state."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nuns.board.convent import Convent, the_convent
from nuns.board.shape import copy_of, shallow_copy_of
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
from nuns.rules.ending import give_up
from nuns.rules.guards import may_begin
from nuns.rules.novices import tear_up
from nuns.rules.options import RULES_VERSION, Options, nearest_edition, parse_options
from nuns.rules.setup import kind_of_card, set_table
from nuns.rules.state import State
from nuns.rules.turn import apply as apply_number
from nuns.rules.turn import legal, proceed
from nuns.rules.words import ABBESS, CHANCE, GUARD_SIDE, GUARDS_WIN, NOVICES, PRIORESS, Ask, Ending, Stage, Status


class Seats(NamedTuple):
    """How many play; the deal draws which novices they are (1.1, 2.1)."""

    novices: int = 1
    guard_players: int = 1


JOINT = (Ask.PLAN, Ask.BLESSING, Ask.DIRECTION)
OPEN_TO_ALL = (Seat.SPECTATOR, Seat.OMNISCIENT)
TWO = Seats()  # the smallest table: one novice, one player for both guards


class Outcome(NamedTuple):
    """How a game ended: the reason, and the seats that won."""

    reason: str
    winners: tuple[Seat, ...]


@dataclass(slots=True)
class Game:
    """A game at a table: its true state, and everything that was done and happened."""

    setup: GameSetup
    state: State
    actions: list[Action] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)  # the deal so far, card by card
    start: State | None = None  # for a game that began in the middle of a night: its state before the first event (position.py)
    logs: LogSheets = field(default_factory=LogSheets, init=False, repr=False, compare=False)  # filled in as far as anyone has looked
    seen: object = field(default=None, init=False, repr=False, compare=False)  # the cache of view.py: what everyone sees of the state

    def copy(self) -> "Game":
        """Returns an independent game. Both share the state, which ``apply`` replaces and never changes in place."""
        other = Game(self.setup, self.state, list(self.actions), list(self.events), list(self.draws), self.start)
        other.logs, other.seen = self.logs.copy(), self.seen
        return other

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.stage == Stage.OVER

    @property
    def is_abandoned(self) -> bool:
        """Whether the game was given up; nobody has won then."""
        return self.state.ending == Ending.ABANDONED

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on (1)."""
        if not self.is_over:
            return None
        if self.state.winners == GUARDS_WIN:
            return Outcome(ENDING_NAMES[Ending(self.state.ending)], self.setup.guard_seats)
        winners = tuple(NOVICE_SEATS[figure] for figure in range(NOVICES) if self.state.winners >> figure & 1)
        return Outcome(ENDING_NAMES[Ending(self.state.ending)], winners)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play: the guards', and after the deal the novices'."""
        novices = (NOVICE_SEATS[n.figure] for n in self.state.novices if n.status != Status.ABSENT)
        return (*self.setup.guard_seats, *novices)

    def has_seat(self, seat: Seat) -> bool:
        """Tells whether a seat plays."""
        if seat in NOVICE_SEATS:
            return self.state.novices[NOVICE_SEATS.index(seat)].status != Status.ABSENT
        return seat in self.setup.guard_seats

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats for which the game waits, chance included."""
        return tuple(seat for seat in (*self.seats, Seat.CHANCE) if any(self.state.asked >> f & 1 for f in self.figures(seat)))

    def is_waiting_for(self, seat: Seat) -> bool:
        """Tells whether the game waits for a decision of this seat."""
        return bool(self.state.asked & figure_bits(seat, self.setup.guard_players))

    # What has to be decided: callers who keep clocks, dice and pages need not know the rules.

    @property
    def ask(self) -> int:
        """The kind of decision that is due, as a number that changes when another kind follows."""
        return self.state.ask

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.state.turn

    @property
    def phase(self) -> int:
        """The number of the novices' movement in this turn; turn 1 may have two (4.1)."""
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
        """Whether the guards decide which of them moves first (4)."""
        return self.state.ask == Ask.ORDER

    @property
    def is_window_open(self) -> bool:
        """Whether the holders of blessings are asked what they play (10.6)."""
        return self.state.ask == Ask.BLESSING and not self.is_over

    def check_seat(self, seat: Seat | str) -> Seat:
        """Returns the seat if this game may be watched from it, the omniscient one only when it is over; else raises ValueError (3.4)."""
        seat = Seat(seat)
        if seat == Seat.OMNISCIENT and not self.is_over:
            raise ValueError("the omniscient view opens when the game is over (rule 3.4)")
        if seat not in OPEN_TO_ALL and not self.has_seat(seat):
            raise ValueError(f"expected a seat of this game, {', '.join((*self.seats, Seat.SPECTATOR))}; got {seat}")
        return seat

    def figures(self, seat: Seat) -> tuple[int, ...]:
        """Returns the figures that a seat decides for."""
        return figures_of(seat, self.setup.guard_players)


def new_game(options: Options | str = "mayfair", seats: Seats | tuple[int, int] = TWO, convent: Convent | None = None) -> Game:
    """Returns a game before the deal; ``options`` may be their canonical name, such as ``dutch(blessings=on)`` (2)."""
    if isinstance(options, str):
        edition, options = options.partition("(")[0], parse_options(options)
    else:
        edition = nearest_edition(options)
    return seat_game(GameSetup(edition, options, seats[0], seats[1], convent or the_convent()))


def seat_game(table: GameSetup) -> Game:
    """Returns a game with that setup, before the deal."""
    state = State(options=table.options, asks_home=int(table.version < RULES_VERSION))
    set_table(table.board, state, table.novices, table.guard_players)
    proceed(table.board, state)
    return Game(table, state)


def legal_actions(game: Game, seat: Seat | str) -> tuple[Action, ...]:
    """Returns the small actions a seat may take now, in a fixed order; for a plan these are what may be written next."""
    return actions_of(game.setup, game.state, Seat(seat))


def actions_of(table: GameSetup, state: State, seat: Seat) -> tuple[Action, ...]:
    """Returns the small actions a seat may take in a state, or in what it knows of one, which gives the same."""
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


def passes_of(game: Game, seat: Seat) -> tuple[Action, ...]:
    """Returns the passes of a seat that is asked about its blessings, one for each holder (10.6)."""
    return tuple(action for action in legal_actions(game, seat) if isinstance(action, act.Pass))


def without_asking(game: Game, answered: Sequence[Action]) -> Game:
    """Returns a copy of the game that no longer waits for these answers, though they have had no effect yet."""
    other = game.copy()
    other.state = copy_of(game.state)
    for action in answered:
        other.state.asked &= ~(1 << _figure(action))
    return other


def belongs_to(game: Game, action: Action, seat: Seat) -> bool:
    """Tells whether an action is this seat's to take; of two guard players each may only begin herself (4)."""
    figures = game.figures(seat)
    if isinstance(action, act.First) and figures and action.guard in GUARD_NAMES:
        return GUARD_SIDE in figures and may_begin(game.state, figures[0], GUARD_NAMES.index(action.guard))
    return _figure(action) in figures


def foreign_refusal(game: Game, action: Action, seat: Seat | None) -> RuleRefusal | None:
    """Returns the refusal for a seat that acts for another, which is always the same and so tells nothing (3.3)."""
    if seat is None or belongs_to(game, action, seat):
        return None
    return refused(RefusalCode.NOT_YOUR_FIGURE, "3.3", {"seat": seat.value})


def refusal(game: Game, action: Action, seat: Seat | None = None) -> RuleRefusal | None:
    """Returns why the game would refuse an action or a whole plan, or None if it is legal.

    The reason may contain secrets of the acting seat (3.3). Name the seat that sent the action, so that acting for others is always refused
    in the same words.
    """
    return foreign_refusal(game, action, seat) or _tried(game, action)[1]


def apply(game: Game, action: Action, seat: Seat | None = None) -> tuple[Event, ...]:
    """Carries out an action and returns its events; raises IllegalAction for the reason that ``refusal`` gives.

    This is the only way to change a game.
    """
    state, reason = game.state, foreign_refusal(game, action, seat)
    if reason is None:
        state, reason = _tried(game, action)
    if reason is not None:
        raise IllegalAction(refusal_text(reason, action), reason)
    turn = game.state.turn
    happened = (ruler_laid(game, action),) if isinstance(action, act.Ruler) else tuple(read_tape(game.setup, state, turn))
    _record(game, state, action)
    game.state = state
    game.events.extend(happened)
    return happened


def abandon(game: Game) -> tuple[Event, ...]:
    """Ends a game that nobody plays on, without winners, and returns its last event; ``apply`` never does this."""
    if game.is_over:
        raise ValueError("expected a game that goes on; this one is over")
    state = copy_of(game.state)
    give_up(state)
    game.state = state
    happened = tuple(read_tape(game.setup, state, state.turn))
    game.events.extend(happened)
    return happened


def _tried(game: Game, action: Action) -> tuple[State, RuleRefusal | None]:
    """Returns the state after the action, tried on a copy, or the reason why not."""
    if isinstance(action, act.Ruler):
        return game.state, ruler_refusal(game.setup, game.state, action)
    figure = _figure(action)
    reason = out_of_turn(game.state, action, figure)
    if reason is not None:
        return game.state, reason
    if isinstance(action, act.Deal) and (reason := deal_refusal(game.state, action, begun=bool(game.draws))):
        return game.state, reason
    if isinstance(action, act.Plan) and (reason := plan_refusal(game.state, action)):
        return game.state, reason
    state = trial_copy(game.state)
    board = game.setup.board
    if isinstance(action, act.Plan):
        tear_up(state, state.novices[figure])
    for number in bundle(game.setup, state, action):
        if number == UNKNOWN or not legal(board, state, figure) >> number & 1 or not _names_it(game, state, action, figure, number):
            return game.state, why_not(game.setup, state, action, figure, number)
        apply_number(board, state, figure, number)
    return state, None


def trial_copy(state: State) -> State:
    """Returns a copy on which an action can be tried. Novices who do not play are shared once the cards are dealt: nothing changes them."""
    if state.stage == Stage.DEAL:
        return copy_of(state)
    copy = shallow_copy_of(state)
    copy.tape, copy.cards, copy.dice, copy.shifts = state.tape[:], state.cards[:], state.dice[:], state.shifts[:]
    copy.blessings, copy.played, copy.untold, copy.answers = state.blessings[:], state.played[:], state.untold[:], state.answers[:]
    copy.novices = [novice if novice.status == Status.ABSENT else copy_of(novice) for novice in state.novices]
    copy.guards = [copy_of(guard) for guard in state.guards]
    return copy


def _figure(action: Action) -> int:
    """Returns the figure of an action, or -1 for a name that nobody has."""
    if not isinstance(action, act.ActionBase):
        hint = ", which nuns.read makes of a line of notation" if isinstance(action, str) else ""
        raise TypeError(f"expected an action{hint}; got {clipped(repr(action))}")
    try:
        return figure_of(action)
    except ValueError:
        return -1


def _names_it(game: Game, state: State, action: Action, figure: int, number: int) -> bool:
    """Tells whether a small action says exactly what its number means, such as the dot it starts from, the card, or a free step."""
    return isinstance(action, act.Plan | act.Deal) or small_action(game.setup, state, figure, number) == action


def ruler_laid(game: Game, ruler: act.Ruler) -> RulerLaid:
    """Returns what the ruler shows between two dots (3.5)."""
    line = game.setup.is_line(ruler.one, ruler.two)
    steps = game.setup.board.distance[ruler.one][ruler.two]
    return RulerLaid(turn=game.state.turn, novice=ruler.novice, dots=(ruler.one, ruler.two), line=line, steps=steps)


def _record(game: Game, state: State, action: Action) -> None:
    """Adds to the list of actions: whole plans and the whole deal, even where they were given in parts."""
    if isinstance(action, act.Draw):
        game.draws.append(bundle(game.setup, game.state, action)[0])
        if state.stage != Stage.DEAL:
            game.actions.append(_deal(game))
    elif isinstance(action, act.Done):
        game.actions.append(plan_of(game.state, action.novice - 1))
    elif isinstance(action, act.Again) or not isinstance(action, SMALL_PLAN):
        game.actions.append(action)


def _deal(game: Game) -> act.Deal:
    """Returns the deal that was drawn card by card."""
    count = game.setup.novices
    pairs = [(game.draws[2 * drawn], game.draws[2 * drawn + 1]) for drawn in range(count)]
    holders = [number - 1 for number in sorted(number for number, _ in pairs)] + [ABBESS, PRIORESS]
    cards = dict(zip(holders, (BLESSING_NAMES[kind_of_card(card)] for card in game.draws[2 * count :]), strict=False))
    novices = tuple(act.DealtNovice(number, key, cards.get(number - 1)) for number, key in pairs)  # type: ignore[arg-type]
    return act.Deal(novices, cards.get(ABBESS), cards.get(PRIORESS))  # type: ignore[arg-type]
