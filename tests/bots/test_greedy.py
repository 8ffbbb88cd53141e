"""Greedy guards follow a noise on, and do not step back and forth."""

from nuns.bots.policies.greedy import greedy_choice
from nuns.referee.events import GuardStepped
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import MAYFAIR, change_option
from tests.kit.game_runs import steps


def test_a_guard_who_follows_a_noise_does_not_step_back_to_where_she_heard_it() -> None:
    table, followed, back = GameSetup("mayfair", change_option(MAYFAIR, "blessings", "off"), 2), 0, 0
    for index in range(16):
        for game, _, happened in steps(table, 31, index, greedy_choice):
            for event in happened:
                if isinstance(event, GuardStepped):
                    guard = game.state.guards[0 if event.guard == "abbess" else 1]
                    if guard.tokens and not any(novice.shown or novice.vanished for novice in game.state.novices):
                        followed += 1
                        back += event.to == guard.tokens_at
    assert followed > 40
    assert back == 0
