"""A finished night, told again step by step as one of its seats knew it."""

import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from nuns.referee import actions as act
from nuns.referee.actions import Action
from nuns.referee.dice import draws_of, seal
from nuns.referee.events import Event
from nuns.referee.explain import Explanation, explain
from nuns.referee.game import Game, belongs_to, seat_game
from nuns.referee.notation import written
from nuns.referee.record import BadRecord, Record, read_record, replaying
from nuns.referee.seat_events import known_event
from nuns.referee.seats import Seat
from nuns.referee.turn_parts import TurnPart, page_position
from nuns.referee.view import View, view
from nuns.server.tables.night.summary import summary_of

PATIENCE = 20.0  # seconds of reckoning; a night of eight takes one
PUBLIC = (act.Roll, act.First, act.Take, act.Step, act.Stop, act.Ruler)  # done in the open, whoever does them


class ChanceDraw(msgspec.Struct, frozen=True, kw_only=True):
    """One number of the dice: the ``count``-th, below ``limit``, and so ``among[number]``. Whoever has seed and salts can draw it again."""

    count: int
    limit: int
    number: int
    notation: str
    among: tuple[str, ...]


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action; what the seat learnt of it, counted from event ``first``; and where a half-turn ends, all it saw then."""

    turn: int
    first: int
    action: str | None = None  # in notation; None where it was another's secret
    events: tuple[Event, ...] = ()
    draws: tuple[ChanceDraw, ...] = ()
    ends: TurnPart | None = None  # the part of the turn that is over now
    view: View | None = None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A record, replayed for a seat."""

    edition: str
    options: str
    novices: int
    guard_players: int
    seats: dict[str, str]  # who sat there, in the order of the seats
    seat: str  # through whose eyes
    dice: str  # sha256 or counter
    seed: str
    seal: str
    salts: dict[str, str]
    ending: str
    winners: tuple[str, ...]
    steps: tuple[ReplayStep, ...]


class TooLong(Exception):
    """A record that nobody waits for."""


def replay(text: bytes, seat: Seat) -> Replay:
    """Raises BadRecord for a record that is not true, ValueError for a seat that did not play, TooLong."""
    record = read_record(text)
    game = seat_game(record.table)
    steps = tuple(_steps(record, game, seat))
    assert game.outcome is not None
    return Replay(
        edition=record.table.edition,
        options=record.table.options_name,
        novices=record.table.novices,
        guard_players=record.table.guard_players,
        seats={seat.value: name for seat, name in record.seats.items()},
        seat=seat.value,
        dice=record.dice.kind,
        seed=record.dice.seed,
        seal=seal(record.dice.seed),
        salts={seat.value: salt for seat, salt in record.salts.items()},
        ending=game.outcome.reason,
        winners=tuple(winner.value for winner in game.outcome.winners),
        steps=steps,
    )


@lru_cache(maxsize=4)
def night(text: bytes) -> tuple[Record, Game]:
    """A record and the whole night it tells, every move and die checked."""
    record = read_record(text)
    game = seat_game(record.table)
    for _ in _patiently(record, game):
        pass
    return record, game


def summary(text: bytes) -> bytes:
    """What a list says of a record; raises what ``night`` does."""
    record, game = night(text)
    return summary_of(game, record.seats)


def explained(text: bytes, seat: Seat, event: int) -> Explanation:
    """Why the seat's event of that number happened; ValueError if there is no such seat or event."""
    return explain(night(text)[1], event, seat)


def _patiently(record: Record, game: Game, clock: Callable[[], float] = time.process_time) -> Iterator[tuple[Action, tuple[Event, ...]]]:
    began = clock()
    for done in replaying(record, game, check_dice=True):
        yield done
        if clock() - began > PATIENCE:
            raise TooLong(f"expected a night that is replayed in {PATIENCE:.0f} s; got one of {len(record.actions)} actions")


def _steps(record: Record, game: Game, seat: Seat) -> Iterator[ReplayStep]:
    """Every action as the seat knew it."""
    page, first, count, before = page_position(game, None), 0, 0, game.state
    for action, happened in _patiently(record, game):
        if isinstance(action, act.Deal):
            _check_seat(game, seat)
        draws = _draws(record, Game(game.table, before), count, action) if isinstance(action, act.Deal | act.Roll) else ()
        known = tuple(told for event in happened if (told := _known(event, seat)) is not None)
        is_known, now = _is_known(game, action, seat), page_position(game, page)
        yield ReplayStep(
            turn=page.turn,
            first=first,
            action=written(action) if is_known else None,
            events=known,
            draws=draws if is_known else (),
            ends=page.part if now != page else None,
            view=seen(game, seat) if now != page else None,
        )
        page, first, count, before = now, first + len(known), count + len(draws), game.state


def _check_seat(game: Game, seat: Seat) -> None:
    expected = (*game.seats, Seat.SPECTATOR, Seat.OMNISCIENT)
    if seat not in expected:
        raise ValueError(f"expected a seat of this night, {', '.join(expected)}; got {seat}")


def _draws(record: Record, game: Game, count: int, action: act.Deal | act.Roll) -> tuple[ChanceDraw, ...]:
    return tuple(
        ChanceDraw(
            count=drawn.count,
            limit=len(drawn.among),
            number=record.dice.number(drawn.count, len(drawn.among)),
            notation=drawn.taken,
            among=drawn.among,
        )
        for drawn in draws_of(game, count, action)
    )


def _known(event: Event, seat: Seat) -> Event | None:
    return event if seat == Seat.OMNISCIENT else known_event(event, seat)


def _is_known(game: Game, action: Action, seat: Seat) -> bool:
    return seat == Seat.OMNISCIENT or isinstance(action, PUBLIC) or belongs_to(game, action, seat)


def seen(game: Game, seat: Seat) -> View:
    """What a seat saw; for the omniscient one, while the night went on, what all of them saw together."""
    if seat != Seat.OMNISCIENT or game.is_over:
        return view(game, seat)
    each = [view(game, seat) for seat in game.seats]
    return msgspec.structs.replace(
        view(game, Seat.SPECTATOR),
        seat=seat.value,
        blessings={figure: card for one in each for figure, card in one.blessings.items()},
        sheets=tuple(sheet for one in each for sheet in one.sheets),
    )


# In another process: what goes there and back is bytes.


def encoded_replay(text: bytes, seat: Seat) -> bytes:
    return msgspec.json.encode(replay(text, seat))


def judged(work: Callable[..., Any], *given: Any) -> Any:
    """Every fault as one that travels between processes."""
    try:
        return work(*given)
    except (BadRecord, TooLong) as fault:
        raise ValueError(str(fault)) from None
