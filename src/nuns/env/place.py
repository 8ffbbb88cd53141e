"""The records of an environment: one for each place, and one for what all places have in common."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from nuns.board.shape import ints, part, sized
from nuns.rules.knowledge import Known
from nuns.rules.state import State
from nuns.rules.words import NOVICES

MOST_AGENTS = NOVICES + 2
NOBODY = -1  # the policy of an agent who is asked for answers, and the agent who is asked in a game that is over


@dataclass(slots=True)
class Place:
    """One place, in which one game after another is played: what is kept there beside the game."""

    episodes: int = sized("i8")  # how many games have been dealt
    allowed: int = sized("u2")  # the legal answers, as bits
    seat: int = sized("u1")  # who is asked, or was asked last, as observations name it


@dataclass(slots=True)
class Common:
    """What all places have in common."""

    seed: int = sized("i8")
    policies: Any = ints(MOST_AGENTS, width="i1")  # who decides for each agent
    novices: int = sized("u1")
    guard_players: int = sized("u1")
    autoreset: int = sized("u1")
    rewards: int = sized("u1")  # what kind of them
    fresh: State = part(State)  # before the deal
    nothing: Known = part(Known)  # what a seat knows before it is told anything


class Shown(NamedTuple):
    """What learners read: arrays with a row for each place."""

    observations: Any
    masks: Any
    agents: Any  # who is asked
    rewards: Any  # what the last step brought to every agent
    earned: Any  # and to the one who answered
    terminations: Any
    refused: Any
    final_observations: Any  # the last one of a game that was dealt again within one step
