"""Guards: paths, steps, and leave to quit the path (rules 9)."""

from nuns.board.tables import PATHS, Board
from nuns.rules.caught import catch_all_here
from nuns.rules.choices import FirstPaths, FreeUntil
from nuns.rules.monk import has_finished, leave_game, may_take_monk, note_visit
from nuns.rules.sight import has_reason, look, noticeable, reasons_by, sees_anything_new
from nuns.rules.state import Guard, Novice, State
from nuns.rules.tape import say
from nuns.rules.words import ABBESS, ABOUT_TURN, GUARD_SIDE, NOWHERE, STOP, STOP_AS_WALK, Ask, Blessing, Card, Event, Stage

LEAST, WALKS, RUNS = 3, 4, 6  # 9.1 dots


def ask_guard(game: State, guard: Guard, ask: int) -> None:
    game.ask = ask
    game.asked = 1 << (ABBESS + guard.number)
    game.guard = guard.number


def ask_first_paths(board: Board, game: State) -> None:
    """2.5 At set-up in some editions; else each chooses when she first moves."""
    game.stage = Stage.PLANS
    for guard in game.guards:
        if game.options.first_paths == FirstPaths.SET_UP and guard.dot != NOWHERE and guard.path == NOWHERE:
            ask_guard(game, guard, Ask.PATH)
            game.stage = Stage.FIRST_PATHS
            return


def ask_order(board: Board, game: State) -> None:
    """4 The guard side says who moves first."""
    for guard in game.guards:
        guard.moved = guard.dot == NOWHERE
    game.ask = Ask.ORDER
    game.asked = 1 << GUARD_SIDE
    game.stage = Stage.MOVEMENT


def begin_movement(board: Board, game: State) -> None:
    """9.3, 9.6, 9.7 With a reason she starts with leave, and off her path moves freely; without, at her path's end, it is done."""
    guard = game.guards[game.guard]
    guard.steps = 0
    guard.longer = 0
    guard.free = 0
    guard.leave = guard.chases and guard.tokens > 0
    for novice in game.novices:
        novice.noticed[guard.number] = 0
    look(board, game, guard)
    if guard.leave:
        guard.free = guard.path != NOWHERE and is_astray(board, guard)
    else:
        complete_path(board, game, guard)
    game.stage = Stage.STEPS


def ask_step(board: Board, game: State) -> None:
    """9.3 A guard without a path takes one at once; then she steps or stops."""
    guard = game.guards[game.guard]
    if has_finished(board, guard):
        stop(board, game, guard, 0)
        leave_game(guard)
    else:
        ask_guard(game, guard, Ask.PATH if guard.path == NOWHERE else Ask.STEP)


def far_end(board: Board, guard: Guard) -> int:
    last = board.path_length[guard.path] - 1 if guard.heading > 0 else 0
    return board.path[guard.path][last]


def complete_path(board: Board, game: State, guard: Guard) -> None:
    """9.3 At the far end of her path, unless she moves freely, it is completed and its card discarded."""
    if guard.path != NOWHERE and not guard.free and guard.dot == far_end(board, guard):
        if guard.chases:
            game.cards[guard.path] = Card.DISCARDED
            guard.last_path = guard.path
        guard.path = NOWHERE
        note_visit(board, guard)


def may_take(board: Board, game: State, guard: Guard) -> int:
    """9.3-9.5 The cards that fit her dot: remaining, else discarded; About Turn besides, right after a path."""
    if not guard.chases:
        return may_take_monk(board, guard)
    allowed = fitting(board, game, guard, Card.REMAINING)
    if allowed == 0:
        allowed = fitting(board, game, guard, Card.DISCARDED)
        others = allowed & ~(1 << guard.last_path)
        allowed = others if others else allowed
    if guard.last_path != NOWHERE and next_about_turn(game) != NOWHERE:
        allowed |= 1 << ABOUT_TURN
    return allowed


def fitting(board: Board, game: State, guard: Guard, lying: int) -> int:
    """9.3 The paths lying there, one of whose ends is her dot, as bits."""
    paths = 0
    for path in range(1, PATHS + 1):
        if game.cards[path] == lying and board.is_end[path][guard.dot]:
            paths |= 1 << path
    return paths


def next_about_turn(game: State) -> int:
    """2.4, 9.4 One of the two About Turn cards that are left."""
    for card in range(ABOUT_TURN, ABOUT_TURN + 2):
        if game.cards[card] == Card.REMAINING:
            return card
    return NOWHERE


def take_path(board: Board, game: State, guard: Guard, card: int) -> None:
    """9.3, 9.4."""
    if card == ABOUT_TURN:
        game.cards[next_about_turn(game)] = Card.DISCARDED
        guard.path = guard.last_path
    else:
        guard.path = card
    if guard.chases:
        game.cards[guard.path] = Card.FACE_UP
    guard.heading = 1 if board.place[guard.path][guard.dot] == 0 else -1
    say(game, Event.PATH, ABBESS + guard.number, card, guard.path << 1 | (guard.heading > 0))


def most_steps(game: State, guard: Guard) -> int:
    """9.1, 10.1, 11.2."""
    if guard.walks_only:
        return WALKS
    return most_run(game) + guard.longer


def most_run(game: State) -> int:
    """Returns the most dots of a guard's movement without a blessing (9.1)."""
    return RUNS - 1 if game.options.slow_guards else RUNS


def holds_one_more_step(game: State, guard: Guard) -> bool:
    """10.1 The monk owns no blessing (11.2)."""
    return guard.chases != 0 and game.blessings[ABBESS + guard.number] == Blessing.ONE_MORE_STEP


def is_moving(game: State, guard: Guard) -> bool:
    """Tells whether it is her movement now (9)."""
    return game.stage == Stage.STEPS and game.guard == guard.number


def is_due(game: State, guard: Guard) -> bool:
    """Tells whether a guard who chases moves now, or is yet to move in this turn's guard movement (9)."""
    return guard.chases != 0 and not guard.moved and (game.stage == Stage.MOVEMENT or game.stage == Stage.STEPS)


def leave_reasons(board: Board, game: State, guard: Guard, novice: Novice) -> int:
    """Returns what of a novice lets a guard leave her path, as bits like those of ``noticeable`` (9.6): now, if she moves; if she is yet to
    move, when she begins, as things are. A noise of her own (``guard.tokens``) comes besides.
    """
    if not is_due(game, guard):
        return 0
    return reasons_by(board, game, guard, novice) if is_moving(game, guard) else noticeable(board, game, guard, novice, 0)


def step_limit(game: State, guard: Guard) -> int:
    """Returns the most steps of her movement, or of her next one while it is not her movement (9.1, 10.1, 11.2)."""
    return most_steps(game, guard) if is_moving(game, guard) or guard.walks_only else most_run(game)


def steps_left(game: State, guard: Guard) -> int:
    """Returns how many more steps she may take in this movement without a blessing; 0 while it is not her movement (9.1)."""
    return most_steps(game, guard) - guard.steps if is_moving(game, guard) else 0


def is_lengthened_walk(steps: int, ran: int) -> bool:
    """Tells whether a movement is a walk only by *one more step* (10.1)."""
    return steps > WALKS and not ran


def may_begin(game: State, player: int, guard: int) -> bool:
    """Tells whether the player of that figure may say that this guard moves first: of two players each only herself (4)."""
    return game.guard_players == 1 or player == ABBESS + guard


def may_go(board: Board, game: State, guard: Guard) -> int:
    """9.1, 9.3, 9.6, 10.1 The neighbours she may step to, and whether she may stop."""
    allowed = 0
    if guard.steps < most_steps(game, guard) or holds_one_more_step(game, guard):
        for way in range(board.degree[guard.dot]):
            if guard.leave or is_on_duty(board, guard, board.next[guard.dot][way]):
                allowed |= 1 << way
    if guard.steps >= LEAST:
        allowed |= 1 << STOP
    if guard.steps == WALKS + 1 and holds_one_more_step(game, guard):
        allowed |= 1 << STOP_AS_WALK
    return allowed


def is_astray(board: Board, guard: Guard) -> bool:
    """Tells whether she stands off her path, to which she returns unless something gives her leave (9.7)."""
    return board.astray[guard.path][guard.dot] > 0


def is_on_duty(board: Board, guard: Guard, dot: int) -> bool:
    """Tells whether the dot is the next of her path, or off it on a shortest way back to it (9.3, 9.7)."""
    if is_astray(board, guard):
        return board.astray[guard.path][dot] == board.astray[guard.path][guard.dot] - 1
    return follows_path(board, guard, dot)


def follows_path(board: Board, guard: Guard, dot: int) -> bool:
    """9.3."""
    place = board.place[guard.path][guard.dot]
    return place >= 0 and board.place[guard.path][dot] == place + guard.heading


def go(board: Board, game: State, guard: Guard, action: int) -> None:
    """One small action of a movement."""
    if action == STOP or action == STOP_AS_WALK:
        if action == STOP_AS_WALK:
            lengthen(game, guard)
        stop(board, game, guard, action == STOP_AS_WALK)
    else:
        turn(board, game, guard, action)


def turn(board: Board, game: State, guard: Guard, way: int) -> None:
    """6.3 She turns and looks; if the turn shows her something new she may choose again, else she steps."""
    if guard.steps == most_steps(game, guard):
        lengthen(game, guard)
    face(board, guard, way)
    if guard.chases and sees_anything_new(board, game, guard):
        say(game, Event.TURNED, ABBESS + guard.number, guard.dot, board.next[guard.dot][way])
        look(board, game, guard)
    else:
        look(board, game, guard)
        step(board, game, guard, board.next[guard.dot][way])


def step(board: Board, game: State, guard: Guard, there: int) -> None:
    """4.2 Step, captures, goal check, look, end of path."""
    guard.free = is_free_step(board, guard, there)
    say(game, Event.GUARD_STEPPED, ABBESS + guard.number, guard.dot, there << 1 | guard.free)
    arrive(guard, there)
    guard.steps += 1
    if game.options.catch_in_passing:
        catch_all_here(game, guard)
        if game.captures >= game.goal:
            return
    look(board, game, guard)
    if game.options.free_until == FreeUntil.REASON_ENDS:
        keep_reason(board, game, guard)
    complete_path(board, game, guard)


def face(board: Board, guard: Guard, way: int) -> None:
    """She turns towards a neighbour (6.2, 6.3)."""
    guard.outlook = board.turned[guard.dot][way]


def arrive(guard: Guard, there: int) -> None:
    """She has stepped to the neighbour she faces, and faces the same way (6.2)."""
    guard.dot = there
    guard.outlook += 1


def is_free_step(board: Board, guard: Guard, there: int) -> bool:
    """9.3, 9.6, 9.7 She moves freely once a step is neither the next of her path nor on her way back to it."""
    return guard.free != 0 or (guard.leave != 0 and not is_on_duty(board, guard, there))


def keep_reason(board: Board, game: State, guard: Guard) -> None:
    """9.6 In one edition she moves freely only as long as a reason lasts; what she sees again is a reason again."""
    guard.leave = guard.chases and has_reason(board, game, guard)
    guard.free = guard.free and guard.leave


def lengthen(game: State, guard: Guard) -> None:
    """10.1 One more step, declared with the step beyond her maximum or with a walk of 5."""
    guard.longer = 1
    game.blessings[ABBESS + guard.number] = Blessing.NONE
    game.played[ABBESS + guard.number] = Blessing.ONE_MORE_STEP
    say(game, Event.BLESSED, ABBESS + guard.number, Blessing.ONE_MORE_STEP, 0)


def stop(board: Board, game: State, guard: Guard, as_walk: int) -> None:
    """8.1, 9.1 She catches where she ends; the gait is what she has moved; then the next guard, and the monk last."""
    catch_all_here(game, guard)
    guard.ran = guard.steps > WALKS and not as_walk
    guard.moved = 1
    say(game, Event.GUARD_STOPPED, ABBESS + guard.number, guard.steps, guard.ran)
    game.stage = Stage.CLEARING
    for other in game.guards:
        if not other.moved:
            game.guard = other.number
            game.stage = Stage.MOVEMENT
            return
