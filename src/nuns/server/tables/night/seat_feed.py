"""What a seat is told as the game goes on: the events it does not have yet, its view, and the decision before it."""

import msgspec

from nuns.referee.events import Event
from nuns.referee.explain import Explanation, explain
from nuns.referee.foresight import Foresight, foresee
from nuns.referee.game import Game
from nuns.referee.seat_events import known_to
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.referee.view import View, view
from nuns.server.protocol import Position
from nuns.server.tables.night.table_night import TableNight

_encode = msgspec.json.Encoder().encode


class SeatFeed:
    """What one seat has been told, however many look from it. Its numbers count the events that the seat knows, and nothing else."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.known: list[Event] = []
        self.view: View | None = None
        self.decision: str | None = None
        self._read = 0  # of the game's events
        self._told = 0  # of the events it knows
        self._foresight: tuple[tuple[int, int], Foresight | None] | None = None

    def news(self, night: TableNight) -> bytes | None:
        """What has changed for this seat since it was last asked; None if nothing has."""
        before, decision = self.view, self.decision
        self.look(night)
        if self._told == len(self.known) and self.view == before and self.decision == decision:
            return None
        told, self._told = self._told, len(self.known)
        return self._position(night, told)

    def catch_up(self, night: TableNight, after: int) -> bytes:
        """For one who has that many of the seat's events; all of them for one who has more than there are."""
        if self.view is None:
            self.look(night)
            self._told = len(self.known)
        return self._position(night, after if after <= len(self.known) else 0)

    def explanation(self, night: TableNight, number: int) -> Explanation:
        """Why its event of that number happened; raises ValueError."""
        return explain(game_of(night), number, self.seat)

    def look(self, night: TableNight) -> None:
        """Takes in what has happened, and the view of the moment."""
        game = game_of(night)
        happened = game.events[self._read :]
        self.known += happened if self.seat == Seat.OMNISCIENT else known_to(self.seat, happened)
        self._read = len(game.events)
        self.view = view(game, self.seat)
        chair = night.chair_of(self.seat)
        self.decision = night.decision(chair) if chair is not None and self.view.actions else None

    def _position(self, night: TableNight, first: int) -> bytes:
        assert self.view is not None
        foresight = self._foreseen(game_of(night))
        events = tuple(self.known[first:])
        return _encode(Position(seat=self.seat, first=first, events=events, view=self.view, decision=self.decision, foresight=foresight))

    def _foreseen(self, game: Game) -> Foresight | None:
        """What a novice who writes her plan can foresee; the same as long as plans are written, since nobody moves meanwhile."""
        if self.decision is None or self.seat not in NOVICE_SEATS or not game.is_plan_due:
            return None
        when = game.turn, game.phase
        if self._foresight is None or self._foresight[0] != when:
            self._foresight = when, foresee(game, self.seat)
        return self._foresight[1]


def game_of(night: TableNight) -> Game:
    assert night.game is not None
    return night.game
