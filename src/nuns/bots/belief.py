"""What a seat may believe of every novice's dot, key, wish and card, from the events it was told.

The support is exact: a state has probability 0 if and only if no legal behaviour of the novices leads to it under these events. The
weights are those of a motion model (``filter/motion_model.py``), and of dice and cards by the rules. The filter itself is in ``filter/``;
this hosts it at a table: in machine code where that is ready, otherwise interpreted.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from copy import copy, deepcopy
from itertools import chain
from threading import local
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from nuns.board.shape import copy_of
from nuns.bots.event_codes import Code, codes_of, figure_of
from nuns.bots.filter import observation, queries
from nuns.bots.filter.machine_code import OBSERVATION, QUERIES, UNITS, can_start_at_once
from nuns.bots.filter.motion_model import MOTION, Motion, motion_record, motion_tables, recorded
from nuns.bots.filter.records import EVENT_ROWS, BeliefRecord, EventRows, FilterAnswers, FilterScratch, Numbers, Whole
from nuns.bots.filter.tracks import Contradiction
from nuns.kernel.entries import field_of, new_record
from nuns.kernel.records import array_of
from nuns.kernel.units import entries_of, entry_of
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game_setup import BLESSING_NAMES, GameSetup
from nuns.referee.seat_events import own_number
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.rules.knowledge import SPECTATOR, Known
from nuns.rules.setup import set_table
from nuns.rules.state import State
from nuns.rules.words import GUARD_SIDE, Status

__all__ = ["MOTION", "Belief", "Impossible", "Motion"]

Flags = np.ndarray[Any, np.dtype[np.bool_]]
NOTHING = Known()  # to be copied, which is quicker than to make one


_ready: list[bool] = []


def is_ready() -> bool:
    """Tells whether the filter is compiled; once it is, it is not looked for again."""
    if not _ready and can_start_at_once():
        _ready.append(True)
    return bool(_ready)


class ThreadSpace(local):
    """The space in which a movement is followed, 5 MB, and events are told; it outlasts no call, so all beliefs of a thread share it."""

    def __init__(self) -> None:
        self._made: dict[bool, tuple[Any, Any, Any]] = {}
        self._readers: WeakKeyDictionary[Belief, Callable[[int], None]] = WeakKeyDictionary()

    def of(self, *, is_compiled: bool) -> tuple[Any, Any, Any]:
        """Returns both as records for machine code, or as plain objects; and the numbers of the events in a row."""
        if is_compiled not in self._made:
            make = new_record if is_compiled else lambda declared: declared()
            scratch, events = make(FilterScratch), make(EventRows)
            self._made[is_compiled] = scratch, events, field_of(events, "rows").reshape(-1)
        return self._made[is_compiled]

    def reader_of(self, belief: "Belief") -> Callable[[int], None]:
        """Returns the machine code that lets a belief read so many events of this space."""
        if (reader := self._readers.get(belief)) is None:
            reader = self._readers[belief] = belief.reader(*self.of(is_compiled=True)[:2])
        return reader


_space = ThreadSpace()


class Impossible(ValueError):
    """Raised when the events cannot happen: they are not those of one seat, complete and in order."""


def seat_number(seat: Seat) -> int:
    """Returns the number under which the rules know a seat: a novice's figure, GUARD_SIDE or SPECTATOR."""
    if own_number(seat):
        return own_number(seat) - 1
    return GUARD_SIDE if seat in GUARD_SEATS else SPECTATOR


class Belief:
    """What one seat believes, from its events in order as ``nuns.referee.seat_events`` gives them; it can be asked at any time."""

    def __init__(
        self, table: GameSetup, seat: Seat | str, motion: Motion = MOTION, *, compile_it: bool | None = None, record: Any = None
    ) -> None:
        """Sets up the belief; ``compile_it`` says whether it is kept by machine code, by default where nobody has to wait for that.

        With ``record`` it is kept in that BeliefRecord of the caller's.
        """
        self.setup, self.seat, self.motion = table, Seat(seat), motion
        self.is_compiled = is_ready() if compile_it is None else compile_it
        self._board: Any
        self._model: Any
        if self.is_compiled:
            self._board, self._model = recorded(table.board), motion_record(table.board, table.options, motion)
        else:
            self._board, self._model = table.board, motion_tables(table.board, table.options, motion)
        self._belief = self._new(BeliefRecord) if record is None else record
        self._answers: Any = None  # made when it is first asked
        self._told: Any = None
        self._is_dealt = False

    def _new(self, declared: type) -> Any:
        return new_record(declared) if self.is_compiled else declared()

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function of the filter, compiled or as it stands."""
        if not self.is_compiled:
            return function(*arguments)
        return entry_of(OBSERVATION if function in OBSERVATION.entries else QUERIES, function)(*arguments)

    def observe(self, event: Event) -> None:
        """Takes in one event as the seat knows it."""
        self.observe_all((event,))

    def observe_all(self, events: Iterable[Event], known: State | None = None) -> "Belief":
        """Takes in events in order, and returns itself.

        ``known`` is what the seat knows after whole actions. A seat that is asked for an order, a path, a step or the next plans knows that
        a novice without a token was not heard (7.4), which otherwise the next event tells.
        """
        self._told, self._is_dealt = None, False
        events = list(events)
        for event in events:
            if isinstance(event, ev.SetUp):
                self._begin(event)
        codes = codes_of(self.setup, events, known)
        if codes:
            self._tell(self._belief, codes)
            self._check()
        return self

    def _tell(self, belief: Any, codes: Sequence[Code]) -> None:
        scratch, events, numbers = _space.of(is_compiled=self.is_compiled)
        for first in range(0, len(codes), EVENT_ROWS):
            told = array("q", chain.from_iterable(codes[first : first + EVENT_ROWS]))
            numbers[: len(told)] = told
            count = len(told) // len(codes[0])
            if self.is_compiled and belief is self._belief:
                _space.reader_of(self)(count)
            else:
                self._call(observation.observe_rows, self._board, self._model, belief, scratch, events, count)

    def reader(self, scratch: Any, events: Any) -> Callable[[int], None]:
        """Returns the machine code that lets this belief read so many of these events."""
        return entry_of(OBSERVATION, observation.observe_rows).bound_to(self._board, self._model, self._belief, scratch, events)

    def _begin(self, event: ev.SetUp) -> None:
        """Begins with the novices and the cards that the seat was dealt or told of (2)."""
        known = copy_of(NOTHING)
        known.options = self.setup.options
        set_table(self.setup.board, known, self.setup.novices, self.setup.guard_players)
        for each in event.novices:
            novice = known.novices[each.novice - 1]
            novice.status = Status.ON_THE_RUN
            if isinstance(each.key_dot, int) and isinstance(each.wish_dot, int):
                novice.key_dot, novice.wish_dot = each.key_dot, each.wish_dot
        dealt: list[tuple[int | str, object]] = [(each.novice, each.blessing) for each in event.novices]
        dealt += [(each.guard, each.blessing) for each in event.guards]
        for holder, card in dealt:
            if isinstance(card, str):
                known.blessings[figure_of(holder)] = BLESSING_NAMES.index(card)
        told: Any = array_of(known) if self.is_compiled else known
        self._call(observation.begin_belief, self._board, self._model, self._belief, told, seat_number(self.seat))

    def _check(self) -> None:
        """Raises Impossible if the events cannot be."""
        fault = int(field_of(self._belief, "fault"))
        if fault == Contradiction.NONE:
            return
        novice, dot = int(field_of(self._belief, "fault_novice")) + 1, int(field_of(self._belief, "fault_dot"))
        if fault == Contradiction.NOT_THERE:
            raise Impossible(f"novice {novice} cannot be on {dot}")
        if fault == Contradiction.NO_MOVEMENT:
            raise Impossible(f"nothing that novice {novice} may have done fits what was observed")
        if fault == Contradiction.NO_FALSE_NOISE:
            raise Impossible(f"novice {novice} cannot have placed a false noise")

    def copy(self) -> "Belief":
        """Returns an independent copy."""
        other = copy(self)
        other._belief, other._answers = self._copied(), None
        other._told, other._is_dealt = None, False
        return other

    def _copied(self) -> Any:
        return self._belief.copy() if self.is_compiled else deepcopy(self._belief)

    def _now(self) -> Any:
        """Returns the belief as if the action of the last events were over, with the cards of all novices taken together (2.2, 2.3).

        Where that is impossible, as in the middle of the events of one action, the last events are left out until the others follow.
        """
        if self._told is None:
            self._told = self._copied()
            self._tell(self._told, ((observation.ACTION_ENDED, 0, 0, 0),))
            if not self._call(queries.is_possible, self._told):
                self._told = self._copied()
        if self._answers is None:
            self._answers = self._new(FilterAnswers)
        if not self._is_dealt and not self._call(queries.work_out_deals, self._told, self._answers):
            raise Impossible("nothing that a novice may have done fits what was observed")
        self._is_dealt = True
        return self._told

    @property
    def novices(self) -> tuple[int, ...]:
        """The novices in the game by number, in the order of ``sample``."""
        return tuple(figure + 1 for figure, track in enumerate(field_of(self._belief, "tracks")) if self._is_present(track))

    def _is_present(self, track: Any) -> bool:
        return bool(track["is_present"] if self.is_compiled else track.is_present)

    def joint(self, novice: int) -> Numbers:
        """Returns probabilities by card (1 to 8), phase (no key, key, key and wish) and dot; a novice who is home is on dot 0."""
        return normalise(self._joint(novice, is_support=False))

    def _joint(self, novice: int, *, is_support: bool) -> Numbers:
        return self._asked("joint", queries.weigh_joint, novice - 1, is_support)

    def _asked(self, name: str, function: Callable[..., Any], *arguments: int) -> Numbers:
        """Asks the belief something, and returns a copy of that part of the answers."""
        self._call(function, self._now(), self._answers, *arguments)
        return np.array(field_of(self._answers, name))

    def dots(self, novice: int) -> Numbers:
        """Returns probabilities by dot."""
        return normalise(self._asked("likely", queries.weigh_model, novice - 1)[novice - 1])

    def likely(self, novice: int) -> Numbers:
        """Returns probabilities by dot to act on: the motion model's, blended with all possible dots, since no model is trusted alone."""
        now = self._now()
        self._call(queries.weigh_likely, self._model, now, self._answers, novice - 1, False)
        return np.array(field_of(self._answers, "likely")[novice - 1])

    def cards(self, novice: int) -> Numbers:
        """Returns probabilities by wish card, which is named after its key, 1 to 8."""
        return np.asarray(self.joint(novice).sum(axis=(1, 2)))

    def support(self, novice: int) -> Flags:
        """Returns, by card, phase and dot, whether it is possible at all."""
        return self._joint(novice, is_support=True) > 0

    def possible(self, novice: int) -> Flags:
        """Returns, by dot, whether she may be there at all."""
        return self._asked("possible", queries.find_possible, novice - 1) > 0

    def sample(self, rng: np.random.Generator, count: int) -> Whole:
        """Returns so many random games: by game and novice, in the order of ``novices``, her card, phase and dot."""
        now, novices = self._now(), len(self.novices)
        nights = np.zeros((count, novices, 3), np.int64)
        for night in nights:
            field_of(self._answers, "luck")[:novices] = rng.random((novices, 2))
            self._call(queries.draw_night, now, self._answers)
            night[:] = field_of(self._answers, "night")[:novices]
        return nights


def normalise(weights: Numbers) -> Numbers:
    """Returns weights scaled to a sum of 1, or raises Impossible."""
    total = weights.sum()
    if not total > 0:
        raise Impossible("no deal of the cards fits what was observed")
    return np.asarray(weights / total)


def prepare() -> None:
    """Compiles the filter, or takes it from the cache; nobody at a table needs to wait for that."""
    for unit in UNITS:
        entries_of(unit)
