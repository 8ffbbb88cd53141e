"""Rule court: every event of every seat has its reason, and the reason is true."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from math import acos, degrees, hypot
from pathlib import Path
from typing import NamedTuple

import pytest

from nuns.lab.games import play_recorded_game
from nuns.referee import events as ev
from nuns.referee.codes import ReasonCode, RuleReason, Values
from nuns.referee.events import Event
from nuns.referee.explain import Explanation, explain
from nuns.referee.game import Game, apply, new_game
from nuns.referee.notation import read
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.sentences import explanation_text, sentence
from nuns.rules.choices import CaughtUntil
from nuns.rules.options import EDITIONS
from tests.kit.codes import assert_codes
from tests.kit.eager import eager_choice
from tests.kit.records import table_named
from tests.kit.sample import sample
from tests.kit.scenario import Night
from tests.kit.scenario_defaults import FACTS_OF_THE_BOARD, evening, on_watch

RULES = Path(__file__).parents[2] / "docs" / "rules.md"
PLAYED = [
    *((f"{edition}(monk={monk})" if monk != "none" else edition) for edition in EDITIONS for monk in ("none", "frederick", "robert")),
    "dutch(blessings=on)",
    "mayfair(all-or-nun=on,sight-range=9)",
    "italian(catch-in-passing=off,free-until=movement-end,sight-range=3)",
]
MODIFIERS = {"stand": -3, "sneak": -2, "walk": -1}


@cache
def paragraphs() -> frozenset[str]:
    """The numbers of docs/rules.md: sections and paragraphs."""
    text = RULES.read_text(encoding="utf-8")
    return frozenset(re.findall(r"^## (\d+)\.", text, re.MULTILINE)) | frozenset(re.findall(r"^- \*\*(\d+\.\d+)\*\*", text, re.MULTILINE))


@cache
def nights(name: str) -> tuple[Game, ...]:
    """Two nights of eager novices, of three and of six."""
    return tuple(play_recorded_game(table_named(name, novices), 40 + novices, 0, eager_choice) for novices in (3, 6))


def explained(game: Game, seat: Seat, every: int = 1) -> list[tuple[Event, Explanation]]:
    """Events of a seat with their explanations: all of them, or one of so many."""
    return [(event, explain(game, number, seat)) for number, event in enumerate(events_of(game, seat)) if number % every == 0]


@cache
def everything(name: str) -> tuple[tuple[Game, Event, Explanation], ...]:
    """The whole truth of those nights, explained."""
    return tuple((game, event, why) for game in nights(name) for event, why in explained(game, Seat.OMNISCIENT))


@pytest.mark.parametrize("name", PLAYED)
def test_every_event_of_every_seat_is_explained_by_rules_that_exist(name: str) -> None:
    game = play_recorded_game(table_named(name, 2), 41, 0, eager_choice)
    whys = [pair for seat in (*game.seats, Seat.SPECTATOR) for pair in explained(game, seat, sample(3, 1))]
    for event, why in (*whys, *((event, why) for _, event, why in everything(name))):
        assert why.rules
        assert set(why.rules) <= paragraphs()
        assert explanation_text(event, why.reasons).startswith(sentence(event))
        for reason in why.reasons:
            assert_codes(reason)
        assert all(way and game.setup.convent.dots.keys() >= set(way) for way in why.ways)


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("name", [name for name in PLAYED if not name.startswith("dutch")])
def test_a_sighting_is_explained_by_a_line_near_enough_and_not_behind_her(name: str) -> None:
    """The angle is measured again, with vectors."""
    told = 0
    for game, event, why in everything(name):
        if not isinstance(event, ev.NoviceSeen):
            continue
        parts = [each.values for each in why.reasons if each.code == ReasonCode.SEEN_AHEAD]
        on_her_dot = [each.values for each in why.reasons if each.code == ReasonCode.SEEN_SAME_DOT]
        assert [each.values["guard"] for each in why.reasons] == list(event.by)
        assert len(parts) + len(on_her_dot) == len(event.by)
        assert all(values["dot"] == event.dot for values in on_her_dot)
        for values, line in zip(parts, why.lines, strict=True):
            stands, start, to, dot, steps = (values[name] for name in ("dot", "from", "to", "seen", "steps"))
            assert isinstance(stands, int)
            assert isinstance(start, int)
            assert isinstance(to, int)
            assert line == (stands, dot) == (stands, event.dot)
            assert stands in (start, to)
            assert values["range"] == game.setup.options.sight_range
            assert steps == FACTS_OF_THE_BOARD.distance[stands][event.dot] <= game.setup.options.sight_range
            assert isinstance(values["angle"], int)
            assert abs(values["angle"] - angle_between((start, to), (stands, event.dot))) <= 0.5 + 1e-9
            assert values["widest"] == 93 >= values["angle"]
            assert game.setup.is_line(stands, event.dot)
            told += 1
        assert ("6.1" in why.rules) == bool(parts)
        assert ("6.0" in why.rules) == bool(on_her_dot)
    assert told > 3 or "sight-range=3" in name


def angle_between(one: tuple[int, int], two: tuple[int, int]) -> float:
    vectors = []
    for start, to in (one, two):
        (ax, ay), (bx, by) = FACTS_OF_THE_BOARD.at[start], FACTS_OF_THE_BOARD.at[to]
        vectors.append((bx - ax, by - ay))
    (ax, ay), (bx, by) = vectors
    return degrees(acos(max(-1.0, min(1.0, (ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by))))))


@pytest.mark.rule("6.5")
@pytest.mark.parametrize("name", [name for name in PLAYED if name.startswith("dutch")])
def test_a_sighting_by_room_names_the_room_of_both(name: str) -> None:
    told = 0
    for game, event, why in everything(name):
        if isinstance(event, ev.NoviceSeen):
            for values in (each.values for each in why.reasons if each.code == ReasonCode.SEEN_SAME_ROOM):
                stands = values["dot"]
                assert isinstance(stands, int)
                assert event.dot in FACTS_OF_THE_BOARD.room[stands]
                assert values["room"] == game.setup.room_of(event.dot)
                assert "6.5" in why.rules
                told += 1
    assert told > 3


@pytest.mark.rule("7.1", "7.3", "7.4")
@pytest.mark.parametrize("name", PLAYED)
def test_a_noise_is_explained_by_a_way_no_longer_than_it_carries(name: str) -> None:
    """Its text is whole only when the seat knows the die, the gait and where she is; the omniscient one does."""
    told = 0
    for game, event, why in everything(name):
        if not isinstance(event, ev.Noise) or event.real is not True:
            continue
        (heard,) = why.reasons
        assert heard.code == ReasonCode.HEARD
        die, shift, modifier, reach, away = (heard.values[each] for each in ("die", "shift", "modifier", "reach", "distance"))
        assert isinstance(die, int)
        assert isinstance(shift, int)
        assert isinstance(modifier, int)
        assert isinstance(reach, int)
        assert isinstance(away, int)
        carried = die + shift + (modifier if "7.1" in why.rules else min(0, modifier))
        assert reach == min(carried, game.setup.options.hearing_limit or carried)
        assert 0 < away <= reach
        assert heard.values["guard"] == event.guard
        (way,) = why.ways
        assert way[1] == event.dot
        assert len(way) - 1 == away == FACTS_OF_THE_BOARD.distance[way[0]][way[-1]]
        assert all(two in FACTS_OF_THE_BOARD.around[one] for one, two in pairwise(way))
        told += 1
    assert told > 5


@pytest.mark.rule("5.1", "7.1")
@pytest.mark.parametrize("name", PLAYED)
def test_a_noise_die_is_explained_by_the_gait_she_showed(name: str) -> None:
    gaits: dict[int, str] = {}
    for game, event, why in everything(name):
        if isinstance(event, ev.NoviceMoved):
            gaits[event.novice] = event.gait
        if isinstance(event, ev.Rolled) and isinstance(event.by, int):
            modifier = MODIFIERS.get(gaits[event.by], game.setup.options.run_modifier)
            reach = event.face + modifier
            reach = min(reach, game.setup.options.hearing_limit or reach)
            values: Values = {"gait": gaits[event.by], "modifier": modifier}
            heard = RuleReason(ReasonCode.NOISE_DIE, {**values, "reach": reach})
            assert why.reasons == ((heard,) if reach > 0 else (RuleReason(ReasonCode.NOISE_DIE_UNHEARD, {**values}),))
            assert why.rules == ("7.1", "5.1")


@pytest.mark.rule("9.6", "9.7", "11.2")
@pytest.mark.parametrize("name", PLAYED)
def test_a_step_is_explained_by_the_path_or_by_leave(name: str) -> None:
    expected = {True: ("9.6",), False: ("9.3", "9.7")}
    seen: Counter[str] = Counter()
    for _, event, why in everything(name):
        if isinstance(event, ev.GuardStepped):
            assert why.rules[0] in (("11.2",) if event.guard == "monk" else expected[event.free])
            assert why.ways == ((event.start, event.to),)
            seen[why.rules[0]] += 1
    assert seen["9.3"]
    assert seen["9.6"]
    assert bool(seen["11.2"]) == ("monk" in name)


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("name", PLAYED)
def test_a_step_off_the_path_is_explained_by_what_the_guard_sees_or_heard(name: str) -> None:
    """Each reason is one of those that the log has: a novice who was seen, a token that lies there."""
    seen: dict[int, int] = {}
    vanished: list[tuple[int, int]] = []
    own: list[tuple[tuple[int, int], str]] = []
    heard: set[str] = set()
    told: Counter[ReasonCode] = Counter()
    for _, event, why in everything(name):
        match event:
            case ev.SetUp() | ev.TokensCleared():
                vanished, own, heard = [], [], set()
            case ev.NoviceMoved(novice=novice):
                seen.pop(novice, None)
            case ev.NoviceSeen(novice=novice, dot=dot):
                seen[novice] = dot
            case ev.NoviceVanished(between=between, guard=str() as guard):
                own.append((between, guard))
            case ev.NoviceVanished(between=between):
                vanished.append(between)
            case ev.Noise(guard=guard):
                heard.add(guard)
            case ev.GuardStepped(free=True, guard=guard):
                assert why.reasons
                for reason in why.reasons:
                    told[reason.code] += 1
                    match reason.code:
                        case ReasonCode.NOVICE_IN_SIGHT:
                            number = reason.values["novice"]
                            assert isinstance(number, int)
                            assert seen[number] == reason.values["dot"]
                        case ReasonCode.VANISHED_TOKEN:
                            assert reason.values["between"] in vanished
                        case ReasonCode.OWN_VANISHED_TOKEN:
                            assert (reason.values["between"], guard) in own
                        case ReasonCode.NOISE_TOKEN:
                            assert guard in heard
                        case other:
                            raise AssertionError(other)
            case _:
                pass
    assert told[ReasonCode.NOVICE_IN_SIGHT]
    assert told[ReasonCode.NOISE_TOKEN]


@pytest.mark.rule("9.6", "3.3")
def test_a_reason_is_the_same_for_all_who_ask() -> None:
    game = nights("mayfair")[0]
    steps = [[why for event, why in explained(game, seat) if isinstance(event, ev.GuardStepped)] for seat in (*game.seats, Seat.SPECTATOR)]
    assert all(each == steps[0] for each in steps)


@pytest.mark.rule("8.6", "8.7")
@pytest.mark.parametrize("name", PLAYED)
def test_a_novice_who_is_freed_is_told_by_which_rule(name: str) -> None:
    for game, event, why in everything(name):
        if isinstance(event, ev.NoviceFreed):
            (rule,), (reason,) = why.rules, why.reasons
            assert (rule == "8.7") == (reason.code == ReasonCode.FREED_IN_CELL)
            if reason.code == ReasonCode.FREED_OUT_OF_SIGHT:
                assert game.setup.options.caught_until == CaughtUntil.OUT_OF_SIGHT
            assert reason.code in (ReasonCode.FREED_DISOBEYS, ReasonCode.FREED_IN_CELL, ReasonCode.FREED_OUT_OF_SIGHT)


@pytest.mark.rule("1.2", "1.4", "11.3")
@pytest.mark.parametrize("name", PLAYED)
def test_the_end_is_explained_by_how_it_is_won(name: str) -> None:
    for game, event, why in everything(name):
        if isinstance(event, ev.GameOver):
            together = bool(game.setup.options.all_or_nun)
            assert ("11.3" in why.rules) == together
            assert ("1.3" in why.rules) == (event.reason != "home")
            assert ("1.2" in why.rules) == (event.reason == "home" and not together)


@pytest.mark.rule("3.3")
def test_a_seat_that_does_not_know_where_she_is_gets_no_counted_way() -> None:
    """The noise of another is explained by its token alone."""
    told = 0
    for event, why in explained(nights("mayfair")[0], Seat.GUARDS):
        if isinstance(event, ev.Noise) and isinstance(event.novice, int):
            assert why.reasons == (RuleReason(ReasonCode.WAY_MAY_BEGIN),)
            assert [len(way) for way in why.ways] == [2]
            told += 1
    assert told > 3


# -- exact words ----------------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """An explanation in English."""

    rules: tuple[str, ...]
    text: str
    lines: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()


def told(night: Night, number: int, seat: Seat) -> Told:
    why = explain(night.game, number, seat)
    return Told(why.rules, explanation_text(events_of(night.game, seat)[number], why.reasons), why.lines, why.ways)


def last(night: Night, kind: type[Event], seat: Seat = Seat.SPECTATOR) -> Told:
    """The explanation of a seat's last event of a kind."""
    known = events_of(night.game, seat)
    return told(night, max(number for number, event in enumerate(known) if isinstance(event, kind)), seat)


def test_the_court_explains_a_turn_and_what_it_shows() -> None:
    """13.3 Having gone from 97 to 96, a guard who turns to 95 sees 122."""
    night = Night("mayfair(blessings=off,opening=single)", (4,))
    night.pass_time("path")
    night.put_guard("abbess", 122)
    night.do("abbess takes red-122-147")
    night.put_guard("abbess", 97)
    night.guard("abbess").leave = 1
    night.go("abbess", 96)
    night.put_novice(4, 122)
    night.do("abbess 96-95 free")
    turned, seen = last(night, ev.GuardTurned), last(night, ev.NoviceSeen)
    assert turned == Told(
        rules=("6.3",),
        text="The Abbess on 96 turns towards 95 and notices something. Before a step towards 95 she turns and looks, and may choose again.",
    )
    assert seen == Told(
        rules=("6.1", "6.6"),
        text="Novice 4 is seen on 122 by the Abbess. The Abbess on 96, facing 96 to 95, sees 122: a sight line, 2 steps (at most 6), "
        "90 degrees from the facing (at most 93).",
        lines=((96, 122),),
    )


def test_the_court_explains_a_room() -> None:
    """13.5 In ``dutch`` a guard on 60 sees 129 and not 135."""
    night = evening("dutch")
    on_watch(night, "abbess", 51, 60)
    night.put_novice(4, 103)
    night.tear_plans()
    night.game.events.append(ev.GuardStepped(turn=1, guard="abbess", start=51, to=60, free=False))
    night.do("novice-4 run 103-104-115-129-135")
    assert last(night, ev.NoviceSeen) == Told(
        rules=("6.5", "6.6"), text="Novice 4 is seen on 129 by the Abbess. The Abbess on 60 sees all of the Chapel."
    )
    assert last(night, ev.NoviceVanished) == Told(
        rules=("6.7",), text="Novice 4 vanishes between 129 and 135. She was seen on 129 and no guard sees 135."
    )


def walked_to_72() -> Night:
    """13.2 The Abbess stands on 23. Theresa has walked to 72 and rolls a 6."""
    night = evening()
    night.game.events.append(ev.GuardStepped(turn=1, guard="abbess", start=22, to=23, free=False))
    on_watch(night, "abbess", 22, 23)
    night.put_novice(4, 95)
    night.tear_plans()
    night.do("novice-4 walk 95-96-71-72", "roll 6", "novice-4 marks abbess 43")
    return night


def test_the_court_explains_a_noise_to_her_who_made_it() -> None:
    assert last(walked_to_72(), ev.Noise, Seat.NOVICE_4) == Told(
        rules=("7.1", "7.4"),
        text="Novice 4 marks noise beside the Abbess, towards 43. The die of 6 with a shift of +0 and a gait of -1 carries 5 steps; "
        "she is 5 away from the Abbess.",
        ways=((23, 43, 44, 70, 71, 72),),
    )


def test_the_court_explains_a_noise_to_those_who_hear_it() -> None:
    assert last(walked_to_72(), ev.Noise, Seat.GUARDS) == Told(
        rules=("7.1", "7.4"),
        text="Novice 4 marks noise beside the Abbess, towards 43. A shortest way to her begins there.",
        ways=((23, 43),),
    )


def test_the_court_explains_a_die() -> None:
    assert last(walked_to_72(), ev.Rolled) == Told(
        rules=("7.1", "5.1"), text="Novice 4 rolls 6 to make noise. To walk adds -1: heard up to 5 steps away."
    )


def test_the_court_explains_the_ruler() -> None:
    """13.4 From 105 a guard can see 112."""
    night = evening()
    night.do("novice-4 ruler 105-112")
    assert last(night, ev.RulerLaid) == Told(
        rules=("3.5",),
        text="Novice 4 asks for the ruler between 105 and 112: a sight line joins them; 3 steps apart.",
        lines=((105, 112),),
        ways=((105, 106, 113, 112),),
    )
    night.do("novice-4 ruler 114-134")
    assert last(night, ev.RulerLaid).lines == ()


def test_the_court_explains_the_deal_without_a_secret() -> None:
    night = evening(keys={4: 5})
    dealt = told(night, 0, Seat.SPECTATOR)
    assert dealt == Told(rules=("2",), text="2 players, mayfair edition: novice 4; the Abbess on 26, the Prioress on 26.")
    assert "key on 130, wish on 121" in told(night, 0, Seat.NOVICE_4).text


CAUGHT = [
    (True, ("8.1", "8.2"), "Novice 4 is caught by the Abbess on 25. One capture point for the guards, who have 1 of 4."),
    (False, ("5.5", "8.2"), "Novice 4 is caught by the Abbess on 23. One capture point for the guards, who have 1 of 4."),
]


@pytest.mark.rule("5.5", "8.1")
@pytest.mark.parametrize("by_step, rules, text", CAUGHT)
def test_the_court_explains_a_capture_by_who_stepped(by_step: bool, rules: tuple[str, ...], text: str) -> None:
    if by_step:
        night = Night("mayfair(blessings=off,opening=single)", (4, 5, 6))
        night.pass_time("order")
        night.put_novice(4, 25)
        night.do("abbess first", "abbess takes red-26-122")
        night.go("abbess", 25)
    else:
        night = evening(novices=(4, 5, 6))
        night.game.events.append(ev.GuardStepped(turn=1, guard="abbess", start=22, to=23, free=False))
        on_watch(night, "abbess", 22, 23)
        night.put_novice(4, 21)
        night.tear_plans()
        night.do("novice-4 run 21-22-23-43", "novice-5 stand 5", "novice-6 stand 6")
    assert last(night, ev.NoviceCaught) == Told(rules=rules, text=text)


@pytest.mark.rule("10.3")
@pytest.mark.parametrize("holder, became", [("novice-4", 3), ("abbess", 5)])
def test_the_court_says_what_a_shifted_die_became(holder: str, became: int) -> None:
    night = Night("mayfair(opening=single)", (4, 5), blessings={holder: "noise-range"})
    night.pass_time("blessing", face=4)
    night.do(f"{holder} noise-range novice-5")
    night.pass_time("order")
    why = last(night, ev.BlessingPlayed)
    assert why.rules == ("10.3",)
    assert why.text.endswith(f" plays noise range on the die of Novice 5. The die of 4 becomes {became}.")


def caught_at(dot: int, options: str) -> Night:
    """Novice 4 is caught on a dot far from every guard, and writes her movement."""
    night = evening(options)
    night.put_novice(4, dot, caught=True)
    night.game.events.append(ev.NoviceCaught(turn=1, novice=4, guard="abbess", dot=dot))
    night.tear_plans()
    return night


FREED = [
    ("mayfair", "novice-4 run 18-17", "8.6", "She disobeys."),
    ("dutch", "novice-4 run 18-17", "8.6", "She disobeys."),
    ("mayfair", "novice-4 walk 18-4", "8.7", "She is in her own cell when the turn ends."),
    ("dutch", "novice-4 walk 18-4", "8.7", "She is in her own cell when the turn ends."),
    ("mayfair", "novice-4 walk 20-19-18-4", "8.7", "She is in her own cell when the turn ends."),
    ("mayfair", "novice-4 walk 22-21-20-19", "8.6", "No guard saw her when her own movement ended, or when the guards' did."),
]


@pytest.mark.rule("8.6", "8.7")
@pytest.mark.parametrize("options, plan, rule, reason", FREED)
def test_the_court_says_why_she_is_on_the_run_again(options: str, plan: str, rule: str, reason: str) -> None:
    night = caught_at(int(re.findall(r"\d+", plan)[1]), options)
    night.do(plan)
    for guard in ("abbess", "prioress"):
        night.put_guard(guard, 26)
    night.pass_time("plan")
    assert last(night, ev.NoviceFreed, Seat.NOVICE_4) == Told(rules=(rule,), text=f"Novice 4 is on the run again. {reason}")


@pytest.mark.rule("1.4", "11.3")
def test_the_court_says_who_of_those_at_home_has_won_and_why() -> None:
    def both_home(also: str, caught: int) -> Told:
        night = evening(novices=(4, 5), also=also)
        for novice, dot in ((4, 18), (5, 17)):
            night.put_novice(novice, dot, has_key=1, has_wish=1, times_caught=caught if novice == 5 else 0)
        night.tear_plans()
        night.do("novice-4 sneak 18-4", "novice-5 sneak 17-5")
        return last(night, ev.GameOver)

    together = both_home("opening=single,all-or-nun=on", 1)
    assert (together.rules, together.text) == (("11.3",), "Novice 4 and novice 5 win: home with their wishes. All are home.")
    shared = both_home("opening=single", 0)
    assert shared.rules == ("1.2", "1.4")
    assert shared.text.endswith(" The 2 who are home were caught equally often.")
    ahead = both_home("opening=single", 1)
    assert ahead.rules == ("1.2", "1.4")
    assert ahead.text == "Novice 4 wins: home with her wish. Of the 2 who are home, nobody was caught fewer times."


@pytest.mark.rule("11.2")
def test_the_court_explains_what_the_monk_sees() -> None:
    texts = [why for _, event, why in everything("mayfair(monk=robert)") if isinstance(event, ev.NoviceSeen) and "monk" in event.by]
    assert texts
    assert all("11.2" in why.rules for why in texts)
    assert any(reason.values["guard"] == "monk" for why in texts for reason in why.reasons if reason.code == ReasonCode.SEEN_AHEAD)


@pytest.mark.parametrize("number", [-1, 10_000])
def test_an_event_that_is_not_there_is_refused(number: int) -> None:
    game = nights("dutch")[0]
    with pytest.raises(ValueError, match=rf"^expected an event from 0 to {len(game.events) - 1}; got {number}$"):
        explain(game, number)


@pytest.mark.rule("3.4")
def test_the_whole_truth_is_explained_when_the_night_is_over_and_no_earlier() -> None:
    game = new_game("dutch", (1, 1))
    apply(game, read("deal novice-4 key-5"))
    for seat in (Seat.OMNISCIENT, Seat.NOVICE_1, Seat.ABBESS, Seat.CHANCE):
        with pytest.raises(ValueError, match=r"rule 3\.4|expected a seat of this game"):
            explain(game, 0, seat)
