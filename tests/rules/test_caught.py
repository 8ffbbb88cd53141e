"""Section 8 of the law: captures, the walk home, and being on the run again."""

import pytest

from nuns.referee.public_view import NoviceView
from nuns.referee.view import view
from nuns.rules.words import Status
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS

MUST_OBEY = ("italian", "dutch")  # 8.5 while in sight
STAYS_CAUGHT = ("reference", "italian", "dutch")  # 8.6 as long as she obeys
PLAIN = "opening=single,first-paths=guards-move,blessings=off"


def night_of(edition: str, *novices: int) -> Night:
    """One movement on turn 1, no cards, and no path until a guard moves. Both guards are on 26 and see only that dot."""
    return Night(f"{edition}({PLAIN})", novices or (4,))


def shown(night: Night, number: int = 4) -> NoviceView:
    """What a spectator knows of a novice."""
    return next(each for each in view(night.game, "spectator").novices if each.novice == number)


def stand_until_guards(night: Night) -> None:
    """Everyone stands still where she was put; nobody is heard."""
    night.tear_plans()
    night.stand_all()
    night.pass_time("order")


def caught_on(edition: str, dot: int, *, guard: int | None = None, came_from: int | None = None, **fields: int) -> Night:
    """Novice 4 is caught on a dot and writes her plan; the Abbess stands on that dot, or elsewhere."""
    night = night_of(edition)
    night.put_guard("abbess", guard or dot, came_from=came_from)
    night.put_guard("prioress", 147)
    night.put_novice(4, dot, caught=True, **fields)
    night.tear_plans()
    return night


def guards_pass(night: Night, *, abbess: tuple[int, ...], prioress: tuple[int, ...]) -> None:
    """Both guards move, the Abbess first, and the turn ends without anyone being heard."""
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *abbess)
    night.do("abbess stops")
    night.go("prioress", *prioress)
    night.do("prioress stops")
    night.pass_time("plan")


# -- 8.1 captures --------------------------------------------------------------------------------------------------------


# The Abbess follows the red path 69-70-71-96-97; the door 70-71 hides a novice on 71 until she steps there.
@pytest.mark.rule("8.1")
@pytest.mark.parametrize(
    "edition, passing, ending",
    [("mayfair", True, True), ("reference", False, True), ("italian", True, True), ("dutch", True, True)],
)
def test_a_guard_catches_where_she_ends_and_but_for_reference_where_she_passes(edition: str, passing: bool, ending: bool) -> None:
    for start, came_from, way, caught in ((69, 45, (70, 71, 96), passing), (45, 42, (69, 70, 71), ending)):
        night = night_of(edition)
        night.put_guard("abbess", start, came_from=came_from, path="red-26-122")
        night.put_novice(4, 71)
        stand_until_guards(night)
        night.do("abbess first")
        night.go("abbess", *way)
        night.do("abbess stops")
        expected = [{"event": "novice_caught", "turn": 1, "novice": 4, "guard": "abbess", "dot": 71}]
        assert of_kind(night.log, "novice_caught") == (expected if caught else [])
        assert shown(night).status == ("caught" if caught else "on-the-run")


@pytest.mark.rule("8.1", "6.0")
def test_in_reference_a_novice_who_is_passed_is_seen_and_may_be_chased() -> None:
    night = night_of("reference")
    night.put_guard("abbess", 69, came_from=45, path="red-26-122")
    night.put_novice(4, 71)
    stand_until_guards(night)
    night.do("abbess first")
    assert kinds(night.go("abbess", 70, 71)) == ["guard_stepped", "guard_stepped", "novice_seen"]
    assert night.is_legal("abbess 71-72 free")


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("edition", ["mayfair", "italian", "dutch"])
def test_stepping_onto_an_unseen_novice_is_a_capture_and_no_sighting(edition: str) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 69, came_from=45, path="red-26-122")
    night.put_novice(4, 71)
    stand_until_guards(night)
    night.do("abbess first")
    assert kinds(night.go("abbess", 70, 71)) == ["guard_stepped", "guard_stepped", "novice_caught"]
    assert shown(night).dot == 71  # and her token stands there
    assert "rule 9.6" in night.refused("abbess 71-72 free")
    assert "rule 9.6" in night.refused("abbess 71-70 free")


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("edition", ["mayfair", "reference", "dutch"])  # in italian freedom lasts as long as its reason
def test_a_free_guard_stays_free_after_a_capture(edition: str) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 69, came_from=45, path="red-26-122", tokens=1)
    night.put_novice(4, 71)
    stand_until_guards(night)
    night.do("abbess first")
    night.go("abbess", 45, 69, 70, 71)
    assert night.is_legal("abbess 71-72 free")


@pytest.mark.rule("8.1", "5.5")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("route", ["39-40-41", "39-40", "38-39-40-41-46"])
def test_a_novice_who_steps_onto_a_guard_is_caught_in_every_edition(edition: str, route: str) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 40)
    night.put_guard("prioress", 40)
    night.put_novice(4, int(route[:2]))
    night.tear_plans()
    happened = night.do(f"novice-4 run {route}")
    assert of_kind(happened, "novice_caught") == [{"event": "novice_caught", "turn": 1, "novice": 4, "guard": "abbess", "dot": 40}]
    walked = tuple(int(dot) for dot in route.split("-"))
    assert of_kind(happened, "novice_moved")[0]["route"] == walked[: walked.index(40) + 1]
    assert night.asks == "order"  # no noise is rolled


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_all_novices_on_the_dot_are_caught(edition: str) -> None:
    night = night_of(edition, 2, 4, 5)
    night.put_guard("abbess", 45, came_from=42, path="red-26-122")
    for number in (2, 4, 5):
        night.put_novice(number, 71)
    stand_until_guards(night)
    night.do("abbess first")
    night.go("abbess", 69, 70, 71)
    night.do("abbess stops")
    assert [each["novice"] for each in of_kind(night.log, "novice_caught")] == [2, 4, 5]


# -- 8.2, 8.3 what a capture costs ---------------------------------------------------------------------------------------


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("edition", ["mayfair", "italian", "dutch"])
def test_a_capture_is_a_point_is_counted_for_the_novice_and_the_guard_may_go_on(edition: str) -> None:
    night = night_of(edition, 4, 6)
    night.put_guard("abbess", 69, came_from=45, path="red-26-122")
    night.put_novice(4, 71)
    stand_until_guards(night)
    night.do("abbess first")
    night.go("abbess", 70, 71)
    public = view(night.game, "spectator")
    assert public.captures == 1
    assert [(each.novice, each.times_caught, each.status) for each in public.novices] == [(4, 1, "caught"), (6, 0, "on-the-run")]
    assert of_kind(night.go("abbess", 96, 97, 122), "guard_stepped")[-1]["to"] == 122


@pytest.mark.rule("8.2", "1.3", "4.2")
def test_a_capture_that_reaches_the_goal_ends_the_night_before_the_guard_looks() -> None:
    night = Night(f"mayfair({PLAIN},capture-goal=novices)", (4, 6))
    night.game.state.captures = 1
    night.put_guard("abbess", 69, came_from=45, path="red-26-122")
    night.put_novice(4, 71)
    night.put_novice(6, 96)  # in sight from 71
    stand_until_guards(night)
    night.do("abbess first")
    assert kinds(night.go("abbess", 70, 71)) == ["guard_stepped", "guard_stepped", "novice_caught", "game_over"]


@pytest.mark.rule("8.3", "5.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_caught_novice_loses_her_wish_keeps_her_key_and_fetches_the_wish_again(edition: str) -> None:
    night = Night(f"{edition}({PLAIN})", novices=(4,), keys={4: 2})  # key on 36, wish on 148 behind the lock 147-148
    night.put_guard("abbess", 138, path="blue-26-147", heading=-1)
    night.put_guard("prioress", 26, path="red-26-122")
    night.put_novice(4, 148, has_key=1, has_wish=1)
    night.tear_plans()
    night.do("novice-4 run 148-147-138")
    sheet = view(night.game, "novice-4").sheets[0]
    assert (sheet.has_key, sheet.has_wish) == (True, False)
    guards_pass(night, abbess=(127, 126, 125), prioress=(25, 24, 42))  # she is left alone, and disobeys
    taken = of_kind(night.do("novice-4 run 138-147-148"), "wish_taken")
    assert taken == [{"event": "wish_taken", "turn": 2, "novice": 4, "dot": 148}]


@pytest.mark.rule("8.3")
def test_that_she_lost_a_wish_is_not_told_to_others() -> None:
    carrying, empty = (Night(f"mayfair({PLAIN})", novices=(4,), keys={4: 2}) for _ in range(2))
    for night, has_wish in ((carrying, 1), (empty, 0)):
        night.put_guard("abbess", 138)
        night.put_novice(4, 148, has_key=1, has_wish=has_wish)
        night.tear_plans()
        night.do("novice-4 run 148-147-138")
    for seat in ("spectator", "guards"):
        assert view(carrying.game, seat) == view(empty.game, seat)


# -- 8.4 obeying ---------------------------------------------------------------------------------------------------------

# From 45 without a key there is one shortest way home: 45-46-41-40-39-27-18-4. With a key the locks of 26 open two more of 7 steps.
OBEYING = [
    (0, "walk 45-46-41-40", True),
    (0, "walk 45-46-41-40-39", True),
    (0, "walk 45-42-43-23", False),  # one step longer
    (0, "walk 45-46-41-46", False),  # back again
    (0, "walk 45-42-24-25", False),  # through a lock she cannot open
    (1, "walk 45-42-24-25", True),  # 8.4 it shows her key, and that is accepted
    (1, "walk 45-42-24-25-26", True),
    (1, "walk 45-46-41-40-26", True),
    (1, "walk 45-46-41-40-39", True),
    (1, "walk 45-42-43-23", False),
    (0, "run 45-46-41-40", False),  # not a walk
    (0, "run 45-46-41-40-39-27", False),
    (0, "sneak 45-46", False),
    (0, "stand 45", False),
    (0, "walk 39-27-18-4", True),
    (0, "walk 17-18-4", True),  # fewer than 3, to end in the cell
    (0, "walk 18-4", True),
    (0, "run 18-4", False),
    (0, "sneak 17-18-4", False),
    (0, "walk 17-18-19-20", False),
]


@pytest.mark.rule("8.4", "8.5")
@pytest.mark.parametrize("edition", MUST_OBEY)
@pytest.mark.parametrize("has_key, plan, obeys", OBEYING)
def test_in_sight_only_an_obeying_walk_is_legal_where_the_edition_is_strict(edition: str, has_key: int, plan: str, obeys: bool) -> None:
    night = caught_on(edition, int(plan.split()[1].split("-")[0]), has_key=has_key)
    if obeys:
        assert "novice_freed" not in kinds(night.do(f"novice-4 {plan}"))
        assert shown(night).status == "caught"
    else:
        reason = night.refused(f"novice-4 {plan}")
        assert "rule 8.4" in reason or "rule 8.5" in reason or "rule 5.3" in reason


@pytest.mark.rule("8.4", "8.6")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("has_key, plan, obeys", [row for row in OBEYING if row != (0, "walk 45-42-24-25", False)])
def test_out_of_sight_obedience_is_what_the_movement_is(edition: str, has_key: int, plan: str, obeys: bool) -> None:
    night = caught_on(edition, int(plan.split()[1].split("-")[0]), guard=147, has_key=has_key)
    happened = night.do(f"novice-4 {plan}")
    assert ("novice_freed" in kinds(happened)) == (not obeys)
    assert shown(night).status == ("caught" if obeys else "on-the-run")


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("plan", ["walk 45-46-41", "walk 45-46", "walk 17-18", "walk 45-46-41-40-39-27"])
def test_an_obeying_walk_has_3_or_4_dots_unless_it_ends_in_the_cell(edition: str, plan: str) -> None:
    night = caught_on(edition, int(plan.split()[1].split("-")[0]))
    assert "rule" in night.refused(f"novice-4 {plan}")


@pytest.mark.rule("8.4", "10.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_with_one_more_step_an_obeying_walk_has_5_dots(edition: str) -> None:
    night = Night(f"{edition}({PLAIN[:-3]}on)", novices=(4,), blessings={"novice-4": "one-more-step"})
    night.put_guard("abbess", 45)
    night.put_novice(4, 45, caught=True)
    night.tear_plans()
    happened = night.do("novice-4 walk 45-46-41-40-39-27 one-more-step")
    assert of_kind(happened, "novice_moved")[0]["route"] == (45, 46, 41, 40, 39, 27)
    assert shown(night).status == "caught"


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("route", ["17-18-4", "18-4", "39-27-18-4"])
def test_an_obeying_novice_shows_the_walk_card_also_for_fewer_than_3_dots(edition: str, route: str) -> None:
    night = caught_on(edition, int(route[:2]))
    moved = of_kind(night.do(f"novice-4 walk {route}"), "novice_moved")
    assert [each["gait"] for each in moved] == ["walk"]
    assert shown(night).gait == "walk"


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("route", ["45-46-41-40", "45-46-41-40-39"])
def test_a_guards_dot_on_the_way_home_is_no_obstacle_and_no_excuse(edition: str, route: str) -> None:
    night = caught_on(edition, 45)
    night.put_guard("prioress", 40)
    if edition != "mayfair":
        assert "rule 8.4" in night.refused("novice-4 walk 45-42-43-23")
    happened = night.do(f"novice-4 walk {route}")
    assert "novice_caught" not in kinds(happened)
    assert of_kind(happened, "novice_moved")[0]["route"] == tuple(int(dot) for dot in route.split("-"))
    assert view(night.game, "spectator").captures == 0


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_while_caught_she_cannot_be_caught_again_by_a_guard_who_steps_onto_her(edition: str) -> None:
    night = caught_on(edition, 30, guard=147)
    night.put_guard("prioress", 26, path="blue-26-84")
    night.do("novice-4 walk 30-15-16-17")
    night.do("prioress first")
    night.go("prioress", 19, 18, 17)
    night.do("prioress stops")
    assert "novice_caught" not in kinds(night.log)
    assert view(night.game, "spectator").captures == 0


# The guard on 39 without a facing sees 39 alone; by room she sees the cloister, to which 27, 18 and 4 do not belong.
@pytest.mark.rule("8.4", "6.7")
@pytest.mark.parametrize(
    "edition, still_shown", [("mayfair", None), ("reference", None), ("italian", None), ("dutch", 4)]
)  # fmt: skip
def test_her_token_is_shown_in_sight_and_in_dutch_to_the_last_dot_of_a_walk_begun_in_sight(edition: str, still_shown: int | None) -> None:
    night = caught_on(edition, 39)
    happened = night.do("novice-4 walk 39-27-18-4")
    assert [each["dot"] for each in of_kind(happened, "novice_seen")] == [39]
    assert [each["dot"] for each in of_kind(happened, "novice_shown")] == ([27, 18, 4] if still_shown else [])
    assert shown(night).dot == still_shown
    assert "novice_vanished" not in kinds(happened)
    assert view(night.game, "spectator").vanishings == ()


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_walk_home_that_began_unseen_is_not_shown(edition: str) -> None:
    night = caught_on(edition, 38, guard=147)
    happened = night.do("novice-4 walk 38-39-27-18")
    assert kinds(happened) == ["novice_moved"]
    assert shown(night).dot is None


@pytest.mark.rule("8.4", "6.6")
def test_only_the_dots_of_her_walk_that_are_in_sight_are_seen() -> None:
    night = caught_on("mayfair", 37, guard=40, came_from=26)  # she sees 37, 38 and 39
    happened = night.do("novice-4 walk 37-38-39-27")
    assert [each["dot"] for each in of_kind(happened, "novice_seen")] == [37, 38, 39]
    assert shown(night).dot is None


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_while_caught_she_rolls_no_noise_and_is_not_listened_for(edition: str) -> None:
    night = caught_on(edition, 23, guard=147)
    night.put_guard("abbess", 26, path="yellow-26-122")
    night.put_guard("prioress", 26, path="red-26-122")
    night.do("novice-4 walk 23-22-21-20")
    assert night.asks == "order"
    night.do("prioress first")
    night.go("prioress", 25, 24, 42)
    night.do("prioress stops")
    night.go("abbess", 19, 20, 21)
    night.do("abbess stops", "roll 6", "roll 6")  # she is one step from the Abbess
    assert night.asks == "plan"
    assert of_kind(night.log, "noise") == []


# -- 8.5 must she obey ---------------------------------------------------------------------------------------------------


# From 40, come from 26, the Abbess sees 37, 38 and 39 but not 27; by room she sees the cloister. Turned the other way she sees none.
@pytest.mark.rule("8.5")
@pytest.mark.parametrize(
    "edition, dot, in_sight, may_disobey",
    [
        ("mayfair", 39, True, True),
        ("mayfair", 27, False, True),
        *[(edition, 39, True, False) for edition in MUST_OBEY],
        *[(edition, 27, False, True) for edition in MUST_OBEY],
    ],
)
def test_she_must_obey_in_sight_except_in_mayfair(edition: str, dot: int, in_sight: bool, may_disobey: bool) -> None:
    night = caught_on(edition, dot, guard=40, came_from=26)
    for plan in (f"run {dot}-{39 if dot == 27 else 38}", f"sneak {dot}-{39 if dot == 27 else 48}", f"stand {dot}"):
        if may_disobey:
            assert night.is_legal(f"novice-4 {plan}")
        else:
            assert "rule 8.5" in night.refused(f"novice-4 {plan}")
    assert night.menu("novice-4") == (
        [f"novice-4 gait {gait}" for gait in ("stand", "sneak", "walk", "run")] if may_disobey else ["novice-4 gait walk"]
    )
    seen = of_kind(night.do("novice-4 walk 39-27-18-4" if dot == 39 else "novice-4 walk 27-18-4"), "novice_seen")
    assert [each["dot"] for each in seen] == ([dot] if in_sight else [])


@pytest.mark.rule("8.5")
@pytest.mark.parametrize("edition", ["reference", "italian"])
def test_the_facing_a_guard_kept_decides_whether_she_is_in_sight(edition: str) -> None:
    facing_her, facing_away = caught_on(edition, 39, guard=40, came_from=26), caught_on(edition, 39, guard=41, came_from=40)
    assert not facing_her.is_legal("novice-4 stand 39")
    assert facing_away.is_legal("novice-4 stand 39")


@pytest.mark.rule("8.5")
@pytest.mark.parametrize("edition", MUST_OBEY)
def test_it_is_tested_once_where_her_movement_starts(edition: str) -> None:
    seen_at_first = caught_on(edition, 39, guard=40, came_from=26)
    assert "rule 8.4" in seen_at_first.refused("novice-4 walk 39-27-18-17")  # out of sight from 27 on, and yet
    unseen_at_first = caught_on(edition, 27, guard=40, came_from=26)
    happened = unseen_at_first.do("novice-4 run 27-39-38")  # walks into sight as she likes
    assert [each["dot"] for each in of_kind(happened, "novice_seen")] == [39, 38]
    assert shown(unseen_at_first).status == "on-the-run"


# -- 8.6 the end of it ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.6")
@pytest.mark.parametrize("edition, status", [("mayfair", "on-the-run"), *[(edition, "caught") for edition in STAYS_CAUGHT]])
def test_out_of_sight_she_is_freed_when_the_turn_ends_in_mayfair_and_elsewhere_stays_caught_while_she_obeys(
    edition: str, status: str
) -> None:
    night = caught_on(edition, 38, guard=26)
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 122, path="red-122-147")
    night.do("novice-4 walk 38-39-27-18")
    assert shown(night).status == "caught"
    guards_pass(night, abbess=(25, 24, 42), prioress=(123, 142, 143))
    assert shown(night).status == status
    ended = kinds(night.log)
    if status == "on-the-run":
        assert ended[ended.index("turn_ended") - 1] == "novice_freed"
    else:
        assert "novice_freed" not in ended


# The Abbess walks 26-19-18-17 and ends on the dot where the novice, unseen until then, ended her own movement.
@pytest.mark.rule("8.6")
def test_in_mayfair_one_unseen_when_her_own_movement_ends_counts_as_caught_until_the_turn_ends_even_if_seen_again() -> None:
    night = caught_on("mayfair", 30, guard=26)
    night.put_guard("abbess", 26, path="blue-26-84")
    night.put_guard("prioress", 122, path="red-122-147")
    night.do("novice-4 walk 30-15-16-17")
    guards_pass(night, abbess=(19, 18, 17), prioress=(123, 142, 143))
    assert of_kind(night.log, "novice_seen")[-1]["dot"] == 17
    assert "novice_caught" not in kinds(night.log)
    assert kinds(night.log)[-2:] == ["novice_freed", "turn_ended"]


@pytest.mark.rule("8.6")
@pytest.mark.parametrize(
    "prioress, freed",
    [
        ((123, 142, 143), True),  # nobody sees 17 when the guards' movement ends
        ((19, 18, 17), False),  # the Prioress ends on it
    ],
)
def test_in_mayfair_one_seen_when_her_own_movement_ends_is_freed_if_unseen_when_the_guards_movement_ends(
    prioress: tuple[int, ...], freed: bool
) -> None:
    night = caught_on("mayfair", 30, guard=17)
    night.put_guard("abbess", 17, path="blue-26-84")
    night.put_guard("prioress", 122 if freed else 26, path="red-122-147" if freed else "green-26-84")
    assert of_kind(night.do("novice-4 walk 30-15-16-17"), "novice_seen")[-1]["dot"] == 17
    guards_pass(night, abbess=(16, 15, 14), prioress=prioress)
    assert ("novice_freed" in kinds(night.log)) == freed
    assert shown(night).status == ("on-the-run" if freed else "caught")


@pytest.mark.rule("8.6")
def test_in_mayfair_a_novice_caught_by_a_guard_who_goes_on_out_of_sight_is_freed_when_the_turn_ends() -> None:
    night = night_of("mayfair")
    night.put_guard("abbess", 69, came_from=45, path="red-26-122")
    night.put_guard("prioress", 147, path="red-122-147", heading=-1)
    night.put_novice(4, 71)
    stand_until_guards(night)
    guards_pass(night, abbess=(70, 71, 96, 97), prioress=(146, 145, 144))
    assert [kind for kind in kinds(night.log) if kind in ("novice_caught", "novice_freed")] == ["novice_caught", "novice_freed"]


@pytest.mark.rule("8.6")
@pytest.mark.parametrize("edition", STAYS_CAUGHT)
def test_elsewhere_she_stays_caught_and_safe_for_turns_as_long_as_she_obeys(edition: str) -> None:
    night = caught_on(edition, 60, guard=26)
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 122, path="red-122-147")
    night.do("novice-4 walk 60-51-35-30")
    guards_pass(night, abbess=(25, 24, 42), prioress=(123, 142, 143))
    night.put_guard("prioress", 26, path="blue-26-84")
    night.do("novice-4 walk 30-15-16-17")
    guards_pass(night, abbess=(45, 69, 70), prioress=(19, 18, 17))
    assert shown(night).status == "caught"
    assert view(night.game, "spectator").captures == 0


@pytest.mark.rule("8.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_one_who_disobeys_is_on_the_run_from_that_movement_on(edition: str) -> None:
    night = caught_on(edition, 27, guard=40, came_from=26)  # unseen on 27, seen on 39
    happened = night.do("novice-4 run 27-39-27")
    freed, moved = kinds(happened).index("novice_freed"), kinds(happened).index("novice_moved")
    assert freed < moved
    assert [each["dot"] for each in of_kind(happened, "novice_seen")] == [39]
    assert [each["between"] for each in of_kind(happened, "novice_vanished")] == [(39, 27)]
    assert night.asks == "roll"  # her noise is rolled


@pytest.mark.rule("8.6", "5.5")
@pytest.mark.parametrize("edition", BOOKS)
def test_one_who_disobeys_can_be_caught_in_that_movement(edition: str) -> None:
    night = caught_on(edition, 27, guard=40)
    happened = night.do("novice-4 run 27-39-40-41")
    assert [each["dot"] for each in of_kind(happened, "novice_caught")] == [40]
    assert of_kind(happened, "novice_moved")[0]["route"] == (27, 39, 40)
    assert kinds(happened).count("novice_freed") == 1
    assert (shown(night).status, shown(night).times_caught) == ("caught", 1)


@pytest.mark.rule("8.6", "5.5")
def test_in_mayfair_one_who_stands_still_beside_her_catcher_is_caught_again() -> None:
    night = caught_on("mayfair", 40)
    assert of_kind(night.do("novice-4 stand 40"), "novice_caught") == [
        {"event": "novice_caught", "turn": 1, "novice": 4, "guard": "abbess", "dot": 40}
    ]


@pytest.mark.rule("8.6", "5.5")
def test_in_mayfair_one_who_walks_off_from_her_catcher_is_not_caught_again() -> None:
    night = caught_on("mayfair", 40)
    happened = night.do("novice-4 run 40-41-46")
    assert "novice_caught" not in kinds(happened)
    assert shown(night).status == "on-the-run"


@pytest.mark.rule("8.6")
def test_in_mayfair_one_who_was_freed_and_is_caught_again_must_get_out_of_sight_again() -> None:
    night = caught_on("mayfair", 30, guard=26)
    night.put_guard("abbess", 26, path="blue-26-84")
    night.put_guard("prioress", 142, path="red-122-147")
    night.do("novice-4 walk 30-15-16-17")
    guards_pass(night, abbess=(19, 18, 17), prioress=(143, 144, 145))
    assert kinds(night.log)[-2:] == ["novice_freed", "turn_ended"]
    assert kinds(night.do("novice-4 stand 17")).count("novice_caught") == 1  # on her catcher's dot
    night.put_guard("prioress", 26, path="green-26-84")
    guards_pass(night, abbess=(16, 15, 14), prioress=(19, 18, 17))
    assert kinds(night.log)[-2:] != ["novice_freed", "turn_ended"]
    assert shown(night).status == "caught"


# -- 8.7 in her own cell -------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.7")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_caught_novice_who_walked_to_her_cell_is_free_when_the_turn_ends_though_in_sight(edition: str) -> None:
    night = caught_on(edition, 17)
    night.put_guard("abbess", 17, path="blue-26-84", tokens=1)  # she heard something, and follows
    night.put_guard("prioress", 122, path="red-122-147")
    night.do("novice-4 walk 17-18-4")
    guards_pass(night, abbess=(16, 17, 18, 4), prioress=(123, 142, 143))
    assert "novice_caught" not in kinds(night.log)
    assert kinds(night.log)[-2:] == ["novice_freed", "turn_ended"]
    assert shown(night).status == "on-the-run"


@pytest.mark.rule("8.7")
@pytest.mark.parametrize("edition", ["mayfair", "reference", "italian"])
def test_a_novice_caught_in_her_cell_is_free_when_the_turn_ends(edition: str) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 16, path="blue-26-84", tokens=1)
    night.put_guard("prioress", 122, path="red-122-147")
    night.do("novice-4 stand 4")
    guards_pass(night, abbess=(17, 18, 4), prioress=(123, 142, 143))
    assert [each["dot"] for each in of_kind(night.log, "novice_caught")] == [4]
    assert kinds(night.log)[-2:] == ["novice_freed", "turn_ended"]


@pytest.mark.rule("8.7")
@pytest.mark.parametrize("edition", STAYS_CAUGHT)
def test_anothers_cell_frees_nobody(edition: str) -> None:
    night = night_of(edition, 4, 5)
    night.put_guard("abbess", 16, path="blue-26-84", tokens=1)
    night.put_guard("prioress", 122, path="red-122-147")
    night.put_novice(4, 5)
    night.put_novice(5, 34)
    stand_until_guards(night)
    guards_pass(night, abbess=(15, 16, 17, 5), prioress=(123, 142, 143))
    assert [each["novice"] for each in of_kind(night.log, "novice_caught")] == [4]
    assert shown(night).status == "caught"


# -- 8.8 no leave --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.8")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("caught", [True, False])
def test_a_caught_novice_in_sight_gives_no_guard_leave_to_quit_her_path(edition: str, caught: bool) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 26, path="blue-26-84")
    night.put_novice(4, 34)
    stand_until_guards(night)
    night.put_novice(4, 20, caught=caught)
    night.do("abbess first")
    assert [each["dot"] for each in of_kind(night.go("abbess", 19), "novice_seen")] == [20]  # beside her, and in the same room
    if caught:
        assert "rule 9.6" in night.refused("abbess 19-20 free")
    else:
        assert night.is_legal("abbess 19-20 free")
    assert view(night.game, "spectator").guards[0].leave != caught


# 6.3: the Abbess came from 97 to 96; the turn towards 95 brings 122 beside her.
@pytest.mark.rule("8.8", "6.3")
@pytest.mark.parametrize("edition", ["mayfair", "reference", "italian"])
@pytest.mark.parametrize("caught", [True, False])
def test_a_caught_novice_is_nothing_new_to_a_guard_who_turns(edition: str, caught: bool) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 96, came_from=97, path="blue-84-122", heading=-1)
    night.put_novice(4, 34)
    stand_until_guards(night)
    night.put_novice(4, 122, caught=caught)
    night.do("abbess first")
    happened = kinds(night.do("abbess 96-95"))
    assert happened == (["novice_seen", "guard_stepped"] if caught else ["guard_turned", "novice_seen"])


# -- 8.9 safe cells ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.9")
@pytest.mark.parametrize(
    "edition, number, caught",
    [
        *[(edition, 4, True) for edition in ("mayfair", "reference", "italian")],
        ("dutch", 4, False),  # her own cell
        *[(edition, 5, True) for edition in BOOKS],  # another's
    ],
)
def test_in_dutch_a_guard_cannot_catch_a_novice_in_her_own_cell(edition: str, number: int, caught: bool) -> None:
    night = night_of(edition, number)
    night.put_guard("abbess", 16, path="blue-26-84", tokens=1)
    night.put_novice(number, 4)
    stand_until_guards(night)
    night.do("abbess first")
    night.go("abbess", 17, 18, 4)
    night.do("abbess stops")
    assert [each["novice"] for each in of_kind(night.log, "novice_caught")] == ([number] if caught else [])
    if not caught:
        assert of_kind(night.log, "novice_seen")[-1]["dot"] == 4


@pytest.mark.rule("8.9", "5.5")
@pytest.mark.parametrize(
    "edition, number, caught",
    [
        *[(edition, 4, True) for edition in ("mayfair", "reference", "italian")],
        ("dutch", 4, False),
        *[(edition, 5, True) for edition in BOOKS],
    ],
)
@pytest.mark.parametrize("plan", ["run 18-4", "stand 4"])
def test_in_dutch_a_novice_cannot_be_caught_by_coming_or_staying_home_to_a_guard(
    edition: str, number: int, caught: bool, plan: str
) -> None:
    night = night_of(edition, number)
    night.put_guard("abbess", 4)
    night.put_novice(number, int(plan.split()[1].split("-")[0]))
    night.tear_plans()
    happened = night.do(f"novice-{number} {plan}")
    assert [each["dot"] for each in of_kind(happened, "novice_caught")] == ([4] if caught else [])
    assert night.asks == ("order" if caught else "roll")


# -- 8.5 once unseen, 8.4 the token leaves the board ------------------------------------------------------------------------

ONCE_UNSEEN = "mayfair(opening=single,first-paths=guards-move,blessings=off,disobey-in-sight=once-unseen,caught-until=disobedience)"


def caught_in_the_corridor(options: str = ONCE_UNSEEN, *, prioress: int = 147, card: str | None = None) -> Night:
    """Novice 4 is caught on 16; the Abbess on 20 sees 16 to 19, and no guard sees cell 4, three dots away beside 18."""
    night = Night(options, (4,), blessings={"novice-4": card} if card else None)
    night.put_guard("abbess", 20, came_from=21)
    night.put_guard("prioress", prioress)
    night.put_novice(4, 16, caught=True)
    night.tear_plans()
    return night


@pytest.mark.rule("8.5")
@pytest.mark.parametrize(
    "plan, is_legal",
    [
        ("walk 16-17-18-4", True),  # obeys
        ("walk 16-17-18-4-18", True),  # disobeys from the cell on
        ("run 16-17-18-4", True),
        ("run 16-17-18-4-18-27", True),
        ("run 16-17-18-27", False),  # off her way home while a guard sees her
        ("run 16-15", False),
        ("run 16-17", False),  # stops in sight, which is neither obeying nor hidden
        ("sneak 16-17", False),
        ("stand 16", False),
    ],
)
def test_once_unseen_she_obeys_or_goes_homewards_until_no_guard_sees_her(plan: str, is_legal: bool) -> None:
    assert caught_in_the_corridor().is_legal(f"novice-4 {plan}") is is_legal


@pytest.mark.rule("8.5", "10.1")
def test_once_unseen_one_more_step_may_take_a_sneaking_novice_out_of_sight() -> None:
    options = ONCE_UNSEEN.replace("blessings=off,", "")
    gaits = {card: caught_in_the_corridor(options, card=card).menu("novice-4") for card in ("roll-again", "one-more-step")}
    assert gaits["roll-again"] == ["novice-4 gait walk", "novice-4 gait run"]
    assert gaits["one-more-step"] == ["novice-4 gait sneak", "novice-4 gait walk", "novice-4 gait run"]
    night = caught_in_the_corridor(options, card="one-more-step")
    assert night.is_legal("novice-4 sneak 16-17-18-4 one-more-step")
    night.do("novice-4 gait sneak")
    assert night.menu("novice-4") == ["novice-4 to 17", "novice-4 longer"]  # no end in sight


@pytest.mark.rule("8.5", "8.6")
def test_once_unseen_she_counts_as_caught_up_to_the_first_unseen_dot_and_is_on_the_run_after_it() -> None:
    night = caught_in_the_corridor(prioress=17)
    happened = night.do("novice-4 run 16-17-18-4-18-17")
    assert kinds(happened)[:2] == ["novice_freed", "novice_moved"]  # her status changes with her card
    assert of_kind(happened, "novice_vanished") == []
    assert of_kind(happened, "token_removed") == [{"event": "token_removed", "turn": 1, "novice": 4}]
    assert [event["dot"] for event in of_kind(happened, "novice_caught")] == [17]  # not the first time she came by
    assert of_kind(happened, "novice_moved")[0]["route"] == (16, 17, 18, 4, 18, 17)


@pytest.mark.rule("8.5", "6.7")
def test_once_unseen_she_places_vanished_tokens_again_after_the_first_unseen_dot() -> None:
    night = caught_in_the_corridor()
    happened = night.do("novice-4 run 16-17-18-4-18-27")
    assert [event["between"] for event in of_kind(happened, "novice_vanished")] == [(18, 27)]
    assert night.novice(4).status == Status.ON_THE_RUN


@pytest.mark.rule("8.5")
def test_once_unseen_nobody_is_bound_who_is_out_of_sight_when_her_movement_starts() -> None:
    night = caught_in_the_corridor()
    night.put_novice(4, 15, caught=True)
    night.tear_plans()
    assert night.is_legal("novice-4 sneak 15-30")
    assert night.is_legal("novice-4 stand 15")


@pytest.mark.rule("8.4")
def test_the_token_of_a_caught_novice_who_walks_out_of_sight_leaves_the_board() -> None:
    night = caught_in_the_corridor()
    happened = night.do("novice-4 walk 16-17-18-4")
    assert kinds(happened) == ["novice_moved", "novice_seen", "novice_seen", "novice_seen", "token_removed"]
    assert shown(night).dot is None


@pytest.mark.rule("8.4", "6.9")
def test_the_token_of_a_caught_novice_leaves_the_board_when_the_guards_have_moved_on() -> None:
    night = night_of("mayfair")
    night.put_guard("abbess", 69, came_from=45, path="red-26-122")
    night.put_guard("prioress", 142, path="red-122-147")
    night.put_novice(4, 71)
    stand_until_guards(night)
    night.do("abbess first")
    night.go("abbess", 70, 71, 96)  # she catches her in passing, and turns her back on her
    night.do("abbess stops")
    assert shown(night).dot == 71
    night.pass_time("plan")
    told = kinds(night.log)
    assert told.count("token_removed") == 1
    assert told.index("token_removed") == told.index("tokens_cleared") - 1
    assert shown(night).dot is None


@pytest.mark.rule("8.4", "6.7")
def test_a_novice_on_the_run_who_goes_out_of_sight_vanishes_and_no_token_is_said_to_be_removed() -> None:
    night = caught_in_the_corridor()
    night.put_novice(4, 17, status=Status.ON_THE_RUN)
    night.tear_plans()
    assert kinds(night.do("novice-4 sneak 17-5")) == ["novice_moved", "novice_seen", "novice_vanished"]


@pytest.mark.rule("8.5")
def test_once_unseen_a_sneaking_novice_may_not_step_where_too_little_is_left_to_hide() -> None:
    night = caught_in_the_corridor(ONCE_UNSEEN.replace("blessings=off,", ""), card="one-more-step")
    night.do("novice-4 gait sneak", "novice-4 to 17")
    assert night.menu("novice-4") == ["novice-4 to 18", "novice-4 longer"]
    night.do("novice-4 to 18")
    assert night.menu("novice-4") == ["novice-4 longer"]  # two dots are walked; only the card takes her out of sight
    night.do("novice-4 longer")
    assert night.menu("novice-4") == ["novice-4 to 4"]
