"""The news of one seat as the game goes on: the events it does not have yet, what changes in its view, and the decision before it."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from nuns.referee.aims import Aim, aim_at
from nuns.referee.card_uses import CardUse, uses_among
from nuns.referee.events import Event
from nuns.referee.foresight import Foresight, foresee
from nuns.referee.game import Game
from nuns.referee.seat_events import known_to
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.referee.view import OwnView, View, known_by, own_view, public, whole_view
from nuns.server.protocol import Position, Update, ViewChanges
from nuns.server.tables.night.table_night import TableNight

Planning = tuple[int, int] | None  # the turn and phase of the plan that is written
_encode = msgspec.json.Encoder().encode


class Changes(NamedTuple):
    """The names of fields that have changed, and the fields encoded."""

    names: frozenset[str]
    encoded: ViewChanges | UnsetType


UNCHANGED = Changes(frozenset(), UNSET)


class PublicChanges:
    """The changes of what everybody sees, encoded once for all seats of a table."""

    def __init__(self) -> None:
        self._last: tuple[View, View] | None = None
        self._changes = UNCHANGED

    def between(self, before: View, after: View) -> Changes:
        """Returns the fields of the later view that differ from the earlier one."""
        if before is after:
            return UNCHANGED
        if self._last is None or self._last[0] is not before or self._last[1] is not after:
            pairs = zip(View.__struct_fields__, astuple(before), astuple(after), strict=True)
            fields = {name: new for name, old, new in pairs if new is not old and new != old}
            self._last, self._changes = (before, after), changes_of(fields)
        return self._changes


def changes_of(fields: Mapping[str, object]) -> Changes:
    return Changes(frozenset(fields), msgspec.Raw(_encode(fields))) if fields else UNCHANGED


class KnownEvents:
    """What each seat has learnt at a table, in lists that only grow: each is read once for all who tell it on."""

    def __init__(self) -> None:
        self._lists: dict[Seat, list[Event]] = {}
        self._read: dict[Seat, int] = {}  # the number of the game's events that were read

    def of(self, game: Game, seat: Seat) -> list[Event]:
        """Returns everything that a seat has learnt."""
        known, read = self._lists.setdefault(seat, []), self._read.get(seat, 0)
        if read < len(game.events):
            happened = game.events[read:]
            known += happened if seat == Seat.OMNISCIENT else known_to(seat, happened)
            self._read[seat] = len(game.events)
        return known


class SeatFeed:
    """What one seat has been told, however many look from it. Its numbers count what the seat was told, and nothing else."""

    def __init__(self, seat: Seat, events: KnownEvents) -> None:
        self.seat = seat
        self.known: list[Event] = []
        self.decision: str | None = None
        self.version = 0  # counts the updates
        self._events = events
        self._public: View | None = None  # what everybody sees
        self._own: OwnView | None = None  # and what is the seat's own; None until it was looked at
        self._uses: tuple[CardUse, ...] = ()  # what the seat's blessings could do in the window that is open
        self._last = 0  # the number of known events when it was looked at
        self._told = 0  # the number of known events before the last update
        self._shared, self._changed = UNCHANGED, UNCHANGED  # what the last update changed in the view
        self._planning: Planning = None
        self._is_foresight_new = False  # whether the last update began or ended a plan
        self._updates: dict[bool, bytes] = {}  # the last update, with and without foresight
        self._position: bytes | None = None  # the same as a whole view
        self._foresight: tuple[Planning, Foresight | None] = None, None

    def advance(self, night: TableNight, shared: PublicChanges) -> bool:
        """Reads what has happened since the last call; returns whether anything has changed for this seat."""
        public_before, before, decision, told, planning = self._public, self._own, self.decision, self._last, self._planning
        self.look(night)
        if before is None or public_before is None:
            return False
        assert self._public is not None
        self._shared = shared.between(public_before, self._public)
        self._changed = self._own_changes(before)
        if self._last == told and not self._shared.names and not self._changed.names and self.decision == decision:
            return False
        self._told = told
        self.version += 1
        self._is_foresight_new = planning != self._planning
        self._updates, self._position = {}, None
        return True

    def _own_changes(self, before: OwnView) -> Changes:
        """Returns the seat's own fields that differ from those a client has after the shared changes."""
        assert self._own is not None
        fields = {}
        for name, old, new in zip(OwnView._fields, before, self._own, strict=True):
            if new != (getattr(self._public, name) if name in self._shared.names else old):
                fields[name] = new
        return changes_of(fields)

    def update(self, night: TableNight, with_foresight: bool) -> bytes:
        """Returns the last update."""
        with_foresight = with_foresight and self._is_foresight_new
        if with_foresight not in self._updates:
            message = Update(
                seat=self.seat,
                version=self.version,
                events=tuple(self.known[self._told :]),
                public=self._shared.encoded,
                own=self._changed.encoded,
                decision=self.decision,
                foresight=self.foresight(night) if with_foresight else UNSET,
                uses=self._uses,
            )
            self._updates[with_foresight] = _encode(message)
        return self._updates[with_foresight]

    def position(self, night: TableNight) -> bytes:
        """Returns the whole view with the events of the last update."""
        if self._position is None:
            self._position = self._whole(night, self._told, with_foresight=True)
        return self._position

    def catch_up(self, night: TableNight, after: int, *, with_foresight: bool = True) -> bytes:
        """Returns the whole view for a browser that has ``after`` of the seat's events; with all of them if it claims more."""
        if self._own is None:
            self.look(night)
        return self._whole(night, after if after <= len(self.known) else 0, with_foresight=with_foresight)

    def look(self, night: TableNight) -> None:
        """Reads the events that the seat has learnt, its view and its decision."""
        seat, chair = self.seat, night.chairs.get(self.seat)
        game = night.game_of_chair(chair)
        self.known = self._events.of(game, seat)
        self._last = len(self.known)
        known = known_by(game, seat)
        self._public, self._own = public(game).view, own_view(game, seat, known)
        self.decision = night.decision(chair) if chair is not None and self._own.actions else None
        is_asked = self.decision is not None
        self._uses = uses_among(self._own.actions, known, game.setup.board) if is_asked and game.is_window_open else ()
        self._planning = (game.turn, game.phase) if is_asked and seat in NOVICE_SEATS and game.is_plan_due else None

    def aim(self, night: TableNight, dot: int) -> Aim:
        """Returns how the seat's novice would go to a dot in several turns; raises ValueError."""
        if self._own is None:
            self.look(night)
        foresight = self.foresight(night)
        if foresight is None:
            raise ValueError("expected a novice who is writing her plan; got a seat that is not")
        return aim_at(game_of(night), self.seat, foresight, dot)

    def foresight(self, night: TableNight) -> Foresight | None:
        """Returns what a novice who writes her plan can foresee; the same as long as plans are written, since nobody moves meanwhile."""
        if self._foresight[0] != self._planning:
            self._foresight = self._planning, foresee(game_of(night), self.seat) if self._planning else None
        return self._foresight[1]

    def _whole(self, night: TableNight, first: int, *, with_foresight: bool) -> bytes:
        assert self._public is not None
        assert self._own is not None
        return _encode(
            Position(
                seat=self.seat,
                first=first,
                events=tuple(self.known[first:]),
                view=whole_view(self.seat, self._public, self._own),
                version=self.version,
                decision=self.decision,
                foresight=self.foresight(night) if with_foresight else None,
                uses=self._uses,
            )
        )


def game_of(night: TableNight) -> Game:
    assert night.game is not None
    return night.game
