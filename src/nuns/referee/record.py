"""The record of a night: a text file with the table, the seats, the seal and every action (docs/formats.md)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from nuns.referee import actions as act
from nuns.referee.actions import Action, IllegalAction
from nuns.referee.dice import CounterDice, Dice, SealedDice, dice_fault, seal
from nuns.referee.events import BlessingPlayed, Event, NoviceHome
from nuns.referee.game import Game, Outcome, apply, refusal, seat_game
from nuns.referee.game_setup import BadSetup, GameSetup
from nuns.referee.notation import BadNotation, echoed, read, written
from nuns.referee.seats import Seat
from nuns.rules.options import RULES_VERSION, BadOption, described, edition_of, nearest_edition, parsed

TITLE = "nuns record"
VERSIONS = (1, RULES_VERSION)  # a record's version is that of the rules it was played by
BUNDLED = (act.Draw, act.GaitChoice, act.Dot, act.Longer, act.Done)  # a record holds the whole deal and whole plans
LARGEST = 4_000_000  # bytes; a night of eight takes some 30,000
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,60}")
_SALT = re.compile(r"[0-9a-f]{2,128}")
_HEX = re.compile(r"[0-9a-f]{64}")


class BadRecord(ValueError):
    """A record that is refused: the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Record:
    """Everything a record file holds; ``first_line`` is where its actions begin."""

    table: GameSetup
    dice: Dice
    seats: dict[Seat, str]
    actions: tuple[Action, ...]
    outcome: str
    salts: dict[Seat, str] = field(default_factory=dict)
    first_line: int = 0


def outcome_words(outcome: Outcome) -> str:
    """``home novice-2,novice-5`` or ``dawn guards``."""
    return f"{outcome.reason} {','.join(outcome.winners)}"


def record_text(game: Game, dice: Dice, seats: dict[Seat, str], salts: dict[Seat, str] | None = None) -> str:
    """The record of a finished game."""
    if game.outcome is None:
        raise ValueError("expected a finished game; this one goes on, and its record is secret (rule 3.3)")
    if list(seats) != list(game.seats) or not all(_NAME.fullmatch(name) for name in seats.values()):
        raise ValueError(f"expected a name without control characters for each of {', '.join(game.seats)}; got {seats}")
    if tuple((salts or {}).values()) != getattr(dice, "salts", ()) or list(salts or {}) != [
        seat for seat in seats if seat in (salts or {})
    ]:
        raise ValueError(f"expected the salts of the dice by seat, in the order of the seats; got {salts}")
    head = [
        f"{TITLE} {game.table.version}",
        f"edition {game.table.edition}",
        f"options {game.table.options_name}",
        f"novices {game.table.novices}",
        f"guard-players {game.table.guard_players}",
        f"dice {dice.kind}",
        f"seed {dice.seed}",
        f"seal {seal(dice.seed)}",
        *(f"seat {seat} {name}" for seat, name in seats.items()),
        *(f"salt {seat} {salts[seat]}" for seat in seats if salts and seat in salts),
    ]
    body = [*head, *map(written, game.actions), f"end {outcome_words(game.outcome)}"]
    text = "\n".join(body) + "\n"
    return f"{text}check {checksum(text)}\n"


def checksum(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class _Lines:
    """The lines of a file, read one after another."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")[:-1]
        self.number = 0

    def fault(self, reason: str) -> BadRecord:
        return BadRecord(self.number, reason)

    def has(self, key: str) -> bool:
        return self.number < len(self.lines) and self.lines[self.number].startswith(key + " ")

    def next(self) -> str:
        self.number += 1
        if self.number > len(self.lines):
            raise self.fault("the file is cut off: expected more lines, got its end")
        return self.lines[self.number - 1]

    def value(self, key: str, shape: str) -> str:
        """The rest of a line that begins with a key."""
        line = self.next()
        if not line.startswith(key + " "):
            raise self.fault(f"expected '{key} {shape}', got {line[:60]!r}")
        return line[len(key) + 1 :]


def decoded(data: bytes) -> str:
    """The text of a file, whole and in UTF-8."""
    if len(data) > LARGEST:
        raise BadRecord(1, f"expected a file of at most {LARGEST} bytes, got {len(data)}")
    try:
        text = data.decode()
    except UnicodeDecodeError as fault:
        raise BadRecord(data[: fault.start].count(b"\n") + 1, "expected UTF-8 text, got other bytes") from None
    if not text.startswith(f"{TITLE} "):
        raise BadRecord(1, f"expected '{TITLE} {RULES_VERSION}', got {text[:40].partition(chr(10))[0]!r}")
    if not text.endswith("\n"):
        raise BadRecord(text.count("\n") + 1, "the file is cut off: its last line has no end")
    return text


def read_record(data: bytes) -> Record:
    """Reads a record file and checks that it is whole; raises BadRecord. Whether its moves are legal, ``replayed`` says."""
    text = decoded(data)
    lines = _Lines(text)
    version = _read_version(lines)
    try:
        table = _read_table(lines, version)
        dice = _read_dice(lines)
    except (BadOption, BadSetup) as fault:
        raise lines.fault(str(fault)) from None
    seats = _read_seats(lines, table)
    salts = _read_salts(lines, dice, seats)
    if salts:
        dice = SealedDice(dice.seed, tuple(salts.values()))
    first_line = lines.number + 1
    actions = _read_actions(lines)
    outcome = lines.value("end", "how and who")
    above = "\n".join(lines.lines[: lines.number]) + "\n"
    check = lines.value("check", "the SHA-256 of all lines above")
    if check != checksum(above):
        raise lines.fault(f"the file was altered: expected check {checksum(above)}, got {check[:64]!r}")
    if lines.number != len(lines.lines):
        lines.number += 1
        raise lines.fault(f"expected the end of the file, got {lines.lines[lines.number - 1][:60]!r}")
    return Record(table, dice, seats, actions, outcome, salts, first_line)


def _read_version(lines: _Lines) -> int:
    """Reads the version of the rules by which the game was played."""
    version = lines.value(TITLE, str(RULES_VERSION))
    if version not in map(str, VERSIONS):
        too_new = re.fullmatch("[0-9]{1,40}", version) and int(version) > RULES_VERSION
        expected = " or ".join(map(str, VERSIONS))
        raise lines.fault(
            f"expected version {expected}, got {version[:20]!r}" + (": the file is too new for this program" if too_new else "")
        )
    return int(version)


def _read_table(lines: _Lines, version: int) -> GameSetup:
    edition = lines.value("edition", "its name")[:60]  # a name that is longer is none, and need not be echoed whole
    edition_of(edition, version)
    options = parsed(lines.value("options", "their name")[:1000], version)
    canonical = described(options, nearest_edition(options, version), version)
    if canonical != lines.lines[lines.number - 1].removeprefix("options "):
        raise lines.fault(f"expected the options as '{canonical}'")
    novices = _number(lines, "novices")
    return GameSetup(edition, options, novices, _number(lines, "guard-players"), version=version)


def _number(lines: _Lines, key: str) -> int:
    value = lines.value(key, "a number")
    if not re.fullmatch("[1-9]", value):
        raise lines.fault(f"expected '{key}' and a number from 1 to 9, got {value[:20]!r}")
    return int(value)


def _read_dice(lines: _Lines) -> Dice:
    kind = lines.value("dice", "counter or sha256")
    if kind not in ("counter", "sha256"):
        raise lines.fault(f"expected dice counter or sha256, got {kind[:20]!r}")
    seed = lines.value("seed", "of the dice")
    if kind == "sha256" and not _HEX.fullmatch(seed):
        raise lines.fault(f"expected a seed of 64 hexadecimal digits, got {seed[:70]!r}")
    try:
        dice: Dice = CounterDice(seed) if kind == "counter" else SealedDice(seed)
    except ValueError as fault:
        raise lines.fault(str(fault)) from None
    if lines.value("seal", "the SHA-256 of the seed") != seal(seed):
        raise lines.fault(f"the seal does not fit the seed: expected {seal(seed)}")
    return dice


def _read_salts(lines: _Lines, dice: Dice, seats: dict[Seat, str]) -> dict[Seat, str]:
    """In seat order, at most one a seat, with sha256 dice only."""
    salts: dict[Seat, str] = {}
    left = list(seats) if dice.kind == "sha256" else []
    while lines.has("salt"):
        name, _, salt = lines.value("salt", "a seat and its salt").partition(" ")
        if name not in left or not _SALT.fullmatch(salt):
            raise lines.fault(f"expected salts in seat order, hexadecimal, with sha256 dice; got {name[:20]!r} {salt[:20]!r}")
        del left[: left.index(Seat(name)) + 1]
        salts[Seat(name)] = salt
    return salts


def _read_seats(lines: _Lines, table: GameSetup) -> dict[Seat, str]:
    seats: dict[Seat, str] = {}
    while len(seats) < table.players:
        name, _, player = lines.value("seat", "its name and who sat there").partition(" ")
        if name not in tuple(Seat) or Seat(name) in seats or not _NAME.fullmatch(player):
            raise lines.fault(f"expected a seat and who sat there, got {name[:20]!r} {player[:60]!r}")
        seats[Seat(name)] = player
    return seats


def _read_actions(lines: _Lines) -> tuple[Action, ...]:
    actions: list[Action] = []
    while not lines.has("end"):
        line = lines.next()
        try:
            action = read(line)
        except BadNotation as fault:
            raise lines.fault(str(fault)) from None
        if written(action) != line:
            raise lines.fault(f"expected '{echoed(action)}', got {line[:80]!r}")
        if isinstance(action, BUNDLED):
            raise lines.fault(f"expected a whole deal or plan, got a part of one: {line[:80]!r}")
        actions.append(action)
    return tuple(actions)


def replayed(record: Record, *, check_dice: bool = False) -> Game:
    """Plays a record again, every move checked against the rules and, if asked, every card and die against the seed."""
    game = seat_game(record.table)
    for _ in replaying(record, game, check_dice=check_dice):
        pass
    return game


def replaying(record: Record, game: Game, *, check_dice: bool = False) -> Iterator[tuple[Action, tuple[Event, ...]]]:
    """The same action by action, on a game that was just seated: each when it is done, and what happened."""
    count = 0
    for line, action in enumerate(record.actions, record.first_line):
        if check_dice and isinstance(action, act.Deal | act.Roll) and not game.is_over:
            count = _check_chance(game, record.dice, count, action, line)
        try:
            yield action, apply(game, action)
        except IllegalAction as fault:
            raise BadRecord(line, str(fault)) from None
        if isinstance(action, act.Deal) and list(record.seats) != list(game.seats):
            raise BadRecord(line, f"expected seats {', '.join(game.seats)} by this deal, got {', '.join(record.seats)}")
    line = record.first_line + len(record.actions)
    if game.outcome is None:
        raise BadRecord(line, "the record is cut off: the night is not over")
    if outcome_words(game.outcome) != record.outcome:
        raise BadRecord(line, f"expected 'end {outcome_words(game.outcome)}', got 'end {record.outcome[:60]}'")


def cards_played_at_home(record: Record) -> list[int]:
    """Returns the lines of a valid record on which a novice who was home played a card: version 1 of the rules let her (11.3)."""
    lines: list[int] = []
    answered: dict[str, int] = {}  # where each figure last said which card she plays
    home: set[int | str] = set()
    for line, (action, happened) in enumerate(replaying(record, seat_game(record.table)), record.first_line):
        if isinstance(action, act.Change | act.Fake):
            answered[action.by] = line
        lines += [answered[f"novice-{event.by}"] for event in happened if isinstance(event, BlessingPlayed) and event.by in home]
        home |= {event.novice for event in happened if isinstance(event, NoviceHome)}
    return sorted(lines)


def _check_chance(game: Game, dice: Dice, count: int, action: act.Deal | act.Roll, line: int) -> int:
    """Holds a card or a die against its source; what is not legal at all, ``apply`` says better."""
    if refusal(game, action) is not None:
        return count
    count, fault = dice_fault(game, dice, count, action)
    if fault is not None:
        raise BadRecord(line, f"{echoed(action)}: {fault}")
    return count
