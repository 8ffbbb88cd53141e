"""The moments at which a night can be taken over: every decision that one seat has alone, and the beginning of every joint one."""

from collections.abc import Iterator

import pytest

from nuns.referee.actions import Action, Again, Plan
from nuns.referee.dice import SealedDice
from nuns.referee.events import Event
from nuns.referee.game import Game, seat_game
from nuns.referee.moments import Moment, moments
from nuns.referee.record import read_record, record_text, replay_steps
from tests.kit.records import mixed_dice, night_with, table_named

NIGHTS = (("dutch(blessings=on,turns=4)", 3), ("mayfair(turns=3)", 6), ("italian(monk=robert,turns=3)", 2))


def found(game: Game) -> tuple[list[Moment], list[tuple[int, int, int, int]]]:
    """The moments of a night, and after each action what was asked of how many."""
    dice = SealedDice("5e" * 32)
    record = read_record(record_text(game, dice, dict.fromkeys(game.seats, "somebody")).encode())
    again, asked = seat_game(record.setup), [(0, 0, 0, 0)]

    def steps() -> Iterator[tuple[Action | None, tuple[Event, ...]]]:
        for step in replay_steps(record, again):
            asked.append((again.turn, again.phase, again.ask, again.state.asked))
            yield step

    return list(moments(again, steps())), asked


@pytest.mark.parametrize(("options", "novices"), NIGHTS)
def test_nobody_has_answered_a_joint_decision_at_any_moment(options: str, novices: int) -> None:
    game = night_with(table_named(options, novices), mixed_dice(table_named(options, novices)), seed=3)
    listed, asked = found(game)
    assert len(listed) > 20
    for moment in listed:
        done = game.actions[moment.actions - 1]
        before, now = asked[moment.actions - 1], asked[moment.actions]
        assert now[3], "the night is over"
        assert not isinstance(done, Again)
        if isinstance(done, Plan):  # the last plan: something else is asked now
            assert now[:3] != before[:3]


@pytest.mark.parametrize(("options", "novices"), NIGHTS)
def test_every_turn_has_a_moment_before_the_novices_and_one_before_the_guards(options: str, novices: int) -> None:
    game = night_with(table_named(options, novices), mixed_dice(table_named(options, novices)), seed=3)
    listed, _ = found(game)
    assert {(turn, part) for _, turn, part in listed} >= {(turn, part) for turn in range(1, game.turn) for part in ("novices", "guards")}
    assert listed == sorted(listed)
    assert listed[0].actions == 1
