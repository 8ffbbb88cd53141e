"""Whole nights with a policy in every seat, in the same plain Python as the rules: interpreted, or compiled with them."""

from typing import Any

from nuns.board.tables import Board
from nuns.bots.policies.careful import careful_choice
from nuns.bots.policies.greedy import greedy_choice
from nuns.kernel.play import begin, random_choice
from nuns.rules.chance import pick, seed_game
from nuns.rules.state import State
from nuns.rules.turn import answer, apply, legal, next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, NOVICES, Stage, Status

RANDOM, GREEDY, CAREFUL = 0, 1, 2  # policies
GUARDS_SEAT = NOVICES  # of a row of policies: one for each novice in the order of their numbers, then the guards'

prange = range  # the compiler puts its own here, which shares the loop among the cores


def policy_choice(board: Board, game: State, figure: int, policy: int) -> int:
    """What that policy answers for the figure; chance and, between two players, the first guard are nobody's to choose (4)."""
    if policy == RANDOM or figure == CHANCE:
        return random_choice(board, game, figure)
    if figure == GUARD_SIDE and game.guard_players == 2:
        return pick(game, legal(board, game, figure))
    if policy == CAREFUL:
        return careful_choice(board, game, figure)
    return greedy_choice(board, game, figure)


def seat_of(game: State, figure: int) -> int:
    """The place of a figure in a row of policies."""
    if figure >= NOVICES:
        return GUARDS_SEAT
    seat = 0
    for other in range(figure):
        if game.novices[other].status != Status.ABSENT:
            seat += 1
    return seat


def play_night(board: Board, game: State, policies: Any) -> None:
    """To the end."""
    while game.stage != Stage.OVER:
        figure = next_figure(game)
        apply(board, game, figure, policy_choice(board, game, figure, policies[seat_of(game, figure)]))


def play_nights_on_all_cores(boards: Any, games: Any, seed: int, first: int, novices: int, guard_players: int, policies: Any) -> None:
    """Games ``first``, ``first`` + 1, … of a seed, dealt and played to the end on as many cores as there are threads."""
    for i in prange(len(games)):
        seed_game(games[i], seed, first + i)
        begin(boards[0], games[i], novices, guard_players)
        play_night(boards[0], games[i], policies)


def write_plan(boards: Any, games: Any, figure: int, policy: int, written: Any) -> int:
    """Everything a novice writes, to the end of her plan: how many small actions."""
    board, game, count = boards[0], games[0], 0
    while game.asked >> figure & 1:
        written[count] = policy_choice(board, game, figure, policy)
        answer(board, game, figure, written[count])
        count += 1
    return count
