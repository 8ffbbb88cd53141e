"""4 The turn."""

from itertools import groupby

import pytest

from nuns.referee.game import belongs_to
from nuns.referee.notation import read
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import view
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS, evening, on_watch, seen_on, vanished

TWO_PHASES = ("mayfair", "italian", "dutch")
CORRIDOR = (4, 18, 17, 16, 17, 18, 19, 20, 21, 22, 21, 20)  # 11 steps from her cell, no lock on the way


def guards_in_the_garden(night: Night) -> None:
    night.put_guard("abbess", 84, path="blue-26-84", heading=-1)
    night.put_guard("prioress", 84, path="green-26-84", heading=-1)


def along_the_corridor(steps: int) -> str:
    return "-".join(map(str, CORRIDOR[: steps + 1]))


# -- 4 The order of a turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("4")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_turn_is_novices_noise_one_guard_the_other_clearing_and_listening(edition: str) -> None:
    night = evening(edition, novices=(2, 4))
    guards_in_the_garden(night)
    night.do("novice-2 stand 2", "novice-4 sneak 4-18")
    night.pass_time("plan")
    turn = [event for event in night.log if event["event"] not in ("setup", "path_taken")]
    assert [key for key, _ in groupby(turn, lambda event: (event["event"], event.get("guard", event.get("why"))))] == [
        ("novice_moved", None),
        ("rolled", "noise"),
        ("guard_stepped", "abbess"),
        ("guard_stopped", "abbess"),
        ("guard_stepped", "prioress"),
        ("guard_stopped", "prioress"),
        ("tokens_cleared", None),
        ("rolled", "listen"),
        ("turn_ended", None),
    ]
    assert view(night.game, "spectator").turn == 2


@pytest.mark.rule("4")
def test_the_monk_moves_after_the_guards_and_before_the_clearing() -> None:
    night = Night("mayfair(blessings=off,opening=single,monk=frederick)")
    night.pass_time("order")
    night.do("prioress first")
    night.pass_time("plan")
    order = [event.get("guard") for event in night.log if event["event"] in ("guard_stopped", "tokens_cleared")]
    assert order == ["prioress", "abbess", "monk", None]


@pytest.mark.rule("4")
def test_gait_cards_are_shown_at_once_when_all_have_written() -> None:
    night = evening(novices=(2, 4))
    assert night.do("novice-4 sneak 4-18") == []
    for seat in ("novice-2", "guards", "spectator"):
        assert [novice.gait for novice in view(night.game, seat).novices] == [None, None]
    assert view(night.game, "spectator").waiting == ("novice-2",)
    assert kinds(night.do("novice-2 stand 2")) == ["novice_moved", "novice_moved"]
    assert [novice.gait for novice in view(night.game, "spectator").novices] == ["stand", "sneak"]


@pytest.mark.rule("4")
def test_a_written_plan_may_be_replaced_until_the_cards_are_shown() -> None:
    night = evening(novices=(2, 4))
    night.do("novice-4 sneak 4-18", "novice-4 run 4-18-17")
    happened = night.do("novice-2 stand 2")
    assert [event["gait"] for event in of_kind(happened, "novice_moved")] == ["stand", "run"]


@pytest.mark.rule("4")
@pytest.mark.parametrize("first, second", [("abbess", "prioress"), ("prioress", "abbess")])
def test_the_guard_side_chooses_the_order_every_turn(first: str, second: str) -> None:
    night = evening()
    guards_in_the_garden(night)
    for order in ((first, second), (second, first)):
        night.pass_time("order")
        night.do(f"{order[0]} first")
        happened = night.pass_time("plan")
        assert [event["guard"] for event in of_kind(happened, "guard_stopped")] == list(order)


@pytest.mark.rule("4")
@pytest.mark.parametrize("first, second", [("abbess", "prioress"), ("prioress", "abbess")])
def test_of_two_guard_players_whoever_starts_is_first(first: str, second: str) -> None:
    night = Night(novices=range(1, 7), guard_players=2)
    night.pass_time("order")
    assert night.menu(first) == [f"{first} first"]
    assert night.menu(second) == [f"{second} first"]
    assert not belongs_to(night.game, read(f"{second} first"), Seat(first))
    night.do(f"{first} first")
    assert night.menu(second) == []
    assert all(text.startswith(f"{first} takes") for text in night.menu(first))


@pytest.mark.rule("4")
def test_one_guard_makes_her_whole_movement_before_the_other_begins() -> None:
    night = evening()
    guards_in_the_garden(night)
    night.pass_time("step")
    for dot in (83, 56, 55):
        assert "(rule 4)" in night.refused("prioress 84-85")
        night.go("abbess", dot)
    night.do("abbess stops")
    assert "(rule 4)" in night.refused("abbess 55-33")
    night.go("prioress", 85)


@pytest.mark.rule("4")
@pytest.mark.parametrize("dots, gait", [((83, 56, 55), "walk"), ((83, 56, 55, 33, 34), "run")])
def test_a_guards_gait_card_is_shown_after_her_movement_and_who_walked_listens(dots: tuple[int, ...], gait: str) -> None:
    night = evening()
    guards_in_the_garden(night)
    night.pass_time("step")
    moving = night.go("abbess", *dots)
    assert "guard_stopped" not in kinds(moving)
    assert night.do("abbess stops")[0] == {"event": "guard_stopped", "turn": 1, "guard": "abbess", "gait": gait, "steps": len(dots)}
    listened = {event["by"] for event in of_kind(night.pass_time("plan"), "rolled") if event["why"] == "listen"}
    assert listened == ({"abbess", "prioress"} if gait == "walk" else {"prioress"})


@pytest.mark.rule("4")
@pytest.mark.parametrize("turn, listen", [(14, True), (15, False)])
def test_after_the_guards_movement_of_the_last_turn_nobody_listens(turn: int, listen: bool) -> None:
    night = evening()
    guards_in_the_garden(night)
    night.game.state.turn = turn
    happened = night.do("novice-4 stand 4") + night.pass_time("plan")
    assert ("listen" in [event["why"] for event in of_kind(happened, "rolled")]) == listen
    assert (night.asks == "over") == (not listen)


@pytest.mark.rule("4")
@pytest.mark.parametrize("edition", BOOKS)
def test_the_marker_advances_turn_by_turn_and_there_are_fifteen(edition: str) -> None:
    night = Night(edition)
    night.pass_time("over")
    assert [event["turn"] for event in of_kind(night.log, "turn_ended")] == list(range(1, 16))
    assert [event["turn"] for event in of_kind(night.log, "novice_moved")][-1] == 15


# -- 4.1 Two phases -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("edition", TWO_PHASES)
def test_on_turn_1_the_novices_move_twice_before_the_guards(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)")
    night.pass_time("plan")
    happened = night.do("novice-4 run 4-18-17-16-15-14")
    assert night.asks == "roll"  # noise is resolved before the second route is written
    happened += night.pass_time("plan")
    assert (night.game.state.turn, night.game.state.phase) == (1, 2)
    happened += night.do("novice-4 run 14-15-16-17-18-4") + night.pass_time("order")
    assert [(event["event"], event.get("phase")) for event in happened] == [
        ("novice_moved", 1),
        ("rolled", None),
        ("novice_moved", 2),
        ("rolled", None),
    ]
    assert of_kind(happened, "novice_moved")[1]["route"] == (14, 15, 16, 17, 18, 4)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("edition", TWO_PHASES)
@pytest.mark.parametrize("gait, least, most", [("stand", 0, 0), ("sneak", 1, 2), ("walk", 3, 4), ("run", 1, 5)])
def test_each_of_the_two_movements_fits_the_range_by_itself(edition: str, gait: str, least: int, most: int) -> None:
    night = Night(f"{edition}(blessings=off)")
    night.pass_time("plan")
    for _ in range(2):
        for steps in range(11):
            fits = least <= steps <= most
            assert night.is_legal(f"novice-4 {gait} {along_the_corridor(steps)}") == fits
            if not fits:
                assert "(rule 5.1)" in night.refused(f"novice-4 {gait} {along_the_corridor(steps)}")
        night.do(f"novice-4 {gait} {along_the_corridor(most)}")
        night.pass_time("plan")
        night.put_novice(4, 4)


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("edition", TWO_PHASES)
def test_both_movements_have_the_same_gait_card_which_is_chosen_with_the_first(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)")
    night.pass_time("plan")
    night.do("novice-4 sneak 4-18")
    night.pass_time("plan")
    for other in ("stand 18", "walk 18-17-16-15", "run 18-17"):
        assert "(rule 4.1)" in night.refused(f"novice-4 {other}")
    assert night.is_legal("novice-4 sneak 18-17-16")  # another length will do


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("edition", TWO_PHASES)
def test_pick_ups_are_resolved_after_each_of_the_two_movements(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)", keys={4: 5})
    night.pass_time("plan")
    night.put_novice(4, 131)
    night.tear_plans()
    assert of_kind(night.do("novice-4 run 131-130"), "key_taken")
    night.put_novice(4, 97)
    night.pass_time("plan")
    assert night.novice(4).dot == 97
    assert of_kind(night.do("novice-4 run 97-122-121"), "wish_taken")  # through a lock


@pytest.mark.rule("4.1", "6.7")
@pytest.mark.parametrize("edition", ["mayfair", "italian"])
def test_sight_is_resolved_after_each_and_the_tokens_of_both_lie_until_the_guards_have_moved(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)", novices=(4,))
    night.pass_time("plan")
    night.put_guard("abbess", 20, came_from=21, path="yellow-26-122", heading=-1)  # she sees 16 to 19
    night.put_guard("prioress", 84, path="blue-26-84", heading=-1)
    first = night.do("novice-4 sneak 4-18-4")
    assert (seen_on(first), vanished(first)) == ([18], [(18, 4)])
    night.do("roll 4")  # sneaking, 2 steps; the Abbess is 3 away
    second = night.do("novice-4 sneak 4-18-4")
    assert (seen_on(second), vanished(second)) == ([18], [(18, 4)])
    night.pass_time("order")
    night.do("abbess first")
    for dot in (19, 18, 17):
        assert len(view(night.game, "spectator").vanishings) == 2
        night.go("abbess", dot)
    night.do("abbess stops")
    assert len(view(night.game, "spectator").vanishings) == 2
    night.pass_time("roll")
    assert view(night.game, "spectator").vanishings == ()


@pytest.mark.rule("4.1", "7.1")
@pytest.mark.parametrize("edition", TWO_PHASES)
def test_noise_is_resolved_after_each_and_the_tokens_of_both_lie_until_the_guards_have_moved(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)", novices=(3,))
    night.pass_time("plan")
    for tokens in (2, 4):  # 3 is two steps from both guards on 26, by 19
        night.do("novice-3 stand 3", "roll 5", "novice-3 marks abbess 19", "novice-3 marks prioress 19")
        assert [(token.by, token.between) for token in view(night.game, "spectator").noises] == [("novice-3", (26, 19))] * tokens
    assert night.asks == "order"
    night.pass_time("step")
    assert len(view(night.game, "spectator").noises) == 4
    cleared = night.pass_time("roll", face=1)
    assert "tokens_cleared" in kinds(cleared)
    assert view(night.game, "spectator").noises == ()


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_from_turn_2_on_there_is_one_movement(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)")
    night.pass_time("order")
    night.pass_time("plan")
    assert view(night.game, "spectator").turn == 2
    happened = night.do("novice-4 run 4-18") + night.pass_time("order")
    assert [event["phase"] for event in of_kind(happened, "novice_moved")] == [1]


# -- 4.1 Double distance and slow start ---------------------------------------------------------------------------------


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(
    "options, gait, least, most",
    [
        ("reference(blessings=off)", "stand", 0, 0),
        ("reference(blessings=off)", "sneak", 2, 4),
        ("reference(blessings=off)", "walk", 6, 8),
        ("reference(blessings=off)", "run", 2, 10),
        ("reference(blessings=off,exact-run=on)", "run", 10, 10),
        ("reference(blessings=off,exact-run=on)", "walk", 6, 8),
        ("dutch(opening=double-distance)", "run", 2, 10),
    ],
)
def test_as_double_distance_they_are_one_movement_of_twice_the_length(options: str, gait: str, least: int, most: int) -> None:
    night = Night(options)
    night.pass_time("plan")
    for steps in range(12):
        text = f"novice-4 {gait} {along_the_corridor(steps)}"
        assert night.is_legal(text) == (least <= steps <= most)
        if not night.is_legal(text):
            assert f"(rule {'4.1' if most else '5.1'})" in night.refused(text)
    happened = night.do(f"novice-4 {gait} {along_the_corridor(most)}")
    assert [(event["phase"], len(event["route"]) - 1) for event in of_kind(happened, "novice_moved")] == [(1, most)]
    night.do("roll 1")
    assert night.asks == "order"


@pytest.mark.rule("4.1", "5.4")
def test_a_double_distance_takes_nothing_on_the_way() -> None:
    night = Night("reference(blessings=off)", keys={4: 5})
    night.pass_time("plan")
    night.put_novice(4, 88)
    assert "key_taken" not in kinds(night.do("novice-4 run 88-105-114-130-131"))


@pytest.mark.rule("4.1")
def test_the_range_is_doubled_on_turn_1_alone() -> None:
    night = Night("reference(blessings=off)")
    night.pass_time("plan")
    night.do("novice-4 stand 4")
    night.pass_time("plan")
    assert view(night.game, "spectator").turn == 2
    assert "(rule 5.1)" in night.refused(f"novice-4 run {along_the_corridor(6)}")
    assert night.is_legal(f"novice-4 run {along_the_corridor(1)}")


@pytest.mark.rule("4.1", "11.1")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("gait, least, most", [("stand", 0, 0), ("sneak", 1, 2), ("walk", 3, 4), ("run", 1, 5)])
def test_a_slow_start_is_one_ordinary_movement(edition: str, gait: str, least: int, most: int) -> None:
    night = Night(f"{edition}(blessings=off,opening=single)")
    night.pass_time("plan")
    assert [steps for steps in range(12) if night.is_legal(f"novice-4 {gait} {along_the_corridor(steps)}")] == [*range(least, most + 1)]
    happened = night.do(f"novice-4 {gait} {along_the_corridor(most)}") + night.pass_time("order")
    assert [event["phase"] for event in of_kind(happened, "novice_moved")] == [1]


# -- 4.2 The order inside a step ----------------------------------------------------------------------------------------


@pytest.mark.rule("4.2")
def test_a_guards_step_is_step_captures_look_end_of_path_and_new_card() -> None:
    night = evening(novices=(1, 2, 3))
    night.put_guard("abbess", 146, came_from=145, path="red-122-147")
    night.put_novice(1, 147)
    night.put_novice(2, 147)
    night.put_novice(3, 138)  # seen from 147 and not before
    night.pass_time("step")
    happened = night.do("abbess 146-147")
    assert [(event["event"], event.get("novice")) for event in happened] == [
        ("guard_stepped", None),
        ("novice_caught", 1),
        ("novice_caught", 2),
        ("novice_seen", 3),
    ]
    assert night.asks == "path"
    assert view(night.game, "spectator").paths.discarded == ("red-122-147",)
    assert "(rule 4)" in night.refused("abbess 147-138")
    night.do("abbess takes blue-26-147")
    assert night.asks == "step"


@pytest.mark.rule("4.2", "1.3")
def test_the_goal_is_checked_before_she_looks() -> None:
    night = evening(novices=(1, 3))
    night.game.state.captures = 2
    night.put_guard("abbess", 146, came_from=145, path="red-122-147")
    night.put_novice(1, 147)
    night.put_novice(3, 138)
    night.pass_time("step")
    assert kinds(night.do("abbess 146-147")) == ["guard_stepped", "novice_caught", "game_over"]


@pytest.mark.rule("4.2", "6.3")
def test_before_her_step_a_guard_turns_and_looks() -> None:
    night = evening()
    night.put_guard("abbess", 96, came_from=97, path="blue-84-122", heading=-1)
    night.put_novice(4, 122)
    night.pass_time("step")
    assert kinds(night.do("abbess 96-95")) == ["guard_turned", "novice_seen"]
    assert kinds(night.do("abbess 96-95")) == ["guard_stepped"]


@pytest.mark.rule("4.2", "8.8")
def test_a_turn_that_brings_only_a_caught_novice_into_sight_is_told_before_the_step() -> None:
    night = evening()
    night.put_guard("abbess", 96, came_from=97, path="blue-84-122", heading=-1)
    night.pass_time("step")
    night.put_novice(4, 122, caught=True)
    assert kinds(night.do("abbess 96-95")) == ["novice_seen", "guard_stepped"]


@pytest.mark.rule("4.2", "5.5")
def test_a_novices_step_is_step_capture_sight() -> None:
    night = evening()
    on_watch(night, "abbess", 21, 20)  # she sees 16 to 19
    night.put_guard("prioress", 17)
    night.put_novice(4, 19)
    happened = night.do("novice-4 walk 19-18-17-16")
    assert [(event["event"], event.get("dot")) for event in happened] == [
        ("novice_moved", None),
        ("novice_seen", 19),
        ("novice_seen", 18),
        ("novice_caught", 17),
        ("novice_seen", 17),
    ]
    assert happened[-1]["by"] == ("abbess", "prioress")


@pytest.mark.rule("4.2", "6.7")
def test_a_novices_step_is_step_sight_vanished_token() -> None:
    night = evening()
    on_watch(night, "abbess", 21, 20)
    night.put_novice(4, 19)
    happened = night.do("novice-4 walk 19-18-4-18-17")
    assert [(event["event"], event.get("dot", event.get("between"))) for event in happened] == [
        ("novice_moved", None),
        ("novice_seen", 19),
        ("novice_seen", 18),
        ("novice_vanished", (18, 4)),
        ("novice_seen", 18),
        ("novice_seen", 17),
    ]


@pytest.mark.rule("4.2", "3.3")
def test_every_seat_learns_the_steps_in_the_same_order() -> None:
    night = evening(novices=(1, 2, 3))
    night.put_guard("abbess", 146, came_from=145, path="red-122-147")
    night.put_novice(1, 147)
    night.put_novice(3, 138)
    night.pass_time("step")
    before = len(night.game.events)
    night.do("abbess 146-147")
    for seat in ("novice-1", "novice-2", "guards", "spectator"):
        assert events_of(night.game, seat)[-len(night.game.events) + before :] == tuple(night.game.events[before:])
