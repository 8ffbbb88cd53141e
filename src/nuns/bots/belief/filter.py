"""The exact filter: what a seat may believe of every novice's dot, key, wish and card, from the events that this seat was told.

The support is exact: a state has probability 0 just when no legal behaviour of the novices leads to it under these events. The weights
are those of a motion model (``motion_model.Motion``) and of dice and cards as the rules have them.
"""

from collections.abc import Iterable

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.belief.event_reader import EventReader
from nuns.bots.belief.joint_deal import JointDeal, pick
from nuns.bots.belief.motion_model import MOTION, Motion
from nuns.bots.belief.rule_tables import PHASES, Flags, Numbers, Whole
from nuns.bots.belief.track import Impossible
from nuns.referee.events import Event
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat


class Belief:
    """What one seat believes. Give it the seat's events in order, as ``nuns.referee.seat_events`` has them; ask at any time."""

    def __init__(self, table: GameSetup, seat: Seat | str, motion: Motion = MOTION) -> None:
        self._reader = EventReader(table, Seat(seat), motion)
        self._told: EventReader | None = None
        self._deal: JointDeal | None = None
        self._possible: JointDeal | None = None

    def observe(self, event: Event) -> None:
        """One event as the seat knows it."""
        self._told = self._deal = self._possible = None
        self._reader.observe(event)

    def observe_all(self, events: Iterable[Event]) -> "Belief":
        for event in events:
            self.observe(event)
        return self

    def quiet(self) -> None:
        """The noise step after the novices' movement is over: whoever placed no token was not heard.

        No event says so; whoever is asked for an order, a path, a step or the next plans knows it, and the next event implies it.
        """
        self._told = self._deal = self._possible = None
        self._reader.quiet()

    def copy(self) -> "Belief":
        """An independent belief."""
        other = Belief(self._reader.table, self._reader.seat, self._reader.motion)
        other._reader = self._reader.copy()
        return other

    def _now(self) -> EventReader:
        if self._told is None:
            self._told = self._reader.as_told()
        return self._told

    def _together(self) -> JointDeal:
        """2.2, 2.3 All novices' cards at once."""
        if self._deal is None:
            self._deal = JointDeal([by_card(track.weights()) for track in self._now().tracks.values()], self._now().noise.false_shares())
        return self._deal

    @property
    def novices(self) -> tuple[int, ...]:
        """The novices in the game, by number: the order of ``sample``."""
        return tuple(self._reader.tracks)

    def joint(self, novice: int) -> Numbers:
        """Probabilities by card (1 to 8), phase (no key, key, key and wish) and dot; who is home is on dot 0."""
        deal, weights = self._together(), self._now().tracks[novice].weights()
        return normal(with_others(weights, deal.others(self.novices.index(novice))))

    def dots(self, novice: int) -> Numbers:
        """Probabilities by dot."""
        weights, others = self._now().tracks[novice].weights(), self._together().others(self.novices.index(novice))
        by_dot = weights[:, 0].sum(axis=1) @ others[0] + weights[:, 1:].sum(axis=(1, 2)) @ others[1]
        return normal(by_dot)

    def likely(self, novice: int) -> Numbers:
        """Probabilities by dot to act on: those of the motion model, blended with the possible set, for no model is to be trusted alone."""
        possible, even = self.possible(novice), self._reader.motion.even
        return np.asarray((1 - even) * self.dots(novice) + even * possible / possible.sum())

    def cards(self, novice: int) -> Numbers:
        """Probabilities by wish card, named after its key, 1 to 8."""
        return np.asarray(self.joint(novice).sum(axis=(1, 2)))

    def support(self, novice: int) -> Flags:
        """By card, phase and dot: whether it is possible at all, however she is believed to move."""
        now = self._now()
        if self._possible is None:
            self._possible = JointDeal(
                [np.sign(by_card(track.weights())) for track in now.tracks.values()], np.sign(now.noise.false_shares())
            )
        weights = (now.tracks[novice].weights() > 0).astype(float)
        return with_others(weights, self._possible.others(self.novices.index(novice))) > 0

    def possible(self, novice: int) -> Flags:
        """By dot."""
        return np.asarray(self.support(novice).any(axis=(0, 1)))

    def sample(self, rng: np.random.Generator, count: int) -> Whole:
        """So many nights at random: by night and novice (in the order of ``novices``) her card, phase and dot."""
        deal, tracks = self._together(), self._now().tracks
        cards, false = deal.drawn(rng, count)
        nights = np.zeros((count, len(tracks), 3), dtype=np.intp)
        for place, track in enumerate(tracks.values()):
            weights = track.weights()
            for layer, part in enumerate((weights[:, 0], weights[:, 1:].sum(axis=1))):
                for card in range(WISH_CARDS):
                    these = np.flatnonzero((cards[:, place] == card) & (false[:, place] == layer))
                    if these.size:
                        picked = pick(rng, np.broadcast_to(part[:, :, card].reshape(-1), (these.size, DOTS * PHASES)))
                        nights[these, place] = np.stack([np.full(these.size, card + 1), picked % PHASES, picked // PHASES], axis=1)
        return nights


def by_card(weights: Numbers) -> Numbers:
    """By false noises placed (none, one) and card; scaled."""
    honest, false = weights[:, 0].sum(axis=(0, 1)), weights[:, 1:].sum(axis=(0, 1, 2))
    found = np.stack([honest, false])
    if not found.any():
        raise Impossible("nothing that a novice may have done fits what was observed")
    return np.asarray(found / found.max())


def with_others(weights: Numbers, others: Numbers) -> Numbers:
    """By card, phase and dot: her weights times what the others' cards leave to her."""
    honest = weights[:, 0] * others[0]
    together = honest + weights[:, 1:].sum(axis=1) * others[1] if weights.shape[1] > 1 else honest
    found = np.zeros((WISH_CARDS + 1, PHASES, DOTS))
    found[1:] = together.transpose(2, 1, 0)
    return found


def normal(weights: Numbers) -> Numbers:
    total = weights.sum()
    if not total > 0:
        raise Impossible("no deal of the cards fits what was observed")
    return np.asarray(weights / total)
