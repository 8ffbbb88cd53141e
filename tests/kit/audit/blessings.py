"""Chapter 10: whose card it is, and whether it may be played here."""

from __future__ import annotations

from .log import Event, Owner
from .table import GUARDS, Table

ONE_MORE_STEP = "one-more-step"
ROLL_AGAIN = "roll-again"
NOISE_RANGE = "noise-range"
FALSE_NOISE = "false-noise"

KINDS = {ONE_MORE_STEP: "10.1", ROLL_AGAIN: "10.2", NOISE_RANGE: "10.3", FALSE_NOISE: "10.4"}
"""The four kinds and the rule of each."""


def spend(table: Table, event: Event) -> None:
    """10 One card each, one use: the player owns this card and has not played it."""
    owner, card = event.owner("by"), event.text("blessing")
    rule = KINDS.get(card, "10")
    if not table.options.on("blessings"):
        table.fault(event, f"blessings are off: no card was expected, got {card} by {owner}", "12")
    elif owner is None or table.cards.get(owner) != card:
        left = table.cards.get(owner, "no card") if owner is not None else "no card"
        table.fault(event, f"{owner} has {left} left to play, got {card}", rule)
    else:
        del table.cards[owner]


def check_not_home(table: Table, event: Event) -> None:
    """11.3 A novice who is home plays no card, from the noise step of the movement that took her there."""
    owner = event.owner("by")
    novice = table.novices.get(owner) if isinstance(owner, int) else None
    if novice is not None and novice.home and not table.options.is_before:
        table.fault(event, f"novice {owner} is home and plays no card, got {event.text('blessing')}", "11.3")


def check_roll_again(table: Table, event: Event, dice: dict[Owner, int]) -> None:
    """10.2 A die of this step: the holder's own, or any."""
    die = event.owner("die")
    if die not in dice:
        table.fault(event, f"a die of this step ({_names(dice)}) was expected, got {die}", "10.2")
    elif table.options.has("roll-again", "own") and die != event.owner("by"):
        table.fault(event, f"{event.owner('by')} may roll only her own die again, got the die of {die}", "10.2")


def shift(table: Table, event: Event, dice: dict[Owner, int]) -> None:
    """10.3 A novice shifts a die of this step down by one, a guard up."""
    die = event.owner("die")
    if die is None or die not in dice:
        table.fault(event, f"a die of this step ({_names(dice)}) was expected, got {die}", "10.3")
    else:
        dice[die] += 1 if event.owner("by") in GUARDS else -1


def check_false_noise(table: Table, event: Event, step: str) -> None:
    """10.4 The right step, and a novice neither caught nor home."""
    owner = event.owner("by")
    allowed = {"noise": ("making", "either"), "listen": ("listening", "either")}[step]
    if not table.options.has("false-noise", *allowed):
        where = "making" if step == "noise" else "listening"
        table.fault(event, f"false noise is played while {table.options.values['false-noise']}, got one by {owner} while {where}", "10.4")
    novice = table.novices.get(owner) if isinstance(owner, int) else None
    if novice is not None and (novice.caught or novice.home):
        table.fault(event, f"a novice neither caught nor home was expected to make a false noise, got {owner}", "10.4")


def check_false_token(table: Table, event: Event, owner: Owner) -> None:
    """10.4 On an edge beside a guard: a guard's beside herself, or with ``any-guard`` beside either."""
    guard = table.guards.get(event.text("guard"))
    is_tied = isinstance(owner, str) and table.options.has("guard-false-noise", "own")
    if guard is None or (is_tied and owner != guard.name):
        wanted = owner if is_tied else "a guard"
        table.fault(event, f"a false noise of {owner} beside {wanted} was expected, got beside {event.text('guard')}", "10.4")
    elif event.num("dot") not in table.convent.around[guard.dot]:
        table.fault(event, f"an edge of {guard.name}'s dot {guard.dot} was expected, got one to {event.num('dot')}", "10.4")


def _names(dice: dict[Owner, int]) -> str:
    return ", ".join(map(str, dice)) or "none was rolled"
