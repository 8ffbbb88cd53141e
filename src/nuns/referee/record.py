"""The record of a game: a text file with the setup, the seats, the seal and every action (docs/formats.md)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nuns.referee import actions as act
from nuns.referee.actions import Action, IllegalAction
from nuns.referee.dice import CounterDice, Dice, SealedDice, dice_fault, seal
from nuns.referee.events import BlessingPlayed, Event, NoviceHome
from nuns.referee.game import Game, Outcome, abandon, apply, refusal, seat_game
from nuns.referee.game_setup import BadSetup, GameSetup
from nuns.referee.notation import BadNotation, echoed, read, written
from nuns.referee.record_lines import HASH, NAME, BadRecord, RecordLines, checksum
from nuns.referee.sealed_head import read_sealed_head, read_sealed_seats
from nuns.referee.sealing import LINKED_FORMAT, SEALED_FORMAT, Beginning, MixedDice, seed_of
from nuns.referee.seats import Seat
from nuns.referee.signature import sign, signing_key
from nuns.referee.transcript import transcripts
from nuns.rules.options import RULES_VERSION, BadOption, describe_options, edition_of, nearest_edition, parse_options

TITLE = "nuns record"
RULES = (1, RULES_VERSION)  # the versions of the rules by which a game may have been played
FORMATS = (*RULES, SEALED_FORMAT, LINKED_FORMAT)  # up to 2 the format is the version of the rules; later files name both
BUNDLED = (act.Draw, act.GaitChoice, act.Dot, act.Longer, act.Done)  # not in records, which hold the whole deal and whole plans
LARGEST = 4_000_000  # bytes; a game of eight takes some 30,000
ABANDONED = "abandoned"
_SALT = re.compile(r"[0-9a-f]{2,128}")


@dataclass(frozen=True)
class Record:
    """Everything a record file holds; ``first_line`` is the line of its first action."""

    setup: GameSetup
    dice: Dice
    seats: dict[Seat, str]
    actions: tuple[Action, ...]
    outcome: str
    salts: dict[Seat, str] = field(default_factory=dict)
    first_line: int = 0
    transcripts: dict[Seat, str] = field(default_factory=dict)  # of a sealed record, like all below
    digest: str = ""  # the SHA-256 of the lines above the signature
    signature: str = ""
    check: str = ""  # of every record: the SHA-256 of all lines above the last

    @property
    def beginning(self) -> Beginning | None:
        """Where the night begins if it continues another."""
        return self.dice.terms.beginning if isinstance(self.dice, MixedDice) else None


def outcome_words(outcome: Outcome) -> str:
    """Returns an outcome as records spell it: ``home novice-2,novice-5``, ``dawn guards`` or ``abandoned``."""
    return f"{outcome.reason} {','.join(outcome.winners)}".strip()


def record_text(game: Game, dice: Dice, seats: dict[Seat, str], salts: dict[Seat, str] | None = None) -> str:
    """Returns the record of a finished game whose dice were not sealed at a table, or were before 0.3."""
    outcome = _finished(game)
    if list(seats) != list(game.seats) or not all(NAME.fullmatch(name) for name in seats.values()):
        raise ValueError(f"expected a name without control characters for each of {', '.join(game.seats)}; got {seats}")
    if tuple((salts or {}).values()) != getattr(dice, "salts", ()) or list(salts or {}) != [
        seat for seat in seats if seat in (salts or {})
    ]:
        raise ValueError(f"expected the salts of the dice by seat, in the order of the seats; got {salts}")
    head = [
        f"{TITLE} {game.setup.version}",
        f"edition {game.setup.edition}",
        f"options {game.setup.options_name}",
        f"novices {game.setup.novices}",
        f"guard-players {game.setup.guard_players}",
        f"dice {dice.kind}",
        f"seed {dice.seed}",
        f"seal {seal(dice.seed)}",
        *(f"seat {seat} {name}" for seat, name in seats.items()),
        *(f"salt {seat} {salts[seat]}" for seat in seats if salts and seat in salts),
    ]
    return _with_check("\n".join([*head, *map(written, game.actions), f"end {outcome_words(outcome)}"]) + "\n")


def sealed_record_text(game: Game, dice: MixedDice, secret: str) -> str:
    """Returns the record of a finished or abandoned game at a table, signed with the table's secret."""
    if dice.terms.day is None and seed_of(secret) != dice.seed:
        raise ValueError("expected the secret from which the seed was made; got another")
    outcome = _finished(game)
    names = {player.chair: player.record_name for player in dice.terms.players}
    body = [
        f"lots {' '.join(dice.lots)}",
        *(f"seat {seat} {names[chair]}" for seat, chair in zip(game.seats, dice.order, strict=True)),
        *map(written, game.actions),
        f"end {outcome_words(outcome)}",
        *(f"transcript {seat} {told}" for seat, told in transcripts(game, dice.terms.seal).items()),
    ]
    text = dice.head + "\n".join(body) + "\n"
    return _with_check(f"{text}signature {sign(secret, checksum(text))}\n")


def _finished(game: Game) -> Outcome:
    if game.outcome is None:
        raise ValueError("expected a finished game; this one is not over, and its record is secret (rule 3.3)")
    return game.outcome


def _with_check(text: str) -> str:
    return f"{text}check {checksum(text)}\n"


def decode_record(data: bytes) -> str:
    """Returns the text of a file, or raises BadRecord if it is too large, cut off, not UTF-8 or not a record."""
    if len(data) > LARGEST:
        raise BadRecord(1, f"expected a file of at most {LARGEST} bytes, got {len(data)}")
    try:
        text = data.decode()
    except UnicodeDecodeError as fault:
        raise BadRecord(data[: fault.start].count(b"\n") + 1, "expected UTF-8 text, got other bytes") from None
    if not text.startswith(f"{TITLE} "):
        raise BadRecord(1, f"expected '{TITLE} {max(FORMATS)}', got {text[:40].partition(chr(10))[0]!r}")
    if not text.endswith("\n"):
        raise BadRecord(text.count("\n") + 1, "the file is cut off: its last line has no end")
    return text


def read_record(data: bytes) -> Record:
    """Reads a record file and checks that it is complete, or raises BadRecord; ``replay_record`` checks its moves."""
    text = decode_record(data)
    lines = RecordLines(text)
    file_format = _read_format(lines)
    try:
        setup = _read_setup(lines, file_format)
        dice: Dice = read_sealed_head(lines, setup, file_format) if file_format >= SEALED_FORMAT else _read_dice(lines)
    except (BadOption, BadSetup) as fault:
        raise lines.fault(str(fault)) from None
    if isinstance(dice, MixedDice):
        seats = read_sealed_seats(lines, dice)
        salts = {seat: dice.salts[chair] for seat, chair in zip(seats, dice.order, strict=True) if chair in dice.salts}
    else:
        seats = _read_seats(lines, setup)
        salts = _read_salts(lines, dice, seats)
        dice = SealedDice(dice.seed, tuple(salts.values())) if salts else dice
    first_line = lines.number + 1
    actions = _read_actions(lines)
    outcome = lines.value("end", "how and who")
    told = {seat: lines.hash(f"transcript {seat}", "its running hash") for seat in (*seats, Seat.SPECTATOR) if file_format >= SEALED_FORMAT}
    digest = checksum(lines.above())
    signature = lines.value("signature", "of all lines above") if file_format >= SEALED_FORMAT else ""
    above = lines.above()
    check = lines.value("check", "the SHA-256 of all lines above")
    if check != checksum(above):
        raise lines.fault(f"the file was altered: expected check {checksum(above)}, got {check[:64]!r}")
    if lines.number != len(lines.lines):
        lines.number += 1
        raise lines.fault(f"expected the end of the file, got {lines.lines[lines.number - 1][:60]!r}")
    return Record(setup, dice, seats, actions, outcome, salts, first_line, told, digest, signature, check)


def _read_format(lines: RecordLines) -> int:
    newest = max(FORMATS)
    version = lines.value(TITLE, str(newest))
    if version not in map(str, FORMATS):
        too_new = re.fullmatch("[0-9]{1,40}", version) and int(version) > newest
        raise lines.fault(
            f"expected version {_either(FORMATS)}, got {version[:20]!r}" + (": the file is too new for this program" if too_new else "")
        )
    return int(version)


def _either(numbers: tuple[int, ...]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}"


def _read_setup(lines: RecordLines, file_format: int) -> GameSetup:
    rules = file_format
    if file_format >= SEALED_FORMAT:
        rules = lines.digit("rules")
        if rules not in RULES:
            raise lines.fault(f"expected rules {_either(RULES)}, got {rules}" + (": the file is too new" if rules > RULES_VERSION else ""))
    edition = lines.value("edition", "its name")[:60]  # a longer name is none, and need not be echoed in full
    edition_of(edition, rules)
    options = parse_options(lines.value("options", "their name")[:1000], rules)
    canonical = describe_options(options, nearest_edition(options, rules), rules)
    if canonical != lines.lines[lines.number - 1].removeprefix("options "):
        raise lines.fault(f"expected the options as '{canonical}'")
    novices = lines.digit("novices")
    return GameSetup(edition, options, novices, lines.digit("guard-players"), version=rules)


def _read_dice(lines: RecordLines) -> Dice:
    kind = lines.value("dice", "counter or sha256")
    if kind not in ("counter", "sha256"):
        raise lines.fault(f"expected dice counter or sha256, got {kind[:20]!r}")
    seed = lines.value("seed", "of the dice")
    if kind == "sha256" and not HASH.fullmatch(seed):
        raise lines.fault(f"expected a seed of 64 hexadecimal digits, got {seed[:70]!r}")
    try:
        dice: Dice = CounterDice(seed) if kind == "counter" else SealedDice(seed)
    except ValueError as fault:
        raise lines.fault(str(fault)) from None
    if lines.value("seal", "the SHA-256 of the seed") != seal(seed):
        raise lines.fault(f"the seal does not fit the seed: expected {seal(seed)}")
    return dice


def _read_salts(lines: RecordLines, dice: Dice, seats: dict[Seat, str]) -> dict[Seat, str]:
    """Reads the salts in seat order, at most one for each seat, and only with sha256 dice."""
    salts: dict[Seat, str] = {}
    left = list(seats) if dice.kind == "sha256" else []
    while lines.has("salt"):
        name, _, salt = lines.value("salt", "a seat and its salt").partition(" ")
        if name not in left or not _SALT.fullmatch(salt):
            raise lines.fault(f"expected salts in seat order, hexadecimal, with sha256 dice; got {name[:20]!r} {salt[:20]!r}")
        del left[: left.index(Seat(name)) + 1]
        salts[Seat(name)] = salt
    return salts


def _read_seats(lines: RecordLines, table: GameSetup) -> dict[Seat, str]:
    seats: dict[Seat, str] = {}
    while len(seats) < table.players:
        name, _, player = lines.value("seat", "its name and who sat there").partition(" ")
        if name not in tuple(Seat) or Seat(name) in seats or not NAME.fullmatch(player):
            raise lines.fault(f"expected a seat and who sat there, got {name[:20]!r} {player[:60]!r}")
        seats[Seat(name)] = player
    return seats


def _read_actions(lines: RecordLines) -> tuple[Action, ...]:
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


def replay_record(record: Record, *, check_dice: bool = False) -> Game:
    """Returns the game of a record; checks every move against the rules and, if asked, every card and die against the seed."""
    game = seat_game(record.setup)
    for _ in replay_steps(record, game, check_dice=check_dice):
        pass
    return game


def replay_steps(record: Record, game: Game, *, check_dice: bool = False) -> Iterator[tuple[Action | None, tuple[Event, ...]]]:
    """Replays a record on a game that was just set up, and yields each action with its events; None for the end of an abandoned game."""
    count, before = 0, record.beginning.actions if record.beginning is not None else 0
    if before > len(record.actions):
        raise BadRecord(record.first_line + len(record.actions), f"expected the {before} actions with which the night begins, got fewer")
    for line, action in enumerate(record.actions, record.first_line):
        is_own = line - record.first_line >= before  # earlier draws are checked with the record of the night that this one continues
        if check_dice and is_own and isinstance(action, act.Deal | act.Roll) and not game.is_over:
            count = _check_chance(game, record.dice, count, action, line)
        try:
            yield action, apply(game, action)
        except IllegalAction as fault:
            raise BadRecord(line, str(fault)) from None
        if isinstance(action, act.Deal) and list(record.seats) != list(game.seats):
            raise BadRecord(line, f"expected seats {', '.join(game.seats)} by this deal, got {', '.join(record.seats)}")
    line = record.first_line + len(record.actions)
    if record.outcome == ABANDONED and isinstance(record.dice, MixedDice) and record.actions and not game.is_over:
        yield None, abandon(game)
    if game.outcome is None:
        raise BadRecord(line, "the record is cut off: the game is not over")
    if outcome_words(game.outcome) != record.outcome:
        raise BadRecord(line, f"expected 'end {outcome_words(game.outcome)}', got 'end {record.outcome[:60]}'")
    if check_dice and isinstance(record.dice, MixedDice):
        _check_signed(record, record.dice, game, line)


def beginning_fault(record: Record, original: Record) -> str | None:
    """Returns how the beginning of a record differs from the record that it continues, or None if the two are the same."""
    assert record.beginning is not None
    if record.setup != original.setup:
        return f"expected the edition, options and players of the night that it continues, {original.setup.options_name}"
    count = record.beginning.actions
    for number, (action, other) in enumerate(zip(record.actions[:count], original.actions[:count], strict=False)):
        if action != other:
            return (
                f"line {record.first_line + number}: expected '{echoed(other)}' as in the night that it continues, got '{echoed(action)}'"
            )
    return None if count <= len(original.actions) else f"expected at most {len(original.actions)} actions of that night, got {count}"


def _check_signed(record: Record, dice: MixedDice, game: Game, end_line: int) -> None:
    """Checks what binds the moves: the running hash of each seat, and the signature of the table."""
    for line, (seat, told) in enumerate(transcripts(game, dice.terms.seal).items(), end_line + 1):
        if record.transcripts[seat] != told:
            raise BadRecord(line, f"these moves give another transcript of {seat}: a move or the transcript was altered")
    if signing_key(record.signature, record.digest) != dice.terms.public_key:
        line = end_line + len(record.transcripts) + 1
        raise BadRecord(line, "the signature does not fit the lines above: one of them was altered after the table had signed the file")


def cards_played_at_home(record: Record) -> list[int]:
    """Returns the lines on which a novice who was home played a card, which version 1 of the rules allowed (11.3)."""
    lines: list[int] = []
    answered: dict[str, int] = {}  # by figure, the line on which it last said which card it plays
    home: set[int | str] = set()
    for line, (action, happened) in enumerate(replay_steps(record, seat_game(record.setup)), record.first_line):
        if isinstance(action, act.Change | act.Fake):
            answered[action.by] = line
        lines += [answered[f"novice-{event.by}"] for event in happened if isinstance(event, BlessingPlayed) and event.by in home]
        home |= {event.novice for event in happened if isinstance(event, NoviceHome)}
    return sorted(lines)


def _check_chance(game: Game, dice: Dice, count: int, action: act.Deal | act.Roll, line: int) -> int:
    """Checks a card or a die against the dice; for an illegal one ``apply`` has the better message."""
    if refusal(game, action) is not None:
        return count
    count, fault = dice_fault(game, dice, count, action)
    if fault is not None:
        raise BadRecord(line, f"{echoed(action)}: {fault}{_missing_salts(dice)}")
    return count


def _missing_salts(dice: Dice) -> str:
    """Returns whose salts are missing, which may be why a draw is another."""
    missing = dice.missing if isinstance(dice, MixedDice) else ()
    return f"; missing is the salt of {', '.join(f'{player.name} (chair {player.chair})' for player in missing)}" if missing else ""
