"""Lessons and scenes in the browser: a mistake is played out and explained, the lesson is tried again, and the next is offered."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.kit.browser import LANGUAGES, ROOT, SIZES, Size, axe_faults
from tests.kit.page_player import STILL, Seated
from tests.kit.screens import fits, labels_cut_off


def begin(page: Page, lesson: str) -> None:
    """Opens a lesson and goes past its words."""
    page.goto(f"/learn/{lesson}")
    page.get_by_test_id("briefing").get_by_role("button", name="Begin").click()
    page.wait_for_selector(".dot.selectable")
    page.evaluate(STILL)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_lesson_is_failed_tried_again_and_solved(visit: Visit, size: Size) -> None:
    """Six taps: begin, the wrong dot, confirm, try again, the right dot, confirm."""
    anna = visit(size=size)
    page, seated = anna.page, Seated.here(anna)
    page.goto("/")
    page.get_by_role("link", name="Learn by playing").click()
    page.get_by_role("link", name="Start the first lesson").click()
    page.get_by_test_id("briefing").get_by_role("button", name="Begin").click()
    page.wait_for_selector(".dot.selectable")
    page.evaluate(STILL)
    seated.point_at(60)
    seated.commit()
    outcome = page.get_by_test_id("outcome")
    expect(outcome.get_by_role("heading", name="Not this time")).to_be_in_viewport()
    expect(outcome).to_contain_text("A key is taken only by ending a movement on its dot")
    expect(outcome.get_by_role("article", name="Rule 5.4")).to_contain_text("ends on the right dot")
    outcome.get_by_role("button", name="Try again").click()
    expect(page.get_by_test_id("lesson-goal")).to_be_visible()
    page.wait_for_selector(".dot.selectable")
    page.evaluate(STILL)
    seated.point_at(36)
    seated.commit()
    expect(outcome.get_by_role("heading", name="Well done!")).to_be_in_viewport()
    outcome.get_by_role("link", name="Next lesson").click()
    expect(page).to_have_url(re.compile("/learn/quiet-feet$"))
    expect(page.get_by_test_id("briefing")).to_contain_text("Lesson 2 of 12")
    page.goto("/")
    expect(page.get_by_role("link", name="Learn by playing")).to_contain_text("Next lesson: 2 of 12.")


def words_in(language: str, part: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / f"web/src/i18n/{language}/{part}.json").read_text())
    return found


def test_a_lesson_goes_on_in_another_language(visit: Visit) -> None:
    """Chosen twice on a slow connection, on which the first arrives last: board and plan stay, and the second is spoken."""
    anna = visit()
    page, slow = anna.page, list[Route]()
    begin(page, "first-steps")
    seated = Seated.here(anna)
    seated.point_at(60)
    route = page.locator(".decision .route").inner_text()
    page.route("**/*.json", lambda each: slow.append(each))
    page.get_by_role("button", name="Menu").click()
    for name in ("Français", "Italiano"):
        before = len(slow)
        with page.expect_request("**/*.json"):
            page.get_by_role("dialog").get_by_role("radio", name=name).click()
        page.wait_for_function("() => true")  # a turn of the page's loop, after which all of them are on their way
        assert len(slow) > before
    for each in reversed(slow):
        each.continue_()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.unroute("**/*.json")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("lesson-goal")).to_contain_text(words_in("it", "lessons")["first-steps.goal"])
    expect(page.get_by_test_id("briefing")).to_have_count(0)
    expect(page.locator("section.board")).to_be_visible()
    expect(page.locator(".decision .route")).to_have_text(route)
    seated.point_at(36)
    seated.commit()
    expect(page.get_by_test_id("outcome")).to_contain_text(words_in("it", "lessons")["first-steps.done"])


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 360)])
def test_a_lesson_fits_a_phone_on_its_side_in_every_language(visit: Visit, width: int, height: int) -> None:
    """What is to be pressed is in sight while it is planned, and how it ended while it is told."""
    anna = visit(size="phone")
    page = anna.page
    page.set_viewport_size({"width": width, "height": height})
    begin(page, "first-steps")
    seated = Seated.here(anna)
    seated.point_at(60)
    commit, outcome = page.locator(".decision .commit"), page.get_by_test_id("outcome")
    faults = []
    for language in LANGUAGES:
        anna.speak(language)
        expect(commit).to_be_in_viewport(ratio=1)
        faults += [f"{language}, plan: {each}" for each in (*labels_cut_off(page), *([] if fits(page) else ["too wide"]))]
    faults += axe_faults(page)
    commit.tap()
    outcome.wait_for()
    for language in LANGUAGES:
        anna.speak(language)
        expect(outcome.get_by_role("heading", level=2)).to_be_in_viewport(ratio=1)
        faults += [f"{language}, outcome: {each}" for each in (*labels_cut_off(page), *([] if fits(page) else ["too wide"]))]
    faults += axe_faults(page)
    assert faults == []


def test_advice_fits_a_phone_in_every_language(visit: Visit) -> None:
    """It is in sight as soon as it is there, the focus goes with it, and nothing of it is cut off beside the long lines of a goal."""
    anna = visit(size="phone")
    page = anna.page
    choices = [
        {"actions": [f"novice-4 run {route}"], "route": [int(dot) for dot in route.split("-")], "gait": "run", "chance": 1.0, "error": 0.1}
        for route in ("60-61-60-61-89", "60-59-58-57", "60-61")
    ]
    page.route("**/api/lessons/*/advice", lambda each: each.fulfill(json={"choices": choices}))
    begin(page, "first-steps")
    advice = page.get_by_test_id("advice")
    advice.get_by_role("button").click()
    expect(advice.get_by_role("heading")).to_be_focused()
    faults = []
    for language in LANGUAGES:
        anna.speak(language)
        expect(advice.get_by_role("listitem").first).to_contain_text("99")
        faults += [f"{language}: {each}" for each in (*labels_cut_off(page), *([] if fits(page) else ["too wide"]))]
        expect(advice.get_by_role("listitem").last).to_be_in_viewport(ratio=1)
    assert faults == []


def test_a_mistake_is_played_out_before_it_is_explained(visit: Visit) -> None:
    """She runs, the die is rolled, and the Prioress comes: the capture waits to be read, then the rule is told."""
    page = visit(moving=True).page
    begin(page, "quiet-feet")
    page.keyboard.type("36")
    page.keyboard.press("Enter")
    page.locator(".gait", has_text="Run").click()
    page.locator(".decision .commit").click()
    stamp = page.get_by_test_id("stamp")
    expect(stamp).to_be_visible()
    expect(page.get_by_test_id("outcome")).to_be_hidden()
    for _ in range(5):
        if page.get_by_test_id("outcome").is_visible():
            break
        page.keyboard.press("Escape")
    expect(page.get_by_test_id("outcome")).to_contain_text("The Prioress heard you")
    expect(page.get_by_test_id("outcome")).to_contain_text("7.4")


def test_a_guards_lesson_is_solved_by_keyboard_alone(visit: Visit) -> None:
    page = visit().page
    page.goto("/learn/leave-the-path")
    page.get_by_test_id("briefing").get_by_role("button", name="Begin").press("Enter")
    for dot in ("49", "50", "36"):
        page.wait_for_selector(f"[data-dot='{dot}'].selectable")
        page.locator(f"[data-dot='{dot}']").press("Enter")
    page.get_by_test_id("stamp").get_by_role("button").first.press("Enter")
    expect(page.get_by_test_id("outcome")).to_contain_text("Well done!")


def test_hints_are_given_one_by_one_and_a_lesson_can_be_restarted(visit: Visit) -> None:
    page = visit().page
    begin(page, "first-steps")
    goal = page.get_by_test_id("lesson-goal")
    goal.get_by_role("button", name="Hint").click()
    expect(goal.get_by_role("listitem")).to_have_count(1)
    goal.get_by_role("button", name="Another hint").click()
    expect(goal.get_by_role("listitem")).to_have_count(2)
    expect(goal.get_by_role("button", name="hint")).to_have_count(0)
    goal.get_by_role("button", name="Restart the lesson").click()
    expect(goal.get_by_role("listitem")).to_have_count(0)


def test_progress_is_kept_and_can_be_forgotten(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    anna.context.add_init_script(
        "if (!sessionStorage.seen) { localStorage.setItem('nuns.lessons', 'first-steps vanish'); sessionStorage.seen = 1; }"
    )
    page.goto("/learn")
    expect(page.get_by_role("status").filter(has_text="2 of 12 done")).to_be_visible()
    expect(page.get_by_role("link", name="Continue")).to_have_attribute("href", "/learn/quiet-feet")
    page.get_by_role("button", name="Start over").click()
    page.reload()
    expect(page.get_by_role("status").filter(has_text="0 of 12 done")).to_be_visible()


def test_a_lesson_that_is_none_says_so(visit: Visit) -> None:
    page = visit().page
    page.goto("/learn/knitting")
    expect(page.get_by_text("There is no such lesson.")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".lesson")).to_have_count(12)


@pytest.mark.parametrize("size", SIZES)
def test_a_scene_is_played_beside_its_rule(visit: Visit, size: Size) -> None:
    """Before, what happens, and why; another edition answers otherwise."""
    page = visit(size=size).page
    page.goto("/rules#questions")
    page.get_by_role("link", name="When does a guard turn?").click()
    stage = page.get_by_test_id("scene-stage")
    expect(stage).to_be_in_viewport()
    expect(stage).to_contain_text("Before")
    stage.get_by_role("button", name="Next step").click()
    stage.get_by_role("button", name="Next step").click()
    expect(stage).to_contain_text("Novice 4 is seen on 122 by the Abbess.")
    expect(stage).to_contain_text("at an angle of 90°")
    expect(stage.get_by_role("link", name="6.3")).to_have_attribute("href", "/rules#6.3")
    stage.get_by_role("button", name="Dutch").click()
    expect(stage).to_contain_text("Facing does not matter")
    expect(stage).to_contain_text("Before")
    assert axe_faults(page) == []


def test_why_leads_to_the_scenes_of_its_rules(visit: Visit) -> None:
    anna = visit()
    page = anna.page
    begin(page, "vanish")
    page.keyboard.type("72")
    page.keyboard.press("Enter")
    page.locator(".decision .commit").click()
    page.get_by_test_id("stamp").get_by_role("button").first.click()
    link = page.get_by_test_id("outcome").get_by_role("link", name="What happens to a novice who is seen but not caught?")
    with anna.context.expect_page() as opened:
        link.first.click()
    expect(opened.value.get_by_test_id("scene-stage")).to_be_visible()
