"""The tables of the rules, held against a slow reading of the convent that shares nothing with them."""

from copy import deepcopy
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import count, product
from math import cos, hypot, radians
from typing import Any

import pytest

from nuns.board.convent import DECKS, Convent, the_convent
from nuns.board.shape import copy_of, zeros
from nuns.board.tables import DOTS, FAR, OFF_PATH, OUTLOOKS, TOWER, UNSEEN, Board, board_of, the_board
from nuns.referee.game_setup import GameSetup
from nuns.rules.state import State
from tests.kit.convents import the_toy
from tests.kit.game_runs import play_random_game

CONVENTS = pytest.mark.parametrize("convent", [the_convent(), the_toy()], ids=["convent", "toy"])
BARELY_BESIDE = cos(radians(93))
Ways = frozenset[frozenset[int]]


@cache
def board(name: str) -> Board:
    return board_of(the_toy()) if name == the_toy().name else the_board()


def ways_of(convent: Convent, *, locks: bool = True) -> Ways:
    return frozenset(frozenset((edge.one, edge.two)) for edge in convent.edges if locks or edge.kind != "lock")


@cache
def waves(ways: Ways, start: int) -> dict[int, int]:
    """How far each dot is: wave after wave over all the edges, until nothing is new."""
    found = {start: 0}
    for steps in count(1):
        new = {dot for way in ways if len(way & found.keys()) == 1 for dot in way - found.keys()}
        if not new:
            return found
        found |= dict.fromkeys(new, steps)
    raise AssertionError


# -- ways -----------------------------------------------------------------------------------------------------------------


@CONVENTS
def test_neighbours_and_locks_are_those_of_the_edges(convent: Convent) -> None:
    table = board(convent.name)
    for dot in convent.dots:
        beside = sorted(other for way in ways_of(convent) if dot in way for other in way - {dot})
        assert table.degree[dot] == len(beside)
        assert table.next[dot] == beside + [0] * (4 - len(beside))
        for has_key in (False, True):
            is_open = [frozenset((dot, there)) in ways_of(convent, locks=has_key) for there in beside]
            assert table.open_ways[has_key][dot] == sum(1 << way for way, may_pass in enumerate(is_open) if may_pass)


@CONVENTS
def test_distances_are_counted_over_every_kind_of_edge(convent: Convent) -> None:
    table, ways = board(convent.name), ways_of(convent)
    for here in convent.dots:
        assert {dot: table.distance[here][dot] for dot in convent.dots} == waves(ways, here)


@CONVENTS
def test_first_steps_begin_every_shortest_way_and_no_other(convent: Convent) -> None:
    table, ways = board(convent.name), ways_of(convent)
    for here, there in product(convent.dots, convent.dots):
        beside = [dot for dot in table.next[here] if dot]
        nearer = {dot for dot in beside if waves(ways, there)[dot] == waves(ways, there)[here] - 1}
        assert {dot for way, dot in enumerate(beside) if table.first_steps[here][there] >> way & 1} == nearer
        assert bool(nearer) == (here != there)


EXAMPLES = [
    ("13.1", 4, 88, 10), ("13.1", 88, 130, 3), ("13.1", 130, 115, 2), ("13.1", 115, 126, 5), ("13.1", 126, 121, 5), ("13.1", 121, 70, 5),
    ("13.1", 70, 21, 5), ("13.1", 21, 4, 4), ("13.2", 23, 72, 5), ("7.4", 101, 74, 3), ("6.1", 37, 93, 7), ("6.1", 38, 93, 7),
    ("6.1", 41, 91, 7), ("6.1", 49, 94, 7),
]  # fmt: skip


@pytest.mark.parametrize("rule, one, two, steps", EXAMPLES)
def test_the_distances_of_the_worked_examples_hold(rule: str, one: int, two: int, steps: int) -> None:
    assert the_board().distance[one][two] == the_board().distance[two][one] == steps, rule


@pytest.mark.rule("7.4")
def test_the_first_steps_of_the_worked_examples_hold() -> None:
    def firsts(one: int, two: int) -> set[int]:
        return {dot for way, dot in enumerate(the_board().next[one]) if the_board().first_steps[one][two] >> way & 1}

    assert firsts(101, 74) == {92, 100}
    assert firsts(23, 72) == {43}


def test_dot_0_is_nowhere() -> None:
    table = the_board()
    for rows in (table.degree, table.room, table.end_bit):
        assert rows[0] == 0
    for tables in (table.next, table.turned, table.distance, table.first_steps):
        assert not any(tables[0])


# -- sight ----------------------------------------------------------------------------------------------------------------


def is_before_her(convent: Convent, facing: tuple[int, int], stands: int, dot: int) -> bool:
    """6.1 By the cosine of the angle, from the two vectors."""
    (ax, ay), (bx, by) = convent.dots[facing[0]], convent.dots[facing[1]]
    (sx, sy), (dx, dy) = convent.dots[stands], convent.dots[dot]
    ahead, line = (bx - ax, by - ay), (dx - sx, dy - sy)
    return (ahead[0] * line[0] + ahead[1] * line[1]) / (hypot(*ahead) * hypot(*line)) >= BARELY_BESIDE


@pytest.mark.rule("6.1", "6.2", "6.4")
@CONVENTS
def test_sight_is_as_the_vectors_say_for_every_dot_and_facing(convent: Convent) -> None:
    table, ways = board(convent.name), ways_of(convent)
    looked: set[int] = {0}
    for here in convent.dots:
        for way, there in enumerate(table.next[here][: table.degree[here]]):
            for outlook, stands in ((table.turned[here][way], here), (table.turned[here][way] + 1, there)):
                looked.add(outlook)
                assert table.facing[outlook] == [here, there]
                seen = {dot: steps for dot, steps in enumerate(table.ahead[outlook]) if steps != UNSEEN}
                lit = {two for one, two in convent.sight if one == stands and is_before_her(convent, (here, there), stands, two)}
                expected = {stands: 0, **{dot: waves(ways, stands)[dot] for dot in lit}}
                if stands in convent.tower:
                    (other,) = set(convent.tower) - {stands}
                    if is_before_her(convent, (here, there), stands, other):
                        expected[other] = TOWER + waves(ways, stands)[other]
                assert seen == expected, f"on {stands}, facing {here} to {there}"
    assert len(looked) == 1 + 4 * len(convent.edges)
    assert max(looked) < OUTLOOKS


def test_a_guard_who_has_taken_no_step_sees_nothing_by_the_table() -> None:
    """6.2 Her own dot is looked up elsewhere."""
    assert set(the_board().ahead[0]) == {UNSEEN}
    assert the_board().facing[0] == [0, 0]


@pytest.mark.rule("6.1")
def test_no_sight_line_is_so_near_to_93_degrees_that_rounding_decides() -> None:
    """Two ways to measure an angle can differ in the last digit: none of the convent's comes near enough for it to matter."""
    convent = the_convent()
    table = the_board()
    for here in convent.dots:
        for there in table.next[here][: table.degree[here]]:
            (ax, ay), (bx, by) = convent.dots[here], convent.dots[there]
            for stands in (here, there):
                for one, two in convent.sight:
                    if one == stands:
                        (sx, sy), (dx, dy) = convent.dots[stands], convent.dots[two]
                        cosine = ((bx - ax) * (dx - sx) + (by - ay) * (dy - sy)) / (hypot(bx - ax, by - ay) * hypot(dx - sx, dy - sy))
                        assert abs(cosine - BARELY_BESIDE) > 1e-9


@pytest.mark.rule("13.3")
def test_a_guard_on_96_who_turns_to_95_sees_122() -> None:
    table = the_board()
    came, turned = table.turned[97][table.next[97].index(96)] + 1, table.turned[96][table.next[96].index(95)]
    assert table.ahead[came][122] == UNSEEN
    assert table.ahead[turned][122] == 2


@pytest.mark.rule("6.5")
@CONVENTS
def test_two_dots_are_in_one_room_if_a_room_has_both(convent: Convent) -> None:
    table = board(convent.name)
    for one, two in product(convent.dots, convent.dots):
        assert (table.room[one] == table.room[two]) == any({one, two} <= set(room.dots) for room in convent.rooms)
    assert 0 not in {table.room[dot] for dot in convent.dots}


# -- homes, paths and cards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("8.4")
@CONVENTS
@pytest.mark.parametrize("has_key", [0, 1])
def test_the_way_home_leads_through_doors_she_may_open(convent: Convent, has_key: int) -> None:
    table, ways = board(convent.name), ways_of(convent, locks=bool(has_key))
    for number, cell in convent.cells.items():
        assert table.cell[number - 1] == cell
        found = waves(ways, cell)
        for dot in convent.dots:
            assert table.home[has_key][number - 1][dot] == found.get(dot, FAR)
    assert all(not cell for cell in table.cell[len(convent.cells) :])


def test_a_key_matters_on_the_way_home() -> None:
    table = the_board()
    assert table.home[0][3][26] == FAR
    assert table.home[1][3][26] == 3
    assert max(steps for row in table.home[1] for steps in row[1:]) < FAR
    assert max(steps for row in table.distance for steps in row) < min(FAR, TOWER)


@pytest.mark.rule("9.3", "9.7")
@CONVENTS
def test_places_on_a_path_and_ways_back_to_it(convent: Convent) -> None:
    table, ways = board(convent.name), ways_of(convent)
    for number, dots in enumerate(convent.paths.values(), 1):
        assert table.path_length[number] == len(dots)
        assert tuple(table.path[number][: len(dots)]) == dots
        for dot in convent.dots:
            on_path = [place for place, there in enumerate(dots) if there == dot]
            assert table.place[number][dot] == (on_path[0] if on_path else OFF_PATH)
            assert table.astray[number][dot] == min(waves(ways, dot)[there] for there in dots)
            assert table.is_end[number][dot] == (dot in (dots[0], dots[-1]))
    assert not any(table.path_length[len(convent.paths) + 1 :])


@pytest.mark.rule("13.6")
def test_the_red_path_from_26_to_147_leads_to_50_in_six_dots() -> None:
    number = list(the_convent().paths).index("red-26-147") + 1
    assert the_board().path[number][6] == 50


@pytest.mark.rule("11.2")
def test_the_monk_has_the_six_paths_that_do_not_begin_with_the_guards() -> None:
    table, convent = the_board(), the_convent()
    own = {name for number, name in enumerate(convent.paths, 1) if table.monks[number]}
    assert own == {name for name in convent.paths if {int(end) for end in name.split("-")[1:]} <= {84, 101, 122, 147}}
    assert len(own) == 6
    assert {dot for dot in convent.dots if table.end_bit[dot]} == {26, 84, 101, 122, 147}
    assert len({table.end_bit[dot] for dot in convent.path_ends}) == 5
    assert table.monk_tour[0] == table.end_bit[101] | table.end_bit[122] | table.end_bit[147]
    assert (table.monk_start[0], table.guard_start[0]) == (84, 26)


@pytest.mark.rule("2.2")
@CONVENTS
def test_wish_cards_are_found_by_deck_and_key(convent: Convent) -> None:
    for deck, name in enumerate(DECKS):
        for card in convent.wish_cards[name]:
            assert board(convent.name).wishes[deck][card.key] == [convent.keys[card.key], card.wish_dot]


# -- copies ---------------------------------------------------------------------------------------------------------------


def parts(value: Any) -> list[Any]:
    """Everything that could be changed in a value, lists and dataclasses, depth first."""
    if isinstance(value, list):
        return [value, *(part for each in value for part in parts(each))]
    if is_dataclass(value) and not getattr(value, "__dataclass_params__").frozen:  # noqa: B009  typeshed does not know it
        return [value, *(part for each in fields(value) for part in parts(getattr(value, each.name)))]
    return []


@pytest.mark.parametrize("index", range(4))
def test_a_copy_of_a_state_is_equal_and_shares_nothing_that_changes(index: int) -> None:
    state = play_random_game(GameSetup(novices=6), 3, index)
    twin = copy_of(state)
    assert twin == state == deepcopy(state)
    assert type(twin) is State
    ours, theirs = parts(state), parts(twin)
    assert len(ours) == len(theirs) > 50
    assert not {id(part) for part in ours} & {id(part) for part in theirs}
    assert twin.options is state.options


def test_a_change_to_a_copy_leaves_the_original_alone() -> None:
    state = play_random_game(GameSetup(novices=2), 3, 0)
    before, twin = deepcopy(state), copy_of(state)
    for part in parts(twin):
        if isinstance(part, list):
            part[:] = [each if isinstance(each, list) or is_dataclass(each) else each + 1 for each in part]
        else:
            for each in fields(part):
                if isinstance(getattr(part, each.name), int):
                    setattr(part, each.name, getattr(part, each.name) + 1)
    assert state == before
    assert twin != before


def test_zeros_are_rows_of_their_own() -> None:
    rows = zeros((2, 3))
    assert rows == [[0, 0, 0], [0, 0, 0]]
    assert rows[0] is not rows[1]
    assert zeros(()) == 0


def test_tables_have_room_for_the_convent() -> None:
    assert len(the_convent().dots) + 1 == DOTS
    assert the_board() is the_board()
    assert board_of(the_convent()) == the_board()
