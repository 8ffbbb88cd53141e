"""Games that begin in the middle of a night."""

import pytest

from nuns.referee.explain import explain
from nuns.referee.game import apply
from nuns.referee.notation import read
from nuns.referee.position import BadPosition, GuardPlacement, NovicePlacement, StartPosition, begin_at
from nuns.referee.view import view

NOVICE = NovicePlacement(dot=70, key=5)
ABBESS = GuardPlacement(dot=44, came_from=43, path="yellow-26-122")


def position(**changes: object) -> StartPosition:
    return StartPosition(**{"novices": {"novice-5": NOVICE}, "guards": {"abbess": ABBESS}, **changes})  # type: ignore[arg-type]


def test_everyone_stands_where_she_was_put_and_in_sight_where_she_is_seen() -> None:
    seen = view(begin_at(position(turn=7)), "guards")
    assert (seen.turn, seen.waiting_for, seen.waiting) == (7, "plans", ("novice-5",))
    assert seen.novices[0].dot == 70
    assert (seen.guards[0].dot, seen.guards[0].facing, seen.guards[0].path) == (44, (43, 44), "yellow-26-122")
    assert "yellow-26-122" in seen.paths.face_up
    assert seen.guards[0].dots[-1] == 122


def test_a_path_is_walked_towards_the_end_that_is_named() -> None:
    back = GuardPlacement(dot=44, came_from=70, path="yellow-26-122", towards=26)
    seen = view(begin_at(position(guards={"abbess": back})), "spectator")
    assert (seen.guards[0].dots[0], seen.guards[0].dots[-1]) == (122, 26)


def test_the_guards_may_be_first_and_cards_be_gone() -> None:
    seen = view(begin_at(position(moves="guards", discarded=("red-26-122",), about_turns=1, captures=1)), "guards")
    assert (seen.waiting_for, seen.captures) == ("order", 1)
    assert (seen.paths.discarded, seen.paths.about_turns) == (("red-26-122",), 1)


@pytest.mark.parametrize("edition", ["mayfair", "reference", "italian", "dutch"])
def test_every_edition_can_begin_so(edition: str) -> None:
    seen = view(begin_at(position(options=f"{edition}(blessings=on)")), "novice-5")
    assert seen.edition == edition
    assert len(seen.blessings) == 1


def test_what_happens_then_is_explained_from_the_position() -> None:
    game = begin_at(position())
    apply(game, read("novice-5 sneak 70-71"))
    events = [explain(game, number, "novice-5") for number in range(len(game.events))]
    assert [each.rules for each in events] == [("5.1", "5.2"), ("6.1", "6.6"), ("6.7",)]
    assert events[1].lines == ((44, 70),)
    assert explain(game, 1, "spectator").lines == ((44, 70),)
    assert explain(game.copy(), 1, "guards").lines == ((44, 70),)


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"novices": {}}, "expected novices by their seats, such as novice-4; got none"),
        ({"novices": {"novice-7": NOVICE}}, "got novice-7"),
        ({"novices": {"novice-1": NovicePlacement(dot=500, key=1)}}, "expected a dot of The convent; got 500"),
        ({"guards": {"abbot": ABBESS}}, "expected one of abbess, prioress, monk; got abbot"),
        ({"guards": {"abbess": GuardPlacement(dot=44, came_from=1)}}, "expected abbess to come from a dot beside 44; got 1"),
        ({"guards": {"abbess": GuardPlacement(dot=44, path="puce-1-2")}}, "expected the name of a path card; got puce-1-2"),
        ({"guards": {"abbess": GuardPlacement(dot=44, path="red-26-122", towards=3)}}, "expected an end of red-26-122, 26 or 122; got 3"),
        ({"guards": {"abbess": GuardPlacement(dot=44, blessing="roll-again")}}, "expected no blessings with mayfair"),
    ],
)
def test_a_position_that_cannot_be_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        begin_at(position(**changes))
