"""Why an action is refused: the predicates of the rules asked one by one, and the rule's number."""

from nuns.referee import actions as act
from nuns.referee.action_codec import UNKNOWN, small_action, way_to
from nuns.referee.actions import Action
from nuns.referee.notation import echoed, written
from nuns.referee.seats import FIGURE_NAMES
from nuns.referee.sentences import counted
from nuns.referee.table import ABOUT_TURN_NAME, BLESSING_NAMES, GAIT_NAMES, Table, watcher
from nuns.rules.blessings import is_time_for_false_noise, may_fake
from nuns.rules.caught import must_obey
from nuns.rules.guards import LEAST, is_on_duty, most_steps
from nuns.rules.noise import guard_of_slot, unmarked_slot
from nuns.rules.novices import doubled, kept_gait, least_dots, may_lengthen, open_ways
from nuns.rules.novices import most_steps as most_written
from nuns.rules.sight import is_on_board
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, ABOUT_TURN, BLESS, END, FIGURES, NOVICES, Ask, Blessing, Card, Gait, Stage, Status

ASKS = {
    Ask.NUMBER: "the deal",
    Ask.WISH: "the deal",
    Ask.CARD: "the deal",
    Ask.PLAN: "the novices' plans",
    Ask.ROLL: "a die",
    Ask.BLESSING: "whether blessings are played",
    Ask.DIRECTION: "noise tokens",
    Ask.ORDER: "which guard moves first",
    Ask.PATH: "a path card",
    Ask.STEP: "a guard's step",
}
DUE = {
    Ask.NUMBER: ("a novice who is not drawn yet", "2.1"),
    Ask.WISH: ("a wish card that is left", "2.2"),
    Ask.CARD: ("a blessing card that is left", "2.3"),
}
ANSWERS: dict[type, tuple[int, ...]] = {
    act.Deal: (Ask.NUMBER,),
    act.Draw: (Ask.NUMBER, Ask.WISH, Ask.CARD),
    act.Roll: (Ask.ROLL,),
    act.Plan: (Ask.PLAN,),
    act.Gait: (Ask.PLAN,),
    act.Dot: (Ask.PLAN,),
    act.Longer: (Ask.PLAN,),
    act.Done: (Ask.PLAN,),
    act.Again: (Ask.PLAN,),
    act.Pass: (Ask.BLESSING,),
    act.Change: (Ask.BLESSING,),
    act.Fake: (Ask.BLESSING,),
    act.Mark: (Ask.DIRECTION,),
    act.First: (Ask.ORDER,),
    act.Take: (Ask.PATH,),
    act.Step: (Ask.STEP,),
    act.Stop: (Ask.STEP,),
}


def waiting_for(state: State) -> str:
    """Whom the night waits for, and for what: this much is public."""
    names = ", ".join(FIGURE_NAMES[figure] for figure in range(FIGURES) if state.asked >> figure & 1)
    return f"the night waits for {ASKS[Ask(state.ask)]} ({names})"


def out_of_turn(state: State, action: Action, figure: int) -> str | None:
    """4 The game is over, another thing is asked, or another figure."""
    if state.stage == Stage.OVER:
        return "the night is over (rule 1.3)"
    if figure < 0:
        return f"{echoed(action)}: nobody of that name plays (rule 1.1)"
    if figure < NOVICES and state.stage != Stage.DEAL and state.novices[figure].status == Status.ABSENT:
        return f"{FIGURE_NAMES[figure]} does not play tonight (rule 2.1)"
    asked = state.asked >> figure & 1 or (state.ask == Ask.PLAN and figure < NOVICES)
    if state.ask not in ANSWERS[type(action)] or not asked:
        return f"{echoed(action)}: {waiting_for(state)} (rule 4)"
    return None


def deal_refusal(table: Table, deal: act.Deal, *, begun: bool) -> str | None:
    """2.2, 2.3 A whole deal, for as many as play, with blessings for all or for none."""
    if begun:
        return f"{echoed(deal)}: the deal was begun card by card, and goes on so (rule 2)"
    if len(deal.novices) != table.novices:
        return f"{echoed(deal)}: expected {counted(table.novices, 'novice')}; got {len(deal.novices)} (rule 2.1)"
    cards = [*(each.blessing for each in deal.novices), deal.abbess, deal.prioress]
    if any((card is not None) != bool(table.options.blessings) for card in cards):
        expected = "a blessing for everyone" if table.options.blessings else "no blessings"
        return f"{echoed(deal)}: expected {expected} (rule 2.3)"
    return None


def plan_refusal(state: State, plan: act.Plan) -> str | None:
    """4.1, 5.1, 5.2 What is wrong with a whole plan before its first step is looked at."""
    novice = state.novices[plan.novice - 1]
    if not is_on_board(novice):
        return f"{echoed(plan)}: novice {plan.novice} is home (rule 11.3)"
    if not plan.route or plan.route[0] != novice.dot:
        return f"{echoed(plan)}: expected a route that starts on {novice.dot}, where she stands (rule 5.2)"
    kept = GAIT_NAMES[kept_gait(state, novice)]
    if kept and kept != plan.gait:
        return f"{echoed(plan)}: the second movement of turn 1 has the gait of the first, {kept} (rule 4.1)"
    if plan.gait not in GAIT_NAMES:
        return f"{echoed(plan)}: expected a gait among {', '.join(GAIT_NAMES[1:])} (rule 5.1)"
    if len(plan.route) > len(novice.route):
        return f"{echoed(plan)}: more dots than any gait allows (rule 5.1)"
    return None


def ruler_refusal(table: Table, state: State, ruler: act.Ruler) -> str | None:
    """3.5."""
    if state.stage in (Stage.OVER, Stage.DEAL):
        return f"{echoed(ruler)}: the ruler is asked for while the night lasts (rule 3.5)"
    if not 1 <= ruler.novice <= NOVICES or state.novices[ruler.novice - 1].status == Status.ABSENT:
        return f"{echoed(ruler)}: novice {ruler.novice} does not play tonight (rule 3.5)"
    missing = [dot for dot in (ruler.one, ruler.two) if dot not in table.convent.dots]
    return f"{echoed(ruler)}: there is no dot {missing[0]} (rule 3.5)" if missing else None


def why_not(table: Table, state: State, action: Action, figure: int, number: int) -> str:
    """The reason why this small number, the first of its bundle that is refused, is none of the legal ones."""
    text = echoed(action)
    match state.ask:
        case Ask.PLAN:
            return f"{text}: {_plan_reason(table, state, state.novices[figure], action, number)}"
        case Ask.STEP:
            return f"{text}: {_step_reason(table, state, state.guards[figure - ABBESS], action)}"
        case Ask.PATH:
            return f"{text}: {_path_reason(table, state, state.guards[figure - ABBESS], action)}"
        case Ask.BLESSING:
            return f"{text}: {_blessing_reason(state, figure, action)}"
        case Ask.DIRECTION:
            return f"{text}: {_mark_reason(table, state, figure)}"
        case Ask.ORDER:
            return f"{text}: expected the abbess or the prioress (rule 4)"
        case Ask.ROLL:
            return f"{text}: expected a face from 1 to 6 (rule 7.1)"
        case _:
            card, rule = DUE[Ask(state.ask)]
            return f"{text}: expected {card} (rule {rule})"


def _plan_reason(table: Table, state: State, novice: Novice, action: Action, number: int) -> str:
    who = f"novice {novice.figure + 1}"
    if not is_on_board(novice):
        return f"{who} is home (rule 11.3)"
    if not state.asked >> novice.figure & 1:
        return f"{who} has written her plan; a whole plan or 'again' replaces it (rule 4)"
    if isinstance(action, act.Again):
        return f"{who} has no written plan to tear up (rule 4)"
    if isinstance(action, act.Gait) and novice.plan != Gait.UNWRITTEN:
        rule = "4.1" if kept_gait(state, novice) else "5.1"
        return f"{who} has chosen to {GAIT_NAMES[novice.plan]} already (rule {rule})"
    if novice.plan == Gait.UNWRITTEN:
        if must_obey(table.board, state, novice):
            return f"{who} is caught and in a guard's sight: she must walk home by a shortest way (rule 8.5)"
        return "expected a gait first: stand, sneak, walk or run (rule 5.1)"
    if number == BLESS:
        return _lengthen_reason(state, novice, who)
    if number == END:
        return f"{who} writes {counted(novice.steps, 'dot')}; {_range(state, novice)}"
    if number == UNKNOWN:
        return f"no edge leads there from {novice.route[novice.steps]} (rule 5.2)"
    if novice.steps >= most_written(state, novice):
        return f"more than {counted(most_written(state, novice), 'dot')}; {_range(state, novice)}"
    here = novice.route[novice.steps]
    if not open_ways(table.board, novice, here) >> number & 1:
        return f"{here}-{table.board.next[here][number]} is locked and {who} has no key (rule 5.3)"
    return f"{who} is caught and in a guard's sight: {table.board.next[here][number]} is not on a shortest way to her cell (rule 8.4)"


def _lengthen_reason(state: State, novice: Novice, who: str) -> str:
    if novice.plan == Gait.STAND:
        return "standing is not lengthened (rule 10.1)"
    if state.blessings[novice.figure] != Blessing.ONE_MORE_STEP or may_lengthen(state, novice):
        return f"{who} does not hold one more step (rule 10.1)"
    return "one more step is played with this plan already (rule 10.1)"


def _range(state: State, novice: Novice) -> str:
    """5.1, or 4.1 where turn 1 doubles it, or 5.6."""
    least, most = least_dots(state, novice.plan), most_written(state, novice)
    dots = counted(most, "dot") if least == most else f"{least} to {most} dots"
    if doubled(state) > 1 and most:
        rule = "4.1"
    else:
        rule = "5.6" if novice.plan == Gait.RUN and state.options.exact_run else "5.1"
    return f"to {GAIT_NAMES[novice.plan]} is {dots} (rule {rule})"


def _step_reason(table: Table, state: State, guard: Guard, action: Action) -> str:
    who = watcher(guard.number)
    if isinstance(action, act.Stop):
        if action.one_more_step and guard.steps >= LEAST:
            moved = f"{who} has moved {guard.steps}"
            return f"one more step makes a walk of exactly 5 dots of those who hold it; {moved} {_rule(guard, '10.1')}"
        return f"{who} has moved {counted(guard.steps, 'dot')}; expected at least {LEAST} {_rule(guard, '9.1')}"
    assert isinstance(action, act.Step)
    if action.start != guard.dot:
        return f"{who} stands on {guard.dot} {_rule(guard, '9.3')}"
    way = way_to(table, guard.dot, action.to)
    if way == UNKNOWN:
        return f"no edge leads from {guard.dot} to {action.to} {_rule(guard, '9.2')}"
    if not legal(table.board, state, ABBESS + guard.number) >> way & 1:
        return _duty_reason(table, state, guard, who)
    expected = small_action(table, state, ABBESS + guard.number, way)
    assert isinstance(expected, act.Step)
    if expected.one_more_step != action.one_more_step:
        rule = "10.1"
    else:
        rule = "9.6" if expected.free else "9.7" if table.board.astray[guard.path][guard.dot] else "9.3"
    return f"expected '{written(expected)}' {_rule(guard, rule)}"


def _duty_reason(table: Table, state: State, guard: Guard, who: str) -> str:
    """9.1, 9.6, 9.7 A step along an edge, and yet none of hers."""
    she, her = ("she", "her") if guard.chases else ("he", "his")
    if guard.steps >= most_steps(state, guard):
        return f"{who} has moved {guard.steps} dots, which is all {she} may {_rule(guard, '9.1')}"
    on_duty = [dot for dot in table.board.next[guard.dot][: table.board.degree[guard.dot]] if is_on_duty(table.board, guard, dot)]
    ways = " or ".join(map(str, on_duty))
    if table.board.astray[guard.path][guard.dot]:
        return f"{who} has no reason to move freely and returns to {her} path by {ways} {_rule(guard, '9.7')}"
    reason = "has no reason to leave" if guard.chases else "does not leave"
    return f"{who} {reason} {her} path, which goes on to {ways} {_rule(guard, '9.6')}"


def _rule(guard: Guard, number: str) -> str:
    """The rule of a guard's movement; of the monk's there is but one."""
    return f"(rule {number})" if guard.chases else "(rule 11.2)"


def _path_reason(table: Table, state: State, guard: Guard, action: Action) -> str:
    assert isinstance(action, act.Take)
    if action.path not in table.path_names or not action.path:
        return f"expected a path among {', '.join(table.convent.paths)} or {ABOUT_TURN_NAME} {_rule(guard, '2.4')}"
    fits = legal(table.board, state, ABBESS + guard.number) & ~(1 << ABOUT_TURN)
    names = ", ".join(name for number, name in enumerate(table.path_names) if fits >> number & 1)
    if not guard.chases:
        return f"the monk visits each end of his own paths once, and then returns; expected {names} (rule 11.2)"
    if action.path == ABOUT_TURN_NAME:
        return "about turn is taken right after completing a path, while a card of it is left (rule 9.4)"
    path = table.path_names.index(action.path)
    if not table.board.is_end[path][guard.dot]:
        return f"that path does not end on {guard.dot} (rule 9.3)"
    if state.cards[path] == Card.FACE_UP:
        return "the other guard has that path (rule 9.3)"
    return f"that path is used; expected {names} (rule 9.5)"


def _blessing_reason(state: State, figure: int, action: Action) -> str:
    card = state.blessings[figure]
    wanted = action.blessing if isinstance(action, act.Change) else "false-noise"
    if BLESSING_NAMES[card] != wanted:
        return f"{FIGURE_NAMES[figure]} does not hold {wanted} (rule 10)"
    if isinstance(action, act.Fake):
        if not is_time_for_false_noise(state):
            return "a false noise is not placed in this step (rule 10.4)"
        if not may_fake(state, figure):
            return "a novice who is caught or home places no false noise (rule 10.4)"
        return "a false noise lies on an edge beside a guard of a novice's choice, or beside the guard herself (rule 10.4)"
    rule = "10.2" if card == Blessing.ROLL_AGAIN else "10.3"
    return f"that die was not rolled in this step, or is not hers to change (rule {rule})"


def _mark_reason(table: Table, state: State, figure: int) -> str:
    novice = state.novices[figure]
    slot = unmarked_slot(novice)
    guard = guard_of_slot(novice, slot)
    beside = table.board.next[state.guards[guard].dot]
    dots = ", ".join(str(beside[way]) for way in range(4) if novice.heard[slot] >> way & 1)
    return f"expected a token beside the {watcher(guard)} towards {dots}, as equal-directions says (rule 7.4)"
