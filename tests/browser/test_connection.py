"""When the line breaks: in the middle of a plan, of a guard's movement, and when the browser was closed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from nuns.referee.actions import Plan
from nuns.referee.notation import written
from nuns.referee.record import Record
from tests.browser.conftest import Visit
from tests.kit.browser import House, open_house
from tests.kit.page_player import LONG_MS, Seated, seat_table, short_night
from tests.kit.records import verified

GUARDS = "[...document.querySelectorAll('[data-piece=abbess], [data-piece=prioress]')].map(each => each.style.transform).join()"


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[House]:
    """A server that may be killed."""
    with open_house(tmp_path) as house:
        yield house


@pytest.mark.smoke
def test_a_plan_written_while_the_server_is_gone_arrives_when_it_is_back(visit: Visit, frail: House) -> None:
    """The drawn way stays, the page says how the line stands, and what was decided is sent once."""
    anna = visit(house=frail)
    seated = Seated(anna, seat_table(anna, short_night(turns=2), {"a": anna}))
    asked = seated.play_on(lambda asked: asked["question"] == "plan")
    seated.tap_a_choice()
    drawn = anna.page.locator(".decision .route").inner_text()
    frail.kill()
    expect(anna.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    expect(anna.page.locator(".decision .route")).to_have_text(drawn)
    seated.commit()
    frail.open()
    expect(anna.page.get_by_text("Connection lost. Reconnecting…")).to_be_hidden(timeout=LONG_MS)
    seated.answered = asked["decision"]
    assert seated.play_on()["question"] == "end"
    record, _ = verified(anna.context.request.get(f"/api/tables/{seated.code}/record").body())
    walked = drawn.replace("–", "-")
    assert sum(line.endswith(f" {walked}") or f" {walked} " in line for line in written_plans(record)) == 1


def written_plans(record: Record) -> list[str]:
    return [written(action) for action in record.actions if isinstance(action, Plan)]


def test_a_guard_goes_on_where_she_was_when_the_server_died(visit: Visit, frail: House) -> None:
    clara = visit(house=frail)
    seated = Seated(clara, seat_table(clara, short_night(turns=1), {"guards": clara}))
    asked = seated.play_on(lambda asked: asked["question"] == "step")
    clara.page.locator(".decision .ways button").first.click()
    seated.answered = asked["decision"]
    seated.wait()
    before = clara.page.evaluate(GUARDS)
    frail.kill()
    expect(clara.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    frail.open()
    expect(clara.page.get_by_text("Connection lost. Reconnecting…")).to_be_hidden(timeout=LONG_MS)
    clara.page.wait_for_function(f"before => {GUARDS} === before", arg=before)  # once the board has its whole room again
    assert seated.play_on()["question"] == "end"


def test_whoever_closes_the_browser_finds_her_seat_again(visit: Visit) -> None:
    """Also from the home page, which remembers her tables."""
    anna = visit()
    code = seat_table(anna, short_night(turns=1), {"a": anna})
    first = Seated(anna, code)
    first.play_on(lambda asked: asked["question"] == "plan")
    sheet = anna.page.locator(".sheet h3").inner_text()
    anna.page.close()
    anna.page = anna.new_page()
    second = Seated(anna, code)
    assert second.wait()["question"] == "plan"
    assert anna.page.locator(".sheet h3").inner_text() == sheet
    assert second.play_on()["question"] == "end"


def test_a_device_without_a_network_says_so_and_comes_back(visit: Visit, frail: House) -> None:
    anna = visit(house=frail)
    seated = Seated(anna, seat_table(anna, short_night(turns=1), {"a": anna}))
    seated.play_on(lambda asked: asked["question"] == "plan")
    anna.context.set_offline(True)
    frail.kill()
    expect(anna.page.get_by_text("No connection. Your decisions are saved")).to_be_visible()
    frail.open()
    anna.context.set_offline(False)
    expect(anna.page.get_by_text("No connection.")).to_be_hidden(timeout=LONG_MS)
    assert seated.play_on()["question"] == "end"


def test_a_line_that_has_fallen_silent_is_noticed(visit: Visit) -> None:
    """Nothing has said that it is dead: the lamp goes on waiting, and so does the button, until the answer comes."""
    anna = visit()
    held: list[str] = []
    lines: list[WebSocketRoute] = []

    def hold_plans(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(server)
        line.on_message(lambda frame: held.append(str(frame)) if '"plan"' in str(frame) else server.send(frame))

    anna.page.route_web_socket("**/socket*", hold_plans)
    seated = Seated(anna, seat_table(anna, short_night(turns=1), {"a": anna}))
    seated.play_on(lambda asked: asked["question"] == "plan")
    seated.draw_plan()
    expect(anna.page.locator(".decision .commit")).to_have_text("Sending…")
    expect(anna.page.get_by_role("img", name="Waiting for the server…")).to_be_visible()
    lines[-1].send(held[0])
    expect(anna.page.get_by_role("img", name="Connected")).to_be_visible()
