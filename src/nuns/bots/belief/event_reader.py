"""A night as a seat is told it, event by event, and what that says of each novice (rules 4, the order of a turn)."""

from copy import copy
from enum import Enum

import msgspec
import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.belief.guard_tracker import GuardTracker, public_copy
from nuns.bots.belief.motion_model import Motion, motion_model_of
from nuns.bots.belief.movement_filter import walked
from nuns.bots.belief.noise_reader import NoiseReader, figure_of
from nuns.bots.belief.rule_tables import GAITS, KEY, WISH, Flags
from nuns.bots.belief.step_model import ObservedMovement, Sign
from nuns.bots.belief.track import Impossible, Track, first_track
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game_setup import BLESSING_NAMES, GAIT_NAMES, GameSetup
from nuns.referee.seat_events import own_number
from nuns.referee.seats import GUARD_NAMES, Seat
from nuns.rules.caught import may_slip_away
from nuns.rules.novices import kept_gait, least_dots, most_dots, most_steps
from nuns.rules.sight import is_on_board
from nuns.rules.words import NOWHERE, Gait, NoiseStep, Status

NoviceEvent = ev.NoviceSeen | ev.NoviceShown | ev.NoviceVanished | ev.TokenRemoved | ev.NoviceCaught | ev.NoviceHome
GuardEvent = ev.PathTaken | ev.GuardTurned | ev.GuardStepped | ev.GuardStopped


class TurnStep(Enum):
    """How far the turn has been told. The steps of 4 are not announced: what comes next ends what came before."""

    REST = 0
    NOVICES = 1
    MAKING = 2
    GUARDS = 3
    CLEARED = 4
    LISTENED = 5
    OVER = 6


class EventReader:
    """A night as one seat was told it: a public state, in which every secret is 0, and a track of every novice."""

    def __init__(self, table: GameSetup, seat: Seat, motion: Motion) -> None:
        self.table, self.seat, self.motion = table, seat, motion
        self.model = motion_model_of(table.board, table.options, motion)
        self.state = self.model.tables.first_state(table.novices, table.guard_players)
        self.tracks: dict[int, Track] = {}
        self.guards = GuardTracker(self.model.tables, self.state)
        self.noise = NoiseReader(self.model, self.state, self.tracks)
        self.at = TurnStep.REST
        self.mover = 0
        self.freed: set[int] = set()  # 8.6, 8.7 when the turn ended
        self.looked = np.zeros(DOTS, dtype=bool)  # 6.9 dots at which a guard has looked in this movement of the guards
        self.looking: Flags | None = None  # the last look: what it showed is still being told

    # -- observing ------------------------------------------------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Reads one event as the seat knows it."""
        match event:
            case ev.SetUp():
                self._set_up(event)
            case ev.NoviceMoved():
                self._begin_movement(self.tracks[event.novice], event)
            case (
                ev.NoviceSeen() | ev.NoviceShown() | ev.NoviceVanished() | ev.TokenRemoved() | ev.NoviceCaught() | ev.NoviceHome()
            ):  # fmt: skip
                self._see_novice(self.tracks[event.novice], event)
            case ev.KeyTaken(novice=novice) | ev.WishTaken(novice=novice):
                self._take(self.tracks[novice], KEY if isinstance(event, ev.KeyTaken) else WISH)
            case ev.NoviceFreed(novice=novice):
                self._free(novice)
            case ev.BlessingPlayed():
                self.noise.note(event)
            case ev.Rolled() | ev.BlessingTold() | ev.Noise():
                self._to_making()
                self.noise.note(event)
            case ev.PathTaken() | ev.GuardTurned() | ev.GuardStepped() | ev.GuardStopped():
                self._see_guard(event)
            case ev.TokensCleared():
                self._clear()
            case ev.DotsTold(dots=dots):
                self._end_listening()
                for novice, dot in dots.items():
                    self.tracks[novice].stands_on(dot)
            case ev.TurnEnded():
                self._end_turn()
            case ev.GameOver(reason=reason):
                self._end_night(reason)
            case ev.RulerLaid():
                pass  # 3.5 she may ask to mislead

    def quiet(self) -> None:
        """The noise step after the novices' movement is over, which no event says (7.4)."""
        if self.at in (TurnStep.NOVICES, TurnStep.MAKING):
            self._to_guards()

    def _set_up(self, event: ev.SetUp) -> None:
        """Every novice is in her cell; the seat knows its own cards (2)."""
        tables = self.model.tables
        for each in event.novices:
            cards = np.ones(WISH_CARDS, dtype=bool)
            is_own = each.novice == own_number(self.seat)
            if is_own:
                cards = (tables.key_dots == each.key_dot) & (tables.wish_dots == each.wish_dot)
            novice = self.state.novices[each.novice - 1]
            novice.status = Status.ON_THE_RUN
            self.tracks[each.novice] = first_track(novice, cards, is_own=is_own)
        dealt: list[tuple[int | str, object]] = [(each.novice, each.blessing) for each in event.novices]
        dealt += [(each.guard, each.blessing) for each in event.guards]
        self.noise.cards = {figure_of(holder): BLESSING_NAMES.index(card) for holder, card in dealt if isinstance(card, str)}

    # -- novices --------------------------------------------------------------------------------------------------------

    def _begin_movement(self, track: Track, event: ev.NoviceMoved) -> None:
        """Her gait card is shown; what is seen of her route follows (5)."""
        self._to_novices(track.number)
        state, novice = self.state, track.novice
        state.turn, state.phase = event.turn, event.phase
        chosen = kept_gait(state, novice) == Gait.UNWRITTEN
        novice.gait = novice.plan = GAIT_NAMES.index(event.gait)
        novice.longer = int(event.blessing)
        track.movement = ObservedMovement(
            novice.gait,
            least=least_dots(state, novice.gait),
            most=most_steps(state, novice),
            limits=tuple((least_dots(state, each), most_dots(state, each)) for each in GAITS),
            chosen=chosen,
            was_caught=novice.status == Status.CAUGHT,
            disobeys=track.disobeys,
        )
        track.disobeys = False
        if track.is_own and not isinstance(event.route, msgspec.UnsetType):
            mass = np.zeros_like(track.mass)
            mass[event.route[-1]] = track.mass.sum(axis=0)
            track.settle(mass)

    def _see_novice(self, track: Track, event: NoviceEvent) -> None:
        """Something is seen of a novice: a sign of her own movement, or what a guard's step or turn brings to light."""
        if isinstance(event, ev.NoviceSeen) and track.movement and not self.guards.masks().seen[event.dot]:
            self._to_guards()  # 6.3 a guard's turn showed her, which is told before the step
        if track.movement:
            self._note_sign(track.movement, event)
        elif isinstance(event, ev.NoviceCaught):
            self._to_guards()
            track.is_caught(event.dot)
        elif isinstance(event, ev.NoviceSeen):
            self._to_guards()
            track.stands_on(event.dot)
        elif isinstance(event, ev.TokenRemoved):
            track.learn(~self.guards.masks().seen)  # 8.4 the guards have moved out of her sight

    def _note_sign(self, movement: ObservedMovement, event: NoviceEvent) -> None:
        """Notes what a step of hers leaves. Several vanished tokens of one step are one sign, and none while she is still seen (6.7)."""
        match event:
            case ev.NoviceSeen(dot=dot):
                movement.trace.append((Sign.SEEN, dot))
            case ev.NoviceShown(dot=dot):
                movement.trace.append((Sign.SHOWN, dot))
            case ev.NoviceVanished(between=(_, dot)):
                sign = Sign.VANISHED, dot
                if not self.guards.masks().seen[dot] and movement.trace[-1:] != [sign]:
                    movement.trace.append(sign)
            case ev.TokenRemoved():
                movement.trace.append((Sign.REMOVED, NOWHERE))
            case ev.NoviceCaught(dot=dot):
                movement.caught_on = dot
            case ev.NoviceHome():
                movement.is_home = True

    def _to_novices(self, novice: int) -> None:
        """Novices move in the order of their numbers; one who comes before the last begins a new movement of all (4, 4.1)."""
        if self.at == TurnStep.NOVICES and novice > self.mover:
            self._close_movement()
        else:
            self._to_guards()
            self.at = TurnStep.NOVICES
        self.mover = novice

    def _free(self, novice: int) -> None:
        """She is on the run again: at the end of a turn, or by the movement that follows (8.6, 8.7)."""
        if self.at in (TurnStep.CLEARED, TurnStep.LISTENED):
            self._end_listening()
            self.freed.add(novice)
        else:
            self._to_novices(novice)
            self.mover = novice - 1  # her movement is still to come
            self.tracks[novice].disobeys = True

    def _take(self, track: Track, phase: int) -> None:
        """She took her key or her wish, which only her own seat is told (5.4)."""
        mass = np.zeros_like(track.mass)
        mass[:, :, phase] = track.mass[:, :, phase - 1]
        track.settle(mass)

    def _close_movement(self) -> None:
        """A movement has been told to its end (5, 8.6)."""
        for track in self.tracks.values():
            if track.movement is not None:
                self._resolve(track, track.movement)
                track.movement = None

    def _resolve(self, track: Track, movement: ObservedMovement) -> None:
        """Follows a movement from all the states in which it may have begun to those in which it may have ended."""
        if not track.is_own:
            track.settle(walked(self.model, self.guards, track.novice, track.weights(), movement))
        elif movement.is_home:
            track.settle(np.concatenate([track.mass.sum(axis=0, keepdims=True), np.zeros_like(track.mass[1:])]))
        masks = self.guards.masks()
        track.known, track.away = masks.seen, np.zeros(DOTS, dtype=bool)
        if movement.is_home:
            track.novice.status = Status.HOME
        elif movement.caught_on:
            track.is_caught(movement.caught_on)
        elif movement.disobeys:
            track.novice.status = Status.ON_THE_RUN
        if may_slip_away(self.state, track.novice):
            track.away = ~masks.watched

    # -- noise ----------------------------------------------------------------------------------------------------------

    def _to_making(self) -> None:
        """The movements are over, and noise is made (7.1)."""
        if self.at == TurnStep.NOVICES:
            self._close_movement()
            self.at = TurnStep.MAKING
            self.noise.begin(NoiseStep.MAKING)

    def _end_listening(self) -> None:
        """The guards have listened (7.3)."""
        if self.at == TurnStep.CLEARED:
            self.noise.end()
            self.at = TurnStep.LISTENED

    # -- guards ---------------------------------------------------------------------------------------------------------

    def _to_guards(self) -> None:
        """The noise the novices made has been told (4)."""
        self._to_making()
        if self.at == TurnStep.MAKING:
            self.noise.end()
            self.at = TurnStep.GUARDS

    def _see_guard(self, event: GuardEvent) -> None:
        """A guard or the monk moves on; each look shows whom it shows before anything else happens (6.3, 6.9)."""
        self._to_guards()
        self._end_look()
        number = GUARD_NAMES.index(event.guard)
        match event:
            case ev.PathTaken(path=path):
                self.guards.take_path(number, self.table.path_names.index(path))
            case ev.GuardTurned(towards=towards):
                self.guards.turn(number, towards)
                self.looking = self.guards.view(number)
            case ev.GuardStepped(to=to):
                self.guards.turn(number, to)
                self.looked = self.looked | self.guards.view(number)  # 6.3 she has looked that way before she stepped
                self.guards.step(number, to)
                self.looking = self.guards.view(number)
            case ev.GuardStopped(gait=gait):
                self.guards.stop(number, ran=gait == "run")

    def _end_look(self) -> None:
        """Whoever was not seen by the last look is not on a dot it showed (6.9)."""
        if self.looking is not None:
            self.looked = self.looked | self.looking
        self.looking = None

    def _not_seen(self) -> None:
        """Rules out what all the looks of this movement would have shown (6.9)."""
        self._end_look()
        if not self.looked.any():
            return
        for track in self.tracks.values():
            if is_on_board(track.novice) and not track.is_own:
                track.learn(~(self.looked & ~track.known))
        self.looked = np.zeros(DOTS, dtype=bool)

    def _clear(self) -> None:
        """The guards have moved, and the tokens leave the board (6.9, 8.6, 9.8)."""
        self._to_guards()
        self._not_seen()
        for track in self.tracks.values():
            if may_slip_away(self.state, track.novice):
                track.away = track.away | ~self.guards.masks().watched
        self.at = TurnStep.CLEARED
        self.noise.begin(NoiseStep.LISTENING)

    def _end_turn(self) -> None:
        """Those who slipped away, and those in their cells, are on the run again; the others are neither (8.6, 8.7)."""
        self._end_listening()
        for number, track in self.tracks.items():
            if track.novice.status == Status.CAUGHT:
                freed = self.model.tables.freed(track.novice, track.away)
                if not track.is_own:
                    track.learn(freed if number in self.freed else ~freed)
                if number in self.freed:
                    track.novice.status = Status.ON_THE_RUN
        self.freed = set()
        self.at = TurnStep.REST

    def _end_night(self, reason: str) -> None:
        """The night is over. A capture in passing that ends it comes before the guard's look (1.3, 4.2)."""
        self._close_movement()
        if reason == "captures":
            self.looking = None
        self.at = TurnStep.OVER

    # -- a moment of it -------------------------------------------------------------------------------------------------

    def copy(self) -> "EventReader":
        """Returns an independent reader; tables and arrays are shared, as nothing changes them."""
        other = copy(self)
        other.state = public_copy(self.state)
        other.tracks = {number: track.copy() for number, track in self.tracks.items()}
        for track in other.tracks.values():
            other.state.novices[track.novice.figure] = track.novice
        other.guards = self.guards.copy(other.state)
        other.noise = self.noise.copy(other.state, other.tracks)
        other.freed = set(self.freed)
        return other

    def as_told(self) -> "EventReader":
        """Returns the night if nothing more is told of what is being told: a movement has ended, a look has shown all it shows.

        Where that cannot be all, as in the middle of what one action tells, it is left out of account until the rest is told.
        """
        now = self.copy()
        try:
            now._to_making()
            now.noise.tell_rest()
            now._not_seen()
        except Impossible:
            return self.copy()
        return now if all(track.weights().any() for track in now.tracks.values()) else self.copy()
