"""The sealing of a table's dice: terms, commitments and salts, from which lots, deal and dice are drawn (docs/formats.md, Dice).

The terms are published first, with the seal of the seed. Each player's browser commits itself to a salt by a hash over the terms and the
salt; when the commitments are published it reveals the salt. All of this is the head of the game file, and every draw depends on every byte
of it: whoever changes a name, an option, a commitment or a salt gets another deal and other dice.

Two kinds of night differ. One that continues another begins with the other's actions, lots and deal included, and draws only what follows.
The night of a day is the same for all who play it: everything is drawn from its sealed seed alone, without salts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Literal, NamedTuple

from nuns.referee.actions import Deal
from nuns.referee.dice import fair_number
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import NOVICE_SEATS, Seat

ChairName = Literal["guards", "abbess", "prioress", "a", "b", "c", "d", "e", "f"]
NOVICE_CHAIRS: tuple[ChairName, ...] = ("a", "b", "c", "d", "e", "f")
SEALED_FORMAT = 3  # of game files with such a head
LINKED_FORMAT = 4  # of those that continue another night, or are the night of a day
KIND = "sha256-2"
DAY_KIND = "sha256-day"  # of the night of a day


def chairs_of(novices: int, guard_players: int) -> tuple[ChairName, ...]:
    """Returns the places at a table: the guards', then the novices', of whom lots decide which novice each of them plays."""
    guards: tuple[ChairName, ...] = ("guards",) if guard_players == 1 else ("abbess", "prioress")
    return (*guards, *NOVICE_CHAIRS[:novices])


def seed_of(secret: str) -> str:
    """Returns the seed of a table; the secret from which it is made also signs the game file, and is never published."""
    return _hash(f"seed {secret}")


class SealedPlayer(NamedTuple):
    """The player of a chair when the seed is sealed: a person by name, or a bot by its level."""

    chair: ChairName
    kind: Literal["person", "bot"]
    name: str

    @property
    def record_name(self) -> str:
        """The name in the lines of the seats."""
        return self.name if self.kind == "person" else f"bot ({self.name})"


class Beginning(NamedTuple):
    """Where a night begins that continues another: the check of that game file, and how many of its actions were done before."""

    check: str
    actions: int


@dataclass(frozen=True)
class Terms:
    """What is published when a seed is sealed: the rules, the seal, the key that will sign the game file, and who plays."""

    setup: GameSetup
    seal: str
    public_key: str
    players: tuple[SealedPlayer, ...]
    beginning: Beginning | None = None  # of a night that continues another
    day: str | None = None  # of the night of a day: its date, such as 2026-11-18

    @property
    def dice_kind(self) -> str:
        """The name of the dice, as the game file has it."""
        return KIND if self.day is None else DAY_KIND

    @cached_property
    def text(self) -> str:
        """The terms as the game file begins with them."""
        setup = self.setup
        lines = [
            f"nuns record {SEALED_FORMAT if self.beginning is None and self.day is None else LINKED_FORMAT}",
            f"rules {setup.version}",
            f"edition {setup.edition}",
            f"options {setup.options_name}",
            f"novices {setup.novices}",
            f"guard-players {setup.guard_players}",
            f"dice {self.dice_kind}",
            f"seal {self.seal}",
            f"public-key {self.public_key}",
            *([f"continues {self.beginning.check} {self.beginning.actions}"] if self.beginning is not None else []),
            *([f"day {self.day}"] if self.day is not None else []),
            *(f"chair {chair} {kind} {name}" for chair, kind, name in self.players),
        ]
        return "".join(f"{line}\n" for line in lines)

    def commitment(self, chair: ChairName, salt: str) -> str:
        """Returns the hash by which a chair commits itself to its salt under these terms."""
        return _hash(f"{self.text}salt {chair} {salt}\n")


@dataclass(frozen=True)
class MixedDice:
    """The dice of a table: SHA-256 over the root and the count.

    The root is the hash of terms, commitments, seed and salts; for the night of a day it is the seed.
    """

    terms: Terms
    commitments: Mapping[ChairName, str]
    seed: str
    salts: Mapping[ChairName, str]

    @property
    def kind(self) -> str:
        """The name of the dice, as the game file has it."""
        return self.terms.dice_kind

    @cached_property
    def head(self) -> str:
        """The terms, commitments, seed and salts as the game file has them."""
        chairs = [player.chair for player in self.terms.players]
        lines = [
            *(f"commit {chair} {self.commitments[chair]}" for chair in chairs if chair in self.commitments),
            f"seed {self.seed}",
            *(f"salt {chair} {self.salts[chair]}" for chair in chairs if chair in self.salts),
        ]
        return self.terms.text + "".join(f"{line}\n" for line in lines)

    @cached_property
    def root(self) -> str:
        """The SHA-256 of the head, or for the night of a day the seed, which is the same for all who play it."""
        return _hash(self.head) if self.terms.day is None else self.seed

    @cached_property
    def lots(self) -> tuple[ChairName, ...]:
        """The novices' chairs in the order of their numbers, lowest first: these are the first draws.

        A night that continues another has its novices already, and its chairs in the order of their seats.
        """
        waiting = [player.chair for player in self.terms.players if player.chair in NOVICE_CHAIRS]
        if self.terms.beginning is not None:
            return tuple(waiting)
        return tuple(waiting.pop(fair_number((self.root,), count, len(waiting))) for count in range(len(waiting)))

    def number(self, count: int, limit: int) -> int:
        """Returns the number of that count after the lots, at least 0 and less than ``limit``."""
        return fair_number((self.root,), self.terms.setup.novices + count, limit)

    @property
    def order(self) -> tuple[ChairName, ...]:
        """The chairs in the order of their seats."""
        return (*(player.chair for player in self.terms.players if player.chair not in NOVICE_CHAIRS), *self.lots)

    @property
    def missing(self) -> tuple[SealedPlayer, ...]:
        """The players who committed themselves to a salt that was never revealed: they may have chosen not to."""
        return tuple(player for player in self.terms.players if player.chair in self.commitments and player.chair not in self.salts)

    @property
    def unsalted(self) -> tuple[SealedPlayer, ...]:
        """The people who committed themselves to no salt in time; bots never do, since the server would choose for them."""
        if self.terms.day is not None:
            return ()  # nobody may: the night of a day is the same for all
        return tuple(player for player in self.terms.players if player.kind == "person" and player.chair not in self.commitments)


def seats_of(order: tuple[ChairName, ...], deal: Deal) -> dict[ChairName, Seat]:
    """Returns the seat of each chair, once the numbers are dealt: guards keep theirs, novices get the numbers in the order of the lots."""
    guards = [Seat(chair) for chair in order if chair not in NOVICE_CHAIRS]
    novices = [NOVICE_SEATS[number - 1] for number in sorted(each.novice for each in deal.novices)]
    return dict(zip(order, (*guards, *novices), strict=True))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
