"""A state rebuilt from a seat's view: what the seat cannot know stays 0, so that rules and policies can be asked about it."""

from functools import lru_cache
from typing import Any

from nuns.referee.action_codec import way_to
from nuns.referee.actions import Plan
from nuns.referee.codes import ASK_CODES, WaitingFor
from nuns.referee.seats import FIGURE_NAMES, GUARD_SEATS, Seat, figures_of
from nuns.referee.table import BLESSING_NAMES, GAIT_NAMES, NOISE_STEPS, STATUS_NAMES, Table
from nuns.referee.view import GuardView, Heard, NoviceView, Sheet, View
from nuns.rules.choices import CaptureGoal
from nuns.rules.options import parsed
from nuns.rules.setup import set_table
from nuns.rules.sight import look
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import ABBESS, ABOUT_TURN, BLESS, END, FALSE_SLOT, NOWHERE, Ask, Card, Gait, Stage

ASKED = {code: ask for ask, code in ASK_CODES.items()}
STAGES = {
    Ask.PLAN: Stage.ROUTES,
    Ask.ROLL: Stage.DICE,
    Ask.BLESSING: Stage.ANSWERS,
    Ask.DIRECTION: Stage.TOKENS,
    Ask.ORDER: Stage.MOVEMENT,
    Ask.PATH: Stage.STEPS,
    Ask.STEP: Stage.STEPS,
}  # where the night stands while that is asked


def table_of(view: View) -> Table:
    """The table a view belongs to, in the convent that is printed."""
    return _table(view.edition, view.options, len(view.novices), _guard_players(view))


@lru_cache(maxsize=64)
def _table(edition: str, options: str, novices: int, guard_players: int) -> Table:
    return Table(edition, parsed(options), novices, guard_players)


def _guard_players(view: View) -> int:
    """1.1 By the guards' own seats; else 1.3 by the goal, which with `capture-goal=novices` does not tell."""
    if view.seat in GUARD_SEATS:
        return 1 if view.seat == Seat.GUARDS else 2
    by_players = parsed(view.options).capture_goal == CaptureGoal.PLAYERS
    return view.goal - len(view.novices) if by_players else 1


def figure_to_answer(view: View, guard_players: int) -> int:
    """The first figure of this seat that is asked."""
    return next(figure for figure in figures_of(Seat(view.seat), guard_players) if FIGURE_NAMES[figure] in view.waiting)


def position_of(view: View, table: Table) -> State:
    """3 What the seat knows, as a state. Its generator is unset."""
    game = State(options=table.options)
    set_table(table.board, game, table.novices, table.guard_players)
    game.turn, game.phase, game.captures, game.goal = view.turn, view.phase, view.captures, view.goal
    game.noise_step = NOISE_STEPS.index(view.noise_step)
    game.ask = ASKED[view.waiting_for or WaitingFor.PLANS]
    game.stage = _stage(view, game.ask)
    game.asked = sum(1 << figure for figure, name in enumerate(FIGURE_NAMES) if name in view.waiting)
    for novice in view.novices:
        _place_novice(game, novice)
    for guard in view.guards:
        _place_guard(table, game, guard)
    for absent in game.guards:
        if absent.dot == NOWHERE:
            absent.moved = 1  # 11.2 a monk who is not there has nothing to do
    _lay_cards(table, game, view)
    _lay_tokens(table, game, view)
    for die in view.dice:
        owner = FIGURE_NAMES.index(die.by)
        game.dice[owner], game.shifts[owner] = die.face, die.shift
    for name, blessing in view.blessings.items():
        game.blessings[FIGURE_NAMES.index(name)] = BLESSING_NAMES.index(blessing)
    if view.over is None:
        for sheet in view.sheets:
            _fill_in(table, game, sheet)
    if game.stage == Stage.STEPS:
        _notice(table, game, game.guards[game.guard])
    return game


def _notice(table: Table, game: State, guard: Guard) -> None:
    """6.3 What is in her sight now she has noticed: turning to it again shows her nothing new, and gives no leave."""
    leave = guard.leave
    look(table.board, game, guard)
    guard.leave = leave


def _stage(view: View, ask: int) -> int:
    """2.5 Paths are asked for in a movement, or before any novice has moved."""
    if view.over is not None:
        return Stage.OVER
    if ask == Ask.PATH and not any(novice.gait for novice in view.novices):
        return Stage.FIRST_PATHS
    return STAGES.get(Ask(ask), Stage.DEAL)


def _place_novice(game: State, seen: NoviceView) -> None:
    """3.1, 11.3."""
    novice = game.novices[seen.novice - 1]
    novice.status = STATUS_NAMES.index(seen.status)
    novice.times_caught = seen.times_caught
    novice.gait = GAIT_NAMES.index(seen.gait or "")
    novice.dot = seen.dot or 0
    novice.seen = novice.shown = int(seen.dot is not None)
    novice.told_dot = seen.told_dot or 0
    game.played[novice.figure] = BLESSING_NAMES.index(seen.blessing_played or "")


def _place_guard(table: Table, game: State, seen: GuardView) -> None:
    """3.1, 11.2 A monk who has left sees and hears no more."""
    figure = FIGURE_NAMES.index(seen.guard)
    guard = game.guards[figure - ABBESS]
    guard.dot = seen.dot or 0
    if seen.dot is None:
        guard.sees = guard.hears = 0
    guard.outlook = _outlook(table, seen)
    guard.path = table.path_names.index(seen.path or "")
    guard.last_path = table.path_names.index(seen.last_path or "")
    if seen.dots:
        guard.heading = 1 if seen.dots[0] == table.board.path[guard.path][0] else -1
    guard.visited = sum(table.board.end_bit[dot] for dot in seen.visited)
    guard.steps, guard.leave, guard.free = seen.steps, int(seen.leave), int(seen.free)
    guard.ran, guard.moved, guard.longer = int(seen.ran), int(seen.moved), int(seen.one_more_step)
    if guard.chases:
        game.played[figure] = BLESSING_NAMES.index(seen.blessing_played or "")
    if game.ask in (Ask.PATH, Ask.STEP) and game.asked >> figure & 1:
        game.guard = guard.number


def _outlook(table: Table, seen: GuardView) -> int:
    """6.2 Where she looks along: before the step, or after it."""
    if seen.facing is None:
        return 0
    start, to = seen.facing
    return table.board.turned[start][way_to(table, start, to)] + (seen.dot != start)


def _lay_cards(table: Table, game: State, view: View) -> None:
    """2.4 Of the About Turn cards the first are discarded first."""
    for lying, names in ((Card.FACE_UP, view.paths.face_up), (Card.DISCARDED, view.paths.discarded)):
        for name in names:
            game.cards[table.path_names.index(name)] = lying
    for gone in range(2 - view.paths.about_turns):
        game.cards[ABOUT_TURN + gone] = Card.DISCARDED


def _lay_tokens(table: Table, game: State, view: View) -> None:
    """6.7, 7.4."""
    for lost in view.vanishings:
        novice = game.novices[lost.novice - 1]
        novice.left_at[novice.vanished], novice.went_to[novice.vanished] = lost.between
        novice.vanished += 1
    for token in view.noises:
        guard = game.guards[FIGURE_NAMES.index(token.guard) - ABBESS]
        way, by = way_to(table, *token.between), FIGURE_NAMES.index(token.by)
        row = guard.noise[by - ABBESS] if by >= ABBESS else game.novices[by].noise[guard.number]
        row[way] += 1
        guard.tokens += 1
        guard.tokens_at = token.between[0]


def _fill_in(table: Table, game: State, sheet: Sheet) -> None:
    """3.2 What she knows of herself."""
    novice = game.novices[sheet.novice - 1]
    novice.dot = sheet.dot or 0
    novice.key_dot, novice.wish_dot = sheet.key_dot, sheet.wish_dot
    novice.has_key, novice.has_wish, novice.longer = int(sheet.has_key), int(sheet.has_wish), int(sheet.one_more_step)
    novice.plan = GAIT_NAMES.index(sheet.plan or "")
    novice.steps = max(0, len(sheet.route) - 1)
    for step, dot in enumerate(sheet.route or (novice.dot,) if novice.plan or game.ask == Ask.PLAN else ()):
        novice.route[step] = dot
    game.untold[novice.figure] = int(sheet.untold)
    for heard in sheet.heard:
        _note_heard(table, game, novice, heard)


def _note_heard(table: Table, game: State, novice: Novice, heard: Heard) -> None:
    """7.4, 10.4."""
    guard: Guard = game.guards[FIGURE_NAMES.index(heard.guard) - ABBESS]
    slot = FALSE_SLOT if heard.false else guard.number
    novice.heard[slot] = sum(1 << way_to(table, guard.dot, dot) for dot in heard.dots)
    novice.marked[slot] = sum(1 << way_to(table, guard.dot, dot) for dot in heard.marked)
    if heard.false:
        novice.fakes_beside = guard.number


def plan_action(table: Table, position: State, figure: int, actions: list[int]) -> Plan:
    """Small actions as the whole plan that a novice hands in."""
    novice = position.novices[figure]
    gait, steps = (novice.plan, actions) if novice.plan != Gait.UNWRITTEN else (actions[0], actions[1:])
    route = [novice.route[0]]
    for number in steps:
        if number < END:
            route.append(table.board.next[route[-1]][number])
    card: Any = GAIT_NAMES[gait]
    return Plan(novice=figure + 1, gait=card, route=tuple(route), one_more_step=BLESS in steps or bool(novice.longer))
