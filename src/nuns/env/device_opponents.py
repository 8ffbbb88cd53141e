"""The loops for one agent among policies, on a CUDA device with one thread for each game (device_stepping.py)."""

from typing import Any

from nuns.env.opponents import start_places_against, step_places_against

cuda: Any = None  # these two names are bound when this is compiled for a device
KNOWN: Any = None


def start_envs_against_on_device(
    boards: Any, fresh: Any, games: Any, scratch: Any, nothing: Any, chosen: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mine: int, policies: Any,
) -> None:  # fmt: skip
    """Deals the next game of every chosen place."""
    known = cuda.local.array(1, KNOWN)
    start_places_against(
        boards[0], fresh, games, known, nothing, chosen, seed, novices, guard_players,
        rows, masks, bits, agents, seats, episodes, rewards, earned, over, mine, policies,
    )  # fmt: skip


def step_envs_against_on_device(
    boards: Any, fresh: Any, games: Any, scratch: Any, nothing: Any, actions: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mine: int, policies: Any,
    mode: int, kind: int, refused: Any, last_rows: Any,
) -> None:  # fmt: skip
    """Takes one answer of the learner in every game."""
    known = cuda.local.array(1, KNOWN)
    step_places_against(
        boards[0], fresh, games, known, nothing, actions, seed, novices, guard_players,
        rows, masks, bits, agents, seats, episodes, rewards, earned, over, mine, policies,
        mode, kind, refused, last_rows,
    )  # fmt: skip
