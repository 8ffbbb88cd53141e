"""Programs as bots, named as ``exec:COMMAND``: they speak JSON lines on their standard input and output (referee/bot_line.py).

A program is kept for a seat from game to game. One that answers wrongly is told so, and a random action is taken; one that is silent for
too long, or ends, is ended for good in that game, and random actions are taken until the game is over.
"""

import atexit
import os
import shlex
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, Full, Queue
from random import Random
from threading import Thread
from typing import IO

from nuns.bots.players.user_bot import EXEC, BadBot, UserBot
from nuns.referee.actions import Action
from nuns.referee.bot_line import (
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
TO_START = 3.0  # times as long for the first answer of a program
LONGEST = 100_000  # bytes of an answer
UNREAD = 1000  # lines that a program may leave unread, or write unasked
FAREWELL = 1.0  # seconds in which a program may end by itself
DISMISSALS = 3  # of one program in one seat; then it is not started again
INSTEAD = "a random action was taken instead"
UNTIL_THE_END = "it was ended, and random actions were taken until the game was over"


class BotGone(RuntimeError):
    """Raised when a program has ended, is silent, or is not started again."""


def find_exec_bot(name: str) -> UserBot:
    """Returns the bot of ``exec:COMMAND``; raises BadBot where there is no such program."""
    try:
        command = shlex.split(name.removeprefix(EXEC))
    except ValueError as fault:
        raise BadBot(f"expected exec:COMMAND; got {name!r}: {fault}") from None
    if not command:
        raise BadBot(f"expected exec:COMMAND; got {name!r}")
    if shutil.which(command[0]) is None:
        raise BadBot(f"{name}: expected a program that can be run; got none at {command[0]}")
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:60])
    return UserBot(shown, "", partial(ExecBot, tuple(command)))


def allowed_seconds() -> float:
    """Returns how long an answer may take; raises BadBot where NUNS_BOT_SECONDS is no number above 0."""
    given = os.environ.get("NUNS_BOT_SECONDS", str(SECONDS))
    with suppress(ValueError):
        if float(given) > 0:
            return float(given)
    raise BadBot(f"expected NUNS_BOT_SECONDS to be a number of seconds above 0; got {given!r}")


class LineProcess:
    """A program with its two pipes. Threads read and write them, so that nothing here ever waits longer than it wants to."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        except OSError as fault:
            raise BotGone(f"expected a program that can be run; got {fault.strerror or fault}") from None
        self._sent: Queue[bytes | None] = Queue(UNREAD)
        self._heard: Queue[bytes] = Queue(UNREAD)
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
                self._heard.put(line)
        pipe.close()
        self._heard.put(b"")

    def send(self, line: BotLine) -> None:
        """Sends a line; raises BotGone when the program has left too many unread."""
        try:
            self._sent.put_nowait(encode_line(line))
        except Full:
            raise BotGone(f"expected a program that reads its input; got one with {UNREAD} lines unread") from None

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
            status = self._process.wait(seconds) if self._process.poll() is None else self._process.returncode
            raise BotGone(f"expected an answer; got the end of the program (status {status})")
        self.has_answered = True
        return line

    def end(self) -> None:
        """Ends the program and whatever it has started: it may read to the end of its input first, if it is quick."""
        with suppress(Full):
            self._sent.put_nowait(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        while any(thread.is_alive() for thread in self._threads):
            self.forget()
            with suppress(Full):
                self._sent.put_nowait(None)
            self._threads[1].join(0.01)


_running: dict[tuple[tuple[str, ...], str], LineProcess] = {}
_dismissed: Counter[tuple[tuple[str, ...], str]] = Counter()


@atexit.register
def end_programs() -> None:
    """Ends all programs that still run."""
    while _running:
        _running.popitem()[1].end()


class ExecBot:
    """A program in a seat for one game."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command, self._seconds = command, allowed_seconds()
        self._news: list[Event] = []
        self._key: tuple[tuple[str, ...], str] | None = None  # once the seat is known
        self._is_dismissed = False
        self._refused: RefusedLine | None = None  # the refusal that it has yet to be told
        self._asked = 0

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt, to be told with the next question."""
        self._news += events

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Asks the program; raises for a fault, and after one that ended it returns random actions."""
        if self._is_dismissed:
            return rng.choice(actions)
        try:
            process = self._process(view, rng)
            self._asked += 1
            id = str(self._asked)
            process.forget()
            self._tell(process, *(() if self._refused is None else (self._refused,)))
            self._refused = None
            process.send(ask_line(id, view))
            line = process.answer(self._seconds)
        except BotGone as fault:
            self._dismiss(str(fault))
            raise BotGone(f"{fault}; {UNTIL_THE_END}") from None
        if len(line) >= LONGEST:
            raise BadLine(f"expected a line of at most {LONGEST} bytes; got more")
        return action_in(read_answer(line), id, actions)

    def refuse(self, why: str) -> None:
        """Notes that an answer was not taken, which the program is told before it is asked again."""
        self._refused = RefusedLine(id=str(self._asked), why=why, instead=INSTEAD)

    def finish(self, reason: str, winners: Sequence[str]) -> None:
        """Tells the program the last events and that the game is over; it is kept for the next one."""
        process = None if self._key is None or self._is_dismissed else _running.get(self._key)
        if process is not None:
            with suppress(BotGone):
                self._tell(process, OverLine(reason=reason, winners=tuple(winners)))

    def _tell(self, process: LineProcess, *more: BotLine) -> None:
        for event in self._news:
            process.send(EventLine(event=event))
        self._news = []
        for line in more:
            process.send(line)

    def _process(self, view: View, rng: Random) -> LineProcess:
        """Returns the program, started if it does not run; a new game is announced."""
        key = (self._command, view.seat)
        if _dismissed[key] >= DISMISSALS:
            raise BotGone(f"expected a program that plays; got one that had to be ended {DISMISSALS} times, and is not started again")
        if key not in _running:
            _running[key] = LineProcess(self._command)
        if self._key is None:
            self._key = key
            seed = rng.getrandbits(32)
            game = GameLine(seat=view.seat, edition=view.edition, options=view.options, seed=seed, seconds=self._seconds)
            _running[key].send(game)
        return _running[key]

    def _dismiss(self, why: str) -> None:
        """Tells the program why, if it still listens, and ends it."""
        self._is_dismissed = True
        process = _running.pop(self._key, None) if self._key is not None else None
        if process is not None and self._key is not None:
            _dismissed[self._key] += 1
            with suppress(BotGone):
                process.send(RefusedLine(why=why, instead=UNTIL_THE_END))
            process.end()
