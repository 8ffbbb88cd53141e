"""Compares everything with ``tests/data/same.json``: ``python -m tests.same [--write] [--keep FOLDER] [WORD ...]``.

With words only what has one of them in its name. To see what has changed, keep the texts of both trees in two folders and compare those.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from traceback import format_exception

from tests.kit.convents import DATA

HASHES = DATA / "same.json"
PARTS = ("analyses", "nights", "games", "commands", "environments", "pictures")  # the slow ones first


def names_of(part: str) -> list[str]:
    """Returns the names of a part's texts."""
    return [f"{part}: {name}" for name in import_module(f"tests.same.{part}").TEXTS]


def text_of(name: str) -> tuple[str, float]:
    """Works a text out, in a process of the pool; returns it with the seconds that took."""
    part, _, own = name.partition(": ")
    began = time.perf_counter()
    try:
        text: str = import_module(f"tests.same.{part}").TEXTS[own]()
    except Exception as fault:  # not every exception can be sent to another process
        raise RuntimeError(f"{name}: {''.join(format_exception(fault))}") from None
    return text, time.perf_counter() - began


def hash_of(text: str) -> str:
    """Returns a short hash of a text; an empty one proves nothing and has none."""
    assert text, "a text"
    return sha256(text.encode()).hexdigest()[:16]


def differences(expected: Mapping[str, str], got: Mapping[str, str]) -> list[str]:
    """Returns a line for each name whose hash is another, is missing or is new."""
    lines = []
    for name in sorted(expected.keys() | got.keys()):
        if name not in got:
            lines.append(f"is gone: {name}")
        elif name not in expected:
            lines.append(f"is new: {name}")
        elif expected[name] != got[name]:
            lines.append(f"has changed: {name}")
    return lines


def work_out(names: Iterable[str], jobs: int, keep: Path | None, *, timed: bool) -> dict[str, str]:
    """Returns the hash of every text, worked out in as many processes."""
    hashes = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: dict[Future[tuple[str, float]], str] = {pool.submit(text_of, name): name for name in names}
        for done in as_completed(waiting):
            name = waiting[done]
            text, seconds = done.result()
            hashes[name] = hash_of(text)
            if timed:
                print(f"{seconds:6.1f} s  {name}", file=sys.stderr)
            if keep:
                (keep / (name.replace(": ", "-").replace("/", "-").replace(" ", "_") + ".txt")).write_text(text, encoding="utf-8")
    return hashes


def main() -> int:
    flags = ArgumentParser(prog="python -m tests.same", description="Compares what the program gives with what it gave.")
    flags.add_argument("words", nargs="*", metavar="WORD", help="only what has one of these words in its name")
    flags.add_argument("--write", action="store_true", help="take what it gives now as what it should give")
    flags.add_argument("--keep", type=Path, metavar="FOLDER", help="write every text to a file of this folder")
    flags.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: one a core)")
    flags.add_argument("--times", action="store_true", help="print how long each took")
    given = flags.parse_args()
    every = [name for part in PARTS for name in names_of(part)]
    names = [name for name in every if not given.words or any(word in name for word in given.words)]
    if not names:
        flags.error(f"expected words in a name such as {every[0]!r}; got {' '.join(given.words)}")
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    got = work_out(names, given.jobs, given.keep, timed=given.times)
    expected: dict[str, str] = json.loads(HASHES.read_text(encoding="utf-8")) if HASHES.exists() else {}
    gone = expected.keys() - set(every)
    compared = {name: each for name, each in expected.items() if name in got or (name in gone and not given.words)}
    found = differences(compared, got)
    for line in found:
        print(f"same: {line}", file=sys.stderr)
    if given.write:
        kept = {name: each for name, each in expected.items() if name not in gone} | got
        HASHES.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")
        return 0
    if found:
        print("same: to see how, run python -m tests.same --keep FOLDER in both trees and compare the folders", file=sys.stderr)
        return 1
    print(f"{len(got)} texts are the same")
    return 0
