"""The event tape: one number an event, complete in itself, read by the referee after each action."""

from nuns.rules.state import State

WHO, FIRST, SECOND = 5, 9, 17  # where the parts of an event begin


def say(game: State, event: int, who: int, first: int, second: int) -> None:
    """An event in 32 bits: what, who, and two small numbers."""
    if game.said < len(game.tape):
        game.tape[game.said] = event | who << WHO | first << FIRST | second << SECOND
        game.said += 1
