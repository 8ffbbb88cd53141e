"""What a game says of the decision that is due."""

from random import Random

import pytest

from nuns.referee.dice import SealedDice, draw_count, next_chance_action
from nuns.referee.game import Game, apply, legal_actions, new_game
from nuns.referee.seats import Seat
from nuns.referee.turn_parts import SETUP, page_position
from tests.kit.scenario_defaults import BOOKS

DICE = SealedDice("a seed")


def chance(game: Game, draws: int) -> int:
    """Lets chance act; how many numbers were drawn by then."""
    action = next_chance_action(game, DICE, draws)
    draws += draw_count(game, action)
    apply(game, action)
    return draws


@pytest.mark.parametrize("edition", BOOKS)
def test_a_game_waits_for_chance_or_for_seats_and_says_for_which(edition: str) -> None:
    game, rng, draws, seen, parts = new_game(edition, (2, 1)), Random(5), 0, set[str](), list[str]()
    page = page_position(game, None)
    while not game.is_over and game.turn < 4:
        assert [seat for seat in game.seats if game.is_waiting_for(seat)] == [seat for seat in game.waiting if seat != Seat.CHANCE]
        assert game.is_chance_due == (game.waiting == (Seat.CHANCE,))
        seen |= {name for name in ("is_plan_due", "is_order_due", "is_joint_decision", "is_chance_due") if getattr(game, name)}
        assert game.is_joint_decision or not game.is_plan_due
        if game.is_chance_due:
            draws = chance(game, draws)
        else:
            seat = rng.choice(game.waiting)
            apply(game, rng.choice(legal_actions(game, seat)), seat)
        page = page_position(game, page)
        parts += [page.part] if not parts or parts[-1] != page.part else []
    assert seen == {"is_plan_due", "is_order_due", "is_joint_decision", "is_chance_due"}
    assert parts[:3] in ([SETUP, "novices", "guards"], ["novices", "guards", "listening"], ["novices", "guards", "novices"])


def test_the_whole_deal_is_drawn_as_card_by_card() -> None:
    """Chance as a log keeps it: the deal at once, and then one die at a time, from the same numbers."""
    whole, again = new_game("mayfair", (3, 1)), new_game("mayfair", (3, 1))
    drawn = chance(whole, 0)
    deal = whole.actions[0]
    assert next_chance_action(again, DICE, 0) == deal
    assert drawn == 3 * 2 + 3 + 2, "a number, a wish card and a blessing for each novice, and a blessing for each guard"
    apply(again, deal)
    assert again.state == whole.state
