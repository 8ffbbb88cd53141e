"""The value model and the watched nights as units of machine code."""

from nuns.analysis import counterfactuals, value_features, value_network, watched_nights
from nuns.bots.filter.machine_code import OBSERVATION, QUERIES
from nuns.bots.policies import belief_guards, careful, danger, greedy, nights, policy_games, rollout
from nuns.bots.policies.units import DECISIONS, NIGHTS
from nuns.kernel.rule_units import SILENT_RULES, TELLING_RULES
from nuns.kernel.units import Unit

MODEL = (greedy, danger, careful, value_features, value_network)
VALUES = Unit("values", (value_network.weigh_position,), MODEL, uses=SILENT_RULES)
MOMENTS = Unit(
    "moments",
    (counterfactuals.begin_watch, counterfactuals.look_at_belief, counterfactuals.watch_die, counterfactuals.watch_decisions),
    (policy_games, belief_guards, rollout, *MODEL, nights, counterfactuals),
    uses=(*SILENT_RULES, QUERIES, DECISIONS, VALUES),
)
WATCHED = Unit(
    "watched",
    (watched_nights.watch_night,),
    (policy_games, belief_guards, nights, value_features, counterfactuals, watched_nights),
    uses=(*TELLING_RULES, OBSERVATION, NIGHTS, MOMENTS),
    with_events=True,
)
