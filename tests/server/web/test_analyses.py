"""Analyses of finished nights over HTTP: begun once, watched, stopped, kept; never before a night is over."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from nuns.analysis.analyser import DRAFTS
from nuns.analysis.findings import Analysis
from nuns.referee.dice import CounterDice
from nuns.server.refusal import Refusal
from nuns.server.store import open_store, record_code
from nuns.server.web.analyses import Analyses, process_for
from nuns.server.web.limits import AT_HOME
from nuns.server.web.night_analysis import Analyser
from tests.kit import analysis as made_up
from tests.kit.records import forged, night_with, record_of, table_named
from tests.kit.web import PATIENCE, Person, Served, served


@cache
def a_night(number: int = 0) -> str:
    dice = CounterDice(f"7/{number}")
    return record_of(night_with(table_named("mayfair(turns=4)", 2), dice, seed=number), dice)


def until(done: Callable[[], Any]) -> Any:
    began = time.monotonic()
    while not (found := done()):
        assert time.monotonic() - began < PATIENCE, "it did not happen in time"
        time.sleep(0.02)
    return found


def state_of(person: Person, check: str, **given: Any) -> dict[str, Any]:
    found: dict[str, Any] = person.get(f"/api/analyses/{check}", params=given).json()
    return found


def finished(person: Person, check: str) -> dict[str, Any]:
    found: dict[str, Any] = until(lambda: (now := state_of(person, check))["state"] == "done" and now)
    return found


def why(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["why"]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("quick"), analyser=made_up.QUICK) as running:
        yield running


@pytest.fixture
def go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that lets held analyses go on."""
    monkeypatch.setenv(made_up.GO, str(tmp_path / "go"))
    return tmp_path / "go"


def test_a_stored_night_is_analysed_once(quick: Served) -> None:
    with quick.person() as ann, quick.person() as bea:
        record = ann.post("/api/records", content=a_night().encode()).json()["id"]
        assert ann.get(f"/api/records/{record}/analysis").json()["state"] == "none"
        begun = ann.post(f"/api/records/{record}/analysis").json()
        assert begun["ticket"]
        found = finished(bea, begun["check"])
        assert (found["progress"], found["drafts"], found["ticket"]) == (1.0, 2, None)
        analysis = msgspec.convert(found["analysis"], Analysis)
        assert (analysis.check, analysis.complete) == (begun["check"], True)
        assert bea.get(f"/api/records/{record}/analysis").json() == found
        again = bea.post(f"/api/records/{record}/analysis").json()
        assert (again["state"], again["ticket"], again["analysis"]) == ("done", None, found["analysis"])
        assert state_of(bea, begun["check"], drafts=2)["analysis"] is None  # she has it


def test_a_file_is_analysed_without_being_stored(quick: Served) -> None:
    with quick.person() as ann:
        before = ann.get("/api/records").json()
        begun = ann.post("/api/replays/analysis", content=a_night(1).encode()).json()
        assert finished(ann, begun["check"])["analysis"]["complete"]
        assert ann.get("/api/records").json() == before


@pytest.mark.parametrize("ask", ["get", "post"])
def test_what_is_known_of_a_file_belongs_to_its_record_once_there_is_one(tmp_path: Path, ask: str) -> None:
    with served(tmp_path, analyser=made_up.QUICK) as running, running.person() as ann:
        check = ann.post("/api/replays/analysis", content=a_night().encode()).json()["check"]
        found = finished(ann, check)
        record = ann.post("/api/records", content=a_night().encode()).json()["id"]
        assert getattr(ann, ask)(f"/api/records/{record}/analysis").json() == found
        assert asyncio.run(analyses_without_a_record(tmp_path)) == []  # none would be removed as one of a file that is not stored


async def analyses_without_a_record(folder: Path) -> list[str]:
    store = await open_store(f"sqlite:///{folder}/web.sqlite3")
    try:
        return await store.old_analyses(1 << 62)
    finally:
        await store.close()


async def test_posts_at_the_same_time_do_not_pass_the_limit_of_an_address(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/nuns.sqlite3")
    analyses = Analyses(store, made_up.BROKEN, at_once=1, budget=1.0, most=2)
    answers = await asyncio.gather(*(analyses.start(f"1 {each}", None, b"", "an address") for each in range(4)), return_exceptions=True)
    assert [each.why.value for each in answers if isinstance(each, Refusal)] == ["too-many-analyses"] * 2
    assert analyses.count == 2
    await analyses.close()
    await asyncio.sleep(0)  # what is done is taken off the list
    assert analyses.count == 0
    assert await analyses.start("1 another", None, b"", "an address")
    assert await analyses.start("1 another", None, b"", "an address") is None  # it is under way, and counts once
    assert analyses.count == 1
    await analyses.close()
    await store.close()


def test_false_files_are_refused(quick: Served) -> None:
    with quick.person() as ann:
        altered = forged(a_night(1), lambda lines: lines.remove(next(line for line in lines if line.startswith("roll "))))
        assert why(ann.post("/api/replays/analysis", content=altered)) == (422, "record")
        cut = "\n".join(a_night(1).splitlines()[:-40]) + "\n"
        assert why(ann.post("/api/replays/analysis", content=cut.encode())) == (422, "record")


def test_no_address_answers_for_a_night_that_is_not_over_nor_for_one_that_was_given_up(quick: Served) -> None:
    with quick.person() as ann:
        code = ann.post("/api/tables", json={"settings": {"novices": 1}, "bots": {"a": "easy"}}).json()["table"]["code"]
        ann.put(f"/api/tables/{code}/chairs/guards", json={"name": "Ann"})
        with ann.socket(code) as talk:
            ann.post(f"/api/tables/{code}/start")
            until(lambda: talk.hear() and talk.table.get("status") == "playing")
            assert why(ann.get(f"/api/tables/{code}/record")) == (409, "record-secret")
            for id in (code, record_code(code)):
                assert why(ann.post(f"/api/records/{id}/analysis"))[0] == 404
                assert why(ann.get(f"/api/records/{id}/analysis"))[0] == 404
                assert why(ann.get(f"/api/analyses/{id}")) == (404, "no-such-analysis")
            ann.post(f"/api/tables/{code}/abandon")
        until(lambda: ann.get(f"/api/records/{record_code(code)}").status_code == 200)
        text = ann.get(f"/api/tables/{code}/record").content
        assert why(ann.post(f"/api/records/{record_code(code)}/analysis")) == (409, "not-played-out")
        assert why(ann.post("/api/replays/analysis", content=text)) == (409, "not-played-out")


def test_it_is_watched_and_stopped_by_who_began_it(tmp_path: Path, go: Path) -> None:
    with served(tmp_path, analyser=made_up.HELD) as running, running.person() as ann, running.person() as bea:
        begun = ann.post("/api/replays/analysis", content=a_night().encode()).json()
        check = begun["check"]
        draft = until(lambda: (now := state_of(bea, check))["drafts"] == 1 and now)
        assert (draft["state"], draft["analysis"]["complete"]) == ("working", False)
        assert 0 <= draft["progress"] <= 2 / DRAFTS  # however long it takes
        assert bea.post("/api/replays/analysis", content=a_night().encode()).json()["ticket"] is None
        assert why(bea.delete(f"/api/analyses/{check}", params={"ticket": "guessed"})) == (403, "not-your-analysis")
        stopped = ann.delete(f"/api/analyses/{check}", params={"ticket": begun["ticket"]}).json()
        assert stopped["state"] == "stopped"
        go.touch()
        begun = bea.post("/api/replays/analysis", content=a_night().encode()).json()
        assert finished(ann, check)["analysis"]["complete"]
        assert bea.delete(f"/api/analyses/{check}", params={"ticket": begun["ticket"]}).json()["state"] == "done"


def test_one_at_a_time_and_two_for_an_address(tmp_path: Path, go: Path) -> None:
    limits = msgspec.structs.replace(AT_HOME, analyses=2)
    with served(tmp_path, analyser=made_up.HELD, limits=limits) as running, running.person() as ann:
        checks = [ann.post("/api/replays/analysis", content=a_night(each).encode()).json()["check"] for each in range(2)]
        assert why(ann.post("/api/replays/analysis", content=a_night(2).encode())) == (429, "too-many-analyses")
        until(lambda: state_of(ann, checks[0])["drafts"] == 1)
        assert state_of(ann, checks[1])["state"] == "waiting"
        assert "nuns_analyses 2.0" in ann.get("/metrics").text
        go.touch()
        for check in checks:
            finished(ann, check)
        assert ann.post("/api/replays/analysis", content=a_night(2).encode()).json()["ticket"]


def test_an_hour_has_room_for_so_many(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(AT_HOME, analyses_per_hour=1)
    with served(tmp_path, analyser=made_up.QUICK, limits=limits) as running, running.person() as ann:
        check = ann.post("/api/replays/analysis", content=a_night().encode()).json()["check"]
        finished(ann, check)
        assert ann.post("/api/replays/analysis", content=a_night().encode()).status_code == 200  # it is there: nothing is begun
        assert why(ann.post("/api/replays/analysis", content=a_night(1).encode())) == (429, "too-many-analyses")


def test_a_restart_stops_it_and_keeps_what_is_done(tmp_path: Path, go: Path) -> None:
    with served(tmp_path, analyser=made_up.HELD) as running, running.person() as ann:
        check = ann.post("/api/replays/analysis", content=a_night().encode()).json()["check"]
        until(lambda: state_of(ann, check)["drafts"] == 1)
    go.touch()
    with served(tmp_path, analyser=made_up.HELD) as running, running.person() as ann:
        assert state_of(ann, check)["state"] == "stopped"
        ann.post("/api/replays/analysis", content=a_night().encode())
        found = finished(ann, check)
    with served(tmp_path, analyses=0) as running, running.person() as ann:
        assert state_of(ann, check) == found
        assert why(ann.post("/api/replays/analysis", content=a_night(1).encode())) == (409, "analyses-off")


def test_one_that_fails_says_so_and_can_be_begun_again(tmp_path: Path) -> None:
    with served(tmp_path, analyser=made_up.BROKEN, log_level="critical") as running, running.person() as ann:
        check = ann.post("/api/replays/analysis", content=a_night().encode()).json()["check"]
        until(lambda: state_of(ann, check)["state"] == "failed")
        assert ann.post("/api/replays/analysis", content=a_night().encode()).json()["ticket"]


COMPILED = "NUNS_TEST_COMPILED"  # in the environment: the file in which is noted which process compiled


def note_compiler() -> None:
    Path(os.environ[COMPILED]).write_text(str(os.getpid()))


def is_noted() -> bool:
    return Path(os.environ[COMPILED]).exists()


def is_never() -> bool:
    return False


@pytest.mark.parametrize("is_ready, is_another", [(is_noted, True), (is_never, False)])
async def test_what_is_missing_is_compiled_by_another_process(
    is_ready: Callable[[], bool], is_another: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiler takes more memory than an analysis may hold. What it cannot leave for others it goes on with itself."""
    noted = tmp_path / "compiled"
    monkeypatch.setenv(COMPILED, str(noted))
    async with process_for(Analyser(made_up.quick_drafts, is_ready, note_compiler)) as worker:
        assert (await worker.run(os.getpid) != int(noted.read_text())) is is_another
