"""Where bots think: processes, what they remember, and what happens while their machine code is compiled."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import msgspec
import numpy as np
import pytest

from nuns.analysis.findings import ValuedMove
from nuns.bots import belief
from nuns.bots.players import suspicion
from nuns.bots.players.bot import pack_known, setup_of
from nuns.bots.players.policy_bot import PolicyBot
from nuns.bots.players.suspicion import PublicSuspicion
from nuns.referee.actions import Stop
from nuns.referee.dice import SealedDice, next_chance
from nuns.referee.game import Game, apply, new_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import known_by
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import Level
from nuns.server.thinking import bot_worker, workers
from nuns.server.thinking.advice_worker import CHOICES, Adviser, advice_request, warm_adviser
from nuns.server.thinking.bot_worker import BotReply, BotRequest, Memories, Memory, SuspicionReply, SuspicionRequest, array_bytes
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.thinkers import COMPILED, Thinkers
from nuns.server.thinking.workers import Worker
from tests.kit.parts import SHARE

SIZE = 800  # bytes


def begun(seed: str = "moon") -> Game:
    """Dealt, and the guards are asked for a path."""
    game, draws = new_game("mayfair", (2, 1)), 0
    while game.waiting == (Seat.CHANCE,):
        apply(game, next_chance(game, SealedDice(seed), draws))
        draws += 1
    return game


def question(game: Game, first: int = 0, level: Level = "easy", memory: str = "t guards") -> BotRequest:
    seat = game.waiting[0]
    return BotRequest(memory, level, "luck", seat, first, events_of(game, seat)[first:], pack_known(known_by(game, seat)))


def answered(asked: BotRequest) -> BotReply:
    return msgspec.msgpack.decode(bot_worker.decide(msgspec.msgpack.encode(asked)), type=BotReply)


def test_the_same_luck_gives_the_same_action() -> None:
    game = begun()
    assert answered(question(game, memory="one")) == answered(question(game, memory="two"))
    assert answered(question(game, memory="one")).fault is None


def test_a_bot_that_fails_tells_its_kind_of_error_and_nothing_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def confused(*given: object) -> None:
        raise KeyError("novice 3 walks to 77")

    monkeypatch.setattr(PolicyBot, "decide", confused)
    assert answered(question(begun(), memory="confused")) == BotReply(fault="greedy: KeyError")


def test_one_who_has_forgotten_asks_for_everything() -> None:
    game = begun()
    known = len(events_of(game, game.waiting[0]))
    assert answered(question(game, first=known, memory="stranger")) == BotReply()
    assert answered(question(game, memory="stranger")).action is not None
    assert answered(question(game, first=known, memory="stranger")).action is not None
    for number in range(bot_worker.MOST_MEMORIES):
        answered(question(game, memory=f"other {number}"))
    assert answered(question(game, first=known, memory="stranger")) == BotReply()


@pytest.mark.parametrize("memories", [Memories(most=2), Memories(largest=2 * SIZE)], ids=["number", "size"])
def test_memories_used_longest_ago_are_dropped(memories: Memories) -> None:
    for name in "abc":
        memory = memories.take(name, 0, lambda: {"weights": (np.zeros(SIZE // 8),)})
        assert memory is not None
        memory.told = 1
        memories.put(name, memory)
    assert [memories.take(name, 1, list) is None for name in "abc"] == [True, False, False]
    large = Memory([np.zeros(SIZE)])
    memories.put("large", large)
    assert memories.take("large", 0, list) is large, "one that is too large alone is there for its next decision"


def test_a_bots_size_is_that_of_its_own_arrays() -> None:
    """The space in which movements are followed is larger than all else, and shared."""
    one, other = (PublicSuspicion(setup_of(known_by(begun(), Seat.SPECTATOR))) for _ in range(2))
    for each in (one, other):
        each.observe(events_of(begun(), Seat.SPECTATOR))
        assert each.novices()
    assert 500_000 < array_bytes(one) == array_bytes(other) < 4_000_000
    assert array_bytes([one, other]) < 2 * array_bytes(one)
    assert array_bytes(bot_worker.bot_of("easy", Seat.GUARDS)) == 0


def test_every_level_can_be_warmed_up_with() -> None:
    """The easy one here; the others compile."""
    bot_worker.warm("easy")


class Waiting(Thinkers):
    """Compiles when it is told to, and answers in this process."""

    def __init__(self, patience: float) -> None:
        super().__init__(1, patience=patience, adviser=Adviser(one_move, has_compiled))
        self._compiled = {level: Future() for level in COMPILED}
        self._adviser_compiled = Future()
        self.asked: list[str] = []

    async def _ask(self, worker: Worker, share: Share, ask: Callable[[bytes], bytes], question: bytes) -> bytes:
        if isinstance(ask, partial):
            answer: bytes = ask(question)
            return answer
        decoded = msgspec.msgpack.decode(question, type=BotRequest)
        self.asked.append(decoded.level)
        return msgspec.msgpack.encode(BotReply(Stop("abbess")))


def one_move(game: Game, seat: Seat, count: int) -> list[ValuedMove]:
    return [ValuedMove([f"{seat} sneak 1"], [1], "sneak", 0.5, 0.1)]


def has_compiled() -> bool:
    return False


async def test_a_bot_waits_once_for_its_machine_code_and_then_plays_easy() -> None:
    thinkers, asked = Waiting(0.2), question(begun(), level="hard")
    thinkers._is_in_cache.set_result(True)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await thinkers.decide(SHARE, asked)
    assert loop.time() - began >= 0.19
    thinkers._patience = 3600
    await asyncio.wait_for(thinkers.decide(SHARE, asked), 60)
    thinkers._compiled["hard"].set_result(None)
    await thinkers.decide(SHARE, asked)
    assert thinkers.asked == ["easy", "easy", "hard"]


@pytest.mark.parametrize("found", [False, OSError("no disk")], ids=["not in the cache", "not known"])
async def test_nobody_waits_for_the_compiler(found: object) -> None:
    """An easy bot answers at once, and the bot's own level when it is compiled."""
    thinkers, asked = Waiting(3600), question(begun(), level="expert")
    if isinstance(found, Exception):
        thinkers._is_in_cache.set_exception(found)
    else:
        thinkers._is_in_cache.set_result(False)
    await asyncio.wait_for(thinkers.decide(SHARE, asked), 60)
    thinkers._compiled["expert"].set_result(None)
    await thinkers.decide(SHARE, asked)
    assert thinkers.asked == ["easy", "expert"]


async def test_advice_is_refused_while_its_machine_code_is_compiled() -> None:
    game = begun()
    thinkers, request = Waiting(0.05), advice_request(game, game.waiting[0])
    assert thinkers._adviser_compiled is not None
    with pytest.raises(Refusal) as refused:
        await thinkers.advise(SHARE, request)
    assert refused.value.why == Why.PREPARING
    thinkers._adviser_compiled.set_result(None)
    assert [each.chance for each in await thinkers.advise(SHARE, request)] == [0.5]


async def test_advice_whose_machine_code_cannot_be_compiled_is_refused(log: pytest.LogCaptureFixture) -> None:
    game = begun()
    thinkers, request = Waiting(3600), advice_request(game, game.waiting[0])
    assert thinkers._adviser_compiled is not None
    thinkers._adviser_compiled.set_exception(OSError("no disk"))
    with pytest.raises(Refusal) as refused:
        await thinkers.advise(SHARE, request)
    assert refused.value.why == Why.FAILED
    assert "advice could not be prepared: no disk" in log.text


async def test_whoever_asks_a_process_that_dies_twice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def die(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(Worker, "run", die)
    with pytest.raises(Refusal) as refused:
        await Thinkers(1).decide(SHARE, question(begun()))
    assert refused.value.why == Why.BROKEN_OFF


async def test_advice_never_holds_up_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor any other bot of the same table: while advice is thought over, the one process of the bots is free."""
    advising, may_advise = asyncio.Event(), asyncio.Event()

    class Held(Thinkers):
        async def _is_compiled(self, level: Level) -> bool:
            return True

    async def run(worker: Worker, ask: Callable[[bytes], bytes], question: bytes) -> bytes:
        if isinstance(ask, partial):
            advising.set()
            await may_advise.wait()
            choices: bytes = ask(question)
            return choices
        return msgspec.msgpack.encode(BotReply(Stop("abbess")))

    monkeypatch.setattr(Worker, "run", run)
    game, pool = begun(), Held(1, adviser=Adviser(one_move, lambda: True))
    waiting = [asyncio.create_task(pool.advise(SHARE, advice_request(game, game.waiting[0]))) for _ in range(3)]
    await advising.wait()
    for level in COMPILED:
        assert (await asyncio.wait_for(pool.decide(SHARE, question(game, level=level)), 60)).action == Stop("abbess")
    assert not any(each.done() for each in waiting)
    may_advise.set()
    assert [len(choices) for choices in await asyncio.gather(*waiting)] == [1, 1, 1]


async def test_the_process_that_advises_starts_when_it_is_asked_and_lets_bots_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    started = list[int]()

    class Pool(ThreadPoolExecutor):
        def __init__(self, *, niceness: int, most_memory: int) -> None:
            super().__init__(1)
            started.append(niceness)

        def end(self) -> None:
            self.shutdown()

    monkeypatch.setattr(workers, "start_one_process", Pool)
    monkeypatch.setattr(Thinkers, "_compile", lambda _: None)
    game, pool = begun(), Thinkers(2, adviser=Adviser(one_move, lambda: True))
    pool.warm()
    bots = list(started)
    assert len(bots) == 3, "one for easy bots, two for the others"
    await pool.advise(SHARE, advice_request(game, game.waiting[0]))
    await pool.advise(SHARE, advice_request(game, game.waiting[0]))
    assert len(started) == 4
    assert started[-1] > max(bots)
    await pool.close()


def test_a_slow_suspicion_map_begins_again_when_machine_code_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    game, compiled = begun(), list[bool]()

    def suspected(first: int) -> SuspicionReply:
        events = events_of(game, Seat.SPECTATOR)
        asked = SuspicionRequest("t slow", first, events[first:], pack_known(known_by(game, Seat.SPECTATOR)))
        return msgspec.msgpack.decode(bot_worker.suspicion(msgspec.msgpack.encode(asked)), type=SuspicionReply)

    class Noted(PublicSuspicion):
        def __init__(self, table: GameSetup) -> None:
            super().__init__(table)
            compiled.append(self._belief.is_compiled)

    monkeypatch.setattr(bot_worker, "PublicSuspicion", Noted)
    with monkeypatch.context() as fresh:
        for module in (belief, suspicion):
            fresh.setattr(module, "is_ready", lambda: False)
        slow = suspected(0)
        told = len(events_of(game, Seat.SPECTATOR))
        assert slow.novices
        assert suspected(told) == slow
    for module in (belief, suspicion):
        monkeypatch.setattr(module, "is_ready", lambda: True)
    assert suspected(told).novices is None, "all events must be told again"
    assert (suspected(0), suspected(told)) == (slow, slow)
    assert compiled == [False, True]


async def test_a_level_that_cannot_be_prepared_tries_by_itself(log: pytest.LogCaptureFixture) -> None:
    thinkers, asked = Waiting(5), question(begun(), level="normal")
    thinkers._compiled["normal"].set_exception(OSError("no disk"))
    await thinkers.decide(SHARE, asked)
    await thinkers.decide(SHARE, asked)
    assert thinkers.asked == ["normal", "normal"]
    assert log.text.count("no disk") == 1


def test_an_adviser_is_warmed_up_with_the_first_decision_of_a_game() -> None:
    asked = list[tuple[tuple[Seat, ...], Seat, int]]()

    def adviser(game: Game, seat: Seat, count: int) -> list[ValuedMove]:
        asked.append((game.waiting, seat, count))
        return []

    warm_adviser(Adviser(adviser, has_compiled))
    ((waiting, seat, count),) = asked
    assert seat in waiting
    assert seat != Seat.CHANCE
    assert count == CHOICES
