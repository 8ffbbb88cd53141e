"""How likely a novice places the noise tokens that she placed, by her dot (rules 7, 10.3, 10.4)."""

from collections import Counter

import numpy as np

from nuns.board.tables import DOTS
from nuns.bots.belief.motion_model import MotionModel
from nuns.bots.belief.rule_tables import Numbers, RuleTables, Whole
from nuns.bots.belief.track import HONEST, Track
from nuns.rules.blessings import places_for_false_noise, stamp
from nuns.rules.noise import die_for, is_measured
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import PLACE

Tokens = Counter[tuple[int, int]]  # beside which guard, on which of her ways


def hear(model: MotionModel, state: State, track: Track, tokens: Tokens, *, may_fake: bool) -> None:
    """Learns from what one novice did and did not place in the noise step of ``state`` (7, 10.4)."""
    if track.is_own:
        return
    real = real_noise(model.tables, state, track.novice, tokens)
    places = places_for_false_noise(model.board, state, track.novice.figure) if may_fake and tokens else 0
    if places:
        false = false_noise(model, state, track.novice, tokens, places)
        lay_false_noise(track, stamp(state), np.ones(DOTS) if real is None else real, false)
    elif real is not None:
        track.learn(real)


def real_noise(tables: RuleTables, state: State, novice: Novice, tokens: Tokens) -> Numbers | None:
    """Returns by dot how likely she places just these tokens when all of them are real; None where that says nothing (7.4)."""
    likely = None
    for guard in state.guards:
        heard = heard_ways(tables, state, novice, guard)
        marked = marks(tokens, guard)
        if marked < 0 or (marked and heard is None):
            return np.zeros(DOTS)
        if heard is not None:
            found = tables.marks[marked][heard]
            likely = found if likely is None else likely * found
    return likely


def heard_ways(tables: RuleTables, state: State, novice: Novice, guard: Guard) -> Whole | None:
    """Returns by dot on which of the guard's ways she is heard, as bits; None where she is heard nowhere (7.1, 7.3, 7.4)."""
    if not is_measured(state, novice, guard):
        return None
    owner = die_for(state, novice, guard)
    earshot = tables.earshot(state.noise_step, state.dice[owner] + state.shifts[owner], novice.gait)
    if not earshot.any():
        return None
    return np.where(earshot[tables.distance[guard.dot]], tables.first_steps[guard.dot], 0)


def marks(tokens: Tokens, guard: Guard) -> int:
    """Returns the tokens beside a guard as bits of her ways; -1 when two lie on one way, which real ones never do (7.4)."""
    bits = 0
    for (beside, way), count in tokens.items():
        if beside == guard.number and count:
            bits |= 1 << way
            if count > 1:
                return -1
    return bits


def false_noise(model: MotionModel, state: State, novice: Novice, tokens: Tokens, places: int) -> Numbers:
    """Returns by dot how likely she places just these tokens when one of them, on one of ``places``, is false (10.4)."""
    likely = np.zeros(DOTS)
    for (guard, way), count in tokens.items():
        if count and places >> (PLACE + 4 * guard + way) & 1:
            found = real_noise(model.tables, state, novice, tokens - Counter([(guard, way)]))
            likely += 1.0 if found is None else found
    return likely * model.motion.false_noise / places.bit_count()


def lay_false_noise(track: Track, layer: int, real: Numbers, false: Numbers) -> None:
    """Splits the honest: they may have placed real tokens or a false one; the others only real ones (10.4)."""
    weights = track.weights()
    honest = track.layers.index(HONEST)
    lying = weights[:, honest] * false[:, None, None]
    weights = weights * real[:, None, None, None]
    layers = track.layers
    if layer in layers:
        weights[:, layers.index(layer)] += lying
    else:
        weights, layers = np.concatenate([weights, lying[:, None]], axis=1), (*layers, layer)
    track.settle(weights, layers)
