"""Guards who search, at a table: they try the best walks in guessed games (``policies/search_guards.py``)."""

from nuns.bots.players.belief_guards import BeliefGuards
from nuns.bots.players.bot import Decision
from nuns.bots.players.seat_mind import SeatMind
from nuns.bots.policies.policy_games import SEARCH


class SearchingGuards(BeliefGuards):
    """Plays all guards of its seat; a movement is searched once, and again when something new shows."""

    def __init__(self, *, rollouts: int | None = None, seconds: float | None = None) -> None:
        """Sets up the bot with a limit of rollouts for each decision, and of seconds if given; whichever ends first."""
        super().__init__()
        self.policy, self.rollouts, self.seconds = SEARCH, rollouts, seconds

    def told(self, decision: Decision) -> SeatMind:
        """Returns what the seat has in mind, with the limits of a search."""
        return super().told(decision).limited(self.rollouts, self.seconds)
