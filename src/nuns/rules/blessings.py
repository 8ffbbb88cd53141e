"""Blessings and the window in which they are played (rules 10)."""

from nuns.board.tables import Board
from nuns.rules.choices import FalseNoise, GuardFalseNoise, RollAgain
from nuns.rules.state import State
from nuns.rules.tape import say
from nuns.rules.words import (
    ABBESS,
    DIE_OWNERS,
    FALSE_SLOT,
    HOLDERS,
    NOVICES,
    PASS,
    PLACE,
    PLAY,
    Ask,
    Blessing,
    Event,
    NoiseStep,
    Stage,
    Status,
)


def ask_holders(board: Board, game: State) -> None:
    """Asks everyone whose card is not yet publicly played, whatever the card, so that being asked tells nothing (10.6)."""
    game.ask = Ask.BLESSING
    game.rolled_again = 0
    for figure in range(HOLDERS):
        game.answers[figure] = PASS
        if may_be_asked(game, figure) and (game.blessings[figure] != Blessing.NONE or game.untold[figure]):
            game.asked |= 1 << figure
    game.stage = Stage.ANSWERS


def may_be_asked(game: State, figure: int) -> bool:
    """Tells whether a figure still plays cards: a novice who is home does not (11.3), except in version 1 of the rules."""
    return figure >= NOVICES or game.novices[figure].status != Status.HOME or game.asks_home != 0


def first_die(game: State) -> int:
    """Returns the first figure who may own a die in this noise step; an answer counts the dice from there."""
    return ABBESS if game.noise_step == NoiseStep.LISTENING else 0


def may_play(board: Board, game: State, figure: int) -> int:
    """Returns what a figure may answer, as bits: PASS always, a die that her card may change, a place for a false noise (10.2-10.4)."""
    card = game.blessings[figure]
    allowed = 1 << PASS
    if card == Blessing.ROLL_AGAIN or card == Blessing.NOISE_RANGE:
        for owner in range(first_die(game), DIE_OWNERS):
            if may_change(game, figure, card, owner):
                allowed |= 1 << (PLAY + owner - first_die(game))
    if card == Blessing.FALSE_NOISE:
        allowed |= places_for_false_noise(board, game, figure)
    return allowed


def places_for_false_noise(board: Board, game: State, figure: int) -> int:
    """Returns where a figure with that card may put a false noise in this step, as bits PLACE + 4 * guard + neighbour (10.4)."""
    places = 0
    if is_time_for_false_noise(game) and may_fake(game, figure):
        for guard in game.guards:
            if guard.chases and may_fake_beside(game, figure, guard.number):
                for way in range(board.degree[guard.dot]):
                    places |= 1 << (PLACE + 4 * guard.number + way)
    return places


def may_change(game: State, figure: int, card: int, owner: int) -> bool:
    """Tells whether a card may change that die: any that was rolled, or with `roll-again=own` only the holder's own (10.2, 10.3)."""
    if game.dice[owner] == 0:
        return False
    return card == Blessing.NOISE_RANGE or game.options.roll_again == RollAgain.ANY or owner == figure


def is_time_for_false_noise(game: State) -> bool:
    """Tells whether false noises may be played in this noise step (10.4)."""
    if game.noise_step == NoiseStep.MAKING:
        return game.options.false_noise != FalseNoise.LISTENING
    return game.options.false_noise != FalseNoise.MAKING


def may_fake(game: State, figure: int) -> bool:
    """Tells whether a figure may play a false noise: a guard, or a novice who is neither caught nor home (10.4)."""
    return figure >= NOVICES or game.novices[figure].status == Status.ON_THE_RUN


def may_fake_beside(game: State, figure: int, guard: int) -> bool:
    """Tells whether a figure may put a false noise beside that guard: a novice beside either, a guard as the edition says (10.4)."""
    return figure < NOVICES or figure == ABBESS + guard or game.options.guard_false_noise == GuardFalseNoise.ANY_GUARD


def carry_out(board: Board, game: State) -> None:
    """Carries out the answers: one die rolled again at a time, then the question once more; at last shifts and false noises (10.6)."""
    for figure in range(HOLDERS):
        if game.answers[figure] != PASS and game.blessings[figure] == Blessing.ROLL_AGAIN:
            roll_again(game, figure)
            return
    if game.rolled_again:
        game.stage = Stage.WINDOW
        return
    for figure in range(HOLDERS):
        if game.answers[figure] != PASS:
            if game.blessings[figure] == Blessing.NOISE_RANGE:
                shift(game, figure)
            else:
                play_false_noise(game, figure)
    game.stage = Stage.HEARING


def roll_again(game: State, figure: int) -> None:
    """Spends the card and has its die rolled again; the second result stands (10.2)."""
    owner = first_die(game) + game.answers[figure] - PLAY
    spend(game, figure, owner)
    game.rolling = 1 << owner
    game.rolled_again = 1
    game.stage = Stage.DICE


def shift_by(figure: int) -> int:
    """Returns by how much a figure's *noise range* shifts a die: a novice's down, a guard's up (10.3)."""
    return -1 if figure < NOVICES else 1


def shift(game: State, figure: int) -> None:
    """Spends a *noise range* and shifts its die (10.3)."""
    owner = first_die(game) + game.answers[figure] - PLAY
    spend(game, figure, owner)
    game.shifts[owner] += shift_by(figure)


def spend(game: State, figure: int, owner: int) -> None:
    """Discards a card that was played, and makes it known to all (10)."""
    card = game.blessings[figure]
    game.blessings[figure] = Blessing.NONE
    game.played[figure] = card
    game.answers[figure] = PASS
    say(game, Event.BLESSED, figure, card, owner)


def stamp(game: State) -> int:
    """Returns this turn and noise step in one number, as ``untold`` keeps them (10.4)."""
    return game.turn << 1 | game.noise_step


def play_false_noise(game: State, figure: int) -> None:
    """Spends a false noise without telling anyone; a novice will be asked to place it as if she were heard (10.4)."""
    place = game.answers[figure] - PLACE
    game.blessings[figure] = Blessing.NONE
    game.answers[figure] = PASS
    game.untold[figure] = stamp(game)
    say(game, Event.BLESSED, figure, Blessing.FALSE_NOISE, 0)
    if figure < NOVICES:
        game.novices[figure].fakes_beside = place // 4
        game.novices[figure].heard[FALSE_SLOT] = 1 << place % 4
    else:
        game.guards[figure - ABBESS].fakes = 1 << place % 4
        game.guards[figure - ABBESS].fakes_beside = place // 4


def take_blessing_back(game: State, figure: int) -> None:
    """Takes back a figure's card and a false noise that nobody was told of, so that she can be imagined with another card (10.4)."""
    game.blessings[figure] = Blessing.NONE
    game.untold[figure] = 0
    if figure < NOVICES:
        game.novices[figure].fakes_beside = 0
        game.novices[figure].heard[FALSE_SLOT] = 0
        game.novices[figure].marked[FALSE_SLOT] = 0
    else:
        game.guards[figure - ABBESS].fakes = 0
        game.guards[figure - ABBESS].fakes_beside = 0
