"""The same games interpreted, on a core and on a CUDA device, compared byte by byte.

python -m tests.kit.lockstep states 5000      every state and event after every action, interpreted and compiled
python -m tests.kit.lockstep ends 100000      the end of every game, interpreted and compiled
python -m tests.kit.lockstep device 1000000   the end of every game, on the cores and on a CUDA device
"""

import random
import sys
from collections.abc import Iterator
from itertools import islice

import numpy as np

from nuns.board.tables import the_board
from nuns.bots.players.compiled_policies import MODULES
from nuns.bots.policies import greedy
from nuns.kernel.batch import Batch
from nuns.kernel.play import begin, random_choice
from nuns.kernel.records import array_of
from nuns.rules.chance import seed_game
from nuns.rules.options import EDITIONS, NAMES, Options, change_option, problems, words_of
from nuns.rules.state import State
from nuns.rules.turn import apply, next_figure
from nuns.rules.words import Stage
from tests.kit.eager import eager_choice

CHOICES = {"random": random_choice, "greedy": greedy.greedy_choice, "eager": eager_choice}
POLICIES = ("random", "greedy")  # those that are compiled
TO_A_TABLE = {"states": 4, "ends": 50, "device": 20_000}  # games of one table in the long runs


def random_tables(seed: int) -> Iterator[tuple[Options, int, int]]:
    """Editions first, then options at random, with one to six novices and one or two guard players."""
    rng = random.Random(seed)
    for options in EDITIONS.values():
        yield options, 6, 1
    while True:
        options = EDITIONS[rng.choice(sorted(EDITIONS))]
        for name in rng.sample(NAMES, rng.randint(1, len(NAMES))):
            options = change_option(options, name, rng.choice(words_of(name)))
        novices = rng.randint(1, 6)
        guard_players = rng.randint(1, 2) if novices == 6 else 1
        if not problems(options, novices, guard_players):
            yield options, novices, guard_players


def interpreted(options: Options, novices: int, guard_players: int, seed: int, index: int) -> State:
    game = State(options=options)
    seed_game(game, seed, index)
    begin(the_board(), game, novices, guard_players)
    return game


def check_every_state(table: tuple[Options, int, int], policy: str, seed: int, *, games: int = 1, bounds_checked: bool = False) -> int:
    """Games compared after every action, with their tapes; how many actions."""
    options, novices, guard_players = table
    batch = Batch(
        options, novices=novices, guard_players=guard_players, games=games, seed=seed, with_events=True, bounds_checked=bounds_checked
    )
    plain = [interpreted(*table, seed, index) for index in range(games)]
    count = 0
    while any(game.stage != Stage.OVER for game in plain):
        numbers = np.zeros(games, np.int64)
        for index, game in enumerate(plain):
            if game.stage != Stage.OVER:
                figure = next_figure(game)
                numbers[index] = CHOICES[policy](the_board(), game, figure)
                apply(the_board(), game, figure, int(numbers[index]))
                count += 1
        batch.step(numbers)
        for game, compiled in zip(plain, batch.games, strict=True):
            compiled["chances"], compiled["decisions"] = game.chances, game.decisions  # drawn here, not by the kernel
            game.tape[game.said :] = compiled["tape"][game.said :].tolist()  # what older actions left there says nothing
            assert array_of(game, with_tape=True)[0].tobytes() == compiled.tobytes(), f"{table}, {policy}, seed {seed}, action {count}"
    return count


def play_all(batch: Batch, policy: str) -> None:
    """Plays every game to its end; random ones on all cores."""
    if policy == "random":
        batch.play(all_cores=True)
    else:
        batch.play_with(CHOICES[policy])


def check_ends(table: tuple[Options, int, int], policy: str, seed: int, games: int) -> None:
    """Games played to their ends, interpreted and compiled."""
    options, novices, guard_players = table
    batch = Batch(options, novices=novices, guard_players=guard_players, games=games, seed=seed, extra_modules=MODULES)
    play_all(batch, policy)
    for index, compiled in enumerate(batch.games):
        game = interpreted(*table, seed, index)
        while game.stage != Stage.OVER:
            figure = next_figure(game)
            apply(the_board(), game, figure, CHOICES[policy](the_board(), game, figure))
        game.said = 0  # the batch is silent
        assert array_of(game)[0].tobytes() == compiled.tobytes(), f"{table}, {policy}, game {seed}/{index}"


def check_device(table: tuple[Options, int, int], policy: str, seed: int, games: int) -> None:
    """Games played to their ends, on the cores and on a CUDA device: dealt and played there, and counted there."""
    options, novices, guard_players = table
    one, other = (
        Batch(options, novices=novices, guard_players=guard_players, games=games, seed=seed, on=on, extra_modules=MODULES)
        for on in ("cpu", "cuda")
    )
    assert one.games.tobytes() == other.games.tobytes(), f"{table}: dealt otherwise"
    play_all(one, policy)
    play_all(other, policy)
    assert one.games.tobytes() == other.games.tobytes(), f"{table}, {policy}: ended otherwise"
    outcomes = other.engine.outcomes(options, novices, guard_players, games, seed, 0, CHOICES[policy])  # type: ignore[union-attr]
    for name in outcomes.dtype.names or ():
        assert (outcomes[name] == one.games[name]).all(), f"{table}, {policy}: {name} counted otherwise"


def main(what: str, games: int) -> None:
    done = 0
    policies = list(CHOICES) if what == "states" else list(POLICIES)
    size = min(TO_A_TABLE[what], games)
    for number, table in enumerate(islice(random_tables(7), -(-games // size))):
        policy = policies[number % len(policies)]
        if what == "states":
            check_every_state(table, policy, number, games=size)
        else:
            (check_ends if what == "ends" else check_device)(table, policy, number, size)
        done += size
        print(f"\r{done} of {games} games the same", end="", file=sys.stderr, flush=True)
    print(f"\n{done} games the same: {what}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
