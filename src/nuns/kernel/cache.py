"""Where compiled code is kept: a folder named after everything that went into it, so that it cannot be stale."""

import os
import platform
import shutil
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

KEPT = 8  # folders of other sources, versions or variants that stay
PACKAGES = ("board", "rules", "kernel")
LIBRARIES = ("numba", "llvmlite", "numpy")
Sources = tuple[Path, ...]


def fingerprint(variant: str, extra: Sources = ()) -> str:
    """A hash of the rules' source and of what else is compiled with it, the versions of what compiles it, and how."""
    root = Path(__file__).parents[1]
    seen = sha256(f"{variant} {sys.version} {platform.machine()} {[version(library) for library in LIBRARIES]}".encode())
    for source in (*sorted(file for package in PACKAGES for file in (root / package).glob("*.py")), *extra):
        seen.update(source.name.encode() + source.read_bytes())
    return seen.hexdigest()[:16]


def cache_home() -> Path:
    """The folder that ``NUNS_CACHE`` names, or the user's cache folder: on Linux ``~/.cache/nuns``."""
    if named := os.environ.get("NUNS_CACHE"):
        return Path(named)
    return user_cache_path("nuns", appauthor=False)


def cache_folder(variant: str, extra: Sources = ()) -> Path | None:
    """The folder for this source; None where nothing can be written, which is no error."""
    try:
        folder = cache_home() / f"kernel-{fingerprint(variant, extra)}"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
        sweep(folder)
    except (OSError, RuntimeError):
        return None
    return folder


def sweep(current: Path) -> None:
    """Removes the folders of sources and versions long gone."""
    others = sorted((f for f in current.parent.glob("kernel-*") if f != current), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in others[KEPT:]:
        with suppress(OSError):
            shutil.rmtree(old)


def is_warm(variant: str, loop: str, extra: Sources = ()) -> bool:
    """Tells whether that loop's compiled code lies there: a start will take a second, not many."""
    try:
        return any((cache_home() / f"kernel-{fingerprint(variant, extra)}").rglob(f"*.{loop}-*.nbi"))
    except (OSError, RuntimeError):
        return False
