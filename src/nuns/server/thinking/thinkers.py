"""Where bots think: a few processes of their own, never the event loop.

A table's bots always think in the same process, which remembers what each was told. Levels in machine code are compiled, where they have
not been before, by a process apart; a bot that would have to wait for it long plays the easy level meanwhile.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from zlib import crc32

import msgspec

from nuns.processes import WorkerPool, one_process
from nuns.server.settings import Level
from nuns.server.thinking import bot_worker

MOST = 4  # processes, unless more are asked for
EASY: Level = "easy"  # plays as it stands, without a compiler
COMPILED: tuple[Level, ...] = ("normal", "hard", "expert")
PATIENCE = 10.0  # seconds a bot waits for its machine code

_log = logging.getLogger(__name__)
_encode = msgspec.msgpack.Encoder().encode
_answers, _guesses = msgspec.msgpack.Decoder(bot_worker.BotReply), msgspec.msgpack.Decoder(bot_worker.SuspicionReply)
Ask = Callable[[bytes], bytes]


class Thinkers:
    """A few processes. Make it once, share it among nodes of a process, close it last."""

    def __init__(self, processes: int | None = None, *, patience: float = PATIENCE) -> None:
        """None: one fewer than the cores there are, from 1 to 4. They start by themselves when they are first needed, or by ``warm``."""
        count = processes or min(MOST, max(1, (os.cpu_count() or 1) - 1))
        self._executors: list[WorkerPool | None] = [None] * count
        self._patience = patience
        self._compiling: WorkerPool | None = None
        self._compiled: dict[Level, Future[None]] = {}
        self._impatient: set[Level] = set()  # levels that were waited for once
        self._closed = False

    def warm(self) -> None:
        """Starts the processes and lets them prepare in the background."""
        for place in range(len(self._executors)):
            self._executor(place)
        self._compile()

    async def close(self) -> None:
        """Ends them. Twice does no harm."""
        self._closed = True
        executors = [each for each in (*self._executors, self._compiling) if each is not None]
        self._executors, self._compiling = [None] * len(self._executors), None
        for executor in executors:
            executor.end()
        await asyncio.gather(*(asyncio.to_thread(executor.shutdown) for executor in executors))

    async def answer(self, table: str, question: bot_worker.BotRequest) -> bot_worker.BotReply:
        """What a bot does; an answer without action if it must be told everything again."""
        if not await self._is_compiled(question.level):
            question = msgspec.structs.replace(question, level=EASY)
        return _answers.decode(await self._ask(table, bot_worker.answer, _encode(question)))

    async def guess(self, table: str, doubt: bot_worker.SuspicionRequest) -> bot_worker.SuspicionReply:
        """What can be believed of the novices; a guess without novices if everything must be told again."""
        return _guesses.decode(await self._ask(table, bot_worker.guess, _encode(doubt)))

    async def _ask(self, table: str, ask: Ask, question: bytes) -> bytes:
        """Once more, in a new process, if the process has died."""
        place = crc32(table.encode()) % len(self._executors)
        executor = self._executor(place)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(executor, ask, question)
        except BrokenProcessPool:
            _log.warning("a thinking process died; another takes its place")
            if self._executors[place] is executor:
                self._executors[place] = None
            return await loop.run_in_executor(self._executor(place), ask, question)

    async def _is_compiled(self, level: Level) -> bool:
        """Whether its machine code is there, after a little patience. If it could not be compiled apart, the bot itself must try."""
        if level == EASY:
            return True
        self._compile()
        done = self._compiled[level]
        if not done.done() and level not in self._impatient:
            await asyncio.wait([asyncio.wrap_future(done)], timeout=self._patience)
        if not done.done():
            self._impatient.add(level)
            return False
        if not done.cancelled() and (fault := done.exception()) and level not in self._impatient:
            self._impatient.add(level)
            _log.warning("the bots of level %s could not be prepared: %s", level, fault)
        return True

    def _compile(self) -> None:
        if not self._compiled:
            self._compiling = one_process()
            self._compiled = {level: self._compiling.submit(bot_worker.warm, level) for level in COMPILED}
            executor = self._compiling
            self._compiled[COMPILED[-1]].add_done_callback(lambda _: executor.shutdown(wait=False))  # all levels are done

    def _executor(self, place: int) -> WorkerPool:
        if self._closed:
            raise RuntimeError("the thinkers are closed")
        executor = self._executors[place]
        if executor is None:
            executor = self._executors[place] = one_process()
        return executor
