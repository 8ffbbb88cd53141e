"""The sealed seed: what cards, dice and seats are drawn from.

Salts are mixed in the order of the seats (docs/formats.md), but which novice sits where is itself drawn. So lots are drawn first, from seed
and salts in the order of the chairs: they say which novice chair gets the lowest of the numbers that will be dealt, which the next, and so
on.
"""

from nuns.referee import actions as act
from nuns.referee.dice import SealedDice
from nuns.referee.seats import FIGURE_NAMES, Seat
from nuns.server.settings import NOVICE_CHAIRS, ChairName

LOTS = "lots"  # put before the seed, so that lots and dice have nothing in common


def seat_order(seed: str, salts: dict[ChairName, str], chairs: tuple[ChairName, ...]) -> tuple[ChairName, ...]:
    """The chairs in the order of their seats: the guards', then the novices' by lot."""
    dice = SealedDice(f"{LOTS} {seed}", tuple(salts[chair] for chair in chairs if chair in salts))
    guards = tuple(chair for chair in chairs if chair not in NOVICE_CHAIRS)
    waiting = [chair for chair in chairs if chair in NOVICE_CHAIRS]
    drawn = tuple(waiting.pop(dice.number(count, len(waiting))) for count in range(len(waiting)))
    return (*guards, *drawn)


def dice_of(seed: str, salts: dict[ChairName, str], order: tuple[ChairName, ...]) -> SealedDice:
    return SealedDice(seed, tuple(salts[chair] for chair in order if chair in salts))


def seats_of(order: tuple[ChairName, ...], deal: act.Deal) -> dict[ChairName, Seat]:
    """The seat of each chair, once the numbers are dealt."""
    guards = [Seat(chair) for chair in order if chair not in NOVICE_CHAIRS]
    novices = [Seat(FIGURE_NAMES[number - 1]) for number in sorted(each.novice for each in deal.novices)]
    return dict(zip(order, (*guards, *novices), strict=True))
