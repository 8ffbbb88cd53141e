"""Starting up: what is imported, where compiled code is kept, and what happens without a compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nuns.kernel import cache
from nuns.kernel.machine import NoCompiler, machine


def run(code: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_board_rules_and_kernel_need_numpy_and_numba_alone() -> None:
    """Everything else is blocked from being imported at all."""
    code = "\n".join(
        (
            "import sys",
            "class No:",
            "    def find_spec(self, name, *rest):",
            "        if name.partition('.')[0] in ('msgspec', 'rich', 'hypothesis'):",
            "            raise ImportError(name)",
            "sys.meta_path.insert(0, No())",
            "import nuns.board.tables, nuns.kernel.batch, nuns.rules.turn",
            "print('fine')",
        )
    )
    assert run(code) == "fine"


def test_a_fingerprint_changes_with_the_source_and_with_the_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = tmp_path / "kernel"
    kernel.mkdir()
    monkeypatch.setattr(cache, "__file__", str(kernel / "cache.py"))
    seen = set()
    for text in ("a = 1", "a = 2"):
        (kernel / "play.py").write_text(text, encoding="utf-8")
        seen |= {cache.fingerprint("told"), cache.fingerprint("silent")}
    assert len(seen) == 4


def test_where_nothing_can_be_written_there_is_no_cache_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUNS_CACHE", "/proc/nowhere")
    assert cache.cache_folder("told") is None
    assert not cache.is_warm("told", "play_games")


def test_folders_of_sources_long_gone_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUNS_CACHE", str(tmp_path))
    for number in range(cache.OTHER_FOLDERS + 2):
        (tmp_path / f"kernel-{number}").mkdir()
    assert cache.cache_folder("told") is not None
    assert len(list(tmp_path.glob("kernel-*"))) == cache.OTHER_FOLDERS + 1


def test_without_numba_games_are_played_interpreted_and_batches_say_what_is_missing() -> None:
    blocked = "import sys\nsys.modules['numba'] = None\n"
    assert "expected Numba" in run(
        f"{blocked}from nuns.kernel.batch import Batch\ntry: Batch()\nexcept RuntimeError as fault: print(fault)"
    )
    played = run(f"{blocked}from nuns.lab.simulate import simulate, GameSetup\nprint(simulate(GameSetup(novices=1), 3, 1).games)")
    assert played == "3"


def test_the_compiled_rules_are_made_once() -> None:
    assert machine() is machine()
    assert issubclass(NoCompiler, RuntimeError)
