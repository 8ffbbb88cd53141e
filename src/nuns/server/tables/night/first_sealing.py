"""The dice of tables that were sealed before 0.3: lots from the seed and the salts by chair, then cards and dice by seat."""

from nuns.referee.dice import SealedDice
from nuns.referee.sealing import NOVICE_CHAIRS, ChairName

LOTS = "lots"  # put before the seed, so that lots and dice are independent


def seat_order(seed: str, salts: dict[ChairName, str], chairs: tuple[ChairName, ...]) -> tuple[ChairName, ...]:
    """Returns the chairs in the order of their seats: the guards', then the novices' by lot."""
    dice = SealedDice(f"{LOTS} {seed}", tuple(salts[chair] for chair in chairs if chair in salts))
    guards = tuple(chair for chair in chairs if chair not in NOVICE_CHAIRS)
    waiting = [chair for chair in chairs if chair in NOVICE_CHAIRS]
    drawn = tuple(waiting.pop(dice.number(count, len(waiting))) for count in range(len(waiting)))
    return (*guards, *drawn)


def dice_of(seed: str, salts: dict[ChairName, str], order: tuple[ChairName, ...]) -> SealedDice:
    return SealedDice(seed, tuple(salts[chair] for chair in order if chair in salts))
