"""What a belief must be whatever it believes: never wrong about what is possible, a probability, and the seat's knowledge alone."""

import random
from collections.abc import Callable
from copy import deepcopy
from itertools import permutations

import numpy as np
import pytest

from nuns.bots.belief import MOTION, Belief, Impossible, Motion
from nuns.bots.filter.joint_deal import join
from nuns.bots.filter.noise_model import false_noise_share
from nuns.bots.filter.records import BeliefRecord, JointDeal
from nuns.bots.policies.greedy import greedy_choice
from nuns.kernel.play import random_choice
from nuns.lab.games import Choose
from nuns.referee import events as ev
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS, parse_options
from nuns.rules.setup import CARDS_OF_A_KIND
from nuns.rules.words import Ask, Blessing, Stage, Status
from research.belief_log_loss import follow_game, measure
from tests.bots.truth import AFTER_NOISE, Followed, all_seats, faults_of, true_cards, true_phase
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.sample import sample
from tests.referee.test_twins import is_hidden, other_event

WHOLE = range(100_000, sample(100_012, 100_100))  # nights; four in a row are of four editions
SHORT = range(200_000, sample(200_105, 203_000), 15)
CLOSELY = 5  # short nights of which one is followed at every moment


def table_of(name: str, novices: int) -> GameSetup:
    return GameSetup(name.partition("(")[0], parse_options(name), novices)


def played(name: str, novices: int, seed: int, choose: Choose = eager_choice) -> Game:
    return [game for game, _, _ in steps(table_of(name, novices), seed, choose=choose)][-1]


@pytest.mark.parametrize("seed", WHOLE)
def test_the_truth_is_never_held_impossible(seed: int) -> None:
    checked, faults = faults_of(seed)
    assert faults == []
    assert checked > 20


def test_nor_by_the_interpreted_filter() -> None:
    checked, faults = faults_of(SHORT.start, short=True, closely=False, compile_it=False)
    assert faults == []
    assert checked > 2


@pytest.mark.parametrize("first", SHORT)
def test_nor_in_short_nights_of_any_kind(first: int) -> None:
    checks = 0
    for seed in range(first, first + SHORT.step):
        checked, faults = faults_of(seed, short=True, closely=seed % CLOSELY == 0)
        assert faults == []
        checks += checked
    assert checks > 10 * SHORT.step


@pytest.mark.parametrize("name", [*EDITIONS, "mayfair(monk=frederick,all-or-nun=on)", "italian(monk=robert,roll-again=own)"])
def test_beliefs_are_probabilities_on_what_is_possible(name: str) -> None:
    followed, asked = None, 0
    for count, (game, _, happened) in enumerate(steps(table_of(name, 3), 4, choose=eager_choice)):
        if game.state.stage == Stage.DEAL:
            continue
        followed = followed or Followed(game, all_seats(game))
        followed.observe(happened)
        if count % 40:
            continue
        for belief in followed.beliefs.values():
            for novice in belief.novices:
                joint = belief.joint(novice)
                assert joint.sum() == pytest.approx(1)
                assert joint.min() >= 0
                assert ((joint > 0) == belief.support(novice)).all()
                assert belief.dots(novice) == pytest.approx(joint.sum(axis=(0, 1)))
                assert belief.cards(novice) == pytest.approx(joint.sum(axis=(1, 2)))
                assert (belief.possible(novice) == (belief.dots(novice) > 0)).all()
                asked += 1
    assert asked > 40


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("name", ["mayfair", "reference", "dutch(blessings=on)", "italian(monk=robert,all-or-nun=on)"])
def test_a_seat_believes_the_same_whatever_others_hide(name: str) -> None:
    game = played(name, 3, 9)
    rng, changed = random.Random(9), 0
    for seat in all_seats(game):
        twin = Game(game.setup, game.state, list(game.actions), [other_event(event, seat, rng) for event in game.events])
        twin.events = [event for event in twin.events if not is_hidden(event, seat)]
        changed += twin.events != game.events
        one, other = (Belief(game.setup, seat).observe_all(events_of(each, seat)) for each in (game, twin))
        for novice in one.novices:
            assert (one.joint(novice) == other.joint(novice)).all()
    assert changed == len(all_seats(game))


@pytest.mark.parametrize("name", ["mayfair", "dutch"])
def test_asking_copying_and_rebuilding_change_nothing(name: str) -> None:
    game = played(name, 2, 5)
    events = events_of(game, Seat.GUARDS)
    asked, plain = Belief(game.setup, Seat.GUARDS), Belief(game.setup, Seat.GUARDS)
    for count, event in enumerate(events):
        asked.observe(event)
        plain.observe(event)
        before = {novice: asked.joint(novice) for novice in asked.novices}
        if count % 25 == 0:
            rebuilt = Belief(game.setup, Seat.GUARDS).observe_all(events[: count + 1])
            copy = asked.copy()
            copy.observe_all(events[count + 1 :])
            for novice in asked.novices:
                assert (rebuilt.joint(novice) == before[novice]).all()
                assert (asked.joint(novice) == before[novice]).all()
                assert (copy.joint(novice) == Belief(game.setup, Seat.GUARDS).observe_all(events).joint(novice)).all()
    assert all((asked.joint(novice) == plain.joint(novice)).all() for novice in plain.novices)


@pytest.mark.parametrize("copied", [Belief.copy, deepcopy], ids=["copy", "deepcopy"])
def test_what_a_copy_is_told_the_other_does_not_know(copied: Callable[[Belief], Belief]) -> None:
    """Where the records of a belief lie is kept for the next call."""
    game = played("mayfair", 2, 3)
    events = events_of(game, Seat.GUARDS)
    half = next(count for count, event in enumerate(events, 1) if isinstance(event, ev.TurnEnded) and event.turn == 3)
    one = Belief(game.setup, Seat.GUARDS, compile_it=True).observe_all(events[:half])
    other, novice = copied(one), one.novices[0]
    before = one.joint(novice)
    other.observe_all(events[half:])
    assert (one.joint(novice) == before).all()
    assert (other.joint(novice) == Belief(game.setup, Seat.GUARDS, compile_it=True).observe_all(events).joint(novice)).all()


def test_a_novice_knows_herself() -> None:
    followed, moments = None, 0
    for game, _, happened in steps(table_of("mayfair(all-or-nun=on)", 2), 3, choose=greedy_choice):
        if game.state.stage == Stage.DEAL:
            continue
        seat = game.seats[1]
        followed = followed or Followed(game, [seat])
        followed.observe(happened)
        novice = int(seat[-1])
        hers = game.state.novices[novice - 1]
        believed = followed.beliefs[seat].joint(novice)
        assert believed[true_cards(game, novice), true_phase(game, novice), hers.dot].sum() == pytest.approx(1)
        moments += hers.status == Status.ON_THE_RUN
    assert moments > 50


@pytest.mark.parametrize("compile_it", [True, False])
def test_what_bots_act_on_is_the_model_blended_with_all_possible_dots(compile_it: bool) -> None:
    game = next(game for game, _, _ in steps(table_of("mayfair", 2), 5, choose=eager_choice) if game.state.ask == Ask.ORDER)
    for motion in (MOTION, Motion(even=0.75)):
        belief = Belief(game.setup, Seat.GUARDS, motion, compile_it=compile_it).observe_all(events_of(game, Seat.GUARDS))
        for novice in belief.novices:
            possible = belief.possible(novice)
            blended = (1 - motion.even) * belief.dots(novice) + motion.even * possible / possible.sum()
            np.testing.assert_allclose(belief.likely(novice), blended, atol=1e-12)
            assert possible.sum() > 1


@pytest.mark.rule("7.4")
def test_that_nobody_was_heard_is_told_by_what_is_asked_or_by_what_follows() -> None:
    told = 0
    for game, _, happened in steps(table_of("dutch", 1), 8, choose=greedy_choice):
        events = events_of(game, Seat.GUARDS) if len(game.seats) > 1 else ()
        if happened and isinstance(happened[-1], ev.Rolled) and happened[-1].why == "noise" and game.state.ask in AFTER_NOISE:
            novice = int(game.seats[1][-1])
            before, after = (Belief(game.setup, Seat.GUARDS).observe_all(events) for _ in range(2))
            after.observe_all((), game.state)
            assert (after.possible(novice) <= before.possible(novice)).all()
            told += after.possible(novice).sum() < before.possible(novice).sum()
    assert told > 0


def test_events_that_contradict_each_other_are_refused() -> None:
    game = played("mayfair", 1, 2)
    events = list(events_of(game, Seat.GUARDS))
    novice = int(game.seats[1][-1])
    moved = next(place for place, event in enumerate(events) if isinstance(event, ev.NoviceMoved))
    belief = Belief(game.setup, Seat.GUARDS).observe_all(events[: moved + 1])
    step = ev.GuardStepped(turn=1, guard="abbess", start=26, to=game.setup.board.next[26][0], free=False)
    belief.observe(step)
    far = max(game.setup.convent.dots, key=game.setup.board.distance[novice].__getitem__)
    with pytest.raises(Impossible, match=f"novice {novice} cannot be on {far}"):
        belief.observe(ev.NoviceSeen(turn=1, novice=novice, dot=far, by=("abbess",)))


# -- cards ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2", "10.4")
@pytest.mark.parametrize("novices", [1, 2, 3, 4])
@pytest.mark.parametrize("known, known_false", [(2, 0), (3, 1), (4, 2)])
def test_cards_are_dealt_without_putting_them_back(novices: int, known: int, known_false: int) -> None:
    rng = np.random.default_rng(novices)
    weights = rng.random((novices, 2, 8)) * (rng.random((novices, 2, 8)) < 0.7)
    weights[0, 0, 0] = 1
    belief, deal = BeliefRecord(), JointDeal(count=novices)
    belief.cards[:known] = Blessing.ROLL_AGAIN
    belief.cards[:known_false] = Blessing.FALSE_NOISE
    deal.weights[:novices], deal.figures[:novices] = weights, range(novices)
    fakes = deal.shares[:] = [false_noise_share(belief, holders) for holders in range(CARDS_OF_A_KIND + 1)]
    join(deal, CARDS_OF_A_KIND + 1)
    expected, total = np.zeros((novices, 2, 8)), 0.0
    for cards in permutations(range(8), novices):
        for lying in np.ndindex(*[2] * novices):
            if sum(lying) <= CARDS_OF_A_KIND:
                weight = fakes[sum(lying)] * np.prod([weights[n][lying[n], cards[n]] for n in range(novices)])
                total += weight
                for novice in range(novices):
                    expected[novice, lying[novice], cards[novice]] += weight
    assert deal.after[0, 0, 0] == pytest.approx(total)
    assert deal.others[:novices] * weights == pytest.approx(expected, abs=1e-12)


def test_samples_are_drawn_from_the_joint_belief() -> None:
    game = played("dutch", 4, 6)
    events = events_of(game, Seat.SPECTATOR)
    belief = Belief(game.setup, Seat.SPECTATOR).observe_all(events[: len(events) // 2])
    nights = belief.sample(np.random.default_rng(1), 4000)
    assert nights.shape == (4000, 4, 3)
    assert all(len(set(cards)) == 4 for cards in nights[:, :, 0])
    for place, novice in enumerate(belief.novices):
        joint, drawn = belief.joint(novice), np.zeros((9, 3, 156))
        np.add.at(drawn, tuple(nights[:, place].T), 1 / 4000)
        assert not drawn[joint == 0].any()
        assert np.abs(drawn.sum(axis=(0, 1)) - belief.dots(novice)).max() < 0.04
        assert np.abs(drawn.sum(axis=(1, 2)) - belief.cards(novice)).max() < 0.04


# -- how good it is ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose, least", [(greedy_choice, 1.5), (eager_choice, 0.7)])
def test_the_belief_is_worth_bits_beyond_the_possible_set(choose: Choose, least: float) -> None:
    logs = [follow_game(steps(table_of(name, 3), seed, choose=choose), Seat.GUARDS) for name in EDITIONS for seed in range(50, 53)]
    bits = measure(logs).bits(range(3, 11))
    assert bits.moments > 60
    assert bits.belief < bits.possible - least
    assert bits.possible < bits.uniform - 2


def test_odds_are_honest_within_reason() -> None:
    """Of novices who stray now and then, which the model expects less often; tests/research/test_calibration.py has careful ones."""
    logs = [follow_game(steps(table_of(name, 3), seed, choose=eager_choice), Seat.GUARDS) for name in EDITIONS for seed in range(60, 63)]
    bins = measure(logs).reliability()
    assert sum(each.dots for each in bins) > 1000
    for each in bins:
        assert abs(each.believed - each.true) < 0.25 or each.dots < 30


def test_the_support_does_not_depend_on_the_motion_model() -> None:
    game = played("reference", 2, 7, random_choice)
    events = events_of(game, Seat.GUARDS)
    other = Motion(wander=0.9, stray=0.5, stop_there=0.5, stop_short=0.5, fits=1.0)
    one, two = Belief(game.setup, Seat.GUARDS, MOTION), Belief(game.setup, Seat.GUARDS, other)
    differing = 0
    for event in events:
        one.observe(event)
        two.observe(event)
        for novice in one.novices:
            assert (one.support(novice) == two.support(novice)).all()
            differing += not np.allclose(one.joint(novice), two.joint(novice))
    assert differing > 10


def test_a_measured_night_can_be_measured_again() -> None:
    log = follow_game(steps(table_of("mayfair", 2), 1, choose=eager_choice), Seat.GUARDS)
    once, twice = (measure(logs).bits(range(1, 16)) for logs in ([log], [log, log]))
    assert twice.moments == 2 * once.moments == 2 * sum(len(truth) for _, truth in log.moments)
    assert twice[1:] == pytest.approx(once[1:])
