"""The convent as it is printed: dots, edges, rooms, sight lines, cells, keys, wishes and paths, checked when read."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, Literal

EdgeKind = Literal["open", "door", "lock", "curtain", "leaves"]
Floor = Literal["stone", "timber", "chapel", "cloister", "garden", "earth", "wall-walk"]

FORMAT = "nuns convent 1"
EDGE_KINDS: tuple[EdgeKind, ...] = ("open", "door", "lock", "curtain", "leaves")
FLOORS: tuple[Floor, ...] = ("stone", "timber", "chapel", "cloister", "garden", "earth", "wall-walk")
WIDEST = 4  # no dot has more neighbours, so a direction is a number below 4
WISH_CARDS = 8  # in each deck (2.2)
DECKS = ("mayfair", "999games")  # in the order of the option wish-cards (2.2)
PRINTED = {"dots": 155, "edges": 197, "rooms": 49, "paths": 14, "cells": 6, "keys": WISH_CARDS}


class DamagedConvent(ValueError):
    """Raised for a convent file that cannot be played on; the message names the first fault."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two dots, and what stands on it."""

    one: int
    two: int
    kind: EdgeKind


@dataclass(frozen=True, slots=True)
class Room:
    """A room with its dots; its floor is only for the picture."""

    name: str
    floor: Floor
    dots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WishCard:
    """A wish card: the number and dot of a key, and the dot of a wish; the key's number identifies the card (2.2)."""

    key: int
    key_dot: int
    wish_dot: int
    thing: str


@dataclass(frozen=True, slots=True)
class Convent:
    """Everything that is printed on the board and the cards."""

    name: str
    width: int
    height: int
    dots: Mapping[int, tuple[int, int]]
    edges: tuple[Edge, ...]
    rooms: tuple[Room, ...]
    sight: frozenset[tuple[int, int]]  # each pair both ways; no dot is paired with itself
    tower: tuple[int, ...]  # two dots that see each other with `tower-seen=on` only (6.4)
    cells: Mapping[int, int]
    guard_start: int
    monk_start: int
    keys: Mapping[int, int]
    wish_cards: Mapping[str, tuple[WishCard, ...]]
    path_ends: Mapping[int, str]
    paths: Mapping[str, tuple[int, ...]]

    def neighbours(self, *, locks: bool = True) -> dict[int, list[int]]:
        """Returns the dots beside each dot in ascending order, with or without the locked edges."""
        beside: dict[int, list[int]] = {dot: [] for dot in self.dots}
        for edge in self.edges:
            if locks or edge.kind != "lock":
                beside[edge.one].append(edge.two)
                beside[edge.two].append(edge.one)
        return {dot: sorted(others) for dot, others in beside.items()}


@cache
def the_convent() -> Convent:
    """Returns the convent of the game, from the project's own data file."""
    text = resources.files("nuns.board").joinpath("convent.json").read_text(encoding="utf-8")
    convent = read_convent(text)
    for what, printed in PRINTED.items():
        _expect(len(getattr(convent, what)) == printed, f"{printed} {what}", f"{len(getattr(convent, what))}")
    return convent


def read_convent(text: str) -> Convent:
    """Reads and checks a convent, and raises DamagedConvent for the first fault."""
    try:
        facts = json.loads(text)
    except ValueError as fault:
        raise DamagedConvent(f"the convent file is not JSON: {fault}") from None
    _expect(isinstance(facts, dict), "a JSON object", type(facts).__name__)
    _expect(facts.get("format") == FORMAT, f"the format {FORMAT!r}", repr(facts.get("format")))
    try:
        convent = _build(facts)
    except KeyError as fault:
        raise DamagedConvent(f"the convent file has no {fault.args[0]!r}") from None
    except (TypeError, ValueError, AttributeError, OverflowError) as fault:
        if isinstance(fault, DamagedConvent):
            raise
        raise DamagedConvent(f"the convent file holds something of the wrong kind: {fault}") from None
    _check(convent)
    return convent


def _build(facts: Mapping[str, Any]) -> Convent:
    keys = {int(key): int(dot) for key, dot in facts["keys"].items()}
    return Convent(
        name=str(facts["name"]),
        width=int(facts["plan"]["width"]),
        height=int(facts["plan"]["height"]),
        dots={int(dot): (int(x), int(y)) for dot, (x, y) in facts["dots"].items()},
        edges=tuple(Edge(int(one), int(two), kind) for kind, ways in facts["edges"].items() for one, two in ways),
        rooms=tuple(Room(str(room["name"]), room["floor"], _dots(room["dots"])) for room in facts["rooms"]),
        sight=frozenset((int(dot), int(seen)) for dot, others in facts["sight"].items() for seen in others),
        tower=_dots(facts["tower"]),
        cells={int(number): int(dot) for number, dot in facts["cells"].items()},
        guard_start=int(facts["guard_start"]),
        monk_start=int(facts["monk_start"]),
        keys=keys,
        wish_cards={
            str(deck): tuple(WishCard(int(c["key"]), keys[int(c["key"])], int(c["dot"]), str(c["object"])) for c in cards)
            for deck, cards in facts["wish_cards"].items()
        },
        path_ends={int(dot): str(name) for dot, name in facts["path_ends"].items()},
        paths={str(name): _dots(dots) for name, dots in facts["paths"].items()},
    )


def _dots(numbers: Iterable[Any]) -> tuple[int, ...]:
    return tuple(int(number) for number in numbers)


def _check(convent: Convent) -> None:
    """Looks for every fault that would mislead the tables or the rules."""
    dots = sorted(convent.dots)
    _expect(dots == list(range(1, len(dots) + 1)), "dots numbered from 1 without a gap", f"{len(dots)} dots from {dots[:1]} to {dots[-1:]}")
    _check_edges(convent)
    _check_rooms(convent)
    _check_sight(convent)
    _check_paths(convent)
    _check_cards(convent)


def _check_edges(convent: Convent) -> None:
    known: set[frozenset[int]] = set()
    for edge in convent.edges:
        where = f"edge {edge.one}-{edge.two}"
        _expect(edge.kind in EDGE_KINDS, f"{where} of a kind among {', '.join(EDGE_KINDS)}", repr(edge.kind))
        _on_dots(convent, (edge.one, edge.two), where)
        _expect(edge.one != edge.two, f"{where} between two dots", "one dot twice")
        _expect(frozenset((edge.one, edge.two)) not in known, f"{where} once", "twice")
        known.add(frozenset((edge.one, edge.two)))
    beside = convent.neighbours()
    for dot, others in beside.items():
        _expect(1 <= len(others) <= WIDEST, f"1 to {WIDEST} ways at dot {dot}", f"{len(others)}")
    reached, rest = {1}, [1]
    while rest:
        for there in beside[rest.pop()]:
            if there not in reached:
                reached.add(there)
                rest.append(there)
    _expect(len(reached) == len(convent.dots), "every dot within reach of dot 1", f"{len(reached)} of {len(convent.dots)}")


def _check_rooms(convent: Convent) -> None:
    room_of: dict[int, str] = {}
    for room in convent.rooms:
        _expect(room.floor in FLOORS, f"room {room.name!r} with a floor among {', '.join(FLOORS)}", repr(room.floor))
        _on_dots(convent, room.dots, f"room {room.name!r}")
        for dot in room.dots:
            _expect(dot not in room_of, f"dot {dot} in one room", f"{room_of.get(dot)!r} and {room.name!r}")
            room_of[dot] = room.name
    _expect(len(room_of) == len(convent.dots), "every dot in a room", f"none for {sorted(set(convent.dots) - set(room_of))[:3]}")


def _check_sight(convent: Convent) -> None:
    for one, two in sorted(convent.sight):
        _on_dots(convent, (one, two), f"sight line {one}-{two}")
        _expect(one != two, f"sight line {one}-{two} between two dots", "one dot twice")
        _expect((two, one) in convent.sight, f"sight between {one} and {two} both ways", f"only from {one}")
    _expect(len(convent.tower) in (0, 2), "a tower of two dots or none", f"{len(convent.tower)}")
    _on_dots(convent, convent.tower, "the tower")


def _check_paths(convent: Convent) -> None:
    beside = convent.neighbours()
    _on_dots(convent, (convent.guard_start, convent.monk_start), "a start")
    _on_dots(convent, convent.path_ends, "a path end")
    for name, dots in convent.paths.items():
        _expect(len(dots) >= 2, f"path {name} of two dots or more", f"{len(dots)}")
        _on_dots(convent, dots, f"path {name}")
        _expect(len(set(dots)) == len(dots), f"path {name} over each dot once", "a dot twice")
        for one, two in pairwise(dots):
            _expect(two in beside[one], f"path {name} along edges", f"{one}-{two}, which is none")
        for end in (dots[0], dots[-1]):
            _expect(end in convent.path_ends, f"path {name} between path ends", f"{end}")
    _expect(any(convent.guard_start in (p[0], p[-1]) for p in convent.paths.values()), "a path from the guards' start", "none")


def _check_cards(convent: Convent) -> None:
    _on_dots(convent, convent.cells.values(), "a cell")
    _expect(bool(convent.cells), "at least one cell", "none")
    _expect(all(number == dot for number, dot in convent.cells.items()), "each cell on the dot of its number", str(dict(convent.cells)))
    _on_dots(convent, convent.keys.values(), "a key")
    _expect(set(convent.wish_cards) == set(DECKS), f"the decks {' and '.join(DECKS)}", ", ".join(convent.wish_cards) or "none")
    for deck, cards in convent.wish_cards.items():
        _on_dots(convent, (card.wish_dot for card in cards), f"a wish of the {deck} deck")
        keys = sorted(card.key for card in cards)
        _expect(keys == list(range(1, WISH_CARDS + 1)), f"the {deck} deck with a card for each of {WISH_CARDS} keys", str(keys))


def _on_dots(convent: Convent, dots: Iterable[int], what: str) -> None:
    for dot in dots:
        _expect(dot in convent.dots, f"{what} on a dot of the plan", f"{dot}")


def _expect(fine: bool, expected: str, got: str) -> None:
    if not fine:
        raise DamagedConvent(f"the convent file is damaged: expected {expected}, got {got}")
