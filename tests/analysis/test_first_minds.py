"""Minds of nights that begin in the middle, and advice in them: from what a seat knows there, and nothing else."""

from dataclasses import dataclass

import msgspec
import numpy as np
import pytest

from nuns.analysis.advice import advise
from nuns.analysis.first_minds import moved_weights
from nuns.analysis.replayed_minds import NightPosition, PackedMind, place_of_mind, present_position
from nuns.analysis.worlds import draw_worlds
from nuns.bots.filter.machine_code import QUERIES
from nuns.bots.filter.motion_model import BoardKey
from nuns.bots.filter.queries import is_possible
from nuns.kernel.records import from_record
from nuns.kernel.units import entry_of
from nuns.lessons.course import take
from nuns.lessons.lesson import Lesson, all_lessons
from nuns.referee.game import Game, apply, legal_actions, refusal
from nuns.referee.notation import read
from nuns.referee.position import GuardPlacement, NovicePlacement, StartPosition, begin_at
from nuns.referee.seats import Seat, knowledge_seat
from nuns.rules.knowledge import SPECTATOR, Known, know
from nuns.rules.sight import seen_by
from nuns.rules.state import State
from nuns.rules.words import GUARD_SIDE, Status

LESSONS = list(all_lessons().values())
ids = [lesson.id for lesson in LESSONS]


@dataclass
class Pair:
    """Two nights that one seat cannot tell apart, and what is done in both."""

    seat: Seat
    here: StartPosition
    there: StartPosition
    actions: tuple[str, ...] = ()

    def games(self) -> tuple[Game, Game]:
        """Both nights, as far as they have gone."""
        games = begin_at(self.here), begin_at(self.there)
        for game in games:
            for line in self.actions:
                apply(game, read(line))
        return games


NIGHT = StartPosition(
    novices={
        "novice-2": NovicePlacement(dot=51, key=2, gait="sneak"),
        "novice-4": NovicePlacement(dot=96, key=8, has_key=True, gait="walk"),
    },
    guards={
        "abbess": GuardPlacement(dot=144, came_from=143, path="red-122-147"),
        "prioress": GuardPlacement(dot=13, came_from=14, path="blue-26-84"),
    },
    turn=5,
    options="mayfair",
)


def moved(start: StartPosition, seat: str, moves: str = "novices", **changes: object) -> StartPosition:
    """The same position with something else about one novice."""
    other = msgspec.structs.replace(start.novices[seat], **changes)
    return msgspec.structs.replace(start, novices={**start.novices, seat: other}, moves=moves)


PAIRS = [
    Pair(Seat("novice-2"), NIGHT, moved(NIGHT, "novice-4", dot=120, key=5, has_key=True, has_wish=True)),
    Pair(Seat.GUARDS, moved(NIGHT, "novice-2", "guards"), moved(NIGHT, "novice-4", "guards", dot=118, key=3, has_key=False)),
    Pair(
        Seat.GUARDS, moved(NIGHT, "novice-2", "guards"), moved(NIGHT, "novice-2", "guards", dot=36, has_key=True), actions=("abbess first",)
    ),
]


def now(game: Game) -> NightPosition:
    """The game's position."""
    position = present_position(game)
    assert position is not None
    return position


def unpacked(position: NightPosition, seat: int) -> PackedMind:
    """A seat's mind."""
    mind = position.minds[place_of_mind(seat)]
    assert mind is not None
    return mind


def decisions(lesson: Lesson) -> list[Game]:
    """The games at every decision on the way to a lesson's success."""
    actions = [read(line) for line in lesson.solution]
    return [take(lesson, actions[:done]).game for done in range(len(actions))]


@pytest.mark.parametrize("pair", PAIRS)
def test_advice_tells_nothing_of_how_the_night_really_begins(pair: Pair) -> None:
    """Two starts that a seat cannot tell apart give it the same mind, the same worlds and the same advice."""
    here, there = pair.games()
    number = knowledge_seat(pair.seat)
    assert here.state != there.state
    for one, other in ((unpacked(now(each), seat) for each in (here, there)) for seat in (number, SPECTATOR)):
        assert one.unpacked().tobytes() == other.unpacked().tobytes()
    worlds, others = (draw_worlds(now(each), number, 8, 3) for each in (here, there))
    assert worlds.states.tobytes() == others.states.tobytes()
    assert worlds.crew.tobytes() == others.crew.tobytes()
    advice = advise(here, pair.seat, budget=0.2)
    assert advice
    assert msgspec.json.encode(advice) == msgspec.json.encode(advise(there, pair.seat, budget=0.2))


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_no_mind_is_ever_contradicted(lesson: Lesson) -> None:
    """Wherever a lesson puts its novices, no seat holds the truth to be impossible."""
    for game in decisions(lesson):
        for mind in now(game).minds:
            assert mind is None or entry_of(QUERIES, is_possible)(mind.unpacked()["belief"])


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_a_seat_knows_the_same_in_all_its_worlds(lesson: Lesson) -> None:
    """Worlds agree with what the seat knows: who is hidden is out of sight, and what it knows stays."""
    game, number = take(lesson, ()).game, knowledge_seat(lesson.seat)
    board, before = game.setup.board, Known()
    know(board, game.state, number, before)
    dots = set()
    for world in (from_record(State, row) for row in draw_worlds(now(game), number, 24, 7).states):
        after = Known()
        know(board, world, number, after)
        assert after == before
        for novice in world.novices:
            if novice.status != Status.ABSENT:
                dots.add(novice.dot)
                assert bool(novice.shown) == (seen_by(board, world, novice.dot) != 0)
    assert len(dots) == 1 or number == GUARD_SIDE


def test_guards_who_have_seen_nobody_imagine_her_in_many_places() -> None:
    """As the lesson on path cards begins, a novice may be anywhere; not all worlds have her where she is."""
    worlds = draw_worlds(now(take(all_lessons()["paths"], ()).game), GUARD_SIDE, 32, 7)
    assert len(set(worlds.states["novices"]["dot"][:, 1])) > 8


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_every_lesson_has_advice_from_its_first_decision_on(lesson: Lesson) -> None:
    """Three legal answers that differ, as far as there are three, with chances."""
    for game in decisions(lesson)[:2]:
        advice = advise(game, lesson.seat, budget=0.1)
        assert len(advice) >= min(3, len(legal_actions(game, lesson.seat)))
        assert len({tuple(choice.actions) for choice in advice}) == len(advice)
        assert all(refusal(game, read(choice.actions[0]), lesson.seat) is None for choice in advice)
        assert all(0 <= choice.chance <= 1 for choice in advice)


def test_nobody_is_where_she_cannot_have_gone() -> None:
    """After two movements she is at most ten steps from her cell; after many she may be on her way home."""
    game = begin_at(NIGHT)
    board = game.setup.board
    weights = moved_weights(BoardKey(board), game.setup.options, 1, 2)
    assert weights.sum() == pytest.approx(1)
    assert all(board.distance[board.cell[1]][int(dot)] <= 10 for dot in np.flatnonzero(weights.any(axis=(1, 2))))
    late = moved_weights(BoardKey(board), game.setup.options, 1, 9).sum(axis=(0, 2))
    assert late.argmax() == 2


def test_fellows_who_are_told_their_dots_know_them() -> None:
    """Where the novices win together, each knows where the other stands as the turn begins, and the guards do not (11.3)."""
    game = begin_at(msgspec.structs.replace(NIGHT, options="reference(all-or-nun=on)"))
    own = unpacked(now(game), 1).unpacked()["belief"]["tracks"]["is_on"][0, 3]
    assert list(np.flatnonzero(own)) == [96]
    assert unpacked(now(game), GUARD_SIDE).unpacked()["belief"]["tracks"]["is_on"][0, 3].sum() > 50
