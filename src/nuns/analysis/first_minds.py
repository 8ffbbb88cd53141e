"""The mind with which a seat begins a night: one that was just dealt, or one that begins in the middle, as lessons do.

Nothing but what the seat knows (``rules/knowledge.py``) goes into it. In the middle of a night that is what stands on the board and what
the seat holds; of how it came about nothing is known. So another novice who is not seen may be on any dot out of the guards' sight: where
the motion model would have led her by now, which is likely, or anywhere else, which is not.
"""

from functools import lru_cache

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.filter.machine_code import MOVEMENT, OBSERVATION
from nuns.bots.filter.motion_model import MODELS, BoardKey, motion_record, recorded
from nuns.bots.filter.movement_filter import follow_movement
from nuns.bots.filter.observation import TurnStep, begin_belief, observe
from nuns.bots.filter.records import HONEST, PHASES, WISH, FilterScratch, Numbers, Whole
from nuns.bots.policies.workspace import Mind
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.records import Record, from_record
from nuns.kernel.units import entry_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.knowledge import SPECTATOR, Known
from nuns.rules.novices import moves_again
from nuns.rules.options import Options
from nuns.rules.sight import is_watched, seen_by
from nuns.rules.state import Novice, State
from nuns.rules.words import NOWHERE, Event, Gait, Stage, Status

NEVER_WALKED = -1
ELSEWHERE = 0.02  # the weight of everything that the motion model does not expect: a lesson may put a novice anywhere
FIRST_MOVEMENT = 1 << 4  # in the number of a movement card: of its turn (4.1)


def dealt_mind(setup: GameSetup, known: Record, seat: int) -> Record:
    """Returns the mind of a seat as the cards are dealt, as an array of one record; ``known`` is what the seat knows."""
    mind = new_record(Mind)
    mind["walker"] = NEVER_WALKED
    board, model = recorded(setup.board), motion_record(setup.board, setup.options)
    entry_of(OBSERVATION, begin_belief)(board, model, mind["belief"], known, seat)
    return mind


def midway_mind(setup: GameSetup, known: Record, seat: int) -> Record:
    """Returns the same for a night that begins as the novices are about to plan, or the guards to move (``referee/position.py``)."""
    mind, state = dealt_mind(setup, known, seat), from_record(Known, known[0])
    belief = mind["belief"]
    belief["step"] = TurnStep.REST if state.stage == Stage.PLANS else TurnStep.GUARDS
    belief["seen"][0, 1:] = [seen_by(setup.board, state, dot) != 0 for dot in range(1, DOTS)]
    belief["watched"][0, 1:] = [is_watched(setup.board, state, dot) for dot in range(1, DOTS)]
    belief["is_sight_known"] = 1
    public = belief["public"]
    public["turn"], public["guards"], public["cards"] = state.turn, known["guards"], known["cards"]
    for novice in state.novices:
        if novice.status != Status.ABSENT:
            for name in ("status", "gait", "times_caught"):
                public["novices"][name][0, novice.figure] = getattr(novice, name)
            believe(setup, state, belief["tracks"][0, novice.figure], novice, belief["seen"][0])
    return mind


def believe(setup: GameSetup, state: Known, track: Record, novice: Novice, seen: Whole) -> None:
    """Fills in the track of one novice, by dot, phase and card."""
    place = known_dot(state, novice)
    weights = own_weights(setup, novice) if track["is_own"] else likely_weights(setup, state, novice)
    fits = np.arange(DOTS) == place if place else seen == 0
    fits[NOWHERE] = False
    weights = np.where(fits[:, None, None], weights, 0.0)
    track["mass"][HONEST] = (weights / weights.max()).reshape(DOTS, -1)
    track["is_on"] = weights.any(axis=(1, 2))
    track["phases"] = 1 + max(np.flatnonzero(weights.any(axis=(0, 2))))
    track["known"] = 1 if place else seen  # where a look shows nothing new of her (6.9)


def known_dot(state: Known, novice: Novice) -> int:
    """Returns the dot on which a novice is known to stand, or NOWHERE; what fellows are told holds until they move (11.3)."""
    return novice.dot or (novice.told_dot if state.stage == Stage.PLANS else NOWHERE)


def own_weights(setup: GameSetup, novice: Novice) -> Numbers:
    """Returns the one phase and card of the seat's own novice, on every dot alike."""
    cards = motion_record(setup.board, setup.options)
    is_hers = (cards["key_dots"][0] == novice.key_dot) & (cards["wish_dots"][0] == novice.wish_dot)
    weights = np.zeros((DOTS, PHASES, WISH_CARDS))
    weights[:, novice.has_key + novice.has_wish] = is_hers
    return weights


def likely_weights(setup: GameSetup, state: Known, novice: Novice) -> Numbers:
    """Returns how likely another novice is on each dot, in each phase and with each card; one who is caught has no wish (8.3)."""
    turns = state.turn - (state.stage == Stage.PLANS)  # in which the novices have moved
    movements = turns + (turns > 0 and moves_again(State(options=setup.options)))
    weights = moved_weights(BoardKey(setup.board), setup.options, novice.figure, movements) + ELSEWHERE / (DOTS * PHASES * WISH_CARDS)
    if novice.status == Status.CAUGHT:
        weights[:, WISH] = 0.0
    return weights


@lru_cache(maxsize=MODELS)
def moved_weights(key: BoardKey, options: Options, figure: int, movements: int) -> Numbers:
    """Returns where so many movements lead a novice whom nobody sees, with any movement cards, by the motion model; 1 in all."""
    board, model, scratch = recorded(key.board), motion_record(key.board, options), new_record(FilterScratch)
    state = State(options=options)
    state.novices[figure] = Novice(figure=figure, status=Status.ON_THE_RUN, cell=key.board.cell[figure])
    start = new_record(Mind)["belief"]
    entry_of(OBSERVATION, begin_belief)(board, model, start, record_of(state, State), SPECTATOR)
    start["is_sight_known"] = 1  # no guard stands on the board
    weights = start["tracks"]["mass"][0, figure].copy()
    for movement in range(movements):
        start["public"]["turn"] = movement + 1
        track = start["tracks"][0, figure]
        track["mass"][:], track["is_on"] = weights, weights.any(axis=(0, 2))
        track["phases"] = min(movement + 1, PHASES)
        weights = np.zeros_like(weights)
        for gait in range(Gait.STAND, Gait.RUN + 1):
            moved = start.copy()
            entry_of(OBSERVATION, observe)(board, model, moved, scratch, Event.MOVED, figure, NOWHERE, FIRST_MOVEMENT | gait)
            entry_of(MOVEMENT, follow_movement)(board, model, moved, figure, scratch)
            weights += moved["tracks"]["mass"][0, figure]
    likely = weights[HONEST].reshape(DOTS, PHASES, WISH_CARDS)
    return np.asarray(likely / likely.sum())
