"""Eyes and ears before you leap: what a novice who writes her plan can know of each dot and gait (rules 5, 6, 7)."""

import msgspec

from nuns.referee.actions import GaitName
from nuns.referee.game import Game
from nuns.referee.seats import Seat


class Fit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One way to end on a dot: a gait, a route of its length (the least seen, then the shortest), and what it costs."""

    gait: GaitName
    route: tuple[int, ...]  # begins where she stands
    one_more_step: bool = False  # 10.1 only with her blessing
    seen: tuple[int, ...] = ()  # the dots of this route on which a guard sees her now
    heard: dict[str, int] = {}  # 7.1 by guard, on how many of the six faces she is heard; a guard who cannot hear is left out


class Reach(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A dot on which she can end, and every gait that fits."""

    dot: int
    fits: tuple[Fit, ...]


class GaitRange(msgspec.Struct, frozen=True, kw_only=True):
    """5.1 How many dots a gait is now; ``most_blessed`` with one more step, if she holds it."""

    gait: GaitName
    least: int
    most: int
    most_blessed: int | None = None


class Foresight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """For drawing a plan: nothing here says more than the board, the guards in sight and her own sheet."""

    dot: int
    gaits: tuple[GaitRange, ...]
    ways: dict[int, tuple[int, ...]]  # from each dot she can get to, the next dots that are open to her
    watched: dict[int, tuple[str, ...]] = {}  # 6 the dots on which a guard would see her now, by whom
    reaches: tuple[Reach, ...] = ()
    way_home: tuple[int, ...] = ()  # 8.4 while she is caught: a shortest way to her cell
    must_obey: bool = False  # 8.5


def foresee(game: Game, seat: Seat) -> Foresight | None:
    """None for whoever is not writing a plan."""
    raise NotImplementedError
