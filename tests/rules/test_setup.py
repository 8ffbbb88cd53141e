"""2 Set-up."""

import pytest

from nuns.referee.actions import Deal, DealtNovice, IllegalAction
from nuns.referee.events import SetUp
from nuns.referee.game import apply, belongs_to, legal_actions, new_game
from nuns.referee.notation import read, written
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import known_by, view
from nuns.rules.setup import hidden_cards, hides_blessing, kind_of_card
from nuns.rules.words import HOLDERS
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.golden import table_of
from tests.kit.scenario import Night, kinds, of_kind
from tests.kit.scenario_defaults import BOOKS, FACTS_OF_THE_BOARD, evening

KINDS = ("one-more-step", "roll-again", "noise-range", "false-noise")
DECK_OF = {"mayfair": "mayfair", "reference": "mayfair", "italian": "mayfair", "dutch": "999games"}
# 2.2 By key: the dot of the key, then of the wish.
DECKS = {
    "mayfair": {1: (10, 155), 2: (36, 148), 3: (82, 110), 4: (107, 119), 5: (130, 121), 6: (149, 121), 7: (67, 109), 8: (72, 118)},
    "999games": {1: (10, 155), 2: (36, 148), 3: (82, 118), 4: (107, 119), 5: (130, 121), 6: (149, 121), 7: (67, 109), 8: (72, 110)},
}


def drawn_from(night_options: str, novices: int, *draws: str) -> list[str]:
    """What chance may draw next, after some draws."""
    game = new_game(night_options, (novices, 1))
    for card in draws:
        apply(game, read(f"draw {card}"))
    return [written(action).removeprefix("draw ") for action in legal_actions(game, Seat.CHANCE)]


# -- 2.1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_both_guards_start_on_26(edition: str) -> None:
    night = Night(edition)
    assert [(guard["guard"], guard["dot"]) for guard in night.log[0]["guards"]] == [("abbess", 26), ("prioress", 26)]
    assert [(guard.guard, guard.dot, guard.facing) for guard in view(night.game, "spectator").guards] == [
        ("abbess", 26, None),
        ("prioress", 26, None),
    ]


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("number", range(1, 7))
def test_her_cell_is_the_dot_of_her_number_and_there_she_starts(number: int) -> None:
    night = Night(novices=(number,))
    (sheet,) = view(night.game, f"novice-{number}").sheets
    assert (sheet.cell, sheet.dot) == (number, number)
    assert night.is_legal(f"novice-{number} stand {number}")


@pytest.mark.rule("2.1")
def test_each_novice_is_drawn_from_those_who_are_left() -> None:
    assert drawn_from("mayfair", 3) == [f"novice-{number}" for number in range(1, 7)]
    assert drawn_from("mayfair", 3, "novice-4", "key-1") == [f"novice-{number}" for number in (1, 2, 3, 5, 6)]
    assert drawn_from("mayfair", 3, "novice-4", "key-1", "novice-1", "key-2") == [f"novice-{number}" for number in (2, 3, 5, 6)]


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("edition", BOOKS)
def test_nobody_is_home_in_anothers_cell(edition: str) -> None:
    night = evening(edition, novices=(3, 4))
    night.put_novice(4, 19, has_key=1, has_wish=1)
    assert "game_over" not in kinds(night.do("novice-4 sneak 19-3", "novice-3 stand 3"))
    assert night.novice(4).has_wish


@pytest.mark.rule("2.1", "8.9")
@pytest.mark.parametrize("edition", BOOKS)
def test_nobody_is_safe_in_anothers_cell(edition: str) -> None:
    night = evening(edition)
    night.put_novice(4, 19)
    night.put_guard("abbess", 3)
    assert "novice_caught" in kinds(night.do("novice-4 sneak 19-3"))


@pytest.mark.rule("2.1", "8.7")
@pytest.mark.parametrize("cell, status", [(3, "caught"), (4, "on-the-run")])
def test_a_caught_novice_is_set_free_in_her_own_cell_and_in_no_other(cell: int, status: str) -> None:
    night = evening("reference", novices=(4,))
    night.put_guard("abbess", 84, path="blue-26-84", heading=-1)
    night.put_guard("prioress", 84, path="green-26-84", heading=-1)
    night.pass_time("order")
    night.put_novice(4, cell, caught=True)
    night.pass_time("plan")
    assert view(night.game, "spectator").novices[0].status == status


# -- 2.2 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2")
def test_the_decks_are_those_of_the_board() -> None:
    for deck, cards in DECKS.items():
        assert FACTS_OF_THE_BOARD.decks[deck] == frozenset(cards.values())


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("key", range(1, 9))
def test_a_wish_card_names_a_key_dot_and_a_wish_dot(edition: str, key: int) -> None:
    night = Night(edition, keys={4: key})
    key_dot, wish_dot = DECKS[DECK_OF[edition]][key]
    (dealt,) = night.log[0]["novices"]
    assert (dealt["key_dot"], dealt["wish_dot"]) == (key_dot, wish_dot)
    (sheet,) = view(night.game, "novice-4").sheets
    assert (sheet.key_dot, sheet.wish_dot) == (key_dot, wish_dot)


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("deck", DECKS)
def test_the_deck_is_an_option_of_every_edition(deck: str) -> None:
    for edition in BOOKS:
        night = Night(f"{edition}(wish-cards={deck})", keys={4: 8})
        assert night.novice(4).wish_dot == DECKS[deck][8][1]


@pytest.mark.rule("2.2")
def test_each_novice_draws_one_of_the_eight_wish_cards_that_are_left() -> None:
    assert drawn_from("mayfair", 2, "novice-4") == [f"key-{key}" for key in range(1, 9)]
    assert drawn_from("mayfair", 2, "novice-4", "key-5", "novice-1") == [f"key-{key}" for key in (1, 2, 3, 4, 6, 7, 8)]
    game = new_game("dutch", (2, 1))
    with pytest.raises(IllegalAction, match=r"\(rule 2\.2\)"):
        apply(game, Deal((DealtNovice(4, 5), DealtNovice(1, 5))))


@pytest.mark.rule("2.2", "3.2")
def test_wish_cards_are_drawn_secretly_and_undealt_ones_stay_hidden() -> None:
    night = Night("dutch", novices=(1, 4), keys={1: 2, 4: 5})
    for seat, own in (("novice-1", {1: (36, 148)}), ("novice-4", {4: (130, 121)}), ("guards", {}), ("spectator", {})):
        (set_up,) = events_of(night.game, seat)
        assert isinstance(set_up, SetUp)
        assert {each.novice: (each.key_dot, each.wish_dot) for each in set_up.novices if isinstance(each.key_dot, int)} == own
        assert {each.novice: (each.key_dot, each.wish_dot) for each in view(night.game, seat).sheets} == own


# -- 2.3 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("edition, in_play", [("mayfair", True), ("reference", True), ("italian", True), ("dutch", False)])
def test_with_blessings_in_play_every_novice_and_each_guard_has_one(edition: str, in_play: bool) -> None:
    set_up = Night(edition, novices=range(1, 7)).log[0]
    cards = [each["blessing"] for each in (*set_up["novices"], *set_up["guards"])]
    assert sorted(cards, key=str) == (sorted(KINDS * 2) if in_play else [None] * 8)  # six and two are all eight cards
    assert Night(f"{edition}(blessings={'off' if in_play else 'on'})").log[0]["guards"][0]["blessing"] == (None if in_play else KINDS[0])


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("kind", KINDS)
def test_there_are_two_cards_of_each_kind(kind: str) -> None:
    others = [other for other in KINDS if other != kind]
    assert sorted(set(drawn_from("mayfair", 1, "novice-4", "key-1"))) == sorted(KINDS)
    assert kind in drawn_from("mayfair", 1, "novice-4", "key-1", kind)
    assert sorted(set(drawn_from("mayfair", 1, "novice-4", "key-1", kind, kind))) == sorted(others)


@pytest.mark.rule("2.3")
def test_the_draw_decides_which_guard_has_which_card() -> None:
    for abbess, prioress in (("roll-again", "false-noise"), ("false-noise", "roll-again")):
        night = Night("mayfair", blessings={"abbess": abbess, "prioress": prioress})
        assert [guard["blessing"] for guard in night.log[0]["guards"]] == [abbess, prioress]
        assert view(night.game, "guards").blessings == {"abbess": abbess, "prioress": prioress}


@pytest.mark.rule("2.3", "3.2")
def test_blessings_are_drawn_secretly() -> None:
    cards = {"novice-1": "roll-again", "novice-4": "noise-range", "abbess": "false-noise", "prioress": "one-more-step"}
    night = Night("mayfair", novices=(1, 4), blessings=cards)
    for seat, holders in (("novice-1", ["novice-1"]), ("novice-4", ["novice-4"]), ("guards", ["abbess", "prioress"]), ("spectator", [])):
        assert view(night.game, seat).blessings == {holder: cards[holder] for holder in holders}


@pytest.mark.rule("2.3")
def test_two_guards_moved_by_one_player_may_not_swap_their_cards() -> None:
    night = Night("reference", blessings={"abbess": "roll-again", "prioress": "noise-range"})
    night.pass_time("blessing")
    assert "(rule 10)" in night.refused("abbess noise-range novice-4")
    assert "(rule 10)" in night.refused("prioress roll-again novice-4")
    assert night.is_legal("abbess roll-again novice-4")
    assert night.is_legal("prioress noise-range novice-4")


@pytest.mark.rule("2.3")
def test_two_guard_players_know_both_cards_and_each_plays_her_own() -> None:
    cards = {"abbess": "roll-again", "prioress": "noise-range"}
    night = Night("mayfair", novices=range(1, 7), guard_players=2, blessings=cards)
    assert view(night.game, "abbess").blessings == view(night.game, "prioress").blessings == cards
    night.pass_time("blessing")
    for guard, other in (("abbess", "prioress"), ("prioress", "abbess")):
        assert all(text.startswith(f"{guard} ") for text in night.menu(guard))
        assert belongs_to(night.game, read(f"{guard} pass"), Seat(guard))
        assert not belongs_to(night.game, read(f"{guard} pass"), Seat(other))


# -- 2.4 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.4")
@pytest.mark.parametrize("edition", BOOKS)
def test_the_guards_share_fourteen_paths_and_two_about_turns(edition: str) -> None:
    paths = view(Night(edition).game, "spectator").paths
    assert sorted(paths.remaining) == sorted(FACTS_OF_THE_BOARD.paths)
    assert (len(paths.remaining), paths.about_turns, paths.face_up, paths.discarded) == (14, 2, (), ())


@pytest.mark.rule("2.4")
def test_what_one_guard_takes_the_other_cannot() -> None:
    night = Night("italian")
    night.do("abbess takes blue-26-84")
    assert "(rule 9.3)" in night.refused("prioress takes blue-26-84")
    night.do("prioress takes green-26-84")
    paths = view(night.game, "spectator").paths
    assert paths.face_up == ("blue-26-84", "green-26-84")
    assert len(paths.remaining) == 12


@pytest.mark.rule("2.4", "9.4")
def test_both_about_turns_come_from_the_same_pile() -> None:
    night = evening()
    night.put_guard("abbess", 83, came_from=56, path="blue-26-84")
    night.put_guard("prioress", 85, came_from=86, path="green-26-84")
    night.pass_time("step")
    night.go("abbess", 84)
    night.do("abbess takes about-turn")
    assert view(night.game, "spectator").paths.about_turns == 1
    night.go("abbess", 83, 56)
    night.do("abbess stops")
    night.go("prioress", 84)
    night.do("prioress takes about-turn")
    assert view(night.game, "spectator").paths.about_turns == 0


# -- 2.5 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("edition", ["reference", "italian"])
def test_first_paths_are_chosen_before_the_novices_first_move(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)")
    assert night.asks == "path"
    assert "(rule 4)" in night.refused("novice-4 stand 4")
    night.do("abbess takes red-26-147", "prioress takes yellow-26-122")
    assert night.asks == "plan"
    happened = night.pass_time("order") + night.do("abbess first")
    assert "path_taken" not in kinds(happened)
    assert night.asks == "step"


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("edition", ["mayfair", "dutch"])
def test_first_paths_are_chosen_at_the_start_of_the_guards_first_movement(edition: str) -> None:
    night = Night(f"{edition}(blessings=off)")
    assert night.asks == "plan"
    happened = night.pass_time("path")
    assert len(of_kind(happened, "novice_moved")) == 2
    assert "path_taken" not in kinds(happened)
    assert kinds(night.do("abbess takes red-26-147")) == ["path_taken"]
    night.go("abbess", 40, 39, 38)
    night.do("abbess stops")
    assert kinds(night.do("prioress takes yellow-26-122")) == ["path_taken"]


@pytest.mark.rule("2.5")
@pytest.mark.parametrize("when, asks", [("set-up", "path"), ("guards-move", "plan")])
def test_when_first_paths_are_chosen_is_an_option_of_every_edition(when: str, asks: str) -> None:
    for edition in BOOKS:
        assert Night(f"{edition}(first-paths={when})").asks == asks


@pytest.mark.rule("2.5", "9.3")
def test_a_first_path_is_one_of_those_that_end_on_26() -> None:
    night = Night("italian")
    from_26 = [name for name, dots in FACTS_OF_THE_BOARD.paths.items() if 26 in (dots[0], dots[-1])]
    assert night.menu("guards") == [f"abbess takes {name}" for name in from_26]
    assert "(rule 9.3)" in night.refused("abbess takes blue-84-122")
    assert "(rule 9.4)" in night.refused("abbess takes about-turn")
    (taken,) = night.do("abbess takes red-26-147")
    assert taken["dots"] == FACTS_OF_THE_BOARD.paths["red-26-147"]


@pytest.mark.rule("2.3", "10")
def test_the_cards_in_hidden_hands_are_among_those_of_which_nothing_is_known() -> None:
    """For every seat and a spectator: the others of the eight are known to be held or played, an untold false noise to its own seat."""
    looks, untold = 0, 0
    for game, _, _ in steps(table_of("mayfair", 3), 8, choose=eager_choice):
        if not game.events:
            continue
        for seat in (*game.seats, Seat.SPECTATOR):
            known = known_by(game, seat)
            kinds = [kind_of_card(card) for card in range(1, 9) if hidden_cards(known) >> card & 1]
            for figure in range(HOLDERS):
                if hides_blessing(known, figure):
                    kinds.remove(game.state.blessings[figure] or 4)  # an untold false noise of another's
            assert len(kinds) == 8 - 5, "three novices and two guards have drawn a card each"
            looks += 1
            untold += any(known.untold)
    assert looks > 100
    assert untold > 0
