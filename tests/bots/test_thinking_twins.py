"""Bots that keep beliefs decide by what their seat knows: a night that differs in what it cannot know leads to the same decisions."""

import random
from collections.abc import Callable

import pytest

from nuns.bots.players.belief_guards import BeliefGuards
from nuns.bots.players.belief_novice import BeliefNovice
from nuns.bots.players.bot import KnowingBot
from nuns.bots.players.player import BotPlayer
from nuns.bots.players.search_guards import SearchingGuards
from nuns.bots.players.search_novice import SearchingNovice
from nuns.bots.policies.greedy import greedy_choice
from nuns.referee.game import belongs_to
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat
from nuns.referee.view import view
from nuns.rules.options import parse_options
from nuns.rules.words import Ask, Stage
from tests.kit.game_runs import steps
from tests.kit.sample import sample
from tests.referee.test_twins import with_other_secrets

GUARDS: dict[str, Callable[[], KnowingBot]] = {
    "careful": lambda: BeliefGuards(evenly=True),
    "belief": BeliefGuards,
    "search": lambda: SearchingGuards(rollouts=1),
}
NOVICES: dict[str, Callable[[], KnowingBot]] = {"belief": BeliefNovice, "search": lambda: SearchingNovice(rollouts=1)}
TABLES = [("mayfair", 2, 1), ("dutch(blessings=on,monk=robert)", 2, 1), ("italian(monk=robert)", 2, 1), ("reference", 6, 2)]

MOMENTS = sample(13, 100)  # at which a seat of a table is asked


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("name, novices, guard_players", TABLES)
@pytest.mark.parametrize("side, bot", [("guards", each) for each in GUARDS] + [("novices", each) for each in NOVICES])
def test_what_a_seat_cannot_know_changes_no_decision(name: str, novices: int, guard_players: int, side: str, bot: str) -> None:
    """Two of the same bot with the same numbers: one sits in the night, one in a night with other secrets."""
    rng, make = random.Random(5), (GUARDS if side == "guards" else NOVICES)[bot]
    table = GameSetup(name.partition("(")[0], parse_options(name), novices, guard_players)
    pairs: dict[Seat, tuple[BotPlayer, BotPlayer]] = {}
    compared, differed = 0, 0
    for game, _, _ in steps(table, 29, 1, greedy_choice):
        if game.is_over or game.state.stage == Stage.DEAL or game.state.ask == Ask.ROLL or compared > MOMENTS:
            continue
        for seat in game.waiting:
            if (seat in table.guard_seats) != (side == "guards") or not view(game, seat).actions:
                continue
            if seat not in pairs:
                pairs[seat] = (BotPlayer("one", seat, make(), random.Random(8)), BotPlayer("two", seat, make(), random.Random(8)))
            twin = with_other_secrets(game, seat, rng)
            differed += twin.state != game.state
            answers = [player.answer(night) for player, night in zip(pairs[seat], (game, twin), strict=True)]
            assert answers[0] == answers[1]
            assert answers[0][1] is None
            assert belongs_to(game, answers[0][0], seat)
            compared += 1
    assert compared > 12
    assert differed > compared // 2
