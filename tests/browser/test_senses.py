"""What is heard, felt and shared: the sounds of a night, a phone that shakes for what concerns its owner, and a picture handed on."""

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Visit
from tests.browser.test_recap import doomed, show_herself
from tests.kit.page_player import LONG_MS, Seated, seat_table, short_night

# The page makes its sounds of tones and of noise: each that is started is written down, and still plays.
HEAR = """(() => {
    window.heard = [];
    for (const name of ['OscillatorNode', 'AudioBufferSourceNode']) {
        const Voice = window[name];
        window[name] = class extends Voice {
            constructor(audio, options) {
                super(audio, options);
                window.heard.push(name === 'OscillatorNode' ? options.frequency : 'noise');
            }
        };
    }
})()"""
FEEL = "window.felt = []; navigator.vibrate = pattern => { window.felt.push(pattern); return true; };"
SHARE = """window.shared = [];
navigator.canShare = ({files}) => files.length === 1;
navigator.share = async ({files: [{name, type, size}], title}) => { window.shared.push({title, name, type, size}); };"""
# What is heard last (tones in hertz, or noise) and felt (milliseconds of shaking and rest) when that is stamped over the board.
SOUNDS: dict[str, list[float | str]] = {"caught": [233, 175], "seen": [660, 70, 70], "heard": ["noise"] * 3}
SHAKES = {"caught": [120, 70, 220], "seen": [60], "heard": [30, 40, 30, 40, 30]}


def heard(page: Page) -> list[float | str]:
    found: list[float | str] = page.evaluate("window.heard")
    return found


def kind(stamp: Locator) -> str:
    return stamp.get_attribute("data-stamp") or ""


@pytest.mark.parametrize("muted", [False, True])
def test_what_happens_to_her_is_heard_unless_she_has_muted_it(visit: Visit, muted: bool) -> None:
    anna = visit(moving=True)
    anna.context.add_init_script(HEAR)
    seated = doomed(anna)
    if muted:
        anna.page.locator("body").press("s")
    sound = SOUNDS[kind(show_herself(seated))]
    assert heard(anna.page)[-len(sound) :] == ([] if muted else sound)


@pytest.mark.parametrize("shakes", [True, False])
def test_a_phone_shakes_for_what_happens_to_its_owner(visit: Visit, shakes: bool) -> None:
    anna = visit(size="phone", moving=True)
    anna.context.add_init_script(FEEL)
    seated = doomed(anna)
    if not shakes:
        anna.page.get_by_role("button", name="Menu").tap()
        anna.page.get_by_role("switch", name="Vibration").tap()
        anna.page.keyboard.press("Escape")
    shake = SHAKES[kind(show_herself(seated))]
    assert anna.page.evaluate("window.felt") == ([shake] if shakes else [])


def test_nothing_shakes_for_those_who_prefer_stillness(visit: Visit) -> None:
    anna = visit(size="phone")
    anna.context.add_init_script(FEEL)
    assert kind(show_herself(doomed(anna))) in SHAKES
    assert anna.page.evaluate("window.felt") == []


def test_the_picture_of_a_night_is_shared_where_the_device_can(visit: Visit) -> None:
    anna = visit()
    anna.context.add_init_script(SHARE)
    seated = Seated(anna, seat_table(anna, short_night(turns=1, novices=2), {"a": anna}))
    seated.play_on()
    anna.page.get_by_role("button", name="Share picture").click(timeout=LONG_MS)
    shared = anna.page.wait_for_function("() => window.shared[0]").json_value()
    assert shared["title"] == "Nuns on the Run"
    assert shared["type"] == "image/png"
    assert shared["name"].startswith("nuns-")
    assert shared["size"] > 100_000
