"""``python -m research.analysis_check`` measures whether planted blunders are found, and no decision of the best bot is blamed.

python -m research.analysis_check blunders --whole --workers 16 --results blunders.jsonl --page docs/analysis.md
python -m research.analysis_check repeats --workers 16 --results repeats.jsonl --page docs/analysis.md
python -m research.analysis_check drafts --nights 8 --page docs/analysis.md

The third analyses nights between the best bots, and tells the seconds of one processor after which the first draft and the last are there.

With ``--whole`` each night is analysed as a player's is. Without it the decisions of one turn are reviewed, the turn of the blunder or one
that is drawn, by the same code and with the share of the budget that they would have among all decisions: an estimate in a tenth of the
time. What counts as found comes from one of the two alone. A night that has no place for a blunder is made up for by a further one. Nights
that are in the file of results are not played again.
"""

import json
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from nuns.analysis.analyser import BUDGET, CURVE_SHARE, RESERVE, SHORT_TURNS, NightAnalysis
from nuns.analysis.candidates import is_same
from nuns.analysis.night_decisions import best_answer, decisions_of
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.reviews import BAD, Review, most_urgent
from nuns.analysis.values import WEIGHTS_FILE, WHOLE, Evaluator
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.entries import new_record
from nuns.lab.fingerprint import code_of, hash_sources
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.lab.pool import append_line, begin_journal, play_pieces, read_journal
from nuns.lab.report.tables import markdown
from nuns.lab.statistics import wilson_interval
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import FIGURE_NAMES
from nuns.rules.options import EDITIONS
from research import planted_blunders
from research.planted_blunders import PLANTERS, plant_blunder
from research.study import Study, pool_of

BEST_BOTS = LineUp("search", ("search",))
PLANTED_AMONG = LineUp("belief", ("belief",))
OTHER_LUCK = 1000  # so far from the analysis' own are the random numbers with which the best bot decides again
TRIES = 200  # nights that are looked through for one in which a blunder fits
SETTINGS = ("what", "novices", "seed", "budget", "whole")  # on which a file of results depends
MARKS = {
    "best": "best",
    "good": "good",
    "unclear": "too close to call",
    "inaccuracy": "small slip",
    "mistake": "mistake",
    "blunder": "big mistake",
}
Found = dict[str, Any]


def setup_of(number: int, novices: int) -> GameSetup:
    """Returns the setup of a night; the editions take turns."""
    edition = sorted(EDITIONS)[number % len(EDITIONS)]
    return GameSetup(edition, EDITIONS[edition], novices)


def review_night(game: Game, budget: float, seed: int) -> list[Review]:
    """Analyses a whole night, and returns the reviews of its decisions."""
    night = NightAnalysis(game, budget=budget, seed=seed)
    for _ in night.drafts():
        pass
    return night.reviews


def review_turn(game: Game, turn: int, budget: float, seed: int) -> list[Review]:
    """Reviews the decisions of one turn in their share of the time that the analysis of the night has for decisions."""
    decisions = decisions_of(list(replay_night(game)))
    short, whole = Evaluator(game.setup, SHORT_TURNS, seed=seed), Evaluator(game.setup, WHOLE, seed=seed)
    reviews = [Review(each, short, whole, seed) for each in decisions if each.position.truth.turn == turn]
    end = time.thread_time() + (1 - CURVE_SHARE) * RESERVE * budget * len(reviews) / len(decisions)
    while time.thread_time() < end and (review := most_urgent(reviews)) is not None:
        review.improve()
    return reviews


def find_blunder(number: int, novices: int, seed: int, budget: float, *, whole: bool) -> Found:
    """Plants a blunder in a night and returns what one review of its turn, or one analysis, says; novices and guards take turns."""
    kind, setup = sorted(PLANTERS)[number // len(EDITIONS) % len(PLANTERS)], setup_of(number, novices)
    place = {"night": number, "kind": kind, "edition": setup.edition}
    indices = range(number * TRIES, (number + 1) * TRIES)
    index, night = next(
        ((index, night) for index in indices if (night := plant_blunder(kind, setup, PLANTED_AMONG, seed, index))), (0, None)
    )
    if night is None:
        return {**place, "planted": False}
    began = time.thread_time()
    names = [FIGURE_NAMES[figure] for figure in night.figures]
    reviews = review_night(night.game, budget, seed) if whole else review_turn(night.game, night.turn, budget, seed)
    findings = [review.finding() for review in reviews if review.is_decision]
    spoilt = [each for each in findings if each.turn == night.turn and each.figure in names]
    worst = max(spoilt, key=lambda each: each.cost, default=None)
    return {
        **place,
        "index": index,
        "planted": True,
        "turn": night.turn,
        "figures": names,
        "found": any(each.mark in BAD for each in spoilt),
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


def time_drafts(number: int, novices: int, seed: int, budget: float, *, whole: bool) -> Found:
    """Analyses a night between the best bots, always whole, and returns after how many seconds of a processor each draft was there."""
    setup = setup_of(number, novices)
    game, faults = play_bot_game(setup, seed, number, BEST_BOTS)
    assert not faults, faults[0]
    night = NightAnalysis(game, budget=budget, seed=seed)
    seconds = [round(night.spent, 1) for _ in night.drafts()]
    waiting = sum(review.is_decision for review in night.reviews)
    return {"night": number, "edition": setup.edition, "turns": game.state.turn, "decisions": waiting, "seconds": seconds}


LOOKS = {"blunders": find_blunder, "repeats": find_repeats, "drafts": time_drafts}


def look_at(what: str, number: int, novices: int, seed: int, budget: float, whole: bool) -> Found:
    """Returns what one night shows."""
    return LOOKS[what](number, novices, seed, budget, whole=whole)


def nights_to_play(found: Mapping[int, Found], first: int, count: int) -> list[int]:
    """Returns the nights still to be played until ``count`` of them, from ``first`` on, count: those in which a blunder was planted."""
    left, number = list[int](), first
    while count:
        night = found.get(number)
        if night is None:
            left.append(number)
        count -= night is None or night.get("planted", True)
        number += 1
    return left


def hash_analysis() -> str:
    """Returns a hash of everything that decides what an analysis finds, so that results of other sources are not mixed in."""
    seen = sha256(files("nuns.analysis").joinpath(WEIGHTS_FILE).read_bytes())
    for source in (Path(__file__), Path(planted_blunders.__file__)):
        seen.update(code_of(source.read_text(encoding="utf-8")).encode())
    return hash_sources(seen.hexdigest(), ("analysis/*.py",))


def measure(given: Namespace) -> list[Found]:
    """Plays the nights that are not in the file of results yet, and returns what all have shown in their order."""
    settings = {**{name: getattr(given, name) for name in SETTINGS}, "sources": hash_analysis()}
    found: dict[int, Found] = {}
    if given.results:
        before = read_journal(given.results) if given.results.exists() else [json.dumps(settings).encode()]
        head, *lines = map(json.loads, before)
        if head != settings:
            raise SystemExit(f"{given.results} has results of {json.dumps(head)}")
        begin_journal(given.results, before)
        found = {night["night"]: night for night in lines}

    def save(piece: tuple[Any, ...], night: Found) -> None:
        found[night["night"]] = night
        if given.results:
            append_line(given.results, json.dumps(night).encode())
        print(f"{len(found)}: {json.dumps(night)}", flush=True)

    while numbers := nights_to_play(found, given.first, given.nights):
        pieces = [(given.what, number, given.novices, given.seed, given.budget, given.whole) for number in numbers]
        play_pieces(pool_of(given.workers), given.workers, pieces, look_at, save)
    return [found[number] for number in sorted(found)]


def share(part: int, whole: int, digits: int = 0) -> str:
    """Returns a share with its interval, such as `95 (89% to 98%)`."""
    low, high = wilson_interval(part, whole)
    return f"{part} ({low:.{digits}%} to {high:.{digits}%})"


def blunders_table(nights: Sequence[Found], given: Namespace) -> str:
    """Returns how many of the planted blunders were found."""
    planted, rows = [night for night in nights if night["planted"]], []
    for kind, name in (("novice", "novices who run into sight"), ("guards", "guards who turn away"), ("", "all")):
        some = [night for night in planted if night["kind"] == kind or not kind]
        found = sum(night["found"] for night in some)
        rows.append([name, str(len(some)), share(found, len(some)), str(sum(night["noticed"] for night in some))])
    return f"{manner(given)}\n\n{markdown(['planted blunders', 'planted', 'found', 'at least a small slip'], rows)}"


def repeats_table(nights: Sequence[Found], given: Namespace) -> str:
    """Returns how often a decision that the best bot would repeat was called a mistake, and the marks of all."""
    rows = []
    for which, name in (("repeated", "would be repeated"), ("not repeated", "would not")):
        marks: Counter[str] = Counter()
        for night in nights:
            marks.update(night[which])
        total, bad = marks.total(), sum(marks[mark] for mark in BAD)
        rows.append([name, str(total), share(bad, total, 1), *(str(marks[mark]) for mark in MARKS)])
    return f"{manner(given)}\n\n{markdown(['decisions of the best bot', 'number', 'called a mistake', *MARKS.values()], rows)}"


def drafts_table(nights: Sequence[Found], given: Namespace) -> str:
    """Returns after how many seconds the first draft and the last are there."""
    rows = []
    for name, place in (("the first draft", 0), ("the last", -1)):
        seconds = [night["seconds"][place] for night in nights]
        rows.append([name, f"{median(seconds):.1f}", f"{max(seconds):.1f}"])
    head = [f"seconds of one processor, {len(nights)} nights of {given.novices} novices", "median", "most"]
    return f"A budget of {given.budget:g} s:\n\n{markdown(head, rows)}"


TABLES = {"blunders": blunders_table, "repeats": repeats_table, "drafts": drafts_table}


def manner(given: Namespace) -> str:
    """Returns in what way and how long nights were analysed."""
    what = "Whole nights" if given.whole else "One turn of each night"
    return f"{what}, {given.budget:g} s of one processor for a night of {given.novices} novices:"


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command with these arguments."""
    command = Study("analysis_check").command(__doc__)
    command.add_argument("what", choices=tuple(LOOKS))
    command.add_argument("--nights", type=int, default=100, help="nights that count, with a blunder in each (default: 100)")
    command.add_argument("--first", type=int, default=0, help="number of the first night (default: 0)")
    command.add_argument("--novices", type=int, default=3, help="novices of each night (default: 3)")
    command.add_argument("--seed", type=int, default=1871, help="seed of the nights (default: 1871)")
    command.add_argument("--budget", type=float, default=BUDGET, help=f"seconds of a processor for each night (default: {BUDGET:g})")
    command.add_argument("--whole", action="store_true", help="analyse whole nights instead of one turn of each")
    command.add_argument(
        "--results", type=Path, help="file to which every night is added as a line of JSON; its nights are not played again"
    )
    given = command.parse_args(words)
    nights = measure(given)
    Study("analysis_check", given.what).publish(TABLES[given.what](nights, given), given.page)


if __name__ == "__main__":
    main()
