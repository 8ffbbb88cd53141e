"""One seat as a Gymnasium environment, against any bot of the ladder or of one's own; every seat but one is a bot."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from random import Random
from secrets import randbits
from typing import Any, ClassVar

import gymnasium
import numpy as np

from nuns.board.shape import copy_of
from nuns.bots.players.player import BotPlayer
from nuns.bots.players.policy_bot import BITS, GameRandom
from nuns.bots.players.user_bot import UserBot
from nuns.bots.registry import GUARDS, NOVICES, find_bot, make_bot
from nuns.env.layout import ACTIONS, GUARD_SEAT, OBSERVATION_SIZE
from nuns.env.mirror import BeliefFeed, answer_at_table, deal_at_table, settle
from nuns.env.observation import NO_ANSWER, seat_of_figure, write_observation
from nuns.env.picture import RENDER_MODES, known_mode, rendered
from nuns.env.stepping import reward_of
from nuns.env.table import (
    NOT_BEGUN,
    Settings,
    action_space,
    agent_names,
    agent_number,
    observation_space,
    seat_of_agent,
    setup_of,
    whole_number,
)
from nuns.env.vector_core import REWARDS, number_of
from nuns.kernel.records import array_of
from nuns.referee.game import Game, apply
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.referee.view import known_by
from nuns.rules.state import State
from nuns.rules.turn import legal, next_figure
from nuns.rules.words import Status

ILLEGAL_REWARD = -1.0


class ConventSeat(gymnasium.Env[dict[str, Any], np.int64]):
    """One agent among bots; an illegal answer loses the game, and ``info["illegal"]`` says so."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        seat: str = "guards_0",
        opponents: str | Mapping[str, str] = "greedy",
        edition: str = "mayfair",
        novices: int = 1,
        guard_players: int = 1,
        options: Settings | None = None,
        *,
        rewards: str = "winning",
        belief: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Makes the environment; ``opponents`` is one bot for all other seats, or a bot for each other agent by name."""
        self.setup = setup_of(edition, novices, guard_players, options)
        self.agent = agent_number(self.setup, seat if "_" in seat else f"{seat}_0")
        self._names = bots_of(agent_names(self.setup), self.agent, opponents)
        self._kind, self.belief, self.render_mode = number_of(REWARDS, rewards, "rewards"), belief, known_mode(render_mode)
        self.observation_space, self.action_space = observation_space(belief=belief), action_space()
        self._game: Game | None = None
        self._players: dict[Seat, BotPlayer] = {}

    @property
    def game(self) -> Game:
        """The game at the referee, with every secret; raises RuntimeError before the first reset."""
        if self._game is None:
            raise RuntimeError(NOT_BEGUN)
        return self._game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals game 0 of a seed, or without one of a seed that is drawn, and plays on until this seat is asked."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62)) if seed is None else int(seed)
        self._game = deal_at_table(self.setup, number, 0)
        figures = [novice.figure for novice in self._game.state.novices if novice.status != Status.ABSENT]
        self._seats = seats = [seat_of_agent(self.setup, agent, figures) for agent in range(self.setup.players)]
        self.seat, self._faults = seats[self.agent], list[str]()
        self._players = {}  # first, so that programs are free for the next game
        self._players = {seats[agent]: bot_in_seat(name, seats[agent], f"{number}/{seats[agent]}") for agent, name in self._names.items()}
        self._beliefs = BeliefFeed(self._game) if self.belief else None
        self._is_lost = False
        self._let_others_play()
        self._show()
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes this seat's answer and plays on until it is asked again or the game is over."""
        if self.is_over:
            raise RuntimeError("expected reset() after the end of a game; got a step")
        figure, answer = next_figure(self.game.state), whole_number(action)
        if answer < 0 or not legal(self.setup.board, self.game.state, figure) >> answer & 1:
            self._is_lost = True
            self._show()
            return self._observed(), ILLEGAL_REWARD, True, False, {**self._info(), "illegal": action}
        answer_at_table(self.game, answer)
        self._let_others_play()
        self._show()
        reward = reward_of(self.game.state, self.agent, self._kind) if self.game.is_over else 0.0
        return self._observed(), reward, self.game.is_over, False, self._info()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to decide."""
        return self.game.is_over or self._is_lost

    def _let_others_play(self) -> None:
        while not self.game.is_over and next_figure(self.game.state) not in self.game.figures(self.seat):
            figure = next_figure(self.game.state)
            player = next(player for seat, player in self._players.items() if figure in self.game.figures(seat))
            action, fault = player.answer(self.game)
            self._faults += [fault] if fault else []
            apply(self.game, action)
            settle(self.game)
        for player in self._players.values() if self.game.is_over else ():
            player.end(self.game)

    def _observed(self) -> dict[str, Any]:
        state, figure = known_by(self.game, self.seat), -1 if self.is_over else next_figure(self.game.state)
        row, mask = np.zeros(OBSERVATION_SIZE, np.uint8), np.zeros(ACTIONS, np.int8)
        own = GUARD_SEAT if self.seat in GUARD_SEATS else int(self.seat.value[-1]) - 1
        write_observation(self.setup.board, state, own if figure < 0 else seat_of_figure(figure), figure, row)
        allowed = NO_ANSWER if figure < 0 else legal(self.setup.board, state, figure)
        mask[:] = [allowed >> action & 1 for action in range(ACTIONS)]
        seen = {"observation": row, "action_mask": mask}
        if self._beliefs is not None:
            seen["belief"] = self._beliefs(self.seat)
        return seen

    def _info(self) -> dict[str, Any]:
        """Returns what is not part of the task: the seat that was drawn, and what bots did wrong, each told once."""
        told, self._faults = tuple(self._faults), []
        return {"seat": self.seat.value, **({"faults": told} if told else {})}

    def close(self) -> None:
        """Lets go of the game and its bots, and with them of the programs they run."""
        self._game, self._players = None, {}

    def render(self) -> Any:
        """Returns a picture of everything in the render mode: SVG text, pixels or words; ``human`` prints the words, also in each step."""
        return rendered(array_of(self.game.state)[0], self.render_mode)

    def _show(self) -> None:
        """Prints the game where people watch, as Gymnasium has it for ``human``."""
        if self.render_mode == "human":
            self.render()

    def reseed(self, seed: int | None = None) -> None:
        """Gives the game and the bots other dice from now on; without a seed from the system's randomness."""
        luck = Random(randbits(64) if seed is None else seed)
        self._np_random = np.random.default_rng(luck.getrandbits(64))
        if self._game is not None:
            state = copy_of(self._game.state)
            state.key_low, state.key_high = luck.getrandbits(BITS), luck.getrandbits(BITS)
            self._game.state = state
            for seat, player in self._players.items():
                name = self._names[self._seats.index(seat)]
                player.rng, player.spare = generator(name, seat, luck), Random(luck.getrandbits(64))

    def __getstate__(self) -> dict[str, Any]:
        """Returns everything but the generators, so that a copy cannot tell what they would have given."""
        kept = {**vars(self), "_np_random": None}
        if self._game is not None:
            kept["_players"] = {seat: replace(player, rng=Random(0), spare=None) for seat, player in self._players.items()}
        return kept

    def __copy__(self) -> "ConventSeat":
        return deepcopy(self)  # a shallow copy would have the dice, and step the game, of this one

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Fills in a copy, with other dice, so that a planner cannot see those to come."""
        vars(self).update(kept)
        self.reseed()


def generator(name: str, seat: Seat, luck: Random) -> Random:
    """Returns a generator for a bot in a seat, of the kind that it draws from."""
    side = GUARDS if seat in GUARD_SEATS else NOVICES
    if isinstance(find_bot(name, side), UserBot):
        return Random(luck.getrandbits(64))
    return GameRandom(State(key_low=luck.getrandbits(BITS), key_high=luck.getrandbits(BITS)))


def bots_of(agents: tuple[str, ...], own: int, opponents: str | Mapping[str, str]) -> dict[int, str]:
    """Returns the bot of every agent but one's own, by number; raises ValueError where one is missing or unknown."""
    others = {number: name for number, name in enumerate(agents) if number != own}
    if isinstance(opponents, str):
        opponents = dict.fromkeys(others.values(), opponents)
    if not isinstance(opponents, Mapping) or not all(isinstance(bot, str) for bot in opponents.values()):
        raise ValueError(f"expected the name of a bot as opponents, or a name for each agent; got {opponents!r}")
    if set(opponents) != set(others.values()):
        raise ValueError(f"expected a bot for each of {', '.join(others.values())}; got {', '.join(map(str, opponents))}")
    for name, bot in opponents.items():
        find_bot(bot, NOVICES if name.startswith("novice") else GUARDS)
    return {number: opponents[name] for number, name in others.items()}


def bot_in_seat(name: str, seat: Seat, luck: str) -> BotPlayer:
    """Returns a bot by its name, in a seat; raises BadBot where it cannot be made."""
    side = GUARDS if seat in GUARD_SEATS else NOVICES
    kind = find_bot(name, side)
    return BotPlayer(kind.name, seat, make_bot(kind, side), generator(name, seat, Random(luck)), kind.file, Random(f"{luck}/instead"))
