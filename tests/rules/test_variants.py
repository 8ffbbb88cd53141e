"""Section 11 of the law: small variants, the monk, and All or Nun."""

import pytest

from nuns.referee.events import as_object
from nuns.referee.public_view import GuardView, NoviceView
from nuns.referee.seat_events import events_of
from nuns.referee.view import view
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS

FATHERS = ("frederick", "robert")
PLAIN = "opening=single,first-paths=guards-move,blessings=off"


def shown(night: Night, number: int = 4, seat: str = "spectator") -> NoviceView:
    return next(each for each in view(night.game, seat).novices if each.novice == number)


def to_order(night: Night) -> None:
    """Everyone stands where she was put, and nobody is heard."""
    night.tear_plans()
    night.stand_all()
    night.pass_time("order")


# -- 11.1 small variants -------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.1", "5.6")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("route, exact", [("4-18", False), ("4-18-17-16-15", False), ("4-18-17-16-15-14", True)])
def test_exact_run_is_exactly_5_dots(edition: str, route: str, exact: bool) -> None:
    usual, variant = Night(f"{edition}({PLAIN})"), Night(f"{edition}({PLAIN},exact-run=on)")
    assert usual.is_legal(f"novice-4 run {route}")
    if exact:
        assert variant.is_legal(f"novice-4 run {route}")
    else:
        assert "rule 5" in variant.refused(f"novice-4 run {route}")


@pytest.mark.rule("11.1", "9.1")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("slow, most", [("off", 6), ("on", 5)])
def test_slow_guards_run_5_dots(edition: str, slow: str, most: int) -> None:
    night = Night(f"{edition}({PLAIN},slow-guards={slow})")
    to_order(night)
    night.do("abbess first", "abbess takes red-26-122")
    night.go("abbess", *(25, 24, 42, 45, 69, 70)[:most])
    assert night.menu("guards") == ["abbess stops"]


@pytest.mark.rule("11.1", "4.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_slow_start_is_one_ordinary_movement(edition: str) -> None:
    night = Night(f"{edition}(opening=single,blessings=off)")
    night.pass_time("plan")
    assert "rule 5.1" in night.refused("novice-4 walk 4-18-17-16-15-14")
    night.do("novice-4 stand 4", "roll 1")
    assert night.asks == "order"


@pytest.mark.rule("11.1", "1.3")
@pytest.mark.parametrize("novices, guard_players, players, only_novices", [(1, 1, 2, 1), (3, 1, 4, 3), (6, 1, 7, 6), (6, 2, 8, 6)])
def test_the_capture_goal_is_the_number_of_players_or_of_novices(novices: int, guard_players: int, players: int, only_novices: int) -> None:
    for value, goal in (("players", players), ("novices", only_novices)):
        night = Night(f"mayfair(capture-goal={value})", range(1, novices + 1), guard_players=guard_players)
        assert view(night.game, "spectator").goal == goal


@pytest.mark.rule("11.1", "10")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("value", ["on", "off"])
def test_blessings_are_on_or_off_in_any_edition(edition: str, value: str) -> None:
    night = Night(f"{edition}(blessings={value})")
    dealt = night.log[0]
    cards = [each["blessing"] for each in (*dealt["novices"], *dealt["guards"])]
    assert all(cards) if value == "on" else cards == [None] * 3


# -- 11.2 the monk -------------------------------------------------------------------------------------------------------


def with_monk(father: str, edition: str = "mayfair", *novices: int, more: str = "") -> Night:
    """The monk on 84; the guards far away on paths of their own: the Abbess on 26, the Prioress on 142."""
    night = Night(f"{edition}({PLAIN},monk={father}{more})", novices or (4,))
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 142, path="red-122-147")
    return night


def guards_walk(night: Night) -> None:
    """The guards' movements; the monk's is next."""
    night.do("abbess first")
    night.go("abbess", 25, 24, 42)
    night.do("abbess stops")
    night.go("prioress", 143, 144, 145)
    night.do("prioress stops")


def monk(night: Night) -> GuardView:
    return view(night.game, "spectator").guards[2]


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("father", FATHERS)
def test_he_starts_on_84_belongs_to_the_guard_side_and_moves_after_the_guards(edition: str, father: str) -> None:
    night = with_monk(father, edition)
    assert night.log[0]["monk"] == father
    assert (monk(night).guard, monk(night).dot) == ("monk", 84)
    to_order(night)
    assert set(night.menu("guards")) == {"abbess first", "prioress first"}
    guards_walk(night)
    assert {text.split()[0] for text in night.menu("guards")} == {"monk"}


@pytest.mark.rule("11.2")
def test_all_are_shown_that_father_frederick_is_blind_and_father_robert_deaf() -> None:
    frederick, robert = (view(with_monk(father, "mayfair").game, "spectator").guards for father in FATHERS)
    assert [(guard.blind, guard.deaf) for guard in frederick] == [(False, False), (False, False), (True, False)]
    assert [(guard.blind, guard.deaf) for guard in robert] == [(False, False), (False, False), (False, True)]


@pytest.mark.rule("11.2", "1.1")
def test_with_two_guard_players_the_abbess_decides_for_him() -> None:
    night = Night(f"mayfair({PLAIN},monk=robert)", range(1, 7), guard_players=2)
    to_order(night)
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 142, path="red-122-147")
    guards_walk(night)
    assert night.game.waiting == ("abbess",)
    assert {text.split()[0] for text in night.menu("abbess")} == {"monk"}
    assert night.menu("prioress") == []


@pytest.mark.rule("11.2")
def test_without_the_option_there_is_no_monk() -> None:
    night = Night(f"mayfair({PLAIN})")
    assert night.log[0]["monk"] == "none"
    assert [each.guard for each in view(night.game, "spectator").guards] == ["abbess", "prioress"]


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("father", FATHERS)
def test_he_walks_3_or_4_dots(father: str) -> None:
    night = with_monk(father)
    to_order(night)
    guards_walk(night)
    night.do("monk takes blue-84-122")
    for step, dot in enumerate((85, 86, 80, 79)):
        assert night.is_legal("monk stops") == (step >= 3)
        night.go("monk", dot)
    assert night.menu("guards") == ["monk stops"]
    assert "rule 11.2" in night.refused("monk 79-78")
    assert of_kind(night.do("monk stops"), "guard_stopped") == [
        {"event": "guard_stopped", "turn": 1, "guard": "monk", "gait": "walk", "steps": 4}
    ]  # fmt: skip


@pytest.mark.rule("11.2", "2.3")
@pytest.mark.parametrize("father", FATHERS)
def test_he_owns_no_blessing(father: str) -> None:
    night = Night(f"mayfair(opening=single,monk={father})", novices=(4,))
    assert [each["guard"] for each in night.log[0]["guards"]] == ["abbess", "prioress"]
    night.stand_all()
    night.pass_time("blessing")
    assert view(night.game, "spectator").waiting == ("novice-4", "abbess", "prioress")


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("father", FATHERS)
def test_he_has_six_path_cards_of_his_own_which_the_guards_do_not_lose(father: str) -> None:
    night = with_monk(father)
    night.put_guard("prioress", 122, path="blue-84-122", heading=-1)  # a guard has her copy of that path
    to_order(night)
    before = view(night.game, "spectator").paths
    night.do("prioress first")
    night.go("prioress", 97, 96, 95)
    night.do("prioress stops")
    night.go("abbess", 25, 24, 42)
    night.do("abbess stops")
    assert {text.split()[-1] for text in night.menu("guards")} == {"blue-84-122", "pink-84-101", "yellow-84-147"}
    assert "rule 11.2" in night.refused("monk takes blue-26-84")
    assert night.do("monk takes blue-84-122")[0] == {
        "event": "path_taken", "turn": 1, "guard": "monk", "path": "blue-84-122",
        "dots": (84, 85, 86, 80, 79, 78, 77, 76, 90, 91, 92, 93, 94, 95, 96, 97, 122),
    }  # fmt: skip
    assert view(night.game, "spectator").paths == before


# The six orders of 101, 122 and 147; a card is named by both its ends.
TOURS = [
    ((101, 122, 147), ("pink-84-101", "green-101-122", "red-122-147", "yellow-84-147")),
    ((101, 147, 122), ("pink-84-101", "pink-101-147", "red-122-147", "blue-84-122")),
    ((122, 101, 147), ("blue-84-122", "green-101-122", "pink-101-147", "yellow-84-147")),
    ((122, 147, 101), ("blue-84-122", "red-122-147", "pink-101-147", "pink-84-101")),
    ((147, 101, 122), ("yellow-84-147", "pink-101-147", "green-101-122", "blue-84-122")),
    ((147, 122, 101), ("yellow-84-147", "red-122-147", "green-101-122", "pink-84-101")),
]
BETWEEN = {
    84: {"blue-84-122": 122, "pink-84-101": 101, "yellow-84-147": 147},
    101: {"green-101-122": 122, "pink-84-101": 84, "pink-101-147": 147},
    122: {"blue-84-122": 84, "green-101-122": 101, "red-122-147": 147},
    147: {"pink-101-147": 101, "red-122-147": 122, "yellow-84-147": 84},
}


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("ends, cards", TOURS)
def test_he_visits_each_end_once_in_the_order_picked_then_returns_to_84_and_leaves_the_game(
    ends: tuple[int, ...], cards: tuple[str, ...]
) -> None:
    night = with_monk("robert", "mayfair", 3)
    to_order(night)
    guards_walk(night)
    here, left = 84, {101, 122, 147}
    for end, card in zip((*ends, 84), cards, strict=True):
        due = left or {84}
        assert {text.split()[-1] for text in night.menu("guards")} == {name for name, to in BETWEEN[here].items() if to in due}
        for name, to in BETWEEN[here].items():
            if to not in due:
                assert "rule 11.2" in night.refused(f"monk takes {name}")
        dots = night.do(f"monk takes {card}")[0]["dots"]
        assert (dots[0], dots[-1]) == (here, end)
        night.put_guard("monk", dots[-2], came_from=dots[-3], steps=1)  # most of the way
        happened = night.go("monk", end) if end != 84 else night.do(f"monk {dots[-2]}-84")
        here, left = end, left - {end}
    stopped = of_kind(happened, "guard_stopped")
    assert stopped == [{"event": "guard_stopped", "turn": 1, "guard": "monk", "gait": "walk", "steps": 2}]  # he stops there
    assert monk(night).dot is None
    night.pass_time("over")
    assert not [each for each in night.log if each["turn"] > 1 and each.get("guard") == "monk"]


@pytest.mark.rule("11.2", "7.1", "7.3")
def test_when_frederick_has_left_nobody_rolls_for_him() -> None:
    night = with_monk("frederick")
    tour = night.game.setup.board.monk_tour[0]
    night.put_guard("monk", 85, came_from=108, path="yellow-84-147", heading=-1, visited=tour)
    to_order(night)
    guards_walk(night)
    night.do("monk 85-84")
    assert monk(night).dot is None
    assert [each["by"] for each in of_kind(night.pass_time("plan"), "rolled")] == ["abbess", "prioress"]
    night.put_guard("abbess", 42, ran=1)
    night.put_guard("prioress", 145, ran=1)
    night.put_novice(4, 84)
    night.tear_plans()
    assert kinds(night.do("novice-4 stand 84")) == ["novice_moved"]  # nobody sees her there
    assert night.asks == "order"  # nor hears her


@pytest.mark.rule("11.2", "6.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_when_robert_has_left_he_sees_nobody(edition: str) -> None:
    night = with_monk("robert", edition)
    tour = night.game.setup.board.monk_tour[0]
    night.put_guard("monk", 85, came_from=108, path="yellow-84-147", heading=-1, visited=tour)
    to_order(night)
    guards_walk(night)
    night.do("monk 85-84")
    night.pass_time("plan")
    for dot in (83, 84):  # before his eyes, and where he stood
        night.put_novice(4, dot)
        night.tear_plans()
        assert "novice_seen" not in kinds(night.do(f"novice-4 stand {dot}"))
        night.pass_time("plan")


@pytest.mark.rule("11.2", "2.5")
@pytest.mark.parametrize("edition, set_up", [("mayfair", False), ("reference", True), ("italian", True), ("dutch", False)])
def test_his_first_path_is_chosen_when_the_guards_choose_theirs(edition: str, set_up: bool) -> None:
    night = Night(f"{edition}(blessings=off,monk=robert)")
    if set_up:
        night.do("abbess takes red-26-122", "prioress takes blue-26-84")
        assert night.asks == "path"
        night.do("monk takes pink-84-101")
    assert night.asks == "plan"
    assert monk(night).path == ("pink-84-101" if set_up else None)


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("father", FATHERS)
def test_he_keeps_to_his_path_whatever_he_sees_or_hears(father: str) -> None:
    night = with_monk(father)
    night.put_guard("monk", 91, came_from=102, path="pink-84-101")
    night.put_novice(4, 92)  # next to him, and before his eyes
    night.tear_plans()
    night.do("novice-4 stand 92", "roll 6")
    night.pass_time("order")
    guards_walk(night)
    assert night.menu("guards") == ["monk 91-92"]
    assert kinds(night.do("monk 91-92"))[0] == "guard_stepped"


@pytest.mark.rule("11.2", "8.1")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("father", FATHERS)
def test_he_catches_nobody(edition: str, father: str) -> None:
    night = with_monk(father, edition)
    night.put_guard("monk", 117, came_from=116, path="pink-84-101")
    night.put_novice(4, 92)
    to_order(night)
    guards_walk(night)
    night.go("monk", 102, 91, 92)
    night.do("monk stops")
    assert "novice_caught" not in kinds(night.log)
    assert of_kind(night.log, "novice_seen")[-1]["by"] == ("monk",)


@pytest.mark.rule("11.2", "5.5")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("father", FATHERS)
@pytest.mark.parametrize("plan", ["run 74-93-92-91", "run 93-92", "stand 92"])
def test_novices_pass_through_his_dot(edition: str, father: str, plan: str) -> None:
    night = with_monk(father, edition)
    night.put_guard("monk", 92, path="pink-84-101")
    night.put_novice(4, int(plan.split()[1].split("-")[0]))
    night.tear_plans()
    moved = night.do(f"novice-4 {plan}")
    assert "novice_caught" not in kinds(moved)
    assert of_kind(moved, "novice_moved")[0]["route"] == tuple(int(dot) for dot in plan.split()[1].split("-"))


# -- Father Frederick


@pytest.mark.rule("11.2", "6.7")
@pytest.mark.parametrize("edition", BOOKS)
def test_frederick_sees_only_his_own_dot_and_a_novice_who_steps_off_it_vanishes(edition: str) -> None:
    night = with_monk("frederick", edition)
    night.put_guard("monk", 92, came_from=91, path="pink-84-101")
    night.put_novice(4, 93)
    night.tear_plans()
    happened = night.do("novice-4 run 93-92-91")
    assert of_kind(happened, "novice_seen") == [{"event": "novice_seen", "turn": 1, "novice": 4, "dot": 92, "by": ("monk",)}]
    assert of_kind(happened, "novice_vanished") == [{"event": "novice_vanished", "turn": 1, "novice": 4, "between": (92, 91)}]


@pytest.mark.rule("11.2", "7.1", "7.2")
@pytest.mark.parametrize("ran", [0, 1])
def test_noise_is_made_for_frederick_as_for_a_walking_guard_even_if_both_guards_ran(ran: int) -> None:
    night = with_monk("frederick", "mayfair", 4, 6)
    night.put_guard("abbess", 26, ran=ran)
    night.put_guard("prioress", 142, ran=ran)
    night.put_novice(4, 85)
    night.tear_plans()
    night.stand_all()
    assert [each["by"] for each in night.do("roll 4", "roll 1")] == [4, 6]
    assert night.menu("novice-4") == ["novice-4 marks monk 85"]
    assert of_kind(night.do("novice-4 marks monk 85"), "noise") == [
        {"event": "noise", "turn": 1, "novice": 4, "guard": "monk", "dot": 85, "real": True}
    ]


@pytest.mark.rule("11.2", "7.2")
def test_when_both_guards_ran_only_frederick_hears() -> None:
    night = with_monk("frederick", "mayfair", 3)
    night.put_guard("abbess", 26, ran=1)
    night.put_guard("prioress", 26, ran=1)
    night.do("novice-3 run 3-19", "roll 6")
    assert night.asks == "order"


@pytest.mark.rule("11.2", "9.6")
def test_tokens_beside_frederick_are_his_and_give_no_guard_leave() -> None:
    night = with_monk("frederick")
    night.put_guard("abbess", 84, path="green-26-84", heading=-1)  # on the same dot as he
    night.put_guard("abbess", 84, ran=1)  # and deaf
    night.put_novice(4, 85)
    night.tear_plans()
    night.do("novice-4 stand 85", "roll 4", "novice-4 marks monk 85")
    night.do("abbess first")
    assert not view(night.game, "spectator").guards[0].leave
    assert "rule 9.6" in night.refused("abbess 84-83 free")


@pytest.mark.rule("11.2", "7.3")
@pytest.mark.parametrize("edition", BOOKS)
def test_frederick_listens_after_the_guards(edition: str) -> None:
    night = with_monk("frederick", edition)
    night.put_novice(4, 109)  # behind a lock, next to 84; he will be on 80, 4 steps away
    night.tear_plans()
    night.do("novice-4 stand 109", "roll 1")
    guards_walk(night)
    night.do("monk takes blue-84-122")
    night.go("monk", 85, 86, 80)
    night.do("monk stops")
    rolled = night.do("roll 1", "roll 1", "roll 6")
    assert [(each["by"], each["why"]) for each in of_kind(rolled, "rolled")] == [
        ("abbess", "listen"),
        ("prioress", "listen"),
        ("monk", "listen"),
    ]
    assert night.asks == "plan"  # 6 - 3 is less than 4


@pytest.mark.rule("11.2", "7.3")
def test_frederick_hears_when_he_listens_though_both_guards_ran() -> None:
    night = with_monk("frederick")
    night.put_novice(4, 79)
    night.tear_plans()
    night.do("novice-4 stand 79", "roll 1", "abbess first")
    night.go("abbess", 25, 24, 42, 45, 69)
    night.do("abbess stops")
    night.go("prioress", 143, 144, 145, 146, 147)
    night.do("prioress takes pink-101-147", "prioress stops", "monk takes blue-84-122")
    night.go("monk", 85, 86, 80)
    night.do("monk stops")
    assert [each["by"] for each in night.do("roll 4")] == ["monk"]
    assert night.menu("novice-4") == ["novice-4 marks monk 79"]


@pytest.mark.rule("11.2", "7.4")
def test_at_distance_0_from_frederick_nothing_is_placed() -> None:
    night = with_monk("frederick")
    night.put_novice(4, 84)
    night.tear_plans()
    assert of_kind(night.do("novice-4 stand 84"), "novice_seen")[0]["by"] == ("monk",)
    night.do("roll 6")
    assert night.asks == "order"


@pytest.mark.rule("11.2", "10.2", "10.3")
@pytest.mark.parametrize("edition, any_die", [("mayfair", True), ("reference", True), ("italian", True), ("dutch", False)])
def test_fredericks_die_is_a_die_like_any_other(edition: str, any_die: bool) -> None:
    options = f"{edition}(opening=single,first-paths=guards-move,blessings=on,monk=frederick)"
    night = Night(options, novices=(4,), blessings={"novice-4": "roll-again", "abbess": "noise-range"})
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 142, path="red-122-147")
    to_order(night)
    guards_walk(night)
    night.do("monk takes blue-84-122")
    night.go("monk", 85, 86, 80)
    night.do("monk stops", "roll 1", "roll 1", "roll 1")
    assert night.is_legal("novice-4 roll-again monk") == any_die
    assert night.is_legal("abbess noise-range monk")


@pytest.mark.rule("11.2", "10.4")
@pytest.mark.parametrize("father", FATHERS)
def test_a_false_noise_is_put_beside_guards_only(father: str) -> None:
    options = f"reference(opening=single,first-paths=guards-move,monk={father})"
    night = Night(options, novices=(4,), blessings={"novice-4": "false-noise"})
    night.stand_all()
    night.pass_time("blessing")
    assert {text.split()[2] for text in night.menu("novice-4") if "false" in text} == {"abbess", "prioress"}


# -- Father Robert


# From 91, come from 102, he sees 40, 39, 48 and 63 but nothing behind the door to 27; by room he sees the cloister.
@pytest.mark.rule("11.2", "6.6", "6.7")
@pytest.mark.parametrize("edition", BOOKS)
def test_being_seen_by_robert_is_being_seen_and_vanishing(edition: str) -> None:
    night = with_monk("robert", edition)
    night.put_guard("monk", 91, came_from=102, path="pink-84-101")
    night.put_novice(4, 48)
    night.tear_plans()
    happened = night.do("novice-4 run 48-39-27")
    assert [(each["dot"], each["by"]) for each in of_kind(happened, "novice_seen")] == [(48, ("monk",)), (39, ("monk",))]
    assert [each["between"] for each in of_kind(happened, "novice_vanished")] == [(39, 27)]


@pytest.mark.rule("11.2", "6.2")
@pytest.mark.parametrize("edition, sees", [("mayfair", False), ("reference", False), ("italian", False), ("dutch", True)])
def test_robert_sees_as_a_guard_does_and_so_not_behind_him(edition: str, sees: bool) -> None:
    night = with_monk("robert", edition)
    night.put_guard("monk", 92, came_from=91, path="pink-84-101")
    night.put_novice(4, 90)
    night.tear_plans()
    assert ("novice_seen" in kinds(night.do("novice-4 stand 90"))) == sees


@pytest.mark.rule("11.2", "6.9")
@pytest.mark.parametrize("edition", BOOKS)
def test_roberts_step_brings_a_novice_into_sight_and_keeps_her_token_on_the_board(edition: str) -> None:
    night = with_monk("robert", edition)
    night.put_guard("monk", 116, came_from=115, path="pink-84-101")
    night.put_novice(4, 48)
    to_order(night)
    guards_walk(night)
    seen = of_kind(night.go("monk", 117, 102, 91), "novice_seen")
    assert [(each["dot"], each["by"]) for each in seen] == [(48, ("monk",))]
    night.do("monk stops")
    assert shown(night).dot == 48  # in sight when the guards' movement ends


@pytest.mark.rule("11.2", "9.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_what_robert_sees_gives_no_guard_leave(edition: str) -> None:
    night = with_monk("robert", edition)
    night.put_guard("monk", 91, came_from=102, path="pink-84-101")
    night.put_guard("abbess", 24, came_from=25, path="red-26-122")
    night.put_novice(4, 48)
    to_order(night)
    assert shown(night).dot == 48
    night.do("abbess first")
    assert not view(night.game, "spectator").guards[0].leave
    assert "rule 9.6" in night.refused("abbess 24-25 free")


@pytest.mark.rule("11.2", "8.5")
@pytest.mark.parametrize("edition", ["reference", "italian", "dutch"])
@pytest.mark.parametrize("watcher, may_disobey", [("monk", True), ("abbess", False)])
def test_a_caught_novice_whom_only_robert_sees_may_disobey(edition: str, watcher: str, may_disobey: bool) -> None:
    night = with_monk("robert", edition)
    night.put_guard(watcher, 91, came_from=102, path="pink-84-101")
    night.put_novice(4, 48, caught=True)
    night.tear_plans()
    assert night.is_legal("novice-4 run 48-49") == may_disobey


@pytest.mark.rule("11.2", "8.6")
def test_in_mayfair_a_caught_novice_whom_only_robert_sees_is_out_of_the_guards_sight() -> None:
    night = with_monk("robert", "mayfair")
    night.put_guard("monk", 117, came_from=116, path="pink-84-101")
    night.put_novice(4, 74, caught=True)
    night.tear_plans()
    night.do("novice-4 walk 74-65-64-63")
    guards_walk(night)
    night.go("monk", 102, 91, 92)
    night.do("monk stops")
    night.pass_time("plan")
    assert kinds(night.log)[-2:] == ["novice_freed", "turn_ended"]


@pytest.mark.rule("11.2", "7.1", "7.3")
def test_robert_is_deaf_and_nobody_rolls_for_him() -> None:
    night = with_monk("robert", "mayfair", 4)
    night.put_guard("abbess", 26, ran=1)
    night.put_guard("prioress", 142, ran=1)
    night.put_novice(4, 85)
    night.tear_plans()
    night.do("novice-4 stand 85")
    assert night.asks == "order"  # both guards ran: nobody rolls
    guards_walk(night)
    night.do("monk takes yellow-84-147")
    night.go("monk", 85, 108, 111)
    night.do("monk stops")
    assert [each["by"] for each in night.do("roll 1", "roll 1")[:2]] == ["abbess", "prioress"]
    assert night.asks == "plan"


@pytest.mark.rule("11.2", "7.1")
def test_robert_hears_nothing_when_the_guards_can_hear() -> None:
    night = with_monk("robert", "mayfair", 4)
    night.put_guard("monk", 84, came_from=85)
    night.put_novice(4, 85)
    night.tear_plans()
    night.do("novice-4 stand 85", "roll 6")
    assert night.asks == "order"


# -- 11.3 All or Nun -----------------------------------------------------------------------------------------------------


def together(*novices: int, more: str = "") -> Night:
    """All or Nun; the guards on paths far from the cells."""
    night = Night(f"mayfair({PLAIN},all-or-nun=on{more})", novices)
    night.put_guard("abbess", 122, path="red-122-147")
    night.put_guard("prioress", 142, path="red-122-147")
    return night


def carrying(night: Night, number: int, dot: int, *, times_caught: int = 0) -> None:
    """A novice who has her key and her wish."""
    night.put_novice(number, dot, has_key=1, has_wish=1, times_caught=times_caught)


@pytest.mark.rule("11.3")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_novice_who_gets_home_with_her_wish_is_out_of_the_game_and_the_night_goes_on(edition: str) -> None:
    night = Night(f"{edition}({PLAIN},all-or-nun=on)", (4, 6))
    night.put_guard("prioress", 122, path="red-122-147")
    carrying(night, 4, 18)
    night.tear_plans()
    night.do("novice-4 run 18-4", "novice-6 stand 6")
    assert "game_over" not in kinds(night.log)
    assert shown(night, 4).status == "home"
    assert [each["by"] for each in night.do("roll 1")] == [6]  # she makes no noise
    night.put_guard("abbess", 16, path="blue-26-84", tokens=1)
    night.do("abbess first")
    night.go("abbess", 17, 18, 4)
    night.do("abbess stops")
    assert "novice_caught" not in kinds(night.log)  # she is safe
    night.pass_time("plan", face=6)
    assert view(night.game, "spectator").waiting == ("novice-6",)
    assert "rule 11.3" in night.refused("novice-4 run 4-18")


@pytest.mark.rule("11.3", "1.2")
def test_without_it_the_first_novice_home_wins() -> None:
    night = Night(f"mayfair({PLAIN})", (4, 6))
    carrying(night, 4, 18)
    night.tear_plans()
    night.do("novice-4 run 18-4", "novice-6 stand 6")
    assert night.log[-1] == {"event": "game_over", "turn": 1, "reason": "home", "winners": (4,)}


@pytest.mark.rule("11.3", "1.4")
@pytest.mark.parametrize("times_caught", [(0, 0), (0, 2), (1, 0)])
def test_the_novices_win_together_when_all_are_home_without_a_tie_break(times_caught: tuple[int, int]) -> None:
    night = together(4, 6)
    carrying(night, 4, 18, times_caught=times_caught[0])
    carrying(night, 6, 17, times_caught=times_caught[1])
    night.tear_plans()
    night.do("novice-4 run 18-4", "novice-6 stand 17")
    night.pass_time("plan")
    assert night.do("novice-6 run 17-16-6")[-1] == {"event": "game_over", "turn": 2, "reason": "home", "winners": (4, 6)}


@pytest.mark.rule("11.3", "5.7")
def test_all_may_come_home_in_one_phase() -> None:
    night = together(4, 6)
    carrying(night, 4, 18)
    carrying(night, 6, 16)
    night.tear_plans()
    assert night.do("novice-4 run 18-4", "novice-6 run 16-6")[-1]["winners"] == (4, 6)


@pytest.mark.rule("11.3")
def test_after_each_guards_turn_the_novices_and_only_they_learn_one_anothers_dots() -> None:
    night = together(1, 4, 6)
    night.do("novice-1 stand 1", "novice-4 run 4-18-17", "novice-6 stand 6")
    assert shown(night, 4, seat="novice-1").told_dot != 17  # not before the guards have moved
    night.pass_time("plan")
    told = {"event": "dots_told", "turn": 1, "dots": {1: 1, 4: 17, 6: 6}}
    for seat in ("novice-1", "novice-4", "novice-6"):
        assert of_kind((as_object(event) for event in events_of(night.game, seat)), "dots_told") == [told]
        assert shown(night, 4, seat=seat).told_dot == 17
    for seat in ("guards", "spectator"):
        assert "dots_told" not in kinds(events_of(night.game, seat))
        assert shown(night, 4, seat=seat).told_dot is None
        assert shown(night, 4, seat=seat).dot is None
    order = [kind for kind in kinds(night.log) if kind in ("guard_stopped", "dots_told", "turn_ended")]
    assert order == ["guard_stopped", "guard_stopped", "dots_told", "turn_ended"]


@pytest.mark.rule("11.3", "3.2")
def test_they_learn_only_the_dots() -> None:
    with_wish, without = together(1, 4), together(1, 4)
    with_wish.put_novice(4, 17, has_key=1, has_wish=1)
    without.put_novice(4, 17)
    for night in (with_wish, without):
        night.tear_plans()
        night.stand_all()
        night.pass_time("plan")
        assert [sheet.novice for sheet in view(night.game, "novice-1").sheets] == [1]
    assert view(with_wish.game, "novice-1") == view(without.game, "novice-1")


@pytest.mark.rule("11.3", "3.2")
def test_without_it_novices_learn_nothing_of_one_another() -> None:
    night = Night(f"mayfair({PLAIN})", (1, 4))
    night.stand_all()
    night.pass_time("plan")
    assert shown(night, 4, seat="novice-1").told_dot is None
    assert "dots_told" not in kinds(night.log)


@pytest.mark.rule("11.3", "1.3")
def test_the_guards_win_at_the_capture_goal_captures_of_novices_now_home_included() -> None:
    night = together(4, 6, more=",capture-goal=novices")
    night.game.state.captures = 1
    carrying(night, 4, 18, times_caught=1)
    night.put_novice(6, 121)
    night.tear_plans()
    night.do("novice-4 run 18-4", "novice-6 stand 121")
    assert view(night.game, "spectator").captures == 1
    night.pass_time("plan")
    night.put_guard("abbess", 122)
    night.put_novice(6, 121, has_key=1)
    night.tear_plans()
    assert night.do("novice-6 run 121-122")[-1] == {"event": "game_over", "turn": 2, "reason": "captures", "winners": ("guards",)}


@pytest.mark.rule("11.3", "5.7")
@pytest.mark.parametrize("all_or_nun, reason", [("on", "captures"), ("off", "home")])
def test_a_capture_that_reaches_the_goal_in_the_phase_in_which_another_comes_home(all_or_nun: str, reason: str) -> None:
    night = Night(f"mayfair({PLAIN},all-or-nun={all_or_nun},capture-goal=novices)", (4, 6))
    night.game.state.captures = 1
    carrying(night, 4, 18)
    night.put_novice(6, 40)
    night.put_guard("abbess", 39)
    night.tear_plans()
    assert night.do("novice-4 run 18-4", "novice-6 run 40-39")[-1]["reason"] == reason


@pytest.mark.rule("11.3", "1.3")
def test_the_guards_win_at_dawn_when_a_novice_is_not_home() -> None:
    night = together(4, 6, more=",turns=2")
    carrying(night, 4, 18)
    night.tear_plans()
    night.do("novice-4 run 18-4", "novice-6 stand 6")
    night.pass_time("over")
    assert night.log[-1] == {"event": "game_over", "turn": 2, "reason": "dawn", "winners": ("guards",)}


@pytest.mark.rule("11.3", "5.7")
def test_a_novice_who_is_home_stands_nowhere_and_is_met_by_nobody() -> None:
    night = Night(f"mayfair({PLAIN},all-or-nun=on)", novices=(4, 6), keys={4: 1})
    night.put_novice(4, 18, has_key=1, has_wish=1)
    night.tear_plans()
    night.do("novice-4 run 18-4", "novice-6 stand 6")
    assert night.novice(4).dot == 0
    assert view(night.game, "novice-4").novices[0].dot is None
