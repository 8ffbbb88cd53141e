"""What a policy decides for a figure, interpreted or compiled with the rules."""

from nuns.board.tables import Board
from nuns.bots.policies.careful import careful_choice
from nuns.bots.policies.greedy import greedy_choice
from nuns.kernel.play import random_choice
from nuns.rules.chance import pick_action
from nuns.rules.knowledge import Known, know
from nuns.rules.state import State
from nuns.rules.turn import answer, apply, legal
from nuns.rules.words import CHANCE, GUARD_SIDE, NOVICES, Ask, Status

RANDOM, GREEDY, CAREFUL, BELIEF, SEARCH = 0, 1, 2, 3, 4  # the numbers of the policies
GUARDS_SEAT = NOVICES  # a row of policies has one for each novice in the order of their numbers, then the guards'


def policy_choice(board: Board, game: State, figure: int, policy: int) -> int:
    """Returns the policy's answer for a figure; chance, and which of two players' guards moves first, are drawn at random (4)."""
    if policy == RANDOM or figure == CHANCE:
        return random_choice(board, game, figure)
    if figure == GUARD_SIDE and game.guard_players == 2:
        return pick_action(game, legal(board, game, figure))
    if policy == CAREFUL:
        return careful_choice(board, game, figure)
    return greedy_choice(board, game, figure)


def seat_of(game: State, figure: int) -> int:
    """Returns the place of a figure in a row of policies."""
    if figure >= NOVICES:
        return GUARDS_SEAT
    seat = 0
    for other in range(figure):
        if game.novices[other].status != Status.ABSENT:
            seat += 1
    return seat


def decide_informed(board: Board, game: State, figure: int, policy: int, known: Known) -> None:
    """Lets that policy answer for a figure, a novice with her whole plan, on what the figure's seat knows (3).

    ``known`` must be empty, and is filled. Chance and random seats take any legal answer, for which nothing need be known.
    """
    if policy == RANDOM or figure == CHANCE:
        apply(board, game, figure, random_choice(board, game, figure))
        return
    know(board, game, figure if figure < NOVICES else GUARD_SIDE, known)
    known.key_low = game.key_low
    known.key_high = game.key_high
    known.decisions = game.decisions
    if game.ask == Ask.PLAN:
        while known.asked >> figure & 1:
            written = policy_choice(board, known, figure, policy)
            answer(board, known, figure, written)
            apply(board, game, figure, written)
    else:
        apply(board, game, figure, policy_choice(board, known, figure, policy))
    game.decisions = known.decisions
