"""6 Sight."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from nuns.referee.events import NoviceMoved, NoviceSeen
from nuns.referee.seat_events import events_of
from nuns.referee.view import view
from nuns.rules.sight import has_line, sees, sighting
from nuns.rules.words import Sighting
from tests.kit.audit import FACTS
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import ARC_EDITIONS, BOOKS, FACTS_OF_THE_BOARD, evening, on_watch, seen_on, vanished

DOTS = sorted(FACTS_OF_THE_BOARD.at)
LINES = FACTS_OF_THE_BOARD.lines
EDGES: dict[str, list[list[int]]] = json.loads(FACTS.read_text(encoding="utf-8"))["edges"]


def in_sight(night: Night, guard: str = "abbess") -> set[int]:
    """Every dot that a guard sees."""
    return {dot for dot in DOTS if sees(night.game.setup.board, night.game.state, night.guard(guard), dot)}


def every_outlook(night: Night) -> Iterator[tuple[int, tuple[int, int]]]:
    """The Abbess on every dot, facing every way: having stepped there, and having turned to step on."""
    board, abbess = night.game.setup.board, night.guard("abbess")
    for one in DOTS:
        for two in sorted(FACTS_OF_THE_BOARD.around[one]):
            turned = board.turned[one][board.next[one].index(two)]
            for abbess.dot, abbess.outlook in ((one, turned), (two, turned + 1)):
                yield abbess.dot, (one, two)


def is_seen_standing(night: Night, dot: int) -> bool:
    """A novice who stands on the dot is seen there."""
    night.put_novice(4, dot)
    return seen_on(night.do(f"novice-4 stand {dot}")) == [dot]


# -- 6.0 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.0", "6.2")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("dot", [17, 26, 67, 82, 103, 107, 150])
def test_a_guard_always_sees_the_dot_she_stands_on(edition: str, dot: int) -> None:
    night = evening(edition)
    night.put_guard("abbess", dot)
    night.put_novice(4, dot, has_key=1)
    beside = min(FACTS_OF_THE_BOARD.around[dot])
    assert seen_on(night.do(f"novice-4 sneak {dot}-{beside}"))[0] == dot


# -- 6.1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.1", "6.4")
@pytest.mark.parametrize("edition", ["mayfair", "italian"])  # what they see differs by the tower alone
def test_she_sees_what_has_a_line_is_near_enough_and_ahead_or_beside_and_nothing_else(edition: str) -> None:
    night = evening(edition)
    tower = {frozenset((67, 68))} if edition == "italian" else set()
    beside_lines = {dot: [other for other in DOTS if frozenset((dot, other)) in LINES | tower] for dot in DOTS}
    for stands, facing in every_outlook(night):
        expected = {
            dot
            for dot in beside_lines[stands]
            if FACTS_OF_THE_BOARD.distance[stands][dot] <= 6 and FACTS_OF_THE_BOARD.angle(facing, stands, dot) <= 93
        }
        assert in_sight(night) == expected | {stands}, f"on {stands} facing {facing}"


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
@pytest.mark.parametrize(
    "came_from, stands, dot, seen",
    [
        (17, 18, 22, True),  # straight ahead
        (17, 18, 17, False),  # straight behind
        (17, 18, 27, True),  # beside her
        (4, 18, 16, True),  # beside her, on either hand
        (4, 18, 22, True),
        (17, 18, 3, False),  # no line: a door
        (84, 85, 57, True),  # 92.94 degrees
        (38, 39, 64, False),  # 93.01 degrees, which would round to 93
        (9, 12, 81, True),  # 6 steps apart through the leaves of the tree, 7 around it
        (28, 38, 93, False),  # 7 steps apart, though the printed table shows them as seen
        (94, 93, 37, False),
        (94, 93, 38, False),
        (102, 91, 41, False),
        (50, 49, 94, False),
        (95, 94, 49, False),
    ],
)
def test_line_distance_and_direction_decide(edition: str, came_from: int, stands: int, dot: int, seen: bool) -> None:
    night = evening(edition)
    on_watch(night, "abbess", came_from, stands)
    assert is_seen_standing(night, dot) == seen


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("one, two, came_from", [(38, 93, 28), (93, 37, 94), (91, 41, 102), (49, 94, 50)])
def test_what_the_printed_table_shows_at_7_steps_is_seen_with_a_longer_limit(one: int, two: int, came_from: int) -> None:
    assert FACTS_OF_THE_BOARD.distance[one][two] == 7
    for limit, seen in ((6, False), (7, True)):
        night = evening(also=f"opening=single,sight-range={limit}")
        on_watch(night, "abbess", came_from, one)
        assert is_seen_standing(night, two) == seen


@pytest.mark.rule("6.1")
def test_the_limit_of_6_is_reached_and_counts_every_edge() -> None:
    night = evening()
    on_watch(night, "abbess", 15, 16)
    assert FACTS_OF_THE_BOARD.distance[16][22] == 6
    assert is_seen_standing(night, 22)
    for limit, seen in ((5, False), (6, True)):
        night = evening(also=f"opening=single,sight-range={limit}")
        on_watch(night, "abbess", 9, 12)
        assert is_seen_standing(night, 81) == seen  # 12-31-34-54-57-82-81


# -- 6.2 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
def test_with_no_step_taken_yet_she_sees_only_her_own_dot(edition: str) -> None:
    night = evening(edition)
    for dot in DOTS:
        night.put_guard("abbess", dot)
        assert in_sight(night) == {dot}


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
def test_she_keeps_the_facing_of_her_last_step_and_never_looks_back(edition: str) -> None:
    night = evening(edition, novices=(4, 6))
    night.put_guard("abbess", 26, path="blue-26-84")
    night.put_guard("prioress", 84, path="green-26-84", heading=-1)
    night.pass_time("step")
    night.go("abbess", 19, 18, 17)
    night.do("abbess stops")
    night.pass_time("plan")
    assert view(night.game, "spectator").guards[0].facing == (18, 17)
    happened = night.do("novice-4 walk 4-18-19-20", "novice-6 sneak 6-16")
    assert [(event["novice"], event["dot"]) for event in of_kind(happened, "novice_seen")] == [(6, 16)]
    night.pass_time("step")
    assert view(night.game, "spectator").guards[0].facing == (18, 17)  # until her next movement
    night.go("abbess", 16, 16)
    assert view(night.game, "spectator").guards[0].facing == (17, 16)


@pytest.mark.rule("6.2", "6.3")
def test_a_guard_who_has_taken_no_step_turns_and_looks_before_her_first() -> None:
    night = evening()
    night.put_guard("abbess", 18, path="blue-26-84")
    night.put_novice(4, 16)
    night.pass_time("step")
    assert not view(night.game, "spectator").guards[0].leave
    assert kinds(night.do("abbess 18-17")) == ["guard_turned", "novice_seen"]


# -- 6.3 ----------------------------------------------------------------------------------------------------------------


def abbess_on_96(night: Night) -> Night:
    """She came from 97 and will turn to 95: then 97 and 122, behind her until now, are beside her."""
    night.put_guard("abbess", 96, came_from=97, path="blue-84-122", heading=-1)
    return night


@pytest.mark.rule("6.3")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
def test_a_turn_that_shows_something_new_lets_her_choose_again_before_she_steps(edition: str) -> None:
    night = abbess_on_96(evening(edition))
    night.put_novice(4, 122)
    night.pass_time("step")
    assert "(rule 9.6)" in night.refused("abbess 96-71")
    assert night.do("abbess 96-95") == [
        {"event": "guard_turned", "turn": 1, "guard": "abbess", "dot": 96, "towards": 95},
        {"event": "novice_seen", "turn": 1, "novice": 4, "dot": 122, "by": ("abbess",)},
    ]
    public = view(night.game, "spectator").guards[0]
    assert (public.dot, public.facing, public.steps, public.leave) == (96, (96, 95), 0, True)
    assert set(night.menu("guards")) == {"abbess 96-71 free", "abbess 96-95", "abbess 96-97 free"}


@pytest.mark.rule("6.3")
def test_a_turn_that_shows_nothing_new_is_followed_by_the_step() -> None:
    night = abbess_on_96(evening())
    night.pass_time("step")
    assert kinds(night.do("abbess 96-95")) == ["guard_stepped"]


@pytest.mark.rule("6.3")
def test_what_she_has_noticed_in_this_movement_is_not_new() -> None:
    night = abbess_on_96(evening())
    night.put_novice(4, 122)
    night.pass_time("step")
    night.do("abbess 96-95")
    assert kinds(night.do("abbess 96-95")) == ["guard_stepped"]
    assert kinds(night.do("abbess 95-96 free")) == ["guard_stepped"]
    assert kinds(night.do("abbess 96-97 free")) == ["guard_stepped"]  # she turns to the novice, whom she knows of


@pytest.mark.rule("6.3")
def test_what_she_sees_when_her_movement_starts_is_not_new() -> None:
    night = evening()
    night.put_guard("abbess", 96, came_from=71, path="red-26-122")
    night.put_novice(4, 122)
    night.pass_time("step")
    assert view(night.game, "spectator").guards[0].leave
    assert kinds(night.do("abbess 96-97")) == ["guard_stepped"]


@pytest.mark.rule("6.3")
def test_in_her_next_movement_it_is_new_again() -> None:
    night = abbess_on_96(evening())
    night.put_guard("prioress", 84, path="blue-26-84", heading=-1)
    night.put_novice(4, 122)
    night.pass_time("step")
    night.do("abbess 96-95", "abbess 96-95", "abbess 95-96 free", "abbess 96-71 free", "abbess stops")
    night.pass_time("plan")
    night.pass_time("step")
    assert not view(night.game, "spectator").guards[0].leave  # she faces away
    assert kinds(night.do("abbess 71-96")) == ["guard_turned", "novice_seen"]


@pytest.mark.rule("6.3")
def test_new_is_what_this_guard_has_not_noticed_whatever_the_other_sees() -> None:
    night = abbess_on_96(evening())
    on_watch(night, "prioress", 70, 71)
    night.put_novice(4, 122)
    assert [event["by"] for event in of_kind(night.do("novice-4 stand 122"), "novice_seen")] == [("prioress",)]
    night.pass_time("order")
    night.do("abbess first")
    assert kinds(night.do("abbess 96-95"))[0] == "guard_turned"
    assert night.guard("abbess").dot == 96


@pytest.mark.rule("6.3", "8.8")
def test_a_caught_novice_is_nothing_new() -> None:
    night = abbess_on_96(evening())
    night.pass_time("step")
    night.put_novice(4, 122, caught=True)
    happened = night.do("abbess 96-95")
    assert kinds(happened) == ["novice_seen", "guard_stepped"]
    assert happened[-1]["to"] == 95
    assert not view(night.game, "spectator").guards[0].leave


@pytest.mark.rule("6.3", "6.8")
def test_a_vanished_token_is_something_new() -> None:
    night = abbess_on_96(evening())
    on_watch(night, "prioress", 70, 71)
    night.put_novice(4, 122)
    assert vanished(night.do("novice-4 sneak 122-123")) == [(122, 123)]
    night.pass_time("order")
    night.do("abbess first")
    assert kinds(night.do("abbess 96-95")) == ["guard_turned"]
    assert night.is_legal("abbess 96-97 free")


@pytest.mark.rule("6.3", "9.1")
def test_after_such_a_turn_she_may_stop_if_she_has_3_steps_and_keeps_the_facing() -> None:
    for start, came_from, ahead in ((126, 127, (125, 124, 123)), (125, 126, (124, 123))):
        night = evening()
        night.put_guard("abbess", start, came_from=came_from, path="green-101-122")
        night.put_novice(4, 127)  # behind her until she turns to 122
        night.pass_time("step")
        night.go("abbess", *ahead)
        assert kinds(night.do("abbess 123-122")) == ["guard_turned", "novice_seen"]
        if len(ahead) == 3:
            night.do("abbess stops")
            assert view(night.game, "spectator").guards[0].facing == (123, 122)
        else:
            assert "(rule 9.1)" in night.refused("abbess stops")


@pytest.mark.rule("6.3")
def test_having_stepped_she_looks_again() -> None:
    night = evening()
    night.put_guard("abbess", 17, came_from=16, path="blue-26-84", heading=-1)
    night.put_novice(4, 27)  # seen from 18 alone
    night.pass_time("step")
    assert kinds(night.do("abbess 17-18")) == ["guard_stepped", "novice_seen"]
    assert view(night.game, "spectator").guards[0].leave


# -- 6.4 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
def test_the_tree_the_confessionals_the_tower_and_the_apse_are_seen_from_few_dots(edition: str) -> None:
    night = evening(edition)
    seen_from: dict[int, set[int]] = {dot: set() for dot in (67, 82, 103, 107, 150)}
    for stands, _ in every_outlook(night):
        for dot in seen_from:
            if sees(night.game.setup.board, night.game.state, night.guard("abbess"), dot):
                seen_from[dot].add(stands)
    assert seen_from == {
        67: {67, 68} if edition == "italian" else {67},
        82: {82},
        103: {103},
        107: {107},
        150: {150, 134, 135},
    }


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("edition, seen", [("mayfair", False), ("reference", False), ("italian", True)])
@pytest.mark.parametrize("came_from, stands, dot", [(46, 68, 67), (73, 68, 67)])
def test_67_is_hidden_from_68_but_in_one_edition(edition: str, seen: bool, came_from: int, stands: int, dot: int) -> None:
    night = evening(edition)
    on_watch(night, "abbess", came_from, stands)
    assert is_seen_standing(night, dot) == seen


@pytest.mark.rule("6.4", "6.2")
def test_in_that_edition_67_and_68_see_each_other_but_not_behind_their_backs() -> None:
    night = evening("italian")
    seen = {(stands, facing): in_sight(night) & {67, 68} for stands, facing in every_outlook(night) if stands in (67, 68)}
    assert seen == {
        (67, (67, 68)): {67, 68},
        (67, (68, 67)): {67},
        (68, (67, 68)): {68},
        (68, (68, 67)): {67, 68},
        (68, (46, 68)): {67, 68},
        (68, (68, 46)): {67, 68},
        (68, (73, 68)): {67, 68},
        (68, (68, 73)): {67, 68},
    }


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("kind", ["door", "lock", "curtain", "leaves"])
def test_doors_and_curtains_block(kind: str) -> None:
    night = evening()
    closed = [frozenset(edge) for edge in EDGES[kind]]
    for stands, facing in every_outlook(night):
        if frozenset(facing) in closed and stands == facing[0]:
            assert facing[1] not in in_sight(night)


@pytest.mark.rule("6.4")
def test_nothing_is_seen_from_room_to_room_through_a_wall() -> None:
    night = evening()
    on_watch(night, "abbess", 17, 18)
    for dot in (1, 2, 3, 4, 5, 6, 24, 26, 28, 39):
        assert dot not in in_sight(night)


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(
    "came_from, stands, dot",
    [
        (48, 49, 90),  # across the columns and the garden of the cloister
        (27, 39, 92),
        (54, 57, 81),  # past the tree
        (60, 78, 114),  # past the statues of the chapel
    ],
)
def test_trees_columns_and_statues_do_not_block(came_from: int, stands: int, dot: int) -> None:
    night = evening()
    on_watch(night, "abbess", came_from, stands)
    assert is_seen_standing(night, dot)


# -- 6.5 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.5")
def test_by_room_she_sees_every_dot_of_it_whatever_her_facing_and_nothing_else() -> None:
    night = evening("dutch")
    for dot in DOTS:
        night.put_guard("abbess", dot)
        assert in_sight(night) == FACTS_OF_THE_BOARD.room[dot]
    for stands, _ in every_outlook(night):
        assert in_sight(night) == FACTS_OF_THE_BOARD.room[stands]


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    "stands, dot, seen",
    [
        (37, 93, True),  # however far
        (41, 91, True),
        (37, 68, True),  # no line
        (68, 67, False),  # the tower is a room of its own
        (57, 82, False),  # so is the tree
        (82, 57, False),
        (82, 82, True),
        (18, 19, False),  # the corridor is two rooms
        (22, 23, False),
        (104, 103, False),  # behind a curtain
        (135, 129, False),
        (134, 150, True),
    ],
)
@pytest.mark.parametrize("limit", [1, 6])
def test_by_room_distance_and_lines_do_not_matter(stands: int, dot: int, seen: bool, limit: int) -> None:
    night = evening("dutch", also=f"opening=single,sight-range={limit}")
    night.put_guard("abbess", stands)
    assert is_seen_standing(night, dot) == seen


@pytest.mark.rule("6.5")
def test_sight_by_room_is_an_option_of_every_edition() -> None:
    for edition in ARC_EDITIONS:
        night = evening(edition, also="sight=room")
        night.put_guard("abbess", 37)
        assert in_sight(night) == FACTS_OF_THE_BOARD.room[37]


# -- 6.6 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
@pytest.mark.parametrize(
    "movement, seen, token",
    [
        ("stand 17", [17], 17),
        ("sneak 17-5", [17], None),  # where her movement starts
        ("sneak 5-17", [17], 17),
        ("run 27-18-17-16-15-14", [18, 17, 16], None),
        ("walk 4-18-4-18", [18, 18], 18),
        ("stand 27", [], None),
    ],
)
def test_a_novice_is_checked_where_she_starts_and_on_every_dot_she_moves_through(
    edition: str, movement: str, seen: list[int], token: int | None
) -> None:
    night = evening(edition)
    on_watch(night, "abbess", 21, 20)  # she sees 16 to 19
    night.put_novice(4, int(movement.split()[1].split("-")[0]))
    assert seen_on(night.do(f"novice-4 {movement}")) == seen
    assert view(night.game, "spectator").novices[0].dot == token  # her token stands where she is, while seen


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("route, by", [("16-17", ("abbess",)), ("3-19", ("abbess", "prioress")), ("1-21", ("prioress",))])
def test_all_who_see_her_are_named(route: str, by: tuple[str, ...]) -> None:
    night = evening()
    on_watch(night, "abbess", 21, 20)  # she sees 16 to 19
    on_watch(night, "prioress", 17, 18)  # she sees 19 to 22, and 27
    night.put_novice(4, int(route.split("-")[0]))
    assert of_kind(night.do(f"novice-4 sneak {route}"), "novice_seen")[-1]["by"] == by


@pytest.mark.rule("6.6", "3.2")
def test_which_dots_were_seen_is_public_and_the_rest_of_the_route_is_not() -> None:
    night = evening(novices=(1, 4))
    on_watch(night, "abbess", 21, 20)
    night.put_novice(4, 27)
    night.do("novice-4 run 27-18-17-16-15-14", "novice-1 stand 1")
    for seat in ("novice-1", "guards", "spectator"):
        (moved,) = [event for event in events_of(night.game, seat) if isinstance(event, NoviceMoved) and event.novice == 4]
        assert not isinstance(moved.route, tuple)
        assert [event.dot for event in events_of(night.game, seat) if isinstance(event, NoviceSeen)] == [18, 17, 16]
    (own,) = [event for event in events_of(night.game, "novice-4") if isinstance(event, NoviceMoved) and event.novice == 4]
    assert own.route == (27, 18, 17, 16, 15, 14)


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("edition, movement", [*((edition, "sneak 4-18") for edition in ARC_EDITIONS), ("dutch", "stand 4")])
def test_a_novice_seen_in_her_own_cell_is_marked_seen(edition: str, movement: str) -> None:
    night = evening(edition)
    night.put_guard("abbess", 4)
    assert seen_on(night.do(f"novice-4 {movement}")) == [4]


# -- 6.7 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.7")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
@pytest.mark.parametrize(
    "movement, tokens",
    [
        ("sneak 17-5", [(17, 5)]),
        ("walk 18-19-20-21", []),  # into the guard, who catches her
        ("sneak 18-17", []),  # seen all along
        ("sneak 5-17", []),  # comes into sight
        ("run 18-4-18-17-5", [(18, 4), (17, 5)]),  # twice, and the first stays though she was seen again
        ("run 4-18-4-18-4-18", [(18, 4), (18, 4)]),  # and both though she ends in sight
        ("stand 18", []),
        ("walk 27-39-40-39", []),  # never seen
    ],
)
def test_a_vanished_token_lies_between_the_last_dot_seen_and_the_next(edition: str, movement: str, tokens: list[tuple[int, int]]) -> None:
    night = evening(edition)
    on_watch(night, "abbess", 21, 20)  # she sees 16 to 19
    night.put_novice(4, int(movement.split()[1].split("-")[0]))
    assert vanished(night.do(f"novice-4 {movement}")) == tokens
    assert [each.between for each in view(night.game, "spectator").vanishings] == tokens


@pytest.mark.rule("6.7", "6.5")
@pytest.mark.parametrize("movement, tokens", [("sneak 18-19", [(18, 19)]), ("run 17-18-19-18-4", [(18, 19), (18, 4)]), ("sneak 18-17", [])])
def test_by_room_she_vanishes_by_leaving_the_room(movement: str, tokens: list[tuple[int, int]]) -> None:
    night = evening("dutch")
    night.put_guard("abbess", 16)
    night.put_novice(4, int(movement.split()[1].split("-")[0]))
    assert vanished(night.do(f"novice-4 {movement}")) == tokens


@pytest.mark.rule("6.7")
def test_her_own_token_goes_back_to_her_cell() -> None:
    night = evening(also="opening=two-phases")
    on_watch(night, "abbess", 21, 20)
    night.put_novice(4, 17)
    night.do("novice-4 sneak 17-18")
    assert view(night.game, "spectator").novices[0].dot == 18
    night.do("roll 1", "novice-4 sneak 18-4")
    assert view(night.game, "spectator").novices[0].dot is None


@pytest.mark.rule("6.7")
@pytest.mark.parametrize("edition", ["mayfair", "reference"])
def test_there_is_one_token_and_only_when_no_guard_sees_her(edition: str) -> None:
    night = evening(edition)
    on_watch(night, "abbess", 17, 18)  # sees 27
    on_watch(night, "prioress", 49, 37)  # sees 38 to 41
    night.put_novice(4, 27)
    happened = night.do("novice-4 walk 27-39-38-28")
    assert [(event["dot"], event["by"]) for event in of_kind(happened, "novice_seen")] == [
        (27, ("abbess",)),
        (39, ("prioress",)),
        (38, ("prioress",)),
    ]
    assert vanished(happened) == [(38, 28)]


@pytest.mark.rule("6.7", "8.4")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("caught, tokens", [(True, []), (False, [(18, 4)])])
def test_a_caught_novice_places_none(edition: str, caught: bool, tokens: list[tuple[int, int]]) -> None:
    night = evening(edition)
    on_watch(night, "abbess", 15, 16)
    night.put_novice(4, 17, caught=caught)
    happened = night.do("novice-4 walk 17-18-4" if caught else "novice-4 sneak 17-18-4")
    assert seen_on(happened) == [17, 18]
    assert vanished(happened) == tokens


@pytest.mark.rule("6.7", "8.6")
def test_one_who_disobeys_is_on_the_run_and_places_one() -> None:
    night = evening()
    on_watch(night, "abbess", 15, 16)
    night.put_novice(4, 18, caught=True)
    assert vanished(night.do("novice-4 sneak 18-27")) == [(18, 27)]


# -- 6.8 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.8", "9.6")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
def test_a_guard_sees_a_vanished_token_when_she_sees_the_dot_where_the_novice_was_last_seen(edition: str) -> None:
    night = evening(edition)
    night.put_guard("abbess", 37, came_from=49, path="yellow-26-101", heading=-1)  # sees 38 to 41
    night.put_guard("prioress", 15, came_from=30, path="green-26-84", heading=-1)  # goes by 16, 17 and 18
    night.put_novice(4, 39)
    assert vanished(night.do("novice-4 walk 39-27-18-4")) == [(39, 27)]
    night.pass_time("order")
    night.do("prioress first")
    night.go("prioress", 16, 17, 18)  # on 18 she sees 27, where the novice went, but not 39
    assert 27 in in_sight(night, "prioress")
    assert not view(night.game, "spectator").guards[1].leave
    assert "(rule 9.6)" in night.refused("prioress 18-27 free")
    night.do("prioress stops")
    assert view(night.game, "spectator").guards[0].leave  # the Abbess sees 39
    night.go("abbess", 38)
    assert night.is_legal("abbess 38-28 free")


@pytest.mark.rule("6.8", "6.5")
@pytest.mark.parametrize("prioress, leave", [(17, True), (19, False)])
def test_by_room_she_sees_the_tokens_of_those_last_seen_in_her_room(prioress: int, leave: bool) -> None:
    night = evening("dutch")
    night.put_guard("abbess", 16)
    night.put_guard("prioress", prioress, path="blue-26-84")
    night.put_novice(4, 18)
    assert vanished(night.do("novice-4 sneak 18-27-39")) == [(18, 27)]
    night.pass_time("order")
    night.do("prioress first")
    assert view(night.game, "spectator").guards[1].leave == leave


# -- 6.9 ----------------------------------------------------------------------------------------------------------------


def prioress_comes_to_18(edition: str) -> Night:
    """A novice on 27 is seen from 18 alone; the Prioress steps there."""
    night = evening(edition)
    night.put_guard("abbess", 84, path="blue-26-84", heading=-1)
    night.put_guard("prioress", 15, came_from=30, path="green-26-84", heading=-1)
    night.put_novice(4, 27)
    night.do("novice-4 stand 27")
    night.pass_time("order")
    night.do("prioress first")
    night.go("prioress", 16, 17)
    assert view(night.game, "spectator").novices[0].dot is None
    assert night.go("prioress", 18)[1:] == [{"event": "novice_seen", "turn": 1, "novice": 4, "dot": 27, "by": ("prioress",)}]
    assert view(night.game, "spectator").novices[0].dot == 27
    return night


@pytest.mark.rule("6.9")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
def test_a_guards_step_brings_a_novice_into_sight_and_she_stays_shown_while_seen(edition: str) -> None:
    night = prioress_comes_to_18(edition)
    night.do("prioress stops")
    night.pass_time("plan")
    assert view(night.game, "spectator").novices[0].dot == 27


@pytest.mark.rule("6.9")
@pytest.mark.parametrize("edition", ARC_EDITIONS)
def test_out_of_sight_when_the_guards_movement_ends_her_token_goes_back_and_no_vanished_token_is_placed(edition: str) -> None:
    night = prioress_comes_to_18(edition)
    night.go("prioress", 19)
    night.do("prioress stops")
    assert view(night.game, "spectator").novices[0].dot == 27  # until the other guard has moved too
    happened = night.pass_time("plan")
    assert "novice_vanished" not in kinds(happened)
    public = view(night.game, "spectator")
    assert (public.novices[0].dot, public.vanishings) == (None, ())


@pytest.mark.rule("6.9", "6.3")
def test_a_guards_turn_brings_a_novice_into_sight() -> None:
    night = abbess_on_96(evening())
    night.put_novice(4, 122)
    night.pass_time("step")
    night.do("abbess 96-95")
    assert view(night.game, "spectator").novices[0].dot == 122


@pytest.mark.rule("6.9", "6.5")
def test_by_room_a_guard_who_enters_brings_everyone_in_it_into_sight() -> None:
    night = evening("dutch", novices=(1, 2, 4))
    night.put_guard("abbess", 19, path="blue-26-84")
    for number, dot in ((1, 16), (2, 17), (4, 4)):
        night.put_novice(number, dot)
    night.pass_time("step")
    assert seen_on(night.do("abbess 19-18")) == [16, 17]


@pytest.mark.rule("6.9", "8.4")
def test_a_caught_novice_comes_into_sight_like_any_other() -> None:
    night = evening()
    night.put_guard("abbess", 17, came_from=16, path="blue-26-84", heading=-1)
    night.pass_time("step")
    night.put_novice(4, 27, caught=True)
    assert seen_on(night.do("abbess 17-18")) == [27]
    assert not view(night.game, "spectator").guards[0].leave


EACH_GUARD = "opening=single,vanish-marks=each-guard"


def lost_by(happened: list[dict[str, Any]]) -> list[tuple[str | None, tuple[int, int]]]:
    """Out of whose sight novices vanished, and where."""
    return [(event.get("guard"), tuple(event["between"])) for event in of_kind(happened, "novice_vanished")]


def watched_by_both(options: str = EACH_GUARD) -> Night:
    """The Abbess on 20 sees 16 to 19; the Prioress on 27 looks towards 18 and sees 18 alone."""
    night = evening(also=options)
    on_watch(night, "abbess", 21, 20)
    on_watch(night, "prioress", 39, 27)
    return night


@pytest.mark.rule("6.7")
@pytest.mark.parametrize(
    "movement, tokens",
    [
        ("sneak 18-17", [("prioress", (18, 17))]),  # the Abbess still sees her
        ("sneak 18-4", [("abbess", (18, 4)), ("prioress", (18, 4))]),  # two tokens on one edge, the Abbess's first
        ("sneak 17-5", [("abbess", (17, 5))]),
        ("run 18-17-18-4", [("prioress", (18, 17)), ("abbess", (18, 4)), ("prioress", (18, 4))]),
        ("sneak 4-18", []),
    ],
)
def test_with_each_guard_a_token_is_placed_for_every_guard_who_loses_her(movement: str, tokens: list[tuple[str, tuple[int, int]]]) -> None:
    night = watched_by_both()
    night.put_novice(4, int(movement.split()[1].split("-")[0]))
    assert lost_by(night.do(f"novice-4 {movement}")) == tokens
    assert [(each.guard, each.between) for each in view(night.game, "spectator").vanishings] == tokens


@pytest.mark.rule("6.7")
def test_with_each_guard_her_own_token_stays_while_the_other_guard_sees_her() -> None:
    night = watched_by_both()
    night.put_novice(4, 18)
    night.do("novice-4 sneak 18-17")
    assert [each.dot for each in view(night.game, "spectator").novices] == [17]


@pytest.mark.rule("6.7", "6.8", "9.6")
@pytest.mark.parametrize("marks, reason", [("each-guard", False), ("unseen", True)])
def test_only_the_guard_who_lost_her_may_use_the_token(marks: str, reason: bool) -> None:
    night = evening(also=f"opening=single,vanish-marks={marks}")
    on_watch(night, "abbess", 21, 20)
    night.put_novice(4, 17)
    night.do("novice-4 sneak 17-5")
    night.put_guard("prioress", 18, came_from=19, path="green-26-84")  # she sees 17, where the novice was seen last
    night.put_guard("abbess", 20, came_from=21, path="yellow-26-122", heading=-1)
    night.pass_time("order")
    night.do("prioress first")
    assert view(night.game, "spectator").guards[1].leave is reason


@pytest.mark.rule("6.7", "11.2")
@pytest.mark.parametrize("prioress, tokens", [(False, [(None, (18, 4))]), (True, [("prioress", (18, 4)), (None, (18, 4))])])
def test_the_token_for_the_monks_sight_is_placed_last_and_every_guard_may_use_it(prioress: bool, tokens: list[Any]) -> None:
    night = evening(also=f"{EACH_GUARD},monk=robert")
    on_watch(night, "monk", 21, 20)
    if prioress:
        on_watch(night, "prioress", 39, 27)
    night.put_novice(4, 18)
    assert lost_by(night.do("novice-4 sneak 18-4")) == tokens
    assert night.novice(4).token_for[len(tokens) - 1] == 0b111


@pytest.mark.rule("6.7", "11.2")
def test_out_of_the_monks_sight_alone_she_places_no_token_while_a_guard_sees_her() -> None:
    night = evening(also=f"{EACH_GUARD},monk=robert")
    on_watch(night, "abbess", 21, 20)
    on_watch(night, "monk", 39, 27)
    night.put_novice(4, 18)
    assert lost_by(night.do("novice-4 sneak 18-17")) == []


# -- why a dot is seen or not -------------------------------------------------------------------------------------------


@pytest.mark.rule("6.0", "6.1", "6.2", "6.4", "6.5", "11.2")
@pytest.mark.parametrize(
    "also, guard, came_from, dot, seen, why",
    [
        ("sight=arc", "abbess", 21, 20, 20, Sighting.SAME_DOT),
        ("sight=arc", "abbess", 21, 20, 17, Sighting.AHEAD),
        ("sight=arc", "abbess", 21, 20, 21, Sighting.BEHIND),
        ("sight=arc", "abbess", 21, 20, 4, Sighting.NO_LINE),
        ("sight=arc,sight-range=2", "abbess", 21, 20, 17, Sighting.TOO_FAR),
        ("sight=arc", "abbess", None, 20, 17, Sighting.NOT_TURNED),
        ("sight=room", "abbess", 19, 18, 17, Sighting.SAME_ROOM),
        ("sight=room", "abbess", 21, 20, 4, Sighting.OTHER_ROOM),
        ("sight=arc,monk=frederick", "monk", 21, 20, 19, Sighting.BLIND),
        ("sight=arc,tower-seen=off", "abbess", 46, 68, 67, Sighting.NO_LINE),
    ],
)
def test_the_rules_say_why_a_guard_sees_a_dot_or_not(
    also: str, guard: str, came_from: int | None, dot: int, seen: int, why: Sighting
) -> None:
    night = evening(also=also)
    night.put_guard(guard, dot, came_from=came_from)
    assert sighting(night.game.setup.board, night.game.state, night.guard(guard), seen) == why


@pytest.mark.rule("6.1", "6.4", "6.5")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_line_joins_two_dots_exactly_when_some_facing_shows_one_from_the_other(edition: str) -> None:
    night = evening(edition, also="sight-range=23")
    board, state, guard = night.game.setup.board, night.game.state, night.guard("abbess")
    for here in DOTS:
        guard.dot, seen = here, set[int]()
        for way in range(board.degree[here]):
            guard.outlook = board.turned[here][way]
            seen |= {dot for dot in DOTS if sees(board, state, guard, dot)}
        joined = {dot for dot in DOTS if has_line(board, state.options, here, dot)}
        assert seen <= joined
        assert all(sighting(board, state, guard, dot) == Sighting.BEHIND for dot in joined - seen)
