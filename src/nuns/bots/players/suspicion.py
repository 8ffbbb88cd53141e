"""The suspicion map: where every novice may be, exactly as far as public events tell (rules 3.1)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from nuns.bots.belief import Belief, is_ready
from nuns.bots.players.bot import Known
from nuns.referee.events import Event
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.rules.words import NOWHERE

WHOLE = 1000
NOBODY: Mapping[int, int] = MappingProxyType({})


class PublicSuspicion:
    """What a spectator may believe; of the events it is given it uses only what is public."""

    def __init__(self, table: GameSetup) -> None:
        self._belief = Belief(table, Seat.SPECTATOR)

    @property
    def is_slow(self) -> bool:
        """Whether it is worked out interpreted although machine code is ready by now: whoever keeps it should begin again."""
        return not self._belief.is_compiled and is_ready()

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in the next events of the game, in order."""
        self._belief.observe_all(known_to(Seat.SPECTATOR, tuple(events)))

    def novices(self, shown: Mapping[int, int] = NOBODY) -> dict[int, dict[int, int]]:
        """Returns, by novice, the dots on which she may be, in thousandths; every possible dot has at least one.

        A novice who is home has none. ``shown`` are the dots of the tokens on the board, by novice, since a caught novice may step out of
        sight without an event (8.4).
        """
        return {novice: {shown[novice]: WHOLE} if novice in shown else self._dots(novice) for novice in self._belief.novices}

    def novices_as_known(self, known: Known) -> dict[int, dict[int, int]]:
        """Returns the same, with what a spectator knows besides the events: the step of the game, and the tokens on the board."""
        self._belief.observe_all((), known)
        return self.novices({novice.figure + 1: novice.dot for novice in known.novices if novice.shown})

    def _dots(self, novice: int) -> dict[int, int]:
        likely = enumerate(self._belief.dots(novice).tolist())
        return {dot: max(1, round(WHOLE * share)) for dot, share in likely if share > 0 and dot != NOWHERE}


def suspicion(table: GameSetup, events: Sequence[Event]) -> dict[int, dict[int, int]]:
    """Returns the suspicion map after these events of a game, from its first on."""
    suspected = PublicSuspicion(table)
    suspected.observe(events)
    return suspected.novices()
