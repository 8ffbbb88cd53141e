"""IS-MCTS of OpenSpiel as a player: the guards, or the novices, search against a policy in the other seats.

    python examples/is_mcts.py --seat guards --against greedy --nights 200 --simulations 128

Each simulation begins in a state that is drawn from the exact belief of the player who searches; a new leaf is worth what it wins on
average in a few nights that policies play on from there, in machine code. The first run compiles that, for about a minute.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from nuns.lab.statistics import wilson_interval

sys.path.append(str(Path(__file__).parents[1]))  # studies are part of the repository, and not of the package

from research.spiel_search import POLICIES, ConventSearch, PolicyPlayer, SpielEvaluator

GUARDS, NOVICES = "guards", "novices"
NOVICES_ALONE = "careful"  # a policy that guards do not have


class Night(NamedTuple):
    """How a night ended for the side that searched, and what it took."""

    is_won: bool
    decisions: int
    seconds: float


def play_night(game: Any, search: Any, other: PolicyPlayer, seat: str, rng: np.random.Generator) -> Night:
    """Plays a night; the guards win if they win, and the novices if they do not."""
    state, guards = game.new_initial_state(), game.num_players() - 1
    decisions, seconds = 0, 0.0
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.choice(state.legal_actions())
        elif (state.current_player() == guards) == (seat == GUARDS):
            began = time.perf_counter()
            action = search.step(state)
            decisions, seconds = decisions + 1, seconds + time.perf_counter() - began
        else:
            action = other.step(state)
        state.apply_action(int(action))
    return Night((state.returns()[guards] > 0) == (seat == GUARDS), decisions, seconds)


def play(given: argparse.Namespace) -> list[Night]:
    """Plays the nights, and prints how many were won so far."""
    game = pyspiel.load_game("nuns_convent", {"novices": given.novices, "options": "blessings:off"})
    nights = list[Night]()
    for number in range(given.nights):
        seeds = np.random.SeedSequence([given.seed, number]).generate_state(4)
        rng = np.random.default_rng(seeds[0])
        evaluator = SpielEvaluator(given.rollouts, given.policy, given.policy, seed=int(seeds[1]))
        search = ConventSearch(game, evaluator, given.simulations, given.exploration, seed=int(seeds[2]))
        nights.append(play_night(game, search, PolicyPlayer(given.against, seed=int(seeds[3])), given.seat, rng))
        if sys.stderr.isatty():
            print(f"\r{sum(each.is_won for each in nights)} of {len(nights)} nights won", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return nights


def report(given: argparse.Namespace, nights: list[Night]) -> str:
    """Returns the win rate with its interval, and the time that it took."""
    count, wins = len(nights), sum(each.is_won for each in nights)
    decisions, seconds = sum(each.decisions for each in nights), sum(each.seconds for each in nights)
    low, high = wilson_interval(wins, count)
    return (
        f"IS-MCTS {given.seat} against {given.against}: {wins} of {count} nights won, {wins / count:.1%} ({low:.1%} to {high:.1%})\n"
        f"{1000 * seconds / max(1, decisions):.1f} ms a decision, {seconds / count:.1f} s and {decisions / count:.0f} decisions a night"
    )


def number_from_one(text: str) -> int:
    """Returns a number of the command line, or raises an error that argparse prints."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1; got {text!r}")
    return int(text)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seat", choices=(GUARDS, NOVICES), default=GUARDS, help="the side that searches (default: guards)")
    parser.add_argument("--against", choices=tuple(POLICIES), default="greedy", help="the policy of the other side (default: greedy)")
    parser.add_argument("--novices", type=number_from_one, default=1, help="novices in the game, 1-6 (default: 1)")
    parser.add_argument("--nights", type=number_from_one, default=100, help="nights to play (default: 100)")
    parser.add_argument("--simulations", type=number_from_one, default=128, help="simulations for each decision (default: 128)")
    parser.add_argument("--rollouts", type=number_from_one, default=4, help="nights played on from each new leaf (default: 4)")
    parser.add_argument(
        "--policy", choices=("random", "greedy"), default="greedy", help="who plays them on, in all seats (default: greedy)"
    )
    parser.add_argument("--exploration", type=float, default=1.0, help="the constant of UCT (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    if given.seat == NOVICES and given.against == NOVICES_ALONE:
        parser.error(f"expected guards who are random or greedy; got {NOVICES_ALONE}")
    if given.novices > 6 or given.seed < 0:
        parser.error("expected 1 to 6 novices and a seed from 0")
    print(report(given, play(given)))


if __name__ == "__main__":
    main()
