"""Section 7 of the law: who rolls, who is heard, and where the token goes."""

import pytest

from nuns.referee.events import TurnEnded
from nuns.referee.tape_events import entries
from nuns.referee.view import view
from nuns.rules.noise import carries, faces_heard
from nuns.rules.options import parse_options
from nuns.rules.state import State
from nuns.rules.words import Ask, Event, Gait, NoiseStep, Stage
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.golden import table_of
from tests.kit.scenario import Night, of_kind
from tests.kit.scenario_defaults import BOOKS

PLAIN = "opening=single,first-paths=guards-move,blessings=off"


def night_of(edition: str, *novices: int) -> Night:
    """One movement on turn 1, no cards, and no path until a guard moves."""
    return Night(f"{edition}({PLAIN})", novices or (4,))


def plans(edition: str, *texts: str) -> Night:
    """The plans are written, each novice starting on the first dot of her route; the Abbess is on 26 and the Prioress far away."""
    numbers = tuple(int(text[7]) for text in texts)
    night = night_of(edition, *numbers)
    night.put_guard("prioress", 147)
    for number, text in zip(numbers, texts, strict=True):
        night.put_novice(number, int(text.split()[2].split("-")[0]))
    night.tear_plans()
    night.do(*texts)
    return night


def marks(night: Night) -> list[tuple[int, str, int]]:
    """The tokens on the board as all see them: by whom, beside whom, towards where."""
    return [(int(token.by[-1]), token.guard, token.between[1]) for token in view(night.game, "spectator").noises]


def after_the_guards(night: Night) -> None:
    """Until listening: the Abbess walks 26-19-20-21, the Prioress 26-25-24-42."""
    night.pass_time("order")
    night.put_guard("prioress", 26)
    night.do("abbess first", "abbess takes yellow-26-122")
    night.go("abbess", 19, 20, 21)
    night.do("abbess stops", "prioress takes red-26-122")
    night.go("prioress", 25, 24, 42)
    night.do("prioress stops")


# -- 7.1 making noise ----------------------------------------------------------------------------------------------------


# 26 is 1 step from 19, 2 from 3 and 18, 3 from 17; the way leads through the locked door 19-26.
@pytest.mark.rule("7.1", "5.1")
@pytest.mark.parametrize(
    "edition, plan, face, heard",
    [
        ("mayfair", "novice-4 stand 19", 3, False),  # 3 - 3: nobody hears 0
        ("mayfair", "novice-4 stand 19", 4, True),  # 4 - 3 = 1
        ("mayfair", "novice-4 stand 18", 4, False),  # 1 < 2
        ("mayfair", "novice-4 stand 18", 5, True),  # 5 - 3 = 2
        ("mayfair", "novice-4 stand 17", 5, False),
        ("mayfair", "novice-4 stand 17", 6, True),
        ("mayfair", "novice-4 stand 19", 1, False),  # below 0
        ("mayfair", "novice-4 sneak 18-19", 2, False),
        ("mayfair", "novice-4 sneak 18-19", 3, True),
        ("mayfair", "novice-4 sneak 16-17", 4, False),
        ("mayfair", "novice-4 sneak 16-17", 5, True),
        ("mayfair", "novice-4 walk 16-17-18-19", 1, False),
        ("mayfair", "novice-4 walk 16-17-18-19", 2, True),
        ("mayfair", "novice-4 walk 15-16-17-18", 2, False),
        ("mayfair", "novice-4 walk 15-16-17-18", 3, True),
        ("mayfair", "novice-4 run 16-17", 2, False),
        ("mayfair", "novice-4 run 16-17", 3, True),
        ("reference", "novice-4 run 16-17", 2, False),
        ("reference", "novice-4 run 16-17", 3, True),
        ("italian", "novice-4 run 16-17", 2, False),
        ("italian", "novice-4 run 16-17", 3, True),
        ("dutch", "novice-4 run 16-17", 1, False),
        ("dutch", "novice-4 run 16-17", 2, True),  # 5.1 running adds 1
        ("dutch", "novice-4 walk 15-16-17-18", 2, False),
        ("dutch", "novice-4 walk 15-16-17-18", 3, True),
        ("dutch", "novice-4 stand 19", 3, False),
        ("dutch", "novice-4 stand 19", 4, True),
    ],
)
def test_a_novice_is_heard_within_her_die_and_gait(edition: str, plan: str, face: int, heard: bool) -> None:
    night = plans(edition, plan)
    assert night.asks == "roll"
    assert night.do(f"roll {face}") == [{"event": "rolled", "turn": 1, "by": 4, "why": "noise", "face": face}]
    assert night.asks == ("direction" if heard else "order")


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_every_novice_who_is_not_caught_rolls_one_die_after_all_have_moved(edition: str) -> None:
    night = night_of(edition, 1, 3, 5)
    night.put_novice(3, 34, caught=True)  # out of sight: she obeys by walking on
    night.tear_plans()
    moved = night.do("novice-1 stand 1", "novice-3 walk 34-31-12-13", "novice-5 run 5-17")
    assert [each["event"] for each in moved] == ["novice_moved"] * 3
    assert [each["by"] for each in night.do("roll 1", "roll 1")] == [1, 5]
    assert night.asks == "order"


@pytest.mark.rule("7.1", "3.1")
def test_every_die_is_shown_with_its_owner() -> None:
    night = plans("mayfair", "novice-2 stand 2", "novice-6 stand 6")
    night.do("roll 5", "roll 2")
    for seat in ("spectator", "guards", "novice-2"):
        assert [(die.by, die.face) for die in view(night.game, seat).dice] == [("novice-2", 5), ("novice-6", 2)]


@pytest.mark.rule("7.1")
def test_distance_is_counted_through_doors_and_locks_for_novices_without_a_key() -> None:
    night = plans("mayfair", "novice-3 sneak 19-3")  # 26-19 is locked, 19-3 a door
    night.do("roll 4")
    assert night.menu("novice-3") == ["novice-3 marks abbess 19"]


# -- 7.2 deaf runners ----------------------------------------------------------------------------------------------------


# Novice 4 stands on 18 and rolls 6: heard within 3 steps. The Abbess is on 26 (2 steps), the Prioress on 16 (2 steps).
@pytest.mark.rule("7.2")
@pytest.mark.parametrize(
    "edition, abbess_ran, prioress_ran, hearing",
    [
        *[(edition, 0, 0, ["abbess", "prioress"]) for edition in BOOKS],
        *[(edition, 1, 0, ["prioress"]) for edition in ("mayfair", "reference", "italian")],
        *[(edition, 0, 1, ["abbess"]) for edition in ("mayfair", "reference", "italian")],
        *[(edition, 1, 1, None) for edition in ("mayfair", "reference", "italian")],
        ("dutch", 1, 0, ["abbess", "prioress"]),
        ("dutch", 0, 1, ["abbess", "prioress"]),
        ("dutch", 1, 1, ["abbess", "prioress"]),
    ],
)
def test_a_guard_who_ran_is_deaf_and_when_both_ran_nobody_rolls(
    edition: str, abbess_ran: int, prioress_ran: int, hearing: list[str] | None
) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 26, ran=abbess_ran)
    night.put_guard("prioress", 16, ran=prioress_ran)
    night.put_novice(4, 18)
    night.tear_plans()
    night.do("novice-4 stand 18")
    if hearing is None:
        assert night.asks == "order"
        return
    night.do("roll 6")
    placed: list[str] = []
    while night.asks == "direction":
        placed += [each["guard"] for each in night.do(night.menu("novice-4")[0]) if each["event"] == "noise"]
    assert placed == hearing


@pytest.mark.rule("7.2", "7.3")
def test_a_guard_who_ran_is_deaf_in_the_next_turn_and_does_not_listen_in_this_one() -> None:
    night = night_of("mayfair")
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first", "abbess takes red-26-122")
    night.go("abbess", 25, 24, 42, 45, 69)
    assert of_kind(night.do("abbess stops"), "guard_stopped")[0]["gait"] == "run"
    night.do("prioress takes yellow-26-101")
    night.go("prioress", 40, 39, 38)
    night.do("prioress stops")
    assert night.do("roll 1")[0]["by"] == "prioress"
    night.put_novice(4, 70)  # one step from the Abbess, behind her back
    night.tear_plans()
    night.do("novice-4 stand 70", "roll 6")
    assert night.asks == "order"


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("edition", BOOKS)
def test_before_their_first_movement_the_guards_can_hear(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)", novices=(3,))
    night.pass_time("plan")
    night.do("novice-3 stand 3")
    assert night.do("roll 6") == [{"event": "rolled", "turn": 1, "by": 3, "why": "noise", "face": 6}]
    assert night.menu("novice-3") == ["novice-3 marks abbess 19"]


# -- 7.3 listening -------------------------------------------------------------------------------------------------------


# The Abbess ends on 21. Cell 1 is 1 step from her and cell 2 is 2; both lie behind doors. The Prioress, on 42, hears nothing that near.
@pytest.mark.rule("7.3")
@pytest.mark.parametrize(
    "edition, plan, face, heard",
    [
        ("mayfair", "novice-1 stand 1", 3, False),
        ("mayfair", "novice-1 stand 1", 4, True),
        ("mayfair", "novice-1 sneak 20-2", 3, False),
        ("mayfair", "novice-1 sneak 20-2", 4, True),
        ("mayfair", "novice-1 walk 18-19-20-2", 2, False),
        ("mayfair", "novice-1 walk 18-19-20-2", 3, True),
        ("mayfair", "novice-1 run 20-2", 1, False),
        ("mayfair", "novice-1 run 20-2", 2, True),
        ("reference", "novice-1 run 20-2", 1, False),
        ("reference", "novice-1 run 20-2", 2, True),
        ("italian", "novice-1 run 20-2", 1, False),
        ("italian", "novice-1 run 20-2", 2, True),
        ("dutch", "novice-1 run 20-2", 1, False),  # 1 + 1 reaches her, the die itself does not
        ("dutch", "novice-1 run 20-2", 2, True),
        ("dutch", "novice-1 walk 18-19-20-2", 2, False),
        ("dutch", "novice-1 walk 18-19-20-2", 3, True),
        ("dutch", "novice-1 stand 1", 3, False),
        ("dutch", "novice-1 stand 1", 4, True),
    ],
)
def test_a_listening_guard_hears_within_her_die_and_the_novices_gait(edition: str, plan: str, face: int, heard: bool) -> None:
    night = plans(edition, plan)
    after_the_guards(night)
    rolled = night.do(f"roll {face}", "roll 1")[:2]
    assert [(each["by"], each["why"], each["face"]) for each in rolled] == [("abbess", "listen", face), ("prioress", "listen", 1)]
    assert night.asks == ("direction" if heard else "plan")


@pytest.mark.rule("7.3", "9.8")
def test_guards_listen_when_the_tokens_are_removed() -> None:
    night = plans("mayfair", "novice-3 run 19-3")
    night.do("roll 6", "novice-3 marks abbess 19")
    assert marks(night) == [(3, "abbess", 19)]
    after_the_guards(night)
    happened = [each["event"] for each in night.log]
    assert happened[-1] == "tokens_cleared"
    assert marks(night) == []
    assert night.asks == "roll"


@pytest.mark.rule("7.3")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("abbess_steps, prioress_steps", [(3, 4), (4, 5), (6, 3), (5, 6)])
def test_each_guard_who_walked_rolls_and_no_runner(edition: str, abbess_steps: int, prioress_steps: int) -> None:
    night = night_of(edition, 6)
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first", "abbess takes yellow-26-122")
    night.go("abbess", *(19, 20, 21, 22, 23, 43)[:abbess_steps])
    night.do("abbess stops", "prioress takes red-26-122")
    night.go("prioress", *(25, 24, 42, 45, 69, 70)[:prioress_steps])
    night.do("prioress stops")
    rolled = of_kind(night.pass_time("plan"), "rolled")
    walked = [guard for guard, steps in (("abbess", abbess_steps), ("prioress", prioress_steps)) if steps <= 4]
    assert [each["by"] for each in rolled] == walked


@pytest.mark.rule("7.3", "8.4")
def test_one_die_measures_every_novice_who_is_not_caught() -> None:
    night = night_of("mayfair", 1, 2, 3)
    night.put_novice(2, 20, caught=True)
    night.tear_plans()
    night.do("novice-1 stand 1", "novice-2 walk 20-2", "novice-3 stand 3")
    after_the_guards(night)
    night.do("roll 6", "roll 1")  # 6 - 3 reaches 1 (1 step) and 3 (3 steps); 2 is nearer but caught
    assert view(night.game, "spectator").waiting == ("novice-1", "novice-3")


@pytest.mark.rule("7.3")
def test_the_gait_that_counts_is_the_one_she_showed_last() -> None:
    night = plans("mayfair", "novice-1 run 21-1")
    night.pass_time("plan", face=1)  # a whole turn; the guards walk elsewhere
    night.put_guard("abbess", 26, path="yellow-26-122")
    night.put_guard("prioress", 26, path="red-26-122")
    night.do("novice-1 stand 1", "roll 1", "abbess first")
    night.go("abbess", 19, 20, 21)
    night.do("abbess stops")
    night.go("prioress", 25, 24, 42)
    night.do("prioress stops", "roll 3", "roll 1")  # 3 - 3: she stood, though she ran last turn
    assert night.asks == "plan"


@pytest.mark.rule("7.3", "4")
def test_on_the_last_turn_nobody_listens() -> None:
    night = Night("mayfair(turns=1,blessings=off)", novices=(4,))
    night.pass_time("over")
    assert {each["why"] for each in of_kind(night.log, "rolled")} == {"noise"}


@pytest.mark.rule("7.3", "7.1")
def test_the_dice_of_one_step_are_gone_in_the_next() -> None:
    night = plans("mayfair", "novice-1 run 20-2")
    night.do("roll 2")
    after_the_guards(night)
    night.do("roll 6", "roll 1")
    assert [(die.by, die.face) for die in view(night.game, "spectator").dice] == [("abbess", 6), ("prioress", 1)]
    night.do("novice-1 marks abbess 20", "novice-1 stand 2", "roll 1", "abbess first")
    night.go("abbess", 20, 19, 20, 21, 22)  # she runs, and does not listen: the 6 of last turn would reach her 3 steps away
    night.do("abbess stops")
    night.go("prioress", 45, 69, 70)
    night.do("prioress stops", "roll 1")
    assert night.asks == "plan"


# -- 7.4 the token -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_every_heard_novice_is_asked_to_place_her_token_even_without_a_choice(edition: str) -> None:
    night = plans(edition, "novice-1 stand 1", "novice-3 stand 19")
    assert night.do("roll 1", "roll 5")[2:] == []  # no token by itself
    assert view(night.game, "guards").waiting == ("novice-3",)
    assert night.menu("novice-3") == ["novice-3 marks abbess 19"]
    assert "rule 7.4" in night.refused("novice-3 marks abbess 40")
    assert of_kind(night.do("novice-3 marks abbess 19"), "noise") == [
        {"event": "noise", "turn": 1, "novice": 3, "guard": "abbess", "dot": 19, "real": True}
    ]


BOTH, EITHER = ["19+40"], ["19", "40"]


# 27 is 3 steps from 26, by 19 and by 40. 62 is 4 steps from 60, by 51, 61 and 78.
@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    "edition, guard, plan, face, choices",
    [
        ("mayfair", 26, "novice-4 run 18-27", 3, EITHER),
        ("dutch", 26, "novice-4 run 18-27", 3, EITHER),
        ("italian", 26, "novice-4 run 18-27", 3, BOTH),
        ("reference", 26, "novice-4 run 18-27", 3, [*EITHER, *BOTH]),
        ("mayfair", 60, "novice-4 run 76-62", 4, ["51", "61", "78"]),
        ("dutch", 60, "novice-4 run 76-62", 4, ["51", "61", "78"]),
        ("italian", 60, "novice-4 run 76-62", 4, ["51+61+78"]),
        ("reference", 60, "novice-4 run 76-62", 4, ["51", "61", "78", "51+61", "51+78", "61+78", "51+61+78"]),
    ],
)
def test_of_equally_near_first_dots_she_marks_what_the_edition_says(
    edition: str, guard: int, plan: str, face: int, choices: list[str]
) -> None:
    night = night_of(edition)
    night.put_guard("abbess", guard)
    night.put_guard("prioress", 147)
    night.put_novice(4, int(plan.split()[2].split("-")[0]))
    night.tear_plans()
    night.do(plan, f"roll {face}")
    assert sorted(night.menu("novice-4")) == sorted(f"novice-4 marks abbess {choice}" for choice in choices)
    every = {"51+61+78", "51+61", "19+40", "19", "40", "51"} if guard == 60 else {"19+40", "19", "40", "25"}
    for other in every - set(choices):
        assert "rule 7.4" in night.refused(f"novice-4 marks abbess {other}")
    placed = of_kind(night.do(f"novice-4 marks abbess {choices[-1]}"), "noise")
    assert [each["dot"] for each in placed] == [int(dot) for dot in choices[-1].split("+")]


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_heard_by_both_guards_she_marks_both(edition: str) -> None:
    night = night_of(edition)
    night.put_guard("prioress", 16)
    night.put_novice(4, 18)
    night.tear_plans()
    night.do("novice-4 stand 18", "roll 5")
    assert night.menu("novice-4") == ["novice-4 marks abbess 19"]
    night.do("novice-4 marks abbess 19")
    assert night.menu("novice-4") == ["novice-4 marks prioress 17"]
    night.do("novice-4 marks prioress 17")
    assert marks(night) == [(4, "abbess", 19), (4, "prioress", 17)]


@pytest.mark.rule("7.4", "9.6")
def test_a_token_gives_leave_to_the_guard_beside_whom_it_lies_alone() -> None:
    night = night_of("mayfair")
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 16, path="blue-26-84")
    night.put_novice(4, 19)
    night.tear_plans()
    night.do("novice-4 run 19-3", "roll 3", "novice-4 marks abbess 19")  # 3 is 2 steps from 26 and 4 from 16
    night.do("prioress first")
    assert "rule 9.6" in night.refused("prioress 16-17 free")
    night.go("prioress", 15, 14, 13)
    night.do("prioress stops")
    assert night.is_legal("abbess 26-40 free")
    assert night.is_legal("abbess 26-19 free")


@pytest.mark.rule("7.4", "9.8")
def test_a_token_of_listening_gives_leave_from_the_start_of_the_next_turns_movement() -> None:
    night = plans("mayfair", "novice-1 run 21-1")
    after_the_guards(night)
    night.do("roll 6", "roll 1", "novice-1 marks abbess 1")
    assert marks(night) == [(1, "abbess", 1)]
    night.do("novice-1 stand 1", "roll 1")
    assert marks(night) == [(1, "abbess", 1)]
    night.do("abbess first")
    assert night.is_legal("abbess 21-1 free")
    assert view(night.game, "spectator").guards[0].leave


@pytest.mark.rule("7.4", "7.5")
def test_tokens_are_placed_even_where_others_lie() -> None:
    night = plans("mayfair", *(f"novice-{number} run 19-18" for number in range(1, 7)))
    night.do(*["roll 2"] * 6)
    night.do(*(f"novice-{number} marks abbess 19" for number in (3, 1, 2, 6, 5, 4)))
    assert sorted(marks(night)) == [(number, "abbess", 19) for number in range(1, 7)]


@pytest.mark.rule("7.4", "4.1")
def test_there_is_no_limit_on_tokens_of_one_novice() -> None:
    night = Night("mayfair(blessings=off)", novices=(3,))
    for route in ("3-19", "19-3"):
        night.do(f"novice-3 run {route}", "roll 6", "novice-3 marks abbess 19", "novice-3 marks prioress 19")
    assert marks(night) == [(3, "abbess", 19)] * 2 + [(3, "prioress", 19)] * 2


@pytest.mark.rule("7.4", "8.9")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_at_distance_0_nothing_is_placed(face: int) -> None:
    night = night_of("dutch")  # the guard stands in the cell that is safe
    night.put_guard("abbess", 4, came_from=18)
    night.put_guard("prioress", 147)
    seen = night.do("novice-4 stand 4")
    assert of_kind(seen, "novice_seen") == [{"event": "novice_seen", "turn": 1, "novice": 4, "dot": 4, "by": ("abbess",)}]
    night.do(f"roll {face}")
    assert night.asks == "order"
    assert marks(night) == []


@pytest.mark.rule("7.4", "3.1")
def test_a_token_lies_where_it_was_placed_though_its_guard_walks_on() -> None:
    night = plans("mayfair", "novice-3 run 19-3")
    night.do("roll 6", "novice-3 marks abbess 19", "abbess first", "abbess takes red-26-122")
    night.go("abbess", 25, 24, 42)
    night.do("abbess stops")
    assert [(token.guard, token.between) for token in view(night.game, "spectator").noises] == [("abbess", (26, 19))]


# -- 7.5 whose token -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("seat", ["spectator", "guards", "novice-1", "novice-3"])
def test_all_see_which_novice_placed_a_token(seat: str) -> None:
    night = plans("mayfair", "novice-1 run 20-19", "novice-3 run 19-3")
    night.do("roll 2", "roll 2", "novice-1 marks abbess 19", "novice-3 marks abbess 19")
    assert [(token.by, token.guard, token.between) for token in view(night.game, seat).noises] == [
        ("novice-1", "abbess", (26, 19)),
        ("novice-3", "abbess", (26, 19)),
    ]


# -- 7.1, 7.3 the limit of hearing ----------------------------------------------------------------------------------------


@pytest.mark.rule("7.1", "7.3")
@pytest.mark.parametrize("limit, farthest", [(0, 7), (6, 6)])
def test_the_limit_of_hearing_holds_whatever_adds_up(limit: int, farthest: int) -> None:
    state = State(options=parse_options(f"dutch(hearing-limit={limit})"))
    assert carries(state, NoiseStep.MAKING, 6, Gait.RUN) == farthest
    assert carries(state, NoiseStep.MAKING, 7, Gait.WALK) == 6
    assert carries(state, NoiseStep.LISTENING, 7, Gait.RUN) == farthest  # 10.3 a guard shifted a six up
    assert [faces_heard(state, NoiseStep.MAKING, Gait.RUN, steps) for steps in (6, 7)] == [2, 1 if limit == 0 else 0]


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("limit, heard", [(0, True), (6, False)])
def test_seven_steps_away_a_runner_is_heard_only_without_a_limit(limit: int, heard: bool) -> None:
    night = Night(f"dutch(opening=single,hearing-limit={limit})", (4,))
    board = night.game.setup.board
    night.put_guard("prioress", 153)
    night.put_guard("abbess", next(dot for dot in range(1, 156) if board.distance[dot][20] == 7))
    night.put_novice(4, 19)
    night.tear_plans()
    night.do("novice-4 run 19-20", "roll 6")
    night.pass_time("order")
    assert bool(of_kind(night.log, "noise")) is heard


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("step", list(NoiseStep))
@pytest.mark.parametrize("gait", [Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN])
def test_on_a_guards_own_dot_no_face_is_heard(step: NoiseStep, gait: Gait) -> None:
    assert faces_heard(State(options=parse_options("dutch")), step, gait, 0) == 0


@pytest.mark.rule("9.8")
def test_a_token_of_an_earlier_turn_is_gone_when_the_next_is_placed() -> None:
    night = plans("mayfair", "novice-4 stand 19")
    night.do("roll 4", "novice-4 marks abbess 19")
    assert marks(night) == [(4, "abbess", 19)]
    after_the_guards(night)
    night.pass_time("plan")
    assert marks(night) == []
    night.put_guard("abbess", 26)
    night.put_guard("prioress", 147)
    night.put_novice(4, 19)
    night.tear_plans()
    night.do("novice-4 stand 19", "roll 4", "novice-4 marks abbess 19")
    assert marks(night) == [(4, "abbess", 19)]


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_the_tape_tells_when_a_noise_step_is_over(edition: str) -> None:
    """After its last token, before anybody is asked for something else; no event of the log says so."""
    ended = []
    for game, _, happened in steps(table_of(edition, 3), 6, choose=eager_choice):
        told = [what for what, *_ in entries(game.state)]
        if Event.NOISE_OVER in told:
            assert Event.NOISE not in told[told.index(Event.NOISE_OVER) :]
            ended.append(game.state.stage == Stage.OVER or game.state.ask in (Ask.PLAN, Ask.ORDER))
        else:
            assert game.is_over or not any(isinstance(event, TurnEnded) for event in happened)
    assert all(ended)
    assert len(ended) > 4
