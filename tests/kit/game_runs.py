"""Whole games for tests: random or eager seats through the referee, one step at a time."""

from collections.abc import Iterator

from hypothesis import strategies as st

from nuns.kernel.play import play, random_choice
from nuns.lab.games import Choose, deal_state
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.rules.chance import seed_game
from nuns.rules.options import EDITIONS, NAMES, Options, change_option, words_of
from nuns.rules.state import State
from nuns.rules.turn import next_figure


def steps(table: GameSetup, seed: int, index: int = 0, choose: Choose = random_choice) -> Iterator[tuple[Game, Action, tuple[Event, ...]]]:
    """Each small action of a game as it is carried out: the game after it, the action, and what happened."""
    game = seat_game(table)
    seed_game(game.state, seed, index)
    while not game.is_over:
        figure = next_figure(game.state)
        action = small_action(table, game.state, figure, choose(table.board, game.state, figure))
        yield game, action, apply(game, action)


def play_random_game(table: GameSetup, seed: int, index: int) -> State:
    """A game of random seats on the rules alone, at its end."""
    state = deal_state(table, seed, index)
    play(table.board, state)
    return state


@st.composite
def any_options(draw: st.DrawFn) -> Options:
    """An edition with a few options changed, or everything at random."""
    options = EDITIONS[draw(st.sampled_from(sorted(EDITIONS)))]
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=len(NAMES)))
    for name in names:
        options = change_option(options, name, draw(st.sampled_from(words_of(name))))
    return options


@st.composite
def any_table(draw: st.DrawFn) -> GameSetup:
    """1.1 Any number of players; two guard players only with six novices."""
    novices = draw(st.integers(1, 6))
    guard_players = draw(st.sampled_from((1, 2))) if novices == 6 else 1
    return GameSetup(draw(st.sampled_from(sorted(EDITIONS))), draw(any_options()), novices, guard_players)
