"""Log sheets, filled in as a night goes on."""

import pytest

from nuns.referee.game import apply, legal_actions
from nuns.referee.log import LogSheets
from nuns.referee.seats import Seat
from nuns.referee.view import encoded, view
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.golden import table_of
from tests.kit.scenario import Night


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("edition", ["mayfair", "dutch"])
def test_a_sheet_read_bit_by_bit_is_the_one_read_at_once(edition: str) -> None:
    lines = 0
    for game, _, _ in steps(table_of(edition, 3), 5, 1, eager_choice):
        for novice in range(1, 7):
            whole = LogSheets().sheet(novice, game.events)
            assert game.logs.sheet(novice, game.events) == whole
            lines = max(lines, len(whole))
    assert lines > 5


@pytest.mark.rule("5.4", "8.1")
def test_a_line_tells_what_she_took_and_suffered_in_that_movement() -> None:
    night = Night("mayfair(blessings=off,opening=single)", (4,), keys={4: 5})
    night.put_novice(4, 129)
    night.tear_plans()
    night.do("novice-4 sneak 129-130")
    night.pass_time("plan")
    night.put_guard("abbess", 129)
    night.do("novice-4 run 130-129")
    first, second = night.game.logs.sheet(4, night.game.events)
    assert (first.gait, first.route, first.key, first.caught) == ("sneak", (129, 130), True, False)
    assert (second.turn, second.route, second.key, second.caught) == (2, (130, 129), False, True)


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    for game, _, _ in steps(table_of("mayfair", 2), 5, 1, eager_choice):
        if game.state.turn == 3:
            break
    else:
        raise AssertionError("the night has no third turn")
    before = {seat: encoded(view(game, seat)) for seat in game.seats}
    other = game.copy()
    assert {seat: encoded(view(other, seat)) for seat in other.seats} == before
    for _ in range(60):
        seat = other.waiting[0]
        apply(other, legal_actions(other, seat)[-1])
    assert {seat: encoded(view(game, seat)) for seat in game.seats} == before
    assert encoded(view(other, Seat.SPECTATOR)) != encoded(view(game, Seat.SPECTATOR))
    assert len(other.events) > len(game.events)
