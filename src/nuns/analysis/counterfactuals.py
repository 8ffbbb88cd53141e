"""What else might have come of one moment of a night: the other faces of a die, and the bots' decisions drawn again.

Written in the subset of Python that the kernel compiles. What the seats decide is drawn again on a copy of the truth with other random
numbers, from what each seat knows, by the same policy: the copies and the night itself are equally likely. The difference between the
value after what was decided and the mean of the others is therefore 0 on average, whatever the value function is.
"""

from dataclasses import dataclass

from nuns.analysis.value_features import is_movement
from nuns.analysis.value_network import weigh_position
from nuns.analysis.value_records import GLOBALS, PERSONAL, ValueSheet, ValueWeights
from nuns.board.shape import part, several
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.queries import weigh_all
from nuns.bots.filter.records import MotionTables, Numbers, Whole, table, whole
from nuns.bots.policies.belief_guards import is_walk_over
from nuns.bots.policies.decisions import decide_guard, plan_novice
from nuns.bots.policies.nights import GUARDS_MIND, OWN_MIND, PUBLIC_MIND, Crew
from nuns.bots.policies.policy_games import CAREFUL, GUARDS_SEAT, RANDOM, SEARCH, seat_of
from nuns.bots.policies.rollout import count_shown
from nuns.bots.policies.workspace import Mind, Workspace
from nuns.kernel.copies import copied
from nuns.kernel.play import begin, random_choice
from nuns.rules.chance import MASK, draw_below, mix, seed_game
from nuns.rules.knowledge import know
from nuns.rules.noise import FACES
from nuns.rules.sight import sees
from nuns.rules.state import State
from nuns.rules.turn import apply, next_figure
from nuns.rules.words import ABBESS, CHANCE, GUARD_SIDE, NOVICES, PRIORESS, Ask, Stage, Status

DEAL, NOISE, LISTENING, PLANS, WALKS = 0, 1, 2, 3, 4  # kinds of luck
LUCKS = 5
ROWS = 12  # the most positions of a night that are kept
STEPS = 60  # more decisions than one block has
KEPT_STREAM = 1 << 29  # where the random numbers that choose positions lie in the stream of decisions


@dataclass(slots=True)
class Watch:
    """What is noted of one night: the luck of each kind, and some of its positions with what the value model says of them."""

    samples: int = whole()  # how often a decision is drawn again; 0 for never
    deals: int = whole()  # the same for the deal
    rows: int = whole()  # how many positions are kept
    one_in: int = whole()  # of so many moments one is looked at where nothing is drawn again
    luck: Numbers = table(LUCKS)
    start: Numbers = table(2)  # the guards' chance before the deal as it was drawn again, and after it
    moments: int = whole()  # how many there were
    seen: int = whole()  # how many positions could have been kept
    nights: Numbers = table(ROWS, GLOBALS)
    personals: Numbers = table(ROWS, NOVICES, PERSONAL)
    presents: Whole = table(ROWS, NOVICES, width="i8")
    tellings: Numbers = table(ROWS, 4)  # of each: the guards' chance, the turn, the captures and the goal
    sheet: ValueSheet = part(ValueSheet)
    believed: Numbers = table(NOVICES, DOTS)  # what the guards believe at this moment
    roots: list[State] = several(State, 3)  # the truth, a trial, and an empty table
    spares: list[Mind] = several(Mind, 1)


def begin_watch(board: Board, weights: ValueWeights, watch: Watch, novices: int, guard_players: int) -> None:
    """Notes the luck of the deal; the truth is in the first root, the options in the last."""
    for kind in range(LUCKS):
        watch.luck[kind] = 0.0
    watch.moments = 0
    watch.seen = 0
    value, others = value_of_deal(board, weights, watch, watch.roots[0]), 0.0
    keep_row(watch, watch.roots[0], value)
    for number in range(watch.deals):
        watch.roots[1] = copied(watch.roots[2])
        trial = watch.roots[1]
        seed_game(trial, watch.roots[0].key_low + (watch.roots[0].key_high << 31), number + 1)
        begin(board, trial, novices, guard_players)
        others += value_of_deal(board, weights, watch, trial)
    watch.start[0] = others / watch.deals if watch.deals else value
    watch.start[1] = value
    watch.luck[DEAL] = value - watch.start[0]


def value_of_deal(board: Board, weights: ValueWeights, watch: Watch, game: State) -> float:
    """Returns the guards' chance after a deal: every novice is known to be in her cell."""
    for novice in game.novices:
        for dot in range(DOTS):
            watch.sheet.likely[novice.figure, dot] = 1.0 if dot == novice.dot else 0.0
    watch.sheet.is_stale = 0
    return weigh_position(board, weights, game, watch.sheet)


def look_at_belief(model: MotionTables, crew: Crew, space: Workspace, watch: Watch) -> None:
    """Takes in what the guards believe of each novice now."""
    weigh_all(model, crew.minds[GUARDS_MIND].belief, space.answers, 0)
    for figure in range(NOVICES):
        for dot in range(DOTS):
            watch.believed[figure, dot] = space.answers.likely[figure, dot]


def begin_trial(watch: Watch, number: int) -> None:
    """Begins a trial from the truth: number 0 has the night's own random numbers, any other has its own."""
    watch.roots[1] = copied(watch.roots[0])
    trial, sheet = watch.roots[1], watch.sheet
    for figure in range(NOVICES):
        for dot in range(DOTS):
            sheet.likely[figure, dot] = watch.believed[figure, dot]
    sheet.is_stale = 0
    if number:
        key = mix((watch.moments * 64 + number) & MASK)
        trial.key_low = mix((trial.key_low ^ key) & MASK)
        trial.key_high = mix((trial.key_high + key) & MASK)


def is_looked_at(watch: Watch) -> bool:
    """Tells whether this moment is looked at: always where decisions are drawn again, otherwise one in some."""
    watch.moments += 1
    if watch.samples:
        return True
    return draw_below(watch.roots[0], KEPT_STREAM, watch.moments, watch.one_in) == 0


def watch_die(board: Board, weights: ValueWeights, watch: Watch, kind: int) -> None:
    """Notes the luck of the die that is rolled next: what its face changes beyond the mean of the six."""
    total = 0.0
    for face in range(1, FACES + 1):
        if watch.samples:
            begin_trial(watch, 0)
            apply(board, watch.roots[1], CHANCE, face)
            total += weigh_position(board, weights, watch.roots[1], watch.sheet)
    begin_trial(watch, 0)
    apply(board, watch.roots[1], CHANCE, random_choice(board, watch.roots[1], CHANCE))
    value = weigh_position(board, weights, watch.roots[1], watch.sheet)
    keep_row(watch, watch.roots[1], value)
    if watch.samples:
        watch.luck[kind] += value - total / FACES


def watch_decisions(
    board: Board, model: MotionTables, weights: ValueWeights, crew: Crew, space: Workspace, watch: Watch, kind: int
) -> None:
    """Notes how lucky the bots' random numbers are in what they decide next: all plans of the novices, or one walk of a guard."""
    value, total = 0.0, 0.0
    for number in range(watch.samples + 1):
        begin_trial(watch, number)
        if kind == PLANS:
            plan_all(board, model, crew, space, watch)
        else:
            walk(board, model, crew, space, watch)
        worth = weigh_position(board, weights, watch.roots[1], watch.sheet)
        if number:
            total += worth
        else:
            value = worth
            keep_row(watch, watch.roots[1], value)
    if watch.samples:
        watch.luck[kind] += value - total / watch.samples


def plan_all(board: Board, model: MotionTables, crew: Crew, space: Workspace, watch: Watch) -> None:
    """Lets every novice who is asked write her plan, each on what she knows, and carries all of them out."""
    trial = watch.roots[1]
    turn, phase = trial.turn + 0, trial.phase + 0
    watch.sheet.is_stale = 1
    while trial.stage != Stage.OVER and trial.ask == Ask.PLAN and trial.turn == turn and trial.phase == phase:
        figure = next_figure(trial)
        policy = int(crew.policies[seat_of(trial, figure)])
        if policy == RANDOM:
            apply(board, trial, figure, random_choice(board, trial, figure))
            continue
        ask_seat(board, trial, figure, space)
        public, own = crew.minds[PUBLIC_MIND], crew.minds[OWN_MIND + figure]
        count = plan_novice(board, model, public, own, space.knowns[0], figure, policy, space)
        trial.decisions = space.knowns[0].decisions
        for place in range(count):
            apply(board, trial, figure, int(space.plan[place]))


def ask_seat(board: Board, trial: State, seat: int, space: Workspace) -> None:
    """Fills in what a seat knows of the trial, with its random numbers."""
    space.knowns[0] = copied(space.knowns[1])
    known = space.knowns[0]
    know(board, trial, seat, known)
    known.key_low = trial.key_low
    known.key_high = trial.key_high
    known.decisions = trial.decisions


def walk(board: Board, model: MotionTables, crew: Crew, space: Workspace, watch: Watch) -> None:
    """Lets the guards decide until one of them stops, sees a novice or would plan anew; where nobody is seen, nobody is believed to be."""
    trial, sheet, policy = watch.roots[1], watch.sheet, int(crew.policies[GUARDS_SEAT])
    planned, walker = 0, -1
    watch.spares[0] = copied(crew.minds[GUARDS_MIND])
    mind = watch.spares[0]
    for _ in range(STEPS):
        if trial.stage == Stage.OVER or not is_movement(trial):
            return
        figure = next_figure(trial)
        if figure < GUARD_SIDE:
            if walker >= 0 and figure != walker:
                return
            walker = figure
        shown, captures = count_shown(trial), trial.captures + 0
        if policy == RANDOM:
            apply(board, trial, figure, random_choice(board, trial, figure))
        else:
            ask_seat(board, trial, GUARD_SIDE, space)
            known = space.knowns[0]
            if policy >= CAREFUL:
                if figure == GUARD_SIDE:
                    planned = 0 if policy == SEARCH else 1
                elif (figure == ABBESS or figure == PRIORESS) and is_walk_over(board, mind, known, figure - ABBESS):
                    if planned:
                        return
                    planned = 1
            action = decide_guard(board, model, mind, known, figure, policy, space)
            trial.decisions = known.decisions
            apply(board, trial, figure, action)
        look_around(board, trial, sheet)
        if count_shown(trial) > shown or trial.captures > captures:
            return


def look_around(board: Board, trial: State, sheet: ValueSheet) -> None:
    """Takes every dot that a guard sees off the dots on which an unseen novice may be."""
    for novice in trial.novices:
        if novice.status == Status.ON_THE_RUN and not novice.shown:
            for dot in range(1, DOTS):
                if sheet.likely[novice.figure, dot] > 0:
                    for guard in trial.guards:
                        if guard.chases and sees(board, trial, guard, dot):
                            sheet.likely[novice.figure, dot] = 0.0


def keep_row(watch: Watch, game: State, value: float) -> None:
    """Keeps a position that was weighed, each of the night's with the same chance."""
    if game.stage == Stage.OVER or not watch.rows:
        return
    place = watch.seen + 0
    watch.seen += 1
    if place >= watch.rows:
        place = draw_below(watch.roots[0], KEPT_STREAM, (1 << 20) + watch.seen, watch.seen)
    if place < watch.rows:
        for each in range(GLOBALS):
            watch.nights[place, each] = watch.sheet.night[each]
        for figure in range(NOVICES):
            watch.presents[place, figure] = watch.sheet.is_present[figure]
            for each in range(PERSONAL):
                watch.personals[place, figure, each] = watch.sheet.personal[figure, each]
        watch.tellings[place, 0] = value
        watch.tellings[place, 1] = game.turn
        watch.tellings[place, 2] = game.captures
        watch.tellings[place, 3] = game.goal
