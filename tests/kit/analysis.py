"""A made-up analysis of a real night, and made-up advice, for tests of the server and of the page: the right shape without any thought."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from nuns.analysis.findings import (
    ANALYSIS_VERSION,
    Account,
    Analysis,
    Certainty,
    DecisionReview,
    Ledger,
    LedgerEntry,
    Mark,
    Part,
    Point,
    StoryLine,
    TurningPoint,
    ValuedMove,
)
from nuns.referee import actions as act
from nuns.referee.foresight import foresee
from nuns.referee.game import Game, apply, belongs_to, legal_actions, seat_game
from nuns.referee.notation import written
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.referee.turn_parts import page_position
from nuns.server.thinking.advice_worker import Adviser
from nuns.server.web.night_analysis import Analyser

GO = "NUNS_TEST_GO"  # in the environment: the file whose appearance lets a held analysis go on
PATIENCE = 60.0  # seconds that a held analysis waits for its file
PARTS: dict[str, Part] = {"setup": "deal", "novices": "novices", "guards": "guards", "listening": "listening"}
MARKS: tuple[Mark, ...] = get_args(Mark)


def quick_drafts(game: Game, check: str, budget: float) -> Iterator[Analysis]:
    """Yields a draft of the first half of the night, then all of it."""
    whole = analysis_of(game, check, budget, rollouts=2000, is_complete=True)
    yield analysis_of(game, check, budget, rollouts=100, is_complete=False)
    yield whole


def held_drafts(game: Game, check: str, budget: float) -> Iterator[Analysis]:
    """Yields a draft, and goes on when the file appears that the environment names."""
    yield analysis_of(game, check, budget, rollouts=100, is_complete=False)
    began = time.monotonic()
    while not Path(os.environ[GO]).exists():
        if time.monotonic() - began > PATIENCE:
            return
        time.sleep(0.02)
    yield analysis_of(game, check, budget, rollouts=2000, is_complete=True)


def broken_drafts(game: Game, check: str, budget: float) -> Iterator[Analysis]:
    yield analysis_of(game, check, budget, rollouts=100, is_complete=False)
    raise ArithmeticError("this night cannot be understood")


def is_ready() -> bool:
    return True


def prepare() -> None:
    raise AssertionError("nothing is compiled for what is made up")


QUICK, HELD, BROKEN = (Analyser(drafts, is_ready, prepare) for drafts in (quick_drafts, held_drafts, broken_drafts))


def considered(game: Game, seat: Seat, count: int) -> list[ValuedMove]:
    """Returns the first plans or actions that a seat may choose, each a little worse than the one before."""
    foresight = foresee(game, seat)
    fits = [reach.fits[0] for reach in foresight.reaches] if foresight else []
    choices = [([f"{seat} {fit.gait} {'-'.join(map(str, fit.route))}"], [*fit.route], str(fit.gait)) for fit in fits]
    choices = choices or [([written(action)], list[int](), "") for action in legal_actions(game, seat)]
    return [ValuedMove(*each, 0.6 - 0.1 * place, 0.02) for place, each in enumerate(choices[:count])]


MADE_UP = Adviser(considered, is_ready)


def analysis_of(game: Game, check: str, budget: float, *, rollouts: int, is_complete: bool) -> Analysis:
    """Returns a made-up analysis: the guards' chance rises and falls with the turns until it is the result."""
    assert game.outcome is not None
    result = float(any(seat in GUARD_SEATS for seat in game.outcome.winners))
    points, decisions, entries = _night(game, result)
    total = result - points[0].guards
    entries = [LedgerEntry(0, 0, "deal", "", total - sum(each.change for each in entries)), *entries]
    turns = sorted({point.turn for point in points})
    middle = points[len(points) // 2]
    return Analysis(
        version=ANALYSIS_VERSION,
        check=check,
        budget=budget,
        rollouts=rollouts,
        complete=is_complete,
        curve=points,
        decisions=decisions,
        luck=Ledger(points[0].guards, entries, result, _accounts(game, entries, points[0].guards)),
        turning_points=[
            TurningPoint(point.moment, point.turn, reason, game.seats[-1].value, 0.35, 0.62)
            for point, reason in zip(points[1:4], ("seen", "vanished", "decision"), strict=False)
        ],
        story=[StoryLine("guards-sure", {"novice": game.seats[-1].value, "turn": middle.turn, "percent": 60}, middle.moment)],
        certainty=[
            Certainty(seat.value, turns, [0.1 + 0.05 * (turn % 10) for turn in turns]) for seat in game.seats if seat not in GUARD_SEATS
        ],
    )


def _night(game: Game, result: float) -> tuple[list[Point], list[DecisionReview], list[LedgerEntry]]:
    played, points, decisions, entries = seat_game(game.setup), list[Point](), list[DecisionReview](), list[LedgerEntry]()
    page = page_position(played, None)
    for moment, action in enumerate(game.actions):
        decider = _seat_of(game, played, action)
        if isinstance(action, act.Roll):
            entries.append(LedgerEntry(moment, played.turn, "die", decider, 0.01 * (action.face - 3.5), action.face))
        elif isinstance(action, act.Plan | act.Take) and decider:
            decisions.append(_review(game, played, moment, action, decider, len(decisions)))
            entries.append(LedgerEntry(moment, played.turn, "decision", decider, 0.002 * (len(decisions) % 7 - 3)))
        apply(played, action)
        before, page = page, page_position(played, page)
        if page != before:
            guards = result if played.is_over else 0.2 + 0.04 * ((played.turn * 7) % 15)
            error = 0.0 if played.is_over else 0.02
            known = {seat.value: guards if played.is_over else 0.5 for seat in game.seats}
            known_errors = {seat.value: 0.0 if played.is_over else 0.15 for seat in game.seats}
            novices = {seat.value: 1 - guards for seat in game.seats if seat not in GUARD_SEATS}
            part = "end" if played.is_over else PARTS[before.part]
            points.append(Point(moment + 1, before.turn, part, guards, error, novices, known, known_errors))
    return points, decisions, entries


def _seat_of(game: Game, played: Game, action: act.Action) -> str:
    return next((seat.value for seat in game.seats if belongs_to(played, action, seat)), "")


def _review(game: Game, played: Game, moment: int, action: act.Plan | act.Take, seat: str, count: int) -> DecisionReview:
    mark = MARKS[count % len(MARKS)]
    cost = {"best": 0.0, "good": 0.01, "inaccuracy": 0.04, "mistake": 0.09, "blunder": 0.2, "unclear": 0.03}[mark]
    route = [*action.route] if isinstance(action, act.Plan) else []
    taken = ValuedMove([written(action)], route, action.gait if isinstance(action, act.Plan) else "", 0.5 - cost, 0.01)
    best = None if mark in ("best", "good") else ValuedMove([written(action)], route[:2], taken.gait, 0.5, 0.01)
    figure = seat if seat not in GUARD_SEATS else getattr(action, "guard", "guards")
    ask = "plan" if isinstance(action, act.Plan) else "path"
    return DecisionReview(moment, played.turn, seat, figure, ask, taken, best, cost, max(0.0, cost - 0.02), cost + 0.02, mark)


def _accounts(game: Game, entries: list[LedgerEntry], first: float) -> list[Account]:
    assert game.outcome is not None
    accounts = []
    for seat in game.seats:
        side = 1 if seat in GUARD_SEATS else -1
        luck = side * sum(each.change for each in entries if each.kind in ("deal", "die"))
        own = side * sum(each.change for each in entries if each.kind == "decision" and each.seat == seat)
        start, result = (0.5 - side * (0.5 - first), float(seat in game.outcome.winners))
        others = result - start - luck - own
        accounts.append(Account(seat.value, start, luck, own, others, result, result - luck))
    return accounts
