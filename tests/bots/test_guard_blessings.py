"""Guards with a belief play their blessings where they gain by it, and keep them where they do not."""

import numpy as np
import pytest

from nuns.bots.policies import guard_blessings
from nuns.bots.policies.guard_blessings import guard_blessing, heard_with
from nuns.bots.policies.workspace import Workspace
from nuns.lab.games import deal_state
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import EDITIONS, change_option
from nuns.rules.state import State
from nuns.rules.words import ABBESS, PASS, PLACE, PLAY, Ask, Blessing, Gait, NoiseStep, Stage

TABLE = GameSetup("mayfair", change_option(change_option(EDITIONS["mayfair"], "false-noise", "either"), "guard-false-noise", "own"), 1)
FAR = 3  # steps from the abbess


@pytest.fixture
def window() -> tuple[State, int, np.ndarray]:
    """The abbess is asked for a blessing while the novice's die lies there; who is surely three steps away."""
    state = deal_state(TABLE, 3, 0)
    novice = next(each for each in state.novices if each.cell and each.status)
    state.stage, state.ask, state.asked, state.noise_step, state.turn = Stage.ANSWERS, Ask.BLESSING, 1 << ABBESS, NoiseStep.MAKING, 2
    novice.gait = Gait.RUN
    here = state.guards[0].dot
    sure = np.zeros(len(TABLE.board.distance))
    sure[next(dot for dot in range(1, len(sure)) if TABLE.board.distance[here][dot] == FAR)] = 1.0
    return state, novice.figure, sure


@pytest.fixture(autouse=True)
def gains(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What leaving her path is worth to each guard, in captures, instead of a movement that is planned."""
    worths = [1.0, 1.0]

    def worth_if_moving(board: object, guard: int, space: Workspace) -> float:
        return worths[guard] * (space.imagined[0].guards[guard].tokens > 0)

    monkeypatch.setattr(guard_blessings, "worth_if_moving", worth_if_moving)
    return worths


def space_of(figure: int, sure: np.ndarray) -> Workspace:
    space = Workspace()
    space.answers.likely[figure], space.walks.believed[:] = sure, sure
    return space


def answer(state: State, figure: int, sure: np.ndarray, card: Blessing, face: int) -> int:
    state.blessings[ABBESS] = card
    state.dice[figure] = face
    return guard_blessing(TABLE.board, state, ABBESS, space_of(figure, sure))


@pytest.mark.rule("10.2", "10.3")
def test_a_die_is_changed_where_that_lets_her_hear(window: tuple[State, int, np.ndarray]) -> None:
    state, figure, sure = window
    short = next(face for face in range(1, 7) if heard_with(TABLE.board, state, figure, face + 1, space_of(figure, sure)) == 1.0)
    assert heard_with(TABLE.board, state, figure, short, space_of(figure, sure)) == 0.0
    assert answer(state, figure, sure, Blessing.NOISE_RANGE, short) == PLAY + figure
    assert answer(state, figure, sure, Blessing.NOISE_RANGE, short + 1) == PASS
    assert answer(state, figure, sure, Blessing.ROLL_AGAIN, 1) == PLAY + figure
    assert answer(state, figure, sure, Blessing.ROLL_AGAIN, 6) == PASS


@pytest.mark.rule("10.4")
def test_a_false_noise_lies_towards_the_novice_and_only_where_leave_is_worth_something(window: tuple[State, int, np.ndarray]) -> None:
    state, figure, sure = window
    here, there = state.guards[0].dot, int(sure.argmax())
    played = answer(state, figure, sure, Blessing.FALSE_NOISE, 1)
    assert played >= PLACE
    assert TABLE.board.first_steps[here][there] >> (played - PLACE) & 1
    state.guards[0].tokens = 1
    assert answer(state, figure, sure, Blessing.FALSE_NOISE, 1) == PASS  # she has leave already


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("word, beside", [("own", 0), ("any-guard", 1)])
def test_a_false_noise_lies_beside_the_guard_to_whom_leave_is_worth_most(
    window: tuple[State, int, np.ndarray], gains: list[float], word: str, beside: int
) -> None:
    """The prioress gains more by leave than the abbess, whose card it is; she has it beside her where the edition lets her."""
    state, figure, sure = window
    state.options = change_option(TABLE.options, "guard-false-noise", word)
    state.blessings[ABBESS] = Blessing.FALSE_NOISE
    gains[:] = 0.5, 0.9
    played = guard_blessing(TABLE.board, state, ABBESS, space_of(figure, sure))
    assert (played - PLACE) // 4 == beside
    assert TABLE.board.first_steps[state.guards[beside].dot][int(sure.argmax())] >> (played - PLACE) % 4 & 1
