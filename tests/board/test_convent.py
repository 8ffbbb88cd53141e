"""The convent as printed, and every damage that its reader finds."""

import json
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from nuns.board.convent import EDGE_KINDS, FORMAT, PRINTED, Convent, DamagedConvent, read_convent, the_convent
from tests.kit.convents import DATA, the_toy

Facts = dict[str, Any]


@cache
def facts() -> Facts:
    """What was compiled from the printed board, apart from the program's own file."""
    found: Facts = json.loads((DATA / "board-facts.json").read_text(encoding="utf-8"))
    return found


def toy_facts() -> Facts:
    found: Facts = json.loads((DATA / "toy.json").read_text(encoding="utf-8"))
    return found


# -- the printed convent --------------------------------------------------------------------------------------------------


COUNTS = [
    ("dots", 155),
    ("edges", 197),
    ("rooms", 49),
    ("cells", 6),
    ("keys", 8),
    ("wish_cards", 2),
    ("path_ends", 5),
    ("paths", 14),
    ("tower", 2),
]


@pytest.mark.parametrize("what, count", COUNTS)
def test_the_convent_has_as_many_as_are_printed(what: str, count: int) -> None:
    assert len(getattr(the_convent(), what)) == count


EDGES = [("open", 143), ("door", 40), ("lock", 10), ("curtain", 2), ("leaves", 2)]


@pytest.mark.parametrize("kind, count", EDGES)
def test_the_convent_has_as_many_edges_of_a_kind_as_are_printed(kind: str, count: int) -> None:
    ours = {frozenset((edge.one, edge.two)) for edge in the_convent().edges if edge.kind == kind}
    assert len(ours) == count
    assert ours == {frozenset(pair) for pair in facts()["edges"][kind]}


def test_every_dot_lies_where_it_is_printed() -> None:
    assert dict(the_convent().dots) == {int(dot): tuple(place) for dot, place in facts()["dots"].items()}
    assert (the_convent().width, the_convent().height) == (facts()["plan"]["width"], facts()["plan"]["height"])


def test_every_room_has_its_name_and_its_dots() -> None:
    assert {room.name: set(room.dots) for room in the_convent().rooms} == {room["name"]: set(room["dots"]) for room in facts()["rooms"]}


def test_sight_lines_are_those_printed_both_ways() -> None:
    printed = {(int(one), two) for one, others in facts()["sight"].items() for two in others}
    assert the_convent().sight == printed | {(two, one) for one, two in printed}


def test_cells_starts_keys_and_path_ends_are_those_printed() -> None:
    convent = the_convent()
    assert dict(convent.cells) == {int(number): dot for number, dot in facts()["cells"].items()}
    assert (convent.guard_start, convent.monk_start) == (facts()["guard_start"], facts()["monk_start"]) == (26, 84)
    assert dict(convent.keys) == {int(key): dot for key, dot in facts()["keys"].items()}
    assert dict(convent.path_ends) == {int(dot): name for dot, name in facts()["path_ends"].items()}
    assert set(convent.tower) == {67, 68}


@pytest.mark.parametrize("deck", ["mayfair", "999games"])
def test_wish_cards_are_those_printed(deck: str) -> None:
    ours = {(card.key, card.wish_dot, card.thing) for card in the_convent().wish_cards[deck]}
    assert ours == {(card["key"], card["dot"], card["object"]) for card in facts()["wishes"][deck]}
    assert all(card.key_dot == the_convent().keys[card.key] for card in the_convent().wish_cards[deck])


def test_paths_are_those_printed_in_their_order() -> None:
    assert {name: list(dots) for name, dots in the_convent().paths.items()} == facts()["paths"]
    assert list(the_convent().paths) == list(facts()["paths"])


def test_a_path_is_named_by_its_ends() -> None:
    for name, dots in the_convent().paths.items():
        assert name.split("-")[1:] == [str(dots[0]), str(dots[-1])]


@pytest.mark.rule("6.4")
def test_special_dots_are_seen_from_where_the_rules_say() -> None:
    def watchers(dot: int) -> set[int]:
        return {one for one, two in the_convent().sight if two == dot}

    assert watchers(82) == watchers(103) == watchers(107) == watchers(67) == set()
    assert watchers(150) == {134, 135}


@pytest.mark.rule("13.4")
def test_the_sight_lines_of_the_worked_example_hold() -> None:
    assert (105, 112) in the_convent().sight
    assert (114, 134) not in the_convent().sight


def test_what_the_reader_holds_the_convent_against_is_what_is_printed() -> None:
    assert dict(COUNTS) == {**dict(COUNTS), **PRINTED}
    assert {edge.kind for edge in the_convent().edges} == set(EDGE_KINDS)


@pytest.mark.parametrize("convent", [the_convent(), the_toy()], ids=["convent", "toy"])
def test_neighbours_are_both_ways_ascending_and_without_locks_if_asked(convent: Convent) -> None:
    beside, unlocked = convent.neighbours(), convent.neighbours(locks=False)
    pairs = {frozenset((one, two)) for one, others in beside.items() for two in others}
    assert pairs == {frozenset((edge.one, edge.two)) for edge in convent.edges}
    assert all(one in beside[two] for one, others in beside.items() for two in others)
    assert all(others == sorted(others) for others in beside.values())
    for one, two in combinations(convent.dots, 2):
        locked = any({edge.one, edge.two} == {one, two} and edge.kind == "lock" for edge in convent.edges)
        assert (two in unlocked[one]) == (two in beside[one] and not locked)


# -- damages --------------------------------------------------------------------------------------------------------------


def put(*path: Any, value: Any) -> Callable[[Facts], object]:
    """A damage: another value at a place in the file."""

    def damage(found: Facts) -> None:
        inner: Any = found
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return damage


def without(*path: Any) -> Callable[[Facts], object]:
    """A damage: something is gone."""

    def damage(found: Facts) -> None:
        inner: Any = found
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return damage


DAMAGES: list[tuple[str, Callable[[Facts], object], str]] = [
    ("no format", without("format"), f"expected the format '{FORMAT}', got None"),
    ("another format", put("format", value="nuns convent 2"), f"expected the format '{FORMAT}', got 'nuns convent 2'"),
    ("no name", without("name"), "has no 'name'"),
    ("no width", without("plan", "width"), "has no 'width'"),
    ("no tower", without("tower"), "has no 'tower'"),
    ("no paths", without("paths"), "has no 'paths'"),
    ("no floor", without("rooms", 0, "floor"), "has no 'floor'"),
    ("an endless plan", put("plan", "width", value=float("inf")), "of the wrong kind"),
    ("a list for dots", put("dots", value=[]), "of the wrong kind"),
    ("a word for a place", put("dots", "1", value=["left", 10]), "of the wrong kind"),
    ("a place in space", put("dots", "1", value=[1, 2, 3]), "of the wrong kind"),
    ("a dot named", put("dots", "one", value=[1, 2]), "of the wrong kind"),
    ("nothing for edges", put("edges", value=None), "of the wrong kind"),
    ("an edge of three", put("edges", "open", 0, value=[3, 4, 5]), "of the wrong kind"),
    ("a gap", put("dots", "8", value=[1, 1]), "expected dots numbered from 1 without a gap, got 7 dots from [1] to [8]"),
    ("a dot 0", put("dots", "0", value=[1, 1]), "expected dots numbered from 1 without a gap, got 7 dots from [0] to [6]"),
    ("no dots", put("dots", value={}), "expected"),
    ("a hedge", put("edges", "hedge", value=[[1, 2]]), "expected edge 1-2 of a kind among open, door, lock, curtain, leaves, got 'hedge'"),
    ("an edge to nowhere", put("edges", "door", 0, value=[1, 7]), "expected edge 1-7 on a dot of the plan, got 7"),
    ("an edge to itself", put("edges", "door", 0, value=[3, 3]), "expected edge 3-3 between two dots, got one dot twice"),
    ("an edge twice", put("edges", "curtain", value=[[4, 3]]), "expected edge 4-3 once, got twice"),
    ("a dot cut off", put("edges", "door", value=[[1, 3]]), "expected 1 to 4 ways at dot 2, got 0"),
    ("a dot with five ways", put("edges", "leaves", value=[[3, 5], [3, 6], [3, 4]][:2]), "expected 1 to 4 ways at dot 3, got 5"),
    ("two convents", put("edges", value={"open": [[1, 2], [3, 4], [4, 5], [5, 6]]}), "within reach of dot 1, got 2 of 6"),
    ("a floor of gold", put("rooms", 0, "floor", value="gold"), "expected room 'Cell 1' with a floor among"),
    ("a room off the plan", put("rooms", 0, "dots", value=[1, 9]), "expected room 'Cell 1' on a dot of the plan, got 9"),
    ("a dot in two rooms", put("rooms", 0, "dots", value=[1, 2]), "expected dot 2 in one room, got 'Cell 1' and 'Cell 2'"),
    ("a dot in no room", put("rooms", 0, "dots", value=[]), "expected every dot in a room, got none for [1]"),
    ("sight off the plan", put("sight", "3", value=[4, 9]), "on a dot of the plan, got 9"),
    ("sight of itself", put("sight", "3", value=[3, 4]), "expected sight line 3-3 between two dots, got one dot twice"),
    ("sight one way", put("sight", "3", value=[4, 5]), "expected sight between 3 and 5 both ways, got only from 3"),
    ("a tower of one", put("tower", value=[3]), "expected a tower of two dots or none, got 1"),
    ("a tower off the plan", put("tower", value=[3, 9]), "expected the tower on a dot of the plan, got 9"),
    ("a start off the plan", put("guard_start", value=7), "expected a start on a dot of the plan, got 7"),
    ("the monk off the plan", put("monk_start", value=0), "expected a start on a dot of the plan, got 0"),
    ("a path end off the plan", put("path_ends", "9", value="Nowhere"), "expected a path end on a dot of the plan, got 9"),
    ("a path of one dot", put("paths", "red-4-6", value=[4]), "expected path red-4-6 of two dots or more, got 1"),
    ("a path off the plan", put("paths", "red-4-6", value=[4, 5, 9]), "expected path red-4-6 on a dot of the plan, got 9"),
    ("a path to and fro", put("paths", "red-4-6", value=[4, 5, 4, 5, 6]), "expected path red-4-6 over each dot once, got a dot twice"),
    ("a path through a wall", put("paths", "red-4-6", value=[4, 6]), "expected path red-4-6 along edges, got 4-6, which is none"),
    ("a path that ends anywhere", put("paths", "red-4-6", value=[5, 6]), "expected path red-4-6 between path ends, got 5"),
    ("no path from the start", put("guard_start", value=1), "expected a path from the guards' start, got none"),
    ("no paths at all", put("paths", value={}), "expected a path from the guards' start, got none"),
    ("a cell off the plan", put("cells", "7", value=7), "expected a cell on a dot of the plan, got 7"),
    ("no cells", put("cells", value={}), "expected at least one cell, got none"),
    ("a cell elsewhere", put("cells", "2", value=3), "expected each cell on the dot of its number, got {1: 1, 2: 3}"),
    ("a key off the plan", put("keys", "1", value=9), "expected a key on a dot of the plan, got 9"),
    ("a key too few", without("keys", "8"), "has no 8"),
    ("a wish off the plan", put("wish_cards", "mayfair", 0, "dot", value=9), "a wish of the mayfair deck on a dot of the plan, got 9"),
    ("a card too few", without("wish_cards", "mayfair", 0), "the mayfair deck with a card for each of 8 keys, got [2, 3, 4, 5, 6, 7, 8]"),
    ("a key on two cards", put("wish_cards", "999games", 0, "key", value=2), "expected the 999games deck with a card for each of 8 keys"),
    ("a card without its thing", without("wish_cards", "mayfair", 0, "object"), "has no 'object'"),
]  # fmt: skip


@pytest.mark.parametrize("damage, fault", [row[1:] for row in DAMAGES], ids=[row[0] for row in DAMAGES])
def test_a_damage_is_refused_and_named(damage: Callable[[Facts], object], fault: str) -> None:
    found = toy_facts()
    damage(found)
    with pytest.raises(DamagedConvent) as refused:
        read_convent(json.dumps(found))
    assert fault in str(refused.value)
    assert str(refused.value).startswith("the convent file ")
    assert "\n" not in str(refused.value)


TEXTS = ["", "{", "nuns", "[1, 2]", "null", "3", '"convent"', "{}", '{"format": 1}', "\x00", '{"format": "nuns convent 1"}', "[" * 100]


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_no_convent_is_refused(text: str) -> None:
    with pytest.raises(DamagedConvent, match=r"^the convent file "):
        read_convent(text)


def test_every_fact_left_out_is_missed() -> None:
    for name in toy_facts():
        found = toy_facts()
        del found[name]
        with pytest.raises(DamagedConvent, match=name):
            read_convent(json.dumps(found))


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], [3], {"x": []}, {"1": None}, {"1": [3]}])
def test_a_fact_of_another_kind_raises_nothing_but_damage(value: Any) -> None:
    """Some are refused and some happen to do: a tower may be empty. Nothing else happens."""
    for name in toy_facts():
        found = toy_facts()
        found[name] = value
        try:
            read_convent(json.dumps(found))
        except DamagedConvent as fault:
            assert str(fault).startswith("the convent file ")  # noqa: PT017


DECKS_MISSING = [without("wish_cards", "mayfair"), without("wish_cards", "999games"), put("wish_cards", value={})]


@pytest.mark.parametrize("damage", DECKS_MISSING, ids=["mayfair", "999games", "both"])
def test_a_missing_deck_is_refused(damage: Callable[[Facts], object]) -> None:
    """2.2 Each edition deals from its deck: a convent without one cannot be played on."""
    found = toy_facts()
    damage(found)
    with pytest.raises(DamagedConvent):
        read_convent(json.dumps(found))
