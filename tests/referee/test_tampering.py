"""Sealed records that somebody has tampered with: whatever was changed, and however much was put right afterwards, it is told."""

import json
import random
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import msgspec
import pytest

from nuns.referee.actions import Again, Plan, Roll, Ruler
from nuns.referee.dice import next_chance, seal
from nuns.referee.events import Event
from nuns.referee.game import Game, abandon, apply, legal_actions, seat_game
from nuns.referee.notation import read
from nuns.referee.record import read_record, replay_record, sealed_record_text
from nuns.referee.record_lines import BadRecord, checksum
from nuns.referee.sealing import ChairName, MixedDice, seed_of
from nuns.referee.seats import Seat
from nuns.referee.signature import public_key, sign, signing_key
from nuns.referee.transcript import FIELDS, transcripts
from tests.kit.records import SECRET, checked, mixed_dice, table_named, verified
from tests.kit.sealed_sample import samples

TABLE = table_named("mayfair(turns=2)", 4)
OTHER_SECRET = "07" * 32
LINE_FEED = "\n"
Lines = list[str]
Change = Callable[[Lines], object]


class Night(NamedTuple):
    """A game at a table, its dice and its file."""

    game: Game
    dice: MixedDice
    text: str


def played(unrevealed: tuple[ChairName, ...], seed: int, *, until: int = 100_000) -> Night:
    """A night in which novices change their minds and use the ruler; given up after so many actions."""
    dice, rng, count = mixed_dice(TABLE, unrevealed=unrevealed), random.Random(seed), 0
    game = seat_game(TABLE)
    while not game.is_over:
        if len(game.actions) >= until:
            abandon(game)
            break
        seat = rng.choice(game.waiting)
        if seat == Seat.CHANCE:
            apply(game, next_chance(game, dice, count))
            count += 1
            continue
        apply(game, rng.choice(legal_actions(game, seat)))
        if seat.startswith("novice") and rng.random() < 0.2:
            again = Again(int(seat[-1]))
            apply(game, again if again in legal_actions(game, seat) else Ruler(again.novice, 26, rng.choice((41, 84))))
    return Night(game, dice, sealed_record_text(game, dice, SECRET))


@cache
def night() -> Night:
    """One that has everything that is tampered with below; the last of four novices never revealed her salt."""
    wanted = (
        r"^(novice-\d) (sneak|walk|run) .*\n\1 again$",
        r"^novice-\d ruler",
        r"^novice-\d (walk|run) ",
        r" takes ",
        r"^(abbess|prioress) \d+-\d+",
        r" marks ",
    )
    for seed in range(60):
        found = played(("d",), seed)
        if all(re.search(each, found.text, re.MULTILINE) for each in wanted):
            return found
    raise AssertionError("no such night")


@cache
def abandoned() -> Night:
    return played((), 3, until=40)


def place(lines: Lines, pattern: str, nth: int = 0) -> int:
    found = [number for number, line in enumerate(lines) if re.search(pattern, line)]
    assert len(found) > nth, f"no line like {pattern}"
    return found[nth]


def put(pattern: str, instead: str, nth: int = 0) -> Change:
    """Replaces what the pattern matches in the nth line that has it."""

    def change(lines: Lines) -> None:
        number = place(lines, pattern, nth)
        before = lines[number]
        lines[number] = re.sub(pattern, instead, before, count=1)
        assert lines[number] != before

    return change


def drop(pattern: str, nth: int = 0) -> Change:
    return lambda lines: lines.pop(place(lines, pattern, nth))


def repeat(pattern: str, nth: int = 0) -> Change:
    return lambda lines: lines.insert(place(lines, pattern, nth), lines[place(lines, pattern, nth)])


def insert(pattern: str, line: str) -> Change:
    return lambda lines: lines.insert(place(lines, pattern), line)


def swap(one: str, two: str) -> Change:
    """Swaps two lines."""

    def change(lines: Lines) -> None:
        first, second = place(lines, one), place(lines, two)
        assert lines[first] != lines[second]
        lines[first], lines[second] = lines[second], lines[first]

    return change


def swap_ends(one: str, two: str) -> Change:
    """Swaps what stands behind the two beginnings, such as two names."""

    def change(lines: Lines) -> None:
        first, second = place(lines, one), place(lines, two)
        head_one, head_two = re.match(one, lines[first])[0], re.match(two, lines[second])[0]  # type: ignore[index]
        end_one, end_two = lines[first][len(head_one) :], lines[second][len(head_two) :]
        assert end_one != end_two
        lines[first], lines[second] = head_one + end_two, head_two + end_one

    return change


def flip(pattern: str, nth: int = 0) -> Change:
    """Changes the last digit of a line with a hash."""

    def change(lines: Lines) -> None:
        number = place(lines, pattern, nth)
        lines[number] = lines[number][:-1] + ("0" if lines[number][-1] != "0" else "1")

    return change


def both(*changes: Change) -> Change:
    def change(lines: Lines) -> None:
        for each in changes:
            each(lines)

    return change


def seat_line(chair: ChairName) -> str:
    dice = night().dice
    return f"^seat {night().game.seats[dice.order.index(chair)]} "


# A careful forger puts right what follows from the rest, and can do so without the secret of the table.


def recommitted(lines: Lines) -> None:
    """Makes every commitment fit its salt again."""
    terms = "".join(f"{line}\n" for line in lines if re.match("nuns|rules|edition|options|novices|guard|dice|seal|public|chair ", line))
    for number, line in enumerate(lines):
        if line.startswith("commit "):
            chair = line.split()[1]
            if salt := next((each for each in lines if each.startswith(f"salt {chair} ")), None):
                lines[number] = f"commit {chair} {seal(terms + salt + LINE_FEED)}"


def drawn_again(lines: Lines) -> None:
    """Makes the lots, and with them the names in the seats, fit a changed head again."""
    try:
        read_record(checked(lines))
    except BadRecord as fault:
        if found := re.search(r"give 'lots ([a-f ]+)'", fault.reason):
            lines[place(lines, "^lots ")] = f"lots {found[1]}"
            names = {line.split()[1]: line.split(" ", 3)[2:] for line in lines if line.startswith("chair ")}
            for number, chair in zip(range(place(lines, "^seat novice"), len(lines)), found[1].split(), strict=False):
                kind, name = names[chair]
                seat = lines[number].split()[1]
                lines[number] = f"seat {seat} {name if kind == 'person' else f'bot ({name})'}"


def retold(lines: Lines) -> None:
    """Makes the transcripts fit changed moves again, by playing them."""
    first, last = place(lines, "^deal "), place(lines, "^end ")
    game = seat_game(TABLE)
    for line in lines[first:last]:
        apply(game, read(line))
    told = [f"transcript {seat} {value}" for seat, value in transcripts(game, lines[place(lines, "^seal ")][5:]).items()]
    lines[place(lines, "^transcript ") : place(lines, "^signature ")] = told


def resigned(lines: Lines) -> None:
    """Signs with a key of the forger's own, which is another than the one that was published."""
    lines[place(lines, "^public-key ")] = f"public-key {public_key(OTHER_SECRET)}"
    recommitted(lines)
    drawn_again(lines)
    lines.pop()
    lines.append(f"signature {sign(OTHER_SECRET, checksum(LINE_FEED.join([*lines, ''])))}")


def other_plan(lines: Lines) -> None:
    """Replaces a plan that was torn up again, so that nothing of the game changes."""
    for number in (number for number, line in enumerate(lines) if line.endswith(" again")):
        novice = lines[number].split()[0]
        at = max(before for before in range(number) if re.match(rf"{novice} (stand|sneak|walk|run) ", lines[before]))
        words = lines[at].split()
        route = words[2].split("-")
        if len(route) > 2 and route[-1] != route[-3]:
            lines[at] = " ".join([*words[:2], "-".join([*route[:-1], route[-3]]), *words[3:]])
            return
    raise AssertionError("nobody tore up a movement")


def made_up_ruler(lines: Lines) -> None:
    """Lets a novice ask for the ruler before the first die."""
    lines.insert(place(lines, "^roll "), f"{night().game.seats[1]} ruler 26-41")


def torn_up(lines: Lines) -> None:
    """Lets a novice tear her plan up and write the same again."""
    number = place(lines, r"^novice-\d (walk|run) ")
    novice = lines[number].split()[0]
    lines[number + 1 : number + 1] = [f"{novice} again", lines[number]]


def other_die(lines: Lines) -> None:
    number = place(lines, "^roll ")
    lines[number] = f"roll {int(lines[number][5:]) % 6 + 1}"


def two_dice(lines: Lines) -> None:
    rolls = [number for number, line in enumerate(lines) if line.startswith("roll ")]
    first = next(number for number, after in pairwise(rolls) if lines[number] != lines[after] and after == number + 1)
    lines[first], lines[first + 1] = lines[first + 1], lines[first]


def another_seed(lines: Lines) -> None:
    lines[place(lines, "^seed ")] = f"seed {seed_of(OTHER_SECRET)}"
    lines[place(lines, "^seal ")] = f"seal {seal(seed_of(OTHER_SECRET))}"


def other_ending(lines: Lines) -> None:
    lines[place(lines, "^end ")] = "end captures guards" if "dawn" in lines[place(lines, "^end ")] else "end dawn guards"


def given_up(lines: Lines) -> None:
    """Makes a lost game an abandoned one by leaving out how it ended."""
    end = place(lines, "^end ")
    lines[end] = "end abandoned"
    del lines[end - 3 : end]


COMMITMENT, LOTS, MOVES, SIGNED = (
    "does not fit its commitment",
    "seed and salts give 'lots",
    "give another transcript",
    "signature does not fit",
)
NAME_IN_SEAT = r"in this seat, by the lots"
DRAWN = "the seed gives"
ANY_DRAW = rf"{LOTS}|{DRAWN}|{COMMITMENT}|expected seats"
ANY_MOVE = rf"{MOVES}|{SIGNED}|illegal|expected|rule|not over|{DRAWN}"

KINDS: dict[str, tuple[Change, str]] = {
    # the terms
    "the format of the file": (put("record 3", "record 2"), "expected 'edition its name'"),
    "a format to come": (put("record 3", "record 5"), "too new"),
    "the version of the rules": (put("rules 2", "rules 1"), "expected the options as|does not fit"),
    "rules to come": (put("rules 2", "rules 3"), "too new"),
    "no version of the rules": (drop("^rules "), "expected 'rules a number'"),
    "the edition's label": (put("edition mayfair", "edition italian"), COMMITMENT),
    "the edition's label, committed again": (both(put("edition mayfair", "edition italian"), recommitted), ANY_DRAW),
    "the edition's label, drawn again": (both(put("edition mayfair", "edition dutch"), recommitted, drawn_again), ANY_DRAW),
    "an option": (put("turns=2", "turns=3"), COMMITMENT),
    "an option, committed again": (both(put("turns=2", "turns=3"), recommitted, drawn_again), ANY_DRAW),
    "the number of novices": (put("novices 4", "novices 3"), "expected"),
    "the number of guard players": (put("guard-players 1", "guard-players 2"), "expected 6 novices"),
    "the kind of dice": (put("dice sha256-2", "dice sha256"), "expected dice sha256-2"),
    "the seal": (flip("^seal "), "does not fit the seal"),
    "seed and seal": (another_seed, COMMITMENT),
    "seed and seal, committed and drawn again": (both(another_seed, recommitted, drawn_again), ANY_DRAW),
    "the seed": (flip("^seed "), "does not fit the seal"),
    "no seed": (drop("^seed "), "expected 'seed"),
    "the public key": (flip("^public-key "), COMMITMENT),
    "the public key, committed and drawn again": (both(flip("^public-key "), recommitted, drawn_again), ANY_DRAW),
    "no public key": (drop("^public-key "), "expected 'public-key"),
    # the names
    "a name on its chair": (put("person Mechtild", "person Mathilde"), COMMITMENT),
    "a name in its seat": (put(r"^(seat \S+) Mechtild", r"\1 Mathilde"), NAME_IN_SEAT),
    "a name in both": (both(put("person Mechtild", "person Mathilde"), put("^(seat .*) Mechtild", r"\1 Mathilde")), COMMITMENT),
    "a name, committed again": (both(put("person Mechtild", "person M"), put("^(seat .*) Mechtild", r"\1 M"), recommitted), ANY_DRAW),
    "a name, drawn again": (both(put("person Mechtild", "person Mathilde"), recommitted, drawn_again), ANY_DRAW),
    "a name that looks the same": (put("person Herrad", "person Herr\u0430d"), "does not fit|lots"),
    "a space behind a name": (put("person Mechtild", "person Mechtild "), COMMITMENT),
    "the name of one whose salt is missing": (put("person Herrad", "person Adela"), "does not fit its commitment|lots"),
    "two names on their chairs": (swap_ends("^chair a ", "^chair c "), COMMITMENT),
    "two names in their seats": (lambda lines: swap_ends(seat_line("a"), seat_line("c"))(lines), NAME_IN_SEAT),
    "two names, drawn again": (both(swap_ends("^chair a ", "^chair c "), recommitted, drawn_again), ANY_DRAW),
    "a person who becomes a bot": (put("chair a person Mechtild", "chair a bot hard"), "expected 'commit'"),
    "a bot who becomes a person": (put("chair b bot easy", "chair b person Adela"), COMMITMENT),
    "the level of a bot": (put("chair b bot easy", "chair b bot expert"), COMMITMENT),
    "the level of a bot, drawn again": (both(put("bot easy", "bot expert"), recommitted, drawn_again), ANY_DRAW),
    "the order of the chairs": (swap("^chair a ", "^chair c "), "expected 'chair a"),
    "a chair left out": (drop("^chair c "), "expected 'chair c"),
    "a chair too many": (insert("^commit guards", "chair e person Adela"), "expected"),
    # commitments and salts
    "a commitment": (flip("^commit a "), COMMITMENT),
    "a commitment left out": (drop("^commit a "), "expected 'salt', one of|expected 'lots"),
    "a commitment and its salt left out": (both(drop("^commit a "), drop("^salt a ")), ANY_DRAW),
    "a commitment and its salt left out, drawn again": (both(drop("^commit a "), drop("^salt a "), drawn_again), ANY_DRAW),
    "a commitment twice": (repeat("^commit a "), "expected 'commit', one of"),
    "a commitment of a bot": (insert("^commit c ", f"commit b {'0' * 64}"), "expected 'commit', one of"),
    "a commitment in capitals": (put(r"^commit a .*", f"commit a {'A' * 64}"), "hexadecimal"),
    "two commitments swapped": (swap_ends("^commit a ", "^commit c "), COMMITMENT),
    "the order of commitments": (swap("^commit a ", "^commit c "), "expected 'commit', one of"),
    "a salt": (flip("^salt a "), COMMITMENT),
    "a salt, committed again": (both(flip("^salt a "), recommitted), ANY_DRAW),
    "a salt, committed and drawn again": (both(flip("^salt a "), recommitted, drawn_again), ANY_DRAW),
    "a salt left out": (drop("^salt a "), ANY_DRAW),
    "a salt left out, drawn again": (both(drop("^salt a "), drawn_again), ANY_DRAW),
    "a salt twice": (repeat("^salt a "), "expected 'salt', one of"),
    "two salts swapped": (swap_ends("^salt a ", "^salt c "), COMMITMENT),
    "a salt of a bot": (insert("^salt c ", f"salt b {'0' * 64}"), "expected 'salt', one of"),
    "a salt that is too short": (put("^salt a .*", "salt a 5a17"), "64 hexadecimal digits"),
    "a missing salt made up": (insert("^lots ", f"salt d {'0' * 64}"), COMMITMENT),
    "a missing salt made up, committed again": (both(insert("^lots ", f"salt d {'0' * 64}"), recommitted, drawn_again), ANY_DRAW),
    # lots and seats
    "two lots swapped": (put(r"^lots (\w) (\w)", r"lots \2 \1"), LOTS),
    "lots and names swapped": (both(put(r"^lots (\w) (\w)", r"lots \2 \1"), swap_ends(r"^seat novice-\d ", r"^seat novice-[56] ")), LOTS),
    "a lot left out": (put(r"^lots \w ", "lots "), LOTS),
    "a lot twice": (put(r"^lots (\w) \w", r"lots \1 \1"), LOTS),
    "no lots": (drop("^lots "), "expected 'lots"),
    "a seat left out": (drop("^seat novice"), NAME_IN_SEAT),
    "a seat twice": (repeat("^seat novice"), "expected a seat and who"),
    "seats swapped": (swap("^seat guards", r"^seat novice"), NAME_IN_SEAT),
    "a seat nobody was dealt": (lambda lines: put(r"novice-\d ", f"novice-{undealt()} ", 0)(lines), "expected seats|expected 'transcript"),
    # the deal and the dice
    "the key of the deal": (put(r"key-(\d)", lambda found: f"key-{int(found[1]) % 8 + 1}"), f"{DRAWN}|expected"),  # type: ignore[arg-type]
    "a novice of the deal": (put(r"^deal novice-\d", lambda _: f"deal novice-{undealt()}"), DRAWN),  # type: ignore[arg-type]
    "the order of the deal": (put(r"^deal ([^,]+), ([^,]+)", r"deal \2, \1"), DRAWN),
    "no deal": (drop("^deal "), "rule|expected"),
    "a die": (other_die, DRAWN),
    "a die left out": (drop("^roll "), ANY_MOVE),
    "a die too many": (repeat("^roll "), ANY_MOVE),
    "two dice swapped": (two_dice, DRAWN),
    # the moves
    "a plan": (put(r"^(novice-\d) (walk|run) (\d+)-.*", r"\1 stand \3"), ANY_MOVE),
    "a plan repeated": (repeat(r"^novice-\d (stand|sneak|walk|run) "), SIGNED),
    "a plan torn up and written again": (torn_up, SIGNED),
    "a plan that was torn up later": (other_plan, SIGNED),
    "a plan taken back left out": (drop(r"^novice-\d again$"), ANY_MOVE),
    "a ruler made up": (made_up_ruler, MOVES),
    "a ruler made up, told again": (both(made_up_ruler, retold), SIGNED),
    "a ruler left out": (drop(r"^novice-\d ruler "), MOVES),
    "a ruler left out, told again": (both(drop(r"^novice-\d ruler "), retold), SIGNED),
    "a ruler between other dots": (put(r"ruler 26-\d+", "ruler 26-40"), MOVES),
    "a guard's path": (drop(" takes "), ANY_MOVE),
    "a guard's step": (drop(r"^(abbess|prioress) \d+-\d+"), ANY_MOVE),
    "a noise token": (drop(" marks "), ANY_MOVE),
    # the end
    "who won": (other_ending, "expected 'end"),
    "a lost game abandoned": (given_up, f"{MOVES}|{SIGNED}"),
    "a transcript": (flip("^transcript guards "), MOVES),
    "a transcript left out": (drop("^transcript guards "), "expected 'transcript guards"),
    "two transcripts swapped": (swap_ends("^transcript guards ", "^transcript spectator "), MOVES),
    "the signature": (flip("^signature "), SIGNED),
    "no signature": (drop("^signature "), "expected 'signature"),
    "half a signature": (put(r"^(signature .{2000}).*", r"\1"), SIGNED),
    "a signature by another key": (resigned, ANY_DRAW),
    "a line too many": (insert("^deal ", "comment nothing happened"), "expected"),
}  # fmt: skip


def undealt() -> int:
    return min({1, 2, 3, 4, 5, 6} - {int(seat[-1]) for seat in night().game.seats if seat.startswith("novice")})


def test_the_night_is_true_before_anybody_tampers_with_it() -> None:
    record, game = verified(night().text.encode())
    assert game.events == night().game.events
    assert [player.name for player in night().dice.missing] == ["Herrad"]
    assert {seat for seat in record.seats if seat not in record.salts} == {
        seat for seat, name in record.seats.items() if name in ("Herrad", "bot (easy)")
    }
    assert len(KINDS) >= 60


@pytest.mark.parametrize("kind", KINDS)
def test_tampering_is_told(kind: str) -> None:
    """The check in the last line is always put right; only an honest table could have signed the rest."""
    change, told = KINDS[kind]
    lines = night().text.splitlines()[:-1]
    change(lines)
    assert lines != night().text.splitlines()[:-1]
    with pytest.raises(BadRecord, match=told) as fault:
        verified(checked(lines))
    assert re.match(r"line \d+: [^\n]+$", str(fault.value))


def test_an_altered_check_is_told() -> None:
    with pytest.raises(BadRecord, match="the file was altered"):
        read_record(night().text.replace("check ", "check 0").encode())


@pytest.mark.parametrize("change", [drop("^end "), put("end abandoned", "end dawn guards"), flip("^transcript guards "), other_die])
def test_tampering_with_an_abandoned_night_is_told(change: Change) -> None:
    record, game = verified(abandoned().text.encode())
    assert (record.outcome, game.outcome) == ("abandoned", ("abandoned", ()))
    lines = abandoned().text.splitlines()[:-1]
    change(lines)
    with pytest.raises(BadRecord):
        verified(checked(lines))


def test_a_night_that_is_over_cannot_be_called_abandoned() -> None:
    lines = night().text.splitlines()[:-1]
    lines[place(lines, "^end ")] = "end abandoned"
    with pytest.raises(BadRecord, match=r"expected 'end (home|dawn|captures)"):
        verified(checked(lines))


def test_every_draw_depends_on_every_byte_of_the_head() -> None:
    """Twenty of its bytes changed one by one: each gives another root, and with it other lots or another deal."""
    head, roots = night().dice.head, set[str]()
    for number in range(0, len(head), max(1, len(head) // 20)):
        roots.add(seal(head[:number] + chr(ord(head[number]) ^ 1) + head[number + 1 :]))
    assert night().dice.root == seal(head)
    assert len(roots | {night().dice.root}) > 20


def test_a_file_is_signed_once_and_by_its_own_secret() -> None:
    with pytest.raises(ValueError, match="expected the secret"):
        sealed_record_text(night().game, night().dice, OTHER_SECRET)
    assert sealed_record_text(night().game, night().dice, SECRET) == night().text


def test_moves_alone_are_replayed_without_the_seal() -> None:
    """Who only wants to see a game may, whatever its seal says."""
    lines = night().text.splitlines()[:-1]
    flip("^signature ")(lines)
    game = replay_record(read_record(checked(lines)))
    assert sum(isinstance(action, Roll) for action in game.actions) > 2
    assert any(isinstance(action, Plan) for action in game.actions)


def test_the_samples_of_the_client_are_of_today() -> None:
    for path, text in samples().items():
        kept = path.read_text(encoding="utf-8")
        assert (json.loads(kept) == json.loads(text)) if path.suffix == ".json" else (kept == text), "run python -m tests.kit.sealed_sample"


@pytest.mark.parametrize("kind", Event.__args__, ids=lambda kind: kind.__name__)
def test_a_transcript_has_every_event_and_only_fields_it_has(kind: type[msgspec.Struct]) -> None:
    """A field that is renamed would break the hashes of files that were written before."""
    fields = [field.encode_name for field in msgspec.structs.fields(kind) if field.name != "turn"]
    listed = FIELDS[str(kind.__struct_config__.tag)]
    assert [field for field in fields if field in listed] == list(listed)


def test_a_signature_is_good_for_one_digest_and_one_key() -> None:
    digest = checksum("a night")
    signature = sign(SECRET, digest)
    assert signing_key(signature, digest) == public_key(SECRET)
    assert signing_key(signature, checksum("another night")) != public_key(SECRET)
    assert signing_key(sign(OTHER_SECRET, digest), digest) == public_key(OTHER_SECRET) != public_key(SECRET)
    for place in range(0, len(signature), 64):
        changed = signature[:place] + ("0" if signature[place] != "0" else "1") + signature[place + 1 :]
        assert signing_key(changed, digest) != public_key(SECRET)
    assert signing_key(signature[:-1], digest) is signing_key("", digest) is None
