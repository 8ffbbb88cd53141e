"""The commands ``nuns replay`` and ``nuns verify``, which print and check game files."""

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import nullcontext
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random

from nuns.bots.players.user_bot import BadBot, is_user_bot, isolate_bot
from nuns.bots.registry import GUARDS, NOVICES, UnknownBot, find_bot, make_bot
from nuns.cli.arguments import Failure, path_argument, print_error, print_json, record_from
from nuns.referee.dice import CounterDice
from nuns.referee.events import Event, as_object, is_in_contract
from nuns.referee.game import Game
from nuns.referee.record import Record, beginning_fault, cards_played_at_home, read_record, replay_record
from nuns.referee.record_lines import BadRecord
from nuns.referee.sealing import MixedDice, SealedPlayer
from nuns.referee.seat_events import events_of
from nuns.referee.seats import GUARD_SEATS, Seat, seat_named
from nuns.referee.sentences import count_noun, sentence
from nuns.rules.options import RULES_VERSION


def _seat(name: str) -> Seat:
    try:
        return seat_named(name)
    except ValueError as fault:
        raise ArgumentTypeError(str(fault)) from None


def declare_replay(command: ArgumentParser) -> None:
    """Adds the flags of ``nuns replay``."""
    command.add_argument("file", type=path_argument, metavar="FILE", help="a game file")
    command.add_argument("--events", action="store_true", help="print the event log, one JSON object per line")
    command.add_argument(
        "--seat",
        type=_seat,
        default=Seat.OMNISCIENT,
        metavar="SEAT",
        help="only what this seat knew: guards, novice-4, spectator, … (default: everything)",
    )
    command.add_argument("--thoughts", metavar="BOT", help="what this bot would have believed and done in the seat of --seat, turn by turn")


def replay(given: Namespace) -> None:
    """Prints a game as text, as events, or as a bot's thoughts."""
    record = record_from(given.file)
    game = _played(given.file, record)
    try:
        known = events_of(game, given.seat)
    except ValueError as fault:
        raise Failure(str(fault), 2) from None
    if given.thoughts is not None:
        lines = _thought_lines(game, given)
    else:
        lines = _event_lines(known, given.seat) if given.events else _text_lines(record, game, known)
    for line in lines:
        print(line)


def _thought_lines(game: Game, given: Namespace) -> list[str]:
    from nuns.bots.players.thoughts import NoThoughts, thoughts_in

    if given.seat not in game.seats:
        got = "no --seat" if given.seat == Seat.OMNISCIENT else given.seat
        raise Failure(f"expected --thoughts with --seat {' or --seat '.join(game.seats)}; got {got}", 2)
    side = GUARDS if given.seat in GUARD_SEATS else NOVICES
    try:
        kind = find_bot(given.thoughts, side)
        with isolate_bot() if is_user_bot(given.thoughts) else nullcontext():
            thoughts = thoughts_in(game, given.seat, make_bot(kind, side), Random(kind.name), kind.name, kind.file)
    except (UnknownBot, BadBot, NoThoughts) as fault:
        raise Failure(str(fault), 2 if isinstance(fault, UnknownBot) else 1) from None
    if given.events:
        return [json.dumps({"turn": turn, "seat": given.seat, "bot": kind.name, "thought": text}) for turn, text in thoughts]
    told = [("", f"Turn {turn}", *(f"  {text}" for _, text in those)) for turn, those in groupby(thoughts, itemgetter(0))]
    return [line for lines in told for line in lines][1:]


def _played(path: Path, record: Record, *, check_dice: bool = False) -> Game:
    try:
        return replay_record(record, check_dice=check_dice)
    except BadRecord as fault:
        raise Failure(f"{path}: {fault}") from None


def _event_lines(known: tuple[Event, ...], seat: Seat) -> list[str]:
    """Returns the event log: the contract's for the whole truth, and for a seat our own events too, which say what it learnt."""
    return [json.dumps(as_object(event)) for event in known if seat != Seat.OMNISCIENT or is_in_contract(event)]


def _text_lines(record: Record, game: Game, known: tuple[Event, ...]) -> list[str]:
    lines = [f"{game.setup.options}, {game.setup.players} players: " + ", ".join(f"{seat} {name}" for seat, name in record.seats.items())]
    turn = -1
    for event in known:
        if event.turn != turn:
            turn = event.turn
            lines += ["", f"Turn {turn}" if turn else "Set-up"]
        lines.append("  " + sentence(event))
    return lines


def declare_verify(command: ArgumentParser) -> None:
    """Adds the flags of ``nuns verify``."""
    command.add_argument("files", type=path_argument, nargs="+", metavar="FILE", help="game files")
    command.add_argument("--json", action="store_true", help="print one JSON object per file, one per line")


def verify(given: Namespace) -> int:
    """Checks every file, and returns 1 if any has a fault; the first fault of each is printed."""
    return max([_verified(path, given) for path in given.files])


def _original(record: Record, files: list[Path]) -> Record | None:
    """Returns the record that another one continues, if it is among the files."""
    for path in files if record.beginning is not None else ():
        try:
            original = read_record(path.read_bytes())
        except (OSError, BadRecord):
            continue  # told of that file itself
        if record.beginning is not None and original.check == record.beginning.check:
            return original
    return None


def _checked_beginning(path: Path, record: Record, original: Record | None) -> None:
    if original is not None and (fault := beginning_fault(record, original)):
        raise Failure(f"{path}: {fault}")


def _verified(path: Path, given: Namespace) -> int:
    try:
        record = record_from(path)
        game = _played(path, record, check_dice=True)
        original = _original(record, given.files)
        _checked_beginning(path, record, original)
    except Failure as fault:
        if given.json:
            print_json({"file": str(path), "valid": False, "fault": str(fault)})
        print_error("nuns verify", fault)
        return 1
    assert game.outcome is not None
    ending, winners = game.outcome
    count, turns, dice = len(record.actions), game.state.turn, record.dice.kind
    at_home = cards_played_at_home(record) if record.setup.version < RULES_VERSION else []
    if given.json:
        found = {"actions": count, "turns": turns, "dice": dice, "ending": ending, "winners": winners}
        if isinstance(record.dice, MixedDice):
            found |= {key: [player.chair for player in players] for key, players in _unproven(record.dice).items()}
            found |= {"day": record.dice.terms.day} if record.dice.terms.day is not None else {}
        if record.beginning is not None:
            found |= {"continues": {**record.beginning._asdict(), "compared": original is not None}}
        if record.setup.version < RULES_VERSION:
            found |= {"rules_version": record.setup.version, "cards_played_at_home": at_home}
        print_json({"file": str(path), "valid": True, **found})
    else:
        named = f"{path}: " if len(given.files) > 1 else ""
        moved = f"{count_noun(count, 'action')} over {count_noun(turns, 'turn')}"
        print(f"{named}valid: {moved}, {dice} dice as sealed; {ending}" + (f": {', '.join(winners)}" if winners else ""))
        for told in (*_salt_lines(record), *_beginning_lines(record, original)):
            print(f"{named}{told}")
        if record.setup.version < RULES_VERSION:
            print(f"{named}played by version {record.setup.version} of the rules, and checked by that version")
        for line in at_home:
            print(f"{named}line {line}: a novice who was home played a card, which version {record.setup.version} allowed (rule 11.3)")
    return 0


def _unproven(dice: MixedDice) -> dict[str, tuple[SealedPlayer, ...]]:
    """Returns whose salts are missing: committed to and never revealed, or never committed to."""
    return {"salts_missing": dice.missing, "people_without_salt": dice.unsalted}


def _beginning_lines(record: Record, original: Record | None) -> list[str]:
    """Returns what is to be said of the beginning of a night that continues another."""
    if record.beginning is None:
        return []
    first = f"its first {count_noun(record.beginning.actions, 'action')}"
    if original is not None:
        return [f"{first} are those of the game file that it continues"]
    return [f"{first} are said to be those of the game file with check {record.beginning.check}; verify both files together to compare"]


def _salt_lines(record: Record) -> list[str]:
    """Returns what the dice of a table do not prove, one sentence for each person."""
    if isinstance(record.dice, CounterDice):
        return []
    if isinstance(record.dice, MixedDice) and record.dice.terms.day is not None:
        return [
            f"the night of {record.dice.terms.day}, drawn from its seed alone: compare seal {record.dice.terms.seal} "
            "with the one that the server published the day before"
        ]
    if isinstance(record.dice, MixedDice):
        told = [f"not verified: the salt of {player.name} (chair {player.chair}) is missing" for player in record.dice.missing]
        told += [f"{player.name} (chair {player.chair}) added no salt" for player in record.dice.unsalted]
    else:
        told = ["sealed before 0.3: names, lots and moves are not bound to the seal, and salts were not committed to"]
    return told if record.salts else [*told, "not verified: nobody added a salt, so the server could have chosen the seed"]
