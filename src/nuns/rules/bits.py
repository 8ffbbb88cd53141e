"""Small sets as bits of a number: a legal action, a figure or a neighbour is a bit."""

# The powers of two leave different remainders when divided by 19: a table of 19 finds which power one is.
_POWER = (-1, 0, 1, 13, 2, -1, 14, 6, 3, 8, -1, 12, 15, 5, 7, 11, 4, 10, 9)


def lowest_bit(bits: int) -> int:
    """The number of the lowest bit that is set, below 16; -1 when none is."""
    return _POWER[(bits & -bits) % 19]


def count_bits(bits: int) -> int:
    """How many of 16 are set: counted in pairs, in fours, in eights, then all."""
    bits = bits - (bits >> 1 & 0x5555)
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333)
    bits = bits + (bits >> 4) & 0x0F0F
    return bits + (bits >> 8) & 0x1F


def nth_bit(bits: int, skip: int) -> int:
    """The number of the set bit that follows ``skip`` others."""
    while skip:
        bits &= bits - 1
        skip -= 1
    return lowest_bit(bits)
