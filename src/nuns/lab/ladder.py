"""The ladder: a round robin of bots on fixed seeds, which can be stopped and gone on with."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from pathlib import Path

from nuns.bots.players import compiled_policies
from nuns.kernel.machine import has_compiler
from nuns.lab.ceiling import CEILING, ceiling_night
from nuns.lab.results import QUIET, TEST_SEED, Pairing, Results, keep, open_results
from nuns.lab.simulate import bot_night, policy_night, use_threads
from nuns.processes import WorkerPool, unheard_interrupts
from nuns.referee.game_setup import GameSetup
from nuns.rules.words import GUARDS_WIN

COUNTS = (1, 3, 6)  # novices
THINKING, COMPILED = 1, 100  # games of one piece: what is lost of it when the ladder is stopped


class BotFailed(RuntimeError):
    """A bot of the ladder that did not answer: its games would not be its own."""


def play_pairing(pairing: Pairing, piece: range) -> list[bool]:
    """Some games of a pairing, in machine code where both are policies."""
    table, policies = GameSetup("mayfair", QUIET, pairing.count), pairing.policies
    if policies is not None and has_compiler():
        use_threads(1)  # each worker is a process of its own
        games = compiled_policies.played_games(table, TEST_SEED, piece.start, len(piece), policies)
        return [bool(winners == GUARDS_WIN) for winners in games["winners"]]
    if policies is not None:
        return [policy_night(table, TEST_SEED, index, policies).winners == GUARDS_WIN for index in piece]
    wins = []
    for index in piece:
        if pairing.guards == CEILING:
            game, faults = ceiling_night(table, TEST_SEED, index, pairing.novices)
        else:
            game, faults = bot_night(table, TEST_SEED, index, pairing.lineup)
        if faults:
            raise BotFailed(f"{pairing.guards} / {pairing.novices} / {pairing.count}, game {index}: {faults[0]}")
        wins.append(game.state.winners == GUARDS_WIN)
    return wins


def is_at_hand(pairing: Pairing) -> bool:
    """Tells whether machine code for it lies there already."""
    return pairing.lineup.can_think_at_once() if pairing.policies is None else compiled_policies.can_start_at_once()


def pieces_of(results: Results, wanted: Mapping[Pairing, int]) -> Iterator[tuple[Pairing, range]]:
    """All that is still to be played: the quick ones first."""
    for pairing in sorted(wanted, key=lambda pairing: (pairing.is_searched, pairing.policies is None)):
        size = COMPILED if pairing.policies is not None and has_compiler() else THINKING
        for piece in results.missing(pairing, wanted[pairing], size):
            yield pairing, piece


def climb(
    path: Path, results: Results, wanted: Mapping[Pairing, int], *, workers: int, progress: Callable[[int], None] = lambda _: None
) -> None:
    """Plays what is missing of so many games a pairing, and keeps each piece as it is done; who stops it loses what is under way alone."""
    open_results(path)
    pieces, pool = pieces_of(results, wanted), WorkerPool(workers)
    busy: dict[Future[list[bool]], tuple[Pairing, range]] = {}

    def take() -> list[Future[list[bool]]]:
        """Keeps what is done; the rest of it are failures."""
        failed = []
        with unheard_interrupts():
            for done in [each for each in busy if each.done() and not each.cancelled()]:
                pairing, piece = busy.pop(done)
                if done.exception():
                    failed.append(done)
                    continue
                keep(path, pairing, piece.start, done.result())
                results.add(pairing, piece.start, done.result())
                progress(len(piece))
        return failed

    try:
        while True:
            with unheard_interrupts():
                for pairing, piece in islice(pieces, 2 * workers - len(busy)):
                    busy[pool.submit(play_pairing, pairing, piece)] = pairing, piece
            if not busy:
                return
            wait(busy, return_when=FIRST_COMPLETED)
            for failed in take():
                failed.result()
    except KeyboardInterrupt:
        pool.end()
        take()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
