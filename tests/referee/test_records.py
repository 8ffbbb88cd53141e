"""Records: whole, true and legal, or refused with the line and the reason."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nuns.referee.actions import Again, Deal, Plan, Roll, Ruler
from nuns.referee.dice import CounterDice, Dice, SealedDice, seal
from nuns.referee.game import Game, apply, legal_actions, new_game
from nuns.referee.notation import written
from nuns.referee.record import LARGEST, read_record, record_text, replay_record
from nuns.referee.record_lines import BadRecord
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS
from nuns.rules.state import State
from tests.kit.game_runs import steps
from tests.kit.golden import RECORDS
from tests.kit.records import checked, forged, night_with, record_of, table_named, verified

SMALLEST = min(RECORDS.glob("*.nuns"), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
SEED = "5eed" * 16
SALTS = {Seat.GUARDS: "0a", Seat.NOVICE_2: "ff00ff", Seat.NOVICE_4: "12" * 64}


def without_generator(game: Game) -> State:
    """The truth of a night, wherever its chance came from."""
    return replace(game.state, key_low=0, key_high=0, chances=0, decisions=0)


def refused(data: bytes, *, check_dice: bool = True) -> BadRecord:
    """How a file is refused: by BadRecord, whose text names its line."""
    with pytest.raises(BadRecord) as fault:
        replay_record(read_record(data), check_dice=check_dice)
    assert re.match(rf"line {fault.value.line}: .", str(fault.value))
    assert "\n" not in str(fault.value)
    return fault.value


@cache
def short_night() -> str:
    """The record of a night of one turn, quick to play again, in which somebody moves and somebody makes a sound."""
    dice = CounterDice("7/0")
    texts = (record_of(night_with(table_named("mayfair(turns=1)", 2), dice, seed), dice) for seed in range(1, 50))
    return next(text for text in texts if re.search(r"novice-\d (walk|run) ", text) and text.count("\nroll ") > 3 and "\nend dawn " in text)


@cache
def sealed_night() -> tuple[Game, SealedDice]:
    """A night with the dice of a table, where the novices 2 and 4 happen to be drawn."""
    for number in range(200):
        dice = SealedDice(f"{number:064x}", tuple(SALTS.values()))
        game = night_with(table_named("italian(turns=2)", 2), dice, number)
        if list(game.seats) == list(SALTS):
            return game, dice
    raise AssertionError("nobody drew 2 and 4")


# -- round trips ----------------------------------------------------------------------------------------------------------


TABLES = [*((edition, 2, 1) for edition in EDITIONS), ("mayfair(monk=frederick)", 3, 1), ("dutch(blessings=on,monk=robert)", 6, 2)]


@pytest.mark.parametrize("options, novices, guard_players", TABLES)
@pytest.mark.parametrize("dice", [CounterDice("12/3"), SealedDice(SEED)], ids=["counter", "sha256"])
def test_a_night_is_the_same_after_it_was_written_and_read(options: str, novices: int, guard_players: int, dice: Dice) -> None:
    game = night_with(table_named(options, novices, guard_players), dice)
    text = record_of(game, dice)
    record, again = verified(text.encode())
    assert (record.setup, record.dice, record.actions) == (game.setup, dice, tuple(game.actions))
    assert again.events == game.events
    assert again.state == game.state
    assert again.outcome == game.outcome
    assert record_of(again, record.dice) == text


def test_a_record_keeps_who_sat_where() -> None:
    game, dice = sealed_night()
    names = dict(zip(game.seats, ("Zoë \u200d", " x ", "名前 12"), strict=True))
    text = record_text(game, dice, names, SALTS)
    record = read_record(text.encode())
    assert (record.seats, record.salts) == (names, SALTS)
    assert text.splitlines()[record.first_line - 1] == written(record.actions[0])


def test_replaced_plans_and_torn_ones_are_recorded_and_replayed() -> None:
    """A seat may change its mind as long as others write; the record keeps every plan and every tearing."""
    game, dice, torn, replaced = night_with_second_thoughts()
    assert torn > 2
    assert replaced > 2
    text = record_of(game, dice)
    _, again = verified(text.encode())
    assert again.actions == game.actions
    assert again.events == game.events
    assert again.state == without_generator(game)


def night_with_second_thoughts() -> tuple[Game, Dice, int, int]:
    """Whenever a novice has written her plan and others write, she writes it again, or tears it up and stays torn for a while."""
    table, torn, replaced = table_named("reference", 3), 0, 0
    last: Game | None = None
    for count, (game, action, _) in enumerate(steps(table, 9)):
        last = game
        for seat in game.seats[1:]:
            number = int(seat[-1])
            menu = () if game.is_over else legal_actions(game, seat)
            if menu == (Again(number),) and game.actions and isinstance(game.actions[-1], Plan) and game.actions[-1].novice == number:
                if count % 2:
                    apply(game, game.actions[-1])
                    replaced += 1
                elif isinstance(action, Plan) or count % 3 == 0:
                    apply(game, Again(number))
                    torn += 1
    assert last is not None
    return last, CounterDice("9/0"), torn, replaced


def test_a_ruler_asked_for_is_recorded() -> None:
    table, laid = table_named("mayfair(turns=1)", 1), 0
    for game, _, _ in steps(table, 4):
        if game.events and not game.is_over and laid < 3:
            apply(game, Ruler(int(game.seats[1][-1]), 26, 41))
            laid += 1
        last = game
    record, again = verified(record_of(last, CounterDice("4/0")).encode())
    assert sum(isinstance(action, Ruler) for action in record.actions) == 3
    assert again.events == last.events


# -- altered, cut off, or no record at all --------------------------------------------------------------------------------


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def replaced(data: bytes, place: int) -> bytes:
    return data[:place] + (b"7" if data[place : place + 1] != b"7" else b"3") + data[place + 1 :]


def deleted(data: bytes, place: int) -> bytes:
    return data[:place] + data[place + 1 :]


def inserted(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place - 1] if place % 2 else 10]) + data[place:]


@pytest.mark.parametrize("alter", [flipped, replaced, deleted, inserted])
@pytest.mark.parametrize("half", [0, 1])
def test_every_altered_byte_is_found(alter: Callable[[bytes, int], bytes], half: int) -> None:
    data = SMALLEST.encode()
    for place in range(half, len(data), 2):
        with pytest.raises(BadRecord, match=r"^line [1-9][0-9]*: "):
            read_record(alter(data, place))


def test_a_record_cut_off_after_any_line_says_so() -> None:
    lines = SMALLEST.splitlines(keepends=True)
    for count in range(1, len(lines)):
        fault = refused("".join(lines[:count]).encode())
        assert "cut off" in fault.reason
        assert fault.line == count + 1


def test_a_record_cut_off_within_any_line_says_so() -> None:
    ends = [place for place, letter in enumerate(SMALLEST) if letter == "\n"]
    for line, (begins, ends_at) in enumerate(zip([-1, *ends], ends, strict=False), 1):
        middle = (begins + ends_at) // 2 + 1
        if middle > len("nuns record "):
            fault = refused(SMALLEST[:middle].encode())
            assert "cut off" in fault.reason
            assert fault.line == line


@pytest.mark.parametrize("kept", [0, 1, 4, 11])
def test_too_little_of_a_file_is_no_record(kept: int) -> None:
    assert "expected 'nuns record 4'" in refused(SMALLEST[:kept].encode()).reason


def test_lines_after_the_check_are_refused() -> None:
    assert "expected the end of the file" in refused((SMALLEST + "roll 1\n").encode()).reason


def test_lines_end_as_the_format_says() -> None:
    refused(SMALLEST.replace("\n", "\r\n").encode())
    refused(SMALLEST.replace("\n", "\r").encode())


@pytest.mark.parametrize("version", ["5", "10", "99999999", "9" * 19])
def test_a_version_from_the_future_is_refused_as_too_new(version: str) -> None:
    fault = refused(SMALLEST.replace("record 2", f"record {version}", 1).encode())
    assert fault.line == 1
    assert "too new" in fault.reason


@pytest.mark.parametrize("version", ["0", "-1", "1.0", "01", "", " 1", "x", "²", "½", "٣x", "9" * 5000])
def test_a_version_that_is_none_is_refused(version: str) -> None:
    fault = refused(SMALLEST.replace("record 2", f"record {version}", 1).encode())
    assert fault.line == 1
    assert "expected version 1, 2, 3 or 4, got" in fault.reason


NOTHING_LIKE_A_RECORD = [
    b"",
    b"\n",
    b"\x00" * 100,
    b"\xff\xfe\x00",
    b"nuns record 1",
    b"nuns record 1\n\xff\n",
    b"\xef\xbb\xbf" + SMALLEST.encode(),
    b"{}",
    b"nuns record 1\n" * 1000,
    SMALLEST.encode("utf-16"),
    SMALLEST.encode().replace(b"seat guards ", b"seat guards \xe9"),
    b"nuns record 1\n" + b"x" * LARGEST,
    b"\n" * (LARGEST + 1),
]


@pytest.mark.parametrize("data", NOTHING_LIKE_A_RECORD, ids=range(len(NOTHING_LIKE_A_RECORD)))
def test_what_is_no_record_is_refused(data: bytes) -> None:
    refused(data)


def test_bytes_that_are_no_text_are_refused_with_their_line() -> None:
    lines = SMALLEST.encode().splitlines(keepends=True)
    lines[20] = b"roll \xff\n"
    assert refused(b"".join(lines)).line == 21


@settings(max_examples=300)
@given(st.binary(max_size=400))
def test_random_bytes_raise_nothing_but_bad_record(data: bytes) -> None:
    for each in (data, b"nuns record 1\n" + data, b"nuns record " + data + b"\n"):
        refused(each)


LINES = SMALLEST.splitlines()[:-1]
WORDS = st.sampled_from([*LINES, *sorted({word for line in LINES for word in re.split("[ -]", line)}), " ", "-", "\n", "²", "0"])


@settings(max_examples=150)
@given(st.data())
def test_shuffled_lines_with_a_fitting_check_raise_nothing_but_bad_record(data: st.DataObject) -> None:
    """Up to four lines of a true record are replaced by words of it, and the checksum is put right."""
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        lines[place] = data.draw(st.one_of(WORDS, st.lists(WORDS, max_size=4).map(" ".join), st.text(max_size=20)))
    try:
        verified(checked(lines))
    except BadRecord as fault:
        assert re.match(r"line [1-9][0-9]*: .", str(fault))  # noqa: PT017  some of these are true records


@pytest.mark.parametrize("alter", [flipped, replaced, deleted, inserted])
def test_an_altered_byte_with_a_fitting_check_is_a_true_night_or_refused(alter: Callable[[bytes, int], bytes]) -> None:
    text = short_night()
    data = text[: text.rindex("check ")].encode()
    for place in range(0, len(data), 3):
        try:
            lines = alter(data, place).decode().split("\n")
            _, game = verified(checked(lines[:-1]))
        except BadRecord as fault:
            assert str(fault).startswith(f"line {fault.line}: ")  # noqa: PT017
        else:
            assert game.is_over


# -- each line of the head ------------------------------------------------------------------------------------------------


HEADS = [
    ("edition mayfair", "edition klingon", "expected an edition among mayfair, reference, italian, dutch; got 'klingon'"),
    ("edition mayfair", "edition", "expected 'edition its name'"),
    ("edition mayfair", "Edition mayfair", "expected 'edition its name'"),
    ("options mayfair(turns=1)", "options mayfair(turns=16)", "expected turns = a number from 1 to 15; got '16'"),
    ("options mayfair(turns=1)", "options mayfair(turns=01)", "expected turns"),
    ("options mayfair(turns=1)", "options mayfair(turns=1,turns=2)", "expected the options as 'mayfair(turns=2)'"),
    ("options mayfair(turns=1)", "options mayfair(sight=arc,turns=1)", "expected the options as 'mayfair(turns=1)'"),
    ("options mayfair(turns=1)", "options mayfair(beer=on)", "expected an option among"),
    ("options mayfair(turns=1)", "options mayfair(turns)", "expected option=value"),
    ("options mayfair(turns=1)", "options mayfair(", "expected options such as"),
    ("options mayfair(turns=1)", "options ", "expected options such as"),
    ("novices 2", "novices 0", "expected 'novices' and a number from 1 to 9"),
    ("novices 2", "novices 7", "expected 1 to 6 novices; got 7 (rule 1.1)"),
    ("novices 2", "novices two", "expected 'novices' and a number"),
    ("novices 2", "novices 2 ", "expected 'novices' and a number"),
    ("novices 2", "novices ²", "expected 'novices' and a number"),
    ("guard-players 1", "guard-players 2", "expected 6 novices with two guard players; got 2 (rule 1.1)"),
    ("guard-players 1", "guard-players 3", "expected 1 or 2 guard players; got 3 (rule 1.1)"),
    ("dice counter", "dice loaded", "expected dice counter or sha256, got 'loaded'"),
    ("dice counter", "dice sha256", "expected a seed of 64 hexadecimal digits"),
    ("seed 7/0", "seed 7", "expected a counter seed such as 1/17; got '7'"),
    ("seed 7/0", "seed -7/0", "expected a counter seed"),
    ("seed 7/0", "seed 7/0/0", "expected a counter seed"),
    ("seed 7/0", "seed ²/0", "expected a counter seed"),
    ("seed 7/0", "seed " + "7" * 50 + "/0", "expected a counter seed"),
    ("seed 7/0", "seed 8/0", f"the seal does not fit the seed: expected {seal('8/0')}"),
    (f"seal {seal('7/0')}", f"seal {seal('8/0')}", f"the seal does not fit the seed: expected {seal('7/0')}"),
    (f"seal {seal('7/0')}", f"seal {seal('7/0').upper()}", "the seal does not fit the seed"),
    (f"seal {seal('7/0')}", "seal ", "the seal does not fit the seed"),
    ("seat guards somebody", "seat guards", "expected a seat and who sat there"),
    ("seat guards somebody", "seat guards ", "expected a seat and who sat there"),
    ("seat guards somebody", "seat guards " + "x" * 61, "expected a seat and who sat there"),
    ("seat guards somebody", "seat guards some\x07body", "expected a seat and who sat there"),
    ("seat guards somebody", "seat guards some\u2028body", "expected a seat and who sat there"),
    ("seat guards somebody", "seat sacristan somebody", "expected a seat and who sat there, got 'sacristan' 'somebody'"),
    ("seat guards somebody", "salt guards 0a", "expected 'seat its name and who sat there'"),
]  # fmt: skip


@pytest.mark.parametrize("line, instead, reason", HEADS, ids=[f"{number}: {row[1][:30]!r}" for number, row in enumerate(HEADS)])
def test_a_wrong_line_of_the_head_is_refused(line: str, instead: str, reason: str) -> None:
    number = short_night().split("\n").index(line) + 1
    fault = refused(forged(short_night(), lambda lines: lines.__setitem__(number - 1, instead)))
    assert reason in fault.reason
    assert fault.line in (number, number + 1)  # a seed is wrong where its seal stands, a number where the table is complete


def head_length(text: str) -> int:
    return next(number for number, line in enumerate(text.split("\n")) if line.startswith("deal "))


def test_a_missing_line_of_the_head_is_refused() -> None:
    length = head_length(short_night())
    for number in range(length):
        fault = refused(forged(short_night(), lambda lines, number=number: lines.pop(number)))  # type: ignore[misc]
        assert fault.line in (number + 1, length)  # a seat is missed where the deal stands


def test_a_repeated_line_of_the_head_is_refused() -> None:
    for number in range(head_length(short_night())):
        again = short_night().split("\n")[number]
        fault = refused(forged(short_night(), lambda lines, number=number, again=again: lines.insert(number, again)))  # type: ignore[misc]
        assert fault.line in (number + 1, number + 2)


def test_lines_of_the_head_stand_in_their_order() -> None:
    def swap(lines: list[str], number: int) -> None:
        lines[number : number + 2] = lines[number + 1 : number - 1 if number else None : -1]

    for number in range(head_length(short_night()) - 1):
        refused(forged(short_night(), lambda lines, number=number: swap(lines, number)))  # type: ignore[misc]


def test_the_seats_are_those_of_the_deal() -> None:
    dealt = next(line for line in short_night().split("\n") if line.startswith("seat novice-"))
    absent = next(seat for seat in Seat if seat.startswith("novice-") and f"seat {seat} " not in short_night())
    data = forged(short_night(), lambda lines: lines.__setitem__(lines.index(dealt), f"seat {absent} somebody"))
    fault = refused(data)
    assert re.search(r"expected seats guards, novice-\d, novice-\d by this deal, got ", fault.reason)
    assert fault.line == head_length(short_night()) + 1


# -- moves, dice and the end ----------------------------------------------------------------------------------------------


def lines_of(kind: str) -> list[int]:
    """The places of lines of the short night that match."""
    return [place for place, line in enumerate(short_night().splitlines()) if re.match(kind, line)]


ILLEGAL = [
    (r"novice-\d (walk|run|sneak)", lambda line: re.sub(r"(walk|run|sneak) (\d+).*", r"walk \2-155", line), "rule 5.2"),
    (r"novice-\d (stand|walk|run|sneak)", lambda line: re.sub(r"-(\d) .*", r"-\1 stand 150", line), "rule 5.2"),
    (r"(abbess|prioress) takes", lambda line: re.sub("takes .*", "takes red-122-147", line), "rule 9.3"),
    (r"(abbess|prioress) \d+-\d+", lambda line: re.sub(r"(\d+)-\d+.*", r"\1-150", line), "rule 9.2"),
    (r"(abbess|prioress) \d+-\d+", lambda line: line.split()[0] + " stops", "rule 9.1"),
    (r"roll", lambda line: "abbess stops", "rule 4"),
    (r"roll", lambda line: "novice-1 pass", "rule"),
    (r"deal", lambda line: line.partition(",")[0], "rule 2"),
]  # fmt: skip


@pytest.mark.parametrize("kind, change, rule", ILLEGAL)
def test_an_illegal_move_with_a_fitting_check_is_refused_at_its_line(kind: str, change: Callable[[str], str], rule: str) -> None:
    place = lines_of(kind)[0]
    fault = refused(forged(short_night(), lambda lines: lines.__setitem__(place, change(lines[place]))))
    assert fault.line == place + 1
    assert rule in fault.reason


def test_no_line_but_a_change_of_mind_can_be_left_out() -> None:
    for place in lines_of(r"deal|roll|.* pass|.* marks|.* first|.* takes|.* stops"):
        refused(forged(short_night(), lambda lines, place=place: lines.pop(place)))  # type: ignore[misc]


def test_a_changed_die_is_refused_by_the_seed_alone() -> None:
    tried = 0
    for place in lines_of("roll"):

        def other(lines: list[str], place: int = place) -> None:
            lines[place] = f"roll {int(lines[place][-1]) % 6 + 1}"

        fault = refused(forged(short_night(), other))
        assert fault.line == place + 1
        assert re.search(r"^roll \d: the seed gives 'roll \d' as draw \d+", fault.reason)
        tried += 1
    assert tried > 2


def test_a_changed_die_that_harms_nothing_is_refused_only_when_dice_are_checked() -> None:
    place = lines_of("roll")[-1]
    for face in range(1, 7):
        data = forged(short_night(), lambda lines, face=face: lines.__setitem__(place, f"roll {face}"))  # type: ignore[misc]
        try:
            game = replay_record(read_record(data))
        except BadRecord:
            continue
        if short_night().splitlines()[place] != f"roll {face}":
            assert game.is_over
            assert "the seed gives" in refused(data).reason
            return
    raise AssertionError("no other face led to a legal night")


def other_key(deal: str) -> str:
    free = next(key for key in range(1, 9) if f"key-{key}" not in deal)
    return re.sub(r"key-\d", f"key-{free}", deal, count=1)


def other_card(deal: str) -> str:
    now = deal.rpartition(" ")[2]
    return deal.removesuffix(now) + next(
        card for card in ("roll-again", "false-noise", "noise-range") if deal.count(card) < 2 and card != now
    )


def other_order(deal: str) -> str:
    """The same cards, but the second novice drew first."""
    first, second, *rest = deal.removeprefix("deal ").split(", ")
    return "deal " + ", ".join([second, first, *rest])


@pytest.mark.parametrize("change", [other_key, other_card, other_order])
def test_a_changed_deal_is_refused_by_the_seed(change: Callable[[str], str]) -> None:
    place = lines_of("deal")[0]
    fault = refused(forged(short_night(), lambda lines: lines.__setitem__(place, change(lines[place]))))
    assert fault.line == place + 1
    assert re.search(r"the seed gives 'draw [a-z0-9-]+' as draw \d+", fault.reason)


PARTS = ["draw novice-1", "draw key-5", "draw roll-again", "novice-1 gait run", "novice-1 to 18", "novice-1 longer", "novice-1 done"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_a_deal_or_plan_is_refused(part: str) -> None:
    for place in (lines_of("deal")[0], lines_of(r"novice-\d (stand|sneak|walk|run)")[0]):
        fault = refused(forged(short_night(), lambda lines, place=place: lines.insert(place, part)))  # type: ignore[misc]
        assert fault.line == place + 1
        assert "expected a whole deal or plan, got a part of one" in fault.reason


STRANGE = [
    "",
    " ",
    "resign",
    "roll 0",
    "roll 7",
    "Roll 1",
    "roll 1 ",
    " roll 1",
    "roll  1",
    "roll 1\t",
    "novice-7 pass",
    "abbess 26-040",
    "roll ١",
]


@pytest.mark.parametrize("line", STRANGE)
def test_a_line_that_is_no_action_is_refused_with_what_was_expected(line: str) -> None:
    place = lines_of("roll")[0]
    fault = refused(forged(short_night(), lambda lines: lines.insert(place, line)))
    assert fault.line == place + 1
    assert "expected an action such as" in fault.reason


LIES = [
    "end home guards",
    "end captures guards",
    "end dawn novice-1",
    "end dawn",
    "end dawn ",
    "end dawn guards,novice-1",
    "end DAWN guards",
]


@pytest.mark.parametrize("lie", LIES)
def test_an_end_that_lies_is_refused(lie: str) -> None:
    assert short_night().splitlines()[-2] == "end dawn guards"
    fault = refused(forged(short_night(), lambda lines: lines.__setitem__(-1, lie)))
    assert fault.line == len(short_night().splitlines()) - 1 or lie == "end dawn"
    assert fault.reason.startswith("expected ")


def test_a_record_without_its_last_move_is_not_over() -> None:
    fault = refused(forged(short_night(), lambda lines: lines.pop(-2)))
    assert "the game is not over" in fault.reason
    assert fault.line == len(short_night().splitlines()) - 2


def test_a_record_without_any_move_is_not_over() -> None:
    text = short_night()
    fault = refused(forged(text, lambda lines: lines.__delitem__(slice(head_length(text), -1))))
    assert "the game is not over" in fault.reason


def test_nothing_happens_after_the_end() -> None:
    fault = refused(forged(short_night(), lambda lines: lines.insert(-1, "roll 1")))
    assert "the night is over" in fault.reason
    assert fault.line == len(short_night().splitlines()) - 1


# -- sealed seeds and salts -----------------------------------------------------------------------------------------------


def test_a_sealed_night_verifies_with_its_salts() -> None:
    game, dice = sealed_night()
    text = record_of(game, dice, SALTS)
    assert f"seal {seal(dice.seed)}" in text
    record, again = verified(text.encode())
    assert record.dice == dice
    assert again.events == game.events


SALT_FORGERIES = [
    ("another salt", lambda lines, at: lines.__setitem__(at, "salt guards 0b"), "the seed gives"),
    ("no salt of a seat", lambda lines, at: lines.pop(at), "the seed gives"),
    ("no salts at all", lambda lines, at: lines.__delitem__(slice(at, at + 3)), "the seed gives"),
    ("salts swapped", lambda lines, at: lines.__setitem__(slice(at, at + 2), ["salt guards ff00ff", "salt novice-2 0a"]), "the seed gives"),
    ("salts out of order", lambda lines, at: lines.insert(at, lines.pop(at + 1)), "expected salts in seat order"),
    ("a salt twice", lambda lines, at: lines.insert(at, lines[at]), "expected salts in seat order"),
    ("a salt of nobody", lambda lines, at: lines.__setitem__(at, "salt novice-3 0a"), "expected salts in seat order"),
    ("a salt in capitals", lambda lines, at: lines.__setitem__(at, "salt guards 0A"), "expected salts in seat order"),
    ("an empty salt", lambda lines, at: lines.__setitem__(at, "salt guards "), "expected salts in seat order"),
    ("a salt too long", lambda lines, at: lines.__setitem__(at, "salt guards " + "0" * 129), "expected salts in seat order"),
    ("a salt before the seats", lambda lines, at: lines.insert(at - 1, lines.pop(at)), "expected 'seat its name"),
]  # fmt: skip


@pytest.mark.parametrize("forge, reason", [row[1:] for row in SALT_FORGERIES], ids=[row[0] for row in SALT_FORGERIES])
def test_a_wrong_salt_is_refused(forge: Callable[[list[str], int], object], reason: str) -> None:
    game, dice = sealed_night()

    def change(lines: list[str]) -> None:
        forge(lines, lines.index("salt guards 0a"))

    fault = refused(forged(record_of(game, dice, SALTS), change))
    assert reason in fault.reason


def test_salts_belong_to_sealed_dice_alone() -> None:
    at = head_length(short_night())
    fault = refused(forged(short_night(), lambda lines: lines.insert(at, "salt guards 0a")))
    assert "with sha256 dice" in fault.reason


def test_the_draws_depend_on_seed_salts_and_count() -> None:
    def faces(dice: Dice) -> list[int]:
        return [dice.number(count, 6) for count in range(60)]

    sources: list[Dice] = [
        SealedDice(SEED), SealedDice("0" * 64), SealedDice(SEED, ("0a",)), SealedDice(SEED, ("0a", "0b")), SealedDice(SEED, ("0b", "0a")),
        CounterDice("1/0"), CounterDice("1/1"), CounterDice("2/0"),
    ]  # fmt: skip
    rows = [faces(dice) for dice in sources]
    assert len({tuple(row) for row in rows}) == len(rows)
    for row, dice in zip(rows, sources, strict=True):
        assert row == faces(dice), "the n-th draw is the n-th draw"
        assert set(row) == set(range(6))


def documented(seed: str, salts: tuple[str, ...], count: int, limit: int) -> int:
    """docs/formats.md, word by word."""
    for block in range(1000):
        digest = sha256("\n".join([seed, *salts, str(count), str(block)]).encode("ascii")).digest()
        fair = [byte for byte in digest if byte < 256 - 256 % limit]
        if fair:
            return fair[0] % limit
    raise AssertionError


@pytest.mark.parametrize("salts", [(), ("0a",), tuple(SALTS.values())])
def test_a_sealed_draw_is_as_documented(salts: tuple[str, ...]) -> None:
    for count in range(100):
        for limit in (1, 2, 5, 6, 7, 8, 15):
            assert SealedDice(SEED, salts).number(count, limit) == documented(SEED, salts, count, limit)


@pytest.mark.parametrize("limit", range(1, 16))
def test_a_sealed_draw_favours_no_face(limit: int) -> None:
    """A byte is taken modulo the limit only where every face has as many bytes: 200 draws each, 5 standard deviations of room."""
    drawn = [SealedDice(SEED).number(count, limit) for count in range(200 * limit)]
    counts = [drawn.count(face) for face in range(limit)]
    assert sum(counts) == len(drawn)
    assert max(abs(count - 200) for count in counts) < 75


# -- what is not written at all -------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3")
def test_the_record_of_a_night_that_goes_on_is_secret() -> None:
    game = new_game("mayfair", (1, 1))
    with pytest.raises(ValueError, match="expected a finished game"):
        record_text(game, CounterDice("1/0"), dict.fromkeys(game.seats, "x"))
    for going_on, _, _ in islice(steps(table_named("dutch", 1), 1), 40):
        with pytest.raises(ValueError, match="expected a finished game"):
            record_text(going_on, CounterDice("1/0"), dict.fromkeys(going_on.seats, "x"))


@pytest.mark.parametrize(
    "name", ["", "x" * 61, "two\nlines", "a\rb", "tab\there", "bell\x07", "\x7f", "\x85", "a\u2028b", "a\u2029b", "\ud800"]
)
def test_a_name_that_would_not_fit_a_line_is_refused(name: str) -> None:
    game, dice = sealed_night()
    with pytest.raises(ValueError, match="expected a name") as fault:
        record_text(game, dice, {seat: name if seat == Seat.NOVICE_2 else "x" for seat in game.seats})
    assert not isinstance(fault.value, BadRecord)


def test_names_are_for_the_seats_of_the_night_in_their_order() -> None:
    game, dice = sealed_night()
    wrong: list[dict[Seat, str]] = [
        {},
        dict.fromkeys(game.seats[:-1], "x"),
        dict.fromkeys(reversed(game.seats), "x"),
        dict.fromkeys((*game.seats, Seat.SPECTATOR), "x"),
        dict.fromkeys((Seat.GUARDS, Seat.NOVICE_1, Seat.NOVICE_4), "x"),
    ]
    for seats in wrong:
        with pytest.raises(ValueError, match="expected a name"):
            record_text(game, dice, seats)


def test_a_deal_begun_card_by_card_is_recorded_whole() -> None:
    """Drawn cards and a deal of the rest make one deal, or the deal is refused: a record must hold all of it."""
    table = table_named("dutch(turns=1)", 2)
    whole = night_with(table, CounterDice("3/0"))
    deal = whole.actions[0]
    assert isinstance(deal, Deal)
    game = new_game("dutch(turns=1)", (2, 1))
    first, second = deal.novices
    for text in (f"draw novice-{first.novice}", f"draw key-{first.key}"):
        apply(game, next(action for action in legal_actions(game, Seat.CHANCE) if written(action) == text))
    try:
        apply(game, Deal((second,)))
    except ValueError:
        return
    assert game.actions == [deal]


def test_all_dice_of_a_record_are_whole_numbers_from_one_to_six() -> None:
    record = read_record(SMALLEST.encode())
    assert {action.face for action in record.actions if isinstance(action, Roll)} <= set(range(1, 7))
