"""Noise: who rolls, which novices are heard, and where tokens are placed (rules 7)."""

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
    """Tells whether a guard hears the noise the novices make; with `deaf-runners=on` one who ran does not (7.2)."""
    return guard.hears != 0 and not (guard.ran and runners_are_deaf(game))


def runners_are_deaf(game: State) -> bool:
    """Tells whether a run makes a guard deaf to the noise that is made next (7.2)."""
    return game.options.deaf_runners != 0


def begin_noise(board: Board, game: State) -> None:
    """Begins a noise step: makes earlier false noises known, and sets out the dice to be rolled (7.1, 7.3, 10.4)."""
    tell_false_noises(game)
    for figure in range(DIE_OWNERS):
        game.dice[figure] = 0
        game.shifts[figure] = 0
    game.rolling = listening_dice(game) if game.noise_step == NoiseStep.LISTENING else noise_dice(game)
    game.stage = Stage.DICE


def noise_dice(game: State) -> int:
    """Returns the novices who roll for noise, as bits: all who are on the run, if any guard can hear (7.1, 7.2)."""
    dice = 0
    for guard in game.guards:
        if can_hear(game, guard):
            for novice in game.novices:
                if novice.status == Status.ON_THE_RUN:
                    dice |= 1 << novice.figure
    return dice


def listening_dice(game: State) -> int:
    """Returns the guards who roll to listen, as bits: those who can hear and did not run (7.3)."""
    dice = 0
    for guard in game.guards:
        if guard.hears and not guard.ran:
            dice |= 1 << (ABBESS + guard.number)
    return dice


def tell_false_noises(game: State) -> None:
    """Tells everyone of the false noises that were played in this step of an earlier turn (10.4)."""
    for figure in range(HOLDERS):
        if is_told_now(game, game.untold[figure]):
            tell(game, figure)


def is_told_now(game: State, untold: int) -> bool:
    """Tells whether a false noise is made known in this noise step; ``untold`` is its stamp in the state, 0 for none (10.4)."""
    return untold != 0 and untold >> 1 < game.turn and untold & 1 == game.noise_step


def is_told_when_cleared(game: State) -> bool:
    """Tells whether false noises are made known when the tokens are removed (10.4)."""
    return game.options.false_noise == FalseNoise.MAKING


def tell(game: State, figure: int) -> None:
    """Makes a figure's false noise known to all (10.4)."""
    game.untold[figure] = 0
    game.played[figure] = Blessing.FALSE_NOISE
    say(game, Event.TOLD, figure, Blessing.FALSE_NOISE, 0)


def ask_dice(board: Board, game: State) -> None:
    """Asks chance for the next die of this step; all are rolled before anyone may answer them (10.6)."""
    if game.rolling:
        ask_chance(game, Ask.ROLL)
    else:
        game.stage = Stage.ANSWERS if game.rolled_again else Stage.WINDOW


def next_die(game: State) -> int:
    """Returns the owner of the die that is rolled next."""
    return lowest_bit(game.rolling)


def roll(game: State, face: int) -> None:
    """Sets the face of the next die (7.1, 7.3)."""
    figure = next_die(game)
    game.rolling &= ~(1 << figure)
    game.dice[figure] = face
    say(game, Event.ROLLED, figure, face, game.noise_step)


def die_for(game: State, novice: Novice, guard: Guard) -> int:
    """Returns the owner of the die that is measured for this novice and this guard: the novice, or the guard who listens (7.1, 7.3)."""
    if game.noise_step == NoiseStep.LISTENING:
        return ABBESS + guard.number
    return novice.figure


def is_measured(game: State, novice: Novice, guard: Guard) -> bool:
    """Tells whether a die was rolled that may let this guard hear this novice (7.1, 7.3)."""
    if novice.status != Status.ON_THE_RUN or game.dice[die_for(game, novice, guard)] == 0:
        return False
    return game.noise_step == NoiseStep.LISTENING or can_hear(game, guard)


def carries(game: State, noise_step: int, die: int, gait: int) -> int:
    """Returns from how many steps away a novice with that gait is heard; a gait never lengthens a listening die (7.1, 7.3)."""
    steps = die + modifier(game, gait)
    if noise_step == NoiseStep.LISTENING:
        steps = min(steps, die)
    if game.options.hearing_limit:
        steps = min(steps, game.options.hearing_limit)
    return steps


def is_in_earshot(game: State, noise_step: int, die: int, gait: int, steps: int) -> bool:
    """Tells whether a novice with that gait is heard so many steps away; on her own dot a guard sees her instead (7.1, 7.3, 7.4)."""
    return 0 < steps <= carries(game, noise_step, die, gait)


def faces_heard(game: State, noise_step: int, gait: int, steps: int) -> int:
    """Returns on how many of a die's six faces a novice with that gait is heard so many steps away (7.1, 7.3)."""
    faces = 0
    while faces < FACES and is_in_earshot(game, noise_step, FACES - faces, gait, steps):  # from the highest face down
        faces += 1
    return faces


def reach(game: State, novice: Novice, guard: Guard) -> int:
    """Returns from how many steps away this guard hears her, by the die in question and its shifts (7.1, 7.3, 10.3)."""
    owner = die_for(game, novice, guard)
    return carries(game, game.noise_step, game.dice[owner] + game.shifts[owner], novice.gait)


def is_heard_by(board: Board, game: State, novice: Novice, guard: Guard, shift: int) -> bool:
    """Tells whether this guard hears a novice by the dice on the table, with her die shifted by ``shift`` more (7.1, 7.3, 10.3)."""
    if not is_measured(game, novice, guard):
        return False
    owner = die_for(game, novice, guard)
    die = game.dice[owner] + game.shifts[owner] + shift
    return is_in_earshot(game, game.noise_step, die, novice.gait, board.distance[guard.dot][novice.dot])


def hear(board: Board, game: State) -> None:
    """Finds which novices are heard by which guards, and asks each of them where she places her tokens (7.1, 7.3, 7.4)."""
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
    """Returns the guard who heard her and has no mark yet, or FALSE_SLOT, or -1 when she has marked everything (7.4, 10.4)."""
    for slot in range(len(novice.heard)):
        if novice.heard[slot] and not novice.marked[slot]:
            return slot
    return -1


def is_heard(novice: Novice) -> bool:
    """Tells whether she places any token in this step, real or false."""
    for ways in novice.heard:
        if ways:
            return True
    return False


def guard_of_slot(novice: Novice, slot: int) -> int:
    """Returns the guard beside whom the token of that slot goes."""
    return novice.fakes_beside if slot == FALSE_SLOT else slot


def may_mark(game: State, novice: Novice) -> int:
    """Returns the sets of the guard's neighbours she may mark, as bits; a set is a number of four bits (7.4)."""
    return fitting_marks(game, novice.heard[unmarked_slot(novice)])


def fitting_marks(game: State, ways: int) -> int:
    """Returns the sets of neighbours that may be marked where ``ways`` are the first dots of a shortest route, as bits (7.4)."""
    allowed = 0
    for chosen in range(1, 16):
        if chosen & ways == chosen and is_fitting(game, chosen, ways):
            allowed |= 1 << chosen
    return allowed


def is_fitting(game: State, chosen: int, ways: int) -> bool:
    """Tells whether she may mark just these of the equally near first dots: one, several or all, as the option says (7.4)."""
    if game.options.equal_directions == EqualDirections.ALL:
        return chosen == ways
    return game.options.equal_directions == EqualDirections.ONE_OR_MORE or chosen & (chosen - 1) == 0


def mark(game: State, novice: Novice, ways: int) -> None:
    """Notes where she will place a token; tokens are placed when everyone has chosen (7.4)."""
    novice.marked[unmarked_slot(novice)] = ways
    if unmarked_slot(novice) >= 0:
        game.asked |= 1 << novice.figure


def place_tokens(board: Board, game: State) -> None:
    """Places all tokens by novice, guard and dot, so that neither time nor order tells a false noise from a real one (7.4, 10.4)."""
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
    """Places a novice's tokens beside one guard, in the order of the neighbouring dots (7.4, 10.4)."""
    real = novice.marked[guard.number]
    false = novice.marked[FALSE_SLOT] if novice.fakes_beside == guard.number else 0
    for way in range(board.degree[guard.dot]):
        if real >> way & 1:
            place_noise(board, game, novice.figure, guard, way, REAL)
        if false >> way & 1:
            place_noise(board, game, novice.figure, guard, way, FALSE)


def forget_marks(novice: Novice) -> None:
    """Clears a novice's marks once her tokens are placed."""
    for slot in range(len(novice.heard)):
        novice.heard[slot] = 0
        novice.marked[slot] = 0


def place_noise(board: Board, game: State, figure: int, guard: Guard, way: int, real: int) -> None:
    """Places one noise token on an edge beside a guard, to whom it belongs (7.4, 10.4)."""
    if figure < ABBESS:
        game.novices[figure].noise[guard.number][way] += 1
    else:
        guard.noise[figure - ABBESS][way] += 1
    guard.tokens += 1
    guard.tokens_at = guard.dot
    say(game, Event.NOISE, figure, board.next[guard.dot][way], guard.number << 1 | real)


def clear_tokens(game: State) -> None:
    """Removes all tokens from the board; with `false-noise=making` the false ones are made known (9.8, 10.4)."""
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
