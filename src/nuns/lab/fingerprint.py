"""A hash of everything that decides a game, so that results of other sources are not mixed in."""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

SOURCES = (  # the files that decide a game
    "board/*.py",
    "board/convent.json",
    "rules/*.py",
    "referee/*.py",
    "kernel/*.py",
    "bots/**/*.py",
    "lab/ceiling.py",
    "lab/lineup.py",
    "lab/simulate.py",
)
TELLING = (
    "picture.py",
    "svg.py",
    "thoughts.py",
    "wants.py",
    "sentences.py",
    "explain.py",
)  # these only tell of games
REMARK = re.compile(r'^\s*(?:"""(?:.|\n)*?"""\s*$|#.*$)|  # .*$', re.MULTILINE)


def hash_sources(played_with: str, more: Iterable[str] = ()) -> str:
    """Returns a hash of what is played with and of the sources, to which ``more`` adds patterns, without comments."""
    root, seen = Path(__file__).parents[1], sha256(played_with.encode())
    for source in sorted(file for pattern in (*SOURCES, *more) for file in root.glob(pattern) if file.name not in TELLING):
        text = source.read_text(encoding="utf-8")
        seen.update(f"{source.relative_to(root).as_posix()} {code_of(text) if source.suffix == '.py' else text}".encode())
    return seen.hexdigest()[:16]


def code_of(source: str) -> str:
    """Returns a module without its docstrings, comments and empty lines."""
    return "\n".join(line for line in REMARK.sub("", source).splitlines() if line.strip())
