"""13 The worked examples of the books."""

from itertools import pairwise

import pytest

from nuns.referee.view import view
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import FACTS_OF_THE_BOARD, evening, on_watch, over, seen_on, vanished

# 13.1 Celeste's night: turn, gait, route, what she takes.
CELESTE = [
    (2, "walk", (88, 105, 114, 130), "key_taken"),
    (3, "sneak", (130, 129, 115), None),
    (4, "run", (115, 116, 117, 128, 127, 126), None),
    (5, "run", (126, 125, 124, 123, 122, 121), "wish_taken"),
    (6, "run", (121, 122, 97, 96, 71, 70), None),
    (7, "run", (70, 44, 43, 23, 22, 21), None),
    (8, "walk", (21, 20, 19, 18, 4), None),
]
FIRST_LEG = (4, 18, 27, 39, 48, 49, 62, 76, 77, 78, 88)


def line(route: tuple[int, ...]) -> str:
    return "-".join(map(str, route))


def end_turn(night: Night) -> None:
    """The guards of these nights pace the south garden, where nobody comes."""
    night.pass_time("order")
    for guard in ("abbess", "prioress"):
        night.put_guard(guard, 12, path="blue-26-84")
    night.pass_time("plan")


@pytest.mark.rule("13.1")
@pytest.mark.parametrize(
    "start, end, steps, has_key",
    [
        (4, 88, 10, False),
        (88, 130, 3, False),
        (130, 115, 2, True),
        (115, 126, 5, True),
        (126, 121, 5, True),
        (121, 70, 5, True),
        (70, 21, 5, True),
        (21, 4, 4, True),
    ],
)
def test_each_leg_of_celestes_night_is_a_shortest_way_of_just_that_length(start: int, end: int, steps: int, has_key: bool) -> None:
    assert FACTS_OF_THE_BOARD.distance[start][end] == steps
    walked = {(route[0], route[-1]): route for route in (FIRST_LEG, *(route for _, _, route, _ in CELESTE))}[start, end]
    ways = FACTS_OF_THE_BOARD.around if has_key else FACTS_OF_THE_BOARD.around_keyless
    assert len(walked) - 1 == steps
    assert all(there in ways[here] for here, there in pairwise(walked))
    board = evening().game.setup.board
    assert board.distance[start][end] == steps


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("edition", ["mayfair", "reference"])
def test_celeste_wins_on_turn_8(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)", (4,), keys={4: 5})
    night.pass_time("plan")
    (sheet,) = view(night.game, "novice-4").sheets
    assert (sheet.cell, sheet.key_dot, sheet.wish_dot) == (4, 130, 121)
    legs = [FIRST_LEG] if edition == "reference" else [FIRST_LEG[:6], FIRST_LEG[5:]]  # 10, or 5 and 5
    for leg in legs:
        night.pass_time("plan")
        night.do(f"novice-4 run {line(leg)}")
    end_turn(night)
    for turn, gait, route, takes in CELESTE:
        assert view(night.game, "spectator").turn == turn
        happened = night.do(f"novice-4 {gait} {line(route)}")
        assert [event["event"] for event in happened if event["event"].endswith("_taken")] == ([takes] if takes else [])
        end_turn(night)
    assert night.log[-1] == over("home", 4, turn=8)
    assert "novice_caught" not in kinds(night.log)


@pytest.mark.rule("13.2")
@pytest.mark.parametrize("face, heard", [(6, True), (5, False)])
def test_theresa_on_72_rolls_6_and_is_heard_5_steps_away_on_23(face: int, heard: bool) -> None:
    assert FACTS_OF_THE_BOARD.distance[23][72] == 5
    night = evening()
    night.put_guard("abbess", 23)
    night.put_novice(4, 70)
    night.do("novice-4 walk 70-69-70-71-72", f"roll {face}")
    if heard:
        assert night.menu("novice-4") == ["novice-4 marks abbess 43"]
        assert night.do("novice-4 marks abbess 43") == [
            {"event": "noise", "turn": 1, "novice": 4, "guard": "abbess", "dot": 43, "real": True},
        ]
        assert [token.between for token in view(night.game, "spectator").noises] == [(23, 43)]
    else:
        assert night.asks == "order"


@pytest.mark.rule("13.3", "6.3")
def test_from_97_to_96_and_turning_to_95_the_abbess_sees_122() -> None:
    night = evening()
    night.put_guard("abbess", 97, came_from=122, path="blue-84-122", heading=-1)
    night.put_novice(4, 122)
    night.pass_time("step")
    assert kinds(night.go("abbess", 96)) == ["guard_stepped"]  # behind her until now
    assert night.do("abbess 96-95") == [
        {"event": "guard_turned", "turn": 1, "guard": "abbess", "dot": 96, "towards": 95},
        {"event": "novice_seen", "turn": 1, "novice": 4, "dot": 122, "by": ("abbess",)},
    ]


@pytest.mark.rule("13.4")
@pytest.mark.parametrize("edition", ["mayfair", "reference", "italian"])
@pytest.mark.parametrize("stands, dot, seen", [(105, 112, True), (114, 134, False)])
def test_112_is_seen_from_105_but_134_is_not_seen_from_114(edition: str, stands: int, dot: int, seen: bool) -> None:
    seen_from = set()
    for came_from in FACTS_OF_THE_BOARD.around[stands]:
        night = evening(edition)
        on_watch(night, "abbess", came_from, stands)
        night.put_novice(4, dot)
        if seen_on(night.do(f"novice-4 stand {dot}")):
            seen_from.add(came_from)
    assert seen_from == ({88, 104} if seen else set())  # 112 is ahead or beside
    ruler = evening(edition).do(f"novice-4 ruler {stands}-{dot}")[0]
    assert ruler["line"] == seen


@pytest.mark.rule("13.5")
def test_a_novice_runs_past_a_guard_on_60_and_vanishes() -> None:
    night = evening("dutch")
    night.put_guard("abbess", 60)
    night.put_novice(4, 103)
    happened = night.do("novice-4 run 103-104-115-129-135")
    assert seen_on(happened) == [104, 115, 129]
    assert vanished(happened) == [(129, 135)]
    assert kinds(happened) == ["novice_moved", *["novice_seen"] * 3, "novice_vanished"]
    assert view(night.game, "spectator").novices[0].dot is None


@pytest.mark.rule("13.6")
def test_the_abbess_takes_the_red_path_from_26_to_147_and_after_6_stands_on_50() -> None:
    night = Night("dutch")
    night.pass_time("order")
    night.do("abbess first")
    (taken,) = night.do("abbess takes red-26-147")
    assert (taken["dots"][0], taken["dots"][-1]) == (26, 147)
    for here, there in pairwise(taken["dots"][:7]):
        night.do(f"abbess {here}-{there}")
    (stopped, *_) = night.do("abbess stops")
    assert (stopped["steps"], stopped["gait"]) == (6, "run")
    assert view(night.game, "spectator").guards[0].dot == 50


@pytest.mark.rule("13.7")
def test_a_guard_who_steps_from_26_into_the_cloister_sees_everyone_in_it_but_not_67() -> None:
    cloister = sorted(FACTS_OF_THE_BOARD.room[40] - {40})
    for six in (cloister[:6], cloister[6:12], cloister[12:18], cloister[17:]):
        night = evening("dutch", novices=range(1, 7))
        night.put_guard("abbess", 26, path="red-26-147")
        for number, dot in enumerate(six, 1):
            night.put_novice(number, dot)
        night.pass_time("step")
        assert seen_on(night.do("abbess 26-40")) == six
    night = evening("dutch")
    night.put_guard("abbess", 26, path="red-26-147")
    night.put_novice(4, 67)
    night.pass_time("step")
    assert kinds(night.do("abbess 26-40")) == ["guard_stepped"]


# 13.8 Angelica's night: gait, route, whether she takes the key.
ANGELICA = [
    ("walk", (60, 61, 77, 89, 104), False),
    ("walk", (104, 105, 114, 130), True),
    ("run", (130, 129, 135, 149, 136, 137), False),
]


@pytest.mark.rule("13.8")
def test_angelicas_log_sheet_reads_60_run_104_walk_130_walk_key_137_run() -> None:
    night = Night("dutch", (4,), keys={4: 5})
    for leg in ((4, 18, 17, 16, 15, 30), (30, 35, 51, 60)):
        night.pass_time("plan")
        night.do(f"novice-4 run {line(leg)}")
    for gait, route, takes_key in ANGELICA:
        end_turn(night)
        assert ("key_taken" in kinds(night.do(f"novice-4 {gait} {line(route)}"))) == takes_key
    (sheet,) = view(night.game, "novice-4").sheets
    assert [(entry.turn, entry.route[-1], entry.gait, len(entry.route) - 1, entry.key) for entry in sheet.log[1:]] == [
        (1, 60, "run", 3, False),
        (2, 104, "walk", 4, False),
        (3, 130, "walk", 3, True),
        (4, 137, "run", 5, False),
    ]


@pytest.mark.rule("13.8")
@pytest.mark.parametrize("start, end, steps", [(60, 104, 4), (104, 130, 3), (130, 137, 5)])
def test_angelicas_legs_are_shortest_ways_too(start: int, end: int, steps: int) -> None:
    assert FACTS_OF_THE_BOARD.distance[start][end] == steps


@pytest.mark.rule("13.9", "1.3")
@pytest.mark.parametrize("players, novices, goal", [(6, 5, 6), (4, 3, 4), (2, 1, 2)])
def test_so_many_capture_points_win(players: int, novices: int, goal: int) -> None:
    for points_before, wins in ((goal - 2, False), (goal - 1, True)):
        night = evening(novices=range(1, novices + 1))
        assert night.log[0]["players"] == players
        night.game.state.captures = points_before
        night.put_guard("abbess", 21)
        night.do("novice-1 sneak 1-21")
        if novices > 1:
            night.stand_all()
        assert view(night.game, "spectator").captures == points_before + 1
        assert of_kind(night.log, "game_over") == [over("captures", "guards")] * wins
