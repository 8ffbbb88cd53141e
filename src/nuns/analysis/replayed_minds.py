"""A night replayed with the minds of all seats: at every moment the state and what each seat believed, as records of machine code."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from nuns.analysis.first_minds import dealt_mind, midway_mind
from nuns.board.shape import copy_of
from nuns.bots.filter.machine_code import TAPE
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.filter.records import FilterScratch
from nuns.bots.filter.tape_reader import read_tape
from nuns.bots.policies.nights import GUARDS_MIND, MINDS, NEWS, OWN_MIND, PUBLIC_MIND, Crew
from nuns.bots.policies.policy_games import BELIEF
from nuns.bots.policies.workspace import Mind
from nuns.kernel.entries import layout_of, new_record, record_of
from nuns.kernel.records import Record
from nuns.kernel.rule_units import TELLING_RULES
from nuns.kernel.units import entry_of
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.rules.knowledge import SPECTATOR, Known, know
from nuns.rules.state import State
from nuns.rules.turn import proceed
from nuns.rules.words import GUARD_SIDE, NOVICES, Stage, Status

Words = np.ndarray[Any, np.dtype[np.uint64]]
ROLLOUT_MINDS = 2  # the guards' and everybody's: the first places of a crew, which belief-level players need


class PackedMind(NamedTuple):
    """A mind with its zeros left out, a fiftieth of its size: the places and values of its other words."""

    places: np.ndarray[Any, np.dtype[np.int32]]
    words: Words

    @staticmethod
    def of(record: Record) -> "PackedMind":
        """Packs an array of one mind."""
        words = record.view(np.uint64)
        places = np.flatnonzero(words)
        return PackedMind(places.astype(np.int32), words[places])

    def unpacked(self) -> Record:
        """Returns the mind as an array of one record."""
        record = new_record(Mind)
        record.view(np.uint64)[self.places] = self.words
        return record


@dataclass(frozen=True, eq=False)
class NightPosition:
    """One moment of a night: ``moment`` actions of its game file were done. Nothing of it is ever changed."""

    setup: GameSetup
    moment: int
    truth: State  # as the referee has it
    minds: tuple[PackedMind | None, ...]  # by their places in a crew; None for a novice who does not play
    events: int = 0  # how many events of the night had happened

    @cached_property
    def state(self) -> Record:
        """The truth as an array of one record, with its tape; copy it before playing on."""
        return record_of(self.truth, State, with_events=True)

    def mind(self, place: int) -> Record:
        """Returns a copy of one mind as an array of one record."""
        packed = self.minds[place]
        if packed is None:
            raise ValueError(f"expected the place of a mind in use; got {place}")
        return packed.unpacked()

    def crew(self) -> Record:
        """Returns a crew of belief-level players, as an array of one record, with what they believed at this moment."""
        return crew_of(self.mind(GUARDS_MIND), self.mind(PUBLIC_MIND))

    def known_to(self, seat: int) -> Record:
        """Returns what a novice (0-5), the guard side or a spectator knew, as an array of one record (3)."""
        known = new_record(Known)
        entry_of(TELLING_RULES[1], know)(recorded(self.setup.board), self.state, seat, known)
        return known


def crew_of(guards: Record, public: Record) -> Record:
    """Returns a crew of belief-level players with these minds; no guard is in the middle of a walk that she has planned."""
    crew = new_record(Crew)
    crew["policies"][0] = BELIEF
    crew["in_use"][0] = 1 << GUARDS_MIND | 1 << PUBLIC_MIND
    for place, mind in ((GUARDS_MIND, guards), (PUBLIC_MIND, public)):
        mind_words(crew, place)[:] = mind.view(np.uint64)
    return crew


def mind_words(crew: Record, place: int, count: int = 1) -> Words:
    """Returns so many minds of a crew from that place on as a row of words, which shows the same memory."""
    size, start = layout_of(Mind).itemsize // 8, _MINDS_START // 8
    words: Words = crew.view(np.uint64)[start + place * size : start + (place + count) * size]
    return words


_MINDS_START: int = layout_of(Crew).fields["minds"][1]  # type: ignore[index]  # bytes


def seat_of_mind(place: int) -> int:
    """Returns whose mind lies at that place of a crew: a novice, the guard side or a spectator."""
    return {GUARDS_MIND: GUARD_SIDE, PUBLIC_MIND: SPECTATOR}.get(place, place - OWN_MIND)


def place_of_mind(seat: int) -> int:
    """Returns the place of a seat's mind in a crew."""
    return {GUARD_SIDE: GUARDS_MIND, SPECTATOR: PUBLIC_MIND}.get(seat, OWN_MIND + seat)


class MindReplay:
    """Minds of all seats that are told a game action by action."""

    def __init__(self, game: Game) -> None:
        """Begins with a game that was just dealt, or that begins in the middle of a night and has not gone on."""
        if game.state.stage == Stage.DEAL:
            raise ValueError("expected a game that was dealt; got one whose cards are still to be dealt")
        self.setup = game.setup
        self._board, self._model = recorded(game.setup.board), motion_record(game.setup.board, game.setup.options)
        self._scratch = new_record(FilterScratch)
        self._minds: list[Record | None] = [None] * MINDS
        self._packed: list[PackedMind | None] = [None] * MINDS
        first_mind = dealt_mind if game.start is None else midway_mind
        begun = NightPosition(game.setup, len(game.actions), game.start or game.state, ())
        for place in range(MINDS):
            seat = seat_of_mind(place)
            if seat >= NOVICES or game.state.novices[seat].status != Status.ABSENT:
                mind = first_mind(game.setup, begun.known_to(seat), seat)
                self._minds[place], self._packed[place] = mind, PackedMind.of(mind)

    def tell(self, game: Game) -> None:
        """Tells every mind what its seat learnt by the last action of the game."""
        if not game.state.said:
            return
        state, read = record_of(game.state, State, with_events=True), entry_of(TAPE, read_tape)
        for place, mind in enumerate(self._minds):
            if mind is not None:
                if read(self._board, self._model, mind["belief"], state, self._scratch) & NEWS:
                    mind["is_stale"] = 1
                self._packed[place] = PackedMind.of(mind)

    def position(self, game: Game) -> NightPosition:
        """Returns the game's position now."""
        return NightPosition(self.setup, len(game.actions), game.state, tuple(self._packed), len(game.events))


class NightStep(NamedTuple):
    """One action of a night, with the position in which it was done and what happened."""

    before: NightPosition | None  # None for the deal
    action: Action
    events: tuple[Event, ...]
    after: NightPosition


def replay_night(game: Game) -> Iterator[NightStep]:
    """Yields every action of a game with the positions around it; the game may be finished or still going on."""
    if game.start is not None:
        raise ValueError("expected a night from its deal on; this one begins in the middle")
    again, minds = seat_game(game.setup), None
    before: NightPosition | None = None
    for action in game.actions:
        was_told, happened = again.state, apply(again, action)
        if minds is None:
            if again.state.stage == Stage.DEAL:
                continue
            minds = MindReplay(again)
        elif again.state is not was_told:  # a ruler changes nothing
            minds.tell(again)
        after = minds.position(again)
        yield NightStep(before, action, happened, after)
        before = after


def replay_minds(game: Game) -> list[NightPosition]:
    """Returns the positions of a night, from the deal to its last action; the first has ``moment`` 1."""
    return [step.after for step in replay_night(game)]


def present_position(game: Game) -> NightPosition | None:
    """Returns the position in which a game is now, whether it began with the deal or in the middle of a night; None before the deal."""
    if game.start is None:
        positions = replay_minds(game)
        return positions[-1] if positions else None
    state = copy_of(game.start)
    proceed(game.setup.board, state)
    again = Game(game.setup, state, start=game.start)
    minds = MindReplay(again)
    for action in game.actions:
        was_told = again.state
        apply(again, action)
        if again.state is not was_told:  # a ruler changes nothing
            minds.tell(again)
    return minds.position(again)
