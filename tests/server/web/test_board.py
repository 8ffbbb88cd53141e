"""What is the same for everybody: editions, the convent, sight, the ruler, the description of the API itself."""

import xml.etree.ElementTree as ET

import msgspec
import pytest

from nuns.board.convent import the_convent
from nuns.bots.registry import LEVELS
from nuns.rules.options import CHARACTER, EDITIONS, NAMES, help_of, rule_of, spell_options, words_of
from nuns.server.settings import Settings
from nuns.server.web.api.board_values import ConventPlan, Distances, Sights
from nuns.server.web.api.values import Editions, PlayerCount
from tests.kit.web import Person


def test_editions_options_and_levels_are_those_of_the_rules(person: Person) -> None:
    told = msgspec.json.decode(person.get("/api/editions").content, type=Editions)
    assert {edition.name: edition.options for edition in told.editions} == {
        name: spell_options(options) for name, options in EDITIONS.items()
    }
    assert {edition.name: edition.character for edition in told.editions} == dict(CHARACTER)
    assert [(option.name, option.rule, option.help) for option in told.options] == [(name, rule_of(name), help_of(name)) for name in NAMES]
    assert {option.name: tuple(str(value.value) for value in option.values) for option in told.options} == {
        name: words_of(name) for name in NAMES
    }
    assert {level.level: level.bot for level in told.levels} == dict(LEVELS)
    assert all(level.thinks for level in told.levels)


def test_who_may_play_together_is_told_with_chairs_and_goals(person: Person) -> None:
    told = msgspec.json.decode(person.get("/api/editions").content, type=Editions)
    counts = {(each.novices, each.guard_players): each for each in told.player_counts}
    assert set(counts) == {(novices, 1) for novices in range(1, 7)} | {(6, 2)}  # 1.1

    def outline(count: PlayerCount) -> tuple[str, str, dict[str, int]]:
        sides = {side: " ".join(place.chair for place in count.chairs if place.side == side) for side in ("guards", "novices")}
        return sides["guards"], sides["novices"], count.capture_goals

    assert outline(counts[2, 1]) == ("guards", "a b", {"players": 3, "novices": 2})  # 1.3
    assert outline(counts[6, 2]) == ("abbess prioress", "a b c d e f", {"players": 8, "novices": 6})
    assert told.settings == Settings()


def test_distances_are_steps_through_every_door(person: Person) -> None:
    told = msgspec.json.decode(person.get("/api/distances").content, type=Distances)
    convent = the_convent()
    assert [len(row) for row in told.steps] == [len(convent.dots)] * len(convent.dots)
    assert all(told.steps[edge.one - 1][edge.two - 1] == told.steps[edge.two - 1][edge.one - 1] == 1 for edge in convent.edges)
    assert (told.steps[25][25], told.steps[2][39]) == (0, 3)


def test_the_convent_is_told_whole(person: Person) -> None:
    plan = msgspec.json.decode(person.get("/api/convent").content, type=ConventPlan)
    convent = the_convent()
    assert {dot.dot: (dot.x, dot.y) for dot in plan.dots} == dict(convent.dots)
    assert {(edge.one, edge.two, edge.kind) for edge in plan.edges} == {(edge.one, edge.two, edge.kind) for edge in convent.edges}
    assert [room.name for room in plan.rooms] == [room.name for room in convent.rooms]
    assert all(dot.dot in plan.rooms[dot.room].dots for dot in plan.dots)
    assert all(len(room.shape) > 3 and room.plate is not None for room in plan.rooms)
    assert {path.name: path.dots for path in plan.paths} == dict(convent.paths)
    assert len({(path.colour, path.dash) for path in plan.paths}) == len(plan.paths)
    assert plan.keys == dict(convent.keys)
    assert {novice.novice: novice.cell for novice in plan.novices} == dict(convent.cells)
    assert len({novice.colour for novice in plan.novices}) == len({novice.emblem for novice in plan.novices}) == 6


@pytest.mark.parametrize("theme", ["night", "vellum"])
def test_the_plan_is_a_picture_that_fits_the_convent(person: Person, theme: str) -> None:
    answer = person.get("/api/convent/plan.svg", params={"theme": theme})
    assert answer.headers["content-type"] == "image/svg+xml"
    root = ET.fromstring(answer.text)
    assert theme in root.attrib["class"]
    assert list(map(float, root.attrib["viewBox"].split())) == person.get("/api/convent").json()["view_box"]


def test_what_does_not_change_is_not_sent_twice(person: Person) -> None:
    first = person.get("/api/convent")
    again = person.get("/api/convent", headers={"If-None-Match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert first.headers["content-encoding"] == "gzip"
    plain = person.get("/api/convent", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content


def test_a_guard_sees_as_the_rules_say(person: Person) -> None:
    def seen(options: str) -> dict[tuple[int, tuple[int, int] | None], set[int]]:
        told = msgspec.json.decode(person.get("/api/sights", params={"options": options}).content, type=Sights)
        return {(each.dot, each.facing): set(each.seen) for each in told.outlooks}

    arcs, rooms, near = seen("mayfair"), seen("dutch"), seen("mayfair(sight-range=1)")
    room_of = {dot: set(room.dots) for room in the_convent().rooms for dot in room.dots}
    assert len(arcs) == 4 * len(the_convent().edges) + len(the_convent().dots)
    assert all(arcs[dot, None] == {dot} for dot in the_convent().dots)  # 6.2
    assert all(dots == room_of[dot] for (dot, _), dots in rooms.items())
    assert all(near[place] <= dots for place, dots in arcs.items())
    assert all(dot in dots for (dot, _), dots in arcs.items())
    assert any(near[place] < dots for place, dots in arcs.items())


def test_the_ruler_is_laid_in_private(person: Person) -> None:
    told = person.get("/api/ruler", params={"one": 3, "two": 40, "options": "mayfair"}).json()
    assert told["steps"] == len(told["way"]) - 1 == 3
    assert (told["way"][0], told["way"][-1], told["line"]) == (3, 40, False)
    assert person.get("/api/ruler", params={"one": 26, "two": 26}).json() == {"line": True, "steps": 0, "way": [26]}


def test_earshot_counts_steps_through_every_door(person: Person) -> None:
    steps = person.get("/api/earshot", params={"dot": 26}).json()["steps"]
    assert (steps["26"], steps["40"], steps["19"], steps["3"]) == (0, 1, 1, 2)
    assert max(steps.values()) == 7


@pytest.mark.parametrize(
    "address, status, words",
    [
        ("/api/ruler?one=0&two=5", 400, "one: Expected `int` >= 1; got '0'"),
        ("/api/ruler?one=1&two=156", 400, "two: Expected `int` <= 155; got '156'"),
        ("/api/ruler?one=1", 400, "two"),
        ("/api/ruler?one=1&two=2&options=%3Cscript%3E", 422, "expected options such as mayfair or dutch(blessings=on); got '<script>'"),
        ("/api/sights?options=mayfair(sight=x)", 422, "expected sight = arc, room; got 'x'"),
        ("/api/convent/plan.svg?theme=noon", 400, "theme"),
        ("/api/nothing", 404, "there is nothing at this address"),
        ("/api/schema/nothing", 404, "there is nothing at this address"),
        ("/api/schema/nothing/more", 404, "there is nothing at this address"),
        ("/api", 404, "there is nothing at this address"),
        ("/assets/nothing.js", 404, "there is nothing at this address"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(person: Person, address: str, status: int, words: str) -> None:
    answer = person.get(address)
    assert answer.status_code == status
    assert list(answer.json()) == ["why", "reason", "values"]
    assert words in answer.json()["reason"]


def test_the_wrong_method_is_refused(person: Person) -> None:
    answer = person.delete("/api/editions")
    assert answer.status_code == 405
    assert "DELETE" in answer.json()["reason"]


def test_the_api_describes_itself(person: Person) -> None:
    told = person.get("/api/schema").json()
    assert told["openapi"].startswith("3.1")
    assert {"/api/tables", "/api/tables/{code}/chairs/{chair}", "/api/records/{record}/replay", "/healthz"} <= set(told["paths"])
    assert told["components"]["schemas"]["Sitting"]["properties"]["name"]["maxLength"] == 40
    assert "/{path}" not in told["paths"]


def test_the_server_is_well_and_tells_figures(person: Person) -> None:
    assert person.get("/healthz").text == "well\n"
    figures = person.get("/metrics")
    assert figures.headers["content-type"].startswith("text/plain; version=")
    assert 'nuns_requests_total{method="GET",route="/healthz",status="200"}' in figures.text
    assert 'nuns_tables{status="playing"}' in figures.text
