"""A slow belief of another kind: every night that fits what a seat was told, played out through the rules, with its weight.

It shares with the filter only the numbers of the motion model. Between two decisions that the seat knows of, every hidden one is tried.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, permutations, product
from math import prod

import numpy as np

from nuns.board.shape import copy_of
from nuns.bots.belief import Motion
from nuns.bots.filter.records import Numbers
from nuns.lab.games import Choose
from nuns.referee.events import Event
from nuns.referee.game import Game, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat, figures_of
from nuns.referee.tape_events import read_tape
from nuns.rules.caught import is_obedient, way_home
from nuns.rules.chance import seed_game
from nuns.rules.novices import kept_gait, least_dots, may_write, most_dots, most_steps
from nuns.rules.state import Novice, State
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import END, NOVICES, PASS, Ask, Blessing, Gait, Stage, Status

KINDS = (Blessing.ONE_MORE_STEP, Blessing.ROLL_AGAIN, Blessing.NOISE_RANGE, Blessing.FALSE_NOISE)


@dataclass
class World:
    """One night that may be the true one."""

    state: State
    cards: tuple[int, ...]  # by novice in the game
    weight: float
    told: list[Event] = field(default_factory=list)  # since the last decision that the seat knows of


@dataclass
class Known:
    """What the seat knows that was decided since then: its own answers, and the gaits that were shown."""

    answers: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    gaits: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    plans: dict[int, list[tuple[int, ...]]] = field(default_factory=lambda: defaultdict(list))


class Oracle:
    """All worlds, kept up with a night that is played at the same time."""

    def __init__(self, table: GameSetup, seat: Seat, motion: Motion, seed: int, choose: Choose) -> None:
        self.table, self.seat, self.motion, self.choose = table, seat, motion, choose
        self.game = seat_game(table)
        seed_game(self.game.state, seed, 0)
        while self.game.state.stage == Stage.DEAL:
            apply(table.board, self.game.state, next_figure(self.game.state), self._chosen())
        self.own = figures_of(seat, table.guard_players)
        self.numbers = [novice.figure for novice in self.game.state.novices if novice.status != Status.ABSENT]
        self.dealt = list(known_to(seat, tuple(read_tape(table, self.game.state, 1))))
        self.worlds = list(self._deals())

    def _chosen(self) -> int:
        return self.choose(self.table.board, self.game.state, next_figure(self.game.state))

    def _deals(self) -> Iterator[World]:
        """2.2, 2.3 Every deal that the seat's own cards leave."""
        state, board = self.game.state, self.table.board
        wishes = board.wishes[self.table.options.wish_cards]
        blessings = list(self._blessings())
        for cards in permutations(range(1, 9), len(self.numbers)):
            own = [n for n, card in zip(self.numbers, cards, strict=True) if n in self.own and wishes[card] != self._wish(n)]
            if own:
                continue
            for kinds, chance in blessings:
                world = copy_of(state)
                for figure, card in zip(self.numbers, cards, strict=True):
                    world.novices[figure].key_dot, world.novices[figure].wish_dot = wishes[card]
                for figure, kind in kinds.items():
                    world.blessings[figure] = kind
                world.said = 0
                yield World(world, cards, chance)

    def _wish(self, figure: int) -> list[int]:
        return [self.game.state.novices[figure].key_dot, self.game.state.novices[figure].wish_dot]

    def _blessings(self) -> Iterator[tuple[dict[int, int], float]]:
        """The cards of the others: two of each kind, without those the seat has."""
        holders = [figure for figure in (*self.numbers, 6, 7) if figure not in self.own]
        if not self.table.options.blessings or not holders:
            yield {}, 1.0
            return
        deck = [kind for kind in KINDS for _ in range(2)]
        for figure in self.own:
            if figure < 8:
                deck.remove(Blessing(self.game.state.blessings[figure]))
        for kinds in product(KINDS, repeat=len(holders)):
            left, chance = list(deck), 1.0
            for kind in kinds:
                chance *= left.count(kind) / len(left)
                if kind in left:
                    left.remove(kind)
            if chance:
                yield dict(zip(holders, kinds, strict=True)), chance

    # -- the night ------------------------------------------------------------------------------------------------------

    def nights(self) -> Iterator[tuple[Game, list[Event]]]:
        """The game, and what the seat was told, whenever it knows that something is decided; the worlds fit it."""
        board, state = self.table.board, self.game.state
        while True:
            known, told = Known(), self.dealt
            self.dealt = []
            while not self.game.is_over and not self._is_open(state):
                figure, turn = next_figure(state), state.turn
                number = self._chosen()
                self._note(known, figure, number)
                apply(board, state, figure, number)
                told = told + list(known_to(self.seat, tuple(read_tape(self.table, state, turn))))
            first = self.worlds[0].state.turn == 1 and bool(told) and told[0].turn == 0
            self.worlds = merged(world for each in self.worlds for world in self._expanded(each, known))
            expected = told[1:] if first else told
            self.worlds = [w for w in self.worlds if w.told == expected and (w.state.ask, w.state.asked) == (state.ask, state.asked)]
            yield self.game, told
            if self.game.is_over:
                return
            figure, turn, number = next_figure(state), state.turn, self._chosen()
            assert figure >= NOVICES
            apply(board, state, figure, number)
            self.dealt = list(known_to(self.seat, tuple(read_tape(self.table, state, turn))))
            self.worlds = [world for world in self.worlds if legal(board, world.state, figure) >> number & 1]  # 10.1 a guard's hidden card
            for world in self.worlds:
                apply(board, world.state, figure, number)
                world.told = list(known_to(self.seat, tuple(read_tape(self.table, world.state, turn))))

    def _is_open(self, state: State) -> bool:
        """A decision that everybody sees."""
        return state.ask in (Ask.ROLL, Ask.ORDER, Ask.PATH, Ask.STEP)

    def _note(self, known: Known, figure: int, number: int) -> None:
        state = self.game.state
        if figure in self.own and state.ask != Ask.PLAN:
            known.answers[figure].append(number)
        elif state.ask == Ask.PLAN and number == END and state.novices[figure].plan != Gait.UNWRITTEN:
            novice = state.novices[figure]
            known.gaits[figure].append((novice.plan, novice.longer))
            known.plans[figure].append(tuple(novice.route[: novice.steps + 1]))

    def _expanded(self, world: World, known: Known) -> Iterator[World]:
        """The world after every hidden decision up to the next open one."""
        yield from self._on(world, {figure: list(a) for figure, a in known.answers.items()}, known, {})

    def _on(self, world: World, answers: dict[int, list[int]], known: Known, planned: dict[int, int]) -> Iterator[World]:
        state = world.state
        if state.stage == Stage.OVER or self._is_open(state):
            yield world
            return
        figure = next_figure(state)
        for number, weight, prepared in self._choices(state, figure, answers, known, planned):
            turn = prepared.turn
            apply(self.table.board, prepared, figure, number)
            told = list(known_to(self.seat, tuple(read_tape(self.table, prepared, turn))))
            left = {each: list(a) for each, a in answers.items()}
            if figure in left and state.ask != Ask.PLAN and left[figure]:
                left[figure].pop(0)
            plans = {**planned, figure: planned.get(figure, 0) + 1} if state.ask == Ask.PLAN else planned
            yield from self._on(World(prepared, world.cards, world.weight * weight, world.told + told), left, known, plans)

    def _choices(
        self, state: State, figure: int, answers: dict[int, list[int]], known: Known, planned: dict[int, int]
    ) -> Iterator[tuple[int, float, State]]:
        """Every answer the figure may have given, with its weight."""
        allowed = legal(self.table.board, state, figure)
        if state.ask == Ask.PLAN:
            turn = planned.get(figure, 0)
            if turn < len(known.gaits[figure]):
                yield from self._plans(state, figure, known.gaits[figure][turn], known.plans[figure][turn])
        elif figure in self.own:
            if answers.get(figure) and allowed >> answers[figure][0] & 1:
                yield answers[figure][0], 1.0, copy_of(state)
        elif state.ask == Ask.DIRECTION:
            numbers = [number for number in range(16) if allowed >> number & 1]
            for number in numbers:
                yield number, 1 / len(numbers), copy_of(state)
        else:
            places = bin(allowed).count("1") - 1
            is_false = state.blessings[figure] == Blessing.FALSE_NOISE
            for number in range(16):
                if allowed >> number & 1:
                    yield number, self.motion.false_noise / places if is_false and number != PASS else 1.0, copy_of(state)

    def _plans(self, state: State, figure: int, gait: tuple[int, int], own_route: tuple[int, ...]) -> Iterator[tuple[int, float, State]]:
        """5 Every route she may write with the gait card that was shown."""
        world = copy_of(state)
        novice = world.novices[figure]
        chosen = kept_gait(world, novice) == Gait.UNWRITTEN
        if chosen and not may_write(self.table.board, world, novice) >> gait[0] & 1:
            return
        if gait[1] and world.blessings[figure] != Blessing.ONE_MORE_STEP:
            return
        novice.plan, novice.longer = gait
        for route in self._routes(world, novice):
            if figure in self.own and route != own_route:
                continue
            weight = 1.0 if figure in self.own else Walk(self.table, world, novice, route, self.motion).weight(chosen=chosen)
            prepared = copy_of(world)
            prepared.novices[figure].route[: len(route)] = route
            prepared.novices[figure].steps = len(route) - 1
            yield END, weight, prepared

    def _routes(self, world: State, novice: Novice) -> list[tuple[int, ...]]:
        found = []
        board = self.table.board

        def write(steps: int) -> None:
            novice.steps = steps
            allowed = may_write(board, world, novice)
            if allowed >> END & 1:
                found.append(tuple(novice.route[: steps + 1]))
            here = novice.route[steps]
            for way in range(4):
                if allowed >> way & 1:
                    novice.route[steps + 1] = board.next[here][way]
                    write(steps + 1)
            novice.steps = steps

        write(0)
        return found

    # -- what is believed -----------------------------------------------------------------------------------------------

    def joint(self, figure: int) -> Numbers:
        """As ``Belief.joint``."""
        place, found = self.numbers.index(figure), np.zeros((9, 3, 156))
        for world in self.worlds:
            novice = world.state.novices[figure]
            found[world.cards[place], novice.has_key + novice.has_wish, novice.dot] += world.weight
        return np.asarray(found / found.sum())


def merged(worlds: Iterator[World]) -> list[World]:
    """Worlds that can no longer differ, as one."""
    found: dict[str, World] = {}
    for world in worlds:
        for novice in world.state.novices:
            novice.steps, novice.longer, novice.route = 0, 0, [0] * len(novice.route)
        state = world.state
        key = repr((world.cards, world.told, state.novices, state.blessings, state.untold, state.answers, state.stage, state.asked))
        if key in found:
            found[key].weight += world.weight
        else:
            found[key] = world
    return list(found.values())


class Walk:
    """The motion model, told once more: the weight of one route that a novice has planned."""

    def __init__(self, table: GameSetup, state: State, novice: Novice, route: tuple[int, ...], motion: Motion) -> None:
        self.table, self.state, self.novice, self.route, self.motion = table, state, novice, route, motion
        self.board = table.board
        self.steps = len(route) - 1
        self.most = most_steps(state, novice)

    def weight(self, *, chosen: bool) -> float:
        novice = self.novice
        novice.steps = self.steps
        novice.route[: self.steps + 1] = self.route
        if novice.status == Status.CAUGHT and is_obedient(self.board, novice):
            return self.obeying()
        goal, plain = self.motion, 1 - self.motion.wander
        aims = plain * prod(self.towards(*pair) for pair in pairwise(self.route)) * self.ends(self.stops)
        wanders = goal.wander * prod(1 / len(self.open(here)) for here in self.route[:-1]) * self.ends(self.stops_anywhere)
        return aims * self.gait() + wanders / 4 if chosen else aims + wanders

    def open(self, here: int) -> list[int]:
        ways = self.board.open_ways[self.novice.has_key][here]
        return [self.board.next[here][way] for way in range(4) if ways >> way & 1]

    def far(self, dot: int) -> int:
        novice = self.novice
        if not novice.has_key:
            return self.board.unlocked[dot][novice.key_dot]
        return self.board.distance[dot][novice.cell if novice.has_wish else novice.wish_dot]

    def towards(self, here: int, there: int) -> float:
        ways = self.open(here)
        nearer = [dot for dot in ways if self.far(dot) < self.far(here)] or ways
        return self.motion.stray / len(ways) + (1 - self.motion.stray) * (there in nearer) / len(nearer)

    def gait(self) -> float:
        far, found = self.far(self.route[0]), []
        for gait, usual in zip((Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN), self.motion.gaits, strict=True):
            fits = gait != Gait.STAND and least_dots(self.state, gait) <= far <= most_dots(self.state, gait)
            found.append(usual * (self.motion.fits if fits else 1))
        return found[self.novice.plan - 1] / sum(found)

    def ends(self, stops: Callable[[int], float]) -> float:
        """She goes on after each number of steps but the last."""
        least = least_dots(self.state, self.novice.plan)
        chances = [0.0 if steps < least else 1.0 if steps == self.most else stops(steps) for steps in range(self.steps + 1)]
        return float(prod(1 - chance for chance in chances[:-1]) * chances[-1])

    def stops(self, steps: int) -> float:
        return self.motion.stop_there if self.far(self.route[steps]) == 0 else self.motion.stop_short

    def stops_anywhere(self, steps: int) -> float:
        return 1 / (self.most - steps + 1)

    def obeying(self) -> float:
        """8.4 Every shortest way alike; from three dots on any number alike."""
        found = 1.0
        for steps, dot in enumerate(self.route):
            here = way_home(self.board, self.novice, dot)
            stop = 1.0 if here == 0 else 1 / (self.most - steps + 1) if steps >= 3 else 0.0
            if steps == self.steps:
                return found * stop
            ways = [there for there in self.open(dot) if way_home(self.board, self.novice, there) == here - 1]
            found *= (1 - stop) / len(ways)
        raise AssertionError("a route has an end")
