"""What can be asked of the board and the options alone."""

import pytest

from nuns.board.convent import the_convent
from nuns.referee.board_queries import earshot, guard_sights, loudest_noise, ruler_reading
from nuns.referee.options import EDITIONS, parse_options


@pytest.mark.rule("6.1", "6.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_guard_sees_lies_on_a_line_and_is_told_for_every_dot_and_step(edition: str) -> None:
    options, seen = EDITIONS[edition], dict[int, set[int]]()
    for sight in guard_sights(options):
        assert sight.dot in sight.seen
        assert sight.facing is None or sight.dot in sight.facing
        assert all(ruler_reading(options, sight.dot, other).line for other in sight.seen)
        seen.setdefault(sight.dot, set()).update(sight.seen)
    assert set(seen) == set(the_convent().dots)
    assert sum(map(len, seen.values())) > 3 * len(seen)


@pytest.mark.rule("3.5")
def test_the_ruler_tells_line_steps_and_a_shortest_route() -> None:
    found = ruler_reading(parse_options("mayfair"), 1, 26)
    assert (found.route[0], found.route[-1], len(found.route)) == (1, 26, found.steps + 1)
    assert ruler_reading(parse_options("mayfair"), 26, 1).steps == found.steps


@pytest.mark.rule("7.1")
def test_the_loudest_noise_is_a_six_on_a_run_with_its_modifier() -> None:
    assert loudest_noise() == 7
    near = earshot(26)
    assert near[26] == 0
    assert max(near.values()) == 7
