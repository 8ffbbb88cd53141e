"""What the program prints and writes: every command that gives figures or files, run in a folder of its own.

``bench`` and ``load`` measure speed, so nothing of them can be compared; of ``analyse``, whose budget is in seconds, the keys are.
"""

import io
import json
import shutil
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nuns.cli import main
from nuns.cli.program import parser
from tests.kit.convents import DATA
from tests.kit.store_sample import dump_sqlite
from tests.same.text import plain, plain_json, timeless

RECORDS = sorted((DATA / "records").glob("*.nuns")) + sorted((DATA / "nights").glob("*.nuns"))
BEFORE = sorted((DATA / "before" / "records").glob("*.nuns"))
FOUND = ("decisions", "story", "turning_points")  # of an analysis
GRID = """
games = 6
traced = 3
editions = ["mayfair", "dutch"]
options = ["", "blessings=off", "monk=robert"]
novices = [1, 3]
bots = [{ guards = "greedy", novices = "careful" }, { guards = "belief", novices = "greedy" }]
"""
LADDER = ("--games", "8", "--search-games", "2", "--bots", "random,greedy,careful,belief", "--novices", "1,2", "--workers", "1")
SIMULATED = {
    "random": "--games 400 --edition italian --novices 5",
    "greedy": "--games 300 --edition dutch --set blessings=on --novices 6 --guard-players 2 --guards greedy --novice-bots greedy",
    "careful": "--games 60 --edition mayfair --novices 3 --guards careful --novice-bots careful,greedy,random",
    "belief": "--games 60 --edition reference --novices 2 --guards belief --novice-bots belief",
    "levels": "--games 20 --novices 1 --guards hard --novice-bots normal",
}


def printed(*words: str, status: int = 0) -> str:
    """Returns what a command prints."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        got = main(words)
    assert got == status, err.getvalue()
    return out.getvalue()


def json_of(*words: str) -> str:
    return plain_json(printed(*words, "--json"))


def files_here(*names: str) -> str:
    """Returns the text of files that a command wrote."""
    paths = [path for name in names for path in sorted(Path().glob(name))]
    assert paths
    return "\n".join(f"--- {path}\n{plain(path.read_text(encoding='utf-8'))}" for path in paths)


def simulated(words: str) -> str:
    return json_of("simulate", *words.split(), "--seed", "7", "--workers", "1")


def recorded() -> str:
    told = json_of("simulate", "--games", "6", "--novices", "3", "--guards", "careful", "--novice-bots", "greedy", "--records", "games")
    return told + files_here("games/*.nuns")


def gridded() -> str:
    Path("grid.toml").write_text(GRID, encoding="utf-8")
    told = json_of("simulate", "--grid", "grid.toml", "--workers", "1")
    for shard in ("1/2", "2/2"):
        told += json_of("simulate", "--grid", "grid.toml", "--workers", "1", "--shard", shard, "--table", f"shard-{shard[0]}.csv")
    told += json_of("merge", "shard-1.csv", "shard-2.csv", "--table", "merged.csv")
    return told + files_here("*.csv")


def reported() -> str:
    gridded()
    told = json_of("report", "grid.csv", "--html", "report.html", "--fair", "fair.json")
    return told + files_here("report.html", "fair.json")


def write_page(name: str, mark: str) -> None:
    """Writes a document with a part for a command to fill in; the prose of the documents is free to change."""
    Path(name).write_text(f"# Page\n\nBefore.\n\n<!-- {mark} -->\n<!-- {mark.split(':')[0]} ends -->\n\nAfter.\n", encoding="utf-8")


def balance_reported() -> str:
    """Returns what is made of a table for the documents."""
    gridded()
    write_page("balance.md", "balance: written by nuns report")
    printed("report", "grid.csv", "--page", "balance.md", "--pictures", "pictures")
    return files_here("balance.md", "pictures/*.svg")


def laddered(*more: str) -> str:
    write_page("bots.md", "ladder: written by nuns ladder")
    told = json_of("ladder", *LADDER, "--page", "bots.md", "--picture", "ladder.svg", *more)
    return told + files_here("bots.md", "ladder.svg")


def verified(records: list[Path]) -> str:
    for path in records:
        shutil.copy(path, path.name)
    return "".join(plain_json(line) for line in printed("verify", *(path.name for path in records), "--json").splitlines())


def replayed(records: list[Path], *words: str) -> str:
    return "\n".join(f"--- {path.name}\n{printed('replay', str(path), *words)}" for path in records)


def analysed() -> str:
    """Returns the keys of an analysis, at every depth but in lists of what it has found, which grow with its time."""
    told = json.loads(printed("analyse", str(RECORDS[0]), "--budget", "1", "--json"))
    return "\n".join(sorted(keys_of({name: None if name in FOUND else value for name, value in told.items()})))


def keys_of(value: Any, path: str = "") -> set[str]:
    if isinstance(value, dict):
        return {path} | {key for name, each in value.items() for key in keys_of(each, f"{path}.{'*' if name.isdigit() else name}")}
    if isinstance(value, list):
        return {path} | {key for each in value for key in keys_of(each, f"{path}[]")}
    return {path}


def hosted() -> str:
    """Returns what a host's commands say of a database with something of everything in it."""
    dump_sqlite(Path())
    database = f"sqlite:///{Path('sample').absolute()}"
    told = json_of("tables", "--database", database) + json_of("tables", "--database", database, "--status", "lobby")
    told += json_of("prune", "--database", database, "--dry-run")
    return timeless(told + json_of("move", database, f"sqlite:///{Path('copy').absolute()}"))


def flags_of() -> str:
    """Returns every command with its flags, as they are declared."""
    commands = next(each for each in parser()._actions if isinstance(each, _SubParsersAction)).choices
    return "\n".join(line for name, command in commands.items() for line in declared(name, command))


def declared(name: str, command: ArgumentParser) -> Iterator[str]:
    yield f"{name}: {command.description} {command.epilog}"
    for flag in command._actions:
        names = "/".join(flag.option_strings) or flag.dest
        yield f"  {names} {flag.metavar} {flag.nargs} default {flag.default}: {flag.help}"


def in_folder(work: Callable[[], str]) -> str:
    """Works something out in a new folder, which is the current one meanwhile."""
    with TemporaryDirectory() as folder, chdir(folder):
        return work()


WORK: dict[str, Callable[[], str]] = {
    "ladder": laddered,
    "ladder --luck": partial(laddered, "--luck"),
    "puzzles --check": partial(json_of, "puzzles", "--check"),
    "report": reported,
    "report --page": balance_reported,
    "simulate --grid, merge": gridded,
    **{f"simulate {name}": partial(simulated, words) for name, words in SIMULATED.items()},
    "simulate --records": recorded,
    "analyse": analysed,
    "lessons": partial(json_of, "lessons"),
    "lessons --check": partial(json_of, "lessons", "--check"),
    "puzzles": partial(json_of, "puzzles"),
    "editions": partial(json_of, "editions"),
    "editions as text": lambda: printed("editions") + printed("editions", "--options"),
    "bots": partial(json_of, "bots"),
    "verify": partial(verified, RECORDS),
    "verify version 1": partial(verified, BEFORE),
    "replay": partial(replayed, RECORDS),
    "replay --events": partial(replayed, RECORDS, "--events"),
    "replay --events version 1": partial(replayed, BEFORE, "--events"),
    "replay --events --seat guards": partial(replayed, RECORDS, "--events", "--seat", "guards"),
    "replay --seat spectator": partial(replayed, RECORDS, "--seat", "spectator"),
    "replay --thoughts": partial(replayed, RECORDS[:1], "--seat", "guards", "--thoughts", "belief"),
    "perft": partial(json_of, "perft", "--edition", "dutch", "--set", "blessings=on", "--depth", "7"),
    "tables, prune, move": hosted,
    "flags": flags_of,
}
TEXTS = {name: partial(in_folder, work) for name, work in WORK.items()}
