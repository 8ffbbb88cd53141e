"""Reads the head of a record that was sealed at a table: terms, commitments, seed, salts, lots and seats (docs/formats.md, Record file)."""

import re
from collections.abc import Callable

from nuns.referee.dice import seal
from nuns.referee.game_setup import GameSetup
from nuns.referee.record_lines import HASH, NAME, RecordLines
from nuns.referee.sealing import DAY_KIND, KIND, LINKED_FORMAT, Beginning, ChairName, MixedDice, SealedPlayer, Terms, chairs_of
from nuns.referee.seats import Seat

PLAYER_KINDS = ("person", "bot")
ALTERED = "a name or another line above was altered"
_DATE = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")
_CONTINUES = re.compile(rf"({HASH.pattern}) ([1-9][0-9]{{0,5}})")


def read_sealed_head(lines: RecordLines, setup: GameSetup, file_format: int) -> MixedDice:
    """Reads the lines from ``dice`` to ``lots``; every salt must fit its commitment, and the lots must be those that were drawn."""
    kinds = (KIND, DAY_KIND) if file_format == LINKED_FORMAT else (KIND,)
    kind = lines.value("dice", " or ".join(kinds))
    if kind not in kinds:
        raise lines.fault(f"expected dice {' or '.join(kinds)} in a file of this version, got {kind[:20]!r}")
    sealed, public_key = lines.hash("seal", "the SHA-256 of the seed"), lines.hash("public-key", "the key of the signature")
    beginning = _read_beginning(lines) if file_format == LINKED_FORMAT and kind == KIND else None
    day = _read_day(lines) if kind == DAY_KIND else None
    chairs = chairs_of(setup.novices, setup.guard_players)
    terms = Terms(setup, sealed, public_key, tuple(_read_player(lines, chair) for chair in chairs), beginning, day)
    people = [player.chair for player in terms.players if player.kind == "person" and day is None]
    commitments = _by_chair(lines, "commit", people, lambda *_: None)
    seed = lines.hash("seed", "the seed")
    if seal(seed) != sealed:
        raise lines.fault(f"the seed does not fit the seal: expected a seed whose SHA-256 is {sealed}, got one with {seal(seed)}")

    def check_salt(chair: ChairName, salt: str) -> str | None:
        if terms.commitment(chair, salt) == commitments[chair]:
            return None
        return f"the salt of chair {chair} does not fit its commitment, {commitments[chair]}: the salt, the commitment, {ALTERED}"

    dice = MixedDice(terms, commitments, seed, _by_chair(lines, "salt", list(commitments), check_salt))
    lots, expected = lines.value("lots", "the novices' chairs as drawn"), " ".join(dice.lots)
    if lots != expected:
        raise lines.fault(f"seed and salts give 'lots {expected}', got 'lots {lots[:20]}': the lots, a salt, {ALTERED}")
    return dice


def read_sealed_seats(lines: RecordLines, dice: MixedDice) -> dict[Seat, str]:
    """Reads the seats: guards first, then the novices by number, each with the name of the chair that drew it."""
    players = {player.chair: player for player in dice.terms.players}
    seats: dict[Seat, str] = {}
    for chair in dice.order:
        name, _, player = lines.value("seat", "its name and who sat there").partition(" ")
        if name not in tuple(Seat) or Seat(name) in seats:
            raise lines.fault(f"expected a seat and who sat there, got {name[:20]!r} {player[:60]!r}")
        if player != players[chair].record_name:
            raise lines.fault(f"expected {players[chair].record_name!r} of chair {chair} in this seat, by the lots; got {player[:60]!r}")
        seats[Seat(name)] = player
    return seats


def _read_beginning(lines: RecordLines) -> Beginning:
    text = lines.value("continues", "the check of another game file, and how many of its actions")
    found = _CONTINUES.fullmatch(text)
    if found is None:
        raise lines.fault(f"expected 'continues', 64 hexadecimal digits and a number of actions; got {text[:80]!r}")
    return Beginning(found[1], int(found[2]))


def _read_day(lines: RecordLines) -> str:
    text = lines.value("day", "its date")
    if not _DATE.fullmatch(text):
        raise lines.fault(f"expected 'day' and a date such as 2026-11-18; got {text[:20]!r}")
    return text


def _read_player(lines: RecordLines, chair: ChairName) -> SealedPlayer:
    kind, _, name = lines.value(f"chair {chair}", "person or bot, and the name").partition(" ")
    if kind not in PLAYER_KINDS or not NAME.fullmatch(name):
        raise lines.fault(f"expected 'chair {chair}', person or bot, and the name; got {kind[:20]!r} {name[:60]!r}")
    return SealedPlayer(chair, "person" if kind == "person" else "bot", name)


def _by_chair(lines: RecordLines, key: str, left: list[ChairName], check: Callable[[ChairName, str], str | None]) -> dict[ChairName, str]:
    """Reads lines with a chair and 64 hexadecimal digits, at most one for each of these chairs, in their order."""
    found: dict[ChairName, str] = {}
    while lines.has(key):
        name, _, value = lines.value(key, "a chair").partition(" ")
        chair = next((each for each in left if each == name), None)
        if chair is None or not HASH.fullmatch(value):
            expected = f"'{key}', one of {', '.join(left) or 'no chairs'} in their order, and 64 hexadecimal digits"
            raise lines.fault(f"expected {expected}; got {name[:20]!r} {value[:20]!r}")
        if fault := check(chair, value):
            raise lines.fault(fault)
        del left[: left.index(chair) + 1]
        found[chair] = value
    return found
