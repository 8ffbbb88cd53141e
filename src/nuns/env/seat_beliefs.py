"""Games that tell what happens in them, with the exact belief of each learner's seat: the twins of a vector environment's games.

Written in the subset of Python that the kernel compiles.
"""

from nuns.board.tables import Board
from nuns.bots.filter.queries import weigh_model, work_out_deals
from nuns.bots.filter.records import MotionTables
from nuns.bots.policies.nights import GUARDS_MIND, OWN_MIND, Crew, act, begin_mind, deal_night, decide_in
from nuns.bots.policies.workspace import Workspace
from nuns.env.stepping import agent_of, is_left_to_luck
from nuns.kernel.play import random_choice
from nuns.rules.state import State
from nuns.rules.turn import next_figure
from nuns.rules.words import GUARD_SIDE, NOVICES, Status

EVERYBODY = -1  # instead of the number of the learner, where every agent answers


def deal_twin(
    board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace,
    seed: int, index: int, novices: int, guard_players: int, mine: int,
) -> None:  # fmt: skip
    """Deals game ``index`` of a seed, and begins the beliefs of the learner, or of every agent."""
    deal_night(board, model, game, crew, space, seed, index, novices, guard_players)
    for novice in game.novices:
        if novice.status != Status.ABSENT and (mine == EVERYBODY or agent_of(game, novice.figure) == mine):
            begin_mind(board, model, game, crew, space, OWN_MIND + novice.figure, novice.figure + 0)
    if mine == EVERYBODY or mine >= game.novice_players:
        begin_mind(board, model, game, crew, space, GUARDS_MIND, GUARD_SIDE)
    settle_twin(board, model, game, crew, space, mine)


def answer_twin(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace, action: int, mine: int) -> int:
    """Gives the answer of the figure who is asked, and goes on until an agent is asked again; returns 1 if a belief may have changed."""
    act(board, model, game, crew, space, next_figure(game), action)
    told = 1 if game.said else 0
    return told | settle_twin(board, model, game, crew, space, mine)


def settle_twin(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace, mine: int) -> int:
    """Lets luck decide, and beside a single learner the policies, until an agent is asked or the game is over; returns 1 if they did."""
    told = 0
    figure = next_figure(game)
    while figure >= 0:
        if is_left_to_luck(game, figure):
            act(board, model, game, crew, space, figure, random_choice(board, game, figure))
        elif mine != EVERYBODY and agent_of(game, figure) != mine:
            decide_in(board, model, game, crew, space)
        else:
            break
        told = 1
        figure = next_figure(game)
    return told


def weigh_seat(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace, seat: int) -> int:
    """Fills in, in ``space.answers.likely``, how likely each novice is on each dot for a seat: a novice's figure, or NOVICES.

    Returns 1 if each novice has any state left, else 0.
    """
    mind = crew.minds[GUARDS_MIND if seat == NOVICES else OWN_MIND + seat]
    if not work_out_deals(mind.belief, space.answers):
        return 0
    for novice in game.novices:
        if novice.status != Status.ABSENT:
            weigh_model(mind.belief, space.answers, novice.figure + 0)
    return 1
