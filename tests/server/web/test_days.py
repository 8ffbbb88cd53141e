"""The night of the day over HTTP: seals, one attempt for each browser, places by name; and no route that tells a seed before its time."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from nuns.referee.dice import seal
from nuns.server.tables.days import day_after, day_at
from nuns.server.tables.running.steady_clock import wall_clock
from tests.kit.web import Person, Served, served

LONG = 600.0  # seconds for an answer that is worked out, such as sight tables, on a busy machine


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("days")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[Served]:
    """A server whose opponents are easy bots, who need no compiler."""
    with pytest.MonkeyPatch.context() as patch, served(folder) as running:
        patch.setattr("nuns.server.tables.node.LEVEL", "easy")
        yield running


def seeds(folder: Path) -> dict[str, str]:
    with closing(sqlite3.connect(folder / "web.sqlite3")) as connection:
        return {day: seed.decode() for day, seed in connection.execute("SELECT id, seed FROM days")}


def put_day(folder: Path, day: str, seed: str) -> None:
    """A day that was sealed the day before."""
    with closing(sqlite3.connect(folder / "web.sqlite3")) as connection:
        connection.execute("INSERT OR IGNORE INTO days VALUES (?, 0, ?, ?)", (day, seal(seed), seed.encode()))
        connection.commit()


def test_today_and_tomorrow_are_sealed(house: Served, folder: Path) -> None:
    with house.person() as anna:
        told = anna.get("/api/days/today").json()
        kept = seeds(folder)
        assert told["today"]["seal"] == seal(kept[told["today"]["day"]])
        assert told["tomorrow"]["seal"] == seal(kept[told["tomorrow"]["day"]])
        assert told["tomorrow"]["day"] == day_after(told["today"]["day"])
        assert told["today"]["seed"] is None
        assert told["today"]["sealed_before"] is False, "this server did not run yesterday"
        assert 0 < told["ends_in"] <= 24 * 3600 * 1000
        assert (told["level"], told["settings"]["novices"], told["settings"]["spectators"]) == ("normal", 3, False)


def test_a_browser_has_one_attempt_and_comes_back_to_it(house: Served) -> None:
    with house.person() as anna, house.person() as bea:
        first = anna.post("/api/days/today/attempt", json={"name": "Anna"}).json()
        assert len(first["chairs"]) == 1
        again = anna.post("/api/days/today/attempt", json={"name": "Other"}).json()
        assert again["table"]["code"] == first["table"]["code"]
        assert anna.get("/api/days/today").json()["today"]["own"] == {
            "table": first["table"]["code"], "won": False, "turns": 0, "captures": 0, "standing": None, "beats": None, "record": None
        }  # fmt: skip
        assert bea.get("/api/days/today").json()["today"]["own"] is None
        other = bea.post("/api/days/today/attempt", json={"name": "Bea"}).json()
        assert other["table"]["code"] != first["table"]["code"]


def test_a_night_that_was_given_up_has_no_place(house: Served) -> None:
    with house.person() as carla:
        code = carla.post("/api/days/today/attempt", json={"name": "Carla"}).json()["table"]["code"]
        with carla.socket(code) as talk:
            while talk.table.get("status") != "playing":
                talk.hear()
            assert carla.post(f"/api/tables/{code}/abandon").status_code == 200
            while talk.table["status"] != "abandoned":
                talk.hear()
        while (own := carla.get("/api/days/today").json()["today"]["own"])["standing"] is None:
            pass
        assert own["standing"] == "abandoned"
        refused = carla.get(f"/api/tables/{code}/record")
        assert (refused.status_code, refused.json()["why"]) == (409, "day-not-over")
        assert "Carla" not in [place["name"] for place in carla.get("/api/days/today").json()["today"]["places"]]


def test_a_day_that_is_over_is_opened(house: Served, folder: Path) -> None:
    today = day_at(wall_clock())
    yesterday, seed = day_after(today, -1), "5e" * 32
    with house.person() as anna:
        anna.get("/api/days/today")
        put_day(folder, yesterday, seed)
        told = anna.get("/api/days/today").json()["yesterday"]
        assert (told["day"], told["seed"], told["seal"], told["sealed_before"]) == (yesterday, seed, seal(seed), True)
        assert anna.get(f"/api/days/{yesterday}").json() == told
        listed = anna.get("/api/days").json()
        assert [each["day"] for each in listed["days"]] == [today, yesterday]
        assert listed["next"] is None
        put_day(folder, day_after(today, -40), seed)
        listed = anna.get("/api/days").json()
        assert listed["next"] == day_after(today, -30)
        older = anna.get(f"/api/days?before={listed['next']}").json()
        assert ([each["day"] for each in older["days"]], older["next"]) == ([day_after(today, -40)], None)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/days/tomorrow", 404),
        ("/api/days/2026-02-30", 400),
        ("/api/days?before=soon", 400),
        ("/api/days?before=0001-01-05", 400),
        ("/api/days?before=0001-01-01", 400),
        ("/api/days?before=9999-12-31", 200),
    ],
)
def test_a_day_that_is_none_is_refused(house: Served, path: str, status: int) -> None:
    with house.person() as anna:
        assert anna.get(path).status_code == status


def addresses(person: Person, code: str) -> list[str]:
    """Every address that the OpenAPI document lists for reading, with something in its place for each of its parts."""
    today = day_at(wall_clock())
    records = [each["id"] for each in person.get("/api/records").json()["records"]] or ["abcdefghjkmn"]
    found = []
    for path, methods in person.get("/api/schema/openapi.json").json()["paths"].items():
        if "get" in methods:
            for day in (today, day_after(today), day_after(today, -1)):
                found.append(path.replace("{code}", code).replace("{record}", records[0]).replace("{day}", day).replace("{chair}", "a"))
    return [*dict.fromkeys(found), "/", "/metrics", "/healthz", "/today", f"/api/days?before={day_after(today, 3)}"]


def told_at(person: Person, address: str) -> bytes:
    """What an address answers; of the bot line, which goes on as long as the night does, its first piece."""
    with person.stream("GET", address, timeout=LONG) as answer:
        return next(answer.iter_bytes(), b"") if address.endswith("/line") else answer.read()


def test_no_route_no_frame_and_no_log_tells_a_seed_before_its_time(house: Served, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with house.person() as anna:
        code = anna.post("/api/days/today/attempt", json={"name": "Anna"}).json()["table"]["code"]
        told = [told_at(anna, address) for address in addresses(anna, code)]
        with anna.socket(code) as talk:
            while talk.table.get("status") != "playing":
                talk.hear()
            seat = next(chair["seat"] for chair in talk.table["chairs"] if chair["kind"] == "person")
            assert talk.ask("look", seat=seat)["type"] == "accepted"
            talk.play(random.Random(2), actions=12)
            told += [repr(message).encode() for message in talk.heard]
        moving = [address for address in addresses(anna, code) if any(word in address for word in ("days", "tables", "records", "metrics"))]
        told += [told_at(anna, address) for address in moving]
        captured = capfd.readouterr()
        everything = b"\n".join(told) + captured.out.encode() + captured.err.encode()
        today = day_at(wall_clock())
        assert len(everything) > 100_000
        for day in (today, day_after(today)):
            assert seeds(folder)[day].encode() not in everything
