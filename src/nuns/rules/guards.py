"""Guards: their paths and steps, and when they may leave a path (rules 9)."""

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
    """Asks one guard for a decision."""
    game.ask = ask
    game.asked = 1 << (ABBESS + guard.number)
    game.guard = guard.number


def ask_first_paths(board: Board, game: State) -> None:
    """Asks the next guard without a path for one, where the option says that first paths are chosen at set-up (2.5)."""
    game.stage = Stage.PLANS
    for guard in game.guards:
        if game.options.first_paths == FirstPaths.SET_UP and guard.dot != NOWHERE and guard.path == NOWHERE:
            ask_guard(game, guard, Ask.PATH)
            game.stage = Stage.FIRST_PATHS
            return


def ask_order(board: Board, game: State) -> None:
    """Asks the guard side which guard moves first (4)."""
    for guard in game.guards:
        guard.moved = guard.dot == NOWHERE
    game.ask = Ask.ORDER
    game.asked = 1 << GUARD_SIDE
    game.stage = Stage.MOVEMENT


def begin_movement(board: Board, game: State) -> None:
    """Begins a guard's movement: a reason lets her leave her path; without one, a path whose end she is on is completed (9.3, 9.6, 9.7)."""
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
    """Asks the moving guard for a path card if she has none, otherwise for a step; a monk who is done stops instead (9.3, 11.2)."""
    guard = game.guards[game.guard]
    if has_finished(board, guard):
        stop(board, game, guard, 0)
        leave_game(guard)
    else:
        ask_guard(game, guard, Ask.PATH if guard.path == NOWHERE else Ask.STEP)


def far_end(board: Board, guard: Guard) -> int:
    """Returns the dot at which the guard's path will be completed (9.3)."""
    last = board.path_length[guard.path] - 1 if guard.heading > 0 else 0
    return board.path[guard.path][last]


def complete_path(board: Board, game: State, guard: Guard) -> None:
    """Completes her path at its far end and discards the card, unless she moves freely (9.3)."""
    if guard.path != NOWHERE and not guard.free and guard.dot == far_end(board, guard):
        if guard.chases:
            game.cards[guard.path] = Card.DISCARDED
            guard.last_path = guard.path
        guard.path = NOWHERE
        note_visit(board, guard)


def may_take(board: Board, game: State, guard: Guard) -> int:
    """Returns the cards she may take, as bits: remaining ones that fit her dot, else discarded ones; besides, About Turn (9.3-9.5)."""
    if not guard.chases:
        return may_take_monk(board, guard)
    allowed = fitting_paths(board, game, guard, Card.REMAINING)
    if allowed == 0:
        allowed = fitting_paths(board, game, guard, Card.DISCARDED)
        others = allowed & ~(1 << guard.last_path)
        allowed = others if others else allowed
    if guard.last_path != NOWHERE and next_about_turn(game) != NOWHERE:
        allowed |= 1 << ABOUT_TURN
    return allowed


def fitting_paths(board: Board, game: State, guard: Guard, lying: int) -> int:
    """Returns the paths whose cards lie there and that begin or end on her dot, as bits (9.3)."""
    paths = 0
    for path in range(1, PATHS + 1):
        if game.cards[path] == lying and board.is_end[path][guard.dot]:
            paths |= 1 << path
    return paths


def next_about_turn(game: State) -> int:
    """Returns an About Turn card that is left, or NOWHERE (2.4, 9.4)."""
    for card in range(ABOUT_TURN, ABOUT_TURN + 2):
        if game.cards[card] == Card.REMAINING:
            return card
    return NOWHERE


def take_path(board: Board, game: State, guard: Guard, card: int) -> None:
    """Gives the guard a path card, or turns her about on the path she has just completed (9.3, 9.4)."""
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
    """Returns the most dots of her movement, with the blessing if she has played it (9.1, 10.1, 11.2)."""
    if guard.walks_only:
        return WALKS
    return most_run(game) + guard.longer


def most_run(game: State) -> int:
    """Returns the most dots of a guard's movement without a blessing (9.1)."""
    return RUNS - 1 if game.options.slow_guards else RUNS


def holds_one_more_step(game: State, guard: Guard) -> bool:
    """Tells whether a guard has that blessing in hand; the monk owns none (10.1, 11.2)."""
    return guard.chases != 0 and game.blessings[ABBESS + guard.number] == Blessing.ONE_MORE_STEP


def is_moving(game: State, guard: Guard) -> bool:
    """Tells whether it is her movement now (9)."""
    return game.stage == Stage.STEPS and game.guard == guard.number


def is_due(game: State, guard: Guard) -> bool:
    """Tells whether a guard who chases is moving, or has yet to move in the guards' movement of this turn (9)."""
    return guard.chases != 0 and not guard.moved and (game.stage == Stage.MOVEMENT or game.stage == Stage.STEPS)


def leave_reasons(board: Board, game: State, guard: Guard, novice: Novice) -> int:
    """Returns the reasons that a novice gives a guard to leave her path, as bits like those of ``noticeable`` (9.6).

    If she is moving, these are the reasons she has now; if she has yet to move, those she would begin with as things stand. Her own noise
    tokens (``guard.tokens``) are not included.
    """
    if not is_due(game, guard):
        return 0
    return reasons_by(board, game, guard, novice) if is_moving(game, guard) else noticeable(board, game, guard, novice, 0)


def step_limit(game: State, guard: Guard) -> int:
    """Returns the most dots of her movement, or of her next one if she is not moving (9.1, 10.1, 11.2)."""
    return most_steps(game, guard) if is_moving(game, guard) or guard.walks_only else most_run(game)


def steps_left(game: State, guard: Guard) -> int:
    """Returns how many more steps she may take in this movement without a blessing, 0 if she is not moving (9.1)."""
    return most_steps(game, guard) - guard.steps if is_moving(game, guard) else 0


def is_lengthened_walk(steps: int, ran: int) -> bool:
    """Tells whether a movement counts as a walk only because of *one more step* (10.1)."""
    return steps > WALKS and not ran


def may_begin(game: State, player: int, guard: int) -> bool:
    """Tells whether the player of that figure may let this guard move first; of two guard players each may only begin herself (4)."""
    return game.guard_players == 1 or player == ABBESS + guard


def may_go(board: Board, game: State, guard: Guard) -> int:
    """Returns what she may do next, as bits: the neighbours she may step to, and the ways to stop (9.1, 9.3, 9.6, 10.1)."""
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
    """Tells whether she stands off her path, to which she must return unless she has a reason not to (9.7)."""
    return board.astray[guard.path][guard.dot] > 0


def is_on_duty(board: Board, guard: Guard, dot: int) -> bool:
    """Tells whether a step to the dot follows her path, or is on a shortest route back to it (9.3, 9.7)."""
    if is_astray(board, guard):
        return board.astray[guard.path][dot] == board.astray[guard.path][guard.dot] - 1
    return follows_path(board, guard, dot)


def follows_path(board: Board, guard: Guard, dot: int) -> bool:
    """Tells whether the dot is the next of her path (9.3)."""
    place = board.place[guard.path][guard.dot]
    return place >= 0 and board.place[guard.path][dot] == place + guard.heading


def go(board: Board, game: State, guard: Guard, action: int) -> None:
    """Carries out one step or stop of a guard's movement."""
    if action == STOP or action == STOP_AS_WALK:
        if action == STOP_AS_WALK:
            lengthen(game, guard)
        stop(board, game, guard, action == STOP_AS_WALK)
    else:
        turn(board, game, guard, action)


def turn(board: Board, game: State, guard: Guard, way: int) -> None:
    """Turns her towards a neighbour and lets her look; she then steps, unless the turn showed her something new (6.3)."""
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
    """Moves her one dot: step, captures, goal check, look, end of path (4.2)."""
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
    """Turns a guard towards a neighbouring dot (6.2, 6.3)."""
    guard.outlook = board.turned[guard.dot][way]


def arrive(guard: Guard, there: int) -> None:
    """Moves a guard to the neighbour she faces; she keeps her facing (6.2)."""
    guard.dot = there
    guard.outlook += 1


def is_free_step(board: Board, guard: Guard, there: int) -> bool:
    """Tells whether she moves freely with this step: she did before, or it neither follows her path nor leads back (9.3, 9.6, 9.7)."""
    return guard.free != 0 or (guard.leave != 0 and not is_on_duty(board, guard, there))


def keep_reason(board: Board, game: State, guard: Guard) -> None:
    """Ends her free movement when nothing she sees or has heard is a reason any longer (9.6, `free-until=reason-ends`)."""
    guard.leave = guard.chases and has_reason(board, game, guard)
    guard.free = guard.free and guard.leave


def lengthen(game: State, guard: Guard) -> None:
    """Plays *one more step*, with the step beyond her maximum or with a walk of 5 (10.1)."""
    guard.longer = 1
    game.blessings[ABBESS + guard.number] = Blessing.NONE
    game.played[ABBESS + guard.number] = Blessing.ONE_MORE_STEP
    say(game, Event.BLESSED, ABBESS + guard.number, Blessing.ONE_MORE_STEP, 0)


def stop(board: Board, game: State, guard: Guard, as_walk: int) -> None:
    """Ends her movement: she catches where she stands, and her gait is what she moved; the next guard follows, the monk last (8.1, 9.1)."""
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
