"""The filter as units of machine code, each with what it asks of the rules."""

from nuns.bots.filter import (
    guard_tracker,
    joint_deal,
    movement_end,
    movement_filter,
    movement_lanes,
    noise_model,
    observation,
    queries,
    tape_reader,
    tracks,
)
from nuns.kernel.units import Unit

MOVEMENT = Unit("movement", (movement_filter.follow_movement,), (movement_lanes, movement_end, movement_filter), is_inlined=True)
OBSERVATION = Unit(
    "observation",
    (observation.begin_belief, observation.observe, observation.observe_rows),
    (movement_lanes, tracks, noise_model, guard_tracker, observation),
    uses=(MOVEMENT,),
)
QUERIES = Unit(
    "queries",
    (
        queries.is_possible,
        queries.work_out_deals,
        queries.weigh_all,
        queries.weigh_likely,
        queries.weigh_model,
        queries.find_possible,
        queries.weigh_joint,
        queries.foresee_movement,
        queries.foresee_route,
        queries.draw_night,
    ),
    (movement_lanes, tracks, noise_model, guard_tracker, observation, joint_deal, queries),
    uses=(MOVEMENT,),
)
TAPE = Unit("tape", (tape_reader.read_tape,), (tape_reader,), uses=(OBSERVATION,), with_events=True)
UNITS = (MOVEMENT, OBSERVATION, QUERIES)


def can_start_at_once() -> bool:
    """Tells whether the filter can be called without waiting for the compiler."""
    return all(unit.is_ready() for unit in UNITS)
