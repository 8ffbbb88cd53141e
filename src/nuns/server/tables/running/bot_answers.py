"""The bots of a table: they are asked what their seats must decide, and their answers are carried out."""

import asyncio
import logging
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import NamedTuple

from nuns.bots.players.bot import pack_known
from nuns.referee.actions import Action, IllegalAction
from nuns.referee.game import legal_actions
from nuns.referee.view import known_by
from nuns.server.settings import ChairName, side_of
from nuns.server.tables.night.entries import LogLine
from nuns.server.tables.night.table_night import TableNight
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.running.lease import TableLease
from nuns.server.tables.work_queue import Post
from nuns.server.thinking.bot_worker import BotRequest
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.thinkers import Thinkers

PACE = 0.5  # seconds: novices' bots answer at multiples of it after they were asked, however long they thought

_log = logging.getLogger(__name__)


class BotAnswer(NamedTuple):
    """A bot's action, the decision it answers, and the seed of the bot's random numbers."""

    chair: ChairName
    decision: str
    action: Action
    luck: str


class BotAnswers:
    """The bots of one table; they think only when ``ask`` is called."""

    def __init__(
        self,
        thinkers: Thinkers,
        log: TableLog,
        lease: TableLease,
        now: Callable[[], int],
        post: Post,
        share: Callable[[], Share],
        pace: float = 0,
    ) -> None:
        self._thinkers, self._log, self._lease, self._now, self._post, self._share = thinkers, log, lease, now, post, share
        self._pace = pace
        self._asked: set[tuple[ChairName, str]] = set()  # the bots that are thinking, and about which decision
        self._told: dict[ChairName, int] = {}  # the number of events that a bot was told
        self.tasks: set[asyncio.Task[None]] = set()

    def ask(self) -> None:
        """Asks the bots that must decide.

        Their answers are carried out together, in the order of the seats and at a paced moment, so that nobody learns anything from how
        long one of them thinks.
        """
        night = self._log.night
        asked = [(chair, night.decision(chair)) for chair in night.undecided if night.is_bot(chair)]
        new = [each for each in asked if each not in self._asked]
        if new:
            self._asked.update(new)
            task = asyncio.create_task(self._think(night, new))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def ask_again(self) -> None:
        """Forgets who was asked, so that the bots that must decide are asked again; an answer that still comes does no harm."""
        self._asked.clear()

    def close(self) -> None:
        """Cancels the bots that think."""
        for task in self.tasks:
            task.cancel()

    async def _think(self, night: TableNight, asked: list[tuple[ChairName, str]]) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        answers = await asyncio.gather(*(self._think_for(night, chair, decision) for chair, decision in asked))
        if self._pace and any(is_secretive(night, chair) for chair, _ in asked):
            await asyncio.sleep((began - loop.time()) % self._pace)
        self._post(lambda: self._play(answers, asked))

    async def _think_for(self, night: TableNight, chair: ChairName, decision: str) -> BotAnswer:
        """Returns a bot's answer. The bot is told only what its seat knows; whatever goes wrong, the action is legal."""
        luck = sha256(f"{night.seed} {chair} {night.answers[chair]}".encode()).hexdigest()
        try:
            action = await self._action(night, chair, luck)
        except Exception as fault:
            _log.warning("table %s: the bot on chair %s plays at random", self._log.code, chair, exc_info=fault)
            action = random_action(night, chair, luck)
        return BotAnswer(chair, decision, action, luck)

    async def _action(self, night: TableNight, chair: ChairName, luck: str) -> Action:
        seat, code, level, game = night.seats[chair], self._log.code, night.players[chair].level, night.game_of_chair(chair)
        assert level is not None
        events, known = self._log.events.of(game, seat), pack_known(known_by(game, seat))
        told, first = len(events), self._told.get(chair, 0)
        for start in (first, 0):
            question = BotRequest(f"{code} {chair}", level, luck, seat, start, tuple(events[start:told]), known, night.day is not None)
            answer = await self._thinkers.decide(self._share(), question)
            if answer.fault is not None:
                _log.warning("table %s: the bot on chair %s plays at random: %s", code, chair, answer.fault)
                return random_action(night, chair, luck)
            if answer.action is not None:
                self._told[chair] = told
                return answer.action
        raise RuntimeError("expected an action of a bot that was told everything; got none")

    async def _play(self, answers: list[BotAnswer], asked: list[tuple[ChairName, str]]) -> None:
        """Plays the answers to decisions that are still open. If that fails, the bots are not asked again at once."""
        trial, at, lines = self._log.night.copy(), self._now(), list[LogLine]()
        for answer in answers:
            if is_current(trial, answer):
                lines += played(trial, answer, at)
        if lines and self._lease.is_held and self._log.status == "playing":
            await self._log.keep(trial, lines, at)
        self._asked.difference_update(asked)


def is_secretive(night: TableNight, chair: ChairName) -> bool:
    """Returns whether a bot's time to think could tell what its seat keeps secret: a novice's, the longer the more there is to weigh."""
    return side_of(chair) == "novices" and night.players[chair].level != "easy"


def is_current(night: TableNight, answer: BotAnswer) -> bool:
    """Returns whether a bot still plays for that seat and has the same decision before it."""
    return night.is_bot(answer.chair) and answer.chair in night.undecided and night.decision(answer.chair) == answer.decision


def played(night: TableNight, answer: BotAnswer, at: int) -> list[LogLine]:
    """Plays an answer, or a random action if it is not legal; returns the log lines."""
    try:
        return night.play(answer.chair, answer.action, at, bot=True)
    except IllegalAction as fault:
        _log.warning("the bot on chair %s plays at random after an illegal action", answer.chair, exc_info=fault)
        return night.play(answer.chair, random_action(night, answer.chair, answer.luck), at, bot=True)


def random_action(night: TableNight, chair: ChairName, luck: str) -> Action:
    return Random(luck).choice(legal_actions(night.game_of_chair(chair), night.seats[chair]))
