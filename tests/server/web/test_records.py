"""Records that are kept, brought along and replayed."""

import hashlib
import random
from functools import cache

import msgspec
import pytest

from nuns.referee.actions import Plan
from nuns.referee.dice import SealedDice
from nuns.referee.explain import explain
from nuns.referee.game import Game
from nuns.referee.record import LARGEST, read_record
from nuns.referee.record_lines import checksum
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.server.web.api.values import RecordInfo
from nuns.server.web.replay import CPU_SECONDS, ChanceDraw, Replay, replay
from nuns.server.web.replay_belief import ReplayBelief
from tests.kit.records import forged, night_with, record_of, table_named
from tests.kit.web import Person, Served

SEED, SALTS = "5e" * 32, ("aa11", "bb22")


@cache
def sealed_night() -> tuple[Game, str]:
    """A night of two novices with blessings, sealed dice and two salts."""
    dice = SealedDice(SEED, SALTS)
    game = night_with(table_named("mayfair(turns=5)", 2), dice, seed=4)
    return game, record_of(game, dice, dict(zip(game.seats, SALTS, strict=False)))


def test_a_record_that_is_brought_along_is_kept_and_listed(person: Person) -> None:
    game, text = sealed_night()
    answer = person.post("/api/records", content=text.encode())
    assert answer.status_code == 201
    told = msgspec.json.decode(answer.content, type=RecordInfo)
    assert game.outcome is not None
    assert (told.imported, told.ending, told.winners) == (True, game.outcome.reason, tuple(game.outcome.winners))
    assert (told.options, told.turns, told.names) == ("mayfair(turns=5)", game.state.turn, dict.fromkeys(game.seats, "somebody"))
    assert person.get(f"/api/records/{told.id}").text == text
    listed = person.get("/api/records", params={"limit": 1}).json()
    assert listed["records"][0]["id"] == told.id


def test_records_are_listed_page_by_page(person: Person) -> None:
    ids = [person.post("/api/records", content=sealed_night()[1].encode()).json()["id"] for _ in range(3)]
    found: list[str] = []
    place: str | None = None
    while len(found) < 3:
        page = person.get("/api/records", params={"limit": 2, **({"before": place} if place else {})}).json()
        found += [record["id"] for record in page["records"]]
        place = page["next"]
    assert found[:3] == ids[::-1]


def other_die(lines: list[str]) -> tuple[int, str]:
    place = next(place for place, line in enumerate(lines) if line.startswith("roll "))
    return place, f"roll {int(lines[place][5:]) % 6 + 1}"


BAD = {
    "empty": b"",
    "no record": b"hello",
    "not UTF-8": b"nuns record 1\n\xff\xfe",
    "altered": sealed_night()[1].replace("seat guards somebody", "seat guards nobody").encode(),
    "forged die": forged(sealed_night()[1], lambda lines: lines.__setitem__(*other_die(lines))),
    "cut off": forged(sealed_night()[1], lambda lines: lines.pop(20)),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("address", ["/api/records", "/api/replays", "/api/replays/belief", "/api/replays/explanation?event=0"])
def test_a_record_that_is_not_true_is_refused_with_its_line(person: Person, name: str, address: str) -> None:
    answer = person.post(address, content=BAD[name])
    assert answer.status_code == 422
    told = answer.json()
    assert told["reason"].startswith("line ")
    assert (told["why"], told["values"]) == ("record", {"said": told["reason"]})


def test_a_record_that_is_too_large_is_refused(person: Person) -> None:
    answer = person.post("/api/records", content=b"nuns record 1\n" * (LARGEST // 10))
    assert (answer.status_code, answer.json()["why"]) == (413, "too-large")


def test_a_night_that_nobody_waits_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 10**9, int(CPU_SECONDS)))
    monkeypatch.setattr("nuns.server.web.replay.limited_replay.__defaults__", (lambda: float(next(ticks)),))
    with pytest.raises(Exception, match="expected a game that is replayed in 10 s"):
        replay(sealed_night()[1].encode(), Seat.OMNISCIENT)


def test_a_plan_that_is_repeated_without_end_is_refused_at_once(person: Person) -> None:
    """Such a file was valid, and took nine seconds to replay."""
    lines = sealed_night()[1].splitlines()
    record = read_record(sealed_night()[1].encode())
    place = record.first_line - 1 + next(number for number, action in enumerate(record.actions) if isinstance(action, Plan))
    for times, reason in ((3_000, "actions in one phase"), (100_000, "actions; got")):
        repeated = "\n".join([*lines[:place], *[lines[place]] * times, *lines[place:-1]]) + "\n"
        text = f"{repeated}check {checksum(repeated)}\n".encode()
        for path in ("/api/replays", "/api/records", "/api/replays/explanation?event=1"):
            answer = person.post(path, content=text)
            assert (answer.status_code, answer.json()["why"]) == (422, "record")
            assert reason in answer.json()["reason"]


def fetched(person: Person, seat: str) -> Replay:
    return msgspec.json.decode(person.post("/api/replays", params={"seat": seat}, content=sealed_night()[1].encode()).content, type=Replay)


@pytest.mark.parametrize("seat", ["omniscient", "guards", "spectator", "novice"])
def test_a_replay_tells_each_seat_what_it_knew(person: Person, seat: str) -> None:
    game, text = sealed_night()
    seat = game.seats[1] if seat == "novice" else seat
    told = fetched(person, seat)
    events = [event for step in told.steps for event in step.events]
    assert msgspec.json.encode(events) == msgspec.json.encode(events_of(game, seat))
    assert [step.first for step in told.steps] == [sum(len(before.events) for before in told.steps[:n]) for n in range(len(told.steps))]
    assert [step.ends for step in told.steps if step.ends][:2] == ["setup", "novices"]
    assert all((step.view is None) == (step.ends is None) for step in told.steps)
    assert told.steps[-1].view is not None
    assert told.steps[-1].view.over == told.ending
    recorded = [line for line in text.splitlines() if line.startswith(("deal", "roll", "novice-", "abbess", "prioress"))]
    assert len(told.steps) == len(recorded)
    if seat == "omniscient":
        assert [step.action for step in told.steps] == recorded
    else:
        assert all(step.action in (None, line) for step, line in zip(told.steps, recorded, strict=True))


def test_what_the_guards_believed_is_told_for_every_half_turn(person: Person) -> None:
    """From a file and from a stored record alike; the truth is never ruled out, and a novice in sight is certain."""
    _, text = sealed_night()
    kept = person.post("/api/records", content=text.encode()).json()["id"]
    answer = person.get(f"/api/records/{kept}/belief")
    assert answer.content == person.post("/api/replays/belief", content=text.encode()).content
    believed, told = msgspec.json.decode(answer.content, type=ReplayBelief), fetched(person, "omniscient")
    assert [moment.step for moment in believed.moments] == [number for number, step in enumerate(told.steps) if step.ends]
    certain = 0
    for moment in believed.moments:
        view = told.steps[moment.step].view
        assert view is not None
        at = {sheet.novice: sheet.dot for sheet in view.sheets}
        for novice in moment.novices:
            assert moment.sure[novice.novice] == min(1000, novice.dots[at[novice.novice] or 0]) >= 1
        in_sight = [novice.novice for novice in view.novices if novice.dot and novice.status == "on-the-run" and not view.over]
        certain += len(in_sight)
        assert all(moment.sure[novice] == 1000 for novice in in_sight)
    assert certain > 0
    assert (person.get("/api/records/nothere/belief").status_code, person.get("/api/records/nothere/belief").json()["why"]) == (
        404,
        "no-such-record",
    )


def test_a_seat_is_not_told_what_others_planned(person: Person) -> None:
    game, _ = sealed_night()
    mine, other = game.seats[1], game.seats[2]
    told = fetched(person, mine)
    assert any(step.action and step.action.startswith(f"{mine} ") for step in told.steps)
    assert not any(
        step.action and step.action.startswith((f"{other} ", "deal")) for step in told.steps if " ruler " not in (step.action or "")
    )
    for step in told.steps[:-1]:
        assert step.view is None or [sheet.novice for sheet in step.view.sheets] == [int(mine[-1])]


def test_while_the_night_goes_on_the_omniscient_reader_sees_every_sheet(person: Person) -> None:
    game, _ = sealed_night()
    views = [step.view for step in fetched(person, "omniscient").steps if step.view is not None]
    assert all(len(view.sheets) == 2 and view.seat == "omniscient" for view in views)
    assert set(views[0].blessings) == {"abbess", "prioress", *game.seats[1:]}


def test_whoever_has_seed_and_salts_can_draw_every_card_and_die_again(person: Person) -> None:
    told = fetched(person, "omniscient")
    assert (told.dice, told.seal) == ("sha256", hashlib.sha256(told.seed.encode()).hexdigest())
    draws = [draw for step in told.steps for draw in step.draws]
    assert [draw.count for draw in draws] == list(range(len(draws)))
    assert all(drawn_again(told, draw) == draw.number for draw in draws)
    assert all(draw.among[draw.number] == draw.notation and len(draw.among) == draw.limit for draw in draws)
    assert sum(len(step.draws) for step in told.steps if (step.action or "").startswith("deal ")) == 2 * 2 + 4


def drawn_again(told: Replay, draw: ChanceDraw) -> int:
    """As docs/formats.md says it."""
    block = 0
    while True:
        text = "\n".join((told.seed, *told.salts.values(), str(draw.count), str(block)))
        fair = [byte for byte in hashlib.sha256(text.encode()).digest() if byte < 256 - 256 % draw.limit]
        if fair:
            return fair[0] % draw.limit
        block += 1


def test_the_rule_court_sits_over_records_too(person: Person) -> None:
    game, text = sealed_night()
    kept = person.post("/api/records", content=text.encode()).json()["id"]
    for number in random.Random(1).sample(range(len(events_of(game, "guards"))), 5):
        asked: dict[str, str | int] = {"seat": "guards", "event": number}
        told = person.get(f"/api/records/{kept}/explanation", params=asked).json()
        assert told == msgspec.json.decode(msgspec.json.encode(explain(game, number, Seat.GUARDS)))
        assert person.post("/api/replays/explanation", params=asked, content=text.encode()).json() == told


@pytest.mark.parametrize(
    "query, status",
    [("seat=abbess", 422), ("seat=novice-9", 400), ("seat=chance", 422), ("seat=guards&event=100000", 422), ("event=-1", 400)],
)
def test_seats_and_events_that_are_none_are_refused(person: Person, query: str, status: int) -> None:
    text = sealed_night()[1].encode()
    address = "/api/replays/explanation" if "event" in query else "/api/replays"
    answer = person.post(f"{address}?{query}", content=text)
    assert (answer.status_code, answer.json()["why"]) == (status, {400: "unreadable", 422: "record"}[status])


@pytest.mark.parametrize("record", ["x", "2" * 12, "'--", "..%2f"])
def test_a_record_that_is_not_there_is_not_found(person: Person, record: str) -> None:
    for rest in ("", "/replay", "/explanation?event=0"):
        assert person.get(f"/api/records/{record}{rest}").status_code == 404


def test_a_replay_is_made_once(site: Served, person: Person) -> None:
    kept = person.post("/api/records", content=sealed_night()[1].encode()).json()["id"]
    first = person.get(f"/api/records/{kept}/replay")
    again = person.get(f"/api/records/{kept}/replay", headers={"If-None-Match": first.headers["etag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert first.headers["content-encoding"] == "gzip"
