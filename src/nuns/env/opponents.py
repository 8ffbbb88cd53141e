"""The same steps for one agent alone, while policies play the other seats: compiled together with them, when somebody asks for that."""

from typing import Any

from nuns.board.tables import Board
from nuns.bots.policies.policy_games import decide_informed, seat_of
from nuns.env.stepping import agent_of, clear_rewards, deal_next, end_game, look, settle_luck, take_answer
from nuns.rules.state import State

share = range  # on a device, this thread's part of the loop is bound here


def settle_others(board: Board, game: State, known: Any, nothing: Any, mine: int, policies: Any) -> int:
    """Lets luck and the policies decide until the learner is asked, and returns the figure, or -1 when the game is over."""
    figure = settle_luck(board, game)
    while figure >= 0 and agent_of(game, figure) != mine:
        known[0] = nothing[0]
        decide_informed(board, game, figure, policies[seat_of(game, figure)], known[0])
        figure = settle_luck(board, game)
    return figure


def start_places_against(
    board: Board, fresh: Any, games: Any, known: Any, nothing: Any, chosen: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mine: int, policies: Any,
) -> None:  # fmt: skip
    """Deals the next game of every chosen place."""
    for i in share(len(games)):
        if chosen[i]:
            clear_rewards(i, rewards, earned, over)
            deal_next(board, fresh, games, i, seed, novices, guard_players, episodes)
            figure = settle_others(board, games[i], known, nothing, mine, policies)
            look(board, games, known, nothing, i, figure, rows, masks, bits, agents, seats)


def step_places_against(
    board: Board, fresh: Any, games: Any, known: Any, nothing: Any, actions: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mine: int, policies: Any,
    mode: int, kind: int, refused: Any, last_rows: Any,
) -> None:  # fmt: skip
    """Takes one answer of the learner in every game."""
    for i in share(len(games)):
        if take_answer(
            board, fresh, games, i, actions[i], seed, novices, guard_players, mode, bits, agents, episodes, rewards, earned, over, refused
        ):
            figure = settle_others(board, games[i], known, nothing, mine, policies)
            if figure < 0 and end_game(
                board, fresh, games, known, nothing, i, seed, novices, guard_players, mode, kind,
                masks, agents, seats, episodes, rewards, earned, over, last_rows,
            ):  # fmt: skip
                figure = settle_others(board, games[i], known, nothing, mine, policies)
            look(board, games, known, nothing, i, figure, rows, masks, bits, agents, seats)


# The loops that are called, on a core; boards are an array of one.


def start_envs_against(
    boards: Any, fresh: Any, games: Any, known: Any, nothing: Any, chosen: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mine: int, policies: Any,
) -> None:  # fmt: skip
    """Deals the next game of every chosen place."""
    start_places_against(
        boards[0], fresh, games, known, nothing, chosen, seed, novices, guard_players,
        rows, masks, bits, agents, seats, episodes, rewards, earned, over, mine, policies,
    )  # fmt: skip


def step_envs_against(
    boards: Any, fresh: Any, games: Any, known: Any, nothing: Any, actions: Any, seed: int, novices: int, guard_players: int,
    rows: Any, masks: Any, bits: Any, agents: Any, seats: Any, episodes: Any, rewards: Any, earned: Any, over: Any,
    mine: int, policies: Any,
    mode: int, kind: int, refused: Any, last_rows: Any,
) -> None:  # fmt: skip
    """Takes one answer of the learner in every game."""
    step_places_against(
        boards[0], fresh, games, known, nothing, actions, seed, novices, guard_players,
        rows, masks, bits, agents, seats, episodes, rewards, earned, over, mine, policies,
        mode, kind, refused, last_rows,
    )  # fmt: skip
