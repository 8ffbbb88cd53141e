"""Programs as bots, named as ``exec:COMMAND``: they speak JSON lines on their standard input and output (referee/bot_line.py).

A program plays one game at a time, and is kept for the next game of its seat. One that answers wrongly is told so, and a random action is
taken; one that is silent for too long, or ends, is ended for good in that game, and random actions are taken until the game is over.
"""

import atexit
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread, current_thread
from typing import IO, Any
from weakref import finalize

from nuns.bots.players.user_bot import EXEC, BadBot, UserBot
from nuns.referee.actions import Action
from nuns.referee.bot_line import (
    AskLine,
    BadLine,
    BotLine,
    EventLine,
    GameLine,
    OverLine,
    RefusedLine,
    action_in,
    ask_line,
    encode_line,
    read_answer,
)
from nuns.referee.events import Event
from nuns.referee.view import View

SECONDS = 10.0  # for an answer, unless NUNS_BOT_SECONDS says otherwise
LONGEST_WAIT = 86_400  # seconds that NUNS_BOT_SECONDS may allow
TO_START = 3.0  # times as long for the first answer of a program
LONGEST = 100_000  # bytes of an answer
UNREAD = 1000  # lines that a program may leave unread, or write unasked
FAREWELL = 1.0  # seconds in which a program may end by itself, and then whatever holds its pipes
CLOSING = 5.0  # seconds in which a program may end that has closed its output
PAUSE = 0.01  # seconds between two looks at whether lines that were written unasked have been taken
DISMISSALS = 3  # of one program in one seat; then it is not started again
INSTEAD = "a random action was taken instead"
UNTIL_THE_END = "it was ended, and random actions were taken until the game was over"


class BotGone(RuntimeError):
    """Raised when a program has ended, is silent, or is not started again."""


class BotEnded(BotGone):
    """Raised when a program has closed its output."""


def find_exec_bot(name: str) -> UserBot:
    """Returns the bot of ``exec:COMMAND``; raises BadBot where there is no such program."""
    try:
        command = shlex.split(name.removeprefix(EXEC))
    except ValueError as fault:
        raise BadBot(f"expected exec:COMMAND; got {name!r}: {fault}") from None
    if not command:
        raise BadBot(f"expected exec:COMMAND; got {name!r}")
    if shutil.which(command[0]) is None:
        raise BadBot(f"{name}: expected a program that can be run; got {why_not_run(command[0])}")
    allowed_seconds()
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:60])
    return UserBot(shown, "", partial(ExecBot, tuple(command)))


def why_not_run(program: str) -> str:
    """Returns what was found in place of a program that can be run."""
    if not Path(program).is_file():
        return f"none at {program}"
    if "/" not in program:
        return f"none called {program} on the PATH; write ./{program} for the one in this folder"
    return f"a file that may not be run at {program}; chmod +x lets it"


def allowed_seconds() -> float:
    """Returns how long an answer may take; raises BadBot where NUNS_BOT_SECONDS is no number that one can wait for."""
    given = os.environ.get("NUNS_BOT_SECONDS", str(SECONDS))
    with suppress(ValueError):
        if 0 < float(given) <= LONGEST_WAIT:
            return float(given)
    raise BadBot(f"expected NUNS_BOT_SECONDS to be a number of seconds above 0 and at most {LONGEST_WAIT:,}; got {given!r}")


class LineProcess:
    """A program with its two pipes. Threads read and write them, so that nothing here ever waits longer than it wants to."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        except OSError as fault:
            raise BotGone(f"expected a program that can be run; got {fault.strerror or fault}") from None
        self._sent: SimpleQueue[bytes | None] = SimpleQueue()  # unlike Queue, it can be used by finalizers
        self._heard: SimpleQueue[bytes] = SimpleQueue()
        self._is_ending = False
        self.is_asked = False  # whether it has yet to answer
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._threads = (
            Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        self.has_answered = False

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while (line := self._sent.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST):
                while self._heard.qsize() >= UNREAD and not self._is_ending:
                    time.sleep(PAUSE)
                self._heard.put(line)
        pipe.close()
        self._heard.put(b"")

    def send(self, line: BotLine) -> None:
        """Sends a line; raises BotGone when the program has left too many unread."""
        if self._sent.qsize() >= UNREAD:
            raise BotGone(f"expected a program that reads its input; got one with {UNREAD} lines unread")
        self._sent.put(encode_line(line))
        self.is_asked = self.is_asked or isinstance(line, AskLine)

    def forget(self) -> None:
        """Forgets what the program said unasked."""
        with suppress(Empty):
            while self._heard.get_nowait():
                pass
            self._heard.put(b"")

    def answer(self, seconds: float) -> bytes:
        """Returns the next line of the program; raises BotGone when there is none in time, or never will be."""
        try:
            line = self._heard.get(timeout=seconds if self.has_answered else seconds * TO_START)
        except Empty:
            raise BotGone(f"expected an answer within {seconds:g} s; got none") from None
        if not line:
            raise BotEnded(f"expected an answer; got the end of {self._what_ended(min(seconds, CLOSING))}")
        self.has_answered, self.is_asked = True, False
        return line

    def _what_ended(self, seconds: float) -> str:
        """Returns what ended with the output: the program, or the output alone."""
        with suppress(subprocess.TimeoutExpired):
            return f"the program (status {self._process.wait(seconds)})"
        return "its output"

    def end(self) -> None:
        """Ends the program and what it has started in its session: it may read to the end of its input first, if it is quick.

        Something that it has started in another session, and that keeps its pipes open, is not waited for.
        """
        self._is_ending = True
        self._sent.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        last = time.monotonic() + FAREWELL
        for thread in self._threads:
            if thread is not current_thread():
                thread.join(max(0.0, last - time.monotonic()))


Key = tuple[tuple[str, ...], str]  # a command and a seat
_running: set[LineProcess] = set()
_idle: dict[Key, LineProcess] = {}  # programs without a game, which wait for the next one
_dismissed: Counter[Key] = Counter()


@atexit.register
def end_programs() -> None:
    """Ends all programs that still run."""
    _idle.clear()
    while _running:
        _running.pop().end()


def _start(key: Key) -> LineProcess:
    """Returns a program that plays no other game; raises BotGone where it cannot be started."""
    process = _idle.pop(key, None) or LineProcess(key[0])
    _running.add(process)
    return process


def _leave(key: Key, process: LineProcess) -> None:
    """Keeps the program of a bot that is gone for the next game of its seat; ends it where one waits already, or it is still thinking."""
    if process in _running and (process.is_asked or _idle.setdefault(key, process) is not process):
        _end(process)


def _end(process: LineProcess) -> None:
    _running.discard(process)
    process.end()


class ExecBot:
    """A program in a seat for one game. A copy starts a program of its own, which is told the game from the beginning."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command, self._seconds = command, allowed_seconds()
        self._events: list[Event] = []  # all that the seat has learnt
        self._told = 0  # how many of them the program was told
        self._process: LineProcess | None = None  # once it was asked
        self._is_dismissed = False
        self._refused: RefusedLine | None = None  # the refusal that it has yet to be told
        self._asked = 0
        self._seed: int | None = None  # that the program was told

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt, to be told with the next question."""
        self._events += events

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Asks the program; raises for a fault, and after one that ended it returns random actions."""
        if self._is_dismissed:
            return rng.choice(actions)
        try:
            process = self._started(view, rng)
            self._asked += 1
            id = str(self._asked)
            was_kept = process.has_answered
            try:
                line = self._line(process, id, view)
            except BotEnded:
                if self._asked > 1 or not was_kept:
                    raise
                _end(process)  # it has ended with its last game, as a program may: another one plays this game
                self._process, self._told = None, 0
                line = self._line(self._started(view, rng), id, view)
        except BotGone as fault:
            self._dismiss((self._command, view.seat), str(fault))
            raise BotGone(f"{fault}; {UNTIL_THE_END}") from None
        if len(line) >= LONGEST:
            raise BadLine(f"expected a line of at most {LONGEST} bytes; got more")
        return action_in(read_answer(line), id, actions)

    def _line(self, process: LineProcess, id: str, view: View) -> bytes:
        """Tells the program what is new, asks it, and returns its line."""
        process.forget()
        self._tell(process, *(() if self._refused is None else (self._refused,)))
        self._refused = None
        process.send(ask_line(id, view))
        return process.answer(self._seconds)

    def refuse(self, why: str) -> None:
        """Notes that an answer was not taken, which the program is told before it is asked again."""
        self._refused = RefusedLine(id=str(self._asked), why=why, instead=INSTEAD)

    def finish(self, reason: str, winners: Sequence[str]) -> None:
        """Tells the program the last events and that the game is over."""
        if self._process is not None:
            with suppress(BotGone):
                self._tell(self._process, OverLine(reason=reason, winners=tuple(winners)))

    def _tell(self, process: LineProcess, *more: BotLine) -> None:
        while self._told < len(self._events):
            process.send(EventLine(event=self._events[self._told]))
            self._told += 1
        for line in more:
            process.send(line)

    def _started(self, view: View, rng: Random) -> LineProcess:
        """Returns the program; the game is announced to it when it is asked for the first time."""
        key = (self._command, str(view.seat))
        if _dismissed[key] >= DISMISSALS:
            raise BotGone(f"expected a program that plays; got one that had to be ended {DISMISSALS} times, and is not started again")
        if self._process is None:
            self._process = _start(key)
            finalize(self, _leave, key, self._process).atexit = False  # end_programs does that
            self._seed = rng.getrandbits(32) if self._seed is None else self._seed
            self._process.send(GameLine(seat=view.seat, edition=view.edition, options=view.options, seed=self._seed, seconds=self._seconds))
        return self._process

    def _dismiss(self, key: Key, why: str) -> None:
        """Tells the program why, if it still listens, and ends it."""
        self._is_dismissed = True
        process, self._process = self._process, None
        if process is not None:
            _dismissed[key] += 1
            with suppress(BotGone):
                process.send(RefusedLine(why=why, instead=UNTIL_THE_END))
            _end(process)

    def __getstate__(self) -> dict[str, Any]:
        """Returns everything but the program, which can play one game only."""
        return {**vars(self), "_process": None, "_told": 0, "_refused": None, "_seed": None}
