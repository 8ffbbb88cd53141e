"""Many games as one Gymnasium vector environment, over the compiled core."""

from copy import deepcopy
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from nuns.bots.registry import GUARDS, NOVICES, find_bot, policy_without_memory
from nuns.env.picture import RENDER_MODES, known_mode, rendered
from nuns.env.table import NOT_BEGUN, Settings, action_space, agent_names, agent_number, observation_space, setup_of
from nuns.env.vector_core import Opponents, VectorCore
from nuns.rules.words import NOVICES as MOST_NOVICES


class ConventVector(VectorEnv[dict[str, Any], Any, Any]):
    """``num_envs`` games at once: with a ``seat``, one learner among policies; without, every agent in turn (``infos["agent"]``)."""

    def __init__(
        self,
        num_envs: int = 1024,
        device: str = "cpu",
        *,
        seat: str | None = None,
        opponents: str = "greedy",
        edition: str = "mayfair",
        novices: int = 1,
        guard_players: int = 1,
        options: Settings | None = None,
        rewards: str = "winning",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        belief: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Makes the environment; with ``copy=False``, and always on a device, arrays are those that the next step writes again.

        ``belief`` adds the exact belief of the seat that is asked, on the cpu only.
        """
        if not isinstance(num_envs, int | np.integer) or num_envs < 1:
            raise ValueError(f"expected at least 1 environment; got {num_envs!r}")
        self.setup, self.num_envs = setup_of(edition, novices, guard_players, options), num_envs
        self._is_begun = False
        self.render_mode = known_mode(render_mode)
        self.agents = agent_names(self.setup)
        self.single_observation_space, self.single_action_space = observation_space(belief=belief), action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._has_belief, self._is_copied = belief, copy and device == "cpu"
        self.core = VectorCore(
            self.setup.options,
            count=num_envs,
            novices=novices,
            guard_players=guard_players,
            seed=randbits(63),
            on=device,
            autoreset=autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode,
            rewards=rewards,
            opponents=None if seat is None else opponents_of(self.agents, agent_number(self.setup, seat), opponents),
            belief=belief,
        )
        mode = AutoresetMode(autoreset_mode)
        self._must_reset, self._is_at_once = mode == AutoresetMode.DISABLED, mode == AutoresetMode.SAME_STEP
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2, "autoreset_mode": mode}

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals games: of a seed game i in environment i, otherwise the next ones; ``options["reset_mask"]`` chooses environments."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise ValueError(f"expected one seed for all environments, of which each takes its own games; got {seed!r}")
        super().reset(seed=None if seed is None else int(seed))
        self.core.reset(None if seed is None else int(seed), (options or {}).get("reset_mask"))
        self._is_begun = True
        return self._observed(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Takes one answer for each environment; raises ValueError if any is illegal, which leaves all games unchanged."""
        core = self.core
        if not self._is_begun:
            raise RuntimeError(NOT_BEGUN)
        if self._must_reset and core.on == "cpu" and core.terminations.any():
            raise ValueError(f"expected reset(options={{'reset_mask': ...}}) first; got a step with {core.terminations.sum()} games over")
        if core.on == "cpu" and (illegal := core.illegal_places(actions)):
            raise ValueError(f"expected legal actions; got illegal ones in environments {illegal[:8]}")
        core.step(actions)
        infos = self._infos()
        if self._is_at_once:
            infos["final_obs"] = {"observation": self._given(core.final_observations)}
            if self._has_belief:
                infos["final_obs"]["belief"] = self._given(core.final_beliefs)
            infos["_final_obs"] = self._given(core.terminations)
        return self._observed(), self._given(core.earned), self._given(core.terminations), self._never(), infos

    def _observed(self) -> dict[str, Any]:
        seen = {"observation": self._given(self.core.observations), "action_mask": self._given(self.core.masks)}
        return {**seen, "belief": self._given(self.core.beliefs)} if self._has_belief else seen

    def _infos(self) -> dict[str, Any]:
        """Returns who is asked in each environment, and what the last step brought to every agent."""
        return {"agent": self._given(self.core.agents), "rewards": self._given(self.core.rewards)}

    def _given(self, values: Any) -> Any:
        return values.copy() if self._is_copied else values

    def _never(self) -> Any:
        """Returns truncations: a game always ends by itself."""
        return np.zeros(self.num_envs, np.bool_)

    def random_actions(self) -> Any:
        """Returns a random legal answer for each environment."""
        return self._given(self.core.random_actions())

    def render(self) -> Any:
        """Returns a picture of every game, nothing hidden, in the render mode."""
        return tuple(rendered(game, self.render_mode) for game in self.core.games)

    def __copy__(self) -> "ConventVector":
        return deepcopy(self)  # a shallow copy would have the dice, and step the game, of this one

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing: there is nothing to release."""


def opponents_of(agents: tuple[str, ...], own: int, name: str) -> Opponents:
    """Returns the policies of the other seats; raises ValueError for a bot that is not compiled."""
    if not isinstance(name, str):
        raise ValueError(f"expected the name of one compiled bot as opponents; got {name!r}")
    policies = [policy_without_memory(find_bot(name, side), side) for side in (NOVICES, GUARDS)]
    needed = {NOVICES for agent in agents if agent.startswith("novice") and agents.index(agent) != own}
    needed |= {GUARDS for agent in agents if not agent.startswith("novice") and agents.index(agent) != own}
    for side, policy in zip((NOVICES, GUARDS), policies, strict=True):
        if side in needed and policy is None:
            raise ValueError(f"expected a compiled bot for the {side}, random or greedy (careful for novices only); got {name!r}")
    return Opponents(own, tuple(policy or 0 for policy in (*[policies[0]] * MOST_NOVICES, policies[1])))
