"""Replays of finished games, step by step as one of the seats knew them."""

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
from nuns.referee.record import Record, read_record, replay_steps
from nuns.referee.record_lines import BadRecord
from nuns.referee.seat_events import known_event
from nuns.referee.seats import Seat
from nuns.referee.turn_parts import TurnPart, page_position
from nuns.referee.view import View, seen_by_seat
from nuns.server.tables.night.summary import summary_of
from nuns.server.tables.play.player_actions import ACTIONS_IN_PHASE
from nuns.server.tables.takeover import night_moment
from nuns.server.web.documents import compressed

CPU_SECONDS = 10.0  # seconds of CPU time; a game of eight players takes one
MOST_ACTIONS = 60_000  # a game of eight players has some 1,000
MOST_IN_PHASE = 8 * ACTIONS_IN_PHASE  # what eight seats at a table of this server may do before the game goes on
PUBLIC = (act.Roll, act.First, act.Take, act.Step, act.Stop, act.Ruler)  # public, whoever does them


class ChanceDraw(msgspec.Struct, frozen=True, kw_only=True):
    """One draw: the ``count``-th number of the dice, below ``limit``, means ``among[number]``. It can be checked with seed and salts."""

    count: int
    limit: int
    number: int
    notation: str
    among: tuple[str, ...]


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action, the events that the seat learnt from it, counted from ``first``, and at the end of a half-turn the seat's view."""

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
    seats: dict[str, str]  # the players' names, in the order of the seats
    seat: str  # the seat for which it is replayed
    dice: str  # sha256-2, sha256-day, sha256 or counter
    seed: str
    seal: str
    salts: dict[str, str]
    ending: str
    winners: tuple[str, ...]
    steps: tuple[ReplayStep, ...]


class TooLong(Exception):
    """The record takes too long to replay."""


def replay(text: bytes, seat: Seat) -> Replay:
    """Replays a record for a seat. Raises BadRecord for a false record, ValueError for a seat that did not play, TooLong."""
    record = short_record(text)
    game = seat_game(record.setup)
    steps = tuple(_steps(record, game, seat))
    assert game.outcome is not None
    return Replay(
        edition=record.setup.edition,
        options=record.setup.options_name,
        novices=record.setup.novices,
        guard_players=record.setup.guard_players,
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
def checked_game(text: bytes) -> tuple[Record, Game]:
    """Returns a record and its finished game, with every move and die checked."""
    record = short_record(text)
    game = seat_game(record.setup)
    for _ in limited_replay(record, game):
        pass
    return record, game


def summary(text: bytes) -> bytes:
    """Returns the summary of a record for lists; raises what ``replay`` does."""
    record, game = checked_game(text)
    return summary_of(game, record.seats)


def explained(text: bytes, seat: Seat, event: int) -> Explanation:
    """Returns why the seat's event of that number happened; raises ValueError if there is no such seat or event."""
    return explain(checked_game(text)[1], event, seat)


def short_record(text: bytes) -> Record:
    """Reads a record, unless its length alone says that it would take too long."""
    lines = text.count(b"\n")
    if lines > MOST_ACTIONS:
        raise TooLong(f"expected a game of at most {MOST_ACTIONS} actions; got {lines} lines")
    return read_record(text)


def limited_replay(
    record: Record, game: Game, clock: Callable[[], float] = time.process_time
) -> Iterator[tuple[Action | None, tuple[Event, ...]]]:
    """Replays a record as long as the game goes on: it has a budget of time, and of actions in one phase."""
    began, phase, count = clock(), (0, 0, 0), 0
    for done in replay_steps(record, game, check_dice=True):
        yield done
        before, phase = phase, (game.turn, game.phase, game.ask)
        count = count + 1 if phase == before else 0
        if count > MOST_IN_PHASE:
            raise TooLong(f"expected at most {MOST_IN_PHASE} actions in one phase; got more in turn {game.turn}")
        if clock() - began > CPU_SECONDS:
            raise TooLong(f"expected a game that is replayed in {CPU_SECONDS:.0f} s; got one of {len(record.actions)} actions")


def _steps(record: Record, game: Game, seat: Seat) -> Iterator[ReplayStep]:
    """Yields every action as the seat knew it."""
    page, first, count, before = page_position(game, None), 0, 0, game.state
    own = record.beginning.actions if record.beginning is not None else 0  # what was drawn before comes from another seed
    for done, (action, happened) in enumerate(limited_replay(record, game)):
        if isinstance(action, act.Deal):
            _check_seat(game, seat)
        draws: tuple[ChanceDraw, ...] = ()
        if isinstance(action, act.Deal | act.Roll) and done >= own:
            draws = _draws(record, Game(game.setup, before), count, action)
        known = tuple(told for event in happened if (told := _known(event, seat)) is not None)
        is_known, now = _is_known(game, action, seat), page_position(game, page)
        yield ReplayStep(
            turn=page.turn,
            first=first,
            action=written(action) if is_known and action is not None else None,
            events=known,
            draws=draws if is_known else (),
            ends=page.part if now != page else None,
            view=seen_by_seat(game, seat) if now != page else None,
        )
        page, first, count, before = now, first + len(known), count + len(draws), game.state


def _check_seat(game: Game, seat: Seat) -> None:
    expected = (*game.seats, Seat.SPECTATOR, Seat.OMNISCIENT)
    if seat not in expected:
        raise ValueError(f"expected a seat of this game, {', '.join(expected)}; got {seat}")


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


def _is_known(game: Game, action: Action | None, seat: Seat) -> bool:
    if action is None:
        return False
    return seat == Seat.OMNISCIENT or isinstance(action, PUBLIC) or belongs_to(game, action, seat)


# These run in another process: arguments and results are bytes.


def encoded_replay(text: bytes, seat: Seat) -> tuple[bytes, bytes]:
    """Returns a replay, and the same compressed."""
    body = msgspec.json.encode(replay(text, seat))
    return body, compressed(body)


def encoded_moment(id: str, text: bytes, actions: int) -> bytes:
    """Returns a moment of a record at which a seat can be taken over, encoded; raises what ``replay`` does."""
    record = short_record(text)
    game = seat_game(record.setup)
    return msgspec.json.encode(night_moment(id, record, game, limited_replay(record, game), actions))


def with_plain_errors(work: Callable[..., Any], *given: Any) -> Any:
    """Runs a job with errors that can be sent between processes."""
    try:
        return work(*given)
    except (BadRecord, TooLong) as fault:
        raise ValueError(str(fault)) from None
