"""1 Who plays, and for what."""

import pytest

from nuns.referee.game import belongs_to, legal_actions, new_game
from nuns.referee.game_setup import BadSetup
from nuns.referee.notation import read
from nuns.referee.seats import Seat
from nuns.referee.view import view
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS, evening, over

OVER_BY_CAPTURES = over("captures", "guards")


# -- 1.1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    "novices, guard_players, players",
    [(1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 1, 5), (5, 1, 6), (6, 1, 7), (6, 2, 8)],
)
def test_two_to_eight_play_and_one_of_them_moves_both_guards_unless_they_are_eight(novices: int, guard_players: int, players: int) -> None:
    night = Night(novices=range(1, novices + 1), guard_players=guard_players)
    assert night.log[0]["players"] == players
    guards = ["guards"] if guard_players == 1 else ["abbess", "prioress"]
    assert list(night.game.seats) == guards + [f"novice-{number}" for number in range(1, novices + 1)]


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("novices, guard_players", [(0, 1), (7, 1), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (7, 2), (3, 0), (6, 3)])
def test_no_other_number_of_players_can_sit_down(novices: int, guard_players: int) -> None:
    with pytest.raises(BadSetup, match=r"\(rule 1\.1\)"):
        new_game("mayfair", (novices, guard_players))


@pytest.mark.rule("1.1")
def test_one_guard_player_moves_both_guards() -> None:
    night = Night(novices=(4,))
    night.pass_time("order")
    assert night.menu("guards") == ["abbess first", "prioress first"]
    night.pass_time("step")
    assert night.guard("abbess").moved == 0
    assert all(text.startswith("abbess ") for text in night.menu("guards"))
    night.do("abbess 26-19", "abbess 19-18", "abbess 18-17", "abbess stops")
    assert all(text.startswith("prioress takes ") for text in night.menu("guards"))


@pytest.mark.rule("1.1")
def test_two_guard_players_move_one_guard_each() -> None:
    night = Night(novices=range(1, 7), guard_players=2)
    night.pass_time("order")
    night.do("abbess first")
    assert night.menu("abbess")
    assert night.menu("prioress") == night.menu("guards") == []
    step = read("abbess takes blue-26-84")
    assert [seat for seat in Seat if belongs_to(night.game, step, seat)] == ["abbess"]
    night.do("abbess takes blue-26-84", "abbess 26-19", "abbess 19-18", "abbess 18-17", "abbess stops")
    assert night.menu("prioress")
    assert night.menu("abbess") == night.menu("guards") == []


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("winners", ["guards", "novices"])
def test_two_guard_players_win_or_lose_together(winners: str) -> None:
    night = Night("mayfair(blessings=off,opening=single)", novices=range(1, 7), guard_players=2)
    if winners == "guards":
        night.game.state.captures = 7
        night.put_novice(4, 18)
        night.put_guard("abbess", 17)
        night.do("novice-4 sneak 18-17")
    else:
        night.put_novice(4, 18, has_key=1, has_wish=1)
        night.do("novice-4 sneak 18-4")
    night.pass_time("over")
    assert night.game.outcome is not None
    assert night.game.outcome.winners == (("abbess", "prioress") if winners == "guards" else ("novice-4",))


@pytest.mark.rule("1.1")
def test_every_other_seat_plays_one_novice_and_no_more() -> None:
    night = Night(novices=(2, 4, 6))
    for number in (2, 4, 6):
        assert night.menu(f"novice-{number}") == [f"novice-{number} gait {gait}" for gait in ("stand", "sneak", "walk", "run")]
    assert night.menu("novice-1") == night.menu("spectator") == []
    assert "(rule 2.1)" in night.refused("novice-1 stand 1")


# -- 1.2 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.2")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("has_key, has_wish, wins", [(0, 0, False), (1, 0, False), (1, 1, True)])
def test_a_novice_wins_in_her_own_cell_once_she_has_got_her_key_and_her_wish(edition: str, has_key: int, has_wish: int, wins: bool) -> None:
    night = evening(edition)
    night.put_novice(4, 18, has_key=has_key, has_wish=has_wish)
    happened = night.do("novice-4 sneak 18-4")
    assert of_kind(happened, "game_over") == ([over("home", 4)] if wins else [])
    assert (night.asks == "over") == wins


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(
    "has_key, has_wish, movement, brings",
    [
        (0, 0, "132-110", []),  # her wish before her key
        (0, 0, "81-82", ["key_taken"]),
        (1, 0, "132-110", ["wish_taken"]),
        (1, 0, "18-4", []),  # home before her wish
        (1, 1, "18-4", ["novice_home", "game_over"]),
    ],
)
def test_first_the_key_then_the_wish_then_home(has_key: int, has_wish: int, movement: str, brings: list[str]) -> None:
    night = evening(keys={4: 3})  # her key is on 82, her wish on 110
    night.put_novice(4, int(movement.split("-")[0]), has_key=has_key, has_wish=has_wish)
    assert kinds(night.do(f"novice-4 sneak {movement}")) == ["novice_moved", *brings]


# -- 1.3 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.3")
@pytest.mark.parametrize(
    "novices, guard_players, counted, goal",
    [
        (1, 1, "players", 2),
        (2, 1, "players", 3),
        (3, 1, "players", 4),
        (4, 1, "players", 5),
        (5, 1, "players", 6),
        (6, 1, "players", 7),
        (6, 2, "players", 8),
        (1, 1, "novices", 1),
        (3, 1, "novices", 3),
        (6, 1, "novices", 6),
        (6, 2, "novices", 6),
    ],
)
def test_the_goal_is_the_number_of_players_or_by_option_of_novices(novices: int, guard_players: int, counted: str, goal: int) -> None:
    night = Night(f"mayfair(blessings=off,capture-goal={counted})", novices=range(1, novices + 1), guard_players=guard_players)
    assert view(night.game, "spectator").goal == goal


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("edition", BOOKS)
def test_every_edition_counts_players_unless_told_otherwise(edition: str) -> None:
    assert view(Night(edition, novices=(1, 2, 3)).game, "spectator").goal == 4


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("captures_before, ends", [(0, False), (1, True)])
def test_the_guards_win_at_once_in_the_middle_of_a_movement(captures_before: int, ends: bool) -> None:
    night = evening()
    night.game.state.captures = captures_before
    night.put_novice(4, 38)
    night.put_guard("abbess", 40, came_from=26, path="red-26-147")  # 26-40-39-38-37
    night.put_guard("prioress", 18, came_from=19, path="green-26-84")
    night.pass_time("step")
    night.go("abbess", 39, 39)
    happened = night.do("abbess 39-38")
    assert of_kind(happened, "novice_caught") == [{"event": "novice_caught", "turn": 1, "novice": 4, "guard": "abbess", "dot": 38}]
    if ends:
        assert happened[-1] == OVER_BY_CAPTURES
        assert night.asks == "over"
        assert "guard_stopped" not in kinds(night.log)
        assert "(rule 1.3)" in night.refused("abbess 38-37")
    else:
        assert night.asks == "step"
        assert view(night.game, "spectator").captures == 1


@pytest.mark.rule("1.3", "8.1")
def test_where_passing_does_not_catch_the_guards_win_at_the_end_of_the_movement() -> None:
    night = evening("reference")
    night.game.state.captures = 1
    night.put_novice(4, 37)
    night.put_guard("abbess", 40, came_from=26, path="red-26-147")
    night.pass_time("step")
    night.go("abbess", 39, 39, 38)
    assert kinds(night.do("abbess 38-37")) == ["guard_stepped"]
    happened = night.do("abbess stops")
    assert [kind for kind in kinds(happened) if kind != "guard_stopped"] == ["novice_caught", "game_over"]
    assert happened[-1] == OVER_BY_CAPTURES


@pytest.mark.rule("1.3", "5.5")
@pytest.mark.parametrize("edition", BOOKS)
def test_the_guards_also_win_when_a_novice_runs_into_them(edition: str) -> None:
    night = evening(edition)
    night.game.state.captures = 1
    night.put_novice(4, 18)
    night.put_guard("abbess", 17)
    happened = night.do("novice-4 sneak 18-17")
    assert happened[-1] == OVER_BY_CAPTURES
    assert "rolled" not in kinds(happened)
    assert night.asks == "over"


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("turn, ends", [(14, False), (15, True)])
def test_the_guards_win_when_their_movement_of_turn_15_ends_and_no_novice_has_won(edition: str, turn: int, ends: bool) -> None:
    night = Night(f"{edition}(blessings=off,opening=single)")
    night.pass_time("plan")
    night.game.state.turn = turn
    happened = night.do("novice-4 stand 4") + night.pass_time("plan")
    assert (night.asks == "over") == ends
    assert of_kind(happened, "game_over") == [over("dawn", "guards", turn=15)] * ends


@pytest.mark.rule("1.3")
def test_a_novice_who_gets_home_on_turn_15_is_in_time() -> None:
    night = evening()
    night.game.state.turn = 15
    night.put_novice(4, 18, has_key=1, has_wish=1)
    assert night.do("novice-4 sneak 18-4")[-1] == over("home", 4, turn=15)


# -- 1.4 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.4")
@pytest.mark.parametrize(
    "times_caught, winners",
    [
        ((0, 0, 0), [4, 5, 6]),
        ((0, 1, 0), [4, 6]),
        ((2, 1, 2), [5]),
        ((3, 2, 1), [6]),
        ((1, 1, 1), [4, 5, 6]),
    ],
)
def test_of_those_who_win_on_the_same_turn_the_least_often_caught_wins_and_equals_share(
    times_caught: tuple[int, ...], winners: list[int]
) -> None:
    night = evening(novices=(4, 5, 6))
    for number, outside, times in zip((4, 5, 6), (18, 17, 16), times_caught, strict=True):
        night.put_novice(number, outside, has_key=1, has_wish=1, times_caught=times)
    happened = night.do("novice-4 sneak 18-4", "novice-5 sneak 17-5", "novice-6 sneak 16-6")
    assert happened[-1] == over("home", *winners)
    assert view(night.game, "spectator").winners == tuple(f"novice-{number}" for number in winners)


@pytest.mark.rule("1.4")
def test_a_novice_who_is_not_home_does_not_win_however_seldom_she_was_caught() -> None:
    night = evening(novices=(4, 5))
    night.put_novice(4, 18, has_key=1, has_wish=1, times_caught=2)
    night.put_novice(5, 16, has_key=1, has_wish=1)
    assert night.do("novice-4 sneak 18-4", "novice-5 sneak 16-17")[-1] == over("home", 4)


@pytest.mark.rule("1.1", "1.3")
def test_nobody_may_do_anything_once_the_night_is_over() -> None:
    night = evening()
    night.put_novice(4, 18, has_key=1, has_wish=1)
    night.do("novice-4 sneak 18-4")
    assert "(rule 1.3)" in night.refused("novice-4 stand 4")
    assert all(legal_actions(night.game, seat) == () for seat in Seat)
