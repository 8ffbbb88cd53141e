"""The bot line: the same bytes whatever others hide, and answers read back."""

import random

import pytest

from nuns.referee.bot_line import AskLine, EventLine, action_in, ask_line, encode_line, read_answer
from nuns.referee.game import Game
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import view
from nuns.rules.words import Stage
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.referee.test_twins import table_of, with_other_secrets


def lines(game: Game, seat: Seat) -> bytes:
    """Everything that a program in a seat has been told by now, and the question before it."""
    told = b"".join(encode_line(EventLine(event=event)) for event in events_of(game, seat))
    return told + encode_line(ask_line("1", view(game, seat)))


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("name", ["mayfair", "dutch(blessings=on)", "mayfair(monk=frederick,all-or-nun=on)"])
def test_a_program_gets_the_same_bytes_whatever_others_hide(name: str) -> None:
    rng, compared = random.Random(3), 0
    for count, (game, _, _) in enumerate(steps(table_of(name, 2), 11, 2, eager_choice)):
        if game.is_over or game.state.stage == Stage.DEAL or count % 41:
            continue
        for seat in game.seats:
            assert lines(with_other_secrets(game, seat, rng), seat) == lines(game, seat)
            compared += 1
    assert compared > 6


def test_every_action_that_is_offered_can_be_answered_by_text_and_by_number() -> None:
    asked = 0
    for count, (game, _, _) in enumerate(steps(table_of("reference", 2), 5, 1, eager_choice)):
        if game.is_over or game.state.stage == Stage.DEAL or count % 9:
            continue
        for seat in game.seats:
            seen = view(game, seat)
            line: AskLine = ask_line("7", seen)
            assert line.view.actions == ()
            for number, text in enumerate(line.actions):
                quoted = text.replace('"', '\\"')
                assert action_in(read_answer(f'{{"id":"7","answer":"{quoted}"}}'.encode()), "7", seen.actions) == seen.actions[number]
                assert action_in(read_answer(str(number).encode()), "7", seen.actions) == seen.actions[number]
                asked += 1
    assert asked > 50
