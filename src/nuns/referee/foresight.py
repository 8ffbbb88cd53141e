"""What a planning novice can know of each dot and gait: which guards would see her, and which might hear her (rules 5, 6, 7)."""

from collections.abc import Collection, Iterator
from typing import Literal

import msgspec

from nuns.board.shape import copy_of
from nuns.board.tables import FAR, Board
from nuns.referee.actions import GaitName
from nuns.referee.game import Game
from nuns.referee.game_setup import GAIT_NAMES, guard_name
from nuns.referee.seat_events import own_number
from nuns.referee.seats import Seat
from nuns.referee.view import known_by
from nuns.rules.caught import (
    is_caught_on,
    is_obeying_length,
    may_slip_away,
    must_hide_first,
    must_obey,
    steps_through,
    steps_to_hide,
)
from nuns.rules.ending import wins_together
from nuns.rules.noise import can_hear, faces_heard
from nuns.rules.novices import (
    is_home_on,
    kept_gait,
    leads_home,
    least_dots,
    may_lengthen,
    may_plan,
    may_write,
    most_dots,
    most_steps,
    movements_for,
    moves_again,
    needs_key_first,
    open_ways,
    taken_on,
    tear_up,
)
from nuns.rules.sight import is_watched, seen_by
from nuns.rules.state import Novice, State
from nuns.rules.words import GUARDS, Gait, NoiseStep, Status, Taking

EndsWith = Literal["key", "wish", "home"]  # what she gets if her movement ends on a dot
Route = tuple[int, ...]
Ways = dict[int, tuple[int, ...]]  # by dot: the next dots
Layer = dict[int, tuple[int, Route]]  # the best walks of one length, by the dot where they end, with their cost

TAKINGS: dict[Taking, EndsWith | None] = {Taking.NOTHING: None, Taking.KEY: "key", Taking.WISH: "wish"}
CAUGHT = 64  # the cost of meeting a guard, more than of being seen on every dot of any route
WATCHERS = tuple(tuple(guard_name(number) for number in range(GUARDS) if eyes >> number & 1) for eyes in range(1 << GUARDS))  # by bits


class Fit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One way to end on a dot: a gait, a route (the least seen, then the shortest) and what follows from it.

    A route that ends in a capture is given only where there is no other; for a caught novice a walk that obeys comes first.
    """

    gait: GaitName
    route: tuple[int, ...]  # begins where she stands
    one_more_step: bool = False  # it takes her blessing (10.1)
    obeys: bool = False  # while caught: she stays caught, cannot be caught again and makes no noise (8.4)
    caught: int | None = None  # the guard's dot on which this route would end (5.5)
    takes: EndsWith | None = None  # what she gets by ending there (5.4, 5.7)
    seen: tuple[int, ...] = ()  # the dots of this route on which a guard sees her, in order
    heard: dict[str, int] = {}  # by guard who can hear: on how many of the six faces she is heard (7.1)


class Reach(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A dot on which she can end, with every gait that leads there."""

    dot: int
    fits: tuple[Fit, ...]


class Leg(msgspec.Struct, frozen=True, kw_only=True):
    """One part of what she still has to do: where it leads, how many steps it is, and how many runs or walks that takes (1.2, 5.1).

    The first begins where she stands, and every other where the one before it ends.
    """

    what: EndsWith
    dot: int
    steps: int
    runs: int
    walks: int


class GaitRange(msgspec.Struct, frozen=True, kw_only=True):
    """The fewest and most dots of a gait now; ``most_blessed`` is with one more step, if she holds it (5.1, 10.1)."""

    gait: GaitName
    least: int
    most: int
    most_blessed: int | None = None


class Foresight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a client needs to draw a plan; it says no more than the board, the guards and her own sheet do."""

    dot: int
    gaits: tuple[GaitRange, ...]
    ways: dict[int, tuple[int, ...]]  # from each dot she can get to, the next dots that are open to her
    watched: dict[int, tuple[str, ...]] = {}  # the dots on which she would be seen now, and by which guards (6)
    reaches: tuple[Reach, ...] = ()
    legs: tuple[Leg, ...] = ()  # to her key, her wish and her cell; as far as a route leads
    traps: dict[int, tuple[str, ...]] = {}  # the dots on which she is caught if she is on the run, and by which guards (5.5)
    takes: dict[int, EndsWith] = {}  # what she gets by ending on a dot while on the run (5.4, 5.7)
    takes_obeying: dict[int, EndsWith] = {}  # the same while she obeys (5.4, 5.7)
    needs_key: int | None = None  # the dot of her wish, while she has no key to take it (5.4)
    team: bool = False  # the novices win together or not at all (11.3)
    moves_again: bool = False  # she moves a second time with the same gait before the guards do (4.1)
    gait_kept: bool = False  # her gait is that of her first movement (4.1)
    way_home: tuple[int, ...] = ()  # while she is caught: a shortest route to her cell (8.4)
    must_obey: bool = False  # her whole movement must obey (8.5)
    must_hide_first: bool = False  # she must obey up to the first dot on which no guard sees her, and cannot be caught until then (8.5)
    freed_out_of_sight: bool = False  # ending out of every guard's sight frees her, even if she obeys (8.6)


def foresee(game: Game, seat: Seat) -> Foresight | None:
    """Returns what a novice can foresee, or None for a seat that has no plan to write or replace."""
    figure = own_number(seat) - 1
    if figure < 0 or not may_plan(game.state, game.state.novices[figure]):
        return None
    known = copy_of(known_by(game, seat))
    tear_up(known, known.novices[figure])
    return _Sheet(game.setup.board, known, known.novices[figure]).foresight()


class _Sheet:
    """The empty sheet of one novice; ``novice`` is a copy of her, which is put on other dots to ask the rules about them."""

    def __init__(self, board: Board, state: State, novice: Novice) -> None:
        self.board, self.state, self.novice = board, state, novice
        self.start, self.is_caught = novice.dot, novice.status == Status.CAUGHT
        self.must_obey, self.must_hide = must_obey(board, state, novice), must_hide_first(board, state, novice)
        self.ranges = {gait: self._range(gait) for gait in self._gaits()}
        self.farthest = max(each.most_blessed or each.most for each in self.ranges.values())
        self.ways = self._ways_to_hide() if self.must_hide else self._ways()
        self.eyes = {dot: seen_by(board, state, dot) for dot in self.ways}
        self.traps = self._traps()
        self.home = self._walks(self._ways_home(), ()) if self.is_caught else []
        self.free = [] if self.must_obey else self._hidden_walks() if self.must_hide else self._walks(self.ways, self.traps)
        self.ears = [(guard_name(guard.number), board.distance[guard.dot]) for guard in state.guards if can_hear(state, guard)]

    def foresight(self) -> Foresight:
        """Returns everything that can be foreseen."""
        return Foresight(
            dot=self.start,
            gaits=tuple(self.ranges.values()),
            ways=self.ways,
            watched={dot: WATCHERS[eyes] for dot, eyes in self.eyes.items() if eyes},
            reaches=self._reaches(),
            legs=self._legs(),
            traps={dot: self._catchers(dot) for dot in sorted(self.traps)},
            takes=self._takes(Status.ON_THE_RUN),
            takes_obeying=self._takes(Status.CAUGHT) if self.is_caught else {},
            needs_key=self.novice.wish_dot if needs_key_first(self.novice) else None,
            team=wins_together(self.state),
            moves_again=moves_again(self.state),
            gait_kept=kept_gait(self.state, self.novice) != Gait.UNWRITTEN,
            way_home=self._way_home() if self.is_caught else (),
            must_obey=self.must_obey,
            must_hide_first=self.must_hide,
            freed_out_of_sight=may_slip_away(self.state, self.novice),
        )

    def _gaits(self) -> list[int]:
        """Returns the gaits she may write: one where she keeps her card, or must obey (4.1, 5.1, 8.5)."""
        if self.novice.plan != Gait.UNWRITTEN:
            return [self.novice.plan]
        allowed = may_write(self.board, self.state, self.novice)
        return [gait for gait in range(1, len(GAIT_NAMES)) if allowed >> gait & 1]

    def _range(self, gait: int) -> GaitRange:
        """Returns the fewest and most dots of a gait now (5.1, 5.6, 10.1)."""
        self.novice.plan = gait
        least, most, blessed = least_dots(self.state, gait), most_dots(self.state, gait), None
        if may_lengthen(self.state, self.novice):
            self.novice.longer = 1
            blessed = most_steps(self.state, self.novice)
            self.novice.longer = 0
        return GaitRange(gait=GAIT_NAMES[gait], least=least, most=most, most_blessed=blessed)  # type: ignore[arg-type]

    def _ways(self) -> Ways:
        """Returns the dots that she can get to, and the next dots from each (5.2, 5.3, 8.5)."""
        ways: Ways = {}
        edge = [self.start]
        for _ in range(self.farthest + 1):
            ways |= {here: self._next(here) for here in edge}
            edge = list({there for here in edge for there in ways[here] if there not in ways})
        return dict(sorted(ways.items()))

    def _ways_to_hide(self) -> Ways:
        """Returns the same for a novice who must hide first (8.5).

        She may follow a shortest route home as far as she can obey or hide by it, and go anywhere once no guard sees her.
        """
        ways: dict[int, set[int]] = {}
        in_sight, hidden = {self.start}, set[int]()
        for steps in range(self.farthest + 1):
            hidden |= {dot for dot in in_sight if not is_watched(self.board, self.state, dot)}
            in_sight -= hidden
            onwards = {here: {there for there in self._homewards(here) if self._may_go_home_by(there, steps + 1)} for here in in_sight}
            onwards |= {here: set(self._next(here)) for here in hidden}
            for here, beside in onwards.items():
                ways[here] = ways.get(here, set()) | beside
            in_sight = {there for here in in_sight for there in onwards[here]}
            hidden = {there for here in hidden for there in onwards[here]}
        return {here: tuple(sorted(ways[here])) for here in sorted(ways)}

    def _may_go_home_by(self, dot: int, steps: int) -> bool:
        """Tells whether she may come to a dot of her route home after so many steps in sight: by obeying, or to hide in time (8.4, 8.5)."""
        walk = self.ranges[Gait.WALK]
        if steps <= (walk.most_blessed or walk.most):
            return True
        return steps + steps_to_hide(self.board, self.state, self.novice, dot) <= self.farthest

    def _ways_home(self) -> Ways:
        """Returns, for each dot she can get to, the next dots on a shortest route home (8.4)."""
        return {here: tuple(there for there in self._homewards(here) if there in self.ways) for here in self.ways}

    def _next(self, here: int) -> tuple[int, ...]:
        """Returns the next dots open to her; if she must obey, only those on a shortest route home (5.3, 8.5)."""
        allowed = open_ways(self.board, self.novice, here)
        ways = (there for way, there in enumerate(self.board.next[here]) if allowed >> way & 1)
        return tuple(there for there in ways if not self.must_obey or leads_home(self.board, self.novice, here, there))

    def _traps(self) -> set[int]:
        """Returns the dots on which a guard catches her if she is on the run, as one who disobeys is (5.5, 8.9)."""
        return {guard.dot for guard in self.state.guards if is_caught_on(self.state, self.novice, guard.dot)}

    def _catchers(self, dot: int) -> tuple[str, ...]:
        """Returns the guards on a dot who catch her there; the monk never does (5.5, 11.2)."""
        return tuple(guard_name(guard.number) for guard in self.state.guards if guard.chases and guard.dot == dot)

    def _takes(self, status: Status) -> dict[int, EndsWith]:
        """Returns what a movement of at least one dot gives her, by the dot on which it ends (5.4, 5.7)."""
        taken = {dot: self._taking(status, 1, dot) for dot in self.ways}
        return {dot: taking for dot, taking in taken.items() if taking}

    def _taking(self, status: Status, steps: int, end: int) -> EndsWith | None:
        """Returns what she gets from a movement of so many dots that ends there without a capture (5.4, 5.7)."""
        if is_home_on(self.novice, end):
            return "home"
        return TAKINGS[Taking(taken_on(self.state, self.novice, status, end))] if steps else None

    def _legs(self) -> tuple[Leg, ...]:
        """Returns the parts of what she still has to do, through the doors that she can open by then (1.2, 5.3)."""
        novice, here, found = copy_of(self.novice), self.start, list[Leg]()
        ends: list[tuple[EndsWith, int]] = [("home", novice.cell)]
        if not novice.has_wish:
            ends.insert(0, ("wish", novice.wish_dot))
        if not novice.has_key:
            ends.insert(0, ("key", novice.key_dot))
        for what, dot in ends:
            steps = steps_through(self.board, novice, here, dot)
            if steps >= FAR:
                break
            runs, walks = (movements_for(self.state, gait, steps) for gait in (Gait.RUN, Gait.WALK))
            found.append(Leg(what=what, dot=dot, steps=steps, runs=runs, walks=walks))
            here, novice.has_key = dot, 1
        return tuple(found)

    def _homewards(self, here: int) -> tuple[int, ...]:
        """Returns the next dots on a shortest route home (8.4)."""
        return tuple(there for there in self._next(here) if leads_home(self.board, self.novice, here, there))

    def _way_home(self) -> tuple[int, ...]:
        """Returns a shortest route to her cell, dot by dot (8.4)."""
        way = [self.start]
        while way[-1] != self.novice.cell:
            way.append(self._homewards(way[-1])[0])
        return tuple(way)

    # -- routes -----------------------------------------------------------------------------------------------------------

    def _walks(self, ways: Ways, traps: Collection[int]) -> list[Layer]:
        """Returns the best walks by their number of steps, with turning back; after a capture nothing costs more (5.2, 5.5)."""
        layers: list[Layer] = [self._first_layer()]
        for _ in range(self.farthest):
            layers.append(self._next_layer(layers[-1], ways, traps))
        return layers

    def _first_layer(self) -> Layer:
        return {self.start: (int(bool(self.eyes[self.start])), (self.start,))}

    def _next_layer(self, last: Layer, ways: Ways, traps: Collection[int]) -> Layer:
        """Returns the best walks of one step more."""
        layer: Layer = {}
        for here, (cost, route) in last.items():
            for there in ways[here]:
                total = cost if cost >= CAUGHT else cost + bool(self.eyes[there]) + CAUGHT * (there in traps)
                if there not in layer or total < layer[there][0]:
                    layer[there] = (total, (*route, there))
        return layer

    def _hidden_walks(self) -> list[Layer]:
        """Returns the walks that disobey: along a shortest route home up to the first dot that no guard sees, then anywhere (8.5)."""
        homewards = self._ways_home()
        in_sight, layers = self._first_layer(), [Layer()]
        for _ in range(self.farthest):
            layer = self._next_layer(layers[-1], self.ways, self.traps)
            in_sight = self._next_layer(in_sight, homewards, ())
            for dot in [dot for dot in in_sight if not is_watched(self.board, self.state, dot)]:
                walk = in_sight.pop(dot)
                if dot not in layer or walk[0] < layer[dot][0]:
                    layer[dot] = walk
            layers.append(layer)
        return layers

    def _reaches(self) -> tuple[Reach, ...]:
        reaches: dict[int, list[Fit]] = {}
        for gait in self.ranges:
            for dot, fit in self._fits(gait).items():
                reaches.setdefault(dot, []).append(fit)
        return tuple(Reach(dot=dot, fits=tuple(reaches[dot])) for dot in sorted(reaches))

    def _fits(self, gait: int) -> dict[int, Fit]:
        """Returns a fit for each dot on which a movement of that gait may end."""
        fits: dict[int, Fit] = {}
        for route, blessed, obeys in self._routes(gait):
            if route[-1] not in fits:
                fits[route[-1]] = self._fit(gait, route, blessed=blessed, obeys=obeys)
        return fits

    def _routes(self, gait: int) -> Iterator[tuple[Route, bool, bool]]:
        """Yields routes, whether each takes her blessing, and whether it obeys: first those without the card, and obeying ones first."""
        dots = self.ranges[gait]
        for most in (dots.most, dots.most_blessed):
            if most is not None:
                blessed = most != dots.most
                yield from ((route, blessed, True) for route in self._obedient(gait, most))
                yield from ((route, blessed, False) for route in best(self.free[dots.least : most + 1]))

    def _obedient(self, gait: int, most: int) -> Iterator[Route]:
        """Yields the walks home that obey (8.4)."""
        for steps, layer in enumerate(self.home[: most + 1]):
            for dot, (_, route) in layer.items():
                if is_obeying_length(self.novice, gait, steps, dot):
                    yield route

    def _fit(self, gait: int, route: Route, *, blessed: bool, obeys: bool) -> Fit:
        walked = route if obeys else self._as_walked(route)
        is_caught = not obeys and walked[-1] in self.traps
        is_quiet = obeys or is_caught or is_home_on(self.novice, route[-1])
        return Fit(
            gait=GAIT_NAMES[gait],  # type: ignore[arg-type]
            route=route,
            one_more_step=blessed,
            obeys=obeys,
            caught=walked[-1] if is_caught else None,
            takes=None if is_caught else self._taking(Status.CAUGHT if obeys else Status.ON_THE_RUN, len(route) - 1, route[-1]),
            seen=tuple(dot for dot in walked if self.eyes[dot]),
            heard={} if is_quiet else {name: self._faces(gait, steps[route[-1]]) for name, steps in self.ears},
        )

    def _faces(self, gait: int, steps: int) -> int:
        return faces_heard(self.state, NoiseStep.MAKING, gait, steps)

    def _as_walked(self, route: Route) -> Route:
        """Returns the route as far as she gets: to a guard's dot that she enters or stands still on, not one that she leaves (5.5)."""
        first = min(1, len(route) - 1)
        if self.must_hide:  # she counts as caught until no guard sees her (8.5)
            first = next(step for step, dot in enumerate(route) if not is_watched(self.board, self.state, dot)) + 1
        for step in range(first, len(route)):
            if route[step] in self.traps:
                return route[: step + 1]
        return route


def best(layers: list[Layer]) -> Iterator[Route]:
    """Yields the cheapest route to each dot, the shortest of several."""
    found: Layer = {}
    for layer in layers:
        for dot, walk in layer.items():
            if dot not in found or walk[0] < found[dot][0]:
                found[dot] = walk
    return (route for _, route in found.values())
