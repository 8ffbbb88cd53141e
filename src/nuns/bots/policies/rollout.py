"""Rollouts: guessed games in which a plan is carried out and policies play on for a few turns.

Written in the subset of Python that the kernel compiles. A guess has one row for each novice: the dots of her key and her wish, how far she
has come, and her dot; a dot of 0 leaves her as she is.
"""

from typing import Any

from nuns.board.tables import Board
from nuns.bots.policies.careful import careful_choice, way_left
from nuns.bots.policies.greedy import greedy_choice
from nuns.kernel.play import random_choice
from nuns.rules.chance import seed_game
from nuns.rules.ending import last_turn
from nuns.rules.novices import tear_up
from nuns.rules.sight import is_on_board
from nuns.rules.state import State
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import CHANCE, GUARDS_WIN, NOVICES, NOWHERE, Ask, Stage, Status

KEY_DOT, WISH_DOT, PHASE, DOT = 0, 1, 2, 3  # places in a row of a guess
OVER = 3.0  # the worth of a game that is won, in captures
DOTS_A_CAPTURE = 40.0  # so many dots of the leading novice's distance are worth one capture


def roll_out(
    boards: Any, roots: Any, guesses: Any, plans: Any, figure: int, turns: int, seed: int, first: int, games: Any, values: Any
) -> None:
    """Works out what each plan is worth to the guards in each guess; a guess has the same dice under every plan."""
    for guess in range(len(guesses)):
        for plan in range(len(plans)):
            games[0] = roots[0]
            imagine(boards[0], games[0], guesses[guess])
            seed_game(games[0], seed, first + guess)
            carry_out(boards[0], games[0], figure, plans[plan])
            play_on(boards[0], games[0], min(roots[0].turn + turns, last_turn(roots[0])))
            values[plan, guess] = value_to_guards(boards[0], games[0]) - roots[0].captures


def imagine(board: Board, game: State, guess: Any) -> None:
    """Puts the novices where they are guessed to be; those who are planning start afresh."""
    for novice in game.novices:
        if is_on_board(novice) and guess[novice.figure, DOT] != NOWHERE:
            novice.key_dot = guess[novice.figure, KEY_DOT]
            novice.wish_dot = guess[novice.figure, WISH_DOT]
            novice.has_key = 1 if guess[novice.figure, PHASE] > 0 else 0
            novice.has_wish = 1 if guess[novice.figure, PHASE] > 1 else 0
            novice.dot = guess[novice.figure, DOT]
            novice.told_dot = novice.dot
            if game.ask == Ask.PLAN:
                tear_up(game, novice)


def carry_out(board: Board, game: State, figure: int, plan: Any) -> None:
    """Carries out a plan's actions as long as nothing new comes into sight."""
    shown = count_shown(game)
    for place in range(len(plan)):
        if plan[place] < 0 or game.stage == Stage.OVER or count_shown(game) > shown:
            return
        if not legal(board, game, figure) >> plan[place] & 1:
            return
        apply(board, game, figure, plan[place])


def count_shown(game: State) -> int:
    """Returns how many novices are shown on the board."""
    shown = 0
    for novice in game.novices:
        shown += novice.shown
    return shown


def play_on(board: Board, game: State, last_turn: int) -> None:
    """Plays to the end of that turn with careful novices and greedy guards."""
    while game.stage != Stage.OVER and (game.turn < last_turn or game.stage != Stage.ROUTES):
        figure = next_figure(game)
        if figure < NOVICES:
            apply(board, game, figure, careful_choice(board, game, figure))
        elif figure == CHANCE:
            apply(board, game, figure, random_choice(board, game, figure))
        else:
            apply(board, game, figure, greedy_choice(board, game, figure))


def value_to_guards(board: Board, game: State) -> float:
    """Returns the worth of a game to the guards, in captures: those made, the win, and the distance left to the leading novice."""
    if game.stage == Stage.OVER:
        return game.captures + (OVER if game.winners == GUARDS_WIN else -OVER)
    nearest = 99
    for novice in game.novices:
        if novice.status == Status.ON_THE_RUN or novice.status == Status.CAUGHT:
            nearest = min(nearest, way_left(board, novice, novice.dot, novice.has_key + 0, novice.has_wish + 0))
    return game.captures + nearest / DOTS_A_CAPTURE
