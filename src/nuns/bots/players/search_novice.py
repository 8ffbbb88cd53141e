"""Novices who search, at a table: they try their best plans in guessed games (``policies/search_novice.py``)."""

from nuns.bots.players.belief_novice import BeliefNovice
from nuns.bots.players.bot import Decision
from nuns.bots.players.seat_mind import SeatMind
from nuns.bots.policies.policy_games import SEARCH


class SearchingNovice(BeliefNovice):
    """Plays a novice who tries her best plans in guessed games, and adds her own weighing to the result."""

    policy = SEARCH

    def __init__(self, *, rollouts: int | None = None, seconds: float | None = None) -> None:
        """Sets up the bot with a limit of rollouts for each decision, and of seconds if given; whichever ends first."""
        super().__init__()
        self.rollouts, self.seconds = rollouts, seconds

    def told(self, decision: Decision) -> tuple[SeatMind, SeatMind]:
        """Returns what everybody may believe, and what she believes herself, with the limits of a search."""
        if self.own is None:
            self.own = SeatMind(decision.setup, decision.seat)
        self.own.tell(self._news, decision.known)
        return super().told(decision)[0], self.own.limited(self.rollouts, self.seconds)

    def lost(self) -> float | None:
        """Returns the mean captures that followed on her plan in guessed games."""
        return float(self.own.record["worth"][0]) if self.own is not None else None
