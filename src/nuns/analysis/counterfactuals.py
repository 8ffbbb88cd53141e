"""What else might have come of one moment of a night: the other faces of a die, other deals, and other picks of bots that draw lots.

Written in the subset of Python that the kernel compiles. Each of these is drawn from a distribution that is known, so the value after
what was drawn, less the mean value over all that might have been drawn, is 0 on average, whatever the value function is. That is the
value model, or for bots that keep no belief the mean of some nights that they play on.
"""

from dataclasses import dataclass

from nuns.analysis.dice import heard_by_face
from nuns.analysis.value_network import weigh_position
from nuns.analysis.value_records import GLOBALS, PERSONAL, ValueSheet, ValueWeights
from nuns.board.shape import part, several
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.queries import weigh_all
from nuns.bots.filter.records import BeliefRecord, MotionTables, Numbers, Whole, table, whole
from nuns.bots.policies.greedy import greedy_answers
from nuns.bots.policies.policy_games import GUARDS_SEAT, RANDOM, decide_informed, seat_of
from nuns.bots.policies.workspace import Workspace
from nuns.kernel.copies import copied
from nuns.kernel.play import begin, random_choice
from nuns.rules.bits import lowest_bit
from nuns.rules.chance import MASK, draw_below, mix, pick_action, seed_game
from nuns.rules.knowledge import know
from nuns.rules.noise import FACES
from nuns.rules.novices import may_plan, tear_up
from nuns.rules.sight import sees
from nuns.rules.state import State
from nuns.rules.turn import answer, apply, legal, next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, GUARDS_WIN, NOVICES, Ask, Gait, NoiseStep, Stage, Status

DEAL, NOISE, LISTENING, PLANS, WALKS = 0, 1, 2, 3, 4  # kinds of luck: cards, dice, and the picks of novices and guards
LUCKS = 5
ROWS = 12  # the most positions of a night that are kept
TOLD = 6  # numbers that are told of each
JUST_DEALT, PLANNING, NOISE_PART, GUARDS_PART, LISTENING_PART = 0, 1, 2, 3, 4  # parts of a turn
ANSWERS = 16  # numbers of small actions
KEPT_STREAM = 1 << 29  # where the random numbers that choose positions lie in the stream of decisions
TRUTH, TRIAL, PICKED, EMPTY, PLAYED = 0, 1, 2, 3, 4  # places of states in a watch
DEAL_ROLLOUTS = 4  # a deal is played on so many times more often than any other position


@dataclass(slots=True)
class Watch:
    """What is noted of one night: the luck of each kind, and some of its positions with what the value model says of them."""

    is_lucky: int = whole()  # 1 if luck is worked out
    rollouts: int = whole()  # by so many nights that are played on; 0 for the value model
    policies: Whole = table(GUARDS_SEAT + 1, width="i8")  # of those who play on
    deals: int = whole()  # with how many other deals this one is compared
    rows: int = whole()  # how many positions are kept
    one_in: int = whole()  # of so many moments one may be kept
    luck: Numbers = table(LUCKS)
    start: Numbers = table(2)  # the guards' chance before the deal, by the other deals, and after it
    moments: int = whole()  # how many there were
    seen: int = whole()  # how many positions could have been kept
    nights: Numbers = table(ROWS, GLOBALS)
    personals: Numbers = table(ROWS, NOVICES, PERSONAL)
    presents: Whole = table(ROWS, NOVICES, width="i8")
    tellings: Numbers = table(ROWS, TOLD)  # of each: the guards' chance, the turn, the captures, the goal, the part of the turn, is_stale
    sheet: ValueSheet = part(ValueSheet)
    believed: Numbers = table(NOVICES, DOTS)  # what the guards believe at this moment
    states: list[State] = several(State, 5)


def begin_watch(board: Board, weights: ValueWeights, space: Workspace, watch: Watch, novices: int, guard_players: int) -> None:
    """Notes the luck of the deal, compared with other deals."""
    for kind in range(LUCKS):
        watch.luck[kind] = 0.0
    watch.moments = 0
    watch.seen = 0
    believe_cells(watch, TRUTH)
    value, others = value_of(board, weights, space, watch, TRUTH, 1, DEAL_ROLLOUTS * watch.rollouts), 0.0
    keep_row(watch, watch.states[TRUTH], value)
    for number in range(watch.deals):
        watch.states[TRIAL] = copied(watch.states[EMPTY])
        trial = watch.states[TRIAL]
        seed_game(trial, watch.states[TRUTH].key_low + (watch.states[TRUTH].key_high << 31), number + 1)
        begin(board, trial, novices, guard_players)
        watch.moments += 1  # other roll-outs for each deal
        believe_cells(watch, TRIAL)
        others += value_of(board, weights, space, watch, TRIAL, 1, min(1, watch.rollouts))
    watch.start[0] = others / watch.deals if watch.deals else value
    watch.start[1] = value
    watch.luck[DEAL] = value - watch.start[0]


def believe_cells(watch: Watch, place: int) -> None:
    """Lets the guards believe every novice in her cell, where all know them to be after a deal."""
    for novice in watch.states[place].novices:
        for dot in range(DOTS):
            watch.believed[novice.figure, dot] = 1.0 if dot == novice.dot else 0.0


def look_at_belief(model: MotionTables, belief: BeliefRecord, space: Workspace, watch: Watch) -> None:
    """Takes in what the guards believe of each novice now."""
    weigh_all(model, belief, space.answers, 0)
    for figure in range(NOVICES):
        for dot in range(DOTS):
            watch.believed[figure, dot] = space.answers.likely[figure, dot]


def play_out(board: Board, space: Workspace, watch: Watch, place: int, rollouts: int) -> float:
    """Returns the share of the guards' wins if a night is played on so often, with the same luck for all that is compared at a moment."""
    wins = 0
    for number in range(rollouts):
        watch.states[PLAYED] = copied(watch.states[place])
        game = watch.states[PLAYED]
        if game.stage != Stage.OVER:
            key = mix((watch.moments * 4096 + number) & MASK)
            game.key_low = mix((watch.states[TRUTH].key_low ^ key) & MASK)
            game.key_high = mix((watch.states[TRUTH].key_high + key) & MASK)
            game.chances = 0
            game.decisions = 0
        while game.stage != Stage.OVER:
            figure = next_figure(game)
            policy = int(watch.policies[seat_of(game, figure)]) if figure != CHANCE else RANDOM
            if figure != CHANCE:
                space.knowns[0] = copied(space.knowns[1])
            decide_informed(board, game, figure, policy, space.knowns[0])
        wins += 1 if game.winners == GUARDS_WIN else 0
    return wins / rollouts


def value_of(board: Board, weights: ValueWeights, space: Workspace, watch: Watch, place: int, is_told: int, rollouts: int) -> float:
    """Returns the guards' chance in a state: by so many nights that are played on, or for 0 by the value model with what they believe.

    They may have not been told yet of what led from the truth to the state. Then where a guard looks and sees nobody, nobody is believed to
    be; but where the novices have moved, they have moved from what is believed.
    """
    if rollouts:
        return play_out(board, space, watch, place, rollouts)
    game, sheet = watch.states[place], watch.sheet
    for figure in range(NOVICES):
        for dot in range(DOTS):
            sheet.likely[figure, dot] = watch.believed[figure, dot]
    sheet.is_stale = 0 if is_told else 1
    if not is_told and game.stage != Stage.OVER and not (watch.states[TRUTH].ask == Ask.PLAN and game.ask != Ask.PLAN):
        look_around(board, game, sheet)
    return weigh_position(board, weights, game, sheet)


def look_around(board: Board, game: State, sheet: ValueSheet) -> None:
    """Takes every dot that a guard sees off the dots on which an unseen novice may be."""
    for novice in game.novices:
        if novice.status == Status.ON_THE_RUN and not novice.shown:
            for dot in range(1, DOTS):
                if sheet.likely[novice.figure, dot] > 0:
                    for guard in game.guards:
                        if guard.chases and sees(board, game, guard, dot):
                            sheet.likely[novice.figure, dot] = 0.0


def is_kept(watch: Watch) -> bool:
    """Tells whether a position of this moment may be kept."""
    watch.moments += 1
    return watch.rows > 0 and draw_below(watch.states[TRUTH], KEPT_STREAM, watch.moments, watch.one_in) == 0


def watch_moment(board: Board, weights: ValueWeights, space: Workspace, watch: Watch) -> None:
    """Keeps the position as it is."""
    keep_row(watch, watch.states[TRUTH], value_of(board, weights, space, watch, TRUTH, 1, 0))


def watch_plan(board: Board, weights: ValueWeights, space: Workspace, watch: Watch, figure: int) -> None:
    """Keeps a position in which some novices have written their plans, ``figure`` the one that she has just decided on.

    Bots plan in the order of their numbers and people in any, so it is drawn which of the plans so far are written.
    """
    watch.states[TRIAL] = copied(watch.states[TRUTH])
    game = watch.states[TRIAL]
    drawn = draw_below(watch.states[TRUTH], KEPT_STREAM, (1 << 21) + watch.moments, 2 << NOVICES)
    for novice in game.novices:
        if novice.figure != figure and may_plan(game, novice) and drawn >> novice.figure & 1:
            tear_up(game, novice)
    if drawn >> NOVICES & 1 and game.asked & ~(1 << figure):
        place = 0
        while game.asked >> figure & 1:
            answer(board, game, figure, int(space.plan[place]))
            place += 1
    keep_row(watch, game, value_of(board, weights, space, watch, TRIAL, 1, 0))


def watch_die(board: Board, weights: ValueWeights, space: Workspace, watch: Watch, kind: int, is_row: int) -> None:
    """Notes the luck of the die that is rolled next: what its face changes beyond the mean of the six."""
    watch.states[TRIAL] = copied(watch.states[TRUTH])
    rolled, total, value, worth, before = random_choice(board, watch.states[TRIAL], CHANCE), 0.0, 0.0, 0.0, 0
    owner = lowest_bit(watch.states[TRUTH].rolling)
    for face in range(1, FACES + 1):
        if watch.is_lucky or face == rolled:
            watch.states[TRIAL] = copied(watch.states[TRUTH])
            apply(board, watch.states[TRIAL], CHANCE, face)
            heard = heard_by_face(board, watch.states[TRUTH], owner, face)
            if face == 1 or heard != before or not watch.rollouts:
                worth = value_of(board, weights, space, watch, TRIAL, 0, watch.rollouts)
            before = heard
            total += worth
            if face == rolled:
                value = worth
                if is_row:
                    keep_row(watch, watch.states[TRIAL], value)
    if watch.is_lucky:
        watch.luck[kind] += value - total / FACES


def watch_picks(board: Board, weights: ValueWeights, space: Workspace, watch: Watch, figure: int, policy: int, is_row: int) -> None:
    """Notes the luck of a bot that draws lots among the answers it likes: of its one answer, or of every part of a novice's plan."""
    watch.states[PICKED] = copied(watch.states[TRUTH])
    game, seat, kind = watch.states[PICKED], figure if figure < NOVICES else GUARD_SIDE, PLANS if figure < NOVICES else WALKS
    space.knowns[0] = copied(space.knowns[1])
    known = space.knowns[0]
    know(board, game, seat, known)
    known.key_low = game.key_low
    known.key_high = game.key_high
    known.decisions = game.decisions
    while game.stage != Stage.OVER and game.asked >> figure & 1:
        allowed = legal(board, game, figure)
        liked = allowed & greedy_answers(board, known, figure, allowed) if policy != RANDOM else allowed
        liked = liked if liked else allowed
        picked = pick_action(known, liked)
        if watch.is_lucky and liked & (liked - 1):
            watch.luck[kind] += luck_of_pick(board, weights, space, watch, figure, liked, picked)
        is_plan = game.ask == Ask.PLAN and policy != RANDOM
        if is_plan:
            answer(board, known, figure, picked)
        apply(board, game, figure, picked)
        if not is_plan:
            break
    if is_row:
        keep_row(watch, game, value_of(board, weights, space, watch, PICKED, 0, watch.rollouts))


def luck_of_pick(board: Board, weights: ValueWeights, space: Workspace, watch: Watch, figure: int, liked: int, picked: int) -> float:
    """Returns the value of what was picked less the mean over all answers among which it was drawn."""
    count, total, value = 0, 0.0, 0.0
    for number in range(ANSWERS):
        if liked >> number & 1:
            watch.states[TRIAL] = copied(watch.states[PICKED])
            apply(board, watch.states[TRIAL], figure, number)
            worth = value_of(board, weights, space, watch, TRIAL, 0, watch.rollouts)
            count += 1
            total += worth
            if number == picked:
                value = worth
    return value - total / count


def keep_row(watch: Watch, game: State, value: float) -> None:
    """Keeps a position that was weighed last, each of the night's with the same chance."""
    if game.stage == Stage.OVER or not watch.rows:
        return
    place = watch.seen + 0
    watch.seen += 1
    if place >= watch.rows:
        place = draw_below(watch.states[TRUTH], KEPT_STREAM, (1 << 20) + watch.seen, watch.seen)
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
        watch.tellings[place, 4] = part_of_turn(game)
        watch.tellings[place, 5] = watch.sheet.is_stale


def part_of_turn(game: State) -> int:
    """Returns which part of a turn is under way; before anyone has written her first plan, the cards were just dealt."""
    if game.stage == Stage.FIRST_PATHS:
        return JUST_DEALT
    if game.ask == Ask.PLAN:
        is_first = game.turn == 1 and game.phase == 1
        for novice in game.novices:
            if novice.plan != Gait.UNWRITTEN:
                is_first = False
        return JUST_DEALT if is_first else PLANNING
    if game.ask == Ask.ROLL or game.ask == Ask.BLESSING or game.ask == Ask.DIRECTION:
        return LISTENING_PART if game.noise_step == NoiseStep.LISTENING else NOISE_PART
    return GUARDS_PART
