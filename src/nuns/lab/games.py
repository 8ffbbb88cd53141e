"""Plays games: one through the referee or on the rules alone, and a range of them in the best way that the bots allow.

Which way that is, is decided here and nowhere else. A game comes out the same in every way.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nuns.board.tables import Board
from nuns.bots.players import compiled_policies
from nuns.bots.players.player import BotPlayer, Fault
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.players.user_bot import isolate_bot
from nuns.bots.policies.policy_games import decide_informed, seat_of
from nuns.kernel.machine import can_start_at_once, has_compiler
from nuns.kernel.play import begin, random_choice
from nuns.lab.lineup import LineUp, players_of
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action
from nuns.referee.dice import CounterDice
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.record import record_text
from nuns.referee.seats import Seat
from nuns.rules.chance import seed_game
from nuns.rules.knowledge import Known
from nuns.rules.state import Novice, State
from nuns.rules.turn import next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, NOVICES, Stage

WORTH_COMPILING = 10_000  # fewer games of random bots are over before the compiler is done
WORTH_COMPILING_BOTS = 400  # the same with other bots
DEALS = 64  # other deals with which that of a game is compared for its luck
ROLLOUTS = 32  # nights that bots without beliefs play on to value what might have happened; others are too slow for it
EVERYBODY_RANDOM = LineUp()
NOVICE_FIELDS = ("status", "key_dot", "has_key", "has_wish", "times_caught")
ENDS = np.dtype(
    [
        *((name, np.int64) for name in ("winners", "ending", "turn", "captures")),
        ("novices", [(name, np.int64) for name in NOVICE_FIELDS], NOVICES),
    ]
)  # what is kept of a game that is over, as in its state
Choose = Callable[[Board, State, int], int]  # returns a small action for a figure
Watch = Callable[[int, Game], None]  # is given each game that is over, with its number


class PlayedGames(NamedTuple):
    """How some games ended, in their order; what bots did wrong, by the number of the game; and the luck of each if it was asked for."""

    ends: Any  # records with the fields of ENDS at least; from a CUDA device without the novices
    faults: Mapping[int, Sequence[Fault]] = {}
    luck: Any = ()


# One game


def deal_state(table: GameSetup, seed: int, index: int) -> State:
    """Returns game ``index`` of ``seed`` as a state, dealt."""
    state = State(options=table.options)
    seed_game(state, seed, index)
    begin(table.board, state, table.novices, table.guard_players)
    return state


def dealt_game(table: GameSetup, seed: int, index: int) -> Game:
    """Returns game ``index`` of ``seed`` at the referee, dealt."""
    game = seat_game(table)
    seed_game(game.state, seed, index)
    while game.state.stage == Stage.DEAL:
        apply(game, small_action(table, game.state, CHANCE, random_choice(table.board, game.state, CHANCE)))
    return game


def play_to_end(game: Game, decide: Callable[[Game, int], Action]) -> Game:
    """Plays a game to its end through the referee, which keeps its actions and events; ``decide`` answers for the figure who is asked."""
    while not game.is_over:
        apply(game, decide(game, next_figure(game.state)))
    return game


def play_recorded_game(table: GameSetup, seed: int, index: int, choose: Choose = random_choice) -> Game:
    """Plays game ``index`` of ``seed`` through the referee, where one function decides for everybody on the true state."""
    game = seat_game(table)
    seed_game(game.state, seed, index)
    return play_to_end(game, lambda game, figure: small_action(table, game.state, figure, choose(table.board, game.state, figure)))


def play_bot_game(table: GameSetup, seed: int, index: int, lineup: LineUp) -> tuple[Game, list[Fault]]:
    """Plays game ``index`` through the referee, where each bot gets only what its seat may know; returns it with the bots' faults."""
    game, faults = dealt_game(table, seed, index), list[Fault]()
    numbers = GameRandom(game.state)
    return game, faults + play_out(game, players_of(lineup, game, seed, index, numbers, faults), numbers)


def play_out(game: Game, bots: Mapping[Seat, BotPlayer], numbers: GameRandom) -> list[Fault]:
    """Plays to the end with a bot in every seat, and returns the bots' faults."""
    faults = []

    def decide(game: Game, figure: int) -> Action:
        if is_left_to_luck(game, figure):
            action = small_action(game.setup, game.state, figure, random_choice(game.setup.board, game.state, figure))
            numbers.decisions = game.state.decisions
        else:
            action, fault = bots[next(seat for seat in game.seats if figure in game.figures(seat))].answer(game)
            game.state.decisions = numbers.decisions
            faults.extend([fault] if fault else [])
        return action

    play_to_end(game, decide)
    for bot in bots.values():
        bot.end(game)
    return faults


def is_left_to_luck(game: Game, figure: int) -> bool:
    """Tells whether chance decides: cards, dice, and which of two guard players moves first (4)."""
    return figure == CHANCE or (figure == GUARD_SIDE and game.setup.guard_players == 2)


def play_policy_game(table: GameSetup, seed: int, index: int, policies: tuple[int, ...]) -> State:
    """Plays the game on the rules alone, where all bots are policies without memory, and returns its final state."""
    state = deal_state(table, seed, index)
    while state.stage != Stage.OVER:
        figure = next_figure(state)
        decide_informed(table.board, state, figure, policies[seat_of(state, figure)], Known())
    return state


def record_of(game: Game, seed: int, index: int, lineup: LineUp = EVERYBODY_RANDOM) -> str:
    """Returns the record of a game, which names the bots."""
    names = {seat: kind.name for seat, kind in lineup.by_seat(game).items()}
    return record_text(game, CounterDice(f"{seed}/{index}"), names)


def record_path(folder: Path, index: int) -> Path:
    """Returns the file for the record of a game."""
    return folder / f"game-{index:06}.nuns"


# A range of games


def play_games(
    table: GameSetup,
    seed: int,
    indices: range,
    lineup: LineUp,
    *,
    compiled: bool = False,
    threads: int = 1,
    device: str = "cpu",
    watch: Watch | None = None,
) -> PlayedGames:
    """Plays games of a seed: in machine code where the bots think in it or it is ``compiled``, else on the rules alone.

    They are played through the referee if they are watched, or a bot is not a policy. Random bots may play on a CUDA ``device``.
    """
    policies = lineup.policies()
    if watch is not None or policies is None:
        return _play_at_referee(table, seed, indices, lineup, watch)
    if compiled_policies.keeps_beliefs(policies) or (compiled and not lineup.is_random):
        return PlayedGames(compiled_policies.play_nights(table, seed, indices.start, len(indices), policies, threads))
    if not compiled:
        return PlayedGames(ends_of([play_policy_game(table, seed, index, policies) for index in indices]))
    if device == "cuda":
        return PlayedGames(_random_ends_on_device(table, seed, indices))
    _use_threads(threads)
    return PlayedGames(_random_ends(table, seed, indices))


def _play_at_referee(table: GameSetup, seed: int, indices: range, lineup: LineUp, watch: Watch | None) -> PlayedGames:
    states, faults = [], dict[int, Sequence[Fault]]()
    with isolate_bot() if lineup.has_user_bot else nullcontext():
        for index in indices:
            if lineup.is_random:
                game = play_recorded_game(table, seed, index)
            else:
                game, faults[index] = play_bot_game(table, seed, index, lineup)
            states.append(game.state)
            if watch is not None:
                watch(index, game)
    return PlayedGames(ends_of(states), faults)


def play_lucky_games(table: GameSetup, seed: int, indices: range, lineup: LineUp) -> PlayedGames:
    """Plays the same games in machine code, if ``knows_luck``, and works out how lucky the guards were in each."""
    from nuns.analysis.night_watch import watch_nights

    policies = lineup.policies()
    assert policies is not None, "who has luck has policies"
    rollouts = 0 if compiled_policies.keeps_beliefs(policies) else ROLLOUTS
    played = watch_nights(table, seed, indices.start, len(indices), policies, is_lucky=True, deals=DEALS, rollouts=rollouts)
    return PlayedGames(played.states, luck=played.luck)


def knows_luck(lineup: LineUp) -> bool:
    """Tells whether the luck of games can be worked out: all bots are policies, in machine code."""
    return lineup.policies() is not None and has_compiler()


def is_compiled(lineup: LineUp, games: int) -> bool:
    """Tells whether so many games are played in machine code: all bots can be, and they think in it, or it is ready or worth the wait."""
    if lineup.policies() is None:
        return False
    worth = WORTH_COMPILING if lineup.is_random else WORTH_COMPILING_BOTS
    return bool(lineup.thinkers()) or is_ready(lineup) or (games >= worth and has_compiler())


def is_ready(lineup: LineUp) -> bool:
    """Tells whether the machine code for these bots is compiled already."""
    policies = lineup.policies()
    if policies is None:
        return lineup.can_think_at_once()
    return can_start_at_once() if lineup.is_random else compiled_policies.can_start_at_once()


def is_quick(lineup: LineUp) -> bool:
    """Tells whether all bots are policies without memory, which play on the rules alone."""
    policies = lineup.policies()
    return policies is not None and not compiled_policies.keeps_beliefs(policies)


def ends_of(states: Sequence[State]) -> Any:
    """Returns what is kept of games that are over."""
    return np.array(
        [(state.winners, state.ending, state.turn, state.captures, [_novice_end(novice) for novice in state.novices]) for state in states],
        ENDS,
    )


def _novice_end(novice: Novice) -> tuple[int, ...]:
    return tuple(getattr(novice, name) for name in NOVICE_FIELDS)


def _random_ends(table: GameSetup, seed: int, indices: range) -> Any:
    from nuns.kernel.batch import Batch

    options, novices, guard_players = table.options, table.novices, table.guard_players
    batch = Batch(options, novices=novices, guard_players=guard_players, games=len(indices), seed=seed, first=indices.start)
    batch.play(all_cores=True)
    return batch.games


def _random_ends_on_device(table: GameSetup, seed: int, indices: range) -> Any:
    from nuns.kernel.batch import as_signed
    from nuns.kernel.device import device

    return device().outcomes(table.options, table.novices, table.guard_players, len(indices), as_signed(seed), indices.start)


def _use_threads(count: int) -> None:
    """Sets the number of threads of machine code, at most as many as this process may use."""
    import numba

    config: Any = numba.config
    numba.set_num_threads(min(count, config.NUMBA_NUM_THREADS))
