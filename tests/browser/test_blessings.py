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
    anna = visit(luck=8)  # she holds a *noise range*
    heard = Overheard()
    heard.listen(anna.page)
    asked = 0
    seated = Seated(anna, seat_table(anna, short_night(turns=6, novices=2), {"a": anna}))
    while (now := seated.play_on(is_blessing))["question"] == "blessing":
        asked += 1
        expect(anna.page.locator(".decision .window")).to_contain_text("These dice decide")
        expect(anna.page.get_by_role("button", name="Play nothing")).to_be_in_viewport()
        seated.answer(now)
    windows = [each for each in heard.messages() if each["type"] == "position" and each["view"].get("waiting_for") == "blessing"]
    decisions = {each["decision"] for each in windows if each.get("decision")}
    assert len(decisions) > asked, "most windows were passed without a question"


def test_a_die_that_is_rolled_again_brings_the_question_back_with_a_word_about_it(visit: Visit) -> None:
    """The Prioress of this deal holds *roll again*, the novice another card; both want to be asked every time."""
    clara, anna = visit(luck=5), visit(luck=5)
    for each in (clara, anna):
        each.context.add_init_script("localStorage.setItem('nuns.table.asking', '\"always\"')")
    code = seat_table(clara, short_night(turns=2, novices=1), {"guards": clara, "a": anna})
    guards, novice = Seated(clara, code), Seated(anna, code)
    novice.play_on(is_blessing)
    expect(anna.page.locator(".decision .window")).not_to_contain_text("once more")
    guards.play_on(is_blessing)
    card = clara.page.get_by_role("region", name="The Prioress")
    card.get_by_role("button", name="Play roll again").click()
    expect(card).to_have_count(0)
    clara.page.get_by_role("button", name="Play nothing").click()  # so much for the Abbess
    anna.page.get_by_role("button", name="Play nothing").click()
    told = anna.page.locator(".decision .window .note")
    expect(told).to_contain_text("The Prioress plays “roll again” on the die of")
    expect(told).to_contain_text("So everyone is asked once more (rule 10.6).")


def is_blessing(asked: dict[str, str]) -> bool:
    return asked["question"] == "blessing"


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
