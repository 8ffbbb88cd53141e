"""Steps many games for learners: one answer in, then luck and policies, the next observation and rewards; in the Python of the rules.

``common``, ``places`` and ``shown`` are those of place.py; ``known`` is an array of one, scratch space for what a seat knows.
"""

from typing import Any

from nuns.board.tables import Board
from nuns.bots.policies.policy_games import decide_informed
from nuns.env.layout import ACTIONS
from nuns.env.observation import observe, seat_of_figure, write_state
from nuns.env.place import NOBODY, Common, Place, Shown
from nuns.kernel.play import begin, random_choice
from nuns.rules.chance import pick_action, seed_game
from nuns.rules.knowledge import Known
from nuns.rules.state import State
from nuns.rules.turn import apply, next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, GUARDS_WIN, NOVICES, PRIORESS, Status

share = range  # on a device, this thread's part of the loop is bound here
cuda: Any = None  # and these two names
KNOWN: Any = None

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2  # when a game that is over is dealt again: at its next step, at once, or only by ``reset``
WINNING, ZERO_SUM = 0, 1  # rewards


def is_left_to_luck(game: State, figure: int) -> bool:
    """Tells whether no agent decides: cards, dice, and which of two guard players moves first (4)."""
    return figure == CHANCE or (figure == GUARD_SIDE and game.guard_players == 2)


def settle_luck(board: Board, game: State) -> int:
    """Lets luck decide until an agent is asked, and returns the figure, or -1 when the game is over."""
    figure = next_figure(game)
    while is_left_to_luck(game, figure):
        apply(board, game, figure, random_choice(board, game, figure))
        figure = next_figure(game)
    return figure


def agent_of(game: State, figure: int) -> int:
    """Returns the agent who decides for a figure: novices in the order of their numbers, then the guards, or Abbess and Prioress."""
    if figure >= NOVICES:
        return game.novice_players + (game.guard_players == 2 and figure == PRIORESS)
    agent = 0
    for other in range(figure):
        agent += game.novices[other].status != Status.ABSENT
    return agent


def reward_of(game: State, agent: int, kind: int) -> float:
    """Returns what an agent gets when a game is over: 1 for winning and -1 for losing, or its share of a sum of zero.

    In a sum of zero the guards get 1 or -1 together; novices who lose share -1, and novices who win share 1.
    """
    guards_won = game.winners == GUARDS_WIN
    if agent >= game.novice_players:
        sign = 1.0 if guards_won else -1.0
        return sign / game.guard_players if kind == ZERO_SUM else sign
    if guards_won:
        return -1.0 / game.novice_players if kind == ZERO_SUM else -1.0
    place = 0
    winning = 0
    won = False
    for novice in game.novices:
        if novice.status != Status.ABSENT:
            is_winner = game.winners >> novice.figure & 1
            winning += is_winner
            if place == agent and is_winner:
                won = True
            place += 1
    if kind == ZERO_SUM:
        return 1.0 / winning if won else 0.0
    return 1.0 if won else -1.0


def deal_next(board: Board, common: Common, places: Any, games: Any, i: int) -> None:
    """Deals the next game of place i, which is game i + episode * places of the seed."""
    games[i] = common.fresh
    seed_game(games[i], common.seed, i + places[i].episodes * len(places))
    begin(board, games[i], common.novices, common.guard_players)
    places[i].episodes += 1


def clear_rewards(shown: Shown, i: int) -> None:
    """Sets what the last step brought to nothing."""
    if shown.terminations[i]:
        shown.terminations[i] = 0
        shown.earned[i] = 0.0
        for agent in range(shown.rewards.shape[1]):
            shown.rewards[i, agent] = 0.0


def take_answer(board: Board, common: Common, places: Any, games: Any, shown: Shown, i: int, action: int) -> bool:
    """Takes one answer in place i and tells whether anything has changed; an illegal answer is noted and changes nothing."""
    clear_rewards(shown, i)
    shown.refused[i] = 0
    if shown.agents[i] == NOBODY:
        if common.autoreset == NEXT_STEP:
            deal_next(board, common, places, games, i)
        return common.autoreset == NEXT_STEP
    if 0 <= action < ACTIONS and places[i].allowed >> action & 1:
        apply(board, games[i], next_figure(games[i]), action)
        return True
    shown.refused[i] = 1
    return False


def settle(board: Board, common: Common, game: State, known: Any, agents: Any, i: int) -> int:
    """Lets luck and the policies decide until an agent is asked who has none; returns the figure, or -1 when the game is over."""
    figure = settle_luck(board, game)
    while figure >= 0:
        agent = agent_of(game, figure)
        if common.policies[agent] == NOBODY:
            agents[i] = agent
            return figure
        known[0] = common.nothing
        decide_informed(board, game, figure, common.policies[agent], known[0])
        figure = settle_luck(board, game)
    return figure


def end_game(board: Board, common: Common, places: Any, games: Any, shown: Shown, known: Any, i: int) -> bool:
    """Fills in what the game brought to everyone; deals the next one if that is to be done at once, and tells whether it was."""
    shown.terminations[i] = 1
    for agent in range(shown.rewards.shape[1]):
        shown.rewards[i, agent] = reward_of(games[i], agent, common.rewards)
    if shown.agents[i] != NOBODY:
        shown.earned[i] = shown.rewards[i, shown.agents[i]]
    if common.autoreset == SAME_STEP:
        known[0] = common.nothing
        observe(board, games[i], known[0], places[i].seat, -1, shown.final_observations[i], shown.masks[i])
        deal_next(board, common, places, games, i)
    return common.autoreset == SAME_STEP


def look(board: Board, common: Common, place: Place, game: State, shown: Shown, known: Any, i: int, figure: int) -> None:
    """Fills in the observation and mask of the seat that is asked in a place; where the game is over, of the seat that was asked last."""
    known[0] = common.nothing
    if figure >= 0:
        place.seat = seat_of_figure(figure)
    else:
        shown.agents[i] = NOBODY
    place.allowed = observe(board, game, known[0], place.seat, figure, shown.observations[i], shown.masks[i])


def go_on_with(board: Board, common: Common, places: Any, games: Any, shown: Shown, known: Any, i: int) -> None:
    """Plays on in place i until an agent without a policy is asked, and shows what it sees."""
    figure = settle(board, common, games[i], known, shown.agents, i)
    while figure < 0 and end_game(board, common, places, games, shown, known, i):
        figure = settle(board, common, games[i], known, shown.agents, i)
    look(board, common, places[i], games[i], shown, known, i, figure)


def go_on(board: Board, common: Common, places: Any, games: Any, shown: Shown, known: Any, i: int) -> None:
    """Plays on in place i on a core."""
    go_on_with(board, common, places, games, shown, known, i)


def go_on_in_thread(board: Board, common: Common, places: Any, games: Any, shown: Shown, known: Any, i: int) -> None:
    """Stands in for ``go_on`` on a device, where each thread keeps what a seat knows in memory of its own."""
    go_on_with(board, common, places, games, shown, cuda.local.array(1, KNOWN), i)


def let_nobody_decide(board: Board, game: State, figure: int, policy: int, known: Known) -> None:
    """Stands in for ``decide_informed`` on a device where no agent has a policy: the less code, the faster it is fetched."""


# The loops that are called.


def start_places(boards: Any, common: Any, places: Any, games: Any, shown: Shown, known: Any, chosen: Any) -> None:
    """Deals the next game of every chosen place."""
    for i in share(len(places)):
        if chosen[i]:
            clear_rewards(shown, i)
            deal_next(boards[0], common[0], places, games, i)
            go_on(boards[0], common[0], places, games, shown, known, i)


def step_places(boards: Any, common: Any, places: Any, games: Any, shown: Shown, known: Any, actions: Any) -> None:
    """Takes one answer in every place."""
    for i in share(len(places)):
        if take_answer(boards[0], common[0], places, games, shown, i, actions[i]):
            go_on(boards[0], common[0], places, games, shown, known, i)


def pick_actions(boards: Any, places: Any, games: Any, agents: Any, actions: Any) -> None:
    """Picks a random legal answer in every place, by the game's own generator of decisions."""
    for i in share(len(places)):
        actions[i] = pick_action(games[i], places[i].allowed) if agents[i] != NOBODY else 0


def look_from(boards: Any, common: Any, games: Any, known: Any, i: int, seat: int, row: Any, mask: Any) -> None:
    """Fills in the observation of a seat that is not asked in game i."""
    known[0] = common[0].nothing
    observe(boards[0], games[i], known[0], seat, -1, row, mask)


def write_states(boards: Any, games: Any, rows: Any) -> None:
    """Fills in the whole truth of every game."""
    for i in share(len(games)):
        write_state(boards[0], games[i], rows[i])
