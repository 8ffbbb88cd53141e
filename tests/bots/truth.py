"""What a belief is held against: the truth of a night, at every moment and for every seat."""

import random
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from nuns.bots.belief import Belief, Impossible
from nuns.bots.filter.records import Whole
from nuns.bots.policies.greedy import greedy_choice
from nuns.kernel.play import random_choice
from nuns.lab.games import Choose
from nuns.referee.events import Event, TurnEnded
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS, NAMES, change_option, words_of
from nuns.rules.words import Ask, Stage, Status
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps

AFTER_NOISE = (Ask.PLAN, Ask.ORDER, Ask.PATH, Ask.STEP)  # whoever is asked one of these knows that the noise step is over


def all_seats(game: Game) -> tuple[Seat, ...]:
    return (*game.seats, Seat.SPECTATOR)


class Followed:
    """The beliefs of some seats, kept up with a night, in machine code unless it is said otherwise."""

    def __init__(self, game: Game, seats: Sequence[Seat], *, compile_it: bool = True) -> None:
        self.game = game
        self.beliefs = {seat: Belief(game.setup, seat, compile_it=compile_it) for seat in seats}

    def observe(self, happened: Sequence[Event]) -> None:
        for seat, belief in self.beliefs.items():
            belief.observe_all(known_to(seat, tuple(happened)), self.game.state)


def true_cards(game: Game, novice: int) -> Whole:
    """2.2 The wish cards with her key and wish; some decks of toys have the same one twice."""
    wishes = np.array(game.setup.board.wishes[game.setup.options.wish_cards])
    hers = game.state.novices[novice - 1]
    return np.flatnonzero((wishes[:, 0] == hers.key_dot) & (wishes[:, 1] == hers.wish_dot))


def true_phase(game: Game, novice: int) -> int:
    hers = game.state.novices[novice - 1]
    return hers.has_key + hers.has_wish


def novices_of(game: Game) -> Iterator[int]:
    for novice in game.state.novices:
        if novice.status != Status.ABSENT:
            yield novice.figure + 1


def lost_truths(followed: Followed, seats: Iterable[Seat]) -> list[str]:
    """Every novice of whom one of these seats holds the truth impossible at this moment."""
    found, game = [], followed.game
    for seat in seats:
        belief = followed.beliefs[seat]
        for novice in novices_of(game):
            cards, phase, dot = true_cards(game, novice), true_phase(game, novice), game.state.novices[novice - 1].dot
            if not belief.joint(novice)[cards, phase, dot].sum() > 0:
                found.append(f"{seat} holds impossible: novice {novice} on {dot} in phase {phase} with card {cards}")
    return found


def any_night(seed: int, *, short: bool = False) -> tuple[GameSetup, Choose]:
    """A table with random options, and how they play there: at random, eagerly or greedily. A short one has few turns."""
    rng = random.Random(seed)
    options = EDITIONS[sorted(EDITIONS)[seed % len(EDITIONS)]]
    for name in rng.sample(NAMES, rng.choice((0, 0, 3, 8, len(NAMES)))):
        options = change_option(options, name, rng.choice(words_of(name)))
    novices = rng.randint(1, 6)
    if short:
        options = change_option(options, "turns", str(rng.randint(2, 5)))
    table = GameSetup(sorted(EDITIONS)[seed % len(EDITIONS)], options, novices, rng.randint(1, 2) if novices == 6 else 1)
    return table, rng.choice((random_choice, eager_choice, greedy_choice))


def faults_of(seed: int, *, short: bool = False, closely: bool = True, compile_it: bool = True) -> tuple[int, list[str]]:
    """Plays a night of any kind, with the beliefs of a guard, a spectator and a novice: how often they were checked, and the first faults.

    One of them is checked at each moment, all of them when a turn has ended; what is held impossible stays so for some time. Less
    closely, one of them alone is followed, and checked when the guards are about to move and when a turn has ended.
    """
    table, choose = any_night(seed, short=short)
    followed, checked, moment = None, 0, 0
    for game, action, happened in steps(table, seed, choose=choose):
        if game.state.stage == Stage.DEAL:
            continue
        if followed is None:
            seats = (game.seats[0], game.seats[-1 - seed % table.novices], Seat.SPECTATOR)
            followed = Followed(game, seats if closely else seats[seed // len(EDITIONS) % len(seats) :][:1], compile_it=compile_it)
        looking = list(followed.beliefs)
        if not any(isinstance(event, TurnEnded) for event in happened):
            if closely:
                looking = looking[moment % len(looking) :][:1] if happened or game.state.ask in AFTER_NOISE else []
            elif game.state.ask != Ask.ORDER:
                looking = []
            moment += 1
        try:
            followed.observe(happened)
            found = lost_truths(followed, looking)
        except Impossible as fault:
            found = [str(fault)]
        checked += len(looking)
        if found:
            return checked, [f"night {seed}, {table.options}, turn {game.state.turn}, after {action}: {each}" for each in found]
    return checked, []
