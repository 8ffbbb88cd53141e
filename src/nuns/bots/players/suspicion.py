"""The suspicion map: where every novice may be, as exactly as public events tell (rules 3.1)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from nuns.bots.belief import Belief
from nuns.bots.players.bot import Known, is_noise_over
from nuns.referee.events import Event
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.rules.words import NOWHERE

WHOLE = 1000
NOBODY: Mapping[int, int] = MappingProxyType({})


class PublicSuspicion:
    """What a spectator may believe. Of the events it is given it takes in what is public, and nothing else."""

    def __init__(self, table: GameSetup) -> None:
        self._belief = Belief(table, Seat.SPECTATOR)

    def observe(self, events: Sequence[Event]) -> None:
        """The next events of the night, in order."""
        self._belief.observe_all(known_to(Seat.SPECTATOR, tuple(events)))

    def quiet(self) -> None:
        """The noise step after the novices' movement is over: whoever placed no token was not heard. No event says so (7.4)."""
        self._belief.quiet()

    def novices(self, shown: Mapping[int, int] = NOBODY) -> dict[int, dict[int, int]]:
        """By novice, the dots on which she may be, in thousandths; a dot that is possible at all has one. Nothing for who is home.

        ``shown`` are the dots on which tokens stand, by novice: a caught novice may step out of sight without an event (8.4).
        """
        return {novice: {shown[novice]: WHOLE} if novice in shown else self._dots(novice) for novice in self._belief.novices}

    def novices_as_known(self, known: Known) -> dict[int, dict[int, int]]:
        """Returns the same with what a spectator knows beside the events: which step the game is in, and where tokens stand."""
        if is_noise_over(known):
            self.quiet()
        return self.novices({novice.figure + 1: novice.dot for novice in known.novices if novice.shown})

    def _dots(self, novice: int) -> dict[int, int]:
        likely = enumerate(self._belief.dots(novice).tolist())
        return {dot: max(1, round(WHOLE * share)) for dot, share in likely if share > 0 and dot != NOWHERE}


def suspicion(table: GameSetup, events: Sequence[Event]) -> dict[int, dict[int, int]]:
    """The suspicion map after these events of a night, from its first on."""
    suspected = PublicSuspicion(table)
    suspected.observe(events)
    return suspected.novices()
