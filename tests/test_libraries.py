"""What we use of libraries that they do not promise: each test says what to do when it is gone."""

import os
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import Any

import numba
import numpy
import pytest
import uvicorn
from numba.core.errors import TypingError


def adding(one: int, two: int) -> int:
    return one + two


def allocating(size: int) -> int:
    return len(numpy.zeros(size))


@pytest.mark.full
def test_numba_compiles_without_a_runtime_for_allocations() -> None:
    """``_nrt`` is a private option of numba (kernel/machine.py): pyproject.toml bounds its version for that."""
    advice = "numba has moved its private option _nrt: leave it out of kernel/machine.py, or bound numba below this version"
    without: dict[str, Any] = {"_nrt": False}
    try:
        compile_bare: Any = numba.njit(**without)
        assert compile_bare(adding)(1, 2) == 3
    except KeyError:
        pytest.fail(advice)
    try:
        compile_bare(allocating)(3)
    except TypingError:
        return
    pytest.fail(advice)


def test_numba_leaves_a_part_to_the_functions_that_call_it() -> None:
    """kernel/parts.py overrides a pass of numba's compiler and how its libraries are finished, neither of which is promised."""
    from nuns.kernel.parts import PART

    add: Any = numba.njit(**PART)(adding)

    @numba.njit
    def doubled(one: int) -> Any:
        return add(one, one)

    advice = "numba has changed what kernel/parts.py builds on: leave **PART out of kernel/machine.py and units.py, which compiles slowly"
    assert doubled(3) == 6, advice
    assert add.overloads, advice
    with pytest.raises(TypeError):
        add(1, 2)


# ``mix`` is long enough not to be inlined, and is compiled for another record in each process; "12" takes both from the cache.
TWO_RECORDS = """
import sys
import numba, numpy
from nuns.kernel.machine import keep_names_apart

if "apart" in sys.argv:
    keep_names_apart()
line = "    for each in range(count): total += (total ^ each) % {0} + record.b // (count + {0})\\n"
steps = "".join(line.format(each) for each in range(7, 17))
exec("@numba.njit\\ndef mix(record, count):\\n    total = record.b\\n" + steps + "    return total")

@numba.njit(cache=True)
def first(records, count):
    return mix(records[0], count) + mix(records[0], count + 1) + mix(records[0], count + 5)

@numba.njit(cache=True)
def second(records, count):
    return mix(records[0], count) + mix(records[0], count + 1) + mix(records[0], count + 5)

if "1" in sys.argv[1]:
    print(first(numpy.array([(1000, 2000)], [("a", "i8"), ("b", "i8")]), 7))
if "2" in sys.argv[1]:
    print(second(numpy.array([(3000, 4000, 5.0)], [("b", "i8"), ("a", "i8"), ("c", "f8")]), 7))
"""


def numbers_from_two_processes(folder: Path, *words: str) -> tuple[list[str], list[str]]:
    """What two functions return when each is compiled by a process of its own, and when a third takes both from the cache."""
    program = folder / "two_records.py"
    program.write_text(TWO_RECORDS, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    printed = []
    for which in ("1", "2", "12"):
        command = [sys.executable, str(program), which, *words]
        printed.append(subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout.split())
    return [*printed[0], *printed[1]], printed[2]


@pytest.mark.full
def test_machine_code_that_two_processes_left_in_the_cache_is_told_apart(tmp_path: Path) -> None:
    """``keep_names_apart`` of kernel/machine.py replaces a private counter of numba."""
    compiled, cached = numbers_from_two_processes(tmp_path, "apart")
    assert cached == compiled, "numba has moved the private counter FunctionIdentity._unique_ids: mend keep_names_apart"


@pytest.mark.full
def test_numba_alone_does_not_tell_it_apart(tmp_path: Path) -> None:
    compiled, cached = numbers_from_two_processes(tmp_path)
    assert cached != compiled, "numba tells records apart by itself now: remove keep_names_apart from kernel/machine.py"


def test_uvicorn_captures_signals_in_methods_that_can_be_overridden() -> None:
    """``Server`` of server/web/server_run.py overrides one and calls the other; neither is documented."""
    advice = "uvicorn has moved capture_signals or handle_exit: mend Server in server/web/server_run.py"
    assert {"capture_signals", "handle_exit"} <= set(dir(uvicorn.Server)), advice
    assert list(signature(uvicorn.Server.capture_signals).parameters) == ["self"], advice
    assert list(signature(uvicorn.Server.handle_exit).parameters) == ["self", "sig", "frame"], advice
