"""Nights that are played on from any state by policies, each on what its seat knows; in the same plain Python as the rules."""

from typing import Any

from nuns.bots.policies.policy_games import decide_informed, seat_of
from nuns.env.stepping import ZERO_SUM, reward_of
from nuns.rules.turn import next_figure
from nuns.rules.words import Stage


def play_on(boards: Any, games: Any, known: Any, nothing: Any, policies: Any, returns: Any) -> None:
    """Plays every game to its end, and fills in what each agent gets, with a sum of zero.

    ``known`` is scratch space and ``nothing`` empty, both arrays of one; ``policies`` has one for each novice, then the guards'.
    """
    for i in range(len(games)):
        while games[i].stage != Stage.OVER:
            figure = next_figure(games[i])
            known[0] = nothing[0]
            decide_informed(boards[0], games[i], figure, policies[seat_of(games[i], figure)], known[0])
        for agent in range(returns.shape[1]):
            returns[i, agent] = reward_of(games[i], agent, ZERO_SUM)
