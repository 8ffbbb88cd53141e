"""The event tape: one number for each event, complete in itself, which the referee reads after each action."""

from nuns.rules.state import State

WHO, FIRST, SECOND = 5, 9, 17  # where the parts of an event begin


def say(game: State, event: int, who: int, first: int, second: int) -> None:
    """Writes an event to the tape in 32 bits: what happened, to whom, and two small numbers."""
    if game.said < len(game.tape):
        game.tape[game.said] = event | who << WHO | first << FIRST | second << SECOND
        game.said += 1
