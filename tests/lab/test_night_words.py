"""What ``nuns analyse`` writes of a night: the words of the page, for players, and nothing that is not sure."""

import re
from typing import get_args

import pytest
from msgspec.structs import replace

from nuns.analysis.findings import Account, Certainty, DecisionReview, LedgerEntry, Mark, Part, Point, StoryLine, TurningPoint, ValuedMove
from nuns.lab.report.night_page import night_page
from nuns.lab.report.night_text import night_lines
from nuns.lab.report.night_words import (
    alternative_text,
    choice_text,
    counts_text,
    decision_text,
    entry_text,
    largest_entries,
    lead,
    part_labels,
    people_of,
    sentence_of,
    sum_of,
    surest_text,
    texts,
    turning_text,
)
from tests.kit import analysis as made_up
from tests.kit.program import dutch_night

NAMES = {"novice-4": "Anna", "guards": "Hildegard"}


def point(guards: float, error: float, turn: int = 1, part: Part = "novices") -> Point:
    return Point(0, turn, part, guards, error, {}, {})


def move(*actions: str, route: tuple[int, ...] = (), gait: str = "") -> ValuedMove:
    return ValuedMove([*actions], [*route], gait, 0.5, 0.01)


def review(mark: Mark, *, with_best: bool = True, cost: float = 0.1) -> DecisionReview:
    best = move("abbess 26-40", route=(26, 40)) if with_best else None
    return DecisionReview(0, 1, "guards", "abbess", "step", move("abbess stops", route=(26,)), best, cost, 0.0, 0.2, mark)


def test_every_mark_and_turning_point_has_words() -> None:
    assert {f"analysis.mark.{mark}" for mark in get_args(Mark)} <= texts().keys()
    assert turning_text(TurningPoint(1, 3, "dawn", "guards", 0.35, 0.62), {}).startswith("Turn 3: Dawn broke. ")


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        (move("novice-4 sneak 4-18", route=(4, 18), gait="sneak"), "sneak, to 18"),
        (move("novice-4 stand 4", route=(4,), gait="stand"), "stand still"),
        (move("abbess takes blue-26-84"), "blue path 26–84"),
        (move("abbess takes blue-26-84", "abbess 26-40", "abbess stops", route=(26, 40)), "blue path 26–84, to 40"),
        (move("abbess takes about-turn"), "About Turn"),
        (move("prioress first"), "the Prioress first"),
        (move("abbess 26-40", route=(26, 40)), "to 40"),
        (move("abbess 26-40 free", "abbess 40-41", route=(26, 40, 41)), "to 41"),
        (move("abbess stops", route=(26, 40, 41)), "to 41"),
        (move("abbess stops", route=(26,)), "stay"),
        (move("abbess pass"), "no blessing"),
        (move("novice-2 roll-again novice-4"), "roll again (novice 4)"),
        (move("novice-5 false-noise abbess 35"), "false noise (the Abbess, 35)"),
        (move("novice-3 marks abbess 40"), "noise towards 40"),
    ],
)
def test_a_choice_is_told_without_notation(choice: ValuedMove, told: str) -> None:
    assert choice_text(choice) == told


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (point(0.82, 0.01), "The guards are far ahead"),
        (point(0.82, 0.15), "The guards are ahead"),
        (point(0.3, 0.15), "The novices may be ahead"),
        (point(0.55, 0.01), "Anyone’s night"),
        (point(0.98, 0.005), "The guards can hardly lose"),
        (point(0.0, 0.0, part="end"), "The novices have won"),
    ],
)
def test_the_word_says_no_more_than_the_error_allows(at: Point, told: str) -> None:
    assert lead(at) == told


def test_the_two_movements_of_a_turn_are_told_apart() -> None:
    parts: list[tuple[int, Part]] = [(1, "deal"), (1, "novices"), (1, "noise"), (1, "novices"), (1, "guards"), (2, "novices"), (2, "end")]
    assert part_labels([point(0.5, 0.1, turn, part) for turn, part in parts]) == [
        "after the deal",
        "novices moved (1 of 2)",
        "noise made",
        "novices moved (2 of 2)",
        "guards moved",
        "novices moved",
        "the end",
    ]


def test_close_calls_are_nobodys_fault() -> None:
    """They are counted apart, and another way is better only where it is clearly so."""
    close = [review("unclear")] * 28
    assert counts_text([*close, *[review("best")] * 5, review("blunder")]) == (
        "34 decisions: 5 clearly good, 1 clearly worse than another, 28 too close to call."
    )
    assert counts_text([review("good")]) == "1 decision: 1 clearly good, none clearly worse than another, 0 too close to call."
    assert alternative_text(review("mistake")) == "Better: to 40 (50%)"
    assert alternative_text(review("unclear")) == "Perhaps better: to 40 (50%)"
    assert alternative_text(review("best", with_best=False)) == alternative_text(review("unclear", cost=0.004)) == ""
    assert decision_text(review("unclear", cost=0.01), {}) == (
        "Turn 1, the Abbess: Too close to call. Played: stay (50%). Perhaps better: to 40 (50%), 1 point more (between 0 and 20)."
    )


def test_whole_points_add_up_and_luck_may_be_more_than_a_win() -> None:
    account = Account("guards", 0.6035, -0.0712, 0.5542, -0.0865, 1.0, 1.0712)
    found = sum_of(account)
    assert found == (60, -7, 55, -8, 100, 107)
    assert found.start + found.luck + found.own + found.others == found.result
    assert sum_of(replace(account, luck=0.3543, result=0.0)).without == -35


def test_players_are_called_by_their_names() -> None:
    """In the story, the turning points and the luck; a bot is known by its figure."""
    assert people_of({"novice-4": "Anna", "guards": "bot (easy)"}) == {"novice-4": "Anna"}
    story = StoryLine("ended-home", {"turn": 3, "novice": "novice-4"})
    assert sentence_of(story, NAMES) == "In turn 3, Anna (novice 4) came home with her wish."
    assert turning_text(TurningPoint(1, 3, "seen", "novice-4", 0.35, 0.62), NAMES) == (
        "Turn 3: Anna (novice 4) was seen. The guards’ chance rose from 35% to 62%."
    )
    assert turning_text(TurningPoint(1, 3, "risked", "novices", 0.62, 0.35), {}).startswith("Turn 3: The novices took risks. ")
    assert entry_text(LedgerEntry(1, 2, "die", "novice-4", 0.1, 6), NAMES) == "Turn 2: the die of Anna (novice 4) shows 6"
    assert entry_text(LedgerEntry(1, 2, "die", "guards", 0.1, 6), NAMES) == "Turn 2: the guards’ die shows 6"


def test_what_moved_the_night_most_comes_first() -> None:
    entries = [
        LedgerEntry(4, 2, "decision", "guards", -0.01),
        LedgerEntry(5, 2, "die", "", 0.05, 3),
    ]
    assert [each.kind for each in largest_entries(entries)] == ["die", "decision"]


def test_how_sure_the_guards_were() -> None:
    assert surest_text(Certainty("novice-4", [1, 2, 3, 4], [0.05, 1.0, 0.4, 1.0])) == "in sight after turns 2 and 4; 40% at most, in turn 3"
    assert surest_text(Certainty("novice-4", [2], [1.0])) == "in sight after turn 2"


def test_text_and_page_have_everything() -> None:
    """How sure the guards were, turn by turn, and the deal and the dice; without notation, and with names also among the decisions."""
    game, _ = dutch_night()
    analysis = made_up.analysis_of(game, "", 1.0, rollouts=10, is_complete=True)
    novice = game.seats[-1].value
    names = {novice: "A<b>"}
    called = f"A<b> ({novice.replace('-', ' ')})"
    lines = night_lines(analysis, names)
    text, page = "\n".join(lines), night_page(analysis, names, "A night")
    for part in (text, re.sub(r"<[^>]*>", "\n", page).replace("&lt;", "<").replace("&gt;", ">")):
        assert part.count(called) > 5
        for words in ("The deal and every die", "shows", "at most, in turn", "Perhaps better" if part is not text else "Better", "±"):
            assert words in part
        assert not re.search(r"novice-\d|\bstops\b|\btakes\b", part)
    decisions = lines[lines.index("Decisions") : lines.index("Luck and skill")]
    assert any(called in line for line in decisions)
    assert any(re.fullmatch(r"    turn 1: \d+%, turn 2: \d+%.*", line) for line in lines)
    bars = [found.start() for line in lines if (found := re.search("[#.]{20}", line))]
    assert len(bars) == len(analysis.curve)
    assert len(set(bars)) == 1
