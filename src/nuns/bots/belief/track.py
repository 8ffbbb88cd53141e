"""One novice, as a seat may think of her: every hidden state with its weight.

A weight is a product: ``mass``, as it was after her last movement, times ``likely``, what was learnt of her dot since. Both have layers:
layer 0 has placed no false noise but such as all were told of; another one has, and it was not told yet (10.4).
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.belief.motion_model import NO_KEY, PHASES, Flags, Numbers
from nuns.bots.belief.movement_filter import lose_wish, only
from nuns.bots.belief.step_model import ObservedMovement
from nuns.rules.words import Gait, Status

HONEST = -1  # the layer of those who have placed no false noise; others are named after the NoiseStep in which they did


class Impossible(ValueError):
    """What was observed cannot happen: the events are not those of one seat, complete and in order."""


@dataclass
class Track:
    """What is public of a novice, and the weights of what is not. Arrays are replaced, never changed."""

    number: int
    cell: int
    mass: Numbers
    likely: Numbers  # by dot and layer
    layers: tuple[int, ...] = (HONEST,)
    is_own: bool = False  # the seat is hers: one state
    status: int = Status.ON_THE_RUN
    gait: int = Gait.UNWRITTEN
    movement: ObservedMovement | None = None  # the one that is being told
    disobeys: bool = False  # 8.6 she was freed, her movement follows
    known: Flags = field(default_factory=lambda: np.ones(DOTS, dtype=bool))  # 6.9 dots on which a look shows nothing new of her
    away: Flags = field(default_factory=lambda: np.zeros(DOTS, dtype=bool))  # 8.6 dots on which she has slipped away

    def copy(self) -> "Track":
        movement = self.movement and replace(self.movement, trace=list(self.movement.trace))
        return replace(self, movement=movement)

    @property
    def is_on_board(self) -> bool:
        return self.status in (Status.ON_THE_RUN, Status.CAUGHT)

    def weights(self) -> Numbers:
        """By dot, layer, phase and card."""
        return self.mass * self.likely[:, :, None, None]

    def learn(self, likely: Numbers | Flags) -> None:
        """Something that depends on her dot alone."""
        self.likely = self.likely * likely[:, None]

    def stands_on(self, dot: int) -> None:
        """6.6, 6.9, 11.3 Her dot is known."""
        self.likely = only(self.likely, dot)
        self.known = np.ones(DOTS, dtype=bool)
        if not (self.mass[dot] * self.likely[dot][:, None, None]).any():
            raise Impossible(f"novice {self.number} cannot be on {dot}")

    def is_caught(self, dot: int) -> None:
        """8.1, 8.3."""
        self.status = Status.CAUGHT
        self.stands_on(dot)
        self.away = np.zeros(DOTS, dtype=bool)
        mass = self.mass.copy()
        lose_wish(mass)
        self.mass = mass

    def settle(self, mass: Numbers, layers: tuple[int, ...] | None = None) -> None:
        """New weights in place of old ones; scaled, and without the layers that are empty."""
        highest = mass.max()
        if not highest > 0:
            raise Impossible(f"nothing that novice {self.number} may have done fits what was observed")
        layers = layers or self.layers
        full = [place for place in range(len(layers)) if place == 0 or mass[:, place].any()]
        self.layers = tuple(layers[place] for place in full)
        self.mass = (mass if len(full) == len(layers) else mass[:, full]) / highest
        self.likely = np.ones((DOTS, len(full)))

    def drop(self, layers: Collection[int]) -> None:
        """10.4 No false noise was told that would have been told by now; or she turns out to have another card."""
        if not self.layers_in(layers):
            return
        kept = [place for place, layer in enumerate(self.layers) if layer not in layers]
        self.settle(self.weights()[:, kept], tuple(self.layers[place] for place in kept))

    def layers_in(self, layers: Collection[int]) -> bool:
        return any(layer in layers for layer in self.layers)

    def tell(self, layer: int) -> None:
        """10.4 All are told that her noise was false."""
        if layer not in self.layers:
            raise Impossible(f"novice {self.number} cannot have placed a false noise")
        self.settle(self.weights()[:, [self.layers.index(layer)]], (HONEST,))


def first_track(number: int, cell: int, cards: Flags, *, is_own: bool) -> Track:
    """2.1, 2.2 In her cell, with one of these cards."""
    mass = np.zeros((DOTS, 1, PHASES, WISH_CARDS))
    mass[cell, 0, NO_KEY] = cards
    return Track(number, cell, mass, np.ones((DOTS, 1)), is_own=is_own)
