"""What all environments are made from: the setup of a game, the names of the agents, and the spaces."""

from collections.abc import Mapping
from numbers import Integral
from operator import index
from typing import Any

import numpy as np

from nuns.env.layout import ACTIONS, OBSERVATION, STATE, bounds
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.rules.options import change_option, edition_of
from nuns.rules.words import NOVICES

Settings = Mapping[str, str | int]  # options by name, as the command line spells them: {"blessings": "off"}
BELIEF_SHAPE = (NOVICES, 156)  # novices by number; dots, 0 for one who is home
NOT_BEGUN = "expected reset() before anything else; got none"
GUARD_AGENTS = {1: ("guards_0",), 2: ("abbess_0", "prioress_0")}


def setup_of(edition: str, novices: int, guard_players: int, options: Settings | None) -> GameSetup:
    """Returns the setup of a game; raises ValueError with everything that is wrong."""
    if not isinstance(edition, str):
        raise ValueError(f"expected the name of an edition, such as 'mayfair'; got {edition!r}")
    chosen = edition_of(edition)
    if not isinstance(options or {}, Mapping):
        raise ValueError(f"expected options by their names, such as {{'turns': 13}}; got {options!r}")
    for name, number in (("novices", novices), ("guard_players", guard_players)):
        if not isinstance(number, Integral):
            raise ValueError(f"expected a whole number as {name}; got {number!r}")
    for name, value in (options or {}).items():
        chosen = change_option(chosen, name, str(value))
    return GameSetup(edition, chosen, novices, guard_players)


def agent_names(setup: GameSetup) -> tuple[str, ...]:
    """Returns the agents: novices in the order of their cell numbers, then the guards, or Abbess and Prioress."""
    return (*(f"novice_{place}" for place in range(setup.novices)), *GUARD_AGENTS[setup.guard_players])


def agent_number(setup: GameSetup, name: str) -> int:
    """Returns the number of an agent by its name, or raises ValueError with the names there are."""
    names = agent_names(setup)
    if name not in names:
        raise ValueError(f"expected an agent among {', '.join(names)}; got {name!r}")
    return names.index(name)


def seat_of_agent(setup: GameSetup, agent: int, figures: list[int]) -> Seat:
    """Returns the seat of an agent in a game in which those novices play."""
    return NOVICE_SEATS[figures[agent]] if agent < setup.novices else setup.guard_seats[agent - setup.novices]


def observation_space(*, belief: bool = False) -> Any:
    """Returns the space of what one agent observes: ``observation``, ``action_mask``, and if asked for ``belief``."""
    from gymnasium import spaces

    parts: dict[str, Any] = {
        "observation": spaces.Box(0, np.array(bounds(OBSERVATION), np.uint8), dtype=np.uint8),
        "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
    }
    if belief:
        parts["belief"] = spaces.Box(0, 1, BELIEF_SHAPE, np.float32)
    return spaces.Dict(parts)


def action_space() -> Any:
    """Returns the space of answers; the mask says which of them are legal."""
    from gymnasium import spaces

    return spaces.Discrete(ACTIONS)


def whole_number(action: Any) -> int:
    """Returns an action as a number below 16, or -1, which is never legal, for anything else."""
    try:
        number = index(action)
    except TypeError:
        return -1
    return number if 0 <= number < ACTIONS else -1


def state_space() -> Any:
    """Returns the space of ``state()``."""
    from gymnasium import spaces

    return spaces.Box(0, np.array(bounds(STATE), np.uint8), dtype=np.uint8)
