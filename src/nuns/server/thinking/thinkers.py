"""The processes in which bots think, and the adviser.

Bots of a table always think in the same process, which remembers what each was told; requests wait for a process in its fair queue.
Levels in machine code are compiled, where they have not been before, by a separate process; meanwhile their bots play the easy level, and
nobody is advised. A bot waits a little only where the machine code is in the cache and is being loaded.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from zlib import crc32

import msgspec

from nuns.analysis.findings import ValuedMove
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import Level
from nuns.server.thinking import bot_worker
from nuns.server.thinking.advice_worker import AdviceRequest, Adviser, advise_table, warm_adviser
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.workers import Lane, Worker

MOST = 4  # processes, unless more are asked for
EASY: Level = "easy"  # needs no compiler
COMPILED: tuple[Level, ...] = ("normal", "hard", "expert")
PATIENCE = 10.0  # seconds a bot waits for its machine code to be loaded, and a player for that of the adviser

_log = logging.getLogger(__name__)
_encode = msgspec.msgpack.Encoder().encode
_answers, _suspicions = msgspec.msgpack.Decoder(bot_worker.BotReply), msgspec.msgpack.Decoder(bot_worker.SuspicionReply)
_choices = msgspec.msgpack.Decoder(tuple[ValuedMove, ...] | None)
Ask = Callable[[bytes], bytes]


class Thinkers:
    """A pool of bot processes. Make it once, share it among the nodes of a process, close it last."""

    def __init__(self, processes: int | None = None, *, patience: float = PATIENCE, adviser: Adviser | None = None) -> None:
        """Sets the number of processes of the bots: by default one fewer than the cores, from 1 to 4.

        The lanes of easy bots and of advice have one more each. Processes start when first needed, or by ``warm``.
        """
        count = processes or min(MOST, max(1, (os.cpu_count() or 1) - 1))
        self._bots = [Worker(Lane.BOTS) for _ in range(count)]
        self._easy, self._advising, self._compiler = Worker(Lane.EASY), Worker(Lane.ADVICE), Worker(Lane.COMPILING)
        self._patience, self._adviser = patience, adviser
        self._is_in_cache: Future[bool] = Future()  # whether the levels need not be compiled
        self._compiled: dict[Level, Future[None]] = {}
        self._adviser_compiled: Future[None] | None = None
        self._impatient: set[Level] = set()  # levels that nobody waits for any more, or that failed

    def warm(self) -> None:
        """Starts the bots' processes, and compiles the levels and the adviser in the background.

        The process that advises, which has more machine code than the others, starts when somebody asks.
        """
        for worker in (self._easy, *self._bots):
            worker.start()
        self._compile()

    async def close(self) -> None:
        """Ends the processes. Closing twice does no harm."""
        await asyncio.gather(*(worker.close() for worker in (*self._bots, self._easy, self._advising, self._compiler)))

    async def decide(self, share: Share, question: bot_worker.BotRequest) -> bot_worker.BotReply:
        """Returns a bot's reply; one without action if the bot must be told all events again."""
        if not await self._is_compiled(question.level) and not (question.patient and await self._is_compiled_at_last(question.level)):
            question = msgspec.structs.replace(question, level=EASY)
        worker = self._easy if question.level == EASY else self._bots_worker(share)
        return _answers.decode(await self._ask(worker, share, bot_worker.decide, _encode(question)))

    async def suspicion(self, share: Share, request: bot_worker.SuspicionRequest) -> bot_worker.SuspicionReply:
        """Returns the suspicion map; a reply without one if all events must be told again."""
        return _suspicions.decode(await self._ask(self._bots_worker(share), share, bot_worker.suspicion, _encode(request)))

    async def advise(self, share: Share, request: AdviceRequest) -> tuple[ValuedMove, ...]:
        """Returns what a good player would consider, as that seat may know it; raises Refusal while machine code for it is compiled."""
        if self._adviser is None:
            raise Refusal(Why.ADVICE_OFF)
        for is_prepared in (False, True):
            choices: tuple[ValuedMove, ...] | None = _choices.decode(
                await self._ask(self._advising, share, partial(advise_table, self._adviser, is_prepared), _encode(request))
            )
            if choices is not None:
                return choices
            if not await self._is_adviser_compiled():
                break
        raise Refusal(Why.PREPARING)

    def _bots_worker(self, share: Share) -> Worker:
        """Returns the process of a table's bots."""
        return self._bots[crc32(share.table.encode()) % len(self._bots)]

    async def _ask(self, worker: Worker, share: Share, ask: Ask, question: bytes) -> bytes:
        """Runs a request in a process; once more, in a new one, if that process has died or taken too long.

        Raises Refusal if the new one fares no better.
        """
        async with worker.queue.turn(share):
            try:
                return await worker.run(ask, question)
            except BrokenProcessPool:
                _log.warning("a thinking process died; another takes its place")
            try:
                return await worker.run(ask, question)
            except BrokenProcessPool:
                raise Refusal(Why.BROKEN_OFF) from None

    async def _is_compiled(self, level: Level) -> bool:
        """Returns whether a level's machine code is ready, after a short wait for code that is in the cache.

        If compiling failed, the bot itself must try.
        """
        if level == EASY:
            return True
        self._compile()
        done = self._compiled[level]
        if not done.done() and level not in self._impatient:
            await self._await_loading(done)
        if not done.done():
            self._impatient.add(level)
            return False
        if not done.cancelled() and (fault := done.exception()) and level not in self._impatient:
            self._impatient.add(level)
            _log.warning("the bots of level %s could not be prepared: %s", level, fault)
        return True

    async def _await_loading(self, done: Future[None]) -> None:
        """Waits a short time for machine code that is in the cache, and not at all for the compiler."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._patience
        await asyncio.wait([asyncio.wrap_future(self._is_in_cache)], timeout=self._patience)
        if self._is_in_cache.done() and not self._is_in_cache.exception() and self._is_in_cache.result():
            await asyncio.wait([asyncio.wrap_future(done)], timeout=max(0.0, until - loop.time()))

    async def _is_adviser_compiled(self) -> bool:
        """Returns whether the adviser's machine code is ready, after a short wait; raises Refusal if it could not be compiled."""
        self._compile()
        done = self._adviser_compiled
        assert done is not None
        await asyncio.wait([asyncio.wrap_future(done)], timeout=self._patience)
        if done.done() and (fault := done.exception()):
            _log.warning("advice could not be prepared: %s", fault)
            raise Refusal(Why.FAILED)
        return done.done()

    async def _is_compiled_at_last(self, level: Level) -> bool:
        """Waits for a level's machine code as long as it takes; returns whether it was being compiled."""
        compiling = self._compiled.get(level)
        if compiling is not None:
            await asyncio.wait([asyncio.wrap_future(compiling)])
        return compiling is not None

    def _compile(self) -> None:
        if not self._compiled:
            compiler = self._compiler.start()
            self._is_in_cache = compiler.submit(bot_worker.is_compiled)
            self._compiled = {level: compiler.submit(bot_worker.warm, level) for level in COMPILED}
            last = self._compiled[COMPILED[-1]]
            if self._adviser is not None:
                last = self._adviser_compiled = compiler.submit(warm_adviser, self._adviser)
            last.add_done_callback(lambda _: compiler.shutdown(wait=False))  # everything is done
