"""The rules as units that policies and the filter call: without events for imagined games, and with events for a game that is played."""

from nuns.kernel import play
from nuns.kernel.units import Unit
from nuns.rules import knowledge, novices, turn

# ``turn.apply`` is compiled after its two halves, ``answer`` and ``proceed``, which other units call too.
HALVES = Unit("halves", (turn.answer, turn.proceed, turn.legal))
SILENT_RULES = (HALVES, Unit("rules", (turn.apply,), uses=(HALVES,)))
TELLING_HALVES = Unit("telling_halves", (turn.answer, turn.proceed, turn.legal), with_events=True)
TELLING_RULES = (
    TELLING_HALVES,
    Unit("telling", (turn.apply, play.begin, knowledge.know, novices.ask_plans), uses=(TELLING_HALVES,), with_events=True),
)
