"""The bots there are, by name, with a line on how each thinks; and the levels that people choose from."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from nuns.bots.players.bot import AnyBot, KnowingBot
from nuns.bots.players.policy_bot import PolicyBot
from nuns.bots.players.user_bot import BadBot, UserBot, fault_line, is_interrupt, is_user_bot, load_user_bot
from nuns.bots.policies.policy_games import CAREFUL, GREEDY, RANDOM

NOVICES, GUARDS = "novices", "guards"  # sides
Maker = Callable[[], KnowingBot]


class BotKind(NamedTuple):
    """One rung of the ladder: how it sits down for each side, and the policy it plays there where that is one that can be compiled."""

    name: str
    thinks: str
    novices: Maker
    guards: Maker
    policies: Mapping[str, int] = {}
    file: str = ""  # nobody's own

    def maker(self, side: str) -> Maker:
        return self.novices if side == NOVICES else self.guards

    def policy(self, side: str) -> int | None:
        return self.policies.get(side)


def _careful_guards() -> KnowingBot:
    from nuns.bots.players.belief_guards import BeliefGuards

    return BeliefGuards(evenly=True)


def _belief_guards() -> KnowingBot:
    from nuns.bots.players.belief_guards import BeliefGuards

    return BeliefGuards()


def _belief_novice() -> KnowingBot:
    from nuns.bots.players.belief_novice import BeliefNovice

    return BeliefNovice()


def _search_guards() -> KnowingBot:
    from nuns.bots.players.search_guards import SearchingGuards

    return SearchingGuards()


def _search_novice() -> KnowingBot:
    from nuns.bots.players.search_novice import SearchingNovice

    return SearchingNovice()


_greedy, _random, _careful = (partial(PolicyBot, number) for number in (GREEDY, RANDOM, CAREFUL))

# From the weakest to the strongest.
BOTS: Mapping[str, BotKind] = {
    kind.name: kind
    for kind in (
        BotKind("random", "any legal action, evenly", _random, _random, {NOVICES: RANDOM, GUARDS: RANDOM}),
        BotKind(
            "greedy",
            "novices walk straight to what they want; guards patrol and chase what they notice",
            _greedy,
            _greedy,
            {NOVICES: GREEDY, GUARDS: GREEDY},
        ),
        BotKind(
            "careful",
            "novices weigh every route: the way left against being seen, heard, met and caught; guards sweep wherever one may be",
            _careful,
            _careful_guards,
            {NOVICES: CAREFUL},
        ),
        BotKind(
            "belief",
            "guards sweep where the novices most likely are; novices weigh routes, and what the guards can know of them",
            _belief_novice,
            _belief_guards,
        ),
        BotKind("search", "the best plans of belief, each tried in guessed nights", _search_novice, _search_guards),
    )
}
LEVELS: Mapping[str, str] = {"easy": "greedy", "normal": "careful", "hard": "belief", "expert": "search"}


class UnknownBot(ValueError):
    """No bot of that name plays for that side."""


def bot_named(name: str, side: str) -> BotKind | UserBot:
    """A bot by its name, by a level, or ``path/to/file.py:ClassName``; raises UnknownBot, or BadBot where a file has none."""
    if is_user_bot(name):
        return load_user_bot(name)
    known = LEVELS.get(name, name)
    if known not in BOTS:
        expected = f"{', '.join(BOTS)}, a level ({', '.join(LEVELS)}) or path/to/file.py:ClassName"
        raise UnknownBot(f"expected a bot for the {side} among {expected}; got {name!r}")
    return BOTS[known]


def sit_down(kind: BotKind | UserBot, side: str) -> AnyBot:
    """A bot of that kind; raises BadBot where it cannot be made."""
    try:
        return kind.maker(side)()
    except BaseException as fault:
        if is_interrupt(fault):
            raise
        raise BadBot(f"{kind.name}: {fault_line(fault, kind.file)}") from None
