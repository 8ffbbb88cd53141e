"""Questions about blessings come when a card could help, say what it would do, and otherwise pass by; sealed windows count down."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.kit.browser import Overheard
from tests.kit.page_player import Seated, lay_table, play_together, seat_table, short_night


def test_a_first_night_as_the_guards_begins_with_paths_and_the_suspicion_map(visit: Visit) -> None:
    """Play now: no blessings, and a map of where each novice may be; one of them can be looked at alone."""
    clara = visit()
    clara.page.goto("/")
    clara.page.get_by_role("button", name="Play the guards").click()
    clara.page.wait_for_url("**/t/*")
    seated = Seated.here(clara)
    seated.play_on(lambda asked: asked["question"] in ("path", "step"))
    assert "blessing" not in seated.questions
    chips = clara.page.get_by_test_id("strip").locator(".novice")
    expect(chips).to_have_count(3)
    chips.first.get_by_role("button", name="Suspicion of").click()
    expect(chips.first.locator("[aria-pressed='true']")).to_be_visible()
    clara.page.goto("/")
    expect(clara.page.locator(".sides button").first).to_contain_text("Play the guards")


def test_a_question_says_what_the_card_would_do_and_windows_without_use_pass(visit: Visit) -> None:
    anna = visit()
    heard = Overheard()
    heard.listen(anna.page)
    asked = 0
    for seed in range(3):
        seated = Seated(anna, seat_table(anna, short_night(turns=6, novices=2), {"a": anna}), seed=seed)
        while (now := seated.play_on(lambda each: each["question"] == "blessing"))["question"] == "blessing":
            asked += 1
            expect(anna.page.locator(".decision .window")).to_contain_text("These dice decide")
            expect(anna.page.get_by_role("button", name="Play nothing")).to_be_in_viewport()
            seated.answer(now)
    windows = [each for each in heard.messages() if each["type"] == "position" and each["view"].get("waiting_for") == "blessing"]
    decisions = {each["decision"] for each in windows if each.get("decision")}
    assert len(decisions) > asked, "most windows were passed without a question"


def test_a_sealed_window_counts_down_for_everybody(visit: Visit) -> None:
    clara, anna = visit(), visit(size="phone")
    code = lay_table(clara, short_night(turns=1, novices=1, window=3), {"guards": clara, "a": anna})
    people = [Seated(each, code, seed) for seed, each in enumerate((clara, anna))]
    clara.page.get_by_role("button", name="Start the game").click()
    people[1].play_on(lambda asked: asked["question"] == "plan")
    people[1].draw_plan()
    expect(clara.page.get_by_role("timer").filter(has_text="revealed together")).to_be_visible()
    expect(anna.page.get_by_role("timer").filter(has_text="revealed together")).to_be_visible()
    play_together(people)
