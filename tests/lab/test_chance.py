"""The generator of simulations: even, and different wherever it should be."""

from collections import Counter
from itertools import combinations, pairwise, product
from math import sqrt

import pytest

from nuns.rules.bits import count_bits, lowest_bit, nth_bit
from nuns.rules.chance import DEAL_AND_DICE, DECISIONS, MASK, draw_below, draw_chance, is_stray, mix, pick_action, seed_game
from nuns.rules.state import State

STREAMS = pytest.mark.parametrize("stream", [DEAL_AND_DICE, DECISIONS], ids=["dice", "decisions"])
DRAWS = 60_000
SPARE = State()
SEEDS = [0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33, 2**63, 2**64 - 1, 20_260_101, 3 << 40]


def game_of(seed: int, index: int = 0, game: State | None = None) -> State:
    """A game of that seed; one that is no longer needed may be used again, which is far quicker."""
    game = game or State()
    seed_game(game, seed, index)
    return game


def numbers(seed: int, index: int = 0, *, stream: int = DEAL_AND_DICE, limit: int = 1 << 30, count: int = 8) -> tuple[int, ...]:
    game = game_of(seed, index, SPARE)
    return tuple(draw_below(game, stream, place, limit) for place in range(count))


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((found - expected) ** 2 for found in counts) / expected


def far_out(freedom: int) -> float:
    """About one chance in 30,000 to be above, by Wilson and Hilferty: 4 standard deviations."""
    return freedom * (1 - 2 / (9 * freedom) + 4 * sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.parametrize("limit", range(2, 16))
def test_numbers_below_a_limit_are_even(limit: int) -> None:
    """Within one game, and at one count over many games."""
    game = game_of(77)
    within = [draw_below(game, DEAL_AND_DICE, count, limit) for count in range(DRAWS)]
    across = [draw_below(game_of(78, index, SPARE), DECISIONS, 3, limit) for index in range(DRAWS // 4)]
    for drawn in (within, across):
        counts = Counter(drawn)
        assert set(counts) == set(range(limit))
        assert chi_square([counts[face] for face in range(limit)]) < far_out(limit - 1)


@STREAMS
def test_a_number_tells_nothing_of_the_next(stream: int) -> None:
    game = game_of(5, 9)
    faces = [draw_below(game, stream, count, 6) for count in range(36_000)]
    for gap in (1, 2, 6):
        pairs = Counter(zip(faces, faces[gap:], strict=False))
        assert chi_square([pairs[pair] for pair in product(range(6), range(6))]) < far_out(35)


def test_a_stream_tells_nothing_of_the_other() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    game = game_of(6)
    for count in range(36_000):
        pairs[draw_below(game, DEAL_AND_DICE, count, 6), draw_below(game, DECISIONS, count, 6)] += 1
    assert chi_square([pairs[pair] for pair in product(range(6), range(6))]) < far_out(35)
    assert numbers(6) != numbers(6, stream=DECISIONS)


def test_a_game_tells_nothing_of_the_next() -> None:
    games = [draw_below(game_of(4, index, SPARE), DEAL_AND_DICE, 0, 6) for index in range(18_000)]
    seeds = [draw_below(game_of(seed, 4, SPARE), DEAL_AND_DICE, 0, 6) for seed in range(18_000)]
    for faces in (games, seeds):
        pairs = Counter(pairwise(faces))
        assert chi_square([pairs[pair] for pair in product(range(6), range(6))]) < far_out(35)


@STREAMS
def test_games_of_a_seed_differ(stream: int) -> None:
    rows = {numbers(1, index, stream=stream) for index in range(2000)}
    assert len(rows) == 2000


@pytest.mark.parametrize("seed, other", list(combinations(SEEDS, 2)))
def test_both_halves_of_a_seed_matter(seed: int, other: int) -> None:
    assert numbers(seed) != numbers(other)
    assert numbers(0, seed) != numbers(0, other), "and of the number of a game"
    assert numbers(seed, 3) != numbers(3, seed) or seed == 3


def test_every_bit_of_seed_and_game_matters() -> None:
    rows = (
        {numbers(1 << bit, 5) for bit in range(64)}
        | {numbers(5, 1 << bit) for bit in range(64)}
        | {numbers(5, 5), numbers(0, 5), numbers(5, 0)}
    )
    assert len(rows) == 64 + 64 + 3


def test_games_of_many_seeds_do_not_meet() -> None:
    keys = {(game.key_low, game.key_high) for seed in range(60) for index in range(300) for game in [game_of(seed, index, SPARE)]}
    assert len(keys) == 60 * 300


def test_mixing_loses_nothing() -> None:
    assert len({mix(number) for number in range(100_000)}) == 100_000
    assert all(0 <= mix(number) <= MASK for number in (0, 1, MASK, MASK >> 1))


def test_the_n_th_number_does_not_depend_on_those_before() -> None:
    game = game_of(12, 1)
    forwards = [draw_below(game, DEAL_AND_DICE, count, 6) for count in range(50)]
    assert [draw_below(game, DEAL_AND_DICE, count, 6) for count in reversed(range(50))] == forwards[::-1]
    assert (game.chances, game.decisions) == (0, 0)


BITS = [(0b1, [0]), (0b1010, [1, 3]), (0b1000000000000001, [0, 15]), (0b111, [0, 1, 2]), (0xFFFF, list(range(16)))]


@pytest.mark.parametrize("allowed, bits", BITS)
def test_choices_are_the_allowed_ones_and_all_of_them(allowed: int, bits: list[int]) -> None:
    assert count_bits(allowed) == len(bits)
    assert [nth_bit(allowed, skip) for skip in range(len(bits))] == bits
    assert lowest_bit(allowed) == bits[0]
    game = game_of(3)
    assert {draw_chance(game, allowed) for _ in range(400)} == set(bits)
    assert {pick_action(game, allowed) for _ in range(400)} == set(bits)
    assert (game.chances, game.decisions) == (400, 400)


def test_dice_do_not_depend_on_how_many_decisions_were_made() -> None:
    quiet, busy = game_of(30), game_of(30)
    for _ in range(25):
        pick_action(busy, 0b1111)
    assert [draw_chance(quiet, 0b1111110) for _ in range(30)] == [draw_chance(busy, 0b1111110) for _ in range(30)]


def test_one_decision_in_so_many_is_odd() -> None:
    game = game_of(8)
    assert sum(is_stray(game, 4) for _ in range(8000)) == pytest.approx(2000, abs=160)
    assert game.decisions == 8000
