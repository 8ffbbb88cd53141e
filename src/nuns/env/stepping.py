"""Steps many games for learners: one answer in, then luck, the next observation, rewards; in the same plain Python as the rules."""

from typing import Any

from nuns.board.tables import Board
from nuns.env.layout import ACTIONS
from nuns.env.observation import observe, seat_of_figure, write_state
from nuns.kernel.play import begin, random_choice
from nuns.rules.chance import pick_action, seed_game
from nuns.rules.state import State
from nuns.rules.turn import apply, next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, GUARDS_WIN, NOVICES, PRIORESS, Status

share = range  # on a device, this thread's part of the loop is bound here

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2  # when a game that is over is dealt again: at its next step, at once, or only by ``reset``
WINNING, ZERO_SUM = 0, 1  # rewards
NOBODY = -1  # the agent who is asked in a game that is over


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


def deal_next(
    board: Board, fresh: Any, games: Any, i: int, seed: int, novices: int, guard_players: int, episodes: Any
) -> None:  # fmt: skip
    """Deals the next game of place i, which is game i + episode * places of the seed."""
    games[i] = fresh[0]
    seed_game(games[i], seed, i + episodes[i] * len(games))
    begin(board, games[i], novices, guard_players)
    episodes[i] += 1


def clear_rewards(i: int, rewards: Any, earned: Any, over: Any) -> None:
    """Sets what the last step brought to nothing."""
    if over[i]:
        over[i] = 0
        earned[i] = 0.0
        for agent in range(rewards.shape[1]):
            rewards[i, agent] = 0.0


def take_answer(
    board: Board, fresh: Any, games: Any, i: int, action: int, seed: int, novices: int, guard_players: int, mode: int,
    bits: Any, agents: Any, episodes: Any, rewards: Any, earned: Any, over: Any, refused: Any,
) -> bool:  # fmt: skip
    """Takes one answer in game i and tells whether anything has changed; an illegal answer is noted and changes nothing."""
    clear_rewards(i, rewards, earned, over)
    refused[i] = 0
    if agents[i] < 0:
        if mode == NEXT_STEP:
            deal_next(board, fresh, games, i, seed, novices, guard_players, episodes)
        return mode == NEXT_STEP
    if 0 <= action < ACTIONS and bits[i] >> action & 1:
        apply(board, games[i], next_figure(games[i]), action)
        return True
    refused[i] = 1
    return False


def end_game(
    board: Board, fresh: Any, games: Any, known: Any, nothing: Any, i: int, seed: int, novices: int, guard_players: int,
    mode: int, kind: int, masks: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any, last_rows: Any,
) -> bool:  # fmt: skip
    """Fills in what game i brought to everyone; deals the next one if that is to be done at once, and tells whether it was."""
    over[i] = 1
    for agent in range(rewards.shape[1]):
        rewards[i, agent] = reward_of(games[i], agent, kind)
    earned[i] = rewards[i, agents[i]]
    if mode == SAME_STEP:
        known[0] = nothing[0]
        observe(board, games[i], known[0], seats[i], -1, last_rows[i], masks[i])
        deal_next(board, fresh, games, i, seed, novices, guard_players, episodes)
    return mode == SAME_STEP


def look(
    board: Board, games: Any, known: Any, nothing: Any, i: int, figure: int, rows: Any, masks: Any, bits: Any, agents: Any, seats: Any
) -> None:
    """Fills in the observation and mask of the seat that is asked in game i; where it is over, of the seat that was asked last."""
    known[0] = nothing[0]
    if figure >= 0:
        seats[i] = seat_of_figure(figure)
    bits[i] = observe(board, games[i], known[0], seats[i], figure, rows[i], masks[i])
    agents[i] = agent_of(games[i], figure) if figure >= 0 else NOBODY


# Over all games; vector_core.py says what each array holds. ``known`` is scratch space for what a seat knows.


def start_places(
    board: Board, fresh: Any, games: Any, known: Any, nothing: Any, chosen: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
) -> None:  # fmt: skip
    """Deals the next game of every chosen place."""
    for i in share(len(games)):
        if chosen[i]:
            clear_rewards(i, rewards, earned, over)
            deal_next(board, fresh, games, i, seed, novices, guard_players, episodes)
            figure = settle_luck(board, games[i])
            look(board, games, known, nothing, i, figure, rows, masks, bits, agents, seats)


def step_places(
    board: Board, fresh: Any, games: Any, known: Any, nothing: Any, actions: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mode: int, kind: int, refused: Any, last_rows: Any,
) -> None:  # fmt: skip
    """Takes one answer in every game."""
    for i in share(len(games)):
        if take_answer(
            board, fresh, games, i, actions[i], seed, novices, guard_players, mode, bits, agents, episodes, rewards, earned, over, refused
        ):
            figure = settle_luck(board, games[i])
            if figure < 0 and end_game(
                board, fresh, games, known, nothing, i, seed, novices, guard_players, mode, kind,
                masks, agents, seats, episodes, rewards, earned, over, last_rows,
            ):  # fmt: skip
                figure = settle_luck(board, games[i])
            look(board, games, known, nothing, i, figure, rows, masks, bits, agents, seats)


# The loops that are called, on a core; boards are an array of one.


def start_envs(
    boards: Any, fresh: Any, games: Any, known: Any, nothing: Any, chosen: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
) -> None:  # fmt: skip
    """Deals the next game of every chosen place."""
    start_places(
        boards[0], fresh, games, known, nothing, chosen, seed, novices, guard_players,
        rows, masks, bits, agents, seats, episodes, rewards, earned, over,
    )  # fmt: skip


def step_envs(
    boards: Any, fresh: Any, games: Any, known: Any, nothing: Any, actions: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mode: int, kind: int, refused: Any, last_rows: Any,
) -> None:  # fmt: skip
    """Takes one answer in every game."""
    step_places(
        boards[0], fresh, games, known, nothing, actions, seed, novices, guard_players,
        rows, masks, bits, agents, seats, episodes, rewards, earned, over,
        mode, kind, refused, last_rows,
    )  # fmt: skip


def pick_actions(boards: Any, games: Any, bits: Any, agents: Any, actions: Any) -> None:
    """Picks a random legal answer in every game, by the game's own generator of decisions."""
    for i in share(len(games)):
        actions[i] = pick_action(games[i], bits[i]) if agents[i] >= 0 else 0


def look_from(boards: Any, games: Any, known: Any, nothing: Any, i: int, seat: int, row: Any, mask: Any) -> None:
    """Fills in the observation of a seat that is not asked in game i."""
    known[0] = nothing[0]
    observe(boards[0], games[i], known[0], seat, -1, row, mask)


def write_states(boards: Any, games: Any, rows: Any) -> None:
    """Fills in the whole truth of every game."""
    for i in share(len(games)):
        write_state(boards[0], games[i], rows[i])
