"""A counter-based generator for simulations: the n-th number of a game is the same in every mode and batch. The rules never roll."""

from nuns.rules.bits import count_bits, nth_bit
from nuns.rules.state import State

MASK = 0xFFFFFFFF
DEAL_AND_DICE, DECISIONS = 0, 0x80000000  # two streams, so that dice do not depend on how many decisions were random


def mixed(number: int) -> int:
    """Spreads 32 bits over 32 bits, one to one."""
    number = ((number ^ (number >> 16)) * 0x7FEB352D) & MASK
    number = ((number ^ (number >> 15)) * 0x846CA68B) & MASK
    return number ^ (number >> 16)


def seed_game(game: State, seed: int, index: int) -> None:
    """Game ``index`` of ``seed``; both count with 64 bits."""
    low = mixed((seed & MASK) ^ mixed(index & MASK))
    high = mixed((seed >> 32 & MASK) ^ mixed(index >> 32 & MASK))
    game.key_low = mixed((low + high * 0x9E3779B1) & MASK)
    game.key_high = mixed((high ^ low + 0x85EBCA6B) & MASK)
    game.chances = 0
    game.decisions = 0


def below(game: State, stream: int, count: int, limit: int) -> int:
    """The number of that count in a stream of this game, from 0 to less than ``limit``."""
    number = ((count ^ stream) * 0x9E3779B1 + game.key_low) & MASK
    number = ((number ^ (number >> 16)) * 0x7FEB352D + game.key_high) & MASK
    number = ((number ^ (number >> 15)) * 0x846CA68B) & MASK
    return ((number ^ (number >> 16)) * limit) >> 32


def chance(game: State, allowed: int) -> int:
    """The next card or face of this game, one of the allowed, evenly."""
    drawn = nth_bit(allowed, below(game, DEAL_AND_DICE, game.chances, count_bits(allowed)))
    game.chances += 1
    return drawn


def pick(game: State, allowed: int) -> int:
    """The next random decision of this game, one of the allowed, evenly."""
    chosen = nth_bit(allowed, below(game, DECISIONS, game.decisions, count_bits(allowed)))
    game.decisions += 1
    return chosen


def stray(game: State, one_in: int) -> bool:
    """Whether the next decision is one of the odd ones; it takes a number of its own."""
    game.decisions += 1
    return below(game, DECISIONS, game.decisions - 1, one_in) == 0
