"""Section 9 of the law: how guards move, their paths, and what gives them leave."""

import pytest

from nuns.referee.public_view import GuardView
from nuns.referee.view import view
from nuns.rules.words import Card
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS

PLAIN = "opening=single,first-paths=guards-move,blessings=off"
RED = (26, 25, 24, 42, 45, 69, 70, 71, 96, 97, 122)  # red-26-122
SHARED = {"blue-26-84", "blue-26-147", "green-26-84", "green-26-101", "red-26-122", "red-26-147", "yellow-26-101", "yellow-26-122"}


def night_of(edition: str = "mayfair", *novices: int, more: str = "") -> Night:
    """One movement on turn 1, no cards, and no path until a guard moves; the Prioress is out of the way on 142."""
    night = Night(f"{edition}({PLAIN}{more})", novices or (4,))
    night.put_guard("prioress", 142, path="red-122-147")
    return night


def guards_turn(night: Night, **novices: int) -> None:
    """The novices stand where they are, or where they are put (``n4=20``), unheard; the guards' movement is next."""
    for name, dot in novices.items():
        night.put_novice(int(name[1:]), dot)
    night.tear_plans()
    night.stand_all()
    night.pass_time("order")


def abbess_on(
    dot: int, path: str, *, edition: str = "mayfair", heading: int = 1, came_from: int | None = None, novice: int = 4, **fields: int
) -> Night:
    """The Abbess begins her movement on a dot with a path; novice 4 stands somewhere."""
    night = night_of(edition)
    night.put_guard("abbess", dot, path=path, heading=heading, came_from=came_from, **fields)
    guards_turn(night, n4=novice)
    night.do("abbess first")
    return night


def abbess(night: Night) -> GuardView:
    return view(night.game, "spectator").guards[0]


def ways(night: Night, guard: str = "abbess") -> set[int]:
    """The dots to which she may step."""
    return {int(text.split()[1].split("-")[1]) for text in night.menu("guards") if text.startswith(guard) and "-" in text.split()[1]}


# -- 9.1 how far ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.1")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize(
    "steps, gait", [(0, None), (1, None), (2, None), (3, "walk"), (4, "walk"), (5, "run"), (6, "run")]
)  # fmt: skip
def test_she_walks_3_or_4_dots_or_runs_5_or_6(edition: str, steps: int, gait: str | None) -> None:
    night = abbess_on(26, "red-26-122", edition=edition)
    night.go("abbess", *RED[1 : steps + 1])
    if gait is None:
        assert "rule 9.1" in night.refused("abbess stops")
    else:
        assert of_kind(night.do("abbess stops"), "guard_stopped") == [
            {"event": "guard_stopped", "turn": 1, "guard": "abbess", "gait": gait, "steps": steps}
        ]


@pytest.mark.rule("9.1", "11.1")
@pytest.mark.parametrize("more, most", [("", 6), (",slow-guards=on", 5)])
def test_slow_guards_are_capped_at_5(more: str, most: int) -> None:
    night = night_of(more=more)
    night.put_guard("abbess", 26, path="red-26-122")
    guards_turn(night)
    night.do("abbess first")
    night.go("abbess", *RED[1 : most + 1])
    assert night.menu("guards") == ["abbess stops"]
    assert "rule 9.1" in night.refused(f"abbess {RED[most]}-{RED[most + 1]}")
    assert of_kind(night.do("abbess stops"), "guard_stopped")[0]["gait"] == "run"


@pytest.mark.rule("9.1")
def test_she_decides_after_every_step() -> None:
    night = abbess_on(26, "red-26-122")
    for step, dot in enumerate(RED[1:7], 1):
        night.go("abbess", dot)
        assert night.is_legal("abbess stops") == (step >= 3)


# -- 9.2 doors and each other --------------------------------------------------------------------------------------------


@pytest.mark.rule("9.2")
@pytest.mark.parametrize(
    "here, there",
    [
        (26, 40), (26, 19), (25, 26), (84, 109), (109, 110), (101, 118), (126, 119), (122, 121), (147, 148), (154, 155),  # locks
        (18, 4), (94, 95), (104, 103), (106, 107), (81, 82), (57, 82), (34, 33),  # doors, curtains, leaves, an open way
    ],
)  # fmt: skip
def test_she_opens_every_door(here: int, there: int) -> None:
    night = abbess_on(here, "red-26-122", tokens=1)  # 9.6 with a noise of her own she goes where she likes
    assert there in ways(night)
    assert of_kind(night.go("abbess", there), "guard_stepped")[0]["to"] == there


@pytest.mark.rule("9.2")
def test_guards_share_a_dot_and_pass_each_other() -> None:
    night = night_of()
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_guard("prioress", 42, path="yellow-26-122")
    night.put_guard("prioress", 45, path="red-26-147", came_from=42)
    guards_turn(night)
    night.do("abbess first")
    night.go("abbess", 25, 24, 42, 45)
    assert abbess(night).dot == 45 == view(night.game, "spectator").guards[1].dot
    assert kinds(night.go("abbess", 69)) == ["guard_stepped"]


# -- 9.3 paths -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("edition", BOOKS)
def test_she_chooses_a_path_that_ends_on_her_dot_from_the_shared_remainder(edition: str) -> None:
    night = Night(f"{edition}({PLAIN})")
    guards_turn(night)
    night.do("abbess first")
    assert {text.split()[-1] for text in night.menu("guards")} == SHARED
    assert "rule 9.3" in night.refused("abbess takes red-122-147")
    assert night.do("abbess takes red-26-122") == [
        {"event": "path_taken", "turn": 1, "guard": "abbess", "path": "red-26-122", "dots": RED}
    ]  # fmt: skip
    night.go("abbess", 25, 24, 42)
    night.do("abbess stops")
    assert {text.split()[-1] for text in night.menu("guards")} == SHARED - {"red-26-122"}
    assert "rule 9.3" in night.refused("prioress takes red-26-122")  # one pile, first come


@pytest.mark.rule("9.3", "9.6")
@pytest.mark.parametrize("heading, here, following", [(1, 26, 25), (1, 45, 69), (1, 97, 122), (-1, 122, 97), (-1, 45, 42), (-1, 25, 26)])
def test_without_a_reason_she_follows_her_path_step_by_step(heading: int, here: int, following: int) -> None:
    night = abbess_on(here, "red-26-122", heading=heading)
    assert ways(night) == {following}
    assert of_kind(night.do(f"abbess {here}-{following}"), "guard_stepped") == [
        {"event": "guard_stepped", "turn": 1, "guard": "abbess", "from": here, "to": following, "free": False}
    ]


@pytest.mark.rule("9.3", "9.6")
def test_a_step_off_her_path_without_a_reason_is_refused_with_the_rule() -> None:
    night = abbess_on(45, "red-26-122")
    for step in ("45-42", "45-44", "45-46", "45-44 free"):
        assert "rule 9.6" in night.refused(f"abbess {step}")
    assert "rule 9.2" in night.refused("abbess 45-71")
    assert "rule 9.3" in night.refused("abbess 69-70")


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("edition", BOOKS)
def test_reaching_the_end_discards_the_card_and_she_takes_another_at_once_with_the_steps_she_has_left(edition: str) -> None:
    night = abbess_on(144, "red-122-147", edition=edition)
    night.put_guard("prioress", 26, path="yellow-26-122")
    night.go("abbess", 145, 146)
    assert night.asks == "step"
    night.go("abbess", 147)
    assert night.asks == "path"
    assert view(night.game, "spectator").paths.discarded == ("red-122-147",)
    assert "rule 4" in night.refused("abbess stops")  # first the card
    assert night.do("abbess takes pink-101-147")[0]["dots"][:3] == (147, 146, 139)
    assert abbess(night).steps == 3
    night.go("abbess", 146, 139, 126)
    assert night.menu("guards") == ["abbess stops"]
    assert of_kind(night.do("abbess stops"), "guard_stopped")[0]["steps"] == 6


@pytest.mark.rule("9.3")
def test_paths_that_meet_her_dot_elsewhere_than_at_their_ends_do_not_fit() -> None:
    night = abbess_on(144, "red-122-147")
    night.go("abbess", 145, 146, 147)
    offered = {text.split()[-1] for text in night.menu("guards")}
    assert offered == {"blue-26-147", "pink-101-147", "red-26-147", "yellow-84-147", "about-turn"}


@pytest.mark.rule("9.3", "9.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_with_leave_but_on_her_path_she_follows_it_and_its_end_completes_it(edition: str) -> None:
    night = abbess_on(96, "red-26-122", edition=edition, tokens=1)
    stepped = night.do("abbess 96-97", "abbess 97-122")
    assert [each["free"] for each in of_kind(stepped, "guard_stepped")] == [False, False]
    assert night.asks == "path"


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("edition", BOOKS)
def test_crossing_the_end_while_moving_freely_completes_nothing(edition: str) -> None:
    night = abbess_on(97, "red-26-122", edition=edition, tokens=1)
    stepped = night.do("abbess 97-96 free", "abbess 96-97 free", "abbess 97-122 free")
    assert all(each["free"] for each in of_kind(stepped, "guard_stepped"))
    assert night.asks == "step"
    assert "red-26-122" in view(night.game, "spectator").paths.face_up
    night.do("abbess stops")
    assert abbess(night).path == "red-26-122"


@pytest.mark.rule("9.3")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("tokens, asked", [(0, "path"), (1, "step")])
def test_starting_at_the_end_completes_the_path_unless_she_has_a_reason(edition: str, tokens: int, asked: str) -> None:
    night = abbess_on(122, "red-26-122", edition=edition, tokens=tokens)
    assert night.asks == asked
    assert ("red-26-122" in view(night.game, "spectator").paths.discarded) == (tokens == 0)


@pytest.mark.rule("9.3")
def test_starting_at_the_end_where_the_path_began_completes_nothing() -> None:
    night = abbess_on(122, "red-26-122", heading=-1)
    assert ways(night) == {97}


@pytest.mark.rule("9.3", "9.7")
@pytest.mark.parametrize("heading, asked", [(1, "path"), (-1, "step")])
def test_returning_to_the_path_at_its_end_completes_it(heading: int, asked: str) -> None:
    night = abbess_on(121, "red-26-122", heading=heading)  # 121 is joined to 122 alone
    night.go("abbess", 122)
    assert night.asks == asked


@pytest.mark.rule("9.3", "9.6")
def test_off_her_path_with_a_reason_she_moves_freely_from_the_start_and_completes_nothing() -> None:
    night = abbess_on(121, "red-26-122", tokens=1)
    assert of_kind(night.go("abbess", 122), "guard_stepped")[0]["free"]
    assert night.asks == "step"
    assert ways(night) == {97, 121, 123}


# -- 9.4 About Turn ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.4", "2.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_about_turn_is_the_path_just_completed_the_other_way(edition: str) -> None:
    night = abbess_on(144, "red-122-147", edition=edition)
    night.put_guard("prioress", 26, path="yellow-26-122")
    assert view(night.game, "spectator").paths.about_turns == 2
    night.go("abbess", 145, 146, 147)
    assert night.do("abbess takes about-turn") == [
        {
            "event": "path_taken",
            "turn": 1,
            "guard": "abbess",
            "path": "about-turn",
            "dots": (147, 146, 145, 144, 143, 142, 123, 122),
        }
    ]
    paths = view(night.game, "spectator").paths
    assert paths.about_turns == 1  # discarded at once
    assert "red-122-147" in paths.face_up  # with her until completed again
    assert paths.discarded == ()
    assert ways(night) == {146}


@pytest.mark.rule("9.4")
def test_about_turn_is_not_taken_as_a_first_path() -> None:
    night = Night(f"mayfair({PLAIN})")
    guards_turn(night)
    night.do("abbess first")
    assert "rule 9.4" in night.refused("abbess takes about-turn")


@pytest.mark.rule("9.4", "2.4")
def test_there_are_two_about_turn_cards_for_both_guards() -> None:
    night = abbess_on(144, "red-122-147")
    night.put_guard("prioress", 26, path="yellow-26-122")
    for _ in range(2):
        night.put_guard("abbess", 146, path="red-122-147", heading=1, steps=2)
        night.go("abbess", 147)
        night.do("abbess takes about-turn")
    assert view(night.game, "spectator").paths.about_turns == 0
    night.put_guard("abbess", 146, path="red-122-147", heading=1, steps=2)
    night.go("abbess", 147)
    assert "rule 9.4" in night.refused("abbess takes about-turn")


@pytest.mark.rule("9.4")
def test_the_path_walked_back_is_completed_at_its_other_end() -> None:
    night = abbess_on(146, "red-122-147")
    night.put_guard("prioress", 26, path="yellow-26-122")
    night.go("abbess", 147)
    night.do("abbess takes about-turn")
    night.put_guard("abbess", 123, steps=2)
    night.go("abbess", 122)
    assert night.asks == "path"
    assert "red-122-147" in view(night.game, "spectator").paths.discarded


# -- 9.5 no card fits ----------------------------------------------------------------------------------------------------

TO_147 = ("blue-26-147", "pink-101-147", "red-26-147", "yellow-84-147")


def reach_147(lying: dict[str, Card], *, about_turns: bool = True) -> Night:
    """The Abbess completes red-122-147 on 147; the other cards that end there lie as given."""
    night = abbess_on(144, "red-122-147")
    night.put_guard("prioress", 26, path="yellow-26-122")
    for name in TO_147:
        night.game.state.cards[night.game.setup.path_names.index(name)] = lying.get(name, Card.REMAINING)
    if not about_turns:
        night.game.state.cards[15:17] = [Card.DISCARDED] * 2
    night.go("abbess", 145, 146, 147)
    return night


@pytest.mark.rule("9.5", "9.3")
@pytest.mark.parametrize(
    "lying, offered",
    [
        ({}, {*TO_147}),
        (dict.fromkeys(TO_147[:3], Card.DISCARDED), {TO_147[3]}),  # one remains: no other
        (dict.fromkeys(TO_147, Card.DISCARDED), {*TO_147}),  # none remains: the discarded, but not the one just completed
        ({**dict.fromkeys(TO_147[:3], Card.DISCARDED), TO_147[3]: Card.FACE_UP}, {*TO_147[:3]}),  # the other guard's is not free
        (dict.fromkeys(TO_147, Card.FACE_UP), {"red-122-147"}),  # no other at all: the one just completed
    ],
)
@pytest.mark.parametrize("about_turns", [True, False])
def test_when_no_remaining_card_fits_she_chooses_among_the_discarded(lying: dict[str, Card], offered: set[str], about_turns: bool) -> None:
    night = reach_147(lying, about_turns=about_turns)
    assert {text.split()[-1] for text in night.menu("guards")} == offered | ({"about-turn"} if about_turns else set())
    for name in {*TO_147, "red-122-147"} - offered:
        reason = night.refused(f"abbess takes {name}")
        assert "rule 9.5" in reason or "rule 9.3" in reason


@pytest.mark.rule("9.5")
def test_a_path_taken_from_the_discarded_lies_face_up_again() -> None:
    night = reach_147(dict.fromkeys(TO_147, Card.DISCARDED))
    night.do("abbess takes pink-101-147")
    paths = view(night.game, "spectator").paths
    assert "pink-101-147" in paths.face_up
    assert "pink-101-147" not in paths.discarded


# -- 9.6 leave -----------------------------------------------------------------------------------------------------------


# The Abbess came from 26 to 40 and is due on 39. She sees 39 and 48, by arc or by room, but not 27, which is 2 steps away.
@pytest.mark.rule("9.6")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize(
    "plan, face, leave",
    [
        ("stand 48", 1, True),  # a novice in sight, with the facing she kept
        ("run 39-27-18", 1, True),  # a vanished token on the edge from 39
        ("walk 16-17-18-27", 3, True),  # a noise of her own
        ("walk 16-17-18-27", 2, False),  # nothing
    ],
)
def test_a_novice_in_sight_a_vanished_token_or_a_noise_of_her_own_gives_leave_at_the_start(
    edition: str, plan: str, face: int, leave: bool
) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 40, came_from=26, path="yellow-26-101")
    night.put_novice(4, int(plan.split()[1].split("-")[0]))
    night.tear_plans()
    night.do(f"novice-4 {plan}", f"roll {face}")
    night.pass_time("order")
    night.do("abbess first")
    assert abbess(night).leave == leave
    assert ways(night) == ({26, 39, 41} if leave else {39})
    if not leave:
        assert "rule 9.6" in night.refused("abbess 40-41 free")


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("plan, face", [("stand 48", 1), ("run 39-27-18", 1), ("walk 16-17-18-27", 3)])
def test_the_other_guards_detection_is_no_reason(edition: str, plan: str, face: int) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 40, came_from=26, path="yellow-26-101")
    night.put_guard("prioress", 24, came_from=25, path="red-26-122")
    night.put_novice(4, int(plan.split()[1].split("-")[0]))
    night.tear_plans()
    night.do(f"novice-4 {plan}", f"roll {face}")
    night.pass_time("order")
    night.do("prioress first")
    assert ways(night, "prioress") == {42}
    assert "rule 9.6" in night.refused("prioress 24-25 free")


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_leave_may_come_after_any_step(edition: str) -> None:
    night = abbess_on(26, "blue-26-84", edition=edition, novice=20)
    assert ways(night) == {19}
    assert kinds(night.do("abbess 26-19")) == ["guard_stepped", "novice_seen"]
    assert ways(night) == {3, 18, 20, 26}
    assert of_kind(night.do("abbess 19-3 free"), "guard_stepped")[0]["free"]


@pytest.mark.rule("9.6", "6.3")
@pytest.mark.parametrize("edition", ["mayfair", "reference", "italian"])
def test_leave_may_come_after_a_turn(edition: str) -> None:
    night = abbess_on(96, "blue-84-122", edition=edition, heading=-1, came_from=97, novice=122)
    assert ways(night) == {95}
    night.do("abbess 96-95")  # turns, and sees 122 beside her
    assert abbess(night).dot == 96
    assert ways(night) == {71, 95, 97}


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("edition", [edition for edition in BOOKS if edition != "italian"])  # there it is the Prioress's alone (6.7)
def test_a_vanished_token_seen_after_a_step_gives_leave(edition: str) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 25, path="red-26-122")
    night.put_guard("prioress", 69, came_from=70, path="red-122-147")
    night.put_novice(4, 45)
    night.tear_plans()
    vanished = of_kind(night.do("novice-4 sneak 45-46", "roll 1"), "novice_vanished")  # the Prioress saw her go through the door
    assert vanished == [{"event": "novice_vanished", "turn": 1, "novice": 4, "between": (45, 46)}]
    night.do("abbess first", "abbess 25-24")
    assert ways(night) == {42}
    night.do("abbess 24-42")  # and now the Abbess sees 45
    assert ways(night) == {24, 43, 45}


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("edition", ["mayfair", "reference", "dutch"])
def test_once_off_her_path_she_moves_freely_for_the_rest_of_that_movement(edition: str) -> None:
    night = abbess_on(26, "blue-26-84", edition=edition, novice=20)
    stepped = night.do("abbess 26-19", "abbess 19-26 free", "abbess 26-40 free", "abbess 40-26 free", "abbess 26-25 free")
    assert [each["free"] for each in of_kind(stepped, "guard_stepped")] == [False, True, True, True, True]
    assert ways(night) == {24, 26}


@pytest.mark.rule("9.6")
def test_leave_that_is_not_used_at_once_is_kept_for_the_rest_of_that_movement() -> None:
    night = abbess_on(26, "blue-26-84", novice=20)
    night.do("abbess 26-19", "abbess 19-18", "abbess 18-17")  # along the path, the novice behind her
    assert ways(night) == {5, 16, 18}


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_leave_ends_with_the_movement(edition: str) -> None:
    night = abbess_on(26, "blue-26-84", edition=edition, novice=20)
    night.do("abbess 26-19")
    night.go("abbess", 18, 17)
    night.do("abbess stops")
    night.pass_time("plan")
    night.do("novice-4 stand 20", "roll 1")
    night.do("abbess first")
    assert ways(night) == {16}


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("edition", BOOKS)
def test_a_novice_still_in_sight_is_a_reason_in_the_next_movement_too(edition: str) -> None:
    night = abbess_on(26, "yellow-26-122", edition=edition, novice=22)
    night.go("abbess", 19, 20, 21)
    night.do("abbess stops")
    night.pass_time("plan")
    night.do("novice-4 stand 22", "roll 1", "abbess first")
    assert ways(night) == {1, 20, 22}


# -- 9.6 in italian: only as long as a reason lasts


@pytest.mark.rule("9.6")
def test_in_italian_leave_that_is_not_used_ends_with_its_reason() -> None:
    night = abbess_on(26, "blue-26-84", edition="italian", novice=20)
    night.do("abbess 26-19")
    assert ways(night) == {3, 18, 20, 26}
    night.do("abbess 19-18")  # the novice is behind her
    assert ways(night) == {17}
    assert "rule 9.6" in night.refused("abbess 18-27 free")


@pytest.mark.rule("9.6", "9.7")
def test_in_italian_a_free_guard_goes_back_to_her_path_in_the_same_movement_when_the_reason_ends() -> None:
    night = abbess_on(26, "blue-26-84", edition="italian", novice=20)
    night.do("abbess 26-19", "abbess 19-3 free")  # in cell 3 she sees nobody
    assert ways(night) == {19}
    assert of_kind(night.do("abbess 3-19"), "guard_stepped")[0]["free"] is False


@pytest.mark.rule("9.6")
def test_in_italian_freedom_lasts_while_she_sees_the_novice() -> None:
    night = abbess_on(26, "blue-26-84", edition="italian", novice=22)
    night.do("abbess 26-19", "abbess 19-20 free", "abbess 20-21 free")
    assert ways(night) == {1, 20, 22}


@pytest.mark.rule("9.6")
def test_in_italian_a_noise_of_her_own_lasts_as_long_as_its_token_lies() -> None:
    night = abbess_on(26, "blue-26-84", edition="italian", tokens=1)
    night.do("abbess 26-40 free", "abbess 40-26 free", "abbess 26-25 free", "abbess 25-26 free")
    assert ways(night) == {19, 25, 40}


@pytest.mark.rule("9.6")
def test_in_italian_a_novice_seen_again_in_the_same_movement_is_a_reason_again() -> None:
    night = abbess_on(26, "blue-26-84", edition="italian", novice=20)
    night.do("abbess 26-19", "abbess 19-26 free")  # on 26 she sees nobody: the reason has ended
    assert ways(night) == {19}
    night.go("abbess", 19)  # and from 19 she sees her once more
    assert night.is_legal("abbess 19-20 free")


@pytest.mark.rule("9.6")
def test_in_italian_the_capture_of_the_only_novice_in_sight_ends_the_reason() -> None:
    night = abbess_on(26, "blue-26-84", edition="italian", novice=20)
    night.do("abbess 26-19", "abbess 19-20 free")
    assert kinds(night.log).count("novice_caught") == 1
    assert ways(night) == {19}


@pytest.mark.rule("9.6", "2.5")
@pytest.mark.parametrize("edition", ["mayfair", "dutch"])
def test_a_first_path_is_chosen_before_it_may_be_left(edition: str) -> None:
    night = Night(f"{edition}({PLAIN})", novices=(3,))
    night.do("novice-3 run 3-19", "roll 6", "novice-3 marks abbess 19", "novice-3 marks prioress 19", "abbess first")
    assert night.asks == "path"
    assert "rule 4" in night.refused("abbess 26-40 free")
    night.do("abbess takes blue-26-84")
    assert night.is_legal("abbess 26-40 free")


# -- 9.7 back to the path ------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.7")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize(
    "here, back",
    [
        (44, {45, 70}),  # two dots of it are equally near: her choice
        (43, {42}),
        (23, {43}),  # two steps away
        (72, {71}),
        (98, {97}),
        (66, {47}),  # three steps, by 47 and 46 to 45
    ],
)
def test_without_a_reason_she_returns_by_a_shortest_way_to_the_nearest_dot_of_her_path(edition: str, here: int, back: set[int]) -> None:
    night = abbess_on(here, "red-26-122", edition=edition)
    assert ways(night) == back
    neighbours = night.game.setup.convent.neighbours()[here]
    for other in set(neighbours) - back:
        assert "rule 9.7" in night.refused(f"abbess {here}-{other} free")


@pytest.mark.rule("9.7")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("heading, by, onwards", [(1, 45, (69, 70, 71)), (1, 70, (71, 96, 97)), (-1, 45, (42, 24, 25)), (-1, 70, (69, 45))])
def test_she_goes_on_in_the_direction_she_had_within_the_same_movement(
    edition: str, heading: int, by: int, onwards: tuple[int, ...]
) -> None:
    night = abbess_on(44, "red-26-122", edition=edition, heading=heading)
    night.go("abbess", by)
    for dot in onwards:
        assert ways(night) == {dot}
        night.go("abbess", dot)
    assert not any(each["free"] for each in of_kind(night.log, "guard_stepped"))


@pytest.mark.rule("9.7")
def test_after_a_chase_she_returns_in_her_next_movement_or_goes_on_where_she_stands_on_her_path() -> None:
    night = abbess_on(26, "blue-26-84", tokens=1)
    night.do("abbess 26-40 free", "abbess 40-41 free", "abbess 41-40 free", "abbess stops")
    night.pass_time("plan")
    night.do("novice-4 stand 4", "roll 1", "abbess first")
    assert ways(night) == {26}
    night.go("abbess", 26)
    assert ways(night) == {19}


# -- 9.8 the tokens leave ------------------------------------------------------------------------------------------------


@pytest.mark.rule("9.8")
@pytest.mark.parametrize("edition", BOOKS)
def test_all_tokens_leave_the_board_after_both_guards_have_moved_and_before_listening(edition: str) -> None:
    night = night_of(edition)
    night.put_guard("abbess", 40, came_from=26, path="yellow-26-101")
    night.put_novice(4, 48)
    night.tear_plans()
    night.do("novice-4 run 48-39-27", "roll 2", "novice-4 marks abbess 39")
    seen = view(night.game, "spectator")
    assert len(seen.noises) == len(seen.vanishings) == 1
    night.do("abbess first")
    night.go("abbess", 39, 38, 37)
    night.do("abbess stops")
    seen = view(night.game, "spectator")
    assert len(seen.noises) == len(seen.vanishings) == 1  # the Prioress has still to move
    night.go("prioress", 143, 144, 145)
    assert kinds(night.do("prioress stops")) == ["guard_stopped", "tokens_cleared"]
    seen = view(night.game, "spectator")
    assert (seen.noises, seen.vanishings) == ((), ())
    assert night.asks == "roll"


@pytest.mark.rule("9.8", "11.2")
def test_the_tokens_lie_until_the_monk_has_moved() -> None:
    night = night_of(more=",monk=robert")
    night.put_guard("abbess", 26, path="red-26-122")
    night.put_novice(4, 19)
    night.tear_plans()
    night.do("novice-4 run 19-3", "roll 2", "novice-4 marks abbess 19", "abbess first")
    night.go("abbess", 25, 24, 42)
    night.do("abbess stops")
    night.go("prioress", 143, 144, 145)
    assert "tokens_cleared" not in kinds(night.do("prioress stops"))
    assert len(view(night.game, "spectator").noises) == 1
    night.do("monk takes blue-84-122")
    night.go("monk", 85, 86, 80)
    assert kinds(night.do("monk stops")) == ["guard_stopped", "tokens_cleared"]


@pytest.mark.rule("9.8", "7.4")
def test_a_token_of_listening_serves_the_movement_of_the_following_turn_and_then_leaves() -> None:
    night = night_of()
    night.put_guard("abbess", 26, path="yellow-26-122")
    night.do("novice-4 run 4-18", "roll 1", "abbess first")
    night.go("abbess", 19, 20, 21)
    night.do("abbess stops")
    night.go("prioress", 143, 144, 145)
    night.do("prioress stops")
    night.do("roll 6", "roll 1", "novice-4 marks abbess 20")
    assert len(view(night.game, "spectator").noises) == 1
    night.do("novice-4 stand 18", "roll 1", "abbess first")
    assert ways(night) == {1, 20, 22}
    night.go("abbess", 20, 19, 26)
    night.do("abbess stops")
    night.pass_time("plan")
    assert view(night.game, "spectator").noises == ()
