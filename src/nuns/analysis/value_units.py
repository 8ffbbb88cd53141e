"""The value model and the watched nights as units of machine code."""

from nuns.analysis import counterfactuals, dice, value_features, value_network, watched_nights
from nuns.bots.filter.machine_code import OBSERVATION, QUERIES
from nuns.bots.policies import careful, danger, greedy, nights, policy_games
from nuns.bots.policies.units import NIGHTS, POLICIES
from nuns.kernel.rule_units import SILENT_RULES, TELLING_RULES
from nuns.kernel.units import Unit

VALUES = Unit(
    "values",
    (value_network.weigh_position, dice.alike_faces),
    (greedy, danger, careful, value_features, value_network, dice),
    uses=SILENT_RULES,
)
MOMENTS = Unit(
    "moments",
    (
        counterfactuals.begin_watch,
        counterfactuals.look_at_belief,
        counterfactuals.watch_moment,
        counterfactuals.watch_plan,
        counterfactuals.watch_die,
        counterfactuals.watch_picks,
    ),
    (greedy, policy_games, dice, counterfactuals),
    uses=(*SILENT_RULES, QUERIES, POLICIES, VALUES),
)
WATCHED = Unit(
    "watched",
    (watched_nights.watch_night,),
    (policy_games, nights, counterfactuals, watched_nights),
    uses=(*TELLING_RULES, OBSERVATION, NIGHTS, MOMENTS),
    with_events=True,
)
