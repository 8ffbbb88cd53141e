"""Runs the tests of the rules against a seeded sample of mutants, and reports which of them no test noticed.

The tests are collected once. Each mutant is tried in a forked process, which gives the function its faulty code and runs the tests that
call that function, the quickest first, until one fails. A test that takes far longer than it did without the fault counts as failed.
"""

import argparse
import os
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest
from rich.progress import track

from tests.mutation.mutants import Mutant, sampled_mutants

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src/nuns/rules"
TESTS = ("tests/rules",)  # the chapters' own tests; goldens, audit and lockstep, which take long, would notice more
PATIENCE_S, PATIENCE_FACTOR = 20, 5  # a test may take this long with a fault: so many seconds, and so many times as long as without
KILLED, TOO_LONG = 1, 2


@dataclass(frozen=True)
class Run:
    """What a test does without a fault: the seconds it takes and the functions of the rules it calls."""

    seconds: float
    calls: frozenset[tuple[str, str]]


class MutationRun:
    """A plugin for pytest that runs the collected tests against mutants."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int) -> None:
        self.mutants, self.jobs = mutants, jobs
        self.survivors: list[Mutant] = []
        self.uncalled: list[Mutant] = []
        self.too_long = 0
        self._in_child = False
        self._failed = False

    def pytest_collection(self) -> None:
        """Takes a failing example as it is: to shrink it would take long and tell nothing here."""
        from hypothesis import Phase, settings  # not before pytest has prepared to rewrite its assertions

        settings.register_profile("mutation", settings.get_profile("steady"), phases=[Phase.explicit, Phase.generate], print_blob=False)
        settings.load_profile("mutation")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remembers that a test failed."""
        self._failed = self._failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs the tests once without a fault, then against each mutant; pytest's own loop does not run."""
        if session.testsfailed:
            raise pytest.UsageError("expected tests that can be collected; got errors, see above")
        runs = self._first_runs(session.items)
        pending: dict[int, Mutant] = {}
        for mutant in track(self.mutants, "mutants", disable=not sys.stderr.isatty()):
            tests = [item for item in session.items if (mutant.module, mutant.function) in runs[item.nodeid].calls]
            if not tests:
                self.uncalled.append(mutant)
                continue
            tests.sort(key=lambda item: runs[item.nodeid].seconds)
            pending[_forked(lambda: self._try(mutant, tests, runs))] = mutant  # noqa: B023  # called before the loop goes on
            if len(pending) >= self.jobs:
                self._gather(pending)
        while pending:
            self._gather(pending)
        return True

    def _first_runs(self, items: list[pytest.Item]) -> dict[str, Run]:
        """Runs every test without a fault, in forked processes, so that nothing is kept from them."""
        runs: dict[str, Run] = {}
        parts = [(items[number :: self.jobs], *os.pipe()) for number in range(self.jobs)]
        children = [_forked(lambda: self._measure(part, write)) for part, _, write in parts]  # noqa: B023  # called at once
        for _, read, write in parts:
            os.close(write)
            with os.fdopen(read, "rb") as stream:
                runs |= pickle.load(stream)
        for child in children:
            os.waitpid(child, 0)
        if missing := [item.nodeid for item in items if item.nodeid not in runs]:
            raise pytest.UsageError(f"expected tests that pass without a fault; these failed: {', '.join(missing[:5])}")
        return runs

    def _measure(self, items: list[pytest.Item], write: int) -> int:
        runs = {}
        for item in items:
            calls: set[tuple[str, str]] = set()
            began = time.perf_counter()
            self._failed = False
            sys.settrace(_noting(calls))
            try:
                _run(item)
            finally:
                sys.settrace(None)
            if not self._failed:
                runs[item.nodeid] = Run(time.perf_counter() - began, frozenset(calls))
        with os.fdopen(write, "wb") as stream:
            pickle.dump(runs, stream)
        return 0

    def _try(self, mutant: Mutant, tests: list[pytest.Item], runs: dict[str, Run]) -> int:
        function = getattr(import_module(f"nuns.rules.{mutant.module}"), mutant.function)
        function.__code__ = mutant.code
        signal.signal(signal.SIGALRM, lambda *_: os._exit(TOO_LONG))
        for item in tests:
            signal.alarm(int(PATIENCE_S + PATIENCE_FACTOR * runs[item.nodeid].seconds))
            _run(item)
            if self._failed:
                return KILLED
        return 0

    def _gather(self, pending: dict[int, Mutant]) -> None:
        child, status = os.waitpid(-1, 0)
        mutant = pending.pop(child)
        if status == 0:
            self.survivors.append(mutant)
            print(f"survived: {mutant}", flush=True)
        self.too_long += os.waitstatus_to_exitcode(status) == TOO_LONG


def _noting(calls: set[tuple[str, str]]) -> Callable[[FrameType, str, object], None]:
    """Returns a trace function that notes the functions of the rules that are called."""
    folder = str(RULES) + os.sep

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(folder):
            calls.add((Path(frame.f_code.co_filename).stem, frame.f_code.co_name))

    return note


def _run(item: pytest.Item) -> None:
    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)


def _forked(work: Callable[[], int]) -> int:
    """Starts a process that does the work silently and ends with the number it returns; returns the process's number."""
    child = os.fork()
    if child:
        return child
    status = KILLED
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        status = work()
    finally:
        os._exit(status)


def report(run: MutationRun, seed: int, possible: int) -> Iterable[str]:
    """Returns the report's lines: the figures, and every survivor."""
    tried, unnoticed = len(run.mutants), len(run.survivors) + len(run.uncalled)
    yield f"{tried} of {possible} mutants (seed {seed}): {tried - unnoticed} noticed ({(tried - unnoticed) / tried:.1%}), {unnoticed} not."
    yield f"Of those noticed, {run.too_long} by a test that no longer ended."
    by_module = Counter(mutant.module for mutant in run.mutants)
    missed = Counter(mutant.module for mutant in (*run.survivors, *run.uncalled))
    yield from ("", "| module | mutants | not noticed |", "| --- | --- | --- |")
    yield from (f"| `{module}` | {count} | {missed[module]} |" for module, count in sorted(by_module.items()))
    yield ""
    yield from (f"- {mutant}" for mutant in run.survivors)
    yield from (f"- {mutant} (no test calls it)" for mutant in run.uncalled)


def main() -> int:
    """Tries the mutants and prints the report; returns 0 however many survive, since each is for a person to judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=400, help="how many mutants to try (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once (default: one for each core)")
    parser.add_argument("--report", type=Path, help="a file for the report, besides the screen")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    modules = sorted(RULES.glob("*.py"))
    mutants = sampled_mutants(modules, chosen.sample, chosen.seed)
    run = MutationRun(mutants, chosen.jobs)
    if status := pytest.main(["-s", "-p", "no:cacheprovider", "-p", "no:terminal", *TESTS], plugins=[run]):
        return int(status)
    lines = "\n".join(report(run, chosen.seed, len(sampled_mutants(modules, sys.maxsize, 0))))
    print(lines)
    if chosen.report:
        chosen.report.write_text(lines + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
