"""The final states of many games of every line-up, at tables of every edition and with the options that change most.

Bots that keep beliefs choose by sums of floating point numbers in machine code without reordering, so processors agree; where a library
for logarithms rounds otherwise, a tie may be decided otherwise.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from nuns.bots.players.compiled_policies import play_nights
from nuns.kernel.batch import Batch
from nuns.lab.games import play_bot_game, play_policy_game, record_of
from nuns.lab.lineup import LineUp
from nuns.referee.events import as_object, is_in_contract
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import parse_options

SEED = 41


class Table(NamedTuple):
    """What is played at a table."""

    options: str
    novices: int
    guard_players: int = 1

    def setup(self) -> GameSetup:
        return GameSetup(self.options.partition("(")[0], parse_options(self.options), self.novices, self.guard_players)


TABLES = (
    Table("mayfair", 3),
    Table("dutch", 1),
    Table("italian(monk=robert)", 4),
    Table("reference(blessings=on,all-or-nun=on)", 2),
    Table("mayfair", 6, 2),
    Table("dutch(blessings=on,monk=frederick)", 6),
    Table("italian", 6, 2),
    Table("reference", 1),
    Table("mayfair(blessings=off,slow-guards=on)", 5),
    Table("dutch(vanish-marks=each-guard)", 3),
)
QUICK = 5_000  # games of line-ups without beliefs
THINKING = {  # and of the others, guards/novices: as many as a few seconds allow
    "careful/random": 1_000,
    "careful/greedy": 1_000,
    "careful/careful": 1_000,
    "belief/random": 500,
    "belief/greedy": 500,
    "belief/careful": 1_000,
    "belief/belief": 200,
    "careful/belief": 200,
    "greedy/belief": 200,
    "random/belief": 100,
    "search/careful": 20,
    "search/greedy": 20,
    "greedy/search": 10,
    "belief/search": 10,
    "search/search": 10,
}
INTERPRETED = ("random/random", "greedy/greedy", "greedy/careful")
AT_TABLES = ("random/greedy", "greedy/careful", "belief/careful", "careful/belief", "search/greedy", "greedy/search")

WHOLE = ("ending", "winners", "turn", "captures", "chances", "decisions", "key_low", "key_high", "blessings_drawn", "wishes_drawn")
NOVICE = ("status", "cell", "dot", "key_dot", "wish_dot", "has_key", "has_wish", "times_caught", "gait", "seen", "shown", "vanished")
GUARD = ("dot", "path", "last_path", "heading", "visited", "leave", "free", "moved", "outlook")
SEATS = ("cards", "blessings", "played")


def lineup(name: str) -> LineUp:
    """Returns a line-up by the names of the guards' bot and the novices'."""
    guards, novices = name.split("/")
    return LineUp(guards, (novices,))


def ends(name: str, games: int) -> str:
    """Returns a line for the final state of each game, as many at each table."""
    each = games // len(TABLES)
    return "\n".join(line for table in TABLES for line in table_lines(table, final_states(table.setup(), lineup(name), each)))


def final_states(setup: GameSetup, bots: LineUp, games: int) -> Any:
    """Plays the games in machine code."""
    policies = bots.policies()
    assert policies is not None
    if bots.is_random:
        batch = Batch(setup.options, novices=setup.novices, guard_players=setup.guard_players, games=games, seed=SEED)
        batch.play()
        return batch.games
    return play_nights(setup, SEED, 0, games, policies)


def table_lines(table: Table, states: Any) -> Iterator[str]:
    """Yields what a final state says, in words that do not depend on how a record is laid out."""
    yield str(table)
    for number, state in enumerate(states):
        whole = [int(state[name]) for name in WHOLE]
        parts = [
            [[int(each[name]) for name in names] for each in state[which]] for which, names in (("novices", NOVICE), ("guards", GUARD))
        ]
        yield json.dumps([number, whole, *parts, *(state[name].tolist() for name in SEATS)])


def interpreted_ends(name: str) -> str:
    """Returns how games end that are played by the rules alone, without machine code."""
    lines = []
    policies = lineup(name).policies()
    assert policies is not None
    for table in TABLES:
        for index in range(2):
            state = play_policy_game(table.setup(), SEED, index, policies)
            novices = [[getattr(each, field) for field in NOVICE] for each in state.novices]
            guards = [[getattr(each, field) for field in GUARD] for each in state.guards]
            seats = [getattr(state, field) for field in SEATS]
            lines.append(json.dumps([index, [getattr(state, field) for field in WHOLE], novices, guards, *seats]))
    return "\n".join(lines)


def nights_at_tables(name: str) -> str:
    """Returns the records and event logs of games in which each bot is told what its seat knows."""
    lines = []
    for table in TABLES[: 3 if "search" in name else 6]:
        game, faults = play_bot_game(table.setup(), SEED, 0, lineup(name))
        assert not faults
        lines += [record_of(game, SEED, 0, lineup(name)), *(json.dumps(as_object(event)) for event in game.events if is_in_contract(event))]
    return "\n".join(lines)


def texts() -> Iterator[tuple[str, Callable[[], str]]]:
    for name, games in sorted(THINKING.items(), key=lambda each: "search" not in each[0]):
        yield f"{games} of {name}", partial(ends, name, games)
    for name in AT_TABLES:
        yield f"{name} at a table", partial(nights_at_tables, name)
    for guards in ("random", "greedy"):
        for novices in ("random", "greedy", "careful"):
            yield f"{QUICK} of {guards}/{novices}", partial(ends, f"{guards}/{novices}", QUICK)
    for name in INTERPRETED:
        yield f"{name} interpreted", partial(interpreted_ends, name)


TEXTS = dict(texts())
