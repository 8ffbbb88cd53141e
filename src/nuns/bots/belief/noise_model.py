"""What a noise step tells: her tokens, or that there are none, for every guard who could have heard her (rules 7, 10.3, 10.4)."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from nuns.bots.belief.guard_tracker import GuardTracker
from nuns.bots.belief.motion_model import MotionModel, Numbers
from nuns.bots.belief.track import HONEST, Track
from nuns.rules.choices import FalseNoise
from nuns.rules.noise import MODIFIER
from nuns.rules.words import Gait, NoiseStep, Status

Tokens = Counter[tuple[str, int]]  # beside which guard, towards which dot


@dataclass
class ObservedNoise:
    """The dice and tokens of one noise step."""

    step: int = NoiseStep.MAKING
    dice: dict[int | str, int] = field(default_factory=dict)
    shifts: Counter[int | str] = field(default_factory=Counter)
    tokens: dict[int, Tokens] = field(default_factory=dict)

    def copy(self) -> "ObservedNoise":
        tokens = {novice: Counter(each) for novice, each in self.tokens.items()}
        return ObservedNoise(self.step, dict(self.dice), Counter(self.shifts), tokens)


def reach(model: MotionModel, track: Track, noise: ObservedNoise, guards: GuardTracker, guard: str) -> int:
    """7.1, 7.3, 10.3 How many steps away this guard hears her; 0 when she is not measured."""
    listening = noise.step == NoiseStep.LISTENING
    owner: int | str = guard if listening else track.number
    if owner not in noise.dice or not (listening or guards.can_hear(guard)):
        return 0
    die = noise.dice[owner] + noise.shifts[owner]
    added = model.options.run_modifier if track.gait == Gait.RUN else MODIFIER[track.gait]
    return min(die + added, die) if listening else die + added


def real_noise(model: MotionModel, track: Track, noise: ObservedNoise, guards: GuardTracker, tokens: Tokens) -> Numbers | None:
    """7.4 By dot: how likely she places just these tokens when all of them are real; None where that says nothing."""
    likely = None
    for guard, post in guards.posts.items():
        carries = reach(model, track, noise, guards, guard)
        marked = marks(model, post.dot, guard, tokens)
        if marked < 0 or (marked and carries <= 0):
            return np.zeros(len(model.distance))
        if carries > 0:
            ways = np.where(model.distance[post.dot] <= carries, model.first_steps[post.dot], 0)
            found = model.marks[marked][ways]
            likely = found if likely is None else likely * found
    return likely


def marks(model: MotionModel, dot: int, guard: str, tokens: Tokens) -> int:
    """7.4 The tokens beside a guard as bits of her ways; -1 when two lie on one way, which real ones never do."""
    bits = 0
    for (beside, towards), count in tokens.items():
        if beside == guard and count:
            bits |= 1 << model.board.next[dot].index(towards)
            if count > 1:
                return -1
    return bits


def false_noise(model: MotionModel, track: Track, noise: ObservedNoise, guards: GuardTracker, tokens: Tokens) -> Numbers:
    """10.4 By dot: how likely she places just these tokens when one of them is false."""
    likely = np.zeros(len(model.distance))
    for place in [each for each, count in tokens.items() if count and guards.posts[each[0]].chases]:
        rest = tokens - Counter([place])
        found = real_noise(model, track, noise, guards, rest)
        likely += 1.0 if found is None else found
    return likely * model.motion.false_noise / guards.places()


def is_time_for_false_noise(model: MotionModel, step: int) -> bool:
    """10.4."""
    return model.options.false_noise != (FalseNoise.LISTENING if step == NoiseStep.MAKING else FalseNoise.MAKING)


def hear(model: MotionModel, track: Track, noise: ObservedNoise, guards: GuardTracker, *, may_fake: bool) -> None:
    """7, 10.4 The noise step is over: what one novice on the run did and did not place in it."""
    if track.is_own or track.status != Status.ON_THE_RUN:
        return
    tokens = noise.tokens.get(track.number, Counter())
    real = real_noise(model, track, noise, guards, tokens)
    if may_fake and tokens and is_time_for_false_noise(model, noise.step):
        false = false_noise(model, track, noise, guards, tokens)
        lay_false_noise(track, noise.step, np.ones(len(false)) if real is None else real, false)
    elif real is not None:
        track.learn(real)


def lay_false_noise(track: Track, step: int, real: Numbers, false: Numbers) -> None:
    """10.4 Those in layer 0 may have placed a real noise or a false one, the others only real ones."""
    weights = track.weights()
    honest = track.layers.index(HONEST)
    lying = weights[:, honest] * false[:, None, None]
    weights = weights * real[:, None, None, None]
    layers = track.layers
    if step in layers:
        weights[:, layers.index(step)] += lying
    else:
        weights, layers = np.concatenate([weights, lying[:, None]], axis=1), (*layers, step)
    track.settle(weights, layers)
