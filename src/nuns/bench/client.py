"""The client in a real browser: how soon a tap on the board is painted, and how much is fetched first."""

import gzip
import random
import shutil
import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from nuns.server.web.site import CLIENT

if TYPE_CHECKING:
    from playwright.sync_api import Page

TAPS = 120
WIDTH, HEIGHT = 1280, 800
# Measures from lifting the finger to the first task after the frame that shows the choice.
LISTEN = """() => {
    window.taps = [];
    addEventListener('pointerup', event => requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.taps.push(performance.now() - event.timeStamp);
        painted.port2.postMessage(null);
    }), true);
}"""
FRAMES = """async () => {
    const times = [];
    while (times.length < 61) times.push(await new Promise(requestAnimationFrame));
    return times.slice(1).map((time, at) => time - times[at]);
}"""
WHERE = """all => all.map(each => each.querySelector('.stone').getBoundingClientRect())
    .map(({x, y, width, height}) => [x + width / 2, y + height / 2])
    .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('section.board') && !document.elementFromPoint(x, y).closest('button'))"""


def client() -> dict[str, float]:
    """Returns sizes where the client is built, and times of taps where there is a browser."""
    if not (CLIENT / "index.html").exists():
        print(f"nuns bench client: expected the built client in {CLIENT}; `make play` builds it", file=sys.stderr)
        return {}
    return {**sizes(CLIENT / "assets"), **taps()}


def sizes(folder: Path) -> dict[str, float]:
    """Returns sizes in kB as they travel; fonts are compressed already."""

    def weight(*endings: str, squeezed: bool) -> float:
        files = [file.read_bytes() for file in folder.iterdir() if file.suffix in endings]
        return sum(len(gzip.compress(file) if squeezed else file) for file in files) / 1000

    return {
        "scripts_and_styles_kb": weight(".js", ".css", squeezed=True),
        "texts_kb": weight(".json", ".md", squeezed=True),
        "fonts_kb": weight(".woff2", squeezed=False),
    }


def taps() -> dict[str, float]:
    """Measures taps while a novice draws her route."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if not chromium:
        print("nuns bench client: expected chromium and the Python package playwright for taps; only sizes are measured", file=sys.stderr)
        return {}
    from nuns.bench.server import server_process

    with TemporaryDirectory(prefix="nuns-bench-") as folder, server_process("game", Path(folder) / "taps") as server:
        address = server.server.url
        with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium) as browser:
            page = browser.new_page(base_url=address, viewport={"width": WIDTH, "height": HEIGHT})
            start_game(page)
            waits, frame = time_taps(page), median(page.evaluate(FRAMES))
    percentiles = quantiles(waits, n=100)
    return {"tap_p50_ms": percentiles[49], "tap_p99_ms": percentiles[98], "frame_ms": frame, "frames_per_tap": percentiles[49] / frame}


def start_game(page: "Page") -> None:
    """Starts a game with an easy bot, up to the first plan."""

    def ask(method: str, path: str, body: Any = None) -> Any:
        answer = page.context.request.fetch(path, method=method, data=body)
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json()

    code = ask("POST", "/api/tables", {"settings": {"novices": 1}, "bots": {"guards": "easy"}})["table"]["code"]
    ask("PUT", f"/api/tables/{code}/chairs/a", {"name": "Benchmark"})
    ask("POST", f"/api/tables/{code}/start")
    page.goto(f"/t/{code}")
    page.locator(".dot.selectable").first.wait_for(timeout=60_000)
    page.wait_for_function("[...document.images].every(each => each.complete)")


def time_taps(page: "Page") -> list[float]:
    """Returns the milliseconds of each tap; every one changes what is drawn."""
    luck, last, shown = random.Random(1), [0.0, 0.0], ""
    page.evaluate(LISTEN)
    for count in range(1, TAPS + 1):
        last = luck.choice([each for each in page.locator(".dot.selectable").evaluate_all(WHERE) if each != last])
        page.mouse.click(*last)
        page.wait_for_function("count => window.taps.length >= count", arg=count)
        before, shown = shown, page.locator(".decision").inner_text()
        assert shown != before, "a tap changed nothing"
    waits: list[float] = page.evaluate("window.taps")
    return waits
