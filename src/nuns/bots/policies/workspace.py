"""The space in which policies think, and what a seat keeps in mind between its decisions: records that their owner hands on.

A thread has one workspace, a seat one mind. Nothing in a workspace outlives a decision, except what a host reads to say why.
"""

from dataclasses import dataclass

from nuns.board.shape import part, several
from nuns.board.tables import DOTS, FAR
from nuns.bots.filter.records import BeliefRecord, FilterAnswers, FilterScratch, Numbers, Whole, real, table, whole
from nuns.rules.knowledge import Known
from nuns.rules.state import State
from nuns.rules.words import NOVICES

WALK_LEVELS = 14  # a movement of seven dots, with turns that show something and path cards between
ROUTE_LEVELS = 14  # the gait, eleven dots of a doubled run and one more step, and the end
GAITS = 5  # by number; 0 is unwritten
CANDIDATES = 14  # the most plans that are tried in guessed games
WORLDS = 8  # guessed games between two looks at the clock
PLAN = 32  # the most small actions of a plan
NO_ACTION = -1  # marks the end of a walk or a plan
CATCH, REACH, SEE, NEAR, LISTEN, STRAIGHT = 0, 1, 2, 3, 4, 5  # places in the row of weights; if STRAIGHT is not 0 she never turns back


@dataclass(slots=True)
class WalkSheet:
    """The space in which one movement of a guard is planned: what it is planned on, and the best walk to each dot."""

    stack: list[State] = several(State, WALK_LEVELS)  # the first is what she knows
    believed: Numbers = table(DOTS)  # the weight of each dot
    weights: Numbers = table(STRAIGHT + 1)
    fading: Numbers = table(FAR + 1)  # by distance: what a novice so far from her end is worth
    hearing: Numbers = table(FAR + 1)  # by distance: how likely she hears a novice who walks
    spots: Whole = table(DOTS, width="i8")  # the dots that have any weight
    count: int = whole()  # how many there are
    credit: Numbers = table(WALK_LEVELS, DOTS)  # by level and place in ``spots``: what has been credited
    gained: Numbers = table(WALK_LEVELS)
    ends: Numbers = table(DOTS)  # by dot: what it is worth to stop there, or less than 0 where that is not worked out yet
    listens: Numbers = table(DOTS)
    allowed: Whole = table(WALK_LEVELS, width="i8")  # by level: what she may do, as bits
    tried: Whole = table(WALK_LEVELS, width="i8")
    worths: Numbers = table(DOTS)  # by the dot where a walk ends: the worth of the best, -1 where none ends
    walks: Whole = table(DOTS, WALK_LEVELS + 2, width="i8")  # the actions of the best


@dataclass(slots=True)
class RouteSheet:
    """The space in which one movement of a novice is planned: the best plan to each dot with each gait."""

    stack: list[State] = several(State, ROUTE_LEVELS)  # the first is what she knows
    allowed: Whole = table(ROUTE_LEVELS, width="i8")  # by level: what she may write, as bits
    tried: Whole = table(ROUTE_LEVELS, width="i8")
    worths: Whole = table(GAITS, DOTS, width="i8")  # by gait and end, as the careful novice weighs, in hundredths of a dot
    routes: Whole = table(GAITS, DOTS, ROUTE_LEVELS + 2, width="i8")
    sure: Numbers = table(GAITS, DOTS)  # how likely the guards will think her there
    totals: Numbers = table(GAITS, DOTS)  # the worth with that taken off


@dataclass(slots=True)
class Trials:
    """The space in which plans are tried in guessed games, with the same dice for all plans in a guess."""

    roots: list[State] = several(State, 1)  # what the seat knows
    games: list[State] = several(State, WORLDS)  # the guessed games of one plan
    guesses: Whole = table(WORLDS, NOVICES, 4, width="i8")  # by novice: the dots of her key and her wish, how far she has come, her dot
    spots: Whole = table(WORLDS, NOVICES, width="i8")  # where the novices are in each game when the guards are about to move
    gaits: Whole = table(WORLDS, NOVICES, width="i8")
    hers: Numbers = table(NOVICES, DOTS)  # where the guards of a guessed game believe each novice
    start: Numbers = table(NOVICES, DOTS)  # the same where the guesses begin
    after: Numbers = table(CANDIDATES, DOTS)  # where they will believe the novice who plans, once they have seen each plan
    plans: Whole = table(CANDIDATES + 1, WALK_LEVELS + 2, width="i8")  # the last is a guard's in a guessed game
    ends: Whole = table(CANDIDATES, width="i8")  # by plan: what names it
    priors: Numbers = table(CANDIDATES)  # its own worth, in captures
    sums: Numbers = table(CANDIDATES)
    tries: Whole = table(CANDIDATES, width="i8")
    alive: Whole = table(CANDIDATES, width="i8")  # the plans that are still tried, the best first
    count: int = whole()  # how many there are
    guessed: int = whole()  # how many guesses were made
    spent: int = whole()  # how many games were played out


@dataclass(slots=True)
class Mind:
    """What a seat keeps between its decisions: its belief, and the walk that a guard is carrying out."""

    belief: BeliefRecord = part(BeliefRecord)
    walk: Whole = table(WALK_LEVELS + 2, width="i8")
    place: int = whole()  # how much of the walk is done
    walker: int = whole(-1)  # the guard whose walk it is
    is_stale: int = whole()  # something was noticed since the walk was planned
    is_fresh: int = whole()  # it was planned in the last decision
    end: int = whole()
    worth: float = real()
    rollouts: int = whole()  # the most games that a search plays out for one decision; 0 stands for its own number
    milliseconds: int = whole()  # the most of the processor's time that it takes; 0 stands for any


@dataclass(slots=True)
class Workspace:
    """The space of one thread."""

    knowns: list[Known] = several(Known, 2)  # what the figure in question knows; and one that is always empty
    imagined: list[State] = several(State, 2)
    walks: WalkSheet = part(WalkSheet)
    routes: RouteSheet = part(RouteSheet)
    trials: Trials = part(Trials)
    scratch: FilterScratch = part(FilterScratch)
    answers: FilterAnswers = part(FilterAnswers)  # what a belief says when it is asked
    other: BeliefRecord = part(BeliefRecord)  # a belief that is imagined to go on
    best: int = whole(-1)  # the dot where the best walk ends
    plan: Whole = table(PLAN, width="i8")  # the small actions that a novice writes
