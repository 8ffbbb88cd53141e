"""After a night a bot can say, turn by turn, what it believed and why it would have moved, from what its seat knew alone."""

from random import Random

import pytest

from nuns.bots.players.thoughts import NoThoughts, thoughts_in
from nuns.bots.registry import BOTS, GUARDS, NOVICES
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat
from nuns.rules.options import EDITIONS


@pytest.fixture(scope="module")
def night() -> Game:
    game, faults = play_bot_game(GameSetup("dutch", EDITIONS["dutch"], 2), 17, 0, LineUp("greedy", ("careful",)))
    assert not faults
    return game


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_has_a_thought_for_every_turn_of_its_seat(night: Game, bot: str) -> None:
    for seat in (Seat.GUARDS, night.seats[1]):
        side = GUARDS if seat == Seat.GUARDS else NOVICES
        told = thoughts_in(night, seat, BOTS[bot].maker(side)(), Random(1))
        turns = [turn for turn, _ in told]
        assert turns == sorted(turns)
        assert set(turns) >= set(range(1, night.state.turn))
        assert all(text.endswith(".") for _, text in told)


def test_guards_say_where_they_believed_the_novices_and_it_was_possible(night: Game) -> None:
    bot = BOTS["belief"].maker(GUARDS)()
    told = thoughts_in(night, Seat.GUARDS, bot, Random(1))
    assert any(text.startswith("abbess: believes novice ") for _, text in told)
    assert any(text.startswith("prioress: believes novice ") for _, text in told)
    for thought in bot.thoughts:  # type: ignore[attr-defined]
        for dots in thought.believed.values():
            assert 0 < sum(chance for _, chance in dots) <= 1.001


def test_novices_say_what_they_wanted(night: Game) -> None:
    seat = night.seats[1]
    novice = next(each for each in night.state.novices if f"novice-{each.figure + 1}" == seat)
    told = thoughts_in(night, seat, BOTS["belief"].maker(NOVICES)(), Random(1))
    assert f"wants her key on {novice.key_dot}. Would " in told[0][1]


def test_a_bot_without_thoughts_or_with_faults_is_told(night: Game) -> None:
    class Mute:
        def choose(self, view: object, actions: tuple[object, ...], rng: Random) -> object:
            return actions[0]

    class Broken(Mute):
        thoughts: list[object] = []  # noqa: RUF012

        def choose(self, view: object, actions: tuple[object, ...], rng: Random) -> object:
            raise RuntimeError("no idea")

    with pytest.raises(NoThoughts, match="expected a bot that keeps thoughts; got Mute"):
        thoughts_in(night, Seat.GUARDS, Mute(), Random(1))  # type: ignore[arg-type]
    with pytest.raises(NoThoughts, match="mine: RuntimeError: no idea"):
        thoughts_in(night, Seat.GUARDS, Broken(), Random(1), "mine")  # type: ignore[arg-type]


@pytest.mark.parametrize("kept, fault", [(5, "'int' object is not iterable"), (["x"], "'str' object has no attribute 'turn'")])
def test_thoughts_that_are_none_are_told(night: Game, kept: object, fault: str) -> None:
    class Odd:
        thoughts = kept

        def choose(self, view: object, actions: tuple[object, ...], rng: Random) -> object:
            return actions[0]

    with pytest.raises(NoThoughts, match=f"expected a list of thoughts, each with its turn, of Odd; got .*{fault}"):
        thoughts_in(night, Seat.GUARDS, Odd(), Random(1))  # type: ignore[arg-type]
