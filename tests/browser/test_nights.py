"""Whole nights through the page: a novice, the guards, three people with a bot, several on one device."""

import pytest
from playwright.sync_api import Page, expect

from nuns.referee.actions import Plan
from tests.browser.conftest import Visit
from tests.kit.page_player import Seated, lay_table, play_together, seat_table, short_night
from tests.kit.records import verified


def the_record(seated: Seated) -> bytes:
    """Downloaded from the panel that ends the night."""
    with seated.page.expect_download() as started:
        seated.page.get_by_test_id("end").get_by_role("link", name="Download game file").click()
    return started.value.path().read_bytes()


def expect_the_end(page: Page, sheets: int) -> None:
    """Who won, every log sheet, and the verdict on the dice from this very browser."""
    end = page.get_by_test_id("end")
    expect(end.get_by_role("heading", level=2)).to_be_visible()
    expect(end.locator(".sheet")).to_have_count(sheets)
    expect(end.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good")


@pytest.mark.smoke
def test_a_novice_plays_a_whole_night_against_bots(visit: Visit) -> None:
    """Every movement she taps is in the record, and the record proves itself."""
    anna = visit()
    seated = Seated(anna, lay_table(anna, short_night(turns=3, novices=2), {"a": anna}))
    anna.page.get_by_role("button", name="Start the game").click()
    assert seated.play_on()["question"] == "end"
    expect_the_end(anna.page, sheets=2)
    record, _ = verified(the_record(seated))
    hers = next(seat for seat, name in record.seats.items() if name == "Sister A")
    plans = [action for action in record.actions if isinstance(action, Plan) and f"novice-{action.novice}" == hers]
    assert 2 <= len(plans) <= seated.questions.count("plan")  # two movements in turn 1, and two turns more unless the guards win before
    assert record.salts, "her browser added a salt to the seed"


@pytest.mark.smoke
def test_the_guards_play_a_whole_night_against_bots(visit: Visit) -> None:
    clara = visit()
    seated = Seated(clara, seat_table(clara, short_night(turns=2, novices=2), {"guards": clara}), seed=3)
    assert seated.play_on()["question"] == "end"
    assert {"first", "path", "step"} <= set(seated.questions)
    expect_the_end(clara.page, sheets=2)
    verified(the_record(seated))


def test_three_people_and_a_bot_play_in_three_browsers(visit: Visit) -> None:
    """Each sees her own page; all see the same end."""
    guard, anna, berta = visit(), visit(size="phone"), visit(theme="vellum")
    code = lay_table(guard, short_night(turns=2, novices=3), {"guards": guard, "a": anna, "b": berta})
    people = [Seated(each, code, seed) for seed, each in enumerate((guard, anna, berta))]
    guard.page.get_by_role("button", name="Start the game").click()
    play_together(people)
    titles = [each.page.get_by_test_id("end").get_by_role("heading", level=2).inner_text() for each in people]
    assert len(set(titles)) == 1
    expect_the_end(guard.page, sheets=3)
    record, _ = verified(the_record(people[0]))
    assert {"Sister GUARDS", "Sister A", "Sister B"} <= set(record.seats.values())
    assert record.salts, "their browsers added salts to the seed"


def test_two_on_one_device_are_parted_by_the_veil(visit: Visit) -> None:
    """Nothing of a seat is in the page while the veil hangs, nor when the other has lifted it."""
    both = visit()
    code = seat_table(both, short_night(turns=1, novices=2), {"a": both, "b": both})
    seated = Seated(both, code, seed=5)
    page, veils, things = both.page, 0, dict[str, str]()
    for _ in range(60):
        asked = seated.wait()
        if asked["question"] == "end":
            break
        if asked["question"] == "veil":
            veils += 1
            assert page.locator("main").count() == 1
            assert page.locator(".table, .sheet, .board").count() == 0
            assert not any(thing in page.content() for thing in things.values())
        else:
            wish = page.locator(".sheet .cards li").nth(1).inner_text()
            name = page.locator(".sheet h3").inner_text()
            things[name] = wish
            assert not any(other in page.content() for owner, other in things.items() if owner != name)
        seated.answer(asked)
    assert veils >= 3
    assert len(things) == 2
    expect_the_end(page, sheets=2)
