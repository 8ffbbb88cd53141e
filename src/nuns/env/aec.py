"""The game as a PettingZoo AEC environment, one agent a seat; ``nuns/convent-v0``."""

from copy import deepcopy
from secrets import randbits
from typing import Any, ClassVar

import numpy as np
from pettingzoo import AECEnv

from nuns.env.layout import GUARD_SEAT
from nuns.env.mirror import BeliefFeed, answer_at_table, deal_at_table, take_dice
from nuns.env.picture import RENDER_MODES, known_mode, rendered
from nuns.env.table import (
    NOT_BEGUN,
    Settings,
    action_space,
    agent_names,
    observation_space,
    seat_of_agent,
    setup_of,
    state_space,
    whole_number,
)
from nuns.env.vector_core import VectorCore

ILLEGAL = "expected a legal action of {agent}, one of {legal}; got {action!r}"


class ConventAEC(AECEnv):  # type: ignore[misc]
    """One game with an agent in every seat; an agent that decides several times in a row is selected again."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "convent_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str = "mayfair",
        novices: int = 3,
        guard_players: int = 1,
        options: Settings | None = None,
        *,
        rewards: str = "winning",
        belief: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Makes the environment; ``options`` are as the command line spells them, such as ``{"blessings": "off"}``."""
        super().__init__()
        self.setup = setup_of(edition, novices, guard_players, options)
        self.render_mode, self.belief = known_mode(render_mode), belief
        self.possible_agents = list(agent_names(self.setup))
        self.agents: list[str] = []
        self._core = VectorCore(
            self.setup.options,
            count=1,
            novices=novices,
            guard_players=guard_players,
            seed=randbits(63),
            autoreset="Disabled",
            rewards=rewards,
        )
        self._observation_spaces = {agent: observation_space(belief=belief) for agent in self.possible_agents}
        self._action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.state_space = state_space()
        self._beliefs: BeliefFeed | None = None
        self._asked: str | None = None  # before the first game
        self.agent_selection = ""

    def observation_space(self, agent: str) -> Any:
        """Returns the space of what an agent observes, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's answers, always the same object."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals game 0 of a seed, or without one the next game of the last seed."""
        self._core.reset(seed)
        self._beliefs = BeliefFeed(deal_at_table(self.setup, *self._core.game_number(0))) if self.belief else None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._figures = self._core.figures(0)
        self._asked = self.possible_agents[self._core.agents[0]]
        self.agent_selection = self._asked

    def step(self, action: Any) -> None:
        """Takes the answer of the selected agent; raises ValueError for an illegal one, and leaves the game as it was."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        answer = whole_number(action)
        self._core.step(np.array([answer]))
        if self._core.refused[0]:
            legal = ", ".join(str(number) for number in np.flatnonzero(self._core.masks[0]))
            raise ValueError(ILLEGAL.format(agent=agent, legal=legal, action=action))
        if self._beliefs is not None:
            answer_at_table(self._beliefs.game, answer)
        if self._core.terminations[0]:
            self._end()
        else:
            self.agent_selection = self._asked = self.possible_agents[self._core.agents[0]]

    def _end(self) -> None:
        for number, agent in enumerate(self.agents):
            self.rewards[agent] = self._cumulative_rewards[agent] = float(self._core.rewards[0, number])
            self.terminations[agent] = True
        self._asked = ""
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent observes now; the mask of one who is not asked has action 0 alone, which is ignored."""
        self._check_begun()
        number = self.possible_agents.index(agent)
        if agent == self._asked:
            row, mask = self._core.observations[0].copy(), self._core.masks[0].copy()
        else:
            row, mask = self._core.observe(0, self._figures[number] if number < self.setup.novices else GUARD_SEAT)
        seen = {"observation": row, "action_mask": mask}
        if self._beliefs is not None:
            seen["belief"] = self._beliefs(seat_of_agent(self.setup, number, self._figures))
        return seen

    def state(self) -> Any:
        """Returns the whole truth as numbers (``nuns.env.layout.STATE``), for critics that may see it in training."""
        self._check_begun()
        return self._core.states()[0]

    def render(self) -> Any:
        """Returns a picture of everything in the render mode: SVG text, pixels or words; ``human`` prints the words."""
        self._check_begun()
        return rendered(self._core.games[0], self.render_mode)

    def _check_begun(self) -> None:
        """Raises RuntimeError before the first reset."""
        if self._asked is None:
            raise RuntimeError(NOT_BEGUN)

    def close(self) -> None:
        """Does nothing: there is nothing to release."""

    def reseed(self, seed: int) -> None:
        """Gives this game other dice from now on. A copy has other dice anyway, so that a planner cannot see those to come."""
        self._core.reseed(seed)
        self._share_dice()

    def _share_dice(self) -> None:
        """Gives the game at the referee the dice of the compiled one, so that both go on alike."""
        if self._beliefs is not None:
            take_dice(self._beliefs.game, self._core.games[0])

    def __copy__(self) -> "ConventAEC":
        return deepcopy(self)  # a shallow copy would have the dice, and step the game, of this one

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._share_dice()
