"""The ladder: a round robin of bots on fixed seeds, which can be interrupted and resumed."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from nuns.analysis.night_watch import watch_nights
from nuns.bots.players import compiled_policies
from nuns.kernel.machine import has_compiler
from nuns.lab.ceiling import CEILING, play_ceiling_game
from nuns.lab.pieces import play_pieces
from nuns.lab.results import QUIET, TEST_SEED, Luck, Pairing, Results, append_piece, open_results
from nuns.lab.simulate import play_bot_game, play_policy_game, use_threads
from nuns.processes import WorkerPool
from nuns.referee.game_setup import GameSetup
from nuns.rules.words import GUARDS_WIN

Played = list[bool] | tuple[list[bool], list[Luck]]  # which games the guards won; and where it was worked out, the luck of each
COUNTS = (1, 3, 6)  # the numbers of novices
DEALS = 64  # other deals with which that of a game is compared for its luck
ROLLOUTS = 32  # nights that bots without beliefs play on to value what might have happened; others are too slow for it
DIGITS = 6  # of a game's luck in the file
THINKING, COMPILED = 2, 100  # games of one piece; an interruption loses the pieces under way


class BotFailed(RuntimeError):
    """Raised when a bot of the ladder did not answer, since its games would not be its own."""


def play_pairing(pairing: Pairing, piece: range) -> list[bool]:
    """Plays some games of a pairing, in machine code where both are policies, and returns which the guards won."""
    table, policies = GameSetup("mayfair", QUIET, pairing.count), pairing.policies
    if policies is not None and compiled_policies.keeps_beliefs(policies):
        games = compiled_policies.play_nights(table, TEST_SEED, piece.start, len(piece), policies)
        return [bool(winners == GUARDS_WIN) for winners in games["winners"]]
    if policies is not None and has_compiler():
        use_threads(1)  # each worker is a process
        games = compiled_policies.play_compiled_games(table, TEST_SEED, piece.start, len(piece), policies)
        return [bool(winners == GUARDS_WIN) for winners in games["winners"]]
    if policies is not None:
        return [play_policy_game(table, TEST_SEED, index, policies).winners == GUARDS_WIN for index in piece]
    wins = []
    for index in piece:
        if pairing.guards == CEILING:
            game, faults = play_ceiling_game(table, TEST_SEED, index, pairing.novices)
        else:
            game, faults = play_bot_game(table, TEST_SEED, index, pairing.lineup)
        if faults:
            raise BotFailed(f"{pairing.guards} / {pairing.novices} / {pairing.count}, game {index}: {faults[0]}")
        wins.append(game.state.winners == GUARDS_WIN)
    return wins


def play_lucky_pairing(pairing: Pairing, piece: range) -> tuple[list[bool], list[Luck]]:
    """Plays the same games and works out how lucky the guards were in each, where both are policies in machine code."""
    if not knows_luck(pairing):
        return play_pairing(pairing, piece), []
    assert pairing.policies is not None, "who has luck has policies"
    table = GameSetup("mayfair", QUIET, pairing.count)
    rollouts = 0 if keeps_beliefs(pairing) else ROLLOUTS
    played = watch_nights(table, TEST_SEED, piece.start, len(piece), pairing.policies, is_lucky=True, deals=DEALS, rollouts=rollouts)
    wins = [bool(winners == GUARDS_WIN) for winners in played.states["winners"]]
    return wins, [tuple(round(float(each), DIGITS) for each in row) for row in played.luck]


def knows_luck(pairing: Pairing) -> bool:
    """Tells whether the luck of a pairing can be worked out: both are policies, in machine code."""
    return pairing.policies is not None and has_compiler()


def is_ready(pairing: Pairing) -> bool:
    """Tells whether the machine code of a pairing is compiled already."""
    policies = pairing.policies
    return pairing.lineup.can_think_at_once() if policies is None else compiled_policies.can_start_at_once(policies)


def keeps_beliefs(pairing: Pairing) -> bool:
    """Tells whether any of its bots keeps a belief."""
    return pairing.policies is None or compiled_policies.keeps_beliefs(pairing.policies)


def pieces_of(results: Results, wanted: Mapping[Pairing, int], *, with_luck: bool = False) -> Iterator[tuple[Pairing, range]]:
    """Yields everything that is still to be played, the quick pieces first; ``with_luck`` games too whose luck is not known."""
    for pairing in sorted(wanted, key=lambda pairing: (pairing.is_searched, keeps_beliefs(pairing))):
        size = THINKING if keeps_beliefs(pairing) or not has_compiler() else COMPILED
        for piece in results.missing(pairing, wanted[pairing], size, with_luck=with_luck and knows_luck(pairing)):
            yield pairing, piece


def play_ladder(
    path: Path,
    results: Results,
    wanted: Mapping[Pairing, int],
    *,
    workers: int,
    with_luck: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Plays what is missing of so many games for each pairing, and saves each piece when it is done."""
    open_results(path)

    def save(piece: tuple[Pairing, range], played: Played) -> None:
        pairing, indices = piece
        wins, luck = played if isinstance(played, tuple) else (played, [])
        append_piece(path, pairing, indices.start, wins, luck)
        results.add(pairing, indices.start, wins, luck)
        progress(len(indices))

    play: Callable[..., Played] = play_lucky_pairing if with_luck else play_pairing
    play_pieces(WorkerPool(workers), workers, pieces_of(results, wanted, with_luck=with_luck), play, save)
