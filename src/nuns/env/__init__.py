"""Environments for learners: PettingZoo, Gymnasium, and many games at once; translation only.

Each function imports what it needs when called, so that ``nuns.env.vector_core`` works with NumPy and Numba alone.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nuns.env.aec import ConventAEC
    from nuns.env.single import ConventSeat
    from nuns.env.vector import ConventVector

__all__ = ["ENV_ID", "aec_env", "register_envs", "single_env", "vector_env"]

ENV_ID = "nuns/convent-v0"


def aec_env(
    edition: str = "mayfair", novices: int = 3, guard_players: int = 1, options: Mapping[str, str | int] | None = None, **more: Any
) -> "ConventAEC":
    """Returns a PettingZoo environment with an agent in every seat; ``more`` are ``rewards``, ``belief`` and ``render_mode``."""
    from nuns.env.aec import ConventAEC

    return ConventAEC(edition, novices, guard_players, options, **more)


def single_env(seat: str = "guards_0", opponents: str | Mapping[str, str] = "greedy", **more: Any) -> "ConventSeat":
    """Returns a Gymnasium environment for one seat against bots; ``more`` as for ``aec_env``, editions and novices too."""
    from nuns.env.single import ConventSeat

    return ConventSeat(seat, opponents, **more)


def vector_env(num_envs: int = 1024, device: str = "cpu", **more: Any) -> "ConventVector":
    """Returns a Gymnasium vector environment in machine code, on ``cpu`` or ``cuda``; ``more`` as for ``nuns.env.vector.ConventVector``."""
    from nuns.env.vector import ConventVector

    return ConventVector(num_envs, device, **more)


def register_envs() -> None:
    """Registers ``nuns/convent-v0`` with Gymnasium and PettingZoo, where they are installed; importing ``nuns.env`` does it."""
    if find_spec("gymnasium"):
        import gymnasium

        if ENV_ID not in gymnasium.registry:
            gymnasium.register(ENV_ID, "nuns.env:single_env", vector_entry_point="nuns.env:vector_env")
    if find_spec("pettingzoo"):
        import pettingzoo

        if ENV_ID not in pettingzoo.aec_registry:
            pettingzoo.register("aec", ENV_ID, "nuns.env:aec_env")


register_envs()
