"""Section 12 of the law: the table of options and editions, how they are spelt, and that every value changes something."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from nuns.referee.game import new_game
from nuns.referee.game_setup import BadSetup
from nuns.referee.view import view
from nuns.rules.options import (
    EDITIONS,
    NAMES,
    BadOption,
    Options,
    change_option,
    describe_options,
    differences,
    edition_of,
    help_of,
    parse_options,
    problems,
    rule_of,
    spell_options,
    value_of,
    words_of,
)
from tests.kit.scenario import Night, kinds, of_kind

RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = ()  # a range of numbers


def table_of_the_law() -> list[tuple[str, tuple[str, ...], str, str, str, str, str]]:
    """Section 12 of docs/rules.md: option, values, rule, and a value for each edition; several options may share a row."""
    rows = []
    for line in RULES.partition("## 12.")[2].partition("## 13.")[0].splitlines():
        if line.startswith("| `"):
            named, rule, *values = (cell.strip() for cell in line.strip("|").split("|"))
            options, _, spelt = named.partition(" = ")
            words = NUMBERS if re.match(r"\d+-\d+", spelt) else tuple(word.split()[0].rstrip(":") for word in spelt.split(", "))
            rows += [(option, words, rule.split(",")[0], *values) for option in re.findall("`([^`]+)`", options)]
    return rows


TABLE = table_of_the_law()
HELD_IN = {"exact-run": "5.6", "slow-guards": "9.1"}  # 11.1 points to these
EDITION_NAMES = re.findall(r"[a-z]+", RULES.partition("| option = values | rule |")[2].partition("\n")[0])
VALUES = [(row[0], value) for row in TABLE for value in row[1]] + [("sight-range", "1"), ("sight-range", "7"), ("turns", "15")]


# -- the table -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("12")
def test_the_options_are_those_of_the_law_in_its_order() -> None:
    assert [row[0] for row in TABLE] == list(NAMES)


@pytest.mark.rule("12")
def test_the_editions_are_those_of_the_law_and_mayfair_is_the_default() -> None:
    assert list(EDITIONS) == EDITION_NAMES
    assert edition_of("mayfair") == Options()
    assert new_game().setup.edition == "mayfair"


@pytest.mark.rule("12")
@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
@pytest.mark.parametrize("column, edition", list(enumerate(EDITION_NAMES, 3)))
def test_each_edition_has_the_value_of_the_table(row: tuple[str, ...], column: int, edition: str) -> None:
    assert str(value_of(edition_of(edition), row[0])) == row[column]


@pytest.mark.rule("12")
@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_each_option_has_the_values_and_the_rule_of_the_table_and_says_what_it_is(row: tuple[str, tuple[str, ...], str]) -> None:
    option, values, rule = row[:3]
    if values != NUMBERS:
        assert set(words_of(option)) == set(values)
    assert rule_of(option) in (rule, HELD_IN.get(option))
    assert help_of(option)


@pytest.mark.rule("12")
@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_the_log_spells_all_options_as_the_table_does_and_numbers_as_numbers(edition: str) -> None:
    options = Night(edition).log[0]["options"]
    column = 3 + EDITION_NAMES.index(edition)
    assert {name: str(value) for name, value in options.items()} == {row[0]: row[column] for row in TABLE}
    assert {name for name, value in options.items() if isinstance(value, int)} == {"sight-range", "run-modifier", "hearing-limit", "turns"}


@pytest.mark.rule("12")
@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_an_edition_is_nothing_but_its_values(edition: str) -> None:
    column = 3 + EDITION_NAMES.index(edition)
    built = Options()
    for row in TABLE:
        value = row[column]
        assert isinstance(value, str)
        built = change_option(built, row[0], value)
    assert built == edition_of(edition)


# -- names ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("12")
@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_an_edition_is_called_by_its_name(edition: str) -> None:
    assert str(edition_of(edition)) == edition
    assert parse_options(edition) == edition_of(edition)


@pytest.mark.rule("12")
@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("option, value", VALUES)
def test_any_option_of_any_edition_may_be_changed_and_its_name_reads_back(edition: str, option: str, value: str) -> None:
    options = change_option(edition_of(edition), option, value)
    assert parse_options(str(options)) == options
    assert parse_options(f"{edition}({option}={value})") == options
    assert str(spell_options(options)[option]) == value
    others = {name: was for name, was in spell_options(edition_of(edition)).items() if name != option}
    assert {name: now for name, now in spell_options(options).items() if name != option} == others


@pytest.mark.rule("12")
@pytest.mark.parametrize(
    "text",
    [
        "mayfair(blessings=off,slow-guards=on)",
        "dutch(blessings=on)",
        "dutch(slow-guards=on,monk=frederick)",
        "reference(opening=single)",
        "italian(monk=robert,all-or-nun=on)",
        "mayfair(sight-range=5)",
    ],
)
def test_the_canonical_name_is_the_nearest_edition_and_what_differs(text: str) -> None:
    assert str(parse_options(text)) == text


@pytest.mark.rule("12")
def test_a_name_may_start_from_any_edition() -> None:
    options = parse_options("dutch(blessings=on)")
    assert describe_options(options, "dutch") == "dutch(blessings=on)"
    assert parse_options(describe_options(options, "mayfair")) == options
    assert differences(options, edition_of("dutch")) == {"blessings": "on"}


@pytest.mark.rule("12")
def test_the_log_names_the_edition_the_table_started_from() -> None:
    nearly_dutch = "mayfair(" + ",".join(f"{row[0]}={row[6]}" for row in TABLE if row[3] != row[6]) + ")"
    night = Night(nearly_dutch)
    assert night.log[0]["edition"] == "mayfair"
    assert str(night.game.setup.options) == "dutch"


# -- what is refused -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("12")
@pytest.mark.parametrize(
    "text, says",
    [
        ("spanish", f"{', '.join(EDITIONS)}; got 'spanish'"),
        ("", "got ''"),
        ("Mayfair", "got 'Mayfair'"),
        ("mayfair(", "got 'mayfair('"),
        ("mayfair()", "got 'mayfair()'"),
        ("mayfair(sight)", "expected option=value; got 'sight'"),
        ("mayfair(sihgt=arc)", "got 'sihgt'"),
        ("mayfair(tower_seen=on)", "got 'mayfair(tower_seen=on)'"),
        ("mayfair(sight=wide)", "expected sight = arc, room; got 'wide'"),
        ("mayfair(sight=)", "expected sight = arc, room; got ''"),
        ("mayfair(blessings=yes)", "got 'yes'"),
        ("mayfair(opening=double)", "two-phases, double-distance, single; got 'double'"),
        ("mayfair(monk=tuck)", "none, frederick, robert; got 'tuck'"),
        ("mayfair(run-modifier=2)", "got '2'"),
        ("mayfair(sight-range=far)", "a number"),
        ("mayfair(sight-range=0)", "got '0'"),
        ("mayfair(turns=16)", "got '16'"),
        ("mayfair(turns=0)", "got '0'"),
        ("mayfair(turns=15,)", "got ''"),
    ],
)
def test_what_is_no_option_is_refused_with_what_was_expected_and_got(text: str, says: str) -> None:
    with pytest.raises(BadOption) as fault:
        parse_options(text)
    assert "expected" in str(fault.value)
    assert says in str(fault.value)
    with pytest.raises(BadOption):
        new_game(text)


@pytest.mark.rule("12", "1.1")
@pytest.mark.parametrize(
    "novices, guard_players, says",
    [
        (0, 1, ["expected 1 to 6 novices; got 0"]),
        (7, 1, ["expected 1 to 6 novices; got 7"]),
        (6, 0, ["expected 1 or 2 guard players; got 0"]),
        (6, 3, ["expected 1 or 2 guard players; got 3"]),
        (5, 2, ["expected 6 novices with two guard players; got 5"]),
        (7, 2, ["expected 1 to 6 novices; got 7", "expected 6 novices with two guard players; got 7"]),
    ],
)
def test_problems_says_everything_that_is_wrong_with_a_table_at_once(novices: int, guard_players: int, says: list[str]) -> None:
    found = problems(Options(), novices, guard_players)
    assert [text.removesuffix(" (rule 1.1)") for text in found] == says
    with pytest.raises(BadSetup) as fault:
        new_game("mayfair", (novices, guard_players))
    assert all(text in str(fault.value) for text in found)


@pytest.mark.rule("12", "1.1")
@pytest.mark.parametrize("edition", EDITION_NAMES)
@pytest.mark.parametrize("novices, guard_players", [*((novices, 1) for novices in range(1, 7)), (6, 2)])
def test_every_edition_seats_2_to_8_players_without_problems(edition: str, novices: int, guard_players: int) -> None:
    assert problems(edition_of(edition), novices, guard_players) == ()


@pytest.mark.rule("12")
def test_options_that_were_built_wrongly_are_problems_too() -> None:
    found = problems(Options(sight_range=0, monk=7, turns=16), 0, 1)
    assert len(found) == 4
    assert [text for text in found if "sight-range" in text and "rule 6.1" in text]
    assert [text for text in found if "monk" in text and "rule 11.2" in text]
    assert [text for text in found if "turns" in text and "rule 4" in text]
    with pytest.raises(BadSetup):
        new_game(Options(monk=7))


# -- every value changes something ---------------------------------------------------------------------------------------

PLAIN = "opening=single,first-paths=guards-move,blessings=off"


def night(setting: str, *novices: int, cards: Mapping[str, str] | None = None, keys: Mapping[int, int] | None = None) -> Night:
    """A plain mayfair night but for one setting."""
    blessed = ",blessings=on" if cards else ""
    return Night(f"mayfair({PLAIN}{blessed},{setting})", novices or (4,), blessings=cards, keys=keys)


def is_seen(setting: str, dot: int, guard: int, came_from: int) -> bool:
    it = night(setting)
    it.put_guard("abbess", guard, came_from=came_from)
    it.put_novice(4, dot)
    it.tear_plans()
    return "novice_seen" in kinds(it.do(f"novice-4 stand {dot}"))


def sees_behind(setting: str) -> object:
    """6 From 92, come from 91, a guard sees 90 behind her by room alone."""
    return is_seen(setting, 90, guard=92, came_from=91)


def sees_far(setting: str) -> object:
    """6.1 From 40 she sees 48, at 2 steps; from 93 she would see 37, at 7."""
    return is_seen(setting, 48, guard=40, came_from=26), is_seen(setting, 37, guard=93, came_from=94)


def sees_the_tower(setting: str) -> object:
    """6.4 From 68 she sees 67."""
    return is_seen(setting, 67, guard=68, came_from=46)


def wish_of_key_3(setting: str) -> object:
    """2.2 The wish card of key 3."""
    return view(night(setting, keys={4: 3}).game, "novice-4").sheets[0].wish_dot


def runner_is_heard(setting: str) -> object:
    """5.1 A runner 3 steps from a guard rolls 2."""
    it = night(setting)
    it.put_novice(4, 16)
    it.tear_plans()
    it.do("novice-4 run 16-17", "roll 2")
    return it.asks == "direction"


def first_movement(setting: str) -> object:
    """4.1 Whether 10 dots may be run, and what is asked after the first movement."""
    it = night(setting)
    ten = it.is_legal("novice-4 run 4-18-17-16-15-14-13-12-31-34-33")
    it.do("novice-4 stand 4", "roll 1")
    return ten, it.asks


def first_question(setting: str) -> object:
    """2.5 What is asked after the deal."""
    return night(setting).asks


def dice_after_running(setting: str) -> object:
    """7.2 Whether noise is rolled though both guards ran."""
    it = night(setting)
    it.put_guard("abbess", 26, ran=1)
    it.put_guard("prioress", 26, ran=1)
    it.do("novice-4 stand 4")
    return it.asks


def directions(setting: str) -> object:
    """7.4 How 27 may be marked beside 26: by 19, by 40, or by both."""
    it = night(setting)
    it.put_guard("prioress", 147)
    it.put_novice(4, 18)
    it.tear_plans()
    it.do("novice-4 run 18-27", "roll 3")
    return [text.split()[-1] for text in it.menu("novice-4")]


def caught_in_passing(setting: str) -> object:
    """8.1 The Abbess steps from 70 to 71, where a novice is, and on to 96."""
    it = night(setting)
    it.put_guard("abbess", 69, came_from=45, path="red-26-122")
    it.put_novice(4, 71)
    it.tear_plans()
    it.do("novice-4 stand 71", "roll 1", "abbess first")
    it.go("abbess", 70, 71, 96)
    it.do("abbess stops")
    return "novice_caught" in kinds(it.log)


def may_disobey(setting: str) -> object:
    """8.5 Whether a novice caught on 16, seen from 20 as far as 18, may run away from home, and past her cell, where nobody sees her."""
    it = night(setting)
    it.put_guard("abbess", 20, came_from=21)
    it.put_guard("prioress", 147)
    it.put_novice(4, 16, caught=True)
    it.tear_plans()
    return it.is_legal("novice-4 run 16-15"), it.is_legal("novice-4 run 16-17-18-4-18-27")


def tokens_of_a_step_out_of_one_guards_sight(setting: str) -> object:
    """6.7 From 18, which both guards see, to 17, which only the Abbess does."""
    it = night(setting)
    it.put_guard("abbess", 20, came_from=21)
    it.put_guard("prioress", 27, came_from=39)
    it.put_novice(4, 18)
    it.tear_plans()
    return [event.get("guard") for event in of_kind(it.do("novice-4 sneak 18-17"), "novice_vanished")]


def heard_seven_steps_away(setting: str) -> object:
    """7.1 A runner who adds 1 rolls 6."""
    it = night(f"run-modifier=1,{setting}")
    it.put_guard("abbess", next(dot for dot in range(1, 156) if it.game.setup.board.distance[dot][20] == 7))
    it.put_guard("prioress", 153)
    it.put_novice(4, 19)
    it.tear_plans()
    it.do("novice-4 run 19-20", "roll 6")
    return it.asks == "direction"


def beside_whom_the_abbess_may_put_a_false_noise(setting: str) -> object:
    """10.4 By the card in her hand."""
    it = night(f"false-noise=either,{setting}", cards={"abbess": "false-noise"})
    it.do("novice-4 stand 4")
    it.pass_time("blessing")
    return sorted({text.split()[2] for text in it.menu("guards") if text.startswith("abbess false-noise")})


def status_after_an_unseen_walk_home(setting: str) -> object:
    """8.6 Her status when the turn has ended in which she obeyed out of sight."""
    it = night(setting)
    it.put_guard("abbess", 26, path="red-26-122")
    it.put_guard("prioress", 122, path="red-122-147")
    it.put_novice(4, 38, caught=True)
    it.tear_plans()
    it.do("novice-4 walk 38-39-27-18")
    it.pass_time("plan")
    return view(it.game, "spectator").novices[0].status


def shown_after_a_walk_home(setting: str) -> object:
    """8.4 Where her token stands after a walk from 39, in sight, to 4, out of it; a disobeying one is never shown whole."""
    found = []
    for plan in ("walk 39-27-18-4", "run 39-27-18"):
        it = night(setting)
        it.put_guard("abbess", 39)
        it.put_novice(4, 39, caught=True)
        it.tear_plans()
        it.do(f"novice-4 {plan}")
        found.append(view(it.game, "spectator").novices[0].dot)
    return tuple(found)


def wish_taken_while_caught(setting: str) -> object:
    """5.4 Her walk home, 133-132-110-109, ends on her wish dot."""
    it = night(setting, keys={4: 7})
    it.put_novice(4, 133, caught=True, has_key=1)
    it.tear_plans()
    happened = kinds(it.do("novice-4 walk 133-132-110-109"))
    assert "novice_freed" not in happened
    return "wish_taken" in happened


def caught_at_home(setting: str) -> object:
    """8.9 A guard stands in her cell."""
    it = night(setting)
    it.put_guard("abbess", 4)
    return "novice_caught" in kinds(it.do("novice-4 stand 4"))


def ways_when_the_novice_is_lost(setting: str) -> object:
    """9.6 From 19 the Abbess saw a novice on 20; back on 26 she sees nobody."""
    it = night(setting)
    it.put_guard("abbess", 26, path="blue-26-84")
    it.put_novice(4, 20)
    it.tear_plans()
    it.do("novice-4 stand 20", "roll 1", "abbess first", "abbess 26-19", "abbess 19-26 free")
    return [text.split()[1] for text in it.menu("guards")]


def cards_dealt(setting: str) -> object:
    """10 Whether everyone has a card."""
    return night(setting).log[0]["guards"][0]["blessing"] is not None


def dice_to_roll_again(setting: str) -> object:
    """10.2 Which dice novice 4 may roll again."""
    it = night(setting, 4, 6, cards={"novice-4": "roll-again"})
    it.do("novice-4 stand 4", "novice-6 stand 6", "roll 1", "roll 1")
    return [text.split()[-1] for text in it.menu("novice-4")]


def times_for_a_false_noise(setting: str) -> object:
    """10.4 Whether it may be placed while noise is made, and while the guards listen."""
    it = night(setting, cards={"novice-4": "false-noise"})
    found = []
    it.do("novice-4 stand 4")
    for _ in range(2):
        it.pass_time("blessing")
        found.append(len(it.menu("novice-4")) > 1)
        it.do("novice-4 pass")
        it.pass_time("order")
    return tuple(found)


def short_run(setting: str) -> object:
    """5.6 Whether a run may be 1 dot."""
    return night(setting).is_legal("novice-4 run 4-18")


def sixth_step(setting: str) -> object:
    """9.1 Whether a guard may run 6 dots."""
    it = night(setting)
    it.do("novice-4 stand 4", "roll 1", "abbess first", "abbess takes red-26-122")
    it.go("abbess", 25, 24, 42, 45, 69)
    return it.is_legal("abbess 69-70")


def goal(setting: str) -> object:
    """1.3 The goal of a table of 3 novices and 1 guard player."""
    return view(night(setting, 1, 2, 3).game, "spectator").goal


def what_the_monk_does(setting: str) -> object:
    """11.2 Whether there is one, whether he sees 48 from 91, and whether novices roll for him alone."""
    it = night(setting)
    there = len(view(it.game, "spectator").guards) == 3
    if there:
        it.put_guard("monk", 91, came_from=102, path="pink-84-101")
    it.put_guard("abbess", 26, ran=1)
    it.put_guard("prioress", 26, ran=1)
    it.put_novice(4, 48)
    it.tear_plans()
    return there, "novice_seen" in kinds(it.do("novice-4 stand 48")), it.asks == "roll"


def over_when_one_is_home(setting: str) -> object:
    """11.3 Whether the night is over when the first of two is home."""
    it = night(setting, 4, 6)
    it.put_novice(4, 18, has_key=1, has_wish=1)
    it.tear_plans()
    it.do("novice-4 run 18-4", "novice-6 stand 6")
    return it.asks == "over"


def dawn(setting: str) -> object:
    """4 The turn in which it dawns when nothing happens."""
    it = night(setting)
    it.pass_time("over")
    over = of_kind(it.log, "game_over")[0]
    assert over["reason"] == "dawn"
    return over["turn"]


OBSERVED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "sight": (sees_behind, {"arc": False, "room": True}),
    "sight-range": (sees_far, {"1": (False, False), "6": (True, False), "7": (True, True)}),
    "tower-seen": (sees_the_tower, {"off": False, "on": True}),
    "wish-cards": (wish_of_key_3, {"mayfair": 110, "999games": 118}),
    "run-modifier": (runner_is_heard, {"0": False, "1": True}),
    "opening": (first_movement, {"two-phases": (False, "plan"), "double-distance": (True, "order"), "single": (False, "order")}),
    "first-paths": (first_question, {"guards-move": "plan", "set-up": "path"}),
    "deaf-runners": (dice_after_running, {"on": "order", "off": "roll"}),
    "equal-directions": (directions, {"one": ["19", "40"], "one-or-more": ["19", "40", "19+40"], "all": ["19+40"]}),
    "catch-in-passing": (caught_in_passing, {"on": True, "off": False}),
    "disobey-in-sight": (may_disobey, {"on": (True, True), "off": (False, False), "once-unseen": (False, True)}),
    "vanish-marks": (tokens_of_a_step_out_of_one_guards_sight, {"unseen": [], "each-guard": ["prioress"]}),
    "hearing-limit": (heard_seven_steps_away, {"0": True, "6": False}),
    "guard-false-noise": (beside_whom_the_abbess_may_put_a_false_noise, {"own": ["abbess"], "any-guard": ["abbess", "prioress"]}),
    "caught-until": (status_after_an_unseen_walk_home, {"out-of-sight": "on-the-run", "disobedience": "caught"}),
    "caught-shown": (shown_after_a_walk_home, {"in-sight": (None, None), "whole-move": (4, None)}),
    "caught-takes-wish": (wish_taken_while_caught, {"on": True, "off": False}),
    "safe-cell": (caught_at_home, {"on": False, "off": True}),
    "free-until": (ways_when_the_novice_is_lost, {"movement-end": ["26-19", "26-25", "26-40"], "reason-ends": ["26-19"]}),
    "blessings": (cards_dealt, {"on": True, "off": False}),
    "roll-again": (dice_to_roll_again, {"any": ["pass", "novice-4", "novice-6"], "own": ["pass", "novice-4"]}),
    "false-noise": (times_for_a_false_noise, {"listening": (False, True), "making": (True, False), "either": (True, True)}),
    "exact-run": (short_run, {"on": False, "off": True}),
    "slow-guards": (sixth_step, {"on": False, "off": True}),
    "capture-goal": (goal, {"players": 4, "novices": 3}),
    "monk": (what_the_monk_does, {"none": (False, False, False), "frederick": (True, False, True), "robert": (True, True, False)}),
    "all-or-nun": (over_when_one_is_home, {"on": False, "off": True}),
    "turns": (dawn, {"15": 15, "3": 3}),
}


@pytest.mark.rule("12")
@pytest.mark.parametrize("option, value", [(option, value) for option, (_, expected) in OBSERVED.items() for value in expected])
def test_every_value_of_every_option_changes_something_one_can_see(option: str, value: str) -> None:
    scene, expected = OBSERVED[option]
    assert scene(f"{option}={value}") == expected[value]


@pytest.mark.rule("12")
@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_no_two_values_of_an_option_look_alike(row: tuple[str, tuple[str, ...]]) -> None:
    assert row[0] in OBSERVED, "add a scene to OBSERVED in which the values of this option look different"
    _, expected = OBSERVED[row[0]]
    assert set(row[1]) <= set(expected)
    seen = [repr(each) for each in expected.values()]
    assert len(set(seen)) == len(seen)


@pytest.mark.rule("12", "6.1")
def test_sight_range_is_unused_by_room() -> None:
    assert is_seen("sight=room,sight-range=1", 37, guard=93, came_from=94)
