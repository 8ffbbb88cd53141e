"""How a night ends (rules 1)."""

from nuns.rules.sight import is_on_board
from nuns.rules.state import State
from nuns.rules.tape import say
from nuns.rules.words import GUARDS_WIN, Ending, Event, Stage, Status

NEVER = 99  # more often than anyone is caught


def wins_together(game: State) -> bool:
    """Tells whether the novices win together or not at all (11.3)."""
    return game.options.all_or_nun != 0


def last_turn(game: State) -> int:
    """Returns the number of the turn that ends at dawn (1.3, 4)."""
    return game.options.turns


def turns_left(game: State) -> int:
    """Returns how many turns follow the one that is played (4)."""
    return last_turn(game) - game.turn


def judge_home(game: State) -> None:
    """1.2, 5.7, 11.3 Home comes before the captures of the same phase; in All or Nun all must be home."""
    home = winners(game)
    if home and (not wins_together(game) or all_home(game)):
        end(game, Ending.HOME, home)


def judge_captures(game: State) -> None:
    """1.3 The guards win at once."""
    if game.captures >= game.goal:
        end(game, Ending.CAPTURES, GUARDS_WIN)


def judge_dawn(game: State) -> None:
    """1.3, 4 The last turn has ended."""
    if is_last_turn(game):
        end(game, Ending.DAWN, GUARDS_WIN)


def is_last_turn(game: State) -> bool:
    """Tells whether the night ends with this turn; its guards do not listen (4)."""
    return game.turn == last_turn(game)


def all_home(game: State) -> bool:
    """11.3."""
    for novice in game.novices:
        if is_on_board(novice):
            return False
    return True


def fewest_captures(game: State) -> int:
    """1.4 Among those who are home."""
    fewest = NEVER
    for novice in game.novices:
        if novice.status == Status.HOME:
            fewest = min(fewest, novice.times_caught)
    return fewest


def winners(game: State) -> int:
    """1.4 Of the novices who are home those least often caught, as bits; 11.3 all of them."""
    figures = 0
    fewest = fewest_captures(game)
    for novice in game.novices:
        if novice.status == Status.HOME and (wins_together(game) or novice.times_caught == fewest):
            figures |= 1 << novice.figure
    return figures


def end(game: State, ending: int, winning: int) -> None:
    game.ending = ending
    game.winners = winning
    game.asked = 0
    game.stage = Stage.OVER
    say(game, Event.OVER, 0, ending, winning)
