"""What the referee tells is what the rules say: views, foresight and explanations against rules/, over random options in all editions."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from nuns.board.tables import steps_from
from nuns.referee import events as ev
from nuns.referee.action_codec import small_action
from nuns.referee.codes import ASK_CODES, KINDS, NotationCode, ReasonCode, RefusalCode, RuleReason, declared_codes
from nuns.referee.events import Event
from nuns.referee.explain import explain
from nuns.referee.foresight import foresee
from nuns.referee.game import Game, apply, legal_actions, seat_game
from nuns.referee.game_setup import GAIT_NAMES, GameSetup, guard_name
from nuns.referee.public_view import GuardView
from nuns.referee.seat_events import known_to
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES, NOVICE_SEATS, Seat
from nuns.referee.view import View, known_by, view
from nuns.rules.caught import must_hide_first, must_obey
from nuns.rules.chance import seed_game
from nuns.rules.guards import LEAST, WALKS, holds_one_more_step
from nuns.rules.noise import faces_heard, is_heard_by, modifier, reach
from nuns.rules.novices import least_dots, most_dots
from nuns.rules.options import EDITIONS, NAMES, Options, change_option, words_of
from nuns.rules.sight import seen_by, sighting
from nuns.rules.state import State
from nuns.rules.turn import legal, next_figure
from nuns.rules.words import GUARDS, STOP, Ask, Gait, NoiseStep, Sighting, Stage, Status
from tests.kit.codes import CODE, sentences_in
from tests.kit.eager import eager_choice
from tests.kit.scenario import Night

SEEDS = range(12)  # three for each edition
SIGHTINGS = {
    ReasonCode.SEEN_SAME_DOT: Sighting.SAME_DOT,
    ReasonCode.SEEN_SAME_ROOM: Sighting.SAME_ROOM,
    ReasonCode.SEEN_AHEAD: Sighting.AHEAD,
}


def some_table(seed: int) -> GameSetup:
    """An edition with some options changed at random; every third as it is printed."""
    rng = random.Random(seed)
    edition = sorted(EDITIONS)[seed % 4]
    options: Options = EDITIONS[edition]
    for name in rng.sample(NAMES, rng.choice((0, 4, 12))):
        if name not in ("turns", "sight-range"):
            options = change_option(options, name, rng.choice(words_of(name)))
    novices = rng.choice((1, 2, 3, 6))
    return GameSetup(edition, change_option(options, "turns", "4"), novices, rng.choice((1, 2)) if novices == 6 else 1)


def moments(seed: int) -> Iterator[tuple[Game, State, tuple[Event, ...]]]:
    """A night of eager novices: the game after each action, the state before it, and what happened."""
    game = seat_game(some_table(seed))
    seed_game(game.state, seed, 0)
    while not game.is_over:
        before = game.state
        figure = next_figure(before)
        action = small_action(game.setup, before, figure, eager_choice(game.setup.board, before, figure))
        happened = apply(game, action)
        yield game, before, happened


def looked_at(seed: int, every: int) -> Iterator[Game]:
    """Some moments after the deal."""
    for count, (game, _, _) in enumerate(moments(seed)):
        if game.state.stage != Stage.DEAL and (count % every == 0 or game.is_over):
            yield game


# -- the view -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_may_do_follows_from_what_it_knows(seed: int) -> None:
    compared: Counter[int] = Counter()
    for game in looked_at(seed, 1):
        for seat in game.seats:
            known = known_by(game, seat)
            for figure in game.figures(seat):
                allowed = legal(game.setup.board, game.state, figure)
                assert legal(game.setup.board, known, figure) == allowed
                compared[game.state.ask] += bool(allowed)
                if allowed:
                    assert view(game, seat).actions == legal_actions(game, seat)
    assert {Ask.PLAN, Ask.ORDER, Ask.PATH, Ask.STEP} <= compared.keys()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_figures_of_a_view_are_those_of_the_rules(seed: int) -> None:
    for game in looked_at(seed, 5):
        for seat in (*game.seats, Seat.SPECTATOR):
            seen, state, options = view(game, seat), game.state, game.setup.options
            assert (seen.guard_players, seen.goal) == (game.setup.guard_players, state.goal)
            assert (seen.turn, seen.turns, seen.turns_left) == (state.turn, options.turns, options.turns - state.turn)
            assert seen.waiting_for == (None if game.is_over else ASK_CODES[state.ask])
            for sheet in seen.sheets:
                assert_distances(game, seen, sheet.novice)


def assert_distances(game: Game, seen: View, number: int) -> None:
    """5.3 The distances of a sheet, counted again dot by dot."""
    novice = game.state.novices[number - 1]
    (told,) = (sheet.distances for sheet in seen.sheets if sheet.novice == number)
    if novice.status == Status.HOME:
        assert (told.key, told.wish, told.home) == (None, None, None)
        return
    steps = steps_from([novice.dot], game.setup.convent.neighbours(locks=bool(novice.has_key)))
    assert told.key == (None if novice.has_key else steps.get(novice.key_dot))
    assert told.wish == (None if novice.has_wish else steps.get(novice.wish_dot))
    assert told.home == steps.get(novice.cell)


def guard_of(seen: View, name: str) -> GuardView:
    return next(each for each in seen.guards if each.guard == name)


@pytest.mark.rule("9.1", "9.6", "10.1", "11.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_guards_limits_and_reasons_are_what_she_may_do(seed: int) -> None:
    """She may stop from her least steps on, step while some are left or her card lengthens them, and leave her path with a reason."""
    told = 0
    expected: dict[str, tuple[RuleReason, ...]] = {}
    for game, before, happened in moments(seed):
        if any(isinstance(event, ev.TurnEnded | ev.NoviceCaught) for event in happened):
            expected = {}
        for event in happened:
            if isinstance(event, ev.GuardStopped):
                seen = guard_of(view(game, Seat.SPECTATOR), event.guard)
                one_more = any(isinstance(each, ev.BlessingPlayed) for each in happened)
                assert one_more or event.gait == ("run" if event.steps > seen.walk_steps else "walk")
        if game.is_over or game.state.ask != Ask.STEP:
            continue
        state, moving = game.state, game.state.guards[game.state.guard]
        for guard in state.guards:
            if not guard.dot:
                continue
            seen = guard_of(view(game, Seat.SPECTATOR), guard_name(guard.number))
            allowed = legal(game.setup.board, state, FIGURE_NAMES.index(seen.guard))
            assert (seen.least_steps, seen.walk_steps) == (LEAST, WALKS)
            if guard is not moving:
                assert seen.steps_left == 0
                assert not guard.moved or not seen.reasons
                expected[seen.guard] = seen.reasons
                continue
            if seen.steps == 0 and seen.guard in expected and before.ask != Ask.STEP:
                assert seen.reasons == expected[seen.guard]  # as they were told while the other guard moved
            assert bool(allowed >> STOP & 1) == (seen.steps >= seen.least_steps)
            assert seen.steps + seen.steps_left == seen.most_steps
            assert bool(allowed & 0b1111) == (seen.steps_left > 0 or holds_one_more_step(state, guard))
            assert bool(seen.reasons) == seen.leave
            told += bool(seen.reasons)
    assert told


# -- foresight ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1", "6", "7.1", "8.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_foreseen_is_what_the_rules_say_of_each_dot_and_gait(seed: int) -> None:
    told = 0
    for game in looked_at(seed, 2):
        state, board = game.state, game.setup.board
        for seat in game.seats:
            foreseen = foresee(game, seat)
            if foreseen is None:
                continue
            novice = state.novices[NOVICE_SEATS.index(seat)]
            assert foreseen.must_obey == must_obey(board, state, novice)
            assert foreseen.must_hide_first == must_hide_first(board, state, novice)
            for each in foreseen.gaits:
                gait = GAIT_NAMES.index(each.gait)
                assert (each.least, each.most) == (least_dots(state, gait), most_dots(state, gait))
            for dot in foreseen.ways:
                eyes = seen_by(board, state, dot)
                assert foreseen.watched.get(dot, ()) == tuple(guard_name(number) for number in range(GUARDS) if eyes >> number & 1)
            for dot, fit in ((each.dot, fit) for each in foreseen.reaches for fit in each.fits):
                for name, faces in fit.heard.items():
                    away = board.distance[state.guards[GUARD_NAMES.index(name)].dot][dot]
                    assert faces == faces_heard(state, NoiseStep.MAKING, GAIT_NAMES.index(fit.gait), away)
                    told += 1
    assert told


# -- explanations ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6", "6.6")
@pytest.mark.parametrize("edition", range(len(EDITIONS)))
def test_a_sighting_of_a_moving_novice_is_explained_as_the_rules_see_it(edition: int) -> None:
    """The guards stand still while she moves, so the state after it still says who sees what: on every dot of her route, seen or not."""
    told = 0
    for game, before, happened in (each for seed in SEEDS[edition :: len(EDITIONS)] for each in moments(seed)):
        if before.ask != Ask.PLAN or not happened:
            continue
        board, state = game.setup.board, game.state
        routes: dict[int, tuple[int, ...]] = {}
        seen: dict[int, list[int]] = {}
        for event in happened:
            if isinstance(event, ev.NoviceMoved) and isinstance(event.route, tuple):
                routes[event.novice], seen[event.novice] = event.route, []
            if isinstance(event, ev.NoviceSeen):
                seen[event.novice].append(event.dot)
                known = known_to(Seat.SPECTATOR, game.events)
                number = len(known) - 1 - known[::-1].index(event)
                for name, reason in zip(event.by, explain(game, number, Seat.SPECTATOR).reasons, strict=True):
                    guard = state.guards[GUARD_NAMES.index(name)]
                    assert SIGHTINGS[reason.code] == sighting(board, state, guard, event.dot)
                    assert reason.values.get("steps", 0) in (0, board.distance[guard.dot][event.dot])
                    told += 1
        for novice, route in routes.items():
            assert seen[novice] == [dot for dot in route if seen_by(board, state, dot)]
    assert told


@pytest.mark.rule("7.1", "7.3", "7.4", "10.3")
@pytest.mark.parametrize("edition", range(len(EDITIONS)))
def test_a_noise_is_explained_to_her_who_made_it_by_the_dice_as_they_lay(edition: int) -> None:
    told = 0
    for game, before, happened in (each for seed in SEEDS[edition :: len(EDITIONS)] for each in moments(seed)):
        for event in happened:
            if not isinstance(event, ev.Noise) or event.real is not True or not isinstance(event.novice, int):
                continue
            seat = Seat(f"novice-{event.novice}")
            known = known_to(seat, game.events)
            (reason,) = explain(game, len(known) - 1 - known[::-1].index(event), seat).reasons
            novice, guard = before.novices[event.novice - 1], before.guards[GUARD_NAMES.index(event.guard)]
            assert reason.code == ReasonCode.HEARD
            assert reason.values["reach"] == reach(before, novice, guard)
            assert reason.values["modifier"] == modifier(before, novice.gait)
            assert reason.values["distance"] == game.setup.board.distance[guard.dot][novice.dot]
            assert is_heard_by(game.setup.board, before, novice, guard, 0)
            told += 1
    assert told


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_free_step_is_explained_by_the_reasons_that_the_view_had(seed: int) -> None:
    told = 0
    reasons: dict[str, object] = {}
    for game, _, happened in moments(seed):
        for event in happened:
            if isinstance(event, ev.GuardStepped) and event.free:
                known = known_to(Seat.SPECTATOR, game.events)
                number = len(known) - 1 - known[::-1].index(event)
                assert explain(game, number, Seat.SPECTATOR).reasons == reasons[event.guard]
                told += 1
        if not game.is_over and game.state.stage != Stage.DEAL:
            reasons = {guard.guard: guard.reasons for guard in view(game, Seat.SPECTATOR).guards}
    assert told


# -- codes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_views_events_and_explanations_are_made_of_codes(seed: int) -> None:
    for game in looked_at(seed, 23):
        for seat in (*game.seats, Seat.SPECTATOR):
            assert sentences_in(view(game, seat), but=("options",)) == set()  # the canonical name of the options is their notation
            assert sentences_in(foresee(game, seat)) == set()
            known = known_to(seat, game.events)
            assert sentences_in(known) == set()
            for number in range(max(0, len(known) - 20), len(known)):
                assert sentences_in(explain(game, number, seat), but=("rules",)) == set()


def test_every_code_and_placeholder_is_declared_once() -> None:
    told = declared_codes()
    codes = [*told["refusals"], *told["reasons"], *told["notation_faults"]]
    assert len(codes) == len(RefusalCode) + len(ReasonCode) + len(NotationCode) == len(set(codes))
    assert all(CODE.fullmatch(code) for code in (*codes, *told["waiting_for"], *KINDS, *KINDS.values()))
    assert {name for part in ("refusals", "reasons", "notation_faults") for each in told[part].values() for name in each} == KINDS.keys()


# -- where copies of a rule once drifted ----------------------------------------------------------------------------------


@pytest.mark.rule("7.4", "11.2")
def test_on_a_listeners_own_dot_nothing_is_heard() -> None:
    """Frederick hears, and novices pass through his dot: on it she is seen, and no face is heard."""
    night = Night("mayfair(blessings=off,monk=frederick,opening=single)", (4,))
    night.pass_time("plan")
    beside = night.game.setup.board.next[84][0]
    night.put_novice(4, beside)
    night.tear_plans()
    foreseen = foresee(night.game, Seat.NOVICE_4)
    assert foreseen is not None
    fits = [fit for each in foreseen.reaches for fit in each.fits if each.dot == 84]
    assert fits
    assert all(fit.heard["monk"] == 0 for fit in fits)
    assert all(faces_heard(night.game.state, step, gait, 0) == 0 for step in NoiseStep for gait in Gait)
    night.do(f"novice-4 run {beside}-84", "roll 6")
    assert night.novice(4).heard == [0] * (GUARDS + 1)


@pytest.mark.rule("1.1", "1.3")
@pytest.mark.parametrize(("goal", "captures"), [("players", 8), ("novices", 6)])
def test_the_view_says_how_many_play_the_guards_whatever_the_goal(goal: str, captures: int) -> None:
    night = Night(f"mayfair(blessings=off,capture-goal={goal})", range(1, 7), guard_players=2)
    assert (view(night.game, Seat.SPECTATOR).guard_players, view(night.game, Seat.ABBESS).goal) == (2, captures)
