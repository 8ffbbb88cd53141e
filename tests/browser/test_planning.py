"""A novice plans: far dots, safe routes, standing still, and what her last turn came to."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from nuns.board.convent import the_convent
from tests.browser.conftest import Visit
from tests.kit.browser import SIZES, Size, Visitor
from tests.kit.page_player import STILL, Seated, seat_table, short_night, tap_dot

FAR = "all => all.map(each => Number(each.dataset.dot)).sort((one, two) => two - one)"


def planning(anna: Visitor, turns: int = 4) -> Seated:
    """She writes her first plan."""
    seated = Seated(anna, seat_table(anna, short_night(turns=turns, novices=2), {"a": anna}), seed=4)
    seated.play_on(lambda asked: asked["question"] == "plan")
    anna.page.evaluate(STILL)
    return seated


@pytest.mark.parametrize("size", SIZES)
def test_a_dot_out_of_reach_is_planned_towards_and_says_where_this_turn_ends(visit: Visit, size: Size) -> None:
    anna = visit(size=size)
    planning(anna)
    page = anna.page
    if size != "desktop":
        page.get_by_role("button", name="Show all").tap()
        page.evaluate(STILL)
    beyond = [dot for dot in page.locator(".dot:not(.selectable)").evaluate_all(FAR) if 60 < dot < 99 and dot not in (67, 82)]
    tap_dot(page, beyond[0], touch=size != "desktop")
    told = page.locator(".decision .aim")
    expect(told).to_contain_text(f"Towards {beyond[0]}: this turn ends on")
    expect(page.locator(".routes .over.onward")).to_have_count(1)
    expect(page.locator(".dot .sign.stop").last).to_be_attached()
    expect(page.locator(".decision .commit")).to_have_text("Confirm: walk")
    page.locator(".decision .gait", has_text="Run").click()
    expect(page.locator(".decision .commit")).to_have_text("Confirm: run")
    route = page.locator(".decision .route").inner_text()
    assert len(route.split("–")) == 6, "the heading tells the route that is sent"


@pytest.mark.parametrize("size", SIZES)
def test_a_dot_of_her_own_route_shortens_it_and_a_way_back_is_offered(visit: Visit, size: Size) -> None:
    anna = visit(size=size)
    planning(anna)
    page, touch = anna.page, size != "desktop"
    here = int(page.locator(".dot[aria-label*='you are here']").get_attribute("data-dot") or 0)
    ways = the_convent().neighbours(locks=False)
    first, second = next((one, two) for one in ways[here] for two in ways[one] if two != here)
    for dot in (first, second):
        tap_dot(page, dot, touch=touch)
    expect(page.locator(".decision .route")).to_have_text(f"{here}–{first}–{second}")
    tap_dot(page, first, touch=touch)
    expect(page.locator(".decision .route")).to_have_text(f"{here}–{first}")
    back = page.locator(".decision .crossing")
    expect(back).to_have_text(f"Go back onto {first}: {here}–{first}–{second}–{first}")
    back.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".decision .route")).to_have_text(f"{here}–{first}–{second}–{first}")
    expect(back).to_have_count(0)
    tap_dot(page, here, touch=touch)
    expect(page.locator(".decision .route")).to_have_count(0)
    expect(page.locator(".decision .commit")).to_be_disabled()


def put_guards_in_the_way(line: WebSocketRoute, dots: list[int]) -> None:
    """As if a guard stood on the second dot of every walk, and on none of a run; the dots to which both lead are added."""
    server = line.connect_to_server()

    def altered(text: str) -> str:
        message = json.loads(text)
        foresight = message.get("foresight") or {}
        for reach in foresight.get("reaches", ()):
            if {"walk", "run"} <= {fit["gait"] for fit in reach["fits"] if not fit.get("one_more_step")}:
                dots.append(reach["dot"])
            for fit in reach["fits"]:
                if fit["gait"] == "walk":
                    fit["caught"] = fit["route"][1]
                    foresight.setdefault("traps", {})[str(fit["route"][1])] = ["abbess"]
        return json.dumps(message)

    server.on_message(lambda frame: line.send("\n".join(altered(text) for text in str(frame).split("\n"))))


def test_the_proposed_movement_leads_into_no_guard_while_a_safe_one_gets_there(visit: Visit) -> None:
    """The slower card is still hers to choose, with a warning."""
    anna, foreseen = visit(), list[int]()
    anna.page.route_web_socket("**/socket*", lambda line: put_guards_in_the_way(line, foreseen))
    planning(anna)
    page = anna.page
    tap_dot(page, foreseen[0])
    expect(page.locator(".decision .commit")).to_have_text("Confirm: run")
    expect(page.locator(".decision .grave")).to_have_count(0)
    page.locator(".decision .gait", has_text="Walk").click()
    expect(page.locator(".decision .commit")).to_contain_text("Do it anyway")
    expect(page.locator(".decision .grave")).to_contain_text("you will be caught (rule 5.5)")


def test_standing_still_takes_a_choice_and_a_confirmation(visit: Visit) -> None:
    anna = visit()
    planning(anna)
    page = anna.page
    commit = page.locator(".decision .commit")
    expect(commit).to_be_disabled()
    expect(commit).to_have_text("Choose a dot first")
    page.locator(".decision .gait", has_text="Stand still").click()
    expect(commit).to_have_text("Confirm: stand still")


def test_goal_distances_are_told_with_the_turns_that_are_left(visit: Visit) -> None:
    anna = visit()
    planning(anna)
    expect(anna.page.locator(".decision .goal").first).to_contain_text("steps:")
    expect(anna.page.locator(".decision .goal").first).to_contain_text("3 turns left")


def test_her_last_turn_is_told_in_a_strip_and_explained_on_a_tap(visit: Visit) -> None:
    anna = visit()
    seated = planning(anna, turns=15)
    seen: list[str] = []

    def is_told(asked: dict[str, str]) -> bool:
        chips = anna.page.get_by_test_id("strip").locator("button")
        seen[:] = chips.all_inner_texts()
        return asked["question"] == "plan" and bool(seen)

    if seated.play_on(is_told)["question"] == "end":
        pytest.fail("expected something to happen to her in fifteen turns")
    anna.page.get_by_test_id("strip").locator("button").first.click()
    expect(anna.page.locator(".court a").first).to_be_visible()


def test_a_number_typed_anywhere_is_a_destination_and_single_keys_are_listed(visit: Visit) -> None:
    anna = visit()
    planning(anna)
    page = anna.page
    dot = anna.page.locator(".dot.selectable:not([aria-label*='you are here'])").evaluate_all(FAR)[-1]
    page.locator("body").press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_hidden()
    page.locator(".decision h2").focus()
    page.keyboard.type(str(dot))
    expect(page.locator(f"[data-dot='{dot}']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".decision .route")).to_be_visible()
    page.keyboard.press("l")
    expect_layers_over_the_board(page)


def expect_layers_over_the_board(page: Page) -> None:
    """The board stays in sight, and a layer is switched at once."""
    layers = page.get_by_test_id("layers")
    expect(layers.get_by_role("button", name="Sight")).to_have_attribute("aria-pressed", "true")
    layers.get_by_role("button", name="Sight").click()
    expect(page.locator("section.board .rim")).to_have_count(0)
    layers.get_by_role("button", name="Ruler").click()
    expect(page.get_by_role("region", name="ruler")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
