"""The cost of thinking on one core: the exact filter by turn, every bot by decision, and whole nights."""

import time
from collections.abc import Sequence
from itertools import chain, count

import numpy as np

from nuns.bench import Figures
from nuns.bots.belief import Belief
from nuns.bots.filter.machine_code import OBSERVATION
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.filter.observation import begin_belief
from nuns.bots.players.compiled_policies import play_nights
from nuns.bots.players.player import BotPlayer, Fault
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.policies.nights import GUARDS_MIND, Crew, deal_night, play_night
from nuns.bots.policies.policy_games import GREEDY, GUARDS_SEAT
from nuns.bots.policies.units import NIGHTS
from nuns.bots.policies.workspace import Workspace
from nuns.bots.registry import BOTS, GUARDS, NOVICES
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.records import Record
from nuns.kernel.rule_units import TELLING_RULES
from nuns.kernel.units import entry_of
from nuns.lab.games import dealt_game, play_out
from nuns.lab.ladder import QUIET
from nuns.lab.lineup import SEARCH, LineUp, players_of
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action
from nuns.referee.events import Event, TurnEnded
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.rules.chance import seed_game
from nuns.rules.knowledge import Known, know
from nuns.rules.state import State
from nuns.rules.turn import next_figure
from nuns.rules.words import GUARD_SIDE

GAMES, SEED = 20, 5
NOVICE_COUNTS = (1, 3, 6)
DECISIONS = 1000  # of each bot and side: enough for the 99th percentile
PLAYED, MORE = 12, 20  # nights with a search; how many times as many without
PASSES = 5  # over the nights that are told to the filter
TAPE_PASSES = 20  # over the same nights in machine code
PAIRS = (("belief", "careful"), ("search", "careful"), ("search", "search"))  # guards and novices


def belief() -> dict[str, float]:
    """Returns CPU milliseconds of the guards' filter for all events of a turn, with one and with six novices.

    The filter gets them in four ways: all events of a night at once; the events of each action at once, which is as often as a table
    asks; every event by itself; and in machine code, which reads them from the tape of the rules as simulations do.
    """
    figures: dict[str, float] = {}
    for novices in (1, 6):
        table = GameSetup("mayfair", QUIET, novices)
        nights = [_told_by_action(table, index) for index in range(GAMES)]
        turns = sum(isinstance(event, TurnEnded) for night in nights for events in night for event in events)
        at_once = [(tuple(chain.from_iterable(night)),) for night in nights]
        one_by_one = [[(event,) for event in chain.from_iterable(night)] for night in nights]
        for name, told in (("", at_once), ("by_action_", nights), ("by_event_", one_by_one)):
            figures[f"ms_per_turn_{name}{novices}"] = _filter_time(table, told) / turns
        figures[f"ms_per_turn_on_tape_{novices}"] = _tape_time(table) / turns
    return figures


def _told_by_action(table: GameSetup, index: int) -> list[tuple[Event, ...]]:
    """Returns what the guards are told in a night of greedy players, action by action."""
    game, told = seat_game(table), list[tuple[Event, ...]]()
    seed_game(game.state, SEED, index)
    while not game.is_over:
        figure = next_figure(game.state)
        happened = apply(game, small_action(table, game.state, figure, greedy_choice(table.board, game.state, figure)))
        if known := known_to(Seat.GUARDS, happened):
            told.append(known)
    return told


def _tape_time(table: GameSetup) -> float:
    """Returns the CPU milliseconds that the same nights take longer in machine code when a belief follows them."""
    crew, space, spent = new_record(Crew), new_record(Workspace), [0.0, 0.0]
    for number in range(1 + TAPE_PASSES):
        for is_told in (False, True):
            began = time.process_time()
            for index in range(GAMES):
                _play_greedy_night(table, index, crew, space, is_told=is_told)
            if number:  # a first pass fills caches
                spent[is_told] += time.process_time() - began
    return 1000 * (spent[True] - spent[False]) / TAPE_PASSES


def _play_greedy_night(table: GameSetup, index: int, crew: Record, space: Record, *, is_told: bool) -> None:
    """Plays a night of greedy players in machine code, in which the guards' belief is kept if asked."""
    crew[:], known = 0, new_record(Known)
    crew["policies"][0] = [GREEDY] * (GUARDS_SEAT + 1)
    board, model = recorded(table.board), motion_record(table.board, table.options)
    game = record_of(State(options=table.options), State, with_events=True)
    entry_of(NIGHTS, deal_night)(board, model, game, crew, space, SEED, index, table.novices, table.guard_players)
    if is_told:
        entry_of(TELLING_RULES[1], know)(board, game, GUARD_SIDE, known)
        entry_of(OBSERVATION, begin_belief)(board, model, crew["minds"][:, GUARDS_MIND]["belief"], known, GUARD_SIDE)
        crew["in_use"] = 1 << GUARDS_MIND
    entry_of(NIGHTS, play_night)(board, model, game, crew, space)


def _filter_time(table: GameSetup, nights: Sequence[Sequence[Sequence[Event]]]) -> float:
    """Returns CPU milliseconds for telling some nights, each in parts; a first pass fills the filter's tables and is not counted."""
    _tell(table, nights)
    began = time.process_time()
    for _ in range(PASSES):
        _tell(table, nights)
    return 1000 * (time.process_time() - began) / PASSES


def _tell(table: GameSetup, nights: Sequence[Sequence[Sequence[Event]]]) -> None:
    for night in nights:
        believed = Belief(table, Seat.GUARDS, compile_it=True)
        for events in night:
            believed.observe_all(events)


def bots() -> Figures:
    """Returns CPU milliseconds a decision by bot, number of novices and side, what the seat knows included; and nights a second."""
    figures: dict[str, Figures] = {name: decision_figures(name) for name in BOTS}
    figures["nights_per_second"] = {f"{guards}/{novices}": nights_per_second(guards, novices) for guards, novices in PAIRS}
    figures["nights_per_second_on_two_cores"] = {"belief/careful": nights_per_second("belief", "careful", 2)}
    return figures


def decision_figures(name: str) -> Figures:
    """Returns how long a bot's decisions take, by the number of novices and by side."""
    return {
        str(novices): {side: _percentiles(_decision_times(GameSetup("mayfair", QUIET, novices), name, side)) for side in (NOVICES, GUARDS)}
        for novices in NOVICE_COUNTS
    }


def nights_to_play(guards: str, novices: str) -> int:
    """Returns how many nights are played to measure these bots."""
    return PLAYED if SEARCH in (guards, novices) else PLAYED * MORE


def nights_per_second(guards: str, novices: str, threads: int = 1) -> float:
    """Returns how many nights of three novices these bots play in a second of one core; the first warms up and is not counted.

    With several threads it is a second of the clock.
    """
    table, policies = GameSetup("mayfair", QUIET, 3), LineUp(guards, (novices,)).policies()
    assert policies is not None
    play_nights(table, SEED, 0, 1, policies)
    nights, clock = nights_to_play(guards, novices) * threads, time.process_time if threads == 1 else time.time
    began = clock()
    play_nights(table, SEED, 1, nights, policies, threads)
    return nights / (clock() - began)


def _percentiles(times: list[float]) -> dict[str, float]:
    return {"p50_ms": float(np.percentile(times, 50)), "p99_ms": float(np.percentile(times, 99)), "decisions": len(times)}


class TimedPlayer(BotPlayer):
    """A bot in its seat that notes the CPU time of each answer."""

    def __init__(self, player: BotPlayer) -> None:
        super().__init__(player.name, player.seat, player.bot, player.rng, player.file)
        self.times: list[float] = []

    def answer(self, game: Game) -> tuple[Action, Fault | None]:
        """Returns its action, and notes how many milliseconds it took."""
        began = time.process_time()
        answered = super().answer(game)
        self.times.append(1000 * (time.process_time() - began))
        return answered


def _decision_times(table: GameSetup, name: str, side: str) -> list[float]:
    """Returns the times of one side's decisions in as many games as it takes; the first game warms up and is not counted."""
    times: list[float] = []
    lineup = LineUp(name, ("careful",)) if side == GUARDS else LineUp("belief", (name,))
    for index in count():
        if len(times) >= DECISIONS:
            break
        game = dealt_game(table, SEED, index)
        numbers = GameRandom(game.state)
        bots = {seat: TimedPlayer(each) for seat, each in players_of(lineup, game, SEED, index, numbers, []).items()}
        play_out(game, bots, numbers)
        if index:
            times += [each for seat, bot in bots.items() if (seat in GUARD_SEATS) == (side == GUARDS) for each in bot.times]
    return times
