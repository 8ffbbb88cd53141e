"""How likely a novice placed the noise tokens that lie there, by her dot; and false noises made known later (rules 7, 10.3, 10.4)."""

from nuns.board.convent import WIDEST
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.movement_lanes import has_layer
from nuns.bots.filter.records import HONEST, LAYERS, STATES, BeliefRecord, FilterScratch, MotionTables, Track
from nuns.bots.filter.tracks import drop_layer, learn, merge_told, scale
from nuns.rules.bits import count_bits
from nuns.rules.blessings import places_for_false_noise
from nuns.rules.ending import is_last_turn
from nuns.rules.noise import die_for, fitting_marks, is_in_earshot, is_measured, is_told_now, is_told_when_cleared
from nuns.rules.setup import BLESSING_CARDS, CARDS_OF_A_KIND, owns_blessing
from nuns.rules.words import DIE_OWNERS, GUARDS, HOLDERS, NOVICES, PLACE, Blessing, NoiseStep

EVERY_WAY = 1 << WIDEST
UNKNOWN = -1.0  # a share that is not worked out yet


def begin_noise(belief: BeliefRecord, noise_step: int) -> None:
    """Begins a noise step without dice and tokens; earlier false noises are made known first (7.1, 7.3, 10.4)."""
    state = belief.public
    state.noise_step = noise_step
    for owner in range(DIE_OWNERS):
        state.dice[owner] = 0
        state.shifts[owner] = 0
    for track in belief.tracks:
        for guard in range(GUARDS):
            for way in range(WIDEST):
                track.tokens[guard, way] = 0
    belief.is_telling = 1


def know_card(belief: BeliefRecord, figure: int, card: int) -> None:
    """Notes that a card is known: her noise was false, or she cannot have placed a false one (3.1, 10.4)."""
    is_news = belief.cards[figure] != card
    belief.cards[figure] = card
    if figure >= NOVICES or belief.tracks[figure].is_own:
        return
    track = belief.tracks[figure]
    if card != Blessing.FALSE_NOISE:
        drop_layers(belief, figure, (1 << LAYERS) - 1)
    elif is_news and belief.is_telling:
        merge_told(belief, figure, told_layers(belief, track))


def told_layers(belief: BeliefRecord, track: Track) -> int:
    """Returns the layers whose false noise is made known at the beginning of this noise step, as bits (10.4)."""
    told = 0
    for layer in range(1, LAYERS):
        if has_layer(track, layer) and is_told(belief, track.layer_turn[layer] << 1 | layer - 1):
            told |= 1 << layer
    return told


def is_told(belief: BeliefRecord, stamp: int) -> bool:
    """Tells whether a false noise of that turn and noise step is made known at the beginning of this one (10.4)."""
    if belief.public.noise_step == NoiseStep.LISTENING:
        if is_told_when_cleared(belief.public):
            return True
        if is_last_turn(belief.public):
            return False
    return is_told_now(belief.public, stamp)


def drop_layers(belief: BeliefRecord, figure: int, layers: int) -> None:
    """Rules layers out, given as bits."""
    track, dropped = belief.tracks[figure], False
    for layer in range(1, LAYERS):
        if layers >> layer & 1 and has_layer(track, layer):
            drop_layer(track, layer)
            dropped = True
    if dropped:
        scale(belief, figure)


def tell_rest(belief: BeliefRecord) -> None:
    """Rules out false noises that would have been made known by now (10.4)."""
    if belief.is_telling:
        for figure in range(NOVICES):
            if belief.tracks[figure].is_present:
                drop_layers(belief, figure, told_layers(belief, belief.tracks[figure]))
    belief.is_telling = 0


def end_noise(board: Board, model: MotionTables, belief: BeliefRecord, scratch: FilterScratch) -> None:
    """Ends a noise step: a novice without a token was not heard (7.4)."""
    tell_rest(belief)
    is_any_left = false_noise_share(belief, 1) > 0
    for figure in range(NOVICES):
        if belief.tracks[figure].is_present:
            may_fake = is_any_left and belief.cards[figure] == 0 and owns_blessing(belief.public, figure)
            learn_from_noise(board, model, belief, figure, may_fake, scratch)


def false_noise_share(belief: BeliefRecord, holders: int) -> float:
    """Returns how likely so many given holders, at most two, whose cards are unknown all have a false noise (2.3, 10)."""
    known, known_false = 0, 0
    for holder in range(HOLDERS):
        if belief.cards[holder] != 0:
            known += 1
        if belief.cards[holder] == Blessing.FALSE_NOISE:
            known_false += 1
    share = 1.0
    for count in range(holders):
        share = share * max(CARDS_OF_A_KIND - known_false - count, 0) / max(BLESSING_CARDS - known - count, 1)
    return share


def learn_from_noise(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, may_fake: bool, scratch: FilterScratch) -> None:
    """Learns from the tokens that one novice placed, or did not place, in the noise step of the public state (7, 10.4)."""
    track = belief.tracks[figure]
    if track.is_own:
        return
    tokens = 0
    for guard in range(GUARDS):
        for way in range(WIDEST):
            tokens += track.tokens[guard, way]
    places = places_for_false_noise(board, belief.public, figure) if may_fake and tokens else 0
    if places:
        weigh_false_noise(board, model, belief, figure, places, scratch)
    weigh_real_noise(board, belief, figure, scratch)
    if places:
        split_false_noise(belief, figure, scratch)
    else:
        for dot in range(1, DOTS):
            if scratch.factor[dot] != 1.0:
                learn(track, scratch.factor[dot], dot)


def weigh_real_noise(board: Board, belief: BeliefRecord, figure: int, scratch: FilterScratch) -> None:
    """Fills in, by dot where she may be, how likely she places just these tokens if all are real (7.4)."""
    state, track, novice = belief.public, belief.tracks[figure], belief.public.novices[figure]
    for dot in range(DOTS):
        scratch.factor[dot] = 1.0
    for guard in state.guards:
        marked, doubled = 0, False
        for way in range(WIDEST):
            if track.tokens[guard.number, way]:
                marked |= 1 << way
                doubled = doubled or track.tokens[guard.number, way] > 1
        measured = is_measured(state, novice, guard)
        owner = die_for(state, novice, guard)
        die = state.dice[owner] + state.shifts[owner]
        if not measured and marked == 0:
            continue  # she places nothing, wherever she is
        for ways in range(EVERY_WAY):
            scratch.mark_share[ways] = UNKNOWN
        for dot in range(1, DOTS):
            if track.is_on[dot]:
                ways = 0
                if measured and is_in_earshot(state, state.noise_step, die, novice.gait, board.distance[guard.dot][dot]):
                    ways = board.first_steps[guard.dot][dot]
                if scratch.mark_share[ways] == UNKNOWN:
                    scratch.mark_share[ways] = 0.0 if doubled else share_of_marks(fitting_marks(state, ways), marked, ways)
                scratch.factor[dot] *= scratch.mark_share[ways]


def share_of_marks(allowed: int, marked: int, ways: int) -> float:
    """Returns how likely she marks just these; all sets in ``allowed`` are alike, and where she is not heard she marks none (7.4)."""
    if ways == 0:
        return 1.0 if marked == 0 else 0.0
    return 1 / count_bits(allowed) if allowed >> marked & 1 else 0.0


def weigh_false_noise(board: Board, model: MotionTables, belief: BeliefRecord, figure: int, places: int, scratch: FilterScratch) -> None:
    """Fills in, by dot, how likely she places just these tokens if one of them, on one of ``places``, is false (10.4)."""
    track = belief.tracks[figure]
    for dot in range(DOTS):
        scratch.false[dot] = 0.0
    for guard in range(GUARDS):
        for way in range(WIDEST):
            if track.tokens[guard, way] and places >> (PLACE + 4 * guard + way) & 1:
                track.tokens[guard, way] -= 1
                weigh_real_noise(board, belief, figure, scratch)
                track.tokens[guard, way] += 1
                for dot in range(DOTS):
                    scratch.false[dot] += scratch.factor[dot]
    for dot in range(DOTS):
        scratch.false[dot] *= model.false_noise / count_bits(places)


def split_false_noise(belief: BeliefRecord, figure: int, scratch: FilterScratch) -> None:
    """Splits the weights of a novice without a false noise: her tokens may all be real, or one of them is false (10.4)."""
    track = belief.tracks[figure]
    fresh = 1 + belief.public.noise_step
    track.layer_turn[fresh] = belief.public.turn
    for dot in range(1, DOTS):
        if track.is_on[dot]:
            for each in range(STATES):
                lying = track.mass[HONEST, dot, each] * scratch.false[dot]
                for layer in range(LAYERS):
                    track.mass[layer, dot, each] *= scratch.factor[dot]
                track.mass[fresh, dot, each] += lying
    scale(belief, figure)
