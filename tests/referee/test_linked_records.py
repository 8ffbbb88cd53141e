"""Records that continue another night, and those of the night of a day: what binds them, and whoever tampers with them is told."""

from functools import cache

import pytest

from nuns.referee.actions import Roll
from nuns.referee.dice import seal
from nuns.referee.game import seat_game
from nuns.referee.record import Record, beginning_fault, read_record, sealed_record_text
from nuns.referee.record_lines import BadRecord
from nuns.referee.sealing import MixedDice, Terms, chairs_of
from nuns.referee.signature import public_key
from tests.kit.records import SECRET, forged, night_with, sealed_player, table_named, verified
from tests.kit.takeovers import continued, finished, moments_of

DAY_SEED = "da" * 32


@cache
def original() -> Record:
    return finished()


@cache
def middle() -> int:
    listed = moments_of(original())
    return listed[len(listed) // 2].actions


@cache
def linked() -> str:
    return continued(original(), middle())


def day_dice(names: tuple[str, ...] = ("bot normal", "person Anna", "bot normal", "bot normal"), secret: str = SECRET) -> MixedDice:
    table = table_named("mayfair(blessings=off,turns=4)", 3)
    players = tuple(sealed_player(chair, name) for chair, name in zip(chairs_of(3, 1), names, strict=True))
    return MixedDice(Terms(table, seal(DAY_SEED), public_key(secret), players, day="2026-11-18"), {}, DAY_SEED, {})


@cache
def day_night() -> str:
    dice = day_dice()
    return sealed_record_text(night_with(dice.terms.setup, dice), dice, SECRET)


def test_a_night_that_continues_another_is_verified_with_its_own_dice() -> None:
    record, game = verified(linked().encode())
    assert record.beginning is not None
    assert (record.beginning.check, record.beginning.actions) == (original().check, middle())
    assert beginning_fault(record, original()) is None
    assert linked().startswith("nuns record 4\n")
    assert list(record.seats) == list(original().seats)
    own = [action for action in record.actions[middle() :] if isinstance(action, Roll)]
    assert own, "nothing was rolled after the moment"
    assert game.is_over


def test_the_dice_after_the_moment_are_fresh() -> None:
    record = read_record(linked().encode())
    count = sum(isinstance(action, Roll) for action in original().actions[: middle()])
    rolls = [[action for action in each.actions if isinstance(action, Roll)] for each in (original(), record)]
    assert rolls[0][:count] == rolls[1][:count]
    assert rolls[0][count : count + 12] != rolls[1][count : count + 12]


def test_a_beginning_that_is_not_the_other_nights_is_found_out_with_both_files() -> None:
    """Its moves are legal, and its table has signed it: only the night that it continues can tell."""
    other = finished(seed=4)
    before = other.actions[: moments_of(other)[len(moments_of(other)) // 2].actions]
    record, _ = verified(continued(original(), len(before), before=before).encode())
    fault = beginning_fault(record, original())
    assert fault is not None
    assert "as in the night that it continues" in fault


def test_a_beginning_longer_than_the_other_night_is_found_out() -> None:
    short = finished("dutch(blessings=on,turns=5)", 3, seed=3)
    record = read_record(linked().encode())
    cut = Record(short.setup, short.dice, short.seats, short.actions[: middle() - 3], short.outcome, check=short.check)
    fault = beginning_fault(record, cut)
    assert fault == f"expected at most {middle() - 3} actions of that night, got {middle()}"


TAMPERED = {
    "a die after the moment": (lambda lines: _other_die(lines), "the seed gives"),
    "the number of actions": (lambda lines: _put(lines, f" {middle()}", f" {middle() + 400}", "continues "), "lots|salt"),
    "the other night": (lambda lines: _put(lines, original().check, "0" * 64, "continues "), "salt of chair|does not fit"),
    "no link in a linked file": (lambda lines: _drop(lines, "continues "), "expected 'continues "),
    "a link in a file of its own": (lambda lines: _put(lines, "record 4", "record 3", "nuns "), "expected 'chair guards"),
    "a day in its place": (lambda lines: _put(lines, lines[9], "day 2026-11-18", "continues "), "expected 'continues "),
    "no number": (lambda lines: _put(lines, f" {middle()}", " many", "continues "), "a number of actions"),
}


def _put(lines: list[str], old: str, new: str, start: str) -> None:
    place = next(place for place, line in enumerate(lines) if line.startswith(start))
    assert old in lines[place]
    lines[place] = lines[place].replace(old, new)


def _drop(lines: list[str], start: str) -> None:
    lines.remove(next(line for line in lines if line.startswith(start)))


def _other_die(lines: list[str]) -> None:
    place = max(place for place, line in enumerate(lines) if line.startswith("roll "))
    lines[place] = f"roll {int(lines[place][5:]) % 6 + 1}"


@pytest.mark.parametrize("name", TAMPERED)
def test_whoever_tampers_with_a_linked_file_is_told(name: str) -> None:
    change, told = TAMPERED[name]
    with pytest.raises(BadRecord, match=told):
        verified(forged(linked(), change))


def test_the_night_of_a_day_is_drawn_from_its_seed_alone() -> None:
    """Other names, another key to sign with: the same lots, the same deal and the same dice."""
    record, _ = verified(day_night().encode())
    assert record.dice.kind == "sha256-day"
    other = day_dice(("bot normal", "person Zoë", "bot normal", "bot normal"), "0b" * 32)
    assert isinstance(record.dice, MixedDice)
    assert other.terms.text != record.dice.terms.text
    assert other.order == record.dice.order
    assert [other.number(count, 6) for count in range(50)] == [record.dice.number(count, 6) for count in range(50)]
    assert record.dice.unsalted == ()


DAY_TAMPERED = {
    "a salt": (lambda lines: lines.insert(_at(lines, "lots "), f"salt a {'ab' * 32}"), "expected 'salt', one of no chairs"),
    "a promise": (lambda lines: lines.insert(_at(lines, "seed "), f"commit a {'ab' * 32}"), "no chairs|expected 'seed"),
    "no date": (lambda lines: _put(lines, "2026-11-18", "tomorrow", "day "), "a date such as"),
    "a date that is none": (lambda lines: _put(lines, "2026-11-18", "2026-13-30", "day "), "a date such as"),
    "the lots": (
        lambda lines: _put(lines, lines[_at(lines, "lots ")], _turned(lines[_at(lines, "lots ")]), "lots "),
        "seed and salts give 'lots",
    ),
    "the seed": (lambda lines: _put(lines, DAY_SEED, "db" * 32, "seed "), "does not fit the seal"),
}


def _at(lines: list[str], start: str) -> int:
    return next(place for place, line in enumerate(lines) if line.startswith(start))


def _turned(line: str) -> str:
    first, *others = line.split()[1:]
    return " ".join(("lots", *others, first))


@pytest.mark.parametrize("name", DAY_TAMPERED)
def test_whoever_tampers_with_the_night_of_a_day_is_told(name: str) -> None:
    change, told = DAY_TAMPERED[name]
    with pytest.raises(BadRecord, match=told):
        verified(forged(day_night(), change))


def test_a_game_before_its_beginning_is_refused() -> None:
    """A file that says it begins with more actions than it has."""
    record = read_record(linked().encode())
    assert isinstance(record.dice, MixedDice)
    assert record.dice.terms.beginning is not None
    game = seat_game(record.setup)
    from nuns.referee.record import replay_steps

    short = Record(record.setup, record.dice, record.seats, record.actions[: middle() - 1], record.outcome, first_line=20)
    with pytest.raises(BadRecord, match=f"the {middle()} actions with which the night begins"):
        list(replay_steps(short, game))
