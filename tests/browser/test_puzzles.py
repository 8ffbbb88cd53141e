"""Puzzles in the browser: an answer is played out and valued, the best line is drawn, and the next unsolved puzzle is offered."""

import re

import pytest
from playwright.sync_api import Page, expect

from nuns.lessons.puzzle import Puzzle, all_puzzles
from nuns.lessons.puzzle_course import solve
from nuns.referee.notation import read
from tests.browser.conftest import Visit
from tests.kit.browser import LANGUAGES, SIZES, Overheard, Size, axe_faults
from tests.kit.page_player import STILL, tap_dot


def of_kind(kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in all_puzzles().values() if puzzle.kind == kind]


def begin(page: Page, puzzle: Puzzle) -> None:
    page.goto(f"/puzzles/{puzzle.id}")
    page.get_by_test_id("puzzle-goal").wait_for()
    page.wait_for_selector(".dot.selectable")
    page.evaluate(STILL)


def plan(page: Page, puzzle: Puzzle, gait: str, dot: int, *, touch: bool) -> None:
    """Draws a plan to a dot with a card, and confirms it."""
    tap_dot(page, dot, touch=touch)
    page.locator(".decision .route").first.wait_for()
    page.locator(".gait", has_text=re.compile(gait, re.IGNORECASE)).first.click()
    page.locator(".decision .commit").click()
    read_on(page)


def read_on(page: Page) -> None:
    """Reads whatever waits to be read until the result is there."""
    result, stamp = page.get_by_test_id("puzzle-result"), page.get_by_test_id("stamp")
    for _ in range(8):
        expect(result.or_(stamp).first).to_be_visible()
        if result.is_visible():
            return
        page.keyboard.press("Escape")
    expect(result).to_be_visible()


def simple_plan() -> tuple[Puzzle, tuple[str, int], tuple[str, int]]:
    """A puzzle whose best plan and trap the page proposes itself: the routes that foresight names; with cards and last dots of both."""
    for puzzle in of_kind("plan"):
        foresight = solve(puzzle, ()).moment().foresight
        assert foresight is not None
        fits: dict[tuple[str, int], tuple[int, ...]] = {
            (fit.gait, fit.route[-1]): fit.route for reach in foresight.reaches for fit in reach.fits
        }
        trap = next(choice for choice in puzzle.choices if choice.actions == puzzle.trap)
        both = [(choice.gait, choice.route[-1]) for choice in (puzzle.best, trap)]
        proposed = [
            solve(puzzle, [read(f"{puzzle.figure} {gait} {'-'.join(map(str, fits[gait, dot]))}")])
            for gait, dot in both
            if (gait, dot) in fits
        ]
        outcomes = [each.moment().outcome for each in proposed]
        if [outcome and outcome.verdict for outcome in outcomes] == ["right", "wrong"] and all(
            len(each.route) > 1 for each in (puzzle.best, trap)
        ):
            return puzzle, both[0], both[1]
    raise AssertionError("expected a puzzle whose best plan and trap are proposed by the page")


@pytest.mark.parametrize("size", SIZES)
def test_a_trap_is_played_out_and_valued_and_the_best_plan_solves_the_puzzle(visit: Visit, size: Size) -> None:
    page, touch = visit(size=size).page, size == "phone"
    puzzle, (best, best_dot), (trap, trap_dot) = simple_plan()
    begin(page, puzzle)
    plan(page, puzzle, trap, trap_dot, touch=touch)
    result = page.get_by_test_id("puzzle-result")
    expect(result.get_by_role("heading", name="There is a better choice")).to_be_in_viewport()
    expect(result).to_contain_text("points of winning chance")
    expect(result).to_contain_text(f"to dot {best_dot}.")
    expect(page.locator("section.board .routes path, section.board .route").first).to_be_attached()
    result.get_by_role("button", name="Try again").click()
    page.get_by_test_id("puzzle-goal").wait_for()
    page.wait_for_selector(".dot.selectable")
    page.evaluate(STILL)
    plan(page, puzzle, best, best_dot, touch=touch)
    expect(result.get_by_role("heading", name="The best choice!")).to_be_in_viewport()
    assert axe_faults(page) == []
    result.get_by_role("link", name="Next puzzle").click()
    expect(page).not_to_have_url(re.compile(f"/{puzzle.id}$"))
    page.goto("/puzzles")
    expect(page.locator(".puzzle.done")).to_have_count(1)
    expect(page.locator(f"a.puzzle[href='/puzzles/{puzzle.id}']")).to_have_accessible_name(re.compile("solved"))
    expect(page.get_by_role("link", name="Next unsolved puzzle")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    page.reload()
    expect(page.locator(".puzzle").first).to_be_visible()
    expect(page.locator(".puzzle.done")).to_have_count(0)


def test_a_guard_is_moved_by_keyboard_alone(visit: Visit) -> None:
    """Step by step as at a table, to the best end."""
    page = visit().page
    puzzle = next(
        each for each in of_kind("movement")
        if len(each.best.route) > 2 and len(set(each.best.route)) == len(each.best.route)
        and [line.split()[-1] for line in each.best.actions[-1:]] == ["stops"] and "takes" not in " ".join(each.best.actions)
    )  # fmt: skip
    begin(page, puzzle)
    result = page.get_by_test_id("puzzle-result")
    for dot in puzzle.best.route[1:]:
        ready = page.locator(f"[data-dot='{dot}'].selectable")
        expect(ready.or_(result).or_(page.get_by_test_id("stamp")).first).to_be_visible()
        if not ready.is_visible():
            break
        ready.press("Enter")
        expect(page.locator(f"[data-dot='{dot}'].selectable")).to_have_count(0)
    stop = page.get_by_role("button", name=re.compile("^(Stop|End)"))
    expect(stop.or_(result).or_(page.get_by_test_id("stamp")).first).to_be_visible()
    if stop.first.is_visible() and not result.is_visible():
        stop.first.press("Enter")
    read_on(page)
    expect(result.get_by_role("heading", name="The best choice!")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_where_she_is_is_answered_on_the_board_and_the_heat_is_shown(visit: Visit, size: Size) -> None:
    page, puzzle = visit(size=size).page, of_kind("where")[0]
    begin(page, puzzle)
    answer = page.get_by_role("button", name="Answer")
    expect(answer).to_be_disabled()
    expect(page.locator(".suspicion circle")).to_have_count(0)
    page.locator(f"[data-dot='{puzzle.trap_dot}']").press("Enter")
    expect(page.get_by_test_id("puzzle-goal")).to_contain_text(f"You have picked dot {puzzle.trap_dot}.")
    answer.click()
    result = page.get_by_test_id("puzzle-result")
    expect(result).to_contain_text(f"dot {puzzle.best_dot} ({round(puzzle.dots[puzzle.best_dot] / 10)} %)")
    expect(result).to_contain_text("In that night")
    expect(page.locator(".suspicion circle")).to_have_count(len(puzzle.dots))
    result.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".dot.selectable")
    expect(page.locator(".suspicion circle")).to_have_count(0)
    page.locator(f"[data-dot='{puzzle.best_dot}']").press("Enter")
    answer.press("Enter")
    expect(result.get_by_role("heading", name="The best choice!")).to_be_in_viewport()
    assert axe_faults(page) == []


def test_before_the_answer_nothing_of_it_is_sent(visit: Visit) -> None:
    page, puzzle, heard = visit().page, of_kind("where")[0], Overheard()
    heard.listen(page)
    begin(page, puzzle)
    told = [text for url, text in heard.answers if f"/api/puzzles/{puzzle.id}" in url]
    assert told
    assert all("outcome" not in text and "true_dot" not in text and puzzle.source.dice not in text for text in told)


def test_the_start_page_and_the_lessons_lead_to_the_puzzles(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator(".puzzle")).to_have_count(len(all_puzzles()))
    page.goto("/learn")
    page.get_by_role("link", name="Open puzzles").click()
    expect(page).to_have_url(re.compile("/puzzles$"))
    page.get_by_role("link", name="Start the first puzzle").click()
    expect(page).to_have_url(re.compile(f"/puzzles/{next(iter(all_puzzles()))}$"))
    expect(page.get_by_test_id("puzzle-goal")).to_contain_text("Puzzle 1 of")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_that_is_none_says_so_in_every_language(visit: Visit, language: str) -> None:
    page = visit(language=language).page
    page.goto("/puzzles/knitting")
    page.locator("main a.button[href='/puzzles']").click()
    expect(page.locator(".puzzle").first).to_be_visible()
    assert not re.search(r"puzzles\.[a-z]|learn\.[a-z]", page.locator("main").inner_text())
