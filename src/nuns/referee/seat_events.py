"""Events as a seat may know them (rules 3), each rebuilt from what is public or the seat's own."""

from typing import assert_never

from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.seats import GUARD_SEATS, NOVICE_SEATS, Seat
from nuns.rules.words import NOVICES


def events_of(game: Game, seat: Seat | str) -> tuple[Event, ...]:
    """Returns everything a seat has learnt so far, in order; the list only ever grows. The omniscient seat waits for the end (3.4)."""
    seat = game.check_seat(seat)
    return tuple(game.events) if seat == Seat.OMNISCIENT else known_to(seat, game.events)


def known_to(seat: Seat, events: list[Event] | tuple[Event, ...]) -> tuple[Event, ...]:
    """Returns what the seat may know of these events."""
    return tuple(known for event in events if (known := known_event(event, seat)) is not None)


def own_number(seat: Seat) -> int:
    """Returns the number of the seat's novice, or 0 for any other seat."""
    return NOVICE_SEATS.index(seat) + 1 if seat in NOVICE_SEATS else 0


def is_own(seat: Seat, by: int | str) -> bool:
    """Tells whether something of a novice or a guard is the seat's own (3.2); the guard side shares its cards (2.3)."""
    return by == own_number(seat) if isinstance(by, int) else seat in GUARD_SEATS


def known_event(event: Event, seat: Seat) -> Event | None:
    """Returns an event as a seat knows it, or None if the seat learns nothing (3.1, 3.2)."""
    match event:
        case ev.SetUp():
            return _known_set_up(event, seat)
        case ev.NoviceMoved(turn=turn, novice=novice, phase=phase, gait=gait, route=route, blessing=blessing):
            if is_own(seat, novice):
                return ev.NoviceMoved(turn=turn, novice=novice, phase=phase, gait=gait, route=route, blessing=blessing)
            return ev.NoviceMoved(turn=turn, novice=novice, phase=phase, gait=gait, blessing=blessing)
        case ev.KeyTaken(novice=novice) | ev.WishTaken(novice=novice):
            return event if is_own(seat, novice) else None
        case ev.BlessingPlayed(by=by, blessing=blessing):
            return event if blessing != "false-noise" or is_own(seat, by) else None
        case ev.BlessingTold(by=by):
            return event
        case ev.Noise():
            return _known_noise(event, seat)
        case ev.DotsTold():
            return event if seat in NOVICE_SEATS else None
        case (
            ev.PathTaken() | ev.NoviceSeen() | ev.NoviceShown() | ev.NoviceVanished() | ev.TokenRemoved() | ev.NoviceHome()
            | ev.Rolled() | ev.GuardTurned() | ev.GuardStepped() | ev.GuardStopped() | ev.NoviceCaught() | ev.NoviceFreed()
            | ev.TokensCleared() | ev.TurnEnded() | ev.RulerLaid() | ev.GameOver()
        ):  # fmt: skip
            return event
        case _:
            assert_never(event)


def _known_set_up(event: ev.SetUp, seat: Seat) -> ev.SetUp:
    """Leaves out the cards of others (2.2, 2.3)."""
    return ev.SetUp(
        turn=event.turn,
        edition=event.edition,
        options=event.options,
        players=event.players,
        novices=tuple(each if each.novice == own_number(seat) else ev.SetUpNovice(novice=each.novice) for each in event.novices),
        guards=tuple(each if seat in GUARD_SEATS else ev.SetUpGuard(guard=each.guard, dot=each.dot) for each in event.guards),
        monk=event.monk,
    )


def _known_noise(event: ev.Noise, seat: Seat) -> ev.Noise:
    """Leaves out whether the noise is real, which only the one who placed the token knows (7.5, 10.4)."""
    by = event.by if isinstance(event.by, str) else event.novice
    assert isinstance(by, int | str)
    assert not isinstance(by, int) or 1 <= by <= NOVICES
    if is_own(seat, by):
        return event
    return ev.Noise(turn=event.turn, novice=event.novice, by=event.by, guard=event.guard, dot=event.dot)
