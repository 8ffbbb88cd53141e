"""The belief of one seat, declared once: plain objects when interpreted, records in machine code.

A novice's hidden state is her dot, her phase (no key, the key, the key and the wish) and her wish card. The weights of all of them are one
table by layer, dot and *state*, which is eight times the phase plus the card, counted from 0. In layer 0 she has played no false noise but
those that everyone was told of; in the two others she has, in the making or in the listening step, and it was not told yet (10.4).
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nuns.board.convent import WIDEST, WISH_CARDS
from nuns.board.shape import part, several
from nuns.board.tables import DOTS, FAR
from nuns.rules.setup import CARDS_OF_A_KIND
from nuns.rules.state import State
from nuns.rules.words import GUARDS, HOLDERS, NOVICES, ROUTE

PHASES = 3
NO_KEY, KEY, WISH = 0, 1, 2
STATES = PHASES * WISH_CARDS
GOAL_STATES = WISH * WISH_CARDS  # those in which she is bound for her key or her wish, not home
HONEST = 0  # the layer without an untold false noise; the others are 1 + the noise step
LAYERS = 3
SIGNS = ROUTE + 1  # one for each dot of the longest route at most
PLACES = SIGNS + 1  # how many signs of a movement have been left so far
LANES = 6  # three pairs: one lane with a goal, one that wanders
SETS = 1 << WISH_CARDS
EVENT_ROWS = 256  # the most events that are told in one call

Numbers = np.ndarray[Any, np.dtype[np.float64]]
Whole = np.ndarray[Any, np.dtype[np.int64]]


def table(*shape: int, width: str = "f8") -> Any:
    """Declares a table of numbers, all 0: an array in either shape."""
    return field(default_factory=lambda: np.zeros(shape, width), metadata={"kind": width, "shape": shape})


def whole(start: int = 0) -> Any:
    """Declares a whole number that may be negative."""
    return field(default=start, metadata={"kind": "i8", "shape": ()})


def real() -> Any:
    """Declares a number with a fraction."""
    return field(default=0.0, metadata={"kind": "f8", "shape": ()})


@dataclass(slots=True)
class MotionTables:
    """The motion model on one board with one deck of wish cards; a way is one of a dot's neighbours, 0 to 3."""

    goal: Numbers = table(DOTS, WIDEST, GOAL_STATES)  # by state: how likely she steps that way, to her key or to her wish
    home: Numbers = table(NOVICES, DOTS, WIDEST)  # the same to her cell
    plain: Numbers = table(2, DOTS, WIDEST)  # the same without a goal, by whether she has her key
    gaits: Numbers = table(4)
    wander: float = real()
    stop_there: float = real()
    stop_short: float = real()
    fits: float = real()
    false_noise: float = real()
    even: float = real()
    ends: Numbers = table(DOTS, GOAL_STATES)  # by state: how likely she ends a movement there that may go on
    far: Whole = table(DOTS, GOAL_STATES, width="i8")  # by state: how many steps her key or her wish is away
    far_home: Whole = table(NOVICES, DOTS, width="i8")
    key_dots: Whole = table(WISH_CARDS, width="i8")
    wish_dots: Whole = table(WISH_CARDS, width="i8")


@dataclass(slots=True)
class Track:
    """One novice as a seat may believe her, and what was told so far of the movement that is under way."""

    mass: Numbers = table(LAYERS, DOTS, STATES)
    is_on: Whole = table(DOTS, width="i8")  # 0 for dots that have no weight in any layer
    peak: Numbers = table(STATES)  # the highest weight of each state, where they are being scaled
    phases: int = whole(1)  # how many phases may have any weight
    layer_turn: Whole = table(LAYERS, width="i8")  # the turn of the untold false noise, 0 where the layer is empty
    is_present: int = whole()
    is_own: int = whole()  # the seat is hers, so there is one state
    is_moving: int = whole()  # her movement is being told
    disobeys_next: int = whole()  # she was freed, and her movement follows (8.6)
    gait: int = whole()
    least: int = whole()
    most: int = whole()
    is_chosen: int = whole()  # her gait was chosen for this movement
    was_caught: int = whole()  # she was caught when it began
    disobeys: int = whole()  # she disobeyed, and is on the run by it (8.6)
    caught_on: int = whole()
    is_home: int = whole()
    signs: int = whole()  # how many signs her movement has left
    sign: Whole = table(SIGNS, width="i8")
    sign_dot: Whole = table(SIGNS, width="i8")
    tokens: Whole = table(GUARDS, WIDEST, width="i8")  # her noise tokens of this step
    known: Whole = table(DOTS, width="i8")  # 1 for dots on which a look shows nothing new of her (6.9)
    away: Whole = table(DOTS, width="i8")  # 1 for dots on which she has slipped away (8.6)


@dataclass(slots=True)
class BeliefRecord:
    """What one seat believes of every novice, and how far it has been told the game."""

    tracks: list[Track] = several(Track, NOVICES)
    seat: int = whole()  # a novice, GUARD_SIDE or SPECTATOR (rules/knowledge.py)
    step: int = whole()  # how far the turn has come, as a TurnStep
    mover: int = whole(-1)  # the novice whose movement was told last
    freed: int = whole()  # novices freed when the turn ended, as bits (8.6, 8.7)
    is_telling: int = whole()  # false noises are being made known (10.4)
    is_looking: int = whole()  # the events of the last look may still follow
    is_sight_known: int = whole()  # ``seen`` and ``watched`` are up to date
    has_looked: int = whole()
    fault: int = whole()  # why the events cannot be, as a Contradiction, with the novice and the dot
    fault_novice: int = whole()
    fault_dot: int = whole()
    cards: Whole = table(HOLDERS, width="i8")  # the blessings that are known, 0 for the others
    seen: Whole = table(DOTS, width="i8")  # 1 for dots in sight of a guard or the monk (6.6)
    watched: Whole = table(DOTS, width="i8")  # 1 for dots in sight of a guard (8.5, 8.6)
    looked: Whole = table(DOTS, width="i8")  # 1 for dots at which a guard has looked in this movement of the guards (6.9)
    look: Whole = table(DOTS, width="i8")  # 1 for dots of the last look
    public: State = part(State)  # in which every secret is 0


@dataclass(slots=True)
class EventRows:
    """Events that are told in one call, as rows of four numbers: the event, the figure, and two small numbers."""

    rows: Whole = table(EVENT_ROWS, 4, width="i8")


@dataclass(slots=True)
class JointDeal:
    """The cards of all novices taken together, since they are dealt without replacement (2.2, 2.3)."""

    weights: Numbers = table(NOVICES, 2, WISH_CARDS)  # by novice in the game, false noises played (0 or 1) and card
    before: Numbers = table(NOVICES + 1, CARDS_OF_A_KIND + 1, SETS)  # by false noises and cards of the novices before her
    after: Numbers = table(NOVICES + 1, CARDS_OF_A_KIND + 1, SETS)  # of those from her on, given those before her
    others: Numbers = table(NOVICES, 2, WISH_CARDS)  # by figure: the weight of everything that the others may have
    shares: Numbers = table(CARDS_OF_A_KIND + 1)
    figures: Whole = table(NOVICES, width="i8")  # of the novices in the game
    count: int = whole()


@dataclass(slots=True)
class FilterScratch:
    """The space in which one movement is followed; lanes are kinds of movement, places how much of what was seen has been left."""

    mass: Numbers = table(2, PLACES, LANES, DOTS, STATES)
    leaving: Numbers = table(2, 2, DOTS, STATES)
    share: Numbers = table(2, STATES)  # by lane: how likely the rest of a plan leaves the route home
    moved: Numbers = table(DOTS, STATES)
    still: Numbers = table(DOTS, STATES)
    chance: Numbers = table(STATES)  # how likely a movement ends on the dot in question
    factor: Numbers = table(DOTS)
    false: Numbers = table(DOTS)
    gait_share: Numbers = table(FAR + 1)  # by the distance of her goal
    gait_total: Numbers = table(FAR + 1)  # the same for all gaits
    mark_share: Numbers = table(1 << WIDEST)  # by the ways in which one guard hears her
    is_on: Whole = table(2, PLACES, LANES, DOTS, width="i8")  # 1 where there may be any weight
    is_used: Whole = table(2, PLACES, LANES, width="i8")  # 1 for lanes in which any dot is on
    has_ended: Whole = table(DOTS, width="i8")  # 1 where a movement may end: the other rows of ``moved`` and ``still`` are out of date
    side: int = whole()  # which of the two halves has the present weights
    kind: int = whole()  # of movement
    lanes: int = whole()
    caught_lanes: int = whole()  # the first lanes, in which she counts as caught (8.4, 8.5)
    hides: int = whole()
    must_leave: int = whole()
    is_whole: int = whole()  # she is shown to the end of her movement (8.4)


@dataclass(slots=True)
class FilterAnswers:
    """What a belief says when it is asked: the cards of all novices by weight and by what is possible, and where each novice is."""

    deals: list[JointDeal] = several(JointDeal, 2)
    likely: Numbers = table(NOVICES, DOTS)  # by figure: how likely she is on each dot
    possible: Numbers = table(DOTS)
    joint: Numbers = table(WISH_CARDS + 1, PHASES, DOTS)  # one novice's weights by card (1 to 8), phase and dot
    signs: int = whole()  # how many signs an imagined movement leaves
    sign_seen: Whole = table(SIGNS, width="i8")  # by sign: 1 where she is seen on the dot, 0 where she vanishes towards it
    sign_dot: Whole = table(SIGNS, width="i8")
    luck: Numbers = table(NOVICES, 2)  # random numbers below 1
    night: Whole = table(NOVICES, 3, width="i8")  # a game drawn with them: by novice in the game her card, phase and dot
