"""A real server and a real browser: how tests start them, and who comes to look."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, WebSocket

from nuns.referee.view import View

Size = Literal["desktop", "phone"]
Theme = Literal["night", "vellum"]
SIZES: dict[Size, tuple[int, int]] = {"desktop": (1280, 800), "phone": (360, 740)}
THEMES: tuple[Theme, ...] = ("night", "vellum")
LANGUAGES = ("en", "fr", "it", "nl")
PATIENCE = 240.0  # seconds for a server to answer, on a machine that is busy with other tests
TOLD = re.compile(r"open http://[^/]+:(\d+)/")
AT_REST = (
    "theme => document.documentElement.dataset.theme === theme && document.getAnimations().every(each => each.playState !== 'running')"
)
# Her browser draws the same salt and the same name each time: with the secret of ``server_process`` that fixes the deal and all dice.
LUCK = "luck => { crypto.getRandomValues = bytes => bytes.fill(luck); Math.random = () => (luck % 100) / 100; }"
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"  # what observes sizes has acted
ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


def launch_options() -> dict[str, Any]:
    """The machine's own Chromium. The headless shell opens no window for each visitor, which takes a third of the time."""
    return {"executable_path": shutil.which("chromium-headless-shell") or shutil.which("chromium"), "args": ["--disable-gpu"]}


def launched(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(**launch_options())


class House:
    """A server of its own on a free port, with its database in a folder; it can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0  # a free one, and then always the same
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Starts, and waits until it answers."""
        command = [sys.executable, "-m", "tests.kit.server_process", str(self.port), str(self.folder / "night.sqlite3")]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        self.wait()

    def wait(self) -> None:
        assert self.process is not None
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            if self.process.poll() is not None:
                break
            if not self.port and (told := TOLD.search(self.log)):
                self.port = int(told[1])
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError(f"expected a server at {self.url}; got {self.log[-2000:]}")

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def close(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)  # it may be compiling
            self.process = None

    def kill(self) -> None:
        """As when the power fails."""
        self.close(signal.SIGKILL)


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    house = House(folder)
    try:
        house.open()
        yield house
    finally:
        house.close()


@dataclass
class Overheard:
    """Everything that came to a page over the network: answers, and the frames of its sockets."""

    answers: list[tuple[str, str]] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("response", lambda answer: self.answers.append((answer.url, "" if answer.status in (101, 204, 304) else _text(answer))))

    def _socket(self, opened: WebSocket) -> None:
        opened.on("framereceived", lambda frame: self.frames.append(frame if isinstance(frame, str) else frame.decode()))

    def messages(self) -> list[dict[str, Any]]:
        return list(with_whole_views(json.loads(line) for frame in self.frames for line in frame.split("\n")))


def _text(answer: Any) -> str:
    if "text" not in (kind := answer.headers.get("content-type", "")) and "json" not in kind:
        return ""
    try:
        return str(answer.text())
    except Exception:  # the page went on before the answer was read
        return ""


class Visitor:
    """Somebody with a browser of her own: her cookies, her size of screen, her light and her language; ``luck`` is what is dealt to her."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        *,
        size: Size = "desktop",
        theme: Theme = "night",
        language: str = "en",
        coached: bool = True,
        moving: bool = False,
        luck: int = 1,
    ) -> None:
        width, height = SIZES[size]
        self.house, self.size = house, size
        self.context: BrowserContext = browser.new_context(
            base_url=house.url,
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if theme == "night" else "light",
            reduced_motion="no-preference" if moving else "reduce",
            has_touch=size == "phone",
            is_mobile=size == "phone",
        )
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(f"({LUCK})({luck})")
        if coached:  # it is not her first night
            self.context.add_init_script("localStorage.setItem('nuns.coached', 'novice guards')")
        self.faults: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" and is_ours(said.text) else None)
        return page

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The HTTP API, with the cookies of this visitor."""
        answer = self.context.request.fetch(
            path,
            method=method,
            data=json.dumps(body) if body is not None else None,
            headers={"Content-Type": "application/json", "Origin": self.house.url},
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json()

    def resize(self, size: Size) -> None:
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("width => innerWidth === width", arg=width)
        self.page.evaluate(TWO_FRAMES)

    def shine(self, theme: Theme) -> None:
        """Her device turns to that light."""
        self.page.emulate_media(color_scheme="dark" if theme == "night" else "light", reduced_motion="reduce")
        self.page.wait_for_function(AT_REST, arg=theme)

    def speak(self, language: str) -> None:
        """Her device turns to that language."""
        self.page.evaluate(
            "language => { localStorage.setItem('nuns.language', language); dispatchEvent(new Event('languagechange')); }", language
        )
        self.page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        self.page.evaluate(TWO_FRAMES)

    def leave(self) -> None:
        self.context.close()


def is_ours(text: str) -> bool:
    """A browser also tells what the network did, which is asked for in some tests; that is no fault of the page."""
    return "net::ERR_" not in text and "WebSocket connection" not in text and "Failed to load resource" not in text


FADED = "Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished))"


def axe_faults(page: Page) -> list[str]:
    """What axe finds serious or critical, once no colour is half-way between two."""
    page.evaluate(AXE.read_text())
    page.evaluate(FADED)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']} ({fault['impact']}): {node['html'][:160]} | {node['failureSummary'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


def with_whole_views(messages: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields the messages, with a position in place of each update: the view that the page has after it."""
    views: dict[str, dict[str, Any]] = {}
    for message in messages:
        if message["type"] == "update":
            view = {**views[message["seat"]], **message.pop("public", {}), **message.pop("own", {})}
            whole = msgspec.to_builtins(msgspec.convert(view, View))  # without the fields that are empty again
            message = {"events": [], **message, "type": "position", "view": whole}
        if message["type"] == "position":
            views[message["seat"]] = message["view"]
        yield message
