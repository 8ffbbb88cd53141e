"""What a learner knows at a moment of a lesson or a puzzle, as a table would tell it."""

from typing import Any

import msgspec

from nuns.referee.aims import Aim, aim_at
from nuns.referee.card_uses import CardUse, card_uses
from nuns.referee.events import Event
from nuns.referee.foresight import Foresight, foresee
from nuns.referee.game import Game
from nuns.referee.seat_events import known_to
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.referee.view import View, view


class TooManyActions(ValueError):
    """Raised for more actions than a lesson or a puzzle takes."""


class SeatMoment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat knows, and what it is asked."""

    seat: str
    events: tuple[Event, ...]
    view: View
    decision: str | None = None
    foresight: Foresight | None = None
    uses: tuple[CardUse, ...] = ()

    def fields(self) -> dict[str, Any]:
        """Returns the fields by name, for a moment that says more."""
        return {name: getattr(self, name) for name in SeatMoment.__struct_fields__}


def seat_moment(game: Game, seat: Seat, decision: int | None) -> SeatMoment:
    """Returns what a seat knows now; ``decision`` is the number of what it is asked, or None if it is asked nothing."""
    is_asked = decision is not None
    seen = view(game, seat)
    return SeatMoment(
        seat=seat.value,
        events=known_to(seat, game.events),
        view=seen if is_asked else msgspec.structs.replace(seen, actions=()),
        decision=str(decision) if is_asked else None,
        foresight=foresee(game, seat) if is_asked and seat in NOVICE_SEATS and game.is_plan_due else None,
        uses=card_uses(game, seat) if is_asked and game.is_window_open else (),
    )


def planned_aim(game: Game, seat: Seat, now: SeatMoment, dot: int) -> Aim:
    """Returns how a novice who is planning would go to a dot in several turns; raises ValueError."""
    if now.foresight is None:
        raise ValueError("expected a novice who is writing her plan; got a seat that is not")
    return aim_at(game, seat, now.foresight, dot)
