"""One novice, as a seat may think of her: every hidden state with its weight.

A weight is a product: ``mass``, as it was after her last movement, times ``likely``, what was learnt of her dot since. Both have layers:
layer 0 has placed no false noise but such as all were told of; another one has, and it was not told yet (10.4).
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.shape import shallow_copy_of
from nuns.board.tables import DOTS
from nuns.bots.belief.movement_filter import lose_wish, only
from nuns.bots.belief.rule_tables import NO_KEY, PHASES, Flags, Numbers
from nuns.bots.belief.step_model import ObservedMovement
from nuns.rules.state import Novice
from nuns.rules.words import Status

HONEST = 0  # the layer of those who have placed no false noise; others have the ``untold`` of the rules, its turn and noise step


class Impossible(ValueError):
    """What was observed cannot happen: the events are not those of one seat, complete and in order."""


@dataclass
class Track:
    """What is public of a novice, and the weights of what is not. Arrays are replaced, never changed."""

    novice: Novice  # of the public state: her figure and cell, her status and the gait she showed last
    mass: Numbers
    likely: Numbers  # by dot and layer
    layers: tuple[int, ...] = (HONEST,)
    is_own: bool = False  # the seat is hers: one state
    movement: ObservedMovement | None = None  # the one that is being told
    disobeys: bool = False  # 8.6 she was freed, her movement follows
    known: Flags = field(default_factory=lambda: np.ones(DOTS, dtype=bool))  # 6.9 dots on which a look shows nothing new of her
    away: Flags = field(default_factory=lambda: np.zeros(DOTS, dtype=bool))  # 8.6 dots on which she has slipped away

    def copy(self) -> "Track":
        movement = self.movement and replace(self.movement, trace=list(self.movement.trace))
        return replace(self, novice=shallow_copy_of(self.novice), movement=movement)

    @property
    def number(self) -> int:
        return self.novice.figure + 1

    def weights(self) -> Numbers:
        """Returns the weights by dot, layer, phase and card."""
        return self.mass * self.likely[:, :, None, None]

    def learn(self, likely: Numbers | Flags) -> None:
        """Learns something that depends on her dot alone."""
        self.likely = self.likely * likely[:, None]

    def stands_on(self, dot: int) -> None:
        """Her dot is known (6.6, 6.9, 11.3)."""
        self.likely = only(self.likely, dot)
        self.known = np.ones(DOTS, dtype=bool)
        if not (self.mass[dot] * self.likely[dot][:, None, None]).any():
            raise Impossible(f"novice {self.number} cannot be on {dot}")

    def is_caught(self, dot: int) -> None:
        """She is caught on that dot and loses her wish (8.1, 8.3)."""
        self.novice.status = Status.CAUGHT
        self.stands_on(dot)
        self.away = np.zeros(DOTS, dtype=bool)
        mass = self.mass.copy()
        lose_wish(mass)
        self.mass = mass

    def settle(self, mass: Numbers, layers: tuple[int, ...] | None = None) -> None:
        """Puts new weights in place of the old ones; scaled, and without the layers that are empty."""
        highest = mass.max()
        if not highest > 0:
            raise Impossible(f"nothing that novice {self.number} may have done fits what was observed")
        layers = layers or self.layers
        full = [place for place in range(len(layers)) if place == 0 or mass[:, place].any()]
        self.layers = tuple(layers[place] for place in full)
        self.mass = (mass if len(full) == len(layers) else mass[:, full]) / highest
        self.likely = np.ones((DOTS, len(full)))

    def drop(self, layers: Collection[int]) -> None:
        """Rules layers out: a false noise would have been told by now, or she turns out to have another card (10.4)."""
        if not any(layer in layers for layer in self.layers):
            return
        kept = [place for place, layer in enumerate(self.layers) if layer not in layers]
        self.settle(self.weights()[:, kept], tuple(self.layers[place] for place in kept))

    def tell(self, layers: Collection[int]) -> None:
        """All are told that her noise was false: hers is one of these layers, and from now on she is honest again (10.4)."""
        places = [place for place, layer in enumerate(self.layers) if layer in layers]
        if not places:
            raise Impossible(f"novice {self.number} cannot have placed a false noise")
        self.settle(self.weights()[:, places].sum(axis=1, keepdims=True), (HONEST,))


def first_track(novice: Novice, cards: Flags, *, is_own: bool) -> Track:
    """Returns the track of a novice in her cell, with one of these cards (2.1, 2.2)."""
    mass = np.zeros((DOTS, 1, PHASES, WISH_CARDS))
    mass[novice.cell, 0, NO_KEY] = cards
    return Track(novice, mass, np.ones((DOTS, 1)), is_own=is_own)
