"""The output of the rules when it was last reviewed, kept as text. ``python -m tests.kit.golden`` writes it anew; read the difference."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from nuns.board.convent import the_convent
from nuns.board.tables import board_of
from nuns.kernel.machine import machine
from nuns.kernel.records import array_of
from nuns.lab.games import play_recorded_game, record_of
from nuns.referee.game import Game
from nuns.referee.game_setup import PLAYED_ENDINGS, GameSetup
from nuns.referee.notation import written
from nuns.referee.perft import first_deal, perft
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.referee.sentences import sentence
from nuns.referee.view import view
from nuns.rules.options import EDITIONS, RULES_VERSION, parse_options
from nuns.rules.words import Event
from tests.kit.convents import DATA, the_toy
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps

RECORDS, PLAYTHROUGHS, PERFT = DATA / "records", DATA / "playthroughs", DATA / "perft.json"
TO_THE_END = DATA / "perft-to-the-end.json"
SEED = 2026
DEEPEST = 60
SHORT = "turns=1,opening=single,slow-guards=on,exact-run=on,blessings=off"
SHALLOW, TOY_DEPTH = 9, 12
VARIANTS = ("dutch(blessings=on)", "mayfair(monk=frederick)", "reference(monk=robert,all-or-nun=on)")
PERFT_OPTIONS = (*EDITIONS, *VARIANTS)
PLAYED = (*EDITIONS, "dutch(blessings=on,monk=robert)", "mayfair(monk=frederick,all-or-nun=on)", "italian(monk=robert)")


def table_of(name: str, novices: int = 1, *, toy: bool = False, version: int = RULES_VERSION) -> GameSetup:
    convent = the_toy() if toy else the_convent()
    return GameSetup(name.partition("(")[0], parse_options(name, version), novices, 1, convent, version)


def perft_rows(name: str, *, toy: bool, version: int = RULES_VERSION, depth: int | None = None) -> list[dict[str, Any]]:
    """The table of one edition: depth, nodes, games over, events."""
    rows = perft(table_of(name, toy=toy, version=version), depth or (TOY_DEPTH if toy else SHALLOW))
    return [{"depth": row.depth, "nodes": row.nodes, "over": row.over, **dict(sorted(row.events.items()))} for row in rows]


def counted_tree(table: GameSetup, depth: int) -> list[dict[str, Any]]:
    """Nodes, games over and events for every depth that has any."""
    stack = np.repeat(array_of(first_deal(table).state, with_tape=True), depth + 1)
    nodes, over, events = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64), np.zeros((depth + 1, 32), np.int64)
    left = np.zeros(depth + 1, np.int64)
    checked = machine(with_events=True, bounds_checked=True)
    checked.count_tree_of(array_of(board_of(table.convent)), stack, left, nodes, over, events)
    return [
        {
            "depth": level,
            "nodes": int(nodes[level]),
            "over": int(over[level]),
            "said": {e.name: int(events[level, e]) for e in Event if events[level, e] and e != Event.NOISE_OVER},
        }
        for level in range(1, depth + 1)
        if nodes[level]
    ]


def counted_to_the_end(edition: str, version: int = RULES_VERSION) -> list[dict[str, Any]]:
    rows = counted_tree(GameSetup(edition, parse_options(f"{edition}({SHORT})", version), 1, 1, the_toy(), version), DEEPEST)
    assert len(rows) < DEEPEST, "counted to the end"
    return rows


def playthrough(name: str) -> Iterator[str]:
    """A short night as everybody saw it: each action, what each seat learnt from it, and what changed in its view."""
    table = table_of(name.removesuffix(")") + ",turns=2)" if "(" in name else f"{name}(turns=2)", 2)
    seen: dict[Seat, dict[str, Any]] = {}
    for game, action, happened in steps(table, SEED, choose=eager_choice):
        yield f"> {written(action)}"
        for seat in (*game.seats, Seat.SPECTATOR):
            for event in known_to(seat, happened):
                yield f"  {seat} learns: {sentence(event)}"
            yield from _changes(game, seat, seen)


def _changes(game: Game, seat: Seat, seen: dict[Seat, dict[str, Any]]) -> Iterator[str]:
    now: dict[str, Any] = msgspec.to_builtins(view(game, seat))
    before = seen.get(seat, {})
    for name in sorted(now.keys() | before.keys()):
        if now.get(name) != before.get(name):
            yield f"  {seat} sees {name}: {json.dumps(now.get(name), sort_keys=True)}"
    seen[seat] = now


def golden_records() -> Iterator[tuple[str, str]]:
    """For each edition and each way to end, the first eager night of three novices that ends so."""
    for edition in EDITIONS:
        wanted = set(PLAYED_ENDINGS)
        index = 0
        while wanted:
            game = play_recorded_game(table_of(edition, 3), SEED, index, eager_choice)
            assert game.outcome is not None
            if game.outcome.reason in wanted:
                wanted.discard(game.outcome.reason)
                yield f"{edition}-{game.outcome.reason}.nuns", record_of(game, SEED, index)
            index += 1


def playthrough_path(name: str) -> Path:
    return PLAYTHROUGHS / (name.replace("(", "-").replace(")", "").replace("=", "-").replace(",", "-") + ".txt")


def write() -> None:
    for folder in (RECORDS, PLAYTHROUGHS):
        folder.mkdir(exist_ok=True)
    tables = {
        f"{where} {name}": perft_rows(name, toy=where == "toy")
        for where in ("convent", "toy")
        for name in PERFT_OPTIONS
        if _fits(where, name)
    }
    write_tables(PERFT, tables)
    write_tables(TO_THE_END, {edition: counted_to_the_end(edition) for edition in EDITIONS})
    for name in PLAYED:
        playthrough_path(name).write_text("\n".join(playthrough(name)) + "\n", encoding="utf-8")
    for file, text in golden_records():
        (RECORDS / file).write_text(text, encoding="utf-8")


def write_tables(path: Path, tables: dict[str, list[dict[str, Any]]]) -> None:
    """Writes a row a line, so that a difference can be read."""
    lines = [f" {json.dumps(key)}: [\n" + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]" for key, rows in tables.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _fits(where: str, name: str) -> bool:
    """The toy convent has no paths for a monk."""
    return where == "convent" or "monk" not in name


if __name__ == "__main__":
    write()
