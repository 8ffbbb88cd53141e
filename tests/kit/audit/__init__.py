"""An independent audit of event logs: a shadow referee that follows a finished game from its log alone.

It was written from the rulebook, the contract of the event log and the facts of the board, without reading the
engine, so that the two readings of the law check each other. ``audit`` returns one sentence a fault.

Where the law or the contract is silent the audit accepts more than one log:

- A log whose set-up has none of the options of ``options.BEFORE`` is from before them: it is read with their old meaning, it
  may tell ``token_removed`` anywhere or nowhere, and a home novice of All or Nun may still play *roll again* and *noise range*.
- Set-up: a ``path_taken`` at set-up has turn 0 or 1; guards and monk choose in any order. With ``guards-move`` all
  may choose before the first guard moves, or each just before her own (his own) first movement.
- Novices: their events of one phase may be interleaved in any order, each novice's own in the order of 4.2.
  ``novice_freed`` by disobedience and ``blessing_played`` of *one more step* stand before or after her ``novice_moved``.
  ``novice_seen`` on the dot of her capture stands before or after ``novice_caught``; on a dot with both guards either caught her.
  A caught novice's route cut by a capture may be the beginning of a disobedient way even where it looks obedient.
  *One more step* may be played without being walked; in two phases, with either plan, or with the first for the second.
- ``whole-move`` (8.4): dots shown though nobody sees them may appear as ``novice_seen`` with an empty ``by``, or not at all.
- ``by`` of ``novice_seen``: any order; the monk may be left out where a guard sees her too; in the guards' movement it
  names the mover, with or without the others who see her then.
- ``token_removed`` at the end of the guards' movement (6.9) stands after the monk's, before or after ``tokens_cleared``, the
  novices in any order; of a home and caught novice of All or Nun it may be told or not.
- Guards' movement: ``novice_seen`` is wanted for a novice whose token is not on the board; one who is in sight already, or
  was earlier in this guards' movement, may be told again when she comes into another view. Stepping onto an unseen novice
  and catching her may or may not be a ``novice_seen`` too, before or after. Of several captures in one step those after the
  goal may be left out.
- ``catch-in-passing=off``: ``novice_caught`` just before or just after ``guard_stopped``.
- A guard's *one more step* is told before or after the step or stop it belongs to, and may be told with a turn beyond her maximum.
- A guard who gets a reason while she returns (9.7) may take the next step of her return freely or not, as the log says.
- ``reason-ends``: her reason ending as she stands on the end of her path completes it at once, or with her next movement if
  she stops there.
- Noise: dice, cards of one kind and tokens in any order among themselves; the token of a false noise anywhere after its card
  in the step.
- The monk: ``guard_turned`` may be told; Robert may or may not look as he turns for his very first step; on the last turn he
  may or may not move.
- ``tokens_cleared`` may be missing when no token lies on the board. At dawn ``token_removed``, ``tokens_cleared``,
  ``novice_freed`` and ``turn_ended`` may stand before ``game_over`` or be missing.
- A home and caught novice of All or Nun may be freed by the log or not. Fields beyond the contract's are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from .convent import load
from .log import Log, Lost
from .night import play
from .setup import read_setup

__all__ = ["audit"]

FACTS = Path(__file__).resolve().parents[2] / "data" / "board-facts.json"


def audit(events: Iterable[dict[str, object]], facts: Path | None = None) -> list[str]:
    """Every fault of one finished game's event log, as "line N: what was expected and what was got (rule X.Y)"."""
    log = Log(events)
    if not log.found:
        with suppress(Lost):
            play(read_setup(log, load(facts or FACTS)))
    return log.faults()
