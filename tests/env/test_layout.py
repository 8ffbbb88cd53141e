"""The layout of observations: every number has its place, within its bounds, and says what the state says."""

from itertools import islice
from typing import Any

import numpy as np
import pytest

from nuns.board.tables import the_board
from nuns.env.layout import (
    GUARD_SEAT,
    NOBODY_ASKED,
    OBSERVATION,
    OBSERVATION_SIZE,
    OWN_START,
    STATE,
    STATE_SIZE,
    TOKENS,
    bounds,
)
from nuns.env.observation import seat_of_figure, write_observation, write_state
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import NOVICE_SEATS, Seat, knowledge_seat
from nuns.referee.view import known_by, view
from nuns.rules.knowledge import Known, know
from nuns.rules.state import State
from nuns.rules.turn import next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, NOVICES, Stage, Status
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.lockstep import random_tables
from tests.kit.sample import sample

MOMENTS = sample(9, 2)


def observed(state: State, seat: int, figure: int) -> dict[str, Any]:
    """An observation by name, written interpreted; a field of one number is that number."""
    known, row = Known(), np.full(OBSERVATION_SIZE, 255, np.uint8)
    know(the_board(), state, seat if seat < NOVICES else GUARD_SIDE, known)
    write_observation(the_board(), known, seat, figure, row)
    assert (row <= np.array(bounds(OBSERVATION))).all()
    return {name: row[field.place].tolist() if field.size > 1 else int(row[field.start]) for name, field in OBSERVATION.items()}


def test_every_number_has_one_place() -> None:
    for layout, size in ((OBSERVATION, OBSERVATION_SIZE), (STATE, STATE_SIZE)):
        places = [place for field in layout.values() for place in range(field.start, field.start + field.size)]
        assert places == list(range(size))
        assert len(bounds(layout)) == size
        assert max(bounds(layout)) <= 255
    assert OBSERVATION["own_key_dot"].start == OWN_START
    assert list(OBSERVATION)[: len(OBSERVATION) - 13] == list(STATE)[: len(OBSERVATION) - 13]


def asked_games(number: int) -> list[tuple[Game, int]]:
    """Moments of an eager game in which somebody decides, with the figure who is asked first."""
    options, novices, guard_players = next(islice(random_tables(31), number, None))
    table = GameSetup("mayfair", options, novices, guard_players)
    games = [
        (Game(table, game.state, events=list(game.events)), next_figure(game.state))
        for count, (game, _, _) in enumerate(steps(table, 5, number, eager_choice))
        if count % MOMENTS == 0 and game.state.stage not in (Stage.DEAL, Stage.OVER)
    ]
    return [(game, figure) for game, figure in games if figure not in (CHANCE, -1)]


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize("number", range(8))
def test_an_observation_says_what_the_view_of_the_seat_says(number: int) -> None:
    asked = set()
    for game, figure in asked_games(number):
        seat = NOVICE_SEATS[figure] if figure < NOVICES else game.setup.guard_seats[0]
        seen, shown = observed(game.state, seat_of_figure(figure), figure), view(game, seat)
        asked.add(seen["ask"])
        assert seen["seat"] == (figure if figure < NOVICES else GUARD_SEAT)
        assert seen["figure"] == figure
        assert (seen["turn"], seen["turns_left"], seen["phase"]) == (shown.turn, shown.turns_left, shown.phase)
        assert (seen["captures"], seen["goal"]) == (shown.captures, shown.goal)
        for guard in shown.guards:
            assert (seen[f"{guard.guard}_dot"], bool(seen[f"{guard.guard}_free"])) == (guard.dot or 0, guard.free)
        for novice in shown.novices:
            own = seat == f"novice-{novice.novice}"
            assert seen[f"novice_{novice.novice}_times_caught"] == novice.times_caught
            assert own or seen[f"novice_{novice.novice}_dot"] == (novice.dot or 0)
        assert [sum(seen[f"novice_{each}_vanished"] for each in range(1, 7))] == [len(shown.vanishings)]
        if figure < NOVICES:
            sheet = shown.sheets[0]
            assert (seen["own_key_dot"], seen["own_wish_dot"]) == (sheet.key_dot, sheet.wish_dot)
            assert (bool(seen["own_has_key"]), bool(seen["own_has_wish"])) == (sheet.has_key, sheet.has_wish)
        else:
            assert seen["own_key_dot"] == 0
    assert len(asked) > 1


def test_a_seat_that_is_not_asked_reads_so() -> None:
    game, _ = asked_games(0)[3]
    seen = observed(game.state, GUARD_SEAT, -1)
    assert (seen["ask"], seen["figure"], seen["ways"]) == (NOBODY_ASKED, CHANCE, [0] * 4)


def test_ways_are_the_dots_to_which_actions_lead() -> None:
    kinds = set()
    for game, figure in asked_games(1) + asked_games(5):
        seen = observed(game.state, seat_of_figure(figure), figure)
        for action in view(game, NOVICE_SEATS[figure] if figure < NOVICES else game.setup.guard_seats[0]).actions:
            kind = type(action).__name__
            if kind in ("Dot", "Step"):
                kinds.add(kind)
                there = action.dot if kind == "Dot" else action.to  # type: ignore[union-attr]
                assert there in seen["ways"]
    assert kinds == {"Dot", "Step"}


@pytest.mark.rule("3.1", "3.2")
def test_what_the_referee_knows_gives_the_same_numbers() -> None:
    """``known_by`` shares parts between seats; the observation of it is that of ``know``."""
    for game, figure in asked_games(6):
        for seat in (*game.seats, Seat.SPECTATOR):
            number = knowledge_seat(seat)
            if number > GUARD_SIDE:
                continue
            own, rows = number if number < NOVICES else GUARD_SEAT, [np.zeros(OBSERVATION_SIZE, np.uint8) for _ in range(2)]
            known = Known()
            know(the_board(), game.state, number, known)
            asked = figure if seat_of_figure(figure) == own else -1
            for row, source in zip(rows, (known, known_by(game, seat)), strict=True):
                write_observation(the_board(), source, own, asked, row)
            assert rows[0].tolist() == rows[1].tolist()


def test_the_state_has_everybodys_secrets() -> None:
    for game, _ in asked_games(2):
        row = np.zeros(STATE_SIZE, np.uint8)
        write_state(the_board(), game.state, row)
        assert (row <= np.array(bounds(STATE))).all()
        for novice in game.state.novices:
            if novice.status != Status.ABSENT:
                name = f"novice_{novice.figure + 1}"
                assert row[STATE[f"{name}_dot"].start] == novice.dot
                assert row[STATE[f"{name}_own_key_dot"].start] == novice.key_dot
        assert row[STATE["guards_own_blessing"].place].tolist() == list(game.state.blessings[6:8])


def test_vanished_tokens_are_listed_up_to_four() -> None:
    state = asked_games(0)[3][0].state
    novice = next(novice for novice in state.novices if novice.status == Status.ON_THE_RUN)
    novice.vanished = TOKENS + 2
    for token in range(novice.vanished):
        novice.left_at[token], novice.went_to[token], novice.token_for[token] = 10 + token, 20 + token, 7
    seen, name = observed(state, GUARD_SEAT, -1), f"novice_{novice.figure + 1}"
    assert seen[f"{name}_vanished"] == TOKENS + 2
    assert (seen[f"{name}_left_at"], seen[f"{name}_went_to"]) == ([10, 11, 12, 13], [20, 21, 22, 23])
