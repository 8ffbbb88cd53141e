"""5 Novice movement."""

import json

import pytest

from nuns.referee.view import view
from tests.kit.audit import FACTS
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS, FACTS_OF_THE_BOARD, evening, on_watch, over, seen_on

CORRIDOR = (4, 18, 17, 16, 17, 18, 19, 20)  # from her cell, no lock on the way
RANGES = {"stand": (0, 0), "sneak": (1, 2), "walk": (3, 4), "run": (1, 5)}
EDGES: dict[str, list[list[int]]] = json.loads(FACTS.read_text(encoding="utf-8"))["edges"]
AWAY_FROM_26 = {3: 17, 4: 16, 5: 15, 6: 14, 7: 13, 8: 12, 9: 31}  # dots in a row, so many steps from 26


def along_the_corridor(steps: int) -> str:
    return "-".join(map(str, CORRIDOR[: steps + 1]))


# -- 5.1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("gait", RANGES)
def test_a_gait_has_a_least_and_a_greatest_number_of_dots(edition: str, gait: str) -> None:
    night = evening(edition)
    least, most = RANGES[gait]
    for steps in range(8):
        text = f"novice-4 {gait} {along_the_corridor(steps)}"
        if least <= steps <= most:
            assert night.is_legal(text)
        else:
            assert "(rule 5.1)" in night.refused(text)


@pytest.mark.rule("5.1", "7.1")
@pytest.mark.parametrize(
    "gait, edition, modifier",
    [
        *(("stand", edition, -3) for edition in BOOKS),
        *(("sneak", edition, -2) for edition in BOOKS),
        *(("walk", edition, -1) for edition in BOOKS),
        ("run", "mayfair", 0),
        ("run", "reference", 0),
        ("run", "italian", 0),
        ("run", "dutch", 1),
    ],
)
@pytest.mark.parametrize("beyond, heard", [(0, True), (1, False)])
def test_a_gait_carries_as_far_as_the_die_and_its_modifier(gait: str, edition: str, modifier: int, beyond: int, heard: bool) -> None:
    dot, before = AWAY_FROM_26[6 + modifier + beyond], AWAY_FROM_26[6 + modifier + beyond + 1]
    assert FACTS_OF_THE_BOARD.distance[26][dot] == 6 + modifier + beyond
    night = evening(edition)
    night.put_guard("abbess", 26)
    route = {"stand": [dot], "sneak": [before, dot], "walk": [before, dot, before, dot], "run": [before, dot]}[gait]
    night.put_novice(4, route[0])
    night.do(f"novice-4 {gait} {'-'.join(map(str, route))}")
    tokens = of_kind(night.pass_time("order", face=6), "noise")
    assert [(token["novice"], token["guard"]) for token in tokens] == [(4, "abbess")] * heard


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("gait", RANGES)
def test_any_gait_may_be_used_every_turn(gait: str) -> None:
    night = Night("mayfair(blessings=off,opening=single)")
    least, _ = RANGES[gait]
    for turn in (1, 2, 3):
        assert view(night.game, "spectator").turn == turn
        night.put_novice(4, 11)
        night.tear_plans()
        route = (11, 10, 11, 32)[: least + 1]
        night.do(f"novice-4 {gait} {'-'.join(map(str, route))}")
        night.pass_time("plan")


# -- 5.2 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("text", ["sneak 4-5", "sneak 4-18-16", "walk 4-18-20-21", "run 4-4", "sneak 4-155"])
def test_she_moves_along_edges_only(text: str) -> None:
    assert "(rule 5.2)" in evening().refused(f"novice-4 {text}")


@pytest.mark.rule("5.2")
def test_she_starts_where_she_stands() -> None:
    assert "(rule 5.2)" in evening().refused("novice-4 sneak 18-17")


@pytest.mark.rule("5.2")
def test_she_may_turn_back_on_her_own_steps_and_each_counts_one() -> None:
    night = evening()
    assert "(rule 5.1)" in night.refused("novice-4 walk 4-18-4-18-4-18")
    (moved,) = night.do("novice-4 walk 4-18-4-18-4")
    assert moved["route"] == (4, 18, 4, 18, 4)


@pytest.mark.rule("5.2")
def test_novices_may_share_a_dot() -> None:
    night = evening(novices=(3, 4, 5))
    happened = night.do("novice-3 walk 3-19-18-17", "novice-4 sneak 4-18-17", "novice-5 sneak 5-17")
    assert kinds(happened) == ["novice_moved"] * 3
    assert {night.novice(number).dot for number in (3, 4, 5)} == {17}


@pytest.mark.rule("5.2", "6.6")
@pytest.mark.parametrize("route, seen", [("27-39-27-39-27", []), ("27-18-27-18-27", [18, 18]), ("27-39-27-18-27", [18])])
def test_the_route_she_picks_is_what_is_checked_against_sight(route: str, seen: list[int]) -> None:
    night = evening()
    on_watch(night, "abbess", 21, 20)  # she sees 16 to 19
    night.put_novice(4, 27)
    assert seen_on(night.do(f"novice-4 walk {route}")) == seen


# -- 5.3 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("one, two", EDGES["lock"])
def test_a_lock_needs_her_key_and_any_lock_will_do(one: int, two: int) -> None:
    night = evening()
    for here, there in ((one, two), (two, one)):
        night.put_novice(4, here, has_key=0)
        night.tear_plans()
        assert "(rule 5.3)" in night.refused(f"novice-4 sneak {here}-{there}")
        night.put_novice(4, here, has_key=1)
        assert night.is_legal(f"novice-4 sneak {here}-{there}")


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("kind", ["door", "curtain", "leaves", "open"])
def test_doors_curtains_and_leaves_stop_nobody(kind: str) -> None:
    night = evening()
    for one, two in EDGES[kind]:
        for here, there in ((one, two), (two, one)):
            night.put_novice(4, here, has_key=0)
            night.tear_plans()
            assert night.is_legal(f"novice-4 sneak {here}-{there}")


@pytest.mark.rule("5.3")
def test_the_key_opens_from_the_movement_after_the_one_that_took_it() -> None:
    night = evening(keys={4: 8})  # on 72
    night.put_novice(4, 71)
    assert "(rule 5.3)" in night.refused("novice-4 run 71-96-97-122-121")
    night.do("novice-4 sneak 71-72")
    night.put_guard("abbess", 84, path="blue-26-84", heading=-1)
    night.put_guard("prioress", 84, path="green-26-84", heading=-1)
    night.pass_time("plan")
    assert night.is_legal("novice-4 run 72-71-96-97-122-121")


# -- 5.4 ----------------------------------------------------------------------------------------------------------------

MOVEMENTS_AT_130 = {
    "sneak 131-130": True,
    "run 88-105-114-130": True,
    "walk 131-130-131-130": True,
    "sneak 130-131-130": True,  # leaves it and comes back
    "stand 130": False,
    "sneak 131-130-129": False,  # passes
    "run 130-131": False,  # leaves
    "sneak 113-131": False,
}
MOVEMENTS_AT_110 = {
    "sneak 132-110": True,
    "sneak 110-132-110": True,
    "walk 132-110-132-110": True,
    "sneak 109-110": True,
    "stand 110": False,
    "sneak 109-110-132": False,
    "run 110-132": False,
}


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("movement, taken", MOVEMENTS_AT_130.items())
def test_she_takes_her_key_only_by_ending_a_movement_on_its_dot(edition: str, movement: str, taken: bool) -> None:
    night = evening(edition, keys={4: 5})  # on 130
    night.put_novice(4, int(movement.split()[1].split("-")[0]))
    happened = night.do(f"novice-4 {movement}")
    assert of_kind(happened, "key_taken") == [{"event": "key_taken", "turn": 1, "novice": 4, "dot": 130}] * taken
    assert night.novice(4).has_key == taken
    (line,) = view(night.game, "novice-4").sheets[0].log
    assert (line.key, line.wish) == (taken, False)


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("movement, taken", MOVEMENTS_AT_110.items())
def test_she_takes_her_wish_only_by_ending_a_movement_on_its_dot_with_the_key(movement: str, taken: bool) -> None:
    for has_key in (0, 1):
        night = evening(keys={4: 3})  # wish on 110
        night.put_novice(4, int(movement.split()[1].split("-")[0]), has_key=has_key)
        if not has_key and "109" in movement:
            continue  # 109-110 is locked
        happened = night.do(f"novice-4 {movement}")
        taken_now = taken and has_key == 1
        assert of_kind(happened, "wish_taken") == [{"event": "wish_taken", "turn": 1, "novice": 4, "dot": 110}] * taken_now
        (line,) = view(night.game, "novice-4").sheets[0].log
        assert (line.key, line.wish) == (False, taken_now)


@pytest.mark.rule("5.4")
def test_anothers_key_and_anothers_wish_are_nothing_to_her() -> None:
    night = evening(novices=(4, 5), keys={4: 5, 5: 3})
    night.put_novice(5, 131)  # 130 holds novice 4's key
    night.put_novice(4, 132, has_key=1)  # 110 holds novice 5's wish
    assert kinds(night.do("novice-4 sneak 132-110", "novice-5 sneak 131-130")) == ["novice_moved"] * 2


@pytest.mark.rule("5.4")
def test_key_and_wish_are_taken_once() -> None:
    night = evening(keys={4: 3})
    night.put_novice(4, 81, has_key=1)
    assert kinds(night.do("novice-4 sneak 81-82")) == ["novice_moved"]
    night = evening(keys={4: 3})
    night.put_novice(4, 132, has_key=1, has_wish=1)
    assert kinds(night.do("novice-4 sneak 132-110")) == ["novice_moved"]


@pytest.mark.rule("5.4", "5.5")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_movement_cut_short_by_a_capture_takes_nothing(edition: str) -> None:
    night = evening(edition, keys={4: 5})
    night.put_guard("abbess", 130)
    night.put_novice(4, 131)
    happened = night.do("novice-4 sneak 131-130")
    assert [kind for kind in kinds(happened) if kind != "novice_seen"] == ["novice_moved", "novice_caught"]
    assert night.novice(4).has_key == 0
    night = evening(edition, keys={4: 3 if edition != "dutch" else 8})
    night.put_guard("abbess", 110)
    night.put_novice(4, 132, has_key=1)
    assert "wish_taken" not in kinds(night.do("novice-4 sneak 132-110"))
    assert night.novice(4).has_wish == 0


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("movement, taken", [("stand 110", False), ("sneak 110-132-110", True)])
def test_who_was_caught_on_her_wish_dot_must_leave_it_and_come_back(movement: str, taken: bool) -> None:
    night = evening(keys={4: 3})
    night.put_guard("abbess", 110)
    night.put_novice(4, 132, has_key=1)
    night.do("novice-4 sneak 132-110")
    night.put_guard("abbess", 84, path="blue-26-84", heading=-1)
    night.put_guard("prioress", 84, path="green-26-84", heading=-1)
    night.pass_time("plan")
    assert ("wish_taken" in kinds(night.do(f"novice-4 {movement}"))) == taken


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("edition, taken", [("mayfair", True), ("reference", True), ("italian", True), ("dutch", False)])
def test_a_caught_novice_takes_the_wish_on_her_way_home_but_in_one_edition(edition: str, taken: bool) -> None:
    night = evening(edition, keys={4: 7})  # wish on 109, between two locks
    night.put_novice(4, 133, caught=True, has_key=1)
    happened = night.do("novice-4 walk 133-132-110-109")
    assert "novice_freed" not in kinds(happened)  # she obeys
    assert ("wish_taken" in kinds(happened)) == taken
    assert night.novice(4).has_wish == taken


@pytest.mark.rule("5.4", "8.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_who_disobeys_is_not_caught_any_more_and_takes_the_wish_in_every_edition(edition: str) -> None:
    night = evening(edition, keys={4: 7})
    night.put_novice(4, 110, caught=True, has_key=1)
    assert {"novice_freed", "wish_taken"} <= set(kinds(night.do("novice-4 sneak 110-109")))


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_caught_novice_takes_her_key_in_every_edition(edition: str) -> None:
    night = evening(edition, novices=(6,), keys={6: 5})
    night.put_novice(6, 150, caught=True)
    happened = night.do("novice-6 walk 150-134-131-130")
    assert "novice_freed" not in kinds(happened)  # she obeys
    assert "key_taken" in kinds(happened)


# -- 5.5 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.5")
@pytest.mark.parametrize("edition", BOOKS)
def test_stepping_onto_a_guards_dot_is_being_caught_and_ends_the_movement(edition: str) -> None:
    night = evening(edition, novices=(4, 6))
    night.put_guard("prioress", 17)
    happened = night.do("novice-4 run 4-18-17-16-15", "novice-6 stand 6")
    assert of_kind(happened, "novice_moved")[0]["route"] == (4, 18, 17)
    assert of_kind(happened, "novice_caught") == [{"event": "novice_caught", "turn": 1, "novice": 4, "guard": "prioress", "dot": 17}]
    assert [event["by"] for event in of_kind(night.pass_time("order"), "rolled")] == [6]  # she rolls no noise
    public = view(night.game, "spectator")
    assert (public.captures, public.novices[0].times_caught, public.novices[0].status, public.novices[0].dot) == (1, 1, "caught", 17)


@pytest.mark.rule("5.5")
def test_two_guards_on_a_dot_make_one_capture() -> None:
    night = evening()
    night.put_guard("abbess", 18)
    night.put_guard("prioress", 18)
    assert len(of_kind(night.do("novice-4 sneak 4-18"), "novice_caught")) == 1
    assert view(night.game, "spectator").captures == 1


@pytest.mark.rule("5.5", "8.9")
@pytest.mark.parametrize("edition, caught", [("mayfair", True), ("reference", True), ("italian", True), ("dutch", False)])
def test_a_guard_in_her_own_cell_catches_her_unless_cells_are_safe(edition: str, caught: bool) -> None:
    night = evening(edition)
    night.put_guard("abbess", 4)
    night.put_novice(4, 18, has_key=1, has_wish=1)
    happened = night.do("novice-4 sneak 18-4")
    if caught:
        assert of_kind(happened, "novice_caught")[0]["dot"] == 4
        assert "game_over" not in kinds(happened)  # she does not win
        assert night.novice(4).has_wish == 0
        assert night.asks == "order"
    else:
        assert happened[-1] == over("home", 4)


@pytest.mark.rule("5.5", "8.4")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("guard_on", [18, 4])
def test_who_obeys_is_not_caught_on_the_way_nor_in_her_cell(edition: str, guard_on: int) -> None:
    night = evening(edition)
    night.put_guard("abbess", guard_on)
    night.put_novice(4, 20, caught=True)
    happened = night.do("novice-4 walk 20-19-18-4")
    assert of_kind(happened, "novice_moved")[0]["route"] == (20, 19, 18, 4)
    assert "novice_caught" not in kinds(happened)
    assert view(night.game, "spectator").captures == 0


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(
    "edition, dot, caught",
    [(edition, 17, True) for edition in BOOKS] + [("mayfair", 4, True), ("reference", 4, True), ("italian", 4, True), ("dutch", 4, False)],
)
def test_standing_still_on_a_guards_dot_is_being_caught(edition: str, dot: int, caught: bool) -> None:
    night = evening(edition)
    night.put_guard("abbess", dot)
    night.put_novice(4, dot)
    happened = night.do(f"novice-4 stand {dot}")
    assert [event["dot"] for event in of_kind(happened, "novice_caught")] == [dot] * caught


@pytest.mark.rule("5.5")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("route, caught", [("17-18", []), ("17-18-19", []), ("17-18-17", [17])])
def test_leaving_a_shared_dot_is_no_capture_but_coming_back_is(edition: str, route: str, caught: list[int]) -> None:
    night = evening(edition)
    night.put_guard("abbess", 17)
    night.put_novice(4, 17)
    assert [event["dot"] for event in of_kind(night.do(f"novice-4 sneak {route}"), "novice_caught")] == caught


@pytest.mark.rule("5.5", "8.6")
def test_a_caught_novice_who_stands_still_beside_a_guard_disobeys_and_is_caught_again() -> None:
    night = evening()
    night.put_guard("abbess", 17)
    night.put_novice(4, 17, caught=True)
    happened = night.do("novice-4 stand 17")
    assert [kind for kind in kinds(happened) if kind in ("novice_freed", "novice_caught")] == ["novice_freed", "novice_caught"]


# -- 5.6 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.6", "11.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_an_exact_run_is_five_dots_and_other_gaits_stay_as_they_are(edition: str) -> None:
    night = evening(edition, also="opening=single,exact-run=on")
    for gait, (least, most) in (RANGES | {"run": (5, 5)}).items():
        legal = [steps for steps in range(8) if night.is_legal(f"novice-4 {gait} {along_the_corridor(steps)}")]
        assert legal == list(range(least, most + 1))
    assert "(rule 5.6)" in night.refused(f"novice-4 run {along_the_corridor(4)}")


@pytest.mark.rule("5.6", "4.1")
def test_in_two_phases_each_exact_run_is_five_dots() -> None:
    night = evening(also="exact-run=on")
    for route in ((4, 18, 17, 16, 15, 14, 13), (14, 13, 12, 31, 34, 54, 53)):
        legal = [steps for steps in range(7) if night.is_legal(f"novice-4 run {'-'.join(map(str, route[: steps + 1]))}")]
        assert legal == [5]
        night.do(f"novice-4 run {'-'.join(map(str, route[:6]))}", "roll 1")
    assert night.asks == "order"


# -- 5.7 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("5.7")
@pytest.mark.parametrize(
    "movement, wins",
    [("sneak 18-4", True), ("sneak 4-18-4", True), ("run 20-19-18-4", True), ("sneak 18-4-18", False), ("run 4-18", False)],
)
def test_she_wins_by_ending_a_movement_in_her_cell_and_not_by_passing_through_it(movement: str, wins: bool) -> None:
    night = evening()
    night.put_novice(4, int(movement.split()[1].split("-")[0]), has_key=1, has_wish=1)
    happened = night.do(f"novice-4 {movement}")
    assert of_kind(happened, "game_over") == [over("home", 4)] * wins


@pytest.mark.rule("5.7")
@pytest.mark.parametrize("home, other", [(4, 6), (6, 4)])
def test_all_movements_of_the_phase_are_resolved_first_and_no_noise_is_rolled(home: int, other: int) -> None:
    outside = {4: 18, 6: 16}
    night = evening(novices=(4, 6), keys={other: 5})
    night.put_novice(home, outside[home], has_key=1, has_wish=1)
    night.put_novice(other, 131)
    night.do(f"novice-{home} sneak {outside[home]}-{home}")
    happened = night.do(f"novice-{other} sneak 131-130")
    assert len(of_kind(happened, "novice_moved")) == 2
    assert "key_taken" in kinds(happened)
    assert "rolled" not in kinds(happened)
    assert happened[-1] == over("home", home)


@pytest.mark.rule("5.7", "1.3")
@pytest.mark.parametrize("home, other", [(4, 6), (6, 4)])
def test_the_novice_who_is_home_wins_though_anothers_capture_reaches_the_goal(home: int, other: int) -> None:
    outside = {4: 18, 6: 16}
    night = evening(novices=(4, 6))
    night.game.state.captures = 2
    night.put_guard("abbess", 17)
    night.put_novice(home, outside[home], has_key=1, has_wish=1)
    night.put_novice(other, outside[other])
    night.do(f"novice-{home} sneak {outside[home]}-{home}")
    happened = night.do(f"novice-{other} sneak {outside[other]}-17")
    assert "novice_caught" in kinds(happened)
    assert of_kind(happened, "game_over") == [over("home", home)]
    assert view(night.game, "spectator").captures == view(night.game, "spectator").goal == 3


@pytest.mark.rule("5.7", "5.5")
def test_being_caught_comes_before_being_home() -> None:
    night = evening()
    night.game.state.captures = 1
    night.put_guard("abbess", 4)
    night.put_novice(4, 18, has_key=1, has_wish=1)
    assert night.do("novice-4 sneak 18-4")[-1] == over("captures", "guards")


@pytest.mark.rule("5.7", "4.1")
def test_a_phase_is_enough_she_need_not_wait_for_the_second_movement() -> None:
    night = evening(novices=(4, 6), also="opening=two-phases")
    night.put_novice(4, 18, has_key=1, has_wish=1)
    assert night.do("novice-4 sneak 18-4", "novice-6 stand 6")[-1] == over("home", 4)
