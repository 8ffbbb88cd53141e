"""Refusals: every mistake has its sentence and its rule, and no nonsense gets through or breaks anything."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nuns.board.shape import copy_of
from nuns.referee.actions import (
    Action,
    Deal,
    DealtNovice,
    Draw,
    Fake,
    First,
    IllegalAction,
    Longer,
    Pass,
    Plan,
    Roll,
    Ruler,
    Step,
)
from nuns.referee.codes import RefusalCode, RuleRefusal
from nuns.referee.game import Game, apply, belongs_to, legal_actions, new_game, refusal
from nuns.referee.notation import clipped, read
from nuns.referee.seats import FIGURE_NAMES, Seat, figures_of
from nuns.referee.sentences import refusal_text
from nuns.rules.words import Ask
from tests.kit.codes import assert_codes
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.records import table_named
from tests.kit.scenario import Night
from tests.kit.scenario_defaults import OUT_OF_THE_WAY, evening, on_watch

# -- each common mistake has its rule -------------------------------------------------------------------------------------


def planning(dot: int = 4) -> Night:
    """Novice 4 is about to write an ordinary movement from this dot."""
    night = evening()
    night.put_novice(4, dot)
    night.tear_plans()
    return night


def with_card(card: str, options: str = "reference(opening=single)") -> Night:
    """The same, and she holds this blessing."""
    night = Night(options, (4,), blessings={"novice-4": card})
    night.pass_time("plan")
    return night


def gait_chosen() -> Night:
    night = planning()
    night.do("novice-4 gait walk")
    return night


def second_movement() -> Night:
    """4.1 She has walked in the first of the two movements of turn 1."""
    night = evening(also="opening=two-phases")
    night.do("novice-4 walk 4-18-19-20")
    night.pass_time("plan")
    return night


def double_distance(also: str = "") -> Night:
    """4.1 Turn 1 in ``reference``."""
    return evening("reference", also="opening=double-distance" + also)


def plan_written() -> Night:
    """Novice 4 has written her plan, novice 5 has not."""
    night = evening(novices=(4, 5))
    night.do("novice-4 stand 4")
    return night


def caught_in_sight(edition: str = "italian", dot: int = 37) -> Night:
    """8.5 Novice 4 is caught and a guard stands on her dot."""
    night = evening(edition)
    night.put_novice(4, dot, caught=True)
    night.put_guard("abbess", dot)
    night.tear_plans()
    return night


def caught_and_walking() -> Night:
    night = caught_in_sight()
    night.do("novice-4 gait walk")
    return night


def caught_in_long_sight(dot: int = 13) -> Night:
    """8.5 With ``once-unseen`` the Abbess, who came from 7 to 14, sees 13 and the first two dots of the way home from there."""
    night = evening("reference")
    night.put_novice(4, dot, caught=True)
    on_watch(night, "abbess", 7, 14)
    night.tear_plans()
    return night


def caught_and_running() -> Night:
    night = caught_in_long_sight()
    night.do("novice-4 gait run")
    return night


def first_path() -> Night:
    """The Abbess chooses her first path, on 26."""
    night = Night()
    night.pass_time("path")
    return night


def second_path() -> Night:
    night = first_path()
    night.do("abbess takes red-26-122")
    night.pass_time("path")
    return night


def all_used() -> Night:
    """9.5 Every path from 26 is used but one."""
    night = first_path()
    for number, name in enumerate(night.game.setup.path_names):
        if "26" in name and name != "red-26-122":
            night.game.state.cards[number] = 2
    return night


def on_path(*went: int) -> Night:
    """The Abbess follows the red path from 26 to 122 and has gone some of it."""
    night = first_path()
    night.do("abbess takes red-26-122")
    night.go("abbess", *went)
    return night


def with_leave() -> Night:
    """9.6 She may go where she likes."""
    night = on_path(25)
    night.guard("abbess").leave = 1
    return night


def off_path() -> Night:
    """9.7 She begins far from her path, without a reason."""
    night = on_path()
    night.put_guard("abbess", OUT_OF_THE_WAY, came_from=152)
    return night


def with_monk() -> Night:
    """11.2 The monk has been to 101 and comes to 84 again."""
    night = Night("mayfair(blessings=off,monk=robert,first-paths=set-up)")
    while not night.menu("guards")[0].startswith("monk takes"):
        night.do(night.menu("guards")[0])
    night.guard("monk").visited = night.game.setup.board.end_bit[101]
    return night


def monk_walking(*went: int) -> Night:
    """11.2 The monk is on his way from 84 to 122 and has gone some of it."""
    night = Night("mayfair(blessings=off,monk=robert)")
    night.pass_time("path")
    while not night.menu("guards")[0].startswith("monk"):
        night.do(night.menu("guards")[0])
        night.pass_time("path")
    night.do("monk takes blue-84-122")
    night.go("monk", *went)
    return night


def window(card: str, options: str = "reference(opening=single)", holder: str = "novice-4") -> Night:
    """10.6 The dice are rolled, and cards may be played."""
    night = Night(options, (4,), blessings={holder: card})
    night.pass_time("blessing")
    return night


def quiet_window() -> Night:
    """10.4 In ``mayfair`` no false noise while noise is made."""
    return window("false-noise", "mayfair(opening=single)")


def caught_window() -> Night:
    night = window("false-noise")
    night.put_novice(4, caught=True)
    return night


def own_die_alone() -> Night:
    """10.2 In ``dutch`` roll again is for one's own die."""
    night = Night("dutch(blessings=on,opening=single)", (4, 5), blessings={"novice-4": "roll-again"})
    night.pass_time("blessing")
    return night


def heard() -> Night:
    """7.4 Novice 4 is heard by the Abbess on 101 and stands on 74: by 92 or by 100."""
    night = evening()
    night.put_novice(4, 74)
    night.put_guard("abbess", 101)
    night.tear_plans()
    night.do("novice-4 run 74-93-74")
    night.pass_time("direction", face=6)
    return night


def rolling() -> Night:
    night = Night()
    night.pass_time("roll")
    return night


def ordering() -> Night:
    night = Night()
    night.pass_time("order")
    return night


def home_already() -> Night:
    """11.3 Novice 4 is home, novice 5 is not."""
    night = evening(novices=(4, 5), also="opening=single,all-or-nun=on")
    night.put_novice(4, 18, has_key=1, has_wish=1)
    night.tear_plans()
    night.do("novice-4 sneak 18-4", "novice-5 stand 5")
    for guard in ("abbess", "prioress"):
        night.put_guard(guard, 26)
    night.pass_time("plan")
    return night


def over() -> Night:
    night = Night("mayfair(blessings=off,turns=1)")
    night.pass_time("over")
    return night


MISTAKES: list[tuple[str, Callable[[], Night], str, str, str]] = [
    ("too long a walk", planning, "novice-4 walk 4-18-17-16-15-14", "5.1", "more than 4 dots; to walk is 3 to 4 dots"),
    ("too long a run", planning, "novice-4 run 4-18-17-16-15-14-13", "5.1", "more than 5 dots; to run is 1 to 5 dots"),
    ("far too long a run", planning, "novice-4 run " + "-".join(["4-18"] * 20), "5.1", "more dots than any gait allows"),
    ("too short a walk", planning, "novice-4 walk 4-18", "5.1", "novice 4 writes 1 dot; to walk is 3 to 4 dots"),
    ("a step while standing", planning, "novice-4 stand 4-18", "5.1", "to stand is exactly 0 dots"),
    ("no step while sneaking", planning, "novice-4 sneak 4", "5.1", "to sneak is 1 to 2 dots"),
    ("no gait chosen", planning, "novice-4 to 18", "5.1", "expected a gait first, one of stand, sneak, walk, run"),
    ("no gait chosen, done", planning, "novice-4 done", "5.1", "expected a gait first"),
    ("no edge", planning, "novice-4 run 4-18-26", "5.2", "no edge leads from 18 to 26"),
    ("no such dot", planning, "novice-4 run 4-999", "5.2", "no edge leads from 4 to 999"),
    ("a route from elsewhere", planning, "novice-4 run 5-17", "5.2", "expected a route that starts on 4, where she stands"),
    ("a locked door", lambda: planning(19), "novice-4 sneak 19-26", "5.3", "19-26 is locked and novice 4 has no key"),
    ("a run not exact", lambda: evening(also="opening=single,exact-run=on"), "novice-4 run 4-18", "5.6", "to run is exactly 5 dots"),
    ("a doubled walk too short", double_distance, "novice-4 walk 4-18-17-18", "4.1", "novice 4 writes 3 dots; to walk is 6 to 8 dots"),
    ("a doubled sneak too long", double_distance, "novice-4 sneak 4-18-17-18-17-18", "4.1", "more than 4 dots; to sneak is 2 to 4 dots"),
    ("a doubled run not exact", lambda: double_distance(",exact-run=on"), "novice-4 run 4-18", "4.1", "to run is exactly 10 dots"),
    ("two gaits", gait_chosen, "novice-4 gait run", "5.1", "novice 4 has chosen to walk already"),
    ("a second gait", second_movement, "novice-4 run 20-21", "4.1", "the second movement of turn 1 has the gait of the first, walk"),
    ("a second gait card", second_movement, "novice-4 gait run", "4.1", "novice 4 has chosen to walk already"),
    ("writing on when all is written", plan_written, "novice-4 to 18", "4", "novice 4 has written her plan; a whole plan or 'again'"),
    ("tearing up what is not written", plan_written, "novice-5 again", "4", "novice 5 has no written plan to tear up"),
    ("one more step without the card", planning, "novice-4 run 4-18 one-more-step", "10.1", "does not hold one more step"),
    ("standing for longer", lambda: with_card("one-more-step"), "novice-4 stand 4 one-more-step", "10.1", "standing is not lengthened"),
    ("more than one more step", lambda: with_card("one-more-step"), "novice-4 sneak 4-18-17-18-4 one-more-step", "5.1", "is 1 to 3 dots"),
    ("a plan of the absent", planning, "novice-5 stand 5", "2.1", "novice 5 does not play tonight"),
    ("a plan of the home", home_already, "novice-4 stand 4", "11.3", "novice 4 is home"),
    ("a gait of the home", home_already, "novice-4 gait run", "11.3", "novice 4 is home"),
    ("not walking when caught", caught_in_sight, "novice-4 run 37-38", "8.5", "she must walk home by a shortest way"),
    ("too short a walk home", caught_and_walking, "novice-4 walk 37-38", "8.5", "she must walk home by a shortest way"),
    ("standing in sight", lambda: caught_in_sight("reference"), "novice-4 stand 37", "8.5", "does not get out of it when she is to stand"),
    ("sneaking in sight", caught_in_long_sight, "novice-4 sneak 13-14", "8.5", "does not get out of it when she is to sneak"),
    ("ending in sight", caught_and_running, "novice-4 run 13-14", "8.5", "still in a guard's sight: she must obey, or go on until"),
    ("back when caught", caught_and_running, "novice-4 run 13-12", "8.4", "12 is not on a shortest way to her cell"),
    ("home too slowly", lambda: caught_in_long_sight(54), "novice-4 run 54-34", "8.5", "by 34 does not get out of it in time"),
    ("not the way home when caught", caught_and_walking, "novice-4 to 49", "8.4", "49 is not on a shortest way to her cell"),
    ("a path from elsewhere", first_path, "abbess takes red-122-147", "9.3", "red-122-147 does not end on 26"),
    ("the other guard's path", second_path, "prioress takes red-26-122", "9.3", "the other guard has red-26-122"),
    ("a used path", all_used, "abbess takes blue-26-84", "9.5", "blue-26-84 is used; expected red-26-122"),
    ("about turn at once", first_path, "abbess takes about-turn", "9.4", "right after completing a path"),
    ("the monk back too soon", with_monk, "monk takes pink-84-101", "11.2", "visits each end of his own paths once"),
    ("a guard's path for the monk", with_monk, "monk takes red-26-122", "11.2", "expected blue-84-122, yellow-84-147"),
    ("about turn for the monk", with_monk, "monk takes about-turn", "11.2", "expected blue-84-122, yellow-84-147"),
    ("no path of the monk's", with_monk, "monk takes a-walk", "11.2", "expected a path among "),
    ("the monk off his path", monk_walking, "monk 84-83", "11.2", "monk does not leave his path, which goes on to 85"),
    ("the monk where no edge is", monk_walking, "monk 84-155", "11.2", "no edge leads from 84 to 155"),
    ("the monk from elsewhere", monk_walking, "monk 26-25", "11.2", "monk stands on 84"),
    ("the monk moving freely", monk_walking, "monk 84-85 free", "11.2", "expected 84-85 without 'free'"),
    ("the monk stopping too early", monk_walking, "monk stops", "11.2", "monk has moved 0 dots; expected at least 3"),
    ("the monk running", lambda: monk_walking(85, 86, 80, 79), "monk 79-78", "11.2", "the monk has moved 4 dots and may move no further"),
    ("no such path", first_path, "abbess takes a-walk", "2.4", "expected a path among "),
    ("leaving the path", lambda: on_path(25), "abbess 25-26", "9.6", "no reason to leave her path, which goes on to 24"),
    ("leaving the path, freely", lambda: on_path(25), "abbess 25-26 free", "9.6", "no reason to leave her path"),
    ("following the path, freely", lambda: on_path(25), "abbess 25-24 free", "9.3", "expected 25-24 without 'free'"),
    ("leaving the path with leave, unsaid", with_leave, "abbess 25-26", "9.6", "expected 25-26 as a free step"),
    ("one more step without need", with_leave, "abbess 25-26 free one-more-step", "10.1", "expected 25-26 without one more step"),
    ("returning, freely", off_path, "abbess 153-154 free", "9.7", "expected 153-154 without 'free'"),
    ("returning another way", off_path, "abbess 153-152", "9.7", "returns to her path by 154"),
    ("a guard where no edge is", lambda: on_path(25), "abbess 25-155", "9.2", "no edge leads from 25 to 155"),
    ("a guard from elsewhere", lambda: on_path(25), "abbess 24-42", "9.3", "the Abbess stands on 25"),
    ("stopping too early", lambda: on_path(25, 24), "abbess stops", "9.1", "the Abbess has moved 2 dots; expected at least 3"),
    ("going on too long", lambda: on_path(25, 24, 42, 45, 69, 70), "abbess 70-71", "9.1", "moved 6 dots and may move no further"),
    ("stopping as a walk without the card", lambda: on_path(25, 24, 42, 45, 69), "abbess stops one-more-step", "10.1", "exactly 5 dots"),
    ("a token somewhere else", heard, "novice-4 marks abbess 118", "7.4", "expected a token beside the Abbess towards 92 or 100"),
    ("two tokens where one is due", heard, "novice-4 marks abbess 92+100", "7.4", "expected a token beside the Abbess towards 92 or 100"),
    ("a token beside the other", heard, "novice-4 marks prioress 154", "7.4", "beside the Abbess"),
    ("a card she does not hold", lambda: window("noise-range"), "novice-4 roll-again novice-4", "10", "novice-4 does not hold roll again"),
    ("a die that was not rolled", lambda: window("roll-again"), "novice-4 roll-again abbess", "10.2", "was not rolled in this step"),
    ("a shift of no die", lambda: window("noise-range"), "novice-4 noise-range prioress", "10.3", "that die was not rolled in this step"),
    ("another's die in dutch", own_die_alone, "novice-4 roll-again novice-5", "10.2", "that die is not novice-4's own"),
    ("a false noise at the wrong time", quiet_window, "novice-4 false-noise abbess 19", "10.4", "is not placed in this step"),
    ("a false noise of the caught", caught_window, "novice-4 false-noise abbess 19", "10.4", "caught or home places no false noise"),
    ("a false noise on no edge", lambda: window("false-noise"), "novice-4 false-noise abbess 1", "10.4", "towards 19 or 25 or 40"),
    ("a false noise beside the other", lambda: window("false-noise", holder="abbess"), "abbess false-noise prioress 19", "10.4", "herself"),
    ("a plan out of turn", rolling, "novice-4 stand 4", "4", "the night waits for a die (chance)"),
    ("a step out of turn", planning, "abbess 153-152", "4", "the night waits for the novices' plans (novice-4)"),
    ("the other guard's step", on_path, "prioress 26-25", "4", "the night waits for a guard's step (abbess)"),
    ("a die out of turn", ordering, "roll 5", "4", "the night waits for which guard moves first (guards)"),
    ("the ruler of the absent", planning, "novice-2 ruler 1-2", "3.5", "novice 2 does not play tonight"),
    ("the ruler off the plan", planning, "novice-4 ruler 1-156", "3.5", "there is no dot 156"),
    ("the ruler at dawn", over, "novice-4 ruler 1-2", "3.5", "while the night lasts"),
    ("anything at dawn", over, "roll 5", "1.3", "the night is over"),
]  # fmt: skip


@pytest.mark.parametrize("setting, text, rule, words", [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_a_common_mistake_is_refused_with_its_reason_and_rule(setting: Callable[[], Night], text: str, rule: str, words: str) -> None:
    reason = setting().refused(text)
    assert words in reason
    assert reason.startswith(f"{clipped(text)}: ")
    assert reason.endswith(f"(rule {rule})")


DEALS: list[tuple[Action, str]] = [
    (Deal(()), "expected 2 novices; got 0 (rule 2.1)"),
    (Deal((DealtNovice(1, 1, "roll-again"),), "roll-again", "noise-range"), "expected 2 novices; got 1 (rule 2.1)"),
    (Deal((DealtNovice(1, 1, "roll-again"), DealtNovice(1, 2, "roll-again")), "false-noise", "noise-range"), "been drawn yet (rule 2.1)"),
    (Deal((DealtNovice(1, 1, "roll-again"), DealtNovice(2, 1, "roll-again")), "false-noise", "noise-range"), "that is left (rule 2.2)"),
    (Deal((DealtNovice(1, 1, "roll-again"), DealtNovice(2, 2, "roll-again")), "roll-again", "noise-range"), "that is left (rule 2.3)"),
    (Deal((DealtNovice(1, 1, "roll-again"), DealtNovice(2, 2, "false-noise")), "noise-range"), "a blessing for everyone (rule 2.3)"),
    (Deal((DealtNovice(1, 1), DealtNovice(2, 2))), "a blessing for everyone (rule 2.3)"),
    (Deal((DealtNovice(0, 1, "roll-again"), DealtNovice(2, 2, "roll-again")), "false-noise", "noise-range"), "(rule 2.1)"),
    (Deal((DealtNovice(1, 9, "roll-again"), DealtNovice(2, 2, "roll-again")), "false-noise", "noise-range"), "(rule 2.2)"),
    (Deal(tuple(DealtNovice(n, n, "roll-again") for n in (1, 2, 3)), "false-noise", "noise-range"), "expected 2 novices; got 3 (rule 2.1)"),
    (Draw("novice-7"), "expected a novice who has not been drawn yet (rule 2.1)"),
    (Draw("key-1"), "expected a novice who has not been drawn yet (rule 2.1)"),
    (Draw("roll-again"), "expected a novice who has not been drawn yet (rule 2.1)"),
    (Roll(1), "the night waits for the deal (chance) (rule 4)"),
    (Plan(1, "stand", (1,)), "the night waits for the deal (chance) (rule 4)"),
    (Ruler(1, 1, 2), "the ruler is asked for while the night lasts (rule 3.5)"),
]  # fmt: skip


@pytest.mark.parametrize("action, words", DEALS, ids=range(len(DEALS)))
def test_a_wrong_deal_is_refused(action: Action, words: str) -> None:
    game = new_game("mayfair", (2, 1))
    before = repr(game)
    reason = refusal(game, action)
    assert reason is not None
    assert refusal_text(reason).endswith(words)
    with pytest.raises(IllegalAction, match=f"^{re.escape(refusal_text(reason, action))}$"):
        apply(game, action)
    assert repr(game) == before


def deal_begun() -> Game:
    game = new_game("mayfair", (2, 1))
    apply(game, Draw("novice-4"))
    apply(game, Draw("key-5"))
    return game


def lengthened() -> Game:
    night = with_card("one-more-step")
    night.do("novice-4 gait walk", "novice-4 longer")
    return night.game


def at_her_maximum() -> Game:
    """10.1 The Abbess holds one more step and has moved 6 dots."""
    night = Night("mayfair", (4,), blessings={"abbess": "one-more-step"})
    night.pass_time("path")
    night.do("abbess takes red-26-122")
    night.go("abbess", 25, 24, 42, 45, 69, 70)
    return night.game


RARE: list[tuple[Callable[[], Game], Action, RefusalCode]] = [
    (lambda: planning().game, Pass("sister"), RefusalCode.NO_SUCH_FIGURE),
    (lambda: planning().game, Plan(4, "hop", (4,)), RefusalCode.NO_SUCH_GAIT),  # type: ignore[arg-type]
    (lambda: rolling().game, Roll(7), RefusalCode.NO_SUCH_FACE),
    (lambda: ordering().game, First("monk"), RefusalCode.NO_SUCH_GUARD),
    (lambda: window("false-noise").game, Fake("novice-4", "monk", 85), RefusalCode.NO_SUCH_GUARD),
    (
        lambda: new_game("dutch", (1, 1)),
        Deal((DealtNovice(1, 1, "roll-again"),), "roll-again", "false-noise"),
        RefusalCode.BLESSING_FOR_NONE,
    ),
    (deal_begun, Deal((DealtNovice(1, 1), DealtNovice(2, 2))), RefusalCode.DEAL_BEGUN),
    (lengthened, Longer(4), RefusalCode.LENGTHENED),
    (at_her_maximum, Step("abbess", 70, 71), RefusalCode.STEP_NEEDS_BLESSING),
    (lambda: planning().game, Plan(5, "stand", (5,)), RefusalCode.NOT_PLAYING),
]


@pytest.mark.parametrize("setting, action, code", RARE)
def test_a_rare_mistake_has_its_code(setting: Callable[[], Game], action: Action, code: RefusalCode) -> None:
    reason = refusal(setting(), action)
    assert reason is not None
    assert reason.code == code
    assert_codes(reason)


def test_every_code_of_a_refusal_is_given_for_some_mistake() -> None:
    given = {code for _, _, code in RARE} | {RefusalCode.NOT_YOUR_FIGURE}
    tried = [(setting().game, read(text)) for _, setting, text, _, _ in MISTAKES]
    tried += [(new_game("mayfair", (2, 1)), action) for action, _ in DEALS]
    for game, action in tried:
        reason = refusal(game, action)
        assert reason is not None
        assert_codes(reason)
        given.add(reason.code)
    assert given == set(RefusalCode)


MISREAD: list[tuple[str, Deal]] = [
    ("dutch", Deal((DealtNovice(1, 1),), "roll-again", "noise-range")),  # no cards here: not novice 3 with key 5
    ("mayfair", Deal((DealtNovice(1, 1), DealtNovice(2, 2), DealtNovice(3, 4)), "noise-range", "noise-range")),  # two novices: no third
    ("mayfair", Deal((DealtNovice(1, 1, "roll-again"), DealtNovice(2, 2), DealtNovice(3, 4)), "noise-range")),
]


@pytest.mark.parametrize("options, deal", MISREAD)
def test_a_deal_with_as_many_cards_but_for_others_is_refused(options: str, deal: Deal) -> None:
    """A card of one kind is never taken for one of another: what a deal says is what is dealt."""
    reason = refusal(new_game(options, (2, 1)), deal)
    assert reason is not None
    assert reason.rule.startswith("2")


def test_a_plan_that_is_written_may_be_torn_up() -> None:
    night = plan_written()
    night.do("novice-4 again")
    night.refused("novice-4 again")
    night.do("novice-4 sneak 4-18", "novice-4 stand 4")


def test_what_is_echoed_fits_on_a_line() -> None:
    reason = planning().refused("novice-4 run " + "-".join(["4-18"] * 9000))
    assert len(reason) < 160
    assert reason.startswith("novice-4 run 4-18-4-18-")
    assert reason.endswith("...: more dots than any gait allows (rule 5.1)")


@pytest.mark.parametrize(
    "action, got", [("roll 5", "which nuns.read makes of a line of notation; got 'roll 5'"), (None, "an action; got None")]
)
def test_what_is_no_action_at_all_is_a_type_error(action: Any, got: str) -> None:
    for ask in (apply, refusal):
        with pytest.raises(TypeError, match=re.escape(got)):
            ask(new_game(), action)


# -- nonsense -------------------------------------------------------------------------------------------------------------


NUMBERS = (-1, 0, 1, 4, 7, 16, 26, 99, 156, 2**31, -(2**63), 2**64 - 1)
NAMES = (
    "", "abbess", "prioress", "monk", "guards", "chance", "novice-0", "novice-1", "novice-7", "novice--1", "Abbess", "abbess ", "x" * 500,
    "\n", "ä",
)  # fmt: skip
CARDS = (
    "", "novice-0", "novice-1", "novice-7", "novice-x", "novice-", "novice--1", "novice-1 ", "key-0", "key-5", "key-9", "key-²",
    "key-" + "9" * 5000, "roll-again", "one-more-step", "false noise", "\x00",
)  # fmt: skip
PATHS = ("", "red-26-122", "about-turn", "red", "0", "x" * 500, "RED-26-122")
ROUTES: tuple[tuple[int, ...], ...] = ((), (0,), (4,), (-1,), (4, 18), (4, 4), (4, 18, 0), (4, 2**40), (156,), (4, -18), (4, 18) * 50)
GAITS = ("stand", "sneak", "walk", "run")
BLESSINGS = (None, "one-more-step", "roll-again", "noise-range", "false-noise")
SWITCH = (False, True)
FIELDS: dict[str, dict[str, tuple[Any, ...]]] = {
    "deal": {
        "novices": (
            [], [{"novice": 0, "key": 0}], [{"novice": 99, "key": 1}], [{"novice": -1, "key": -1}], [{"novice": 1, "key": 2**40}],
            [{"novice": 1, "key": 1, "blessing": "roll-again"}] * 8, [{"novice": 2**63, "key": 1}], [{"novice": 1, "key": 1}] * 100,
        ),
        "abbess": BLESSINGS,
        "prioress": BLESSINGS,
    },
    "draw": {"card": CARDS},
    "roll": {"face": NUMBERS},
    "plan": {"novice": NUMBERS, "gait": GAITS, "route": ROUTES, "one_more_step": SWITCH},
    "gait": {"novice": NUMBERS, "gait": GAITS},
    "dot": {"novice": NUMBERS, "dot": NUMBERS},
    "longer": {"novice": NUMBERS},
    "done": {"novice": NUMBERS},
    "again": {"novice": NUMBERS},
    "pass": {"by": NAMES},
    "change": {"by": NAMES, "blessing": ("roll-again", "noise-range"), "die": NAMES},
    "fake": {"by": NAMES, "guard": NAMES, "dot": (-1, 0, 19, 26, 156, 2**40)},
    "mark": {"novice": NUMBERS, "guard": NAMES, "dots": ((), (0,), (19,), (19, 19), (19, 25, 40), (-1,), (2**40,), tuple(range(200)))},
    "first": {"guard": NAMES},
    "take": {"guard": NAMES, "path": PATHS},
    "step": {"guard": NAMES, "start": (-1, 0, 26, 156), "to": (-1, 0, 19, 25, 2**40), "free": SWITCH, "one_more_step": SWITCH},
    "stop": {"guard": NAMES, "one_more_step": SWITCH},
    "ruler": {"novice": NUMBERS, "one": NUMBERS, "two": (-1, 0, 1, 155, 156, 2**40)},
}  # fmt: skip


def nonsense(kind: str) -> Iterator[Action]:
    """Every combination of odd values, as it would come over the wire."""
    fields = FIELDS[kind]
    for values in product(*fields.values()):
        yield msgspec.json.decode(msgspec.json.encode({"action": kind, **dict(zip(fields, values, strict=True))}), type=Action)


def copied(game: Game) -> Game:
    return Game(game.setup, copy_of(game.state), list(game.actions), list(game.events), list(game.draws))


@cache
def moments() -> tuple[Game, ...]:
    """A game at the first moment of each thing that can be asked, and when all is over."""
    found: dict[int, Game] = {}
    table = table_named("reference(monk=frederick,all-or-nun=on)", 3)
    new = new_game("reference(monk=frederick,all-or-nun=on)", (3, 1))
    found[new.state.ask] = new
    for game, _, _ in steps(table, 8, 2, eager_choice):
        key = 99 if game.is_over else game.state.ask
        if key not in found:
            found[key] = copied(game)
    assert len(found) == len(Ask) + 1
    return tuple(found.values())


def test_nonsense_of_every_kind_of_action_is_tried() -> None:
    assert set(FIELDS) == {kind.__struct_config__.tag for kind in Action.__args__}


@pytest.mark.parametrize("kind", FIELDS)
def test_nonsense_is_refused_and_nothing_else_happens(kind: str) -> None:
    """By apply with IllegalAction, by refusal with the same words; whatever is left is a legal action."""
    actions = list(nonsense(kind))
    stride = 1 + len(actions) // 150
    for moment, game in enumerate(moments()):
        for action in actions[moment % stride :: stride]:
            check(copied(game), action)


def check(game: Game, action: Action) -> None:
    before, done, reason = game.state, len(game.actions), refusal(game, action)
    assert game.state is before
    if reason is None:
        apply(game, action)
        return
    assert re.search(r"\(rule \d+(\.\d+)?\)$", refusal_text(reason))
    assert len(refusal_text(reason, action)) < 600
    with pytest.raises(IllegalAction) as fault:
        apply(game, action)
    assert fault.value.refusal == reason
    assert str(fault.value) == refusal_text(reason, action)
    assert_codes(reason)
    assert game.state is before
    assert len(game.actions) == done


def test_nonsense_is_refused_in_the_name_of_every_seat() -> None:
    for game in moments():
        for kind in FIELDS:
            actions = list(nonsense(kind))
            for action in actions[:: 1 + len(actions) // 25]:
                for seat in Seat:
                    reason = refusal(game, action, seat)
                    if not belongs_to(game, action, seat):
                        assert reason == not_hers(seat)
                    else:
                        assert reason == refusal(game, action)


WIRE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.text(max_size=8), st.sampled_from([*NAMES, *PATHS, *GAITS])),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)


@settings(max_examples=400)
@given(st.data())
def test_whatever_comes_over_the_wire_is_no_action_or_is_judged(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(FIELDS)))
    value = {"action": kind, **{name: data.draw(st.one_of(st.sampled_from(FIELDS[kind][name]), WIRE)) for name in FIELDS[kind]}}
    try:
        action = msgspec.json.decode(msgspec.json.encode(value), type=Action)
    except msgspec.ValidationError:
        return
    check(copied(data.draw(st.sampled_from(moments()))), action)


# -- what is another's ----------------------------------------------------------------------------------------------------


def not_hers(seat: Seat) -> RuleRefusal:
    return RuleRefusal(RefusalCode.NOT_YOUR_FIGURE, "3.3", {"seat": seat.value})


@pytest.mark.rule("3.3")
def test_a_foreign_seat_is_refused_in_one_sentence_whatever_it_tries() -> None:
    """Every action that is legal now, in the name of everyone whose it is not."""
    tried = 0
    for count, (game, _, _) in enumerate(steps(table_named("italian(monk=robert)", 3), 6, 1, eager_choice)):
        if game.is_over or count % 4:
            continue
        for asked in game.waiting:
            for action in legal_actions(game, asked):
                for seat in set(Seat) - {asked}:
                    tried += 1
                    assert refusal(game, action, seat) == not_hers(seat)
                    with pytest.raises(IllegalAction, match=rf": {seat} cannot act for another seat \(rule 3\.3\)$"):
                        apply(game, action, seat)
                assert refusal(game, action, asked) is None
    assert tried > 1000


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    "text", ["novice-5 stand 5", "novice-5 stand 99", "novice-5 again", "novice-5 ruler 1-2", "roll 3", "abbess stops"]
)
def test_a_novice_learns_nothing_by_trying_another_seats_actions(text: str) -> None:
    for setting in (planning, plan_written, rolling, over, first_path):
        assert refusal(setting().game, read(text), Seat.NOVICE_4) == not_hers(Seat.NOVICE_4)


@pytest.mark.rule("1.1", "4")
def test_two_guard_players_move_their_own_guard_and_begin_themselves_alone() -> None:
    night = Night("mayfair(blessings=off,monk=robert)", (1, 2, 3, 4, 5, 6), guard_players=2)
    night.pass_time("order")
    assert refusal(night.game, read("prioress first"), Seat.ABBESS) == not_hers(Seat.ABBESS)
    assert refusal(night.game, read("abbess first"), Seat.ABBESS) is None
    assert refusal(night.game, read("prioress first"), Seat.PRIORESS) is None
    assert refusal(night.game, read("prioress first"), Seat.GUARDS) == not_hers(Seat.GUARDS)
    night.do("prioress first")
    assert refusal(night.game, read("prioress takes red-26-122"), Seat.ABBESS) == not_hers(Seat.ABBESS)
    assert refusal(night.game, read("prioress takes red-26-122"), Seat.PRIORESS) is None
    assert refusal(night.game, read("monk takes blue-84-122"), Seat.PRIORESS) == not_hers(Seat.PRIORESS)


def test_every_figure_has_its_seats() -> None:
    """1.1 One seat a figure; with two guard players the monk is the Abbess's, and either says who moves first."""
    for guard_players in (1, 2):
        for figure, name in enumerate(FIGURE_NAMES):
            seats = [seat for seat in Seat if figure in figures_of(seat, guard_players)]
            either = [Seat.ABBESS, Seat.PRIORESS] if name == "guards" and guard_players == 2 else None
            assert either in (None, seats)
            assert len(seats) == (2 if either else 1), name
    assert FIGURE_NAMES.index("monk") in figures_of(Seat.ABBESS, 2)
