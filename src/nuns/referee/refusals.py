"""Finds why an action is refused, by asking the predicates of the rules one by one, and names the rule."""

from nuns.board.tables import Board
from nuns.referee import actions as act
from nuns.referee.action_codec import UNKNOWN, small_action, way_to
from nuns.referee.actions import Action
from nuns.referee.codes import ASK_CODES, RefusalCode, RuleRefusal, refused
from nuns.referee.game_setup import ABOUT_TURN_NAME, BLESSING_NAMES, GAIT_NAMES, GameSetup, guard_name
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES
from nuns.rules.blessings import is_time_for_false_noise, may_change, may_fake, may_fake_beside
from nuns.rules.caught import is_bound_home, must_hide_first, must_obey
from nuns.rules.guards import LEAST, WALKS, is_astray, is_on_duty, most_steps
from nuns.rules.noise import FACES, guard_of_slot, unmarked_slot
from nuns.rules.novices import kept_gait, leads_home, least_dots, length_rule, may_lengthen, open_ways
from nuns.rules.novices import most_steps as most_written
from nuns.rules.setup import deals_blessings
from nuns.rules.sight import is_on_board
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import legal
from nuns.rules.words import (
    ABBESS,
    ABOUT_TURN,
    BLESS,
    DIE_OWNERS,
    END,
    FIGURES,
    NOVICES,
    Ask,
    Blessing,
    Card,
    Gait,
    LengthRule,
    Stage,
    Status,
)

GAITS = GAIT_NAMES[1:]
CHASING = GUARD_NAMES[:2]
DUE = {
    Ask.NUMBER: (RefusalCode.NOVICE_DRAWN, "2.1"),
    Ask.WISH: (RefusalCode.WISH_DRAWN, "2.2"),
    Ask.CARD: (RefusalCode.BLESSING_DRAWN, "2.3"),
}
LENGTHS = {LengthRule.USUAL: "5.1", LengthRule.DOUBLED: "4.1", LengthRule.EXACT: "5.6"}
ANSWERS: dict[type, tuple[int, ...]] = {
    act.Deal: (Ask.NUMBER,),
    act.Draw: (Ask.NUMBER, Ask.WISH, Ask.CARD),
    act.Roll: (Ask.ROLL,),
    act.Plan: (Ask.PLAN,),
    act.GaitChoice: (Ask.PLAN,),
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


def out_of_turn(state: State, action: Action, figure: int) -> RuleRefusal | None:
    """Returns the refusal of an action when the game is over, or waits for another decision or figure; else None (4)."""
    if state.stage == Stage.OVER:
        return refused(RefusalCode.GAME_OVER, "1.3")
    if figure < 0:
        return refused(RefusalCode.NO_SUCH_FIGURE, "1.1")
    if figure < NOVICES and state.stage != Stage.DEAL and state.novices[figure].status == Status.ABSENT:
        return refused(RefusalCode.NOT_PLAYING, "2.1", {"novice": figure + 1})
    asked = state.asked >> figure & 1 or (state.ask == Ask.PLAN and figure < NOVICES)
    if state.ask not in ANSWERS[type(action)] or not asked:
        figures = tuple(FIGURE_NAMES[each] for each in range(FIGURES) if state.asked >> each & 1)
        return refused(RefusalCode.NOT_ASKED, "4", {"waiting_for": ASK_CODES[state.ask].value, "figures": figures})
    return None


def deal_refusal(state: State, deal: act.Deal, *, begun: bool) -> RuleRefusal | None:
    """Returns the refusal of a deal that is not for all who play, or has blessings for some only; else None (2.2, 2.3)."""
    if begun:
        return refused(RefusalCode.DEAL_BEGUN, "2")
    if len(deal.novices) != state.novice_players:
        return refused(RefusalCode.DEAL_COUNT, "2.1", {"count": state.novice_players, "got": len(deal.novices)})
    cards = [*(each.blessing for each in deal.novices), deal.abbess, deal.prioress]
    if any((card is not None) != deals_blessings(state) for card in cards):
        return refused(RefusalCode.BLESSING_FOR_ALL if deals_blessings(state) else RefusalCode.BLESSING_FOR_NONE, "2.3")
    return None


def plan_refusal(state: State, plan: act.Plan) -> RuleRefusal | None:
    """Returns what is wrong with a whole plan before its first step is considered; else None (4.1, 5.1, 5.2)."""
    novice = state.novices[plan.novice - 1]
    if not is_on_board(novice):
        return refused(RefusalCode.IS_HOME, "11.3", {"novice": plan.novice})
    if not plan.route or plan.route[0] != novice.dot:
        return refused(RefusalCode.ROUTE_STARTS, "5.2", {"dot": novice.dot})
    kept = GAIT_NAMES[kept_gait(state, novice)]
    if kept and kept != plan.gait:
        return refused(RefusalCode.GAIT_KEPT, "4.1", {"gait": kept})
    if plan.gait not in GAITS:
        return refused(RefusalCode.NO_SUCH_GAIT, "5.1", {"gaits": GAITS})
    if len(plan.route) > len(novice.route):
        return refused(RefusalCode.TOO_MANY_DOTS, "5.1")
    return None


def ruler_refusal(table: GameSetup, state: State, ruler: act.Ruler) -> RuleRefusal | None:
    """Returns the refusal of a ruler check that is asked for aloud; else None (3.5)."""
    if state.stage in (Stage.OVER, Stage.DEAL):
        return refused(RefusalCode.RULER_NOT_NOW, "3.5")
    if not 1 <= ruler.novice <= NOVICES:
        return refused(RefusalCode.NO_SUCH_FIGURE, "3.5")
    if state.novices[ruler.novice - 1].status == Status.ABSENT:
        return refused(RefusalCode.NOT_PLAYING, "3.5", {"novice": ruler.novice})
    missing = [dot for dot in (ruler.one, ruler.two) if dot not in table.convent.dots]
    return refused(RefusalCode.NO_SUCH_DOT, "3.5", {"dot": missing[0]}) if missing else None


def why_not(table: GameSetup, state: State, action: Action, figure: int, number: int) -> RuleRefusal:
    """Returns the reason why a small number, the first of its bundle that is refused, is not legal."""
    match state.ask:
        case Ask.PLAN:
            return _plan_refusal(table.board, state, state.novices[figure], action, number)
        case Ask.STEP:
            return _step_refusal(table, state, state.guards[figure - ABBESS], action)
        case Ask.PATH:
            return _path_refusal(table, state, state.guards[figure - ABBESS], action)
        case Ask.BLESSING:
            return _blessing_refusal(table.board, state, figure, action)
        case Ask.DIRECTION:
            return _mark_refusal(table, state, figure)
        case Ask.ORDER:
            return refused(RefusalCode.NO_SUCH_GUARD, "4", {"figures": CHASING})
        case Ask.ROLL:
            return refused(RefusalCode.NO_SUCH_FACE, "7.1", {"most": FACES})
        case _:
            return refused(*DUE[Ask(state.ask)])


def _plan_refusal(board: Board, state: State, novice: Novice, action: Action, number: int) -> RuleRefusal:
    herself = {"novice": novice.figure + 1}
    if not is_on_board(novice):
        return refused(RefusalCode.IS_HOME, "11.3", {**herself})
    if not state.asked >> novice.figure & 1:
        return refused(RefusalCode.PLAN_WRITTEN, "4", {**herself})
    if isinstance(action, act.Again):
        return refused(RefusalCode.NO_PLAN, "4", {**herself})
    if isinstance(action, act.GaitChoice) and novice.plan != Gait.UNWRITTEN:
        rule = "4.1" if kept_gait(state, novice) else "5.1"
        return refused(RefusalCode.GAIT_CHOSEN, rule, {**herself, "gait": GAIT_NAMES[novice.plan]})
    if novice.plan == Gait.UNWRITTEN:
        return _gait_refusal(board, state, novice, action)
    if number == BLESS:
        return _lengthen_refusal(state, novice)
    if number == END:
        return _end_refusal(board, state, novice)
    here = novice.route[novice.steps]
    if number == UNKNOWN:
        return refused(RefusalCode.NO_EDGE, "5.2", {"from": here, "to": _next_dot(novice, action)})
    if novice.steps >= most_written(state, novice):
        return _length_refusal(state, novice, RefusalCode.TOO_LONG)
    there = board.next[here][number]
    if not open_ways(board, novice, here) >> number & 1:
        return refused(RefusalCode.LOCKED, "5.3", {**herself, "from": here, "to": there})
    if not leads_home(board, novice, here, there):
        return refused(RefusalCode.NOT_HOMEWARDS, "8.4", {**herself, "dot": there})
    return refused(RefusalCode.NOT_OUT_OF_SIGHT, "8.5", {**herself, "dot": there})


def _next_dot(novice: Novice, action: Action) -> int:
    """Returns the dot to which an action would take her next."""
    if isinstance(action, act.Plan):
        return action.route[novice.steps + 1]
    assert isinstance(action, act.Dot)
    return action.dot


def _gait_refusal(board: Board, state: State, novice: Novice, action: Action) -> RuleRefusal:
    """Returns the refusal of a plan without a gait, or with one that a caught novice in sight may not choose (5.1, 8.5)."""
    herself = {"novice": novice.figure + 1}
    if isinstance(action, act.Plan | act.GaitChoice) and action.gait in GAITS:
        if must_obey(board, state, novice):
            return refused(RefusalCode.MUST_OBEY, "8.5", {**herself})
        if must_hide_first(board, state, novice):
            return refused(RefusalCode.GAIT_TOO_SHORT, "8.5", {**herself, "gait": action.gait})
    return refused(RefusalCode.GAIT_FIRST, "5.1", {"gaits": GAITS})


def _lengthen_refusal(state: State, novice: Novice) -> RuleRefusal:
    if novice.plan == Gait.STAND:
        return refused(RefusalCode.STANDING_LONGER, "10.1")
    if state.blessings[novice.figure] != Blessing.ONE_MORE_STEP or may_lengthen(state, novice):
        card = BLESSING_NAMES[Blessing.ONE_MORE_STEP]
        return refused(RefusalCode.NOT_HELD, "10.1", {"figure": FIGURE_NAMES[novice.figure], "blessing": card})
    return refused(RefusalCode.LENGTHENED, "10.1")


def _end_refusal(board: Board, state: State, novice: Novice) -> RuleRefusal:
    """Returns the refusal of a plan that is too short, or that neither obeys nor gets a caught novice out of sight (5.1, 8.4, 8.5)."""
    if must_obey(board, state, novice):
        return refused(RefusalCode.MUST_OBEY, "8.5", {"novice": novice.figure + 1})
    if is_bound_home(board, state, novice):
        return refused(RefusalCode.STILL_IN_SIGHT, "8.5", {"novice": novice.figure + 1})
    return _length_refusal(state, novice, RefusalCode.TOO_SHORT)


def _length_refusal(state: State, novice: Novice, code: RefusalCode) -> RuleRefusal:
    """Returns the refusal of a plan that is too long or too short for its gait, with the rule that sets the length (4.1, 5.1, 5.6)."""
    rule = LENGTHS[LengthRule(length_rule(state, novice.plan))]
    gait, least, most = GAIT_NAMES[novice.plan], least_dots(state, novice.plan), most_written(state, novice)
    if least == most:
        return refused(RefusalCode.NOT_EXACT, rule, {"gait": gait, "most": most})
    if code == RefusalCode.TOO_LONG:
        return refused(code, rule, {"gait": gait, "least": least, "most": most})
    return refused(code, rule, {"novice": novice.figure + 1, "steps": novice.steps, "gait": gait, "least": least, "most": most})


def _step_refusal(table: GameSetup, state: State, guard: Guard, action: Action) -> RuleRefusal:
    name, board = guard_name(guard.number), table.board
    if isinstance(action, act.Stop):
        if action.one_more_step and guard.steps >= LEAST:
            return refused(RefusalCode.NO_LONG_WALK, _rule(guard, "10.1"), {"walk": WALKS + 1, "guard": name, "steps": guard.steps})
        return refused(RefusalCode.TOO_FEW_STEPS, _rule(guard, "9.1"), {"guard": name, "steps": guard.steps, "least": LEAST})
    assert isinstance(action, act.Step)
    if action.start != guard.dot:
        return refused(RefusalCode.STANDS_ON, _rule(guard, "9.3"), {"guard": name, "dot": guard.dot})
    edge = {"from": guard.dot, "to": action.to}
    way = way_to(table, guard.dot, action.to)
    if way == UNKNOWN:
        return refused(RefusalCode.NO_EDGE, _rule(guard, "9.2"), {**edge})
    if not legal(board, state, ABBESS + guard.number) >> way & 1:
        return _duty_refusal(board, state, guard)
    expected = small_action(table, state, ABBESS + guard.number, way)
    assert isinstance(expected, act.Step)
    if expected.one_more_step != action.one_more_step:
        code = RefusalCode.STEP_NEEDS_BLESSING if expected.one_more_step else RefusalCode.STEP_NEEDS_NO_BLESSING
        return refused(code, _rule(guard, "10.1"), {**edge, "guard": name, "steps": guard.steps})
    if expected.free:
        return refused(RefusalCode.STEP_IS_FREE, "9.6", {**edge})
    return refused(RefusalCode.STEP_NOT_FREE, _rule(guard, "9.7" if is_astray(board, guard) else "9.3"), {**edge})


def _duty_refusal(board: Board, state: State, guard: Guard) -> RuleRefusal:
    """Returns the refusal of a step beyond her movement's length or off the way she must go (9.1, 9.6, 9.7)."""
    name = guard_name(guard.number)
    if guard.steps >= most_steps(state, guard):
        return refused(RefusalCode.STEPS_TAKEN, _rule(guard, "9.1"), {"guard": name, "steps": guard.steps})
    dots = tuple(dot for dot in board.next[guard.dot][: board.degree[guard.dot]] if is_on_duty(board, guard, dot))
    if not guard.chases:
        return refused(RefusalCode.MONK_MUST_FOLLOW, "11.2", {"dots": dots})
    if is_astray(board, guard):
        return refused(RefusalCode.MUST_RETURN, "9.7", {"guard": name, "dots": dots})
    return refused(RefusalCode.MUST_FOLLOW, "9.6", {"guard": name, "dots": dots})


def _rule(guard: Guard, number: str) -> str:
    """Returns the number of a rule of guards' movement; for the monk it is always 11.2."""
    return number if guard.chases else "11.2"


def _path_refusal(table: GameSetup, state: State, guard: Guard, action: Action) -> RuleRefusal:
    assert isinstance(action, act.Take)
    if action.path not in table.path_names or not action.path:
        return refused(RefusalCode.NO_SUCH_PATH, _rule(guard, "2.4"), {"paths": (*table.convent.paths, ABOUT_TURN_NAME)})
    fits = legal(table.board, state, ABBESS + guard.number) & ~(1 << ABOUT_TURN)
    names = tuple(name for number, name in enumerate(table.path_names) if fits >> number & 1)
    if not guard.chases:
        return refused(RefusalCode.MONK_PATH, "11.2", {"paths": names})
    if action.path == ABOUT_TURN_NAME:
        return refused(RefusalCode.ABOUT_TURN_NOT_NOW, "9.4")
    path = table.path_names.index(action.path)
    if not table.board.is_end[path][guard.dot]:
        return refused(RefusalCode.PATH_ENDS_ELSEWHERE, "9.3", {"path": action.path, "dot": guard.dot})
    if state.cards[path] == Card.FACE_UP:
        return refused(RefusalCode.PATH_TAKEN, "9.3", {"path": action.path})
    return refused(RefusalCode.PATH_USED, "9.5", {"path": action.path, "paths": names})


def _blessing_refusal(board: Board, state: State, figure: int, action: Action) -> RuleRefusal:
    card, name = state.blessings[figure], FIGURE_NAMES[figure]
    wanted = action.blessing if isinstance(action, act.Change) else BLESSING_NAMES[Blessing.FALSE_NOISE]
    if BLESSING_NAMES[card] != wanted:
        return refused(RefusalCode.NOT_HELD, "10", {"figure": name, "blessing": wanted})
    if isinstance(action, act.Fake):
        return _false_noise_refusal(board, state, figure, action)
    assert isinstance(action, act.Change)
    rule = "10.2" if card == Blessing.ROLL_AGAIN else "10.3"
    owner = FIGURE_NAMES.index(action.die) if action.die in FIGURE_NAMES[:DIE_OWNERS] else -1
    if owner >= 0 and state.dice[owner] and not may_change(state, figure, card, owner):
        return refused(RefusalCode.DIE_NOT_OWN, rule, {"figure": name})
    return refused(RefusalCode.DIE_NOT_ROLLED, rule)


def _false_noise_refusal(board: Board, state: State, figure: int, action: act.Fake) -> RuleRefusal:
    if not is_time_for_false_noise(state):
        return refused(RefusalCode.FALSE_NOISE_NOT_NOW, "10.4")
    if not may_fake(state, figure):
        return refused(RefusalCode.FALSE_NOISE_NOT_FREE, "10.4")
    if action.guard not in CHASING:
        return refused(RefusalCode.NO_SUCH_GUARD, "10.4", {"figures": CHASING})
    if not may_fake_beside(state, figure, CHASING.index(action.guard)):
        return refused(RefusalCode.FALSE_NOISE_OWN, "10.4", {"figure": FIGURE_NAMES[figure]})
    here = state.guards[CHASING.index(action.guard)].dot
    dots = tuple(board.next[here][: board.degree[here]])
    return refused(RefusalCode.FALSE_NOISE_EDGE, "10.4", {"guard": action.guard, "dots": dots})


def _mark_refusal(table: GameSetup, state: State, figure: int) -> RuleRefusal:
    novice = state.novices[figure]
    slot = unmarked_slot(novice)
    guard = guard_of_slot(novice, slot)
    beside = table.board.next[state.guards[guard].dot]
    dots = tuple(dot for way, dot in enumerate(beside) if novice.heard[slot] >> way & 1)
    return refused(RefusalCode.MARK_ELSEWHERE, "7.4", {"guard": guard_name(guard), "dots": dots})
