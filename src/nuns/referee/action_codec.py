"""Translates actions into the small numbers that the rules take, and back; a plan and the deal are bundles of them."""

from nuns.referee import actions as act
from nuns.referee.actions import Action
from nuns.referee.game_setup import BLESSING_NAMES, GAIT_NAMES, GameSetup, guard_name
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES, figure_named
from nuns.rules.blessings import first_die
from nuns.rules.guards import is_free_step, most_steps
from nuns.rules.noise import guard_of_slot, unmarked_slot
from nuns.rules.setup import kind_of_card
from nuns.rules.state import State
from nuns.rules.words import (
    ABBESS,
    AGAIN,
    BLESS,
    CHANCE,
    DIE_OWNERS,
    END,
    GUARD_SIDE,
    HOLDERS,
    NOVICES,
    PASS,
    PLACE,
    PLAY,
    STOP,
    STOP_AS_WALK,
    Ask,
    Blessing,
    Gait,
)

UNKNOWN = 16  # never legal: the number of an action that names something that does not exist


def figure_of(action: Action) -> int:
    """Returns the figure that an action speaks for, or raises ValueError for a name that nobody has."""
    match action:
        case act.Deal() | act.Draw() | act.Roll():
            return CHANCE
        case act.First():
            return GUARD_SIDE
        case act.Pass(by=by) | act.Change(by=by) | act.Fake(by=by):
            return figure_named(by, FIGURE_NAMES[:HOLDERS])
        case act.Take(guard=guard) | act.Step(guard=guard) | act.Stop(guard=guard):
            return figure_named(guard, GUARD_NAMES)
        case _:
            return figure_named(f"novice-{action.novice}", FIGURE_NAMES[:NOVICES])


def way_to(table: GameSetup, here: int, there: int) -> int:
    """Returns the number of a neighbour, or UNKNOWN when there is no such edge or dot."""
    if here not in table.convent.dots:
        return UNKNOWN
    beside = table.board.next[here][: table.board.degree[here]]
    return beside.index(there) if there in beside else UNKNOWN


def bundle(table: GameSetup, state: State, action: Action) -> tuple[int, ...]:
    """Returns the small numbers that an action stands for, in the state as it is."""
    match action:
        case act.Plan():
            return _plan_numbers(table, state, action)
        case act.Deal():
            return _deal_numbers(action)
        case _:
            return (small_number(table, state, action),)


def _plan_numbers(table: GameSetup, state: State, plan: act.Plan) -> tuple[int, ...]:
    numbers: list[int] = []
    novice = state.novices[plan.novice - 1]
    if novice.plan == Gait.UNWRITTEN:
        numbers.append(GAIT_NAMES.index(plan.gait))
    if plan.one_more_step:
        numbers.append(BLESS)
    numbers += [way_to(table, here, there) for here, there in zip(plan.route, plan.route[1:], strict=False)]
    return (*numbers, END)


def _deal_numbers(deal: act.Deal) -> tuple[int, ...]:
    """Returns the cards of a deal; of two cards of a kind the first that is left stands for either."""
    numbers: list[int] = []
    for each in deal.novices:
        numbers += [each.novice, each.key]
    drawn: set[int] = set()
    numbers = [number if 0 <= number < UNKNOWN else UNKNOWN for number in numbers]
    held = [each.blessing for each in sorted(deal.novices, key=lambda each: each.novice)]
    for blessing in (*held, deal.abbess, deal.prioress):
        if blessing:
            first = 2 * BLESSING_NAMES.index(blessing) - 1
            card = first if first not in drawn else first + 1
            drawn.add(card)
            numbers.append(card)
    return tuple(numbers)


def small_number(table: GameSetup, state: State, action: Action) -> int:
    """Returns the number of a small action, or UNKNOWN when it names something that does not exist."""
    try:
        number = _small_number(table, state, action)
    except ValueError:
        return UNKNOWN
    return number if 0 <= number < UNKNOWN else UNKNOWN


def _small_number(table: GameSetup, state: State, action: Action) -> int:
    match action:
        case act.Draw(card=card):
            return _card_number(state, card)
        case act.Roll(face=face):
            return face
        case act.GaitChoice(gait=gait):
            return GAIT_NAMES.index(gait)
        case act.Dot(novice=number, dot=dot):
            novice = state.novices[number - 1]
            return way_to(table, novice.route[novice.steps], dot)
        case act.Longer():
            return BLESS
        case act.Done():
            return END
        case act.Again():
            return AGAIN
        case act.Pass():
            return PASS
        case act.Change(die=die):
            owner = figure_named(die, FIGURE_NAMES[:DIE_OWNERS]) - first_die(state)
            return PLAY + owner if owner >= 0 else UNKNOWN
        case act.Fake(guard=guard, dot=dot):
            number = figure_named(guard, GUARD_NAMES[:2]) - ABBESS
            way = way_to(table, state.guards[number].dot, dot)
            return UNKNOWN if way == UNKNOWN else PLACE + 4 * number + way
        case act.Mark(guard=guard, dots=dots):
            here = state.guards[figure_named(guard, GUARD_NAMES) - ABBESS].dot
            return sum(1 << way for way in {way_to(table, here, dot) for dot in dots} if way != UNKNOWN)
        case act.First(guard=guard):
            return figure_named(guard, GUARD_NAMES[:2]) - ABBESS
        case act.Take(path=path):
            return table.path_names.index(path) if path and path in table.path_names else 0
        case act.Step(to=to):
            return way_to(table, state.guards[figure_named(action.guard, GUARD_NAMES) - ABBESS].dot, to)
        case act.Stop():
            return STOP_AS_WALK if action.one_more_step else STOP
        case _:
            raise AssertionError(f"{action} is not a small action")


def _card_number(state: State, card: str) -> int:
    if card.startswith(("novice-", "key-")):
        return int(card.rpartition("-")[2])
    first = 2 * BLESSING_NAMES.index(card) - 1
    return first if not state.blessings_drawn >> first & 1 else first + 1


def small_action(table: GameSetup, state: State, figure: int, number: int) -> Action:
    """Returns the small action that a number stands for, in the state as it is."""
    name = FIGURE_NAMES[figure]
    match state.ask:
        case Ask.NUMBER:
            return act.Draw(f"novice-{number}")
        case Ask.WISH:
            return act.Draw(f"key-{number}")
        case Ask.CARD:
            return act.Draw(BLESSING_NAMES[kind_of_card(number)])
        case Ask.ROLL:
            return act.Roll(number)
        case Ask.PLAN:
            return _plan_action(table, state, figure, number)
        case Ask.BLESSING:
            return _blessing_action(table, state, figure, number)
        case Ask.DIRECTION:
            return _mark_action(table, state, figure, number)
        case Ask.ORDER:
            return act.First(guard_name(number))
        case Ask.PATH:
            return act.Take(name, table.path_names[number])
        case _:
            return _go_action(table, state, figure, number)


def _plan_action(table: GameSetup, state: State, figure: int, number: int) -> Action:
    novice = state.novices[figure]
    if number == AGAIN:
        return act.Again(figure + 1)
    if novice.plan == Gait.UNWRITTEN:
        return act.GaitChoice(figure + 1, GAIT_NAMES[number])  # type: ignore[arg-type]
    if number == END:
        return act.Done(figure + 1)
    if number == BLESS:
        return act.Longer(figure + 1)
    return act.Dot(figure + 1, table.board.next[novice.route[novice.steps]][number])


def _blessing_action(table: GameSetup, state: State, figure: int, number: int) -> Action:
    name = FIGURE_NAMES[figure]
    if number == PASS:
        return act.Pass(name)
    if state.blessings[figure] == Blessing.FALSE_NOISE:
        guard, way = divmod(number - PLACE, 4)
        return act.Fake(name, guard_name(guard), table.board.next[state.guards[guard].dot][way])
    blessing = BLESSING_NAMES[state.blessings[figure]]
    return act.Change(name, blessing, FIGURE_NAMES[first_die(state) + number - PLAY])  # type: ignore[arg-type]


def _mark_action(table: GameSetup, state: State, figure: int, number: int) -> Action:
    novice = state.novices[figure]
    guard = guard_of_slot(novice, unmarked_slot(novice))
    beside = table.board.next[state.guards[guard].dot]
    return act.Mark(figure + 1, guard_name(guard), tuple(beside[way] for way in range(4) if number >> way & 1))


def _go_action(table: GameSetup, state: State, figure: int, number: int) -> Action:
    guard = state.guards[figure - ABBESS]
    if number in (STOP, STOP_AS_WALK):
        return act.Stop(FIGURE_NAMES[figure], number == STOP_AS_WALK)
    there = table.board.next[guard.dot][number]
    free = bool(is_free_step(table.board, guard, there))
    return act.Step(FIGURE_NAMES[figure], guard.dot, there, free, guard.steps == most_steps(state, guard))


def plan_of(state: State, figure: int) -> act.Plan:
    """Returns the plan that a novice has written."""
    novice = state.novices[figure]
    route = tuple(novice.route[: novice.steps + 1])
    return act.Plan(figure + 1, GAIT_NAMES[novice.plan], route, bool(novice.longer))  # type: ignore[arg-type]
