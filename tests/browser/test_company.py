"""What people do at a table beside playing: come by a code, leave and come back, give it up, lay the ruler aloud, play another night."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.kit.browser import Size, Visitor
from tests.kit.page_player import Seated, lay_table, play_together, seat_table, short_night, tap_dot


def open_menu(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Menu").click()


def test_a_code_is_as_good_in_capitals(visit: Visit) -> None:
    """As the keyboard of a phone may write it."""
    host, guest = visit(), visit(size="phone")
    code = lay_table(host, short_night(), {"a": host})
    guest.page.goto("/")
    guest.page.get_by_label("Table code").fill(code.upper())
    guest.page.get_by_role("button", name="Go to table").click()
    expect(guest.page).to_have_url(re.compile(f"/t/{code}$"))
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Sister A’s table")


def test_whoever_leaves_is_stood_in_for_and_takes_her_chair_back(visit: Visit) -> None:
    """The others are told and know her by her name; she is asked nothing until she is back."""
    anna, berta = visit(), visit(size="phone")
    code = seat_table(anna, short_night(novices=2, turns=10), {"a": anna, "b": berta})
    seated = [Seated(each, code) for each in (anna, berta)]
    for each in seated:
        each.play_on(lambda asked: asked["question"] == "plan")
    open_menu(berta)
    berta.page.get_by_role("button", name="Leave").click()
    sure = berta.page.get_by_role("alert").get_by_role("button", name="Leave")
    expect(sure).to_be_in_viewport(ratio=1)
    sure.click()
    expect(anna.page.get_by_text("Sister B has left.")).to_be_visible()
    anna.page.get_by_role("tab", name="Players").click()
    expect(anna.page.locator(".players li", has_text="Sister B")).to_contain_text("played by a bot")

    berta.page.get_by_role("link", name="Resume").click()
    expect(berta.page.get_by_text("A bot is playing for you.")).to_be_visible()
    expect(berta.page.locator(".decision")).to_have_attribute("data-question", "none")
    berta.page.get_by_role("button", name="Take my seat back").click()
    expect(anna.page.get_by_text("Sister B is back.")).to_be_visible()
    expect(berta.page.locator(".decision")).not_to_have_attribute("data-question", "none")


def test_whose_time_runs_out_is_stood_in_for_and_all_are_told_why(visit: Visit) -> None:
    """The night then waits for the guards, who have all the time they need."""
    clara, berta = visit(), visit(size="phone", language="fr")
    settings = short_night(options={"blessings": "off"}, clock={"bank": 3600, "increment": 0, "joint": 10})
    code = seat_table(clara, settings, {"guards": clara, "a": berta})
    for each in (clara, berta):
        each.page.goto(f"/t/{code}")
    expect(berta.page.get_by_text("Votre temps est écoulé. Un robot joue pour vous.")).to_be_visible()
    clara.page.get_by_role("tab", name="Players").click()
    expect(clara.page.locator(".players li", has_text="Sister A")).to_contain_text("out of time: played by a bot")
    berta.page.get_by_role("button", name="Reprendre ma place").click()
    expect(clara.page.get_by_text("Sister A is back.")).to_be_visible()


def test_a_refusal_is_told_in_the_readers_language(visit: Visit) -> None:
    anna = visit(language="fr")
    anna.context.add_init_script("localStorage.setItem('nuns.table.typing', 'true')")
    code = seat_table(anna, short_night(turns=10), {"a": anna})
    Seated(anna, code).play_on(lambda asked: asked["question"] == "plan")
    unfinished = anna.page.locator(".typed datalist option[value*=walk]").first.get_attribute("value")
    for line, words in (
        ("what", "what\u202f» n’est pas un coup."),
        (unfinished, "marcher\u202f», elle avance de 3 à 4 points (règle 5.1)."),
    ):
        anna.page.locator(".typed input").fill(line or "")
        anna.page.keyboard.press("Enter")
        expect(anna.page.locator(".refusal")).to_contain_text(words)


def test_a_night_without_spectators_says_so_to_a_stranger(visit: Visit) -> None:
    anna, stranger = visit(), visit(size="phone")
    code = seat_table(anna, short_night(novices=2, spectators=False), {"a": anna})
    stranger.page.goto(f"/t/{code}")
    expect(stranger.page.get_by_text("this table has no spectators")).to_be_visible()
    expect(stranger.page.get_by_role("link", name="Home", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_table_given_up_in_its_lobby_says_so(visit: Visit, size: Size) -> None:
    """The host is asked twice, and may think better of it."""
    host, guest = visit(size=size), visit(size=size)
    code = lay_table(host, short_night(novices=2), {"a": host, "b": guest})
    for each in (host, guest):
        each.page.goto(f"/t/{code}")
    abandon = host.page.get_by_role("button", name="Abandon this table")
    asked = host.page.get_by_role("dialog", name="Abandon this table?")
    noes: list[Callable[[], None]] = [
        lambda: host.page.keyboard.press("Escape"),
        lambda: asked.get_by_role("button", name="Cancel").click(),
    ]
    for no in noes:
        abandon.focus()
        host.page.keyboard.press("Enter")
        expect(asked).to_contain_text("Nobody will be able to play")
        no()
        expect(asked).to_be_hidden()
        expect(abandon).to_be_focused()
    abandon.click()
    asked.get_by_role("button", name="Abandon this table").click()
    for each in (host, guest):
        expect(each.page.get_by_text("This table was abandoned.")).to_be_in_viewport()
        each.page.get_by_role("link", name="Home", exact=True).click()
        expect(each.page.get_by_role("heading", name="Play now")).to_be_visible()
        expect(each.page.get_by_text(code)).to_have_count(0)


def test_a_night_given_up_asks_nobody_anything_more(visit: Visit) -> None:
    """The host is asked twice; everybody is told, and shown the way out."""
    host, guest, stranger = visit(), visit(size="phone"), visit()
    code = seat_table(host, short_night(novices=2, turns=10), {"a": host, "b": guest})
    for each in (host, guest):
        Seated(each, code).play_on(lambda asked: asked["question"] == "plan")
    stranger.page.goto(f"/t/{code}")
    open_menu(host)
    host.page.get_by_role("button", name="End the game").click()
    host.page.get_by_role("alert").get_by_role("button", name="End the game").click()
    for each in (host, guest, stranger):
        expect(each.page.get_by_text("This table was abandoned.")).to_be_visible()
        expect(each.page.get_by_test_id("end")).to_be_visible()
        expect(each.page.locator(".dot.selectable")).to_have_count(0)


def test_a_novice_lays_the_ruler_aloud_between_any_two_dots(visit: Visit) -> None:
    """Also where she cannot go; the others are told at once, and read it in their log."""
    anna, guard = visit(), visit()
    code = seat_table(anna, short_night(novices=2, turns=10), {"a": anna, "guards": guard})
    Seated(anna, code).play_on(lambda asked: asked["question"] == "plan")
    guard.page.goto(f"/t/{code}")
    anna.page.get_by_role("button", name="Layers").click()
    anna.page.get_by_test_id("layers").get_by_role("button", name="Ruler").click()
    expect(anna.page.locator(".dot.selectable")).to_have_count(0)
    for dot in (26, 105):
        tap_dot(anna.page, dot)
    anna.page.get_by_role("button", name="Ask aloud").click()
    for each in (anna, guard):
        expect(each.page.locator(".toasts")).to_contain_text("asks for the ruler between 26 and 105")
    guard.page.get_by_role("tab", name="Log").click()
    expect(guard.page.locator(".log .entry").last).to_contain_text("asks for the ruler between 26 and 105")


def test_everybody_finds_her_chair_at_the_next_table(visit: Visit) -> None:
    """Whoever asks first, and whoever follows."""
    anna, guard = visit(), visit(size="phone")
    code = seat_table(anna, short_night(novices=1, turns=1), {"a": anna, "guards": guard})
    play_together([Seated(anna, code), Seated(guard, code)])
    anna.page.get_by_role("button", name="Change sides").click()
    expect(anna.page.locator(".chair", has_text="you")).to_contain_text("Sister A")
    guard.page.get_by_role("button", name="Go to next table").click()
    expect(guard.page.locator(".chair", has_text="you")).to_contain_text("Sister GUARDS")
    assert guard.page.url == anna.page.url
