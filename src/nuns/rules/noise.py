"""Noise: who rolls, who is heard, and where the token goes (rules 7)."""

from nuns.board.convent import WIDEST
from nuns.board.tables import Board
from nuns.rules.bits import lowest_bit
from nuns.rules.choices import EqualDirections, FalseNoise
from nuns.rules.setup import ask_chance
from nuns.rules.state import Guard, Novice, State
from nuns.rules.tape import say
from nuns.rules.words import ABBESS, DIE_OWNERS, FALSE_SLOT, GUARDS, HOLDERS, Ask, Blessing, Event, Gait, NoiseStep, Stage, Status

MODIFIER = (0, -3, -2, -1, 0)  # 5.1 by gait
FACES = 6
REAL, FALSE = 1, 0  # 7.4, 10.4 on the tape


def modifier(game: State, gait: int) -> int:
    """Returns what a gait adds to a die (5.1)."""
    return game.options.run_modifier if gait == Gait.RUN else MODIFIER[gait]


def can_hear(game: State, guard: Guard) -> bool:
    """7.2 A guard who ran is deaf to the noise that is made next."""
    return guard.hears != 0 and not (guard.ran and runners_are_deaf(game))


def runners_are_deaf(game: State) -> bool:
    """Tells whether a run makes a guard deaf to the noise that is made next (7.2)."""
    return game.options.deaf_runners != 0


def begin_noise(board: Board, game: State) -> None:
    """7.1, 7.3 The dice of this step: one for each novice on the run if anyone can hear, or one for each guard who walked."""
    tell_false_noises(game)
    for figure in range(DIE_OWNERS):
        game.dice[figure] = 0
        game.shifts[figure] = 0
    game.rolling = listening_dice(game) if game.noise_step == NoiseStep.LISTENING else noise_dice(game)
    game.stage = Stage.DICE


def noise_dice(game: State) -> int:
    """7.1, 7.2."""
    dice = 0
    for guard in game.guards:
        if can_hear(game, guard):
            for novice in game.novices:
                if novice.status == Status.ON_THE_RUN:
                    dice |= 1 << novice.figure
    return dice


def listening_dice(game: State) -> int:
    """7.3."""
    dice = 0
    for guard in game.guards:
        if guard.hears and not guard.ran:
            dice |= 1 << (ABBESS + guard.number)
    return dice


def tell_false_noises(game: State) -> None:
    """10.4 At the same step of the next turn all are told that a noise was false."""
    for figure in range(HOLDERS):
        if is_told_now(game, game.untold[figure]):
            tell(game, figure)


def is_told_now(game: State, untold: int) -> bool:
    """Tells whether this noise step begins with telling of a false noise; ``untold`` is as in the state, 0 for none (10.4)."""
    return untold != 0 and untold >> 1 < game.turn and untold & 1 == game.noise_step


def is_told_when_cleared(game: State) -> bool:
    """Tells whether all false noises are told with the removal of the tokens (10.4)."""
    return game.options.false_noise == FalseNoise.MAKING


def tell(game: State, figure: int) -> None:
    """10.4."""
    game.untold[figure] = 0
    game.played[figure] = Blessing.FALSE_NOISE
    say(game, Event.TOLD, figure, Blessing.FALSE_NOISE, 0)


def ask_dice(board: Board, game: State) -> None:
    """10.6 The dice of one step are rolled together, before anyone answers them."""
    if game.rolling:
        ask_chance(game, Ask.ROLL)
    else:
        game.stage = Stage.ANSWERS if game.rolled_again else Stage.WINDOW


def next_die(game: State) -> int:
    """The owner of the die to be rolled now."""
    return lowest_bit(game.rolling)


def roll(game: State, face: int) -> None:
    """7.1, 7.3."""
    figure = next_die(game)
    game.rolling &= ~(1 << figure)
    game.dice[figure] = face
    say(game, Event.ROLLED, figure, face, game.noise_step)


def die_for(game: State, novice: Novice, guard: Guard) -> int:
    """The owner of the die that measures this novice against this guard."""
    if game.noise_step == NoiseStep.LISTENING:
        return ABBESS + guard.number
    return novice.figure


def is_measured(game: State, novice: Novice, guard: Guard) -> bool:
    """7.1 A novice on the run: by her own die against every guard who can hear; 7.3 by the die of each guard who listens."""
    if novice.status != Status.ON_THE_RUN or game.dice[die_for(game, novice, guard)] == 0:
        return False
    return game.noise_step == NoiseStep.LISTENING or can_hear(game, guard)


def carries(game: State, noise_step: int, die: int, gait: int) -> int:
    """Returns how many steps away a novice with that gait is heard; a gait never lengthens a listening die (7.1, 7.3)."""
    steps = die + modifier(game, gait)
    if noise_step == NoiseStep.LISTENING:
        steps = min(steps, die)
    if game.options.hearing_limit:
        steps = min(steps, game.options.hearing_limit)
    return steps


def is_in_earshot(game: State, noise_step: int, die: int, gait: int, steps: int) -> bool:
    """Tells whether that die and gait are heard so many steps away; on her own dot a guard hears nothing, she sees (7.1, 7.3, 7.4)."""
    return 0 < steps <= carries(game, noise_step, die, gait)


def faces_heard(game: State, noise_step: int, gait: int, steps: int) -> int:
    """Returns on how many of a die's six faces a novice with that gait is heard so many steps away (7.1, 7.3)."""
    faces = 0
    while faces < FACES and is_in_earshot(game, noise_step, FACES - faces, gait, steps):  # what is heard on a face is heard on a higher one
        faces += 1
    return faces


def reach(game: State, novice: Novice, guard: Guard) -> int:
    """Returns how many steps away she is heard by this guard, by the die that lies there and its shifts (7.1, 7.3, 10.3)."""
    owner = die_for(game, novice, guard)
    return carries(game, game.noise_step, game.dice[owner] + game.shifts[owner], novice.gait)


def is_heard_by(board: Board, game: State, novice: Novice, guard: Guard, shift: int) -> bool:
    """Tells whether this guard hears a novice on the run by the dice that lie there, if her die were shifted so much more (7, 10.3)."""
    if not is_measured(game, novice, guard):
        return False
    owner = die_for(game, novice, guard)
    die = game.dice[owner] + game.shifts[owner] + shift
    return is_in_earshot(game, game.noise_step, die, novice.gait, board.distance[guard.dot][novice.dot])


def hear(board: Board, game: State) -> None:
    """7.1, 7.3, 7.4 Whoever is heard will mark a dot beside the guard; at distance 0 nothing is placed."""
    for novice in game.novices:
        if novice.status == Status.ON_THE_RUN:
            for guard in game.guards:
                if is_heard_by(board, game, novice, guard, 0):
                    novice.heard[guard.number] = board.first_steps[guard.dot][novice.dot]
            if unmarked_slot(novice) >= 0:
                game.asked |= 1 << novice.figure
    game.ask = Ask.DIRECTION
    game.stage = Stage.TOKENS


def unmarked_slot(novice: Novice) -> int:
    """7.4, 10.4 The guard who heard her and has no mark yet, or FALSE_SLOT; -1 when all are placed."""
    for slot in range(len(novice.heard)):
        if novice.heard[slot] and not novice.marked[slot]:
            return slot
    return -1


def is_heard(novice: Novice) -> bool:
    """Whether she places any token in this step, real or false."""
    for ways in novice.heard:
        if ways:
            return True
    return False


def guard_of_slot(novice: Novice, slot: int) -> int:
    """The guard beside whom that token goes."""
    return novice.fakes_beside if slot == FALSE_SLOT else slot


def may_mark(game: State, novice: Novice) -> int:
    """7.4 An action is a set of the guard's neighbours: one of the equal ones, several, or all, as the edition says."""
    return fitting_marks(game, novice.heard[unmarked_slot(novice)])


def fitting_marks(game: State, ways: int) -> int:
    """Returns the sets of neighbours that may be marked by one who is heard on these ways, as bits; ways and sets are bits too (7.4)."""
    allowed = 0
    for chosen in range(1, 16):
        if chosen & ways == chosen and is_fitting(game, chosen, ways):
            allowed |= 1 << chosen
    return allowed


def is_fitting(game: State, chosen: int, ways: int) -> bool:
    """7.4."""
    if game.options.equal_directions == EqualDirections.ALL:
        return chosen == ways
    return game.options.equal_directions == EqualDirections.ONE_OR_MORE or chosen & (chosen - 1) == 0


def mark(game: State, novice: Novice, ways: int) -> None:
    """7.4 She has chosen; the tokens go down when all have."""
    novice.marked[unmarked_slot(novice)] = ways
    if unmarked_slot(novice) >= 0:
        game.asked |= 1 << novice.figure


def place_tokens(board: Board, game: State) -> None:
    """7.4, 10.4 All at once, by novice, guard and dot: neither moment nor order tells a false noise from a real one."""
    for novice in game.novices:
        if is_heard(novice):
            for guard in game.guards:
                place_beside(board, game, novice, guard)
            forget_marks(novice)
    for guard in game.guards:
        if guard.fakes:
            place_noise(board, game, ABBESS + guard.number, game.guards[guard.fakes_beside], lowest_bit(guard.fakes), FALSE)
            guard.fakes = 0
    game.stage = Stage.NOISE_END


def place_beside(board: Board, game: State, novice: Novice, guard: Guard) -> None:
    """7.4, 10.4 Her tokens beside one guard, by dot."""
    real = novice.marked[guard.number]
    false = novice.marked[FALSE_SLOT] if novice.fakes_beside == guard.number else 0
    for way in range(board.degree[guard.dot]):
        if real >> way & 1:
            place_noise(board, game, novice.figure, guard, way, REAL)
        if false >> way & 1:
            place_noise(board, game, novice.figure, guard, way, FALSE)


def forget_marks(novice: Novice) -> None:
    for slot in range(len(novice.heard)):
        novice.heard[slot] = 0
        novice.marked[slot] = 0


def place_noise(board: Board, game: State, figure: int, guard: Guard, way: int, real: int) -> None:
    """7.4, 10.4 A token on an edge beside a guard, which is hers."""
    if figure < ABBESS:
        game.novices[figure].noise[guard.number][way] += 1
    else:
        guard.noise[figure - ABBESS][way] += 1
    guard.tokens += 1
    guard.tokens_at = guard.dot
    say(game, Event.NOISE, figure, board.next[guard.dot][way], guard.number << 1 | real)


def clear_tokens(game: State) -> None:
    """9.8 All tokens leave the board; with `false-noise=making` what was false is told with them (10.4)."""
    for novice in game.novices:
        novice.vanished = 0
    for guard in game.guards:
        if guard.tokens:
            guard.tokens = 0
            guard.tokens_at = 0
            for way in range(WIDEST):
                for other in range(GUARDS):
                    guard.noise[other][way] = 0
                for novice in game.novices:
                    novice.noise[guard.number][way] = 0
    say(game, Event.CLEARED, 0, 0, 0)
    if is_told_when_cleared(game):
        for figure in range(HOLDERS):
            if game.untold[figure]:
                tell(game, figure)
