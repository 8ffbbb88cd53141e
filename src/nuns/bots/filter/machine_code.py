"""The filter in machine code, compiled together with what it asks of the rules."""

from typing import Any

from nuns.bots.filter import joint_deal, movement_filter, noise_model, observation, queries, tracks
from nuns.kernel import machine as kernel
from nuns.kernel.cache import is_warm
from nuns.kernel.compiler import Function

MODULES = (movement_filter, tracks, noise_model, observation, joint_deal, queries)
LOOPS: tuple[Function, ...] = (
    observation.observe_events,
    queries.begin_in,
    queries.is_possible_in,
    queries.fault_in,
    queries.novices_in,
    queries.deal_in,
    queries.joint_in,
    queries.dots_in,
    queries.possible_in,
    queries.sample_in,
)  # what is called from outside


def compiled(function: Function) -> Any:
    """Returns a function of the filter in machine code; it is compiled, or taken from the cache, when it is called first."""
    return kernel.machine(with_events=True, extra_modules=MODULES).functions[function]


def can_start_at_once() -> bool:
    """Tells whether the filter can be called without waiting for the compiler."""
    sources = kernel.sources_of(MODULES)
    return kernel.has_compiler() and all(is_warm(kernel.variant(with_events=True), loop.__name__, sources) for loop in LOOPS)
