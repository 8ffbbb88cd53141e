"""The notation: one text for every action, and nothing else is read."""

from itertools import chain

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nuns.referee.actions import (
    Action,
    Again,
    Change,
    Deal,
    DealtNovice,
    Done,
    Dot,
    Draw,
    Fake,
    First,
    GaitChoice,
    Longer,
    Mark,
    Pass,
    Plan,
    Roll,
    Ruler,
    Step,
    Stop,
    Take,
)
from nuns.referee.game import legal_actions
from nuns.referee.notation import BadNotation, read, written
from nuns.rules.options import EDITIONS
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.records import table_named

EXAMPLES: list[tuple[str, Action]] = [
    ("deal novice-4 key-5", Deal((DealtNovice(4, 5),))),
    ("deal novice-6 key-5, novice-2 key-7, novice-5 key-3", Deal((DealtNovice(6, 5), DealtNovice(2, 7), DealtNovice(5, 3)))),
    ("deal novice-4 key-5 roll-again, abbess false-noise, prioress noise-range",
     Deal((DealtNovice(4, 5, "roll-again"),), "false-noise", "noise-range")),
    ("deal novice-1 key-8, prioress one-more-step", Deal((DealtNovice(1, 8),), None, "one-more-step")),
    ("draw novice-3", Draw("novice-3")),
    ("draw key-8", Draw("key-8")),
    ("draw one-more-step", Draw("one-more-step")),
    ("roll 5", Roll(5)),
    ("novice-4 run 4-18-27-39-48-49", Plan(4, "run", (4, 18, 27, 39, 48, 49))),
    ("novice-4 stand 4", Plan(4, "stand", (4,))),
    ("novice-1 sneak 1-21-22-23 one-more-step", Plan(1, "sneak", (1, 21, 22, 23), True)),
    ("novice-6 walk 100-101-118-119", Plan(6, "walk", (100, 101, 118, 119))),
    ("novice-4 gait run", GaitChoice(4, "run")),
    ("novice-4 to 18", Dot(4, 18)),
    ("novice-4 longer", Longer(4)),
    ("novice-4 done", Done(4)),
    ("novice-4 again", Again(4)),
    ("novice-2 pass", Pass("novice-2")),
    ("prioress pass", Pass("prioress")),
    ("novice-2 roll-again abbess", Change("novice-2", "roll-again", "abbess")),
    ("abbess noise-range novice-6", Change("abbess", "noise-range", "novice-6")),
    ("prioress noise-range monk", Change("prioress", "noise-range", "monk")),
    ("novice-3 false-noise prioress 40", Fake("novice-3", "prioress", 40)),
    ("abbess false-noise abbess 19", Fake("abbess", "abbess", 19)),
    ("novice-2 marks abbess 19", Mark(2, "abbess", (19,))),
    ("novice-2 marks monk 83+85+109", Mark(2, "monk", (83, 85, 109))),
    ("abbess first", First("abbess")),
    ("prioress takes red-26-122", Take("prioress", "red-26-122")),
    ("abbess takes about-turn", Take("abbess", "about-turn")),
    ("monk takes blue-84-122", Take("monk", "blue-84-122")),
    ("abbess 26-40", Step("abbess", 26, 40)),
    ("abbess 26-40 free", Step("abbess", 26, 40, True)),
    ("prioress 96-97 one-more-step", Step("prioress", 96, 97, False, True)),
    ("prioress 96-97 free one-more-step", Step("prioress", 96, 97, True, True)),
    ("monk 84-85", Step("monk", 84, 85)),
    ("abbess stops", Stop("abbess")),
    ("prioress stops one-more-step", Stop("prioress", True)),
    ("monk stops", Stop("monk")),
    ("novice-1 ruler 105-112", Ruler(1, 105, 112)),
]  # fmt: skip


@pytest.mark.parametrize("text, action", EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_an_action_has_one_text(text: str, action: Action) -> None:
    assert read(text) == action
    assert written(action) == text
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action


def test_every_kind_of_action_has_an_example() -> None:
    assert {type(action) for _, action in EXAMPLES} == set(Action.__args__)


NONE = [
    "", " ", "resign", "roll", "roll 0", "roll 7", "roll 10", "roll -1", "roll five", "ROLL 5", "roll 5 ", " roll 5", "roll  5",
    "roll 5\n", "roll ٥",
    "deal", "deal ", "deal x", "deal novice-7 key-1", "deal novice-1 key-9", "deal novice-1 key-0", "deal novice-1",
    "deal novice-1 key-1 luck",
    "deal novice-1 key-1,novice-2 key-2", "deal abbess roll-again, novice-1 key-1",
    "deal novice-1 key-1, abbess roll-again, abbess roll-again",
    "deal novice-1 key-1, prioress roll-again, abbess roll-again", "deal novice-1 key-1, monk roll-again", "deal  novice-1 key-1",
    "draw", "draw novice-0", "draw novice-7", "draw key-9", "draw ace",
    "novice-0 pass", "novice-7 pass", "novice-12 pass", "novice pass", "monk pass", "guards pass", "abbess  pass",
    "novice-4 crawl 4-18", "novice-4 run", "novice-4 run 4-", "novice-4 run -4", "novice-4 run 4--18", "novice-4 run 4-0",
    "novice-4 run 4-018",
    "novice-4 run 4-1000", "novice-4 run 4 18", "novice-4 run 4-18 one-more-stepone-more-step", "novice-4 run 4-18  one-more-step",
    "novice-4 gait crawl", "novice-4 to 0", "novice-4 to 1000", "novice-4 to", "novice-4 longer 1", "novice-4 finished",
    "novice-1 one-more-step abbess", "novice-1 roll-again", "novice-1 roll-again novice-7", "novice-1 roll-again guards",
    "monk roll-again abbess",
    "novice-1 false-noise monk 85", "novice-1 false-noise abbess", "novice-1 false-noise abbess 0", "monk false-noise abbess 19",
    "novice-1 marks abbess", "novice-1 marks abbess 19-26", "novice-1 marks abbess 19+", "novice-1 marks guards 19",
    "monk first", "guards first", "abbess takes", "abbess takes Red-26-122", "abbess takes red 26 122", "novice-1 takes red-26-122",
    "abbess 26", "abbess 26-40-41", "abbess 26-40 one-more-step free", "abbess 26-40free", "novice-4 26-40", "guards 26-40",
    "abbess 0-1",
    "abbess stop", "guards stops", "novice-1 ruler 1", "novice-1 ruler 1-2-3", "abbess ruler 1-2", "novice-1 ruler 0-1",
]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_text_that_is_no_action_is_refused_with_what_was_expected_and_got(text: str) -> None:
    with pytest.raises(BadNotation, match=r"^expected .*; got ") as fault:
        read(text)
    shown = str(fault.value)
    assert "\n" not in shown
    if not text.startswith("deal"):
        assert shown.endswith(f"got {text!r}")
    told = fault.value.fault
    assert told.values.keys() == set(told.code.placeholders)
    assert told.code.english.format(**told.values) == shown


@pytest.mark.parametrize("text", ["x" * 1000, "deal " + "x" * 1000, "novice-4 run " + "1-" * 1000, "roll " + "5" * 10_000])
def test_a_long_text_is_quoted_in_short(text: str) -> None:
    with pytest.raises(BadNotation) as fault:
        read(text)
    assert len(str(fault.value)) < 250


@pytest.mark.parametrize("name", [*EDITIONS, "dutch(blessings=on,monk=robert)", "reference(monk=frederick,all-or-nun=on)"])
def test_every_action_of_a_night_is_read_back_as_it_was_written(name: str) -> None:
    """What was done, what was noted, and what might have been done."""
    for novices, seed in ((2, 31), (6, 32)):
        for count, (game, action, _) in enumerate(steps(table_named(name, novices), seed, choose=eager_choice)):
            menus = [legal_actions(game, seat) for seat in game.waiting] if count % 5 == 0 else []
            for each in (action, *game.actions[-1:], *chain.from_iterable(menus)):
                assert read(written(each)) == each


WORDS = sorted({word for text, _ in EXAMPLES for word in text.replace(",", " ,").split(" ")})
LOOKS_LIKE_ACTIONS = st.lists(st.one_of(st.sampled_from(WORDS), st.text("0123456789-+, ", max_size=6)), max_size=5).map(" ".join)


@settings(max_examples=400)
@given(st.one_of(st.text(max_size=60), st.text(max_size=60).map("deal ".__add__), LOOKS_LIKE_ACTIONS))
def test_no_text_does_anything_but_stand_for_one_action_or_be_refused(text: str) -> None:
    try:
        action = read(text)
    except BadNotation as fault:
        assert str(fault).startswith("expected ")  # noqa: PT017
        assert "got " in str(fault)  # noqa: PT017
    else:
        assert written(action) == text
