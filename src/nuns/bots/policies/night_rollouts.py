"""Nights played on from any position by players with beliefs, to value it: the rest of one night at a time, with given luck.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import Board
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.nights import Crew, act, decide_in
from nuns.bots.policies.workspace import Workspace
from nuns.rules.chance import seed_game
from nuns.rules.state import State
from nuns.rules.turn import legal
from nuns.rules.words import Ask, Stage

NOT_OVER = -1


def play_on(
    board: Board,
    model: MotionTables,
    game: State,
    crew: Crew,
    space: Workspace,
    seed: int,
    index: int,
    figure: int,
    count: int,
    last_turn: int,
) -> int:
    """Plays a night on with the luck of game ``index`` of a seed, and returns its winners.

    First ``figure`` answers with the first ``count`` numbers in ``plan`` as far as they are legal. The night is left when ``last_turn`` is
    over, before the next plans are written; the answer is then NOT_OVER.
    """
    seed_game(game, seed, index)
    for place in range(count):
        action = int(space.plan[place])
        if game.stage != Stage.OVER and legal(board, game, figure) >> action & 1:
            act(board, model, game, crew, space, figure, action)
    while game.stage != Stage.OVER:
        if game.turn > last_turn and game.ask == Ask.PLAN:
            return NOT_OVER
        decide_in(board, model, game, crew, space)
    return game.winners + 0
