"""``nuns replay`` and ``nuns verify``: what a record holds, and whether it is true."""

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import nullcontext
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random

from nuns.bots.players.user_bot import BadBot, is_user_bot, kept_apart
from nuns.bots.registry import GUARDS, NOVICES, UnknownBot, bot_named, sit_down
from nuns.cli.arguments import Failure, complain, place, print_json, record_from
from nuns.referee.events import Event, in_contract, spelt
from nuns.referee.game import Game
from nuns.referee.record import BadRecord, Record, cards_played_at_home, replayed
from nuns.referee.seat_events import events_of
from nuns.referee.seats import GUARD_SEATS, Seat, seat_named
from nuns.referee.sentences import counted, sentence
from nuns.rules.options import RULES_VERSION


def _seat(name: str) -> Seat:
    try:
        return seat_named(name)
    except ValueError as fault:
        raise ArgumentTypeError(str(fault)) from None


def declare_replay(command: ArgumentParser) -> None:
    command.add_argument("file", type=place, metavar="FILE", help="a game file")
    command.add_argument("--events", action="store_true", help="print the event log, one JSON object per line")
    command.add_argument("--seat", type=_seat, default=Seat.OMNISCIENT, metavar="SEAT", help="only what this seat knew during the game")
    command.add_argument("--thoughts", metavar="BOT", help="what this bot would have believed and done in that seat, turn by turn")


def replay(given: Namespace) -> None:
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
    from nuns.bots.players.thoughts import Speechless, thoughts_in

    if given.seat not in game.seats:
        raise Failure(f"expected --thoughts with --seat and one of {', '.join(game.seats)}; got {given.seat}", 2)
    side = GUARDS if given.seat in GUARD_SEATS else NOVICES
    try:
        kind = bot_named(given.thoughts, side)
        with kept_apart() if is_user_bot(given.thoughts) else nullcontext():
            thoughts = thoughts_in(game, given.seat, sit_down(kind, side), Random(kind.name), kind.name, kind.file)
    except (UnknownBot, BadBot, Speechless) as fault:
        raise Failure(str(fault), 2 if isinstance(fault, UnknownBot) else 1) from None
    if given.events:
        return [json.dumps({"turn": turn, "seat": given.seat, "bot": kind.name, "thought": text}) for turn, text in thoughts]
    told = [("", f"Turn {turn}", *(f"  {text}" for _, text in those)) for turn, those in groupby(thoughts, itemgetter(0))]
    return [line for lines in told for line in lines][1:]


def _played(path: Path, record: Record, *, check_dice: bool = False) -> Game:
    try:
        return replayed(record, check_dice=check_dice)
    except BadRecord as fault:
        raise Failure(f"{path}: {fault}") from None


def _event_lines(known: tuple[Event, ...], seat: Seat) -> list[str]:
    """The contract's log is the whole truth; a seat's has our own events too, which tell it what it learnt and when."""
    return [json.dumps(spelt(event)) for event in known if seat != Seat.OMNISCIENT or in_contract(event)]


def _text_lines(record: Record, game: Game, known: tuple[Event, ...]) -> list[str]:
    lines = [f"{game.table.options}, {game.table.players} players: " + ", ".join(f"{seat} {name}" for seat, name in record.seats.items())]
    turn = -1
    for event in known:
        if event.turn != turn:
            turn = event.turn
            lines += ["", f"Turn {turn}" if turn else "Set-up"]
        lines.append("  " + sentence(event))
    return lines


def declare_verify(command: ArgumentParser) -> None:
    command.add_argument("files", type=place, nargs="+", metavar="FILE", help="game files")
    command.add_argument("--json", action="store_true", help="print one JSON object per file, one per line")


def verify(given: Namespace) -> int:
    """Looks at every file; 1 if any has a fault, of which the first is told."""
    return max([_verified(path, given) for path in given.files])


def _verified(path: Path, given: Namespace) -> int:
    try:
        record = record_from(path)
        game = _played(path, record, check_dice=True)
    except Failure as fault:
        if given.json:
            print_json({"file": str(path), "valid": False, "fault": str(fault)})
        complain("nuns verify", fault)
        return 1
    assert game.outcome is not None
    ending, winners = game.outcome
    count, turns, dice = len(record.actions), game.state.turn, record.dice.kind
    at_home = cards_played_at_home(record) if record.table.version < RULES_VERSION else []
    if given.json:
        found = {"actions": count, "turns": turns, "dice": dice, "ending": ending, "winners": winners}
        if record.table.version < RULES_VERSION:
            found |= {"rules_version": record.table.version, "cards_played_at_home": at_home}
        print_json({"file": str(path), "valid": True, **found})
    else:
        named = f"{path}: " if len(given.files) > 1 else ""
        moved = f"{counted(count, 'action')} over {counted(turns, 'turn')}"
        print(f"{named}valid: {moved}, {dice} dice as sealed; {ending}: {', '.join(winners)}")
        if record.table.version < RULES_VERSION:
            print(f"{named}played by version {record.table.version} of the rules, whose meanings of the options were used")
        for line in at_home:
            print(f"{named}line {line}: a novice who was home played a card, which version {record.table.version} allowed (rule 11.3)")
    return 0
