"""How a game ends (rules 1)."""

from nuns.rules.sight import is_on_board
from nuns.rules.state import State
from nuns.rules.tape import say
from nuns.rules.words import GUARDS_WIN, Ending, Event, Stage, Status

NEVER = 99  # larger than any count of captures


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
    """Ends the game if a novice has won, before the captures of the same phase count; in All or Nun all must be home (1.2, 5.7, 11.3)."""
    home = winners(game)
    if home and (not wins_together(game) or all_home(game)):
        end(game, Ending.HOME, home)


def judge_captures(game: State) -> None:
    """Ends the game for the guards when they have reached their capture goal (1.3)."""
    if game.captures >= game.goal:
        end(game, Ending.CAPTURES, GUARDS_WIN)


def judge_dawn(game: State) -> None:
    """Ends the game for the guards after the last turn (1.3, 4)."""
    if is_last_turn(game):
        end(game, Ending.DAWN, GUARDS_WIN)


def give_up(game: State) -> None:
    """Ends a game that its players do not play on: nobody wins."""
    game.said = 0
    end(game, Ending.ABANDONED, 0)


def is_last_turn(game: State) -> bool:
    """Tells whether this is the last turn, after which the guards do not listen (4)."""
    return game.turn == last_turn(game)


def all_home(game: State) -> bool:
    """Tells whether every novice who plays is home (11.3)."""
    for novice in game.novices:
        if is_on_board(novice):
            return False
    return True


def fewest_captures(game: State) -> int:
    """Returns how often the least caught of the novices who are home was caught (1.4)."""
    fewest = NEVER
    for novice in game.novices:
        if novice.status == Status.HOME:
            fewest = min(fewest, novice.times_caught)
    return fewest


def winners(game: State) -> int:
    """Returns the novices who win, as bits: of those who are home the least caught, or all of them in All or Nun (1.4, 11.3)."""
    figures = 0
    fewest = fewest_captures(game)
    for novice in game.novices:
        if novice.status == Status.HOME and (wins_together(game) or novice.times_caught == fewest):
            figures |= 1 << novice.figure
    return figures


def end(game: State, ending: int, winning: int) -> None:
    """Ends the game with these winners."""
    game.ending = ending
    game.winners = winning
    game.asked = 0
    game.stage = Stage.OVER
    say(game, Event.OVER, 0, ending, winning)
