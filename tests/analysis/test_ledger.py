"""The ledger: it adds up by any value function, and dice are neither good nor bad on average."""

import random
from math import fsum
from statistics import pvariance

import pytest

from nuns.analysis.branches import advance, dice_due, expected_chances, faces_alike, is_die_due, outcomes_of_dice, shares_of, weigh_outcomes
from nuns.analysis.curve import Curve
from nuns.analysis.findings import Ledger
from nuns.analysis.ledger import DEALS, LedgerBook, deals_of, ledger_of, row_of, start_of
from nuns.analysis.replayed_minds import NightPosition, replay_night
from nuns.analysis.values import PLANS, Chances, Evaluator, over_chances
from nuns.referee.action_codec import bundle, figure_of
from nuns.referee.actions import Roll
from nuns.referee.game import seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.record import read_record, replay_record
from nuns.rules.options import parse_options
from nuns.rules.words import CHANCE, NOVICES, Stage, Status
from tests.analysis.nights import TABLES, a_night, adds_up, positions
from tests.kit.golden import RECORDS


class Whims:
    """A value function without any sense: a number made of the truth."""

    def chances(self, position: NightPosition, seat: int | None = None) -> Chances:
        """Returns the result where there is one, and otherwise anything."""
        truth = position.truth
        if truth.stage == Stage.OVER:
            return over_chances(truth.winners)
        known = (truth.turn, truth.asked, truth.captures, *(n.dot for n in truth.novices), *(g.dot for g in truth.guards), *truth.dice)
        rng = random.Random(str(known))
        return Chances(rng.random(), 0.0, tuple(rng.random() for _ in range(NOVICES)))


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_start_and_all_changes_add_up_to_the_result(name: str, novices: int, guard_players: int) -> None:
    game = a_night(name, novices, guard_players)
    for evaluator in (Whims(), Evaluator(game.setup), Evaluator(game.setup, plans=PLANS)):
        start = start_of(game.setup, evaluator, deals=3)
        ledger = ledger_of(game, replay_night(game), evaluator, start=start)
        assert adds_up(ledger)
        assert ledger.start == start[0]
        assert all(each.start == start[1] for each in ledger.accounts if each.seat.startswith("novice"))
        assert ledger.result == (game.outcome is not None and game.outcome.winners == game.setup.guard_seats)
        assert [each.seat for each in ledger.accounts] == [seat.value for seat in game.seats]


def test_a_ledger_with_a_change_left_out_does_not_add_up() -> None:
    game = a_night()
    ledger = ledger_of(game, replay_night(game), Whims(), start=(0.5,) * 7)
    assert adds_up(ledger)
    largest = max(ledger.entries, key=lambda entry: abs(entry.change))
    assert not adds_up(Ledger(ledger.start, [each for each in ledger.entries if each is not largest], ledger.result, ledger.accounts))


@pytest.mark.parametrize("name, novices", [("mayfair", 1), ("mayfair", 3), ("reference(all-or-nun=on)", 2), ("italian", 6)])
def test_the_deal_is_worth_nothing_on_average_to_anybody(name: str, novices: int) -> None:
    """By whatever value function: over the deals of which the start is the mean, the luck of the guards and of the novices adds up to 0."""
    setup = GameSetup(name.partition("(")[0], parse_options(name), novices)
    start, deals = start_of(setup, Whims(), deals=60), list(deals_of(setup, 60))
    rows = [row_of(Whims().chances(position)) for position in deals]
    assert fsum(row[0] - start[0] for row in rows) == pytest.approx(0, abs=1e-9)
    playing = [[n.figure for n in position.truth.novices if n.status != Status.ABSENT] for position in deals]
    assert {len(figures) for figures in playing} == {novices}
    luck = [row[1 + figure] - start[1 + figure] for row, figures in zip(rows, playing, strict=True) for figure in figures]
    assert fsum(luck) == pytest.approx(0, abs=1e-9)


def test_before_the_deal_one_novice_has_what_the_guards_have_not() -> None:
    for name, novices in (("mayfair", 1), ("reference(all-or-nun=on)", 3)):
        setup = GameSetup(name.partition("(")[0], parse_options(name), novices)
        guards, *others = start_of(setup, Evaluator(setup), deals=40)
        assert others == pytest.approx([1 - guards] * NOVICES)


def test_the_value_before_the_deal_is_known_to_a_point() -> None:
    """With other deals it would differ by little: a start that is always the same is wrong in every account."""
    setup = GameSetup("mayfair", parse_options("mayfair"), 3)
    model = Evaluator(setup)
    values = [model.chances(position).guards for position in deals_of(setup, DEALS)]
    assert start_of(setup, model)[0] == pytest.approx(fsum(values) / DEALS)
    assert (pvariance(values) / DEALS) ** 0.5 < 0.006


def test_everybody_has_an_account_of_their_own() -> None:
    game = a_night("mayfair", 1)
    ledger = ledger_of(game, replay_night(game), Evaluator(game.setup))
    guards, novice = ledger.accounts
    luck = fsum(entry.change for entry in ledger.entries if entry.kind in ("deal", "die"))
    assert guards.luck == pytest.approx(luck)
    assert novice.result == 1 - guards.result
    for each in ledger.accounts:
        assert each.adjusted == pytest.approx(each.result - each.luck)
        assert fsum((each.start, each.luck, each.decisions, each.others)) == pytest.approx(each.result, abs=1e-12)
    assert guards.start == ledger.start
    own = fsum(entry.change for entry in ledger.entries if entry.kind == "decision" and entry.seat == "guards")
    assert guards.decisions == pytest.approx(own)


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_the_faces_of_the_dice_are_all_counted_once(name: str, novices: int, guard_players: int) -> None:
    for position in positions(name, novices, guard_players):
        if is_die_due(position):
            outcomes = outcomes_of_dice(position)
            assert fsum(outcomes.values()) == pytest.approx(1)
            assert {len(faces) for faces in outcomes} == {dice_due(position)}
            assert fsum(shares_of(faces_alike(position)[0]).values()) == pytest.approx(1)


def test_a_die_is_worth_nothing_on_average() -> None:
    """Whatever the value function: weighted by their faces, the changes of a die add up to 0."""
    book = LedgerBook(Whims(), (0.5,) * 7)
    tried = 0
    for position in positions("mayfair", 3):
        if is_die_due(position) and dice_due(position) > 1:
            before = book.settle(position)
            total = 0.0
            for face, share in shares_of(faces_alike(position)[0]).items():
                book._rolled = (face,)
                total += share * (book.expected()[0] - before[0])
            assert total == pytest.approx(0, abs=1e-12)
            tried += 1
    assert tried > 5


class Steady:
    """A value function by which nothing that happens before the end changes anything."""

    def chances(self, position: NightPosition, seat: int | None = None) -> Chances:
        """Returns the result where there is one, and otherwise the same for all."""
        truth = position.truth
        return over_chances(truth.winners) if truth.stage == Stage.OVER else Chances(0.5, 0.0, (0.5,) * NOVICES)


@pytest.mark.parametrize("name", ["mayfair-captures", "mayfair-dawn", "mayfair-home", "dutch-dawn"])
def test_a_die_that_changes_no_value_is_not_blamed(name: str) -> None:
    """Also where two cards have dice rolled again, one after the other: the night at home has that."""
    game = replay_record(read_record((RECORDS / f"{name}.nuns").read_bytes()))
    ledger = ledger_of(game, replay_night(game), Steady(), start=(0.5,) * 7)
    rolled = sum(isinstance(action, Roll) for action in game.actions)
    assert rolled > 0
    assert not [entry for entry in ledger.entries if entry.kind == "die" and abs(entry.change) > 1e-12]
    assert adds_up(ledger)


def test_a_second_die_is_counted_beside_the_first_one() -> None:
    """Two cards in one window: before the first die the value is the mean over both, and after it that over the second."""
    game = replay_record(read_record((RECORDS / "mayfair-home.nuns").read_bytes()))
    book, tried = LedgerBook(Whims(), (0.5,) * 7), 0
    for step in replay_night(game):
        before = step.before
        if before is not None and isinstance(step.action, Roll) and dice_due(before) == 1 and is_die_due(step.after):
            value = book.settle(before)
            later = weigh_outcomes(before, Whims())
            assert value[0] == pytest.approx(fsum(share * chances.guards for share, chances in later.values()))
            book.roll(step, step.action.face, "")
            assert book.value == pytest.approx(row_of(expected_chances(step.after, Whims())))
            tried += 1
    assert tried > 0


def test_the_curve_has_the_mean_where_dice_are_due() -> None:
    """So that dice change it by nothing on average; a value function may say anything of a position that is never kept in training."""
    steps, tried = list(replay_night(a_night("mayfair", 3))), 0
    curve = Curve(steps, Whims())
    for milestone, said in zip(curve.milestones, curve.readings[None].model, strict=True):
        if is_die_due(milestone.position):
            rows = weigh_outcomes(milestone.position, Whims()).values()
            assert said.guards == pytest.approx(fsum(share * chances.guards for share, chances in rows))
            tried += len(rows) > 1
        else:
            assert said == Whims().chances(milestone.position)
    assert tried > 3


def test_a_position_that_might_have_followed_is_the_one_that_did() -> None:
    game = a_night("dutch(blessings=on,monk=robert)", 2)
    for step in list(replay_night(game))[1:]:
        before = step.before
        assert before is not None
        figure = CHANCE if is_die_due(before) else figure_of(step.action)
        after = advance(before, figure, bundle(game.setup, before.truth, step.action))
        assert after.truth == step.after.truth
        for one, two in zip(after.minds, step.after.minds, strict=True):
            assert (one is None) == (two is None)
            if one is not None and two is not None:
                assert (one.words == two.words).all()


def test_a_night_that_goes_on_has_no_ledger() -> None:
    with pytest.raises(ValueError, match="played to its end"):
        ledger_of(seat_game(GameSetup("mayfair", a_night().setup.options, 1)), [], Whims())
