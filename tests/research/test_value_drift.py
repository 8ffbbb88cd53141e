"""The value of a night from the deal to the result: its changes add up, and so do the sums of its ledger."""

from math import fsum

import pytest

from nuns.analysis.ledger import ledger_of, start_of
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.values import PLANS, Evaluator
from nuns.rules.words import GUARDS_WIN
from research.value_drift import (
    PARTS,
    VIEWS,
    Expected,
    FollowedNight,
    NightAccounts,
    account_night,
    accounts_table,
    drift,
    follow_night,
    play_spread,
    played,
    seat_scores,
)

pytestmark = pytest.mark.full  # a study of the authors

SEED, BOT = 5, "careful"  # which needs no time


def test_all_changes_of_a_night_lead_from_the_start_to_the_result() -> None:
    game, model = played("mayfair", 2, 0, SEED, BOT)
    night = follow_night("mayfair", 2, 0, SEED, BOT)
    assert set(night.parts) == set(PARTS)
    assert start_of(game.setup, model)[0] + fsum(night.parts.values()) == pytest.approx(float(game.state.winners == GUARDS_WIN), abs=1e-9)
    assert {each.view for each in night.expected} == set(range(len(VIEWS)))
    assert {each.came for each in night.expected} == {float(game.state.winners == GUARDS_WIN)}


def test_the_sums_of_a_ledger_are_those_of_its_accounts() -> None:
    game, _ = played("mayfair", 2, 1, SEED, BOT)
    ledger, sums = ledger_of(game, replay_night(game), Evaluator(game.setup, plans=PLANS)), account_night("mayfair", 2, 1, SEED, BOT)
    guards, *novices = ledger.accounts
    assert sums.luck == pytest.approx([each.luck for each in novices])
    assert sums.own == pytest.approx([each.decisions for each in novices])
    assert sums.decisions[0] == pytest.approx(guards.decisions)
    assert sum(sums.decisions) + guards.luck + ledger.start == pytest.approx(ledger.result)


def test_the_same_nights_come_of_any_number_of_processes() -> None:
    alone, shared = (play_spread(follow_night, 2, SEED, workers, BOT) for workers in (1, 2))
    assert alone == shared
    assert len(alone) == 2


def test_what_was_followed_is_told_as_tables() -> None:
    night = FollowedNight(dict.fromkeys(PARTS, 0.01), [Expected(view, 0.6, 1.0) for view in range(3)])
    other = FollowedNight(dict.fromkeys(PARTS, 0.03), [Expected(view, 0.4, 0.0) for view in range(3)])
    assert "| the guards move | +2.0 | 0.7 | +2.8 |" in drift([night, other])
    assert "| a novice | 50.0 | 50.0 | 28.3 | 0.160 |" in seat_scores([night, other])
    accounts = NightAccounts([0.1, 0.3], [0.0, 0.0], (0.2, -0.1))
    assert "| luck of a novice, in her own chance | +20.0 | 0.0 | +0.0 |" in accounts_table([accounts])
    assert "| the guards' decisions | +20.0 |" in accounts_table([accounts])
