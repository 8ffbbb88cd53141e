"""The state of a game at a past moment, as far as a seat knew it, rebuilt from the seat's own events."""

from msgspec import UnsetType

from nuns.board.shape import copy_of
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game_setup import GAIT_NAMES, GameSetup
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES
from nuns.rules.blessings import shift_by
from nuns.rules.caught import catch, free
from nuns.rules.knowledge import Known
from nuns.rules.noise import clear_tokens
from nuns.rules.setup import set_table
from nuns.rules.sight import EVERY_GUARD, noticeable
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import ABBESS, CHANCE, NOWHERE, NoiseStep, Stage, Status


class Scene:
    """What a seat knew just before an event, as a ``Known`` with which the functions of the rules can be called.

    A novice whose dot the seat does not know stands nowhere. What lasts only for a guard's movement, such as what she has noticed in it,
    is kept up only with ``notices``.
    """

    def __init__(self, table: GameSetup, *, notices: bool = False, start: State | None = None) -> None:
        """``start`` is what the seat knew when a game began in the middle of a night; a usual one begins with its deal."""
        self.setup, self.board, self.notices = table, table.board, notices
        self.state: State = Known(options=table.options) if start is None else copy_of(start)
        if start is None:
            set_table(table.board, self.state, table.novices, table.guard_players)
        known = [novice for novice in self.state.novices if novice.dot]
        self.route_ends: dict[int, int] = {each.figure + 1: each.dot for each in known}  # by novice: the last dot the seat knows of her
        self.tokens_on: dict[int, int] = {each.figure + 1: each.dot for each in known if each.shown}  # by novice: where her token stands
        self.is_guards_turn = False  # true after a guard's step, false after a novice's movement

    def guard(self, name: str) -> Guard:
        """Returns the guard or monk of that name."""
        return self.state.guards[GUARD_NAMES.index(name)]

    def novice(self, number: int) -> Novice:
        """Returns the novice of that number."""
        return self.state.novices[number - 1]

    def see(self, event: Event) -> None:
        """Brings the scene up to date with one event of the seat."""
        match event:
            case ev.SetUp(novices=novices):
                for each in novices:
                    self.novice(each.novice).status = Status.ON_THE_RUN
                    self.novice(each.novice).dot = self.novice(each.novice).cell
            case ev.PathTaken() | ev.GuardTurned() | ev.GuardStepped() | ev.GuardStopped():
                self._see_guard(event)
            case ev.NoviceMoved() | ev.NoviceSeen() | ev.NoviceShown() | ev.NoviceVanished() | ev.TokenRemoved() | ev.NoviceHome():
                self._see_novice(event)
            case ev.NoviceCaught(novice=number, guard=guard, dot=dot):
                self._show(self.novice(number), dot)
                catch(self.state, self.guard(guard), self.novice(number))
            case ev.NoviceFreed(novice=number):
                free(self.state, self.novice(number))
            case ev.Rolled() | ev.BlessingPlayed() | ev.Noise() | ev.TokensCleared():
                self._hear(event)
            case _:
                pass
        self.state.said = 0

    # -- guards ---------------------------------------------------------------------------------------------------------

    def _see_guard(self, event: ev.PathTaken | ev.GuardTurned | ev.GuardStepped | ev.GuardStopped) -> None:
        guard = self.guard(event.guard)
        match event:
            case ev.PathTaken(dots=dots):
                guard.dot = dots[0]
                guard.path, guard.heading = self.setup.path_walked(dots)
            case ev.GuardTurned(dot=dot, towards=towards):
                self.notice(guard)
                self.turn(guard, dot, towards)
            case ev.GuardStepped(start=start, to=to, free=is_free):
                self.notice(guard)
                self.turn(guard, start, to)
                guard.dot, guard.free = to, int(is_free)
                guard.outlook += 1
                guard.steps += 1
                self.is_guards_turn = True
            case ev.GuardStopped():
                guard.steps = 0
                for novice in self.state.novices:
                    novice.noticed[guard.number] = 0

    def turn(self, guard: Guard, dot: int, towards: int) -> None:
        """Turns a guard towards a neighbouring dot."""
        guard.outlook = self.board.turned[dot][self.board.next[dot].index(towards)]

    def notice(self, guard: Guard) -> None:
        """Makes it this guard's movement, and notes what she sees that gives her a reason (6.3, 9.6)."""
        self.state.stage, self.state.guard = Stage.STEPS, guard.number
        if self.notices and guard.chases:
            for novice in self.state.novices:
                novice.noticed[guard.number] |= noticeable(self.board, self.state, guard, novice, 0)

    # -- novices --------------------------------------------------------------------------------------------------------

    def _see_novice(
        self, event: ev.NoviceMoved | ev.NoviceSeen | ev.NoviceShown | ev.NoviceVanished | ev.TokenRemoved | ev.NoviceHome
    ) -> None:
        novice = self.novice(event.novice)
        match event:
            case ev.NoviceMoved(gait=gait, route=route):
                novice.gait = GAIT_NAMES.index(gait)
                self.route_ends.pop(event.novice, None)
                if isinstance(route, tuple):
                    self.route_ends[event.novice] = route[-1]
                self._hide(novice)
                self._begin_noise(NoiseStep.MAKING)
                self.is_guards_turn = False
            case ev.NoviceSeen(dot=dot) | ev.NoviceShown(dot=dot):
                self._show(novice, dot)
            case ev.NoviceVanished(between=(last, after), guard=guard):
                novice.left_at[novice.vanished], novice.went_to[novice.vanished] = last, after
                novice.token_for[novice.vanished] = EVERY_GUARD if isinstance(guard, UnsetType) else 1 << GUARD_NAMES.index(guard)
                novice.vanished += 1
                if self.tokens_on.get(event.novice) != after:  # a guard may have lost her while another still sees her there (6.7)
                    self._hide(novice)
            case ev.TokenRemoved():
                self._hide(novice)
            case ev.NoviceHome():
                novice.status = Status.HOME
                self.route_ends.pop(event.novice, None)
                self._hide(novice)

    def _show(self, novice: Novice, dot: int) -> None:
        """Puts her token on a dot; if the seat knows where her route ended, she stands there."""
        self.tokens_on[novice.figure + 1] = dot
        novice.dot = self.route_ends.get(novice.figure + 1, dot)

    def _hide(self, novice: Novice) -> None:
        self.tokens_on.pop(novice.figure + 1, None)
        novice.dot = self.route_ends.get(novice.figure + 1, NOWHERE)

    # -- noise ----------------------------------------------------------------------------------------------------------

    def _begin_noise(self, noise_step: int) -> None:
        self.state.noise_step = noise_step
        for owner in range(len(self.state.dice)):
            self.state.dice[owner] = self.state.shifts[owner] = 0

    def _hear(self, event: ev.Rolled | ev.BlessingPlayed | ev.Noise | ev.TokensCleared) -> None:
        match event:
            case ev.Rolled(by=by, face=face):
                self.state.dice[figure_of(by)] = face
            case ev.BlessingPlayed(by=by, die=die) if not isinstance(die, UnsetType) and event.blessing == "noise-range":
                self.state.shifts[figure_of(die)] += shift_by(figure_of(by))
            case ev.Noise(guard=guard):
                self.guard(guard).tokens += 1
            case ev.TokensCleared():
                clear_tokens(self.state)
                self._begin_noise(NoiseStep.LISTENING)
            case _:
                pass


def figure_of(by: int | str) -> int:
    """Returns the figure of a novice's number or a guard's name."""
    return by - 1 if isinstance(by, int) else FIGURE_NAMES.index(by, ABBESS, CHANCE)
