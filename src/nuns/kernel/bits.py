"""The functions of ``rules/bits.py`` for machine code, answered by the processor's own instructions."""

from typing import Any

from nuns.rules.bits import count_bits


def nth_bit(bits: int, skip: int) -> int:
    """Returns the number of the set bit that comes after ``skip`` lower ones, without a branch that a processor would mispredict."""
    place = 0
    for half in (8, 4, 2, 1):
        low = count_bits(bits & ((1 << half) - 1))
        beyond = skip >= low
        place += half * beyond
        skip -= low * beyond
        bits >>= half * beyond
    return place


def processor_bits() -> tuple[Any, Any]:
    """Returns ``lowest_bit`` and ``count_bits`` for a core, one instruction each."""
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    def trailing(_typing: Any, _bits: Any) -> Any:
        return types.int64(types.int64), lambda _context, builder, _signature, given: builder.cttz(given[0], cgutils.false_bit)

    def population(_typing: Any, _bits: Any) -> Any:
        return types.int64(types.int64), lambda _context, builder, _signature, given: builder.ctpop(given[0])

    zeros_below: Any = intrinsic(trailing)
    number_of_bits: Any = intrinsic(population)

    def lowest_bit(bits: int) -> Any:
        return zeros_below(bits) if bits else -1

    def count_bits(bits: int) -> Any:
        return number_of_bits(bits)

    return lowest_bit, count_bits


def device_bits(cuda: Any, int32: Any) -> tuple[Any, Any]:
    """Returns ``lowest_bit`` and ``count_bits`` for a CUDA device."""

    def lowest_bit(bits: int) -> Any:
        return int(cuda.ffs(int32(bits)) - 1)

    def count_bits(bits: int) -> Any:
        return int(cuda.popc(int32(bits)))

    return lowest_bit, count_bits
