"""What is learnt of one novice: her weights are multiplied, collapsed, scaled or ruled out (rules 6.9, 8.1, 8.3, 10.4)."""

from enum import IntEnum

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS
from nuns.bots.filter.movement_lanes import clear_dot, has_layer
from nuns.bots.filter.records import HONEST, KEY, LAYERS, STATES, WISH, BeliefRecord, Track
from nuns.rules.words import Status


class Contradiction(IntEnum):
    """Why events cannot happen as they were told."""

    NONE = 0
    NOT_THERE = 1  # she cannot be on that dot
    NO_MOVEMENT = 2  # nothing that she may have done fits
    NO_FALSE_NOISE = 3  # she cannot have placed a false noise


def note_fault(belief: BeliefRecord, fault: int, figure: int, dot: int) -> None:
    """Keeps the first fault."""
    if belief.fault == Contradiction.NONE:
        belief.fault = fault
        belief.fault_novice = figure
        belief.fault_dot = dot


def scale(belief: BeliefRecord, figure: int) -> None:
    """Scales her weights to at most 1, and gives up empty layers and dots (10.4); ``phases`` must not be too low."""
    track = belief.tracks[figure]
    highest, phases, states = 0.0, 1, track.phases * WISH_CARDS
    for layer in range(LAYERS):
        if has_layer(track, layer):
            find_peaks(track, layer, states)
            largest = 0.0
            for each in range(states):
                if track.peak[each] > 0:
                    largest = max(largest, track.peak[each])
                    phases = max(phases, each // WISH_CARDS + 1)
            if largest == 0.0:
                track.layer_turn[layer] = 0
            highest = max(highest, largest)
    track.phases = phases
    if highest == 0.0:
        note_fault(belief, Contradiction.NO_MOVEMENT, figure, 0)
        return
    for dot in range(DOTS):
        if track.is_on[dot]:
            scale_dot(track, dot, phases * WISH_CARDS, highest)


def find_peaks(track: Track, layer: int, states: int) -> None:
    """Fills in the highest weight of each state in a layer."""
    peak = track.peak
    for each in range(states):
        peak[each] = 0.0
    for dot in range(DOTS):
        if track.is_on[dot]:
            row = track.mass[layer, dot]
            for each in range(states):
                peak[each] = max(peak[each], row[each])


def scale_dot(track: Track, dot: int, states: int, highest: float) -> None:
    """Divides the weights of one dot, or notes that it has none."""
    is_on = 0
    for layer in range(LAYERS):
        if has_layer(track, layer):
            row, each = track.mass[layer, dot], 0
            while each < states and not row[each] > 0:
                each += 1
            if each < states:
                is_on = 1
                if highest != 1.0:
                    for other in range(states):
                        row[other] /= highest
    track.is_on[dot] = is_on


def learn(track: Track, factor: float, dot: int) -> None:
    """Multiplies in something learnt of one dot."""
    if track.is_on[dot]:
        states = track.phases * WISH_CARDS
        for layer in range(LAYERS):
            if has_layer(track, layer):
                row = track.mass[layer, dot]
                for each in range(states):
                    row[each] *= factor
        if factor == 0.0:
            track.is_on[dot] = 0


def stand_on(belief: BeliefRecord, figure: int, dot: int) -> None:
    """Notes that her dot is known (6.6, 6.9, 11.3)."""
    track = belief.tracks[figure]
    total = 0.0
    for other in range(DOTS):
        if other != dot:
            learn(track, 0.0, other)
        track.known[other] = 1
    for layer in range(LAYERS):
        if has_layer(track, layer) and track.is_on[dot]:
            for each in range(STATES):
                total += track.mass[layer, dot, each]
    if not total > 0:
        note_fault(belief, Contradiction.NOT_THERE, figure, dot)


def be_caught(belief: BeliefRecord, figure: int, dot: int) -> None:
    """Notes that she is caught on that dot and loses her wish (8.1, 8.3)."""
    track = belief.tracks[figure]
    belief.public.novices[figure].status = Status.CAUGHT
    stand_on(belief, figure, dot)
    for other in range(DOTS):
        track.away[other] = 0
    key, wish = KEY * WISH_CARDS, WISH * WISH_CARDS
    for layer in range(LAYERS):
        if has_layer(track, layer):
            for card in range(WISH_CARDS):
                track.mass[layer, dot, key + card] += track.mass[layer, dot, wish + card]
                track.mass[layer, dot, wish + card] = 0.0


def move_all_to(belief: BeliefRecord, figure: int, dot: int) -> None:
    """Moves all her weights to one dot: where a novice knows herself to be (3.2)."""
    track = belief.tracks[figure]
    for layer in range(LAYERS):
        if has_layer(track, layer):
            for each in range(STATES):
                total = 0.0
                for other in range(DOTS):
                    if track.is_on[other]:
                        total += track.mass[layer, other, each]
                        track.mass[layer, other, each] = 0.0
                track.mass[layer, dot, each] = total
    track.is_on[dot] = 1
    scale(belief, figure)


def take(belief: BeliefRecord, figure: int, phase: int) -> None:
    """Notes that she took her key or her wish, which only her own seat is told (5.4)."""
    track = belief.tracks[figure]
    for layer in range(LAYERS):
        if has_layer(track, layer):
            for dot in range(DOTS):
                if track.is_on[dot]:
                    for card in range(WISH_CARDS):
                        taken = track.mass[layer, dot, (phase - 1) * WISH_CARDS + card]
                        for other in range(WISH + 1):
                            track.mass[layer, dot, other * WISH_CARDS + card] = taken if other == phase else 0.0
    track.phases = WISH + 1
    scale(belief, figure)


def drop_layer(track: Track, layer: int) -> None:
    """Rules a layer out: a false noise would have been made known by now, or she has another card (10.4)."""
    track.layer_turn[layer] = 0
    for dot in range(DOTS):
        if track.is_on[dot]:
            clear_dot(track, layer, dot)


def merge_told(belief: BeliefRecord, figure: int, told: int) -> None:
    """Notes that her noise was made known as false: she was in one of the layers ``told``, as bits, and has no untold one now (10.4)."""
    track = belief.tracks[figure]
    if told == 0:
        note_fault(belief, Contradiction.NO_FALSE_NOISE, figure, 0)
        return
    for dot in range(DOTS):
        if track.is_on[dot]:
            for each in range(STATES):
                total = 0.0
                for layer in range(LAYERS):
                    if told >> layer & 1:
                        total += track.mass[layer, dot, each]
                track.mass[HONEST, dot, each] = total
    for layer in range(1, LAYERS):
        drop_layer(track, layer)
    scale(belief, figure)
