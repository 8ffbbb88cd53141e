"""``python -m nuns.lab.analysis_check`` measures the analysis: it finds planted blunders, and no mistake in what the best bot would repeat.

python -m nuns.lab.analysis_check blunders --nights 100 --workers 16
python -m nuns.lab.analysis_check repeats --nights 100 --workers 16

Of each night the decisions of one turn are reviewed, by the same code and with the share of the budget that they would have among all
decisions of the night: the turn of the blunder, or one that is drawn. A night whose blunder does not show so is analysed whole, which gives
more time to what matters. ``--whole`` analyses whole nights from the first, ten times as long.
"""

import json
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from nuns.analysis.analyser import BUDGET, CURVE_SHARE, RESERVE, SHORT_TURNS, NightAnalysis
from nuns.analysis.candidates import is_same
from nuns.analysis.evaluator import RolloutEvaluator
from nuns.analysis.findings import DecisionReview
from nuns.analysis.night_decisions import decisions_of
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.reviews import BAD, Review, most_urgent
from nuns.analysis.second_opinion import best_answer
from nuns.analysis.short_rollouts import ShortRolloutEvaluator
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.entries import new_record
from nuns.lab.lineup import LineUp
from nuns.lab.planted_blunders import PLANTERS, plant_blunder
from nuns.lab.simulate import play_bot_game
from nuns.lab.statistics import wilson_interval
from nuns.processes import WorkerPool, defer_interrupts
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import FIGURE_NAMES
from nuns.rules.options import EDITIONS

BEST_BOTS = LineUp("search", ("search",))
PLANTED_AMONG = LineUp("belief", ("belief",))
OTHER_LUCK = 1000  # so far from the analysis' own are the random numbers with which the best bot decides again
TRIES = 200  # nights that are looked through for one in which a blunder fits
Found = dict[str, Any]


def setup_of(number: int, novices: int) -> GameSetup:
    """Returns the setup of a night; the editions take turns."""
    edition = sorted(EDITIONS)[number % len(EDITIONS)]
    return GameSetup(edition, EDITIONS[edition], novices)


def review_night(game: Game, budget: float, seed: int) -> list[Review]:
    """Analyses a whole night, and returns the reviews of its decisions."""
    night = NightAnalysis(game, "", budget, seed, time.thread_time)
    for _ in night.drafts():
        pass
    return night.reviews


def review_turn(game: Game, turn: int, budget: float, seed: int) -> list[Review]:
    """Reviews the decisions of one turn in their share of the time that the analysis of the night has for decisions."""
    decisions = decisions_of(list(replay_night(game)))
    short, whole = ShortRolloutEvaluator(game.setup, seed=seed, turns=SHORT_TURNS), RolloutEvaluator(game.setup, seed=seed)
    reviews = [Review(each, short, whole, seed) for each in decisions if each.position.truth.turn == turn]
    end = time.thread_time() + (1 - CURVE_SHARE) * RESERVE * budget * len(reviews) / len(decisions)
    while time.thread_time() < end and (review := most_urgent(reviews)) is not None:
        review.improve()
    return reviews


def find_blunder(number: int, novices: int, seed: int, budget: float, *, whole: bool) -> Found:
    """Plants a blunder in a night, analyses it and returns what was said of it; novices and guards take turns.

    The turn is reviewed first; where that does not show the blunder, or with ``whole``, the night is analysed.
    """
    kind, setup = sorted(PLANTERS)[number // len(EDITIONS) % len(PLANTERS)], setup_of(number, novices)
    night, index = None, number * TRIES
    for index in range(number * TRIES, (number + 1) * TRIES):
        night = plant_blunder(kind, setup, PLANTED_AMONG, seed, index)
        if night is not None:
            break
    if night is None:
        return {"night": number, "kind": kind, "edition": setup.edition, "planted": False}
    began = time.thread_time()
    names = [FIGURE_NAMES[figure] for figure in night.figures]
    spoilt = list[DecisionReview]()
    for is_whole in (False, True):
        if is_whole or not whole:
            reviews = review_night(night.game, budget, seed) if is_whole else review_turn(night.game, night.turn, budget, seed)
            findings = [review.finding() for review in reviews if review.is_decision]
            spoilt = [each for each in findings if each.turn == night.turn and each.figure in names]
        if any(each.mark in BAD for each in spoilt):
            break
    worst = max(spoilt, key=lambda each: each.cost, default=None)
    return {
        "night": number,
        "kind": kind,
        "edition": setup.edition,
        "index": index,
        "planted": True,
        "turn": night.turn,
        "figures": names,
        "found": any(each.mark in BAD for each in spoilt),
        "whole": is_whole,
        "noticed": any(each.mark in (*BAD, "inaccuracy") for each in spoilt),
        "marks": [each.mark for each in spoilt],
        "cost": worst.cost if worst else 0.0,
        "interval": [worst.low, worst.high] if worst else [],
        "seconds": round(time.thread_time() - began, 1),
    }


def find_repeats(number: int, novices: int, seed: int, budget: float, *, whole: bool) -> Found:
    """Analyses a night between the best bots, and returns the marks of all decisions that they would repeat."""
    setup = setup_of(number, novices)
    game, faults = play_bot_game(setup, seed, number, BEST_BOTS)
    assert not faults, faults[0]
    began, turn = time.thread_time(), 1 + Random(f"{seed}/{number}").randrange(game.state.turn)
    reviews = review_night(game, budget, seed) if whole else review_turn(game, turn, budget, seed)
    space, marks, others, worst = new_record(Workspace), Counter[str](), Counter[str](), list[Found]()
    for review in reviews:
        if review.is_decision:
            found = review.finding()
            again = best_answer(review.decision, space, seed + OTHER_LUCK)
            if again is not None and is_same(again, review.decision.played):
                marks[found.mark] += 1
                if found.mark in BAD:
                    worst.append({"moment": found.moment, "figure": found.figure, "cost": found.cost, "low": found.low})
            elif again is not None:
                others[found.mark] += 1
    seconds = round(time.thread_time() - began, 1)
    return {
        "night": number,
        "edition": setup.edition,
        "turn": 0 if whole else turn,
        "repeated": dict(marks),
        "not repeated": dict(others),
        "bad": worst,
        "seconds": seconds,
    }


def measure(work: Callable[..., Found], given: Any) -> Iterator[Found]:
    """Yields what every night has shown, in any order of their ends."""
    numbers = [given.first + number for number in range(given.nights)]
    if given.workers == 1:
        for number in numbers:
            yield work(number, given.novices, given.seed, given.budget, whole=given.whole)
        return
    pool = WorkerPool(given.workers)
    try:
        with defer_interrupts():
            futures = [pool.submit(partial(work, whole=given.whole), number, given.novices, given.seed, given.budget) for number in numbers]
        for future in futures:
            yield future.result()
    finally:
        pool.end()


def summary(kind: str, nights: Sequence[Found]) -> Found:
    """Returns the figures of all nights together."""
    if kind == "blunders":
        planted = [night for night in nights if night["planted"]]
        found = sum(night["found"] for night in planted)
        low, high = wilson_interval(found, len(planted)) if planted else (0.0, 1.0)
        noticed = sum(night["noticed"] for night in planted)
        return {"planted": len(planted), "found": found, "interval": [round(low, 3), round(high, 3)], "at least a slip": noticed}
    marks: Counter[str] = Counter()
    for night in nights:
        marks.update(night["repeated"])
    total, bad = marks.total(), sum(marks[mark] for mark in BAD)
    low, high = wilson_interval(bad, total) if total else (0.0, 1.0)
    return {"repeated": total, "called a mistake": bad, "interval": [round(low, 4), round(high, 4)], "marks": dict(marks)}


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = ArgumentParser("python -m nuns.lab.analysis_check", description=(__doc__ or "").partition("\n")[0])
    command.add_argument("what", choices=("blunders", "repeats"))
    command.add_argument("--nights", type=int, default=100, help="nights to analyse (default: 100)")
    command.add_argument("--first", type=int, default=0, help="number of the first night (default: 0)")
    command.add_argument("--novices", type=int, default=3, help="novices of each night (default: 3)")
    command.add_argument("--seed", type=int, default=1871, help="seed of the nights (default: 1871)")
    command.add_argument("--budget", type=float, default=BUDGET, help=f"seconds of a processor for each night (default: {BUDGET:g})")
    command.add_argument("--whole", action="store_true", help="analyse whole nights instead of one turn of each")
    command.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    command.add_argument("--results", type=Path, help="file to which every night is written as a line of JSON")
    given = command.parse_args(words)
    nights = []
    for done, night in zip(count(1), measure(find_blunder if given.what == "blunders" else find_repeats, given), strict=False):
        nights.append(night)
        if given.results:
            with given.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(night) + "\n")
        print(f"{done} of {given.nights}: {json.dumps(night)}", flush=True)
    print(json.dumps(summary(given.what, nights)))


if __name__ == "__main__":
    main()
