"""A position as numbers for the value model: the night as a whole, and each novice with what the guards believe of her.

Written in the subset of Python that the kernel compiles. Everything is read from the truth, except the belief, which the caller hands in.
"""

from math import exp, log

from nuns.analysis.value_records import LEVELS, PERSONAL, ValueSheet
from nuns.board.convent import WIDEST, WISH_CARDS
from nuns.board.tables import DOTS, Board
from nuns.bots.policies.careful import WEIGHTS, movements_needed, way_left
from nuns.bots.policies.danger import danger_at
from nuns.bots.policies.greedy import wanted_dot
from nuns.rules.caught import may_slip_away
from nuns.rules.ending import turns_left, wins_together
from nuns.rules.guards import is_moving, most_run, steps_left
from nuns.rules.noise import die_for, is_heard_by, is_in_earshot, is_measured, modifier, runners_are_deaf
from nuns.rules.novices import least_dots, movements_left
from nuns.rules.setup import deals_blessings, has_monk, key_dot_of, wish_deck, wish_dot_of
from nuns.rules.sight import has_reason, is_on_board, sees
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import GUARDS, NOVICES, NOWHERE, Ask, Blessing, Gait, NoiseStep, Stage, Status

FADE = 3.0  # steps over which the nearness of a guard falls to a third
RARE = 1e-4  # probabilities below this count as this


def describe(board: Board, game: State, sheet: ValueSheet) -> None:
    """Fills in the numbers of a position; ``likely`` must hold what the guards believe."""
    for figure in range(NOVICES):
        sheet.is_present[figure] = 1 if game.novices[figure].status != Status.ABSENT else 0
    describe_night(board, game, sheet)
    lead(board, game, sheet)
    for figure in range(NOVICES):
        for place in range(PERSONAL):
            sheet.personal[figure, place] = 0.0
        if sheet.is_present[figure]:
            describe_novice(board, game, game.novices[figure], sheet)


def add(row: int, place: int, value: float, sheet: ValueSheet) -> int:
    """Writes one number of a novice, or of the night where ``row`` is NOVICES, and returns the place of the next."""
    if row == NOVICES:
        sheet.night[place] = value
    else:
        sheet.personal[row, place] = value
    return place + 1


def flag(is_so: bool) -> float:
    """Returns 1 for yes and 0 for no."""
    return 1.0 if is_so else 0.0


def describe_night(board: Board, game: State, sheet: ValueSheet) -> None:
    """Fills in what concerns all: how far the night has come, the captures, the guards, and the rules in force."""
    row, place, playing = NOVICES, 0, 0
    for figure in range(NOVICES):
        if is_on_board(game.novices[figure]):
            playing += 1
    left = game.goal - game.captures
    place = add(row, place, turns_left(game) / 15, sheet)
    place = add(row, place, left / 7, sheet)
    place = add(row, place, flag(left <= 1), sheet)
    place = add(row, place, flag(left == 2), sheet)
    place = add(row, place, left / (1.0 + playing), sheet)
    place = add(row, place, game.novice_players / 6, sheet)
    place = add(row, place, flag(game.novice_players == 1), sheet)
    place = add(row, place, playing / 6, sheet)
    place = add(row, place, flag(game.ask == Ask.PLAN), sheet)
    place = add(row, place, flag(game.stage == Stage.FIRST_PATHS), sheet)
    place = add(row, place, flag(game.noise_step == NoiseStep.LISTENING), sheet)
    place = add(row, place, flag(is_movement(game)), sheet)
    place = add(row, place, flag(game.turn == 1 and game.phase == 1), sheet)
    place = add(row, place, flag(game.turn == 1), sheet)
    place = add(row, place, float(sheet.is_stale), sheet)
    moved, reasons = 0, 0
    for guard in game.guards:
        if guard.chases:
            moved += guard.moved
            reasons += 1 if has_reason(board, game, guard) else 0
    place = add(row, place, moved / 2, sheet)
    place = add(row, place, reasons / 2, sheet)
    place = add(row, place, board.distance[game.guards[0].dot][game.guards[1].dot] / 10, sheet)
    place = add(row, place, flag(runners_are_deaf(game)), sheet)
    place = add(row, place, flag(deals_blessings(game)), sheet)
    place = add(row, place, flag(wins_together(game)), sheet)
    place = add(row, place, flag(has_monk(game)), sheet)
    place = add(row, place, flag(most_run(game) < 6), sheet)
    place = add(row, place, flag(least_dots(game, Gait.RUN) > 1), sheet)
    place = add(row, place, float(wish_deck(game)), sheet)
    for level in range(LEVELS):
        place = add(row, place, flag(level == sheet.guards_level), sheet)
        place = add(row, place, flag(level == sheet.novices_level), sheet)


def is_movement(game: State) -> bool:
    """Tells whether the guards' movement is being decided."""
    return game.stage != Stage.FIRST_PATHS and (game.ask == Ask.ORDER or game.ask == Ask.PATH or game.ask == Ask.STEP)


def is_planning(game: State, novice: Novice) -> bool:
    """Tells whether her plan is written, or a part of it, and waits for the rest or for those of the others."""
    if game.ask != Ask.PLAN or novice.plan == Gait.UNWRITTEN:
        return False
    return novice.steps > 0 or not game.asked >> novice.figure & 1


def spot_of(game: State, novice: Novice) -> int:
    """Returns her dot, or how far her plan leads if any of it is written."""
    return novice.route[novice.steps] + 0 if is_planning(game, novice) else novice.dot + 0


def gait_of(game: State, novice: Novice) -> int:
    """Returns the gait of her plan if any of it is written, or of her last movement."""
    return novice.plan + 0 if is_planning(game, novice) else novice.gait + 0


def has_key_on(game: State, novice: Novice) -> int:
    """Returns 1 if she has her key, or takes it with the plan that is written; else 0."""
    if is_planning(game, novice) and novice.steps and spot_of(game, novice) == novice.key_dot:
        return 1
    return novice.has_key + 0


def has_wish_on(game: State, novice: Novice) -> int:
    """Returns the same for her wish."""
    if is_planning(game, novice) and novice.steps and novice.has_key and spot_of(game, novice) == novice.wish_dot:
        return 1
    return novice.has_wish + 0


def movements_of(game: State, novice: Novice) -> int:
    """Returns how many movements she has left, the one that is due included."""
    return movements_left(game) + (1 if game.ask == Ask.PLAN and not is_planning(game, novice) else 0)


def needed_by(board: Board, game: State, novice: Novice) -> int:
    """Returns the fewest movements she needs to get home with her wish."""
    return movements_needed(board, novice, spot_of(game, novice), has_key_on(game, novice), has_wish_on(game, novice))


def lead(board: Board, game: State, sheet: ValueSheet) -> None:
    """Fills in the fewest movements that any novice on the board needs, and any but her."""
    for figure in range(NOVICES):
        sheet.needs[figure] = 20.0
        if is_on_board(game.novices[figure]):
            sheet.needs[figure] = needed_by(board, game, game.novices[figure])


def least_of_others(sheet: ValueSheet, figure: int) -> float:
    """Returns the fewest movements that any other novice needs."""
    least = 20.0
    for other in range(NOVICES):
        if other != figure:
            least = min(least, float(sheet.needs[other]))
    return least


def describe_novice(board: Board, game: State, novice: Novice, sheet: ValueSheet) -> None:
    """Fills in one novice: how far she has come, her danger, and what the guards believe of her."""
    row, place = novice.figure + 0, 0
    place = describe_progress(board, game, novice, row, place, sheet)
    place = describe_danger(board, game, novice, row, place, sheet)
    place = describe_belief(board, game, novice, row, place, sheet)
    for cell in range(NOVICES):
        place = add(row, place, flag(cell == row), sheet)
    for card in range(1, WISH_CARDS + 1):
        is_hers = key_dot_of(board, game, card) == novice.key_dot and wish_dot_of(board, game, card) == novice.wish_dot
        place = add(row, place, flag(is_hers), sheet)


def describe_progress(board: Board, game: State, novice: Novice, row: int, place: int, sheet: ValueSheet) -> int:
    """Fills in her status, her way and the movements that she has for it."""
    here, key, wish = spot_of(game, novice), has_key_on(game, novice), has_wish_on(game, novice)
    way, needed, movements = 0, 0, movements_of(game, novice)
    if is_on_board(novice):
        way, needed = way_left(board, novice, here, key, wish), needed_by(board, game, novice)
    spare = movements - needed
    place = add(row, place, flag(novice.status == Status.CAUGHT), sheet)
    place = add(row, place, flag(novice.status == Status.HOME), sheet)
    place = add(row, place, flag(novice.slipped_away != 0), sheet)
    place = add(row, place, flag(may_slip_away(game, novice)), sheet)
    place = add(row, place, float(key), sheet)
    place = add(row, place, float(wish), sheet)
    place = add(row, place, way / 30, sheet)
    place = add(row, place, needed / 8, sheet)
    place = add(row, place, max(min(spare, 8), -2) / 8, sheet)
    place = add(row, place, flag(spare < 0), sheet)
    place = add(row, place, flag(spare == 0), sheet)
    place = add(row, place, flag(needed <= 1 and spare >= 0), sheet)
    place = add(row, place, flag(needed == 2 and spare >= 0), sheet)
    place = add(row, place, max(min(4 * movements - way, 30), -30) / 20, sheet)
    place = add(row, place, max(min(least_of_others(sheet, row) - needed, 6), -6) / 4, sheet)
    place = add(row, place, novice.times_caught / 3, sheet)
    for kind in range(Blessing.ONE_MORE_STEP, Blessing.FALSE_NOISE + 1):
        place = add(row, place, flag(game.blessings[row] == kind), sheet)
    return place


def describe_danger(board: Board, game: State, novice: Novice, row: int, place: int, sheet: ValueSheet) -> int:
    """Fills in how near the guards are, and whether they may come for her."""
    here, goal, is_running = spot_of(game, novice), wanted_dot(novice), novice.status == Status.ON_THE_RUN
    gait = gait_of(game, novice)
    near, second, chased, reached, goal_near, heard, watched = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for guard in game.guards:
        if guard.chases:
            far = board.distance[guard.dot][here] + 0
            close = exp(-far / FADE)
            if close > near:
                near, second = close, near
            else:
                second = max(second, close)
            goal_near = max(goal_near, exp(-(board.distance[guard.dot][goal] + 0) / FADE))
            watched += flag(sees(board, game, guard, here))
            if is_running:
                if has_reason(board, game, guard):
                    chased = max(chased, close)
                if is_heard_by(board, game, novice, guard, 0) and is_noise(game):
                    heard = max(heard, close)
                if reach_of(game, guard) >= far:
                    reached += 1.0 + flag(guard.leave != 0)
    place = add(row, place, near, sheet)
    place = add(row, place, second, sheet)
    place = add(row, place, near if is_running else 0.0, sheet)
    place = add(row, place, chased, sheet)
    place = add(row, place, heard, sheet)
    place = add(row, place, reached / 2, sheet)
    place = add(row, place, goal_near, sheet)
    place = add(row, place, watched / 2, sheet)
    place = add(row, place, path_to(board, game, here), sheet)
    place = add(row, place, path_to(board, game, goal), sheet)
    place = add(row, place, path_to(board, game, novice.cell + 0), sheet)
    place = add(row, place, float(novice.shown), sheet)
    place = add(row, place, flag(novice.vanished != 0), sheet)
    place = add(row, place, flag(has_token(novice)), sheet)
    place = add(row, place, modifier(game, gait) / 3 if gait else 0.0, sheet)
    danger = danger_at(board, game, novice, max(gait, Gait.STAND), here, novice.vanished + 0, WEIGHTS) if is_running else 0
    return add(row, place, danger / 1000, sheet)


def path_to(board: Board, game: State, dot: int) -> float:
    """Returns how near to a dot the paths of the guards lead, from where they are to their ends."""
    near = 0.0
    for guard in game.guards:
        if guard.chases and guard.path != NOWHERE:
            place, least = board.place[guard.path][guard.dot] + 0, 20
            if place < 0:
                place = 0 if guard.heading > 0 else board.path_length[guard.path] - 1
            while 0 <= place < board.path_length[guard.path]:
                least = min(least, board.distance[board.path[guard.path][place]][dot] + 0)
                place += guard.heading
            near = max(near, exp(-least / FADE))
    return near


def is_noise(game: State) -> bool:
    """Tells whether dice lie on the table whose tokens are not placed yet."""
    return game.ask == Ask.ROLL or game.ask == Ask.BLESSING or game.ask == Ask.DIRECTION


def has_token(novice: Novice) -> bool:
    """Tells whether a noise token of hers lies beside a guard."""
    for guard in range(GUARDS):
        for way in range(WIDEST):
            if novice.noise[guard][way]:
                return True
    return False


def reach_of(game: State, guard: Guard) -> int:
    """Returns how many dots a guard may still go before the novices move again."""
    if is_moving(game, guard):
        return steps_left(game, guard)
    return 0 if is_movement(game) and guard.moved else most_run(game)


def describe_belief(board: Board, game: State, novice: Novice, row: int, place: int, sheet: ValueSheet) -> int:
    """Fills in how sure the guards are of her: of her dot, of its surroundings, and how widely they search for her."""
    here, there, near, around, squares = spot_of(game, novice), 1.0, 1.0, 1.0, 1.0
    if novice.status == Status.ON_THE_RUN and not (novice.shown and not is_planning(game, novice)):
        total, there, near, around, squares = 0.0, 0.0, 0.0, 0.0, 0.0
        for dot in range(1, DOTS):
            share = sheet.likely[row, dot]
            if share > 0 and is_fitting_noise(board, game, novice, here, dot):
                far = board.distance[here][dot]
                total += share
                squares += share * share
                if far == 0:
                    there += share
                if far <= 2:
                    near += share
                if far <= 5:
                    around += share
        if total > 0:
            there, near, around, squares = there / total, near / total, around / total, squares / (total * total)
    place = add(row, place, there, sheet)
    place = add(row, place, log(max(there, RARE)) / 4, sheet)
    place = add(row, place, near, sheet)
    place = add(row, place, around, sheet)
    return add(row, place, squares, sheet)


def is_fitting_noise(board: Board, game: State, novice: Novice, here: int, dot: int) -> bool:
    """Tells whether on that dot she would be heard by just those guards who hear her on hers, by the dice on the table."""
    if not is_noise(game) or here == dot:
        return True
    for guard in game.guards:
        if guard.dot != NOWHERE and is_heard_at(board, game, novice, guard, here) != is_heard_at(board, game, novice, guard, dot):
            return False
    return True


def is_heard_at(board: Board, game: State, novice: Novice, guard: Guard, dot: int) -> int:
    """Returns the directions from which a guard would hear her on that dot, as bits; 0 where she would not."""
    if not is_measured(game, novice, guard):
        return 0
    owner = die_for(game, novice, guard)
    if not is_in_earshot(game, game.noise_step, game.dice[owner] + game.shifts[owner], novice.gait, board.distance[guard.dot][dot]):
        return 0
    return board.first_steps[guard.dot][dot] + 0
