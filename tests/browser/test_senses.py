"""What is heard, felt and shared: the sounds of a night, a phone that shakes for what concerns its owner, and a picture handed on."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_lessons import begin
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
# Where it happens at once: a lesson, the dot to which she goes, and how; a lesson's table is a table, and everybody else follows a script.
MISTAKES = {"caught": ("vanish", "72", None), "seen": ("out-of-the-light", "54", None), "heard": ("quiet-feet", "36", "Run")}


def begin_mistake(page: Page, kind: str) -> None:
    begin(page, MISTAKES[kind][0])


def make_mistake(page: Page, kind: str) -> None:
    """She goes where that happens to her, until it is stamped over the board."""
    _, dot, gait = MISTAKES[kind]
    page.keyboard.type(dot)
    page.keyboard.press("Enter")
    if gait:
        page.locator(".gait", has_text=gait).click()
    page.locator(".decision .commit").click()
    expect(page.get_by_test_id("stamp")).to_have_attribute("data-stamp", kind)


@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("muted", [False, True])
def test_what_happens_to_her_is_heard_unless_she_has_muted_it(visit: Visit, kind: str, muted: bool) -> None:
    anna = visit(moving=True)
    anna.context.add_init_script(HEAR)
    begin_mistake(anna.page, kind)
    if muted:
        anna.page.locator("body").press("s")
    make_mistake(anna.page, kind)
    heard = anna.page.evaluate("window.heard")
    assert heard[-len(SOUNDS[kind]) :] == ([] if muted else SOUNDS[kind])


@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("shakes", [True, False])
def test_a_phone_shakes_for_what_happens_to_its_owner(visit: Visit, kind: str, shakes: bool) -> None:
    anna = visit(size="phone", moving=True)
    anna.context.add_init_script(FEEL)
    begin_mistake(anna.page, kind)
    if not shakes:
        anna.page.get_by_role("button", name="Menu").tap()
        anna.page.get_by_role("switch", name="Vibration").tap()
        anna.page.keyboard.press("Escape")
        expect(anna.page.get_by_role("dialog")).to_have_count(0)
    make_mistake(anna.page, kind)
    assert anna.page.evaluate("window.felt") == ([SHAKES[kind]] if shakes else [])


def test_nothing_shakes_for_those_who_prefer_stillness(visit: Visit) -> None:
    anna = visit(size="phone")
    anna.context.add_init_script(FEEL)
    begin_mistake(anna.page, "caught")
    make_mistake(anna.page, "caught")
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
