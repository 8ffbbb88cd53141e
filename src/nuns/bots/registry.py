"""The bots by name, with a line on how each thinks, and the levels that players choose from."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from nuns.bots.players.bot import AnyBot, KnowingBot
from nuns.bots.players.exec_bot import find_exec_bot
from nuns.bots.players.policy_bot import PolicyBot
from nuns.bots.players.user_bot import EXEC, BadBot, UserBot, fault_line, is_interrupt, is_user_bot, load_user_bot
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GREEDY, RANDOM, SEARCH

NOVICES, GUARDS = "novices", "guards"  # sides
Maker = Callable[[], KnowingBot]


class BotKind(NamedTuple):
    """One bot: its name, how to make it for each side, and its policy."""

    name: str
    thinks: str
    novices: Maker
    guards: Maker
    number: int  # of its policy
    file: str = ""  # a user's bot has its file here

    def maker(self, side: str) -> Maker:
        """Returns what makes the bot for a side."""
        return self.novices if side == NOVICES else self.guards


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

# The order is from the weakest to the strongest.
BOTS: Mapping[str, BotKind] = {
    kind.name: kind
    for kind in (
        BotKind("random", "plays any legal action, all equally likely", _random, _random, RANDOM),
        BotKind(
            "greedy",
            "novices take the shortest route to their next goal; guards patrol and chase what they notice",
            _greedy,
            _greedy,
            GREEDY,
        ),
        BotKind(
            "careful",
            "novices weigh every route, distance against the risk of being seen, heard or caught; guards search wherever a novice may be",
            _careful,
            _careful_guards,
            CAREFUL,
        ),
        BotKind(
            "belief",
            "guards search where novices most likely are; novices also weigh what the guards can know of them",
            _belief_novice,
            _belief_guards,
            BELIEF,
        ),
        BotKind("search", "tries the best plans of belief in simulated games", _search_novice, _search_guards, SEARCH),
    )
}
LEVELS: Mapping[str, str] = {"easy": "greedy", "normal": "careful", "hard": "belief", "expert": "search"}


class UnknownBot(ValueError):
    """Raised when no bot of that name plays for that side."""


def find_bot(name: str, side: str) -> BotKind | UserBot:
    """Returns a bot by its name, its level, as ``path/to/file.py:ClassName`` or as ``exec:COMMAND``; raises UnknownBot, or BadBot."""
    if name.startswith(EXEC):
        return find_exec_bot(name)
    if is_user_bot(name):
        return load_user_bot(name)
    known = LEVELS.get(name, name)
    if known not in BOTS:
        expected = f"{', '.join(BOTS)}, a level ({', '.join(LEVELS)}), path/to/file.py:ClassName or exec:COMMAND"
        raise UnknownBot(f"expected a bot for the {side} among {expected}; got {name!r}")
    return BOTS[known]


def make_bot(kind: BotKind | UserBot, side: str) -> AnyBot:
    """Returns a new bot of that kind, or raises BadBot if it cannot be made."""
    try:
        return kind.maker(side)()
    except BaseException as fault:
        if is_interrupt(fault):
            raise
        raise BadBot(f"{kind.name}: {fault_line(fault, kind.file)}") from None


def policy_without_memory(kind: BotKind | UserBot, side: str) -> int | None:
    """Returns the number of a bot's policy for a side if it decides on what is known now alone, and None if it keeps a belief."""
    if isinstance(kind, UserBot) or kind.number > CAREFUL or (kind.number == CAREFUL and side == GUARDS):
        return None
    return kind.number
