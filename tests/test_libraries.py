"""What we use of libraries that they do not promise: each test says what to do when it is gone."""

from inspect import signature
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


def test_uvicorn_captures_signals_in_methods_that_can_be_overridden() -> None:
    """``Server`` of server/web/server_run.py overrides one and calls the other; neither is documented."""
    advice = "uvicorn has moved capture_signals or handle_exit: mend Server in server/web/server_run.py"
    assert {"capture_signals", "handle_exit"} <= set(dir(uvicorn.Server)), advice
    assert list(signature(uvicorn.Server.capture_signals).parameters) == ["self"], advice
    assert list(signature(uvicorn.Server.handle_exit).parameters) == ["self", "sig", "frame"], advice
