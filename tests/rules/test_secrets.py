"""3 What is secret."""

from typing import Any

import msgspec
import pytest

from nuns.referee.actions import IllegalAction, Ruler
from nuns.referee.events import BlessingPlayed, GameOver, Noise, NoviceCaught, NoviceMoved, Rolled, RulerLaid, SetUp
from nuns.referee.game import apply, belongs_to, new_game, refusal, ruler_laid
from nuns.referee.notation import read
from nuns.referee.seat_events import events_of, known_to
from nuns.referee.seats import Seat
from nuns.referee.view import View, encoded, view
from tests.kit.scenario import Night
from tests.kit.scenario_defaults import BOOKS, evening, on_watch

EVERYONE = ("novice-2", "novice-4", "guards", "spectator")
CARDS = {"novice-2": "one-more-step", "novice-4": "roll-again", "abbess": "noise-range", "prioress": "roll-again"}


def knowledge(night: Night, seat: str) -> bytes:
    """Every byte a seat gets: its view, what it may do included, and its events."""
    return encoded(view(night.game, seat)) + msgspec.json.encode(events_of(night.game, seat))


def in_public(night: Night, seat: str) -> View:
    """A seat's view without what is its own."""
    return msgspec.structs.replace(view(night.game, seat), seat="", blessings={}, sheets=(), actions=())


def from_the_chapel(
    plan: str = "stand 88", *, key: int = 5, blessing: str = "roll-again", abbess: str = "noise-range", has_key: int = 0, has_wish: int = 0
) -> Night:
    """Novices 2 and 4 have written; novice 4 is in the chapel, where no guard comes this turn."""
    night = Night("mayfair(opening=single)", (2, 4), keys={2: 1, 4: key}, blessings=CARDS | {"novice-4": blessing, "abbess": abbess})
    night.put_novice(4, int(plan.split()[1].split("-")[0]), has_key=has_key, has_wish=has_wish)
    night.tear_plans()
    night.do("novice-2 stand 2", f"novice-4 {plan}")
    return night


# -- 3.1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_what_is_public_is_the_same_for_every_seat_at_every_moment(edition: str) -> None:
    night = Night(f"{edition}(blessings=on)", (2, 4))
    for until in ("path", "plan", "roll", "blessing", "order", "step", "roll", "blessing", "plan", "order", "over"):
        night.pass_time(until, face=6)
        for seat in EVERYONE:
            assert in_public(night, seat) == in_public(night, "spectator")


@pytest.mark.rule("3.1")
def test_guards_dots_facing_paths_and_discards_are_public() -> None:
    night = evening()
    night.put_guard("abbess", 83, came_from=56, path="blue-26-84")
    night.put_guard("prioress", 18, came_from=19, path="green-26-84")
    night.pass_time("step")
    night.go("abbess", 84)
    night.do("abbess takes blue-84-122")
    for seat in ("novice-4", "guards", "spectator"):
        seen = view(night.game, seat)
        assert [(guard.guard, guard.dot, guard.facing, guard.path) for guard in seen.guards] == [
            ("abbess", 84, (83, 84), "blue-84-122"),
            ("prioress", 18, (19, 18), "green-26-84"),
        ]
        assert seen.guards[0].dots[:3] == (84, 85, 86)
        assert (seen.paths.discarded, seen.paths.face_up) == (("blue-26-84",), ("blue-84-122", "green-26-84"))


@pytest.mark.rule("3.1")
def test_turn_captures_status_and_the_dot_of_a_novice_in_sight_are_public() -> None:
    night = evening(novices=(2, 4))
    on_watch(night, "abbess", 21, 20)
    night.put_guard("prioress", 16)
    night.put_novice(4, 17)
    night.do("novice-4 sneak 17-16", "novice-2 stand 2")
    for seat in EVERYONE:
        seen = view(night.game, seat)
        assert (seen.turn, seen.captures, seen.goal) == (1, 1, 3)
        assert [(each.novice, each.status, each.times_caught, each.dot, each.gait) for each in seen.novices] == [
            (2, "on-the-run", 0, None, "stand"),
            (4, "caught", 1, 16, "sneak"),
        ]
        assert any(isinstance(event, NoviceCaught) for event in events_of(night.game, seat))


@pytest.mark.rule("3.1", "7.5")
def test_every_token_is_public_with_who_placed_it_and_where_until_it_is_removed() -> None:
    night = evening(novices=(2, 4))
    night.put_guard("abbess", 26, path="red-26-147")
    night.put_guard("prioress", 20, came_from=21, path="yellow-26-122", heading=-1)  # sees 19
    night.put_novice(4, 19)
    night.do("novice-4 sneak 19-3", "novice-2 stand 2", "roll 6", "roll 6")
    night.pass_time("order")
    for dots in ((), (40, 39)):
        if dots:
            night.do("abbess first")
            night.go("abbess", *dots)
        for seat in EVERYONE:
            seen = view(night.game, seat)
            assert [(each.novice, each.between) for each in seen.vanishings] == [(4, (19, 3))]
            tokens = {(each.by, each.between) for each in seen.noises if each.guard == "abbess"}
            assert tokens == {("novice-2", (26, 19)), ("novice-4", (26, 19))}
    night.pass_time("roll")
    public = view(night.game, "spectator")
    assert (public.noises, public.vanishings) == ((), ())


@pytest.mark.rule("3.1")
def test_every_die_is_public_with_its_owner_and_so_are_blessings_once_played() -> None:
    night = from_the_chapel()
    night.do("roll 2", "roll 5", "novice-4 roll-again novice-4")
    for seat in EVERYONE:
        assert all(each.blessing_played is None for each in view(night.game, seat).novices)
    night.do("novice-2 pass", "abbess noise-range novice-2", "prioress pass", "roll 3")
    for seat in EVERYONE:
        known = events_of(night.game, seat)
        rolls = [event for event in known if isinstance(event, Rolled)]
        assert [(event.by, event.why, event.face) for event in rolls] == [(2, "noise", 2), (4, "noise", 5), (4, "noise", 3)]
        assert [(event.by, event.blessing) for event in known if isinstance(event, BlessingPlayed)] == [(4, "roll-again")]
        assert [each.blessing_played for each in view(night.game, seat).novices] == [None, "roll-again"]
        assert [(die.by, die.face) for die in view(night.game, seat).dice] == [("novice-2", 2), ("novice-4", 3)]


@pytest.mark.rule("3.1")
def test_that_the_game_is_over_is_public() -> None:
    night = evening(novices=(2, 4))
    night.put_novice(4, 18, has_key=1, has_wish=1)
    night.do("novice-4 sneak 18-4", "novice-2 stand 2")
    for seat in EVERYONE:
        assert (view(night.game, seat).over, view(night.game, seat).winners) == ("home", ("novice-4",))
        assert isinstance(events_of(night.game, seat)[-1], GameOver)


# -- 3.2 ----------------------------------------------------------------------------------------------------------------

Written = dict[str, Any]
SECRETS: dict[str, tuple[Written, Written]] = {
    "her dot": ({"plan": "stand 88"}, {"plan": "stand 130"}),
    "her route": ({"plan": "walk 88-105-114-113"}, {"plan": "walk 88-78-60-59"}),
    "how many dots she moved": ({"plan": "sneak 88-105"}, {"plan": "sneak 88-105-114"}),
    "her wish card": ({"key": 5}, {"key": 6}),
    "whether she takes the key": ({"plan": "sneak 131-130"}, {"plan": "sneak 131-134"}),
    "whether she takes the wish": ({"plan": "sneak 122-121", "has_key": 1}, {"plan": "sneak 122-97", "has_key": 1}),
    "whether she has the key": ({"has_key": 0}, {"has_key": 1}),
    "whether she has the wish": ({"has_key": 1, "has_wish": 0}, {"has_key": 1, "has_wish": 1}),
    "her unplayed blessing": ({"blessing": "roll-again"}, {"blessing": "false-noise"}),
    "one more step not played": ({"blessing": "one-more-step"}, {"blessing": "noise-range"}),
}


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("secret", SECRETS)
def test_a_novices_secret_makes_no_difference_to_anyone_but_herself(secret: str) -> None:
    one, other = (from_the_chapel(**written) for written in SECRETS[secret])
    assert knowledge(one, "novice-4") != knowledge(other, "novice-4")
    for until in ("roll", "blessing", "order", "step", "roll", "blessing", "plan"):
        one.pass_time(until)
        other.pass_time(until)
        for seat in ("novice-2", "guards", "spectator"):
            assert knowledge(one, seat) == knowledge(other, seat), f"{seat} can tell when the night waits for a {until}"


@pytest.mark.rule("3.2", "2.3")
def test_a_guards_unplayed_blessing_is_known_to_the_guard_side_only() -> None:
    one, other = from_the_chapel(abbess="noise-range"), from_the_chapel(abbess="false-noise")
    for until in ("roll", "blessing", "order", "step", "roll", "blessing", "plan"):
        one.pass_time(until)
        other.pass_time(until)
        for seat in ("novice-2", "novice-4", "spectator"):
            assert knowledge(one, seat) == knowledge(other, seat)
        assert knowledge(one, "guards") != knowledge(other, "guards")
    assert view(other.game, "guards").blessings["abbess"] == "false-noise"


@pytest.mark.rule("3.2")
def test_her_sheet_is_hers_alone() -> None:
    night = from_the_chapel("sneak 131-130")
    (sheet,) = view(night.game, "novice-4").sheets
    assert (sheet.novice, sheet.dot, sheet.key_dot, sheet.wish_dot, sheet.has_key, sheet.has_wish) == (4, 130, 130, 121, True, False)
    assert sheet.blessing == "roll-again"
    assert [(line.turn, line.gait, line.route, line.key) for line in sheet.log] == [(1, "sneak", (131, 130), True)]
    assert [each.novice for each in view(night.game, "novice-2").sheets] == [2]
    assert view(night.game, "guards").sheets == view(night.game, "spectator").sheets == ()


@pytest.mark.rule("3.2")
def test_of_anothers_movement_a_seat_learns_the_gait_alone() -> None:
    night = from_the_chapel("walk 88-105-114-113")
    for seat in ("novice-2", "guards", "spectator"):
        (moved,) = [event for event in events_of(night.game, seat) if isinstance(event, NoviceMoved) and event.novice == 4]
        assert (moved.gait, moved.route) == ("walk", msgspec.UNSET)


# -- 3.3 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3")
def test_a_plan_half_written_or_written_over_tells_nobody_anything() -> None:
    one, other = Night("mayfair", (2, 4), blessings=CARDS), Night("mayfair", (2, 4), blessings=CARDS)
    other.do("novice-4 gait run", "novice-4 to 18", "novice-4 to 17")
    for seat in ("novice-2", "guards", "spectator"):
        assert knowledge(one, seat) == knowledge(other, seat)
    one.do("novice-4 run 4-18-17")
    other.do("novice-4 done", "novice-4 sneak 4-18")
    for seat in ("novice-2", "guards", "spectator"):
        assert knowledge(one, seat) == knowledge(other, seat)


@pytest.mark.rule("3.3")
def test_who_wrote_or_answered_first_does_not_show_in_the_events() -> None:
    plans = ["novice-2 sneak 2-20", "novice-3 stand 3", "novice-4 run 4-18"]
    marks = ["novice-2 marks abbess 19", "novice-3 marks abbess 19", "novice-4 marks abbess 19"]
    logs = []
    for order in (1, -1):
        night = evening(novices=(2, 3, 4))
        night.put_guard("abbess", 26)
        night.do(*plans[::order])
        night.pass_time("direction", face=6)
        night.do(*marks[::order])
        logs.append(night.game.events)
    assert logs[0] == logs[1]


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    "until, texts",
    [
        ("order", ["abbess 26-19", "abbess stops", "novice-2 stand 2"]),
        ("step", ["abbess 26-88", "abbess 26-40 free", "abbess stops", "prioress 26-40", "abbess takes red-26-147", "novice-2 stand 2"]),
        ("plan", ["novice-2 sneak 2-88", "novice-2 walk 2-20", "novice-2 sneak 88-105", "abbess 17-18", "roll 3"]),
    ],
)
def test_an_error_text_tells_nobody_where_another_is(until: str, texts: list[str]) -> None:
    one, other = from_the_chapel("stand 88"), from_the_chapel("stand 130", has_key=1)
    one.pass_time("order")
    other.pass_time("order")
    one.pass_time(until)
    other.pass_time(until)
    for text in texts:
        assert one.refused(text) == other.refused(text)


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    "text, owners",
    [
        ("novice-4 stand 4", ["novice-4"]),
        ("novice-4 done", ["novice-4"]),
        ("novice-4 ruler 4-18", ["novice-4"]),
        ("novice-4 marks abbess 19", ["novice-4"]),
        ("novice-4 pass", ["novice-4"]),
        ("abbess 26-19", ["guards"]),
        ("prioress pass", ["guards"]),
        ("abbess first", ["guards"]),
        ("roll 6", ["chance"]),
        ("draw key-5", ["chance"]),
    ],
)
def test_no_seat_can_try_out_anothers_actions(text: str, owners: list[str]) -> None:
    night = Night("mayfair", (2, 4))
    assert [seat for seat in Seat if belongs_to(night.game, read(text), seat)] == owners


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    "text", ["novice-4 stand 4", "novice-4 stand 88", "novice-4 sneak 4-18", "novice-4 sneak 88-105", "novice-4 marks abbess 19"]
)
def test_trying_anothers_action_is_refused_in_the_same_words_always(text: str) -> None:
    for seat in (Seat.NOVICE_2, Seat.GUARDS, Seat.SPECTATOR):
        night = Night("mayfair", (2, 4))
        at_home = refusal(night.game, read(text), seat)
        night.put_novice(4, 88)
        assert at_home is not None
        assert refusal(night.game, read(text), seat) == at_home
        with pytest.raises(IllegalAction, match=r"\(rule 3\.3\)"):
            apply(night.game, read(text), seat)


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("options", [*BOOKS, "dutch(blessings=on)", "mayfair(all-or-nun=on,monk=robert)"])
def test_whoever_reconnects_gets_just_what_she_got_before(options: str) -> None:
    night = Night(options, (2, 4))
    night.pass_time("over", face=5)
    again = new_game(options, (2, 1))
    got: dict[str, list[Any]] = {seat: [] for seat in EVERYONE}
    for action in night.game.actions:
        happened = apply(again, action)
        for seat in EVERYONE:
            got[seat] += known_to(Seat(seat), happened)
    for seat in EVERYONE:
        assert tuple(got[seat]) == events_of(night.game, seat)


@pytest.mark.rule("3.3", "11.3")
@pytest.mark.parametrize("seat", ["novice-3", "abbess", "prioress", "chance"])
def test_a_seat_at_which_nobody_sits_is_told_nothing(seat: str) -> None:
    night = Night("mayfair(all-or-nun=on)", (2, 4))
    with pytest.raises(ValueError, match="expected a seat of this game"):
        view(night.game, seat)
    with pytest.raises(ValueError, match="expected a seat of this game"):
        events_of(night.game, seat)


def heard_or_faking(*, fakes: bool) -> Night:
    """While the Abbess listens novice 2 is heard; novice 4 is heard too, or is far away and plays a false noise."""
    night = Night("mayfair(opening=single)", (2, 4), blessings=CARDS | {"novice-4": "false-noise"})
    night.put_guard("abbess", 84, path="blue-26-84", heading=-1)
    night.put_guard("prioress", 147, path="red-122-147", heading=-1)
    night.put_novice(2, 34)
    night.put_novice(4, 88 if fakes else 34)
    night.tear_plans()
    night.do("novice-2 stand 34", f"novice-4 stand {88 if fakes else 34}")
    night.pass_time("step")
    night.go("abbess", 83, 56, 55, 55)
    night.pass_time("blessing", face=6)
    for holder in ("novice-2", "abbess", "prioress"):
        night.do(f"{holder} pass")
    night.do("novice-4 false-noise abbess 54" if fakes else "novice-4 pass")
    return night


@pytest.mark.rule("3.3", "10.4")
@pytest.mark.parametrize("seat", ["novice-2", "guards", "spectator"])
def test_nobody_can_tell_a_false_noise_from_a_real_one_by_its_moment_or_by_who_is_waited_for(seat: str) -> None:
    real, false = heard_or_faking(fakes=False), heard_or_faking(fakes=True)
    assert real.asks == false.asks == "direction"
    assert view(real.game, seat).waiting == view(false.game, seat).waiting == ("novice-2", "novice-4")
    assert view(real.game, seat).noises == view(false.game, seat).noises == ()


@pytest.mark.rule("3.3", "10.4")
@pytest.mark.parametrize("seat", ["novice-2", "guards", "spectator"])
def test_nobody_can_tell_a_false_noise_from_a_real_one_by_the_order_of_tokens(seat: str) -> None:
    tokens = []
    for fakes in (False, True):
        night = heard_or_faking(fakes=fakes)
        night.pass_time("plan")
        known = [event for event in events_of(night.game, seat) if isinstance(event, Noise)]
        tokens.append([(event.novice, event.guard) for event in known])
        assert [event.real for event in known if event.novice == 4] == [msgspec.UNSET]
    assert tokens[0] == tokens[1] == [(2, "abbess"), (4, "abbess")]


# -- 3.4 ----------------------------------------------------------------------------------------------------------------


def a_finished_night() -> Night:
    night = from_the_chapel("sneak 131-130")
    night.put_novice(2, 20, has_key=1, has_wish=1)
    night.pass_time("order")
    night.put_guard("abbess", 84, path="blue-26-84", heading=-1)
    night.put_guard("prioress", 84, path="green-26-84", heading=-1)
    night.pass_time("plan")
    night.do("novice-2 sneak 20-2", "novice-4 stand 130")
    assert night.asks == "over"
    return night


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("seat", [*EVERYONE, "omniscient"])
def test_when_the_game_ends_every_seat_sees_every_log_sheet(seat: str) -> None:
    night = a_finished_night()
    sheets = {sheet.novice: sheet for sheet in view(night.game, seat).sheets}
    assert set(sheets) == {2, 4}
    assert [(line.turn, line.gait, line.route, line.key) for line in sheets[4].log] == [
        (1, "sneak", (131, 130), True),
        (2, "stand", (130,), False),
    ]
    assert (sheets[4].key_dot, sheets[4].wish_dot, sheets[4].has_key, sheets[4].blessing) == (130, 121, True, "roll-again")


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("seat", [*EVERYONE, "omniscient"])
def test_when_the_game_ends_every_seat_sees_every_card_left_unplayed(seat: str) -> None:
    assert view(a_finished_night().game, seat).blessings == CARDS


@pytest.mark.rule("3.4")
def test_when_the_game_ends_all_cards_and_rolls_can_be_read_by_anyone() -> None:
    night = a_finished_night()
    known = events_of(night.game, "omniscient")
    assert known == tuple(night.game.events)
    assert isinstance(known[0], SetUp)
    assert {f"novice-{each.novice}": each.blessing for each in known[0].novices} == {name: CARDS[name] for name in ("novice-2", "novice-4")}
    assert {each.guard: each.blessing for each in known[0].guards} == {name: CARDS[name] for name in ("abbess", "prioress")}
    assert [event.by for event in known if isinstance(event, Rolled)] == [2, 4, "abbess", "prioress"]


@pytest.mark.rule("3.4")
def test_before_that_nobody_sees_everything() -> None:
    night = from_the_chapel()
    with pytest.raises(ValueError, match=r"\(rule 3\.4\)"):
        view(night.game, "omniscient")
    with pytest.raises(ValueError, match=r"\(rule 3\.4\)"):
        events_of(night.game, "omniscient")


# -- 3.5 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.5", "6.1")
@pytest.mark.parametrize(
    "edition, one, two, line, steps",
    [
        ("mayfair", 105, 112, True, 3),
        ("mayfair", 112, 105, True, 3),
        ("mayfair", 114, 134, False, 3),
        ("mayfair", 37, 93, True, 7),
        ("mayfair", 18, 18, True, 0),
        ("mayfair", 81, 82, False, 1),
        ("mayfair", 67, 68, False, 1),
        ("reference", 67, 68, False, 1),
        ("italian", 67, 68, True, 1),  # there they see each other (6.4)
        ("italian", 68, 67, True, 1),
    ],
)
def test_a_novice_may_ask_aloud_for_the_ruler_and_all_see_the_answer(edition: str, one: int, two: int, line: bool, steps: int) -> None:
    night = evening(edition, novices=(2, 4))
    night.do(f"novice-4 ruler {one}-{two}")
    for seat in EVERYONE:
        laid = events_of(night.game, seat)[-1]
        assert isinstance(laid, RulerLaid)
        assert (laid.novice, laid.dots, laid.line, laid.steps) == (4, (one, two), line, steps)


@pytest.mark.rule("3.5")
def test_she_may_ask_about_any_dots_to_mislead_and_at_any_time_and_nothing_else_happens() -> None:
    night = evening(novices=(2, 4))
    night.put_guard("abbess", 26, path="red-26-147")
    night.put_guard("prioress", 26, path="yellow-26-122")
    for until in ("plan", "roll", "order", "step"):
        night.pass_time(until)
        before = {seat: encoded(view(night.game, seat)) for seat in EVERYONE}
        for text in ("novice-4 ruler 4-18", "novice-4 ruler 130-88", "novice-2 ruler 26-40"):
            night.do(text)
        assert {seat: encoded(view(night.game, seat)) for seat in EVERYONE} == before


@pytest.mark.rule("3.5")
def test_a_ruler_laid_privately_leaves_no_trace() -> None:
    night = evening(novices=(2, 4))
    before = {seat: knowledge(night, seat) for seat in EVERYONE}
    assert ruler_laid(night.game, Ruler(4, 105, 112)).line
    assert {seat: knowledge(night, seat) for seat in EVERYONE} == before


@pytest.mark.rule("3.5")
@pytest.mark.parametrize("text", ["novice-3 ruler 4-18", "novice-4 ruler 4-156", "novice-4 ruler 200-4"])
def test_the_ruler_is_for_novices_who_play_and_dots_that_exist(text: str) -> None:
    assert "(rule 3.5)" in evening(novices=(2, 4)).refused(text)


@pytest.mark.rule("3.5")
def test_there_is_nothing_to_ask_before_the_deal_or_after_the_end() -> None:
    for game in (new_game("mayfair", (2, 1)), a_finished_night().game):
        reason = refusal(game, read("novice-4 ruler 4-18"))
        assert reason is not None
        assert reason.rule == "3.5"
