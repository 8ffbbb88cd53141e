"""Sets of up to 16 small numbers, kept as the bits of an integer: legal actions, figures, neighbours."""

# The powers of two leave different remainders when divided by 19: a table of 19 finds which power one is.
_POWER = (-1, 0, 1, 13, 2, -1, 14, 6, 3, 8, -1, 12, 15, 5, 7, 11, 4, 10, 9)


def lowest_bit(bits: int) -> int:
    """Returns the number of the lowest bit that is set, 0 to 15, or -1 when none is."""
    return _POWER[(bits & -bits) % 19]


def count_bits(bits: int) -> int:
    """Returns how many of the 16 lowest bits are set."""
    bits = bits - (bits >> 1 & 0x5555)
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333)
    bits = bits + (bits >> 4) & 0x0F0F
    return bits + (bits >> 8) & 0x1F


def nth_bit(bits: int, skip: int) -> int:
    """Returns the number of the set bit that comes after ``skip`` lower ones."""
    while skip:
        bits &= bits - 1
        skip -= 1
    return lowest_bit(bits)
