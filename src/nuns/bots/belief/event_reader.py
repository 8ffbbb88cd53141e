"""A night as a seat is told it, event by event, and what that says of each novice (rules 4, the order of a turn)."""

from collections import Counter
from enum import Enum

import msgspec
import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.belief.guard_tracker import GuardTracker
from nuns.bots.belief.joint_deal import shares
from nuns.bots.belief.motion_model import KEY, WISH, Flags, Motion, Numbers, motion_model_of
from nuns.bots.belief.movement_filter import walked
from nuns.bots.belief.noise_model import ObservedNoise, hear
from nuns.bots.belief.step_model import ObservedMovement, SightMasks, Sign
from nuns.bots.belief.track import Impossible, Track, first_track
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.seat_events import own_number
from nuns.referee.seats import Seat
from nuns.referee.table import GAIT_NAMES, Table
from nuns.rules.choices import CaughtUntil, FalseNoise
from nuns.rules.words import NoiseStep, Status

FALSE_NOISE = "false-noise"


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
    """A night as one seat was told it, with a track of every novice."""

    def __init__(self, table: Table, seat: Seat, motion: Motion) -> None:
        self.table, self.seat, self.motion = table, seat, motion
        self.model = motion_model_of(table.board, table.options, motion)
        self.guards = GuardTracker(self.model)
        self.tracks: dict[int, Track] = {}
        self.at = TurnStep.REST
        self.turn = 1
        self.mover = 0
        self.noise = ObservedNoise()
        self.due: int | None = None  # 10.4 false noises of this step are being told
        self.told: set[int] = set()
        self.freed: set[int] = set()  # 8.6, 8.7 when the turn ended
        self.blessings: dict[int | str, str] = {}
        self.looked = np.zeros(DOTS, dtype=bool)  # 6.9 dots at which a guard has looked in this movement of the guards
        self.looking: Flags | None = None  # the last look: what it showed is still being told

    # -- observing ------------------------------------------------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """One event as the seat knows it."""
        match event:
            case ev.SetUp():
                self._set_up(event)
            case ev.NoviceMoved() | ev.NoviceSeen() | ev.NoviceShown() | ev.NoviceVanished() | ev.NoviceCaught() | ev.NoviceHome():
                self._see_novice(event)
            case ev.KeyTaken(novice=novice) | ev.WishTaken(novice=novice):
                self._take(self.tracks[novice], KEY if isinstance(event, ev.KeyTaken) else WISH)
            case ev.NoviceFreed(novice=novice):
                self._free(novice)
            case ev.Rolled() | ev.BlessingPlayed() | ev.BlessingTold() | ev.Noise():
                self._note_noise(event)
            case ev.PathTaken() | ev.GuardTurned() | ev.GuardStepped() | ev.GuardStopped():
                self._see_guard(event)
            case ev.TokensCleared(turn=turn):
                self._clear(turn)
            case ev.DotsTold(dots=dots):
                self._end_listening()
                for novice, dot in dots.items():
                    self.tracks[novice].stands_on(dot)
            case ev.TurnEnded():
                self._end_turn()
            case ev.GameOver(reason=reason):
                self._end_night(reason)
            case ev.RulerLaid() | ev.TokenRemoved():
                pass  # 3.5 she may ask to mislead; 8.4 where she was seen last is told before

    def quiet(self) -> None:
        """7.4 The noise step after the novices' movement is over, which no event says."""
        if self.at in (TurnStep.NOVICES, TurnStep.MAKING):
            self._to_guards()

    def _set_up(self, event: ev.SetUp) -> None:
        """2."""
        self.guards.set_up()
        for each in event.novices:
            cards = np.ones(WISH_CARDS, dtype=bool)
            is_own = each.novice == own_number(self.seat)
            if is_own:
                cards = (self.model.key_dots == each.key_dot) & (self.model.wish_dots == each.wish_dot)
            cell = self.table.board.cell[each.novice - 1]
            self.tracks[each.novice] = first_track(each.novice, cell, cards, is_own=is_own)
        cards_told: list[tuple[int | str, object]] = [(each.novice, each.blessing) for each in event.novices]
        cards_told += [(each.guard, each.blessing) for each in event.guards]
        self.blessings = {holder: card for holder, card in cards_told if isinstance(card, str)}

    # -- novices --------------------------------------------------------------------------------------------------------

    def _see_novice(
        self, event: ev.NoviceMoved | ev.NoviceSeen | ev.NoviceShown | ev.NoviceVanished | ev.NoviceCaught | ev.NoviceHome
    ) -> None:
        track = self.tracks[event.novice]
        if isinstance(event, ev.NoviceMoved):
            self._begin_movement(track, event)
            return
        if isinstance(event, ev.NoviceSeen) and track.movement and not self.guards.sights().seen[event.dot]:
            self._to_guards()  # 6.3 a guard's turn showed her, which is told before the step
        if track.movement:
            self._note_step(track.movement, event)
        elif isinstance(event, ev.NoviceCaught):
            self._to_guards()
            track.is_caught(event.dot)
        elif isinstance(event, ev.NoviceSeen):
            self._to_guards()
            track.stands_on(event.dot)

    def _note_step(
        self, movement: ObservedMovement, event: ev.NoviceSeen | ev.NoviceShown | ev.NoviceVanished | ev.NoviceCaught | ev.NoviceHome
    ) -> None:
        match event:
            case ev.NoviceSeen(dot=dot):
                movement.trace.append((Sign.SEEN, dot))
            case ev.NoviceShown(dot=dot):
                movement.trace.append((Sign.SHOWN, dot))
            case ev.NoviceVanished(between=(_, dot)):
                movement.trace.append((Sign.VANISHED, dot))
            case ev.NoviceCaught(dot=dot):
                movement.caught_on = dot
            case ev.NoviceHome():
                movement.is_home = True

    def _to_novices(self, novice: int) -> None:
        """4, 4.1 Novices move in the order of their numbers; one who comes before the last begins a new movement of all."""
        if self.at == TurnStep.NOVICES and novice > self.mover:
            self._close_movement()
        else:
            self._to_guards()
            self.at = TurnStep.NOVICES
        self.mover = novice

    def _free(self, novice: int) -> None:
        """8.6, 8.7 At the end of a turn, or by the movement that follows."""
        if self.at in (TurnStep.CLEARED, TurnStep.LISTENED):
            self._end_listening()
            self.freed.add(novice)
        else:
            self._to_novices(novice)
            self.mover = novice - 1  # her movement is still to come
            self.tracks[novice].disobeys = True

    def _begin_movement(self, track: Track, event: ev.NoviceMoved) -> None:
        self._to_novices(track.number)
        self.turn = event.turn
        track.gait = GAIT_NAMES.index(event.gait)
        was_caught = track.status == Status.CAUGHT
        chosen = event.phase == 1 or was_caught
        track.movement = ObservedMovement(event.turn, track.gait, event.blessing, chosen, was_caught, track.disobeys)
        track.disobeys = False
        if track.is_own and not isinstance(event.route, msgspec.UnsetType):
            mass = np.zeros_like(track.mass)
            mass[event.route[-1]] = track.mass.sum(axis=0)
            track.settle(mass)

    def _take(self, track: Track, phase: int) -> None:
        """5.4 Only her own seat is told."""
        mass = np.zeros_like(track.mass)
        mass[:, :, phase] = track.mass[:, :, phase - 1]
        track.settle(mass)

    def _close_movement(self) -> None:
        """5, 8.6 A movement has been told to its end."""
        for track in self.tracks.values():
            if track.movement is not None:
                self._resolve(track, track.movement)
                track.movement = None

    def _resolve(self, track: Track, movement: ObservedMovement) -> None:
        sights = self.guards.sights()
        if self.table.options.safe_cell:  # 8.9
            stands = sights.stands.copy()
            stands[track.cell] = False
            sights = SightMasks(sights.seen, sights.watched, stands)
        if not track.is_own:
            track.settle(walked(self.model, track.number, track.weights(), movement, sights))
        elif movement.is_home:
            track.settle(np.concatenate([track.mass.sum(axis=0, keepdims=True), np.zeros_like(track.mass[1:])]))
        track.known, track.away = sights.seen, np.zeros(DOTS, dtype=bool)
        if movement.is_home:
            track.status = Status.HOME
        elif movement.caught_on:
            track.is_caught(movement.caught_on)
        elif movement.disobeys:
            track.status = Status.ON_THE_RUN
        if track.status == Status.CAUGHT and self.table.options.caught_until == CaughtUntil.OUT_OF_SIGHT:
            track.away = ~sights.watched

    # -- noise ----------------------------------------------------------------------------------------------------------

    def _note_noise(self, event: ev.Rolled | ev.BlessingPlayed | ev.BlessingTold | ev.Noise) -> None:
        """7, 10 The dice, cards and tokens of a noise step; and one more step, which is played with a movement."""
        match event:
            case ev.Rolled(by=by, face=face):
                self._to_making()
                self.noise.dice[by] = face
            case ev.BlessingPlayed(by=by, blessing=card, die=die):
                self._know_card(by, card)
                if card == "noise-range" and not isinstance(die, msgspec.UnsetType):
                    self.noise.shifts[die] += -1 if isinstance(by, int) else 1
            case ev.BlessingTold(by=by):
                self._to_making()
                self._know_card(by, FALSE_NOISE)
            case ev.Noise(novice=novice, by=by, guard=guard, dot=dot):
                self._to_making()
                if isinstance(novice, int):
                    tokens = self.noise.tokens.setdefault(novice, Counter())
                    tokens[guard, dot] += 1
                elif isinstance(by, str):
                    self._know_card(by, FALSE_NOISE)

    def _know_card(self, by: int | str, card: str) -> None:
        """3.1, 10.4 A card is known: it is told that a noise was false, or she cannot have placed one."""
        told = card == FALSE_NOISE and self.blessings.get(by) != FALSE_NOISE
        self.blessings[by] = card
        if isinstance(by, int) and not self.tracks[by].is_own:
            if told and self.due is not None:
                self.told.add(by)
                self.tracks[by].tell(self.due)
            elif card != FALSE_NOISE:
                self.tracks[by].drop(tuple(NoiseStep))

    def _to_making(self) -> None:
        """7.1, 10.4 The movements are over; what was false a turn ago is told first."""
        if self.at == TurnStep.NOVICES:
            self._close_movement()
            self.at = TurnStep.MAKING
            self.noise = ObservedNoise(NoiseStep.MAKING)
            if self.turn > 1 and self.table.options.false_noise != FalseNoise.MAKING:
                self.due = NoiseStep.MAKING

    def _tell_rest(self) -> None:
        """10.4 Whose noise was not told to be false, it was not."""
        if self.due is not None:
            for number, track in self.tracks.items():
                if number not in self.told:
                    track.drop((self.due,))
        self.due = None
        self.told = set()

    def _hear(self) -> None:
        self._tell_rest()
        is_any_left = bool(self.table.options.blessings) and self.false_shares()[1] > 0
        for number, track in self.tracks.items():
            hear(self.model, track, self.noise, self.guards, may_fake=is_any_left and number not in self.blessings)

    def _end_listening(self) -> None:
        """7.3."""
        if self.at == TurnStep.CLEARED:
            self._hear()
            self.at = TurnStep.LISTENED

    # -- guards ---------------------------------------------------------------------------------------------------------

    def _to_guards(self) -> None:
        """4 The noise the novices made has been told."""
        self._to_making()
        if self.at == TurnStep.MAKING:
            self._hear()
            self.at = TurnStep.GUARDS

    def _see_guard(self, event: ev.PathTaken | ev.GuardTurned | ev.GuardStepped | ev.GuardStopped) -> None:
        self._to_guards()
        self._end_look()
        match event:
            case ev.PathTaken(guard=guard, dots=dots):
                self.guards.take_path(guard, dots[-1])
            case ev.GuardTurned(guard=guard, towards=towards):
                self.guards.turn(guard, towards)
                self.looking = self.guards.view(guard)
            case ev.GuardStepped(guard=guard, to=to):
                self.guards.turn(guard, to)
                self.looked = self.looked | self.guards.view(guard)  # 6.3 she has looked that way before she stepped
                self.guards.step(guard, to)
                self.looking = self.guards.view(guard)
            case ev.GuardStopped(guard=guard, gait=gait):
                self.guards.stop(guard, ran=gait == "run")

    def _end_look(self) -> None:
        """6.9 Whoever was not seen by the last look is not on a dot it showed."""
        if self.looking is not None:
            self.looked = self.looked | self.looking
        self.looking = None

    def _not_seen(self) -> None:
        """6.9 What all the looks of this movement have not shown."""
        self._end_look()
        if not self.looked.any():
            return
        for track in self.tracks.values():
            if track.is_on_board and not track.is_own:
                track.learn(~(self.looked & ~track.known))
        self.looked = np.zeros(DOTS, dtype=bool)

    def _clear(self, turn: int) -> None:
        """6.9, 8.6, 9.8 The guards have moved."""
        self._to_guards()
        self._not_seen()
        watched = self.guards.sights().watched
        for track in self.tracks.values():
            if track.status == Status.CAUGHT and self.table.options.caught_until == CaughtUntil.OUT_OF_SIGHT:
                track.away = track.away | ~watched
        self.at = TurnStep.CLEARED
        self.noise = ObservedNoise(NoiseStep.LISTENING)
        if self.table.options.false_noise == FalseNoise.MAKING:
            self.due = NoiseStep.MAKING
        elif turn < self.table.options.turns:
            self.due = NoiseStep.LISTENING

    def _end_turn(self) -> None:
        """8.6, 8.7 Those who slipped away, and those in their cells, are on the run again; the others are neither."""
        self._end_listening()
        for number, track in self.tracks.items():
            if track.status == Status.CAUGHT:
                freed = track.away.copy()
                freed[track.cell] = True
                if not track.is_own:
                    track.learn(freed if number in self.freed else ~freed)
                if number in self.freed:
                    track.status = Status.ON_THE_RUN
        self.freed = set()
        self.at = TurnStep.REST

    def _end_night(self, reason: str) -> None:
        """1.3, 4.2 A capture that ends the night comes before the guard's look."""
        self._close_movement()
        if reason == "captures" and self.table.options.catch_in_passing:
            self.looking = None
        self.at = TurnStep.OVER

    # -- a moment of it -------------------------------------------------------------------------------------------------

    def copy(self) -> "EventReader":
        """An independent one; tables and arrays are shared, as nothing changes them."""
        other = EventReader(self.table, self.seat, self.motion)
        other.guards, other.noise = self.guards.copy(), self.noise.copy()
        other.tracks = {number: track.copy() for number, track in self.tracks.items()}
        other.at, other.turn, other.mover, other.due = self.at, self.turn, self.mover, self.due
        other.told, other.freed, other.blessings = set(self.told), set(self.freed), dict(self.blessings)
        other.looked, other.looking = self.looked, self.looking
        return other

    def as_told(self) -> "EventReader":
        """The night if nothing more is told of what is being told: a movement has ended, a look has shown all it shows.

        Where that cannot be all, as in the middle of what one action tells, it is left out of account until the rest is told.
        """
        now = self.copy()
        try:
            now._to_making()
            now._tell_rest()
            now._not_seen()
        except Impossible:
            return self.copy()
        return now if all(track.weights().any() for track in now.tracks.values()) else self.copy()

    def false_shares(self) -> Numbers:
        """10.4 How likely 0, 1, 2 certain novices whose cards are unknown have false noises."""
        return shares(len(self.blessings), sum(card == FALSE_NOISE for card in self.blessings.values()))
