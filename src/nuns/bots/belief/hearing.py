"""What a noise step tells: her tokens, or that there are none, for every guard who could have heard her (rules 7, 10.3, 10.4)."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from nuns.bots.belief.ground import Ground, Numbers
from nuns.bots.belief.track import HONEST, Track
from nuns.bots.belief.watch import Watch
from nuns.rules.choices import FalseNoise
from nuns.rules.noise import MODIFIER
from nuns.rules.words import Gait, NoiseStep, Status

Tokens = Counter[tuple[str, int]]  # beside which guard, towards which dot


@dataclass
class NoiseTable:
    """The dice and tokens of one noise step."""

    step: int = NoiseStep.MAKING
    dice: dict[int | str, int] = field(default_factory=dict)
    shifts: Counter[int | str] = field(default_factory=Counter)
    tokens: dict[int, Tokens] = field(default_factory=dict)

    def copy(self) -> "NoiseTable":
        tokens = {novice: Counter(each) for novice, each in self.tokens.items()}
        return NoiseTable(self.step, dict(self.dice), Counter(self.shifts), tokens)


def reach(ground: Ground, track: Track, noise: NoiseTable, watch: Watch, guard: str) -> int:
    """7.1, 7.3, 10.3 How many steps away this guard hears her; 0 when she is not measured."""
    listening = noise.step == NoiseStep.LISTENING
    owner: int | str = guard if listening else track.number
    if owner not in noise.dice or not (listening or watch.can_hear(guard)):
        return 0
    die = noise.dice[owner] + noise.shifts[owner]
    added = ground.options.run_modifier if track.gait == Gait.RUN else MODIFIER[track.gait]
    return min(die + added, die) if listening else die + added


def real_noise(ground: Ground, track: Track, noise: NoiseTable, watch: Watch, tokens: Tokens) -> Numbers | None:
    """7.4 By dot: how likely she places just these tokens when all of them are real; None where that says nothing."""
    likely = None
    for guard, post in watch.posts.items():
        carries = reach(ground, track, noise, watch, guard)
        marked = marks(ground, post.dot, guard, tokens)
        if marked < 0 or (marked and carries <= 0):
            return np.zeros(len(ground.distance))
        if carries > 0:
            ways = np.where(ground.distance[post.dot] <= carries, ground.first_steps[post.dot], 0)
            found = ground.marks[marked][ways]
            likely = found if likely is None else likely * found
    return likely


def marks(ground: Ground, dot: int, guard: str, tokens: Tokens) -> int:
    """7.4 The tokens beside a guard as bits of her ways; -1 when two lie on one way, which real ones never do."""
    bits = 0
    for (beside, towards), count in tokens.items():
        if beside == guard and count:
            bits |= 1 << ground.board.next[dot].index(towards)
            if count > 1:
                return -1
    return bits


def false_noise(ground: Ground, track: Track, noise: NoiseTable, watch: Watch, tokens: Tokens) -> Numbers:
    """10.4 By dot: how likely she places just these tokens when one of them is false."""
    likely = np.zeros(len(ground.distance))
    for place in [each for each, count in tokens.items() if count and watch.posts[each[0]].chases]:
        rest = tokens - Counter([place])
        found = real_noise(ground, track, noise, watch, rest)
        likely += 1.0 if found is None else found
    return likely * ground.motion.false_noise / watch.places()


def is_time_for_false_noise(ground: Ground, step: int) -> bool:
    """10.4."""
    return ground.options.false_noise != (FalseNoise.LISTENING if step == NoiseStep.MAKING else FalseNoise.MAKING)


def hear(ground: Ground, track: Track, noise: NoiseTable, watch: Watch, *, may_fake: bool) -> None:
    """7, 10.4 The noise step is over: what one novice on the run did and did not place in it."""
    if track.is_own or track.status != Status.ON_THE_RUN:
        return
    tokens = noise.tokens.get(track.number, Counter())
    real = real_noise(ground, track, noise, watch, tokens)
    if may_fake and tokens and is_time_for_false_noise(ground, noise.step):
        false = false_noise(ground, track, noise, watch, tokens)
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
