"""The program from outside: outputs that are full, closed or of few letters, interrupts, and how it leaves."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nuns.cli import main
from nuns.kernel.cache import fingerprint
from nuns.kernel.machine import variant
from tests.kit.program import NUNS, PATIENCE, dutch_night, first
from tests.kit.records import forged
from tests.kit.sample import sample

# -- outputs --------------------------------------------------------------------------------------------------------------


def test_a_reader_who_leaves_is_no_error() -> None:
    """``nuns editions --options | head -1``"""
    program = subprocess.Popen([*NUNS, "editions", "--options"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    head = subprocess.run(["head", "-1"], stdin=program.stdout, capture_output=True, check=True, timeout=PATIENCE)
    assert program.stdout is not None
    program.stdout.close()
    assert program.stderr is not None
    err = program.stderr.read()
    program.stderr.close()
    assert program.wait(timeout=PATIENCE) in (0, 1)
    assert head.stdout == b"sight=arc|room\n"
    assert err == b""


def test_a_pipe_that_is_closed_from_the_start_is_no_error(record: Path) -> None:
    program = subprocess.Popen([*NUNS, "replay", str(record)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    program.stdout.close()
    assert program.stderr is not None
    err = program.stderr.read()
    program.stderr.close()
    assert program.wait(timeout=PATIENCE) in (0, 1)
    assert err == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full on this system")
@pytest.mark.parametrize("words, name", [(("editions",), "nuns editions"), (("--help",), "nuns"), (("--version",), "nuns"), ((), "nuns")])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_a_failure_of_one_line(words: tuple[str, ...], name: str, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run([*NUNS, *words], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, env=environment)
    assert done.returncode == 1
    assert done.stderr == f"{name}: expected to write the output; got No space left on device\n".encode()


@pytest.mark.parametrize("words, name", [("editions", "nuns editions"), ("--help", "nuns"), ("board --svg -", "nuns board")])
def test_output_that_is_closed_is_a_failure_of_one_line(words: str, name: str) -> None:
    done = subprocess.run(["sh", "-c", f'"$@" {words} >&-', "sh", *NUNS], stderr=subprocess.PIPE, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr == f"{name}: expected to write the output; got a closed output\n".encode()


def test_errors_that_nobody_can_read_go_nowhere() -> None:
    done = subprocess.run(["sh", "-c", '"$@" juggle 2>&-', "sh", *NUNS], stdout=subprocess.PIPE, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, b"")


SPELLINGS = [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]


@pytest.mark.parametrize("environment", SPELLINGS, ids=["output", "locale"])
def test_names_that_the_output_cannot_spell_are_escaped(record: Path, environment: dict[str, str]) -> None:
    def named(lines: list[str]) -> None:
        lines[first(lines, "seat guards")] = "seat guards Żółć 修女"

    path = record.with_name("nächt.nuns")
    path.write_bytes(forged(dutch_night()[1], named))
    for words in (("replay", path), ("verify", path, path), ("verify", "--json", path), ("verify", record.with_name("ñ"))):
        done = subprocess.run([*NUNS, *words], capture_output=True, timeout=PATIENCE, env={**os.environ, **environment})
        assert done.returncode == (words[-1] != path)
        assert done.stderr.count(b"\n") == done.returncode
        assert (done.stdout + done.stderr).isascii()
        assert words[0] != "replay" or rb"\u017b\xf3\u0142\u0107" in done.stdout


# -- Ctrl-C ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def hearing_interrupts() -> Iterator[None]:
    """Programs inherit what is ignored, as interrupts are where the tests themselves run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def loads(program: int, folder: Path) -> bool:
    """Its own modules are being imported."""
    return b"msgspec" in Path(f"/proc/{program}/maps").read_bytes()


def starts_workers(program: int, folder: Path) -> bool:
    """The first of them has just begun to import."""
    return len(Path(f"/proc/{program}/task/{program}/children").read_bytes().split()) > 1  # beside the tracker of resources


def plays(program: int, folder: Path) -> bool:
    return any(folder.iterdir())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="what a program is about is seen in /proc")
@pytest.mark.parametrize("moment", [loads, starts_workers, plays])
@pytest.mark.parametrize("later", sample([0], [0, 0.05, 0.1, 0.2]))
def test_an_interrupt_is_one_line(moment: Callable[[int, Path], bool], later: float, tmp_path: Path) -> None:
    """A program and all that it has started are sent the signal of Ctrl-C."""
    words = ("simulate", "--games", "100000", "--workers", "2", "--records", str(tmp_path))
    program = subprocess.Popen([*NUNS, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + PATIENCE
    try:
        while not moment(program.pid, tmp_path):
            assert time.monotonic() < deadline
            time.sleep(0.005)
        time.sleep(later)
        os.killpg(program.pid, signal.SIGINT)
        _, err = program.communicate(timeout=PATIENCE)
    finally:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
    assert (program.returncode, err) == (130, b"nuns: stopped\n")


SWALLOWED = """
import builtins, os, signal, sys
load = builtins.__import__
def interrupted(name, *more):
    if name == "nuns.cli.commands":
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except BaseException:
            pass
    return load(name, *more)
if sys.argv.pop() == "ignored":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
from nuns.cli import main
builtins.__import__ = interrupted
sys.exit(main(["--version"]))
"""


@pytest.mark.parametrize("hearing, status, err", [("heard", 130, b"nuns: stopped\n"), ("ignored", 0, b"")])
def test_an_interrupt_that_an_import_swallows_is_heard_all_the_same(hearing: str, status: int, err: bytes) -> None:
    """As extension modules may do; where it is ignored from the start, as in the background, it stays so."""
    done = subprocess.run([sys.executable, "-c", SWALLOWED, hearing], capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (status, err)


BUSY = """
import ctypes, sys
from nuns.cli.interrupts import exit_on_interrupt
with exit_on_interrupt():
    pass
with exit_on_interrupt():
    print("busy", flush=True)
    while True:
        ctypes.CDLL(None).sleep(60)
"""


def test_an_interrupt_is_exit_on_interrupt_where_machine_code_hears_nothing() -> None:
    program = subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stdout.readline() == b"busy\n"
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, err) == (130, b"nuns: stopped\n")


def test_an_interrupt_of_a_command_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(words: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("nuns.cli.program.run", interrupted)
    before = signal.getsignal(signal.SIGINT)
    try:
        assert main(["editions"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr() == ("", "nuns: stopped\n")


def test_little_is_loaded_before_an_interrupt_can_be_heard() -> None:
    code = "import sys; before = set(sys.modules); import nuns.cli; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert {name for name in done.stdout.split() if name.startswith("nuns")} == {"nuns", "nuns.cli", "nuns.cli.interrupts"}
    assert "argparse" not in done.stdout


# -- how it leaves --------------------------------------------------------------------------------------------------------


def test_a_compiler_that_is_switched_off_is_not_used_though_its_code_is_at_hand(tmp_path: Path) -> None:
    code = tmp_path / f"kernel-{fingerprint(variant())}" / "loops.nbi"
    code.parent.mkdir()
    code.touch()
    environment = {**os.environ, "NUNS_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    words = ("simulate", "--games", "3", "--novices", "1", "--json")
    done = subprocess.run([*NUNS, *words], capture_output=True, timeout=PATIENCE, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["games"] == 3


@pytest.mark.parametrize("words, who", [(("--guards", "hard"), "belief guards"), (("--novice-bots", "search"), "search novices")])
def test_bots_that_need_a_compiler_are_refused_without_one(words: tuple[str, ...], who: str) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([*NUNS, "simulate", *words], capture_output=True, timeout=PATIENCE, env=environment)
    told = f"nuns simulate: expected Numba, which {who} need; got none, or it is switched off\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (1, b"", told)


def test_the_program_exits_as_main_says(tmp_path: Path) -> None:
    def status(*words: str) -> int:
        return subprocess.run([*NUNS, *words], capture_output=True, timeout=PATIENCE).returncode

    assert status("editions") == 0
    assert status("verify", str(tmp_path)) == 1
    assert status("verify") == 2


def test_progress_does_not_mix_with_figures() -> None:
    """Progress goes to stderr, and only where somebody watches."""
    done = subprocess.run(
        [*NUNS, "simulate", "--games", "6", "--novices", "2", "--set", "turns=3", "--json"],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    assert json.loads(done.stdout)["games"] == 6
    assert done.stderr == b""
