"""A counter-based random generator for simulations, so that every mode and batch plays the same game; the rules themselves never roll."""

from nuns.rules.bits import count_bits, nth_bit
from nuns.rules.state import State

MASK = 0xFFFFFFFF
DEAL_AND_DICE, DECISIONS = 0, 0x80000000  # two streams, so that dice do not depend on how many decisions were random


def mix(number: int) -> int:
    """Spreads 32 bits over 32 bits, one to one."""
    number = ((number ^ (number >> 16)) * 0x7FEB352D) & MASK
    number = ((number ^ (number >> 15)) * 0x846CA68B) & MASK
    return number ^ (number >> 16)


def seed_game(game: State, seed: int, index: int) -> None:
    """Sets the generator to game ``index`` of ``seed``; both are 64-bit numbers."""
    low = mix((seed & MASK) ^ mix(index & MASK))
    high = mix((seed >> 32 & MASK) ^ mix(index >> 32 & MASK))
    game.key_low = mix((low + high * 0x9E3779B1) & MASK)
    game.key_high = mix((high ^ low + 0x85EBCA6B) & MASK)
    game.chances = 0
    game.decisions = 0


def draw_below(game: State, stream: int, count: int, limit: int) -> int:
    """Returns number ``count`` of a stream of this game, at least 0 and less than ``limit``."""
    number = ((count ^ stream) * 0x9E3779B1 + game.key_low) & MASK
    number = ((number ^ (number >> 16)) * 0x7FEB352D + game.key_high) & MASK
    number = ((number ^ (number >> 15)) * 0x846CA68B) & MASK
    return ((number ^ (number >> 16)) * limit) >> 32


def draw_chance(game: State, allowed: int) -> int:
    """Returns the next card or face of this game, drawn evenly from the allowed ones."""
    drawn = nth_bit(allowed, draw_below(game, DEAL_AND_DICE, game.chances, count_bits(allowed)))
    game.chances += 1
    return drawn


def pick_action(game: State, allowed: int) -> int:
    """Returns the next random decision of this game, drawn evenly from the allowed ones."""
    chosen = nth_bit(allowed, draw_below(game, DECISIONS, game.decisions, count_bits(allowed)))
    game.decisions += 1
    return chosen


def is_stray(game: State, one_in: int) -> bool:
    """Tells whether the next decision is to be a random one, as one in ``one_in`` is; this uses up a number of the stream."""
    game.decisions += 1
    return draw_below(game, DECISIONS, game.decisions - 1, one_in) == 0
