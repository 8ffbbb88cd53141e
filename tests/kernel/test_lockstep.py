"""The same rules interpreted and compiled: every state and event after every action, and the end of many games, bit by bit."""

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from nuns.board.tables import the_board
from nuns.kernel.batch import Batch
from nuns.kernel.play import begin, decide, eager_choice, play, play_eagerly, random_choice
from nuns.kernel.records import array_of, from_record
from nuns.rules.chance import seed_game
from nuns.rules.options import EDITIONS, NAMES, Options, changed, words_of
from nuns.rules.state import TAPE, Game
from nuns.rules.turn import apply, next_figure
from nuns.rules.words import Stage

CHOICES = {"random": random_choice, "eager": eager_choice}


def random_tables(seed: int) -> Iterator[tuple[Options, int]]:
    """Editions first, then options at random, with one to six novices."""
    rng = random.Random(seed)
    for options in EDITIONS.values():
        yield options, 6
    while True:
        options = EDITIONS[rng.choice(sorted(EDITIONS))]
        for name in rng.sample(NAMES, rng.randint(1, len(NAMES))):
            options = changed(options, name, rng.choice(words_of(name)))
        yield options, rng.randint(1, 6)


def interpreted(options: Options, novices: int, seed: int, index: int) -> Game:
    game = Game(options=options)
    seed_game(game, seed, index)
    begin(the_board(), game, novices, 1)
    return game


def check_every_step(options: Options, novices: int, policy: str, *, bounds_checked: bool = False) -> int:
    """One game, both ways, compared after every action with its tape; how many actions."""
    game = interpreted(options, novices, 3, 0)
    batch = Batch(options, novices=novices, games=1, seed=3, told=True, bounds_checked=bounds_checked)
    count = 0
    while game.stage != Stage.OVER:
        figure = next_figure(game)
        number = CHOICES[policy](the_board(), game, figure)
        apply(the_board(), game, figure, number)
        batch.step(np.array([number]))
        count += 1
        batch.games["chances"], batch.games["decisions"] = game.chances, game.decisions  # drawn by this test, not by the kernel
        game.tape[game.said :] = batch.games["tape"][0][game.said :].tolist()  # what older actions left there says nothing
        assert array_of(game, tape=TAPE).tobytes() == batch.games.tobytes(), f"{options}, {novices} novices, action {count}"
    return count


@pytest.mark.parametrize("policy", CHOICES)
def test_every_state_and_event_after_every_action_is_the_same(policy: str) -> None:
    assert sum(check_every_step(options, novices, policy) for options, novices in islice(random_tables(1), 40)) > 8_000


def test_the_compiled_rules_stay_within_their_tables() -> None:
    """Compiled once with every index checked."""
    for options, novices in islice(random_tables(2), 12):
        check_every_step(options, novices, "eager", bounds_checked=True)


@pytest.mark.parametrize("policy", ["random", "eager"])
def test_the_end_of_every_game_is_the_same(policy: str) -> None:
    for options, novices in islice(random_tables(4), 24):
        batch = Batch(options, novices=novices, games=12, seed=9)
        batch.play(policy)
        for index, compiled in enumerate(batch.games):
            game = interpreted(options, novices, 9, index)
            (play if policy == "random" else play_eagerly)(the_board(), game)
            game.said, game.tape = 0, [0] * TAPE  # the batch is silent
            assert array_of(game, tape=1)[0].tobytes() == compiled.tobytes(), f"{options}, {novices} novices, game 9/{index}"


def test_a_game_is_the_same_in_every_batch_and_on_all_cores() -> None:
    large, small = Batch(games=300, seed=2**64 - 5), Batch(games=20, seed=2**64 - 5, first=120)
    large.play()
    small.play()
    assert large.games[120:140].tobytes() == small.games.tobytes()
    shared = Batch(games=300, seed=2**64 - 5)
    shared.play(all_cores=True)
    assert shared.games.tobytes() == large.games.tobytes()


def test_a_record_can_be_taken_to_the_table_and_back() -> None:
    batch = Batch(EDITIONS["italian"], novices=4, games=1, seed=6, told=True)
    game = from_record(Game, batch.games[0])
    assert array_of(game, tape=TAPE).tobytes() == batch.games.tobytes()
    for _ in range(50):
        decide(the_board(), game)
    assert game.decisions + game.chances > 50
