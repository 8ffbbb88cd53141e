"""Worlds as a seat may imagine them: what it knows stays, and everything hidden is drawn from its belief.

A world is a whole state from which the night can go on. What is copied into it is what ``rules/knowledge.py`` lets the seat know, so
nothing else of the truth can reach it.
"""

from dataclasses import dataclass
from zlib import crc32

import numpy as np

from nuns.analysis.replayed_minds import NightPosition, crew_of, place_of_mind
from nuns.bots.filter.machine_code import QUERIES
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.filter.queries import draw_night, work_out_deals
from nuns.bots.filter.records import FilterAnswers, Whole
from nuns.bots.policies.nights import GUARDS_MIND, PUBLIC_MIND
from nuns.kernel.entries import new_record
from nuns.kernel.records import Record, from_record
from nuns.kernel.rule_units import TELLING_RULES
from nuns.kernel.units import entry_of
from nuns.rules.bits import count_bits, nth_bit
from nuns.rules.knowledge import Known
from nuns.rules.novices import ask_plans
from nuns.rules.setup import hidden_cards, hides_blessing, kind_of_card
from nuns.rules.state import State
from nuns.rules.words import GUARD_SIDE, HOLDERS, NOWHERE, Ask, Status

PUBLIC_BESIDES = ("rolling", "rolled_again", "novices_dealt")  # which dice are still to be rolled is seen by all


@dataclass(frozen=True, eq=False)
class Worlds:
    """Worlds that one seat may imagine, and the minds of those who play on in them."""

    states: Record  # one a world, with tapes
    crew: Record  # an array of one; the same for all worlds, since nobody's belief can depend on what is drawn


def draw_worlds(position: NightPosition, seat: int, count: int, seed: int, batch: int = 0) -> Worlds:
    """Draws so many worlds from what a novice (0-5), the guard side or a spectator knows; the same seed and batch draw the same.

    Where several novices write plans at once, all of them begin again: whether another has finished tells nothing.
    """
    known = position.known_to(seat)
    rng = np.random.default_rng((seed & 0xFFFFFFFF, number_known(position, seat), seat, batch))
    mind = position.mind(place_of_mind(seat))
    nights, figures = draw_nights(position, mind, known, count, rng)
    states = np.repeat(known_state(position, known), count)
    for place, figure in enumerate(figures):
        if figure != seat:
            place_novice(position, states, figure, nights[:, place], mind)
    if known["ask"][0] == Ask.PLAN:
        for world in range(count):
            entry_of(TELLING_RULES[1], ask_plans)(recorded(position.setup.board), states[world : world + 1])
    deal_blessings(states, from_record(Known, known[0]), rng)
    return Worlds(states, seat_crew(position, seat))


def number_known(position: NightPosition, seat: int) -> int:
    """Returns a number for what a seat knows, from which its random numbers are drawn; what others do in secret does not change it."""
    known = position.known_to(seat)
    if known["ask"][0] == Ask.PLAN:
        known["asked"] = 0  # whether another has finished her plan tells nothing
    return crc32(known.tobytes())


def draw_nights(position: NightPosition, mind: Record, known: Record, count: int, rng: np.random.Generator) -> tuple[Whole, list[int]]:
    """Returns by world and novice her card, phase and dot, drawn from a mind; and the novices' figures."""
    belief, answers = mind["belief"], new_record(FilterAnswers)
    entry_of(QUERIES, work_out_deals)(belief, answers)
    deal = answers["deals"][0][0]
    novices = int(deal["count"])
    nights, draw = np.zeros((count, novices, 3), np.int64), entry_of(QUERIES, draw_night)
    luck = rng.random((count, novices, 2))
    for world in range(count):
        answers["luck"][0][:novices] = luck[world]
        draw(belief, answers)
        nights[world] = answers["night"][0][:novices]
    return nights, [int(figure) for figure in deal["figures"][:novices]]


def known_state(position: NightPosition, known: Record) -> Record:
    """Returns a state with what is known, and with nothing else."""
    state = new_record(State, with_events=True)
    for name in known.dtype.names or ():
        if name != "tape":
            state[name] = known[name]
    for name in PUBLIC_BESIDES:
        state[name] = getattr(position.truth, name)
    return state


def is_on_board(known: Record, figure: int) -> bool:
    """Tells whether a novice is on the run or caught, which is public and so the same in all worlds."""
    return bool(known["novices"]["status"][0, figure] in (Status.ON_THE_RUN, Status.CAUGHT))


def place_novice(position: NightPosition, states: Record, figure: int, drawn: Whole, mind: Record) -> None:
    """Puts a novice where she was drawn in each world, with what she then has."""
    novices = states["novices"][:, figure]
    cards = motion_record(position.setup.board, position.setup.options)
    novices["key_dot"] = cards["key_dots"][0][drawn[:, 0] - 1]
    novices["wish_dot"] = cards["wish_dots"][0][drawn[:, 0] - 1]
    novices["has_key"] = drawn[:, 1] > 0
    novices["has_wish"] = drawn[:, 1] > 1
    stands = is_on_board(states, figure) & (drawn[:, 2] != NOWHERE)
    hidden = stands & (novices["shown"] == 0)
    novices["dot"][hidden] = drawn[hidden, 2]
    untold = stands & (novices["told_dot"] == NOWHERE)
    novices["told_dot"][untold] = novices["dot"][untold]
    away = mind["belief"]["tracks"]["away"][0, figure]
    novices["slipped_away"] = stands & (novices["status"] == Status.CAUGHT) & (away[novices["dot"]] != 0)


def deal_blessings(states: Record, known: Known, rng: np.random.Generator) -> None:
    """Deals the blessings that the seat does not know of to those who have not played theirs (2.3)."""
    if hidden := [figure for figure in range(HOLDERS) if hides_blessing(known, figure)]:
        cards = hidden_cards(known)
        left = [kind_of_card(nth_bit(cards, place)) for place in range(count_bits(cards))]
        dealt = rng.permuted(np.tile(left, (len(states), 1)), axis=1)
        states["blessings"][:, hidden] = dealt[:, : len(hidden)]


def seat_crew(position: NightPosition, seat: int) -> Record:
    """Returns the minds of those who play on, as far as a seat can know them: to a novice the guards believe what everybody may."""
    public = position.mind(PUBLIC_MIND)
    if seat == GUARD_SIDE:
        return crew_of(position.mind(GUARDS_MIND), public)
    guards = public.copy()
    guards["belief"]["seat"] = GUARD_SIDE
    return crew_of(guards, public)
