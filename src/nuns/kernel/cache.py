"""The folder for compiled code, named by a hash of everything that went into it, so that it cannot be stale."""

import os
import platform
import shutil
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

OTHER_FOLDERS = 96  # how many folders of other sources, versions, variants or units are kept: a version has some twenty
PACKAGES = ("board", "rules", "kernel")
HOST = ("batch.py", "cache.py", "device.py", "entries.py")  # of the kernel: what calls machine code, and changes nothing in it
PICTURES = ("picture.py", "svg.py")  # of the board
LIBRARIES = ("numba", "llvmlite", "numpy")
Sources = tuple[Path, ...]


def fingerprint(variant: str, extra: Sources = ()) -> str:
    """Returns a hash of all sources that are compiled, their folder, the versions of the compilers, and the variant.

    The folder counts because Numba does not reuse the code of the same sources in another folder.
    """
    root = Path(__file__).parents[1]
    seen = sha256(f"{root} {variant} {sys.version} {platform.machine()} {[version(library) for library in LIBRARIES]}".encode())
    files = sorted(file for package in PACKAGES for file in (root / package).glob("*.py") if file.name not in (*HOST, *PICTURES))
    for source in (*files, *extra):
        seen.update(source.name.encode() + source.read_bytes())
    return seen.hexdigest()[:16]


def cache_home() -> Path:
    """Returns the folder that ``NUNS_CACHE`` names, or the user's cache folder, on Linux ``~/.cache/nuns``."""
    if named := os.environ.get("NUNS_CACHE"):
        return Path(named)
    return user_cache_path("nuns", appauthor=False)


def cache_folder(variant: str, extra: Sources = ()) -> Path | None:
    """Returns the folder for these sources, or None where nothing can be written; then code is compiled each time."""
    try:
        folder = cache_home() / f"kernel-{fingerprint(variant, extra)}"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
        remove_old_folders(folder)
    except (OSError, RuntimeError):
        return None
    return folder


def remove_old_folders(current: Path) -> None:
    """Removes all but the most recently used folders of other sources and versions."""
    others = sorted((f for f in current.parent.glob("kernel-*") if f != current), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in others[OTHER_FOLDERS:]:
        with suppress(OSError):
            shutil.rmtree(old)


def is_warm(variant: str, loop: str, extra: Sources = ()) -> bool:
    """Tells whether that loop is compiled already, so that a start takes one second and not many."""
    try:
        return any((cache_home() / f"kernel-{fingerprint(variant, extra)}").rglob(f"*.{loop}-*.nbi"))
    except (OSError, RuntimeError):
        return False
