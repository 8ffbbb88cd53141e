"""What a novice foresees is what the rules then do: every plan tried, every face rolled."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest

from nuns.board.shape import copy_of
from nuns.board.tables import FAR, Board
from nuns.referee import events as ev
from nuns.referee.actions import Action, Pass, Plan, Roll
from nuns.referee.foresight import Fit, Foresight, foresee
from nuns.referee.game import Game, apply, legal_actions, refusal
from nuns.referee.game_setup import GAIT_NAMES, guard_name
from nuns.referee.seats import Seat
from nuns.rules.caught import is_obedient
from nuns.rules.novices import may_write, tear_up
from nuns.rules.sight import seen_by
from nuns.rules.state import Guard
from nuns.rules.words import BLESS, END, GUARDS, Ask, Blessing, Gait, Stage, Status
from tests.kit.convents import the_toy
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.golden import table_of
from tests.kit.sample import sample
from tests.kit.scenario import Night

OPTIONS = (
    "mayfair",
    "reference",
    "italian",
    "dutch",
    "dutch(blessings=on,monk=frederick,exact-run=on)",
    "italian(monk=robert,safe-cell=on,opening=single)",
    "mayfair(sight-range=3,run-modifier=1,exact-run=on,disobey-in-sight=off)",
)
NOVICE = 2  # who foresees


def some_moment(name: str, rng: random.Random, *, toy: bool = False) -> Game:
    """Somebody is about to write: she anywhere, in any state, guards near her who look anywhere."""
    night = Night(name, (NOVICE,), convent=the_toy() if toy else None)
    night.pass_time("plan")
    state, board, dots = night.game.state, night.game.setup.board, sorted(night.game.setup.convent.dots)
    novice = state.novices[NOVICE - 1]
    novice.dot, novice.has_key, novice.has_wish = rng.choice(dots), rng.randint(0, 1), rng.randint(0, 1)
    if board.home[novice.has_key][NOVICE - 1][novice.dot] == FAR:
        novice.has_key = 1  # nobody stands behind a lock who could not open it
    if not rng.randrange(4):
        novice.dot = novice.cell
    novice.status = rng.choice((Status.ON_THE_RUN, Status.ON_THE_RUN, Status.CAUGHT))
    state.turn = rng.choice((1, 5))
    if state.turn == 1 and "reference" not in name and "single" not in name and rng.randrange(2):
        state.phase, novice.gait = 2, rng.choice((Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN))
    if night.game.setup.options.blessings:
        state.blessings[NOVICE - 1] = rng.choice((Blessing.ONE_MORE_STEP, Blessing.ROLL_AGAIN))
    near = [dot for dot in dots if board.distance[novice.dot][dot] <= 5]
    for guard in state.guards:
        if guard.dot:
            turn_up(board, guard, rng.choice(near), rng)
    tear_up(state, novice)
    return night.game


def turn_up(board: Board, guard: Guard, dot: int, rng: random.Random) -> None:
    """A guard stands on a dot, came there or turned there, walked or ran; or has yet to take a step."""
    way = rng.randrange(board.degree[dot])
    stepped = rng.randrange(3)
    guard.dot = board.next[dot][way] if stepped else dot
    guard.outlook = board.turned[dot][way] + min(stepped, 1) if rng.randrange(6) else 0
    guard.ran = rng.randint(0, 1)


def moments(name: str, count: int, *, toy: bool = False) -> Iterator[tuple[Game, Foresight]]:
    rng = random.Random(f"{name} {toy}")
    for _ in range(count):
        game = some_moment(name, rng, toy=toy)
        foreseen = foresee(game, Seat.NOVICE_2)
        assert foreseen is not None
        yield game, foreseen


def every_plan(game: Game) -> Iterator[Plan]:
    """All plans that the rules let her write, small action by small action."""
    state = copy_of(game.state)
    novice = state.novices[NOVICE - 1]
    tear_up(state, novice)

    def written_on() -> Iterator[Plan]:
        allowed = may_write(game.setup.board, state, novice)
        if novice.plan == Gait.UNWRITTEN:
            for gait in (gait for gait in range(1, 5) if allowed >> gait & 1):
                novice.plan = gait
                yield from written_on()
            novice.plan = Gait.UNWRITTEN
            return
        if allowed >> END & 1:
            route = tuple(novice.route[: novice.steps + 1])
            yield Plan(NOVICE, GAIT_NAMES[novice.plan], route, bool(novice.longer))  # type: ignore[arg-type]
        if allowed >> BLESS & 1 and novice.steps == 0:
            novice.longer = 1
            yield from written_on()
            novice.longer = 0
        here = novice.route[novice.steps]
        for way in (way for way in range(4) if allowed >> way & 1):
            novice.steps += 1
            novice.route[novice.steps] = game.setup.board.next[here][way]
            yield from written_on()
            novice.steps -= 1

    return written_on()


def fits_of(foreseen: Foresight) -> Iterator[tuple[int, Fit]]:
    return ((reach.dot, fit) for reach in foreseen.reaches for fit in reach.fits)


def plan_of(fit: Fit) -> Plan:
    return Plan(NOVICE, fit.gait, fit.route, fit.one_more_step)


def obeys(game: Game, plan: Plan) -> bool:
    state = copy_of(game.state)
    novice = state.novices[NOVICE - 1]
    novice.plan, novice.steps = GAIT_NAMES.index(plan.gait), len(plan.route) - 1
    novice.route[: len(plan.route)] = plan.route
    return novice.status == Status.CAUGHT and is_obedient(game.setup.board, novice)


def meets_guard(game: Game, plan: Plan) -> bool:
    """5.5, 8.4, 8.9 Written apart from the code under test."""
    if obeys(game, plan):
        return False
    cell, options = game.state.novices[NOVICE - 1].cell, game.setup.options
    guards = {guard.dot for guard in game.state.guards if guard.chases}
    return any(dot in guards and not (options.safe_cell and dot == cell) for dot in plan.route[1:] or plan.route)


@pytest.mark.rule("5.1", "5.2", "5.3", "5.6", "8.4", "8.5", "10.1")
@pytest.mark.parametrize(("name", "toy"), [(name, False) for name in OPTIONS] + [(name, True) for name in OPTIONS if "monk" not in name])
def test_every_end_and_gait_of_a_legal_plan_is_foreseen_and_no_other(name: str, toy: bool) -> None:
    for game, foreseen in moments(name, sample(20, 40) if toy else sample(6, 12), toy=toy):
        if game.state.turn == 1 and "reference" in name and not toy:
            continue  # a doubled run on the whole plan has too many routes to write them all
        plans = list(every_plan(game))
        unblessed = {(plan.route[-1], plan.gait) for plan in plans if not plan.one_more_step}
        blessed = {(plan.route[-1], plan.gait) for plan in plans} - unblessed
        fits = list(fits_of(foreseen))
        assert {(dot, fit.gait) for dot, fit in fits if not fit.one_more_step} == unblessed
        assert {(dot, fit.gait) for dot, fit in fits if fit.one_more_step} == blessed
        assert len(fits) == len(unblessed) + len(blessed)
        assert [reach.dot for reach in foreseen.reaches] == sorted({plan.route[-1] for plan in plans})
        passed = {dot for plan in plans for dot in plan.route}
        assert passed == set(foreseen.ways)
        steps_written = {step for plan in plans for step in pairwise(plan.route)}
        assert steps_written <= {(here, there) for here, beside in foreseen.ways.items() for there in beside}


@pytest.mark.rule("5.5", "6.6")
@pytest.mark.parametrize("name", OPTIONS)
def test_of_all_routes_the_one_told_is_the_least_seen_and_then_the_shortest(name: str) -> None:
    compared = 0
    for game, foreseen in moments(name, 10):
        if game.state.turn == 1 and "reference" in name:
            continue

        def cost(game: Game, plan: Plan) -> tuple[bool, bool, int, int]:
            seen = sum(bool(seen_by(game.setup.board, game.state, dot)) for dot in plan.route)
            return meets_guard(game, plan), not obeys(game, plan), seen, len(plan.route)

        cheapest: dict[tuple[int, str], tuple[bool, bool, int, int]] = {}
        for plan in every_plan(game):
            if not plan.one_more_step:
                end = plan.route[-1], plan.gait
                cheapest[end] = min(cheapest.get(end, (True, True, 99, 99)), cost(game, plan))
        for dot, fit in fits_of(foreseen):
            if not fit.one_more_step:
                meets, disobeys, seen, length = cheapest[dot, fit.gait]
                told = cost(game, plan_of(fit))
                assert told[:2] == (meets, disobeys)
                assert meets or told[2:] == (seen, length)
                compared += 1
    assert compared > 100


def outcome_of(game: Game, plan: Plan) -> tuple[Game, tuple[ev.Event, ...]]:
    trial = Game(game.setup, copy_of(game.state), list(game.actions), list(game.events))
    return trial, apply(trial, plan)


def heard_on(game: Game, face: int) -> list[str] | None:
    """7.1 Who hears her when her die shows a face and nobody plays a blessing; None when she rolls none."""
    trial = Game(game.setup, copy_of(game.state))
    if trial.is_over or trial.state.ask != Ask.ROLL or not trial.state.rolling >> NOVICE - 1 & 1:
        return None
    apply(trial, Roll(face))
    while trial.state.ask == Ask.BLESSING and trial.state.asked:
        action = next(action for seat in trial.waiting for action in legal_actions(trial, seat) if isinstance(action, Pass))
        apply(trial, action)
    if trial.state.ask != Ask.DIRECTION:
        return []
    return [guard_name(number) for number in range(GUARDS) if trial.state.novices[NOVICE - 1].heard[number]]


@pytest.mark.rule("5.5", "5.7", "6.6", "7.1", "7.2", "8.6")
@pytest.mark.parametrize(("name", "toy"), [(name, False) for name in OPTIONS] + [("mayfair", True), ("reference", True), ("dutch", True)])
def test_a_plan_that_is_played_is_seen_caught_and_heard_as_foreseen(name: str, toy: bool) -> None:
    rng = random.Random(name)
    heard, caught, obeyed = 0, 0, 0
    for game, foreseen in moments(name, 25, toy=toy):
        fits = [fit for _, fit in fits_of(foreseen)]
        assert all(refusal(game, plan_of(fit)) is None for fit in fits)
        was_caught = game.state.novices[NOVICE - 1].status == Status.CAUGHT
        for fit in rng.sample(fits, min(len(fits), 8)):
            after, happened = outcome_of(game, plan_of(fit))
            assert tuple(event.dot for event in happened if isinstance(event, ev.NoviceSeen)) == fit.seen
            assert [event.dot for event in happened if isinstance(event, ev.NoviceCaught)] == [fit.caught] * (fit.caught is not None)
            assert fit.obeys == (was_caught and not any(isinstance(event, ev.NoviceFreed) for event in happened[:1]))
            assert fit.takes == taken(happened)
            faces = [heard_on(after, face) for face in range(1, 7)]
            if faces[0] is None:
                assert fit.heard == {}
            else:
                counted = {guard: sum(guard in (hearers or ()) for hearers in faces) for guard in fit.heard}
                assert counted == fit.heard
                assert {guard for hearers in faces for guard in hearers or ()} <= set(fit.heard)
            heard, caught, obeyed = heard + any(fit.heard.values()), caught + (fit.caught is not None), obeyed + fit.obeys
    assert heard > 5
    assert caught or toy
    assert obeyed


def taken(happened: tuple[ev.Event, ...]) -> str | None:
    """What the movement gave her."""
    names = {ev.KeyTaken: "key", ev.WishTaken: "wish", ev.NoviceHome: "home", ev.GameOver: "home"}
    return next((name for kind, name in names.items() if any(isinstance(event, kind) for event in happened)), None)


@pytest.mark.rule("5.4", "5.5", "5.7", "8.4", "8.5")
@pytest.mark.parametrize("name", [*OPTIONS, "mayfair(disobey-in-sight=once-unseen)", "mayfair(caught-takes-wish=off)"])
def test_of_a_route_that_she_draws_herself_she_is_told_all_as_well(name: str) -> None:
    """What a page compares: the length of a route that obeys, the traps, and what the dots give her."""
    rng = random.Random(name)
    caught, taking = 0, Counter[str | None]()
    for game, foreseen in moments(name, 30, toy="monk" not in name):
        if game.state.turn == 1 and "reference" in name:
            continue
        novice = game.state.novices[NOVICE - 1]
        near = sorted(foreseen.ways.keys() - {novice.cell})
        novice.key_dot, novice.wish_dot = rng.sample(near if len(near) > 1 else sorted(game.setup.convent.dots), 2)
        novice.has_wish &= novice.has_key
        told = foresee(game, Seat.NOVICE_2)
        assert told is not None
        fits = {(dot, fit.gait): fit for dot, fit in fits_of(told)}
        plans = list(every_plan(game))
        fetching = [plan for plan in plans if plan.route[-1] in (novice.key_dot, novice.wish_dot)]
        for plan in rng.sample(plans, min(len(plans), 8)) + rng.sample(fetching, min(len(fetching), 8)):
            end, fit = plan.route[-1], fits[plan.route[-1], plan.gait]
            if len(plan.route) == 1:
                continue  # to stand still has one route, which is foreseen
            obeying = fit.obeys and len(plan.route) == len(fit.route)
            assert obeying == obeys(game, plan)
            first = next((at for at, dot in enumerate(plan.route) if dot not in told.watched), 0) if told.must_hide_first else 0
            met = [] if obeying else [dot for dot in plan.route[first + 1 :] if dot in told.traps]
            _, happened = outcome_of(game, plan)
            assert [event.dot for event in happened if isinstance(event, ev.NoviceCaught)] == met[:1]
            gives = None if met else (told.takes_obeying if obeying else told.takes).get(end)
            assert gives == taken(happened)
            assert (end == told.needs_key) <= (gives is None)
            caught, taking = caught + bool(met), taking + Counter([gives])
    assert caught
    assert min(taking["key"], taking["wish"]) > 0


@pytest.mark.rule("6")
@pytest.mark.parametrize("name", OPTIONS)
def test_watched_dots_are_those_on_which_she_would_be_seen(name: str) -> None:
    for game, foreseen in moments(name, 10):
        for dot in foreseen.ways:
            eyes = seen_by(game.setup.board, game.state, dot)
            assert foreseen.watched.get(dot, ()) == tuple(guard_name(number) for number in range(GUARDS) if eyes >> number & 1)
        assert set(foreseen.watched) <= set(foreseen.ways)


@pytest.mark.rule("8.4", "8.5")
@pytest.mark.parametrize("name", OPTIONS)
def test_a_caught_novice_is_told_her_way_home(name: str) -> None:
    found = 0
    for game, foreseen in moments(name, 50):
        novice = game.state.novices[NOVICE - 1]
        if novice.status != Status.CAUGHT:
            assert foreseen.way_home == ()
            assert not foreseen.must_obey
            continue
        way, board = foreseen.way_home, game.setup.board
        assert (way[0], way[-1]) == (novice.dot, novice.cell)
        assert len(way) - 1 == board.home[novice.has_key][NOVICE - 1][novice.dot]
        assert all(board.open_ways[novice.has_key][here] >> board.next[here].index(there) & 1 for here, there in pairwise(way))
        assert foreseen.must_obey == all(plan.gait == "walk" and obeys(game, plan) for plan in every_plan(game))
        found += 1
    assert found > 4


@pytest.mark.rule("4.1", "5.1", "5.6", "10.1")
@pytest.mark.parametrize(
    ("name", "turn", "expected"),
    [
        ("mayfair", 5, [("stand", 0, 0, None), ("sneak", 1, 2, 3), ("walk", 3, 4, 5), ("run", 1, 5, 6)]),
        ("reference", 1, [("stand", 0, 0, None), ("sneak", 2, 4, 5), ("walk", 6, 8, 9), ("run", 2, 10, 11)]),
        ("mayfair(exact-run=on)", 5, [("stand", 0, 0, None), ("sneak", 1, 2, 3), ("walk", 3, 4, 5), ("run", 5, 5, 6)]),
        ("dutch", 5, [("stand", 0, 0, None), ("sneak", 1, 2, None), ("walk", 3, 4, None), ("run", 1, 5, None)]),
    ],
)
def test_the_ranges_of_the_gaits_are_told(name: str, turn: int, expected: list[tuple[str, int, int, int | None]]) -> None:
    night = Night(name, (NOVICE,), blessings={"novice-2": "one-more-step"} if "dutch" not in name else None)
    night.pass_time("plan")
    night.game.state.turn = turn
    foreseen = foresee(night.game, Seat.NOVICE_2)
    assert foreseen is not None
    assert [(each.gait, each.least, each.most, each.most_blessed) for each in foreseen.gaits] == expected


@pytest.mark.rule("3.2", "4")
def test_only_a_novice_who_writes_or_may_write_anew_foresees() -> None:
    written: set[bool] = set()
    for count, (game, _, _) in enumerate(steps(table_of("mayfair(all-or-nun=on)", 2), 3, 0, eager_choice)):
        if count % 3:
            continue
        for seat in (*game.seats, Seat.SPECTATOR):
            menu: tuple[Action, ...] = legal_actions(game, seat) if not game.is_over else ()
            may = game.state.ask == Ask.PLAN and game.state.stage == Stage.ROUTES and seat.startswith("novice") and bool(menu)
            assert (foresee(game, seat) is not None) == may
            if may:
                written.add(bool(game.state.asked >> int(seat[-1]) - 1 & 1))
    assert written == {True, False}


def test_a_foresight_survives_its_bytes() -> None:
    for _, foreseen in moments("mayfair", 3):
        assert msgspec.json.decode(msgspec.json.encode(foreseen), type=Foresight) == foreseen


def test_a_written_plan_changes_nothing_that_is_foreseen() -> None:
    night = Night("mayfair", (NOVICE, 4))
    before = foresee(night.game, Seat.NOVICE_2)
    night.do("novice-2 gait run")
    assert foresee(night.game, Seat.NOVICE_2) == before
    night.do("novice-2 stand 2")
    assert foresee(night.game, Seat.NOVICE_2) == before
