"""Section 10 of the law: the four cards, and the window in which they are played."""

import re

import pytest

from nuns.referee.events import as_object
from nuns.referee.seat_events import events_of
from nuns.referee.view import view
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS

PLAIN = "opening=single,first-paths=guards-move,blessings=on"
RED = (26, 25, 24, 42, 45, 69, 70, 71, 96)  # red-26-122
CARDS = ("one-more-step", "roll-again", "noise-range", "false-noise")


def night_of(edition: str, *novices: int, more: str = "", **cards: str) -> Night:
    """One movement on turn 1; cards as ``n4="roll-again"`` or ``abbess="false-noise"``; the Abbess on 26, the Prioress on 142."""
    named = {f"novice-{name[1]}" if name[0] == "n" else name: card for name, card in cards.items()}
    night = Night(f"{edition}({PLAIN}{more})", novices or (4,), blessings=named)
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 142, path="red-122-147")
    return night


def write(night: Night, *plans: str) -> None:
    """Each novice starts on the first dot of her route."""
    for plan in plans:
        night.put_novice(int(plan[7]), int(plan.split()[2].split("-")[0]))
    night.tear_plans()
    night.do(*plans)


def waiting(night: Night) -> tuple[str, ...]:
    """Whom all see being asked."""
    return view(night.game, "spectator").waiting


def rest_pass(night: Night) -> None:
    """Whoever is still asked in this window passes."""
    for name in waiting(night) if night.asks == "blessing" else ():
        night.do(f"{name} pass")


def play(night: Night, *answers: str) -> None:
    """One window: these answers, and everyone else passes; a novice then places her false noise as she would a real one."""
    night.do(*answers)
    rest_pass(night)
    for answer in answers:
        token = answer.replace("false-noise", "marks")
        if token != answer and answer.startswith("novice"):
            night.do(token)


def to_listening(night: Night, *, abbess: int = 3, prioress: int = 3) -> None:
    """From the order on: the guards walk their paths so far, and listen if they walked; the dice are due."""
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1 : abbess + 1])
    night.do("abbess stops")
    night.go("prioress", *(143, 144, 145, 146, 147)[:prioress])
    night.do("prioress stops")


# -- 10.1 one more step --------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize(
    "more, plan, legal",
    [
        ("", "sneak 4-18-17-16", True),
        ("", "sneak 4-18-17-16-15", False),
        ("", "walk 4-18-17-16-15-14", True),
        ("", "walk 4-18-17-16-15-14-13", False),
        ("", "run 4-18-17-16-15-14-13", True),
        ("", "run 4-18-17-16-15-14-13-12", False),
        (",exact-run=on", "run 4-18-17-16-15-14", True),
        (",exact-run=on", "run 4-18-17-16-15-14-13", True),
        (",exact-run=on", "run 4-18-17-16-15", False),
        (",exact-run=on", "run 4-18-17-16-15-14-13-12", False),
        ("", "stand 4", False),  # standing is not lengthened
    ],
)
def test_the_maximum_of_a_novices_movement_grows_by_one(edition: str, more: str, plan: str, legal: bool) -> None:
    night = night_of(edition, n4="one-more-step", more=more)
    text = f"novice-4 {plan} one-more-step"
    if legal:
        assert night.is_legal(text)
    else:
        assert re.search(r"rule (5\.1|5\.6|10\.1)\)$", night.refused(text))


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("plan", ["sneak 4-18-17-16", "walk 4-18-17-16-15-14", "run 4-18-17-16-15-14-13"])
def test_the_extra_dot_needs_the_card_and_its_being_played(plan: str) -> None:
    holder, other = night_of("mayfair", n4="one-more-step"), night_of("mayfair", n4="roll-again")
    assert "rule 5.1" in holder.refused(f"novice-4 {plan}")
    assert "rule 10.1" in other.refused(f"novice-4 {plan} one-more-step")


@pytest.mark.rule("10.1", "3.2")
def test_it_is_played_with_the_plan_and_shown_with_the_gait_card() -> None:
    night = night_of("mayfair", 4, 6, n4="one-more-step")
    assert night.do("novice-4 run 4-18-17-16-15-14-13 one-more-step") == []
    assert view(night.game, "spectator").novices[0].blessing_played is None
    happened = night.do("novice-6 stand 6")
    assert of_kind(happened, "blessing_played") == [{"event": "blessing_played", "turn": 1, "by": 4, "blessing": "one-more-step"}]
    assert [each["blessing"] for each in of_kind(happened, "novice_moved")] == [True, False]
    assert view(night.game, "spectator").novices[0].blessing_played == "one-more-step"


@pytest.mark.rule("10.1", "3.3")
def test_until_all_have_written_nobody_can_tell_that_it_is_played() -> None:
    long, short = (night_of("mayfair", 4, 6, n4="one-more-step") for _ in range(2))
    long.do("novice-4 run 4-18-17-16-15-14-13 one-more-step")
    short.do("novice-4 stand 4")
    for seat in ("spectator", "guards", "novice-6"):
        assert view(long.game, seat) == view(short.game, seat)


@pytest.mark.rule("10.1")
def test_it_is_spent_even_if_the_movement_is_cut_short() -> None:
    night = night_of("mayfair", n4="one-more-step")
    night.put_guard("abbess", 17, path="blue-26-84")
    happened = night.do("novice-4 run 4-18-17-16-15-14-13 one-more-step")
    assert of_kind(happened, "novice_moved")[0]["route"] == (4, 18, 17)
    assert view(night.game, "novice-4").sheets[0].blessing is None
    assert view(night.game, "spectator").novices[0].blessing_played == "one-more-step"


@pytest.mark.rule("10.1", "4.1")
@pytest.mark.parametrize("phase", [1, 2])
def test_on_turn_1_in_two_phases_it_adds_one_dot_in_all(phase: int) -> None:
    night = Night("mayfair(opening=two-phases)", novices=(4,), blessings={"novice-4": "one-more-step"})
    if phase == 1:
        night.do("novice-4 sneak 4-18-17-16 one-more-step")
        night.pass_time("plan")
        for plan in ("sneak 16-17-18-4 one-more-step", "sneak 16-17-18-4"):
            assert "rule" in night.refused(f"novice-4 {plan}")
        assert night.is_legal("novice-4 sneak 16-17-18")
    else:
        night.do("novice-4 sneak 4-18-17")
        night.pass_time("plan")
        assert night.is_legal("novice-4 sneak 17-16-15-14 one-more-step")
        assert "rule 5.1" in night.refused("novice-4 sneak 17-16-15-14-13 one-more-step")


@pytest.mark.rule("10.1", "4.1")
@pytest.mark.parametrize(
    "more, plan, legal",
    [
        ("", "sneak 4-18-17-16-15-14", True),  # 2 to 4, and one
        ("", "sneak 4-18-17-16-15-14-13", False),
        ("", "walk 4-18-17-16-15-14-13-12-31-34", True),
        ("", "walk 4-18-17-16-15-14-13-12-31-34-33", False),
        ("", "run 4-18-17-16-15-14-13-12-31-34-33-55", True),
        (",exact-run=on", "run 4-18-17-16-15-14-13-12-31-34-33", True),
        (",exact-run=on", "run 4-18-17-16-15-14-13-12-31-34-33-55", True),
        (",exact-run=on", "run 4-18-17-16-15-14-13-12-31-34", False),
    ],
)
def test_on_turn_1_as_double_distance_it_adds_one_dot_in_all(more: str, plan: str, legal: bool) -> None:
    night = Night(f"mayfair(opening=double-distance{more})", novices=(4,), blessings={"novice-4": "one-more-step"})
    if legal:
        assert night.is_legal(f"novice-4 {plan} one-more-step")
    else:
        assert "rule 4.1" in night.refused(f"novice-4 {plan} one-more-step")


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("more, most", [("", 6), (",slow-guards=on", 5)])
def test_a_guard_declares_it_with_the_step_beyond_her_maximum(edition: str, more: str, most: int) -> None:
    night = night_of(edition, more=more, abbess="one-more-step")
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    assert "blessing_played" not in kinds(night.go("abbess", *RED[1 : most + 1]))
    step = f"abbess {RED[most]}-{RED[most + 1]}"
    night.refused(step)
    happened = night.do(f"{step} one-more-step")
    assert kinds(happened)[:2] == ["blessing_played", "guard_stepped"]
    assert happened[0] == {"event": "blessing_played", "turn": 1, "by": "abbess", "blessing": "one-more-step"}
    assert night.menu("guards") == ["abbess stops"]  # once only
    assert of_kind(night.do("abbess stops"), "guard_stopped")[0] == {
        "event": "guard_stopped", "turn": 1, "guard": "abbess", "gait": "run", "steps": most + 1,
    }  # fmt: skip


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("more", ["", ",slow-guards=on"])
def test_a_guard_may_stop_after_5_as_a_walk_and_then_listens_and_is_not_deaf(more: str) -> None:
    night = night_of("mayfair", more=more, abbess="one-more-step")
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1:6])
    assert {"abbess stops", "abbess stops one-more-step"} <= set(night.menu("guards"))
    happened = night.do("abbess stops one-more-step")
    assert kinds(happened) == ["blessing_played", "guard_stopped"]
    assert (happened[1]["gait"], happened[1]["steps"]) == ("walk", 5)
    night.go("prioress", 143, 144, 145)
    night.do("prioress stops")
    assert [each["by"] for each in night.do("roll 1", "roll 1")] == ["abbess", "prioress"]
    night.pass_time("plan")
    write(night, "novice-4 run 44-70")  # next to the Abbess on 69
    night.do("roll 6")
    rest_pass(night)
    assert night.asks == "direction"


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("steps", [3, 4, 6])
def test_no_other_number_of_steps_is_stopped_as_a_lengthened_walk(steps: int) -> None:
    night = night_of("mayfair", abbess="one-more-step")
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1 : steps + 1])
    assert "rule 10.1" in night.refused("abbess stops one-more-step")


@pytest.mark.rule("10.1")
def test_without_the_card_5_dots_are_a_run_and_7_are_too_many() -> None:
    night = night_of("mayfair", abbess="roll-again", prioress="one-more-step")  # the other guard's card does not help her
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1:6])
    assert "rule 10.1" in night.refused("abbess stops one-more-step")
    night.go("abbess", RED[6])
    assert "rule 9.1" in night.refused("abbess 70-71 one-more-step")


@pytest.mark.rule("10.1")
def test_a_guard_who_runs_5_keeps_the_card() -> None:
    night = night_of("mayfair", abbess="one-more-step")
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1:6])
    assert of_kind(night.do("abbess stops"), "guard_stopped")[0]["gait"] == "run"
    assert view(night.game, "guards").blessings["abbess"] == "one-more-step"


@pytest.mark.rule("10.1", "10")
def test_it_lengthens_one_movement_of_a_guard_and_no_other() -> None:
    night = night_of("mayfair", abbess="one-more-step")
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1:7])
    night.do("abbess 70-71 one-more-step", "abbess stops")
    night.pass_time("plan")
    night.put_guard("abbess", 26)
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1:7])
    assert night.menu("guards") == ["abbess stops"]


@pytest.mark.rule("10.1", "6.3")
def test_a_turn_that_shows_something_new_does_not_spend_it_twice() -> None:
    night = night_of("mayfair", abbess="one-more-step")
    night.put_guard("abbess", 96, came_from=97, path="blue-84-122", heading=-1)
    write(night, "novice-4 stand 122")
    night.pass_time("order")
    night.do("abbess first")
    night.put_guard("abbess", 96, came_from=97, steps=6)
    night.do("abbess 96-95 one-more-step")  # the turn shows her 122, and she may choose again
    night.go("abbess", 97)
    assert of_kind(night.log, "blessing_played") == [{"event": "blessing_played", "turn": 1, "by": "abbess", "blessing": "one-more-step"}]
    assert night.menu("guards") == ["abbess stops"]


# -- 10.2 roll again -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("holder", ["novice-4", "abbess"])
def test_while_noise_is_made_any_die_is_rolled_again_but_in_dutch_only_ones_own(edition: str, holder: str) -> None:
    night = night_of(edition, 4, 6, **{holder if holder == "abbess" else "n4": "roll-again"})
    night.stand_all()
    night.do("roll 1", "roll 1")
    offered = {text for text in night.menu("guards" if holder == "abbess" else holder) if text.startswith(holder)}
    every = {f"{holder} roll-again novice-4", f"{holder} roll-again novice-6"}
    own = {f"{holder} roll-again {holder}"} & every
    assert offered == {f"{holder} pass"} | (own if edition == "dutch" else every)
    for text in every - offered:
        assert "rule 10.2" in night.refused(text)
    assert "rule 10.2" in night.refused(f"{holder} roll-again abbess")  # no die of this step


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("holder", ["novice-4", "abbess"])
def test_while_guards_listen_any_die_is_rolled_again_but_in_dutch_only_ones_own(edition: str, holder: str) -> None:
    night = night_of(edition, 4, 6, **{holder if holder == "abbess" else "n4": "roll-again"})
    night.stand_all()
    to_listening(night)
    night.do("roll 1", "roll 1")
    offered = {text for text in night.menu("guards" if holder == "abbess" else holder) if text.startswith(holder)}
    every = {f"{holder} roll-again abbess", f"{holder} roll-again prioress"}
    own = {f"{holder} roll-again {holder}"} & every
    assert offered == {f"{holder} pass"} | (own if edition == "dutch" else every)


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("edition", ["mayfair", "dutch"])
def test_a_guard_who_ran_rolled_no_die_that_could_be_rolled_again(edition: str) -> None:
    night = night_of(edition, abbess="roll-again")
    night.stand_all()
    to_listening(night, abbess=5)
    night.do("roll 1")
    assert "rule 10.2" in night.refused("abbess roll-again abbess")
    assert night.is_legal("abbess roll-again prioress") == (edition == "mayfair")


# Novice 4 stands on 18, 2 steps from the Abbess: 5 - 3 is heard, 4 - 3 is not.
@pytest.mark.rule("10.2")
@pytest.mark.parametrize("first, second, heard", [(5, 4, False), (4, 5, True), (6, 1, False), (1, 6, True)])
@pytest.mark.parametrize("holder, text", [("n4", "novice-4 roll-again novice-4"), ("abbess", "abbess roll-again novice-4")])
def test_the_second_result_stands(first: int, second: int, heard: bool, holder: str, text: str) -> None:
    night = night_of("mayfair", **{holder: "roll-again"})
    write(night, "novice-4 stand 18")
    night.do(f"roll {first}")
    play(night, text)
    by = 4 if holder == "n4" else "abbess"
    assert night.log[-1] == {"event": "blessing_played", "turn": 1, "by": by, "blessing": "roll-again", "die": 4}
    assert night.asks == "roll"
    assert night.do(f"roll {second}")[0] == {"event": "rolled", "turn": 1, "by": 4, "why": "noise", "face": second}
    rest_pass(night)
    assert night.asks == ("direction" if heard else "order")


# -- 10.3 noise range ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.3")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize(
    "holder, text, face, heard",
    [
        ("n4", "novice-4 noise-range novice-4", 5, False),  # 5 - 1 - 3 < 2
        ("n4", "novice-4 noise-range novice-4", 6, True),
        ("n6", "novice-6 noise-range novice-4", 5, False),  # whoever rolled it
        ("abbess", "abbess noise-range novice-4", 4, True),  # 4 + 1 - 3 = 2
        ("abbess", "abbess noise-range novice-4", 3, False),
        ("prioress", "prioress noise-range novice-4", 4, True),
    ],
)
def test_a_novice_shifts_a_noise_die_down_and_a_guard_up(edition: str, holder: str, text: str, face: int, heard: bool) -> None:
    night = night_of(edition, 4, 6, **{holder: "noise-range"})
    write(night, "novice-4 stand 18", "novice-6 stand 6")
    night.do(f"roll {face}", "roll 1")
    play(night, text)
    by = int(text[7]) if holder[0] == "n" else holder
    assert of_kind(night.log, "blessing_played") == [
        {"event": "blessing_played", "turn": 1, "by": by, "blessing": "noise-range", "die": 4}
    ]  # fmt: skip
    assert night.asks == ("direction" if heard else "order")
    assert (waiting(night) == ("novice-4",)) == heard


# The Abbess ends on 42, 2 steps from 23, where novice 4 ran and novice 6 sneaked: both are measured with her one die.
@pytest.mark.rule("10.3", "7.3")
@pytest.mark.parametrize(
    "edition, holder, text, face, hears",
    [
        ("mayfair", "n6", "novice-6 noise-range abbess", 2, ()),
        ("mayfair", "n6", "novice-6 noise-range abbess", 3, ("novice-4",)),
        ("mayfair", "n6", "novice-6 noise-range abbess", 4, ("novice-4",)),
        ("mayfair", "n6", "novice-6 noise-range abbess", 5, ("novice-4", "novice-6")),
        ("mayfair", "abbess", "abbess noise-range abbess", 1, ("novice-4",)),
        ("mayfair", "abbess", "abbess noise-range abbess", 3, ("novice-4", "novice-6")),
        ("mayfair", "prioress", "prioress noise-range abbess", 1, ("novice-4",)),
        ("dutch", "n6", "novice-6 noise-range abbess", 2, ()),  # 2 - 1, and the die itself is 1 after the shift
        ("dutch", "n6", "novice-6 noise-range abbess", 3, ("novice-4",)),
        ("dutch", "abbess", "abbess noise-range abbess", 1, ("novice-4",)),  # the die itself is 2 after the shift
    ],
)
def test_a_shift_of_a_listening_die_holds_for_everyone_measured_with_it(
    edition: str, holder: str, text: str, face: int, hears: tuple[str, ...]
) -> None:
    night = night_of(edition, 4, 6, **{holder: "noise-range"})
    write(night, "novice-4 run 22-23", "novice-6 sneak 22-23")
    to_listening(night)
    night.do(f"roll {face}", "roll 1")
    play(night, text)
    assert night.asks == ("direction" if hears else "plan")
    assert waiting(night) == (hears or ("novice-4", "novice-6"))


@pytest.mark.rule("10.3", "10.6")
@pytest.mark.parametrize(
    "cards, answers, face, heard",
    [
        ({"n4": "noise-range", "n6": "noise-range"}, ("novice-4 noise-range novice-4", "novice-6 noise-range novice-4"), 6, False),
        ({"abbess": "noise-range", "prioress": "noise-range"}, ("abbess noise-range novice-4", "prioress noise-range novice-4"), 3, True),
        ({"n4": "noise-range", "abbess": "noise-range"}, ("novice-4 noise-range novice-4", "abbess noise-range novice-4"), 5, True),
        ({"n4": "noise-range", "abbess": "noise-range"}, ("abbess noise-range novice-4", "novice-4 noise-range novice-4"), 4, False),
        ({"n4": "noise-range", "n6": "noise-range"}, ("novice-4 noise-range novice-4", "novice-6 noise-range novice-6"), 6, True),
    ],
)
def test_several_shifts_on_one_die_add_up(cards: dict[str, str], answers: tuple[str, ...], face: int, heard: bool) -> None:
    night = night_of("mayfair", 4, 6, **cards)
    write(night, "novice-4 stand 18", "novice-6 stand 6")
    night.do(f"roll {face}", "roll 1")
    play(night, *answers)
    assert night.asks == ("direction" if heard else "order")


@pytest.mark.rule("10.3")
def test_only_a_die_of_this_step_is_shifted() -> None:
    night = night_of("mayfair", n4="noise-range")
    night.stand_all()
    night.do("roll 1")
    assert "rule 10.3" in night.refused("novice-4 noise-range abbess")
    assert "rule 10.3" in night.refused("novice-4 noise-range novice-6")


@pytest.mark.rule("10.3", "10.5")
def test_a_shift_holds_for_the_die_of_that_step_alone() -> None:
    night = night_of("mayfair", n4="noise-range")
    write(night, "novice-4 stand 4")
    night.do("roll 1")
    play(night, "novice-4 noise-range novice-4")
    to_listening(night)
    night.pass_time("plan")
    night.put_guard("abbess", 26)
    write(night, "novice-4 stand 18")
    night.do("roll 5")
    rest_pass(night)
    assert night.asks == "direction"  # 5 - 3 = 2


# -- 10.4 false noise ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.4")
@pytest.mark.parametrize(
    "edition, making, listening",
    [("mayfair", False, True), ("reference", True, True), ("italian", True, True), ("dutch", True, False)],
)
@pytest.mark.parametrize("holder, text", [("n4", "novice-4 false-noise abbess"), ("abbess", "abbess false-noise abbess")])
def test_it_is_placed_in_the_steps_the_edition_says(edition: str, making: bool, listening: bool, holder: str, text: str) -> None:
    night = night_of(edition, **{holder: "false-noise"})
    night.stand_all()
    night.do("roll 1")
    assert night.is_legal(f"{text} 19") == making
    if not making:
        assert "rule 10.4" in night.refused(f"{text} 19")
    rest_pass(night)
    to_listening(night)
    night.do("roll 1", "roll 1")
    assert night.is_legal(f"{text} 24") == listening
    if not listening:
        assert "rule 10.4" in night.refused(f"{text} 24")


@pytest.mark.rule("10.4")
def test_a_novice_puts_it_on_any_edge_beside_a_guard_of_her_choice_also_one_who_ran() -> None:
    night = night_of("mayfair", n4="false-noise")
    night.stand_all()
    to_listening(night, abbess=5, prioress=3)  # the Abbess ran to 69, the Prioress walked to 145
    night.do("roll 1")
    assert set(night.menu("novice-4")) == {
        "novice-4 pass",
        "novice-4 false-noise abbess 45",
        "novice-4 false-noise abbess 70",
        "novice-4 false-noise prioress 144",
        "novice-4 false-noise prioress 146",
    }
    assert "rule 10.4" in night.refused("novice-4 false-noise abbess 44")  # no edge beside her
    play(night, "novice-4 false-noise abbess 70")
    assert [(t.by, t.guard, t.between) for t in view(night.game, "spectator").noises] == [("novice-4", "abbess", (69, 70))]


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("holder, own, other", [("abbess", (24, 43, 45), "prioress 144"), ("prioress", (144, 146), "abbess 24")])
def test_a_guard_puts_it_beside_herself_only(holder: str, own: tuple[int, ...], other: str) -> None:
    night = night_of("mayfair", more=",guard-false-noise=own", **{holder: "false-noise"})
    night.stand_all()
    to_listening(night)  # the Abbess is on 42, the Prioress on 145
    night.do("roll 1", "roll 1")
    assert {text for text in night.menu("guards") if "false" in text} == {f"{holder} false-noise {holder} {dot}" for dot in own}
    assert "rule 10.4" in night.refused(f"{holder} false-noise {other}")


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("edition", ["mayfair", "reference", "italian"])
def test_not_while_she_is_caught(edition: str) -> None:
    night = night_of(edition, 4, 6, n4="false-noise")
    night.put_novice(4, 60, caught=True)
    night.put_novice(6, 6)
    night.tear_plans()
    night.do("novice-4 walk 60-51-35-30", "novice-6 stand 6")
    to_listening(night)
    night.do("roll 1", "roll 1")
    assert night.menu("novice-4") == ["novice-4 pass"]
    assert "rule 10.4" in night.refused("novice-4 false-noise abbess 24")


@pytest.mark.rule("10.4", "11.3")
def test_not_while_she_is_home() -> None:
    night = Night(f"mayfair({PLAIN},all-or-nun=on,false-noise=either)", novices=(4, 6), keys={4: 1}, blessings={"novice-4": "false-noise"})
    night.put_novice(4, 18, has_key=1, has_wish=1)
    night.tear_plans()
    night.do("novice-4 run 18-4", "novice-6 stand 6", "roll 1")
    assert night.menu("novice-4") == []
    assert not night.is_legal("novice-4 false-noise abbess 19")


@pytest.mark.rule("10.4", "9.6")
@pytest.mark.parametrize("holder, text", [("n4", "novice-4 false-noise abbess 24"), ("abbess", "abbess false-noise abbess 24")])
def test_placed_while_the_guards_listen_it_gives_leave_in_the_next_movement(holder: str, text: str) -> None:
    night = night_of("mayfair", **{holder: "false-noise"})
    night.stand_all()
    to_listening(night)
    night.do("roll 1", "roll 1")
    play(night, text)
    night.stand_all()
    night.do("roll 1")
    rest_pass(night)
    night.do("abbess first")
    assert view(night.game, "spectator").guards[0].leave
    assert night.is_legal("abbess 42-24 free")


@pytest.mark.rule("10.4", "9.6")
@pytest.mark.parametrize("holder, text", [("n4", "novice-4 false-noise abbess 19"), ("abbess", "abbess false-noise abbess 19")])
@pytest.mark.parametrize("edition", ["reference", "italian", "dutch"])
def test_placed_while_noise_is_made_it_gives_leave_in_the_same_turn(edition: str, holder: str, text: str) -> None:
    night = night_of(edition, **{holder: "false-noise"})
    night.stand_all()
    night.do("roll 1")
    play(night, text)
    night.do("prioress first")
    assert not view(night.game, "spectator").guards[1].leave
    night.go("prioress", 143, 144, 145)
    night.do("prioress stops")
    assert night.is_legal("abbess 26-19 free")


SECRET_FROM = ("spectator", "guards", "novice-6")


@pytest.mark.rule("10.4", "3.2")
def test_nobody_is_told_that_it_was_a_card() -> None:
    night = night_of("mayfair", 4, 6, n4="false-noise")
    night.stand_all()
    to_listening(night)
    night.do("roll 1", "roll 1")
    play(night, "novice-4 false-noise abbess 24")
    assert night.asks == "plan"
    for seat in SECRET_FROM:
        known = [as_object(event) for event in events_of(night.game, seat)]
        assert of_kind(known, "noise") == [{"event": "noise", "turn": 1, "novice": 4, "guard": "abbess", "dot": 24}]
        assert of_kind(known, "blessing_played") == []
        assert view(night.game, seat).novices[0].blessing_played is None
        assert "novice-4" not in view(night.game, seat).blessings
    own = [as_object(event) for event in events_of(night.game, "novice-4")]
    assert of_kind(own, "blessing_played") == [{"event": "blessing_played", "turn": 1, "by": 4, "blessing": "false-noise"}]
    assert of_kind(own, "noise")[0]["real"] is False
    assert view(night.game, "novice-4").sheets[0].untold


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("more", ["", ",false-noise=either"])
def test_one_of_listening_is_told_at_the_listening_of_the_next_turn(more: str) -> None:
    night = night_of("mayfair", 4, 6, n4="false-noise", more=more)
    night.stand_all()
    to_listening(night)
    night.do("roll 1", "roll 1")
    play(night, "novice-4 false-noise prioress 144")
    night.stand_all()
    assert "blessing_told" not in kinds(night.log)
    night.do("roll 1", "roll 1")
    rest_pass(night)
    night.do("abbess first")
    night.go("abbess", 45, 69, 70)
    night.do("abbess stops")
    night.go("prioress", 146, 147)
    night.do("prioress takes pink-101-147")
    night.go("prioress", 146)
    assert kinds(night.do("prioress stops")) == ["guard_stopped", "tokens_cleared", "blessing_told"]
    assert night.log[-1] == {"event": "blessing_told", "turn": 2, "by": 4}
    for seat in SECRET_FROM:
        assert view(night.game, seat).novices[0].blessing_played == "false-noise"
    night.do("roll 1", "roll 1")
    assert "novice-4" not in waiting(night)


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("edition", ["reference", "italian"])
def test_one_of_making_is_told_at_the_making_of_the_next_turn(edition: str) -> None:
    night = night_of(edition, 4, 6, n4="false-noise")
    night.stand_all()
    night.do("roll 1", "roll 1")
    play(night, "novice-4 false-noise abbess 19")
    to_listening(night)
    night.pass_time("plan")
    assert "blessing_told" not in kinds(night.log)
    assert kinds(night.stand_all())[-1] == "blessing_told"


@pytest.mark.rule("10.4", "4.1")
def test_the_second_movement_of_turn_1_is_not_the_next_turn() -> None:
    night = Night("italian(first-paths=guards-move)", novices=(4,), blessings={"novice-4": "false-noise"})
    night.stand_all()
    night.do("roll 1")
    play(night, "novice-4 false-noise abbess 19")
    night.stand_all()
    assert "blessing_told" not in kinds(night.log)


@pytest.mark.rule("10.4")
def test_in_dutch_it_is_told_when_the_token_is_removed() -> None:
    night = night_of("dutch", 4, 6, n4="false-noise")
    night.stand_all()
    night.do("roll 1", "roll 1")
    play(night, "novice-4 false-noise abbess 19")
    for seat in SECRET_FROM:
        assert view(night.game, seat).novices[0].blessing_played is None
    to_listening(night)
    assert kinds(night.log)[-3:] == ["guard_stopped", "tokens_cleared", "blessing_told"]
    night.do("roll 1", "roll 1")
    assert "novice-4" not in waiting(night)


def heard_or_false() -> tuple[Night, Night]:
    """Two nights that look the same at the table: novices 1 and 5 mark the Abbess on 21, novice 5 truly or with a card.

    She is in cell 2, 2 steps away, or far off in the garden; both times she ran there and was not seen."""
    nights = []
    for start, end in ((20, 2), (34, 31)):
        night = night_of("mayfair", 1, 5, n1="one-more-step", n5="false-noise")
        night.put_guard("abbess", 26, path="yellow-26-122")
        write(night, "novice-1 run 21-1", f"novice-5 run {start}-{end}")
        night.do("roll 1", "roll 1")
        rest_pass(night)
        night.do("abbess first")
        night.go("abbess", 19, 20, 21)
        night.do("abbess stops")
        night.go("prioress", 143, 144, 145)
        night.do("prioress stops", "roll 4", "roll 1")
        night.do("novice-5 pass" if end == 2 else "novice-5 false-noise abbess 20")
        rest_pass(night)
        nights.append(night)
    return nights[0], nights[1]


@pytest.mark.rule("10.4", "3.3")
def test_a_false_noise_does_not_lie_there_before_the_other_tokens_are_placed() -> None:
    _, false = heard_or_false()
    assert false.asks == "direction"  # novice 1 is heard and has still to place her token
    for seat in ("spectator", "guards", "novice-1"):
        assert view(false.game, seat).noises == ()


@pytest.mark.rule("10.4", "3.3")
def test_the_order_of_events_does_not_tell_a_false_noise_from_a_real_one() -> None:
    real, false = heard_or_false()
    for night in (real, false):
        night.do("novice-1 marks abbess 1", "novice-5 marks abbess 20")
    assert real.asks == false.asks == "plan"
    for seat in ("spectator", "guards", "novice-1"):
        assert events_of(real.game, seat) == events_of(false.game, seat)
        assert view(real.game, seat).noises == view(false.game, seat).noises


@pytest.mark.rule("10.4", "3.3", "7.4")
def test_who_is_asked_to_place_a_token_does_not_tell_a_false_noise_from_a_real_one() -> None:
    real, false = heard_or_false()
    for answers in ((), ("novice-5 marks abbess 20",)):
        for night in (real, false):
            night.do(*answers)
        for seat in ("spectator", "guards", "novice-1"):
            assert view(real.game, seat) == view(false.game, seat)


# -- 10.5 nothing rewinds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.5")
@pytest.mark.parametrize("card", ["roll-again", "noise-range"])
def test_a_card_cannot_undo_what_is_resolved(card: str) -> None:
    night = night_of("mayfair", n4=card)
    write(night, "novice-4 stand 18")
    night.do("roll 6")
    rest_pass(night)
    assert night.asks == "direction"
    assert "rule 4" in night.refused(f"novice-4 {card} novice-4")
    night.do("novice-4 marks abbess 19")
    assert "rule 4" in night.refused(f"novice-4 {card} novice-4")
    to_listening(night)
    night.do("roll 1", "roll 1")
    assert "rule 10" in night.refused(f"novice-4 {card} novice-4")  # that die is gone


@pytest.mark.rule("10.5", "10")
@pytest.mark.parametrize("card", ["roll-again", "noise-range"])
def test_a_card_has_one_use(card: str) -> None:
    night = night_of("mayfair", n4=card)
    write(night, "novice-4 stand 4")
    night.do("roll 1")
    play(night, f"novice-4 {card} novice-4")
    to_listening(night)
    night.pass_time("blessing")
    assert "novice-4" not in waiting(night)
    assert "rule" in night.refused(f"novice-4 {card} abbess")


@pytest.mark.rule("10")
@pytest.mark.parametrize("edition", BOOKS)
def test_there_are_two_of_each_kind_one_for_everybody(edition: str) -> None:
    night = Night(f"{edition}(blessings=on)", novices=range(1, 7))
    dealt = night.log[0]
    held = [each["blessing"] for each in (*dealt["novices"], *dealt["guards"])]
    assert sorted(held) == sorted(CARDS * 2)


# -- 10.6 the window -----------------------------------------------------------------------------------------------------

EVERYBODY = ("novice-4", "novice-6", "abbess", "prioress")


@pytest.mark.rule("10.6", "3.3")
@pytest.mark.parametrize("card", CARDS)
def test_all_whose_card_is_unplayed_are_asked_at_once_whatever_the_card(card: str) -> None:
    night = night_of("mayfair", 4, 6, n4=card)
    night.stand_all()
    assert night.do("roll 1", "roll 1")[-1]["event"] == "rolled"  # all dice before any answer
    assert night.asks == "blessing"
    assert waiting(night) == EVERYBODY
    night.do("prioress pass", "novice-4 pass")  # in any order
    assert waiting(night) == ("novice-6", "abbess")


@pytest.mark.rule("10.6", "3.3")
def test_an_answer_is_not_known_before_all_have_answered() -> None:
    playing, passing = (night_of("mayfair", 4, 6, n4="noise-range") for _ in range(2))
    for night in (playing, passing):
        night.stand_all()
        night.do("roll 1", "roll 1")
    assert playing.do("novice-4 noise-range novice-4") == []
    passing.do("novice-4 pass")
    for seat in SECRET_FROM:
        assert view(playing.game, seat) == view(passing.game, seat)


@pytest.mark.rule("10.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_the_window_is_held_in_each_noise_step_dice_or_not(edition: str) -> None:
    night = night_of(edition, 4, 6)
    night.put_guard("abbess", 26, ran=1)
    night.put_guard("prioress", 142, ran=1)
    night.stand_all()
    if edition == "dutch":
        night.do("roll 1", "roll 1")  # 7.2 there everyone always rolls
    assert (night.asks, waiting(night)) == ("blessing", EVERYBODY)
    rest_pass(night)
    to_listening(night, abbess=5, prioress=4)
    night.do("roll 1")
    assert (night.asks, waiting(night)) == ("blessing", EVERYBODY)
    rest_pass(night)
    assert night.asks == "plan"


@pytest.mark.rule("10.6")
def test_the_window_is_held_when_both_guards_ran_and_nobody_listens() -> None:
    night = night_of("mayfair", 4, 6)
    night.put_guard("prioress", 26, path="yellow-26-122")
    night.stand_all()
    night.pass_time("order")
    night.do("abbess first")
    night.go("abbess", *RED[1:6])
    night.do("abbess stops")
    night.go("prioress", 19, 20, 21, 22, 23)
    night.do("prioress stops")
    assert (night.asks, waiting(night)) == ("blessing", EVERYBODY)


@pytest.mark.rule("10.6", "4.1")
def test_on_turn_1_it_is_held_after_each_movement_of_the_novices() -> None:
    night = Night("mayfair", novices=(4, 6))
    for _ in range(2):
        night.stand_all()
        night.do("roll 1", "roll 1")
        assert (night.asks, waiting(night)) == ("blessing", EVERYBODY)
        rest_pass(night)
    assert night.asks == "order"


@pytest.mark.rule("10.6", "4")
def test_the_last_turn_has_no_listening_step() -> None:
    night = night_of("mayfair", 4, 6, more=",turns=1")
    night.stand_all()
    to_listening(night)
    assert night.asks == "over"


@pytest.mark.rule("10.6")
def test_it_is_held_as_long_as_anyone_is_to_be_asked() -> None:
    night = night_of("mayfair", n4="roll-again", abbess="noise-range", prioress="noise-range")
    night.stand_all()
    night.do("roll 1", "novice-4 pass", "abbess noise-range novice-4", "prioress noise-range novice-4")
    to_listening(night)
    night.do("roll 1", "roll 1")
    assert waiting(night) == ("novice-4",)
    night.do("novice-4 roll-again abbess", "roll 1")
    assert night.asks == "plan"
    night.do("novice-4 stand 4", "roll 1")
    assert night.asks == "order"  # nobody is left to be asked


@pytest.mark.rule("10.6")
def test_dice_are_rolled_again_first_and_then_all_the_others_are_asked_once_more() -> None:
    night = night_of("mayfair", 4, 6, n4="noise-range", n6="roll-again")
    write(night, "novice-4 stand 18", "novice-6 stand 6")
    night.do("roll 6", "roll 1")
    play(night, "novice-4 noise-range novice-4", "novice-6 roll-again novice-4")
    assert [each["blessing"] for each in of_kind(night.log, "blessing_played")] == ["roll-again"]
    night.do("roll 5")
    assert (night.asks, waiting(night)) == ("blessing", ("novice-4", "abbess", "prioress"))
    play(night, "novice-4 noise-range novice-4")
    assert [each["blessing"] for each in of_kind(night.log, "blessing_played")] == ["roll-again", "noise-range"]
    assert [each.blessing_played for each in view(night.game, "guards").novices] == ["noise-range", "roll-again"]  # 3.1
    assert night.asks == "order"  # 5 - 1 - 3 is not 2


@pytest.mark.rule("10.6")
def test_a_shift_answered_before_a_die_was_rolled_again_may_be_kept_after_all() -> None:
    night = night_of("mayfair", 4, 6, n4="noise-range", n6="roll-again")
    write(night, "novice-4 stand 18", "novice-6 stand 6")
    night.do("roll 6", "roll 1")
    play(night, "novice-4 noise-range novice-4", "novice-6 roll-again novice-4")
    night.do("roll 1")
    rest_pass(night)
    assert view(night.game, "novice-4").sheets[0].blessing == "noise-range"


@pytest.mark.rule("10.6")
def test_two_dice_may_be_rolled_again_in_one_window() -> None:
    night = night_of("mayfair", 4, 6, n4="roll-again", n6="roll-again")
    night.stand_all()
    night.do("roll 6", "roll 6")
    play(night, "novice-4 roll-again novice-4", "novice-6 roll-again novice-6")
    night.do("roll 2", "roll 3")
    assert [(die.by, die.face) for die in view(night.game, "spectator").dice] == [("novice-4", 2), ("novice-6", 3)]
    assert waiting(night) == ("abbess", "prioress")


@pytest.mark.rule("10.6")
def test_the_second_roll_again_may_be_played_on_the_die_that_was_rolled_again() -> None:
    night = night_of("mayfair", 4, 6, n4="roll-again", abbess="roll-again")
    night.stand_all()
    night.do("roll 6", "roll 6")
    play(night, "novice-4 roll-again novice-4")
    night.do("roll 2")
    assert night.is_legal("abbess roll-again novice-4")
    play(night, "abbess roll-again novice-4")
    night.do("roll 5")
    assert view(night.game, "spectator").dice[0].face == 5


@pytest.mark.rule("10.6", "10.4")
def test_a_false_noise_played_but_not_told_is_asked_too_and_can_only_pass() -> None:
    night = night_of("mayfair", 4, 6, n4="false-noise")
    night.stand_all()
    to_listening(night)
    night.do("roll 1", "roll 1")
    play(night, "novice-4 false-noise abbess 24")
    night.stand_all()
    night.do("roll 1", "roll 1")
    assert waiting(night) == EVERYBODY
    assert night.menu("novice-4") == ["novice-4 pass"]
    assert "rule 10" in night.refused("novice-4 false-noise abbess 24")


@pytest.mark.rule("10.6")
def test_tokens_are_placed_when_the_window_is_closed() -> None:
    night = night_of("mayfair", 4, 6)
    write(night, "novice-4 stand 18", "novice-6 stand 6")
    night.do("roll 6", "roll 1")
    assert night.asks == "blessing"
    assert "rule 4" in night.refused("novice-4 marks abbess 19")
    rest_pass(night)
    assert night.asks == "direction"


@pytest.mark.rule("10.6", "2.3")
def test_with_two_guard_players_each_answers_for_her_own_card() -> None:
    night = Night("mayfair(opening=single)", novices=range(1, 7), guard_players=2)
    night.stand_all()
    night.do(*["roll 1"] * 6)
    assert waiting(night) == (*(f"novice-{number}" for number in range(1, 7)), "abbess", "prioress")
    assert all(text.startswith("abbess") for text in night.menu("abbess"))
    assert all(text.startswith("prioress") for text in night.menu("prioress"))


@pytest.mark.rule("10", "10.6")
def test_without_blessings_there_is_no_window() -> None:
    night = Night("dutch", novices=(4,))
    night.stand_all()
    night.do("roll 1")
    assert night.asks == "plan"


# -- 10.4 beside whom a guard may put it, 11.3 who is no longer asked ------------------------------------------------------


def with_the_abbess_holding_false_noise(options: str) -> Night:
    night = Night(options, (2, 4), blessings={"abbess": "false-noise", "prioress": "roll-again", "novice-2": "roll-again"})
    night.pass_time("blessing", face=1)
    return night


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("who, beside", [("own", {"abbess"}), ("any-guard", {"abbess", "prioress"})])
def test_a_guard_puts_a_false_noise_beside_herself_or_as_the_edition_says_beside_either(who: str, beside: set[str]) -> None:
    night = with_the_abbess_holding_false_noise(f"mayfair(opening=single,false-noise=either,guard-false-noise={who},monk=frederick)")
    offered = [text.split() for text in night.menu("guards") if text.startswith("abbess false-noise")]
    assert {words[2] for words in offered} == beside


@pytest.mark.rule("10.4", "9.6")
def test_a_false_noise_beside_the_other_guard_is_hers_who_placed_it_and_lets_the_other_leave_her_path() -> None:
    night = with_the_abbess_holding_false_noise("mayfair(opening=single,false-noise=either)")
    night.do("abbess false-noise prioress 19")
    night.pass_time("order", face=1)
    token = {"event": "noise", "turn": 1, "by": "abbess", "guard": "prioress", "dot": 19, "real": False}
    assert of_kind(night.log, "noise") == [token]
    assert [(each.by, each.guard, each.between) for each in view(night.game, "spectator").noises] == [("abbess", "prioress", (26, 19))]
    night.do("prioress first")
    night.pass_time("step")
    assert [guard.leave for guard in view(night.game, "spectator").guards] == [False, True]


@pytest.mark.rule("11.3", "10.6")
@pytest.mark.parametrize("version, asked", [(1, True), (2, False)])
def test_a_novice_who_is_home_is_not_asked_from_the_noise_step_of_that_movement_on(version: int, asked: bool) -> None:
    options = "mayfair(opening=single,all-or-nun=on)"
    night = Night(options, (2, 4), blessings={"novice-4": "noise-range"})
    night.game.state.asks_home = int(version == 1)
    night.put_novice(4, 18, has_key=1, has_wish=1)
    night.tear_plans()
    night.do("novice-4 sneak 18-4", "novice-2 run 2-20-19-18-17-16")
    night.pass_time("blessing", face=3)
    assert ("novice-4" in view(night.game, "spectator").waiting) is asked
    assert bool(night.menu("novice-4")) is asked


@pytest.mark.rule("10.4")
@pytest.mark.parametrize("holder", ["abbess", "prioress"])
def test_a_guards_false_noise_bears_her_own_name_and_goes_with_the_other_tokens(holder: str) -> None:
    night = night_of("reference", **{holder: "false-noise"})
    night.stand_all()
    night.do("roll 1")
    play(night, f"{holder} false-noise {holder} {19 if holder == 'abbess' else 143}")
    tokens = [(token.by, token.guard) for token in view(night.game, "spectator").noises]
    assert tokens == [(holder, holder)]
    night.pass_time("plan")
    assert view(night.game, "spectator").noises == ()


@pytest.mark.rule("10.4", "11.2")
def test_there_is_no_place_for_a_false_noise_beside_the_monk() -> None:
    night = night_of("mayfair", more=",monk=frederick", n4="false-noise")
    night.stand_all()
    to_listening(night)
    night.pass_time("blessing")
    assert {text.split()[2] for text in night.menu("novice-4") if "false-noise" in text} == {"abbess", "prioress"}
