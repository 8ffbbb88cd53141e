"""The policies as units of machine code: each is compiled on its own and calls the others through their addresses."""

from nuns.bots.filter.machine_code import OBSERVATION, QUERIES, TAPE
from nuns.bots.policies import (
    belief_guards,
    belief_novice,
    careful,
    danger,
    decisions,
    elimination,
    greedy,
    guard_blessings,
    imagined_movement,
    night_rollouts,
    nights,
    noise_decisions,
    patrol,
    policy_games,
    rollout,
    routes,
    search_guards,
    search_novice,
)
from nuns.kernel.rule_units import SILENT_RULES, TELLING_RULES
from nuns.kernel.units import Unit

CAREFUL = (greedy, danger, noise_decisions, careful)
WALKS = Unit("walks", (patrol.plan_movement,), (patrol,), uses=SILENT_RULES)
ROUTES = Unit("routes", (routes.weigh_routes,), (*CAREFUL, routes), uses=SILENT_RULES)
POLICIES = Unit("policies", (policy_games.policy_choice,), (*CAREFUL, policy_games), uses=SILENT_RULES)
# What a guessed game needs; the policies in it are called through their addresses.
ROLLOUTS = Unit(
    "rollouts",
    (rollout.imagine, rollout.hunt, rollout.play_until, rollout.believe_as_others),
    (*CAREFUL, rollout),
    uses=(*SILENT_RULES, WALKS, POLICIES),
)
TRIALS = (greedy, danger, careful, patrol, rollout, elimination)  # small functions of these are compiled with each search
WALK_SEARCH = Unit("walk_search", (search_guards.search_walk,), (*TRIALS, search_guards), uses=(*SILENT_RULES, ROLLOUTS, QUERIES))
GUARDS = Unit(
    "guards",
    (belief_guards.guard_choice,),
    (greedy, patrol, imagined_movement, guard_blessings, belief_guards),
    uses=(*SILENT_RULES, WALKS, QUERIES, WALK_SEARCH),
)
NOVICE_PLANS = Unit("novices", (belief_novice.novice_plan, belief_novice.weigh_plans), (belief_novice,), uses=(ROUTES, QUERIES))
PLAN_SEARCH = Unit(
    "plan_search",
    (search_novice.search_plan,),
    (*TRIALS, belief_novice, search_novice),
    uses=(*SILENT_RULES, NOVICE_PLANS, ROLLOUTS, QUERIES),
)
DECISIONS = Unit(
    "decisions",
    (decisions.decide_guard, decisions.decide_novice, decisions.plan_novice),
    (greedy, decisions),
    uses=(*SILENT_RULES, POLICIES, GUARDS, NOVICE_PLANS, PLAN_SEARCH),
)
NIGHTS = Unit(
    "nights",
    (nights.deal_night, nights.decide_in, nights.play_night),
    (policy_games, nights),
    uses=(*TELLING_RULES, OBSERVATION, TAPE, DECISIONS),
    with_events=True,
)
NIGHT_ROLLOUTS = Unit(
    "night_rollouts",
    (night_rollouts.play_on,),
    (policy_games, nights, night_rollouts),
    uses=(*TELLING_RULES, OBSERVATION, TAPE, DECISIONS, NIGHTS),
    with_events=True,
)
